"""OPERATION_UNWRITTEN: operations that no statement of the plan serves."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from designs.compiler import Compilation, Finding, compile_design
from designs.compiler.edits import Edit, apply, identified
from designs.compiler.lints.workload.operation_unwritten import LINT
from designs.compiler.model.conceptual import Model
from tests.compiler.composed import design, entity, field, link
from tests.compiler.planned import found, inspection, with_plan

TAKE = {"name": "take", "kind": "update", "entity": "Player", "filter": [{"field": "_id"}]}


def game(owner: str, *operations: dict[str, Any]) -> Any:
    """Players and items, linked by an array that this end holds."""
    ends = [("Player", {"field": "inventory", "has": {"max": 150}}), ("Item", {"field": "holders", "has": {"max": 100}})]  # fmt: skip
    held = link("inventory", "many-to-many", *ends, strategy="ONE_WAY_EMBED", link_owner=owner)
    entities = [entity("Player", field("name")), entity("Item", field("name"))]
    return compile_design(design(entities, [held], operations=list(operations)))


NAMED = {"field": "name", "do": "set"}


@pytest.mark.parametrize(("owner", "count"), [("from", 0), ("to", 1)])
def test_a_push_to_what_the_other_end_holds_has_no_script_beside_another_change(
    owner: str, count: int
) -> None:
    plan = game(owner, {**TAKE, "effects": [{"field": "inventory", "do": "push"}, NAMED]})
    assert found(LINT, plan) == [("take", "warning")] * count
    assert [one.code for one in plan.findings if one.code == LINT.code] == [LINT.code] * count


@pytest.mark.parametrize(("effect", "function"), [("push", "inventoryAdd"), ("pull", "inventoryRemove")])
def test_the_function_that_writes_such_links_is_named_with_what_it_leaves_out(
    effect: str, function: str
) -> None:
    guarded = [*TAKE["filter"], {"field": "name", "value": "Ada"}]
    plan = game("to", {**TAKE, "filter": guarded, "effects": [{"field": "inventory", "do": effect}, NAMED]})
    (told,) = [one for one in plan.findings if one.code == LINT.code]
    assert told.hint == (
        f"Call {function} in 04_queries.js, which updates the links without checking name; write name separately."
    )


@pytest.mark.parametrize(("effect", "purpose"), [("push", "add"), ("pull", "remove")])
@pytest.mark.parametrize("strategy", ["ONE_WAY_EMBED", "LINK_COLL"])
def test_links_that_stand_elsewhere_are_written_behind_a_look_at_the_state(
    strategy: str, effect: str, purpose: str
) -> None:
    """The function of the relationship, which the report told to call, let anybody add a lot to a closed auction."""
    ends = [("Auction", {"field": "lots", "has": {"max": 600}}), ("Pledge", {"field": "auctions", "has": {"max": 3}})]  # fmt: skip
    lots = link("lots", "many-to-many", *ends, strategy=strategy, link_owner="to", link_fields=[field("reserve", "int")])  # fmt: skip
    entities = [
        entity("Auction", field("state", enum=["planned", "closed"])),
        entity("Pledge", field("ticket")),
    ]
    asked = [{"field": "_id"}, {"field": "state", "value": "planned"}]
    change = {"name": "do", "kind": "update", "entity": "Auction", "filter": asked, "effects": [{"field": "lots", "do": effect}]}  # fmt: skip
    plan = compile_design(design(entities, [lots], operations=[change]))
    own = [each for each in plan.plan.statements if each.subject == "operation:do"]
    assert told_of(plan) == [] and own[0].op == "findOne" and own[0].transaction
    assert own[0].filter == {"_id": own[1].filter["_id"], "state": "planned"}
    assert own[1].must_miss == 'auction found, but its state isn\'t "planned"'
    assert {each.extra for each in plan.plan.statements if each.recipe == f"lots.{purpose}"} == {True}


@pytest.mark.parametrize("asks", [True, False])
def test_of_links_that_stand_elsewhere_the_fields_alone_are_set_that_an_operation_sets(asks: bool) -> None:
    ends = [("Race", {"field": "flights", "has": {"max": 9000}}), ("Pigeon", {"field": "races", "has": {"max": 180}})]  # fmt: skip
    fields = [field("clocked_at", "date"), field("position", "int"), field("stake", "decimal")]
    flights = link(
        "flights", "many-to-many", *ends, strategy="ONE_WAY_EMBED", link_owner="to", link_fields=fields
    )
    entities = [entity("Race", field("state", enum=["released", "closed"])), entity("Pigeon", field("ring"))]
    asked = [
        {"field": "_id"},
        {"field": "flights"},
        *([{"field": "state", "value": "released"}] if asks else []),
    ]
    effects = [
        {"field": "flights.clocked_at", "do": "set"},
        {"field": "flights.position", "do": "set", "value": 0},
    ]
    clock = {"name": "clock", "kind": "update", "entity": "Race", "filter": asked, "effects": effects}
    plan = compile_design(design(entities, [flights], operations=[clock])).plan
    own = [each for each in plan.statements if each.subject == "operation:clock"]
    (written,) = [each for each in own if each.writes]
    assert dict(written.written) == {"races.clocked_at": "set", "races.position": "set"}
    assert own[0].leads == ("raceId", "pigeonId") and own[0].collection == ("races" if asks else "pigeons")
    comment = next(each.comment for each in plan.statements if each.recipe == "flights.edit")
    assert ("Doesn't check the race's state, unlike \"clock\"." in comment) is asks


@pytest.mark.parametrize("effect", ["push", "add-to-set", "pull"])
def test_an_operation_is_written_with_the_links_that_it_is_about(effect: str) -> None:
    """Where links have fields, one more is more than a value: the function set the name, and gave nobody anything."""
    ends = [("Player", {"field": "inventory", "has": {"max": 150}}), ("Item", {"has": {"max": 100}})]
    worn = {"name": "worn", "type": "bool"}
    held = link(
        "inventory", "many-to-many", *ends, strategy="ONE_WAY_EMBED", link_owner="from", link_fields=[worn]
    )
    effects = [{"field": "inventory", "do": effect}, {"field": "name", "do": "set"}]
    entities = [entity("Player", field("name")), entity("Item", field("name"))]
    plan = compile_design(design(entities, [held], operations=[{**TAKE, "effects": effects}]))
    own = [each for each in plan.plan.statements if each.subject == "operation:take" and each.writes]
    written = {path.partition(".")[0]: does for each in own for path, does in each.written}
    assert told_of(plan) == [] and "name" in written
    assert written["inventory"] == ("pull" if effect == "pull" else "push"), written


def test_an_update_that_changes_nothing_is_told_so() -> None:
    told = [one for one in game("from", TAKE).findings if one.code == LINT.code]
    assert [(one.subject, one.message.partition(": ")[2]) for one in told] == [
        ("take", "the operation doesn't say what it changes.")
    ]
    assert told[0].hint == "Set the fields it writes, or its effects."


@pytest.mark.parametrize(
    ("least", "owned", "told"),
    [
        (1, {}, "must have one"),
        (0, {}, ""),
        (1, {"exclusive_owner": True}, ""),
        (0, {"exclusive_owner": True}, ""),
    ],
)
def test_children_that_can_not_be_without_their_parent_stay(
    least: int, owned: dict[str, Any], told: str
) -> None:
    ends = ("Host", {"has": {"max": None}}), ("Log", {"has": {"min": least, "max": 1}})
    entities = [entity("Host", field("name", unique=True)), entity("Log", field("text"), kind="event")]
    logs = link("logs", "one-to-many", *ends, strategy="FOLD_ONE", **owned)
    drop = {"name": "drop", "kind": "delete", "entity": "Host", "filter": [{"field": "name"}]}
    plan = compile_design(design(entities, [logs], operations=[drop]))
    messages = [one.message for one in plan.findings if one.code == LINT.code]
    assert len(messages) == bool(told) and all(told in one for one in messages)


def hosts(first: str, least: int, **operation: Any) -> list[str]:
    """What is told of an operation on hosts, which are folded into logs; notes hold another folded parent, or the same."""
    ends = [("Host", {"field": "logs", "has": {"max": None}}), ("Log", {"has": {"min": 1, "max": 1}})]
    more = [(first, {"field": "notes", "has": {"max": None}}), ("Note", {"has": {"min": least, "max": 1}})]
    links = [
        link(name, "one-to-many", *both, strategy="FOLD_ONE")
        for name, both in (("notes", more), ("logs", ends))
    ]
    parts = [entity(name, field("name", unique=True)) for name in ("Host", "Guest")]
    parts += [entity(name, field("text"), kind="event") for name in ("Log", "Note")]
    plan = compile_design(design(parts, links, operations=[{"name": "do", "entity": "Host", **operation}]))
    return [one.message for one in plan.findings if one.code == LINT.code]


@pytest.mark.parametrize(("first", "least"), [("Host", 0), ("Guest", 1)])
def test_of_several_children_those_are_named_that_need_what_is_deleted(first: str, least: int) -> None:
    (told,) = hosts(first, least, kind="delete", filter=[{"field": "name"}])
    assert "the host is stored in each log, which" in told


def test_only_a_delete_leaves_them_without() -> None:
    (told,) = hosts("Host", 1, kind="read", filter=[{"field": "logs.text"}])
    assert "one read statement on Host can't do" in told


def test_each_operation_is_told_by_its_own_name() -> None:
    away = {**TAKE, "effects": [{"field": "inventory", "do": "push"}, NAMED]}
    reads = {"name": "all", "kind": "read", "entity": "Item"}
    plan = game("to", away, reads, {**away, "name": "take more"})
    assert [subject for subject, _ in found(LINT, plan)] == ["take", "take more"]


def test_what_is_out_of_reach_is_named_with_where_it_is_stored() -> None:
    """Claims two steps away from the line of business of their policies' product."""
    entities = [
        entity("Product", field("line"), count=200),
        entity("Policy", field("number", unique=True), count=900_000),
        entity("Claim", field("cause"), count=4_000_000),
    ]
    product = link(
        "product",
        "one-to-many",
        ("Product", {"has": {"growth": "unbounded"}}),
        ("Policy", {"field": "product"}),
    )
    claims = link(
        "claims", "one-to-many", ("Policy", {"has": {"growth": "unbounded"}}), ("Claim", {"field": "policy"})
    )
    read = {
        "name": "by line",
        "kind": "read",
        "entity": "Claim",
        "filter": [{"field": "policy.product.line"}],
    }
    change = {
        "name": "rename",
        "kind": "update",
        "entity": "Product",
        "filter": [{"field": "_id"}],
        "changes": ["line"],
    }
    plan = compile_design(design(entities, [product, claims], operations=[read, change]))
    told = [one for one in plan.findings if one.code == LINT.code]
    assert [one.message.partition(": ")[2] for one in told] == [
        "policy.product.line is stored in products, but Claim is in claims: one read can't reach both."
    ]
    assert told[0].hint == "Read in two steps: first the IDs that product.line references, then by policy."


@pytest.mark.parametrize(
    ("more", "severity"),
    [
        ({}, "info"),
        (
            {"filter": [{"field": "_id"}, {"field": "name"}]},
            "warning",
        ),  # the function does not look at the name
        ({"effects": [{"field": "follows", "do": "push"}, NAMED]}, "warning"),
    ],
)
def test_what_a_function_of_a_relationship_does_alone_is_a_remark(
    more: dict[str, Any], severity: str
) -> None:
    """Of players who follow players, the end that an operation means is not told by their names."""
    take = {**TAKE, "effects": [{"field": "follows", "do": "push"}], **more}
    ends = [("Player", {"field": "follows", "has": {"max": 150}}), ("Player", {"field": "followers", "has": {"max": 100}})]  # fmt: skip
    follows = link("follows", "graph", *ends, strategy="ONE_WAY_EMBED", link_owner="to")
    plan = compile_design(design([entity("Player", field("name"))], [follows], operations=[take]))
    assert [each.severity for each in plan.findings if each.code == LINT.code] == [severity]


@pytest.mark.parametrize(
    ("declared", "comes", "missing"), [(4, 7, ["E0"]), (4, 1.01, ["E0"]), (4, 1, []), (3, 7, []), (5, 0, [])]
)
def test_what_nothing_inserts_is_told_where_most_else_is_inserted(
    declared: int, comes: float, missing: list[str]
) -> None:
    entities = [entity(f"E{number}", field("name"), inserts_per_day=comes) for number in range(declared)]
    inserts = [{"name": f"add {each}", "kind": "insert", "entity": f"E{each}"} for each in range(1, declared)]
    plan = compile_design(design(entities, [], operations=inserts))
    assert [(each.subject, each.severity) for each in plan.findings if each.code == LINT.code] == [
        (name, "info") for name in missing
    ]


PUT = {"name": "put", "kind": "update", "entity": "Slot", "filter": [{"field": "_id"}], "effects": [{"field": "box", "do": "set"}]}  # fmt: skip
FREE = {"name": "free", "kind": "read", "entity": "Slot", "filter": [{"field": "row"}, {"field": "box", "match": "exists", "value": False}]}  # fmt: skip

ASSIGN = {"name": "assign", "kind": "update", "entity": "Box", "filter": [{"field": "_id"}], "changes": ["slot"]}  # fmt: skip


def unnamed_yard(*operations: dict[str, Any], least: int = 0, **more: Any) -> Model:
    """Boxes in the slots of rows, each of which may be free."""
    slot = ("Slot", {"field": "box", "has": {"min": least, "max": 1}})
    box = ("Box", {"field": "slot", "has": {"min": 0, "max": 1}})
    row = link("rows", "one-to-many", ("Row", {"has": {"max": None}}), ("Slot", {"field": "row"}))
    entities = [entity("Row", field("code")), entity("Slot", field("bay")), entity("Box", field("iso"))]
    links = [row, link("position", "one-to-one", slot, box, **more)]
    return design(entities, links, operations=list(operations))


def yard(*operations: dict[str, Any], **more: Any) -> Compilation:
    """The same with ids, as in the editor."""
    return compile_design(
        identified(unnamed_yard(*operations, **more), iter(f"id{number:06}" for number in range(100)))[0]
    )


def told_of(plan: Compilation) -> list[Finding]:
    """What this check says."""
    return [each for each in plan.findings if each.code == LINT.code]


def test_what_the_other_end_of_a_pair_names_is_set_by_the_function_that_gives_it_away() -> None:
    """Both ends are changed as often, so that the reference stays where it is."""
    (told,) = told_of(yard(PUT, ASSIGN))
    assert told.hint == (
        "Call positionReassign (written with --all-functions) in 04_queries.js, which does it with all related updates."
    )
    assert told.severity == "info"


@pytest.mark.parametrize(
    "copies",
    [[], [{"field": "iso", "of": "to", "as": "iso", "reads_per_day": 5000, "policy": "strong"}]],
)
def test_swapping_the_ends_of_a_pair_writes_what_needs_the_reference_at_the_other(copies: list[Any]) -> None:
    before = yard(FREE, copies=copies) if copies else yard(FREE)
    (free,) = told_of(before)
    assert free.hint == 'Swap from and to of "position", so that each Slot references its Box.'
    assert free.fix is not None
    edit = msgspec.convert(free.fix, Edit)
    after = compile_design(apply(before.model, edit))
    assert told_of(after) == [] and not [each for each in after.findings if each.severity == "error"]
    assert "operation:free" in {each.subject for each in after.plan.statements}


@pytest.mark.parametrize(
    "more",
    [
        {"least": 1},
        {"copies": [{"field": "bay", "of": "from", "as": "bay", "policy": "strong"}]},
        {"strategy": "EMBED_ONE"},
    ],
)
def test_no_swap_is_offered_where_it_would_not_help(more: dict[str, Any]) -> None:
    assert [each for each in told_of(yard(FREE, **more)) if each.fix is not None or "swap" in each.hint] == []


def test_what_changes_the_other_end_of_two_of_one_entity_is_written_unless_both_are_changed() -> None:
    """A booking of the way back was said to be stored in bookings, while bookings are in bookings."""
    ends = [("Booking", {"field": name, "has": {"min": 0, "max": 1}}) for name in ("way_back", "outward")]
    link_back = {
        "name": "link back", "kind": "update", "entity": "Booking", "filter": [{"field": "reference"}], "changes": ["way_back"],
    }  # fmt: skip
    reassign = {**link_back, "name": "link out", "changes": ["outward"]}
    parts = [entity("Booking", field("reference", required=True, unique=True))]
    trips = [link("return trip", "one-to-one", *ends)]
    plans = [
        compile_design(
            identified(design(parts, trips, operations=each), iter(f"id{number:06}" for number in range(9)))[
                0
            ]
        )
        for each in ([link_back], [link_back, reassign])
    ]
    assert told_of(plans[0]) == [] and "operation:link back" in {
        each.subject for each in plans[0].plan.statements
    }
    (told,) = told_of(plans[1])
    assert "way_back is stored in another booking" in told.message
    assert told.fix is None and "swap" not in told.hint.lower()


@pytest.mark.parametrize("changes", [["box"], ["box", "bay"]])
def test_no_half_of_a_change_is_written_in_silence(changes: list[str]) -> None:
    """The box names its slot: a function that sets the bay alone, and is called as if it put the box there, is worse than none."""
    put = {key: value for key, value in PUT.items() if key != "effects"} | {"changes": changes}
    plan = yard(put, ASSIGN)
    (told,) = told_of(plan)
    assert told.subject == "put"
    assert "operation:put" not in {each.subject for each in plan.plan.statements}


def _once(field_name: str, least: int = 1) -> dict[str, Any]:
    return {"field": field_name, "has": {"min": least, "max": 1}}


@pytest.mark.parametrize(
    ("strategy", "is_told"), [("TREE_ANCESTORS", True), ("TREE_PATH", True), ("TREE_CHILD", False)]
)
def test_a_tree_that_adds_its_nodes_is_told_once(strategy: str, is_told: bool) -> None:
    """Equipment is put up at a site, belongs to a client, and is mounted on other equipment."""
    many = {"min": 0, "max": 900, "growth": "unbounded"}
    ends = [
        ("Equipment", {"field": "accessories", "has": {"max": 20}}),
        ("Equipment", _once("mounted_on", 0)),
    ]
    links = [
        link("installed", "one-to-many", ("Site", {"has": many}), ("Equipment", _once("site"))),
        link("owned", "one-to-many", ("Client", {"has": many}), ("Equipment", _once("owner"))),
        link("accessories", "tree", *ends, strategy=strategy),
    ]
    entities = [entity(name, *map(field, "abcde")) for name in ("Site", "Client", "Equipment")]
    told = told_of(compile_design(design(entities, links, operations=[])))
    expected = ('"installed" and "owned" have no functions for adding: the functions of this tree add each equipment, with all its'
                " references.")  # fmt: skip
    hint = "Call accessoriesAdd (as a child or a root) in 04_queries.js."
    assert [(each.subject, each.severity, each.message, each.hint) for each in told] == (
        [("accessories", "info", expected, hint)] if is_told else []
    )


LEAVE = {"name": "leave", "kind": "delete", "entity": "Runner", "filter": [{"field": "handle"}]}


def _leaving(*operations: dict[str, Any], without: str = "") -> list[Finding]:
    """What is said where comments on the runs of one who leaves go along, and those on the runs of others name who
    leaves. without: the purpose of functions that are left out of the scripts."""
    many = {"min": 0, "growth": "unbounded"}
    own, other = {"exclusive_owner": True, "strategy": "PARENT_REF"}, {"strategy": "PARENT_REF"}
    links = [
        link("comments", "one-to-many", ("Run", {"has": many}), ("Comment", _once("run")), **own),
        link("by", "one-to-many", ("Runner", {"has": many}), ("Comment", _once("by")), **other),
        link("runs", "one-to-many", ("Runner", {"has": many}), ("Run", _once("runner")), **own),
        link("feed", "one-to-many", ("Runner", {"has": many}), ("Item", _once("reader")), **own),
        link("fed", "one-to-many", ("Run", {"has": many}), ("Item", _once("run")), **other),
    ]
    entities = [
        entity(name, field("handle", required=True, unique=True), *map(field, "abcde"))
        for name in ("Runner", "Run", "Comment", "Item")
    ]
    plan = compile_design(design(entities, links, operations=list(operations)))
    gone = [each for each in plan.plan.statements if without and each.purpose in ("cascade", "delete")]
    unwritten = plan.plan.unwritten
    if without:
        (refused,) = unwritten
        assert refused.recipe == "feed.cascade" and refused.behind == ("comments.by", "items.run")
        unwritten += (
            replace(refused, recipe="x.cascade", subject="relationship:runs", behind=("items.run", "y.z")),
        )
        if operations:
            unwritten += (replace(refused, recipe="leave", subject="operation:leave", purpose="delete"),)
            gone = [each for each in gone if each.subject == "operation:leave"]
    kept = tuple(each for each in plan.plan.statements if each not in gone)
    return list(LINT.check(inspection(with_plan(plan, statements=kept, unwritten=unwritten))))


def test_a_thing_that_one_function_deletes_is_not_told_of_another() -> None:
    assert _leaving() == []


def test_a_thing_that_nothing_deletes_is_told_once() -> None:
    (told,) = _leaving(without="cascade")
    assert (told.subject, told.about) == ("Runner", "entity")
    assert "function: other documents may still reference it, or what is deleted with it, in" in told.message
    assert "in comments.by, items.run, and y.z, and" in told.message
    assert "make the reference optional (minimum 0) and unset it first, or keep" in told.hint


def test_a_delete_that_is_not_written_names_the_function_that_is() -> None:
    (told,) = _leaving(LEAVE, without="cascade")
    assert told.subject == "leave"
    assert (
        told.hint.startswith("Look up its _id and call deleteRunner")
        and "make the reference optional" in told.hint
    )


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        (
            ["crate.barcode"],
            "Look up the crate by barcode first, then filter by crate itself, which is its _id.",
        ),
        (
            ["crate.barcode", "name"],
            "Look up the crate by barcode first, then filter by crate itself, which is its _id.",
        ),
        (["crate"], None),
    ],
)
def test_a_write_that_finds_by_what_a_reference_leads_to_says_how(asked: list[str], hint: str | None) -> None:
    """The artefact holds the reference: no other entity could declare the operation. As many crates may have one barcode
    as no list in a filter takes."""
    crate = ("Crate", {"field": "contents", "has": {"min": 0, "max": 30}})
    packed = link("packed", "one-to-many", crate, ("Artefact", _once("crate", 0)), strategy="PARENT_REF")
    entities = [
        entity("Crate", field("barcode"), field("size"), count=200_000_000),
        entity("Artefact", field("name")),
    ]
    unpack = {
        "name": "unpack", "kind": "update", "entity": "Artefact", "filter": [{"field": path} for path in asked],
        "effects": [{"field": "crate", "do": "unset"}],
    }  # fmt: skip
    told = told_of(compile_design(design(entities, [packed], operations=[unpack])))
    assert [each.hint for each in told] == ([hint] if hint else [])


def test_what_is_out_of_reach_in_one_place_is_named_once() -> None:
    """The place was told again for each of the fields."""
    ends = [
        ("Race", {"field": "flights", "has": {"max": 9}}),
        ("Pigeon", {"field": "races", "has": {"max": 9}}),
    ]
    fields = [field("speed", "int"), field("position", "int")]
    flights = link(
        "flights", "many-to-many", *ends, strategy="ONE_WAY_EMBED", link_owner="to", link_fields=fields
    )
    effects = [{"field": f"flights.{name}", "do": "set"} for name in ("speed", "position")]
    change = {
        "name": "do",
        "kind": "update",
        "entity": "Race",
        "filter": [{"field": "_id"}],
        "effects": effects,
    }
    entities = [entity("Race", field("name")), entity("Pigeon", field("ring"))]
    (said,) = [
        each
        for each in compile_design(design(entities, [flights], operations=[change])).findings
        if each.code == LINT.code
    ]
    assert "flights.speed and flights.position are stored in pigeons, but Race is in races" in said.message
