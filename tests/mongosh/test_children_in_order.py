"""Children are put in order where their list is as it was read, and none of them gets lost, or in twice."""

from __future__ import annotations

from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps, form

WRONG = "or the new list has other nodes"


@replay(lambda: form("TREE_CHILD"))
def test_only_the_order_of_children_changes(play: Play) -> Steps:
    ids = {each["name"]: each["_id"] for each in play.documents["categories"]}
    old = next(each["children"] for each in play.documents["categories"] if each["name"] == "Audio")
    first, second = old
    tries = [
        (old[::-1], old),  # outdated
        (old, [first]),
        (old, [first, second, second]),
        (old, [first, ids["Laptops"]]),
        (old, [second, first]),
    ]
    for read, new in tries:
        play.call(
            "category tree.order", productCategoryId=ids["Audio"], childrenAsRead=read, childrenInOrder=new
        )
    done = yield
    said = [result.get("refused", "") for result in done.results]
    assert [WRONG in each for each in said] == [True, True, True, True, False]
    assert done.one("categories", ids["Audio"])["children"] == [second, first]


@replay(lambda: form("TREE_CHILD"))
def test_a_branch_becomes_a_root(play: Play) -> Steps:
    """No list has it any more."""
    ids = {each["name"]: each["_id"] for each in play.documents["categories"]}
    play.call("category tree.reassign", productCategoryId=ids["Audio"], newParentId=None)
    done = yield
    assert not any((result or {}).get("refused") for result in done.results)
    assert not any(ids["Audio"] in each["children"] for each in done.all("categories"))
