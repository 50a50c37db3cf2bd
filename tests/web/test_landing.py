"""What a commit computes, it computes before it takes the write lock; within it only writes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from designs import store
from designs.models import Design, Entity, Relationship, Revision
from designs.store import edits
from designs.store.commits import committing, landing

from .conftest import small_design
from .editors import Editor, described, ids, raw_of

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parent.parent.parent
COMPUTES = ("stored_text", "rows_for", "said", "newest", "at_revision")


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the store computed; each time it looks whether a transaction was begun. (The test's own is one,
    so a begun one is a savepoint in it.)"""
    seen: list[str] = []

    def watch(name: str) -> None:
        original = getattr(committing, name)

        def watching(*given: Any, **more: Any) -> Any:
            assert connection.savepoint_ids == [], f"{name} while the write lock is held"
            seen.append(name)
            return original(*given, **more)

        monkeypatch.setattr(committing, name, watching)

    for name in COMPUTES:
        watch(name)
    return seen


def test_nothing_is_computed_within_the_lock(design: Design, ann: User, computed: list[str]) -> None:
    editor, key = Editor(design, ann), ids(design)["Student"]
    editor.send(described(key, "one"))
    editor.back("undo")
    editor.back("redo")
    editor.revision = 1
    editor.send(described(ids(design)["Email"], "merged"))
    store.commit(design, 5, json.dumps(small_design(description="a whole text")), ann, "whole")
    store.restore(design, 1, ann)
    assert computed.count("rows_for") == 6
    assert "at_revision" in computed


def test_the_admin_computes_nothing_within_the_lock(
    design: Design, bob: User, client: Client, computed: list[str]
) -> None:
    from .admin.pages import address, save
    from .admin.test_editing import page_of

    client.force_login(bob)
    save(client, address("design_change", design.pk), description="said")
    save(client, page_of(Entity.objects.get(design=design, name="Student")), count="12")
    row = Relationship.objects.get(design=design)
    client.post(address("relationship_delete", row.pk), {"post": "yes"})
    chosen = {"action": "delete_selected", "post": "yes"}
    rows = [one.pk for one in Entity.objects.filter(design=design)]
    client.post(address("entity_changelist"), chosen | {"_selected_action": rows})
    assert raw_of(design)["entities"] == []
    assert computed.count("rows_for") == 4


Interrupt = Callable[[Callable[[], Any]], None]


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Interrupt:
    """Do something while the next commit is worked out, each time that it is."""

    def plan(act: Callable[[], Any], times: int = 1) -> None:
        original, left = committing.rows_for, [times]

        def interrupted(*given: Any, **more: Any) -> Any:
            made = original(*given, **more)
            if left[0]:
                left[0] -= 1
                held, left[0] = left[0], 0
                act()
                left[0] = held
            return made

        monkeypatch.setattr(committing, "rows_for", interrupted)

    return plan


def set_(key: str, name: str, value: Any) -> edits.Set:
    return edits.Set(id=key, path=(name,), value=value)


def test_who_comes_between_is_merged(design: Design, meanwhile: Any) -> None:
    key = ids(design)["Student"]
    meanwhile(lambda: store.commit(design, 1, set_(key, "kind", "weak"), None, "between"))
    done = store.commit(design, 1, set_(key, "count", 5), None, "slow")
    assert done.revision == 3
    student = raw_of(design)["entities"][0]
    assert (student["count"], student["kind"]) == (5, "weak")
    assert list(store.differences()) == []


def test_who_removed_the_entity_between_is_met(design: Design, meanwhile: Any) -> None:
    """The rows that the change was worked out for are gone by then."""
    keys = ids(design)
    meanwhile(
        lambda: store.commit(design, 1, edits.Remove(id=keys["Email"], dependents=True), None, "between")
    )
    with pytest.raises(store.Conflict):
        store.commit(design, 1, edits.Rename(id=keys["Email"], name="Mail"), None, "slow")
    assert list(store.differences()) == []


def test_the_same_operation_sent_twice_at_once_is_applied_once(design: Design, meanwhile: Any) -> None:
    change = set_("design", "description", "once")
    meanwhile(lambda: store.commit(design, 1, change, None, "op"))
    again = store.commit(design, 1, change, None, "op")
    assert (again.revision, again.again) == (2, True)
    assert Revision.objects.filter(design=design).count() == 2


def test_two_undoes_at_once_take_two_changes_back(design: Design, ann: User, meanwhile: Any) -> None:
    for number in (1, 2):
        store.commit(design, number, set_("design", "description", f"text {number}"), ann, f"op-{number}")
    meanwhile(lambda: store.take_back(design, "undo", ann, "first-undo"))
    store.take_back(design, "undo", ann, "second-undo")
    assert "description" not in raw_of(design)
    assert [row.reverts for row in store.history(design)[:2]] == [2, 3]


def test_several_designs_are_changed_or_none(design: Design, meanwhile: Any) -> None:
    other = store.create(json.dumps(small_design(name="Other")))
    asked = store.Asked(1, set_("design", "description", "both"), merge=False)
    meanwhile(lambda: store.commit(other, 1, set_("design", "description", "theirs"), None, "theirs"))
    with pytest.raises(store.Conflict):
        store.commit_all([(design, asked, "one"), (other, asked, "two")], None)
    assert Design.objects.get(pk=design.pk).revision == 1
    store.commit_all([(design, asked, "one")], None)
    assert raw_of(design)["description"] == "both"


def quicker(design: Design) -> Callable[[], None]:
    """Somebody who changes the description each time."""
    numbers = iter(range(100))

    def change() -> None:
        base = Design.objects.get(pk=design.pk).revision
        edit = set_("design", "description", f"text {base}")
        store.commit(design, base, edit, None, f"op-{next(numbers)}")

    return change


def test_who_was_late_a_few_times_and_needs_a_moment_has_the_lock(
    design: Design, ann: User, meanwhile: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(landing, "BRIEF", 600)  # a moment, however busy the machine is
    act, depths = quicker(design), []

    def other() -> None:
        depths.append(len(connection.savepoint_ids))
        if len(depths) <= landing.OUTSIDE:
            act()

    meanwhile(other, times=100)
    done = store.commit(design, 1, set_(ids(design)["Student"], "count", 5), ann, "late")
    assert done.revision == 1 + landing.OUTSIDE + 1
    assert [depth - depths[0] for depth in depths] == [*[0] * landing.OUTSIDE, 1]


def test_who_needs_long_and_loses_each_time_is_asked_to_come_again(
    design: Design, ann: User, meanwhile: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(landing, "BRIEF", 0)
    editor, act, tries = Editor(design, ann, raise_request_exception=False), quicker(design), []

    def other() -> None:
        tries.append(len(connection.savepoint_ids))
        act()

    meanwhile(other, times=100)
    change = described(ids(design)["Student"], "mine")
    body = {"op": "loses-each-time", "base": 1, "edit": change}
    answer = editor.client.post(editor.place, json.dumps(body), "application/json")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "10")
    assert tries == [tries[0]] * landing.TRIES
    assert not Revision.objects.filter(op_id="loses-each-time").exists()


def test_pages_are_read_while_another_process_holds_the_write_lock(migrated: Path) -> None:
    """Saves wait, and are asked to come again when the wait is too long."""
    names = {"SQLITE_PATH": str(migrated), "DATABASE_URL": ""}
    names |= {"DJANGO_SETTINGS_MODULE": "modeler.settings"}
    command = [sys.executable, "-m", "tests.web.locked_database"]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | names, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found.pop("slowest") < 2.5
    assert found == {
        "failed": [],
        "message": True,
        "waited": [200, True],
        "refused": [503, "10"],
        "after": 200,
    }
