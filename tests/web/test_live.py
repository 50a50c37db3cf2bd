"""What an open editor asks after an edit: the same as the pages and downloads say, only sooner."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils.html import escape

from designs import store
from designs.compiler import STRATEGIES
from designs.delivery.compiled import compiled_design
from designs.delivery.compiled.compiled_design import opened
from designs.delivery.output.code import highlighted
from designs.models import Design

from .editors import Editor, described, ids

pytestmark = pytest.mark.django_db


@pytest.fixture
def editor(design: Design, ann: User) -> Editor:
    return Editor(design, ann)


def test_advice_says_what_the_plan_says(editor: Editor, design: Design) -> None:
    told = editor.client.get(f"{editor.place}live/").json()
    result = opened(design.text.encode())
    assert told["revision"] == 1
    for key in ("entity_overlays", "collections"):
        assert told[key] == result.plan[key]
    assert told["decisions"] == [without_advice(one) for one in result.plan["decisions"]]
    texts = {file.path: file.text for file in result.within("documents")}
    assert {one["path"]: one["text"] for one in told["documents"]} == texts


def test_advice_says_numbers_in_the_words_of_the_page_and_names_the_handbooks_pages(
    editor: Editor, design: Design
) -> None:
    told = editor.client.get(f"{editor.place}live/").json()
    page = editor.client.get(f"/designs/{design.slug}/decisions/").content.decode()
    for name, numbers in told["numbers"].items():
        (decision,) = (one for one in told["decisions"] if one["relationship"] == name)
        assert len(numbers["input_rows"]) == len(decision["inputs"]) > 0
        for words, value, known in numbers["input_rows"]:
            also = f' <span class="origin {known}">{known}</span>' if known else ""
            row = f'<th scope="row"><bdi>{words[:1].upper()}{words[1:]}</bdi></th><td><bdi>{value}</bdi>{also}</td>'
            assert row in page, row
        for code in (decision["rule"], decision["strategy"], *(one["by"] for one in decision["rejected"])):
            known = told["pages"][code]
            title, said = (code, known["title"]) if code in STRATEGIES else (known["title"], code)
            assert f'href="{known["address"]}" title="{escape(title)}">{escape(said)}</a>' in page


def without_advice(decision: dict[str, Any]) -> dict[str, Any]:
    """As it is told before anybody has asked what it costs and what would flip it."""
    rejected = [one | {"cost": None} for one in decision["rejected"]]
    return decision | {"cost": None, "flips": [], "rejected": rejected}


def test_no_edit_waits_for_advice(editor: Editor, design: Design, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_design, "with_advice", lambda made: pytest.fail("nobody has asked for it"))
    editor.client.get(f"{editor.place}live/")
    told = editor.client.get(f"{editor.place}live/?part=results&show=schemas/users.json").json()
    unknown = {one["path"] for one in told["files"] if one["hash"] is None}
    assert unknown == {"plan.json", "report.md"}


def test_the_forecasts_mark_tells_when_it_says_another_thing(editor: Editor, design: Design) -> None:
    asked = f"{editor.place}live/?part=results"
    first = editor.client.get(asked).json()["forecast"]
    editor.send({"edit": "set", "id": "design", "path": ["description"], "value": "Other words"})
    assert editor.client.get(asked).json()["forecast"] == first
    entity = json.loads(Design.objects.get(pk=design.pk).text)["entities"][0]["id"]
    editor.send({"edit": "set", "id": entity, "path": ["count"], "value": 123456})
    assert editor.client.get(asked).json()["forecast"] != first


def test_what_is_asked_for_later_has_its_advice(counted: Design, ann: User) -> None:
    editor, design = Editor(counted, ann), counted
    editor.client.get(f"{editor.place}live/?part=results")
    plan = opened(design.text.encode()).plan
    assert all(one["flips"] and one["cost"] is not None for one in plan["decisions"]) and plan["decisions"]
    told = editor.client.get(f"{editor.place}live/?part=results").json()
    assert all(one["hash"] for one in told["files"])


def test_results_are_all_files(editor: Editor, design: Design) -> None:
    told = editor.client.get(f"{editor.place}live/?part=results&show=report.md&show=nowhere").json()
    result = opened(design.text.encode())
    assert told["findings"] == result.plan["findings"]
    assert [one["path"] for one in told["files"]] == [file.path for file in result.files]
    (shown,) = told["shown"]
    text = next(f.text for f in result.files if f.path == "report.md")
    assert shown == {"path": "report.md", "text": text, "html": escape(text)}


@pytest.mark.parametrize("part", ["advice", "results"])
def test_documents_to_look_at_are_coloured(editor: Editor, part: str) -> None:
    listed = editor.client.get(f"{editor.place}live/").json()["documents"]
    path = listed[0]["path"]
    (shown,) = editor.client.get(f"{editor.place}live/?part={part}&show={path}").json()["shown"]
    assert shown == {**listed[0], "html": highlighted(listed[0]["text"], path)}
    assert '<span class="t-id">' in shown["html"]


@pytest.mark.parametrize("part", ["advice", "results"])
def test_it_is_told_anew_only_after_a_change(editor: Editor, part: str) -> None:
    address = f"{editor.place}live/?part={part}"
    first = editor.client.get(address)
    again = editor.client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["Cache-Control"] == first.headers["Cache-Control"] == "private, no-cache"
    editor.send(described("design", "x"))
    later = editor.client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert (later.status_code, later.json()["revision"]) == (200, 2)


def test_it_is_as_private_as_the_design(design: Design, ann: User, client: Client) -> None:
    address = f"/designs/{design.slug}/edits/live/"
    assert client.get(address).status_code == 404
    store.publish(design, ann)
    assert client.get(address).status_code == 200
    assert json.loads(client.get(address).content)["revision"] == 2


def test_what_goes_with_an_entity_is_told_first(editor: Editor, design: Design) -> None:
    key = ids(design)
    told = editor.client.get(f"{editor.place}goes-with/?id={key['Email']}").json()
    assert told == {"revision": 1, "goes": [{"kind": "relationship", "id": key["emails"], "name": "emails"}]}
    editor.send({"edit": "remove", "id": key["Email"], "dependents": True})
    assert editor.client.get(f"{editor.place}goes-with/?id={key['Email']}").status_code == 404


def test_advice_says_which_ends_paths_may_step_through(editor: Editor, design: Design) -> None:
    told = editor.client.get(f"{editor.place}live/").json()["ends"]
    links = json.loads(design.text)["relationships"]
    assert set(told) == {one["name"] for one in json.loads(design.text)["entities"]}
    for link in links:
        named = [one for one in told[link["from"]["entity"]] if one[2:] == [link["name"], "from"]]
        assert named and named[0][1] == link["to"]["entity"]


def test_one_relationship_is_weighed_on_its_own(editor: Editor, design: Design) -> None:
    name = json.loads(design.text)["relationships"][0]["name"]
    told = editor.client.get(f"{editor.place}live/?part=weighed&of={name}").json()
    page = editor.client.get(f"/designs/{design.slug}/decisions/").content.decode()
    assert told["relationship"] == name and told["revision"] == 1
    for flip in told["flips"]:
        assert flip["sign"] in (">", "<", ">=", "<=", ":")
        joint = ": " if flip["sign"] == ":" else f" {flip['sign']} "
        assert flip["when"] == flip["input"] + joint + flip["value"]
        assert f"<code><bdi>{escape(flip['said'])}</bdi></code>" in page
        assert flip["holder"] == flip["instead_of"] == ""
    nobody = editor.client.get(f"{editor.place}live/?part=weighed&of=nobody").json()
    assert nobody == {"revision": 1, "relationship": "nobody", "flips": [], "derived": {}, "bars": []}


def test_what_is_sent_is_compressed_and_still_known_by_its_tag(editor: Editor, design: Design) -> None:
    for place in (f"{editor.place}live/", f"/designs/{design.slug}/edit/"):
        answer = editor.client.get(place, headers={"Accept-Encoding": "gzip"})
        assert answer.headers["Content-Encoding"] == "gzip" and len(answer.content) > 200
    answer = editor.client.get(f"{editor.place}live/", headers={"Accept-Encoding": "gzip"})
    again = {"Accept-Encoding": "gzip", "If-None-Match": answer.headers["ETag"]}
    assert answer.headers["ETag"].startswith("W/")
    assert editor.client.get(f"{editor.place}live/", headers=again).status_code == 304
    editor.send({"edit": "set", "id": "design", "path": ["description"], "value": "Other words"})
    assert editor.client.get(f"{editor.place}live/", headers=again).status_code == 200
