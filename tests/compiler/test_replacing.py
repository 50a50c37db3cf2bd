"""A whole new value for one object, as a form hands it back: renames are seen, ids stay."""

from __future__ import annotations

import json
from itertools import count
from typing import Any

import pytest
from hypothesis import given

from designs.compiler import edits, read, write
from designs.compiler.field_grammar import read_fields, write_fields
from designs.compiler.model.conceptual import Model
from designs.compiler.reading.writing import plain
from tests.compiler.library import names, text_of
from tests.compiler.random_designs import designs, examples
from tests.compiler.test_edits import key_of, university, with_ids


def new_ids() -> Any:
    return (f"new{number}" for number in count())


def raw_of(model: Model, key: str) -> Any:
    return edits.find(edits.raw_of(model), key)


def retyped(model: Model, entity: str, old: str, new: str) -> Model:
    """The design after an entity's fields were edited as text."""
    key = key_of(model, entity)
    fields = next(one for one in model.entities if one.name == entity).own_fields
    text = write_fields(fields)
    assert old in text
    report = read_fields(text.replace(old, new), fields)
    assert report.value is not None, report.findings
    value = raw_of(model, key) | {"fields": plain(report.value.fields)}
    return edits.apply(model, edits.replacing(model, key, value, new_ids()))


@pytest.mark.parametrize("name", names())
def test_what_is_handed_back_unchanged_changes_nothing(name: str) -> None:
    model = with_ids(text_of(name))
    for part in (*model.entities, *model.links, *model.workload):
        key = str(part.id)
        assert edits.replacing(model, key, raw_of(model, key), new_ids()).edits == ()
    assert edits.replacing(model, edits.DESIGN, edits.raw_of(model), new_ids()).edits == ()


@examples
@given(designs())
def test_fields_as_text_change_nothing_in_any_design(raw: dict[str, Any]) -> None:
    if read(json.dumps(raw)).value is None:
        return  # a ring of forced embedding
    model = with_ids(json.dumps(raw))
    for entity in model.entities:
        report = read_fields(write_fields(entity.own_fields), entity.own_fields)
        assert report.value is not None
        value = raw_of(model, str(entity.id))
        value |= {"fields": plain(report.value.fields)} if "fields" in value else {}
        assert edits.replacing(model, str(entity.id), value, new_ids()).edits == ()


def test_a_renamed_field_takes_the_paths_along() -> None:
    model = university()
    after = retyped(model, "Message", "posted_on: date", "written_on: date")
    text = write(after)
    assert '"posted_on"' not in text
    assert key_of(after, "written_on") == key_of(model, "posted_on")
    assert '"written_on"' in write(after).partition('"operations"')[2]


def test_a_new_field_gets_an_id_and_a_lost_one_goes() -> None:
    model = university()
    after = retyped(model, "Message", "posted_on: date", "nick: string\nposted_on: date")
    assert key_of(after, "nick").startswith("new")
    again = retyped(after, "Message", "nick: string\n", "")
    assert write(again) == write(model)


def test_new_names_of_an_entity_and_of_an_end_are_renames() -> None:
    model = university()
    key = key_of(model, "Student")
    change = edits.replacing(model, key, raw_of(model, key) | {"name": "Pupil"}, new_ids())
    assert [type(one) for one in change.edits] == [edits.Rename]
    assert '"Student"' not in write(edits.apply(model, change))
    link = model.links[0]
    value = raw_of(model, str(link.id))
    value["from"]["field"] = "addresses"
    change = edits.replacing(model, str(link.id), value, new_ids())
    assert edits.Rename(id=str(link.id), name="addresses", end="from") in change.edits


def test_every_fault_of_the_grammar_is_told_at_its_place() -> None:
    model = university()
    key = key_of(model, "Student")
    bad = raw_of(model, key) | {"kind": "stong", "count": -1}
    with pytest.raises(edits.EditRefused) as refused:
        edits.replacing(model, key, bad, new_ids())
    kind, number = edits.place_of(model, key)
    place = f"{kind}[{number}]"
    assert {one.subject for one in refused.value.faults} == {f"{place}.kind", f"{place}.count"}
    with pytest.raises(edits.EditRefused, match="per_day"):
        edits.adding(
            model, "operations", {"name": "x", "kind": "read", "entity": "Student", "per_day": -1}, new_ids()
        )


def test_what_is_added_has_an_id() -> None:
    model = university()
    value = {"name": "Room", "fields": [{"name": "plate", "type": "int"}]}
    after = edits.apply(model, edits.adding(model, "entities", value, new_ids()))
    assert key_of(after, "Room").startswith("new")
    assert key_of(after, "plate").startswith("new")
