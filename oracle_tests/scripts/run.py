"""RUN: a script on the reference and on a subject, and what differs first."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from ..campaign.process import HarnessFailure, WrongUse
from .printed import first_difference
from .sides import Command, Side

WIDTH = 160  # characters of a printed line that are shown
AROUND = 2  # lines shown before the first that differs


@dataclass(frozen=True)
class Result:
    """`lines` to be read by people, whether the sides differ, and what each wrote to standard error."""

    lines: tuple[str, ...]
    differs: bool
    complained: tuple[tuple[str, str], ...]


def run(command: Command, subject: str = "tensorflow") -> Result:
    """Runs a script on both sides.  Raises HarnessFailure, and WrongUse if there is no such script
    or the reference lacks a name that it asks for."""
    check(command.script)
    ours = command.on("reference")
    if ours.end is None and not ours.how.startswith("ended with exit"):
        raise HarnessFailure(f"the reference's process {ours.how}; {_last_words(ours)}")
    lacking = {} if ours.end is None else ours.end.missing
    theirs = command.on(subject, lacking)
    if theirs.known is not None:
        raise WrongUse(f"not in the reference: {theirs.known}")
    if theirs.end is None and not theirs.how.startswith("ended with exit"):
        raise HarnessFailure(f"the process of {subject} {theirs.how}; {_last_words(theirs)}")
    lines = tuple(compare(ours, theirs))
    complained = tuple((side.name, side.complained) for side in (ours, theirs) if side.complained.strip())
    if lines:
        return Result(lines, True, complained)
    return Result((_same(ours, theirs),), False, complained)


def check(script: Path) -> None:
    """Raises WrongUse unless the file is a Python script."""
    try:
        compile(script.read_bytes(), str(script), "exec", dont_inherit=True)
    except OSError as problem:
        raise WrongUse(f"{script}: {problem.strerror or problem}") from None
    except SyntaxError as problem:
        raise WrongUse(f"{script} is not Python: {problem.msg}, line {problem.lineno}") from None
    except (ValueError, RecursionError, MemoryError) as problem:
        raise WrongUse(f"{script} is not Python: {problem}") from None


def _last_words(side: Side) -> str:
    return f"its last words: {side.complained.strip()[-500:] or 'none'}"


def compare(ours: Side, theirs: Side) -> Iterable[str]:
    """What differs between two sides, as lines to be read by people; none where nothing does."""
    sides = (ours, theirs)
    places = first_difference(ours.printed, theirs.printed)
    if places is not None:
        yield f"what is printed differs, in line {_both(*map(str, places))}:"
        yield from _excerpt(sides, places)
    ends = tuple(map(_ended, sides))
    if ends[0] != ends[1] or (ours.end is not None and ours.end.fault):
        yield "the end differs:"
        yield from _rows(sides, tuple(map(_shown_end, sides)))


def _both(a: str, b: str) -> str:
    return a if a == b else f"{a} and {b}"


def _ended(side: Side) -> tuple:
    """What is compared of an end."""
    return (side.how,) if side.end is None else (side.end.raised, side.end.status)


def _shown_end(side: Side) -> str:
    if side.end is None:
        return side.how
    match side.end:
        case end if end.raised is None:
            return "ended"
        case end if end.raised == "SystemExit":
            return f"SystemExit, exit status {end.status}"
        case end:
            note = " (a fault of the reference, which it does not declare)" if end.fault else ""
            return f"raised {end.raised}: {_cut(end.message.splitlines()[0] if end.message else '')}{note}"


def _excerpt(sides: tuple[Side, ...], places: tuple[int, int]) -> Iterable[str]:
    """The lines up to the first that differs, from both sides."""
    texts = [side.printed.splitlines() for side in sides]
    for back in range(min(AROUND, *(place - 1 for place in places)), -1, -1):
        numbers = [place - back for place in places]
        shown = [_at(text, number) for text, number in zip(texts, numbers, strict=True)]
        if back and shown[0] == shown[1]:
            yield f"  {_both(*map(str, numbers)):>5}  {shown[0]}"
        else:
            yield f"{' ' if back else '*'} {_both(*map(str, numbers)):>5}"
            yield from _rows(sides, tuple(shown))


def _at(lines: list[str], number: int) -> str:
    return _cut(lines[number - 1]) if number <= len(lines) else "(nothing more)"


def _cut(text: str) -> str:
    return text if len(text) <= WIDTH else text[: WIDTH - 1] + "…"


def _rows(sides: tuple[Side, ...], texts: tuple[str, ...]) -> Iterable[str]:
    width = max(len(side.name) for side in sides)
    for side, text in zip(sides, texts, strict=True):
        yield f"         {side.name:<{width}}  {text}"


def _same(ours: Side, theirs: Side) -> str:
    count = len(ours.printed.splitlines())
    lines = "no line" if not count else f"{count} line{'s' if count > 1 else ''}"
    end = _shown_end(replace(theirs, name=""))
    return f"reference and {theirs.name} print the same, {lines}" + (
        "" if end == "ended" else f"; both {end}"
    )
