"""RECORDER: a run written to a store while it goes on.

What cannot be written costs no program: the campaign goes on without the store, and says so at its end.
"""

import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from reports.discrepancy import Bucket, Run
from strategies import serial

from .account import Account
from .process import ROOT, HarnessFailure, Setting
from .store import Kept, Store, plan_as_json
from .supervisor import Plan, Recorder, Supervisor

REPLAYED = 50  # buckets of earlier runs that are replayed, at most, to see whether they are fixed


class Recording(Recorder):
    """A run in a store, a new one or `kept`, which is resumed."""

    def __init__(self, store: Store, plan: Plan, setting: Setting, kept: Kept | None = None):
        self.store, self.failure, self.kept = store, "", kept
        self._told = False
        self.run = kept.id if kept else store.begin(plan.seed, plan_as_json(plan), setting_as_json(setting))

    def _try(self, write: Callable[[], None]) -> None:
        if self.failure:
            return
        try:
            write()
        except HarnessFailure as problem:
            self.failure = f"{problem}; what came after is not kept"

    def began(self, environment: dict[str, str]) -> None:
        before = self.kept.environment if self.kept is not None else {}
        other = {name for name in before if before[name] != environment.get(name)}
        if other:
            words = ", ".join(f"{name} {before[name]}, not {environment.get(name)}" for name in sorted(other))
            raise HarnessFailure(
                f"run {self.run} was begun with {words}; its programs would be others: resume it where they "
                "are the same, or begin a new run"
            )
        if not self._told:
            self._told = True
            self._try(lambda: self.store.in_environment(self.run, environment))

    def shard(self, number: int) -> tuple[Account, list] | None:
        return None if self.failure else self.store.shard(self.run, number)

    def end_shard(self, number: int, account: Account, memory: list) -> None:
        self._try(lambda: self.store.end_shard(self.run, number, account, memory))

    def found(self, id: str, bucket: Bucket) -> None:
        self._try(lambda: self.store.found(self.run, id, bucket))

    def end(self, run: Run, finished: bool) -> dict[str, str]:
        """Ends the run, unless it is to be resumed; returns the states of its buckets."""

        if finished:
            self._try(lambda: self.store.end(self.run, "new" if run.new else "agreed"))
        return {} if self.failure else self.store.states(self.run)

    def fixed(self, setting: Setting) -> list[str]:
        """The buckets of earlier runs that this one did not meet, and whose programs agree now."""
        unmet = {} if self.failure else self.store.unmet(self.run)
        found = [id for id, bucket in list(unmet.items())[:REPLAYED] if agrees(bucket, setting)]
        for id in found:
            self._try(partial(self.store.fixed, id))
        return found


def setting_as_json(setting: Setting) -> dict:
    return {"subject": setting.subject, "imports": list(setting.imports), "limit": setting.limits.program}


def agrees(bucket: Bucket, setting: Setting) -> bool:
    """Whether a bucket's minimal program agrees, replayed in a process of its own."""
    folder = Path(tempfile.mkdtemp(dir=setting.folder))
    try:
        file = folder / "program.json"
        file.write_text(serial.dumps(serial.from_json(bucket.program)), encoding="utf-8")
        command = [sys.executable, "-m", "oracle_tests", "replay", str(file), "--subject", setting.subject]
        for name in setting.imports:
            command += ["--import", name]
        done = subprocess.run(
            command, cwd=ROOT, capture_output=True, timeout=setting.limits.start, check=False
        )
        return done.returncode == 0
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return False
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def resumed(kept: Kept, plan: Plan, setting: Setting) -> tuple[Plan, Setting]:
    """The plan and the setting of a run that goes on; how many workers there are is asked anew."""
    limits = replace(setting.limits, program=kept.setting["limit"])
    imports = tuple(kept.setting["imports"])
    return (
        Plan(kept.seed, workers=plan.workers, **kept.plan),
        replace(setting, subject=kept.setting["subject"], imports=imports, limits=limits),
    )


def concluded(supervisor: Supervisor, recording: Recording, finished: bool) -> tuple[Run, list[str]]:
    """The run, its buckets with what earlier runs say of them, and some lines about that."""
    run = supervisor.result()
    states = recording.end(run, finished)
    for bucket in run.buckets:
        state = states.get(bucket.id, "")
        bucket.history = state if state in ("recurring", "regressed") else ""
    words = []
    counts = Counter(states.get(b.id, "new") for b in run.buckets if b.state == "new")
    if counts["recurring"] or counts["regressed"]:
        found = ", ".join(
            f"{counts[name]} {name}" for name in ("new", "recurring", "regressed") if counts[name]
        )
        words.append(f"Of the discrepancies that the ledger does not know, by the store: {found}")
    fixed = recording.fixed(supervisor.setting) if finished else []
    if fixed:
        words.append(f"Fixed since earlier runs, as their replays agree: {', '.join(fixed)}")
    if not finished and not recording.failure:
        words.append(
            f"Go on with this run: python -m oracle_tests fuzz --resume --store {recording.store.file}"
        )
    if recording.failure:
        supervisor.account.troubles.append(recording.failure)
    return run, words
