"""The page of findings: each can be settled by its fix, or set aside with a reason and taken back."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from designs import store
from designs.models import Design, Revision

from .conftest import small_design
from .editors import raw_of

pytestmark = pytest.mark.django_db
PRICE = {"name": "price", "type": "double", "money": True}
SENT = {"code": "L45", "subject": "Student.price"}


@pytest.fixture
def priced(ann: User) -> Design:
    raw = small_design()
    raw["entities"][0]["fields"].append(PRICE)
    return store.create(json.dumps(raw), ann)


@pytest.fixture
def client(ann: User) -> Client:
    found = Client()
    found.force_login(ann)
    return found


def page(client: Client, design: Design) -> str:
    answer = client.get(f"/designs/{design.slug}/findings/")
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def settle(client: Client, design: Design, do: str, **more: Any) -> str:
    answer = client.post(f"/designs/{design.slug}/findings/settle/", {"do": do, **SENT, **more}, follow=True)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def test_a_fix_is_one_edit_that_history_names(client: Client, priced: Design, ann: User) -> None:
    assert "Student.price" in page(client, priced) and 'value="fix"' in page(client, priced)
    shown = settle(client, priced, "fix")
    assert "Fixed L45: Set type of Student › price to decimal." in shown and 'value="fix"' not in shown
    assert raw_of(priced)["entities"][0]["fields"][1]["type"] == "decimal"
    last = Revision.objects.filter(design=priced).first()
    assert last is not None and last.words == "Fixed L45: Set type of Student › price to decimal"
    taken = store.take_back(Design.objects.get(pk=priced.pk), "undo", ann, "undo-one-1")
    assert taken is not None and raw_of(priced)["entities"][0]["fields"][1]["type"] == "double"


def test_what_is_set_aside_keeps_its_reason_and_can_be_taken_back(client: Client, priced: Design) -> None:
    shown = settle(client, priced, "aside", reason=" <b>rounded</b> on purpose ")
    assert raw_of(priced)["ignored"] == [{**SENT, "reason": "<b>rounded</b> on purpose"}]
    assert "Ignored" in shown and "<b>rounded</b> on purpose" in shown and 'value="aside"' not in shown
    settle(client, priced, "aside", reason="another reason")
    assert [one["reason"] for one in raw_of(priced)["ignored"]] == ["another reason"]
    shown = settle(client, priced, "back")
    assert "ignored" not in raw_of(priced) and 'value="aside"' in shown


def test_the_reason_is_written_as_text(client: Client, priced: Design) -> None:
    settle(client, priced, "aside", reason="<script>alert(1)</script>")
    assert b"<script>alert" not in client.get(f"/designs/{priced.slug}/findings/").content


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"do": "fix", "subject": "Student.name"}, "has no automatic fix"),
        ({"do": "aside", "reason": "  "}, "Enter a reason"),
        ({"do": "something"}, "Enter a reason"),
    ],
)
def test_what_cannot_be_done_is_said(client: Client, priced: Design, sent: dict[str, Any], said: str) -> None:
    assert said in settle(client, priced, **sent)
    assert Design.objects.get(pk=priced.pk).revision == priced.revision


def test_sent_twice_it_is_done_once(client: Client, priced: Design) -> None:
    for _ in range(2):
        settle(client, priced, "aside", reason="meant", op_id="abcdefgh-1")
    assert Design.objects.get(pk=priced.pk).revision == priced.revision + 1


def test_a_reason_is_short(client: Client, priced: Design) -> None:
    settle(client, priced, "aside", reason="x" * 5000)
    assert len(raw_of(priced)["ignored"][0]["reason"]) == 500


def test_visitors_look(priced: Design, django_user_model: Any) -> None:
    carl = Client()
    carl.force_login(django_user_model.objects.create_user("carl"))
    place = f"/designs/{priced.slug}/findings/settle/"
    assert carl.post(place, {"do": "fix", **SENT}).status_code in (403, 404)
    answer = Client().post(place, {"do": "fix", **SENT})
    assert answer.status_code == 302 and "sign" in answer["Location"]
    assert "meant" in Client().post(place, {"do": "aside", **SENT, "reason": "meant"}).content.decode()
    assert Client().get(place).status_code == 405
    assert raw_of(priced)["entities"][0]["fields"][1]["type"] == "double"


@pytest.mark.usefixtures("library")
def test_the_library_offers_nothing_to_change() -> None:
    shown = Client().get("/designs/web-shop/findings/").content.decode()
    assert not re.search(r'name="do"', shown)


def test_the_eleven_questions_stand_beside_a_decision(client: Client, priced: Design) -> None:
    shown = unescape(client.get(f"/designs/{priced.slug}/decisions/").content.decode())
    assert "MongoDB University’s 11 questions" in shown
    assert shown.count("Favours embedding") + shown.count("Favours referencing") == 11


@pytest.mark.parametrize("most", [1e18, 1.7e308])
def test_every_page_opens_for_numbers_that_no_machine_bears(client: Client, ann: User, most: float) -> None:
    raw = small_design()
    raw["entities"][0] |= {"count": most, "inserts_per_day": most}
    raw["relationships"][0]["from"]["has"] = {"average": most, "max": most, "adds_per_day": most}
    raw["operations"] = [{"name": "all", "kind": "read", "entity": "Email", "per_day": most}]
    made = store.create(json.dumps(raw), ann)
    shown = page(client, made)
    assert "IMPOSSIBLE_NUMBER" in shown
    tabs = set(re.findall(rf'href="(/designs/{made.slug}/\w*/?)"', shown))
    assert len(tabs) >= 9 and [one for one in tabs if client.get(one).status_code != 200] == []


@pytest.mark.usefixtures("library")
def test_every_page_calls_a_severity_the_same(client: Client) -> None:
    shown = client.get("/designs/web-shop/findings/").content.decode()
    assert '<span class="severity info">suggestion</span>' in shown
    assert re.search(
        r'\d suggestions?\. See <a href="/designs/web-shop/findings/">Findings</a>',
        client.get("/designs/web-shop/report/").content.decode(),
    )
    assert '<span class="kind">info</span>' not in client.get("/handbook/").content.decode()


@pytest.mark.usefixtures("library")
def test_a_finding_is_called_by_its_title_before_its_code(client: Client) -> None:
    page = client.get("/designs/web-shop/findings/").content.decode()
    assert page.index(">Sensitive field in reads</a>") < page.index('<span class="kind">L58</span>')


def test_a_fix_tells_the_name_of_what_it_adds_apart_from_its_own_words(ann: User, client: Client) -> None:
    raw = small_design()
    name = raw["entities"][0]["name"]
    raw["entities"][0]["inserts_per_day"] = 5
    raw["operations"] = [
        {"name": "read all", "kind": "read", "entity": name, "per_day": 9},
        {"name": "change one", "kind": "update", "entity": name, "filter": [{"field": "_id"}], "per_day": 9},
    ]
    text = page(client, store.create(json.dumps(raw), ann))
    assert f"Add “add {name.lower()}”" in text
