"""DISCREPANCY: what a campaign keeps of a disagreement, and the run it belongs to.

A *bucket* stands for all programs that disagree in the same way.  Its identity is computed from its
minimal program: kind, subject, statement kind and *where*.
"""

import hashlib
from dataclasses import dataclass, field

from reports.conformance import Matrix
from reports.draws import Draws

KINDS = ("value", "none", "dtype", "shape", "structure", "slices", "error", "warning", "crash", "hang")
VERDICTS = ("reference wrong", "tensorflow wrong", "gap", "convention", "unclear")


@dataclass(frozen=True)
class Row:
    """One observed statement of the minimal program: its script line and what each side made of it."""

    script: str
    sides: tuple[tuple[str, str], ...]  # (name of the side, its outcome as text)
    differs: bool


@dataclass(frozen=True)
class Evidence:
    """What one witness says of a disagreement.

    `figures` are the numbers that it computed and those it was held against, each a name and a text:
    ("derivative", "[0.5]"), ("step", "1e-05"), ("reference", "[1.0]"), ("tensorflow", "[0.5]").  `supports`
    is the name of the side that it confirms; empty where it confirms none, or both.
    """

    witness: str  # as in "finite differences", "pinned fact L13"
    about: str  # what it computed, as in "d<ct, y>/dx of math.tanh"
    figures: tuple[tuple[str, str], ...] = ()
    supports: str = ""

    def __str__(self) -> str:
        figures = ": " + ", ".join(f"{name} {text}" for name, text in self.figures) if self.figures else ""
        supports = f"; it supports {self.supports}" if self.supports else ""
        return f"{self.witness}, {self.about}{figures}{supports}"


@dataclass(frozen=True)
class Verdict:
    """Who is wrong, why, and who says so."""

    blame: str  # one of VERDICTS
    reason: str
    evidence: tuple[Evidence, ...] = ()


@dataclass
class Bucket:
    """A kind of disagreement with its minimal program."""

    kind: str  # one of KINDS
    subject: str  # the side that was compared with the reference, as in "tensorflow"
    statement: str  # kind of the statement whose outcomes differ, as in "Gradient"
    where: str  # the localised operation, as in "math.tanh vjp", or the tape feature, as in "tape reset"
    verdict: Verdict
    statements: int  # size of the minimal program
    script: str  # the minimal program as a Python script
    program: dict  # the same as JSON
    rows: tuple[Row, ...] = ()
    count: int = 1  # programs of the run that fell into this bucket
    ledger: str | None = None  # id of the ledger entry that knows it
    found_after: int = 0  # programs run in its shard before it was found
    history: str = ""  # what earlier runs say of it: "recurring", "regressed" or nothing

    @property
    def id(self) -> str:
        text = f"{self.kind}\n{self.subject}\n{self.statement}\n{self.where}"
        return hashlib.sha256(text.encode()).hexdigest()[:10]

    @property
    def state(self) -> str:
        return "new" if self.ledger is None else "known"


@dataclass
class Run:
    """A campaign: what was run, what came of it.

    `programs` is the sum of `agreed`, `known`, `new`, `inconclusive` and `invalid`.  `seconds` is the
    steady state, without start-up and minimising; `tensorflow_seconds` is the oracle's part of it.
    """

    seed: int
    environment: dict[str, str]
    programs: int = 0
    agreed: int = 0
    known: int = 0
    new: int = 0
    inconclusive: int = 0
    invalid: int = 0
    seconds: float = 0.0
    tensorflow_seconds: float = 0.0
    tensorflow_alone_seconds: float = 0.0
    startup_seconds: float = 0.0
    minimising_seconds: float = 0.0
    buckets: list[Bucket] = field(default_factory=list)
    endpoints: Matrix = field(default_factory=dict)  # what was exercised of each endpoint
    features: dict[str, int] = field(default_factory=dict)  # how often each feature of programs occurred
    # in how many programs a feature occurs together with each of those behind it, 0 for what never met
    pairs: dict[str, dict[str, int]] = field(default_factory=dict)
    draws: dict[str, Draws] = field(default_factory=dict)  # how often each endpoint was drawn by its name
    interrupted: bool = False
    workers: int = 1  # how many ran side by side; `seconds` are those of all of them
    digest: str = ""  # equal for runs of the same programs

    @property
    def rate(self) -> float:
        """Programs a second; 0 where nothing was run."""
        return self.programs * self.workers / self.seconds if self.seconds else 0.0
