"""BENCH: what the harness costs over TensorFlow alone.

A campaign without examinations, of which every program is run again at the end: on TensorFlow alone, and on
the reference alone.  The child is warmed up by programs that do not count.
"""

from dataclasses import asdict, dataclass

from .campaign.process import Setting
from .campaign.supervisor import Plan, Supervisor
from .campaign.workplace import workplace

MOST = 2.5  # times what TensorFlow takes alone, for the whole loop
MOST_REFERENCE = 0.3  # and for the reference


@dataclass(frozen=True)
class Bench:
    """Seconds of `programs` programs.

    `seconds` is the loop; `drawing_seconds` (the reference's run included), `tensorflow_seconds`,
    `comparing_seconds` and `other_seconds` (Hypothesis, journal, digest, coverage) are its parts.
    """

    programs: int
    statements: float  # mean number in a program, inputs left out
    seconds: float
    drawing_seconds: float
    tensorflow_seconds: float
    comparing_seconds: float
    other_seconds: float
    tensorflow_alone_seconds: float
    reference_alone_seconds: float
    startup_seconds: float
    environment: dict[str, str]

    @property
    def ratio(self) -> float:
        """The loop over TensorFlow alone."""
        return _over(self.seconds, self.tensorflow_alone_seconds)

    @property
    def reference_ratio(self) -> float:
        """The reference alone over TensorFlow alone."""
        return _over(self.reference_alone_seconds, self.tensorflow_alone_seconds)

    def to_json(self) -> dict:
        return asdict(self) | {"ratio": self.ratio, "reference_ratio": self.reference_ratio}

    def lines(self) -> list[str]:
        """The figures for people to read."""
        parts = [
            ("drawing, the reference running", self.drawing_seconds),
            ("TensorFlow", self.tensorflow_seconds),
            ("comparing", self.comparing_seconds),
            ("Hypothesis, journal, digest, coverage", self.other_seconds),
            ("the loop", self.seconds),
            ("TensorFlow alone", self.tensorflow_alone_seconds),
            ("the reference alone", self.reference_alone_seconds),
        ]
        width = max(len(name) for name, _ in parts)
        return [
            f"{self.programs:,} programs of {self.statements:.1f} statements",
            *(f"  {name:<{width}}  {1000 * s / self.programs:7.3f} ms a program" for name, s in parts),
            f"the loop takes {self.ratio:.2f} times what TensorFlow takes alone (at most {MOST} is wanted)",
            f"the reference takes {self.reference_ratio:.2f} times that (at most {MOST_REFERENCE})",
        ]


def _over(a: float, b: float) -> float:
    return a / b if b else 0.0


def bench(
    programs: int, seed: int, subject: str = "tensorflow", imports: tuple[str, ...] = (), progress=None
) -> Bench:
    """Measures `programs` programs.  Raises HarnessFailure and WrongUse."""
    plan = Plan(seed, programs=programs, sample=1, examining=False, warming=100)
    with workplace() as folder:
        supervisor = Supervisor(plan, Setting(folder, subject, imports))
        supervisor.run(*filter(None, [progress]))
    account, run = supervisor.account, supervisor.result()
    tally = account.tally
    ran = tally.agreed + tally.differing + tally.inconclusive + tally.invalid
    parts = tally.drawing_seconds, tally.subject_seconds, tally.comparing_seconds
    return Bench(
        programs=ran,
        statements=_over(account.statements, ran),
        seconds=tally.seconds,
        drawing_seconds=tally.drawing_seconds,
        tensorflow_seconds=tally.subject_seconds,
        comparing_seconds=tally.comparing_seconds,
        other_seconds=tally.seconds - sum(parts),
        tensorflow_alone_seconds=run.tensorflow_alone_seconds,
        reference_alone_seconds=account.scaled(account.reference),
        startup_seconds=run.startup_seconds,
        environment=run.environment,
    )
