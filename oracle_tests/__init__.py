"""What is asserted: programs run on the reference and on TensorFlow, and every observable outcome must
agree.
"""
