"""What TensorFlow was seen to do around its tape: one small test per fact, named by the fact's id."""
