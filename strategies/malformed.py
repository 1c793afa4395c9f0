"""MALFORMED: how a text or a program is refused."""

import reprlib

_LONGEST = 90

_repr = reprlib.Repr()
_repr.maxlevel, _repr.maxdict, _repr.maxlist, _repr.maxtuple = 2, 3, 3, 3
_repr.maxstring = _repr.maxother = _LONGEST - 20


def short(value: object) -> str:
    """What was found, short enough to stand in a message, however large it is."""
    text = _repr.repr(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


class Malformed(ValueError):
    """Raised when a text or a program is none of the language.

    `place` says where, as in `body[3].body[0].operands[1]`, and `advice` what is wrong there and what to do.
    """

    def __init__(self, place: str, advice: str):
        super().__init__(place, advice)
        self.place, self.advice = place, advice

    def __str__(self) -> str:
        return f"{self.place}: {self.advice}"

    def within(self, outer: str) -> "Malformed":
        """The same refusal, told from outside `outer`."""
        return Malformed(f"{outer}.{self.place}", self.advice)
