"""Tests of the reference: its tape against TensorFlow, its operations against mathematics."""
