"""Every quirk has a name in the source, an entry, facts, and a script that shows it on both modules."""

import importlib
import re
from collections import Counter

import pytest

from oracle_tests import quirks
from oracle_tests.facts import table
from oracle_tests.facts.subjects import SUBJECTS
from oracle_tests.subjects import ROOT, load

QUIRKS = quirks.load()
COUNTERS = {  # what remembers which warnings have been logged
    "reference": ("reference.logs", "_said"),
    "tensorflow": ("tensorflow.python.platform.tf_logging", "_log_counter_per_token"),
}
PROMISES = {  # of TensorFlow's documentation, and a fact that shows that it is not kept
    "gradient raises RuntimeError within the context of its tape": "L03",
    "gradient raises ValueError for a variable as target": "T06",
    "targets and sources may be composite tensors": "T20",
    "there is one of output_gradients for each target": "O08",
    "None among output_gradients means the target's own": "O10",
    "sparse tensors are composite tensors": "T19",
    "zeros have the shape of their source": "U05",
    "zeros for a ragged source are as ragged as it": "S19",
    "batch_jacobian gives None where nothing is connected": "B05",
    "batch_jacobian raises ValueError where rows do not match": "B02",
    "stop_recording raises RuntimeError where nothing is recorded": "L19",
    "watch raises ValueError for what is no tensor": "W41",
    "watch takes tensors at any time": "W43",
    "flags of the constructor are Booleans": "W01",
    "a tape that is not persistent answers once": "L09",
    "only operations on floats raise where they have no gradient": "G06",
    "a path of ints gives None": "T12",
    "a gradient has the shape of its source": "C04",
    "jacobian raises ValueError where vectorization fails": "J23",
    "parallel_iterations is a knob for tuning": "J12",
    "NONE gives [None]": "U01",
    "jacobian takes targets": "J06",
    "recompute_grad is only a trade of memory for time": "C25",
    "the gradient function of a custom gradient defines forward mode": "X06",
    "py_function is differentiable": "X03",
    "primals must be floating": "A07",
}


def test_the_names_and_facts_of_quirks_are_their_own():
    names = Counter(quirk.name for quirk in QUIRKS)
    own = Counter(id for quirk in QUIRKS for id in quirk.facts if id.startswith("Q"))
    assert len(QUIRKS) > 100
    assert max(names.values()) == max(own.values()) == 1


def test_each_quirk_has_an_entry_and_each_entry_a_quirk():
    assert quirks.apart() == set()


def test_the_facts_of_quirks_exist():
    known = {*table.load().ids, *table.tested()}
    assert {id for quirk in QUIRKS for id in quirk.facts if not id.startswith("Q")} <= known


@pytest.mark.parametrize("promise", PROMISES)
def test_a_promise_that_is_not_kept_is_a_quirk(promise):
    assert [quirk.name for quirk in QUIRKS if quirk.documented and PROMISES[promise] in quirk.facts]


@pytest.mark.parametrize("subject", SUBJECTS)
def test_the_scripts_print_what_their_entries_say(subject, monkeypatch):
    tf, logged = load(subject), importlib.import_module(COUNTERS[subject][0])
    printed = {}
    for quirk in QUIRKS:
        monkeypatch.setattr(logged, COUNTERS[subject][1], {})
        monkeypatch.setattr(tf.get_logger(), "filters", [])
        printed[quirk.name] = quirks.performed(quirk.script, tf).rstrip("\n")
    assert {q.name: printed[q.name] for q in QUIRKS if printed[q.name] != q.prints} == {}


def test_a_script_is_performed_up_to_what_it_raises(capfd):
    assert quirks.performed("print(tf + 1)\nprint(1 / 0)\nprint(2)", 1) == "2\nZeroDivisionError\n"
    assert capfd.readouterr().out == ""


GOOD = "Quirk a-name: it is so (W01)."


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f'"""{GOOD}"""', ("a-name", "it is so", ("W01",), 1, "")),
        (f"def f():\n    # {GOOD}\n    pass", ("a-name", "it is so", ("W01",), 2, "f")),
        (
            'class A:\n    def f():\n        """Does.  Quirk b: one (two)\n     three (W01,\n     X02)."""',
            ("b", "one (two) three", ("W01", "X02"), 3, "A.f"),
        ),
        ("# Quirk b: over two\n# lines (W01).\nx = 1", ("b", "over two lines", ("W01",), 1, "")),
        ("x = 1", None),
    ],
)
def test_a_quirk_is_read_from_comments_and_docstrings(tmp_path, text, found):
    (tmp_path / "file.py").write_text(text, "utf-8")
    read = [(q.name, q.sentence, q.facts, q.line, q.within) for q in quirks.said_in(tmp_path)]
    assert read == ([found] if found else [])


@pytest.mark.parametrize(
    "text",
    [
        "# quirk: it is so (W01).",
        "# Quirk a-name: it is so.",
        "# Quirk a-name: it is so (W1).",
        "# Quirk A: it is so (W01).",
        "# Quirk a-name: it is so (W01)",
        f"# Quirk a-name: no facts\n# {GOOD}",
        f"# {GOOD}\n# {GOOD}",
        f'"""Quirk a-name: ends here"""\n"""(W01)."""\n# {GOOD}',
        f"# {GOOD}  Its quirks.",
    ],
)
def test_any_other_form_is_found(tmp_path, text):
    (tmp_path / "file.py").write_text(text, "utf-8")
    with pytest.raises(quirks.Malformed, match=r"file\.py:\d"):
        quirks.said_in(tmp_path)


ENTRY = '[a-name]\nexpected = "so"\nscript = "print(1)"\nprints = "1"\n'


@pytest.mark.parametrize(
    ("entries", "problem"),
    [
        (ENTRY.replace('prints = "1"', ""), "a-name"),
        (ENTRY.replace('"so"', '" "'), "a-name"),
        (ENTRY.replace("expected", "documented") + 'expected = "so"', "a-name"),
        (ENTRY.replace("print(1)", r"1\n2\n3\n4"), "more than 3"),
    ],
)
def test_an_entry_is_whole(tmp_path, entries, problem):
    folder, file = tmp_path / "reference", tmp_path / "entries.toml"
    folder.mkdir()
    (folder / "file.py").write_text(f"# {GOOD}", "utf-8")
    file.write_text(ENTRY, "utf-8")
    (quirk,) = quirks.load(folder, file)
    assert (quirk.expected, quirk.documented, quirk.place) == ("so", False, "reference/file.py:1")
    file.write_text(entries, "utf-8")
    with pytest.raises(quirks.Malformed, match=problem):
        quirks.load(folder, file)


@pytest.mark.parametrize(
    ("entries", "names"),
    [(ENTRY, set()), ("", {"a-name"}), (ENTRY + ENTRY.replace("a-name", "b-name"), {"b-name"})],
)
def test_quirks_and_entries_belong_together(tmp_path, entries, names):
    (tmp_path / "file.py").write_text(f"# {GOOD}", "utf-8")
    (tmp_path / "entries.toml").write_text(entries, "utf-8")
    assert quirks.apart(tmp_path, tmp_path / "entries.toml") == names


def test_the_readme_shows_rows_of_the_table():
    from reports.quirks import markdown

    shown = re.findall(r"^\| .*`[a-z-]+` \|$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert len(shown) > 3
    assert set(shown) <= set(markdown(QUIRKS))


def test_a_fault_of_the_reference_is_no_outcome_of_a_script():
    with pytest.raises(AttributeError):
        quirks.performed("tf.GradientTape._start(5)", load("reference"))
