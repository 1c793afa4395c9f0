"""`tf.nn.experimental`"""

from ..dropout import general_dropout, stateless_dropout
