"""Operations that find the documents they write by a value that some documents don't have, or whose list is full."""

from __future__ import annotations

from typing import Any

from bson import ObjectId

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]


def growers() -> Json:
    """Growers, some with a badge, some in a team."""
    grower = entity("Grower", field("badge", unique=True), field("shift"), field("left", "bool"))
    by_badge, by_shift = [{"field": "badge"}], [{"field": "shift"}]
    leaves = [{"field": "left", "do": "set", "value": True}]
    return {
        "format": "nestlink/1", "name": "Growers", "database": "growers",
        "entities": [grower, entity("Team", field("name"))],
        "relationships": [link("team", "one-to-many", end("Team", field="growers"), {"entity": "Grower", "field": "team", "has": {"min": 0, "max": 1}}, strategy="PARENT_REF")],
        "operations": [
            {"name": "drop", "kind": "delete", "entity": "Grower", "filter": by_badge},
            {"name": "retire", "kind": "update", "entity": "Grower", "filter": by_badge, "effects": leaves},
            {"name": "drop shift", "kind": "delete", "entity": "Grower", "filter": by_shift},
            {"name": "retire shift", "kind": "update", "entity": "Grower", "filter": by_shift, "effects": leaves},
            {"name": "drop team", "kind": "delete", "entity": "Grower", "filter": [{"field": "team"}]},
            {"name": "by badge", "kind": "read", "entity": "Grower", "filter": by_badge},
        ],
    }  # fmt: skip


@replay(growers)
def test_a_write_without_the_value_it_finds_by_changes_nothing(play: Play) -> Steps:
    """``drop()`` deleted a grower without a badge, ``drop shift()`` all without a shift."""
    play.documents = {"growers": [{"_id": ObjectId(f"{n:024x}")} for n in range(3)], "teams": []}
    play.call("drop", badge=None)
    play.call("retire", badge=None)
    play.call("drop shift", shift=None)
    play.call("retire shift", shift=None)
    play.call("drop team", teamId=None)
    done = yield
    refused = [(each or {}).get("refused") for each in done.results]
    assert refused == [f"{name} must have a value" for name in ("badge", "badge", "shift", "shift", "teamId")]
    assert [set(each) for each in done.all("growers")] == [{"_id"}] * 3


@replay(growers)
def test_with_the_value_it_writes_as_before(play: Play) -> Steps:
    rows = ({"badge": "a"}, {"shift": "late"}, {"shift": "late"}, {})
    play.documents = {
        "growers": [{"_id": ObjectId(f"{n:024x}"), **row} for n, row in enumerate(rows)],
        "teams": [],
    }
    play.call("drop", badge="a")
    play.call("retire shift", shift="late")
    done = yield
    left = [{name: value for name, value in each.items() if name != "_id"} for each in done.all("growers")]
    assert left == [{"shift": "late", "left": True}, {"shift": "late", "left": True}, {}]


def vessels() -> Json:
    """Vessels with their former names, at most two, whose name their calls repeat."""
    vessel = entity(
        "Vessel", field("imo", "int", required=True, unique=True), field("name", required=True),
        field("former", "array", items={"type": "string"}, max_items=2),
    )  # fmt: skip
    calls = link(
        "calls", "one-to-many", end("Vessel", field="calls"), {"entity": "Call", "field": "vessel", "has": {"min": 1, "max": 1}},
        strategy="PARENT_REF", copies=[{"field": "name", "of": "from", "policy": "strong", "reads_per_day": 1e6, "updates_per_day": 1}],
    )  # fmt: skip
    rename = [{"field": "name", "do": "set"}, {"field": "former", "do": "push"}]
    return {
        "format": "nestlink/1", "name": "Vessels", "database": "vessels",
        "entities": [vessel, entity("Call", field("at", "date"))], "relationships": [calls],
        "operations": [{"name": "rename", "kind": "update", "entity": "Vessel", "filter": [{"field": "imo"}], "effects": rename}],
    }  # fmt: skip


@replay(vessels)
def test_a_change_that_finds_no_room_changes_no_copy(play: Play) -> Steps:
    """The vessel kept its name, for its list was full, and all its calls had the new one."""
    one, call = ObjectId(), {"_id": ObjectId(), "vessel_name": "A"}
    play.documents = {
        "vessels": [{"_id": one, "imo": 1, "name": "A", "former": ["x"]}],
        "calls": [{**call, "vessel": one}],
    }
    play.call("rename", imo=1, newName="B", newFormer="A")
    play.call("rename", imo=1, newName="C", newFormer="B")
    done = yield
    refused = [(each or {}).get("refused") for each in done.results]
    assert refused == [None, "vessel found, but its former limit is reached"]
    assert [each["name"] for each in done.all("vessels")] == ["B"]
    assert [each["vessel_name"] for each in done.all("calls")] == ["B"]
