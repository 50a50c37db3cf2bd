"""Company wiki: trees read upwards, in an order, and a level at a time (T4, T5, T6), and a graph."""

from __future__ import annotations

from tests.compiler.library import built


def test_the_organisation_lists_its_ancestors() -> None:
    plan = built("company_wiki")
    assert plan.chosen("reports to") == ("T4", "TREE_ANCESTORS")
    assert {"manager:objectId", "ancestors[]:objectId"} <= plan.shape("employees")
    assert "ancestors:1" in plan.indexes("employees")
    people = {one["_id"]: one for one in plan.documents("employees")}
    for one in people.values():
        above = people.get(one.get("manager"))
        assert one["ancestors"] == ([*above["ancestors"], above["_id"]] if above else [])
    assert max(len(one["ancestors"]) for one in people.values()) == 2


def test_a_move_rewrites_the_branch_in_one_transaction() -> None:
    moves = built("company_wiki").statements("relationship:reports to", purpose="reassign")
    assert [one["op"] for one in moves] == [
        "findOne",
        "findOne",
        "updateMany",
        "updateOne",
    ]  # the node is last
    assert moves[-1]["step"] == "moved"
    assert all(one["transaction"] for one in moves)
    assert set(moves[0]["filter"]) == {
        "_id",
        "ancestors",
        "ancestors.7",
    }  # neither below itself nor on a tenth level


def test_pages_list_their_subpages_in_order() -> None:
    plan = built("company_wiki")
    assert plan.chosen("subpages") == ("T5", "TREE_CHILD")
    assert plan.schema("pages")["properties"]["subpages"]["maxItems"] == 60
    assert plan.indexes("pages") == {"subpages:1"}
    pages = {one["_id"] for one in plan.documents("pages")}
    listed = [each for one in plan.documents("pages") for each in one["subpages"]]
    assert len(listed) == len(set(listed)) == len(pages) - 1 and set(listed) < pages


def test_answers_know_what_they_answer() -> None:
    plan = built("company_wiki")
    assert plan.chosen("answers") == ("T6", "TREE_PARENT")
    assert "answer_to:1,written_on:1" in plan.indexes("comments")
    (walk,) = plan.statements("relationship:answers", purpose="descendants")
    assert walk["pipeline"][1]["$graphLookup"]["connectToField"] == "answer_to"


def test_people_who_follow_people_are_no_tree() -> None:
    plan = built("company_wiki")
    assert plan.chosen("follows") == ("C4a", "ONE_WAY_EMBED")
    (walk,) = plan.statements("operation:people to discover")
    stage = walk["pipeline"][1]["$graphLookup"]
    assert (stage["connectFromField"], stage["connectToField"], stage["maxDepth"]) == ("following", "_id", 1)


def test_nothing_is_wrong_with_it() -> None:
    assert built("company_wiki").codes("error") == set()
