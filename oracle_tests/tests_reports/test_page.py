import json
import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from xml.etree.ElementTree import Element

import html5lib
import pytest

from oracle_tests.campaign.coverage import possible
from oracle_tests.tests_reports.sample import (
    DIFFERENCES,
    KNOWN,
    QUIRKS,
    bucket,
    cells,
    entry,
    quirk,
    row,
    sample_run,
    write_sample,
)
from reports import ledger, page, runs
from reports.discrepancy import KINDS, VERDICTS, Evidence, Row, Run, Verdict
from strategies.outcome import Raised, Returned

STYLE = (Path(page.__file__).parent / "templates" / "style.css").read_text(encoding="utf-8")
SCRIPT = (Path(page.__file__).parent / "templates" / "copy.js").read_text(encoding="utf-8")
EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>{{7*7}}&amp;"
UNSEEN = "a\x00b\x1bc\u202ed\ud800e\u200bf"


def parsed(html: str) -> Element:
    """The page as a tree; any error of its HTML is raised."""
    return html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(html)


def text(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def by_id(tree: Element, name: str) -> Element:
    (found,) = [element for element in tree.iter() if element.get("id") == name]
    return found


def tables(tree: Element, caption: str) -> list[list[str]]:
    """The rows of the table with that caption, as texts of their cells."""
    found = [t for t in tree.iter("table") if text(next(t.iter("caption"))).startswith(caption)]
    return [[text(cell) for cell in row if cell.tag in ("th", "td")] for row in found[0].iter("tr")]


def outcome_cells(tree: Element) -> Iterator[Element]:
    return (cell for cell in tree.iter("td") if cell.get("data-side"))


@pytest.fixture
def sample(tmp_path: Path) -> Element:
    return parsed(write_sample(tmp_path))


def shown_page(folder: Path, **changes: object) -> Element:
    return parsed(write_sample(folder, sample_run(**changes)))


PAGES = {
    "sample": sample_run(),
    "empty": Run(seed=0, environment={}),
    "agreed": sample_run(buckets=[], new=0, agreed=47_990),
    "known only": sample_run(buckets=[bucket("crash", ledger="known-crash")], new=0),
    "interrupted": sample_run(interrupted=True),
    "same id twice": sample_run(buckets=[bucket(), bucket(count=3)]),
    "evil": sample_run(
        environment={EVIL: UNSEEN}, endpoints={EVIL: {EVIL: cells(1, 0)}}, features={UNSEEN: 1}
    ),
}


@pytest.mark.alone
@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_sound_html(tmp_path, name):
    tree = parsed(write_sample(tmp_path, PAGES[name]))
    ids = [element.get("id") for element in tree.iter() if element.get("id")]
    assert len(set(ids)) == len(ids)
    targets = [link.get("href", "") for link in tree.iter("a")]
    assert targets
    assert {target.removeprefix("#") for target in targets} <= set(ids)
    labels = [element.get("aria-labelledby") for element in tree.iter() if element.get("aria-labelledby")]
    assert set(labels) <= set(ids)


@pytest.mark.parametrize("name", PAGES)
def test_headings_are_in_order(tmp_path, name):
    tree = parsed(write_sample(tmp_path, PAGES[name]))
    levels = [int(element.tag[1]) for element in tree.iter() if re.fullmatch("h[1-6]", str(element.tag))]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert len(list(tree.iter("main"))) == 1


@pytest.mark.parametrize("name", PAGES)
def test_the_page_fetches_nothing_and_runs_only_its_own_script(tmp_path, name):
    html = write_sample(tmp_path, PAGES[name])
    tree = parsed(html)
    addresses = [
        element.get(attribute, "")
        for element in tree.iter()
        for attribute in ("src", "href", "srcset", "action", "poster", "data")
        if element.get(attribute) is not None
    ]
    assert all(address.startswith("#") or address == "data:," for address in addresses)
    assert not [e.tag for e in tree.iter() if e.tag in ("img", "iframe", "object", "embed", "base")]
    (script,) = tree.iter("script")
    assert script.text == SCRIPT
    assert not script.attrib
    allowed = b64encode(sha256(SCRIPT.encode()).digest()).decode()
    assert f"script-src 'sha256-{allowed}'\"" in html
    assert not [key for e in tree.iter() for key in e.attrib if key.startswith("on")]
    assert "default-src 'none'" in html
    assert not re.search(r"url\(|@import", STYLE)


def test_every_table_has_a_caption_and_scopes(sample):
    for table in sample.iter("table"):
        assert text(next(table.iter("caption")))
        assert all(cell.get("scope") in ("col", "row", "rowgroup") for cell in table.iter("th"))


@pytest.mark.parametrize(
    ("run", "title"),
    [
        (Run(seed=0, environment={}), "Nothing was run"),
        (sample_run(buckets=[]), "No new discrepancy"),
        (sample_run(buckets=[bucket(ledger="known-crash")]), "No new discrepancy"),
        (sample_run(buckets=[bucket()]), "1 new discrepancy"),
        (sample_run(buckets=[bucket(), bucket("none")]), "2 new discrepancies"),
    ],
)
def test_the_title_is_the_answer(tmp_path, run, title):
    tree = parsed(write_sample(tmp_path, run))
    assert text(next(tree.iter("h1"))) == title
    assert text(next(tree.iter("title"))) == f"{title} – Tape Oracle"


def test_counts_are_shown_as_a_sum(sample):
    rows = tables(sample, "Programs, by what came")
    assert [row[:2] for row in rows[1:]] == [
        ["agreed", "47,795"],
        ["known", "+ 70"],
        ["new", "+ 195"],
        ["inconclusive", "+ 48"],
        ["invalid", "+ 102"],
        ["programs", "= 48,210"],
    ]
    assert "Caution" not in text(by_id(sample, "top"))


def test_counts_that_do_not_add_up_are_called_so(tmp_path):
    tree = shown_page(tmp_path, invalid=101)
    assert tables(tree, "Programs, by")[-1] == [
        "programs",
        "≠ 48,210",
        "run in all, but the parts make 48,209",
    ]
    assert "do not add up: the parts make 48,209, and 48,210 programs were run" in text(by_id(tree, "top"))


@pytest.mark.parametrize(
    ("changes", "caution"),
    [
        ({"interrupted": True}, "The run was interrupted"),
        ({"buckets": []}, "Programs that count as new: 195; new discrepancies kept: 0"),
        ({"new": 0, "agreed": 47_990}, "Programs that count as new: 0; new discrepancies kept: 6"),
        ({"agreed": 0, "known": 0, "new": 0, "buckets": [], "invalid": 48_162}, "nothing can be concluded"),
    ],
)
def test_what_limits_the_answer_stands_under_it(tmp_path, changes, caution):
    top = text(by_id(shown_page(tmp_path, **changes), "top"))
    assert top.count("Caution") == 1
    assert caution in top


def test_what_was_run_is_told(sample):
    assert tables(sample, "Speed") == [
        ["Running programs", "2 min 41 s"],
        ["Programs a second", "298.88"],
        ["TensorFlow’s part of it", "94.2 s; the run took 1.71 × that"],
        ["TensorFlow alone, same programs", "76.9 s; the run took 2.10 × that"],
        ["Starting", "4.81 s"],
        ["Minimising", "7.06 s"],
    ]
    rows = tables(sample, "To run it again")
    assert ["seed", "20260"] in rows
    assert ["tensorflow", "2.21.0"] in rows
    assert ["ended", "as planned"] in rows


def test_what_was_not_measured_is_not_divided_by(tmp_path):
    tree = parsed(write_sample(tmp_path, Run(seed=0, environment={})))
    assert [row[1] for row in tables(tree, "Speed")[1:4]] == ["not measured"] * 3


def test_new_discrepancies_come_first_and_the_most_frequent_of_them(sample):
    articles = list(sample.iter("article"))
    assert [article.get("class") for article in articles] == ["new"] * 6 + ["known"] * 4
    counts = [int(text(article).split("Programs")[1].split(" of")[0]) for article in articles]
    assert counts[:6] == sorted(counts[:6], reverse=True)
    listed = [link.get("href") for link in next(sample.iter("nav")).iter("a")]
    assert [href for href in listed if href.startswith("#d-")] == [f"#{a.get('id')}" for a in articles]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_discrepancy_is_told(tmp_path, kind):
    one = bucket(kind)
    tree = shown_page(tmp_path, buckets=[one])
    article = by_id(tree, f"d-{one.id}")
    assert text(next(article.iter("h3"))) == f"{one.where}: {page.KIND_WORDS[kind]}"
    facts = [text(fact) for fact in article.iter("dd")]
    assert facts[:4] == [kind, one.statement, "tensorflow", "12 of 48,210"]
    assert len(list(outcome_cells(article))) == 2 * len(one.rows)
    assert ("No outcome was observed" in text(article)) == (kind in ("crash", "hang"))


@pytest.mark.parametrize("blame", VERDICTS)
def test_every_verdict_is_told_with_its_reason(tmp_path, blame):
    one = bucket(blame=blame)
    tree = shown_page(tmp_path, buckets=[one])
    verdict = next(e for e in tree.iter("strong") if (e.get("class") or "").startswith("verdict"))
    name = (verdict.get("class") or "").split()[1]
    assert text(verdict) == blame
    assert f".verdict.{name} " in STYLE
    assert one.verdict.reason in text(by_id(tree, "new"))


def test_each_witness_is_told_with_its_figures_and_the_side_it_takes(tmp_path):
    silent = Evidence("pinned fact L13", "a spent tape raises")
    tree = shown_page(tmp_path, buckets=[bucket(verdict=Verdict("unclear", "", (DIFFERENCES, silent)))])
    assert tables(tree, "What independent witnesses say") == [
        ["Witness", "What it computed", "Figures", "Sides with"],
        [
            "finite differences",
            "d<ct, y>/dx of math.pow",
            "derivative[-1e-06, 12.0] step1e-05 reference[0.0, 12.0]",
            "reference",
        ],
        ["pinned fact L13", "a spent tape raises", "none", "neither"],
    ]


def test_a_known_discrepancy_keeps_what_its_run_computed(tmp_path):
    one = bucket("crash", ledger="known-crash")
    article = by_id(shown_page(tmp_path, buckets=[one]), f"d-{one.id}")
    assert KNOWN[0].evidence[0] in text(article)
    assert "What was computed in this run" in text(article)
    assert "finite differences" in text(next(article.iter("details")))


def test_the_script_is_shown_as_it_is_and_coloured(sample):
    one = sample_run().buckets[6]
    article = by_id(sample, f"d-{one.id}")
    code = next(pre for pre in article.iter("pre") if pre.get("class") == "code")
    assert "".join(code.itertext()).rstrip("\n") == one.script.rstrip("\n")
    classes = {span.get("class") for span in code.iter("span")} - {"line"}
    assert {"kn", "k", "s1", "mf", "mi"} <= classes


def test_what_differs_is_marked_on_both_sides(tmp_path):
    tree = shown_page(tmp_path, buckets=[bucket("error")])
    first, second = outcome_cells(tree)
    assert text(first).startswith("Raised InvalidArgumentError: Matrix size-incompatible")
    assert "".join(text(mark) for mark in second.iter("mark")) == "float32 [2]: [1.0, 2.0]"


def test_what_agrees_is_not_marked(tmp_path):
    agreeing = row("y = x", Returned(None), Raised("KeyError"), differs=False)
    tree = shown_page(tmp_path, buckets=[bucket(rows=(agreeing,))])
    assert not list(tree.iter("mark"))
    assert [text(span) for span in tree.iter("span") if span.get("class") == "mark"] == ["agrees"]


def test_a_difference_that_the_texts_do_not_show_is_called_so(tmp_path):
    hidden = Row("g", (("reference", "None"), ("tensorflow", "None")), differs=True)
    tree = shown_page(tmp_path, buckets=[bucket(rows=(hidden,))])
    assert "differs, though not in what is shown" in text(tree)


def test_three_sides_and_a_missing_one_have_their_columns(tmp_path):
    rows = (
        Row("a", (("reference", "1 a"), ("tensorflow", "1 a"), ("tensorflow.function", "2 a")), True),
        Row("b", (("reference", "3"),), True),
    )
    tree = shown_page(tmp_path, buckets=[bucket(rows=rows)])
    cells = list(outcome_cells(tree))
    assert [cell.get("data-side") for cell in cells] == ["reference", "tensorflow", "tensorflow.function"] * 2
    assert [[text(mark) for mark in cell.iter("mark")] for cell in cells[:3]] == [["1"], [], ["2"]]
    assert [text(cell) for cell in cells[3:]] == ["3", "nothing observed", "nothing observed"]


def test_a_side_that_is_compared_with_itself_has_two_columns(tmp_path):
    itself = Row("a", (("reference", "1"), ("reference", "2")), True)
    cells = list(outcome_cells(shown_page(tmp_path, buckets=[bucket(rows=(itself,))])))
    assert [(cell.get("data-side"), text(cell)) for cell in cells] == [
        ("reference", "1"),
        ("reference (2)", "2"),
    ]


def test_the_minimal_program_is_in_the_page_and_beside_it(tmp_path):
    one = bucket(program={"inputs": [], "body": ["</code></details><b>"]})
    tree = shown_page(tmp_path, buckets=[one])
    assert f"python -m oracle_tests replay programs/{one.id}.json" in text(tree)
    details = next(tree.iter("details"))
    assert json.loads("".join(next(details.iter("pre")).itertext())) == one.program
    assert json.loads((tmp_path / "programs" / f"{one.id}.json").read_text()) == one.program


def test_two_buckets_of_one_id_keep_their_programs(tmp_path):
    first, second = bucket(program={"n": 1}), bucket(program={"n": 2}, count=3)
    shown_page(tmp_path, buckets=[second, first])
    files = {path.name: json.loads(path.read_text()) for path in (tmp_path / "programs").iterdir()}
    assert files == {f"{first.id}.json": {"n": 1}, f"{first.id}-2.json": {"n": 2}}


def test_the_run_stands_beside_the_page_and_nothing_else(tmp_path):
    write_sample(tmp_path)
    assert runs.load(tmp_path / "run.json") == sample_run()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index.html", "programs", "run.json"]
    assert len(list((tmp_path / "programs").iterdir())) == 10


def test_the_same_run_gives_the_same_page(tmp_path):
    assert write_sample(tmp_path / "a") == write_sample(tmp_path / "b")


def test_a_run_that_is_no_json_writes_nothing(tmp_path):
    with pytest.raises(ValueError, match=r"run\.seconds"):
        page.write(sample_run(seconds=float("nan")), tmp_path, KNOWN)
    assert not list(tmp_path.iterdir())


def test_a_known_discrepancy_has_the_reason_of_the_ledger(tmp_path):
    one = bucket("crash", ledger="known-crash")
    article = by_id(shown_page(tmp_path, buckets=[one]), f"d-{one.id}")
    assert "Ledger: known-crash" in text(article)
    assert KNOWN[0].reason in text(article)
    assert "https://github.com/tensorflow/tensorflow/issues/12345" in text(article)
    assert one.verdict.reason not in text(article)


def test_a_known_discrepancy_without_its_entry_is_called_so(tmp_path):
    tree = shown_page(tmp_path, buckets=[bucket("crash", ledger="gone")])
    assert "counts it as the ledger’s gone, which this ledger does not have" in text(by_id(tree, "known"))


@pytest.mark.parametrize(
    ("version", "unmet"), [("2.21.0", True), ("2.20.0", False), ("odd", False), (None, False)]
)
def test_entries_that_were_not_met_are_listed(tmp_path, version, unmet):
    environment = {} if version is None else {"tensorflow": version}
    known = by_id(shown_page(tmp_path, environment=environment), "known")
    assert ("Not met in this run" in text(known)) == unmet
    assert ("never-met" in text(known)) == unmet
    assert "known-crash," not in text(known)


def test_left_out_the_ledger_is_that_of_the_project(tmp_path, monkeypatch):
    monkeypatch.setattr(ledger, "load", lambda: (entry("crash", reason="The project says so."),))
    html = page.write(sample_run(), tmp_path).read_text(encoding="utf-8")
    assert "The project says so." in html


def matrix_rows(tree: Element, family: str) -> list[list[str]]:
    """The table of a family of endpoints, empty cells left out, and what only eyes see."""
    (group,) = [g for g in tree.iter("details") if text(next(g.iter("summary"))).startswith(family)]
    return [
        [seen for cell in row if (seen := " ".join(part.strip() for part in heard(cell)).strip())]
        for row in group.iter("tr")
    ]


def heard(element: Element) -> Iterator[str]:
    if element.get("aria-hidden") != "true":
        yield element.text or ""
        for child in element:
            yield from heard(child)
            yield child.tail or ""


def test_each_endpoint_has_its_counts_by_order_and_by_dtype(sample):
    dtypes = ["float16", "float32", "float64", "complex64", "int32", "string"]
    head, sin, matmul = (
        matrix_rows(sample, "tf.math")[:1]
        + matrix_rows(sample, "tf.math")[2:]
        + matrix_rows(sample, "tf.linalg")[1:]
    )
    assert head[:4] == ["Endpoint", "forward", "first", "second"]
    assert sorted(head[4:]) == sorted(dtypes)
    assert sin[1:4] == ["2,003", "433", "40"]
    assert {"1,203, 431, 40", "800, 2, never", "never"} <= set(sin[4:])
    assert matmul[1:] == ["1.5M known", "612,000", "9,999", "1,544,000 (known), 612,000, 9,999", "never"]


def test_a_cell_says_what_came_of_it(sample):
    pow_row = matrix_rows(sample, "tf.math")[1]
    assert pow_row[1:4] == ["999", "380 new", "21 known"]
    assert "980, 377 (new), 21 (known)" in pow_row
    assert "12 (undecided), 3 (undecided), never" in pow_row
    (length,) = matrix_rows(sample, "tf.strings")[1:]
    assert length[1:] == ["31", "not possible", "not possible", "31"]


def test_the_cells_of_the_matrix_are_summed_by_state(sample):
    rows = tables(sample, "Cells of the matrix")
    assert rows[0] == ["Order", "Cells", "new", "known", "agreed", "undecided", "never"]
    assert rows[1:] == [
        ["forward", "11", "0", "1", "5", "1", "4"],
        ["first order", "8", "1", "0", "3", "1", "3"],
        ["second order", "8", "0", "1", "2", "0", "5"],
    ]
    assert all(int(row[1]) == sum(map(int, row[2:])) for row in rows[1:])


def test_what_was_never_called_is_told_first_and_marked(sample):
    section = by_id(sample, "endpoints")
    assert "4 of 6 endpoints were called." in text(section)
    assert "Never called: nn.conv2d, operator **." in text(section)
    marked = [row for row in section.iter("tr") if row.get("class") == "untouched"]
    assert {text(next(row.iter("code"))) for row in marked} == {"nn.conv2d", "operator **"}


def test_a_family_is_open_where_something_is_new(sample):
    groups = {text(next(g.iter("summary"))): g for g in by_id(sample, "endpoints").iter("details")}
    assert [name for name, group in groups.items() if "open" in group.attrib] == ["tf.math 1 new 1 agreed"]
    assert "operators 1 never" in groups


def test_a_large_namespace_is_split_as_the_reference_is(tmp_path):
    names = sorted(name for name in possible() if name.startswith("math."))
    tree = shown_page(tmp_path, endpoints={name: {"float32": cells(1, 1)} for name in (*names, "math.odd")})
    titles = [text(summary).split(" 1")[0] for summary in by_id(tree, "endpoints").iter("summary")]
    assert "math.exp" in text(by_id(tree, "endpoints"))
    assert len(titles) > 3
    assert titles[0] == "tf.math"  # what the reference does not declare
    assert all(title.startswith(("tf.math: ", "tf.math.special")) for title in titles[1:])
    assert len(list(by_id(tree, "endpoints").iter("tbody"))) == len(titles) + 1


def test_features_are_listed(sample):
    assert tables(sample, "How often each feature")[1:] == [
        ["jacobian", "never"],
        ["nested tapes", "4,120"],
        ["persistent", "20,411"],
        ["spent tape", "1,893"],
    ]


def test_pairs_of_features_are_a_triangle_and_those_that_never_met_are_named(sample):
    assert tables(sample, "In how many programs each feature met")[1:] == [
        ["1 nested tapes", ""],
        ["2 persistent", "1", ""],
        ["3 spent tape", "4", "0", ""],
        ["4 jacobian", "0", "30", "600"],
    ]
    cells = [cell.get("class") for cell in by_id(sample, "pairs").iter("td")]
    assert cells == ["none", "few", "none", "few", "never", "none", "never", "some", "many"]
    assert "4 of 6 pairs" in text(by_id(sample, "pairs"))
    assert [text(item) for item in by_id(sample, "pairs").iter("li")][:2] == [
        "nested tapes with jacobian",
        "persistent with spent tape",
    ]


@pytest.mark.parametrize("evil", [EVIL, UNSEEN])
def test_whatever_a_program_says_stays_text(tmp_path, evil):
    name = evil.replace("\ud800", "\x7f")  # names come from the project: they are Unicode
    one = replace(
        bucket(kind="value"),
        subject=name,
        statement=name,
        where=name,
        script=f"x = '{evil}'\n# {evil}\n{evil}",
        verdict=Verdict("unclear", evil, (Evidence(evil, evil, ((evil, evil),), evil),)),
        rows=(Row(evil, ((evil, evil), ("b", evil + "x")), True),),
        program={evil: evil},
    )
    known = replace(one, ledger=evil, where="b")
    run = sample_run(
        buckets=[one, known],
        environment={"tensorflow": evil, evil: evil},
        endpoints={evil: {evil: cells(1, 1)}},
        features={evil: 1},
        pairs={evil: {"a": 0}},
    )
    tree = parsed(write_sample(tmp_path, run))
    assert [e.text for e in tree.iter() if e.tag in ("script", "img")] == [SCRIPT]
    assert not [key for e in tree.iter() for key in e.attrib if key.startswith("on")]
    visible = evil if evil == EVIL else r"a\x00b\x1bc\u202ed\ud800e\u200bf"
    assert text(tree).count(visible) >= 15
    assert "49" not in text(next(tree.iter("h3")))


def test_a_script_with_odd_line_ends_keeps_its_lines(tmp_path):
    tree = shown_page(tmp_path, buckets=[bucket(script='\n\n\tx = """a\n  b\r\nc"""\n\n\n# end')])
    code = next(pre for pre in tree.iter("pre") if pre.get("class") == "code")
    lines = [span for span in code.iter("span") if span.get("class") == "line"]
    assert ["".join(line.itertext()).rstrip("\n") for line in lines] == [
        '    x = """a',
        "  b\\x0d",
        'c"""',
        "",
        "",
        "# end",
    ]
    assert [line.get("style") for line in lines[:3]] == ["--indent: 4ch", "--indent: 2ch", "--indent: 0ch"]


@pytest.mark.parametrize("script", ["", "\n", "this is (not Python"])
def test_an_odd_script_is_shown_all_the_same(tmp_path, script):
    tree = shown_page(tmp_path, buckets=[bucket(script=script)])
    code = next(pre for pre in tree.iter("pre") if pre.get("class") == "code")
    assert "".join(code.itertext()).strip() == script.strip()


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


LIGHT, DARK = (
    dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block))
    for block in re.findall(r":root \{(.*?)\}", STYLE, re.S)[:2]
)
WORDS = (
    "text",
    "aside",
    "link",
    "keyword",
    "string",
    "literal",
    "builtin",
    "comment",
    "red",
    "violet",
    "amber",
)


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
def test_contrast_is_sufficient(scheme):
    for word in (*WORDS, "teal", "grey"):
        for ground in ("page", "raised"):
            assert contrast(scheme[word], scheme[ground]) >= 4.5, (word, ground)
    assert contrast(scheme["mark-text"], scheme["mark"]) >= 4.5
    for part, _ in page.PARTS:  # what is not text needs less
        assert contrast(scheme[part], scheme["page"]) >= 2.5, part


def test_both_schemes_name_the_same_colours():
    assert set(LIGHT) == set(DARK)
    assert set(re.findall(r"var\(--([\w-]+)\)", STYLE)) - {"indent"} <= set(LIGHT)


def test_what_can_be_copied_has_a_button_that_waits_for_the_script(sample):
    ids = {element.get("id"): element for element in sample.iter() if element.get("id")}
    for article, one in zip(sample.iter("article"), sample_run().buckets, strict=True):
        buttons = list(article.iter("button"))
        assert [text(button) for button in buttons] == ["Copy the minimal program", "Copy the command"]
        assert all("hidden" in button.attrib for button in buttons)
        script, command = ("".join(ids[button.get("data-copies")].itertext()) for button in buttons)
        assert script.rstrip("\n") == one.script.rstrip("\n")
        assert command == f"python -m oracle_tests replay programs/{one.id}.json"


def test_a_quirk_is_told_with_its_script_and_what_that_prints(sample):
    told = by_id(sample, "q-only-true-counts")
    assert text(next(told.iter("p"))) == "Both arguments count only if they are the object True."
    assert [text(code) for code in next(told.iter("p")).iter("code")] == ["True"]
    scripts = ["".join(pre.itertext()) for pre in told.iter("pre")]
    assert scripts[0].rstrip("\n") == QUIRKS[0].whole_script
    assert scripts[0].startswith("import numpy as np\nimport tensorflow as tf\nx = ")
    assert scripts[1] == "<True>\nTypeError"
    terms = {text(div[0]): text(div[1]) for div in next(told.iter("dl"))}
    assert terms == {
        "The documentation says": "What is true counts as True.",
        "Facts": "W01, W02",
        "In the reference": "reference/tape.py:32, GradientTape",
    }
    assert "One would expect" in text(by_id(sample, "q-cut-off"))


def test_quirks_and_the_ledger_stand_in_groups(sample):
    groups = [text(summary) for summary in by_id(sample, "quirks").iter("summary")]
    assert groups == ["reference/math/ 1", "reference/tape.py 2"]
    assert [text(summary) for summary in by_id(sample, "ledger").iter("summary")] == ["tensorflow wrong 4"]
    assert "Explicit padding" in text(by_id(sample, "l-known-crash"))


def test_what_quirks_say_is_escaped(tmp_path):
    evil = [quirk("evil", **dict.fromkeys(("sentence", "expected", "script", "prints"), EVIL + UNSEEN))]
    html = page.write(sample_run(), tmp_path, (), evil).read_text("utf-8")
    assert "<img" not in html
    assert text(by_id(parsed(html), "q-evil")).count("<script>alert(1)</script>") == 4
    assert text(by_id(parsed(html), "ledger")) == "Ledger It has no entries."


def test_every_link_of_the_page_leads_somewhere(sample):
    ids = {element.get("id") for element in sample.iter()}
    links = {link.get("href") for link in sample.iter("a")}
    assert {link.removeprefix("#") for link in links if link} <= ids
