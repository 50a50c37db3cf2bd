"""Numbers beside a line lie on no other line, decisions on no crow's foot, also where cards stand near one another."""

from __future__ import annotations

from typing import Any

from tests.js.asking import harness

from .test_lines import with_ids

PLACES = {"Clinic": (0, 220), "Employee": (290, 220), "Room": (0, 0), "Owner": (0, 460), "Pet": (290, 460), "Visit": (620, 220)}  # fmt: skip
LINKS = [("Clinic", "Employee", 80), ("Clinic", "Room", 12), ("Owner", "Pet", 30), ("Pet", "Visit", 500), ("Employee", "Visit", None)]  # fmt: skip


def near() -> dict[str, Any]:
    """Columns 58 and 98 px apart; the way from Clinic to Room leads through the one between Clinic and Employee."""
    fields = [{"name": name, "type": "string"} for name in ("first", "second", "third")]
    return with_ids(
        {
            "format": "nestlink/1", "name": "Clinics", "database": "clinics",
            "entities": [{"name": name, "fields": fields} for name in PLACES],
            "relationships": [
                {
                    "name": f"{one} {other}", "kind": "one-to-many", "to": {"entity": other},
                    "from": {"entity": one, "has": {"min": 1, "max": most}},
                }
                for one, other, most in LINKS
            ],
            "layout": {name: {"x": x, "y": y} for name, (x, y) in PLACES.items()},
        }
    )  # fmt: skip


def test_numbers_and_marks_of_short_lines() -> None:
    found: dict[str, int] = harness("labels.mjs").answer({"design": near()})
    assert found["numbers"] == 2 * len(LINKS)
    assert (found["crowded"], found["covered"]) == (0, 0)
    assert found["struck"] <= 1


def gyms() -> dict[str, Any]:
    """A card between two related ones, which leaves less room beside the other end than its number takes."""
    design = near()
    design["entities"] = [one for one in design["entities"] if one["name"] in ("Clinic", "Pet", "Employee")]
    design["relationships"] = [one for one in design["relationships"] if one["name"] == "Clinic Employee"]
    design["layout"] = {
        "Clinic": {"x": 0, "y": 0},
        "Pet": {"x": 290, "y": 40},
        "Employee": {"x": 545, "y": 0},
    }
    return design


def test_no_number_is_half_behind_a_card() -> None:
    found: dict[str, int] = harness("labels.mjs").answer({"design": gyms()})
    assert (found["numbers"], found["behind"], found["left_out"]) == (2, 0, 0)


def test_a_mark_without_words_has_room_for_its_count_of_findings() -> None:
    assert harness("labels.mjs").answer({"design": near()})["bare"] == 38
