"""SCRIPTS: a user's TensorFlow script, run on both sides as it is; what it prints and raises is compared."""
