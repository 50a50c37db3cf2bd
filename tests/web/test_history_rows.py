"""History and Compare list what people did: undos and redos in a row are one step, and so is what was set again."""

from __future__ import annotations

import html
import json
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from designs import store
from designs.delivery.pages.change_words import steps
from designs.store import edits

from .conftest import small_design

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def _version(number: int, words: str, way: str = "", who: str = "ann", seconds: int = 0) -> Any:
    made_at = NOON + timedelta(seconds=seconds or number)
    return SimpleNamespace(number=number, words=words, way=way, actor_name=who, made_at=made_at)


def _steps(*versions: Any) -> list[tuple[str, int]]:
    return [(step.words, len(step.versions)) for step in steps(versions[::-1])]


def test_undos_and_redos_in_a_row_are_one_step() -> None:
    done = [_version(1, "Added Gym"), _version(2, "Undid: Added Gym", "undo")]
    assert _steps(*done) == [("Undid: Added Gym", 1), ("Added Gym", 1)]
    done += [_version(3, "Redid: Added Gym", "redo"), _version(4, "Undid: Added Gym", "undo")]
    assert _steps(*done) == [("Undid 2 and redid 1 changes", 3), ("Added Gym", 1)]
    assert _steps(*done[1:2], _version(3, "Undid: Added Wall", "undo")) == [("Undid 2 changes", 2)]


def test_what_is_set_again_at_once_is_one_step_of_one_person() -> None:
    said = "Set maximum of Gym → Wall"
    assert _steps(_version(1, said), _version(2, said)) == [(said, 2)]
    assert len(_steps(_version(1, said), _version(2, said, seconds=300))) == 2
    assert len(_steps(_version(1, said), _version(2, said, who="ben"))) == 2


@pytest.mark.django_db
def test_history_and_compare_have_one_row_for_a_round_of_undo(client: Client) -> None:
    ann = User.objects.create_user("ann")
    slug = store.create(json.dumps(small_design()), ann).slug
    for number in range(1, 6):
        change = edits.Set(id=edits.DESIGN, path=("description",), value=f"text {number}")
        store.commit(store.load(slug), number, change, ann, f"set-{number}")
    for number in range(3):
        store.take_back(store.load(slug), "undo", ann, f"undo-{number}")
    store.take_back(store.load(slug), "redo", ann, "redo-0")
    client.force_login(ann)
    shown = html.unescape(client.get(f"/designs/{slug}/history/").content.decode())
    assert shown.count('class="step"') == 2 and "Undid 3 and redid 1 changes" in shown
    change = edits.Set(id=edits.DESIGN, path=("database",), value="other")
    store.commit(store.load(slug), store.load(slug).revision, change, ann, "last")
    menu = html.unescape(client.get(f"/designs/{slug}/what-if/").content.decode())
    assert menu.count("Undid 3 and redid 1 changes") == 2 and "Undid: " not in menu
