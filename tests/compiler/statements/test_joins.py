"""What an operation includes is read wherever the relationship put it, in both directions."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan_model.physical import Outcome, Param, Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]
MANY = {"has": {"max": None, "growth": "unbounded"}}
ONE = {"has": {"min": 1, "max": 1}}


def included(
    include: str, reader: str, relationship: Json, *, listed: bool = False, **more: Any
) -> list[Statement]:
    """The statements of a read that includes one relationship of Parent, Child and Toy. more: of the read."""
    entities = [entity(name, field("name"), field("made", "date")) for name in ("Parent", "Child", "Toy")]
    chosen = {} if listed else {"filter": [{"field": "_id"}]}
    read = {"name": "it", "kind": "read", "entity": reader, "includes": [include], **chosen, **more}
    plan = compile_design(design(entities, [relationship], operations=[read])).plan
    return [one for one in plan.statements if one.subject == "operation:it"]


def pair(kind: str, strategy: str, one: Json, other: Json, to: str = "Child") -> Json:
    return link("r", kind, ("Parent", one), (to, other), strategy=strategy)


def test_the_parent_of_a_slice_is_found_by_the_reference_of_the_child() -> None:
    first, second = included("r", "Child", pair("one-to-many", "SUBSET", MANY, ONE))
    assert (first.collection, second.collection) == ("children", "parents")
    assert second.filter == {"_id": Outcome(step="found", path="parent_id")}


RECENT = {"together_needs": "recent", "recent": {"count": 5, "sort": "made", "direction": -1}}


@pytest.mark.parametrize(
    ("needs", "order", "most"),
    [
        (RECENT, {"made": -1}, 5),
        ({"together_needs": "recent"}, {"made": -1}, 10),
        ({"together_needs": "page", "page_size": 20}, {"made": -1}, 20),
        ({"together_needs": "all"}, {"made": -1}, None),
        ({}, {"made": -1}, 50),
    ],
)
def test_no_more_is_read_than_readers_need(needs: Json, order: Json, most: int | None) -> None:
    """Of one parent by a sort and a limit, of a list of them inside the join. All come in the order of their lists, too."""
    children = {**pair("one-to-many", "PARENT_REF", MANY, ONE), **needs}
    behind = included("r", "Parent", children)[1]
    assert (behind.sort, behind.limit) == (order, most)
    (read,) = included("r", "Parent", children, listed=True)
    stages = [{"$sort": order}, *([{"$limit": most}] if most else [])]
    assert read.pipeline[1]["$lookup"].get("pipeline") == stages
    back = included("r", "Child", children)[1]
    assert (back.sort, back.limit) == (None, None)


@pytest.mark.parametrize(
    ("needs", "order", "most"),
    [(RECENT, {"page": -1}, 2), ({"together_needs": "page", "page_size": 20}, {"page": -1}, 2), ({"together_needs": "all"}, None, None)],
)  # fmt: skip
def test_no_more_pages_are_read_than_hold_what_readers_need(
    needs: Json, order: Json | None, most: int | None
) -> None:
    """The newest may just have begun, so one more than the rest fill."""
    behind = included("r", "Parent", {**pair("one-to-many", "BUCKET", MANY, ONE), **needs})[1]
    assert (behind.collection, behind.sort, behind.limit) == ("child_pages", order, most)


@pytest.mark.parametrize(
    ("kind", "strategy"),
    [
        ("one-to-many", "PARENT_REF"),
        ("one-to-many", "CHILD_REFS"),
        ("one-to-many", "TWO_WAY_REFS"),
        ("many-to-many", "ONE_WAY_EMBED"),
        ("many-to-many", "LINK_COLL"),
    ],
)
@pytest.mark.parametrize(("path", "order"), [("r.made", {"made": -1}), ("made", None)])
def test_what_stands_behind_comes_in_the_order_that_is_asked_for(
    kind: str, strategy: str, path: str, order: Json | None
) -> None:
    """By a field of the children; one of the parent orders nothing behind it, and children have the order of their lists."""
    if kind == "one-to-many":
        order = {"made": -1}
    sort = [{"field": path, "direction": -1}]
    found = included("r", "Parent", pair(kind, strategy, MANY, MANY if kind[0] == "m" else ONE), sort=sort)
    assert found[-1].collection == "children" and found[-1].sort == order
    assert [one.sort for one in found[:-1]] == [None] * (len(found) - 1)


def test_behind_links_stand_the_documents_that_they_name() -> None:
    found = included("r", "Parent", pair("many-to-many", "LINK_COLL", MANY, MANY))
    assert [one.collection for one in found] == ["parents", "r", "children"]
    assert found[1].filter == {"parent_id": Outcome(step="found", path="_id")}
    assert found[2].filter == {"_id": {"$in": Outcome(step="r", many=True, each="child_id")}}


def test_a_list_joins_the_links_and_then_what_they_name() -> None:
    (read,) = included("r", "Child", pair("many-to-many", "LINK_COLL", MANY, MANY), listed=True)
    assert read.pipeline == [
        {"$limit": Param(name="limit", value=50, optional=True)},
        {"$lookup": {"from": "r", "localField": "_id", "foreignField": "child_id", "as": "r"}},
        {"$lookup": {"from": "parents", "localField": "r.parent_id", "foreignField": "_id", "as": "parents"}},
    ]


def test_a_tree_is_read_up_and_down() -> None:
    tree = pair("tree", "TREE_PARENT", {"field": "below", **MANY}, {"field": "above", **ONE}, "Parent")
    up, down = included("r.above", "Parent", tree)[1], included("r.below", "Parent", tree)[1]
    assert up.filter == {"_id": Outcome(step="found", path="above")}
    assert down.filter == {"above": Outcome(step="found", path="_id")}


def test_a_graph_is_read_in_the_direction_asked_for() -> None:
    graph = pair(
        "graph", "LINK_COLL", {"field": "following", **MANY}, {"field": "followers", **MANY}, "Parent"
    )
    links, people = included("r.followers", "Parent", graph)[1:]
    assert links.filter == {"following_id": Outcome(step="found", path="_id")}
    assert people.filter == {"_id": {"$in": Outcome(step=links.step, many=True, each="follower_id")}}


def test_moving_what_a_slice_repeats_says_that_it_is_three_writes() -> None:
    entities = [entity(name, field("name"), field("made", "date")) for name in ("Parent", "Child")]
    plan = compile_design(design(entities, [pair("one-to-many", "SUBSET", MANY, ONE)])).plan
    moves = [one for one in plan.statements if one.purpose == "reassign"]
    assert sum(one.writes for one in moves) == 3 and "one atomic write" not in moves[0].comment


def mail(*includes: str, **more: Any) -> list[Statement]:
    """Messages with a sender and a receiver, who are in teams of a company."""
    parts = [
        entity(name, field("title"), field("user"), field("team"))
        for name in ("Message", "User", "Team", "Company")
    ]
    links = [
        link("sender", "one-to-many", ("User", MANY), ("Message", {"field": "sender_id", **ONE}), strategy="PARENT_REF"),
        link("receiver", "one-to-many", ("User", MANY), ("Message", {"field": "receiver_id", **ONE}), strategy="PARENT_REF"),
        link("teams", "many-to-many", ("User", {"field": "teams", "has": {"max": 5}}), ("Team", MANY), strategy="ONE_WAY_EMBED"),
        link("company", "one-to-many", ("Company", MANY), ("Team", {"field": "company", **ONE}), strategy="PARENT_REF"),
    ]  # fmt: skip
    read = {"name": "it", "kind": "read", "entity": "Message", "includes": list(includes), **more}
    plan = compile_design(design(parts, links, operations=[read])).plan
    return [one for one in plan.statements if one.subject == "operation:it"]


def joined(read: Statement) -> list[tuple[str, str, str, str]]:
    stages = [one["$lookup"] for one in read.pipeline if "$lookup" in one]
    return [(one["from"], one["localField"], one["foreignField"], one["as"]) for one in stages]


def test_two_ways_to_one_entity_are_both_read_from_what_was_reached_first() -> None:
    """A message's receiver, not what its sender receives; under names that nothing else has."""
    (read,) = mail("sender", "receiver")
    assert joined(read) == [
        ("users", "sender_id", "_id", "sender"),
        ("users", "receiver_id", "_id", "receiver"),
    ]
    first, *both = mail("sender", "receiver", filter=[{"field": "_id"}])
    assert [one.filter["_id"].path for one in both] == ["sender_id", "receiver_id"] and first.op == "findOne"


@pytest.mark.parametrize("more", [{}, {"filter": [{"field": "_id"}]}])
def test_what_lies_behind_what_is_joined_is_joined_too(more: Json) -> None:
    (read,) = mail("receiver", "teams", "company", **more)
    assert joined(read) == [
        ("users", "receiver_id", "_id", "userDetails"),
        ("teams", "userDetails.teams", "_id", "teams"),
        ("companies", "teams.company", "_id", "companies"),
    ]
    unwrapped = [name for stage in read.pipeline for name in stage.get("$set", {})]
    assert unwrapped == ["userDetails"]  # of several teams there are several companies


@pytest.mark.parametrize(
    ("strategy", "both"), [("LINK_COLL", True), ("ONE_WAY_EMBED", True), ("TWO_WAY_EMBED", False)]
)
@pytest.mark.parametrize("back", ["interacts_with", "interacted_by"])
def test_a_pair_that_holds_both_ways_is_read_from_either_end(strategy: str, both: bool, back: str) -> None:
    """Both ends have one name: whichever of the two substances it was written at, the other one is found."""
    named = {"field": "interacts_with", "has": {"max": 9}}
    pairs = link(
        "interactions",
        "graph",
        ("Substance", named),
        ("Substance", named | {"field": back}),
        strategy=strategy,
    )
    read = {
        "name": "look up", "kind": "read", "entity": "Substance", "filter": [{"field": "inn"}],
        "includes": ["interactions"],
    }  # fmt: skip
    parts = [entity("Substance", field("inn", required=True, unique=True))]
    plan = compile_design(design(parts, [pairs], operations=[read])).plan
    found = [one for one in plan.statements if one.recipe == "look up"]
    ways = [str(one.filter) for one in found if "'found'" in str(one.filter)]
    assert len(ways) == len(set(ways)) and (len(ways) == 2) is (both and back == "interacts_with")
