"""`python -m oracle_tests run`: the verdict, what is shown, and everything that may go wrong."""

import time

import pytest

from oracle_tests.campaign.process import HarnessFailure, WrongUse
from oracle_tests.scripts import sides
from oracle_tests.scripts.run import run
from oracle_tests.scripts.sides import Command
from oracle_tests.tests_campaign import commands

CHANGED = "oracle_tests.tests_scripts.changed"
SCRIPT = (
    "import tensorflow as tf\n"
    "x = tf.Variable(0.5)\n"
    "print('x', x.numpy())\n"
    "with tf.GradientTape() as tape:\n"
    "    y = tf.tanh(x)\n"
    "print('y', y.numpy())\n"
    "print('g', tape.gradient(y, x).numpy())\n"
)


TENSORFLOW = """
import sys
import tensorflow as tf
from tensorflow.keras import optimizers

x = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    y = tf.reduce_sum(tf.sin(x))
print("before")
tf.print("past Python", x, output_stream=sys.stdout)
print(tape.gradient(y, x), type(x), hasattr(tf, "contrib"))
try:
    tf.matmul(x, x)
except Exception as problem:
    print(f"{type(problem).__name__}: {problem}")
print(tf.__version__, isinstance(optimizers.SGD(0.1), tf.keras.optimizers.SGD))
sys.exit(4)
"""


@pytest.fixture
def perform(tmp_path, monkeypatch):
    """Runs a text as a script, against the reference itself or against a subject "changed" in this way."""

    def perform(text, how=None, limit=60.0):
        file = tmp_path / "script.py"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        monkeypatch.setenv("CHANGED", how or "")
        monkeypatch.chdir(tmp_path)
        if how is None:
            return run(Command(file, (), (), limit), "reference")
        return run(Command(file, (), (CHANGED,), limit), "changed")

    return perform


def test_the_command_line_passes_on_what_follows_the_script(tmp_path):
    text = SCRIPT + "import sys\nprint(sys.argv[1:])\nprint('aside', file=sys.stderr)\n"
    (tmp_path / "script.py").write_text(text)
    arguments = ("run", "--subject", "reference", "script.py", "--programs", "3")
    result = commands.run(*arguments, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout == "reference and reference print the same, 4 lines\n"
    assert result.stderr.count("aside") == 2


def test_the_command_line_exits_with_1_where_sides_differ(tmp_path):
    (tmp_path / "script.py").write_text(SCRIPT)
    arguments = ("run", "--subject", "changed", "--import", CHANGED, "script.py")
    result = commands.run(*arguments, cwd=tmp_path, CHANGED="raises")
    assert result.returncode == 1, result.stderr
    assert result.stdout.startswith("what is printed differs, in line 2:\n")
    assert "changed on standard error:\nTraceback" in result.stderr


def test_the_command_line_exits_with_2_for_a_name_that_the_reference_lacks(tmp_path):
    (tmp_path / "script.py").write_text("import tensorflow as tf\nprint(hasattr(tf, 'only_here'))\n")
    arguments = ("run", "--subject", "changed", "--import", CHANGED, "script.py")
    result = commands.run(*arguments, cwd=tmp_path, CHANGED="wrong")
    assert result.returncode == 2
    assert result.stderr == "error: not in the reference: tf.only_here\n"


@pytest.mark.parametrize(("name", "reason"), [("missing.py", "No such file"), (".", "directory")])
def test_the_command_line_exits_with_2_for_what_is_no_file(tmp_path, name, reason):
    result = commands.run("run", name, cwd=tmp_path)
    assert result.returncode == 2
    assert reason in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.oracle
def test_a_script_prints_the_same_on_tensorflow_itself(tmp_path):
    (tmp_path / "script.py").write_text(TENSORFLOW)
    result = commands.run("run", "script.py", cwd=tmp_path)
    assert result.returncode == 0, result.stdout + result.stderr
    assert (
        result.stdout == "reference and tensorflow print the same, 5 lines; both SystemExit, exit status 4\n"
    )


@pytest.mark.oracle
def test_a_name_that_the_reference_lacks_is_named_although_it_was_caught(tmp_path):
    text = (
        'import tensorflow as tf\ntry:\n    tf.summary.scalar("a", 1.0)\nexcept AttributeError:\n    pass\n'
    )
    (tmp_path / "script.py").write_text(text)
    result = commands.run("run", "script.py", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "error: not in the reference: tf.summary.scalar\n"


def test_numbers_within_rounding_are_the_same(perform):
    assert not perform(SCRIPT, "rounded").differs


def test_the_first_line_that_differs_is_shown_from_both_sides(perform):
    assert perform(SCRIPT, "wrong").lines == (
        "what is printed differs, in line 2:",
        "      1  x 0.5",
        "*     2",
        "         reference  y 0.4621172",
        "         changed    y 1.4621172",
    )


def test_an_error_on_one_side_is_shown(perform):
    result = perform(SCRIPT, "raises")
    assert "         changed    (nothing more)" in result.lines
    assert result.lines[-3:] == (
        "the end differs:",
        "         reference  ended",
        "         changed    raised ValueError: another message",
    )


def test_equal_errors_with_other_messages_are_the_same(perform):
    text = "import tensorflow as tf\ntry:\n    tf.tanh(1.0)\nfinally:\n    raise ValueError('mine')\n"
    result = perform(text, "raises")
    assert not result.differs
    assert result.lines == ("reference and changed print the same, no line; both raised ValueError: mine",)


def test_a_name_that_neither_side_has_is_an_ordinary_error(perform):
    result = perform("import tensorflow as tf\ntf.nobody_has_it\n")
    assert not result.differs
    assert "both raised AttributeError" in result.lines[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = = 1", "is not Python: invalid syntax, line 1"),
        ("x = 1\0", "is not Python"),
        (b"x = '\xff'", "is not Python"),
    ],
    ids=["syntax", "nul", "no UTF-8"],
)
def test_what_is_no_python_is_wrong_use(perform, text, message):
    with pytest.raises(WrongUse, match=message):
        perform(text)


@pytest.mark.parametrize(
    ("subject", "imports", "message"),
    [("jax", (), "no subject is named 'jax'"), ("reference", ("no_such_module",), "--import")],
)
def test_a_side_that_is_not_there_is_wrong_use(tmp_path, subject, imports, message):
    (tmp_path / "script.py").write_text("")
    with pytest.raises(WrongUse, match=message):
        run(Command(tmp_path / "script.py", (), imports), subject)


def test_a_side_that_dies_is_no_difference_but_a_failure(perform):
    with pytest.raises(HarnessFailure, match="the process of changed ended with SIGABRT"):
        perform(SCRIPT, "aborts")


def test_a_script_that_ends_its_process_the_same_way_is_the_same(perform):
    result = perform("import os\nprint('x', flush=True)\nos._exit(5)\n")
    assert not result.differs
    assert "1 line; both ended with exit status 5" in result.lines[0]


def test_a_script_that_does_not_end_is_ended_with_its_children(perform, tmp_path):
    text = "import os\nchild = os.fork()\nif child: open('child', 'w').write(str(child))\nwhile True: pass\n"
    with pytest.raises(HarnessFailure, match="has not ended on reference after 8 s; see --time-limit"):
        perform(text, limit=8.0)
    child = int((tmp_path / "child").read_text())
    assert _ends(child)


def _ends(process) -> bool:
    """Whether a process is gone, or a zombie, within ten seconds."""
    for _ in range(100):
        try:
            with open(f"/proc/{process}/stat", encoding="utf-8") as stream:
                if stream.read().rpartition(")")[2].split()[0] == "Z":
                    return True
        except FileNotFoundError:
            return True
        time.sleep(0.1)
    return False


def test_a_script_that_prints_without_end_is_ended(perform, monkeypatch):
    monkeypatch.setattr(sides, "MOST", 2**20)
    with pytest.raises(HarnessFailure, match="prints more than 1 MB on reference"):
        perform("while True:\n    print('x' * 100000)\n")


def test_a_script_gets_no_standard_input(perform):
    assert "both raised EOFError" in perform("input()\n").lines[0]


def test_bytes_that_are_no_text_are_shown_as_such(perform):
    text = (
        "import sys, tensorflow as tf\n"
        "sys.stdout.buffer.write(b'\\xff\\xfe' if float(tf.tanh(0.0)) > 0.5 else b'\\xff\\xfd')\n"
    )
    assert perform(text, "wrong").lines[-2:] == (
        "         reference  \\xff\\xfd",
        "         changed    \\xff\\xfe",
    )
