"""The page in a real browser.  Where no Chromium is on PATH, these tests are skipped and counted as such."""

import html
import http.server
import re
import shutil
import struct
import subprocess
import threading
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import Any, TypeAlias

import pytest

from oracle_tests.tests_reports.devtools import Tab
from oracle_tests.tests_reports.sample import KNOWN, QUIRKS, bucket, cells, sample_run, together, write_sample
from reports.discrepancy import Evidence, Row, Run, Verdict

Browser: TypeAlias = Callable[..., str]

BINARY = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(BINARY is None, reason="no Chromium on PATH")

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--no-first-run",
)
DARK = "--blink-settings=preferredColorScheme=0"
POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')


@pytest.fixture
def browser(tmp_path: Path) -> Browser:
    """Runs Chromium with arguments; returns what it prints."""

    def run(*arguments: str) -> str:
        command = [BINARY or "", *FLAGS, f"--user-data-dir={tmp_path / 'profile'}", *arguments]
        done = subprocess.run(command, capture_output=True, timeout=120, check=True)
        return done.stdout.decode("utf-8")

    return run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_sample(tmp_path / "report")
    return tmp_path / "report"


class Recorder(http.server.SimpleHTTPRequestHandler):
    """Serves a folder and keeps the addresses that were asked for."""

    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        super().do_GET()

    def log_message(self, *_: object) -> None:
        """Keeps quiet."""


@pytest.fixture
def served(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """The folder's address on this machine, and the requests that reach it."""
    asked: list[str] = []
    handler = type("Here", (Recorder,), {"asked": asked})
    with http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), lambda *args: handler(*args, directory=str(folder))
    ) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_port}", asked
        server.shutdown()


def test_the_browser_sees_the_page_as_it_is_meant(browser, folder):
    dom = browser("--dump-dom", (folder / "index.html").as_uri())
    headings = re.findall(r"<h([1-6])[^>]*>(.*?)</h\1>", dom, re.DOTALL)
    texts = [re.sub(r"<[^>]+>", "", text) for _, text in headings]
    assert texts[:3] == ["6 new discrepancies", "Contents", "What was run"]
    assert [int(level) for level, _ in headings].count(3) == 10 + len(QUIRKS) + len(KNOWN)
    assert not re.search(r"(?:src|href)=[\"']?(?:https?:)?//", dom)


def test_the_browser_asks_for_the_page_and_nothing_else(browser, served):
    address, asked = served
    browser("--dump-dom", f"http://{address}/index.html")
    assert asked == ["/index.html"]


def test_no_script_but_its_own_runs_in_the_page(browser, folder):
    page = folder / "index.html"
    text = page.read_text(encoding="utf-8")
    with_script = text.replace("</body>", "<script>document.title = 'it ran'</script></body>")
    page.write_text(with_script, encoding="utf-8")
    assert "<title>it ran</title>" not in browser("--dump-dom", page.as_uri())
    page.write_text(POLICY.sub("", with_script), encoding="utf-8")
    assert "<title>it ran</title>" in browser("--dump-dom", page.as_uri())


# Appended to the page: tells what reaches beyond the window, and which names are broken or run on.
MEASURE = """<script>
document.querySelectorAll("details").forEach(details => details.open = true);
const beyond = [...document.querySelectorAll("body *")].filter(element => {
  const box = element.getBoundingClientRect();
  return box.right > innerWidth + 0.5 && !element.matches(".skip");
});
const broken = [...document.querySelectorAll(".sum th, .again th")].filter(name => {
  const range = document.createRange();
  range.selectNodeContents(name.lastChild || name);
  return new Set([...range.getClientRects()].map(box => box.top)).size > 1;
});
const told = [...beyond.map(element => `${element.tagName}.${element.className}`),
  ...broken.map(name => name.textContent.length < 20 ? `broken ${name.textContent}` : "")];
const width = document.documentElement.scrollWidth;
parent.document.title += `${innerWidth}: ${width} ${told.join(" ")}`.trim() + ";";
</script></body>"""

WIDER = "<style>* { letter-spacing: 0.09em !important }</style>"  # as a font with letters a sixth wider


WORD = "immeasurably_long" * 12
LONG_WORDS = sample_run(
    environment={WORD: WORD},
    endpoints={WORD: {WORD: cells(10**8, 10**8, 10**8, first="new")}},
    features={WORD: 10**8},
    pairs={WORD: {WORD + "s": 10**8, WORD + "t": 0}, WORD + "s": {WORD + "t": 1}},
    buckets=[
        replace(
            bucket(verdict=Verdict("tensorflow wrong", WORD, (Evidence(WORD, WORD, ((WORD, WORD),), WORD),))),
            where=WORD,
            statement=WORD,
            script=f"    {WORD} = {WORD}",
            rows=(Row(f"{WORD} = {WORD}", ((WORD, WORD), ("tensorflow", WORD + "x")), True),),
            ledger=state,
        )
        for state in (None, WORD)
    ],
)


MANY = together(*(f"feature number {i}" for i in range(40)))
WIDTHS = (320, 400, 768, 1200)


@pytest.mark.parametrize(
    "run",
    [sample_run(pairs=MANY), Run(seed=0, environment={}), LONG_WORDS],
    ids=["sample", "empty", "long words"],
)
def test_nothing_reaches_beyond_the_window(browser, tmp_path, run):
    page = write_sample(tmp_path / "report", run).replace("</body>", MEASURE)
    frames = "".join(
        f'<iframe width="{width}" height="800" srcdoc="{html.escape(POLICY.sub(font, page))}"></iframe>'
        for font in ("", WIDER)
        for width in WIDTHS
    )
    (tmp_path / "frames.html").write_text(f"<!DOCTYPE html><title></title>{frames}", encoding="utf-8")
    dom = browser("--dump-dom", (tmp_path / "frames.html").as_uri())
    found = re.search("<title>(.*?)</title>", dom)
    assert found is not None
    assert sorted(found[1].split(";")[:-1]) == sorted(f"{width}: {width}" for width in WIDTHS * 2)


def picture(path: Path) -> tuple[int, int, tuple[int, ...], int]:
    """Width, height, the first pixel and the number of bytes of a PNG's lines."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    packed, at = b"", 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            packed += data[at + 8 : at + 8 + length]
        at += length + 12
    pixels = zlib.decompress(packed)
    return width, height, tuple(pixels[1:4]), len(set(pixels))  # no filter changes the first pixel


@pytest.mark.parametrize("width", [400, 1200])
@pytest.mark.parametrize(("scheme", "ground"), [("light", (255, 255, 255)), ("dark", (18, 22, 28))])
def test_a_picture_of_the_page_is_not_empty(browser, folder, width, scheme, ground):
    path = folder / "picture.png"
    flags = [DARK] if scheme == "dark" else []
    browser(*flags, f"--window-size={width},900", f"--screenshot={path}", (folder / "index.html").as_uri())
    wide, high, first, values = picture(path)
    assert (wide, high) == (width, 900)
    assert first == ground
    assert values > 100


def test_the_page_prints(browser, folder):
    path = folder / "page.pdf"
    browser(f"--print-to-pdf={path}", (folder / "index.html").as_uri())
    data = path.read_bytes()
    assert data.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type\s*/Page\b", data)) > 3


OPEN = "[...document.querySelectorAll('#quirks details')].filter(details => details.open).length"


def test_a_link_to_a_quirk_opens_what_it_stands_in(tmp_path, folder):
    with Tab([BINARY or "", *FLAGS], tmp_path / "profile") as tab:
        tab.open((folder / "index.html").as_uri())
        assert tab.value(OPEN) == 0
        tab.value("location.hash = '#q-cut-off'")
        assert until(tab, OPEN, lambda number: number == 1) == 1
        assert tab.value("document.querySelector('#q-cut-off').getBoundingClientRect().top") < 200


NO_CLIPBOARD = "delete Navigator.prototype.clipboard"
NO_CLIPBOARD_AT_ALL = NO_CLIPBOARD + "; Document.prototype.execCommand = () => false"


@pytest.mark.parametrize("prepared", ["", NO_CLIPBOARD], ids=["clipboard", "no clipboard"])
def test_a_script_and_a_command_are_copied_from_the_keyboard(tmp_path, folder, prepared):
    one = sample_run().buckets[0]
    with Tab([BINARY or "", *FLAGS], tmp_path / "profile") as tab:
        tab.ask("Page.addScriptToEvaluateOnNewDocument", source=prepared)
        tab.open((folder / "index.html").as_uri())
        buttons = "[...document.querySelectorAll('.copy')]"
        assert tab.value(f"{buttons}.every(button => !button.hidden)")
        for number, copied in enumerate(
            [one.script, f"python -m oracle_tests replay programs/{one.id}.json"]
        ):
            button = f"{buttons}[{number}]"
            tab.value(f"{button}.focus()")
            tab.press("Enter")
            said = f"{button}.querySelector('.word').textContent"
            assert until(tab, said, lambda word: word != "Copy") == "Copied"
            assert tab.value(f"document.activeElement == {button}")
            assert clipboard(tab).rstrip("\n") == copied.rstrip("\n")
        assert until(tab, said, lambda word: word != "Copied") == "Copy"


def test_where_nothing_can_be_copied_the_text_is_selected(tmp_path, folder):
    with Tab([BINARY or "", *FLAGS], tmp_path / "profile") as tab:
        tab.ask("Page.addScriptToEvaluateOnNewDocument", source=NO_CLIPBOARD_AT_ALL)
        tab.open((folder / "index.html").as_uri())
        tab.value("document.querySelector('.copy').focus()")
        tab.press("Enter")
        said = "document.querySelector('.copy .word').textContent"
        assert until(tab, said, lambda word: word != "Copy") == "Press Ctrl+C"
        assert tab.value("getSelection().toString()").strip() == sample_run().buckets[0].script.strip()


def test_without_scripts_there_is_no_button(tmp_path, folder):
    with Tab([BINARY or "", *FLAGS], tmp_path / "profile") as tab:
        tab.ask("Emulation.setScriptExecutionDisabled", value=True)
        tab.ask("Page.navigate", url=(folder / "index.html").as_uri())
        boxes = until(tab, BOXES, bool)
        assert boxes
        assert set(boxes) == {0}


BOXES = "[...document.querySelectorAll('.copy')].map(button => button.getBoundingClientRect().width)"


def until(tab: Tab, expression: str, holds: Callable[[Any], bool]) -> Any:
    """What the page makes of an expression as soon as it holds, or after ten seconds."""
    for _ in range(200):
        value = tab.value(expression)
        if holds(value):
            break
        sleep(0.05)
    return value


def clipboard(tab: Tab) -> str:
    """What was copied last: a world of its own has the clipboard even where the page has lost it."""
    tab.ask("Browser.grantPermissions", permissions=["clipboardReadWrite"])
    frame = tab.ask("Page.getFrameTree")["frameTree"]["frame"]["id"]
    world = tab.ask("Page.createIsolatedWorld", frameId=frame)["executionContextId"]
    return tab.value("navigator.clipboard.readText()", contextId=world)
