"""COMPUTED: overlays by entity, and what a kept average needs."""

from __future__ import annotations

import pytest

from tests.compiler.composed import composed, design, drafted, entity, field, link, shapes

AVERAGE = field("stars", "double", computed={"formula": "round(avg(reviews.rating), 2)"})
COUNT = field("reviews_seen", "int", computed={"formula": "count(reviews)"})


def _shape(strategy: str, *fields: dict[str, object], sure: bool = True) -> set[str]:
    review = entity("Review", field("rating", "int", required=sure))
    model = design(
        [entity("Product", *fields), review], [link("reviews", "one-to-many", "Product", "Review")]
    )
    return set(shapes(model, composed(model, reviews=strategy))["products"])


@pytest.mark.parametrize(
    ("strategy", "fields", "more"),
    [
        ("PARENT_REF", [AVERAGE], {"rating_sum", "review_count"}),
        ("PARENT_REF", [AVERAGE, COUNT], {"rating_sum"}),
        ("PARENT_REF", [COUNT], set()),
    ],
)
def test_an_average_kept_on_write_needs_sum_and_count(
    strategy: str, fields: list[object], more: set[str]
) -> None:
    assert _shape(strategy, *fields) - {one["name"] for one in fields} == more


WITH_VALUE = field("rated", "int", computed={"formula": "count(reviews.rating)"})


@pytest.mark.parametrize(
    ("strategy", "fields", "more"),
    [
        ("PARENT_REF", [AVERAGE], set()),
        ("SUBSET", [AVERAGE], {"rating_sum", "rating_values"}),
        ("SUBSET", [AVERAGE, COUNT], {"rating_sum", "rating_values"}),
        ("SUBSET", [AVERAGE, WITH_VALUE], {"rating_sum"}),
        ("LINK_COLL", [AVERAGE], set()),
    ],
)
def test_an_average_of_what_need_not_be_there_counts_what_is(
    strategy: str, fields: list[dict[str, object]], more: set[str]
) -> None:
    """What has no rating counts for nothing: a slice's writes count those that have one."""
    found = _shape(strategy, *fields, sure=False)
    own = {one["name"] for one in fields}
    assert {one for one in found - own if one.endswith(("_sum", "_values", "_count"))} == more


def test_two_averages_of_values_with_one_name_have_sums_of_their_own() -> None:
    other = field("mood", "double", computed={"formula": "avg(notes.rating)"})
    rated = [entity(name, field("rating", "int", required=True, minimum=1)) for name in ("Review", "Note")]
    links = [
        link(name, "one-to-many", "Product", of) for name, of in (("reviews", "Review"), ("notes", "Note"))
    ]
    model = design([entity("Product", AVERAGE, other), *rated], links)
    found = shapes(model, composed(model, reviews="PARENT_REF", notes="PARENT_REF"))["products"]
    assert {"rating_sum", "notes_rating_sum", "review_count", "note_count"} <= set(found)


@pytest.mark.parametrize(("least", "expected"), [(0, 0), (-5, None), (None, None)])
def test_a_sum_is_bounded_where_its_values_are(least: int | None, expected: int | None) -> None:
    bound = {} if least is None else {"minimum": least}
    review = entity("Review", field("rating", "int", required=True, **bound))
    model = design(
        [entity("Product", AVERAGE), review], [link("reviews", "one-to-many", "Product", "Review")]
    )
    body = drafted(model, composed(model, reviews="PARENT_REF")).body("Product")
    assert body.nodes["rating_sum"].freeze().minimum == expected


def test_an_average_over_embedded_elements_needs_nothing() -> None:
    assert _shape("EMBED_ARRAY", AVERAGE) == {"stars", "reviews[].rating"}


def test_overlays_list_the_computed_fields_of_an_entity() -> None:
    views = field("views", "int", computed={"formula": "each visit", "refresh": "approximate"})
    nested = field("stats", "object", fields=[field("total", "int", computed={"formula": "a + b"}), views])
    model = design([entity("Page", field("a", "int"), field("b", "int"), nested)], [])
    found = [(one.kind, one.path, one.fields) for one in drafted(model, composed(model)).entity_overlays]
    assert found == [
        ("COMPUTED", "stats.total", ("stats.total",)),
        ("APPROXIMATION", "stats.views", ("stats.views",)),
    ]


@pytest.mark.parametrize(
    "average",
    [
        {"formula": "avg(reviews.rating)", "refresh": "periodic"},
        {"formula": "avg(nothing.rating)"},
        {"formula": "avg(scores)"},
        {"formula": "the usual average"},
    ],
)
def test_only_what_the_writes_of_others_move_needs_a_sum(average: dict[str, object]) -> None:
    scores = field("scores", "array", items={"type": "int"})
    stars = field("stars", "double", computed=average)
    assert _shape("PARENT_REF", scores, stars) <= {"stars", "scores", "scores[]"}


def test_what_computes_nothing_has_no_overlay() -> None:
    model = design([entity("Page", field("a", "int"))], [])
    assert drafted(model, composed(model)).entity_overlays == []
