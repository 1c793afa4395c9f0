"""GENERATORS: sources of random numbers that go on from call to call, each by itself."""

import math

import numpy as np

from ..errors import InvalidArgumentError, error
from ..tensor import convert_to_tensor
from ..variable import Variable
from . import philox
from .drawing import drawn, floating, shape_sizes

_BLOCKS_A_NUMBER = 256
_WORD = 2**64 - 1


def _signed(number):
    """The int of 64 bits with a sign that has the bits of `number`."""
    return (number & _WORD) - ((number >> 63 & 1) << 64)


class Generator:
    """A counter of 128 bits and a key of 64, in a variable of three ints."""

    def __init__(self, state):
        self.state = Variable(np.array(state, np.int64), trainable=False)

    @classmethod
    def from_seed(cls, seed, alg=None):
        """The bits of an int, 64 to a part, lowest first."""
        return cls([_signed(seed >> 64 * i) for i in range(3)])

    @classmethod
    def from_state(cls, state, alg=None):
        """Begins where another generator, whose state this was, stood.  Raises InvalidArgumentError."""
        numbers = convert_to_tensor(state).numpy()
        if numbers.shape != (3,):
            raise error(InvalidArgumentError, f"state must have shape [3], not {list(numbers.shape)}")
        return cls(numbers)

    @property
    def key(self):
        return self.state[2]

    @property
    def algorithm(self):
        return 1

    def skip(self, delta):
        """Goes on as if `delta` numbers had been drawn; the state from before."""
        before = self.state.read_value()
        low, high, key = before.numpy().tolist()
        counter = (low & _WORD | (high & _WORD) << 64) + _BLOCKS_A_NUMBER * int(delta)
        self.state.assign(np.array([_signed(counter), _signed(counter >> 64), key], np.int64))
        return before

    def _drawn(self, distribution, shape, dtype):
        sizes = shape_sizes(shape)
        low, high, key = self.skip(math.prod(sizes)).numpy().tolist()
        source = philox.Source(philox.halves(key), low & _WORD | (high & _WORD) << 64)
        return drawn(distribution, source, sizes, dtype)

    def normal(self, shape, mean=0.0, stddev=1.0, dtype="float32", name=None):
        """Numbers of a normal distribution."""
        dtype = floating(dtype)
        mean, stddev = convert_to_tensor(mean, dtype), convert_to_tensor(stddev, dtype)
        return self._drawn(philox.normal, shape, dtype) * stddev + mean

    def truncated_normal(self, shape, mean=0.0, stddev=1.0, dtype="float32", name=None):
        """As `normal`, without numbers two deviations and more away from the mean."""
        dtype = floating(dtype)
        mean, stddev = convert_to_tensor(mean, dtype), convert_to_tensor(stddev, dtype)
        return self._drawn(philox.truncated_normal, shape, dtype) * stddev + mean

    def uniform(self, shape, minval=0, maxval=None, dtype="float32", name=None):
        """Numbers from `minval` to `maxval`, not included."""
        dtype = floating(dtype)
        low = convert_to_tensor(minval, dtype)
        high = convert_to_tensor(1 if maxval is None else maxval, dtype)
        return self._drawn(philox.uniform, shape, dtype) * (high - low) + low
