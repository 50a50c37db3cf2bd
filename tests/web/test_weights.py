"""The weights of a design's costs: a form on the page of decisions, stored as an edit."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from designs import store
from designs.models import Design, Revision

from .editors import Editor

pytestmark = pytest.mark.django_db


@pytest.fixture
def editor(design: Design, ann: User) -> Editor:
    return Editor(design, ann)


def sent(editor: Editor, design: Design, **weights: str) -> Any:
    """The answer to the form as sent from the present version."""
    design.refresh_from_db()
    told = {"base_revision": design.revision, "op_id": "weights-" + str(design.revision)} | weights
    return editor.client.post(f"/designs/{design.slug}/weights/", told)


def weights(design: Design) -> Any:
    design.refresh_from_db()
    return json.loads(design.text).get("weights")


def test_the_page_of_decisions_has_the_form_for_those_who_may(editor: Editor, design: Design) -> None:
    page = editor.client.get(f"/designs/{design.slug}/decisions/").content.decode()
    assert f'action="/designs/{design.slug}/weights/"' in page
    assert page.count('type="number"') == 8


def test_weights_are_stored_as_an_edit_and_taken_away_again(counted: Design, ann: User) -> None:
    editor, design = Editor(counted, ann), counted
    assert sent(editor, design, R="2", W="0.5").status_code == 302
    assert weights(design) == {"R": 2, "W": 0.5}
    row = Revision.objects.filter(design=design).latest("number")
    assert "weights" in row.edits
    page = editor.client.get(f"/designs/{design.slug}/decisions/").content.decode()
    assert "round trips × 2" in page
    assert sent(editor, design).status_code == 302
    assert weights(design) is None


@pytest.mark.parametrize("wrong", ["-1", "much", "nan", "1e99"])
def test_what_is_no_weight_is_told_at_its_place(editor: Editor, design: Design, wrong: str) -> None:
    answer = sent(editor, design, R=wrong, T="3")
    assert answer.status_code == 422
    assert 'class="error"' in answer.content.decode() and 'value="3"' in answer.content.decode()
    assert weights(design) is None


def test_only_those_who_may_change_it(design: Design, ann: User, client: Client) -> None:
    store.publish(design, ann)
    assert client.post(f"/designs/{design.slug}/weights/", {"base_revision": 1}).status_code in (302, 403)
    client.force_login(User.objects.create_user("bob"))
    assert client.post(f"/designs/{design.slug}/weights/", {"base_revision": 1}).status_code == 403
    assert 'id="weights"' not in client.get(f"/designs/{design.slug}/decisions/").content.decode()
    assert weights(design) is None


def test_what_somebody_else_weighed_meanwhile_is_not_overwritten(editor: Editor, design: Design) -> None:
    sent(editor, design, R="2")
    old = {"base_revision": 1, "op_id": "weights-old", "R": "3"}
    answer = editor.client.post(f"/designs/{design.slug}/weights/", old)
    assert answer.status_code == 409
    assert weights(design) == {"R": 2}


def test_a_conflict_carries_the_weights(editor: Editor, design: Design) -> None:
    sent(editor, design, R="2")
    old = {"base_revision": 1, "op_id": "weights-old", "R": "3", "W": "4"}
    page = editor.client.post(f"/designs/{design.slug}/weights/", old).content.decode()
    carried = dict(re.findall(r'<textarea name="(\w+)"[^>]*>\n(.*?)</textarea>', page))
    assert (carried["R"], carried["W"], carried["D"]) == ("3", "4", "")
    chosen = carried | {"base_revision": 1, "seen_revision": 2, "op_id": "weights-old", "do": "all_mine"}
    assert editor.client.post(f"/designs/{design.slug}/weights/", chosen).status_code == 302
    assert weights(design) == {"R": 3, "W": 4}
