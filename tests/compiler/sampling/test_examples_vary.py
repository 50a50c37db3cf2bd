"""The first thing alone has the designer's example of what it is called; others are called otherwise."""

from __future__ import annotations

from tests.compiler.sampling.test_between import _field, _link, _records
from tests.compiler.sampling.test_called import ALWAYS, FREE, _all


def test_people_named_as_in_a_letter_are_several() -> None:
    """Three clients were all Mrs H. Lindqvist, one with the mail of Ravi Marchetti."""
    client = [_field("paddle_name", example="Mrs H. Lindqvist"), _field("email", unique=True)]
    rows = _all(_records({"Client": client}, []), "Client")
    assert rows[0]["paddle_name"] == "Mrs H. Lindqvist"
    assert len({row["paddle_name"] for row in rows}) == len(rows) > 1
    for row in rows:
        title, initial, family = row["paddle_name"].split(" ")
        local = row["email"].partition("@")[0]
        assert title in ("Mrs", "Ms", "Mr") and len(initial) == 2
        assert local[0] == initial[0].lower() and local.endswith(family.lower())


def test_a_department_is_not_called_like_the_first_and_a_side() -> None:
    """Old Master Paintings North."""
    fields = [_field("code", unique=True, example="OMP"), _field("name", example="Old Master Paintings")]
    rows = _all(_records({"Department": fields}, []), "Department")
    assert [row["name"] for row in rows[:2]] == ["Old Master Paintings", "Department 2"]


def test_categories_are_called_by_what_the_design_sorts() -> None:
    """Toys with the slug landscape-painting, above Electronics and Kitchen, in a house that sells art."""
    parts = {
        "Department": [_field("name", example="Old Master Paintings")],
        "Category": [_field("name"), _field("slug", unique=True, example="landscape-painting")],
        "Lot": [_field("title")],
        "Painting": [_field("medium")],
        "Jewel": [_field("metal")],
    }
    links = [
        _link("sorted", "one-to-many", ("Category", "lots", FREE), ("Lot", "category", ALWAYS)),
        {"name": "is painting", "kind": "is-a", "from": {"entity": "Lot"}, "to": {"entity": "Painting"}},
        {"name": "is jewel", "kind": "is-a", "from": {"entity": "Lot"}, "to": {"entity": "Jewel"}},
    ]
    rows = _all(_records(parts, links), "Category")
    names = ["Landscape painting", "Paintings", "Jewels"]
    assert [row["name"] for row in rows[:3]] == names[: len(rows)]
    assert all(row["slug"] == row["name"].lower().replace(" ", "-") for row in rows)
