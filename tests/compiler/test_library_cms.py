"""Content management: values, extended references, counters and the indexes that go with them (F20, F27)."""

from tests.compiler.library import built

ARTICLE = {
    "_id:objectId",
    "title:string",
    "slug:string",
    "status:string",
    "featured:bool",
    "content.summary:string",
    "content.body:string",
    "content.format:string",
    "author._id:objectId",
    "author.name:string",
    "author.avatar:string",
    "author.bio:string",
    "categories[]:string",
    "tags[]:string",
    "metadata.word_count:int",
    "metadata.read_time:int",
    "metadata.cover_image:string",
    "metadata.seo.title:string",
    "metadata.seo.description:string",
    "metadata.seo.focus_keyword:string",
    "stats.views:int",
    "stats.likes:int",
    "stats.shares:int",
    "stats.comments:int",
    "related_articles[]._id:objectId",
    "related_articles[].title:string",
    "related_articles[].slug:string",
    "dates.created:date",
    "dates.published:date",
    "dates.updated:date",
}


def test_f27_the_article_has_the_shape_of_the_fixture() -> None:
    plan = built("cms")
    assert plan.shape("articles") == ARTICLE
    assert plan.shape("authors") == {"_id:objectId", "name:string", "avatar:string", "bio:string"}
    assert plan.collections() == {"articles", "authors"}


def test_f27_each_relationship_has_its_form() -> None:
    plan = built("cms")
    assert plan.chosen("authorship") == ("B5", "PARENT_REF")
    assert plan.chosen("categories") == ("C1", "VALUE_ARRAY")
    assert plan.chosen("tags") == ("C1", "VALUE_ARRAY")
    assert plan.chosen("related") == ("C4a", "ONE_WAY_EMBED")


def test_f27_copies_of_author_and_related_articles_follow_their_source() -> None:
    plan = built("cms")
    assert plan.copied("authorship") == dict.fromkeys(["name", "avatar", "bio"], "eventual")
    assert plan.copied("related") == dict.fromkeys(["title", "slug"], "eventual")
    rewritten = [
        set(s["filter"]) for s in plan.statements(op="updateMany", collection="articles") if s["filter"]
    ]
    assert {"author._id"} in rewritten and {"related_articles._id"} in rewritten


def test_f27_copies_are_watched() -> None:
    assert ".watch(" in built("cms").script("05")


def test_f27_every_question_has_its_index() -> None:
    assert built("cms").indexes("articles") == {
        "slug:1 unique",
        "status:1,dates.published:-1",
        "tags:1",
        "categories:1",
        "author._id:1",
        "related_articles._id:1",
        "title:text,content.body:text",
    }


def test_f27_views_are_counted_approximately_and_reading_time_exactly() -> None:
    plan = built("cms")
    assert plan.entity_overlay("Article", "APPROXIMATION")["path"] == "stats.views"
    assert plan.entity_overlay("Article", "COMPUTED")["fields"]
    for article in plan.documents("articles"):
        assert article["metadata"]["read_time"] == round(article["metadata"]["word_count"] / 195)


def test_f27_the_view_counter_writes_one_hit_in_a_hundred() -> None:
    counts = [
        s["update"]["$inc"]
        for s in built("cms").statements(collection="articles", writes=True)
        if "$inc" in (s["update"] or {})
    ]
    assert {"stats.views": 100} in counts


def test_f27_the_author_in_an_article_is_the_author() -> None:
    plan = built("cms")
    authors = {author["_id"]: author for author in plan.documents("authors")}
    for article in plan.documents("articles"):
        assert article["author"] == authors[article["author"]["_id"]]
