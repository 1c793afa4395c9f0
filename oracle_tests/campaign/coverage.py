"""COVERAGE: what programs reached: endpoints that ran, endpoints that were walked back through, features.

An endpoint counts once for each statement that called it and did not raise.  It counts as walked back through
if a backward pass of the reference took a record that made the statement's result; that a composed endpoint's
inner records were walked without the last of them is left out.
"""

from collections import Counter

from reference.backprop import walked_with
from strategies import features
from strategies import program as p
from strategies.interpret import Machine


class Coverage:
    """Counts since the last `take`."""

    def __init__(self):
        self._run: Counter[str] = Counter()
        self._walked: Counter[str] = Counter()
        self._features: Counter[str] = Counter()
        self._statements = 0
        self._ids: set[int] = set()

    def watching(self) -> walked_with:
        """A context in which the reference runs one program, for `note` afterwards."""
        self._ids = set()
        return walked_with(self._see)

    def _see(self, entry, _cts, _answers) -> None:
        for result in entry.results:
            self._ids.add(result.id)

    def note(self, program: p.Program, machine: Machine) -> None:
        """Counts `program`, which `machine` has run."""
        self._features.update(features.of(program))
        for statement in p.statements(program.body):
            self._statements += 1
            name, out = endpoint(statement), getattr(statement, "out", "")
            if name is not None and out in machine.names:
                self._run[name] += 1
                if self._is_walked(machine.names[out]):
                    self._walked[name] += 1

    def _is_walked(self, value) -> bool:
        if isinstance(value, list | tuple):
            return any(map(self._is_walked, value))
        return getattr(value, "id", None) in self._ids

    def take(self) -> dict:
        """The counts as JSON's values, and begins anew."""
        endpoints = {name: [count, self._walked[name]] for name, count in sorted(self._run.items())}
        taken = {
            "endpoints": endpoints,
            "features": dict(sorted(self._features.items())),
            "statements": self._statements,
        }
        self._run.clear()
        self._walked.clear()
        self._features.clear()
        self._statements = 0
        return taken


def endpoint(statement) -> str | None:
    """The name under which a statement's call is counted, if it is a call."""
    match statement:
        case p.Apply():
            return statement.function
        case p.Operate():
            return f"operator {statement.operator}"
        case _:
            return None
