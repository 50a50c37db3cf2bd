"""The Storage tab: where each fact is stored, how it is updated, and which functions write it."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from designs.delivery.compiled.compiled_design import Compiled, compile_text, outputs
from designs.delivery.pages.page_anchors import Addresses
from designs.delivery.pages.storage_page import Writers, stored

from .conftest import LIBRARY

pytestmark = pytest.mark.usefixtures("library")

PAGE = "/designs/electronics-store/storage/"


def text_of(response: Any) -> str:
    assert response.status_code == 200
    return str(response.content.decode())


def rows_of(page: str, group: str) -> list[tuple[str, ...]]:
    """Return the cells of an entity's or relationship's table as text."""
    part = page.partition(f"<bdi>{group}</bdi></h3>")[2].partition("</table>")[0].partition("<tbody>")[2]
    return [
        tuple(
            unescape(re.sub(r"<[^>]*>", "", cell)) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)
        )
        for row in re.findall(r"<tr[^>]*>(.*?)</tr>", part)
    ]


def test_a_copy_has_its_place_role_and_functions(client: Client) -> None:
    rows = rows_of(text_of(client.get(PAGE)), "Review")
    rating = next(place for place, row in enumerate(rows) if row[0] == "rating" and row[2] == "original")
    *original, writers = rows[rating][1:]
    assert original == ["reviews.rating", "original", "directly"]
    assert "writeReview" in writers  # the function of its operation
    again, place, role, updated, writers = rows[rating + 1]
    assert (again, role, updated) == ("rating", "subset", "by a change stream")
    assert place == "products.recent_reviews[].rating found in recent_reviews, by review_id"
    assert writers.startswith("reviewsSyncFrom, ")  # what brings it comes first


def test_a_snapshot_that_functions_write_is_not_said_to_be_never_updated(client: Client) -> None:
    """It doesn't follow its source; what writes its own document writes it."""
    page = text_of(client.get("/designs/web-shop/storage/"))
    snapshots = [row for row in rows_of(page, "Customer") if row[1].startswith("orders.customer_email")]
    assert ">Updated<" in page and len(snapshots) == 1
    assert snapshots[0][3].startswith("never") and "placeOrder" in snapshots[0][4]


def test_each_function_is_on_the_page_that_its_link_leads_to(client: Client) -> None:
    page = text_of(client.get(PAGE))
    links = set(re.findall(r'href="([^"]*/queries/\?[^"]*)"', page))
    assert links
    for link in links:
        address, _, anchor = unescape(link).partition("#")
        assert f'id="{anchor}"' in text_of(client.get(address)), link


@pytest.mark.parametrize("name", ["web_shop", "electronics_store", "university", "cms"])
def test_what_a_stream_or_job_updates_is_written_by_what_it_runs(name: str) -> None:
    made = compile_text((LIBRARY / f"{name}.json").read_bytes(), outputs())
    assert isinstance(made, Compiled)
    writers = Writers(made, Addresses(name, made))
    late = [
        row
        for group in stored(made)
        for row in group.rows
        if row.storage.freshness in ("stream", "job") and row.storage.role != "home"
    ]
    sync = next(file.text for file in made.files if file.path.endswith("05_sync.js"))
    for row in late:
        assert f"function {writers.of(row)[0].name}(" in sync, row.place


def test_the_filter_looks_at_names_paths_and_roles(client: Client) -> None:
    page = text_of(client.get(PAGE, {"q": "recent_reviews RATING"}))
    assert [row[0] for row in rows_of(page, "Review")] == ["rating", "rating"]
    assert "<bdi>User</bdi></h3>" not in page
    assert "No fields or links match" in text_of(client.get(PAGE, {"q": "nowhere"}))


def test_only_what_is_copied_or_computed(client: Client) -> None:
    page = text_of(client.get(PAGE, {"only": "copies"}))
    assert "<bdi>User</bdi></h3>" not in page
    assert {row[0] for row in rows_of(page, "Product")} == {
        "name", "price", "average_rating", "review_count", "rating_sum",
    }  # fmt: skip


def test_a_piece_is_answered_in_place(client: Client) -> None:
    piece = text_of(client.get(PAGE, {"q": "rating"}, headers={"HX-Request": "true"}))
    assert piece.lstrip().startswith('<div id="found">') and "<html" not in piece
