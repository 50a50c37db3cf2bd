"""Three clients with views of different age: what was acknowledged stays, and all stays whole."""

from __future__ import annotations

import json
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from designs import store
from designs.compiler import read, write
from designs.models import Design, Revision
from designs.store import edits
from tests.compiler.random_designs import examples, random_design
from tests.compiler.test_edits import random_edit


class TestThreeClients(TestCase):
    @examples
    @given(st.integers(0, 2**32))
    def test_they_converge(self, seed: int) -> None:
        dice = Random(seed)
        text = json.dumps(random_design(seed, 3, 2, 2, forced=False))
        self.assertIsNotNone(read(text).value)
        design = store.create(text)
        views = {client: (1, store.model_of(design)) for client in range(3)}
        acknowledged = 0
        for step in range(10):
            client = dice.randrange(3)
            revision, model = views[client]
            change = random_edit(dice, model, step)
            try:
                done = store.commit(design, revision, change, None, f"{seed}-{step}")
            except (store.Conflict, store.Refused):
                fresh = Design.objects.get(pk=design.pk)
                views[client] = (fresh.revision, store.model_of(fresh))
                continue
            acknowledged += 1
            if isinstance(change, edits.Set | edits.Rename):
                self._is_there(done.design, change)
            views[client] = (done.revision, store.model_of(done.design))
        self.assertEqual(Revision.objects.filter(design=design).count(), acknowledged + 1)
        self.assertEqual(list(store.differences()), [])
        self.assertEqual(write(store.at_revision(design, 1)), design.text)

    def _is_there(self, design: Design, change: edits.Set | edits.Rename) -> None:
        """What the client was told is saved is what the store now says."""
        wanted = change.value if isinstance(change, edits.Set) else change.name
        self.assertIn(json.dumps(wanted, indent=None)[1:-1].split(",")[0], design.text)
