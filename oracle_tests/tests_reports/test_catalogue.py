"""The table of endpoints by tier and family adds up, and counts what is answered."""

from reports import catalogue
from reports.catalogue import Group
from reports.conformance import ORDERS

FIRST = {"conforms": 3, "gap": 1, "none": 2}
GROUPS = [
    Group(
        2, "math", 7, 6, 5, 6, {"forward": {"conforms": 6, "none": 1}, "first": FIRST, "second": {"none": 7}}
    ),
    Group(1, "math", 2, 2, 2, 2, {order: {"conforms": 1, "differs": 1} for order in ORDERS}),
    Group(1, "arrays", 4, 4, 3, 4, {order: {"conforms": 4} for order in ORDERS}),
]


def test_what_is_not_answered_is_not_counted():
    assert GROUPS[0].conforming("first") == (3, 4)
    assert GROUPS[0].conforming("second") == (0, 0)
    assert GROUPS[1].conforming("second") == (1, 2)
    assert Group(1, "none", 0, 0, 0, 0).conforming("first") == (0, 0)


def test_tiers_and_all_add_up():
    first, second, everything = catalogue.tiers(GROUPS)
    assert (first.known, second.known, everything.known) == (6, 7, 13)
    assert (everything.there, everything.drawn, everything.exercised) == (12, 10, 12)
    assert first.conforming("forward") == (5, 6)
    assert everything.conforming("first") == (8, 10)


def test_the_table_has_a_line_for_each_group_and_tier():
    heading, *rows = [line.split() for line in catalogue.lines(GROUPS)]
    assert heading == ["tier", "family", *catalogue.COLUMNS]
    assert rows[0] == ["1", "arrays", "4", "4", "3", "4", "4/4", "4/4", "4/4"]
    assert rows[2][:2] == ["2", "math"]
    assert rows[-1] == ["all", "tiers", "13", "12", "10", "12", "11/12", "8/10", "5/6"]
    assert len(rows) == 6


def test_the_page_gets_tiers_and_families():
    context = catalogue.context(GROUPS)
    assert [row[:2] for row in context["rows"]] == [(1, "arrays"), (1, "math"), (2, "math")]
    assert context["known"] == 13
    assert catalogue.context([])["tiers"] == []
