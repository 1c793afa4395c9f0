"""Programs as coloured HTML, and any text made safe to be shown."""

import unicodedata
from dataclasses import dataclass

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer


@dataclass(frozen=True)
class Line:
    """A line of a script: how far it is indented, in characters, and its coloured HTML."""

    indent: int
    html: Markup


def lines(script: str) -> list[Line]:
    """A Python script line by line; colours are classes, which the page's style sheet knows."""
    text = visible(script).expandtabs(4).strip("\n")
    html = highlight(text, PythonLexer(ensurenl=False, stripnl=False), HtmlFormatter(nowrap=True))
    coloured = html.removesuffix("\n").split("\n")  # Pygments closes its spans at the end of every line
    return [
        Line(len(plain) - len(plain.lstrip(" ")), Markup(line))
        for plain, line in zip(text.split("\n"), coloured, strict=True)
    ]


def visible(text: str) -> str:
    """`text` with the characters that one cannot see, or HTML cannot hold, written as escapes.

    These are control and formatting characters (also those that reverse the direction of writing), lone
    surrogates and what Unicode has not assigned; newlines and tabs stay.
    """
    if text.isprintable():
        return text
    return "".join(c if c in "\n\t" or not _hidden(c) else _escape(c) for c in text)


def _hidden(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
