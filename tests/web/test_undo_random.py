"""Undoing everything leads to where a person began, redoing everything to where they were, whatever the
edits; and what somebody else did between stays."""

from __future__ import annotations

import json
from random import Random

import msgspec
from django.contrib.auth.models import User
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from designs import store
from designs.compiler import write
from designs.models import Design
from designs.store import edits
from tests.compiler.random_designs import AT_LENGTH, EXAMPLES, random_design
from tests.compiler.test_edits import random_edit

MOST = 8
few = settings(max_examples=max(15, EXAMPLES // 4), deadline=None, derandomize=not AT_LENGTH)


class TestUndo(TestCase):
    @few
    @given(st.integers(0, 2**32), st.booleans())
    def test_there_and_back_again(self, seed: int, beside: bool) -> None:
        dice = Random(seed)
        ann, bob = (User.objects.create_user(f"{name}{seed}") for name in ("ann", "bob"))
        made = store.create(json.dumps(random_design(seed, 4, 3, 3, forced=False)), ann)
        texts = [self.anns(made)]
        for number in range(MOST):
            if self.edited(made, dice, number, ann):
                texts.append(self.anns(made))
            if beside:
                change = edits.Set(id=edits.DESIGN, path=("description",), value=f"Bob {number}")
                store.commit(made, newest(made).revision, change, bob, f"bob-{number}")
        for number, text in enumerate(reversed(texts[:-1])):
            store.take_back(newest(made), "undo", ann, f"undo-{number}")
            self.assertEqual(self.anns(made), text)
        with self.assertRaises(store.NothingToTakeBack):
            store.take_back(newest(made), "undo", ann, "one-too-many")
        for number, text in enumerate(texts[1:]):
            store.take_back(newest(made), "redo", ann, f"redo-{number}")
            self.assertEqual(self.anns(made), text)
        with self.assertRaises(store.NothingToTakeBack):
            store.take_back(newest(made), "redo", ann, "one-too-many-again")
        if beside:
            self.assertEqual(json.loads(newest(made).text)["description"], f"Bob {MOST - 1}")
        self.assertEqual(list(store.differences()), [])

    def edited(self, design: Design, dice: Random, number: int, ann: User) -> bool:
        """Whether it changed anything: what changes nothing is nothing to undo."""
        before = newest(design)
        edit = random_edit(dice, store.model_of(before), number)
        try:
            done = store.commit(before, before.revision, edit, ann, f"ann-{number}")
        except store.Refused:
            return False
        return bool(done.design.text != before.text)

    def anns(self, design: Design) -> str:
        """The text without what Bob writes."""
        model = store.model_of(newest(design))
        return write(msgspec.structs.replace(model, description=edits.ABSENT))


def newest(design: Design) -> Design:
    return Design.objects.get(pk=design.pk)
