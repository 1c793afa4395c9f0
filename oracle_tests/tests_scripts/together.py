"""Many scripts in one child process, one after another, each as the only one."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from oracle_tests.scripts.perform import End
from oracle_tests.tests_frame.imports import ROOT

_CODE = """
import io, json, sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import asdict
from pathlib import Path
from oracle_tests import subjects
from oracle_tests.scripts.lookup import first_known
from oracle_tests.scripts.perform import perform

side, requests = sys.argv[1], json.load(sys.stdin)
tf = subjects.load(side)
answers = []
for file, arguments, lacking in requests:
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        end = perform(Path(file), arguments, None if side == "tensorflow" else tf, "2.21.0")
        known = first_known(lacking, tf)
    answers.append([out.getvalue(), err.getvalue(), asdict(end), known])
print(json.dumps(answers))
"""


@dataclass(frozen=True)
class Performance:
    """What a script printed, wrote to standard error, and how it ended; `known` as in `first_known`."""

    printed: str
    complained: str
    end: End
    known: str | None


def together(side: str, scripts: list[Path], lacking: list[dict] | None = None, arguments=()):
    """Runs scripts on a side; `lacking` are the names that the other side lacks, for each script."""
    requests = [
        [str(script), list(arguments), names]
        for script, names in zip(scripts, lacking or [{}] * len(scripts), strict=True)
    ]
    settings = {"PYTHONPATH": str(ROOT), "TF_CPP_MIN_LOG_LEVEL": "3", "TF_ENABLE_ONEDNN_OPTS": "0"}
    done = subprocess.run(
        [sys.executable, "-c", _CODE, side],
        input=json.dumps(requests),
        capture_output=True,
        text=True,
        env=os.environ | settings,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return [Performance(a, b, End(**end), known) for a, b, end, known in json.loads(done.stdout)]
