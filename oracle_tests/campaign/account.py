"""ACCOUNT: what a campaign has found and counted so far."""

import json
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import combinations

from reference.dtypes import ALL
from reports.conformance import ORDERS, Cell, Matrix, min_state
from reports.discrepancy import Bucket, Run
from reports.draws import Draws
from strategies.features import TAPE_FEATURES
from strategies.operations import FUNCTIONS

from .blame import blamed
from .coverage import possible
from .journal import Tally

SECONDS = ("startup_seconds", "investigating_seconds", "looped", "alone", "reference")
_FOLLOWED = {dtype.name for dtype in ALL if dtype.is_differentiable}


@dataclass
class Account:
    """All that is known so far."""

    tally: Tally = field(default_factory=Tally)
    buckets: dict[str, Bucket] = field(default_factory=dict)
    repeats: Counter[str] = field(default_factory=Counter)  # programs counted under buckets found elsewhere
    # by endpoint, dtype and order: how often it was exercised, and how often of these in what agreed
    exercised: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    agreed: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    features: Counter[str] = field(default_factory=Counter)
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)
    draws: dict[str, Draws] = field(default_factory=dict)
    statements: int = 0
    environment: dict[str, str] = field(default_factory=dict)
    troubles: list[str] = field(default_factory=list)  # what went wrong in the harness itself
    losses: list[str] = field(default_factory=list)  # children lost through no fault of a program
    startup_seconds: float = 0.0
    investigating_seconds: float = 0.0
    looped: float = 0.0  # the subject's seconds of sampled programs, in the loop
    alone: float = 0.0  # and of the same ones alone
    reference: float = 0.0  # and the reference's

    def add(self, tally: Tally) -> None:
        for name, value in vars(tally).items():
            setattr(self.tally, name, getattr(self.tally, name) + value)
        self.tally.digest %= 2**64
        self.tally.programs = 0  # only within a shard

    def add_bucket(self, id: str, bucket: Bucket | None) -> None:
        """Counts a program under a bucket; the smallest program of a bucket stands for it, whichever comes
        first."""
        if bucket is not None:
            self._take_in(id, bucket, bucket.count)
        elif id in self.buckets:
            self.buckets[id].count += 1
        else:
            self.repeats[id] += 1

    def _take_in(self, id: str, bucket: Bucket, count: int) -> None:
        known = self.buckets.get(id)
        if known is None:
            self.buckets[id] = replace(bucket, count=count + self.repeats.pop(id, 0))
        else:
            smaller = bucket if _size(bucket) < _size(known) else known
            self.buckets[id] = replace(smaller, count=known.count + count)

    def merge(self, other: "Account") -> None:
        """Adds what another account has counted; where something was measured it adds up too."""
        self.add(replace(other.tally))
        for id, bucket in other.buckets.items():
            self._take_in(id, bucket, bucket.count)
        for id, count in other.repeats.items():
            if id in self.buckets:
                self.buckets[id].count += count
            else:
                self.repeats[id] += count
        for name in ("exercised", "agreed", "features", "pairs"):
            getattr(self, name).update(getattr(other, name))
        for name, draws in other.draws.items():
            self.draws[name] = self.draws.get(name, Draws()) + draws
        for name in ("statements", "troubles", "losses", *SECONDS):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.environment = other.environment or self.environment

    @property
    def programs(self) -> int:
        """All that were counted."""
        return self.counts()["programs"] + sum(self.repeats.values())

    def add_coverage(self, coverage: dict) -> None:
        for name, dtypes in coverage["endpoints"].items():
            for dtype, counts in dtypes.items():
                for i, order in enumerate(ORDERS):
                    self.exercised[name, dtype, order] += counts[2 * i]
                    self.agreed[name, dtype, order] += counts[2 * i + 1]
        self.features.update(coverage["features"])
        for together, count in coverage["together"]:
            self.pairs.update(dict.fromkeys(combinations(together, 2), count))
        for name, counts in coverage["draws"].items():
            self.draws[name] = self.draws.get(name, Draws()) + Draws(*counts)
        self.statements += coverage["statements"]

    def counts(self) -> dict[str, int]:
        """The five counts, and their sum."""
        by_state = Counter()
        for bucket in self.buckets.values():
            by_state[bucket.state] += bucket.count
        counts = {
            "agreed": self.tally.agreed,
            "known": by_state["known"],
            "new": by_state["new"],
            "inconclusive": self.tally.inconclusive,
            "invalid": self.tally.invalid,
        }
        return {"programs": sum(counts.values()), **counts}

    def run(self, seed: int, interrupted: bool, workers: int = 1) -> Run:
        """The account as a run; the subject's seconds alone are scaled from the sample to all programs."""
        tally = self.tally
        return Run(
            seed=seed,
            environment=self.environment,
            **self.counts(),
            seconds=tally.seconds,
            tensorflow_seconds=tally.subject_seconds,
            tensorflow_alone_seconds=self.scaled(self.alone),
            startup_seconds=self.startup_seconds,
            minimising_seconds=tally.examining_seconds + self.investigating_seconds,
            buckets=list(self.buckets.values()),
            endpoints=self.matrix(),
            features=dict(sorted(self.features.items())),
            pairs={
                first: {second: self.pairs[first, second] for second in TAPE_FEATURES[i + 1 :]}
                for i, first in enumerate(TAPE_FEATURES[:-1])
            },
            draws={name: self.draws.get(name, Draws()) for name in sorted({*FUNCTIONS, *self.draws})},
            interrupted=interrupted,
            workers=workers,
            digest=f"{tally.digest:016x}",
        )

    def matrix(self) -> Matrix:
        """All endpoints there are, those that were never exercised with zeros, and who is blamed."""
        blame: dict[tuple[str, str, str], str] = {}
        for bucket in self.buckets.values():
            for place in blamed(bucket):
                blame[place] = min_state(blame.get(place, ""), bucket.state)
        dtypes = {name: list(declared) for name, declared in possible().items()}
        for name, dtype, _ in sorted({*self.exercised, *blame}):
            known = dtypes.setdefault(name, [])
            if dtype not in known:
                known.append(dtype)
        return {
            name: {dtype: self._row(name, dtype, blame) for dtype in known}
            for name, known in sorted(dtypes.items())
        }

    def _row(self, name: str, dtype: str, blame: dict[tuple[str, str, str], str]) -> dict[str, Cell]:
        orders = ORDERS if dtype in _FOLLOWED else ORDERS[:1]
        places = [
            (name, dtype, order) for order in ORDERS if order in orders or self.exercised[name, dtype, order]
        ]
        return {
            place[2]: Cell(self.exercised[place], self.agreed[place], blame.get(place, ""))
            for place in places
        }

    def scaled(self, seconds: float) -> float:
        """Seconds of the sampled programs, scaled to all programs by what the subject took in the loop."""
        return seconds * self.tally.subject_seconds / self.looped if self.looped else 0.0


def _size(bucket: Bucket) -> tuple[int, int, str]:
    text = json.dumps(bucket.program, sort_keys=True)
    return bucket.statements, len(text), text
