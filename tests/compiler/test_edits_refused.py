"""Edits that nobody's editor sends: each is carried out or refused with its reasons, and takes seconds at most."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.workload import design
from designs.compiler import Model, read, write
from designs.compiler.edits import (
    DESIGN,
    MOST_PARTS,
    Add,
    Edit,
    EditRefused,
    Order,
    Remove,
    Rename,
    Set,
    Several,
    apply,
    both_ways,
    raw_of,
    too_many,
)
from designs.compiler.edits.tree import walk
from tests.compiler.calls import calls
from tests.compiler.library import text_of
from tests.compiler.random_designs import examples
from tests.compiler.test_edits import with_ids

_IDS = ("id0", "id1", "id2", "id5", "id9", DESIGN, "", "nobody", "new")
_KEYS = ("items", "fields", "link_fields", "from", "to", "entity", "entities", "relationships", "operations",
         "name", "id", "format", "layout", "type", "computed", "indexes", "keys", "has", "retention", "groups")  # fmt: skip
_leaves = st.sampled_from([None, True, 0, -1, 1.5, "", "id0", "Student", 10**30, []])
_values = st.recursive(
    _leaves
    | st.fixed_dictionaries({"id": st.sampled_from(_IDS), "name": st.just("n"), "type": st.just("int")}),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_KEYS), inner, max_size=3),
    max_leaves=5,
)
_paths = st.lists(st.sampled_from(_KEYS), max_size=3).map(tuple)
_ids = st.sampled_from(_IDS)
_edit = st.one_of(
    st.builds(Set, id=_ids, path=_paths, value=_values),
    st.builds(Set, id=_ids, path=_paths),
    st.builds(
        Add,
        holder=_ids,
        path=_paths,
        index=st.integers(-2, 3) | st.sampled_from([2**63, -(2**70)]),
        value=st.dictionaries(st.sampled_from(_KEYS), _values, max_size=4).map(
            lambda one: {"id": "new"} | one
        ),
    ),
    st.builds(Remove, id=_ids, dependents=st.booleans()),
    st.builds(Rename, id=_ids, name=st.sampled_from(["", "n", "Student"]), end=st.sampled_from(["", "from"])),
    st.builds(Order, holder=_ids, path=_paths, ids=st.lists(_ids, max_size=3).map(tuple)),
)


@examples
@given(st.lists(_edit, min_size=1, max_size=4))
def test_any_edits_make_a_design_or_are_refused(edits: list[Edit]) -> None:
    model = with_ids(text_of("university"))
    try:
        after = apply(model, Several(edits=tuple(edits)))
    except EditRefused as refused:
        assert refused.faults
        return
    assert read(write(after)).value is not None
    both_ways(raw_of(model), raw_of(after))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("items",), {"type": "object", "fields": [{"name": "inner", "type": "int"}]}),
        (("items",), {"type": "object", "fields": "none"}),
    ],
)
def test_objects_without_ids_do_not_come_in_by_a_property(path: tuple[str, ...], value: Any) -> None:
    model = with_ids(text_of("university"))
    added = Add(
        holder=str(model.entities[0].id),
        path=("fields",),
        index=0,
        value={"id": "l", "name": "l", "type": "array"},
    )
    with pytest.raises(EditRefused):
        apply(model, Several(edits=(added, Set(id="l", path=path, value=value))))


def large(entities: int) -> Model:
    return with_ids(design(entities))


def fields_of(model: Model) -> list[str]:
    return [str(field.id) for entity in model.entities for field in entity.own_fields]


def _work(model: Model, edits: Sequence[Edit]) -> int:
    """Calls that it takes to apply edits: of a large design most of them are to read it."""
    return calls(lambda: apply(model, Several(edits=tuple(edits))))


def test_five_hundred_renames_are_one_step() -> None:
    """One by one they went through the whole design 500 times."""
    model = large(300)
    renames = [Rename(id=key, name=f"renamed_{number}") for number, key in enumerate(fields_of(model)[:500])]
    after = apply(model, Several(edits=tuple(renames)))
    assert _work(model, renames) < 2 * _work(model, renames[:1])
    assert {"renamed_0", "renamed_499"} <= {node["name"] for node in walk(raw_of(after))}


def test_renames_at_once_say_what_they_say_one_by_one() -> None:
    for name in ("university", "web_shop", "bookshop", "department_store"):
        model = with_ids(text_of(name))
        dice = Random(name)
        parts = [*model.entities, *model.links, *(one for e in model.entities for one in e.own_fields)]
        renames = [
            Rename(id=str(one.id), name=f"Fresh {number}")
            for number, one in enumerate(dice.sample(parts, min(12, len(parts))))
            if one.name != "_id"
        ]
        alone = model
        for edit in renames:
            alone = apply(alone, edit)
        assert write(apply(model, Several(edits=tuple(renames)))) == write(alone)


def test_two_names_change_places_in_one_step() -> None:
    model = with_ids(text_of("university"))
    one, other = model.entities[:2]
    swap = (Rename(id=str(one.id), name=other.name), Rename(id=str(other.id), name=one.name))
    after = apply(model, Several(edits=swap))
    assert [entity.name for entity in after.entities[:2]] == [other.name, one.name]
    back = (Rename(id=str(one.id), name=one.name), Rename(id=str(other.id), name=other.name))
    assert write(apply(after, Several(edits=back))) == write(model)


def test_a_whole_design_is_removed_in_one_step() -> None:
    model = large(300)
    removals = [Remove(id=str(one.id), dependents=True) for one in model.entities]
    after = apply(model, Several(edits=tuple(removals)))
    assert _work(model, removals) < 2 * _work(model, removals[:1])
    assert (after.entities, after.links, after.workload) == ([], [], [])


def test_a_thousand_plain_edits_of_a_large_design_look_each_object_up() -> None:
    """Each one used to walk the whole design to find its object."""
    model = large(1000)
    texts = [
        Set(id=key, path=("description",), value="said") for key in reversed(fields_of(model)[-MOST_PARTS:])
    ]
    assert _work(model, texts) < 2 * _work(model, texts[:1])


def test_steps_through_the_whole_design_are_limited() -> None:
    model = large(300)
    keys = fields_of(model)
    mixed = [
        edit
        for number, key in enumerate(keys[:900])
        for edit in (Rename(id=key, name=f"r{number}"), Set(id=key, path=("description",), value="x"))
    ]
    with pytest.raises(EditRefused, match="Put the renames next to each other"):
        apply(model, Several(edits=tuple(mixed)))

    def refused() -> None:
        with pytest.raises(EditRefused):
            apply(model, Several(edits=tuple(mixed)))

    assert calls(refused) < _work(model, mixed[:1]), "it is refused before anything is done"


def test_nested_edits_are_flat_in_the_end_and_not_too_deep() -> None:
    model = with_ids(text_of("university"))
    edit: Edit = Set(id=DESIGN, path=("description",), value="said")
    for _ in range(10):
        edit = Several(edits=(edit,))
    assert apply(model, edit).description == "said"
    for _ in range(600):
        edit = Several(edits=(edit,))
    with pytest.raises(EditRefused, match="nested"):
        apply(model, edit)


def test_too_many_parts_are_seen() -> None:
    parts = tuple(Set(id=DESIGN, path=("description",), value=str(number)) for number in range(MOST_PARTS))
    assert not too_many(Several(edits=parts))
    assert too_many(Several(edits=(Several(edits=parts), parts[0])))
