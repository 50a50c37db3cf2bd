"""Operations that add, move or delete what others list, copy or lie below leave nothing behind."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from bson import ObjectId

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
BY_ID = {"filter": [{"field": "_id"}]}
OWNER = entity("Owner", *(field(name) for name in "abcd"))
PART = entity(
    "Part", field("_id", "objectId"), field("name", required=True), field("made", "date", required=True)
)


def op(name: str, kind: str, of: str, **more: Any) -> Json:
    return {"name": name, "kind": kind, "entity": of, **more}


MOVE = op("move", "update", "Part", **BY_ID, changes=["owner_id"])
GO = op("go", "delete", "Part", **BY_ID)
OWNER_GOES = op("owner goes", "delete", "Owner", **BY_ID)


def parts(
    strategy: str,
    *ops: Json,
    kind: str = "one-to-many",
    most: int | None = 9,
    back: int | None = 1,
    **more: Any,
) -> Callable[[], Json]:
    ends = end("Owner", most, field="parts"), end("Part", back, field="owner_id" if back == 1 else "owners")
    return lambda: {
        "format": "nestlink/1", "name": "Parts", "database": "parts", "entities": [OWNER, PART],
        "relationships": [link("parts", kind, *ends, strategy=strategy, **more)], "operations": list(ops),
    }  # fmt: skip


def tree(strategy: str, *, named: bool = True) -> Callable[[], Json]:
    ends = end("Topic", 9, field="subs"), end("Topic", 1, field="parent")
    below = link("below", "tree", *(ends if named else (end("Topic", 9), end("Topic", 1))), strategy=strategy)
    ops = [
        op("plant", "insert", "Topic"),
        op("move", "update", "Topic", **BY_ID, changes=["parent"]),
    ]
    return lambda: {
        "format": "nestlink/1", "name": "Topics", "database": "topics", "relationships": [{**below, "tree": {"depth": 4}}],
        "entities": [entity("Topic", field("name", required=True, unique=True))], "operations": ops,
    }  # fmt: skip


def all_well(done: Played) -> bool:
    wrong = (
        "orphans",
        "disagreements",
        "cycles",
        "twice",
        "ancestors",
        "paths",
        "intervals",
        "copies",
        "slice",
    )
    return not any(found for name, found in done.found.items() if any(word in name for word in wrong))


def moved(play: Play) -> Steps:
    """The last node goes below the first, and one is added below the one that moved."""
    root, leaf = play.first("topics"), play.documents["topics"][-1]
    new = {**leaf, "_id": type(leaf["_id"])(), "name": "new"}
    play.call("move", topicId=leaf["_id"], newParentId=root["_id"])
    play.call("plant", topic=new, parentId=leaf["_id"])
    play.call("move", topicId=root["_id"], newParentId=leaf["_id"])
    play.audit()
    done = yield
    assert done.states[1] != done.states[0] and done.one("topics", new["_id"]) is not None
    assert "refused" in done.results[2] and done.states[2] == done.states[1]
    assert all_well(done), done.found


@replay(tree("TREE_ANCESTORS"))
def test_a_move_takes_the_ancestors_along(play: Play) -> Steps:
    yield from moved(play)


@replay(tree("TREE_ANCESTORS", named=False))
def test_a_move_by_the_plain_word_takes_the_ancestors_along(play: Play) -> Steps:
    yield from moved(play)


@replay(tree("TREE_PATH"))
def test_a_move_takes_the_paths_along(play: Play) -> Steps:
    yield from moved(play)


@replay(tree("TREE_NESTED"))
def test_a_move_renumbers(play: Play) -> Steps:
    yield from moved(play)


@replay(tree("TREE_CHILD"))
def test_a_move_changes_both_lists(play: Play) -> Steps:
    leaf = play.documents["topics"][-1]
    new = {**leaf, "_id": type(leaf["_id"])(), "name": "new"}
    play.call("plant", topic=new, parentId=leaf["_id"])
    play.audit()
    done = yield
    above = done.one("topics", leaf["_id"])
    assert above is not None and above["subs"] == [new["_id"]] and all_well(done)


@replay(parts("TWO_WAY_REFS", MOVE, GO))
def test_two_sides_move_and_go_together(play: Play) -> Steps:
    one, other = play.first("parts"), play.first("parts", 1)
    owner = next(o for o in play.documents["owners"] if o["_id"] != one["owner_id"])
    play.call("move", partId=one["_id"], oldOwnerId=one["owner_id"], newOwnerId=owner["_id"])
    play.call("go", partId=other["_id"])
    play.audit()
    done = yield
    assert one["_id"] in (done.one("owners", owner["_id"]) or {})["parts"] and all_well(done)
    assert done.one("parts", other["_id"]) is None


@replay(parts("TWO_WAY_REFS", GO))
def test_a_child_goes_out_of_a_list_that_it_does_not_name(play: Play) -> Steps:
    """Whoever lists it is found by the list: what the child says may be wrong."""
    one = play.first("parts")
    one["owner_id"] = ObjectId()
    play.call("go", partId=one["_id"])
    play.audit()
    done = yield
    assert done.one("parts", one["_id"]) is None and all_well(done)


RECENT = {"together_needs": "recent", "recent": {"count": 2, "sort": "made"}}


@replay(parts("SUBSET", MOVE, GO, most=None, **RECENT))
def test_a_slice_follows_what_moves_and_goes(play: Play) -> Steps:
    one, other = play.first("parts"), play.first("parts", 1)
    owner = next(o for o in play.documents["owners"] if o["_id"] != one["owner_id"])
    play.call("move", partId=one["_id"], newOwnerId=owner["_id"])
    play.call("go", partId=other["_id"])
    play.audit()
    done = yield
    shown = {
        o["_id"]: [e["part_id"] for e in o.get("parts", o.get("recent_parts", []))]
        for o in done.all("owners")
    }
    assert (
        other["_id"] not in [each for ids in shown.values() for each in ids]
        and one["_id"] not in shown[one["owner_id"]]
    )
    assert all_well(done)


def gone(play: Play) -> Steps:
    one, owner = play.first("parts"), play.first("owners")
    play.call("go", partId=one["_id"])
    play.call("owner goes", ownerId=owner["_id"])
    play.audit()
    done = yield
    assert done.one("parts", one["_id"]) is None and done.one("owners", owner["_id"]) is None
    assert all_well(done), done.found


@replay(parts("LINK_COLL", GO, OWNER_GOES, kind="many-to-many", back=9))
def test_links_go_with_either_end(play: Play) -> Steps:
    yield from gone(play)


@replay(parts("TWO_WAY_EMBED", GO, OWNER_GOES, kind="many-to-many", back=9))
def test_ids_go_out_of_the_lists_of_either_end(play: Play) -> Steps:
    yield from gone(play)


@replay(parts("CHILD_REFS", GO))
def test_an_id_goes_out_of_the_list(play: Play) -> Steps:
    one = play.first("parts")
    play.call("go", partId=one["_id"])
    play.audit()
    done = yield
    assert done.one("parts", one["_id"]) is None and all_well(done)


@replay(parts("PARENT_REF", OWNER_GOES, most=None, exclusive_owner=True))
def test_what_is_owned_goes_with_its_owner(play: Play) -> Steps:
    owner = play.first("owners")
    play.call("owner goes", ownerId=owner["_id"])
    play.audit()
    done = yield
    assert [one for one in done.all("parts") if one["owner_id"] == owner["_id"]] == [] and all_well(done)


NAMED = op("go named", "delete", "Part", filter=[{"field": "name"}])


@replay(parts("BUCKET", GO, NAMED, most=None, pagination="sequential", page_size=5))
def test_a_page_counts_what_it_holds(play: Play) -> Steps:
    page = play.first("part_pages")
    kept = {**page["parts"][0], "_id": type(page["_id"])(), "name": "kept"}
    page["parts"] = [kept, *page["parts"], {**kept, "_id": type(page["_id"])(), "name": "twice"}]
    page["parts"].append({**kept, "_id": type(page["_id"])(), "name": "twice"})
    page["count"] = len(page["parts"])
    play.call("go", id=page["parts"][1]["_id"])
    play.call("go named", name="twice")
    done = yield
    for step, count in ((0, page["count"] - 1), (1, page["count"] - 3)):
        now = done.one("part_pages", page["_id"], step) or {}
        assert now["count"] == len(now["parts"]) == count


@replay(parts("OUTLIER", GO, exclusive_owner=True))
def test_what_did_not_fit_goes_as_a_whole(play: Play) -> Steps:
    part = {**play.first("owners")["parts"][0], "_id": type(play.first("owners")["_id"])()}
    play.documents["owners_extra"] = [
        {"_id": type(part["_id"])(), "owner_id": play.first("owners")["_id"], "item": part}
    ]
    play.call("go", id=part["_id"])
    done = yield
    assert done.all("owners_extra") == []


RENAME = op("rename", "update", "Part", **BY_ID, changes=["name"])


@replay(parts("EMBED_ONE", RENAME, kind="one-to-one", most=1))
def test_a_part_that_is_not_there_is_not_made(play: Play) -> Steps:
    one, other = play.first("owners"), play.first("owners", 1)
    del one["parts"]
    for owner in (one, other):
        play.call("rename", id=owner["_id"], newName="new")
    done = yield
    assert "parts" not in (done.one("owners", one["_id"]) or {})
    assert (done.one("owners", other["_id"]) or {})["parts"]["name"] == "new"
