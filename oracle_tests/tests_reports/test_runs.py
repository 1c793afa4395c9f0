import json
import math
from dataclasses import replace

import pytest

from oracle_tests.tests_reports.sample import bucket, sample_run
from reports import runs
from reports.discrepancy import Run, Verdict


def changed(*path: str | int, to: object) -> dict:
    """The sample run as JSON with another value at `path`."""
    data = json.loads(json.dumps(runs.to_json(sample_run())))
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return data


SIN = ("endpoints", "math.sin", "float32", "forward")


@pytest.mark.parametrize("run", [sample_run(), Run(seed=-1, environment={}), sample_run(interrupted=True)])
def test_a_run_survives_json(run):
    assert runs.from_json(json.loads(json.dumps(runs.to_json(run)))) == run


def test_a_bucket_has_the_keys_that_people_query():
    data = runs.to_json(sample_run())
    first, source = data["buckets"][0], sample_run().buckets[0]
    assert first["id"] == source.id
    assert first["verdict"] == "reference wrong"
    assert first["reason"] == source.verdict.reason
    assert first["program"] == source.program
    assert first["where"] == "math.pow vjp"
    assert {"kind", "count", "statements", "script"} <= set(first)


@pytest.mark.parametrize(
    ("run", "place"),
    [
        (sample_run(agreed=-1), r"run\.agreed"),
        (sample_run(seed="1"), r"run\.seed"),
        (sample_run(buckets=[replace(bucket(), kind="odd")]), r"run\.buckets\[0\]\.kind"),
        (sample_run(buckets=[bucket(verdict=Verdict("nobody", ""))]), r"run\.buckets\[0\]\.verdict"),
    ],
)
def test_what_could_not_be_read_back_is_not_written(run, place):
    with pytest.raises(ValueError, match=place):
        runs.to_json(run)


def test_a_run_survives_a_file(tmp_path):
    runs.save(sample_run(), tmp_path / "new" / "run.json")
    assert runs.load(tmp_path / "new" / "run.json") == sample_run()
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["run.json"]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    runs.save(sample_run(), tmp_path / "run.json")

    def full(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("reports.files.os.replace", full)
    with pytest.raises(OSError, match="disk full"):
        runs.save(sample_run(seed=1), tmp_path / "run.json")
    assert runs.load(tmp_path / "run.json").seed == 20260
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_in_json_is_refused(number, tmp_path):
    with pytest.raises(ValueError, match=r"run\.seconds"):
        runs.to_json(sample_run(seconds=number))
    with pytest.raises(ValueError, match=r"run\.buckets\[0\]\.program\.x\[0\]"):
        runs.to_json(sample_run(buckets=[bucket(program={"x": [number]})]))
    with pytest.raises(ValueError, match=r"run\.buckets\[0\]\.program\.x"):
        runs.save(sample_run(buckets=[bucket(program={"x": {1: 2}})]), tmp_path / "run.json")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], r"^run: a list where an object is wanted"),
        ({}, r"^run: lacks agreed, .*tensorflow_seconds"),
        (changed("surplus", to=1), r"^run: has the unknown surplus"),
        (changed("agreed", to="1"), r"^run\.agreed: a string where an integer is wanted"),
        (changed("agreed", to=True), r"^run\.agreed: a truth value"),
        (changed("agreed", to=1.0), r"^run\.agreed: a number where an integer is wanted"),
        (changed("agreed", to=-1), r"^run\.agreed: -1 is negative"),
        (changed("seconds", to=None), r"^run\.seconds: null where a number is wanted"),
        (changed("seconds", to=-0.5), r"^run\.seconds: -0.5 is negative"),
        (changed("seconds", to=math.nan), r"^run\.seconds: nan"),
        (changed("interrupted", to=0), r"^run\.interrupted: a number where true or false"),
        (changed("environment", "numpy", to=2), r"^run\.environment\.numpy: a number where a string"),
        (changed("endpoints", "math.sin", to=[1, 2]), r"^run\.endpoints\.math\.sin: .* earlier versions"),
        (changed(*SIN, to=[1, 1]), r"float32\.forward: 2 items where three are wanted"),
        (changed(*SIN, to=[1, -1, ""]), r"float32\.forward\[1\]: -1 is negative"),
        (changed(*SIN, to=[1, 1, "odd"]), r"float32\.forward\[2\]: 'odd' is none of"),
        (changed(*SIN[:-1], to={"third": [1, 1, ""]}), r"float32\.third: 'third' is none of forward, first"),
        (changed("features", to=[]), r"^run\.features: a list where an object"),
        (changed("pairs", "persistent", to=3), r"^run\.pairs\.persistent: a number where an object"),
        (changed("buckets", to={}), r"^run\.buckets: an object where a list"),
        (changed("buckets", 2, to=None), r"^run\.buckets\[2\]: null where an object"),
        (changed("buckets", 2, "id", to="0"), r"^run\.buckets\[2\]\.id: '0', but"),
        (changed("buckets", 2, "kind", to="odd"), r"^run\.buckets\[2\]\.kind: 'odd' is none of value, none"),
        (changed("buckets", 2, "verdict", to="?"), r"^run\.buckets\[2\]\.verdict: '\?' is none of"),
        (changed("buckets", 2, "ledger", to=1), r"^run\.buckets\[2\]\.ledger: a number where a string"),
        (changed("buckets", 0, "evidence", to=[1]), r"^run\.buckets\[0\]\.evidence\[0\]: a number"),
        (changed("buckets", 0, "evidence", 0, "about", to=1), r"evidence\[0\]\.about: a number where a str"),
        (changed("buckets", 0, "evidence", 0, "figures", 0, to=["a"]), r"figures\[0\]: 1 texts where"),
        (changed("buckets", 0, "program", to="{}"), r"^run\.buckets\[0\]\.program: a string where an object"),
        (changed("buckets", 0, "rows", 0, "differs", to=1), r"^run\.buckets\[0\]\.rows\[0\]\.differs"),
        (changed("buckets", 0, "rows", 0, "sides", 0, to=["a"]), r"rows\[0\]\.sides\[0\]: 1 texts where"),
        (changed("buckets", 0, "rows", 0, to={"script": ""}), r"rows\[0\]: lacks differs, sides"),
    ],
)
def test_what_is_no_run_is_refused_with_the_place(data, message):
    with pytest.raises(ValueError, match=message):
        runs.from_json(data)


@pytest.mark.parametrize("text", ["", "{", '{"seed": NaN}', '{"seed": -Infinity}', "[1]", b"\xff"])
def test_a_file_that_holds_no_run_is_refused_by_name(text, tmp_path):
    path = tmp_path / "odd.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(ValueError, match=r"odd\.json: "):
        runs.load(path)


def test_text_outside_unicode_survives_a_file(tmp_path):
    run = sample_run(environment={"name": "\ud800 and \N{RIGHT-TO-LEFT OVERRIDE} and \x00"})
    runs.save(run, tmp_path / "run.json")
    assert runs.load(tmp_path / "run.json") == run
