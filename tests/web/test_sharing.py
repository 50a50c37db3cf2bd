"""A design that its owner shares is open to whoever followed its link, until it is shared no more."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from designs import store
from designs.models import Design
from tests.web.conftest import small_design

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    return User.objects.create(username="orla")


@pytest.fixture
def design(owner: User) -> Design:
    return store.create(json.dumps(small_design(name="Marsh")), owner, slug="marsh")


def shared_by(owner: User, share: str = "yes") -> Any:
    client = Client()
    client.force_login(owner)
    return client.post(reverse("designs:share", args=["marsh"]), {"share": share}, HTTP_HX_REQUEST="true")


def link_of(design: Design) -> str:
    return reverse("designs:shared", args=[Design.objects.get(pk=design.pk).share_key])


def test_a_link_opens_the_design_for_viewing(owner: User, design: Design) -> None:
    visitor = Client()
    assert visitor.get("/designs/marsh/decisions/").status_code == 404
    answer = shared_by(owner)
    assert link_of(design) in answer.content.decode() and "Stop sharing" in answer.content.decode()
    followed = visitor.get(link_of(design))
    key = link_of(design).split("/")[-2]
    assert (followed.status_code, followed.headers["Location"]) == (302, f"/designs/marsh/edit/?shared={key}")
    for page in ("edit", "decisions", "downloads", "files/design.json"):
        assert visitor.get(f"/designs/marsh/{page}{'' if '.' in page else '/'}").status_code == 200, page
    assert "Marsh" not in visitor.get("/").content.decode()
    assert visitor.post("/designs/marsh/edits/undo/", {}).status_code == 401
    assert Client().get("/designs/marsh/edit/").status_code == 404


def test_the_address_of_any_page_is_sent_on(owner: User, design: Design) -> None:
    shared_by(owner)
    first, second = Client(), Client()
    address = first.get(link_of(design)).headers["Location"]
    assert second.get(address).status_code == 200
    assert second.get("/designs/marsh/decisions/").status_code == 200
    key = link_of(design).split("/")[-2]
    assert f'data-key="{key}"' in second.get("/designs/marsh/decisions/").content.decode()
    assert Client().get(f"/designs/marsh/decisions/?shared={key}").status_code == 200
    assert Client().get("/designs/marsh/decisions/?shared=guessed").status_code == 404
    assert Client().get("/designs/marsh/decisions/?shared=").status_code == 404
    shared_by(owner, "no")
    assert Client().get(address).status_code == 404


def test_nobody_else_is_told_to_share_or_may(owner: User, design: Design) -> None:
    shared_by(owner)
    visitor, other = Client(), Client()
    other.force_login(User.objects.create(username="finn"))
    for client in (visitor, other):
        client.get(link_of(design))
        content = client.get("/designs/marsh/decisions/").content.decode()
        assert link_of(design) in content and "Stop sharing" not in content
        assert client.post("/designs/marsh/share/", {"share": "no"}).status_code == 403
    assert other.post("/designs/marsh/copy/", {"name": "Mine"}).status_code == 302
    assert Design.objects.get(name="Mine").share_key == ""


def test_sharing_ends_for_those_who_followed_the_link_too(owner: User, design: Design) -> None:
    shared_by(owner)
    first, visitor = link_of(design), Client()
    visitor.get(first)
    assert "Create link" in shared_by(owner, "no").content.decode()
    assert visitor.get("/designs/marsh/edit/").status_code == 404
    assert visitor.get(first).status_code == 404
    shared_by(owner)
    assert link_of(design) != first
    assert visitor.get("/designs/marsh/edit/").status_code == 404


def test_sharing_twice_keeps_the_link_and_says_so_once(owner: User, design: Design) -> None:
    shared_by(owner)
    first = link_of(design)
    shared_by(owner)
    assert link_of(design) == first
    told = [revision.words for revision in Design.objects.get(pk=design.pk).revisions.all()]
    assert told.count("Shared with a link") == 1


def test_a_deleted_design_is_not_shared_until_it_is_restored(owner: User, design: Design) -> None:
    shared_by(owner)
    visitor = Client()
    visitor.get(link_of(design))
    store.delete(Design.objects.get(pk=design.pk), owner)
    assert visitor.get("/designs/marsh/edit/").status_code == 404
    assert visitor.get(link_of(design)).status_code == 404
    store.undelete(Design.objects.get(pk=design.pk), owner)
    assert visitor.get("/designs/marsh/edit/").status_code == 200


def test_an_empty_key_shares_nothing(design: Design) -> None:
    """Designs that nobody shares have the key "", which no session brings either."""
    visitor = Client()
    session = visitor.session
    session["followed_links"] = ["guessed"]
    session.save()
    assert visitor.get("/designs/marsh/edit/").status_code == 404


def test_whoever_views_a_design_by_its_link_is_offered_a_copy(owner: User, design: Design) -> None:
    shared_by(owner)
    visitor = Client()
    page = visitor.get(visitor.get(link_of(design)).headers["Location"]).content.decode()
    bar = page.partition('<div class="last">')[2].partition('<details class="menu">')[0]
    assert 'action="/designs/marsh/copy/"' in bar and "Duplicate" in bar
    own = Client()
    own.force_login(owner)
    mine = own.get("/designs/marsh/edit/").content.decode()
    assert "Duplicate" not in mine.partition('<div class="last">')[2].partition('<details class="menu">')[0]
