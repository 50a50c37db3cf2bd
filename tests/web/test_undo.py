"""Undo and redo over HTTP: per person, from history alone, past what others did."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from designs import store
from designs.models import Design, Revision

from .editors import Editor, described, ids, raw_of

pytestmark = pytest.mark.django_db


def test_undo_and_redo_walk_the_whole_way(design: Design, ann: User) -> None:
    editor, key = Editor(design, ann), ids(design)["Student"]
    texts = [Design.objects.get(pk=design.pk).text]
    for number in range(5):
        editor.send(described(key, f"text {number}"), words=f"Said {number}")
        texts.append(Design.objects.get(pk=design.pk).text)
    for number, text in enumerate(reversed(texts[:-1])):
        editor = Editor(Design.objects.get(pk=design.pk), ann)  # as after a reload
        told = editor.back("undo", op=f"undo-number-{number}")
        assert Design.objects.get(pk=design.pk).text == text
    assert told["undo"] is None
    assert told["redo"] == "Said 0"
    assert editor.back("undo", 404)["nothing"] is True
    for text in texts[1:]:
        told = editor.back("redo")
        assert Design.objects.get(pk=design.pk).text == text
    assert editor.back("redo", 404)["nothing"] is True
    last = Revision.objects.filter(design=design).first()
    assert last is not None
    assert (last.words, last.way) == ("Redid: Said 4", "redo")
    assert last.reverts == Revision.objects.get(design=design, words="Undid: Said 4").number


def test_a_change_of_ones_own_ends_redoing(design: Design, ann: User) -> None:
    editor, key = Editor(design, ann), ids(design)["Student"]
    editor.send(described(key, "one"))
    editor.back("undo")
    editor.send(described(key, "two"))
    editor.back("redo", 404)
    editor.back("undo")
    assert "description" not in raw_of(design)["entities"][0]
    editor.back("undo", 404)


def test_a_change_ends_redoing_even_where_it_was_undone_and_redone_itself(design: Design, ann: User) -> None:
    editor, key = Editor(design, ann), ids(design)["Student"]
    editor.send(described(key, "abandoned"))
    editor.back("undo")
    editor.send(described(key, "kept"))
    editor.back("undo")
    assert editor.back("redo")["redo"] is None
    editor.back("redo", 404)
    assert raw_of(design)["entities"][0]["description"] == "kept"


def test_what_is_offered_after_a_save_costs_one_query(
    design: Design, ann: User, django_assert_num_queries: Any
) -> None:
    editor, key = Editor(design, ann), ids(design)["Student"]
    for number in range(3):
        editor.send(described(key, f"text {number}"), words=f"Said {number}")
    editor.back("undo")
    current = Design.objects.get(pk=design.pk)
    with django_assert_num_queries(1):
        assert store.offers(current, ann) == {"undo": "Said 1", "redo": "Said 2"}


def test_undo_leaves_what_others_did(design: Design, ann: User, bob: User) -> None:
    one, other = Editor(design, ann), Editor(design, bob)
    one.send(described(ids(design)["Student"], "one"))
    other.send(described(ids(design)["Email"], "other"))
    told = one.back("undo")
    assert [change["way"] for change in told["since"]] == ["", "undo"]
    left, right = raw_of(design)["entities"]
    assert ("description" in left, right["description"]) == (False, "other")
    other.back("undo")
    assert "description" not in raw_of(design)["entities"][1]


def test_undo_of_what_somebody_changed_since_asks(design: Design, ann: User, bob: User) -> None:
    one, other, key = Editor(design, ann), Editor(design, bob), ids(design)["Student"]
    one.send(described(key, "one"))
    other.revision = 2
    other.send(described(key, "other"))
    told = one.back("undo", 409)
    assert told["meetings"][0]["theirs"] == {"state": "stated", "value": "other"}
    one.back("undo", seen=told["revision"], mine=[])
    assert raw_of(design)["entities"][0]["description"] == "other"
    one.back("undo", 404)
    assert one.back("redo")["since"][-1]["edit"]["edits"] == []  # it had no effect to bring back


def test_undo_of_a_name_reaches_what_came_under_it(design: Design, ann: User, bob: User) -> None:
    one, other, key = Editor(design, ann), Editor(design, bob), ids(design)["Student"]
    one.send({"edit": "rename", "id": key, "name": "Learner"})
    other.revision = 2
    link = {
        "id": "newlink",
        "name": "friends",
        "kind": "many-to-many",
        "from": {"entity": "Learner"},
        "to": {"entity": "Email"},
    }
    other.send({"edit": "add", "holder": "design", "path": ["relationships"], "index": 1, "value": link})
    one.back("undo")
    after = raw_of(design)
    assert after["entities"][0]["name"] == "Student"
    assert [one["from"]["entity"] for one in after["relationships"]] == ["Student", "Student"]


def test_undo_sent_twice_is_done_once(design: Design, ann: User) -> None:
    editor = Editor(design, ann)
    for text in ("one", "two"):
        editor.send(described("design", text))
    assert editor.back("undo", op="undo-once")["again"] is False
    assert editor.back("undo", op="undo-once")["again"] is True
    assert raw_of(design)["description"] == "one"
