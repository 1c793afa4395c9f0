"""COVERAGE: what programs reached: endpoints by dtype and order of derivative, and features.

An endpoint counts once for each statement that called it and did not raise.  It counts in *first* order if a
backward pass of the reference took a record that made the statement's result, and in *second* order if one
took a record that the gradient rule of such a record had left on an outer tape.  What
stands in the body of a function or loop counts once, however often it ran.  That a composed endpoint's inner
records were walked without the last of them is left out.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from reference.backprop import walked_with
from reference.dtypes import as_dtype
from reference.operands import Internal
from reference.primitive import ENDPOINTS
from reference.record import new_id, recording
from reference.traced import prepares
from reports.conformance import ORDERS
from strategies import features, words
from strategies import program as p
from strategies.interpret import Machine, followed_by
from strategies.outcome import Raised, Returned


class Walks:
    """What the backward passes of one program walked back through, by ids of tensors.

    Rules are kept in mind where a tape records them; `always`, where none does too.  `calls` are those in the
    bodies of functions and loops: the dtype of each, and the ids of its results.
    """

    def __init__(self, always: bool = False):
        self.always = always
        self.first: set[int] = set()  # results of records that were taken
        self.second: set[int] = set()  # and of records whose rule left a record that was taken
        self.rules: list = []  # of the records whose rules have begun: the record, and
        self.begins: list[int] = []  # the first of the ids given out meanwhile
        self.ends: list[int] = []  # and the last
        self.calls: dict[int, tuple[p.Statement, str, set[int]]] = {}  # by the identity of the statement

    @contextmanager
    def watching(self) -> Iterator[None]:
        """A context in which the reference runs the program."""
        with walked_with(self.see, self.begin), followed_by(lambda _: None, self.called):
            yield

    def called(self, statement: p.Statement, names) -> None:
        if isinstance(statement, p.Apply | p.Operate | p.Index):
            value = names[statement.out]
            _, _, ids = self.calls.setdefault(
                id(statement), (statement, _dtype(_operands(statement), names, value), set())
            )
            ids.update(_ids(value))

    def begin(self, entry) -> None:
        if prepares():
            return
        if recording.tapes or self.always:
            self.rules.append(entry)
            self.begins.append(new_id())
            self.ends.append(0)

    def see(self, entry, _cts, _answers) -> None:
        if prepares():
            return
        for result in entry.results:
            self.first.add(result.id)
        if self.rules:
            if self.rules[-1] is entry and not self.ends[-1]:
                self.ends[-1] = new_id()
            owner = self.rule_of(entry.results[0].id)
            if owner is not None:
                for result in owner.results:
                    self.second.add(result.id)

    def rule_of(self, id: int):
        """The record whose rule made the tensor `id`; None if none did."""
        i = bisect_right(self.begins, id) - 1
        return self.rules[i] if i >= 0 and id < self.ends[i] else None


class Coverage:
    """Counts since the last `take`."""

    def __init__(self):
        self._cells: dict[tuple[str, str], list[int]] = {}
        self._features: Counter[str] = Counter()
        self._together: Counter[tuple[str, ...]] = Counter()  # features of the tape, in their order
        self._statements = 0
        self._draws: dict[str, list[int]] = {}
        self._walks = Walks()

    def watching(self) -> AbstractContextManager[None]:
        """A context in which the reference runs one program, for `note` afterwards."""
        self._walks = Walks()
        return self._walks.watching()

    def note(self, program: p.Program, machine: Machine, agreed: bool) -> None:
        """Counts `program`, which `machine` has run; `agreed` is what came of it in the end."""
        found = features.of(program)
        if any(isinstance(outcome, Raised) for outcome in machine.outcomes):
            found |= {"error"}
        self._features.update(found)
        self._together[tuple([name for name in features.TAPE_FEATURES if name in found])] += 1
        self._statements += p.size(program)
        for name, dtype, order in exercised(program, machine, self._walks):
            cell = self._cells.get((name, dtype))
            if cell is None:
                cell = self._cells[name, dtype] = [0] * (2 * len(ORDERS))
            for i in range(order + 1):
                cell[2 * i] += 1
                cell[2 * i + 1] += agreed

    def note_draws(self, draws: dict[str, list[int]]) -> None:
        """Counts how often functions were drawn, see `strategies.programs.Drawn`."""
        for name, counts in draws.items():
            before = self._draws.get(name, (0, 0, 0))
            self._draws[name] = [a + b for a, b in zip(before, counts, strict=True)]

    def take(self) -> dict:
        """The counts as JSON's values, and begins anew.

        An endpoint has for each dtype six numbers: in each order how often it was exercised, and how often
        of these in a program that agreed.  `together` has the features of the tape that programs had, and
        how many had just these.
        """
        endpoints: dict[str, dict[str, list[int]]] = {}
        for (name, dtype), counts in sorted(self._cells.items()):
            endpoints.setdefault(name, {})[dtype] = counts
        taken = {
            "endpoints": endpoints,
            "features": dict(sorted(self._features.items())),
            "together": [[list(names), count] for names, count in self._together.items()],
            "statements": self._statements,
            "draws": self._draws,
        }
        self._cells, self._draws = {}, {}
        self._features.clear()
        self._together.clear()
        self._statements = 0
        return taken


def exercised(program: p.Program, machine: Machine, walks: Walks) -> list[tuple[str, str, int]]:
    """The calls of endpoints that did not raise: endpoint, dtype, and the highest order reached."""
    found, names, deleted = [], machine.names, None
    for path, statement in _calls(program.body, ()):
        if statement.out in names:
            value = names[statement.out]
            order = 2 if _among(value, walks.second) else 1 if _among(value, walks.first) else 0
        else:
            if deleted is None:
                deleted = dict(zip(machine.paths, machine.outcomes, strict=True))
            outcome = deleted.get(path)
            if not isinstance(outcome, Returned):
                continue
            value, order = outcome.value, 0
        found.append((endpoint(statement) or "", _dtype(_operands(statement), names, value), order))
    there = set(map(id, p.statements(program.body)))  # and not only in what was tried while it was drawn
    for statement, dtype, ids in walks.calls.values():
        if id(statement) not in there:
            continue
        order = 2 if ids & walks.second else 1 if ids & walks.first else 0
        found.append((endpoint(statement) or "", dtype, order))
    return found


def _operands(statement: p.Apply | p.Operate | p.Index) -> tuple[p.Tree, ...]:
    return (statement.tensor,) if isinstance(statement, p.Index) else statement.operands


def _ids(value) -> set[int]:
    if isinstance(value, list | tuple):
        return {id for item in value for id in _ids(item)}
    return {value.id} if isinstance(getattr(value, "id", None), int) else set()


def _calls(body, path):
    for i, statement in enumerate(body):
        if isinstance(statement, p.Apply | p.Operate | p.Index):
            yield (*path, i), statement
        elif isinstance(statement, p.Scope):
            yield from _calls(statement.body, (*path, i))


def _among(value, ids: set[int]) -> bool:
    if isinstance(value, list | tuple):
        return any(_among(item, ids) for item in value)
    return getattr(value, "id", None) in ids


def _dtype(operands, names, result) -> str:
    """That of the first operand that a tape can follow, else of the first operand, else of the result."""
    first = None
    for operand in operands:
        for name in p.leaves(operand):
            dtype = getattr(names.get(name), "dtype", None)
            if dtype is not None:
                dtype = as_dtype(dtype)
                if dtype.is_differentiable:
                    return dtype.name
                first = first or dtype
    while isinstance(result, list | tuple) and result:
        result = result[0]
    if first is None and hasattr(result, "dtype"):
        first = as_dtype(result.dtype)
    return first.name if first is not None else "none"


def endpoint(statement) -> str | None:
    """The name under which a statement's call is counted, if it is a call."""
    match statement:
        case p.Apply():
            function = ENDPOINTS.get(statement.function)
            return statement.function if function is None else function.name
        case p.Operate():
            return f"operator {statement.operator}"
        case p.Index():
            return "operator []"
        case _:
            return None


def possible() -> dict[str, tuple[str, ...]]:
    """All endpoints and operators, with the dtypes that they are declared for; none where that is open."""
    functions = {
        f.name: _declared(f.domains.values())
        for f in ENDPOINTS.values()
        if not any(isinstance(d, Internal) for d in f.domains.values())  # which only operators call
    }
    others = (*words.HIGHER, *words.COMPOSITES, *words.OF_COMPOSITES)
    functions |= {name: () for name in others if name not in ENDPOINTS}
    return functions | {f"operator {o}": () for o in (*p.BINARY_OPERATORS, *p.UNARY_OPERATORS, "[]")}


def _declared(domains) -> tuple[str, ...]:
    """The dtypes of the first operand that a tape can follow, or else of the first."""
    choices = [d.dtypes for d in domains if d.role != "attribute" and d.dtypes]
    followed = (dtypes for dtypes in choices if any(d.is_differentiable for d in dtypes))
    return tuple(d.name for d in next(followed, choices[0] if choices else ()))
