"""FORWARD MODE as a witness: TensorFlow's own jvp of one primitive.

<ct, J t>, which forward mode gives, and <Jᵀ ct, t>, which a gradient gives, are one number.  TensorFlow makes
its jvp by transposing its gradient rule, so that it shares the rule's faults where these are linear in the
cotangent; where it sides with a gradient of TensorFlow's own it proves little, but where it does not,
TensorFlow contradicts itself.
"""

import ml_dtypes
import numpy as np

from reports.discrepancy import Evidence
from strategies.interpret import Machine

from .finite import dense, is_inexact

WITNESS = "forward mode"


def forward_mode(trial, ours, theirs, tf, subject: str) -> Evidence | None:
    """What the subject's forward mode says of both sides' gradients of a trial, given as lists of arrays.

    None where it says nothing: the subject has none, it raises, or is not finite.
    """
    given = [x for x in operands(trial) if is_inexact(x)]
    tangents = [_tangent(np.asarray(x), k) for k, x in enumerate(given)]
    jvps = _jvps(trial, tangents, tf)
    if jvps is None:
        return None
    with np.errstate(all="ignore"):
        truth = _inner(trial.cotangents, jvps)
        sides = [_inner(tangents, side) for side in (ours, theirs)]
        size = sum(
            float(np.sum(np.abs(_wide(t) * _wide(g))))
            for side in (ours, theirs)
            for t, g in zip(tangents, side, strict=True)
            if g is not None
        )
    if not np.isfinite(truth):
        return None
    near = 64 * max(_precision(x) for x in given) * max(size, abs(truth))
    fits = [bool(abs(side - truth) <= near) for side in sides]
    supports = "" if fits[0] == fits[1] else ("reference" if fits[0] else subject)
    figures = (
        ("<ct, J t>", f"{truth:.9g}"),
        ("<gradient, t> of the reference", f"{sides[0]:.9g}"),
        (f"<gradient, t> of {subject}", f"{sides[1]:.9g}"),
    )
    about = f"the jvp of {trial.primitive.name} on {subject}, which transposes its own gradient rule"
    return Evidence(WITNESS, about, figures, supports)


def operands(trial):
    for i in trial.primitive.slots if hasattr(trial.primitive, "slots") else [0]:
        x = trial.arguments[i]
        yield from x if isinstance(x, list) else [x]


def _jvps(trial, tangents, tf):
    try:
        arguments, primals = trial._tensors(tf)
        with tf.autodiff.ForwardAccumulator(primals, [tf.constant(t) for t in tangents]) as accumulator:
            y = trial._call(tf, arguments)
        observe = Machine(tf)._observed
        return [observe(accumulator.jvp(r)) for r in (y if isinstance(y, list | tuple) else [y])]
    except Exception:
        return None  # whatever it raises: a witness that cannot speak


def _tangent(x, k):
    """Small numbers, all different, so that no entry hides behind another."""
    t = 1 + (np.arange(x.size).reshape(x.shape) + 3 * k) % 7 / 8
    return (t * (1 + 0.5j) if x.dtype.kind == "c" else t).astype(x.dtype)


def _wide(x):
    x = np.asarray(dense(x))
    return x.astype(np.clongdouble if x.dtype.kind == "c" else np.longdouble)


def _inner(a, b):
    """Σ Re(conj(a) b); what is None counts as zero."""
    pairs = [(x, y) for x, y in zip(a, b, strict=False) if x is not None and y is not None]
    return sum((np.sum(np.real(np.conj(_wide(x)) * _wide(y))) for x, y in pairs), start=np.longdouble(0))


def _precision(x) -> float:
    return float(ml_dtypes.finfo(x.dtype).eps)
