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
