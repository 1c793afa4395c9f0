"""FORMATS: images in another dtype; of ints all of their range stands for [0, 1]."""

from typing import Annotated

from ..dtypes import FLOATING, INTEGER, as_dtype
from ..errors import error
from ..image_operands import Pictures
from ..math.arithmetic import floordiv, identity, multiply
from ..math.basics import cast
from ..math.casts import saturate_cast
from ..operands import Among, Flag
from ..primitive import composed
from ..tensor import Tensor, convert_to_tensor

IMAGES = (*FLOATING, *INTEGER)


@composed("image.convert_image_dtype")
def convert_image_dtype(
    image: Annotated[Tensor, Pictures(dtypes=FLOATING)],
    dtype: Annotated[str, Among("float32", "float64", "float16", "bfloat16", "uint8", "int16")],
    saturate: Annotated[bool, Flag()] = False,
    name=None,
):
    """Floats as other floats; ints divided by the largest of their dtype; floats times a little more than the
    largest int there is; ints by the quotient of ranges.

    With `saturate`, what has no place is clipped.  Raises AttributeError for other dtypes.
    """
    image, to = convert_to_tensor(image), as_dtype(dtype)
    for kind in (to, image.dtype):
        if not kind.is_floating and not kind.is_integer:
            raise error(AttributeError, "dtype must be either floating point or integer")
    if to is image.dtype:
        return identity(image)
    landed = saturate_cast if saturate else cast
    match (image.dtype.is_integer, to.is_integer):
        case (True, True):
            return _of_ints(image, to, landed)
        case (False, False):
            return cast(image, to)
        case (True, False):
            return multiply(cast(image, to), 1.0 / image.dtype.max)
    return landed(multiply(image, to.max + 0.5), to)


def _of_ints(image, to, landed):
    source, target = int(image.dtype.max) + 1, int(to.max) + 1
    if source > target:
        return landed(floordiv(image, source // target), to)
    return multiply(landed(image, to), target // source)
