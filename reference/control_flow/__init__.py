"""Loops and branches over Python functions; visible at the top level of `tf`."""
