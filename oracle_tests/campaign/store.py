"""STORE: what campaigns have learnt, in one SQLite file.

A run is kept from its beginning; a shard with all that it counted and learnt as soon as it has ended, in
one transaction; a bucket as soon as it is found.  So a campaign that is killed, whenever that is, loses the
shards in hand and no more, and `--resume` runs these again.  Several campaigns may write to one store.

The file's `user_version` is that of its tables.  A store of an older version is brought up to date when it is
opened, one of a newer version is refused.
"""

import contextlib
import json
import os
import socket
import sqlite3
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from reports.discrepancy import Bucket

from . import buckets, keeping
from .account import Account
from .process import HarnessFailure, WrongUse

DEFAULT = Path(".tape-oracle.sqlite")
PATIENCE = 30.0  # seconds to wait for another campaign that writes

MIGRATIONS = (  # the first makes version 1 of nothing, and so on
    """
    create table run (
        id integer primary key, seed integer not null, plan text not null, setting text not null,
        environment text not null default '{}', host text not null, process integer not null,
        began text not null, ended text, outcome text
    );
    create table shard (
        run integer not null references run(id), number integer not null,
        account blob not null, memory text not null, ended text not null,
        primary key (run, number)
    );
    create table bucket (
        id text primary key, bucket text not null, state text not null,
        first_run integer not null references run(id), last_run integer not null references run(id),
        first_seen text not null, last_seen text not null, count integer not null
    );
    create table sighting (
        run integer not null references run(id), bucket text not null,
        count integer not null, primary key (run, bucket)
    );
    """,
)
VERSION = len(MIGRATIONS)


@dataclass(frozen=True)
class Kept:
    """A run in the store."""

    id: int
    seed: int
    plan: dict[str, Any]
    setting: dict[str, Any]
    environment: dict[str, str]
    shards: int  # that have ended


class Store:
    """An open store.  Raises HarnessFailure where it cannot be read or written, WrongUse for a newer one."""

    def __init__(self, file: Path):
        self.file = file
        with self._told():
            self._db = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
            self._db.execute("pragma journal_mode = wal")
            self._db.execute("pragma foreign_keys = on")
            self._migrate()

    def close(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            self._db.close()

    def _migrate(self) -> None:
        with self._transaction():
            (version,) = self._db.execute("pragma user_version").fetchone()
            if version > VERSION:
                raise WrongUse(
                    f"{self.file} was written by a newer Tape Oracle (its tables have version {version}, "
                    f"this one knows {VERSION}); use that one, or give another file with --store"
                )
            for script in MIGRATIONS[version:]:
                for statement in filter(str.strip, script.split(";")):
                    self._db.execute(statement)
            self._db.execute(f"pragma user_version = {VERSION}")

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """Says of SQLite's errors what to do."""
        try:
            yield
        except sqlite3.OperationalError as problem:
            raise HarnessFailure(
                f"the store {self.file} cannot be used: {problem}; see that its folder can be written to and "
                "has room, or give another file with --store"
            ) from problem
        except (sqlite3.DatabaseError, zlib.error, ValueError, KeyError, TypeError) as problem:
            raise HarnessFailure(
                f"{self.file} is no store of Tape Oracle, or is damaged ({problem}); move it away, or give "
                "another file with --store"
            ) from problem

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("begin immediate")
        try:
            yield
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._db.execute("rollback")
            raise
        self._db.execute("commit")

    # Runs

    def begin(self, seed: int, plan: dict[str, Any], setting: dict[str, Any]) -> int:
        """A new run; returns its number."""
        with self._told(), self._transaction():
            values = (seed, json.dumps(plan), json.dumps(setting), socket.gethostname(), os.getpid(), _now())
            cursor = self._db.execute(
                "insert into run (seed, plan, setting, host, process, began) values (?, ?, ?, ?, ?, ?)",
                values,
            )
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def unfinished(self) -> Kept:
        """The last run that has not ended, taken over by this process.

        Raises WrongUse if there is none, or if the process that began it still runs.
        """
        with self._told(), self._transaction():
            row = self._db.execute(
                "select id, seed, plan, setting, environment, host, process from run where ended is null "
                "order by id desc"
            ).fetchone()
            if row is None:
                raise WrongUse(f"every run in {self.file} has ended; there is nothing to resume")
            id, seed, plan, setting, environment, host, process = row
            if host == socket.gethostname() and process != os.getpid() and _runs(process):
                raise WrongUse(f"run {id} of {self.file} is still going on, in process {process}")
            values = (socket.gethostname(), os.getpid(), id)
            self._db.execute("update run set host = ?, process = ? where id = ?", values)
            (shards,) = self._db.execute("select count(*) from shard where run = ?", (id,)).fetchone()
            return Kept(id, seed, json.loads(plan), json.loads(setting), json.loads(environment), shards)

    def in_environment(self, run: int, environment: dict[str, str]) -> None:
        with self._told(), self._transaction():
            self._db.execute("update run set environment = ? where id = ?", (json.dumps(environment), run))

    def end(self, run: int, outcome: str) -> None:
        """The run has ended, and is not to be resumed."""
        with self._told(), self._transaction():
            self._db.execute("update run set ended = ?, outcome = ? where id = ?", (_now(), outcome, run))

    # Shards

    def shard(self, run: int, number: int) -> tuple[Account, list] | None:
        """What a shard counted and learnt, if it has ended."""
        with self._told():
            row = self._db.execute(
                "select account, memory from shard where run = ? and number = ?", (run, number)
            ).fetchone()
            return None if row is None else (keeping.from_json(_unpacked(row[0])), json.loads(row[1]))

    def end_shard(self, run: int, number: int, account: Account, memory: list) -> None:
        """Keeps a shard, and how often each bucket was met in it, all or nothing."""
        met = {id: bucket.count for id, bucket in account.buckets.items()}
        for id, count in account.repeats.items():
            met[id] = met.get(id, 0) + count
        with self._told(), self._transaction():
            values = (run, number, _packed(keeping.to_json(account)), json.dumps(memory), _now())
            self._db.execute("insert or replace into shard values (?, ?, ?, ?, ?)", values)
            for id, bucket in account.buckets.items():
                self._find(run, id, bucket)
            for id, count in met.items():
                self._db.execute("update bucket set count = count + ? where id = ?", (count, id))
                self._db.execute(
                    "insert into sighting values (?, ?, ?) "
                    "on conflict do update set count = count + excluded.count",
                    (run, id, count),
                )

    # Buckets

    def found(self, run: int, id: str, bucket: Bucket) -> None:
        """Keeps a bucket as soon as it is found."""
        with self._told(), self._transaction():
            self._find(run, id, bucket)

    def _find(self, run: int, id: str, bucket: Bucket) -> None:
        row = self._db.execute("select bucket, state from bucket where id = ?", (id,)).fetchone()
        if row is None:
            values = (id, json.dumps(buckets.to_json(bucket)), bucket.state, run, run, _now(), _now())
            self._db.execute("insert into bucket values (?, ?, ?, ?, ?, ?, ?, 0)", values)
            return
        kept = buckets.from_json(json.loads(row[0]))
        smaller = bucket if bucket.statements < kept.statements else kept
        state = "regressed" if row[1] in ("fixed", "regressed") else bucket.state
        self._db.execute(
            "update bucket set bucket = ?, state = ?, last_run = ?, last_seen = ? where id = ?",
            (json.dumps(buckets.to_json(smaller)), state, run, _now(), id),
        )

    def states(self, run: int) -> dict[str, str]:
        """Of each bucket that a run met: "new", "recurring" if an earlier run met it, "regressed" if it had
        been fixed, "known" if the ledger has it."""
        with self._told():
            rows = self._db.execute(
                "select bucket.id, state, first_run from bucket join sighting on bucket.id = sighting.bucket "
                "where sighting.run = ?",
                (run,),
            ).fetchall()
        return {
            id: state if state in ("known", "regressed") else "new" if first == run else "recurring"
            for id, state, first in rows
        }

    def unmet(self, run: int) -> dict[str, Bucket]:
        """The buckets that a run did not meet, save those that are fixed and those that the ledger has."""
        with self._told():
            rows = self._db.execute(
                "select id, bucket from bucket where state not in ('fixed', 'known') and id not in "
                "(select bucket from sighting where run = ?)",
                (run,),
            ).fetchall()
            return {id: buckets.from_json(json.loads(text)) for id, text in rows}

    def fixed(self, id: str) -> None:
        """A bucket's program agrees now."""
        with self._told(), self._transaction():
            self._db.execute("update bucket set state = 'fixed' where id = ?", (id,))


def plan_as_json(plan) -> dict[str, Any]:
    """What says which programs a plan has; how many workers run them does not."""
    return {name: value for name, value in asdict(plan).items() if name not in ("seed", "workers")}


def _packed(data: dict[str, Any]) -> bytes:
    return zlib.compress(json.dumps(data).encode())


def _unpacked(blob: bytes) -> dict[str, Any]:
    return json.loads(zlib.decompress(blob))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _runs(process: int) -> bool:
    if process <= 0:
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
