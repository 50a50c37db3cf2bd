"""Operations that are made of the functions of relationships, and those that only name them."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan_model.physical import Statement, markers
from designs.compiler.strategies.table import strategies_with
from tests.compiler.in_parts import compile_design
from tests.compiler.small import MANY, NM, PARENT_FIELDS, Json, design, entity, link, op, pair, text

OWNED = {"strategy": "PARENT_REF", "exclusive_owner": True}
TREE = {"field": "subs", "back_field": "parent", "has": {"max": 9}, "tree": {"depth": 3}}


def written(model: Any) -> list[Statement]:
    """The statements of the first operation."""
    made = compile_design(model).plan.statements
    return [one for one in made if one.subject == "operation:operation 0" and one.purpose != "prepare"]


def ops_of(statements: list[Statement]) -> list[tuple[str, str]]:
    return [(one.op, one.collection) for one in statements]


def test_what_two_relationships_own_goes_with_its_owner_once() -> None:
    parts = [entity("Owner", *PARENT_FIELDS), entity("Part"), entity("Note")]
    links = [
        link(name, MANY, "Owner", child, has={"growth": "unbounded"}, **OWNED)
        for name, child in (("parts", "Part"), ("notes", "Note"))
    ]
    found = written(design(parts, links, (op("delete", "Owner", "_id"),)))
    assert ops_of(found) == [("deleteMany", "parts"), ("deleteMany", "notes"), ("deleteOne", "owners")]


@pytest.mark.parametrize("counted", [False, True])
def test_what_goes_leaves_lists_and_takes_its_parts_along(counted: bool) -> None:
    """By the id that the caller gives, whether or not a city counts its owners."""
    count = {"name": "size", "type": "int", "computed": {"formula": "count(children)", "refresh": "on-write"}}
    parts = [entity("Team"), entity("Owner", *PARENT_FIELDS), entity("Part"), entity("City", count)]
    links = [
        link("parts", MANY, "Owner", "Part", has={"growth": "unbounded"}, **OWNED),
        link("owners", MANY, "Team", "Owner", has={"max": 9}, strategy="TWO_WAY_REFS"),
    ]
    home = link(
        "homes", MANY, "City", "Owner", field="children", has={"growth": "unbounded"}, strategy="PARENT_REF"
    )
    links += [home] * counted
    found = written(design(parts, links, (op("delete", "Owner", "_id"),)))
    before = [("deleteMany", "parts"), ("updateMany", "teams")]
    if counted:
        assert ops_of(found)[:3] == [*before, ("findOneAndDelete", "owners")]
        assert "instead" not in found[0].comment
    else:
        assert ops_of(found) == [*before, ("deleteOne", "owners")]
        assert len({p for one in found for p in markers(one)}) == 1
    assert all(one.transaction for one in found)


def _leaving_lists(**more: Any) -> list[Statement]:
    return written(pair(has={"max": 9}, rel={"strategy": "CHILD_REFS"}, ops=(op("delete", "Child", **more),)))


def test_one_that_is_wanted_leaves_the_lists_first() -> None:
    """By the id that the caller gives: nothing is looked for before."""
    listed, gone = _leaving_lists(filter=[{"field": "_id"}], returns="before")
    assert (listed.op, listed.collection) == ("updateMany", "parents") and "$pull" in listed.update
    assert gone.op == "findOneAndDelete" and "Safe to repeat" not in listed.comment
    assert markers(gone) == markers(listed)[:1]


def test_many_leave_the_lists_first() -> None:
    """The ids are asked for before, and go out of the lists; then the documents go, by these ids."""
    found, listed, gone = _leaving_lists(filter=[{"field": "text"}])
    assert (found.op, found.projection, found.limit) == ("find", {"_id": 1}, None)
    assert (listed.op, listed.collection) == ("updateMany", "parents") and "$pull" in listed.update
    assert gone.op == "deleteMany" and gone.options is None
    assert [one.step for one in markers(gone)] == [found.step]
    assert "Safe to repeat" in found.comment and "instead" not in found.comment


@pytest.mark.parametrize("filter", [[{"field": "_id"}], [{"field": "title"}], []])
@pytest.mark.parametrize(
    "strategy", ["PARENT_REF", "TWO_WAY_REFS", "SUBSET", "CHILD_REFS", "BUCKET", "EMBED_ARRAY"]
)
def test_a_delete_is_refused_while_what_stays_refers_to_it(strategy: str, filter: list[Json]) -> None:
    """Children in pages hold their parent back; others go with it, lose it, or stay as they are."""
    made = compile_design(
        pair(has={"max": 9}, rel={"strategy": strategy}, ops=(op("delete", "Parent", filter=filter),))
    )
    found = [one for one in made.plan.statements if one.subject.startswith("operation:")]
    told = "Fails while documents in child_pages.parent_id reference it." in found[0].comment
    looks = [one.collection for one in found if one.must_miss]
    assert (told, looks) == ((True, ["child_pages"]) if strategy == "BUCKET" else (False, []))
    loses = any(one.update and "$unset" in one.update for one in found)
    assert loses == (strategy in ("PARENT_REF", "TWO_WAY_REFS", "SUBSET"))


SUM = {"name": "total", "type": "int", "computed": {"formula": "sum(children.n)", "refresh": "on-write"}}


def _deleting(strategy: str, more: Json) -> list[Statement]:
    made = pair(
        parent={"fields": [*PARENT_FIELDS, SUM]}, child={"fields": [{"name": "text", "type": "string"}, {"name": "n", "type": "int"}]},
        has={"max": 9}, rel={"strategy": strategy}, ops=(op("delete", "Child", **more),),
    )  # fmt: skip
    return written(made)


def test_results_follow_behind_a_document_that_is_asked_for() -> None:
    found = _deleting("CHILD_REFS", {"filter": [{"field": "text"}], "returns": "before"})
    assert [one.op for one in found if one.answers] == ["findOneAndDelete"]
    assert found[-1].collection == "parents" and "recomputed" in found[0].comment


def test_a_transaction_works_out_what_follows() -> None:
    found = _deleting("TWO_WAY_REFS", {"filter": [{"field": "_id"}]})
    assert all(one.transaction for one in found) and (found[-1].op, found[-1].collection) == (
        "updateOne",
        "parents",
    )
    assert "RecomputeOne" not in found[0].comment


@pytest.mark.parametrize(
    ("strategy", "more", "expected"),
    [
        ("BUCKET", {}, ["findOne", "findOne", "findOne", "updateOne", "updateOne"]),
        ("OUTLIER", {}, []),
        ("EMBED_ARRAY", {}, ["findOne", "updateOne", "updateOne"]),
        ("PARENT_REF", {}, ["findOne", "updateOne"]),
        ("TWO_WAY_REFS", {}, ["updateOne"] * 3),
        ("BUCKET", {"changes": ["parent_id", "text"]}, []),
    ],
)
def test_a_move_is_the_relationships(strategy: str, more: Json, expected: list[str]) -> None:
    move = op("update", "Child", "_id", **{"changes": ["parent_id"], **more})
    found = written(pair(has={"max": 9}, rel={"strategy": strategy}, ops=(move,)))
    assert [one.op for one in found] == expected


def test_a_move_takes_other_changes_along() -> None:
    move = op("update", "Child", "_id", changes=["parent_id", "text"])
    moved, *both = written(pair(has={"max": 9}, rel={"strategy": "TWO_WAY_REFS"}, ops=(move,)))
    assert list(moved.update["$set"]) == ["parent_id", "text"] and len(both) == 2
    assert all(one.transaction for one in (moved, *both))


def test_a_plain_reference_counts_where_its_owner_does() -> None:
    count = {"name": "kids", "type": "int", "computed": {"formula": "count(children)", "refresh": "on-write"}}
    owner = {"fields": [*PARENT_FIELDS, count]}
    move = op("update", "Child", "_id", changes=["parent_id"])
    model = pair(parent=owner, has={"max": 9}, rel={"strategy": "PARENT_REF"}, ops=(move,))
    assert {"parents", "children"} == {one.collection for one in written(model)}


@pytest.mark.parametrize(
    ("strategy", "count"), [("TREE_PARENT", 2), ("TREE_ANCESTORS", 2), ("TREE_CHILD", 2)]
)
def test_a_node_is_planted_by_its_tree(strategy: str, count: int) -> None:
    below = link("below", "tree", "Topic", "Topic", strategy=strategy, **TREE)
    found = written(design([entity("Topic")], [below], (op("insert", "Topic"),)))
    assert len(found) == count
    assert ("parentId null makes it a root" in found[0].comment) == (strategy != "TREE_PARENT")


def test_a_branch_is_named_where_a_node_goes() -> None:
    below = link("below", "tree", "Topic", "Topic", strategy="TREE_PARENT", **TREE)
    look, one = written(design([entity("Topic")], [below], (op("delete", "Topic", "_id"),)))
    assert look.must_miss and one.op == "deleteOne"
    assert "to delete them too, call belowCascade" in look.comment


FORMS = strategies_with(lambda row: row.is_tree)
NAMED = {"parent": {}, "above": {"field": "subs", "back_field": "above"}}


def moving(form: str, path: str, *filters: str, **more: Any) -> Any:
    """Topics of which an operation changes the parent, where its end has a name and where it has none."""
    below = link(
        "below", "tree", "Topic", "Topic", strategy=form, has={"max": 9}, tree={"depth": 3}, **NAMED[path]
    )
    topic = entity("Topic", text(name="title"), {"name": "slug", "type": "string", "unique": True})
    move = op("update", "Topic", *filters, **{"changes": [path], **more})
    return compile_design(design([topic], [below], (move,)))


def calls(made: Any, subject: str, purpose: str) -> list[tuple[Any, ...]]:
    """What the functions for one purpose call, with what."""
    found = [one for one in made.plan.statements if (one.subject, one.purpose) == (subject, purpose)]
    return [(one.op, one.filter, one.update, one.pipeline, one.must_match, one.transaction) for one in found]


@pytest.mark.parametrize("path", NAMED)
@pytest.mark.parametrize("form", strategies_with(lambda row: row.links_nodes))
def test_a_node_gets_another_parent_as_its_tree_moves_branches(form: str, path: str) -> None:
    made = moving(form, path, "_id")
    moved = calls(made, "operation:operation 0", "update")
    assert moved and moved == calls(made, "relationship:below", "reassign")
    assert not [one for one in made.findings if one.code == "OPERATION_UNWRITTEN"]


@pytest.mark.parametrize("path", NAMED)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("filters", "more"),
    [
        (["slug"], {}),
        (["title"], {}),
        ([], {"filter": []}),
        (["_id"], {"returns": "after"}),
        (["_id"], {"always_filter": {"title": "x"}}),
        (["_id", "title"], {}),
    ],
)
def test_what_is_not_one_move_by_id_names_the_function_that_moves(
    form: str, path: str, filters: list[str], more: Json
) -> None:
    made = moving(form, path, *filters, **more)
    assert not calls(made, "operation:operation 0", "update")
    (told,) = [one for one in made.findings if one.code == "OPERATION_UNWRITTEN"]
    assert told.subject == "operation 0" and "Call belowReassign in 04_queries.js" in told.hint


@pytest.mark.parametrize("path", NAMED)
@pytest.mark.parametrize("form", FORMS)
def test_a_move_beside_other_changes_is_not_written_in_part(form: str, path: str) -> None:
    for more in ({"changes": ["title", path]}, {"changes": [], "effects": [{"field": path, "do": "unset"}]}):
        made = moving(form, path, "_id", **more)
        assert not calls(made, "operation:operation 0", "update")
        assert [one.subject for one in made.findings if one.code == "OPERATION_UNWRITTEN"]


@pytest.mark.parametrize(
    ("form", "path"),
    [("TREE_PATH", "path"), ("TREE_ANCESTORS", "ancestors"), ("TREE_NESTED", "left"), ("TREE_CHILD", "subs")],
)
def test_no_write_of_its_own_changes_what_a_tree_derives(form: str, path: str) -> None:
    made = moving(form, "above", "_id", changes=[path])
    assert not calls(made, "operation:operation 0", "update")


@pytest.mark.parametrize(("side", "ends"), [("from", 1), ("to", 0)])
def test_the_end_that_lists_takes_its_list_along(side: str, ends: int) -> None:
    rel = {"strategy": "ONE_WAY_EMBED", "link_owner": side}
    found = written(pair(NM, has={"max": 9}, back={"max": 9}, rel=rel, ops=(op("delete", "Child", "_id"),)))
    assert [one.op for one in found] == ["updateMany"] * ends + ["deleteOne"]


def test_a_field_of_a_link_is_changed_where_it_stands() -> None:
    rel = {"strategy": "ONE_WAY_EMBED", "link_owner": "from", "link_fields": [text(9, "role")]}
    made = compile_design(pair(NM, has={"max": 9}, back={"max": 9}, rel=rel)).plan.statements
    (edit,) = [one for one in made if one.recipe == "r.edit"]
    assert list(edit.update["$set"].parts[0]) == ["children.$[link].role"]


LISTED = {"Parent": "children", "Child": "parents"}


@pytest.mark.parametrize(("end", "back"), [("Parent", "children"), ("Child", "parents")])
@pytest.mark.parametrize("strategy", ["TWO_WAY_EMBED", "ONE_WAY_EMBED"])
def test_a_list_that_the_other_side_repeats_changes_there_too(strategy: str, end: str, back: str) -> None:
    rel, few = {"strategy": strategy, "link_owner": "from" if end == "Parent" else "to"}, {"max": 9}
    ops = (op("update", end, "_id", changes=[LISTED[end]]),)
    found = {one.collection for one in written(pair(NM, has=few, back=few, rel=rel, ops=ops))}
    both = {"parents", "children"}
    assert found == (both if strategy == "TWO_WAY_EMBED" else both - {back})


def test_a_list_is_not_written_on_one_side_of_many_documents() -> None:
    """Nobody knows which lists the documents have that a text finds. The rest alone was written once: half of it."""
    few, changes = {"max": 9}, ["children", "city"]
    model = pair(
        NM,
        has=few,
        back=few,
        rel={"strategy": "TWO_WAY_EMBED"},
        ops=(op("update", "Parent", "title", changes=changes),),
    )
    assert written(model) == []
    (told,) = (each for each in compile_design(model).findings if each.code == "OPERATION_UNWRITTEN")
    assert (
        "children is stored on both sides" in told.message and "one link of children at a time" in told.hint
    )


@pytest.mark.parametrize(
    ("known", "count"),
    [
        ({"children.since": {"$gt": 3}}, 2),
        ({"$and": [{"title": "x"}, {"children.since": 3}]}, 2),
        ({"$or": [{"title": "x"}, {"city": "y"}]}, 2),
        ({"$or": [{"title": "x"}, {"children.since": 3}]}, 3),
    ],
)
def test_what_a_link_says_changes_on_both_sides(known: Json, count: int) -> None:
    """Where its holder and the link are asked for as one, the holders that are meant are read first."""
    rel = {"strategy": "TWO_WAY_EMBED", "link_fields": [text(9, "role"), {"name": "since", "type": "int"}]}
    change = op("update", "Parent", "_id", changes=["children.role"], always_filter=known)
    found = written(pair(NM, has={"max": 9}, back={"max": 9}, rel=rel, ops=(change,)))
    found = [one for one in found if not one.must_miss]  # but for what asks why it found nothing
    assert len(found) == count and {one.collection for one in found[-2:]} == {"parents", "children"}
    assert all(one.transaction for one in found)
