"""Stored results over what lies in arrays of other documents: comments in posts, counted in their authors and in
the blogs of the posts. Whatever writes an element moves what others store about it, and the audit agrees."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from bson import ObjectId

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
ANN, BEN, BLOG, OTHER, POST, NEXT = (ObjectId(f"{number:024x}") for number in range(1, 7))


def computed(name: str, formula: str) -> Json:
    return field(name, "double", computed={"formula": formula, "refresh": "on-write"})


def threads() -> Json:
    written = [
        computed("written", "count(comments)"), computed("likes", "sum(comments.likes)"), computed("liked", "count(comments.likes)"),
        computed("middle", "round(avg(comments.likes), 2)"), computed("best", "max(comments.likes)"), computed("share", "likes / written"),
    ]  # fmt: skip
    said = [computed("said", "count(posts.comments)"), computed("total", "sum(posts.comments.likes)")]
    comment = entity("Comment", field("text", required=True, unique=True), field("likes", "int"), kind="weak")
    by_text = [{"field": "text"}]
    more = [{"field": "likes", "do": "increment", "by": 3}]
    return {
        "format": "nestlink/1", "name": "Threads", "database": "threads",
        "entities": [
            entity("Author", field("name", required=True), *written), entity("Blog", field("title", required=True), *said),
            entity("Post", field("title", required=True), field("shown", "bool")), comment,
        ],
        "relationships": [
            link("posting", "one-to-many", end("Blog", None, field="posts"), end("Post", 1, field="blog_id"), strategy="PARENT_REF", exclusive_owner=True),
            link("thread", "one-to-many", end("Post", 50, field="comments"), end("Comment", 1), strategy="EMBED_ARRAY", exclusive_owner=True),
            link("writing", "one-to-many", end("Author", None, field="comments"), end("Comment", 1, field="author_id"), strategy="PARENT_REF"),
        ],
        "operations": [
            {"name": "like", "kind": "update", "entity": "Comment", "filter": by_text, "effects": more},
            {"name": "hush", "kind": "delete", "entity": "Comment", "filter": by_text},
            {"name": "show", "kind": "update", "entity": "Post", "filter": [{"field": "_id"}], "changes": ["shown"]},
        ],
    }  # fmt: skip


def said(text: str, author: ObjectId, *likes: int) -> Json:
    return {"text": text, "author_id": author, **({"likes": likes[0]} if likes else {})}


def prepared(play: Play, *comments: Json) -> None:
    """Two authors, two blogs, a post of each; all comments are below the first."""
    play.documents["authors"] = [{"_id": one, "name": "x"} for one in (ANN, BEN)]
    play.documents["blogs"] = [{"_id": one, "title": "x"} for one in (BLOG, OTHER)]
    pairs = ((POST, BLOG, [*comments]), (NEXT, OTHER, list[Json]()))
    play.documents["posts"] = [
        {"_id": post, "title": "x", "blog_id": blog, "comments": below} for post, blog, below in pairs
    ]


def author(done: Played, id: ObjectId, step: int = -1) -> list[Any]:
    found = done.one("authors", id, step) or {}
    return [found.get(name, "-") for name in ("written", "likes", "liked", "middle", "best", "share")]


def blog(done: Played, id: ObjectId, step: int = -1) -> list[Any]:
    found = done.one("blogs", id, step) or {}
    return [found.get(name, "-") for name in ("said", "total")]


UNTOUCHED = ["-"] * 6


@replay(threads)
def test_only_the_elements_that_refer_to_a_document_count(play: Play) -> Steps:
    prepared(play, said("a", ANN, 4), said("b", ANN), said("c", BEN, 7))
    play.call("Author.recompute.all")
    play.call("Blog.recompute.all")
    play.audit()
    done = yield
    assert author(done, ANN) == [2, 4, 1, 4, 4, 2] and author(done, BEN) == [1, 7, 1, 7, 7, 7]
    assert blog(done, BLOG) == [3, 11] and blog(done, OTHER) == [0, 0]
    assert done.found["Author.results"] == [] == done.found["Blog.results"]


@replay(threads)
def test_each_write_of_an_element_moves_who_counts_it(play: Play) -> Steps:
    prepared(play)
    play.call("thread.add", postId=POST, comment=said("a", ANN, 4))
    play.call("thread.add", postId=POST, comment=said("b", BEN))
    play.call("like", text="b")
    play.call("hush", text="a")
    play.call("thread.remove", postId=POST, commentText="b")
    done = yield
    assert [author(done, ANN, step) for step in (0, 3)] == [[1, 4, 1, 4, 4, 4], [0, 0, 0, None, None, None]]
    assert author(done, BEN, 0) == UNTOUCHED  # no other is worked out
    assert [author(done, BEN, step) for step in (1, 2, 4)] == [
        [1, 0, 0, None, None, 0], [1, 3, 1, 3, 3, 3], [0, 0, 0, None, None, None]
    ]  # fmt: skip
    assert [blog(done, BLOG, step) for step in range(5)] == [[1, 4], [2, 4], [2, 7], [1, 3], [0, 0]]
    assert blog(done, OTHER) == ["-", "-"]


@replay(threads)
def test_an_element_of_another_author_moves_both(play: Play) -> Steps:
    prepared(play, said("a", ANN, 4))
    play.call("writing.reassign", postId=POST, commentText="a", newAuthorId=BEN)
    done = yield
    assert author(done, ANN) == [0, 0, 0, None, None, None] and author(done, BEN) == [1, 4, 1, 4, 4, 4]


@replay(threads)
def test_documents_come_and_go_with_their_elements(play: Play) -> Steps:
    prepared(play, said("a", ANN, 4))
    post = {
        "_id": ObjectId(),
        "title": "x",
        "blog_id": OTHER,
        "comments": [said("b", BEN, 1), said("c", BEN, 2)],
    }
    play.call("posting.add", post=post)
    play.call("posting.reassign", postId=post["_id"], newBlogId=BLOG)
    play.call("posting.remove", postId=POST)
    play.call("posting.cascade", blogId=BLOG)
    done = yield
    assert author(done, BEN, 0) == [2, 3, 2, 1.5, 2, 1.5] and author(done, ANN, 0) == UNTOUCHED
    assert [blog(done, OTHER, step) for step in (0, 1)] == [[2, 3], [0, 0]] and blog(done, BLOG, 1) == [3, 7]
    assert author(done, ANN, 2) == [0, 0, 0, None, None, None] and blog(done, BLOG, 2) == [2, 3]
    assert author(done, BEN) == [0, 0, 0, None, None, None]


@replay(threads)
def test_what_nobody_counts_moves_nothing(play: Play) -> Steps:
    prepared(play, said("a", ANN, 4))
    play.call("show", id=POST, newShown=True)
    done = yield
    assert author(done, ANN) == UNTOUCHED and blog(done, BLOG) == ["-", "-"]
    statements = [one for one in play.design.compilation.plan.statements if one.recipe == "show"]
    assert [one.op for one in statements] == ["updateOne"]


@replay(threads)
def test_a_value_in_an_element_moves_who_sums_it(play: Play) -> Steps:
    prepared(play, said("a", ANN, 4))
    play.call("thread.edit", postId=POST, commentText="a", changes={"likes": 9})
    done = yield
    assert author(done, ANN)[1:5] == [9, 1, 9, 9] and blog(done, BLOG)[1] == 9


@replay(threads)
def test_the_audit_finds_who_counts_the_elements_of_others(play: Play) -> Steps:
    prepared(play, said("a", ANN, 4), said("b", BEN, 4))
    known = {"written": 1, "likes": 4, "liked": 1, "middle": 4.0, "best": 4, "share": 4.0}
    for one in play.documents["authors"]:
        one |= known
    play.documents["authors"][1] |= {"written": 2}
    play.audit()
    done = yield
    found = done.found["Author.results"]
    assert [(one["_id"], one["expected"]["written"]) for one in found] == [(BEN, 1)]
