"""Nested sets that are wrong: their numbers are written anew, and rings are found."""

from __future__ import annotations

from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import START, Steps, bad, form, hung, spoiled


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
