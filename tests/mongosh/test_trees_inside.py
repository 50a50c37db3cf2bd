"""Trees whose nodes are elements of one document: branches picked out of it, and moved by one write."""

from __future__ import annotations

from typing import Any

from bson import ObjectId

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]
ROOT, LEFT, RIGHT, LEAF = (ObjectId(f"0123456789abcdef0123456{one}") for one in "789a")


def posts(form: str) -> Json:
    """Comments with replies inside their post."""
    comments = link("comments", "one-to-many", end("Post", 50), end("Comment", 1), strategy="EMBED_ARRAY")
    replies = link("replies", "tree", end("Comment", 9), end("Comment", 1), strategy=form)
    return {
        "format": "nestlink/1", "name": "Posts", "database": "posts", "operations": [],
        "entities": [entity("Post", field("title")), entity("Comment", field("text"), field("slug", unique=True, required=True))],
        "relationships": [comments, replies],
    }  # fmt: skip


def grown(play: Play, more: dict[ObjectId, Json]) -> Json:
    """One post: a root with two below it, and a leaf below the second."""
    post = play.first("posts")
    play.documents["posts"] = [post]
    post["comments"] = [{"_id": one, "text": str(one), **more[one]} for one in (ROOT, LEFT, RIGHT, LEAF)]
    return post


def branch(play: Play, post: Json, purpose: str, wanted: dict[ObjectId, list[ObjectId]]) -> Steps:
    """What is below each node; then the array written back, and once more by who read it before."""
    for one in wanted:
        play.call(f"replies.{purpose}", commentId=one)
    read, moved = post["comments"], post["comments"][:2]
    play.call("replies.reassign", postId=post["_id"], commentsAsRead=read, commentsAsMoved=moved)
    play.call("replies.reassign", postId=post["_id"], commentsAsRead=read, commentsAsMoved=[])
    done = yield
    for (found,), below in zip(done.results, wanted.values(), strict=False):
        assert [one["_id"] for one in found["comments"]] == below
    after = [done.one("posts", post["_id"], step) for step in (len(wanted), len(wanted) + 1)]
    assert [[one["_id"] for one in state["comments"]] for state in after if state] == [[ROOT, LEFT]] * 2


ALL = {ROOT: [LEFT, RIGHT, LEAF], LEFT: [], RIGHT: [LEAF], LEAF: []}


@replay(lambda: posts("TREE_ANCESTORS"))
def test_ancestors_inside_a_document(play: Play) -> Steps:
    above: dict[ObjectId, list[ObjectId]] = {ROOT: [], LEFT: [ROOT], RIGHT: [ROOT], LEAF: [ROOT, RIGHT]}
    post = grown(play, {one: {"ancestors": some} for one, some in above.items()})
    yield from branch(play, post, "descendants", ALL)


@replay(lambda: posts("TREE_PATH"))
def test_paths_inside_a_document(play: Play) -> Steps:
    paths = {ROOT: ("a.*", ","), LEFT: ("b", ",a.*,"), RIGHT: ("c", ",a.*,"), LEAF: ("d", ",a.*,c,")}
    post = grown(play, {one: {"slug": slug, "path": path} for one, (slug, path) in paths.items()})
    yield from branch(play, post, "descendants", ALL)


@replay(lambda: posts("TREE_NESTED"))
def test_nested_sets_inside_a_document(play: Play) -> Steps:
    numbers = {ROOT: (1, 8), LEFT: (2, 3), RIGHT: (4, 7), LEAF: (5, 6)}
    post = grown(play, {one: {"left": left, "right": right} for one, (left, right) in numbers.items()})
    yield from branch(play, post, "descendants", ALL)


@replay(lambda: posts("TREE_CHILD"))
def test_lists_of_children_inside_a_document(play: Play) -> Steps:
    lists: dict[ObjectId, list[ObjectId]] = {ROOT: [LEFT, RIGHT], LEFT: [], RIGHT: [LEAF], LEAF: []}
    post = grown(play, {one: {"children": some} for one, some in lists.items()})
    yield from branch(play, post, "children", lists)
