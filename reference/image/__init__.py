"""Images: tensors of shape [..., height, width, channels]."""

from ..namespaces import only_names
from .adjusting import (
    adjust_brightness,
    adjust_contrast,
    adjust_gamma,
    adjust_hue,
    adjust_saturation,
    per_image_standardization,
)
from .colours import (
    grayscale_to_rgb,
    hsv_to_rgb,
    rgb_to_grayscale,
    rgb_to_hsv,
    rgb_to_yiq,
    rgb_to_yuv,
    yiq_to_rgb,
    yuv_to_rgb,
)
from .cropping import crop_and_resize, extract_patches
from .formats import convert_image_dtype
from .measures import image_gradients, psnr, sobel_edges, ssim, ssim_multiscale, total_variation
from .places import (
    central_crop,
    crop_to_bounding_box,
    flip_left_right,
    flip_up_down,
    pad_to_bounding_box,
    resize_with_crop_or_pad,
    rot90,
    transpose,
)
from .resizing import resize, resize_with_pad

only_names(__name__)
