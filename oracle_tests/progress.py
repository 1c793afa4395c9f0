"""PROGRESS: how far a campaign is, as one line that changes on a terminal, or as a line now and then."""

import sys
from time import monotonic

from rich.console import Console
from rich.live import Live
from rich.text import Text

EVERY = 10.0  # seconds between two lines where there is no terminal
ENDING = "(coming to an end; Ctrl-C once more ends it at once)"


class Progress:
    """Shows counts while a campaign runs, on standard error; use it as a context."""

    def __init__(self) -> None:
        console = Console(stderr=True, highlight=False)
        terminal = console.is_terminal and sys.stdout.isatty()
        self._live = Live(console=console, transient=True, refresh_per_second=4) if terminal else None
        self._start, self._next, self._ending = monotonic(), 0.0, False

    def __enter__(self) -> "Progress":
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(self, *exc: object) -> None:
        if self._live is not None:
            self._live.stop()

    def __call__(self, counts: dict[str, int], seconds: float, ending: bool = False) -> None:
        """Shows `counts` of programs, which took `seconds`; `ending` if the campaign was stopped."""
        passed = monotonic() - self._start
        text = line(counts, seconds, passed) if counts["programs"] else "starting TensorFlow …"
        if self._live is not None:
            self._live.update(Text(f"{text} {ENDING}" if ending else text))
            return
        if ending and not self._ending:
            self._ending = True
            print(ENDING, file=sys.stderr, flush=True)
        if passed >= self._next and counts["programs"]:
            self._next = passed + EVERY
            print(text, file=sys.stderr, flush=True)


def line(counts: dict[str, int], seconds: float, passed: float) -> str:
    """As in "1,200 programs, 95 a second: 1,190 agreed, 4 known, 2 new, 4 inconclusive (0:14)"."""
    rate = f"{counts['programs'] / seconds:,.0f}" if seconds else "0"
    parts = [f"{counts[name]:,} {name}" for name in ("agreed", "known", "new", "inconclusive")]
    if counts["invalid"]:
        parts.append(f"{counts['invalid']:,} invalid")
    clock = f"{int(passed) // 60}:{int(passed) % 60:02}"
    return f"{counts['programs']:,} programs, {rate} a second: {', '.join(parts)} ({clock})"
