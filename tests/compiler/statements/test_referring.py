"""What refers to elements that move: what a function changes itself, and what its note leaves to people."""

from __future__ import annotations

from itertools import pairwise

from tests.compiler.compiled import compiled
from tests.compiler.small import MANY, entity, link


def test_what_refers_into_lists_of_lists_is_left_to_people() -> None:
    names = ["House", "Room", "Desk", "Drawer"]
    homes = [
        link(f"{child}s", MANY, parent, child, has={"max": 9}, back={"max": 1}, strategy="EMBED_ARRAY")
        for parent, child in pairwise(names)
    ]
    keys = [
        link(f"{by} {of}", MANY, of, by, back_field="opens", strategy="PARENT_REF")
        for of, by in (("Room", "Key"), ("Drawer", "Pin"))
    ]
    head = {"format": "nestlink/1", "name": "Houses", "database": "houses"}
    found = compiled(
        {**head, "entities": [entity(one) for one in [*names, "Key", "Pin"]], "relationships": homes + keys}
    )
    made = [one for one in found.plan.statements if one.recipe == "Rooms.reassign"]
    assert [(one.op, one.collection) for one in made[3:]] == [("updateMany", "keys")]
    assert made[3].filter.keys() == {"opens"} and all(one.transaction for one in made)
    assert "pins.house_id still references the old one: update it manually." in made[0].comment
    assert "keys.house_id follows." in made[0].comment
