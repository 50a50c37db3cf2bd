"""Who gets in, what they may do, and names that try to be code."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from designs import store
from designs.models import Design, Entity, Operation, Relationship, Revision
from tests.web.conftest import small_design

from .pages import address, errors, save
from .test_editing import fresh, page_of
from .test_lists_and_actions import LISTS, act

HOSTILE = "</textarea><img src=x onerror=ran()>\u202e{{7*7}}"


def test_hostile_names_stay_text(curator: Client, ann: User) -> None:
    raw = small_design(name=HOSTILE, description=HOSTILE)
    raw["entities"][0] |= {"name": HOSTILE, "description": HOSTILE}
    raw["entities"][0]["fields"].append({"name": HOSTILE, "type": "string", "description": HOSTILE})
    raw["relationships"][0] |= {"name": HOSTILE}
    raw["relationships"][0]["from"]["entity"] = HOSTILE
    raw["operations"] = [{"name": HOSTILE, "kind": "read", "entity": HOSTILE}]
    design = store.create(json.dumps(raw), ann)
    rows = [kind.objects.filter(design=design).first() for kind in (Entity, Relationship, Operation)]
    seen = [address("design_change", design.pk), *(page_of(row) for row in rows)]
    seen += [address(f"{name}_changelist") for name in LISTS]
    seen += [address("entity_delete", rows[0].pk), address("design_delete", design.pk)]
    for page in seen:
        text = curator.get(page).content.decode()
        assert "<img src=x" not in text, page
        assert "onerror" in text or "revision" in page, page
    answer = save(curator, page_of(rows[0]), count="-1")
    assert "<img src=x" not in answer.content.decode()
    assert errors(answer)["count"]
    assert save(curator, page_of(rows[0]), name=f"{HOSTILE} 2").status_code == 302
    assert f"Changed entity {HOSTILE}" in store.history(design)[0].words
    assert act(curator, "compile_all", design).content.count(b"<img src=x") == 0


class TestAccess:
    @pytest.mark.parametrize(
        "page", ["/admin/", "/admin/designs/design/", "/admin/login/?next=/admin/designs/entity/"]
    )
    def test_visitors_are_sent_to_the_products_own_page(self, db: None, page: str, settings: Any) -> None:
        settings.LOGIN_URL = "/sign-in/"
        answer = Client().get(page)
        if answer.url.startswith("/admin/login/"):
            answer = Client().get(answer.url)
        assert answer.url.startswith("/sign-in/?next=/admin/")

    def test_who_is_no_curator_is_told_so(self, db: None) -> None:
        client = Client()
        client.force_login(User.objects.create(username="bob"))
        answer = client.get("/admin/", follow=True)
        assert answer.status_code == 403
        assert "who can’t edit the library" in answer.content.decode()

    def test_who_may_only_look_sees_what_is_published_and_changes_nothing(
        self, design: Design, ann: User
    ) -> None:
        eve = User.objects.create(username="eve", is_staff=True)
        eve.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
        client = Client()
        client.force_login(eve)
        entity = Entity.objects.get(design=design, name="Student")
        private = (page_of(entity), address("design_change", design.pk))
        assert [client.get(page).status_code for page in private] == [404, 404]
        store.publish(design, ann)
        shown = client.get(page_of(entity)).content.decode()
        assert "name: string" in shown
        assert "<textarea" not in shown
        assert client.post(page_of(entity), {"name": "x"}).status_code == 403
        assert client.get(address("design_change", design.pk)).status_code == 200
        assert client.post(address("design_undelete", design.pk)).status_code == 404
        for revision in Revision.objects.all():
            assert client.post(address("revision_restore", revision.pk)).status_code == 404
        act(client, "withdraw", design)
        assert fresh(design).in_library

    def test_signing_out_leads_to_the_library(self, curator: Client) -> None:
        assert curator.post("/admin/logout/").url == "/"
        assert curator.get("/admin/").status_code == 302
