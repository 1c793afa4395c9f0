"""ACCOUNT: what a campaign has found and counted so far."""

from collections import Counter
from dataclasses import dataclass, field

from reports.discrepancy import Bucket, Run

from .journal import Tally


@dataclass
class Account:
    """All that is known so far."""

    tally: Tally = field(default_factory=Tally)
    buckets: dict[str, Bucket] = field(default_factory=dict)
    endpoints: Counter[str] = field(default_factory=Counter)
    walked: Counter[str] = field(default_factory=Counter)
    features: Counter[str] = field(default_factory=Counter)
    statements: int = 0
    environment: dict[str, str] = field(default_factory=dict)
    troubles: list[str] = field(default_factory=list)  # what went wrong in the harness itself
    losses: list[str] = field(default_factory=list)  # children lost through no fault of a program
    memory: list = field(default_factory=list)  # see `recognition.Memory`
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
        """Counts a program under a bucket; the smallest program of a bucket stands for it."""
        known = self.buckets.get(id)
        if known is None:
            if bucket is None:
                raise ValueError(f"nothing is known of the bucket {id}")
            self.buckets[id] = bucket
            return
        count = known.count + 1
        if bucket is not None and bucket.statements < known.statements:
            self.buckets[id] = known = bucket
        known.count = count

    def add_coverage(self, coverage: dict) -> None:
        for name, (count, walked) in coverage["endpoints"].items():
            self.endpoints[name] += count
            self.walked[name] += walked
        self.features.update(coverage["features"])
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

    def run(self, seed: int, interrupted: bool) -> Run:
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
            endpoints={name: (count, self.walked[name]) for name, count in sorted(self.endpoints.items())},
            features=dict(sorted(self.features.items())),
            interrupted=interrupted,
            digest=f"{tally.digest:016x}",
        )

    def scaled(self, seconds: float) -> float:
        """Seconds of the sampled programs, scaled to all programs by what the subject took in the loop."""
        return seconds * self.tally.subject_seconds / self.looped if self.looped else 0.0
