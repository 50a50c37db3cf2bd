"""Trees in every form: read, grown, moved, cut and audited on documents in memory."""

from __future__ import annotations

from collections.abc import Generator
from itertools import pairwise
from typing import Any

from bson import ObjectId

from tests.mongosh.cases import source
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
NEW = ObjectId("0123456789abcdef01234567")
OTHER = ObjectId("0123456789abcdef01234568")


def form(strategy: str) -> Json:
    """The category tree of the store, in another form."""
    design = source("department_store")
    tree = design["relationships"][0]
    tree["strategy"] = strategy
    design["relationships"], design["operations"] = [tree], []
    design["entities"] = [design["entities"][0]]
    return design


def hung(documents: list[Json], strategy: str) -> dict[str, str | None]:
    """By name of a node that of its parent, as the form of the tree tells it."""
    by_id = {one["_id"]: one for one in documents}
    found: dict[str, str | None] = {}
    for one in documents:
        found[one["name"]] = _parent(one, by_id, documents, strategy)
    return found


def _parent(one: Json, by_id: dict[Any, Json], documents: list[Json], strategy: str) -> str | None:
    if strategy == "TREE_CHILD":
        return next((each["name"] for each in documents if one["_id"] in each["children"]), None)
    if strategy == "TREE_PATH":
        last = one["path"].split(",")[-2]
        above = next((each for each in documents if each["slug"] == last), None)
        assert (above["path"] + last + "," if above else ",") == one["path"]
        return above["name"] if above else None
    if strategy == "TREE_NESTED":
        around = [each for each in documents if each["left"] < one["left"] and one["right"] < each["right"]]
        nearest = max(around, key=lambda each: each["left"], default=None)
        assert (nearest or {}).get("_id") == one.get("parent")
        return nearest["name"] if nearest else None
    above = by_id.get(one.get("parent"))
    if strategy == "TREE_ANCESTORS":
        assert one["ancestors"] == ([*above["ancestors"], above["_id"]] if above else [])
    return above["name"] if above else None


def names(found: Any) -> list[str]:
    """The names of the nodes that a read returned."""
    rows = (
        found
        if isinstance(found, list)
        else found[next(name for name in found if isinstance(found[name], list))]
    )
    return [one["name"] for one in rows]


START = {
    "Electronics": None, "Computers": "Electronics", "Audio": "Electronics", "Laptops": "Computers",
    "Monitors": "Computers", "Headphones": "Audio", "Speakers": "Audio",
}  # fmt: skip


def _live(play: Play, strategy: str) -> None:
    """Read, add, move to what is behind, to what is above, to what is before, below itself; and cut."""
    known = {one["name"]: one["_id"] for one in play.documents["categories"]}
    computers = {"productCategoryId": known["Computers"]}
    play.call("category tree.ancestors", productCategoryId=known["Laptops"])
    play.call("category tree.descendants", **computers)
    new = {**play.first("categories", 6), "_id": NEW, "name": "Screens", "slug": "screens.*", "children": []}
    place = {} if strategy == "TREE_PARENT" else {"parentId": known["Monitors"]}
    play.call("category tree.add", productCategory=new | {"parent": known["Monitors"]}, **place)
    for name in ("Speakers", "Electronics", "Headphones", "Laptops", "Computers"):
        play.call("category tree.reassign", newParentId=known[name], **computers)
    play.call("category tree.descendants", productCategoryId=known["Audio"])
    play.call("category tree.cascade", **computers)
    play.audit()


def lived(play: Play, strategy: str) -> Steps:
    """After each call the tree is the one that was meant, whatever its form stores."""
    assert hung(play.documents["categories"], strategy) == START
    _live(play, strategy)
    done = yield
    assert names(done.results[0]) == ["Electronics", "Computers"]
    assert sorted(names(done.results[1])) == ["Laptops", "Monitors"]
    grown = START | {"Screens": "Monitors"}
    wanted = [grown | {"Computers": place} for place in ("Speakers", "Electronics", "Headphones")]
    shown = [hung(done.all("categories", step), strategy) for step in range(2, 8)]
    assert shown == [grown, *wanted, wanted[-1], wanted[-1]]  # nothing moves below itself
    everything = ["Computers", "Headphones", "Laptops", "Monitors", "Screens", "Speakers"]
    assert sorted(names(done.results[8])) == everything
    cut = {name: START[name] for name in ("Electronics", "Audio", "Headphones", "Speakers")}
    assert hung(done.all("categories"), strategy) == cut
    assert done.found and bad(done) == {}


@replay(lambda: form("TREE_PARENT"))
def test_parents(play: Play) -> Steps:
    yield from lived(play, "TREE_PARENT")


@replay(lambda: form("TREE_CHILD"))
def test_children(play: Play) -> Steps:
    yield from lived(play, "TREE_CHILD")


def _of_nine_levels(strategy: str) -> Json:
    design = form(strategy)
    design["relationships"][0]["tree"] |= {"depth": 9}
    return design


@replay(lambda: _of_nine_levels("TREE_ANCESTORS"))
def test_ancestors(play: Play) -> Steps:
    yield from lived(play, "TREE_ANCESTORS")


@replay(lambda: _of_nine_levels("TREE_PATH"))
def test_paths(play: Play) -> Steps:
    yield from lived(play, "TREE_PATH")


@replay(lambda: form("TREE_NESTED"))
def test_nested_sets(play: Play) -> Steps:
    yield from lived(play, "TREE_NESTED")


@replay(lambda: form("TREE_PATH"))
def test_a_new_name_stands_in_every_path(play: Play) -> Steps:
    computers = play.first("categories", 1)["_id"]
    play.call("category tree.rename", productCategoryId=computers, newSlug="a+b (c)")
    play.call("category tree.descendants", productCategoryId=computers)
    play.call("category tree.search", beginning=",electronics,a+b (c),")
    done = yield
    assert hung(done.all("categories"), "TREE_PATH") == START
    assert names(done.results[1]) == names(done.results[2]) == ["Laptops", "Monitors"]


@replay("department_store")
def test_a_tree_in_one_document(play: Play) -> Steps:
    menu = play.first("menus")
    laptops, shop = menu["items"][0]["items"][0], {"menuItemId": menu["_id"]}
    new = {"_id": NEW, "label": "Tablets", "url": "https://www.example.com/tablets"}
    play.call("menu.back", menuItemId=laptops["_id"])
    play.call("menu.add.1", parentId=menu["_id"], menuItem=new)
    play.call("menu.add.2", parentId=menu["items"][1]["_id"], menuItem={**new, "_id": OTHER})
    play.call("menu.remove.3", menuItemId=laptops["_id"])
    play.call("menu.remove.2", menuItemId=NEW)
    kept = [one for one in menu["items"] if one["label"] == "Kitchen"]
    play.call("menu.reassign", **shop, childrenAsRead=[], childrenAsMoved=kept)
    play.audit()
    done = yield
    assert done.results[0]["_id"] == menu["_id"]
    labels = [one["label"] for one in done.one("menus", menu["_id"], 1)["items"]]
    assert labels == ["Electronics", "Kitchen", "Tablets"]
    after = done.one("menus", menu["_id"])
    inner = [[each["label"] for each in one["items"]] for one in after["items"]]
    assert inner == [["Headphones"], ["Tablets"]]  # what was changed meanwhile is not written over
    assert done.found["menu.levels"] == []


@replay("company_wiki")
def test_people_who_are_followed_by_those_one_follows(play: Play) -> Steps:
    people = play.documents["employees"]
    for one, other in pairwise(people):
        one["following"] = [other["_id"]]
    play.call("people to discover", id=people[0]["_id"])
    done = yield
    (found,) = done.results[0]
    assert sorted(one["name"] for one in found["employees"]) == sorted(one["name"] for one in people[1:3])


@replay("company_wiki")
def test_lists_of_ancestors_are_written_anew(play: Play) -> Steps:
    for one in play.documents["employees"]:
        one["name"], one["parent"] = one["job_title"], one.get("manager")
        one["right"] = list(one["ancestors"])
        one["ancestors"] = []
    play.call("reports to.rebuild")
    done = yield
    assert all(one["ancestors"] == one["right"] for one in done.all("employees"))


def spoiled(strategy: str, play: Play) -> None:
    """Something of everything that an audit looks for."""
    by_name = {one["name"]: one for one in play.documents["categories"]}
    computers, audio, laptops = by_name["Computers"], by_name["Audio"], by_name["Laptops"]
    if strategy == "TREE_PARENT":
        computers["parent"] = laptops["_id"]
    elif strategy == "TREE_CHILD":
        laptops["children"] = [computers["_id"]]
        audio["children"] = [NEW]
    elif strategy == "TREE_ANCESTORS":
        audio["ancestors"] = [NEW]
        laptops["ancestors"] = [laptops["_id"]]
    elif strategy == "TREE_PATH":
        audio["slug"] = "audio, video"
        laptops["path"] = ",computers,"
    else:
        audio["left"], audio["right"] = computers["right"] - 1, computers["right"] + 5
        laptops["left"], laptops["right"] = laptops["right"], laptops["left"]
        by_name["Headphones"]["left"] = by_name["Speakers"]["left"]
        by_name["Headphones"]["parent"] = laptops["_id"]


def bad(done: Played) -> dict[str, set[str]]:
    """By audit of the tree the names or ids of what it found."""
    by_id = {one["_id"]: one["name"] for one in done.all("categories")}
    return {
        name.removeprefix("category tree."): {by_id.get(one["_id"], "gone") for one in found}
        for name, found in done.found.items()
        if name.startswith("category tree.") and found
    }


@replay(lambda: form("TREE_PARENT"))
def test_the_audit_finds_a_ring_of_parents(play: Play) -> Steps:
    spoiled("TREE_PARENT", play)
    play.audit()
    play.call("category tree.roots")
    done = yield
    assert bad(done) == {"cycles": {"Computers", "Laptops"}}


@replay(lambda: form("TREE_CHILD"))
def test_the_audit_finds_a_ring_of_children(play: Play) -> Steps:
    spoiled("TREE_CHILD", play)
    play.audit()
    play.call("category tree.read")
    done = yield
    found = bad(done)
    assert found == {"orphans.from": {"Audio"}, "cycles": {"Computers", "Laptops"}, "twice": {"Computers"}}


@replay(lambda: form("TREE_ANCESTORS"))
def test_the_audit_finds_ancestors_that_are_none(play: Play) -> Steps:
    spoiled("TREE_ANCESTORS", play)
    play.audit()
    play.call("category tree.roots")
    done = yield
    assert bad(done) == {
        "cycles": {"Laptops"},
        "ancestors.differ": {"Audio", "Laptops", "Headphones", "Speakers"},
        "ancestors.missing": {"Audio"},
    }


@replay(lambda: form("TREE_PATH"))
def test_the_audit_finds_paths_that_lead_nowhere(play: Play) -> Steps:
    spoiled("TREE_PATH", play)
    play.audit()
    play.call("category tree.whole")
    done = yield
    assert bad(done) == {"paths": {"Laptops", "Headphones", "Speakers"}, "commas": {"Audio"}}


@replay(lambda: form("TREE_ANCESTORS"))
def test_the_audit_finds_nothing_after_a_move(play: Play) -> Steps:
    play.call("category tree.reassign")
    play.audit()
    done = yield
    assert bad(done) == {} and done.all("categories") != play.documents["categories"]


def path_of_ids() -> Json:
    """Nodes without a text of their own in the path: their ids make it."""
    design = form("TREE_PATH")
    for each in design["entities"][0]["fields"]:
        each.pop("unique", None)
    return design


@replay(path_of_ids)
def test_the_audit_knows_paths_of_ids(play: Play) -> Steps:
    nodes = play.documents["categories"]
    root = next(one for one in nodes if one["path"] == ",")
    lost = next(one for one in nodes if one["path"] == f",{root['_id']},")
    lost["path"] = f",{NEW},"
    below = {one["_id"] for one in nodes if str(lost["_id"]) in one["path"]}
    play.audit()
    done = yield
    assert {one["_id"] for one in done.found["category tree.paths"]} == {lost["_id"], *below}


@replay(lambda: form("TREE_NESTED"))
def test_the_audit_finds_numbers_that_overlap(play: Play) -> Steps:
    spoiled("TREE_NESTED", play)
    play.audit()
    play.call("category tree.whole")
    done = yield
    found = bad(done)
    assert "Laptops" in found["numbers"] and "Audio" in found["numbers.across"] | found["numbers.outside"]
    assert "numbers.twice" in found and {"Headphones"} <= found["numbers.outside"]


def staff(strategy: str) -> Json:
    """Employees of hotels, each below another one or at the top."""
    return {
        "format": "nestlink/1", "name": "Hotels", "database": "hotels",
        "entities": [entity("Hotel", field("name")), entity("Employee", field("name"))],
        "relationships": [
            link("staff", "one-to-many", end("Hotel"), {"entity": "Employee", "field": "hotel", "has": {"min": 1, "max": 1}}, strategy="PARENT_REF"),
            link("supervisors", "tree", end("Employee", field="team"), end("Employee", 1, field="supervisor"), strategy=strategy),
        ],
        "operations": [],
    }  # fmt: skip


def _plant(play: Play, **employee: Any) -> None:
    """Add a root: by the function that adds below another one, where it takes null for that one."""
    if "left" in play.first("employees"):
        play.call("supervisors.plant", employee=employee)
    else:
        play.call("supervisors.add", parentId=None, employee=employee)


def _planted(play: Play) -> Steps:
    hotel, known = play.first("hotels")["_id"], len(play.documents["employees"])
    _plant(play, _id=NEW, name="Ada", hotel=OTHER)
    _plant(play, _id=NEW, name="Ada", hotel=hotel)
    done = yield
    assert done.results[0]["refused"] == "hotel not found"
    assert [len(done.all("employees", step)) - known for step in (0, 1)] == [0, 1]


@replay(lambda: staff("TREE_ANCESTORS"))
def test_a_root_names_a_parent_of_another_kind(play: Play) -> Steps:
    yield from _planted(play)


@replay(lambda: staff("TREE_NESTED"))
def test_a_root_with_numbers_names_one_too(play: Play) -> Steps:
    yield from _planted(play)


def _uprooted(play: Play) -> Steps:
    """Bo, below Ada, becomes a root with Cy below him; then he goes back."""
    ada, bo, cy = (
        {"_id": number, "name": name, "hotel": 7} for number, name in enumerate(("Ada", "Bo", "Cy"), start=1)
    )
    lists = "ancestors" in play.first("employees", 1)
    above: dict[int, list[int]] = {1: [], 2: [1], 3: [1, 2]}
    play.documents = {
        "hotels": [{"_id": 7}],
        "employees": [
            {
                **each,
                **({"supervisor": above[each["_id"]][-1]} if above[each["_id"]] else {}),
                **({"ancestors": above[each["_id"]]} if lists else {}),
            }
            for each in (ada, bo, cy)
        ],
    }
    play.call("supervisors.reassign", employeeId=2, newParentId=None)
    play.call("supervisors.reassign", employeeId=2, newParentId=99)
    play.call("supervisors.reassign", employeeId=2, newParentId=1)
    before = play.documents["employees"]
    done = yield
    assert [(result or {}).get("refused") is not None for result in done.results] == [False, True, False]
    root = {**bo, "ancestors": []} if lists else bo
    below = {**before[2], "ancestors": [2]} if lists else before[2]
    assert done.all("employees", 1) == [before[0], root, below]
    assert done.all("employees", 2) == before


@replay(lambda: staff("TREE_PARENT"))
def test_a_node_is_made_a_root(play: Play) -> Steps:
    yield from _uprooted(play)


@replay(lambda: staff("TREE_ANCESTORS"))
def test_a_node_with_a_list_of_those_above_is_made_a_root(play: Play) -> Steps:
    yield from _uprooted(play)


@replay(lambda: staff("TREE_NESTED"))
def test_a_node_with_numbers_is_made_a_root(play: Play) -> Steps:
    """Bo, below Ada, becomes the last root with Cy below him; then he goes back."""
    numbers = {1: (1, 6), 2: (2, 5), 3: (3, 4), 4: (7, 8)}
    above = {2: 1, 3: 2}
    before = [
        {
            "_id": n,
            "name": str(n),
            "hotel": 7,
            **({"supervisor": above[n]} if n in above else {}),
            "left": a,
            "right": z,
        }
        for n, (a, z) in numbers.items()
    ]
    play.begin_with({"hotels": [{"_id": 7}], "employees": before})
    play.call("supervisors.reassign", employeeId=2, newParentId=None)
    play.call("supervisors.reassign", employeeId=2, newParentId=99)
    play.call("supervisors.reassign", employeeId=2, newParentId=1)
    done = yield
    assert [(result or {}).get("refused") is not None for result in done.results[1:]] == [False, True, False]
    moved = {each["_id"]: (each["left"], each["right"]) for each in done.all("employees", 1)}
    assert moved == {1: (1, 2), 4: (3, 4), 2: (5, 8), 3: (6, 7)}
    assert "supervisor" not in (done.one("employees", 2, 1) or {})
    assert done.all("employees", 2) == before


@replay(lambda: staff("TREE_PATH"))
def test_a_node_with_a_path_is_made_a_root(play: Play) -> Steps:
    paths = {1: ",", 2: ",1,", 3: ",1,2,"}
    before = [{"_id": n, "name": str(n), "hotel": 7, "path": path} for n, path in paths.items()]
    play.begin_with({"hotels": [{"_id": 7}], "employees": before})
    play.call("supervisors.reassign", employeeId=2, newParentId=None)
    play.call("supervisors.reassign", employeeId=2, newParentId=99)
    play.call("supervisors.reassign", employeeId=2, newParentId=1)
    done = yield
    assert [(result or {}).get("refused") is not None for result in done.results[1:]] == [False, True, False]
    assert {each["_id"]: each["path"] for each in done.all("employees", 1)} == {1: ",", 2: ",", 3: ",2,"}
    assert done.all("employees", 2) == before


def _planted_below(play: Play) -> Steps:
    """Who adds a root says of no parent: what he gives all the same is left out."""
    hotel, above = play.first("hotels")["_id"], play.first("employees")["_id"]
    _plant(play, _id=NEW, name="Ada", hotel=hotel, supervisor=above)
    play.audit()
    done = yield
    planted = done.one("employees", NEW) or {}
    assert planted["name"] == "Ada" and "supervisor" not in planted
    assert not any(found for name, found in done.found.items() if name.startswith("supervisors."))


@replay(lambda: staff("TREE_ANCESTORS"))
def test_a_root_names_no_parent(play: Play) -> Steps:
    yield from _planted_below(play)


@replay(lambda: staff("TREE_NESTED"))
def test_a_root_with_numbers_names_no_parent(play: Play) -> Steps:
    yield from _planted_below(play)


def _read_with_children() -> Json:
    """Two reads of the store's categories with their children: of one, and of those with a prefix."""
    design = form("TREE_CHILD")
    tree = design["relationships"][0]
    tree["tree"] = {**tree.get("tree", {}), "ordered": True}
    read = {"kind": "read", "entity": tree["from"]["entity"], "includes": [tree["name"]]}
    design["operations"] = [
        {"name": "one menu", **read, "filter": [{"field": "_id"}]},
        {"name": "menus", **read, "filter": [{"field": "name", "match": "prefix"}]},
    ]
    return design


@replay(_read_with_children)
def test_reads_return_children_in_the_order_of_the_list(play: Play) -> Steps:
    """They came in the order of their ids."""
    (collection,) = play.documents
    array = next(key for key, value in play.first(collection).items() if isinstance(value, list))
    top = max(play.documents[collection], key=lambda one: len(one[array]))
    top[array].sort(reverse=True)
    assert len(top[array]) > 1
    play.call("one menu", id=top["_id"])
    play.call("menus", namePrefix=top["name"])
    done = yield
    one, menus = done.results
    (many,) = [each for each in menus if each["_id"] == top["_id"]]
    for found in (one, many):
        (children,) = [value for key, value in found.items() if key != "found" and _is_of_documents(value)]
        assert [child["_id"] for child in children] == top[array]
        assert all("place" not in child for child in children)


def _is_of_documents(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)
