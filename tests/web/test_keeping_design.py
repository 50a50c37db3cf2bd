"""Putting a design away and fetching it back, its history, and who may do what to it."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils.timezone import now

from designs import store
from designs.models import Design, Revision
from designs.store import edits

from .conftest import small_design

pytestmark = pytest.mark.django_db
SMALL = "/designs/small/"
HOSTILE = "</textarea></bdi><script>ran=1</script>\"'\u202e"


@pytest.fixture
def ann(client: Client) -> User:
    """Signed in; "Small" is hers, at version 1."""
    ann = User.objects.create_user("ann")
    client.force_login(ann)
    store.create(text(), ann)
    return ann


def text(**changes: Any) -> str:
    return json.dumps(small_design(**changes), indent=2)


def page(response: Any) -> str:
    return str(response.content.decode())


def newest() -> Design:
    return Design.objects.get(slug="small")


def said(**values: Any) -> edits.Several:
    """Edits of what the design says of itself."""
    return edits.Several(
        edits=tuple(edits.Set(id=edits.DESIGN, path=(name,), value=value) for name, value in values.items())
    )


class TestPuttingAway:
    def test_undo_is_a_button_away(self, client: Client, ann: User) -> None:
        answer = client.post(f"{SMALL}delete/", follow=True)
        shown = page(answer)
        assert "“Small” moved to Trash." in shown
        assert f'action="{SMALL}undelete/"' in shown
        assert client.get(SMALL).status_code == 404
        assert f'action="{SMALL}undelete/"' not in page(client.get("/"))  # said once
        assert client.post(f"{SMALL}undelete/").url == SMALL
        assert client.get(SMALL).status_code == 200
        assert [row.words for row in store.history(newest())] == [
            "Restored from Trash",
            "Moved to Trash",
            "Created",
        ]

    def test_the_list_has_ones_own_alone(self, client: Client, ann: User) -> None:
        assert "Trash is empty" in page(client.get("/trash/"))
        store.delete(store.create(text(name="Bobs"), User.objects.create_user("bob")))
        client.post(f"{SMALL}delete/")
        shown = page(client.get("/trash/"))
        assert f'action="{SMALL}undelete/"' in shown and "Bobs" not in shown

    def test_the_list_costs_the_same_for_1_and_for_50(
        self, client: Client, ann: User, django_assert_num_queries: Any
    ) -> None:
        for number in range(50):
            store.delete(store.create(text(name=f"D{number}"), ann))
            if number in (0, 49):
                with django_assert_num_queries(4):  # session, person, count, designs
                    client.get("/trash/")


class TestHistory:
    def test_it_says_who_when_and_what(self, client: Client, ann: User) -> None:
        key = edits.raw_of(store.model_of(newest()))["entities"][0]["id"]
        store.commit(newest(), 1, edits.Set(id=key, path=("count",), value=5), ann, "a")
        store.commit(newest(), 2, edits.Remove(id=key, dependents=True), ann, "b", HOSTILE)
        shown = page(client.get(f"{SMALL}history/"))
        # the newest change of the sitting, and each of the three
        assert shown.count("<bdi>ann</bdi>: <bdi>") == 4
        assert re.search(
            r"Student</bdi></span>\s*<bdi>Documents</bdi>\s*set to <ins><bdi>5</bdi></ins>", shown
        )
        assert re.search(r'class="removed"><span class="thing"><bdi>Student</bdi>', shown)
        assert "<script>ran" not in shown

    def test_a_sitting_is_one_row_and_moved_cards_a_grey_line(self, client: Client, ann: User) -> None:
        moved = edits.Set(id=edits.DESIGN, path=("layout", "Student"), value={"x": 1, "y": 2})
        store.commit(newest(), 1, said(description="second"), ann, "a")
        store.commit(newest(), 2, moved, ann, "b")
        store.commit(newest(), 3, said(description="later"), ann, "c")
        Revision.objects.filter(number__lte=3).update(made_at=now() - timedelta(hours=1))
        shown = page(client.get(f"{SMALL}history/"))
        assert shown.count('class="sitting"') == 1 and "and 2 more changes" in shown
        grey = shown.partition('class="moved"')[2].partition("</li>")[0]
        assert "Version 3" in grey and "<code>" not in grey and shown.count('class="moved"') == 1

    def test_where_cards_stand_is_not_told_beside_what_was_changed(self, client: Client, ann: User) -> None:
        moved = edits.Set(id=edits.DESIGN, path=("layout", "Student"), value={"x": 1, "y": 2})
        store.commit(newest(), 1, edits.Several(edits=(said(description="second"), moved)), ann, "a")
        shown = page(client.get(f"{SMALL}history/"))
        assert "second</bdi></ins>" in shown and "layout" not in shown and 'class="moved"' not in shown

    def test_a_version_is_seen_downloaded_and_restored(self, client: Client, ann: User) -> None:
        store.commit(newest(), 1, said(description="second"), ann, "a")
        shown = page(client.get(f"{SMALL}history/1/"))
        assert "Restore" in shown and "Restore" not in page(client.get(f"{SMALL}history/2/"))
        file = client.get(f"{SMALL}history/1/design.json")
        assert file.content.decode() == text() + "\n"
        assert file.headers["Content-Disposition"] == 'attachment; filename="small-version-1.json"'
        form = {"base_revision": 2, "op_id": "abcdefgh"}
        for _ in range(2):
            assert client.post(f"{SMALL}history/1/restore/", form).url == SMALL
        assert (newest().revision, newest().description) == (3, "")

    def test_restoring_from_an_old_page_stores_nothing(self, client: Client, ann: User) -> None:
        store.commit(newest(), 1, said(description="second"), ann, "a")
        answer = client.post(f"{SMALL}history/1/restore/", {"base_revision": 1}, follow=True)
        assert "version 2 was saved first" in page(answer)
        assert newest().revision == 2

    @pytest.mark.parametrize("rest", ["history/9/", "history/9/design.json", "history/0/"])
    def test_what_never_was_is_not_found(self, client: Client, ann: User, rest: str) -> None:
        assert client.get(SMALL + rest).status_code == 404
        assert client.post(f"{SMALL}history/9/restore/").status_code == 404

    def test_it_costs_the_same_for_1_and_for_19(
        self, client: Client, ann: User, django_assert_num_queries: Any
    ) -> None:
        for number in range(1, 20):
            if number in (1, 19):
                with django_assert_num_queries(5):  # session, person, design, count, revisions
                    client.get(f"{SMALL}history/")
            store.commit(newest(), number, said(description=str(number)), ann, str(number))


READ = ("replace/", "about/", "history/", "history/1/", "history/1/design.json")
WRITTEN = ("replace/", "about/", "delete/", "history/1/restore/")


class TestWhoMay:
    def test_a_visitor_is_sent_to_sign_in(self, client: Client) -> None:
        store.create(text(), in_library=True)
        for rest in READ:
            assert client.get(SMALL + rest).url == f"/sign-in/?next={SMALL}{rest}"
        assert client.post(f"{SMALL}delete/").url == f"/sign-in/?next={SMALL}"
        assert client.post(f"{SMALL}history/1/restore/").url == f"/sign-in/?next={SMALL}history/1/"
        assert client.post(f"{SMALL}undelete/").url == "/sign-in/?next=/trash/"
        assert client.get("/trash/").url == "/sign-in/?next=/trash/"

    def test_what_a_signed_out_person_wrote_is_given_back(self, client: Client) -> None:
        store.create(text(), in_library=True)
        for headers in ({}, {"HX-Request": "true"}):
            answer = client.post(f"{SMALL}replace/", {"text": HOSTILE}, headers=headers)
            assert answer.status_code == 403
            assert "&lt;/textarea&gt;" in page(answer) and "<script>ran" not in page(answer)
            assert f'href="/sign-in/?next={SMALL}replace/"' in page(answer)

    @pytest.mark.parametrize(("in_library", "status"), [(True, 403), (False, 404)])
    def test_anothers_design_stays_as_it_is(self, client: Client, in_library: bool, status: int) -> None:
        store.create(text(), User.objects.create_user("bob"), in_library=in_library)
        client.force_login(User.objects.create_user("eve"))
        for rest in READ:
            assert client.get(SMALL + rest).status_code == status, rest
        for rest in WRITTEN:
            form = {"text": text(name="Eves"), "name": "Eves", "base_revision": 1, "do": "store"}
            assert client.post(SMALL + rest, form).status_code == status, rest
        store.delete(newest())
        assert client.post(f"{SMALL}undelete/").status_code == 404
        assert (newest().revision, newest().name) == (2, "Small")
        shown = client.get(SMALL)
        assert shown.status_code == 404

    def test_pages_offer_only_what_one_may(self, client: Client) -> None:
        store.create(text(), in_library=True)
        shown = page(client.get(SMALL))
        assert f'action="{SMALL}copy/"' in shown
        assert not any(f'"{SMALL}{rest}"' in shown for rest in (*READ, *WRITTEN))

    @pytest.mark.parametrize("rest", [*WRITTEN, "undelete/", "copy/"])
    def test_nothing_is_changed_without_a_token(self, rest: str) -> None:
        ann = User.objects.create_user("ann")
        store.create(text(), ann)
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(ann)
        assert strict.post(SMALL + rest, {"text": text(name="x"), "base_revision": 1}).status_code == 403
        assert Design.objects.get().revision == 1

    @pytest.mark.parametrize("rest", ["delete/", "undelete/", "history/1/restore/"])
    def test_reading_changes_nothing(self, client: Client, ann: User, rest: str) -> None:
        assert client.get(SMALL + rest).status_code == 405
