"""Department store: three trees of one shop, each as it is read (T1, T2, T3)."""

from __future__ import annotations

import re

from tests.compiler.library import Json, built


def test_categories_are_searched_by_their_path() -> None:
    plan = built("department_store")
    assert plan.chosen("category tree") == ("T3", "TREE_PATH")
    assert plan.shape("categories") - {"_id:objectId"} == {"name:string", "slug:string", "path:string"}
    assert plan.indexes("categories") == {"path:1", "slug:1 unique"}
    (read,) = plan.statements("operation:everything in Electronics")
    assert read["filter"]["path"]["$regularExpression"]["pattern"].startswith("^,electronics,")
    assert read["sort"] == {"path": 1}


def test_paths_are_those_of_the_nodes_above() -> None:
    nodes = built("department_store").documents("categories")
    by_slug = {one["slug"]: one for one in nodes}
    for one in nodes:
        above = [by_slug[name] for name in one["path"].split(",") if name]
        assert one["path"] == "," + "".join(f"{each['slug']}," for each in above)
        assert not above or above[-1]["path"] == one["path"].removesuffix(f"{above[-1]['slug']},")
    assert max(one["path"].count(",") for one in nodes) == 3


def test_names_in_paths_mean_what_they_say() -> None:
    script = built("department_store").script("04")
    assert "function startsWith(text)" in script and '"\\\\$&"' in script
    assert re.search(r"path: startsWith\(`\$\{productCategory\.path\}\$\{productCategory\.slug\},`\)", script)


def test_regions_are_nested_sets() -> None:
    plan = built("department_store")
    assert plan.chosen("region tree") == ("T2", "TREE_NESTED")
    assert {"left:int", "right:int", "parent:objectId"} <= plan.shape("regions")
    assert plan.indexes("regions") == {"parent:1", "left:1,right:1"}
    nodes = {one["_id"]: one for one in plan.documents("regions")}
    for one in nodes.values():
        above = nodes.get(one.get("parent"))
        assert one["left"] < one["right"]
        assert above is None or above["left"] < one["left"] < one["right"] < above["right"]
    numbers = [one[side] for one in nodes.values() for side in ("left", "right")]
    assert sorted(numbers) == list(range(1, 15))


def test_a_branch_of_regions_is_one_range() -> None:
    *_, read = built("department_store").statements("relationship:region tree", purpose="descendants")
    assert read["op"] == "find" and set(read["filter"]) == {"left", "right"} and read["sort"] == {"left": 1}


def test_a_menu_is_one_document() -> None:
    plan = built("department_store")
    assert plan.chosen("menu") == ("T1", "EMBED_TREE")
    assert plan.holders("menu") == {("menus", "items")}
    assert {"label:string", "items[].label:string", "items[].items[].label:string"} <= plan.shape("menus")
    levels: Json = plan.schema("menus")["properties"]["items"]
    assert (
        levels["maxItems"] == 12
        and "items" not in levels["items"]["properties"]["items"]["items"]["properties"]
    )
    assert "_id" in levels["items"]["required"]


def test_nothing_is_wrong_with_it() -> None:
    assert built("department_store").codes("error") == set()
