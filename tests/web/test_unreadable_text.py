"""A design whose stored text is damaged: its pages say so, its history can be read, and restoring makes it whole."""

from __future__ import annotations

import json
import os

import pytest
from django.contrib.auth.models import User
from django.test import Client

from designs import store
from designs.compiler import write
from designs.models import Design, Entity, Revision
from designs.store import edits

from .admin.pages import address, save
from .conftest import small_design
from .editors import ids
from .library_rows import put
from .test_hostile_pages import addresses, routes

pytestmark = pytest.mark.django_db
DAMAGED = {
    "empty": "",
    "cut off": "{",
    "a list": "[]",
    "null": "null",
    "no design": '{"format": "nestlink/1"}',
    "another format": '{"format": "other/9", "name": "x"}',
    "null characters": "\0" * 4096,
    "huge": "x" * 11_000_000,
    "deep": "[" * 100_000,
    "a fault": json.dumps(small_design(entities=[{"name": "Student", "fields": 5}])),
}


_texts: list[str] = []


@pytest.fixture
def texts(ann: User) -> list[str]:
    """The texts of Ann's design at versions 1 to 25; version 21 has a full text in its history."""

    def make() -> None:
        design = store.create(json.dumps(small_design()), ann, slug="small", in_library=True)
        _texts[:] = [design.text]
        for number in range(1, 25):
            change = edits.Set(id=ids(design)["Student"], path=("count",), value=number)
            _texts.append(store.commit(design, number, change, ann, f"change-{number}").design.text)

    put(f"25 versions of {ann.pk}", make)
    return _texts


@pytest.fixture
def design(texts: list[str]) -> Design:
    return store.load("small")


def damage(text: str) -> None:
    Design.objects.filter(slug="small").update(text=text)


EACH = 1 if os.environ.get("NESTLINK_SOAK") else 5
"""Of how many addresses one is opened for each kind of damage: all for two kinds, unless at length."""


@pytest.mark.parametrize("kind", DAMAGED)
def test_no_page_fails_and_restoring_makes_it_whole(
    kind: str, design: Design, texts: list[str], bob: User
) -> None:
    asked = [one for one in addresses(design) if "/files/" not in one or one.endswith("design.json")]
    asked = asked[[*DAMAGED].index(kind) % EACH :: EACH]
    damage(DAMAGED[kind])
    client = Client(raise_request_exception=False)
    client.force_login(bob)
    wrong = [one for one in asked if client.get(one).status_code >= 500]
    assert wrong == []
    for page in ("/", "/handbook/", "/trash/", "/designs/small/history/", "/designs/small/history/3/"):
        assert client.get(page).status_code == 200, page
    for page in ("design_changelist", "entity_changelist", "revision_changelist"):
        assert client.get(address(page)).status_code == 200, page
    assert client.get(address("design_change", design.pk)).status_code == 200
    form = {"base_revision": 25, "op_id": "0123456789"}
    assert client.post("/designs/small/history/7/restore/", form).status_code == 302
    assert store.load("small").text == texts[6]
    assert list(store.differences()) == []
    assert client.get("/designs/small/").status_code == 200


def test_pages_say_what_is_wrong_and_how_to_restore(design: Design, bob: User, client: Client) -> None:
    client.force_login(bob)
    damage("{")
    page = client.get("/designs/small/")
    assert page.status_code == 422
    assert 'href="/designs/small/history/"' in page.content.decode()
    assert "restore it" in client.get("/designs/small/history/").content.decode()
    assert "read. Open an earlier version below" in client.get("/designs/small/history/").content.decode()
    shown = client.get(address("design_change", design.pk)).content.decode()
    assert "This design can’t be read" in shown
    assert address("design_history", design.pk) in shown


def test_what_the_editor_computes_is_not_shown_for_the_damaged_text(
    design: Design, bob: User, client: Client
) -> None:
    client.force_login(bob)
    damage("{")
    for part in ("advice", "results", "weighed&of=none"):
        assert client.get(f"/designs/small/edits/live/?part={part}").status_code == 200
    assert client.get("/designs/small/").status_code == 422
    assert client.get("/designs/small/decisions/").status_code == 422


def test_the_newest_version_can_be_restored_too(
    design: Design, texts: list[str], ann: User, client: Client
) -> None:
    client.force_login(ann)
    way = 'action="/designs/small/history/25/restore/"'
    assert way not in client.get("/designs/small/history/25/").content.decode()
    damage("")
    assert way in client.get("/designs/small/history/25/").content.decode()
    assert write(store.newest(store.load("small"))) == texts[24]
    store.restore(store.load("small"), 25, ann)
    assert store.load("small").text == texts[24]


@pytest.mark.parametrize("number", [1, 20, 21, 22, 25])
def test_every_version_is_read_without_text_and_rows(design: Design, texts: list[str], number: int) -> None:
    """Back from the full text of version 21, and on from it."""
    damage("{")
    Entity.objects.filter(design=design).update(more="{")
    assert write(store.at_revision(store.load("small"), number)) == texts[number - 1]


@pytest.mark.parametrize("lost", [1, 21])
def test_a_damaged_full_text_is_passed_over(design: Design, texts: list[str], lost: int) -> None:
    Revision.objects.filter(design=design, number=lost).update(text="{")
    for number in (1, 2, 20, 21, 25):
        assert write(store.at_revision(design, number)) == texts[number - 1]
    damage("{")
    assert write(store.at_revision(store.load("small"), 25)) == texts[24]


def test_restoring_writes_damaged_rows_anew(design: Design, texts: list[str], ann: User) -> None:
    damage("{")
    Entity.objects.filter(design=design).update(more="{")
    store.restore(store.load("small"), 24, ann)
    assert store.load("small").text == texts[23]
    assert list(store.differences()) == []


def test_where_nothing_can_be_read_it_says_so(design: Design, bob: User) -> None:
    damage("{")
    Entity.objects.filter(design=design).update(more="{")
    Revision.objects.filter(design=design).update(text=None, undo="{", edits="{")
    with pytest.raises(store.Refused):
        store.at_revision(store.load("small"), 25)
    client = Client(raise_request_exception=False)
    client.force_login(bob)
    for one in (
        "/",
        "/designs/small/",
        "/designs/small/history/",
        "/designs/small/history/3/",
        "/designs/small/about/",
    ):
        assert client.get(one).status_code in (200, 422), one
    assert client.get(address("design_changelist")).status_code == 200
    assert client.get(address("design_change", design.pk)).status_code in (200, 302, 422)


def test_an_edit_of_a_damaged_design_makes_it_whole(design: Design, bob: User, client: Client) -> None:
    client.force_login(bob)
    damage("{")
    save(client, address("design_change", design.pk), description="said")
    assert store.is_readable(store.load("small"))
    assert list(store.differences()) == []


def test_the_routes_are_those_of_the_design() -> None:
    assert {"designs:history", "designs:restore", "admin:designs_design_change"} <= {
        name for name, _ in routes()
    }
