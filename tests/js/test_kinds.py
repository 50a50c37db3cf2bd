"""The kind of a relationship follows from how many each end has, whichever end somebody began at."""

from __future__ import annotations

from typing import Any

import pytest

from tests.js.asking import harness

Json = dict[str, Any]
ONE, MANY = {"min": 1, "max": 1}, {"min": 0, "max": None}


def after(link: Json, side: str, has: Json) -> Json:
    """Return a relationship after its edits."""
    changed = {**link, "from": {**link["from"]}, "to": {**link["to"]}}
    for edit in harness("kinds.mjs").answer({"link": link, "side": side, "has": has}):
        if edit["edit"] == "set":
            *way, last = edit["path"]
            holder = changed
            for key in way:
                holder = holder[key]
            holder[last] = edit.get("value")
    return changed


@pytest.mark.parametrize("order", [("from", "to"), ("to", "from")])
def test_many_members_of_one_plan_drawn_from_the_member(order: tuple[str, str]) -> None:
    """A member has one plan and a plan any number of members: the reference stands in the member."""
    link = {"id": "a", "name": "plans", "kind": "one-to-many", "from": {"entity": "Member", "has": MANY},
            "to": {"entity": "Plan", "has": ONE}}  # fmt: skip
    for side in order:
        link = after(link, side, ONE if side == "from" else MANY)
    assert link["kind"] == "one-to-many"
    assert (link["from"], link["to"]) == ({"entity": "Plan", "has": MANY}, {"entity": "Member", "has": ONE})


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [(ONE, ONE, "one-to-one"), (MANY, ONE, "one-to-many"), (MANY, MANY, "many-to-many")],
)
def test_other_kinds(one: Json, other: Json, kind: str) -> None:
    link = {"id": "a", "name": "r", "kind": "one-to-many", "from": {"entity": "A", "has": MANY},
            "to": {"entity": "B", "has": ONE}}  # fmt: skip
    found = after(after(link, "from", one), "to", other)
    assert (found["kind"], found["from"], found["to"]) == (
        kind,
        {"entity": "A", "has": one},
        {"entity": "B", "has": other},
    )


def name_of(link: Json, **job: Any) -> str:
    """Return what a relationship is called after its edits."""
    edits = harness("kinds.mjs").answer({"link": link, "names": [link["name"]], **job})
    return next((one["name"] for one in reversed(edits) if one["edit"] == "rename"), link["name"])


def test_a_name_that_nobody_chose_follows_the_direction() -> None:
    """Drawn from the child: what it leads to is the child now."""
    link = {"id": "a", "name": "pets", "kind": "one-to-many", "from": {"entity": "Vaccination", "has": MANY},
            "to": {"entity": "Pet", "has": ONE}}  # fmt: skip
    assert name_of(link, swap=True) == "vaccinations"
    assert name_of({**link, "name": "treated"}, swap=True) == "treated"
    assert name_of(link, swap=True, names=["pets", "vaccinations"]) == "pet_vaccinations"
    single = {**link, "to": {"entity": "Pet", "has": MANY}}
    assert name_of(single, side="from", has=ONE) == "vaccinations"
    assert name_of(link, side="from", has=ONE) == "pet"


def test_the_ends_are_exchanged_with_their_numbers() -> None:
    link = {"id": "a", "name": "pets", "kind": "one-to-many", "from": {"entity": "Vaccination", "has": MANY},
            "to": {"entity": "Pet", "field": "animal", "has": ONE}}  # fmt: skip
    edits = harness("kinds.mjs").answer({"link": link, "swap": True, "names": ["pets"]})
    ends = {one["path"][0]: one["value"] for one in edits if one["edit"] == "set"}
    assert ends == {
        "from": {"entity": "Pet", "field": "animal", "has": MANY},
        "to": {"entity": "Vaccination", "has": ONE},
    }


def test_a_many_to_many_is_only_turned_around() -> None:
    """What is said of an end, and of the way from it, stays with its entity."""
    link = {
        "id": "a", "name": "cast", "kind": "many-to-many", "link_owner": "from",
        "from": {"entity": "Scene", "has": {"min": 1, "max": 8}}, "to": {"entity": "Actor", "has": MANY},
        "navigation": {"from_to_per_day": 40}, "copies": [{"field": "name", "of": "to"}],
    }  # fmt: skip
    edits = harness("kinds.mjs").answer({"link": link, "swap": True})
    assert {one["path"][0]: one["value"] for one in edits if one["edit"] == "set"} == {
        "from": link["to"],
        "to": link["from"],
        "navigation": {"to_from_per_day": 40},
        "link_owner": "to",
        "copies": [{"field": "name", "of": "from"}],
    }


def renamed_with(entity: str, name: str, *links: Json) -> dict[str, str]:
    """Return what is called otherwise once an entity is, by its id."""
    design = {"entities": [{"id": entity, "name": entity}], "relationships": list(links)}
    edit = harness("kinds.mjs").answer({"design": design, "entity": design["entities"][0], "name": name})
    return {one["id"]: one["name"] for one in edit.get("edits", [edit])}


def test_a_name_that_nobody_chose_follows_the_entity() -> None:
    """Else `pistes`, between lifts and slopes, would be the collection of their links."""
    ways, own, others = (
        {"id": key, "name": name, "kind": kind, "from": {"entity": "Lift"}, "to": {"entity": other}}
        for key, name, kind, other in (
            ("ways", "pistes", "many-to-many", "Piste"),
            ("own", "ways down", "one-to-many", "Piste"),
            ("others", "scans", "one-to-many", "Scan"),
        )
    )
    back = {
        **others,
        "id": "back",
        "name": "piste_lifts",
        "from": {"entity": "Piste"},
        "to": {"entity": "Lift"},
    }
    assert renamed_with("Piste", "Slope", ways, own, others) == {"Piste": "Slope", "ways": "slopes"}
    assert renamed_with("Piste", "Slope", ways, {**back, "id": "b"}, {**others, "name": "lifts"}) == {
        "Piste": "Slope", "ways": "slopes", "b": "slope_lifts",
    }  # fmt: skip
    assert renamed_with("Piste", "Scan", ways, others) == {"Piste": "Scan", "ways": "lift_scans"}
    assert renamed_with("Piste", "Slope", own) == {"Piste": "Slope"}
