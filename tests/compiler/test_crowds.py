"""How many documents a collection has: by counts, by inserts and by what its retention keeps."""

from __future__ import annotations

import math
from typing import Any

import pytest

from designs.compiler.model.conceptual import Model
from designs.compiler.plan.document_counts import Crowd, crowd_of
from tests.compiler.planned import planned
from tests.compiler.small import MANY, NM, ONE, Json, design, entity, link, pair, surveyed, text

TWO = {"average": 2}


def crowds(model: Model) -> dict[str, Any]:
    """By collection."""
    known = surveyed(model)
    return {one.name: crowd_of(one, known) for one in planned(model).plan.collections}


def held(kind: str, strategy: str, **has: Any) -> dict[str, Any]:
    return crowds(pair(kind, has=has, rel={"strategy": strategy}, parent={"count": 1000}))


def test_links_are_as_many_as_all_parents_have() -> None:
    found = held(NM, "LINK_COLL", average=3, adds_per_day=0.5)
    assert found["r"] == Crowd(3000.0, 500.0)


@pytest.mark.parametrize(
    ("parents", "children", "back", "grows"),
    [(10, 0, {}, 30), (10, 100, {}, 30), (10, 100, TWO, 200), (10, 14, TWO, 30), (0, 0, TWO, 0)],
)
def test_links_come_with_the_things_of_either_end(
    parents: int, children: int, back: Json, grows: int
) -> None:
    """Three of each parent's, and two of each child's where that is stated."""
    found = crowds(
        pair(NM, has={"average": 3}, back=back, rel={"strategy": "LINK_COLL"},
             parent={"count": 1000, "inserts_per_day": parents}, child={"count": 1000, "inserts_per_day": children})
    )  # fmt: skip
    assert found["r"] == Crowd(3000.0, grows)


def test_links_outlive_what_is_archived() -> None:
    """The archive moves documents of one collection, and leaves the links to them as they are."""
    at = [text(), {"name": "at", "type": "date", "required": True}]
    kept = {"policy": "archive", "field": "at", "after_days": 100}
    found = crowds(
        pair(NM, has={"average": 3}, rel={"strategy": "LINK_COLL"},
             parent={"count": 500, "inserts_per_day": 10, "fields": at, "retention": kept})
    )  # fmt: skip
    assert found["r"] == Crowd(1500.0, 30.0)


def test_children_without_a_count_are_as_many_as_all_parents_have() -> None:
    found = held(MANY, "PARENT_REF", average=300)["children"]
    assert (found.today, found.assumed[0]) == (
        300_000,
        "count of Child: 300,000, from the counts of its parents",
    )
    assert held(MANY, "PARENT_REF")["children"].today == 10_000


def test_what_owns_itself_in_a_ring_has_the_count_of_what_tells_nothing() -> None:
    back = link("back", MANY, "Child", "Parent", has={"average": 2})
    known = surveyed(pair(MANY, has={"average": 3}, links=[back]))
    assert known.count("Child") == known.count("Parent") == 10_000


ALWAYS = {"min": 1, "max": 1}


@pytest.mark.parametrize(
    ("kind", "counted", "has", "back", "counts"),
    [
        (MANY, "child", {"average": 12}, ALWAYS, (35, 420)),
        (MANY, "child", {}, ALWAYS, (10_000, 420)),
        (NM, "child", {"average": 3}, {"average": 6}, (840, 420)),
        (NM, "parent", {"average": 3}, {"average": 6}, (420, 210)),
        (NM, "parent", {"average": 3}, {}, (420, 10_000)),
        (ONE, "parent", ALWAYS, ALWAYS, (420, 420)),
        (ONE, "child", ALWAYS, ALWAYS, (420, 420)),
        (ONE, "parent", {"min": 0}, {"min": 0}, (420, 10_000)),
    ],
)
def test_what_no_one_counts_follows_from_those_it_is_related_with(
    kind: str, counted: str, has: Json, back: Json, counts: tuple[int, int]
) -> None:
    survey = surveyed(pair(kind, has=has, back=back, **{counted: {"count": 420}}))
    assert (survey.count("Parent"), survey.count("Child")) == counts
    other = "Child" if counted == "parent" else "Parent"
    assert survey.counted(other).origin == ("default" if 10_000 in counts else "measured")


def test_the_report_says_from_what_a_count_follows() -> None:
    crowd = crowds(pair(MANY, has={"average": 12}, back=ALWAYS, child={"count": 420}))["parents"]
    assert crowd.assumed[0] == "count of Parent: 35, from related counts"


def test_there_are_no_more_parts_than_wholes_to_stand_in() -> None:
    survey = surveyed(pair(ONE, has={"min": 0, "max": 1}, back=ALWAYS, parent={"count": 2400}))
    assert (survey.counted("Child").value, survey.counted("Child").origin) == (2400, "default")


@pytest.mark.parametrize(
    ("has", "documents"),
    [({"share_over": 0.01, "max": 500}, 3000), ({"share_over": 0.01, "max": 200}, 10), ({"max": 500}, 0)],
)
def test_the_overflow_has_what_is_over_the_limit(has: dict[str, Any], documents: int) -> None:
    assert held(MANY, "OUTLIER", **has)["parents_extra"] == Crowd(documents, 0.0)


def test_children_come_as_parents_gain_them_and_parents_not_at_all() -> None:
    found = held(MANY, "PARENT_REF", average=3, adds_per_day=0.5)
    assert (found["children"].grows, found["parents"].grows) == (500, 0)
    assert "inserts of Parent per day: 0" in found["parents"].assumed


@pytest.mark.parametrize(
    ("kind", "has", "back", "grows"),
    [
        (MANY, {"average": 6}, ALWAYS, 240),
        (MANY, {"average": 6}, {"min": 0, "max": 1}, 0),
        (MANY, {"max": 6}, ALWAYS, 0),
        (ONE, {"min": 1, "max": 1}, ALWAYS, 40),
        (ONE, {"min": 0, "max": 1}, ALWAYS, 0),
    ],
)
def test_what_parents_bring_grows_with_them(kind: str, has: Json, back: Json, grows: int) -> None:
    """Forty invoices a day have six lines each, of which nothing says how many come."""
    parent, rel = (
        {"count": 1000, "inserts_per_day": 40},
        {"strategy": "PARENT_REF" if kind == MANY else "LINK_ONE"},
    )
    crowd = crowds(pair(kind, has=has, back=back, parent=parent, rel=rel))["children"]
    assert crowd.grows == grows
    if grows:
        assert f"inserts of Child per day: {grows}, from the counts of its parents" in crowd.assumed


def removing(**more: Any) -> Crowd:
    """Things of which three are deleted a day."""
    delete = {
        "name": "remove",
        "kind": "delete",
        "entity": "Thing",
        "per_day": 3,
        "filter": [{"field": "_id"}],
    }
    found: Crowd = crowds(design([entity("Thing", text(), count=900, **more)], [], operations=[delete]))[
        "things"
    ]
    return found


def test_deletes_alone_leave_as_many_as_there_are() -> None:
    """Nobody says how many come: they are not all gone within the year."""
    found = removing()
    assert (found.today, found.grows) == (900, 0)
    assert "inserts of Thing per day: equal to deletes" in found.assumed
    assert removing(inserts_per_day=5).grows == 2
    assert removing(inserts_per_day=0).grows == -3


@pytest.mark.parametrize(("linked", "grows"), [(70, 70), (20, 30)])
def test_links_come_by_updates_too(linked: int, grows: int) -> None:
    """Ten parents a day with three each; what is linked later counts where it is more."""
    add = {"name": "add", "kind": "update", "entity": "Parent", "per_day": linked, "filter": [{"field": "_id"}],
           "effects": [{"field": "children", "do": "push"}]}  # fmt: skip
    found = crowds(
        pair(NM, has={"average": 3}, rel={"strategy": "LINK_COLL"},
             parent={"count": 1000, "inserts_per_day": 10}, ops=(add,))
    )  # fmt: skip
    assert found["r"] == Crowd(3000.0, grows)


@pytest.mark.parametrize(("stated", "grows"), [({}, 70), ({"inserts_per_day": 9}, 9)])
def test_what_updates_push_onto_parents_comes_to_the_children(stated: Json, grows: int) -> None:
    """A move is played in a game: No operation inserts it by itself.."""
    play = {"name": "play", "kind": "update", "entity": "Parent", "per_day": 70, "filter": [{"field": "_id"}],
            "effects": [{"field": "children", "do": "push"}]}  # fmt: skip
    has = {"average": 72, "max": 600}
    found = crowds(
        pair(has=has, rel={"strategy": "PARENT_REF"}, parent={"count": 10}, child=stated, ops=(play,))
    )
    assert found["children"].grows == grows


@pytest.mark.parametrize(
    ("retention", "today", "most"),
    [
        ({"policy": "ttl", "field": "at", "seconds": 1}, 9, 9),
        ({"policy": "archive", "field": "at", "after_days": 1}, 9, 172_800),
        ({"policy": "archive", "field": "at"}, 9, math.inf),
        ({"policy": "keep", "after_days": 1}, 9, math.inf),
    ],
)
def test_retention_keeps_what_came_in_its_time(retention: Json, today: float, most: float) -> None:
    """Two documents a second."""
    parts = [text(), {"name": "at", "type": "date", "required": True}]
    one = entity("Thing", *parts, count=9, inserts_per_day=172_800, retention=retention)
    (found,) = crowds(design([one], [])).values()
    assert (found.today, found.most) == (today, most)


@pytest.mark.parametrize(
    ("retention", "today"),
    [
        ({"policy": "ttl", "field": "at", "seconds": 864_000}, 50),
        ({"policy": "archive", "field": "at", "after_days": 10}, 50),
        ({"policy": "archive", "field": "at"}, 10_000),
        ({"policy": "keep"}, 10_000),
    ],
)
def test_without_a_count_there_is_what_came_while_it_is_kept(retention: Json, today: int) -> None:
    parts = [text(), {"name": "at", "type": "date", "required": True}]
    (found,) = crowds(design([entity("Thing", *parts, inserts_per_day=5, retention=retention)], [])).values()
    assert found.today == today


@pytest.mark.parametrize(
    ("has", "parents", "children", "words"),
    [
        ({"min": 4, "max": 20}, {}, 120_000, "about 120,000, from 10,000 parents × 12"),
        ({"average": 3, "max": 20}, {}, 30_000, "about 30,000, from 10,000 parents × 3"),
        ({"min": 4, "max": 20}, {"count": 50}, 600, "about 600, from 50 parents × 12"),
        ({"min": 4}, {}, 10_000, "10,000"),
    ],
)
def test_children_are_about_as_many_as_assumed_parents_have(
    has: Json, parents: Json, children: float, words: str
) -> None:
    model = pair(MANY, has=has, rel={"strategy": "PARENT_REF"}, parent=parents)
    crowd, survey = crowds(model)["children"], surveyed(model)
    assert (crowd.today, crowd.assumed[0]) == (children, f"count of Child: {words}")
    assert survey.counted("Child").origin == "default"


def test_of_several_parents_that_have_the_fewest_tells_how_many_there_are() -> None:
    other = [entity("Other")]
    second = link("second", MANY, "Other", "Child", has={"min": 0, "max": 5000})
    survey = surveyed(pair(MANY, has={"min": 4, "max": 20}, entities=other, links=[second]))
    assert survey.count("Child") == 120_000
