"""The page that shows the rulebook's whole design beside the cheapest one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from designs.delivery import cheapest as room
from designs.delivery.compiled import opened

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
    assert "none costs less" in page and "No combination costs less than" in page
    assert "comments" in page and "saves" in page
    assert (
        "The rules have chosen the cheapest" in client.get("/designs/university/cheapest/").content.decode()
    )
    assert client.get("/designs/nowhere/cheapest/").status_code == 404
