"""What if: both sides under one workload, and either is kept."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from designs import store
from designs.delivery.compiled import Compiled, opened
from designs.delivery.what_if import Beside, compared, variant
from designs.models import Design

from .conftest import small_design

pytestmark = pytest.mark.django_db
OP = "0123456789abcdef"


def read_students(**more: Any) -> dict[str, Any]:
    return {
        "name": "page",
        "kind": "read",
        "entity": "Student",
        "includes": ["emails"],
        "per_day": 100,
        **more,
    }


@pytest.fixture
def small(ann: User) -> Design:
    return store.create(json.dumps(small_design(operations=[read_students()])), ann, slug="small")


def beside(design: Design, strategy: str) -> Any:
    now, then = opened(design.text.encode()), variant(design.text.encode(), "emails", strategy)
    assert isinstance(then, Compiled)
    return compared(now, then)


def test_a_reference_takes_a_second_round_trip_and_a_collection(small: Design) -> None:
    found = beside(small, "PARENT_REF")
    (turned,) = found.turned
    assert (turned.name, turned.now, turned.then) == ("emails", "EMBED_ARRAY", "PARENT_REF")
    (whole,) = (one for one in turned.operations if one.name == "PA")
    assert whole.per_day == 100
    assert whole.counts[0] == Beside("1", "2", "more")  # round trips
    assert whole.counts[1] == Beside("1", "3.5", "more")  # the student and 2.5 e-mails
    shelves = {one.name: one.numbers for one in found.shelves}
    assert shelves["students"][1].change == "less"
    assert (shelves["emails"][0].now, shelves["emails"][0].then) == ("–", "10,000")
    assert shelves["emails"][4] == Beside("–", "2", "more")  # its _id, and its student


def test_the_same_strategy_differs_in_nothing_but_who_chose_it(small: Design) -> None:
    found = beside(small, "EMBED_ARRAY")
    assert (found.turned, found.shelves) == ((), ())


def test_there_and_back_are_mirrored(small: Design) -> None:
    there = beside(small, "PARENT_REF")
    now, then = variant(small.text.encode(), "emails", "PARENT_REF"), opened(small.text.encode())
    assert isinstance(now, Compiled)
    back = compared(now, then)
    assert {(one["code"], one["subject"]) for one in back.gone} == {
        (one["code"], one["subject"]) for one in there.added
    }
    assert [(one.now, one.then) for one in back.turned] == [("PARENT_REF", "EMBED_ARRAY")]


def test_the_page_compares_and_keeps(small: Design, ann: User, client: Client) -> None:
    client.force_login(ann)
    asked = {"relationship": "emails", "strategy": "PARENT_REF"}
    page = client.get("/designs/small/what-if/", asked).content.decode()
    assert "Keep this variant" in page and "EMBED_ARRAY" in page
    told = asked | {"base_revision": 1, "op_id": OP}
    assert client.post("/designs/small/what-if/keep/", told).status_code == 302
    small.refresh_from_db()
    assert json.loads(small.text)["relationships"][0]["strategy"] == "PARENT_REF"
    assert small.revision == 2
    assert "this is how it is" in client.get("/designs/small/what-if/", asked).content.decode()


def test_a_stale_variant_is_refused(small: Design, ann: User, client: Client) -> None:
    client.force_login(ann)
    key = json.loads(small.text)["relationships"][0]["id"]
    store.commit(small, 1, store.edits.Set(id=key, path=("strategy",), value="CHILD_REFS"), None, "theirs")
    told = {"relationship": "emails", "strategy": "PARENT_REF", "base_revision": 1, "op_id": OP}
    answer = client.post("/designs/small/what-if/keep/", told, follow=True)
    assert "somebody changed the same" in answer.content.decode()
    small.refresh_from_db()
    assert json.loads(small.text)["relationships"][0]["strategy"] == "CHILD_REFS"


@pytest.mark.parametrize(
    ("relationship", "strategy"),
    [("emails", "LINK_COLL"), ("nothing", "PARENT_REF"), ("emails", ""), ("", "x")],
)
def test_what_is_no_variant_is_not_found(
    small: Design, ann: User, client: Client, relationship: str, strategy: str
) -> None:
    client.force_login(ann)
    asked = {"relationship": relationship, "strategy": strategy}
    assert client.get("/designs/small/what-if/", asked).status_code == 404
    assert (
        client.post("/designs/small/what-if/keep/", asked | {"base_revision": 1, "op_id": OP}).status_code
        == 404
    )


def test_who_may_only_look_keeps_nothing(small: Design, bob: User, client: Client) -> None:
    store.publish(small, bob)
    asked = {"relationship": "emails", "strategy": "PARENT_REF"}
    assert "Keep this variant" not in client.get("/designs/small/what-if/", asked).content.decode()
    stranger = User.objects.create_user("stranger")
    client.force_login(stranger)
    answer = client.post("/designs/small/what-if/keep/", asked | {"base_revision": 1, "op_id": OP})
    assert answer.status_code in (403, 404)


def test_rejected_ways_lead_here(client: Client, library: None) -> None:
    page = client.get("/designs/university/decisions/").content.decode()
    assert "/designs/university/what-if/?relationship=" in page
