"""`tf.signal`"""

from ..namespaces import only_names
from .cosine import dct, idct
from .framing import fftshift, frame, ifftshift, overlap_and_add
from .real_transforms import irfft, irfft2d, irfft3d, rfft, rfft2d, rfft3d
from .spectra import inverse_mdct, inverse_stft, mdct, mfccs_from_log_mel_spectrograms, stft
from .transforms import fft, fft2d, fft3d, ifft, ifft2d, ifft3d
from .windows import hamming_window, hann_window, vorbis_window

only_names(__name__)
