"""`tf.math.special`"""

from ...namespaces import only_names
from ..bessel import (
    bessel_i0,
    bessel_i0e,
    bessel_i1,
    bessel_i1e,
    bessel_j0,
    bessel_j1,
    bessel_k0,
    bessel_k0e,
    bessel_k1,
    bessel_k1e,
    bessel_y0,
    bessel_y1,
)
from ..integrals import dawsn, expint, fresnel_cos, fresnel_sin, spence

only_names(__name__)
