"""B10: otherwise the child points to its parent."""

from typing import Any

import pytest

from tests.compiler.small import MANY, barred, chosen, decide, design, entity, link
from tests.compiler.small import composition as composed


def test_nothing_else_called_for() -> None:
    decision = decide(MANY, has={"max": 50})
    assert (decision.rule, decision.strategy, decision.side, decision.bound) == (
        "B10",
        "PARENT_REF",
        "to",
        None,
    )
    rejected = barred(decision)
    assert (rejected["EMBED_ARRAY"], rejected["TWO_WAY_REFS"], rejected["CHILD_REFS"]) == ("B7", "B8", "B9")


@pytest.mark.parametrize(
    ("most", "rule"), [(1, "B10"), (200, "B10"), (201, "B10"), (2000, "B10"), (2001, "B5")]
)
def test_from_one_to_many(most: int, rule: str) -> None:
    assert chosen(MANY, has={"max": most}) == (rule, "PARENT_REF")


def test_it_is_never_gated() -> None:
    everything = {"EMBED_ARRAY", "TWO_WAY_REFS", "CHILD_REFS", "SUBSET", "OUTLIER", "BUCKET", "BUCKET_TIME"}
    assert everything <= set(barred(decide(MANY, has={"max": 50})))


ONE, OWNED = {"min": 1, "max": 1}, {"exclusive_owner": True}


@pytest.mark.parametrize(
    ("stated", "reason"),
    [
        ({"has": {"max": 201}, "back": ONE, "rel": OWNED}, "up to 201 is too many to embed"),
        ({"back": ONE, "rel": {"exclusive_owner": False}}, "Child doesn't belong to one Parent alone"),
        ({"back": {"min": 0, "max": 1}}, "Child can exist without a Parent, so it can't live inside one"),
        ({"back": {"max": 1}}, "the design doesn't say that each Child has exactly one Parent"),
        (
            {"back": ONE, "rel": OWNED | {"independent_access": 0.5, "accessed_together": 0}},
            "50% of its operations start outside the parent",
        ),
        (
            {"back": ONE, "rel": OWNED | {"independent_access": 0.995, "accessed_together": 0}},
            "all its operations start outside the parent",
        ),
        (
            {"back": ONE, "rel": OWNED | {"independent_access": 0.9949, "accessed_together": 0}},
            "99% of its operations start outside the parent",
        ),
    ],
)
def test_it_says_what_keeps_the_children_out_of_their_parent(stated: dict[str, Any], reason: str) -> None:
    """It said that writers don't compete for a shared array, beside numbers that all spoke for one."""
    decision = decide(MANY, **{"has": {"max": 20}, **stated})
    assert (decision.rule, decision.reason) == ("B10", reason)


@pytest.mark.parametrize(
    ("others", "words"),
    [
        (["a"], '"A → Route" also refers to Route'),
        (["a", "b"], '"A → Route" and "B → Route" also refer to Route'),
        (["a", "b", "c"], '"A → Route", "B → Route", and 1 more also refer to Route'),
    ],
)
def test_it_names_what_else_refers_to_the_child(others: list[str], words: str) -> None:
    routes = link("routes", MANY, "Wall", "Route", has={"max": 40}, back=ONE)
    more = [
        link(name, MANY, name.title(), "Route", has={"max": 9}, back={"min": 0, "max": 1}) for name in others
    ]
    parts = [entity(name) for name in ("Wall", "Route", *(name.title() for name in others))]
    decision = composed(design(parts, [routes, *more])).decisions["routes"]
    assert (decision.rule, decision.reason) == ("B10", f"{words}, so it can't live inside one Wall")


def test_of_several_things_those_that_no_number_changes_come_first() -> None:
    def owned(most: int) -> dict[str, Any]:
        return {"has": {"min": 0, "max": most}, "back": ONE}

    links = [
        link("classes", MANY, "Gym", "Class", **owned(400)),
        link("lessons", MANY, "Trainer", "Class", **owned(50)),
        link("bookings", MANY, "Class", "Booking", **owned(5000)),
    ]
    decisions = composed(
        design([entity(name) for name in ("Gym", "Trainer", "Class", "Booking")], links)
    ).decisions
    assert decisions["classes"].reason == (
        'three things prevent embedding: "Class → Booking" references Class, which needs a collection; "Trainer → Class" also refers to Class; '
        "up to 400 is too many to embed"
    )
    embedding = next(each for each in decisions["classes"].rejected if each.strategy == "EMBED_ARRAY")
    assert embedding.by == "G9"  # with fewer it would still be out
