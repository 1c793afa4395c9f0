"""`tf.nn`"""

from ..arrays.batches import space_to_batch
from ..arrays.gathering import embedding_lookup
from ..math.elementwise import sigmoid, tanh
from ..math.norms import l2_loss, l2_normalize
from ..math.ordering import top_k
from ..math.sums import zero_fraction
from ..namespaces import only_names
from ..sparse.embedding import embedding_lookup_sparse
from . import experimental
from .activations import log_softmax, softmax
from .blocks import depth_to_space, space_to_depth
from .convolutions import conv1d, conv2d, conv3d
from .cross_entropy import (
    sigmoid_cross_entropy_with_logits,
    softmax_cross_entropy_with_logits,
    weighted_cross_entropy_with_logits,
)
from .depthwise import (
    depthwise_conv2d,
    depthwise_conv2d_backprop_filter,
    depthwise_conv2d_backprop_input,
    separable_conv2d,
)
from .dilated import atrous_conv2d, atrous_conv2d_transpose, convolution
from .dropout import dropout
from .local_response import local_response_normalization
from .local_response import local_response_normalization as lrn
from .losses import sparse_softmax_cross_entropy_with_logits
from .morphology import dilation2d, erosion2d
from .normalization import batch_normalization, bias_add, moments
from .pooling import (
    avg_pool,
    avg_pool1d,
    avg_pool2d,
    avg_pool3d,
    max_pool,
    max_pool1d,
    max_pool2d,
    max_pool3d,
)
from .pooling_places import max_pool_with_argmax, pool
from .rectifiers import crelu, elu, leaky_relu, relu, relu6, selu
from .sampled_losses import nce_loss, sampled_softmax_loss
from .smooth import gelu, silu, softplus, softsign
from .smooth import silu as swish
from .statistics import (
    batch_norm_with_global_normalization,
    compute_average_loss,
    log_poisson_loss,
    normalize_moments,
    scale_regularization_loss,
    sufficient_statistics,
    weighted_moments,
)
from .through_batches import with_space_to_batch
from .transposed import conv1d_transpose, conv2d_transpose, conv3d_transpose, conv_transpose

only_names(__name__, keep=("experimental",))
