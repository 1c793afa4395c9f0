"""ARRAYS: what TensorFlow keeps at its top level: shapes, joining, slicing, gathering."""
