"""RECOGNITION: a disagreement that has been seen often enough is counted, not examined again.

Two programs look alike if they have one signature: kind, statement, function and classes of errors.  Where a
gradient differs, the signature names no function; then a bucket is only a candidate if the operation that it
blames was walked back through.  Some of those that are recognised are examined all the same, so that a
disagreement cannot hide for long behind another that looks like it.
"""

from collections.abc import Callable
from dataclasses import astuple

import reference
from reference.backprop import walked_with
from reference.primitive import REGISTRY
from reference.record import Record
from strategies import program as p
from strategies.interpret import Machine, at

from ..examine import Signature

CONFIRMATIONS = 3  # examinations of a bucket before programs that look like it are only counted
AGAIN = 8  # of the programs that are recognised, each so-and-so-manyth is examined


class Memory:
    """Which buckets have been found behind which signatures."""

    def __init__(self, known: list | None = None):
        """`known` is what `as_json` gave elsewhere."""
        self._seen: dict[
            tuple, dict[str, list]
        ] = {}  # signature: {bucket id: [confirmed, recognised, where]}
        for signature, buckets in known or ():
            self._seen[_key(signature)] = buckets

    def recognise(self, signature: Signature, walked: Callable[[], frozenset[str]]) -> str | None:
        """The id of the bucket to count a program under; None if the program is to be examined.

        `walked()` names the operations that were walked back through in the statement that differs.
        """
        buckets = self._seen.get(_key(astuple(signature)), {})
        sure = {id: entry for id, entry in buckets.items() if entry[0] >= CONFIRMATIONS}
        if not sure:
            return None
        if walks_back(signature.statement):
            operations = walked()
            sure = {id: entry for id, entry in sure.items() if is_plausible(entry[2], operations)}
        if not sure:
            return None
        id, entry = max(sure.items(), key=lambda item: (item[1][0], item[0]))
        entry[1] += 1
        return None if entry[1] % AGAIN == 0 else id

    def learn(self, signature: Signature, id: str, where: str) -> None:
        """Notes that a program was examined, and fell into the bucket `id`."""
        buckets = self._seen.setdefault(_key(astuple(signature)), {})
        buckets.setdefault(id, [0, 0, where])[0] += 1

    def as_json(self) -> list:
        return [[signature, buckets] for signature, buckets in self._seen.items()]


def merged(base: list, memories: list[list]) -> list:
    """What several shards knew at their ends that all began with `base`; see `Memory.as_json`."""
    first = {_key(signature): buckets for signature, buckets in base}
    total: dict[tuple, dict[str, list]] = {key: {id: [*e] for id, e in b.items()} for key, b in first.items()}
    for memory in memories:
        for signature, buckets in memory:
            key = _key(signature)
            for id, (confirmed, recognised, where) in buckets.items():
                before = first.get(key, {}).get(id, [0, 0, where])
                entry = total.setdefault(key, {}).setdefault(id, [0, 0, where])
                entry[0] += confirmed - before[0]
                entry[1] += recognised - before[1]
    return [[key, buckets] for key, buckets in total.items()]


def _key(signature) -> tuple:
    return tuple(tuple(item) if isinstance(item, list | tuple) else item for item in signature)


def walks_back(statement: str) -> bool:
    """Whether a kind of statement makes a tape go back through its records."""
    return statement in ("Gradient", "Jacobian", "BatchJacobian", "Jvp")


def is_plausible(where: str, operations: frozenset[str]) -> bool:
    """Whether a bucket's `where` can be in a gradient that walked back through `operations`."""
    blamed = where.split(" ", 1)[0]
    return blamed not in REGISTRY or blamed in operations


def walked_operations(program: p.Program, path: tuple[int, ...]) -> frozenset[str]:
    """The operations that the reference walks back through in the statement at `path`."""
    return frozenset(entry.operation.name for entry, _ in walked_records(program, path))


def walked_records(program: p.Program, path: tuple[int, ...]) -> list[tuple[Record, list]]:
    """The records that the reference walks back through in the statement at `path`, with their cotangents."""
    machine = _Following(reference)
    forward = isinstance(at(program, path), p.Jvp)  # which answers with what was walked before, or after
    found = []

    def see(entry, cts, _answers):
        if machine.at == path or forward:
            found.append((entry, list(cts)))

    with walked_with(see):
        machine.run_program(program)
    return found


class _Following(Machine):
    """A machine that says which statement it has begun."""

    at: tuple[int, ...] = ()

    def run(self, statement, path):
        self.at = path
        return super().run(statement, path)
