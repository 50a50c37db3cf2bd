"""The store beside the text: flags with a history, copies, old versions, designs that bear no merge."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User

from designs import store
from designs.models import Design
from designs.store import edits
from tests.web.conftest import small_design

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return User.objects.create(username="ann")


def small(**changes: Any) -> Design:
    return store.create(json.dumps(small_design(**changes)))


def renamed(design: Design, name: str) -> store.Committed:
    change = edits.Set(id=edits.DESIGN, path=("name",), value=name)
    return store.commit(design, design.revision, edits.Several(edits=(change,)), None, f"op {name}")


def test_each_flag_is_a_revision_that_says_so(ann: User) -> None:
    design = small()
    for change in (store.publish, store.feature, store.unfeature, store.withdraw):
        design = change(design, ann)
        design = change(design, ann)  # a second time does nothing
    design = store.give(design, ann, ann)
    words = [row.words for row in store.history(design)]
    assert words == [
        "Transferred to ann",
        "Removed from the library",
        "Unfeatured",
        "Featured",
        "Published to the library",
        "Created",
    ]
    assert (design.in_library, design.featured, design.owner) == (False, False, ann)
    assert list(store.differences()) == []


def test_old_versions_are_found_across_flags(ann: User) -> None:
    design = renamed(small(), "Second").design
    design = renamed(store.publish(design, ann), "Fourth").design
    names = [store.at_revision(design, number).name for number in (1, 2, 3, 4)]
    assert names == ["Small", "Second", "Second", "Fourth"]


def test_an_old_version_becomes_the_newest(ann: User) -> None:
    design = renamed(small(), "Second").design
    done = store.restore(design, 1, ann)
    assert (done.revision, done.design.name) == (3, "Small")
    assert store.history(design)[0].words == "Restored version 1"
    assert list(store.differences()) == []


def test_a_copy_has_ids_and_a_history_of_its_own(ann: User) -> None:
    design = small(name="x" * 120)
    copy = store.duplicate(design, ann)
    assert (copy.name, copy.owner) == ("x" * 113 + " (copy)", ann)
    own, of_copy = (
        json.loads(store.duplicate(design, ann, name).text) for name in ("Field work", "Copy of Field work")
    )
    assert (own["database"], of_copy["database"]) == ("field_work", "copy_of_field_work")
    assert [row.words for row in store.history(copy)] == [f"Duplicated from {'x' * 120}, version 1"]
    keys = {row.key for row in design.entity_set.all()} & {row.key for row in copy.entity_set.all()}
    assert keys == set()
    assert list(store.differences()) == []


def test_a_whole_form_is_not_merged() -> None:
    design = small()
    renamed(design, "Newer")
    change = edits.Several(edits=(edits.Set(id=edits.DESIGN, path=("description",), value="mine"),))
    with pytest.raises(store.Conflict) as stale:
        store.commit(design, 1, change, None, "form", merge=False)
    assert stale.value.revision == 2
    assert store.commit(design, 1, change, None, "edit").revision == 3  # what touches other things is


def test_a_featured_example_still_follows_its_file(ann: User) -> None:
    first = (json.dumps(small_design(), indent=2) + "\n").encode()
    store.load_example("small", first)
    store.feature(store.load("small"), ann)
    second = (json.dumps(small_design(description="new"), indent=2) + "\n").encode()
    assert store.load_example("small", second) == "updated"
    renamed(store.load("small"), "Edited")
    assert store.load_example("small", first) == "edited"


def test_a_namesake_of_an_example_is_never_overwritten() -> None:
    store.create(json.dumps(small_design(description="mine")), slug="small")
    text = json.dumps(small_design(), indent=2) + "\n"
    assert store.load_example("small", text.encode()) == "edited"


def test_putting_away_and_fetching_back_stand_in_history(ann: User) -> None:
    design = store.delete(small(), ann)
    assert store.delete(design, ann).revision == 2  # a second time does nothing
    design = store.undelete(design, ann)
    assert (store.undelete(design, ann).revision, design.deleted_at) == (3, None)
    told = [(row.words, row.actor_name) for row in store.history(design)]
    assert told == [("Restored from Trash", "ann"), ("Moved to Trash", "ann"), ("Created", "")]
    assert list(store.differences()) == []


def test_a_form_that_is_sent_twice_makes_one_design(ann: User) -> None:
    bob = User.objects.create(username="bob")
    design = store.create(json.dumps(small_design()), ann, op_id="form")
    assert store.create(json.dumps(small_design()), ann, op_id="form") == design
    assert store.create(json.dumps(small_design()), bob, op_id="form") != design
    copy = store.duplicate(design, ann, "Copy of Small", "copy")
    assert store.duplicate(design, ann, "Copy of Small", "copy") == copy
    assert copy.name == "Copy of Small"


def test_restoring_from_an_older_page_is_a_conflict(ann: User) -> None:
    design = renamed(small(), "Second").design
    with pytest.raises(store.Conflict):
        store.restore(design, 1, ann, base_revision=1)
    done = store.restore(design, 1, ann, base_revision=2, op_id="once")
    assert store.restore(design, 1, ann, base_revision=2, op_id="once").revision == done.revision == 3


def test_an_old_version_is_a_file_without_made_ids(ann: User) -> None:
    design = small()
    first = store.text(design, for_download=True)
    design = renamed(design, "Second").design
    assert store.text_at(design, 1) == first
    assert '"name": "Second"' in store.text_at(design, 2)
