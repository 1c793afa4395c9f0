"""Who is wrong where the reference and another side differ: `judge` asks witnesses that are neither.

formulas       what a primitive's result should be, in 50 digits
finite         derivatives of one primitive from values alone;  whole: those of a program
forward_mode   the subject's own jvp, against its own gradient
pinned         facts of TensorFlow, run on both sides;  laws: the few that need no running
"""
