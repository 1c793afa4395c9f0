"""ASSIGNMENT: what writes to a variable.  Nothing is recorded: what is written has no path (M03, M22, M23).

Each method but `assign(..., read_value=False)` and its kin watches a trainable variable, once the writing has
succeeded, and returns the variable under another name, to be read later (M07 to M11).
"""

from typing import Any

import numpy as np

from .dtypes import ALL, BOOL, COMPLEX, NUMERIC, int32, int64
from .errors import InvalidArgumentError, OutOfRangeError, error, process_ends
from .record import recording
from .slices import IndexedSlices
from .tensor import DEVICE, convert_to_tensor
from .updates import ADD, DIFFERENCE, DIVIDE, LARGER, MULTIPLY, SMALLER, SUBTRACT, flushed, replaced

NUMBERS_IN_ORDER = tuple(d for d in NUMERIC if d not in COMPLEX)


class Assignable:
    """The writing half of a variable."""

    name: Any  # these are of the variable
    shape: Any
    _cell: Any
    _dtype: Any
    _assigned: Any

    # The whole value

    def assign(self, value, use_locking=None, name=None, read_value=True):
        """Replaces the value.

        Raises ValueError for another dtype or shape.

        Quirk shapes-set-later: a value raises InvalidArgumentError where `set_shape` has closed another shape
        (Q71).
        """
        new = convert_to_tensor(value, dtype=self._dtype)
        if not self.shape.is_compatible_with(new.shape):
            raise error(
                ValueError,
                f"Cannot assign value to variable '{self.name}': Shape mismatch. The variable shape "
                f"{self.shape}, and the assigned value shape {new.shape} are incompatible.",
            )
        if self.shape.is_fully_defined() and new._array.shape != self._cell.array.shape:
            raise error(InvalidArgumentError, "Trying to assign to variable with tensor with wrong shape.")
        self._cell.array = new._array
        refuse_forward(self, new)
        return self._assigned() if read_value else None

    def assign_add(self, delta, use_locking=None, name=None, read_value=True):
        """Adds `delta`.

        Raises ValueError for another dtype, InvalidArgumentError for another shape and for bools.
        """
        self._update(delta, ADD)
        return self._assigned() if read_value else None

    def count_up_to(self, limit):
        """Adds 1, and returns the value before it; no tape watches.

        Raises TypeError for a limit that is no number, OutOfRangeError at the limit, InvalidArgumentError for
        anything but a scalar of int32 or int64 and for a limit beyond that.
        """
        if limit is None or isinstance(limit, str | bytes) or np.ndim(limit):
            raise error(TypeError, f"Expected int for argument 'limit' not {limit!r}.")
        before, bound = self._cell.array, int(limit)
        if self._dtype not in (int32, int64) or before.ndim or bound > np.iinfo(before.dtype).max:
            raise error(
                InvalidArgumentError, f"cannot count {self._dtype.name} of {before.shape} up to {bound}"
            )
        if before >= bound:
            raise error(OutOfRangeError, f"Reached limit of {bound}")
        self._cell.array = before + before.dtype.type(1)
        return convert_to_tensor(before, dtype=self._dtype)

    @property
    def device(self):
        """The name of the only device."""
        return DEVICE

    def assign_sub(self, delta, use_locking=None, name=None, read_value=True):
        """Subtracts `delta`, and raises as `assign_add`."""
        self._update(delta, SUBTRACT)
        return self._assigned() if read_value else None

    def _update(self, delta, operation):
        given = convert_to_tensor(delta, dtype=self._dtype)
        change, array = given._array, self._cell.array
        self._require(NUMERIC)
        if change.shape != array.shape:
            raise error(
                InvalidArgumentError,
                f"Cannot update variable with shape {array.shape} using a Tensor with shape {change.shape}",
            )
        with np.errstate(all="ignore"):
            self._cell.array = operation(array, change)
        refuse_forward(self, given)

    def _assign_slice(self, key, value, name=None):
        """`variable[key].assign(value)`: replaces a part, over which `value` is broadcast.

        Raises as `variable[key]`, ValueError for another dtype, InvalidArgumentError for a shape that does
        not broadcast.

        Quirk assigned-to-nothing: where the part is empty, a value of any shape is fine (Q72).
        """
        from .arrays.slicing import check_key

        given = convert_to_tensor(value, dtype=self._dtype)
        new = given._array
        check_key(key, self._cell.array.shape)
        array = self._cell.array.copy()
        part = array[(*key, ...) if Ellipsis not in key else key]
        if part.size:
            try:
                part[...] = new
            except ValueError:
                raise error(
                    InvalidArgumentError,
                    f"Cannot broadcast input shape {list(new.shape)} into final shape {list(part.shape)}",
                ) from None
        self._cell.array = array
        refuse_forward(self, given, itself=False)
        return self._assigned()

    # Rows

    def scatter_update(self, sparse_delta, use_locking=False, name=None):
        """Replaces the rows that `sparse_delta`, IndexedSlices, names; of equal indices the last counts.

        Raises, as its kin: TypeError unless given slices, ValueError for another dtype, InvalidArgumentError
        for rows that do not fit.  A single value stands for all rows.

        Quirk half-written-rows: where an index is out of range, the rows before it have been written by then
        (Q73).
        """
        return self._scatter(sparse_delta, replaced, ALL)

    def scatter_add(self, sparse_delta, use_locking=False, name=None):
        """Adds rows; those of equal indices all count."""
        return self._scatter(sparse_delta, ADD)

    def scatter_sub(self, sparse_delta, use_locking=False, name=None):
        """Subtracts rows; those of equal indices all count."""
        return self._scatter(sparse_delta, SUBTRACT)

    def scatter_mul(self, sparse_delta, use_locking=False, name=None):
        """Multiplies rows; by those of equal indices one after the other."""
        return self._scatter(sparse_delta, MULTIPLY)

    def scatter_div(self, sparse_delta, use_locking=False, name=None):
        """Divides rows, ints towards zero.

        Quirk divided-by-zero: a zero raises InvalidArgumentError, among floats too (Q74).
        """
        return self._scatter(sparse_delta, DIVIDE, zeros=False)

    def scatter_min(self, sparse_delta, use_locking=False, name=None):
        """The smaller of each two numbers; beside NaN, whichever it is, the variable keeps its own."""
        return self._scatter(sparse_delta, SMALLER, NUMBERS_IN_ORDER)

    def scatter_max(self, sparse_delta, use_locking=False, name=None):
        """The larger of each two numbers; beside NaN, whichever it is, the variable keeps its own."""
        return self._scatter(sparse_delta, LARGER, NUMBERS_IN_ORDER)

    def batch_scatter_update(self, sparse_delta, use_locking=False, name=None):
        """Replaces, for each row of all but the last dimension of `indices`, the slices that it names."""
        _require_slices(sparse_delta)
        indices = convert_to_tensor(sparse_delta.indices)._array
        if not indices.ndim:
            return self.scatter_nd_update(indices[None], sparse_delta.values)
        places = np.indices(indices.shape, indices.dtype)[: indices.ndim - 1]
        return self.scatter_nd_update(np.stack([*places, indices], -1), sparse_delta.values)

    def _scatter(self, delta, combine, dtypes=NUMERIC, zeros=True):
        _require_slices(delta)
        given = convert_to_tensor(delta.values, dtype=self._dtype)
        rows = given._array
        indices = _indices(delta.indices)
        self._require(dtypes)
        array = self._cell.array
        if rows.ndim:
            fits = not indices.size or rows.shape[: indices.ndim] == indices.shape
            if not fits or rows.ndim != indices.ndim + array.ndim - 1:
                raise error(
                    InvalidArgumentError,
                    f"Must have updates.shape = indices.shape + params.shape[1:], got {rows.shape}, "
                    f"{indices.shape} and {array.shape}",
                )
            if indices.size and np.prod(rows.shape[indices.ndim :]) != np.prod(array.shape[1:]):
                raise process_ends(f"rows {rows.shape} of another length than those of {array.shape}")
        if not zeros and (flushed(rows) == 0).any():
            raise error(InvalidArgumentError, "updates must not contain 0")
        n = indices.size
        rows = rows.reshape(n, *array.shape[1:]) if rows.ndim and n else [rows] * n
        places = [(i,) for i in indices.reshape(-1).tolist()]
        self._write(places, rows, combine, array.shape[:1] or (1,))
        refuse_forward(self, given)
        return self._assigned()

    # Elements and slices by all their coordinates

    def scatter_nd_update(self, indices, updates, name=None):
        """Replaces the slices whose first coordinates are the last dimension of `indices`.

        Raises, as its kin: ValueError for another dtype, InvalidArgumentError for a scalar variable, for
        updates that do not fit and for indices out of range.  Quirk written-in-range: where indices are out
        of range, all slices in range have been written by then (Q75).  Quirk first-index-alone: of a vector
        of indices only the first counts, with the first row of `updates` (Q76).
        """
        return self._scatter_nd(indices, updates, replaced, ALL)

    def scatter_nd_add(self, indices, updates, name=None):
        """Adds slices; those of equal indices all count.  Quirk sum-of-bools: a sum of bools is `or`
        (Q77).
        """
        return self._scatter_nd(indices, updates, ADD, (*NUMERIC, *BOOL))

    def scatter_nd_sub(self, indices, updates, name=None):
        """Subtracts slices; those of equal indices all count.

        Quirk difference-of-bools: a difference of bools is `xor` (Q78).
        """
        return self._scatter_nd(indices, updates, DIFFERENCE, (*NUMERIC, *BOOL))

    def scatter_nd_min(self, indices, updates, name=None):
        """The smaller of each two numbers, as `scatter_min`."""
        return self._scatter_nd(indices, updates, SMALLER, NUMBERS_IN_ORDER)

    def scatter_nd_max(self, indices, updates, name=None):
        """The larger of each two numbers, as `scatter_max`."""
        return self._scatter_nd(indices, updates, LARGER, NUMBERS_IN_ORDER)

    def _scatter_nd(self, indices, updates, combine, dtypes):
        updates = convert_to_tensor(updates, dtype=self._dtype)._array
        indices = _indices(indices)
        self._require(dtypes)
        array = self._cell.array
        shape = array.shape
        if not shape:
            raise error(InvalidArgumentError, "Output must be at least 1-D")
        is_vector = indices.ndim == 1
        if is_vector:
            indices = indices[:, None]
        depth = indices.shape[-1] if indices.ndim else len(shape) + 1
        if depth > len(shape) or updates.shape != indices.shape[:-1] + shape[depth:]:
            raise error(
                InvalidArgumentError,
                f"indices {indices.shape} and updates {updates.shape} do not fit {shape}",
            )
        if bool(updates.size) is not bool(indices.size) or not (depth or not array.size):
            raise error(InvalidArgumentError, "Indices and updates specified for empty output")
        if is_vector:
            if array.size and not indices.size:
                raise process_ends("the first index is read where there is none")
            indices, updates = indices[:1], updates[:1]
        count = indices.size // depth if depth else 0
        places = list(map(tuple, indices.reshape(count, depth).tolist()))
        self._write(places, updates.reshape(count, *shape[depth:]), combine, shape[:depth], go_on=True)
        return self._assigned()

    def _require(self, dtypes):
        if self._dtype not in dtypes:
            raise error(InvalidArgumentError, f"no kernel updates a {self._dtype.name} variable so")

    def _write(self, places, rows, combine, limits, go_on=False):
        """Combines what is at each of `places` with a row, one after the other, up to one out of range."""
        array = self._cell.array = self._cell.array.copy()
        outside = [p for p in places if not all(0 <= i < n for i, n in zip(p, limits, strict=True))]
        with np.errstate(all="ignore"):
            for place, row in zip(places, rows, strict=True):
                if place in outside:
                    if go_on:
                        continue
                    break
                at = place if array.ndim else ()
                array[at] = combine(array[at], row)
        if outside:
            raise error(InvalidArgumentError, f"{outside[0]} is not in {limits}")


def refuse_forward(variable, given, itself=True):
    """Quirk assigned-in-forward-mode: where an accumulator knows a variable, and one within it the variable
    or what it is assigned, that has been done when ValueError is raised (Q86).  Parts of variables may be
    known `itself` twice, and slices by coordinates in any way.
    """
    cell = variable._cell.id
    operands, outer = (cell, given.id) if itself else (given.id,), False
    for tape in recording.tapes:
        if hasattr(tape, "jvp"):
            if outer and any(id in tape.known for id in operands):
                raise error(ValueError, "Internal error: Tried to take gradients of a variable")
            outer = outer or cell in tape.known


def _require_slices(delta):
    if not isinstance(delta, IndexedSlices):
        raise error(TypeError, f"Argument `sparse_delta` must be a `tf.IndexedSlices`. Received arg: {delta}")


def _indices(value):
    tensor = convert_to_tensor(value)
    if tensor.dtype not in (int32, int64):
        raise error(
            InvalidArgumentError, f"{tensor.dtype.name} is not in the list of allowed values: int32, int64"
        )
    return tensor._array
