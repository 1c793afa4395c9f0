"""`tf.random.experimental`"""

from ..generators import Generator
from ..shuffling import stateless_shuffle
