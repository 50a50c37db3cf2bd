"""Who else has a design open: told to those who may change it, of those who may change it, for eight seconds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User

from designs import presence
from designs.models import Design

from .editors import Editor, ids

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody() -> Iterator[None]:
    presence.PRESENCE.forget()
    yield
    presence.PRESENCE.forget()


def asks(editor: Editor, page: str, on: str = "") -> Any:
    return editor.since(f"revision=1&here={page}&on={on}").get("others")


def test_each_hears_of_the_other(design: Design, ann: User, bob: User) -> None:
    student = ids(design)["Student"]
    assert asks(Editor(design, ann), "page-of-ann", student) == []
    (other,) = asks(Editor(design, bob), "page-of-bob")
    assert (other["name"], other["you"], other["on"]) == ("ann", False, [student])
    (other,) = asks(Editor(design, ann), "page-of-ann")
    assert (other["name"], other["on"], other["colour"]) == ("bob", [], 1)


def test_an_own_second_window_is_told_as_such(design: Design, ann: User) -> None:
    asks(Editor(design, ann), "first-window")
    (other,) = asks(Editor(design, ann), "second-window")
    assert (other["you"], other["colour"]) == (True, 0)


def test_visitors_neither_see_nor_are_seen(design: Design, ann: User, django_user_model: Any) -> None:
    Design.objects.filter(pk=design.pk).update(in_library=True, public_from=1)
    reader = django_user_model.objects.create_user("reader")
    asks(Editor(design, ann), "page-of-ann")
    for visitor in (reader, None):
        assert asks(Editor(design, visitor), "page-of-visitor") is None
    assert asks(Editor(design, ann), "page-of-ann") == []


@pytest.mark.parametrize("page", ["", "short", "a" * 65, "page-of-<ann>"])
def test_a_page_with_no_proper_name_is_not_listed(design: Design, ann: User, page: str) -> None:
    assert asks(Editor(design, ann), page) is None


def test_who_says_nothing_for_eight_seconds_has_left(ann: User, bob: User) -> None:
    people = presence.Presence()
    people.say(1, "ann", ann, (), now=0.0)
    assert [one.name for one in people.say(1, "bob", bob, (), now=7.9)] == ["ann"]
    assert people.say(1, "bob", bob, (), now=8.1) == ()


def test_another_design_is_another_room(ann: User, bob: User) -> None:
    people = presence.Presence()
    people.say(1, "ann", ann, (), now=0.0)
    assert people.say(2, "bob", bob, (), now=0.0) == ()


def test_a_colour_becomes_free(ann: User, bob: User, django_user_model: Any) -> None:
    people = presence.Presence()
    people.say(1, "ann", ann, (), now=0.0)
    people.say(1, "bob", bob, (), now=6.0)
    cid = django_user_model.objects.create_user("cid")
    people.say(1, "cid", cid, (), now=10.0)  # ann has left
    assert {one.name: one.colour for one in people.say(1, "dan", ann, (), now=10.0)} == {"bob": 1, "cid": 0}


def test_what_is_remembered_is_bounded(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "MOST_PAGES", 3)
    monkeypatch.setattr(presence, "MOST_DESIGNS", 2)
    people = presence.Presence()
    for number in range(5):
        people.say(1, f"page-{number}", ann, (), now=0.0)
    assert len(people.say(1, "page-0", ann, (), now=0.0)) == 2
    for design in (2, 3):
        people.say(design, "page", ann, (), now=0.0)
    assert people.say(1, "page-9", ann, (), now=0.0) == ()  # forgotten: it was the longest ago
