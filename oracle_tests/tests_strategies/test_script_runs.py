"""The script form, run as a script, yields what the interpreter yielded: both sides share the interpreter, so
this is what stands between a fault of it and agreement."""

import contextlib
import io
import random
import warnings

import numpy as np
import pytest

from oracle_tests import subjects
from oracle_tests.agree import _match, compare
from strategies import script, wellformed
from strategies.interpret import Machine, interpret
from strategies.interpret.observing import array_of, observed
from strategies.outcome import Raised
from strategies.programs import CHOICES, unpack

from .runnable import RUNNABLE


def _run(program, module, tf):
    """The names that a script leaves behind, and what it printed."""
    machine = interpret(program, tf)
    raising = frozenset(
        q for q, o in zip(machine.paths, machine.outcomes, strict=True) if isinstance(o, Raised) and q
    )
    text = script.script(program, module=module, raising=raising)
    namespace: dict = {}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        exec(compile(text, "<script>", "exec"), namespace)
    return machine, namespace, printed.getvalue().split()


def _compare(machine: Machine, namespace: dict):
    tf = machine.tf
    for name, value in machine.names.items():
        if "[" in name or any(hasattr(value, word) for word in _UNSEEN):
            continue
        pairs = [(observed(namespace[name], tf, namespace), observed(value, tf, machine.names))]
        if isinstance(value, tf.Variable):
            pairs.append((array_of(namespace[name], tf), array_of(value, tf)))
        for seen, meant in pairs:
            parted: list = []
            assert _match(seen, meant, (), lambda *where, to=parted: to.append(where)) is None, name
            assert parted == [], name


_UNSEEN = ("gradient", "jvp", "apply_gradients", "trainable_variables", "__call__")  # of what shows nothing


def _errors(machine):
    return [
        o.error for q, o in zip(machine.paths, machine.outcomes, strict=True) if isinstance(o, Raised) and q
    ]


@pytest.mark.parametrize("start", range(0, 300, 30))
def test_on_the_reference(start):
    for i in range(start, start + 30):
        machine, namespace, printed = _run(
            unpack(random.Random(i).randbytes(CHOICES)).program, "reference", subjects.load("reference")
        )
        _compare(machine, namespace)
        assert printed == _errors(machine)


@pytest.mark.oracle
@pytest.mark.parametrize("start", range(0, 120, 30))
def test_on_tensorflow(start):
    for i in range(start, start + 30):
        machine, namespace, printed = _run(
            unpack(random.Random(i).randbytes(CHOICES)).program, "tensorflow", subjects.load("tensorflow")
        )
        _compare(machine, namespace)
        assert printed == _errors(machine)


MISSING = ("jacobians", "RaggedTensor", "SparseTensor")  # of the reference


@pytest.mark.oracle
def test_programs_with_bodies_run_on_tensorflow_as_their_scripts_do():
    for program in RUNNABLE.values():
        machine, namespace, printed = _run(program, "tensorflow", subjects.load("tensorflow"))
        _compare(machine, namespace)
        assert printed == _errors(machine)


@pytest.mark.parametrize("name", RUNNABLE)
def test_programs_with_bodies_run_on_the_reference_as_their_scripts_do(name):
    wellformed.check(RUNNABLE[name])
    machine, namespace, printed = _run(RUNNABLE[name], "reference", subjects.load("reference"))
    _compare(machine, namespace)
    assert printed == _errors(machine)


@pytest.mark.oracle
@pytest.mark.parametrize("name", [n for n in RUNNABLE if n not in MISSING])
def test_programs_with_bodies_agree(name):
    program = RUNNABLE[name]
    ours, theirs = (interpret(program, subjects.load(subject)) for subject in ("reference", "tensorflow"))
    assert compare(program, ours, theirs).difference is None
