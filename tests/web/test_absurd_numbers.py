"""Numbers that nobody has are short wherever a page prints them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.template import Context, Template
from django.test import Client

from designs import store

from .conftest import LIBRARY

PAGES = (
    "",
    "decisions/",
    "scripts/",
    "queries/",
    "forecast/",
    "report/",
    "findings/",
    "cheapest/",
    "what-if/",
)
_LONG = re.compile(r"\b\d{25,}\b|\d(,\d{3}){6,}|\d\.\d{9,}e")


def absurd(name: str) -> str:
    """A design of the library with a hundred figures wherever it counts something."""
    design = json.loads((LIBRARY / f"{name}.json").read_bytes())
    for one in [*design["entities"], *design["operations"]]:
        one |= {key: 1e300 for key in ("count", "inserts_per_day", "per_day") if key in one}
    for one in design["relationships"]:
        for end in (one["from"], one["to"]):
            many = end["has"].get("max", 2) != 1
            end["has"] |= {
                key: 1e300 for key in ("average", "max", "p95", "adds_per_day") if many and key in end["has"]
            }
    return json.dumps(design)


@pytest.mark.parametrize("name", ["university", "web_shop", "template_nested_categories"])
def test_no_page_prints_hundreds_of_digits(client: Client, ann: User, name: str) -> None:
    design = store.create(absurd(name), ann)
    client.force_login(ann)
    for page in PAGES:
        answer = client.get(f"/designs/{design.slug}/{page}")
        assert answer.status_code == 200
        text = answer.content.decode()
        told = [text[max(0, hit.start() - 80) : hit.end()][:200] for hit in _LONG.finditer(text)]
        assert told == [], page


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (1234.25, "1,234"),
        (999_999_999_999_999, "999,999,999,999,999"),
        (1e15, "1e15"),
        (-2.25e300, "-2.25e300"),
    ],
)
def test_a_page_writes_a_number_out_as_long_as_people_read_it(value: Any, told: str) -> None:
    page = Template('{% load numerals %}{{ value|numeral:"0g" }}')
    assert page.render(Context({"value": value})) == told


def test_what_is_no_number_is_left_to_django() -> None:
    assert Template("{% load numerals %}{{ value|numeral:1 }}").render(Context({"value": "2.25"})) == "2.3"


@pytest.mark.usefixtures("db")
def test_an_axis_is_no_wider_than_its_place(client: Client, ann: User) -> None:
    design = store.create(absurd("university"), ann)
    client.force_login(ann)
    page = client.get(f"/designs/{design.slug}/forecast/").content.decode()
    levels = re.findall(r'<text class="chart-text" x="56"[^>]*text-anchor="end"([^>]*)>([^<]*)<', page)
    assert any(len(word) > 10 for _, word in levels) and any(len(word) <= 10 for _, word in levels)
    assert all(('textLength="54"' in fitted) == (len(word) > 10) for fitted, word in levels)
