"""A value that no document goes without must be given to every function that stores it: a validator may only warn, and null
would be stored."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.composed import entity, field, link
from tests.mongosh.cases import build

Json = dict[str, Any]
TITLE = {"field": "title", "do": "set"}
MOVES = {"field": "moves", "do": "set"}
NOTE = {"field": "note", "do": "set"}


def function_of(*effects: Json) -> str:
    """The function that changes a work of art, which has a title, may have a note, and is in a place."""
    return function_named("change", *effects)


def function_named(name: str, *effects: Json, strategy: str = "EMBED_LINK", formula: str = "") -> str:
    """A function of a museum, which lends works for a value each, with a remark at most."""
    fields = [field("title", required=True), field("note"), field("moves", "int", required=True)]
    fields += [field("worth", "long", computed={"formula": formula})] if formula else []
    told = [field("value", "int", required=True), field("remark")]
    newer = [field("name", required=True, since_version=2), field("nickname", since_version=2)]
    ends = (
        ("Place", {"has": {"min": 0, "average": 40}}),
        ("Work", {"field": "place", "has": {"min": 1, "max": 1}}),
    )
    lent = (
        ("Work", {"field": "loans", "has": {"min": 0, "average": 2, "max": 9}}),
        ("Loan", {"has": {"min": 0, "average": 2, "max": 9}}),
    )
    places = entity("Place", field("called", until_version=1), *newer, schema_version=2)
    script = build({
        "format": "nestlink/1", "name": "Museum", "database": "museum",
        "entities": [places, entity("Work", *fields), entity("Loan", field("name"))],
        "relationships": [
            link("places", "one-to-many", *ends, strategy="PARENT_REF"),
            link("lent", "many-to-many", *lent, strategy=strategy, link_owner="from", link_fields=told),
        ],
        "operations": [{"name": "change", "kind": "update", "entity": "Work", "filter": [{"field": "_id"}],
                        "effects": list(effects or [TITLE]), "per_day": 9}],
    }).scripts["mongosh/04_queries.js"]  # fmt: skip
    return script.partition(f"\nfunction {name}(")[2].partition("\n}\n")[0]


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


def test_so_does_what_recomputes_a_formula_with_the_element() -> None:
    """An expression joins the element then: null was stored, which a sum passes over."""
    function = function_named("change", {"field": "loans", "do": "push"}, formula="sum(loans.value)")
    assert "$sum" in function and "mustBeGiven({ value })" in function


@pytest.mark.parametrize("formula", ["", "count(notes)"])
def test_an_element_that_is_given_as_a_whole_must_be_there(formula: str) -> None:
    """A list held null where a validator only warned."""
    counted = [field("noted", "long", computed={"formula": formula})] if formula else []
    ends = ("Work", {"field": "notes", "has": {"min": 0, "max": 9}}), ("Note", {"has": {"min": 1, "max": 1}})
    script = build({
        "format": "nestlink/1", "name": "Museum", "database": "museum",
        "entities": [entity("Work", field("title"), *counted), entity("Note", field("text", required=True))],
        "relationships": [link("notes", "one-to-many", *ends, strategy="EMBED_ARRAY")],
        "operations": [{"name": "write", "kind": "insert", "entity": "Note", "per_day": 9}],
    }).scripts["mongosh/04_queries.js"]  # fmt: skip
    assert "mustBeGiven({ note })" in script.partition("\nfunction write(")[2].partition("\n}\n")[0]


def test_so_does_what_makes_a_link_with_fields_of_its_own() -> None:
    """Only the server's validator refused a link without its value."""
    assert "mustBeGiven({ value })" in function_named("lentAdd", strategy="LINK_COLL")


def test_so_does_what_brings_a_document_to_a_newer_shape() -> None:
    assert "mustBeGiven({ name })" in function_named("placeUpgrade1")


@pytest.mark.parametrize(
    ("effects", "kept"), [([TITLE, MOVES], "newTitle, newMoves"), ([TITLE, NOTE], "newTitle")]
)
def test_of_several_values_each_may_be_left_out_but_null_is_refused(effects: list[Json], kept: str) -> None:
    """Null took away what no document goes without."""
    function = function_of(*effects)
    assert f"mustNotBeNull({{ {kept} }})" in function
    assert "mustBeGiven" not in function


def test_what_may_be_absent_need_not_be_given() -> None:
    assert "must" not in function_of(NOTE)


def test_an_element_to_which_a_function_adds_the_name_of_its_subtype_must_be_there() -> None:
    """With the name alone it would be an object, whatever the caller leaves out."""
    ends = ("Work", {"field": "notes", "has": {"min": 0, "max": 9}}), ("Note", {"has": {"min": 1, "max": 1}})
    is_letter = {
        **link("is_letter", "is-a", ("Note", {}), ("Letter", {}), strategy="POLY_SINGLE"),
        "discriminator": {"field": "kind", "value": "letter"},
    }
    script = build({
        "format": "nestlink/1", "name": "Museum", "database": "museum",
        "entities": [entity("Work", field("title")), entity("Note", field("text")), entity("Letter", field("sender"))],
        "relationships": [link("notes", "one-to-many", *ends, strategy="EMBED_ARRAY"), is_letter],
        "operations": [{"name": "write", "kind": "insert", "entity": "Letter", "per_day": 9}],
    }).scripts["mongosh/04_queries.js"]  # fmt: skip
    function = script.partition("\nfunction write(")[2].partition("\n}\n")[0]
    assert '{ ...note, kind: "letter" }' in function
    assert "mustBeGiven({ note })" in function
