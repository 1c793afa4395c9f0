"""JUNIT: a run as JUnit XML, for dashboards that know tests.

Each endpoint that was called is a test: it fails where it is to blame for a new discrepancy, is skipped
where for a known one, and passes otherwise.  What no endpoint is to blame for, such as a rule of the tape, is
a test for each discrepancy.
"""

from pathlib import Path

from junitparser import Failure, JUnitXml, Skipped, TestCase, TestSuite

from reports.discrepancy import Bucket, Run
from reports.files import write_atomically

SUITE = "tape-oracle"


def suite(run: Run) -> TestSuite:
    """The run as a suite of tests."""
    cases = TestSuite(SUITE)
    for name, value in (("seed", run.seed), ("programs", run.programs), *sorted(run.environment.items())):
        cases.add_property(name, str(value))
    blamed: set[str] = set()
    for name, dtypes in run.endpoints.items():
        if any(cell.exercised for orders in dtypes.values() for cell in orders.values()):
            found = [bucket for bucket in run.buckets if bucket.where.split(" ", 1)[0] == name]
            blamed.update(bucket.id for bucket in found)
            cases.add_testcase(_case(f"endpoint.{_namespace(name)}", name, found))
    for bucket in run.buckets:
        if bucket.id not in blamed:
            cases.add_testcase(_case(bucket.subject, f"{bucket.where}: {bucket.kind}", [bucket]))
    cases.update_statistics()
    return cases


def _namespace(name: str) -> str:
    return name.rpartition(".")[0] or "tf"


def _case(group: str, name: str, found: list[Bucket]) -> TestCase:
    case, new = TestCase(name, group), [bucket for bucket in found if bucket.state == "new"]
    if new:
        case.result = [_failure(bucket) for bucket in new]
    elif found:
        case.result = [Skipped(f"known: {', '.join(sorted(str(bucket.ledger) for bucket in found))}")]
    return case


def _failure(bucket: Bucket) -> Failure:
    times = "1 program" if bucket.count == 1 else f"{bucket.count:,} programs"
    failure = Failure(f"{bucket.kind} in {bucket.statement}: {bucket.verdict.blame}; {times}", bucket.id)
    failure.text = f"{bucket.verdict.reason}\n\n{bucket.script}"
    return failure


def write(run: Run, file: Path) -> None:
    """Writes the run.  Raises OSError where that is not possible."""
    document = JUnitXml(SUITE)
    document.add_testsuite(suite(run))
    document.update_statistics()
    write_atomically(file, document.tostring().decode())
