"""A card that an edit makes grow covers none below it: these make room, each as far as it must, as a part of the edit."""

from __future__ import annotations

from typing import Any

from tests.js.asking import harness

CLEAR = 30


def _entity(name: str, fields: int) -> dict[str, Any]:
    return {"id": name, "name": name, "fields": [_field(f"{name}{n}") for n in range(fields)]}


def _field(name: str) -> dict[str, Any]:
    return {"id": name, "name": name, "type": "int"}


def _added(holder: str, count: int) -> dict[str, Any]:
    edits = [
        {"edit": "add", "holder": holder, "path": ["fields"], "index": 9, "value": _field(f"{holder}_new{n}")}
        for n in range(count)
    ]
    return {"edit": "several", "edits": edits}


def _placed(**places: tuple[int, int]) -> dict[str, Any]:
    return {
        "format": "nestlink/1", "name": "Stack", "entities": [_entity(name, 2) for name in places], "relationships": [],
        "layout": {name: {"x": x, "y": y} for name, (x, y) in places.items()},
    }  # fmt: skip


def _made(design: dict[str, Any], *edits: dict[str, Any]) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = harness("room.mjs").answer({"design": design, "edits": edits})
    return made


def test_those_below_move_down_and_those_beside_stay() -> None:
    # A card of two fields is 92 px high.
    design = _placed(A=(0, 0), B=(100, 110), C=(0, 230), D=(400, 50), E=(0, 900))
    (made,) = _made(design, _added("A", 3))
    layout, high = made["layout"], 92 + 3 * 24
    assert made["over"] == 0
    assert layout["B"] == {"x": 100, "y": high + CLEAR}
    assert layout["C"] == {"x": 0, "y": high + CLEAR + 92 + CLEAR}
    assert (layout["A"], layout["D"], layout["E"]) == tuple(design["layout"][name] for name in "ADE")


def test_what_leaves_room_moves_nothing() -> None:
    design = _placed(A=(0, 0), B=(0, 200))
    moved = {"edit": "set", "id": "design", "path": ["layout", "B"], "value": {"x": 20, "y": 60}}
    added, dragged = _made(design, _added("A", 2), moved)
    assert added["layout"] == design["layout"]
    assert dragged["over"] == 1 and dragged["layout"]["B"] == moved["value"], (
        "who drags a card onto another means it"
    )


def test_cards_that_nobody_placed_make_room_unsaid() -> None:
    design = {**_placed(A=(0, 0), B=(0, 0), C=(0, 0)), "layout": {}}
    (made,) = _made(design, _added("A", 8))
    assert made == {"layout": {}, "over": 0}
