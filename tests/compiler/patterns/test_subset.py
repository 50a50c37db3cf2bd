"""SUBSET: a capped slice in the parent, everything in a collection."""

from __future__ import annotations

from tests.compiler.composed import at, collections, composed, design, entity, field, link, shapes

REVIEW = entity(
    "Review",
    field("user"),
    field("stars", "int"),
    field("secret", sensitive=True),
    field("date", "date", required=True),
)


def _model(**recent: object) -> object:
    slice_ = {"recent": recent} if recent else {}
    return design(
        [entity("Product"), REVIEW], [link("reviews", "one-to-many", "Product", "Review", **slice_)]
    )


CHOSEN = {"reviews": ("SUBSET", "from", {"bound": 5})}


def test_the_slice_has_the_stated_fields_the_id_and_the_sort_key() -> None:
    model = _model(fields=["stars"], sort="date")
    assert shapes(model, composed(model, **CHOSEN)) == {
        "products": {
            "recent_reviews[].review_id": "objectId",
            "recent_reviews[].stars": "int",
            "recent_reviews[].date": "date",
        },
        "reviews": {
            "user": "string",
            "stars": "int",
            "secret": "string",
            "date": "date",
            "product_id": "objectId",
        },
    }


def test_without_stated_fields_everything_harmless_is_there() -> None:
    model = _model()
    names = {path.rpartition(".")[2] for path in shapes(model, composed(model, **CHOSEN))["products"]}
    assert names == {"review_id", "user", "stars", "date"}


def test_the_slice_is_capped() -> None:
    model = _model()
    made = at(collections(model, composed(model, **CHOSEN))["products"].fields, "recent_reviews")
    assert (made.max_items, made.origin) == (5, "subset")


def test_a_copy_under_its_own_name_is_not_repeated() -> None:
    copies = [
        {"field": "date", "of": "to", "as": "on", "policy": "immutable"},
        {"field": "stars", "of": "to", "policy": "snapshot"},
    ]
    recent = {"fields": ["stars"], "sort": "date"}
    link_ = link("reviews", "one-to-many", "Product", "Review", recent=recent, copies=copies)
    model = design([entity("Product"), REVIEW], [link_])
    made = at(collections(model, composed(model, **CHOSEN))["products"].fields, "recent_reviews")
    assert made.items is not None
    found = [(one.name, one.policy) for one in made.items.fields]
    assert found == [("review_id", None), ("on", "immutable"), ("stars", "snapshot")]


def test_a_part_of_an_object_comes_along_alone() -> None:
    author = field("author", "object", fields=[field("name"), field("city")])
    slice_ = link("reviews", "one-to-many", "Product", "Review", recent={"fields": ["author.name"]})
    model = design([entity("Product"), entity("Review", field("stars", "int"), author)], [slice_])
    assert shapes(model, composed(model, **CHOSEN))["products"] == {
        "recent_reviews[].review_id": "objectId",
        "recent_reviews[].author.name": "string",
    }
