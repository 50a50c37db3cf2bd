"""The page that shows the rulebook's whole design beside the cheapest one."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User
from django.test import Client

from bench.workload import design as large_design
from designs import store
from designs.delivery.compiled.compiled_design import opened
from designs.delivery.pages import cheapest as room
from designs.delivery.pages import variants

from .conftest import LIBRARY

BLOG = (LIBRARY / "blog.json").read_bytes()


def shown(text: bytes) -> dict[str, Any] | None:
    return room.cheapest_of(text, opened(text).plan)


def test_what_changes_says_what_it_saves_and_why_the_rules_do_not() -> None:
    found = shown(BLOG)
    assert found is not None and found["found"].exact
    (comments,) = found["changed"]
    assert (comments["decision"]["strategy"], comments["instead"]) == ("BUCKET", "SUBSET")
    assert comments["saves"] == pytest.approx(found["found"].total - found["found"].least)
    assert comments["why"]["strategy"] == "SUBSET" and comments["why"]["because"]
    assert sum(difference for *_, difference in found["operations"]) == pytest.approx(-comments["saves"])
    widths = {name: width for name, _, width in found["bars"]}
    assert widths["rulebook"] == room.WIDE > widths["cheapest"] == widths["bound"]


def test_a_large_design_is_not_searched_while_somebody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST_SEARCHED", 0)
    assert shown(BLOG) is None


def test_bars_of_scores_as_large_as_numbers_get_have_a_width() -> None:
    design = json.loads(BLOG)
    for operation in design["operations"]:
        operation["per_day"] = 1e306
    found = shown(json.dumps(design).encode())
    assert found is not None and found["found"].total > 1e306
    assert {name: width for name, _, width in found["bars"]}["rulebook"] == room.WIDE


def test_what_is_too_large_to_add_up_is_not_compared() -> None:
    design = json.loads(BLOG)
    for operation in design["operations"]:
        operation["per_day"] = 1e308
    assert shown(json.dumps(design).encode()) is None


@pytest.mark.usefixtures("library")
def test_the_page_is_linked_from_the_decisions(client: Client) -> None:
    assert "/designs/blog/cheapest/" in client.get("/designs/blog/decisions/").content.decode()
    page = client.get("/designs/blog/cheapest/").content.decode()
    assert "None costs less" in page and "Lower bound" in page
    assert "comments" in page and "Saves" in page
    assert (
        "The recommended design is already the lowest-cost"
        in client.get("/designs/university/cheapest/").content.decode()
    )
    assert client.get("/designs/nowhere/cheapest/").status_code == 404


@pytest.fixture
def large(db: None) -> str:
    store.create(large_design(16), slug="large", in_library=True)
    return "/designs/large/"


HTMX = {"HX-Request": "true"}


def test_the_page_of_a_large_design_opens_before_it_is_searched(
    large: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as searching:
        searching.setattr(room, "searched", lambda text: pytest.fail("the page waits for the search"))
        for page in (f"{large}cheapest/", f"{large}report/?whole=yes"):
            sent = client.get(page).content.decode()
            assert 'hx-get="/designs/large/cheapest/"' in sent and 'aria-busy="true"' in sent
            assert "Searching combinations of 21 relationships" in sent
            assert "at most 4 rounds" in sent and "more than 150 relationships aren’t searched" in sent
    piece = client.get(f"{large}cheapest/", headers=HTMX).content.decode()
    assert "Lower bound" in piece and "<html" not in piece and "aria-busy" not in piece
    whole = client.get(f"{large}cheapest/?whole=yes").content.decode()
    assert piece.strip() in whole and "<html" in whole


def test_a_comparison_of_a_large_design_is_awaited(
    large: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"{large}what-if/?b=cheapest&page=2"
    with monkeypatch.context() as comparing:
        comparing.setattr(variants, "variant", lambda *_: pytest.fail("the page waits for the comparison"))
        sent = client.get(address).content.decode()
        assert 'hx-get="/designs/large/what-if/?b=cheapest&amp;page=2"' in sent and 'aria-busy="true"' in sent
        assert "Comparing variants (21 relationships)" in sent
    piece = client.get(address, headers=HTMX).content.decode()
    assert piece.startswith('<section class="what-if">') and "Cost score per day" in piece
    assert "Cost score per day" in client.get(f"{address}&whole=yes").content.decode()
    assert "aria-busy" not in client.get(f"{large}what-if/").content.decode()


@pytest.mark.django_db
def test_what_is_compared_is_not_searched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    text = store.create(BLOG.decode(), slug="blog", in_library=True).text.encode()
    assert shown(text) is not None
    monkeypatch.setattr(
        "designs.compiler.cost.whole_search.Search.result", lambda search: pytest.fail("searched again")
    )
    side = variants.variant(variants.Side(variants.CHEAPEST), text)
    assert {one.relationship: one.strategy for one in side.ways}["comments"] == "SUBSET"


def test_a_design_that_is_not_searched_says_which_bound_it_passes(
    large: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "MOST_SEARCHED", 20)
    page = client.get(f"{large}cheapest/").content.decode()
    assert "This design has 21 relationships. The search supports up to 20" in page
    assert "/designs/large/what-if/" in page and "too large to add up" not in page


@pytest.mark.usefixtures("db")
def test_nothing_is_called_cheapest_where_nobody_says_how_often(client: Client, ann: User) -> None:
    design = json.loads(BLOG)
    for operation in design["operations"]:
        operation.pop("per_day", None)
    for entity in design["entities"]:
        entity.pop("inserts_per_day", None)
    for relationship in design["relationships"]:
        for key in ("navigation", "reassigned_per_day", "child_updates_per_day"):
            relationship.pop(key, None)
        relationship["from"].get("has", {}).pop("adds_per_day", None)
    store.create(json.dumps(design), ann, slug="unsaid")
    client.force_login(ann)
    said = "no operation has a frequency"
    page = client.get("/designs/unsaid/cheapest/").content.decode()
    assert said in page and "Cheapest</th>" not in page
    decisions = client.get("/designs/unsaid/decisions/").content.decode()
    assert "the design has no frequencies" in decisions and "Cost score per day" not in decisions
    compared = client.get("/designs/unsaid/what-if/?b=cheapest").content.decode()
    assert said in compared and "Score per day" not in compared and "Daily total" not in compared


def test_a_search_that_did_not_try_everything_says_between_what_the_lowest_cost_is(
    ann: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = room.searched(BLOG)
    assert whole is not None
    partial = msgspec.structs.replace(whole, exact=False, least=2930.0, bound=1000.0)
    monkeypatch.setattr(room, "searched", lambda text: partial)
    store.create(BLOG.decode(), ann, slug="blog")
    client.force_login(ann)
    page = client.get("/designs/blog/cheapest/").content.decode()
    assert "the lowest possible cost is between 1,000 and 2,930" in page
