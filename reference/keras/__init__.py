"""KERAS: the part of `tf.keras` that people hand gradients to."""

from . import optimizers
