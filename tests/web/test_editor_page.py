"""The editor's page: its data, its addresses, and what a visitor may do there."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import User
from django.test import Client

from designs import store
from designs.models import Design

from .editors import Editor, described, raw_of

pytestmark = pytest.mark.django_db


def test_the_page_knows_its_addresses_and_what_it_may(design: Design, ann: User, client: Client) -> None:
    editor = Editor(design, ann)
    editor.send(described("design", "x"), words="Described")
    page = editor.client.get(f"/designs/{design.slug}/edit/")
    data = json.loads(
        page.content.decode().split('id="design" type="application/json">')[1].split("</script>")[0]
    )
    assert (data["revision"], data["may_change"], data["undo"], data["redo"]) == (2, True, "Described", None)
    assert data["design"] == raw_of(design)
    assert data["person"] == {"id": ann.pk, "name": "ann"}
    assert data["csrf_cookie"] in page.cookies
    for address in ("since", "page"):
        assert editor.client.get(data["urls"][address], {"revision": 1}).status_code == 200
    store.publish(design, ann)
    seen = client.get(f"/designs/{design.slug}/edit/").content.decode()
    assert '"may_change": false' in seen
