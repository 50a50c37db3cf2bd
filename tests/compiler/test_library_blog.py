"""Blog: comments in the post, in a collection of their own, or in pages of 50 (F31-F33)."""

from typing import Any

from tests.compiler.library import Built, build, built, design, named

POST = {"_id:int", "title:string", "url:string", "text:string"}


def embedded() -> Built:
    """A quiet blog: a hundred comments at most."""
    changed = design("blog")
    named(changed["entities"], "Comment")["kind"] = "weak"
    comments = named(changed["relationships"], "comments")
    comments["from"]["has"] = {"average": 20, "max": 100, "growth": "bounded"}
    del comments["pagination"], comments["page_size"]
    changed["operations"] = [item for item in changed["operations"] if item["name"] != "page of comments"]
    named(changed["operations"], "post page")["includes"] = ["comments"]
    return build(changed)


def linked() -> Built:
    """Comments are filtered, sorted and moderated on their own."""
    changed = design("blog")
    comments: dict[str, Any] = named(changed["relationships"], "comments")
    comments |= {"pagination": "arbitrary", "page_size": 20}
    listing = named(changed["operations"], "page of comments")
    listing |= {"sort": [{"field": "created_on", "direction": -1}], "limit": 20}
    changed["operations"].append(
        {
            "name": "moderate",
            "kind": "read",
            "entity": "Comment",
            "sort": [{"field": "created_on", "direction": -1}],
            "per_day": 30000,
        }
    )
    return build(changed)


def test_f31_few_comments_are_embedded() -> None:
    plan = embedded()
    assert plan.chosen("comments") == ("B7", "EMBED_ARRAY")
    assert plan.shape("posts") == POST | {
        "comments[].name:string",
        "comments[].created_on:date",
        "comments[].comment:string",
    }
    assert plan.collections() == {"posts"}
    caveats = " ".join(plan.decision("comments")["caveats"])
    assert "16 M" in caveats and "page" in caveats.lower()


def test_f32_comments_without_end_refer_to_their_post() -> None:
    plan = linked()
    assert plan.chosen("comments") == ("B5", "PARENT_REF")
    assert plan.rejected("comments")["EMBED_ARRAY"] == "G1"
    assert plan.rejected("comments")["BUCKET"]
    assert plan.shape("posts") == POST
    assert plan.shape("comments") == {
        "_id:objectId",
        "blog_entry_id:int",
        "name:string",
        "created_on:date",
        "comment:string",
    }
    assert "blog_entry_id:1,created_on:-1" in plan.indexes("comments")


def test_f33_pages_of_fifty_are_documents() -> None:
    plan = built("blog")
    assert plan.chosen("comments") == ("B4", "BUCKET")
    assert plan.rejected("comments")["EMBED_ARRAY"] == "G1"
    assert plan.shape("posts") == POST
    assert plan.shape("comment_pages") - {"_id:objectId"} == {
        "blog_entry_id:int",
        "page:int",
        "count:int",
        "comments[].name:string",
        "comments[].created_on:date",
        "comments[].comment:string",
    }
    assert plan.indexes("comment_pages") == {"blog_entry_id:1,page:1 unique"}


def test_f33_a_page_never_holds_more_than_fifty() -> None:
    plan = built("blog")
    properties = plan.schema("comment_pages")["properties"]
    assert (properties["comments"]["maxItems"], properties["count"]["maximum"]) == (50, 50)
    adds = [
        s
        for s in plan.statements(op="updateOne", collection="comment_pages")
        if "$push" in (s["update"] or {})
    ]
    assert adds
    assert all(
        s["filter"]["count"] == {"$lt": 50}
        and s["update"]["$inc"] == {"count": 1}
        and s["options"]["upsert"] is True
        for s in adds
    )


def test_f33_a_page_is_one_read() -> None:
    reads = built("blog").statements(op="findOne", collection="comment_pages")
    assert any(set(s["filter"]) == {"blog_entry_id", "page"} for s in reads)


def test_f33_the_counts_in_the_examples_are_true() -> None:
    plan = built("blog")
    posts = {post["_id"] for post in plan.documents("posts")}
    pages = plan.documents("comment_pages")
    assert all(
        page["count"] == len(page["comments"]) <= 50 and page["blog_entry_id"] in posts for page in pages
    )
    keys = [(page["blog_entry_id"], page["page"]) for page in pages]
    assert len(set(keys)) == len(keys)
