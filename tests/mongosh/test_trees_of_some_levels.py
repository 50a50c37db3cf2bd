"""Trees whose nodes store their ancestors, of which the design says how many levels they have."""

from __future__ import annotations

from collections.abc import Callable

from bson import ObjectId

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Json, Steps, form


def shallow() -> Json:
    """Folders of two levels."""
    tree = link("below", "tree", end("Folder"), end("Folder"), strategy="TREE_ANCESTORS", tree={"depth": 2})
    return {
        "format": "nestlink/1", "name": "Files", "database": "files",
        "entities": [entity("Folder", field("_id", "int"), field("name"))], "relationships": [tree], "operations": [],
    }  # fmt: skip


@replay(shallow)
def test_no_node_comes_below_the_last_level(play: Play) -> Steps:
    """The audit alone found one that was deeper than the design says."""
    root: Json = {"ancestors": []}
    low: Json = {"parent": 1, "ancestors": [1]}
    play.documents = {
        "folders": [
            {"_id": 1, **root},
            {"_id": 2, **low},
            {"_id": 3, **root},
            {"_id": 4, "parent": 3, "ancestors": [3]},
        ]
    }
    play.call("below.add", parentId=2, folder={"_id": 5, "name": "deep"})
    play.call("below.reassign", folderId=4, newParentId=2)
    play.call("below.reassign", folderId=3, newParentId=1)  # its own child would be too deep
    play.call("below.add", parentId=1, folder={"_id": 6, "name": "fits"})
    done = yield
    assert [result.get("refused") for result in done.results] == [
        "parent not found, or on the last of 2 levels",
        "target not found, or inside the branch being moved, or on the last of 2 levels",
        "the branch would have more than 2 levels",
        None,
    ]
    assert {one["_id"]: len(one["ancestors"]) for one in done.all("folders")} == {
        1: 0,
        2: 1,
        3: 0,
        4: 1,
        6: 1,
    }


def _three_levels() -> Json:
    design = form("TREE_ANCESTORS")
    design["relationships"][0]["tree"] = {"depth": 3, "reads": "ancestors"}
    return design


@replay(_three_levels)
def test_a_level_more_than_the_design_states_is_found(play: Play) -> Steps:
    above: list[ObjectId] = []
    nodes: list[Json] = []
    for level in range(4):
        node = {"_id": ObjectId(), "name": f"level {level}", "slug": f"level-{level}", "ancestors": [*above]}
        nodes.append(node | ({"parent": above[-1]} if above else {}))
        above.append(node["_id"])
    play.documents = {"categories": nodes}
    play.audit()
    done = yield
    (name,) = [each for each in done.found if each.endswith(".levels")]
    assert [each["_id"] for each in done.found[name]] == [nodes[3]["_id"]]
    assert {each for each in done.found if done.found[each]} == {name, "categories.arrays.ancestors"}


def _linked(strategy: str) -> Callable[[], Json]:
    design = shallow()
    tree = {**design["relationships"][0], "strategy": strategy}
    return lambda: {**design, "name": f"Files {strategy}", "relationships": [tree]}


def _deep(play: Play, nodes: list[Json]) -> Steps:
    """A node doesn't know its own level: the functions say that they don't check it, and the audit does."""
    play.documents = {"folders": nodes}
    play.audit()
    done = yield
    assert [each["_id"] for each in done.found["below.levels"]] == [3]


@replay(_linked("TREE_CHILD"))
def test_the_audit_finds_what_is_too_deep_among_lists_of_children(play: Play) -> Steps:
    yield from _deep(
        play, [{"_id": 1, "children": [2]}, {"_id": 2, "children": [3]}, {"_id": 3, "children": []}]
    )


@replay(_linked("TREE_PARENT"))
def test_the_audit_finds_what_is_too_deep_by_its_parents(play: Play) -> Steps:
    yield from _deep(play, [{"_id": 1}, {"_id": 2, "parent": 1}, {"_id": 3, "parent": 2}])


@replay(_linked("TREE_PATH"))
def test_no_node_comes_below_the_last_level_by_its_path(play: Play) -> Steps:
    play.documents = {
        "folders": [
            {"_id": 1, "path": ","},
            {"_id": 2, "path": ",1,"},
            {"_id": 3, "path": ","},
            {"_id": 4, "path": ",3,"},
            {"_id": 7, "path": ","},
        ]
    }
    play.call("below.add", parentId=2, folder={"_id": 5, "name": "deep"})
    play.call("below.reassign", folderId=4, newParentId=2)
    play.call("below.reassign", folderId=3, newParentId=1)  # its own child would be too deep
    play.call("below.add", parentId=1, folder={"_id": 6, "name": "fits"})
    play.call("below.reassign", folderId=7, newParentId=1)
    play.call("below.reassign", folderId=4, newParentId=None)
    done = yield
    assert [(result or {}).get("refused") for result in done.results] == [
        "parent not found, or on the last of 2 levels",
        "target not found, or inside the branch being moved, or on the last of 2 levels",
        "the branch would have more than 2 levels",
        None,
        None,
        None,
    ]
    paths = {1: ",", 2: ",1,", 3: ",", 4: ",", 6: ",1,", 7: ",1,"}
    assert {one["_id"]: one["path"] for one in done.all("folders")} == paths


@replay(_linked("TREE_PATH"))
def test_the_audit_finds_what_is_too_deep_by_its_path(play: Play) -> Steps:
    yield from _deep(play, [{"_id": 1, "path": ","}, {"_id": 2, "path": ",1,"}, {"_id": 3, "path": ",1,2,"}])
