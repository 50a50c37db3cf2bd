"""Meetings of two changes, settled: whose value was chosen holds, and nobody else's edit is lost."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from designs import store
from designs.compiler import Model
from designs.models import Design, Entity
from designs.store import edits
from designs.store.commits.conflict_resolution import settled, touches
from designs.store.commits.merging import meetings
from tests.compiler.random_designs import examples, random_design
from tests.compiler.test_edits import random_edit
from tests.web.conftest import small_design

pytestmark = pytest.mark.django_db


def key(design: Design, name: str) -> str:
    return Entity.objects.get(design=design, name=name).key


def changed_meanwhile(theirs: Any, **changes: Any) -> tuple[Design, str]:
    """A design at revision 2, where theirs holds, and a whole text made from revision 1."""
    raw = small_design()
    raw["entities"][0]["count"] = 1
    design = store.create(json.dumps(raw))
    store.commit(design, 1, theirs(design), None, "theirs")
    raw["entities"][0] |= changes
    raw["entities"].append({"name": "Course"})
    return design, json.dumps(raw)


def met(design: Design, text: str) -> store.Conflict:
    with pytest.raises(store.Conflict) as stale:
        store.commit(design, 1, text, None, "first")
    return stale.value


@pytest.mark.parametrize(("mine", "count"), [((), 5), ((0,), 9)])
def test_the_chosen_value_holds_and_all_else_is_kept(mine: tuple[int, ...], count: int) -> None:
    design, text = changed_meanwhile(
        lambda one: edits.Set(id=key(one, "Student"), path=("count",), value=5),
        count=9,
        description="of mine",
    )
    assert [(one.theirs, one.ours) for one in met(design, text).meetings] == [(5, 9)]
    for _ in range(2):  # sent twice, applied once
        done = store.settle(design, 1, 2, text, mine, None, "settled", "Uploaded")
    student = store.model_of(done.design).entities[0]
    assert (student.count, student.description, done.revision) == (count, "of mine", 3)
    assert [one.name for one in store.model_of(done.design).entities] == ["Student", "Email", "Course"]
    assert '"id"' not in store.text(done.design, for_download=True)
    assert list(store.differences()) == []


@pytest.mark.parametrize("mine", [(), (0,)])
def test_what_they_removed_stays_away_or_comes_back_as_mine(mine: tuple[int, ...]) -> None:
    design, text = changed_meanwhile(
        lambda one: edits.Remove(id=key(one, "Student"), dependents=True), count=9
    )
    found = met(design, text).meetings
    assert found[0].theirs is store.GONE
    done = store.settle(design, 1, 2, text, mine, None, "settled")
    entities = {one.name: one for one in store.model_of(done.design).entities}
    assert ("Student" in entities) is bool(mine)
    assert not mine or entities["Student"].count == 9
    assert "Course" in entities
    assert list(store.differences()) == []


def test_a_choice_that_makes_no_design_is_refused_and_nothing_is_stored() -> None:
    def theirs(design: Design) -> edits.Several:
        end = {"entity": "Email", "field": "of", "has": {"max": 1}}
        added = {"id": "r2", "name": "more", "kind": "one-to-one", "from": {"entity": "Student"}, "to": end}
        change = edits.Set(id=key(design, "Email"), path=("count",), value=3)
        return edits.Several(
            edits=(edits.Add(holder=edits.DESIGN, path=("relationships",), index=1, value=added), change)
        )

    design, _ = changed_meanwhile(theirs)
    text = json.dumps(small_design(entities=small_design()["entities"][:1], relationships=[]))
    found = met(design, text).meetings
    with pytest.raises(store.Refused, match="Email"):
        store.settle(design, 1, 2, text, range(len(found)), None, "settled")
    assert store.load(design.slug).revision == 2


def test_a_third_change_of_the_same_is_a_conflict_again() -> None:
    ann = User.objects.create(username="ann")
    design, text = changed_meanwhile(
        lambda one: edits.Set(id=key(one, "Student"), path=("count",), value=5), count=9
    )
    met(design, text)
    third = edits.Set(id=key(design, "Student"), path=("count",), value=6)
    store.commit(design, 2, third, ann, "third")
    with pytest.raises(store.Conflict) as again:
        store.settle(design, 1, 2, text, (0,), None, "settled")
    assert [(one.theirs, one.ours) for one in again.value.meetings] == [(6, 9)]


def holds(model: Model, edit: edits.Edit) -> bool:
    """Whether a property has the value that an edit gave it, an object is there or is gone."""
    raw = edits.raw_of(model)
    try:
        match edit:
            case edits.Set():
                value: Any = edits.find(raw, edit.id)
                for name in edit.path:
                    value = value.get(name, edits.ABSENT) if isinstance(value, dict) else edits.ABSENT
                return bool(value is edit.value or edits.same(value, edit.value))
            case edits.Add():
                return bool(edits.find(raw, edit.value["id"]))
            case edits.Remove():
                edits.find(raw, edit.id)
                return False
    except edits.EditRefused:
        return isinstance(edit, edits.Remove)
    return True


def changed(dice: Random, model: Model, step: int) -> Model:
    """The design after a few random edits."""
    for number in range(4):
        with suppress(edits.EditRefused):
            model = edits.apply(model, random_edit(dice, model, step * 10 + number))
    return model


class TestRandomChanges(TestCase):
    @examples
    @given(st.integers(0, 2**32))
    def test_each_choice_holds(self, seed: int) -> None:
        dice = Random(seed)
        design = store.create(json.dumps(random_design(seed, 3, 2, 2, forced=False)))
        base = store.model_of(design)
        theirs, ours = (changed(dice, base, step) for step in (1, 2))
        found = meetings(base, theirs, ours)
        for mine in (range(len(found)), ()):
            try:
                after = edits.apply(theirs, settled(base, theirs, ours, mine))
            except edits.EditRefused:
                continue  # said to the person, and nothing is stored
            left = meetings(base, ours if mine else theirs, after)
            for side in (theirs, ours):
                for edit in edits.difference(base, side).edits:
                    if not any(touches(base, edit, one) for one in found):
                        self.assertTrue(holds(after, edit), edit)
            # an order names what its side holds, and the settled design may hold more
            self.assertEqual([one for one in left if one.path[-1:] != ("order",)], [])
