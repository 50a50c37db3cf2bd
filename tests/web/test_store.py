"""The store: what goes in comes back byte for byte, and only commits change it."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.db.models import RestrictedError
from hypothesis import given
from hypothesis.extra.django import TestCase

from designs import store
from designs.compiler import read, write
from designs.models import Design, Entity, Relationship, Revision
from designs.store import edits
from tests.compiler.random_designs import designs, examples
from tests.web.conftest import LIBRARY, small_design

FIXTURES = Path(__file__).resolve().parent.parent / "compiler" / "fixtures"
FILES = [*sorted(LIBRARY.glob("*.json")), *sorted(FIXTURES.glob("F*.json"))]


def canonical(text: str) -> str:
    model = read(text).value
    assert model is not None
    return write(model)


def small() -> Design:
    return store.create(json.dumps(small_design()))


def key(design: Design, name: str) -> str:
    return Entity.objects.get(design=design, name=name).key


def no_differences() -> bool:
    return list(store.differences()) == []


@pytest.mark.django_db
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_comes_back_byte_for_byte(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    design = store.create(text)
    assert store.text(design, for_download=True) == canonical(text)
    assert no_differences()


class TestRandomDesigns(TestCase):
    @examples
    @given(designs())
    def test_they_come_back_byte_for_byte(self, raw: dict[str, Any]) -> None:
        text = json.dumps(raw)
        if read(text).value is None:
            return  # a ring of forced embedding
        design = store.create(text)
        self.assertEqual(store.text(design, for_download=True), canonical(text))
        self.assertTrue(no_differences())


@pytest.mark.django_db
def test_stated_ids_and_odd_numbers_are_kept() -> None:
    raw = small_design()
    raw["entities"][0] |= {"id": "mine", "count": 10**40, "kind": "weak"}
    raw["entities"][1]["count"] = 2**53 + 1
    raw["entities"].append({"name": "Huge", "count": 1e20})
    raw["relationships"][0] |= {"strategy": "auto", "accessed_together": 0.1}
    raw["relationships"][0]["from"]["has"] = {"average": 1.5, "max": None}
    design = store.create(json.dumps(raw))
    assert '"id": "mine"' in store.text(design, for_download=True)
    assert store.text(design, for_download=True) == canonical(json.dumps(raw))
    assert Relationship.objects.get(design=design).from_average == 1.5
    assert no_differences()


@pytest.mark.django_db
def test_a_text_with_faults_is_refused_and_nothing_is_stored() -> None:
    raw = small_design()
    raw["relationships"][0]["to"]["entity"] = "Emial"
    with pytest.raises(store.Refused, match="Emial"):
        store.create(json.dumps(raw))
    raw = small_design()
    raw["entities"][0]["id"] = raw["entities"][1]["id"] = "same"
    with pytest.raises(store.Refused, match="same"):
        store.create(json.dumps(raw))
    assert not Design.objects.exists()


@pytest.mark.django_db
def test_a_commit_changes_rows_text_and_history_together() -> None:
    ann, design = User.objects.create(username="ann"), small()
    done = store.commit(design, 1, edits.Rename(id=key(design, "Email"), name="Address"), ann, "op-1")
    assert (done.revision, done.again) == (2, False)
    design = store.load(design.slug)
    assert Relationship.objects.get(design=design).to_entity.name == "Address"
    assert '"Email"' not in design.text
    newest = store.history(design)[0]
    assert (newest.number, newest.actor_name, newest.op_id) == (2, "ann", "op-1")
    assert newest.words == "Renamed Email to Address"
    assert no_differences()


@pytest.mark.django_db
def test_the_same_operation_twice_is_applied_once() -> None:
    design = small()
    add = edits.Add(holder=edits.DESIGN, path=("entities",), index=0, value={"id": "new", "name": "New"})
    store.commit(design, 1, add, None, "op")
    again = store.commit(design, 1, add, None, "op")
    assert (again.revision, again.again) == (2, True)
    assert Revision.objects.filter(design=design).count() == 2


@pytest.mark.django_db
def test_stale_changes_of_other_things_are_merged() -> None:
    design = small()
    one, other = key(design, "Student"), key(design, "Email")
    store.commit(design, 1, edits.Set(id=one, path=("count",), value=5), None, "a")
    store.commit(design, 1, edits.Set(id=one, path=("kind",), value="weak"), None, "b")
    store.commit(design, 1, edits.Rename(id=other, name="Mail"), None, "c")
    store.commit(design, 2, edits.Set(id=one, path=("count",), value=5), None, "d")
    model = store.model_of(store.load(design.slug))
    assert (model.entities[0].name, model.entities[0].count) == ("Student", 5)
    assert model.entities[0].kind == "weak"
    assert model.entities[1].name == "Mail"
    assert no_differences()


@pytest.mark.django_db
def test_stale_changes_of_the_same_thing_show_both_values() -> None:
    design = small()
    one = key(design, "Student")
    store.commit(design, 1, edits.Set(id=one, path=("count",), value=5), None, "a")
    before = store.load(design.slug).text
    with pytest.raises(store.Conflict) as conflict:
        store.commit(design, 1, edits.Set(id=one, path=("count",), value=6), None, "b")
    assert conflict.value.meetings == (store.Meeting(one, ("count",), 5, 6),)
    assert conflict.value.revision == 2
    assert store.load(design.slug).text == before
    assert Revision.objects.filter(design=design).count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize("removed_first", [True, False])
def test_what_one_removed_the_other_can_not_change(removed_first: bool) -> None:
    design = small()
    one = key(design, "Email")
    field = store.model_of(design).entities[1].own_fields[0].id
    removal = edits.Remove(id=one, dependents=True)
    change = edits.Set(id=str(field), path=("required",), value=True)
    first, second = (removal, change) if removed_first else (change, removal)
    store.commit(design, 1, first, None, "a")
    with pytest.raises(store.Conflict):
        store.commit(design, 1, second, None, "b")


@pytest.mark.django_db
def test_a_whole_text_takes_the_designs_place_and_keeps_its_ids() -> None:
    design = small()
    ids = [entity.id for entity in store.model_of(design).entities]
    raw = small_design()
    raw["entities"][0]["count"] = 9
    raw["entities"].append({"name": "Course"})
    store.commit(design, 1, json.dumps(raw), None, "replace")
    design = store.load(design.slug)
    assert [entity.id for entity in store.model_of(design).entities][:2] == ids
    assert store.text(design, for_download=True) == canonical(json.dumps(raw))
    with pytest.raises(store.Refused):
        store.commit(design, 2, "{", None, "broken")


@pytest.mark.django_db
def test_every_version_can_be_read_again() -> None:
    design = small()
    texts = [design.text]
    for number in range(1, 25):
        change = edits.Set(id=key(design, "Student"), path=("count",), value=number)
        texts.append(store.commit(design, number, change, None, f"op{number}").design.text)
    assert [write(store.at_revision(design, n)) for n in range(1, 26)] == texts
    assert no_differences()


@pytest.mark.django_db
def test_a_design_is_deleted_and_restored() -> None:
    design = small()
    store.delete(design)
    with pytest.raises(Design.DoesNotExist):
        store.load(design.slug)
    store.undelete(store.load(design.slug, deleted=True))
    assert store.load(design.slug) == design


@pytest.mark.django_db
def test_the_database_keeps_references_and_ids() -> None:
    design = small()
    with pytest.raises(RestrictedError):
        Entity.objects.filter(design=design, name="Email").delete()
    twin = Entity.objects.get(design=design, name="Email")
    twin.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        twin.save()
    design.delete()
    assert not Entity.objects.exists()


@pytest.mark.django_db
def test_a_failed_write_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    design = small()

    def fail(*_: object) -> None:
        raise OSError("full")

    monkeypatch.setattr("designs.store.commits.landing.record", fail)
    with pytest.raises(OSError, match="full"):
        store.commit(design, 1, edits.Set(id=key(design, "Email"), path=("count",), value=1), None, "x")
    assert store.load(design.slug).revision == 1
    assert no_differences()


@pytest.mark.django_db
def test_check_library_names_what_differs() -> None:
    design = small()
    out = StringIO()
    call_command("check_library", stdout=out)
    assert out.getvalue() == "All designs match\n"
    Entity.objects.filter(design=design, name="Email").update(count=3)
    err = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("check_library", stderr=err)
    assert (ended.value.code, err.getvalue()) == (1, "small: its rows and its text differ\n")
