"""Edits: what each does, that each can be taken back byte for byte, and what is refused."""

from __future__ import annotations

import json
from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from designs.compiler import read, write
from designs.compiler.edits import (
    DESIGN,
    Add,
    Edit,
    EditRefused,
    Order,
    Remove,
    Rename,
    Set,
    Several,
    apply,
    difference,
    edits_from_json,
    edits_to_json,
    goes_with,
    identified,
    inverse,
    without_ids,
)
from designs.compiler.model.conceptual import Model
from tests.compiler.library import names, text_of
from tests.compiler.random_designs import designs, examples


def with_ids(text: str) -> Model:
    model = read(text).value
    assert model is not None
    return identified(model, (f"id{number}" for number in count()))[0]


def university() -> Model:
    return with_ids(text_of("university"))


def key_of(model: Model, name: str) -> str:
    """The id of the first entity, relationship, operation or field of this name."""
    found: list[str] = []

    def look(value: Any) -> None:
        if isinstance(value, dict):
            if value.get("name") == name and "id" in value:
                found.append(value["id"])
            for one in value.values():
                look(one)
        elif isinstance(value, list):
            for one in value:
                look(one)

    look(json.loads(write(model)))
    return found[0]


@pytest.mark.parametrize("name", names())
def test_ids_come_and_go_without_a_trace(name: str) -> None:
    model = read(text_of(name)).value
    assert model is not None
    full, made = identified(model, (f"id{number}" for number in count()))
    assert write(without_ids(full, frozenset(made))) == text_of(name)
    again, none = identified(full, iter(()))
    assert (write(again), none) == (write(full), [])


def test_a_new_text_keeps_the_ids_of_its_namesakes() -> None:
    before = university()
    fresh = read(text_of("university")).value
    assert fresh is not None
    assert write(identified(fresh, iter(()), like=before)[0]) == write(before)


def test_an_id_that_stands_twice_is_refused() -> None:
    raw = json.loads(text_of("university"))
    raw["entities"][0]["id"] = raw["entities"][1]["id"] = "same"
    with pytest.raises(EditRefused, match="same"):
        identified(read(json.dumps(raw)).value, iter(()))  # type: ignore[arg-type]


def test_a_property_is_set_made_and_taken_away() -> None:
    model = university()
    link = model.links[0].id
    edit = Set(id=str(link), path=("navigation", "from_to_per_day"), value=7)
    after = apply(model, edit)
    assert after.links[0].navigation.from_to_per_day == 7  # type: ignore[union-attr]
    assert write(apply(after, inverse(model, edit))) == write(model)
    assert apply(model, Set(id=DESIGN, path=("description",))).description is not model.description


def test_what_breaks_the_design_is_refused_with_its_reason() -> None:
    model = university()
    for edit in (
        Set(id=str(model.links[0].id), path=("from", "has", "max"), value="many"),
        Set(id=str(model.entities[0].id), path=("name",), value=model.entities[1].name),
        Set(id="nobody", path=("name",), value="x"),
        Set(id=DESIGN, path=("entities",), value=[]),
        Remove(id=str(model.entities[0].id)),
        Add(holder=DESIGN, path=("notes",), index=0, value={"id": "n", "name": "n"}),
        Add(holder=DESIGN, path=("entities",), index=0, value={"name": "Idless"}),
        Add(
            holder=DESIGN,
            path=("entities",),
            index=0,
            value={"id": str(model.entities[0].id), "name": "Twin"},
        ),
    ):
        with pytest.raises(EditRefused) as refused:
            apply(model, edit)
        assert refused.value.faults


def test_an_entity_goes_with_what_hangs_on_it() -> None:
    model = university()
    first = model.entities[0]
    gone = goes_with(model, str(first.id))
    assert any(kind == "relationship" for kind, _, _ in gone)
    after = apply(model, Remove(id=str(first.id), dependents=True))
    assert all(first.name not in (link.from_.entity, link.to.entity) for link in after.links)
    assert len(model.links) + len(model.workload) - len(gone) == len(after.links) + len(after.workload)
    assert write(apply(after, inverse(model, Remove(id=str(first.id), dependents=True)))) == write(model)


def test_an_operation_that_only_included_what_went_stays_without_it() -> None:
    raw = two()
    raw["operations"].append(
        {
            "name": "cover",
            "kind": "read",
            "entity": "Author",
            "filter": [{"field": "_id"}],
            "includes": ["wrote"],
        }
    )
    model = with_ids(json.dumps(raw))
    removal = Remove(id=key_of(model, "Book"), dependents=True)
    assert [name for _, _, name in goes_with(model, key_of(model, "Book"))] == ["wrote", "shelf", "find"]
    after = apply(model, removal)
    assert [(one.name, one.includes) for one in after.workload] == [("cover", UNSET)]
    assert write(apply(after, inverse(model, removal))) == write(model)


def test_swapped_names_are_one_edit() -> None:
    model = with_ids(json.dumps(two()))
    one, other = str(model.entities[0].id), str(model.entities[1].id)
    swap = Several(
        edits=(Rename(id=one, name="Between"), Rename(id=other, name="Author"), Rename(id=one, name="Book"))
    )
    after = apply(model, swap)
    assert [entity.name for entity in after.entities] == ["Book", "Author"]
    assert write(apply(after, inverse(model, swap))) == write(model)


def two() -> dict[str, Any]:
    return {
        "format": "nestlink/1", "name": "Two", "database": "two",
        "entities": [
            {"name": "Author", "fields": [{"name": "name", "type": "string"}, {"name": "half", "type": "int", "computed": {"formula": "count(books) / 2"}}]},
            {"name": "Book", "fields": [{"name": "title", "type": "string"}, {"name": "year", "type": "int"}], "indexes": [{"keys": [["title", 1]], "partial": {"$and": [{"year": {"$gt": 1}}]}}]},
        ],
        "relationships": [{"name": "wrote", "kind": "one-to-many", "from": {"entity": "Author"}, "to": {"entity": "Book"}, "recent": {"sort": "year"}}],
        "operations": [
            {"name": "shelf", "kind": "read", "entity": "Author", "filter": [{"field": "books.title"}], "includes": ["wrote"], "projection": ["name", "wrote.year"]},
            {"name": "find", "kind": "read", "entity": "Book", "filter": [{"field": "author_id"}], "sort": [{"field": "year"}]},
        ],
        "groups": [{"name": "all", "entities": ["Author", "Book"]}],
        "layout": {"Author": {"x": 1, "y": 2}},
    }  # fmt: skip


def test_renaming_an_entity_rewrites_every_name_and_path() -> None:
    model = with_ids(json.dumps(two()))
    text = write(apply(model, Rename(id=key_of(model, "Book"), name="Novel")))
    assert "Book" not in text
    assert '"novels.title"' in text
    assert '"count(novels) / 2"' in text
    text = write(apply(model, Rename(id=key_of(model, "Author"), name="Writer")))
    assert "Author" not in text
    assert '"writer_id"' in text


def test_renaming_a_field_rewrites_every_path() -> None:
    model = with_ids(json.dumps(two()))
    after = json.loads(write(apply(model, Rename(id=key_of(model, "year"), name="printed"))))
    assert '"year"' not in json.dumps(after)
    assert after["operations"][0]["projection"] == ["name", "wrote.printed"]
    assert after["entities"][1]["indexes"][0]["partial"] == {"$and": [{"printed": {"$gt": 1}}]}


def test_renaming_a_relationship_and_an_end_rewrites_what_points_there() -> None:
    model = with_ids(json.dumps(two()))
    after = json.loads(write(apply(model, Rename(id=key_of(model, "wrote"), name="written"))))
    assert after["operations"][0]["includes"] == ["written"]
    assert after["operations"][0]["projection"] == ["name", "written.year"]
    after = json.loads(write(apply(model, Rename(id=key_of(model, "wrote"), name="works", end="from"))))
    assert after["operations"][0]["filter"] == [{"field": "works.title"}]


@pytest.mark.parametrize("name", names())
def test_every_name_of_the_library_can_be_changed_and_changed_back(name: str) -> None:
    model = with_ids(text_of(name))
    for part in [
        *model.entities,
        *model.links,
        *model.workload,
        *(f for e in model.entities for f in e.own_fields),
    ]:
        if part.name == "_id":
            continue
        edit = Rename(id=str(part.id), name="Renamed Thing")
        after = apply(model, edit)
        assert write(apply(after, inverse(model, edit))) == write(model)


def test_edits_survive_their_json_form() -> None:
    edit = Several(edits=(Rename(id="a", name="b"), Set(id="a", path=("x",)), Order(holder="a", path=("fields",), ids=("b",)), Set(id="a", path=("x",), value=None)))  # fmt: skip
    assert edits_from_json(edits_to_json(edit)) == edit


@examples
@given(designs(), designs())
def test_any_design_becomes_any_other(one: dict[str, Any], other: dict[str, Any]) -> None:
    before, after = read(json.dumps(one)).value, read(json.dumps(other)).value
    if before is None or after is None:
        return  # a ring of forced embedding
    old, _ = identified(before, (f"o{number}" for number in count()))
    new, _ = identified(after, (f"n{number}" for number in count()), like=old)
    assert write(apply(old, difference(old, new))) == write(new)


@examples
@given(designs(), st.integers(0, 2**32))
def test_random_sequences_undo_to_the_start(raw: dict[str, Any], seed: int) -> None:
    start = read(json.dumps(raw)).value
    if start is None:
        return  # a ring of forced embedding
    model, _ = identified(start, (f"id{number}" for number in count()))
    texts, undos = [write(model)], []
    for number in range(8):
        edit = random_edit(Random(seed + number), model, number)
        try:
            after = apply(model, edit)
        except EditRefused:
            continue
        undos.append(inverse(model, edit))
        model = after
        texts.append(write(model))
    assert undos
    for undo, text in zip(reversed(undos), reversed(texts[:-1]), strict=True):
        model = apply(model, undo)
        assert write(model) == text


def random_edit(dice: Random, model: Model, number: int) -> Edit:
    """Some edit of the design, often one that is refused."""
    if not model.entities:
        return Add(
            holder=DESIGN, path=("entities",), index=0, value={"id": f"e{number}", "name": f"E{number}"}
        )
    entity = dice.choice(model.entities)
    parts = [*model.entities, *model.links, *model.workload, *entity.own_fields]
    some = str(dice.choice(parts).id)
    ids = [str(one.id) for one in model.entities]
    field = {"id": f"new{number}", "name": f"new{number}", "type": "string"}
    rows = [str(one.id) for one in entity.own_fields]
    ends = {
        end: {"entity": dice.choice(model.entities).name, "has": {"min": 0, "max": dice.randrange(1, 9)}}
        for end in ("from", "to")
    }
    link = {"id": f"r{number}", "name": f"r{number}", "kind": "one-to-many", **ends}
    return dice.choice(
        [
            Rename(id=some, name=f"Fresh {number}"),
            Set(id=some, path=("description",), value=f"text {number}"),
            Remove(id=some),
            Remove(id=str(entity.id), dependents=True),
            Add(holder=str(entity.id), path=("fields",), index=dice.randrange(3), value=field),
            Add(holder=DESIGN, path=("entities",), index=0, value={"id": f"e{number}", "name": f"E{number}"}),
            Order(holder=DESIGN, path=("entities",), ids=tuple(dice.sample(ids, len(ids)))),
            Order(holder=str(entity.id), path=("fields",), ids=tuple(dice.sample(rows, len(rows)))),
            Add(holder=DESIGN, path=("relationships",), index=0, value=link),
            Several(
                edits=(
                    Rename(id=str(entity.id), name=f"Both {number}"),
                    Add(holder=str(entity.id), path=("fields",), index=0, value=field),
                )
            ),
            Set(id=DESIGN, path=("layout", entity.name), value={"x": number, "y": 1}),
        ]
    )
