"""The first sample document has the designer's examples as they are; what has none lies around them."""

from __future__ import annotations

from typing import Any

from designs.compiler.model.conceptual import stated
from designs.compiler.model.values import typed
from designs.compiler.sampling.records import Records
from tests.compiler.in_parts import compile_design
from tests.compiler.sampling.coherence import world_of
from tests.compiler.sampling.test_coherence import model_of
from tests.compiler.sampling.test_coherence import told as contradictions


def _field(name: str, type: str, example: Any = None) -> dict[str, Any]:
    return {
        "name": name,
        "type": type,
        "required": True,
        **({} if example is None else {"example": example}),
    }


def _one_to_many(name: str, parent: str, child: str) -> dict[str, Any]:
    return {
        "name": name,
        "kind": "one-to-many",
        "from": {"entity": parent},
        "to": {"entity": child, "has": {"min": 1, "max": 1}},
    }


# A badge that runs out long after the shift, a guest whose only date is a birth, an entry soon after the pass.
BATHS: dict[str, Any] = {
    "format": "nestlink/1",
    "name": "Baths",
    "database": "baths",
    "entities": [
        {"name": "Guest", "fields": [_field("name", "string", "Jonas Becker"), _field("born_on", "date", "2011-05-14T00:00:00Z")]},
        {"name": "Pass", "fields": [_field("bought_at", "date"), _field("valid_from", "date", "2026-01-01T00:00:00Z")]},
        {"name": "Entry", "fields": [_field("at", "date", "2026-07-18T14:03:22Z"), _field("paid", "int", 350)]},
        {"name": "Lifeguard", "fields": [_field("hired_on", "date"), _field("badge_until", "date", "2027-02-28T00:00:00Z")]},
        {"name": "Shift", "fields": [_field("starts_at", "date", "2026-07-18T05:30:00Z"), _field("ends_at", "date", "2026-07-18T13:30:00Z")]},
        {"name": "Test kit", "fields": [
            _field("state", "string", "in_use") | {"enum": ["in_use", "calibration", "broken"]},
            _field("next_calibration", "date", "2026-12-01T00:00:00Z") | {"required": False},
        ]},
    ],
    "relationships": [
        _one_to_many("passes", "Guest", "Pass"),
        _one_to_many("entries", "Pass", "Entry"),
        _one_to_many("shifts", "Lifeguard", "Shift"),
        _one_to_many("kits", "Lifeguard", "Test kit"),
    ],
}  # fmt: skip


def _baths() -> Records:
    return world_of(compile_design(model_of(BATHS)))


def test_the_first_of_each_has_all_of_its_examples() -> None:
    records = _baths()
    for entity, things in records.world.things.items():
        first = records.of(things[0])
        for field in records.world.fields(entity):
            if stated(field.example):
                assert first[field.name] == typed(field.example, field.all_types), (entity, field.name)


def test_what_they_belong_to_was_there_before_them() -> None:
    assert contradictions(model_of(BATHS)) == []
    records = _baths()
    shift, lifeguard = (records.of(records.world.things[name][0]) for name in ("Shift", "Lifeguard"))
    assert lifeguard["hired_on"] < shift["starts_at"]


def test_a_birth_does_not_tell_when_the_others_are() -> None:
    records = _baths()
    years = {
        value.year
        for entity, things in records.world.things.items()
        for thing in things
        for field in records.world.fields(entity)
        if field.type == "date" and field.name != "born_on"
        for value in [records.of(thing).get(field.name)]
        if value is not None
    }
    assert years <= {2025, 2026, 2027}


def test_numbers_in_a_series_go_on_whatever_their_field_is_called() -> None:
    """A delivery note of LS-2026-04417 was followed by "Call on arrival.", the tag of a log by "reviewed"."""
    fields = [_field("delivery_note", "string", "LS-2026-04417"), _field("tag", "string", "7781-0032")]
    source = {"format": "nestlink/1", "name": "Sawmill", "database": "sawmill", "entities": [{"name": "Delivery", "fields": fields}]}  # fmt: skip
    records = world_of(compile_design(model_of(source)))
    deliveries = [records.of(each) for each in records.world.things["Delivery"][:2]]
    rows = [(each["delivery_note"], each["tag"]) for each in deliveries]
    assert rows == [("LS-2026-04417", "7781-0032"), ("LS-2026-04418", "7781-0033")]


def test_the_first_thing_that_has_a_field_of_a_kind_has_its_example() -> None:
    """A code of certificates was a sentence, as the first document is of another kind."""
    kinds = [
        {"name": "Organic", "fields": [_field("body", "string", "DE-ÖKO-003"), _field("share", "int", 42)]},
        {"name": "Lab", "fields": [_field("note", "string", "As in May") | {"required": False}]},
    ]
    document = {
        "name": "Document",
        "fields": [_field("title", "string", "Licence"), _field("issued", "date")],
    }
    apart = {"from": {"entity": "Document"}, "kind": "is-a"}
    design = BATHS | {
        "entities": [document, *kinds],
        "relationships": [
            {**apart, "name": kind["name"].casefold(), "to": {"entity": kind["name"]}} for kind in kinds
        ],
    }
    records = world_of(compile_design(model_of(design)))
    organic, lab = (records.of(records.world.of(kind["name"])[0]) for kind in kinds)
    assert (organic["body"], organic["share"], lab["note"]) == ("DE-ÖKO-003", 42, "As in May")
