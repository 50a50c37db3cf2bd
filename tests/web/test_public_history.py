"""What others see of the history of a published design: nothing from before it was published, and no names."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission, User
from django.test import Client

from designs import store
from designs.models import Design, Revision

from .conftest import small_design
from .editors import Editor, described, ids

pytestmark = pytest.mark.django_db
SECRET = "the codeword is kingfisher"


@pytest.fixture
def published(ann: User) -> Design:
    """Version 1 holds a secret, version 2 removed it, version 3 published the design."""
    design = store.create(json.dumps(small_design(description=SECRET)), ann)
    Editor(design, ann).send(described("design", "Students and their addresses"))
    return store.publish(design, ann)


@pytest.fixture
def carl() -> User:
    """A curator."""
    carl = User.objects.create_user("carl", is_staff=True)
    carl.user_permissions.set(Permission.objects.filter(content_type__app_label="designs"))
    return carl


def stranger() -> User:
    return User.objects.create_user("eve")


def test_nobody_else_follows_a_design_to_before_its_publication(published: Design, carl: User) -> None:
    for reader in (None, stranger(), carl):
        editor = Editor(published, reader)
        for number in (1, 2):
            assert editor.since(f"revision={number}") == {"revision": 3, "since": None}
        assert editor.since("revision=3")["since"] == []
    told = Editor(published, published.owner).since("revision=1")["since"]
    assert [change["revision"] for change in told] == [2, 3]


def test_strangers_get_the_edits_without_names_of_people(published: Design, ann: User, carl: User) -> None:
    said = {"words": "Said who learns", "op": "said-later"}
    Editor(published, ann).send(described(ids(published)["Student"], "Who learns"), **said)
    store.give(store.feature(published, ann), User.objects.create_user("dora"), ann)
    for reader in (None, stranger()):
        told = Editor(published, reader).since("revision=3")["since"]
        assert [(change["who"], change["words"]) for change in told] == [
            ("", "Said who learns"),
            ("", ""),
            ("", ""),
        ]
        assert told[0]["edit"]["edits"][0]["value"] == "Who learns"
    told = Editor(published, carl).since("revision=3")["since"]
    assert [(change["who"], change["words"]) for change in told][1:] == [
        ("ann", "Featured"),
        ("ann", "Transferred to dora"),
    ]


def test_published_again_it_starts_again(published: Design, ann: User) -> None:
    visitor = Editor(published, None)
    store.withdraw(published, ann)
    visitor.since("revision=3", 404)
    assert Design.objects.get().public_from is None
    again = store.publish(published, ann)
    assert store.publish(again, ann).public_from == again.revision == 5  # a second time does nothing
    assert visitor.since("revision=3")["since"] is None
    assert visitor.since("revision=5")["since"] == []
    assert list(store.differences()) == []


def test_a_curators_history_starts_there_too(published: Design, carl: User, client: Client) -> None:
    client.force_login(carl)
    place = f"/designs/{published.slug}/"
    page = client.get(f"{place}history/").content.decode()
    assert "Version 3" in page and "Version 2" not in page and "last published (version 3)" in page
    for number, status in ((1, 404), (2, 404), (3, 200)):
        assert client.get(f"{place}history/{number}/").status_code == status
        assert client.get(f"{place}history/{number}/design.json").status_code == status
        assert client.get(f"{place}what-if/?b=version-{number}").status_code == status
    sent = {"base_revision": 3}
    assert client.post(f"{place}history/1/restore/", sent).status_code == 404
    assert client.post(f"{place}what-if/keep/", sent | {"keep": "b", "b": "version-1"}).status_code == 400
    assert Design.objects.get().revision == 3


def test_a_conflict_shows_nothing_from_before(published: Design, carl: User, client: Client) -> None:
    """The value that both changed is shown as it was in the version that the change was made from."""
    told = Editor(published, carl).send(described("design", "mine"), 409, base=1)
    assert told["unknown"] is True and SECRET not in json.dumps(told)
    told = Editor(published, carl).send(described("design", "mine"), 409, base=3, seen=1)
    assert told["unknown"] is True
    assert Editor(published, carl).back("undo", 409, seen=1)["unknown"] is True
    client.force_login(carl)
    place = f"/designs/{published.slug}/"
    form = {"name": "Small", "description": "mine", "tags": "", "text": json.dumps(small_design())}
    for page in ("about/", "replace/", "weights/"):
        for sent in ({"base_revision": 1}, {"base_revision": 3, "seen_revision": 2, "do": "all_mine"}):
            answer = client.post(place + page, form | sent)
            assert answer.status_code == 400, (page, sent)
            assert SECRET not in answer.content.decode()


def test_an_undo_of_an_earlier_change_does_not_quote_it(published: Design, ann: User) -> None:
    editor = Editor(published, ann)
    first = store.offers(published, ann)["undo"]
    assert first == "Set description of the design"
    editor.back("undo")
    assert Revision.objects.get(number=4).words == "Undid: a change made before publication"
    editor.back("redo")
    assert Revision.objects.get(number=5).words == "Redid: a change made before publication"
    editor.send(described("design", "later"), op="said-later")
    editor.back("undo")
    assert Revision.objects.get(number=7).words == "Undid: Set description of the design"


def test_what_was_removed_is_not_found(published: Design, client: Client) -> None:
    assert "Small" in client.get("/?q=students").content.decode()
    assert "/designs/small/" not in client.get("/?q=kingfisher").content.decode()


@pytest.mark.parametrize(
    ("steps", "first"),
    [
        ((store.publish,), 2),
        ((store.publish, store.feature), 2),
        ((store.publish, store.withdraw, store.publish), 4),
        ((store.publish, store.withdraw), None),
        ((), None),
    ],
)
def test_designs_from_before_get_their_start(design: Design, ann: User, steps: Any, first: int) -> None:
    created = store.create(json.dumps(small_design(name="Example")), in_library=True)
    for step in steps:
        design = step(design, ann)
    Design.objects.update(public_from=None)
    import_module("designs.migrations.0004_public_history").fill(apps, None)
    design.refresh_from_db()
    created.refresh_from_db()
    assert (design.public_from, created.public_from) == (first, 1)
    assert list(store.differences()) == []


def test_a_published_design_without_a_start_shows_no_history(published: Design) -> None:
    Design.objects.update(public_from=None)
    assert Editor(published, None).since("revision=2")["since"] is None
    assert [text for _, text in store.differences()] == ["it is not recorded since when it is published"]
