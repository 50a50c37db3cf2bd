"""Whether a collection keeps the past, and in which form."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from designs.compiler.exporters import report
from designs.compiler.model.conceptual import Model
from designs.compiler.plan_model.physical import walk
from designs.compiler.workload.document_history import KIND, holds_versions, keeps_revisions
from tests.compiler.composed import field
from tests.compiler.in_parts import compile_design
from tests.compiler.planned import things
from tests.mongosh.cases import build


@pytest.mark.parametrize(
    ("history", "numbered", "timed"),
    [("revisions", True, False), ("point-in-time", False, True), ("none", False, False)],
)
def test_the_form_of_the_past_is_seen_in_the_fields(history: str, numbered: bool, timed: bool) -> None:
    """Declared fields of the same names are no past."""
    own = [field("name"), *(field(name) for name in ("revision", "valid_to") if history == "none")]
    made = things(*own, history=history).plan.collections
    found = {one.kind: (keeps_revisions(one), holds_versions(one)) for one in made}
    assert found.pop("standard") == (numbered, timed)
    assert found == ({KIND: (False, False)} if numbered else {})


def test_a_reference_is_unique_among_current_versions_only() -> None:
    rare = {"min": 0, "max": 1}
    own = {"count": 1_000_000, "fields": [{"name": "name", "type": "string", "required": True}]}
    source = {
        "format": "nestlink/1", "name": "Desks", "database": "desks",
        "entities": [
            {"name": "Desk", "collection": "desks", **own},
            {"name": "Badge", "collection": "badges", "history": "point-in-time", **own},
        ],
        "relationships": [
            {
                "name": "badge", "kind": "one-to-one", "from": {"entity": "Desk", "has": rare},
                "to": {"entity": "Badge", "has": rare},
            }
        ],
    }  # fmt: skip
    (badges,) = (one for one in build(source).compilation.plan.collections if one.name == "badges")
    options = {one.keys: one.options for one in badges.indexes}
    assert options[("desk_id", 1),]["partialFilterExpression"] == {
        "desk_id": {"$exists": True},
        "valid_to": None,
    }


@pytest.mark.parametrize("history", ["revisions", "point-in-time"])
@pytest.mark.parametrize("declared", ["", "desk_id"])
def test_whose_version_a_document_is_never_takes_the_place_of_a_reference(
    history: str, declared: str
) -> None:
    """A desk beside another desk refers to it and says whose version it is: two facts, two fields."""
    own = {"history": history, "fields": [{"name": "name", "type": "string", "required": True}]}
    source = {
        "format": "nestlink/1", "name": "Desks", "database": "desks",
        "entities": [{"name": "Desk", **own}],
        "relationships": [
            {
                "name": "beside", "kind": "one-to-many", "strategy": "PARENT_REF", "from": {"entity": "Desk"},
                "to": {"entity": "Desk", **({"field": declared} if declared else {})},
            }
        ],
    }  # fmt: skip
    for collection in build(source).compilation.plan.collections:
        fields = {one.name: one for one in collection.fields}
        assert fields["desk_id"].relationship == "beside"
        assert ("version_of" in fields) is (collection.kind == KIND or history == "point-in-time")


def test_whose_version_a_document_is_is_called_like_a_reference_where_it_may() -> None:
    made = things(field("name"), history="point-in-time").plan.collections
    assert "thing_id" in {one.name for one in made[0].fields}


@pytest.mark.parametrize("history", ["revisions", "point-in-time"])
def test_operations_that_change_it_are_named_beside_the_function_that_does(history: str) -> None:
    """A number of their own is counted by these alone: the function that changes any field left it as it was, and said
    that all changes were to go through it."""
    method = {
        "name": "Method", "history": history,
        "fields": [{"name": "title", "type": "string"}, {"name": "version", "type": "int", "required": True}],
    }  # fmt: skip
    revise = {
        "name": "revise", "kind": "update", "entity": "Method", "filter": [{"field": "_id"}], "changes": ["title"],
        "effects": [{"field": "version", "do": "increment", "value": 1}],
    }  # fmt: skip
    said = {
        True: 'through this function or through "revise". version is incremented only by "revise".',
        False: "through this function.",
    }
    for has_operation, words in said.items():
        raw = {
            "format": "nestlink/1", "name": "Lab", "database": "lab", "entities": [method],
            "operations": [revise] if has_operation else [],
        }  # fmt: skip
        plan = compile_design(msgspec.convert(raw, Model)).plan
        comment = next(
            each.comment for each in plan.statements if each.recipe == "Method.change" and each.comment
        )
        assert f"Update only {words}" in comment


@pytest.mark.parametrize(
    ("history", "begins"), [("revisions", {"revision": 1}), ("point-in-time", {"valid_to": None})]
)
def test_what_nothing_else_inserts_has_a_function_that_begins_its_first_version(
    history: str, begins: dict[str, Any]
) -> None:
    """A caller had to guess which fields a first version has."""
    method = {"name": "Method", "history": history, "fields": [field("title")]}
    write = {"name": "write", "kind": "insert", "entity": "Method"}
    for operations in ([], [write]):
        raw = {
            "format": "nestlink/1", "name": "Lab", "database": "lab", "entities": [method], "operations": operations,
        }  # fmt: skip
        plan = compile_design(msgspec.convert(raw, Model)).plan
        adds = [each for each in plan.statements if each.recipe == "Method.add" and each.op == "insertOne"]
        assert [begins.items() <= each.documents.parts[-1].items() for each in adds] == [True] * (
            not operations
        )


@pytest.mark.parametrize("history", ["revisions", "point-in-time"])
def test_what_changes_a_part_is_named_beside_the_function_that_changes_the_whole(history: str) -> None:
    """A step of a method is noted in its document: that keeps a version, whatever entity the operation is of."""
    text = [{"name": "text", "type": "string", "required": True}]
    steps = {
        "name": "steps", "kind": "one-to-many", "from": {"entity": "Method", "field": "steps", "has": {"min": 0, "max": 9}},
        "to": {"entity": "Step", "has": {"min": 1, "max": 1}}, "exclusive_owner": True, "strategy": "EMBED_ARRAY",
    }  # fmt: skip
    raw = {
        "format": "nestlink/1", "name": "Lab", "database": "lab", "relationships": [steps],
        "entities": [{"name": "Method", "history": history, "fields": text}, {"name": "Step", "kind": "weak", "fields": text}],
        "operations": [{"name": "note step", "kind": "insert", "entity": "Step", "per_day": 9}],
    }  # fmt: skip
    statements = compile_design(msgspec.convert(raw, Model)).plan.statements
    comment = next(each.comment for each in statements if each.recipe == "Method.change" and each.comment)
    others = 'through "note step" or a relationship\'s function that saves the previous version.'
    assert f"Update only through this function or {others}" in comment


def test_what_no_version_is_kept_of_is_said() -> None:
    """A total and a copy of other documents change in the current version; a sum of its own fields with a version."""
    from_case = {"entity": "Case", "has": {"average": 3, "growth": "unbounded"}}
    total = {"name": "due", "type": "int", "computed": {"formula": "sum(fees.amount)"}}
    double = {"name": "double", "type": "int", "computed": {"formula": "size * 2"}}
    raw = {
        "format": "nestlink/1", "name": "Permits", "database": "permits",
        "entities": [
            {"name": "Officer", "fields": [field("name")]},
            {"name": "Case", "history": "point-in-time", "fields": [field("size", "int"), total, double]},
            {"name": "Fee", "fields": [field("amount", "int", required=True)]},
        ],
        "relationships": [
            {"name": "fees", "kind": "one-to-many", "from": from_case, "to": {"entity": "Fee", "has": {"min": 1, "max": 1}}, "strategy": "PARENT_REF"},
            {
                "name": "officer", "kind": "one-to-many", "from": {**from_case, "entity": "Officer"}, "to": {"entity": "Case", "has": {"min": 1, "max": 1}},
                "strategy": "PARENT_REF", "copies": [{"of": "from", "field": "name", "policy": "eventual"}],
            },
        ],
    }  # fmt: skip
    made = build(raw)
    said = next(each.comment for each in made.compilation.plan.statements if each.recipe == "Case.at")
    assert "due and officer_name change without a new version" in said and "double" not in said
    (page,) = report.render(made.compilation)
    told = page.text.partition("create no new version")[2].partition("\n")[0]
    assert "`due`" in told and "`officer_name`" in told and "double" not in told


@pytest.mark.parametrize("history", ["revisions", "point-in-time"])
def test_fields_of_a_subtype_are_changed_with_those_of_its_supertype(history: str) -> None:
    """Nothing changed the pulse of vitals: the function of all forms knew their common fields alone."""
    mean = {"name": "mean", "type": "double", "computed": {"formula": "systolic * 2"}}
    is_a = {
        "name": "is Vitals", "kind": "is-a", "from": {"entity": "Form"}, "to": {"entity": "Vitals"},
        "strategy": "POLY_SINGLE", "discriminator": {"field": "kind", "value": "vitals"},
    }  # fmt: skip
    raw = {
        "format": "nestlink/1", "name": "Trial", "database": "trial", "relationships": [is_a],
        "entities": [
            {"name": "Form", "history": history, "fields": [field("code", required=True)]},
            {"name": "Vitals", "fields": [field("systolic", "int", required=True), field("pulse", "int"), mean]},
        ],
    }  # fmt: skip
    made = build(raw)
    statements = made.compilation.plan.statements
    (change,) = (each for each in statements if each.recipe == "Vitals.change" and each.op == "updateOne")
    assert change.filter["kind"] == "vitals"
    script = made.scripts["mongosh/04_queries.js"]
    before, _, after = script.partition("function vitalsChange(")
    assert 'mustChange(changes, ["code", "systolic", "pulse"], ["pulse"]);' in after
    assert "Update only through this function or through formChange." in before


def test_what_completes_an_insert_makes_no_earlier_version() -> None:
    """A shipment was at revision 2 at once, with a revision 1 that nobody had ever read."""
    share = {"name": "share", "type": "double", "computed": {"formula": "used / size"}}
    part = {"name": "Part", "kind": "weak", "fields": [field("used", "int"), field("size", "int"), share]}
    parts = {
        "name": "parts", "kind": "one-to-many", "strategy": "EMBED_ARRAY", "exclusive_owner": True,
        "from": {"entity": "Lot", "field": "parts", "has": {"min": 0, "max": 9}},
        "to": {"entity": "Part", "has": {"min": 1, "max": 1}},
    }  # fmt: skip
    raw = {
        "format": "nestlink/1", "name": "Lots", "database": "lots", "relationships": [parts],
        "entities": [{"name": "Lot", "history": "revisions", "fields": [field("code", required=True)]}, part],
        "operations": [{"name": "receive", "kind": "insert", "entity": "Lot", "per_day": 9}],
    }  # fmt: skip
    statements = [each for each in build(raw).compilation.plan.statements if each.recipe == "receive"]
    assert [(each.op, each.collection) for each in statements] == [
        ("insertOne", "lots"),
        ("updateOne", "lots"),
    ]
    assert "revision" not in str(statements[1].update)


def test_what_a_version_copies_is_as_it_was_and_of_its_kind_alone() -> None:
    """Comments said that a stream syncs earlier versions, and that each of them has what one kind has."""
    owner = {"name": "Owner", "fields": [{"name": "name", "type": "string", "required": True}]}
    lot = {"name": "Lot", "history": "revisions", "fields": [{"name": "title", "type": "string"}]}
    kinds = [
        {"name": name, "fields": [{"name": own, "type": "string", "required": True}]}
        for name, own in (("Painting", "medium"), ("Jewel", "metal"))
    ]
    is_a = [
        {"name": each["name"], "kind": "is-a", "from": {"entity": "Lot"}, "to": {"entity": each["name"]}, "strategy": "POLY_SINGLE"}
        for each in kinds
    ]  # fmt: skip
    owners = {
        "name": "owners", "kind": "many-to-many", "strategy": "ONE_WAY_EMBED", "link_owner": "from",
        "from": {"entity": "Lot", "field": "owners", "has": {"min": 1, "max": 4}}, "to": {"entity": "Owner", "field": "lots", "has": {"max": 9}},
        "link_fields": [{"name": "share", "type": "double"}], "copies": [{"field": "name", "of": "to", "policy": "eventual"}],
    }  # fmt: skip
    raw = {
        "format": "nestlink/1", "name": "Auction", "database": "auction", "entities": [owner, lot, *kinds],
        "relationships": [*is_a, owners], "operations": [{"name": "lots", "kind": "read", "entity": "Lot", "per_day": 9, "projection": ["title", "owners.name"]}],
    }  # fmt: skip
    compilation = compile_design(msgspec.convert(raw, Model))
    (earlier,) = (each for each in compilation.plan.collections if each.kind == KIND)
    fields = {located.path: located.field for located in walk(earlier.fields)}
    assert fields["medium"].note == "only for painting" and fields["metal"].note == "only for jewel"
    copies = [each.note for path, each in fields.items() if path.startswith("owners.") and each.policy]
    assert copies and all(note.endswith("(snapshot): as it was in this version") for note in copies)
    page = report.EXPORTER.render(compilation)[0].text
    assert "Earlier versions, which never change: `lot_revisions`." in page
