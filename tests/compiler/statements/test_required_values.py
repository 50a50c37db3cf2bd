"""A value that no document goes without must be given to every function that stores it: a validator may only warn, and null
would be stored."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.composed import entity, field, link
from tests.mongosh.cases import build

Json = dict[str, Any]
TITLE = {"field": "title", "do": "set"}


def function_of(*effects: Json) -> str:
    """The function that changes a work of art, which has a title, may have a note, and is in a place."""
    fields = [field("title", required=True), field("note"), field("moves", "int", required=True)]
    value = field("value", "int", required=True)
    ends = (
        ("Place", {"has": {"min": 0, "average": 40}}),
        ("Work", {"field": "place", "has": {"min": 1, "max": 1}}),
    )
    lent = (
        ("Work", {"field": "loans", "has": {"min": 0, "average": 2, "max": 9}}),
        ("Loan", {"has": {"min": 0, "average": 2, "max": 9}}),
    )
    script = build({
        "format": "nestlink/1", "name": "Museum", "database": "museum",
        "entities": [entity("Place", field("name")), entity("Work", *fields), entity("Loan", field("name"))],
        "relationships": [
            link("places", "one-to-many", *ends, strategy="PARENT_REF"),
            link("lent", "many-to-many", *lent, strategy="EMBED_LINK", link_owner="from", link_fields=[value]),
        ],
        "operations": [{"name": "change", "kind": "update", "entity": "Work", "filter": [{"field": "_id"}],
                        "effects": list(effects), "per_day": 9}],
    }).scripts["mongosh/04_queries.js"]  # fmt: skip
    return script.partition("\nfunction change")[2].partition("\n}\n")[0]


@pytest.mark.parametrize(
    "effects",
    [
        [TITLE],
        [TITLE, {"field": "moves", "do": "increment", "value": 1}],
        [TITLE, {"field": "place", "do": "set"}],
        [TITLE, {"field": "note", "do": "set", "value": "seen"}],
    ],
)
def test_an_update_refuses_to_do_without_it(effects: list[Json]) -> None:
    """Its guard was missing where nothing stood beside it, or an increment, or a reference."""
    assert "mustBeGiven({ newTitle })" in function_of(*effects)


def test_so_does_what_puts_an_element_into_an_array() -> None:
    assert "mustBeGiven({ value })" in function_of({"field": "loans", "do": "push"})


def test_what_may_be_absent_need_not_be_given() -> None:
    assert "mustBeGiven" not in function_of({"field": "note", "do": "set"})
