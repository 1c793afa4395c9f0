"""What ends TensorFlow's process raises a clear error of the reference.

The scripts run on TensorFlow in processes of their own, all at once.
"""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

import reference
from reference.errors import InternalError

SCRIPTS = {
    "O08": """
x = tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = x * x
    z = y + x
tape.gradient([y, z], x, [tf.constant(10.0)])
""",
    "O11": """
x = tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = x * x
tape.gradient([y, x], x, [tf.constant(10.0), None])
""",
    "X11": """
import threading
x = tf.constant(3.0)
caught = []
def ask():
    try:
        tape.gradient(y, x)
    except Exception as problem:
        caught.append(problem)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = x * x
    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    z = x * x
if caught:
    raise caught[0]
tape.gradient(z, x)
""",
    "fewer dimensions": "tf.scatter_nd([[[0]], [[1]]], [1.0, 2.0], [3])",
    "fewer dimensions than": "tf.tensor_scatter_nd_max([1.0, 2.0, 3.0], [[[0]], [[1]]], [1.0, 2.0])",
}


@pytest.mark.parametrize("fact", SCRIPTS)
def test_the_reference_says_what_would_end_the_process(fact):
    with pytest.raises(InternalError, match=fact):
        exec(SCRIPTS[fact], {"tf": reference})


@pytest.fixture(scope="module")
def ends() -> Iterator[dict[str, int]]:
    """The exit status of each script on TensorFlow; a negative one is the number of a signal."""
    quiet = os.environ | {"TF_CPP_MIN_LOG_LEVEL": "3", "TF_ENABLE_ONEDNN_OPTS": "0"}
    children = {
        fact: subprocess.Popen(
            [sys.executable, "-c", f"import tensorflow as tf\n{script}"],
            env=quiet,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for fact, script in SCRIPTS.items()
    }
    try:
        yield {fact: child.wait(timeout=300) for fact, child in children.items()}
    finally:
        for child in children.values():
            child.kill()


@pytest.mark.oracle
@pytest.mark.parametrize("fact", SCRIPTS)
def test_the_process_of_tensorflow_ends_by_a_signal(fact, ends):
    assert ends[fact] < 0
