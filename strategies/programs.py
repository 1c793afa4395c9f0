"""PROGRAMS: whole tape programs as Hypothesis strategies.

`programs()` draws each choice from Hypothesis, which can then shrink them one by one: for tests of your own.
`packed_programs()` draws one byte string and reads a byte a choice: a third of the time, for campaigns.  Both
yield a `Drawn`: the program and what the reference made of it.
"""

from dataclasses import dataclass, field

import numpy as np
from hypothesis import strategies as st

from . import program as p
from . import values
from .draft import Draft
from .interpret import Machine
from .operations import new_variable
from .statements import body, open_tape, statement

CHOICES = 600  # bytes of a packed program; what is drawn beyond them is 0, which ends the program


@dataclass(frozen=True, eq=False)
class Drawn:
    """A program and the reference's machine that ran it while it was drawn.

    `draws` has for each function how often it was drawn, how often of these not wrong on purpose, and how
    often of these it returned a value.
    """

    program: p.Program
    machine: Machine
    draws: dict[str, list[int]] = field(default_factory=dict)


def draft_program(choose: values.Choose, favourites: tuple[str, ...] = (), dtype: str = "") -> Drawn:
    """A program made of the choices that `choose(n)` (an int below n) gives.

    It mostly calls its `favourites`, and computes in `dtype`, where these are given.
    """
    with np.errstate(all="ignore"):
        draft = Draft(choose)
        draft.favourites, draft.dtype = favourites, dtype or draft.dtype
        _inputs(draft)
        draft.bodies.append([])
        if draft.choose(8):
            open_tape(draft)
        else:
            statement(draft)
        body(draft)
        draft.machine.finish()
    return Drawn(p.Program(tuple(draft.inputs), tuple(draft.bodies[0])), draft.machine, draft.draws)


def _inputs(draft: Draft) -> None:
    for _ in range(draft.choose(4) + 1):
        if draft.choose(5) < 2:
            literal = values.literal(draft.choose, draft.any_dtype(), draft.shape(), draft.profile)
            draft.input(p.Constant(draft.fresh("c"), literal))
        else:
            draft.input(new_variable(draft))
    if not draft.operands():
        draft.input(new_variable(draft))


_BELOW = [st.nothing(), *(st.integers(0, n - 1) for n in range(1, 129))]


@st.composite
def programs(draw) -> Drawn:
    """Tape programs, choice by choice."""
    return draft_program(lambda n: draw(_BELOW[n]))


def packed_programs(choices: int = CHOICES) -> st.SearchStrategy[Drawn]:
    """Tape programs, each from one byte string."""
    return st.binary(min_size=choices, max_size=choices).map(unpack)


def unpack(data: bytes, favourites: tuple[str, ...] = (), dtype: str = "") -> Drawn:
    """The program that a byte string stands for; see `draft_program`."""
    rest = iter(data)
    return draft_program(lambda n: next(rest, 0) % n, favourites, dtype)
