"""RANDOM: the reference draws no random numbers yet; a seed may be set."""


def set_seed(seed):
    """Takes anything, as TensorFlow does, and changes nothing."""
