"""`tf.math.special`"""

from ...namespaces import only_names
from ..bessel import bessel_k0, bessel_k1
from ..integrals import dawsn, expint, fresnel_cos, fresnel_sin

only_names(__name__)
