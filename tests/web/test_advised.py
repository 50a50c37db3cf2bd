"""Advice on the page of decisions: flips in words, bars of one scale."""

from __future__ import annotations

import json
import math
import re

import pytest
from django.contrib.auth.models import User
from django.template.loader import render_to_string
from django.test import Client
from django.utils.html import escape

from designs import store
from designs.compiler import grouped
from designs.delivery.pages.advised import WIDE, Bar, advice_on, cheaper, weighed
from designs.delivery.pages.decision_rows import numbers
from designs.delivery.pages.input_words import Ends
from tests.compiler.test_search import students

from .conftest import LIBRARY

TEXT = (LIBRARY / "university.json").read_bytes()


def test_bars_are_of_one_scale() -> None:
    bars = advice_on(TEXT, ("emails",))["emails"]["bars"]
    assert [bar.chosen for bar in bars].count(True) == 1 and bars[0].chosen and bars[0].times == 1
    widths = [sum(piece.width for piece in bar.pieces) for bar in bars]
    assert max(widths) == pytest.approx(WIDE, abs=0.1)
    for bar, width in zip(bars, widths, strict=True):
        assert width / max(widths) == pytest.approx(bar.total / max(one.total for one in bars), abs=0.01)
        assert sum(row.score for row in bar.rows) == pytest.approx(bar.total)
        assert [piece.operation for piece in bar.pieces] == [row.operation for row in bar.rows]
        for row in bar.rows:  # the formula is the score
            assert sum(count * weight for _, count, weight, _ in row.terms) == pytest.approx(row.each)
            assert row.each * row.per_day == pytest.approx(row.score)


def test_bars_of_scores_as_large_as_numbers_get_have_a_width() -> None:
    design = json.loads(TEXT)
    for operation in design["operations"]:
        operation["per_day"] = 1e306 if operation["per_day"] else 0
    bars = advice_on(json.dumps(design).encode(), ("emails",))["emails"]["bars"]
    widths = [sum(piece.width for piece in bar.pieces) for bar in bars]
    assert bars and max(bar.total for bar in bars) > 1e306
    assert max(widths) == pytest.approx(WIDE, abs=0.1)


@pytest.mark.usefixtures("library")
def test_the_page_says_how_much_each_write_rewrites(client: Client) -> None:
    bars = advice_on((LIBRARY / "web_shop.json").read_bytes(), ("orders",))["orders"]["bars"]
    times = {bar.strategy: {row.operation: row.amplification for row in bar.rows} for bar in bars}
    assert times["PARENT_REF"]["ADD"] == 1 and times["BUCKET"]["ADD"] > 10
    page = client.get("/designs/web-shop/decisions/").content.decode()
    assert 'scope="col">Write amplification</th>' in page
    assert 'data-label="Write amplification">1.0 ×</td></tr>' in page


@pytest.mark.parametrize(
    "name", ['say "hi"', "back\\slash", "tab\there", 'per_day of "x" > 3', "a: b", "{}", "\\"]
)
def test_an_operation_of_any_name_turns_a_decision(name: str, ann: User, client: Client) -> None:
    """Its name was read back from the text of the flip, as if that were JSON."""
    raw = students()
    del raw["relationships"][0]["independent_access"]
    raw["relationships"][0]["to"]["field"] = "student"
    raw["operations"] = [
        {"name": name, "kind": "read", "entity": "Student", "includes": ["emails"], "per_day": 80_000},
        {"name": "search", "kind": "read", "entity": "Email", "per_day": 10_000},
    ]
    text = json.dumps(raw)
    said = [flip["when"] for flip in advice_on(text.encode(), ("emails",))["emails"]["flips"]]
    assert f"“{name}” runs per day ≤ {grouped(40_000)}" in said
    flips = weighed(text.encode(), "emails")["flips"]
    turns = [(one["input"], one["operation"], one["sign"], one["value"]) for one in flips if one["operation"]]
    assert turns == [("per_day", name, "<=", "40000"), ("per_day", "search", ">=", "20000")]
    assert all(one["reason"] for one in flips if one["rule"] != "forced")
    store.create(text, ann, slug="named", in_library=True)
    page = client.get("/designs/named/decisions/")
    assert page.status_code == 200
    assert escape(name) in page.content.decode()


def test_a_text_with_faults_has_no_advice() -> None:
    assert advice_on(b"{", ("emails",)) == {}


@pytest.mark.usefixtures("library")
def test_the_page_says_what_would_change_a_decision_and_what_it_costs(client: Client) -> None:
    page = client.get("/designs/university/decisions/").content.decode()
    assert "<code><bdi>maximum emails per student &gt; 200</bdi></code> → <a" in page
    assert page.count("Cost score per day") == 4
    assert (
        '<th scope="row">Cardinality</th><td>few (up to 200) <span class="origin">calculated</span>' in page
    )
    assert 'rect class="op-PA"' in page
    assert 'id="weights"' not in page  # a visitor may not change it


@pytest.mark.usefixtures("library")
def test_the_page_says_who_holds_it_then_where_only_that_changes(client: Client) -> None:
    page = client.get("/designs/parts-catalogue/decisions/").content.decode()
    line = next(one for one in page.splitlines() if "maximum parts per product ≥ 1,000" in one)
    flip = line[line.index("maximum parts per product ≥ 1,000") :].partition("</li>")[0]
    assert "in <bdi>Part</bdi> instead of <bdi>Product</bdi>" in flip
    other = client.get("/designs/university/decisions/").content.decode()
    assert "maximum emails per student &gt; 200" in other and "instead of <bdi>" not in other


@pytest.mark.usefixtures("library")
def test_a_decision_says_between_what_by_which_numbers_and_from_where(client: Client) -> None:
    page = client.get("/designs/web-shop/decisions/").content.decode()
    inventory, _, after = page.partition('id="decision-2"')
    images = after.partition('id="decision-6"')[2].partition("</article>")[0]
    assert "<h2><bdi>Product → Inventory</bdi></h2>" in inventory
    assert "one-to-one, <code><bdi>inventory</bdi></code>" in inventory
    assert re.search(r"size of one inventory &gt; 8 MiB<", inventory)
    assert "Sources: How To Design a Document Schema in MongoDB" in inventory and "tutorial" in inventory
    assert "one parent per child" in images and "Write amplification</th>" not in images
    parts = client.get("/designs/parts-catalogue/decisions/").content.decode()
    assert '<th scope="row"><bdi>Maximum parts per product</bdi></th>' in parts


@pytest.mark.usefixtures("library")
def test_an_operation_that_turns_a_decision_is_called_by_its_name(client: Client) -> None:
    page = client.get("/designs/web-shop/decisions/").content.decode()
    assert "“place order” runs per day &gt; 8,600<" in page and "per day of" not in page


@pytest.mark.usefixtures("library")
def test_what_looks_at_all_decisions_stands_before_them(client: Client) -> None:
    before = client.get("/designs/web-shop/decisions/").content.decode().partition("<article")[0]
    assert "/what-if/" in before and "/cheapest/" in before


@pytest.mark.usefixtures("library")
def test_a_choice_of_ones_own_is_told_once(client: Client) -> None:
    page = client.get("/designs/university/decisions/").content.decode()
    line = next(one for one in page.splitlines() if "No single number would" in one)
    assert (
        ">Page buckets</a></li>" in line and "strategy: BUCKET" not in page and "strategy: Bucket" not in page
    )


def test_what_is_too_large_to_add_up_has_no_bar() -> None:
    design = json.loads(TEXT)
    for operation in design["operations"]:
        operation["per_day"] = 1e308
    shown = advice_on(json.dumps(design).encode(), tuple(one["name"] for one in design["relationships"]))
    totals = [bar.total for one in shown.values() for bar in one["bars"]]
    assert all(math.isfinite(total) for total in totals)
    assert any(not one["bars"] for one in shown.values())


@pytest.mark.usefixtures("library")
def test_the_page_says_what_a_gate_costs(client: Client) -> None:
    (way,) = advice_on((LIBRARY / "city_theatre.json").read_bytes(), ("performances",))["performances"][
        "gated"
    ]
    assert way["gate"].startswith("G") and 0 < way["times"] < 0.95
    page = client.get("/designs/city-theatre/decisions/").content.decode()
    assert "would cost" in page and str(escape(way["because"])) in page
    beside = weighed((LIBRARY / "city_theatre.json").read_bytes(), "performances")["gated"]
    assert beside == [way]  # the report and the canvas say the same


def test_the_canvas_knows_what_other_decisions_rule_out() -> None:
    design = {"format": "nestlink/1", "name": "Vets", "database": "vets"}
    design["entities"] = [{"name": name} for name in ("Owner", "Pet", "Visit")]
    owns = ("pets", "Owner", "Pet", 30), ("visits", "Pet", "Visit", 500)
    design["relationships"] = [
        {
            "name": name,
            "kind": "one-to-many",
            "from": {"entity": one, "has": {"max": most}},
            "to": {"entity": many, "has": {"min": 1, "max": 1}},
        }
        for name, one, many, most in owns
    ]
    barred = weighed(json.dumps(design).encode(), "pets")["barred"]
    assert barred["EMBED_ARRAY"]["by"] == "G9" and "Pet → Visit" in barred["EMBED_ARRAY"]["because"]


def test_nothing_speaks_for_embedding_behind_what_belongs_to_several() -> None:
    inputs = {"max": 40, "exclusive_owner": False, "accessed_together": 1.0, "independent_access": 0.0}
    ends = Ends("Wall", "Route", "wall", "walls", "route", "routes")
    shown = numbers({"inputs": inputs, "assumed": ["exclusive_owner: "]}, ends)["facts"]
    assert shown == [
        ("40", "routes per wall", "stated", "max"),
        ("no", "each route belongs to one wall only", "assumed", "exclusive_owner"),
    ]
    shown = numbers({"inputs": inputs | {"exclusive_owner": True}, "assumed": []}, ends)["facts"]
    assert [value for value, *_ in shown] == ["40", "100%", "0%"]


@pytest.mark.usefixtures("library")
def test_costs_are_in_one_unit_and_say_why_some_have_none(client: Client) -> None:
    """The chosen strategy had a score and the others only a factor; ten alternatives stood beside two costs."""
    page = client.get("/designs/web-shop/decisions/").content.decode()
    reviews = page.partition('id="decision-7"')[2].partition("</article>")[0]
    costs = reviews.partition("Cost score per day")[2].partition("</table>")[0]
    assert re.search(r"<td>[\d,]{6,} <span class=\"note\">[\d.]+ ×</span></td>", costs)
    assert "6 alternatives have no cost" in reviews


def test_where_the_rules_and_the_score_disagree_the_lower_one_and_the_reason_are_told() -> None:
    text = (LIBRARY / "blog.json").read_bytes()
    advice = advice_on(text, ("comments",))["comments"]
    rejected = [{"strategy": "SUBSET", "because": "reads need all"}]
    found = cheaper(advice, rejected)
    assert found and found["strategy"] == "SUBSET" and found["because"] == "reads need all"
    assert found["less"] == round(100 - 100 * min(bar.times for bar in advice["bars"]))
    assert cheaper(advice_on(TEXT, ("emails",))["emails"], []) is None


@pytest.mark.parametrize(
    ("times", "is_close"), [(1.0, None), (0.999, True), (0.951, True), (0.95, False), (0.5, False)]
)
def test_a_score_that_is_lower_by_a_hair_is_told_as_the_report_tells_it(
    times: float, is_close: bool | None
) -> None:
    """The page said that the rules and the lowest cost agree, beside a lower score, and the report that one decision could
    save less than 5%."""
    bars = [
        Bar("TWO_WAY_REFS", 100, 1, True, (), ()),
        Bar("LINK_COLL", 100 * times, times, False, (), ()),
    ]
    other = cheaper({"bars": bars, "flips": []}, [])
    assert (other and other["is_close"]) is is_close
    told = (
        render_to_string("designs/_cheaper_strategy.html", {"cheaper": other, "decision": {}})
        if other
        else ""
    )
    assert ("Link collection scores less than 5% lower, too little to matter." in told) is bool(is_close)


def test_an_invented_number_is_told_from_a_stated_one() -> None:
    decision = {"inputs": {"max": 6, "accessed_together": 0.625}, "assumed": ["accessed_together: "]}
    shown = numbers(decision, Ends("Pet", "Visit", "pet", "pets", "visit", "visits"))
    assert [(value, known) for value, _, known, _name in shown["facts"]] == [
        ("6", "stated"),
        ("62%", "assumed"),
    ]
    assert ("62.5%", "assumed") in [row[1:] for row in shown["input_rows"]]
