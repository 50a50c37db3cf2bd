"""SUBSET: a capped slice in the parent, everything in a collection."""

from __future__ import annotations

import pytest

from designs.compiler.plan_model.physical import walk
from tests.compiler import small
from tests.compiler.compiled import compiled
from tests.compiler.composed import at, collections, composed, design, entity, field, link, shapes
from tests.compiler.random_designs import Json

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


@pytest.mark.parametrize(("direction", "which"), [(-1, "last"), (1, "first")])
def test_the_slice_says_which_children_it_has_and_in_which_order(direction: int, which: str) -> None:
    """Readers get it as it is stored: the newest come last."""
    model = _model(sort="date", direction=direction)
    slice_ = at(collections(model, composed(model, **CHOSEN))["products"].fields, "recent_reviews")
    assert slice_.note.startswith(f"Subset: the {which} 5 by date, in ascending order; all are in reviews")


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


def _fields(*links: Json, **kinds: str) -> dict[str, list[str]]:
    """The paths of each collection of A, B and C, which have a field each."""
    entities = [small.entity(name, {"name": name.lower(), "type": "int"}) for name in "ABC"]
    source = {"format": "nestlink/1", "name": "Slices", "database": "slices", "entities": entities}
    isas = [
        small.link(f"isa {pair}", "is-a", *pair.upper(), strategy=strategy)
        for pair, strategy in kinds.items()
    ]
    plan = compiled({**source, "relationships": [*isas, *links]}).plan
    return {one.name: [field.path for field in walk(one.fields)] for one in plan.collections}


def _sliced(parent: str, child: str) -> Json:
    return small.link(
        f"{parent}{child}", "one-to-many", parent, child, field=f"{child.lower()}s", strategy="SUBSET"
    )


def test_a_slice_of_its_own_kind_has_its_fields() -> None:
    assert "as.a" in _fields(_sliced("A", "A"))["as"]


def test_slices_of_one_another_have_the_fields_of_both() -> None:
    found = _fields(_sliced("A", "B"), _sliced("B", "A"))
    assert "bs.b" in found["as"] and "as.a" in found["bs"]
    assert not [path for path in (*found["as"], *found["bs"]) if path.count(".") > 1]


@pytest.mark.parametrize(
    ("child", "kinds"),
    [
        ("C", {"ab": "POLY_SINGLE", "bc": "POLY_SPLIT"}),
        ("B", {"ab": "POLY_SPLIT", "bc": "POLY_SPLIT"}),
        ("C", {"ab": "POLY_SPLIT", "bc": "POLY_SPLIT"}),
    ],
)
def test_a_general_slices_a_special_of_its_special(child: str, kinds: dict[str, str]) -> None:
    """Each has what the general has, whichever is finished first."""
    found = _fields(_sliced("A", child), **kinds)["cs"]
    assert {"a", "b", "c", f"{child.lower()}s.{child.lower()}"} <= set(found)
