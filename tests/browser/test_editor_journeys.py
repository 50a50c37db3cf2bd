"""The university drawn from nothing: with the mouse alone, by keyboard alone, by touch. Its plan is the golden
plan of the library's design; what it took is what docs/draw.md says. `make test` draws two or three entities with all
that is said of them, and NESTLINK_SOAK all five, which test_editor_university.py draws in every run."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from designs import store
from designs.compiler import EXPORTERS, compile_design, field_grammar, read

from .drawing import BLANK, drawn, signed_in
from .hands import Hands, Keyboard, Mouse, Quick, Touch
from .watched import Watched

ROOT = Path(__file__).resolve().parent.parent.parent
TEXT = (ROOT / "designs" / "library" / "university.json").read_bytes()
MODEL: Any = read(TEXT).value
RAW = json.loads(TEXT)
AT_LENGTH = bool(os.environ.get("NESTLINK_SOAK"))
TWO = ("Student", "Message")
"""What is drawn in every run: names, descriptions, numbers, options of an entity and of a relationship, a name for the
other end, and operations with each cell but that of what is read along, which the journey by touch fills in."""
THREE = (*TWO, "IdCard")
BY_TOUCH = ("renew card", "messages of a student")
"""Operations of three entities that are filled in by touch in every run; together they fill in every cell."""
PLACES = {
    "Student": (520, 330),
    "IdCard": (380, 130),
    "Email": (780, 130),
    "Course": (950, 330),
    "Message": (520, 560),
}
NUMBERS = (
    ("IdCard", "1", "1", ""),
    ("Email", "1..10 ~2", "1", ""),
    ("Course", "0..100 ~30", "0..* ~600", ""),
    ("Message", "0..* ~300", "1", "posted_by"),
)  # fmt: skip
# What else its plan depends on, in the order of the inspector.
PROPERTIES = (
    ("design", "Drawing", (("name", "University"), ("database", "university")), ()),
    ("entities", "Student", (("count", "20000"), ("inserts_per_day", "10"), ("description", RAW["entities"][0]["description"])), ()),
    ("entities", "IdCard", (), (("kind", "Owned by another entity"),)),
    ("entities", "Email", (), (("kind", "Owned by another entity"),)),
    ("entities", "Course", (("count", "1000"), ("inserts_per_day", "1"), ("description", RAW["entities"][3]["description"])), ()),
    ("entities", "Message", (("count", "6e6"), ("description", RAW["entities"][4]["description"])), (("kind", "Event"),)),
    ("relationships", "courses", (), (("to.has.growth", "unbounded"),)),
    ("relationships", "messages", (), (("from.has.growth", "unbounded"), ("exclusive_owner", "yes"))),
)  # fmt: skip


def fresh(watched: Watched, address: str, hands: type[Hands], size: tuple[int, int] = (1440, 900)) -> Any:
    ann = User.objects.create_user("ann")
    store.create(json.dumps(BLANK), ann, slug="drawing")
    watched.page.set_viewport_size({"width": size[0], "height": size[1]})
    signed_in(watched.page.context, ann, address)
    drawer = hands(watched.page, "drawing")
    drawer.open()
    return drawer


def part_of(raw: dict[str, Any], entities: tuple[str, ...]) -> dict[str, Any]:
    """A design of these entities alone, with what is said of them and nothing else."""
    ties = [
        one for one in raw["relationships"] if {one["from"]["entity"], one["to"]["entity"]} <= {*entities}
    ]
    fields = {
        one[end]["field"]
        for one in raw["relationships"]
        if one not in ties
        for end in ("from", "to")
        if "field" in one[end]
    }
    work = [
        one
        for one in raw["operations"]
        if one["entity"] in entities
        and not {*one.get("includes", ()), *(each["field"] for each in one.get("filter", ()))} & fields
    ]
    own = [one for one in raw["entities"] if one["name"] in entities]
    return raw | {"entities": own, "relationships": ties, "operations": work}


def draw(hands: Any, design: dict[str, Any]) -> None:
    """The entities with their fields, and the relationships with their numbers."""
    names = [one["name"] for one in design["entities"]]
    for entity in MODEL.entities:
        if entity.name in names:
            lines = field_grammar.write_fields(entity.own_fields).splitlines()
            hands.entity(entity.name, lines, PLACES[entity.name])
    for other, has, back, called in NUMBERS:
        if other in names:
            hands.relation("Student", other, has, back, called)


def fill_in(hands: Any, design: dict[str, Any]) -> None:
    known = {"Drawing", *(one["name"] for kind in ("entities", "relationships") for one in design[kind])}
    for kind, name, texts, options in PROPERTIES:
        if name not in known:
            continue
        hands.choose(kind, name)
        for part, label in options:
            hands.option(part, label)
        for part, text in texts:
            hands.text(part, text)
    hands.work([{"at": at, **as_cells(one)} for at, one in enumerate(design["operations"])])


def as_cells(one: dict[str, Any]) -> dict[str, Any]:
    """An operation of a design file as the cells of the workload's table."""
    sort = ", ".join(
        key["field"] + (" desc" if key.get("direction") == -1 else "") for key in one.get("sort", ())
    )
    cells = {
        "kind": one["kind"], "entity": one["entity"], "filter": ", ".join(each["field"] for each in one.get("filter", ())),
        "sort": sort, "with": ", ".join(one.get("includes", one.get("changes", ()))),
        "limit": str(one.get("limit", "")), "per_day": str(one["per_day"]),
    }  # fmt: skip
    return {"name": one["name"], "cells": {key: value for key, value in cells.items() if value}}


def plan_of(text: bytes) -> dict[str, Any]:
    model = read(text).value
    assert model is not None
    plan = next(one for one in EXPORTERS if one.output == "plan")
    return without_fixes(plan.render(compile_design(model))[0].text)


def without_fixes(text: str) -> dict[str, Any]:
    """Return a plan without what one click would change of its design: that names ids, and the library's file has none."""
    found: dict[str, Any] = json.loads(text)
    for one in found["findings"]:
        del one["fix"]
    return found


def golden() -> dict[str, Any]:
    return without_fixes((ROOT / "tests/golden/university/plan.json").read_text(encoding="utf-8"))


def drawn_short(hands: Any, design: dict[str, Any]) -> None:
    """The entities with the types of their fields (all of them: five with 13), and the relationships with their numbers."""
    names = [one["name"] for one in design["entities"]]
    for entity in MODEL.entities:
        if entity.name not in names:
            continue
        lines = [
            f"{one.name}: {one.type}!{' unique' if one.unique is True else ''}" for one in entity.own_fields
        ]
        hands.entity(entity.name, lines, PLACES[entity.name])
    for other, has, back, _ in NUMBERS:
        if other in names:
            hands.relation("Student", other, has, back)


def documented(row: str) -> dict[str, int]:
    """What docs/draw.md says that a journey takes."""
    lines = (ROOT / "docs" / "draw.md").read_text(encoding="utf-8").splitlines()
    (line,) = [line for line in lines if line.startswith(f"| {row} |")]
    numbers = [int(cell) for cell in line.split("|")[2:6]]
    return dict(zip(("clicks", "drags", "characters", "keys"), numbers, strict=True))


def test_two_entities_a_field_and_a_reference(watched: Watched, live_server: Any) -> None:
    hands = fresh(watched, live_server.url, Quick)
    hands.entity("Order", ["total: decimal!"], (420, 300))
    box = hands.card("Order").bounding_box()
    hands.drag((box["x"] + box["width"], box["y"] + 18), (900, 420))
    hands.write("Item")
    hands.press("Enter", "Escape")
    design = hands.saved()
    assert [one["name"] for one in design["entities"]] == ["Order", "Item"]
    assert [one["name"] for one in design["relationships"]] == ["items"]
    print("two entities", hands.counted())
    assert hands.counted() == documented("Nestlink")
    assert hands.clicks <= 3 and hands.drags <= 1


def test_the_university_as_most_people_draw(watched: Watched, live_server: Any) -> None:
    """All of it at length."""
    design = RAW if AT_LENGTH else part_of(RAW, TWO)
    hands = fresh(watched, live_server.url, Quick)
    drawn_short(hands, design)
    assert drawn(hands.saved()) == drawn(design)
    print("quick", hands.counted())
    assert not AT_LENGTH or hands.counted() == documented("The university, mouse and Enter")


class TestTouch:
    @pytest.fixture
    def browser_context_args(self, browser_context_args: dict[str, Any]) -> dict[str, Any]:
        return browser_context_args | {"has_touch": True}

    def test_the_university_on_a_phone(self, watched: Watched, live_server: Any) -> None:
        hands = fresh(watched, live_server.url, Touch, (390, 844))
        design = RAW if AT_LENGTH else part_of(RAW, THREE)
        drawn_short(hands, design)
        assert drawn(hands.saved()) == drawn(design)
        print("touch", hands.counted())
        assert not AT_LENGTH or hands.counted() == documented("The university, by touch on a phone")
        # Nobody has said that a message calls its student "posted_by".
        told = json.loads(json.dumps(RAW["operations"]).replace("posted_by", "student_id"))
        cells = [as_cells(one) for one in told if AT_LENGTH or one["name"] in BY_TOUCH]
        assert {key for one in cells for key in one["cells"]} == {
            key for one in told for key in as_cells(one)["cells"]
        }
        hands.work([{"at": at, **one} for at, one in enumerate(cells)])
        print("touch and workload", hands.counted())
        assert [as_cells(one) for one in hands.saved()["operations"]] == cells
        assert not AT_LENGTH or hands.counted() == documented("… with its workload of ten operations")


@pytest.mark.parametrize(
    ("kind", "row"),
    [
        (Mouse, "All of it, mouse alone"),
        pytest.param(Keyboard, "All of it, keyboard alone", marks=pytest.mark.at_length),
    ],
)
def test_the_university_to_its_plan(watched: Watched, live_server: Any, kind: type[Hands], row: str) -> None:
    """At length its plan is the golden one, and what it took is what docs/draw.md says."""
    design = RAW if AT_LENGTH else part_of(RAW, TWO)
    hands = fresh(watched, live_server.url, kind)
    draw(hands, design)
    fill_in(hands, design)
    hands.saved()
    assert len(design["operations"]) >= 3 and design["relationships"]
    assert plan_of(store.load("drawing").text) == (
        golden() if AT_LENGTH else plan_of(json.dumps(design).encode())
    )
    print(row, hands.counted())
    assert not AT_LENGTH or hands.counted() == documented(row)


def test_the_plan_of_all_that_is_drawn_is_the_golden_one() -> None:
    """So that of a part is right where it is that of the same part of the file."""
    assert plan_of(TEXT) == golden()
    part = part_of(RAW, TWO)
    assert [one["name"] for one in part["entities"]] == [*TWO]
    assert plan_of(json.dumps(part).encode()) != golden()
