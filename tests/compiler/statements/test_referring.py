"""What refers to elements that move follows them, however deep it is in them."""

from __future__ import annotations

from itertools import pairwise

from tests.compiler.compiled import compiled
from tests.compiler.small import MANY, entity, link


def test_what_refers_into_lists_of_lists_follows() -> None:
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
    assert [(one.op, one.collection) for one in made[3:]] == [("updateMany", "keys"), ("updateMany", "pins")]
    assert all(one.filter.keys() == {"opens"} for one in made[3:]) and all(one.transaction for one in made)
    assert "keys.house_id and pins.house_id follow." in made[0].comment
