"""Which functions scripts hold: each operation's, and of a relationship what no operation does yet."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.exporters.mongosh import render
from designs.compiler.operations.ir.changes import Push, Unset, Update, UpdatePath
from designs.compiler.operations.ir.rendering import rendered
from designs.compiler.operations.needed import marked
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.function_names import mention
from designs.compiler.plan_model.physical import Param, Statement
from tests.compiler.composed import design as drawn
from tests.compiler.composed import entity, field, link
from tests.compiler.in_parts import compile_design, with_all_functions
from tests.compiler.library import LIBRARY, ROOT, Json, built, design, names

ALL = pytest.mark.parametrize("name", names())


def of(name: str) -> Compilation:
    compilation: Compilation = built(name).compilation
    return compilation


def functions(compilation: Compilation) -> set[str]:
    (text,) = (file.text for file in render(compilation) if file.path.endswith("04_queries.js"))
    return set(re.findall(r"^function (\w+)\(", text, re.MULTILINE))


def extra(compilation: Compilation) -> set[str]:
    return {statement.recipe for statement in compilation.plan.statements if statement.extra}


def test_what_an_operation_does_no_function_of_a_relationship_does_again() -> None:
    compilation = of("web_shop")
    shown = functions(compilation)
    assert {"writeReview", "placeOrder", "reviewsPage"} <= shown
    left_out = {"reviewsAdd", "ordersAdd", "seoRead", "reviewsJoin", "reviewsReassign", "reviewsRemove"}
    assert not left_out & shown and left_out <= functions(with_all_functions(compilation))


@ALL
def test_every_operation_has_its_functions(name: str) -> None:
    statements = of(name).plan.statements
    assert not any(one.extra for one in statements if one.subject.startswith("operation:"))
    assert not any(one.extra for one in statements if one.script != "04_queries")


def test_a_design_without_operations_has_those_of_its_relationships_none_twice() -> None:
    source = design("web_shop") | {"operations": []}
    value = read(json.dumps(source)).value
    assert value is not None
    left_out = extra(compile_design(value))
    assert left_out == {
        "attributes.read",
        "dimensions.read",
        "rating_summary.read",
        "seo.read",
        "images.read",
    } | {name for name in left_out if name.endswith(".read")}
    assert "inventory.read" not in left_out and "reviews.add" not in left_out


def write(name: str, subject: str, comment: str = "", **parts: Any) -> Statement:
    parts = {"op": "updateOne", "collection": "things", "writes": True, "purpose": "add", **parts}
    return rendered(
        Statement(id=name, recipe=name, subject=subject, script="04_queries", comment=comment, **parts)
    )


A, B = Param(name="a"), Param(name="b")
BY_ID = {"filter": {"_id": A}}
X = UpdatePath("x")


@pytest.mark.parametrize(
    ("operation", "other", "is_extra"),
    [
        ({**BY_ID, "update": Update.setting({"x": B})}, {"filter": {"_id": B}, "update": Update.setting({"x": A})}, True),
        ({**BY_ID, "update": Update.setting({"x": B, "y": B})}, {**BY_ID, "update": Update.setting({"y": B})}, True),
        ({**BY_ID, "update": Update.setting({"x": B})}, {**BY_ID, "update": Update.setting({"y": B})}, False),
        ({**BY_ID, "update": Update.setting({"x": B})}, {**BY_ID, "update": Update.of(Unset(X))}, False),
        ({"filter": {"kind": A}, "update": Update.setting({"x": B})}, {**BY_ID, "update": Update.setting({"x": B})}, False),
        ({**BY_ID, "update": Update.of(Push(X, B))}, {"filter": {"_id": A, "x.9": {"$exists": False}}, "update": Update.of(Push(X, B))}, True),
        ({"op": "insertOne", "documents": A}, {"op": "insertOne", "documents": B}, True),
        ({"op": "insertOne", "documents": A}, {"op": "insertOne", "documents": {"_id": B}}, False),
        ({"op": "deleteOne", **BY_ID}, {"op": "deleteMany", **BY_ID}, False),
        ({"op": "findOne", "writes": False, "filter": {"slug": A}}, {"op": "findOne", "writes": False, **BY_ID}, True),
        ({"op": "findOne", "writes": False, "filter": {"slug": A}, "projection": {"x": 1}}, {"op": "findOne", "writes": False, **BY_ID}, False),
        ({"op": "find", "writes": False, "filter": {"kind": A}}, {"op": "find", "writes": False, "filter": {"kind": B}, "limit": 9}, True),
        ({"op": "find", "writes": False, "filter": {"kind": A}}, {"op": "find", "writes": False, "filter": {"owner": B}}, False),
    ],
)  # fmt: skip
def test_a_function_is_extra_where_an_operation_does_its_work(
    operation: dict[str, Any], other: dict[str, Any], is_extra: bool
) -> None:
    statements = [write("first", "operation:first", **operation), write("second", "relationship:r", **other)]
    assert [one.extra for one in marked(statements)] == [False, is_extra]


def test_a_function_that_a_comment_names_stays_and_so_do_those_that_it_names() -> None:
    same = {"op": "insertOne", "documents": A}
    statements = [
        write("first", "operation:first", f"Then call {mention('my links.add')} for it.", **same),
        write("my links.add", "relationship:my links", f"Or {mention('my links.plant')}.", **same),
        write("my links.plant", "relationship:my links", **same),
        write("others.add", "relationship:others", **same),
    ]
    assert [one.recipe for one in marked(statements) if one.extra] == ["others.add"]


def test_what_clears_the_way_for_a_sample_goes_with_its_function() -> None:
    same = {"op": "insertOne", "documents": A}
    statements = [
        write("first", "operation:first", **same),
        write("second.prepare", "demo:prepare", op="deleteOne", purpose="prepare", filter={"_id": A}),
        write("second", "relationship:r", **same),
    ]
    assert [one.extra for one in marked(statements)] == [False, True, True]


@ALL
def test_comments_name_functions_that_are_there(name: str) -> None:
    compilation = of(name)
    left_out = extra(compilation)
    for file in render(compilation):
        comments = " ".join(line.strip("/ ") for line in file.text.split("\n") if line.startswith("//"))
        assert not [one for one in left_out if re.search(rf"(?<![\w.]){re.escape(one)}(?![\w.])", comments)]


@pytest.mark.parametrize(
    ("kind", "operations", "is_settled"),
    [
        ("event", [], True),
        ("entity", [], False),
        ("entity", ["insert", "read"], True),
        ("entity", ["insert", "update"], False),
        ("event", ["insert", "delete"], False),
    ],
)
def test_what_is_only_added_and_read_gets_no_function_that_changes_it(
    kind: str, operations: list[str], is_settled: bool
) -> None:
    """The entries of a register stay with the branch that wrote them."""
    register = link(
        "register", "one-to-many", "Branch", ("Entry", {"has": {"min": 1, "max": 1}}), strategy="PARENT_REF"
    )
    parts = [entity("Branch", field("name")), entity("Entry", field("text"), kind=kind)]
    work = [{"name": f"{each} it", "kind": each, "entity": "Entry"} for each in operations]
    for one in work:
        one |= {"filter": [{"field": "_id"}]} if one["kind"] != "insert" else {}
        one |= {"changes": ["text"]} if one["kind"] == "update" else {}
    compilation = compile_design(drawn(parts, [register], operations=work))
    assert ("register.reassign" in extra(compilation)) is is_settled


@pytest.mark.parametrize("strategy", ["PARENT_REF", "EMBED_ARRAY"])
@pytest.mark.parametrize("kind", ["event", "entity"])
def test_no_entry_of_a_trail_is_deleted_unasked(kind: str, strategy: str) -> None:
    """An operation that deletes them asks for it; what has not happened can be taken away."""
    model = drawn(
        [entity("Task", field("name", required=True)), entity("Entry", field("action"), kind=kind)],
        [link("trail", "one-to-many", ("Task", {}), ("Entry", {}), strategy=strategy)],
    )
    assert ("trail.remove" in extra(compile_design(model))) == (kind == "event")


def _tasks(**operation: Any) -> set[str]:
    """What of a design is left out: tasks with a trail, with helpers, who say in which role, and with tasks below them."""
    model = drawn(
        [
            entity("Task", field("name", required=True)),
            entity("Entry", field("action"), kind="event"),
            entity("Helper", field("name", required=True)),
        ],
        [
            link("trail", "one-to-many", ("Task", {"field": "trail", "has": {"max": 9}}), "Entry", strategy="EMBED_ARRAY"),
            link("help", "many-to-many", ("Task", {"field": "helpers", "has": {"max": 9}}), "Helper",
                 strategy="ONE_WAY_EMBED", link_owner="from", link_fields=[field("role")]),
            link("below", "tree", ("Task", {"field": "tasks"}), ("Task", {"field": "around", "has": {"max": 1}}),
                 strategy="TREE_PARENT", tree={"depth": 5, "reads": "children"}),
        ],
        operations=[{"name": "work", "entity": "Task", "filter": [{"field": "_id"}], **operation}] if operation else [],
    )  # fmt: skip
    return extra(compile_design(model))


def _update(*effects: tuple[str, str]) -> Json:
    return {"kind": "update", "effects": [{"field": path, "do": does} for path, does in effects]}


@pytest.mark.parametrize(
    ("operation", "unasked", "asked"),
    [
        (
            _update(("trail", "push")),
            {"trail.edit", "trail.remove", "below.cascade"},
            {"help.edit", "help.remove"},
        ),
        (_update(("helpers", "push")), {"help.edit", "help.remove"}, {"below.remove"}),
        (_update(("trail", "push"), ("trail.action", "set")), {"trail.remove"}, {"trail.edit"}),
        ({"kind": "insert", "filter": []}, {"below.remove", "below.cascade"}, {"help.edit", "help.remove"}),
        ({"kind": "delete"}, set(), {"below.cascade", "help.edit"}),  # its comment says to call it
        ({"kind": "read"}, {"below.cascade"}, {"below.remove", "help.edit", "help.remove"}),
        ({}, set(), {"below.cascade", "below.remove", "help.edit", "help.remove"}),
    ],
    ids=["entry", "link", "changed entry", "insert", "delete", "read", "nothing"],
)
def test_what_operations_add_is_neither_changed_nor_deleted_unasked(
    operation: Json, unasked: set[str], asked: set[str]
) -> None:
    left_out = _tasks(**operation)
    assert unasked <= left_out and not asked & left_out


@pytest.mark.parametrize(("does", "is_kept"), [("set", True), ("unset", True), ("increment", False)])
def test_what_an_update_refers_to_is_neither_changed_nor_deleted_by_it(does: str, is_kept: bool) -> None:
    """A ride that was settled with a payment kept its state without one, where a function that nobody asked for had deleted it."""
    fields = [field("state", required=True, enum=["ended", "settled"])]
    path = "payment" if is_kept else "payment.amount"
    settle = {"name": "settle", "kind": "update", "entity": "Ride", "filter": [{"field": "_id"}],
              "effects": [{"field": "state", "do": "set", "value": "settled"}, {"field": path, "do": does}]}  # fmt: skip
    many, single = {"min": 0, "growth": "unbounded"}, {"min": 1, "max": 1}
    links = [
        link("payer", "one-to-many", ("Rider", {"has": many}), ("Payment", {"field": "rider", "has": single})),
        link("paid", "one-to-many", ("Payment", {"has": {"max": 200}}), ("Ride", {"field": "payment", "has": {"min": 0, "max": 1}})),
    ]  # fmt: skip
    entities = [
        entity("Rider", field("name")),
        entity("Payment", field("amount", "int")),
        entity("Ride", *fields),
    ]
    take = {"name": "take", "kind": "insert", "entity": "Payment"}
    left_out = extra(compile_design(drawn(entities, links, operations=[take, settle])))
    assert "payer.remove" in left_out and ("payer.reassign" in left_out) == is_kept


S18 = ("car_dealer", "dialysis_clinics", "language_school", "wedding_venue")
DESIGNS = {name: LIBRARY / f"{name}.json" for name in names()} | {
    name: ROOT / "tests" / "oracle" / "designs" / "at_length" / f"{name}.json" for name in S18
}


@pytest.mark.parametrize("name", DESIGNS)
def test_no_script_deletes_what_its_workload_only_inserts(name: str) -> None:
    """Or a whole branch of a tree, or changes links that are only pushed: unless a comment says to call that function."""
    file = json.loads(DESIGNS[name].read_text(encoding="utf-8"))
    operations = file.get("operations", [])
    kinds = [each for each in file["relationships"] if each["kind"] == "is-a"]
    related = {each[end]["entity"] for each in kinds for end in ("from", "to")}
    inserted = {each["entity"] for each in operations if each["kind"] == "insert"} - related
    deleted = {each["entity"] for each in operations if each["kind"] == "delete"}
    touched = {effect["field"] for each in operations for effect in each.get("effects", [])}
    touched |= {path for each in operations for path in each.get("changes", [])}
    refused = {f"{each['name']}.cascade" for each in file["relationships"] if each["kind"] == "tree"}
    refused &= {name for name in refused if operations}
    refused |= {
        f"{each['name']}.remove"
        for each in file["relationships"]
        if each["kind"] in ("one-to-many", "one-to-one")
        if each["to"]["entity"] in inserted - deleted
        and each["from"].get("field", each["name"]) not in touched
    }
    value = read(json.dumps(file)).value
    assert value is not None
    compilation = compile_design(value)
    statements = [each for each in compilation.plan.statements if not each.extra]
    shown = {each.recipe for each in statements} & refused
    named = " ".join(each.comment for each in statements)
    assert not {each for each in shown if mention(each) not in named}


@pytest.mark.parametrize("copies", [[], [{"of": "from", "field": "name", "policy": "snapshot"}]])
def test_what_inserts_a_document_is_one_function_whoever_it_refers_to(copies: list[Json]) -> None:
    """The trawler counts its catches by each that comes: a function of the port would count them anew, also where a catch
    has a copy of the port's name, which the function itself puts into it."""
    count = {"formula": "count(catches)", "sources": ["catches"], "refresh": "on-write"}
    entities = [
        entity("Trawler", field("name"), field("landings", "int", computed=count)),
        entity("Port", field("name")),
        entity("Catch", field("kilos", "double"), field("at", "date", required=True)),
    ]
    recent = {"together_needs": "recent", "recent": {"count": 5, "sort": "at", "direction": -1}}
    many = {"has": {"min": 0, "average": 90, "growth": "unbounded"}}
    links = [
        link("landed", "one-to-many", ("Trawler", {"field": "catches", **many}),
             ("Catch", {"field": "trawler", "has": {"min": 1, "max": 1}}), strategy="SUBSET", **recent),
        link("where", "one-to-many", ("Port", many), ("Catch", {"field": "port", "has": {"min": 0, "max": 1}}),
             strategy="PARENT_REF", copies=copies),
    ]  # fmt: skip
    land = {"name": "land", "kind": "insert", "entity": "Catch", "per_day": 40}
    shown = functions(compile_design(drawn(entities, links, operations=[land])))
    assert "land" in shown and not {"landedAdd", "whereAdd"} & shown
    assert {"landedAdd", "whereAdd"} & functions(compile_design(drawn(entities, links)))


def _halls(*operations: Json) -> Compilation:
    """Shows and the halls that they book, each booking with its own time."""
    links = [
        link("bookings", "many-to-many", ("Show", {"field": "halls", "has": {"max": 5}}), ("Hall", {"field": "shows"}),
             link_fields=[field("at", "date"), field("state")], strategy="ONE_WAY_EMBED"),
        link("host", "one-to-many", ("Club", {}), ("Show", {"field": "club"}), strategy="PARENT_REF"),
    ]  # fmt: skip
    parts = [
        entity("Show", field("starts_at", "date", required=True)),
        entity("Hall", field("name")),
        entity("Club"),
    ]
    return compile_design(drawn(parts, links, operations=[*operations]))


def test_an_operation_takes_out_of_a_list_what_it_is_told_and_no_function_does_again() -> None:
    release = {
        "name": "release",
        "kind": "update",
        "entity": "Show",
        "effects": [{"field": "halls", "do": "pull"}],
    }
    assert "bookings.remove" in extra(_halls(release))
    assert "bookings.remove" not in extra(_halls())


@pytest.mark.parametrize("limit", [20, None])
def test_the_next_page_is_as_long_as_the_first(limit: int | None) -> None:
    shows: Json = {"name": "shows of a club", "kind": "read", "entity": "Show", "filter": [{"field": "club"}],
                   "sort": [{"field": "starts_at", "direction": -1}]}  # fmt: skip
    plan = _halls(shows | ({} if limit is None else {"limit": limit})).plan
    pages = [each.limit for each in plan.statements if each.recipe == "host.page"]
    assert pages == [limit or 50]


@pytest.mark.parametrize("stated", [{}, {"reassigned_per_day": 0.5}], ids=["unstated", "stated"])
@pytest.mark.parametrize("operation", [True, False])
def test_what_is_owned_stays_with_its_owner_unless_the_design_says_that_it_moves(
    operation: bool, stated: Json
) -> None:
    """Its own references would stay behind. Without operations, all that a relationship can do is shown."""
    owned = link("rooms", "one-to-many", "House", ("Room", {"has": {"min": 1, "max": 1}}), exclusive_owner=True,
                 strategy="PARENT_REF", **stated)  # fmt: skip
    update = {
        "name": "paint",
        "kind": "update",
        "entity": "Room",
        "filter": [{"field": "_id"}],
        "changes": ["colour"],
    }
    parts = [entity("House", field("name")), entity("Room", field("colour"))]
    left_out = extra(compile_design(drawn(parts, [owned], operations=[update] if operation else [])))
    assert ("rooms.reassign" in left_out) is (operation and not stated)
