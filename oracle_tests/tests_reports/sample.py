"""A run as a campaign may leave it, with a bucket of every kind and every verdict."""

from pathlib import Path

import numpy as np

from reports import ledger
from reports.conformance import ORDERS, Cell, Matrix
from reports.discrepancy import KINDS, VERDICTS, Bucket, Evidence, Row, Run, Verdict
from reports.draws import Draws
from reports.quirks import Quirk
from reports.shown import shown
from strategies.outcome import Outcome, Raised, Returned, Slices

SCRIPT = """\
import tensorflow as tf

x = tf.Variable([0.0, 2.0], dtype=tf.float32)
with tf.GradientTape() as tape:
    y = tf.math.pow(x, 3.0)  # the base is zero
g = tape.gradient(y, [x])
"""

LONG_SCRIPT = (
    "import tensorflow as tf\n\n"
    + "".join(f"x{i} = tf.constant([{i}.5, -0.0, float('nan')], dtype=tf.float64)\n" for i in range(6))
    + "v0 = tf.Variable([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], trainable=False, dtype=tf.float32)\n"
    "with tf.GradientTape(persistent=True, watch_accessed_variables=False) as outer:\n"
    "    outer.watch([v0, x1])\n"
    "    with tf.GradientTape() as inner:\n"
    "        y0 = tf.math.unsorted_segment_prod(data=v0, segment_ids=[0, -1], num_segments=4)\n"
    "        y1 = tf.reduce_logsumexp(y0 + v0.read_value()[0, ..., tf.newaxis, ::-1], axis=(0, 1))\n"
    "    g0 = inner.gradient([y0, y1], {'a': v0, 'b': (x1, x2)}, unconnected_gradients='zero')\n"
    "h0 = outer.jacobian(g0['a'], [v0, x1])\n"
    "del outer\n"
)


def array(values: object, dtype: str) -> np.ndarray:
    return np.array(values, dtype)


def floats(*values: float, dtype: str = "float32") -> Returned:
    return Returned(np.array(values, dtype))


def row(script: str, reference: Outcome, tensorflow: Outcome, differs: bool = True) -> Row:
    sides = (
        ("reference", shown(reference, beside=tensorflow)),
        ("tensorflow", shown(tensorflow, beside=reference)),
    )
    return Row(script, sides, differs)


WIDE = np.linspace(-1, 1, 120, dtype=np.float64).reshape(4, 30)
OFF = WIDE.copy()
OFF[2, 17] *= 1.01

ROWS: dict[str, tuple[Row, ...]] = {
    "value": (
        row("y = tf.math.pow(x, 3.0)", floats(0, 8), floats(0, 8), differs=False),
        row(
            "g = tape.gradient(y, [x])",
            Returned([array([0, 12], "float32")]),
            Returned([array([np.nan, 12], "float32")]),
        ),
        row("h = tape.jacobian(g[0], x)", Returned(WIDE), Returned(OFF)),
    ),
    "none": (row("g = tape.gradient(y, x)", floats(0.5), Returned(None)),),
    "dtype": (row("y = tf.math.abs(z)", floats(1.5), floats(1.5, dtype="float64")),),
    "shape": (row("g = tape.gradient(y, x)", floats(1, 1), Returned(array([[1, 1]], "float32"))),),
    "structure": (row("g = tape.gradient(y, [x])", Returned([None]), Returned(None)),),
    "slices": (
        row(
            "g = tape.gradient(y, v)",
            Returned(Slices(array([[2, 1]], "float32"), array([3], "int32"), array([5, 2], "int32"))),
            Returned(Slices(array([[2, 1]], "float32"), array([3], "int64"), None)),
        ),
    ),
    "error": (
        row(
            "y = tf.linalg.matmul(a, b, transpose_a=True)",
            Raised(
                "InvalidArgumentError", "Matrix size-incompatible: In[0]: [3,2], In[1]: [2,2] [Op:MatMul]"
            ),
            floats(1, 2),
        ),
    ),
    "warning": (row("tape.watch(i)", Returned(None), Raised("LoggedWarning", "dtype int32")),),
    "crash": (),
    "hang": (),
}

WHERE = {
    "value": "math.pow vjp",
    "none": "one_hot vjp",
    "dtype": "math.abs",
    "shape": "nn.silu vjp",
    "structure": "tape structure",
    "slices": "gather vjp",
    "error": "linalg.matmul",
    "warning": "tape watch",
    "crash": "nn.conv2d vjp",
    "hang": "while_loop",
}

REASONS = {
    "reference wrong": "Finite differences of this operation agree with TensorFlow, not with the reference.",
    "tensorflow wrong": "The derivative of x³ at 0 is 0; TensorFlow multiplies by log(0) before it selects.",
    "gap": "A finite difference is not 0, and TensorFlow gives no gradient.",
    "convention": "Both answers are one-sided derivatives at a kink.",
    "unclear": "No pinned fact speaks of this, and the two answers cannot be told apart by evaluation.",
}

DIFFERENCES = Evidence(
    "finite differences",
    "d<ct, y>/dx of math.pow",
    (("derivative", "[-1e-06, 12.0]"), ("step", "1e-05"), ("reference", "[0.0, 12.0]")),
    "reference",
)


def bucket(kind: str = "value", blame: str = "unclear", **changes: object) -> Bucket:
    fields: dict = {
        "kind": kind,
        "subject": "tensorflow",
        "statement": "Gradient" if kind not in ("dtype", "error") else "Apply",
        "where": WHERE[kind],
        "verdict": Verdict(blame, REASONS[blame], (DIFFERENCES,)),
        "statements": 4,
        "script": LONG_SCRIPT if kind in ("error", "crash") else SCRIPT,
        "program": {"inputs": [{"kind": "Variable", "out": "x", "values": ["0.0", "2.0"]}], "body": []},
        "rows": ROWS[kind],
        "count": 12,
        "found_after": 214,
    }
    return Bucket(**(fields | changes))


def cells(*counts: int, agreed: float = 1, **blamed: str) -> dict[str, Cell]:
    """One dtype of an endpoint: how often in each order, what part of these agreed, and who is blamed."""
    return {
        order: Cell(count, int(count * agreed), blamed.get(order, ""))
        for order, count in zip(ORDERS, counts, strict=False)
    }


ENDPOINTS: Matrix = {
    "math.sin": {"float32": cells(1203, 431, 40), "float64": cells(800, 2, 0), "complex64": cells(0, 0, 0)},
    "math.pow": {
        "float32": cells(980, 377, 21, first="new", second="known"),
        "float64": cells(12, 3, 0, agreed=0),
        "int32": cells(7),
    },
    "linalg.matmul": {"float32": cells(1_544_000, 612_000, 9_999, forward="known"), "int32": cells(0)},
    "nn.conv2d": {"float16": cells(0, 0, 0), "float32": cells(0, 0, 0)},
    "strings.length": {"string": cells(31)},
    "operator **": {},
}


def together(*features: str) -> dict[str, dict[str, int]]:
    """Pairs of features, of which every third never met."""
    return {
        first: {
            second: ((i + k) % 3) * k * 10 ** (i % 4) for k, second in enumerate(features[i + 1 :], i + 1)
        }
        for i, first in enumerate(features[:-1])
    }


def sample_run(**changes: object) -> Run:
    """Every kind once, the verdicts in turn; the last four are known."""
    buckets = [
        bucket(kind, VERDICTS[i % len(VERDICTS)], count=40 - 3 * i, ledger=None if i < 6 else f"known-{kind}")
        for i, kind in enumerate(KINDS)
    ]
    fields: dict = {
        "seed": 20260,
        "environment": {
            "tape oracle": "0.1.0",
            "tensorflow": "2.21.0",
            "numpy": "2.4.1",
            "hypothesis": "6.170.17",
            "python": "3.11.2",
            "CPU": "AMD EPYC 7B13, 2 of 64 cores",
        },
        "programs": 48_210,
        "agreed": 47_795,
        "known": 70,
        "new": 195,
        "inconclusive": 48,
        "invalid": 102,
        "seconds": 161.3,
        "tensorflow_seconds": 94.2,
        "tensorflow_alone_seconds": 76.9,
        "startup_seconds": 4.81,
        "minimising_seconds": 7.06,
        "buckets": buckets,
        "endpoints": ENDPOINTS,
        "features": {"nested tapes": 4120, "persistent": 20_411, "spent tape": 1893, "jacobian": 0},
        "pairs": together("nested tapes", "persistent", "spent tape", "jacobian"),
        "draws": {"math.sin": Draws(40, 38, 38), "gather": Draws(9000, 8700, 7000), "eye": Draws()},
    }
    return Run(**(fields | changes))


def entry(kind: str, **changes: object) -> ledger.Entry:
    fields: dict = {
        "id": f"known-{kind}",
        "releases": ">=2.21,<2.22",
        "where": WHERE[kind],
        "kind": kind,
        "subject": "tensorflow",
        "verdict": "tensorflow wrong",
        "reason": "Explicit padding with an empty output reads beyond the input.",
        "evidence": ("segmentation fault in 20 of 20 processes", "the formula gives an empty array"),
        "link": "https://github.com/tensorflow/tensorflow/issues/12345",
    }
    return ledger.Entry(**(fields | changes))


KNOWN = (entry("crash"), entry("hang", link=None), entry("error"), entry("none", id="never-met"))


def quirk(name: str, **changes: object) -> Quirk:
    fields: dict = {
        "name": name,
        "sentence": "both arguments count only if they are the object `True`",
        "facts": ("W01", "W02"),
        "file": "reference/tape.py",
        "line": 32,
        "within": "GradientTape",
        "expected": "What is true counts as `True`.",
        "documented": True,
        "script": "x = tf.Variable(1.0)\nfor _ in range(2):\n    print(x < 2 and np.pi)",
        "prints": "<True>\nTypeError",
    }
    return Quirk(**(fields | changes))


QUIRKS = (
    quirk("only-true-counts"),
    quirk("cut-off", file="reference/math/basics.py", documented=False),
    quirk("long-words", script="x" * 200, prints="y" * 200, within="z" * 200, expected="`" + "w" * 200 + "`"),
)


def write_sample(folder: Path, run: Run | None = None) -> str:
    """Writes a page into `folder`; returns its HTML."""
    from reports import page

    return page.write(run or sample_run(), folder, KNOWN, QUIRKS).read_text(encoding="utf-8")
