"""The nightly job's summary reads what a campaign writes."""

import subprocess
import sys
from pathlib import Path

import pytest

from oracle_tests.summary import lines
from oracle_tests.tests_frame.imports import ROOT
from oracle_tests.tests_reports.sample import sample_run
from reports.conformance import ORDERS, STATES, Cell, states, worst
from reports.discrepancy import Bucket, Run, Verdict
from reports.runs import save


def bucket(where: str, **fields: object) -> Bucket:
    verdict = Verdict("unclear", "because")
    plain = {
        "kind": "value",
        "subject": "tensorflow",
        "statement": "Gradient",
        "statements": 2,
        "program": {},
    }
    return Bucket(**{**plain, "where": where, "verdict": verdict, "script": f"# {where}\n", **fields})


def test_the_closing_text_counts_pairs_of_features_and_names_those_that_never_met() -> None:
    text = "\n".join(lines(sample_run(), Path("report")))
    assert "pairs 4/6 of tape features occurred together" in text
    assert "Never together: nested tapes + jacobian, persistent + spent tape" in text


def summary(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, ".github/summary.py", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_new_discrepancies_are_listed_most_frequent_first_and_known_ones_counted(tmp_path: Path) -> None:
    rare = bucket("math.pow vjp", count=3)
    often = bucket("tape reset | watch", count=1200)
    known = bucket("math.erf vjp", count=9000, ledger="erf-tail")
    run = Run(
        seed=20260131,
        environment={"tensorflow": "2.21.0", "python": "3.12.1"},
        programs=20000,
        agreed=9797,
        known=9000,
        new=1203,
        seconds=100.0,
        buckets=[rare, known, often],
    )
    save(run, tmp_path / "run.json")
    text = summary(tmp_path / "run.json").stdout
    assert text.startswith("## 2 new discrepancies\n")
    assert "Seed 20260131: 20,000 programs, 200 a second" in text
    assert "9,797 agreed, 9,000 known, 1,203 new, 0 inconclusive, 0 invalid; 1 known discrepancies" in text
    assert "python 3.12.1, tensorflow 2.21.0" in text
    assert text.index(often.id) < text.index(rare.id)
    assert known.id not in text
    assert r"tape reset \| watch" in text
    assert "```python\n# tape reset | watch\n```" in text


def test_a_long_list_ends_with_how_many_more(tmp_path: Path) -> None:
    buckets = [bucket(f"math.f{i} vjp") for i in range(23)]
    save(Run(seed=1, environment={}, programs=23, new=23, buckets=buckets), tmp_path / "run.json")
    text = summary(tmp_path / "run.json").stdout
    assert sum(bucket.id in text for bucket in buckets) == 20
    assert "and 3 more in the report" in text


def test_a_run_without_a_new_discrepancy_has_no_table(tmp_path: Path) -> None:
    save(Run(seed=1, environment={}, programs=5, agreed=5, interrupted=True), tmp_path / "run.json")
    text = summary(tmp_path / "run.json").stdout
    assert text.startswith("## 0 new discrepancies\n")
    assert "The campaign was interrupted." in text
    assert "|" not in text


def test_the_matrix_of_endpoints_is_summed_and_its_worst_cells_are_named(tmp_path: Path) -> None:
    run = sample_run()
    save(run, tmp_path / "run.json")
    rows = [line.strip("| ").split(" | ") for line in summary(tmp_path / "run.json").stdout.split("\n")]
    text = "\n".join(map(" | ".join, rows))
    assert "### Endpoints: 4 of 6 were called" in text
    for order in ORDERS:
        counts = states(run.endpoints, order)
        assert [order, *(str(counts[state]) for state in STATES)] in rows
    listed = [row for row in rows if row[-1] in ("new", "known", "undecided") and len(row) == 6]
    assert listed == [
        [name, dtype, order, f"{cell.exercised:,}", f"{cell.agreed:,}", cell.state]
        for name, dtype, order, cell in worst(run.endpoints)
    ]
    assert listed[0] == ["math.pow", "float32", "first", "377", "377", "new"]
    assert "Never called: `nn.conv2d`, `operator **`" in text
    assert "Pairs of tape features that occurred together: 4 of 6" in text


def test_the_terminal_is_told_of_the_endpoints_too() -> None:
    told = list(lines(sample_run(), Path("report")))
    assert "4 of 6 endpoints were called, 3 differentiated, 3 of these twice" in told
    assert "Never called: nn.conv2d, operator **" in told
    many = {f"math.f{i:02}": {"float32": {"forward": Cell()}} for i in range(30)}
    assert list(lines(sample_run(endpoints=many), Path("report")))[8].endswith("math.f11 and 18 more")


def test_how_to_run_it_again_is_said(tmp_path: Path) -> None:
    save(Run(seed=7, environment={}, programs=5, agreed=5), tmp_path / "run.json")
    assert "`python -m oracle_tests fuzz --programs 5 --seed 7`" in summary(tmp_path / "run.json").stdout


@pytest.mark.parametrize("status", ["0", "1", "2", "3", "143"])
def test_the_exit_status_is_explained(tmp_path: Path, status: str) -> None:
    said = summary(tmp_path / "run.json", status).stdout
    words = {"0": "agreed", "1": "new discrepancies", "2": "wrong use", "3": "environment failed"}
    assert f"Exit status {status}: " in said
    assert words.get(status, "ended from outside") in said


def test_a_campaign_that_left_no_run_is_said_to_be_broken(tmp_path: Path) -> None:
    result = summary(tmp_path / "run.json")
    assert result.returncode == 0
    assert result.stdout.startswith("## No run\n")


def test_wrong_use_exits_with_2() -> None:
    assert summary().returncode == 2
    assert summary("--help").returncode == 0
