"""REPLAY: one program on the reference and on a subject, side by side."""

from collections.abc import Iterable
from dataclasses import dataclass

from strategies import serial
from strategies.program import Program

from .campaign.process import ChildDied, Process, Setting, WrongUse
from .campaign.workplace import workplace


@dataclass(frozen=True)
class Replayed:
    """What came of a program: `lines` to be read by people, and whether the sides differ."""

    lines: tuple[str, ...]
    differs: bool


def replay(program: Program, subject: str = "tensorflow", imports: tuple[str, ...] = ()) -> Replayed:
    """Runs `program` in a child process, which it may end.  Raises HarnessFailure and WrongUse."""
    with workplace() as folder:
        child = Process(Setting(folder, subject, imports))
        try:
            child.begin()
            answer = child.answer("replay", program=serial.to_json(program))
        except ChildDied as death:
            return Replayed((f"the process of {subject} {_end(death)}",), True)
        finally:
            child.end()
    if "too_large" in answer:
        raise WrongUse(answer["too_large"])
    return Replayed((*_rows(answer["rows"]), _summary(answer, subject)), answer["status"] == "differs")


def _end(death: ChildDied) -> str:
    path = ".".join(map(str, death.entry.path))
    return f"{death.how} at statement {path}" if path else death.how


def _rows(rows: Iterable) -> Iterable[str]:
    """A line of script, and below it what each side made of it; `*` marks where they differ."""
    for script, sides, differs in rows:
        yield f"{'*' if differs else ' '} {script}"
        width = max(len(side) for side, _ in sides)
        for side, text in sides:
            yield f"      {side:<{width}}  {text}"


def _summary(answer: dict, subject: str) -> str:
    match answer["status"]:
        case "agreed":
            return f"reference and {subject} agree"
        case "inconclusive":
            return f"reference and {subject} differ by no more than rounding may explain"
        case _:
            return f"reference and {subject} differ: {answer['kind']}"
