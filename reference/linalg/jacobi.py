"""JACOBI'S method for singular values: rotations from both sides that make a square matrix diagonal.

Two rows and columns at a time, until nothing beside the diagonal is left that counts.  Other matrices are
made square first by reflections, the column with the largest rest at each step.
"""

import numpy as np

from .orthogonal import reflection

SWEEPS = 100


def _pivoted(a):
    """q, r, columns with q r = a[:, columns], for at least as many rows as columns; q is square."""
    n = a.shape[1]
    q, r, columns = np.eye(len(a), dtype=a.dtype), np.array(a), np.arange(n)
    for k in range(n):
        largest = k + int(np.argmax(np.sum(np.abs(r[k:, k:]) ** 2, 0)))
        r[:, [k, largest]], columns[[k, largest]] = r[:, [largest, k]], columns[[largest, k]]
        tau, v, b = reflection(r[k:, k])
        r[k:, k:] -= tau * np.outer(v, np.conj(v) @ r[k:, k:])
        r[k + 1 :, k], r[k, k] = 0, b
        q[:, k:] -= np.conj(tau) * np.outer(q[:, k:] @ v, np.conj(v))
    return q, r[:n], columns


def _mix(x, y, c, s):
    """c x + s̄ y and c̄ y - s x"""
    return c * x + np.conj(s) * y, np.conj(c) * y - s * x


class _Working:
    """A square matrix on its way to a diagonal w = uᴴ a v."""

    def __init__(self, w, u, v):
        self.w, self.u, self.v = w, u, v
        self.tiny, self.eps = np.finfo(w.dtype).tiny, np.finfo(w.dtype).eps

    def left(self, p, q, c, s):
        """Rows p and q are rotated, and columns of u back."""
        w, u = self.w, self.u
        w[p], w[q] = _mix(w[p].copy(), w[q].copy(), c, s)
        u[:, p], u[:, q] = _mix(u[:, p].copy(), u[:, q].copy(), np.conj(c), np.conj(s))

    def right(self, p, q, c, s):
        """Columns p and q are rotated, and those of v."""
        for x in (self.w, self.v):
            x[:, p], x[:, q] = _mix(x[:, p].copy(), x[:, q].copy(), c, -s)

    def turn_row(self, i, z):
        self.w[i] *= z
        self.u[:, i] *= np.conj(z)

    def turn_column(self, i, z):
        self.w[:, i] *= z
        self.v[:, i] *= z

    def make_real(self, p, q):
        """Makes the block of rows and columns p and q real."""
        w = self.w
        n = np.hypot(abs(w[p, p]), abs(w[q, p]))
        if n == 0:
            w[p, p] = w[q, p] = 0
            if abs(w[p, q].imag) > self.tiny:
                self.turn_row(p, abs(w[p, q]) / w[p, q])
        else:
            self.left(p, q, np.conj(w[p, p]) / n, w[q, p] / n)
            if abs(w[p, q].imag) > self.tiny:
                self.turn_column(q, abs(w[p, q]) / w[p, q])
        if abs(w[q, q].imag) > self.tiny:
            self.turn_row(q, abs(w[q, q]) / w[q, q])

    def rotate(self, p, q):
        """Makes a real block diagonal: first symmetric, then by the rotation of its eigenvectors."""
        (a, b), (c, d) = np.real(self.w[np.ix_((p, q), (p, q))])
        one = type(a)(1)
        total, apart = a + d, c - b
        if abs(apart) < self.tiny:
            c1, s1 = one, one * 0
        else:
            ratio = total / apart
            s1 = one / np.sqrt(1 + ratio * ratio)
            c1 = ratio * s1
        a, b, d = c1 * a + s1 * c, c1 * b + s1 * d, c1 * d - s1 * b
        c2, s2 = _of_symmetric(a, b, d, self.tiny)
        self.left(p, q, c1 * c2 + s1 * s2, s1 * c2 - c1 * s2)
        self.right(p, q, c2, s2)


def _of_symmetric(a, b, d, tiny):
    """c, s of the rotation that makes [[a, b], [b, d]] diagonal."""
    one = type(a)(1)
    if 2 * abs(b) < tiny:
        return one, one * 0
    tau = (a - d) / (2 * abs(b))
    root = np.sqrt(tau * tau + 1)
    t = one / (tau + root) if tau > 0 else one / (tau - root)
    n = one / np.sqrt(t * t + 1)
    return n, -np.sign(t) * np.sign(b) * abs(t) * n


def _swept(work):
    """Sweeps until no entry beside the diagonal counts."""
    w, is_complex = work.w, work.w.dtype.kind == "c"
    largest = np.max(np.abs(np.diagonal(w)), initial=0)
    for _ in range(SWEEPS):
        finished = True
        for p in range(1, len(w)):
            for q in range(p):
                least = max(work.tiny, 2 * work.eps * largest)
                if not (abs(w[p, q]) > least or abs(w[q, p]) > least):
                    continue
                finished = False
                if is_complex:
                    work.make_real(p, q)
                    largest = max(largest, abs(w[p, p]), abs(w[q, q]))
                    least = max(work.tiny, 2 * work.eps * largest)
                    if not (abs(w[p, q]) > least or abs(w[q, p]) > least):
                        continue
                work.rotate(p, q)
                largest = max(largest, abs(w[p, p]), abs(w[q, q]))
        if finished:
            return


def _squared(a):
    """u, w, v with u w vᴴ = a (beside zero rows or columns of w), w square, u and v of full size."""
    rows, columns = a.shape
    if rows == columns:
        return np.eye(rows, dtype=a.dtype), np.array(a), np.eye(columns, dtype=a.dtype)
    if rows > columns:
        q, r, order = _pivoted(a)
        return q, r, np.eye(columns, dtype=a.dtype)[:, order]
    q, r, order = _pivoted(np.conj(a.T))
    return np.eye(rows, dtype=a.dtype)[:, order], np.conj(r.T), q


def decomposed(a):
    """u, s, v, of which u and v are square; nan where `a` is not finite."""
    k, real = min(a.shape), np.real(a).dtype
    if not a.size:
        return np.eye(len(a), dtype=a.dtype), np.zeros(k, real), np.eye(a.shape[1], dtype=a.dtype)
    if not np.isfinite(a).all():
        return tuple(
            np.full(n, np.nan, d)
            for n, d in (((len(a),) * 2, a.dtype), (k, real), ((a.shape[1],) * 2, a.dtype))
        )
    scale = np.max(np.abs(a)) or real.type(1)
    u, w, v = _squared(a / scale)
    work = _Working(w, u, v)
    _swept(work)
    s = np.zeros(k, real)
    for i in range(k):
        entry = w[i, i]
        if a.dtype.kind == "c" and abs(entry.imag) > work.tiny:
            u[:, i] *= entry / abs(entry)
        elif entry.real < 0:
            u[:, i] = -u[:, i]
        s[i] = abs(entry) if a.dtype.kind == "c" and abs(entry.imag) > work.tiny else abs(entry.real)
    s *= scale
    for i in range(k):
        j = i + int(np.argmax(s[i:]))
        s[[i, j]], u[:, [i, j]], v[:, [i, j]] = s[[j, i]], u[:, [j, i]], v[:, [j, i]]
    return u, s, v
