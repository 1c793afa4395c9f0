"""Where earlier releases of TensorFlow answer otherwise than the pinned one, which the reference follows."""

from packaging.version import Version

from strategies.outcome import Raised

AXIS_CHECKED_SINCE = Version("2.21")  # before, an odd axis of argmax came as far as the kernel


def may_answer_otherwise(tf, call, ours) -> bool:
    """Whether the release `tf` need not answer `call` with `ours`, as the reference does."""
    release = getattr(tf, "__version__", "")
    return (
        bool(release)
        and Version(release) < AXIS_CHECKED_SINCE
        and call.function in ("argmax", "math.argmax")
        and isinstance(ours, Raised)
        and ours.error == "TypeError"
        and ours.message.startswith("axis must be int")
    )
