"""DIAGONALS of matrices: bands, single diagonals and several in a row.

Diagonal 0 is the main one, k > 0 lies above it.  Several diagonals are rows of a matrix, the uppermost first;
`align` says on which side shorter ones are padded ("RIGHT_LEFT": those above the main one lie at the right).
"""

from typing import Annotated

import numpy as np

from ..array_operands import BandWidth, Diagonals, DiagonalsOf
from ..arrays.arguments import ints
from ..arrays.generators import zeros
from ..dtypes import ALL, STRING, as_dtype
from ..errors import InvalidArgumentError, error, process_ends
from ..operands import Among, Anything, Internal, ScalarOf
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor

SERVED = tuple(d for d in ALL if d not in STRING)
ALIGNMENTS = ("RIGHT_LEFT", "LEFT_RIGHT", "LEFT_LEFT", "RIGHT_RIGHT")


@primitive("linalg.band_part", rounds=False)
def band_part(
    input: Annotated[Tensor, Anything(2, dtypes=SERVED, listed=STRING)],
    num_lower: Annotated[int, BandWidth("input", axis=-2)],
    num_upper: Annotated[int, BandWidth("input", axis=-1)],
):
    """y = each matrix with zeros outside a band of so many diagonals below and above the main one.

    A negative number stands for all.
    """
    if input.ndim < 2:
        raise error(InvalidArgumentError, f"input must be at least 2-dim, received shape: {input.shape}")
    rows, columns = input.shape[-2:]
    numbers = _widths(num_lower, num_upper)
    lower, upper = (_width(n, size) for n, size in zip(numbers, (rows, columns), strict=True))
    distance = np.arange(columns) - np.arange(rows)[:, None]
    inside = (distance >= -lower) & (distance <= upper)
    return np.where(inside, input, np.zeros((), input.dtype))


def _widths(*numbers):
    """Both as arrays of one dtype: that of the first tensor, or int64."""
    dtype = next((n.dtype for n in numbers if hasattr(n, "_array")), as_dtype("int64"))
    arrays = [n._array if hasattr(n, "_array") else convert_to_tensor(n, dtype=dtype)._array for n in numbers]
    if dtype.name not in ("int32", "int64") or arrays[0].dtype != arrays[1].dtype:
        raise error(InvalidArgumentError, f"a band's widths must be of int32 or int64, not {dtype.name}")
    return arrays


def _width(array, size):
    if array.ndim or array > size:
        raise error(InvalidArgumentError, f"a band must be negative or at most {size}, got {array.tolist()}")
    return int(array) if array >= 0 else size


@band_part.vjp
def _(ct, y, input, num_lower, num_upper):
    return (band_part(ct, num_lower, num_upper),)


def _range(k):
    """The numbers of the lowest and the highest diagonal.

    Raises InvalidArgumentError for anything but one number or two, the smaller first.
    """
    array = ints(k)
    if array.ndim > 1 or array.size not in (1, 2) or array.reshape(-1)[0] > array.reshape(-1)[-1]:
        raise error(InvalidArgumentError, f"{array.tolist()} does not number diagonals, from the lowest up")
    ends = array.reshape(-1).tolist()
    return ends[0], ends[-1]


class _Layout:
    """Where the entries of diagonals `low` to `high` of a matrix stand, and where in their rows.

    `at` is a key for matrices, `packed` one for rows of diagonals, in equal order.
    """

    def __init__(self, rows, columns, low, high, align):
        if align not in ALIGNMENTS:
            raise error(InvalidArgumentError, f"align must be one of {ALIGNMENTS}, not {align!r}")
        self.single, count = low == high, high - low + 1
        self.length = max(min(rows + min(high, 0), columns - max(low, 0)), 0)
        self.shape = (self.length,) if self.single else (count, self.length)
        above, below = align.split("_")
        entries = []
        for d in range(high, low - 1, -1):
            n = max(min(rows + min(d, 0), columns - max(d, 0)), 0)
            left = (d >= 0 and above == "LEFT") or (d <= 0 and below == "LEFT")
            start = 0 if left else self.length - n
            entries += [(i - min(d, 0), i + max(d, 0), high - d, start + i) for i in range(n)]
        row, column, diagonal, place = np.array(entries, int).reshape(-1, 4).T
        self.at = (..., row, column)
        self.packed = (..., place) if self.single else (..., diagonal, place)


def _of_matrix(input, k, align):
    if input.ndim < 2:
        raise error(InvalidArgumentError, f"input must be at least 2-dim, received shape: {input.shape}")
    (low, high), (rows, columns) = _range(k), input.shape[-2:]
    for d in (low, high):
        if d and not -rows < d < columns:
            raise error(InvalidArgumentError, f"diagonal {d} is not between {-rows} and {columns}")
    return _Layout(rows, columns, low, high, align)


def _padding(value):
    if value.size != 1:
        raise error(InvalidArgumentError, f"Padding must be scalar, not of shape {value.shape}")
    return value.reshape(())[()]


@primitive("raw_ops.MatrixDiagPartV3", internal=True, rounds=False)
def _diag_part(
    input: Annotated[Tensor, Anything(2, dtypes=SERVED, listed=STRING)],
    k: Annotated[tuple, Internal()],
    padding_value: Annotated[Tensor, ScalarOf("input")],
    align: Annotated[str, Internal()],
):
    """y = diagonals k of each matrix"""
    layout = _of_matrix(input, k, align)
    y = np.full(input.shape[:-2] + layout.shape, _padding(padding_value), input.dtype)
    y[layout.packed] = input[layout.at]
    return y


@_diag_part.vjp
def _(ct, y, input, k, padding_value, align):
    rows, columns = input._array.shape[-2:]
    return diag(ct, k=k, num_rows=rows, num_cols=columns, align=align), None


@primitive("raw_ops.MatrixDiagV3", internal=True, rounds=False)
def _diag(
    diagonal: Annotated[Tensor, Anything(1, dtypes=SERVED, listed=STRING)],
    k: Annotated[tuple, Internal()],
    num_rows: Annotated[int, Internal()],
    num_cols: Annotated[int, Internal()],
    padding_value: Annotated[Tensor, ScalarOf("diagonal")],
    align: Annotated[str, Internal()],
):
    """y = matrices with diagonals k, `padding_value` elsewhere"""
    low, high = _range(k)
    least = 1 if low == high else 2
    if least == 2 and diagonal.shape == (high - low + 1,):
        raise process_ends(f"several diagonals in a tensor of shape {diagonal.shape}")
    if diagonal.ndim < least or (least == 2 and diagonal.shape[-2] != high - low + 1):
        raise error(
            InvalidArgumentError, f"{diagonal.shape} does not hold the diagonals from {low} to {high}"
        )
    rows, columns = _sizes(diagonal.shape[-1], low, high, _size(num_rows), _size(num_cols))
    layout = _Layout(rows, columns, low, high, align)
    y = np.full((*diagonal.shape[:-least], rows, columns), _padding(padding_value), diagonal.dtype)
    y[layout.at] = diagonal[layout.packed]
    return y


def _size(number):
    array = ints(number)
    if array.ndim:
        raise error(InvalidArgumentError, f"a size must be a scalar, not of shape {array.shape}")
    return int(array)


def _sizes(length, low, high, rows, columns):
    """Sizes of a matrix, -1 standing for the smallest that fits.

    Raises InvalidArgumentError for smaller ones, and where the diagonals are too short for both.
    """
    least_rows, least_columns = length - min(high, 0), length + max(low, 0)
    if rows == columns == -1:
        rows = columns = max(least_rows, least_columns)
    rows = least_rows if rows == -1 else rows
    columns = least_columns if columns == -1 else columns
    if rows < least_rows or columns < least_columns or (rows != least_rows and columns != least_columns):
        raise error(InvalidArgumentError, f"diagonals of {length} do not fit {rows} rows, {columns} columns")
    return rows, columns


@_diag.vjp
def _(ct, y, diagonal, k, num_rows, num_cols, padding_value, align):
    return diag_part(ct, k=k, align=align), None


@primitive("raw_ops.MatrixSetDiagV3", internal=True, rounds=False)
def _set_diag(
    input: Annotated[Tensor, Anything(2, dtypes=SERVED, listed=STRING)],
    diagonal: Annotated[Tensor, DiagonalsOf("input", k="k")],
    k: Annotated[tuple, Internal()],
    align: Annotated[str, Internal()],
):
    """y = each matrix with `diagonal` in place of its diagonals k"""
    layout = _of_matrix(input, k, align)
    if diagonal.shape != input.shape[:-2] + layout.shape:
        raise error(InvalidArgumentError, f"diagonals {diagonal.shape} do not fit matrices {input.shape}")
    y = input.copy()
    y[layout.at] = diagonal[layout.packed]
    return y


@_set_diag.vjp
def _(ct, y, input, diagonal, k, align):
    nothing = zeros(diagonal._array.shape, ct.dtype)
    return set_diag(ct, nothing, k=k, align=align), diag_part(ct, k=k, align=align)


def _for_bools(x, padding_value):
    return bool(padding_value) if getattr(x, "dtype", None) == "bool" else padding_value


@composed("linalg.diag")
def diag(
    diagonal: Annotated[Tensor, Anything(1, dtypes=SERVED, listed=STRING)],
    name="diag",
    k: Annotated[int | tuple, Diagonals("diagonal", packed=True)] = 0,
    num_rows=-1,
    num_cols=-1,
    padding_value: Annotated[float, Among(0, 1, -2)] = 0,
    align: Annotated[str, Among(*ALIGNMENTS)] = "RIGHT_LEFT",
):
    """y = matrices with `diagonal` on diagonal k, or on the diagonals from k[0] to k[1]"""
    return _diag(diagonal, k, num_rows, num_cols, _for_bools(diagonal, padding_value), align)


@composed("linalg.diag_part")
def diag_part(
    input: Annotated[Tensor, Anything(2, dtypes=SERVED, listed=STRING)],
    name="diag_part",
    k: Annotated[int | tuple, Diagonals("input")] = 0,
    padding_value: Annotated[float, Among(0, 1, -2)] = 0,
    align: Annotated[str, Among(*ALIGNMENTS)] = "RIGHT_LEFT",
):
    """y = diagonal k of each matrix, or those from k[0] to k[1].

    Raises InvalidArgumentError for a diagonal outside the matrix.
    """
    return _diag_part(input, k, _for_bools(input, padding_value), align)


@composed("linalg.set_diag")
def set_diag(
    input: Annotated[Tensor, Anything(2, dtypes=SERVED, listed=STRING)],
    diagonal: Annotated[Tensor, DiagonalsOf("input", k="k")],
    name="set_diag",
    k: Annotated[int | tuple, Diagonals("input")] = 0,
    align: Annotated[str, Among(*ALIGNMENTS)] = "RIGHT_LEFT",
):
    """y = each matrix with `diagonal` in place of its diagonals k"""
    return _set_diag(input, diagonal, k, align)


@composed("linalg.trace")
def trace(x: Annotated[Tensor, Anything(2, dtypes=SERVED, listed=STRING)], name=None):
    """y = Σ of the main diagonal of each matrix"""
    from ..math.reductions import reduce_sum

    return reduce_sum(diag_part(convert_to_tensor(x)), [-1])
