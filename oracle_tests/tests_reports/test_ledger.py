import json
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from oracle_tests.tests_reports.sample import bucket, sample_run
from reports import ledger
from reports.discrepancy import KINDS
from reports.ledger import LedgerError, Symptom
from reports.variants import variant

Load: TypeAlias = Callable[..., tuple[ledger.Entry, ...]]

POW: dict[str, Any] = {
    "id": "pow-zero-base",
    "releases": ">=2.21,<2.22",
    "where": "math.pow vjp",
    "kind": "value",
    "subject": "tensorflow",
    "verdict": "tensorflow wrong",
    "reason": "log(0) is multiplied before it is selected away.",
    "evidence": ["finite difference 0.0", "tensorflow nan"],
}
SEEN = Symptom(kind="value", subject="tensorflow", statement="Gradient", where="math.pow vjp")


def toml(*entries: dict) -> str:
    lines = (
        ["[[entry]]", *(f"{key} = {json.dumps(value)}" for key, value in entry.items())] for entry in entries
    )
    return "\n".join(line for entry in lines for line in entry)


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Loads a ledger of the given entries, with one variant there to be named."""

    def of(*entries: dict) -> tuple[ledger.Entry, ...]:
        (tmp_path / "ledger.toml").write_text(toml(*entries), encoding="utf-8")
        return ledger.load(tmp_path / "ledger.toml", {"pow-nan": nullcontext})

    return of


def test_the_ledger_of_the_project_is_sound():
    assert len({entry.id for entry in ledger.load()}) == len(ledger.load())


def test_an_entry_is_read_with_all_its_fields(load):
    full = POW | {
        "statement": "Gradient",
        "link": "https://example.org/1",
        "variant": "pow-nan",
        "program": '{"inputs": []}',
    }
    (entry,) = load(full)
    assert entry == ledger.Entry(**(full | {"evidence": tuple(POW["evidence"])}))


def run_with(**counts):
    buckets = [bucket(kind, count=n, ledger=id) for (id, n), kind in zip(counts.items(), KINDS, strict=False)]
    return sample_run(programs=1000, buckets=[*buckets, bucket("hang", count=500)])


def test_the_share_that_an_entry_absorbs_is_justified_if_it_is_small_or_explained(load):
    rare, often, why = load(
        POW | {"id": "rare"}, POW | {"id": "often"}, POW | {"id": "why", "frequent": "zeros are drawn often"}
    )
    found = ledger.absorbed(run_with(rare=10, often=11, why=300, gone=2), (rare, often, why))
    assert [(one.id, one.share, one.is_justified) for one in found] == [
        ("why", 0.3, True),
        ("often", 0.011, False),
        ("rare", 0.01, True),
        ("gone", 0.002, True),
    ]
    assert [one.entry for one in found] == [why, often, rare, None]


def test_an_entry_is_read_without_its_optional_fields(load):
    (entry,) = load(POW)
    assert (entry.statement, entry.link, entry.variant, entry.program) == (None, None, None, None)


@pytest.mark.parametrize("key", sorted(POW))
def test_an_entry_that_lacks_a_field_is_refused(load, key):
    name = "number 1" if key == "id" else "'pow-zero-base'"
    with pytest.raises(LedgerError, match=f"ledger entry {name}: lacks {key}"):
        load({k: v for k, v in POW.items() if k != key})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"verdict": "nobody"}, "verdict 'nobody' is none of reference wrong"),
        ({"kind": "odd"}, "kind 'odd' is none of value"),
        ({"releases": "2.21"}, "releases '2.21' is no range"),
        ({"releases": ">=two"}, "releases '>=two' is no range"),
        ({"releases": " "}, "releases must be text, and not empty"),
        ({"reason": ""}, "reason must be text, and not empty"),
        ({"where": 3}, "where must be text"),
        ({"evidence": []}, "evidence is a list of at least one text"),
        ({"evidence": "text"}, "evidence is a list"),
        ({"evidence": [1]}, "evidence is a list"),
        ({"link": "javascript:alert(1)"}, "link 'javascript:alert.1.' does not begin with https"),
        ({"variant": "absent"}, "no variant 'absent'"),
        ({"program": "[]"}, "program is no JSON object"),
        ({"program": "{"}, "program is no JSON object"),
        ({"surplus": 1, "also": 2}, "unknown also, surplus"),
    ],
)
def test_an_unsound_entry_is_refused_by_name(load, change, message):
    with pytest.raises(LedgerError, match=f"ledger entry 'pow-zero-base': .*{message}"):
        load(POW | change)


@pytest.mark.parametrize("name", ["Upper", "a b", "-a", "a--b", "a/b", "é"])
def test_an_id_is_plain(load, name):
    with pytest.raises(LedgerError, match="the id must be"):
        load(POW | {"id": name})


def test_an_id_stands_for_one_entry(load):
    with pytest.raises(LedgerError, match="ledger entry 'pow-zero-base': the id is taken"):
        load(POW, POW)


@pytest.mark.parametrize("text", ["x = 1", "entry = 1", "entry = [1]", "[entry]\nid = 'a'", "[[", b"\xff"])
def test_a_file_that_is_no_ledger_is_refused(tmp_path, text):
    path = tmp_path / "odd.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(LedgerError, match=r"odd\.toml"):
        ledger.load(path)


def test_a_bucket_is_matched(load):
    known = load(POW)
    assert ledger.match(known, bucket("value"), "2.21.0") == known[0]
    assert ledger.match(known, SEEN, "2.21.0") == known[0]


@pytest.mark.parametrize("field", ["kind", "subject", "where"])
def test_matching_is_exact(load, field):
    seen = Symptom(**(vars(SEEN) | {field: getattr(SEEN, field) + "x"}))
    assert ledger.match(load(POW), seen, "2.21.0") is None


def test_the_statement_counts_where_it_is_given(load):
    jacobian = Symptom(**(vars(SEEN) | {"statement": "Jacobian"}))
    known = load(POW | {"statement": "Gradient"})
    assert ledger.match(known, SEEN, "2.21.0") == known[0]
    assert ledger.match(known, jacobian, "2.21.0") is None
    assert ledger.match(load(POW), jacobian, "2.21.0") is not None


def test_an_entry_that_names_the_statement_goes_first(load):
    known = load(POW, POW | {"id": "narrow", "statement": "Gradient"})
    found = ledger.match(known, SEEN, "2.21.0")
    assert found is not None
    assert found.id == "narrow"


@pytest.mark.parametrize(
    ("version", "holds"),
    [
        ("2.21.0", True),
        ("2.21.3", True),
        ("2.20.9", False),
        ("2.22.0", False),
        ("2.22.0-rc1", False),
        ("2.21.1rc0", True),
        ("2.22.0.dev20260101", False),
    ],
)
def test_an_entry_holds_for_its_releases_only(load, version, holds):
    assert (ledger.match(load(POW), SEEN, version) is not None) == holds


def test_an_odd_version_is_refused(load):
    with pytest.raises(ValueError, match="'newest' is no version of TensorFlow"):
        ledger.match(load(POW), SEEN, "newest")


def test_a_variant_is_a_context_manager_under_its_name():
    registry: dict = {}
    rule = ["right"]

    @variant("pow-nan", registry)
    def _():
        rule[0] = "wrong"
        try:
            yield
        finally:
            rule[0] = "right"

    with registry["pow-nan"]():
        assert rule == ["wrong"]
    assert rule == ["right"]
    with registry["pow-nan"]():
        assert rule == ["wrong"]


def test_a_name_stands_for_one_variant():
    registry: dict = {}
    variant("a", registry)(lambda: iter(()))
    with pytest.raises(ValueError, match="two variants 'a'"):
        variant("a", registry)(lambda: iter(()))
