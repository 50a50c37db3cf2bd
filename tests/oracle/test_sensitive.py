"""Functions that read leave sensitive fields out, wherever they stand, unless an operation includes them."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest

from designs.compiler import EXPORTERS, read
from designs.compiler.model.conceptual import Model
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.calls import functions
from tests.oracle.test_reads import judged

SECRET = field("pin", required=True, sensitive=True)


def design(strategy: str, *operations: dict[str, Any]) -> dict[str, Any]:
    """Return a design of members with cards, both with a secret."""
    recent = {"recent": {"count": 3, "fields": ["label", "number"]}} if strategy == "SUBSET" else {}
    return {
        "format": "nestlink/1", "name": "Club", "database": "club",
        "entities": [
            entity("Member", field("email", required=True, unique=True), field("password", required=True, sensitive=True)),
            entity("Card", field("label", required=True), field("number", required=True), SECRET),
        ],
        "relationships": [link("cards", "one-to-many", end("Member"), end("Card", 1), strategy=strategy) | recent],
        "operations": list(operations),
    }  # fmt: skip


PROFILE = {
    "name": "profile",
    "kind": "read",
    "entity": "Member",
    "filter": [{"field": "email"}],
    "per_day": 9,
}
LOG_IN = {**PROFILE, "name": "log in", "projection": ["password"]}
WITH_CARDS = {**PROFILE, "name": "wallet", "includes": ["cards"]}
A_CARD = {"name": "a card", "kind": "read", "entity": "Card", "filter": [{"field": "number"}], "per_day": 9}
READS = {"profile": "", "logIn": "", "wallet": "", "aCard": ""}


@pytest.mark.parametrize(
    ("strategy", "of_relationship"),
    [
        ("EMBED_ARRAY", ["cardsRead", "cardsPage"]),
        ("PARENT_REF", ["cardsRead", "cardsPage", "cardsJoin"]),
        ("CHILD_REFS", ["cardsRead"]),
        ("SUBSET", ["cardsRead", "cardsAll", "cardsJoin"]),
        ("OUTLIER", ["cardsRead"]),
        ("BUCKET", ["cardsRead", "cardsLast"]),
    ],
)
def test_reads_leave_out_what_is_sensitive(strategy: str, of_relationship: list[str]) -> None:
    """Each way to store the cards: in arrays, in documents of their own, in slices and in pages."""
    source = design(strategy, PROFILE, LOG_IN, WITH_CARDS, A_CARD)
    assert judged(source, *READS, *of_relationship) == READS | dict.fromkeys(of_relationship, "")


def test_an_answer_with_a_secret_is_seen() -> None:
    """A function that returns the whole document fails."""
    whole = 'function profile(email) { return db.getSiblingDB("club").members.findOne({ email }); }'
    source = design("EMBED_ARRAY", PROFILE)
    assert judged(source, "profile", planted=whole) == {"profile": "tells password, which is sensitive"}


@pytest.mark.parametrize("strategy", ["PARENT_REF", "SUBSET"])
@pytest.mark.parametrize("told", [{}, {"recent": {"sort": "expires", "count": 3}}])
def test_no_page_is_told_by_a_sensitive_field(strategy: str, told: dict[str, Any]) -> None:
    """Neither by the first date, nor by an order that the design names."""
    source = design(strategy)
    source["entities"][1]["fields"] += [
        field("expires", "date", required=True, sensitive=True),
        field("seen", "date", required=True),
    ]
    source["relationships"][0] |= told
    made = compile_design(cast("Model", read(json.dumps(source)).value))
    function = next(one for one in functions(made) if one.name == "cardsPage")
    assert [*function.params] == ["memberId", *(["lastId"] if told else ["lastSeen", "shownIds"])]
    names = ("cardsPage", "cardsJoin", "cardsAll" if strategy == "SUBSET" else "cardsRead")
    assert judged(source, *names) == dict.fromkeys(names, "")


def test_who_looks_for_a_sensitive_value_or_orders_by_one_is_shown_it() -> None:
    """A guest is looked for by name: the answer has to say which one was found."""
    by_name = {
        "name": "by pin", "kind": "read", "entity": "Card", "limit": 5,
        "filter": [{"field": "pin", "match": "prefix"}], "sort": [{"field": "expires", "direction": 1}],
    }  # fmt: skip
    source = design("PARENT_REF", by_name)
    source["entities"][1]["fields"] += [
        field("expires", "date", required=True, sensitive=True),
        field("holder", required=True, sensitive=True),
    ]
    made = compile_design(cast("Model", read(json.dumps(source)).value))
    (statement,) = [one for one in made.plan.statements if one.recipe == "by pin"]
    assert statement.projection == {"holder": 0}
    assert judged(source, "byPin") == {"byPin": ""}


@pytest.mark.parametrize("strategy", ["EMBED_ARRAY", "PARENT_REF", "SUBSET"])
def test_a_read_says_what_it_leaves_out_and_how_to_get_it(strategy: str) -> None:
    """Else whoever reads a person wonders why only an id comes."""
    source = design(strategy, PROFILE, LOG_IN, A_CARD)
    made = compile_design(cast("Model", read(json.dumps(source)).value))
    notes = {each.recipe: each.comment for each in made.plan.statements if each.comment}
    assert "Excludes the sensitive " in notes["profile"] and "password" in notes["profile"]
    assert "Excludes" not in notes["log in"]
    assert "Excludes the sensitive " in notes["a card"] and "pin" in notes["a card"]
    files = (file for exporter in EXPORTERS for file in exporter.render(made))
    script = next(file.text for file in files if file.path.endswith("04_queries.js"))
    assert script.count("in the projection of an operation") == 1 < script.count("Excludes the sensitive")


def test_an_earlier_version_is_got_by_no_operation() -> None:
    source = design("PARENT_REF", PROFILE)
    source["entities"][0]["history"] = "revisions"
    made = compile_design(cast("Model", read(json.dumps(source)).value))
    notes = {each.recipe: each.comment for each in made.plan.statements if each.comment}
    (past,) = (note for name, note in notes.items() if name.endswith(".history"))
    assert past.endswith("Excludes the sensitive password: to read it, query member_revisions directly.")


@pytest.mark.parametrize(
    "asked",
    [
        {"filter": [{"field": "health", "match": "exists"}]},
        {"filter": [], "sort": [{"field": "health", "direction": 1}], "limit": 9},
        {"filter": [{"field": "email"}], "projection": ["email", "health"]},
        {"filter": [{"field": "health", "match": "exists"}], "includes": ["cards"]},
    ],
)
def test_a_named_object_is_told_without_what_is_sensitive_inside_it(asked: dict[str, Any]) -> None:
    parts = {"fields": [field("blood"), field("illness", sensitive=True)]}
    source = design("PARENT_REF", {**PROFILE, "name": "checked", **asked})
    source["entities"][0]["fields"].append(field("health", "object", sensitive=True, **parts))
    assert judged(source, "checked") == {"checked": ""}


def test_a_declared_copy_is_told_by_what_is_joined_too() -> None:
    """The day's list of a theatre came without the patients' names, which its cases copy."""
    parts = [
        entity("Session", field("day", required=True)),
        entity("Case", field("title", required=True), field("remark", sensitive=True)),
        entity("Patient", field("name", required=True, sensitive=True)),
    ]
    cases = link(
        "cases", "one-to-many", end("Session", 900, field="cases"), end("Case", 1), strategy="PARENT_REF"
    )
    of_patient = link(
        "patient", "one-to-many", end("Patient", 900), end("Case", 1, field="patient"), strategy="PARENT_REF"
    )
    copied = of_patient | {"copies": [{"field": "name", "of": "from", "policy": "eventual"}]}
    listed = {
        "name": "day list",
        "kind": "read",
        "entity": "Session",
        "filter": [{"field": "day"}],
        "includes": ["cases"],
        "per_day": 9,
    }
    source = {
        "format": "nestlink/1", "name": "Ward", "database": "ward", "entities": parts,
        "relationships": [cases, copied], "operations": [listed],
    }  # fmt: skip
    assert judged(source, "dayList") == {"dayList": ""}
    compiled = compile_design(cast("Model", read(json.dumps(source)).value))
    (statement, *_) = (each for each in compiled.plan.statements if each.subject == "operation:day list")
    hidden = [path for stage in statement.pipeline or () for path in [stage.get("$unset", "")] if path]
    assert hidden in (["cases.remark"], [["cases.remark"]])


def test_a_filter_that_is_always_asked_names_no_field_for_who_reads() -> None:
    """Whoever asks for the members with a password is not shown it."""
    always = {"password": {"$exists": True}}
    asked = {**PROFILE, "name": "with password", "always_filter": always}
    assert judged(design("PARENT_REF", asked), "withPassword") == {"withPassword": ""}


@pytest.mark.parametrize("strategy", ["EMBED_ARRAY", "OUTLIER", "BUCKET"])
def test_what_an_operation_always_asks_for_stays_out_of_elements_too(strategy: str) -> None:
    """Nobody who looks for a card asks for its pin, wherever that stands."""
    with_pin = {**A_CARD, "always_filter": {"pin": {"$exists": True}}}
    source = design(strategy, with_pin)
    assert judged(source, "aCard") == {"aCard": ""}
