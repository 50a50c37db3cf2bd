"""Keeping a side of a comparison: one edit, one undo step, and never over somebody's newer choice."""

from __future__ import annotations

import json
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from designs import store
from designs.delivery.pages.variants import wish
from designs.models import Design
from designs.store import edits

from .variants import KEEP, OP, PAGE, asked, key, two_relationships

pytestmark = pytest.mark.django_db


@pytest.fixture
def small(ann: User) -> Design:
    return store.create(json.dumps(two_relationships()), ann, slug="small")


def test_keeping_is_one_edit_and_one_undo(small: Design, ann: User, client: Client) -> None:
    client.force_login(ann)
    query = asked(small, emails="PARENT_REF", home="LINK_ONE")
    page = client.get(PAGE, query).content.decode()
    assert page.count("Apply variant") == 1  # the other side is how it is
    sent = query | {"keep": "b", "base_revision": 1, "op_id": OP}
    assert client.post(KEEP, sent).status_code == 302
    small.refresh_from_db()
    ways = {one["name"]: one.get("strategy") for one in json.loads(small.text)["relationships"]}
    assert (small.revision, ways) == (2, {"emails": "PARENT_REF", "home": "LINK_ONE"})
    words = store.history(small).get(number=2).words
    assert words == "Applied a variant: emails as PARENT_REF, home as LINK_ONE"
    assert client.post(KEEP, sent).status_code == 302  # sent twice
    small.refresh_from_db()
    assert small.revision == 2
    store.take_back(small, "undo", ann, "undone-once")
    small.refresh_from_db()
    assert all("strategy" not in one for one in json.loads(small.text)["relationships"])


def test_the_side_as_it_is_has_nothing_to_keep(small: Design, ann: User, client: Client) -> None:
    client.force_login(ann)
    sent = asked(small, emails="PARENT_REF") | {"keep": "a", "base_revision": 1, "op_id": OP}
    told = client.post(KEEP, sent, follow=True).content.decode()
    assert "Nothing to apply" in told
    small.refresh_from_db()
    assert small.revision == 1


def test_an_earlier_version_is_kept_by_its_strategies(small: Design, ann: User, client: Client) -> None:
    client.force_login(ann)
    store.commit(small, 1, wish(small.text.encode(), {key(small, "emails"): "CHILD_REFS"}), ann, "child-refs")
    sent = {"b": "version-1", "keep": "b", "base_revision": 2, "op_id": OP}
    assert client.post(KEEP, sent).status_code == 302
    small.refresh_from_db()
    assert json.loads(small.text)["relationships"][0]["strategy"] == "EMBED_ARRAY"


def test_what_meets_a_newer_choice_shows_both(small: Design, ann: User, client: Client) -> None:
    client.force_login(ann)
    emails = key(small, "emails")
    store.commit(small, 1, edits.Set(id=emails, path=("strategy",), value="CHILD_REFS"), None, "theirs")
    sent = asked(small, emails="PARENT_REF", home="LINK_ONE") | {"keep": "b", "base_revision": 1, "op_id": OP}
    answer = client.post(KEEP, sent)
    page = answer.content.decode()
    assert answer.status_code == 409 and "Child references" in page and "Parent reference" in page
    small.refresh_from_db()
    assert small.revision == 2
    carried = dict(re.findall(r'<textarea name="([^"]+)"[^>]*>\n(.*?)</textarea>', page, re.S))
    assert carried == asked(small, emails="PARENT_REF", home="LINK_ONE") | {"keep": "b"}
    chosen = carried | {"base_revision": 1, "seen_revision": 2, "op_id": OP, "do": "all_mine"}
    assert client.post(KEEP, chosen).status_code == 302
    small.refresh_from_db()
    ways = {one["name"]: one.get("strategy") for one in json.loads(small.text)["relationships"]}
    assert ways == {"emails": "PARENT_REF", "home": "LINK_ONE"}


def test_who_may_only_look_keeps_nothing(small: Design, bob: User, client: Client) -> None:
    store.publish(small, bob)
    query = asked(small, emails="PARENT_REF")
    page = client.get(PAGE, query).content.decode()
    assert "Operations" in page and "Apply variant" not in page
    client.force_login(User.objects.create_user("stranger"))
    answer = client.post(KEEP, query | {"keep": "b", "base_revision": 1, "op_id": OP})
    assert answer.status_code == 403
    small.refresh_from_db()
    assert "strategy" not in json.loads(small.text)["relationships"][0]


@pytest.mark.parametrize("missing", ["base_revision", "keep"])
def test_a_form_without_what_it_needs_is_refused(
    small: Design, ann: User, client: Client, missing: str
) -> None:
    client.force_login(ann)
    sent = asked(small, emails="PARENT_REF") | {"keep": "b", "base_revision": "1", "op_id": OP}
    del sent[missing]
    assert client.post(KEEP, sent).status_code in (400, 404)


def test_a_variant_that_breaks_a_limit_is_applied_only_when_confirmed(ann: User, client: Client) -> None:
    raw = two_relationships() | {"relationships": []}
    names = ("emails", "homes")
    raw["entities"].append({"name": "Note", "fields": [{"name": "text", "type": "string"}]})
    for name, entity in zip(names, ("Student", "Home"), strict=True):
        ends = {"from": {"entity": entity, "has": {"min": 0, "average": 2, "max": 5}}}
        ends["to"] = {"entity": "Note", "has": {"min": 1, "max": 1}}
        raw["relationships"].append({"name": name, "kind": "one-to-many", **ends})
    raw["relationships"][0]["strategy"] = "EMBED_ARRAY"
    raw["operations"] = []
    small = store.create(json.dumps(raw), ann, slug="small")
    client.force_login(ann)
    query = asked(small, homes="EMBED_ARRAY")
    page = client.get(PAGE, query).content.decode()
    assert "This variant breaks" in page and "Apply anyway" in page
    sent = query | {"keep": "b", "base_revision": 1, "op_id": OP}
    answer = client.post(KEEP, sent, follow=True).content.decode()
    small.refresh_from_db()
    assert small.revision == 1 and "Not applied" in answer
    client.post(KEEP, sent | {"sure": "yes"})
    small.refresh_from_db()
    assert small.revision == 2
    findings = client.get("/designs/small/findings/").content.decode()
    assert "every change rewrites each copy" in findings


def test_a_variant_that_breaks_nothing_is_applied_without_a_question(ann: User, client: Client) -> None:
    raw = two_relationships()
    raw["entities"].append({"name": "Reply", "fields": [{"name": "text", "type": "string"}]})
    child = raw["relationships"][0]["to"]["entity"]
    ends = {"from": {"entity": child, "has": {"min": 0, "average": 2000, "max": None}}}
    ends["to"] = {"entity": "Reply", "has": {"min": 1, "max": 1}}
    raw["relationships"].append({"name": "replies", "kind": "one-to-many", **ends})
    small = store.create(json.dumps(raw), ann, slug="small")
    client.force_login(ann)
    query = asked(small, emails="EMBED_ARRAY")
    page = client.get(PAGE, query).content.decode()
    assert "Conflicts in" not in page and "Apply anyway" not in page
    client.post(KEEP, query | {"keep": "b", "base_revision": 1, "op_id": OP})
    small.refresh_from_db()
    assert small.revision == 2


def test_the_message_of_a_change_undoes_it(small: Design, ann: User, client: Client) -> None:
    client.force_login(ann)
    before = json.loads(small.text)
    sent = asked(small, emails="PARENT_REF") | {"keep": "b", "base_revision": 1, "op_id": OP}
    page = client.post(KEEP, sent, follow=True).content.decode()
    form = re.search(r'<form method="post" action="([^"]*/restore/)">.*?</form>', page, re.S)
    assert form is not None and "Variant applied." in page and ">Undo</button>" in form[0]
    fields = dict(re.findall(r'name="(base_revision|op_id|back)" value="([^"]*)"', form[0]))
    answer = client.post(form[1], fields)
    assert answer.status_code == 302 and answer["Location"] == "/designs/small/decisions/"
    small.refresh_from_db()
    assert json.loads(small.text)["relationships"] == before["relationships"]
