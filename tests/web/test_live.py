"""What an open editor asks after an edit: the same as the pages and downloads say, only sooner."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import User
from django.test import Client

from designs import store
from designs.delivery.compiled import opened
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
    for key in ("decisions", "entity_overlays", "collections"):
        assert told[key] == result.plan[key]
    texts = {file.path: file.text for file in result.within("documents")}
    assert {one["path"]: one["text"] for one in told["documents"]} == texts


def test_results_are_all_files(editor: Editor, design: Design) -> None:
    told = editor.client.get(f"{editor.place}live/?part=results&show=report.md&show=nowhere").json()
    result = opened(design.text.encode())
    assert told["findings"] == result.plan["findings"]
    assert [one["path"] for one in told["files"]] == [file.path for file in result.files]
    (shown,) = told["shown"]
    assert shown == {"path": "report.md", "text": next(f.text for f in result.files if f.path == "report.md")}


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
