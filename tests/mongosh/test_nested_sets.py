"""Nested sets that are wrong: their numbers are written anew, and rings are found."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.cases import built_once
from tests.mongosh.replay import Play, Played, replay
from tests.mongosh.shell import run
from tests.mongosh.test_trees import NEW, OTHER, START, Steps, bad, form, hung, spoiled, staff

Json = dict[str, Any]


@replay(lambda: form("TREE_NESTED"))
def test_numbers_are_written_anew_from_the_parents(play: Play) -> Steps:
    by_name = {one["name"]: one for one in play.documents["categories"]}
    right = {one["name"]: (one["left"], one["right"]) for one in play.documents["categories"]}
    for one in play.documents["categories"]:  # gaps, and a branch that lies outside of its parent
        one["left"], one["right"] = one["left"] * 10, one["right"] * 10
    by_name["Laptops"]["right"], by_name["Audio"]["right"] = -7, by_name["Audio"]["left"]
    play.call("category tree.rebuild")
    play.audit()
    done = yield
    assert hung(done.all("categories"), "TREE_NESTED") == START and bad(done) == {}
    assert {one["name"]: (one["left"], one["right"]) for one in done.all("categories")} == right


@replay(lambda: form("TREE_NESTED"))
def test_a_branch_that_got_another_parent_goes_there(play: Play) -> Steps:
    by_name = {one["name"]: one for one in play.documents["categories"]}
    by_name["Computers"]["parent"] = by_name["Speakers"]["_id"]
    by_name["Audio"].pop("left")
    play.call("category tree.rebuild")
    play.audit()
    done = yield
    wanted = START | {"Computers": "Speakers"}
    assert hung(done.all("categories"), "TREE_NESTED") == wanted and bad(done) == {}
    numbers = [number for one in done.all("categories") for number in (one["left"], one["right"])]
    assert sorted(numbers) == list(range(1, 2 * len(START) + 1))


@replay(lambda: form("TREE_NESTED"))
def test_the_audit_finds_a_ring_of_parents_in_nested_sets_too(play: Play) -> Steps:
    spoiled("TREE_PARENT", play)
    play.audit()
    play.call("category tree.whole")
    done = yield
    assert bad(done)["cycles"] == {"Computers", "Laptops"}


def _planted(number: int) -> tuple[Played, list[Json]]:
    """Return what comes of two more roots behind a number of them, and these."""
    play = Play(f"roots {number}", built_once(form("TREE_NESTED")), direct=True)
    node = {
        name: value
        for name, value in play.first("categories").items()
        if name not in ("left", "right", "parent")
    }
    roots = [
        {
            **node,
            "_id": place,
            "name": f"root {place}",
            "slug": f"root {place}",
            "left": 2 * place - 1,
            "right": 2 * place,
        }
        for place in range(1, number + 1)
    ]
    play.begin_with({"categories": roots})
    for new in ("first", "second"):
        play.call("category tree.plant", productCategory={**node, "_id": new, "name": new, "slug": new})
    play.audit()
    return Played(run([play.job])[play.name]), roots


@pytest.mark.parametrize("number", [0, 1, 3])
def test_each_root_writes_what_the_next_one_has_to_write(number: int) -> None:
    """So that the server lets one of two begin again that are planted at one moment."""
    played, roots = _planted(number)
    first, second = (played.all("categories", step) for step in (0, 1))
    assert bad(played) == {}
    begins = [each["left"] for each in sorted(second, key=lambda each: each["right"])]
    assert begins == sorted(begins) and [*hung(second, "TREE_NESTED").values()] == [None] * len(second)
    assert first[-1]["_id"] == "first" and second[-1]["_id"] == "second"
    assert (
        next(each for each in second if each["_id"] == "first") != first[-1]
    )  # the last root before the second
    if number:
        assert first[number - 1] != roots[-1]


@replay(lambda: staff("TREE_NESTED"))
def test_a_node_below_another_names_a_parent_of_another_kind(play: Play) -> Steps:
    known = len(play.documents["employees"])
    above = play.first("employees")["_id"]
    play.call("supervisors.add", parentId=above, employee={"_id": NEW, "name": "Ada", "hotel": OTHER})
    done = yield
    assert done.results[0]["refused"] == "hotel not found"
    assert len(done.all("employees")) == known
