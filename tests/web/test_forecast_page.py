"""The forecast as a page: charts beside the same numbers, what was assumed, and when 16 MiB is near."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from designs import store
from designs.compiler.emit.growth import headroom, is_near, spelled, until
from designs.compiler.plan_model.forecast_types import Forecast

from .conftest import small_design

pytestmark = pytest.mark.django_db


def page(client: Client, slug: str = "small", **changes: Any) -> str:
    store.create(json.dumps(small_design(**changes)), slug=slug, in_library=True)
    answer = client.get(f"/designs/{slug}/forecast/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_charts_and_numbers(client: Client) -> None:
    html = page(client)
    assert html.count("<polyline") == 2 + 2 + 1  # of the document: average and 95th percentile; of all three
    assert 'aria-label="One document of students over three years"' in html
    assert "count of Student: 10,000" in html
    assert ">3 years<" in html and "10,000" in html


def test_the_largest_collection_comes_first(client: Client) -> None:
    """Fourteen branches came first, which never grow."""
    many, few = ({"name": name, "fields": [{"name": "x", "type": "int"}]} for name in ("Order", "Branch"))
    html = page(client, entities=[few | {"count": 14}, many | {"count": 90_000}], relationships=[])
    assert 0 < html.index("document of orders over") < html.index("document of branches over")


def test_the_report_shows_the_charts_behind_the_numbers(client: Client) -> None:
    own = page(client)
    html = client.get("/designs/small/report/").content.decode()
    assert html.count("<polyline") == own.count("<polyline")
    assert 'aria-label="One document of students over three years"' in html
    assert html.index("<polyline") > html.index(">Forecast</h3>")


def test_the_editor_gets_the_charts_alone(client: Client) -> None:
    own = page(client)
    piece = client.get("/designs/small/forecast/", headers={"HX-Request": "true"}).content.decode()
    assert piece.count("<polyline") == own.count("<polyline")
    assert "<html" not in piece and "<nav" not in piece and "first" not in piece


@pytest.mark.parametrize(("many", "told"), [(24, False), (25, True)])
def test_the_editor_says_that_there_are_more(client: Client, many: int, told: bool) -> None:
    page(client, entities=[{"name": f"E{n}", "fields": []} for n in range(many)], relationships=[])
    piece = client.get("/designs/small/forecast/", headers={"HX-Request": "true"}).content.decode()
    assert piece.count('class="growth"') == 24
    assert ("Showing 24 of 25 collections" in piece) is told


def test_names_stay_words(client: Client) -> None:
    name = "<img src=x onerror=alert(1)>"
    entities = [{"name": name, "collection": name, "fields": []}]
    html = page(client, entities=entities, relationships=[])
    assert "<img src=x" not in html and "&lt;img src=x" in html


def test_nothing_to_forecast_says_how(client: Client) -> None:
    assert "No forecast yet" in page(client, entities=[], relationships=[])


@pytest.mark.parametrize(
    ("average", "large", "near"),
    [(None, None, False), (1095, None, True), (1096, None, False), (1096, 1095, True)],
)
def test_near_is_within_the_three_years(average: float | None, large: float | None, near: bool) -> None:
    one = Forecast(collection="c", file="c", moments=(), days_to_16_mib=average, days_to_16_mib_p95=large)
    assert is_near(one) is near
    assert ("No document reaches" in headroom(one)) is (average is None)


def test_words_of_numbers() -> None:
    sizes = (0, 1023, 1024, 1024**2, 1.5 * 1024**3, 2048 * 1024**4)
    assert [spelled(one) for one in sizes] == ["0 B", "1,023 B", "1 KiB", "1 MiB", "1.5 GiB", "2,048 TiB"]
    days = (None, 1.5, 2, 729, 730)
    assert [until(one) for one in days] == ["never", "36.0 hours", "2 days", "729 days", "2.0 years"]
