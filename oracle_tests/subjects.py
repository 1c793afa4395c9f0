"""SUBJECTS: the modules that can be put under test, by name, and the environment they run in.

"reference" and "tensorflow" are known from the start; `register` adds others, as a module that is named by
`--import` does when it is imported.  This is the one file that imports TensorFlow, and it does so only when
TensorFlow is asked for.
"""

import importlib
import logging
import os
import platform
import subprocess
import sys
import warnings
from collections.abc import Callable
from functools import cache
from importlib import metadata
from pathlib import Path
from types import ModuleType

from strategies.interpret.warned import forgets

ROOT = Path(__file__).parents[1]

_loaders: dict[str, Callable[[], ModuleType]] = {}


class MissingSubject(Exception):
    """Raised when a subject is unknown or cannot be imported; the message says what to do."""


def register(name: str, load: Callable[[], ModuleType]) -> None:
    """Makes `name` known; `load` imports the module later.  Raises ValueError for a taken name."""
    if name in _loaders:
        raise ValueError(f"there is already a subject named {name!r}")
    _loaders[name] = load


def names() -> tuple[str, ...]:
    """Every known subject, in the order in which they were registered."""
    return tuple(_loaders)


@cache
def load(name: str) -> ModuleType:
    """The module of a subject, imported once and configured.  Raises MissingSubject."""
    if name not in _loaders:
        raise MissingSubject(f"no subject is named {name!r}; known are {', '.join(_loaders)}")
    return _loaders[name]()


def _reference() -> ModuleType:
    return importlib.import_module("reference")


def _tensorflow() -> ModuleType:
    """TensorFlow, so that equal programs give equal numbers: one thread and no oneDNN.

    Not under `enable_op_determinism`, which on one CPU thread changes nothing but a few functions, whose
    usual kernels it replaces by compositions that nobody else runs.
    """
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about TensorFlow's own code; its users' warnings come later
        try:
            import tensorflow as tf
        except ImportError as problem:
            raise MissingSubject(
                f"TensorFlow cannot be imported ({problem}); "
                "`pip install tensorflow-cpu==2.21.*`, or `tox -e oracle`, which brings it"
            ) from problem
        tf.config.threading.set_intra_op_parallelism_threads(1)
        tf.config.threading.set_inter_op_parallelism_threads(1)
        tf.keras.optimizers.SGD  # noqa: B018  loads Keras now, within this block
    _silence("tensorflow")
    _silence("absl")
    forgets("tensorflow", _forgetting())
    return tf


def _forgetting() -> Callable[[], None]:
    """What makes TensorFlow forget what else an earlier program would have to do with a later one.

    It says some messages once, or a few times, in the life of a process, and has no public way to begin anew.
    What forward mode has traced it uses again, also where it does not fit (`forward-aliased-operands` in the
    ledger), and from the 33rd shape on with open shapes, where other errors are raised.
    After `scan`, `map_fn` or a fold that raised in a function, `recompute_grad` raises NotImplementedError.
    """
    from tensorflow.python.eager import forwardprop
    from tensorflow.python.ops import variable_scope
    from tensorflow.python.platform import tf_logging

    def forget() -> None:
        tf_logging._log_counter_per_token.clear()
        if forwardprop._TRACE_COUNT:
            forwardprop._TRACE_COUNT.clear()
            forwardprop._jvp_function_cache.clear()
        variable_scope.get_variable_scope()._caching_device = None

    return forget


def _silence(name: str) -> None:
    """Prints nothing that a logger is told; whoever wants to see it can still add a handler."""
    logger = logging.getLogger(name)
    logger.handlers = [logging.NullHandler()]
    logger.propagate = False


register("reference", _reference)
register("tensorflow", _tensorflow)


def environment() -> dict[str, str]:
    """What the outcome of a run may depend on: versions, CPU, platform, commit of the checkout.

    TensorFlow and Keras are listed where they are loaded.
    """
    found = {"python": platform.python_version()}
    for package in ("numpy", "scipy", "ml_dtypes", "hypothesis"):
        found[package] = _version(package)
    for package in ("tensorflow", "keras"):
        if package in sys.modules:
            found[package] = str(getattr(sys.modules[package], "__version__", "unknown"))
    return found | {"cpu": _cpu(), "platform": platform.platform(), "commit": _commit()}


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


def _cpu() -> str:
    """The CPU's model; kernels choose their instructions by it."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine() or "unknown"


def _commit() -> str:
    """The commit that is checked out, with `-dirty` behind it where files differ from it."""
    command = ["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=30, check=True)
    except (OSError, subprocess.SubprocessError):
        return "unknown"
    return done.stdout.strip()
