"""RUNS: a run as JSON, and back.

Every field of `Run` and `Bucket` is there under its own name, with two exceptions that make the file easier
to query: a bucket's verdict is its `verdict` (who is to blame) beside `reason` and `evidence`, and a bucket
also has its computed `id`.  The reading side accepts exactly what the writing side gives: a run from a file
is sound, or there is a ValueError that says where it is not.
"""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

from reports.conformance import ORDERS, Cell, Cells
from reports.discrepancy import KINDS, VERDICTS, Bucket, Evidence, Row, Run, Verdict
from reports.draws import Draws
from reports.files import write_atomically

_COUNTS = ("seed", "programs", "agreed", "known", "new", "inconclusive", "invalid", "workers")
_TIMES = (
    "seconds",
    "tensorflow_seconds",
    "tensorflow_alone_seconds",
    "startup_seconds",
    "minimising_seconds",
)
_RUN_REST = ("interrupted", "digest", "environment", "endpoints", "features", "pairs", "draws", "buckets")
_BUCKET_TEXTS = ("kind", "subject", "statement", "where", "script", "history")
_BUCKET_COUNTS = ("statements", "count", "found_after")
_BUCKET_REST = ("id", "ledger", "program", "verdict", "reason", "evidence", "rows")


def to_json(run: Run) -> dict:
    """The run as a JSON object.

    ValueError, naming the place, if it could not be read back: NaN and infinity, odd types, an unknown kind.
    """
    data = {
        **{name: getattr(run, name) for name in (*_COUNTS, *_TIMES, "interrupted", "digest")},
        "environment": dict(run.environment),
        "endpoints": {
            name: {dtype: _cells_to_json(cells) for dtype, cells in dtypes.items()}
            for name, dtypes in run.endpoints.items()
        },
        "features": dict(run.features),
        "pairs": {name: dict(others) for name, others in run.pairs.items()},
        "draws": {name: [one.drawn, one.meant, one.returned] for name, one in run.draws.items()},
        "buckets": [_bucket_to_json(bucket) for bucket in run.buckets],
    }
    from_json(data)
    return data


def _bucket_to_json(bucket: Bucket) -> dict:
    return {
        "id": bucket.id,
        **{name: getattr(bucket, name) for name in (*_BUCKET_TEXTS, *_BUCKET_COUNTS, "ledger", "program")},
        **verdict_to_json(bucket.verdict),
        "rows": [
            {"script": row.script, "sides": [list(side) for side in row.sides], "differs": row.differs}
            for row in bucket.rows
        ],
    }


def verdict_to_json(verdict: Verdict) -> dict:
    """The keys of a bucket that hold its verdict."""
    return {
        "verdict": verdict.blame,
        "reason": verdict.reason,
        "evidence": [
            {
                "witness": one.witness,
                "about": one.about,
                "figures": [list(figure) for figure in one.figures],
                "supports": one.supports,
            }
            for one in verdict.evidence
        ],
    }


def verdict_from_json(data: dict, where: str = "verdict") -> Verdict:
    """The inverse of `verdict_to_json`; other keys are not looked at."""
    return Verdict(
        _one_of(data["verdict"], f"{where}.verdict", VERDICTS),
        _text(data["reason"], f"{where}.reason"),
        _sequence(data["evidence"], f"{where}.evidence", _evidence_from_json),
    )


def _evidence_from_json(data: object, where: str) -> Evidence:
    data = _object(data, where, ("witness", "about", "figures", "supports"))
    return Evidence(
        _text(data["witness"], f"{where}.witness"),
        _text(data["about"], f"{where}.about"),
        _sequence(data["figures"], f"{where}.figures", _two_texts),
        _text(data["supports"], f"{where}.supports"),
    )


def _check_json(data: object, where: str) -> None:
    match data:
        case None | bool() | int() | str():
            return
        case float():
            if not math.isfinite(data):
                raise ValueError(f"{where}: {data} is no number in JSON")
        case list():
            for i, item in enumerate(data):
                _check_json(item, f"{where}[{i}]")
        case dict():
            for key, item in data.items():
                if not isinstance(key, str):
                    raise _unfit(key, f"{where}, a key", "a string")
                _check_json(item, f"{where}.{key}")
        case _:
            raise ValueError(f"{where}: {type(data).__name__} is no type of JSON")


def from_json(data: object) -> Run:
    """The inverse of `to_json`.  ValueError, naming the place, for anything that `to_json` does not give."""
    data = _object(data, "run", (*_COUNTS, *_TIMES, *_RUN_REST))
    _check_json(data, "run")
    plain: dict[str, Any] = {
        **{name: _integer(data[name], f"run.{name}", signed=name == "seed") for name in _COUNTS},
        **{name: _number(data[name], f"run.{name}") for name in _TIMES},
    }
    return Run(
        **plain,
        interrupted=_boolean(data["interrupted"], "run.interrupted"),
        digest=_text(data["digest"], "run.digest"),
        environment=_mapping(data["environment"], "run.environment", _text),
        endpoints=_mapping(data["endpoints"], "run.endpoints", _dtypes_from_json),
        features=_mapping(data["features"], "run.features", _integer),
        pairs=_mapping(data["pairs"], "run.pairs", lambda item, at: _mapping(item, at, _integer)),
        draws=_mapping(data["draws"], "run.draws", _draws_from_json),
        buckets=list(_sequence(data["buckets"], "run.buckets", _bucket_from_json)),
    )


def _bucket_from_json(data: object, where: str) -> Bucket:
    data = _object(data, where, (*_BUCKET_TEXTS, *_BUCKET_COUNTS, *_BUCKET_REST))
    ledger = data["ledger"]
    plain: dict[str, Any] = {name: _text(data[name], f"{where}.{name}") for name in _BUCKET_TEXTS}
    plain |= {name: _integer(data[name], f"{where}.{name}") for name in _BUCKET_COUNTS}
    bucket = Bucket(
        **plain,
        verdict=verdict_from_json(data, where),
        program=_object(data["program"], f"{where}.program"),
        rows=_sequence(data["rows"], f"{where}.rows", _row_from_json),
        ledger=None if ledger is None else _text(ledger, f"{where}.ledger"),
    )
    _one_of(bucket.kind, f"{where}.kind", KINDS)
    if data["id"] != bucket.id:
        raise ValueError(
            f"{where}.id: {data['id']!r}, but kind, subject, statement and where give {bucket.id!r}"
        )
    return bucket


def _row_from_json(data: object, where: str) -> Row:
    data = _object(data, where, ("script", "sides", "differs"))
    return Row(
        _text(data["script"], f"{where}.script"),
        _sequence(data["sides"], f"{where}.sides", _two_texts),
        _boolean(data["differs"], f"{where}.differs"),
    )


def _two_texts(data: object, where: str) -> tuple[str, str]:
    texts = _sequence(data, where, _text)
    if len(texts) != 2:
        raise ValueError(f"{where}: {len(texts)} texts where a name and what belongs to it are wanted")
    return texts


def _cells_to_json(cells: dict[str, Cell]) -> dict:
    return {order: [cell.exercised, cell.agreed, cell.blamed] for order, cell in cells.items()}


def _dtypes_from_json(data: object, where: str) -> Cells:
    if isinstance(data, list):
        raise ValueError(
            f"{where}: a list where an object by dtype is wanted; earlier versions wrote two numbers"
        )
    return _mapping(data, where, lambda item, there: _mapping(item, there, _cell_from_json))


def _cell_from_json(data: object, where: str) -> Cell:
    if not isinstance(data, list):
        raise _unfit(data, where, "a list")
    if len(data) != 3:
        raise ValueError(f"{where}: {len(data)} items where three are wanted: exercised, agreed, blamed")
    _one_of(where.rsplit(".", 1)[-1], where, ORDERS)
    return Cell(
        _integer(data[0], f"{where}[0]"),
        _integer(data[1], f"{where}[1]"),
        _one_of(_text(data[2], f"{where}[2]"), f"{where}[2]", ("", "new", "known")),
    )


def _draws_from_json(data: object, where: str) -> Draws:
    counts = _sequence(data, where, _integer)
    if len(counts) != 3 or not counts[0] >= counts[1] >= counts[2]:
        raise ValueError(f"{where}: three falling numbers are wanted: drawn, meant right, returned")
    return Draws(*counts)


def _object(data: object, where: str, names: tuple[str, ...] | None = None) -> dict[str, Any]:
    """`data` if it is an object, and has exactly the keys `names` where these are given."""
    if not isinstance(data, dict):
        raise _unfit(data, where, "an object")
    if names is not None:
        missing, unknown = sorted(set(names) - set(data)), sorted(set(data) - set(names))
        if missing:
            raise ValueError(f"{where}: lacks {', '.join(missing)}")
        if unknown:
            raise ValueError(f"{where}: has the unknown {', '.join(unknown)}")
    return data


def _mapping(data: object, where: str, item: Callable[[object, str], Any]) -> dict:
    return {key: item(value, f"{where}.{key}") for key, value in _object(data, where).items()}


def _sequence(data: object, where: str, item: Callable[[object, str], Any]) -> tuple:
    if not isinstance(data, list):
        raise _unfit(data, where, "a list")
    return tuple(item(value, f"{where}[{i}]") for i, value in enumerate(data))


def _text(data: object, where: str) -> str:
    if not isinstance(data, str):
        raise _unfit(data, where, "a string")
    return data


def _one_of(data: object, where: str, words: tuple[str, ...]) -> str:
    if data not in words:
        raise ValueError(f"{where}: {data!r} is none of {', '.join(words)}")
    return data


def _boolean(data: object, where: str) -> bool:
    if not isinstance(data, bool):
        raise _unfit(data, where, "true or false")
    return data


def _integer(data: object, where: str, signed: bool = False) -> int:
    if not isinstance(data, int) or isinstance(data, bool):
        raise _unfit(data, where, "an integer")
    if data < 0 and not signed:
        raise ValueError(f"{where}: {data} is negative")
    return data


def _number(data: object, where: str) -> float:
    if not isinstance(data, int | float) or isinstance(data, bool):
        raise _unfit(data, where, "a number")
    if data < 0:
        raise ValueError(f"{where}: {data} is negative")
    return float(data)


def _unfit(data: object, where: str, wanted: str) -> ValueError:
    words = {type(None): "null", bool: "a truth value", int: "a number", float: "a number", str: "a string"}
    found = words.get(type(data)) or ("a list" if isinstance(data, list) else "an object")
    return ValueError(f"{where}: {found} where {wanted} is wanted")


def dumps(data: object) -> str:
    """JSON text as all files of a report have it: strict, indented, ASCII."""
    return json.dumps(data, indent=2, allow_nan=False) + "\n"


def save(run: Run, path: Path) -> None:
    """Writes the run to `path`, whole or not at all."""
    write_atomically(path, dumps(to_json(run)))


def load(path: Path) -> Run:
    """The run in the file `path`.

    ValueError, naming the file, if it is no JSON or no run; OSError if it cannot be read.
    """
    try:
        return from_json(json.loads(path.read_text(encoding="utf-8"), parse_constant=_no_constant))
    except ValueError as error:  # also what is no JSON and no UTF-8
        raise ValueError(f"{path}: {error}") from error


def _no_constant(word: str) -> None:
    raise ValueError(f"{word} is no number in JSON")
