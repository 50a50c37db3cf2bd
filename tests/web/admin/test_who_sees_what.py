"""The admin shows the rows that the pages would show: private designs to their owners and superusers."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from designs import store
from designs.models import Design, Entity, Revision
from tests.web.conftest import small_design

from .pages import address, filled, save
from .test_editing import fresh, page_of
from .test_lists_and_actions import LISTS, act

pytestmark = pytest.mark.django_db


@pytest.fixture
def carl() -> User:
    carl = User.objects.create_user("carl", is_staff=True)
    carl.user_permissions.set(Permission.objects.filter(content_type__app_label="designs"))
    return carl


@pytest.fixture
def librarian(carl: User) -> Client:
    client = Client()
    client.force_login(carl)
    return client


@pytest.fixture
def private(ann: User) -> Design:
    """Dora's design, which she shows to nobody."""
    raw = small_design(name="Quietly")
    raw["entities"][0]["name"] = raw["relationships"][0]["from"]["entity"] = "Kingfisher"
    raw["relationships"][0]["strategy"] = "PARENT_REF"
    raw["operations"] = [{"name": "Kingfisher reads", "kind": "read", "entity": "Kingfisher"}]
    return store.create(json.dumps(raw), User.objects.create_user("dora"))


def own_pages(design: Design) -> list[str]:
    rows = [design.entity_set.first(), design.relationship_set.first(), design.operation_set.first()]
    pages = [address(f"design_{name}", design.pk) for name in ("change", "delete", "history", "findings")]
    pages += [address("design_picture", design.pk), address("design_sketch", design.pk, "light")]
    pages += [page_of(row) for row in rows] + [address("entity_delete", rows[0].pk)]
    return [*pages, address("revision_change", Revision.objects.get(design=design).pk)]


def test_a_private_design_is_on_no_page_of_a_curators(librarian: Client, private: Design) -> None:
    for name in LISTS:
        page = librarian.get(address(f"{name}_changelist")).content.decode()
        assert "Kingfisher" not in page and "Quietly" not in page
        assert "Showing published designs and yours." in page
        found = librarian.get(address(f"{name}_changelist", q="Kingfisher")).context["cl"]
        assert (found.result_count, found.full_result_count) == (0, 0)
    assert (
        "PARENT_REF" not in librarian.get(address("design_changelist")).content.decode()
    )  # a filter's value
    assert [librarian.get(page).status_code for page in own_pages(private)] == [404] * 11
    for name in ("entity", "relationship", "operation"):
        assert librarian.get(address(f"{name}_add", design=private.pk)).status_code == 403


def test_the_superuser_sees_every_design(curator: Client, private: Design) -> None:
    page = curator.get(address("design_changelist")).content.decode()
    assert "Quietly" in page and "Showing all designs." in page
    statuses = [curator.get(page).status_code for page in own_pages(private)]
    assert statuses == [200, 200, 302, *[200] * 8]


def test_a_published_design_has_its_public_history_alone(
    librarian: Client, private: Design, ann: User
) -> None:
    store.publish(private, ann)
    first, second = Revision.objects.filter(design=private).order_by("number")
    assert librarian.get(address("revision_change", first.pk)).status_code == 404
    assert librarian.get(address("revision_change", second.pk)).status_code == 200
    assert librarian.post(address("revision_restore", first.pk), {"base_revision": 2}).status_code == 404
    assert librarian.get(address("revision_changelist")).context["cl"].result_count == 1
    page = librarian.get(address("design_change", private.pk)).content.decode()
    assert "Published to the library" in page and "Created" not in page.rpartition("Versions")[2]
    stale = {"base_revision": "1", "name": "Kingfishers"}
    answer = save(librarian, page_of(Entity.objects.get(design=private, name="Kingfisher")), **stale)
    assert "it was" not in answer.content.decode()


@pytest.mark.parametrize(
    "action",
    ["publish", "withdraw", "feature", "unfeature", "duplicate", "export", "compile_all", "undelete"],
)
def test_an_action_on_anothers_private_design_is_refused_whole(
    librarian: Client, private: Design, ann: User, action: str
) -> None:
    shown = store.publish(store.create(json.dumps(small_design()), ann), ann)
    before = sorted(Design.objects.values_list("pk", "revision"))
    answer = act(librarian, action, shown, private)
    assert answer.status_code == 302
    assert sorted(Design.objects.values_list("pk", "revision")) == before
    assert act(librarian, "delete_selected", shown, private, post="yes").status_code == 302
    assert sorted(Design.objects.values_list("pk", "revision")) == before
    page = librarian.get(address("design_changelist")).content.decode()
    assert "Nothing changed: some of these" in page
    everything = {"action": action, "select_across": "1", "_selected_action": [shown.pk]}
    librarian.post(address("design_changelist"), everything)
    assert fresh(private).revision == 1


def test_a_curator_chooses_no_owner(librarian: Client, carl: User, private: Design, ann: User) -> None:
    """A new owner sees the whole history, so that a curator could take a published design for its past."""
    store.publish(private, ann)
    page = address("design_change", private.pk)
    shown = librarian.get(page).content.decode()
    assert "dora" in shown and 'name="owner"' not in shown
    assert save(librarian, page, name="Loudly").status_code == 302

    crafted: dict[str, Any] = {
        "owner": carl.pk,
        "slug": "x",
        "revision": 1,
        "public_from": 1,
        "deleted_at": "x",
    }
    assert librarian.post(page, filled(librarian, page) | crafted | {"name": "Louder"}).status_code == 302
    row = fresh(private)
    assert (row.name, row.owner.username, row.slug) == ("Louder", "dora", private.slug)
    assert (row.revision, row.public_from, row.deleted_at) == (4, 2, None)


def test_a_part_belongs_to_its_design(carl: User, private: Design, ann: User) -> None:
    """Who may change entities but no designs changes no entity of another's."""
    store.publish(private, ann)
    carl.user_permissions.remove(Permission.objects.get(codename="change_design"))
    client = Client()
    client.force_login(carl)
    row = Entity.objects.get(design=private, name="Kingfisher")
    assert client.post(page_of(row), {"name": "x"}).status_code == 403
    assert client.post(address("entity_delete", row.pk), {"post": "yes"}).status_code == 403
    assert client.get(address("entity_add", design=private.pk)).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    assert client.post(address("entity_changelist"), chosen).status_code == 403
    assert fresh(private).revision == 2
