"""QUIRKS: where TensorFlow departs from its documentation, or from what one expects, as people read of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from reports import code

_IMPORTS = {"np.": "import numpy as np", "contextlib.": "import contextlib", "sys.": "import sys"}


@dataclass(frozen=True)
class Quirk:
    """A quirk that the reference names.

    sentence    what happens, in the reference's words
    facts       the ids of the facts that show it
    file, line  where the reference says so, and in the body of which function or class (empty: the module)
    expected    what its documentation says of TensorFlow, if `documented`, or what one would expect
    script      at most three lines that let one see it, after `import tensorflow as tf`
    prints      what they print; where they raise, the name of the exception's class is the last line
    """

    name: str
    sentence: str
    facts: tuple[str, ...]
    file: str
    line: int
    within: str
    expected: str
    documented: bool
    script: str
    prints: str

    @property
    def says(self) -> str:
        """The sentence as one that stands alone."""
        return f"{self.sentence[0].upper()}{self.sentence[1:]}."

    @property
    def place(self) -> str:
        """Where in the code, as a person looks it up."""
        return f"{self.file}:{self.line}{', ' if self.within else ''}{self.within}"

    @property
    def whole_script(self) -> str:
        """The script with its imports."""
        return "\n".join([*imports(self.script), self.script])

    @property
    def lines(self) -> list[code.Line]:
        """The script with its imports, coloured."""
        return code.lines(self.whole_script)


def imports(script: str) -> list[str]:
    """What a script imports before it begins."""
    found = [line for used, line in _IMPORTS.items() if used in script]
    return [*found, "import tensorflow as tf"]


def text(quirks: Sequence[Quirk]) -> Iterator[str]:
    """Each quirk as lines for a terminal."""
    for quirk in quirks:
        yield f"{quirk.name} ({', '.join(quirk.facts)})"
        yield f"    {quirk.says}"
        yield f"    {'documented' if quirk.documented else 'expected'}: {quirk.expected}"
        yield f"    in {quirk.place}"
        yield from (f"        >>> {line}" for line in quirk.whole_script.splitlines())
        yield from (f"        {line}" for line in quirk.prints.splitlines())
        yield ""


def markdown(quirks: Sequence[Quirk]) -> Iterator[str]:
    """The table of what is documented, or expected, and what happens."""
    for documented, says in ((True, "The documentation says"), (False, "One would expect")):
        rows = [quirk for quirk in quirks if quirk.documented is documented]
        yield f"| {says} | What happens | Facts | Quirk |"
        yield "|---|---|---|---|"
        for quirk in rows:
            cells = quirk.expected, quirk.says, ", ".join(quirk.facts), f"`{quirk.name}`"
            yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
        yield ""


def chapters(quirks: Sequence[Quirk]) -> list[tuple[str, list[Quirk]]]:
    """The quirks by where they stand: a file of the reference, or a folder of it."""
    return [(place, list(some)) for place, some in groupby(sorted(quirks, key=_chapter), _chapter)]


def context(quirks: Sequence[Quirk]) -> dict:
    """What the template needs."""
    return {
        "quirks": quirks,
        "chapters": chapters(quirks),
        "documented": sum(quirk.documented for quirk in quirks),
    }


def marked(text: str) -> Markup:
    """Text with what stands between backticks as code."""
    parts = code.visible(text).split("`")
    return Markup("").join(Markup("<code>{}</code>").format(p) if i % 2 else p for i, p in enumerate(parts))


def _chapter(quirk: Quirk) -> str:
    folder, name, *deeper = quirk.file.split("/")
    return f"{folder}/{name}/" if deeper else f"{folder}/{name}"
