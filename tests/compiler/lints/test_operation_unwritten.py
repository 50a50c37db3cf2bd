"""OPERATION_UNWRITTEN: operations that no statement of the plan serves."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from designs.compiler import Compilation, Finding, compile_design
from designs.compiler.edits import Edit, apply, identified
from designs.compiler.lints.workload.operation_unwritten import LINT
from tests.compiler.composed import design, entity, field, link
from tests.compiler.planned import found

TAKE = {"name": "take", "kind": "update", "entity": "Player", "filter": [{"field": "_id"}]}


def game(owner: str, *operations: dict[str, Any]) -> Any:
    """Players and items, linked by an array that this end holds."""
    ends = [("Player", {"field": "inventory", "has": {"max": 150}}), ("Item", {"field": "holders", "has": {"max": 100}})]  # fmt: skip
    held = link("inventory", "many-to-many", *ends, strategy="ONE_WAY_EMBED", link_owner=owner)
    entities = [entity("Player", field("name")), entity("Item", field("name"))]
    return compile_design(design(entities, [held], operations=list(operations)))


@pytest.mark.parametrize(("owner", "count"), [("from", 0), ("to", 1)])
def test_a_push_to_what_the_other_end_holds_has_no_script(owner: str, count: int) -> None:
    plan = game(owner, {**TAKE, "effects": [{"field": "inventory", "do": "push"}]})
    assert found(LINT, plan) == [("take", "info")] * count
    assert [one.code for one in plan.findings if one.code == LINT.code] == [LINT.code] * count


@pytest.mark.parametrize(("effect", "function"), [("push", "inventoryAdd"), ("pull", "inventoryRemove")])
def test_the_function_that_writes_such_links_is_named(effect: str, function: str) -> None:
    plan = game("to", {**TAKE, "effects": [{"field": "inventory", "do": effect}]})
    (told,) = [one for one in plan.findings if one.code == LINT.code]
    assert told.hint == f"call {function} of 04_queries.js, which does it with all that follows"


def test_an_update_that_changes_nothing_is_told_so() -> None:
    told = [one for one in game("from", TAKE).findings if one.code == LINT.code]
    assert [(one.subject, one.message.partition(": ")[2]) for one in told] == [
        ("take", "it does not say what it changes")
    ]
    assert told[0].hint == "name the fields that it changes, or its effects"


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
    assert "the host stands in each log, which" in told


def test_only_a_delete_leaves_them_without() -> None:
    (told,) = hosts("Host", 1, kind="read", filter=[{"field": "logs.text"}])
    assert "one read of Host cannot reach" in told


def test_each_operation_is_told_by_its_own_name() -> None:
    away = {**TAKE, "effects": [{"field": "inventory", "do": "push"}]}
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
        "policy.product.line is stored in products, and Claim in claims: one read cannot reach both"
    ]
    assert told[0].hint == "read in two steps: first the ids of what product.line names, then by policy"


@pytest.mark.parametrize(
    ("more", "severity"),
    [
        ({}, "info"),
        (
            {"filter": [{"field": "_id"}, {"field": "name"}]},
            "warning",
        ),  # the function does not look at the name
        ({"effects": [{"field": "inventory", "do": "push"}, {"field": "name", "do": "set"}]}, "warning"),
    ],
)
def test_what_a_function_of_a_relationship_does_alone_is_a_remark(
    more: dict[str, Any], severity: str
) -> None:
    take = {**TAKE, "effects": [{"field": "inventory", "do": "push"}], **more}
    assert [each.severity for each in game("to", take).findings if each.code == LINT.code] == [severity]


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


def yard(*operations: dict[str, Any], least: int = 0, **more: Any) -> Compilation:
    """Boxes in the slots of rows, each of which may be free."""
    slot = ("Slot", {"field": "box", "has": {"min": least, "max": 1}})
    box = ("Box", {"field": "slot", "has": {"min": 0, "max": 1}})
    row = link("rows", "one-to-many", ("Row", {"has": {"max": None}}), ("Slot", {"field": "row"}))
    entities = [entity("Row", field("code")), entity("Slot", field("bay")), entity("Box", field("iso"))]
    links = [row, link("position", "one-to-one", slot, box, **more)]
    model = design(entities, links, operations=list(operations))
    return compile_design(identified(model, iter(f"id{number:06}" for number in range(100)))[0])


def told_of(plan: Compilation) -> list[Finding]:
    """What this check says."""
    return [each for each in plan.findings if each.code == LINT.code]


def test_what_the_other_end_of_a_pair_names_is_set_by_the_function_that_gives_it_away() -> None:
    (told,) = told_of(yard(PUT))
    assert told.hint.startswith(
        "call positionReassign of 04_queries.js, which does it with all that follows; or swap"
    )
    assert told.severity == "info"


@pytest.mark.parametrize(
    "copies",
    [[], [{"field": "iso", "of": "to", "as": "iso", "reads_per_day": 5000, "policy": "strong"}]],
)
def test_swapping_the_ends_of_a_pair_writes_what_needs_the_reference_at_the_other(copies: list[Any]) -> None:
    before = yard(PUT, FREE, copies=copies) if copies else yard(PUT, FREE)
    free, put = sorted(told_of(before), key=lambda each: each.subject)
    assert free.hint == 'swap from and to of "position": then each Slot names its Box, and this is written'
    assert free.fix is not None and free.fix == put.fix
    edit = msgspec.convert(free.fix, Edit)
    after = compile_design(apply(before.model, edit))
    assert told_of(after) == [] and not [each for each in after.findings if each.severity == "error"]
    written = {each.subject for each in after.plan.statements}
    assert {"operation:put", "operation:free"} <= written


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


def test_no_swap_is_offered_that_another_operation_could_not_do_with() -> None:
    """Each of the two asked for the swap that would have left the other unwritten."""
    assign = {
        "name": "assign",
        "kind": "update",
        "entity": "Box",
        "filter": [{"field": "_id"}],
        "changes": ["slot"],
    }
    (told,) = told_of(yard(FREE, assign))
    assert told.subject == "free" and "swap" not in told.hint and "keep a field, such as a state" in told.hint


@pytest.mark.parametrize("changes", [["box"], ["box", "bay"]])
def test_no_half_of_a_change_is_written_in_silence(changes: list[str]) -> None:
    """The box names its slot: a function that sets the bay alone, and is called as if it put the box there, is worse than none."""
    plan = yard({key: value for key, value in PUT.items() if key != "effects"} | {"changes": changes})
    (told,) = told_of(plan)
    assert told.subject == "put" and 'swap from and to of "position"' in told.hint.lower()
    assert "operation:put" not in {each.subject for each in plan.plan.statements}
