"""SCHEMA_VERSION inside other documents: which functions there are, and what they are guarded by."""

from __future__ import annotations

from typing import Any

import pytest
from bson import ObjectId

from designs.compiler import Compilation
from designs.compiler.plan_model.physical import Statement
from designs.compiler.sampling import samples
from tests.compiler.bson_schema import complaints
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

OLD = field("phone", until_version=1)
NEW = field("phones", "array", items={"type": "string"}, since_version=2)
MANY = {"has": {"max": None, "growth": "unbounded"}}
FEW = {"has": {"max": 5}}


def made(strategy: str, *fields: Any, most: Any = None, server: str = "7.0", **child: Any) -> Compilation:
    """Users with contacts of several shapes."""
    child = {"schema_version": 2, **child}
    parts = [
        entity("User", field("name")),
        entity("Contact", field("label"), *(fields or (OLD, NEW)), **child),
    ]
    kind = "one-to-one" if strategy == "EMBED_ONE" else "one-to-many"
    held = most or (FEW if strategy == "EMBED_ARRAY" else {} if strategy == "EMBED_ONE" else MANY)
    links = [link("contacts", kind, ("User", held), "Contact", strategy=strategy, exclusive_owner=True)]
    return compile_design(design(parts, links, server_version=server))


def told(found: Compilation, *purposes: str) -> dict[str, Statement]:
    return {
        one.id: one
        for one in found.plan.statements
        if one.subject == "entity:Contact" and one.purpose in purposes
    }


def moves(found: Compilation) -> dict[str, Statement]:
    return told(found, "upgrade", "outdated")


FOUR = ["Contact.both.1", "Contact.upgrade.1", "Contact.outdated.1", "Contact.upgrade_all.1"]


@pytest.mark.parametrize(
    ("strategy", "places"),
    [
        ("EMBED_ONE", [("users", "contact.schema_version")]),
        ("EMBED_ARRAY", [("users", "contacts.schema_version")]),
        ("OUTLIER", [("users", "contacts.schema_version"), ("users_extra", "item.schema_version")]),
        ("BUCKET", [("contact_pages", "items.schema_version")]),
        ("SUBSET", [("contacts", "schema_version")]),
        ("PARENT_REF", [("contacts", "schema_version")]),
    ],
)
def test_every_place_says_its_shapes_and_has_the_functions(
    strategy: str, places: list[tuple[str, str]]
) -> None:
    found = made(strategy)
    overlays = [(one.collection, one.path) for one in found.plan.entity_overlays]
    assert overlays == places
    further = [f"{name}.users_extra.item" for name in FOUR] if strategy == "OUTLIER" else []
    assert list(moves(found)) == [*FOUR, *further]
    assert {one.collection for one in moves(found).values()} == {name for name, _ in places}
    audits = [one for one in told(found, "audit").values() if ".shapes" in one.id]
    assert [(one.collection, one.pipeline[-1]["$sortByCount"]) for one in audits] == [
        (name, f"${path}") for name, path in places
    ]


@pytest.mark.parametrize("strategy", ["EMBED_ONE", "EMBED_ARRAY", "OUTLIER", "BUCKET"])
def test_each_write_names_the_shape_that_it_moves(strategy: str) -> None:
    for one in moves(made(strategy)).values():
        whole = "contact" in str(one.filter) and "$elemMatch" not in str(one.filter) and one.options
        if not whole:  # an element that is given whole has its number in it
            assert "schema_version': 1" in str(one.filter), one.id
        if one.options:
            assert one.options["arrayFilters"][-1]["found.schema_version"] == 1, one.id


def test_what_a_series_can_not_change_has_no_functions() -> None:
    measured = field("at", "date", required=True)
    found = made("TIME_SERIES", OLD, NEW, measured, kind="measurement")
    assert moves(found) == {}
    assert "SHAPE_STAYS" in {one.code for one in found.findings if one.subject == "Contact"}
    assert list(moves(made("BUCKET_TIME", OLD, NEW, measured, kind="measurement"))) == FOUR


@pytest.mark.parametrize(("server", "count"), [("5.0", 0), ("6.0", 4)])
def test_a_capped_document_is_moved_where_it_may_change_its_size(server: str, count: int) -> None:
    kept = {"policy": "capped", "bytes": 5000}
    assert len(moves(made("PARENT_REF", server=server, retention=kept))) == count


@pytest.mark.parametrize("history", ["none", "revisions", "point-in-time"])
def test_where_what_was_is_kept_documents_move_one_by_one(history: str) -> None:
    names = [*FOUR] if history == "none" else FOUR[:3]
    assert (
        list(dict.fromkeys(one.recipe for one in moves(made("PARENT_REF", history=history)).values()))
        == names
    )


@pytest.mark.parametrize(
    ("fields", "update", "asked"),
    [
        ([OLD, NEW], {"$set": ["schema_version"], "$unset": ["phone"]}, ["phones"]),
        ([OLD], {"$set": ["schema_version"], "$unset": ["phone"]}, []),
        ([NEW], {"$set": ["schema_version"]}, []),
        ([field("size", "int", required=True, since_version=2)], {"$set": ["schema_version", "size"]}, []),
        ([field("code", unique=True, since_version=2)], None, []),
        ([field("n", until_version=1), field("n", "int", required=True, since_version=2)], None, []),
    ],
)
def test_all_move_at_once_where_nothing_has_to_be_made_of_what_goes(
    fields: list[Any], update: dict[str, list[str]] | None, asked: list[str]
) -> None:
    one = moves(made("EMBED_ARRAY", *fields)).get("Contact.upgrade_all.1")
    assert (one is None) is (update is None)
    if one is None or update is None:
        return
    paths = {operator: [path.rpartition(".")[2] for path in parts] for operator, parts in one.update.items()}
    assert paths == update
    wanted = {"schema_version": 1, **{name: {"$exists": True} for name in asked}}
    assert one.filter == {"contacts": {"$elemMatch": wanted}}
    assert one.options == {"arrayFilters": [{f"found.{name}": value for name, value in wanted.items()}]}


def test_a_kind_apart_moves_with_the_fields_that_it_repeats() -> None:
    parts = [
        entity("Note", OLD, NEW, schema_version=2),
        entity("Memo", field("text")),
        entity("Call", field("a", until_version=2), field("b", since_version=3)),
    ]
    isa = [link(name, "is-a", "Note", name, strategy="POLY_SPLIT") for name in ("Memo", "Call")]
    found = compile_design(design(parts, isa))
    moved = {one.id: one for one in found.plan.statements if one.purpose == "upgrade"}
    assert {one.collection for name, one in moved.items() if name.startswith("Note.")} == {"memos"}
    assert set(moved["Call.upgrade.1"].update["$set"]) == {"schema_version", "phones"}
    assert set(moved["Call.upgrade.2"].update["$set"]) == {"schema_version", "b"}
    newest = {one.collection: one.details["version"] for one in found.plan.entity_overlays}
    assert newest == {"memos": 2, "calls": 3}
    assert sorted({one["schema_version"] for one in samples(found)["memos"]}) == [1, 2]
    assert not [one for one in found.findings if one.severity == "error"]


def test_samples_show_an_element_of_the_first_shape() -> None:
    found = made("EMBED_ARRAY")
    shown = [one for user in samples(found)["users"] for one in user["contacts"]]
    assert {one["schema_version"] for one in shown} == {1, 2}
    assert all(("phone" in one) is (one["schema_version"] == 1) for one in shown)


def test_elements_of_both_shapes_are_valid_while_they_move() -> None:
    (users,) = made("EMBED_ARRAY", OLD, NEW).plan.collections
    old = {"schema_version": 1, "label": "a", "phone": "1"}
    new = {"schema_version": 2, "label": "a", "phones": ["1"]}
    rules = users.validator["$jsonSchema"]
    old, new = ({"_id": ObjectId(), **each} for each in (old, new))
    whole = {"contacts": [old, new, {**old, "phones": ["1"]}]}
    assert complaints(rules, whole) == []
    assert complaints(rules, {"contacts": [{**new, "phones": "1"}]}) != []
    assert complaints(rules, {"contacts": [{**new, "schema_version": 3}]}) != []


def test_a_slice_tells_the_shapes_of_its_copies() -> None:
    old = field("name", required=True, until_version=1)
    new = field("name", "object", fields=[field("first", required=True)], required=True, since_version=2)
    found = made("SUBSET", old, new)
    users = next(one for one in found.plan.collections if one.name == "users")
    kept = [
        {key: value for key, value in one.items() if key != "contact_id"}
        for user in samples(found)["users"]
        for one in user["recent_contacts"]
    ]
    assert {one["schema_version"]: type(one["name"]) for one in kept} == {1: str, 2: dict}
    assert not [one for one in found.findings if one.code == "L44"]
    wrong = {"recent_contacts": [{"contact_id": None, "schema_version": 1, "name": {"first": "a"}}]}
    assert complaints(users.validator["$jsonSchema"], wrong) != []
    (stream,) = [one for one in found.plan.statements if one.op == "watch"]
    assert "^(name$|name" in str(stream.pipeline)
    (kept,) = [one for one in found.plan.statements if one.id == "contacts.sync.from"]
    assert list(kept.update.parts[0])[-1] == "recent_contacts.$[copy].name"


def test_a_slice_of_what_all_shapes_have_needs_no_number() -> None:
    found = made("SUBSET", field("phone"))
    users = next(one for one in found.plan.collections if one.name == "users")
    assert "schema_version" not in str(users.validator)


@pytest.mark.parametrize(("until", "told"), [(1, True), (None, False)])
def test_a_copy_is_told_that_its_source_went_with_a_shape(until: int | None, told: bool) -> None:
    old = field("phone", required=True, **({"until_version": until} if until else {}))
    parts = [entity("User", old, schema_version=2), entity("Order", field("label"))]
    copies = [{"field": "phone", "of": "from", "policy": "eventual"}]
    links = [link("orders", "one-to-many", ("User", MANY), "Order", strategy="PARENT_REF", copies=copies)]
    found = compile_design(design(parts, links))
    (stream,) = [one for one in found.plan.statements if one.op == "watch"]
    assert ({"updateDescription.removedFields": "phone"} in stream.pipeline[0]["$match"]["$or"]) is told


@pytest.mark.parametrize(
    ("policy", "field_", "told"),
    [
        ("strong", "phone", "Copies are updated in the same transaction."),
        ("batch", "phone", "ordersSyncTo"),
        ("eventual", "phone", ""),
        ("strong", "mail", ""),
    ],
)
def test_copies_that_no_stream_keeps_follow_or_are_named(policy: str, field_: str, told: str) -> None:
    parts = [entity("User", OLD, NEW, field("mail"), schema_version=2), entity("Order", field("label"))]
    copies = [{"field": field_, "of": "from", "policy": policy, "reads_per_day": 1e6, "updates_per_day": 1}]
    links = [link("orders", "one-to-many", ("User", MANY), "Order", strategy="PARENT_REF", copies=copies)]
    found = compile_design(design(parts, links))
    moved = [one for one in found.plan.statements if one.purpose in ("upgrade", "outdated") and one.comment]
    words = ("Copies are updated in the same transaction.", "ordersSyncTo")
    said = [next((each for each in words if each in one.comment), "") for one in moved]
    assert said == [told, told, "", told]
