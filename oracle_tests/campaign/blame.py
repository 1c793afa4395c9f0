"""BLAME: which cells of the matrix of endpoints a discrepancy names.

What localisation names may be an operation within an endpoint, or within its gradient rule.  So the minimal
program runs on the reference once more, and the endpoints are found whose calls, or whose rules, ran it.
"""

import re

import reference
from reference.primitive import ENDPOINTS, evaluated_by
from reference.record import new_id
from reports.conformance import ORDERS
from reports.discrepancy import Bucket
from strategies import serial
from strategies.interpret import Machine, followed_by

from .coverage import Walks, endpoint, exercised

_DEPTH = {"forward": 0, "vjp": 1, "second order": 2}


def blamed(bucket: Bucket) -> set[tuple[str, str, str]]:
    """The cells (endpoint, dtype, order) that the bucket's *where* names, of those its program exercises.

    Empty where a rule of the tape is to blame.
    """
    program = serial.from_json(bucket.program)
    machine = _Tracking()
    if called := re.fullmatch("(.+) call", bucket.where):
        with machine.walks.watching():
            machine.run_program(program)
        deep = {(getattr(ENDPOINTS.get(called[1]), "name", called[1]), 0)}
    elif named := re.fullmatch(rf"(\S+) ({'|'.join(_DEPTH)})", bucket.where):
        within = followed_by(machine.begin, lambda *_: None)
        with evaluated_by(machine.evaluate), machine.walks.watching(), within:
            machine.run_program(program)
        deep = {(name, depth + _DEPTH[named[2]]) for ran, name, depth in machine.ran if ran == named[1]}
    else:
        return set()
    return {
        (name, dtype, ORDERS[order])
        for name, dtype, highest in exercised(program, machine, machine.walks)
        for order in range(highest + 1)
        if (name, order) in deep
    }


class _Tracking(Machine):
    """The reference, and which endpoint ran which operation, and how deep: 0 in its call, 1 in the rule of a
    record of that, 2 in the rule of a record of this.
    """

    def __init__(self):
        super().__init__(reference)
        self.walks = Walks(always=True)
        self.begun: list[tuple[int, str | None]] = []  # each statement: an id given out before, its endpoint
        self.ran: set[tuple[str, str, int]] = set()

    def begin(self, statement):
        self.begun.append((new_id(), endpoint(statement)))

    def run(self, statement, path):
        self.begin(statement)
        return super().run(statement, path)

    def evaluate(self, primitive, arrays):
        walks, depth, id = self.walks, 0, new_id()
        if self.begun[-1][1] is None and walks.rules and not walks.ends[-1]:
            depth, id = 1, walks.rules[-1].results[0].id
            while (owner := walks.rule_of(id)) is not None:
                depth, id = depth + 1, owner.results[0].id
        caller = next((name for begun, name in reversed(self.begun) if begun < id), None)
        if caller is not None:
            self.ran.add((primitive.name, caller, depth))
        return primitive.forward(*arrays)
