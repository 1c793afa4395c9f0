"""KEEPING: an account as JSON, and back, to be kept where the process may end at any time."""

from collections import Counter
from dataclasses import asdict, fields
from typing import Any

from reports.draws import Draws

from . import buckets
from .account import SECONDS, Account
from .journal import Tally

_COUNTERS = ("exercised", "agreed", "features", "pairs", "repeats")
_PLAIN = ("statements", "environment", "troubles", "losses")


def to_json(account: Account) -> dict[str, Any]:
    """The account as a JSON object."""
    return {
        "tally": asdict(account.tally),
        "buckets": {id: buckets.to_json(bucket) for id, bucket in account.buckets.items()},
        "draws": {name: [one.drawn, one.meant, one.returned] for name, one in account.draws.items()},
        **{name: [[key, n] for key, n in getattr(account, name).items()] for name in _COUNTERS},
        **{name: getattr(account, name) for name in (*_PLAIN, *SECONDS)},
    }


def from_json(data: dict[str, Any]) -> Account:
    """The inverse of `to_json`.  KeyError, TypeError or ValueError for what it does not give."""
    counters: dict[str, Any] = {name: _counter(data[name]) for name in _COUNTERS}
    return Account(
        tally=Tally(**{field.name: data["tally"][field.name] for field in fields(Tally)}),
        buckets={id: buckets.from_json(bucket) for id, bucket in data["buckets"].items()},
        draws={name: Draws(*counts) for name, counts in data["draws"].items()},
        **counters,
        **{name: data[name] for name in (*_PLAIN, *SECONDS)},
    )


def _counter(items: list) -> Counter:
    return Counter({tuple(key) if isinstance(key, list) else key: n for key, n in items})
