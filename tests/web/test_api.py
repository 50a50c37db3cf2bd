"""The road of an edit over HTTP: applied once, merged or refused with both values, followed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User

from designs import store
from designs.models import Design, Revision

from .editors import Editor, described, ids, raw_of

pytestmark = pytest.mark.django_db


def test_an_edit_is_stored_with_its_history(design: Design, ann: User) -> None:
    told = Editor(design, ann).send(described(ids(design)["Student"], "Who learns"), words="Said who learns")
    assert (told["revision"], told["again"]) == (2, False)
    assert raw_of(design)["entities"][0]["description"] == "Who learns"
    (change,) = told["since"]
    assert (change["op"], change["who"], change["words"]) == ("ann-op-1", "ann", "Said who learns")
    assert change["edit"]["edits"][0]["value"] == "Who learns"
    assert (told["undo"], told["redo"]) == ("Said who learns", None)


def test_sent_twice_it_is_applied_once(design: Design, ann: User) -> None:
    editor = Editor(design, ann)
    edit = described(ids(design)["Student"], "Who learns")
    first = editor.send(edit, op="the-same-op", base=1)
    second = editor.send(edit, op="the-same-op", base=1)
    assert (first["revision"], second["revision"], second["again"]) == (2, 2, True)
    assert second["since"] == first["since"]
    assert Revision.objects.filter(design=design).count() == 2


def test_edits_of_different_things_merge(design: Design, ann: User, bob: User) -> None:
    one, other = Editor(design, ann), Editor(design, bob)
    one.send(described(ids(design)["Student"], "one"))
    told = other.send(described(ids(design)["Email"], "other"))
    assert [change["who"] for change in told["since"]] == ["ann", "bob"]
    assert [entity["description"] for entity in raw_of(design)["entities"]] == ["one", "other"]


def test_two_people_each_draw_the_first_thing(design: Design, ann: User, bob: User) -> None:
    """Nothing had a place before: the map of the places came with the first, and with the second."""
    one, other = Editor(design, ann), Editor(design, bob)
    for editor, name in ((one, "Course"), (other, "Teacher")):
        add = {"edit": "add", "holder": "design", "path": ["entities"], "index": 2}
        put = {"edit": "set", "id": "design", "path": ["layout", name], "value": {"x": 1, "y": 2}}
        edits = [add | {"value": {"id": f"new-{name}", "name": name}}, put]
        editor.send({"edit": "several", "edits": edits})
    assert list(raw_of(design)["layout"]) == ["Course", "Teacher"]
    one.back("undo")
    assert list(raw_of(design)["layout"]) == ["Teacher"]
    other.back("undo")
    assert "layout" not in raw_of(design)


def test_a_stale_edit_of_the_same_gets_both_values(design: Design, ann: User, bob: User) -> None:
    one, other = Editor(design, ann), Editor(design, bob)
    one.send(described(ids(design)["Student"], "one"))
    told = other.send(described(ids(design)["Student"], "other"), 409)
    assert told["revision"] == 2
    assert told["meetings"] == [
        {
            "id": ids(design)["Student"],
            "path": ["description"],
            "what": "Student",
            "base": {"state": "absent"},
            "theirs": {"state": "stated", "value": "one"},
            "yours": {"state": "stated", "value": "other"},
        }
    ]
    assert raw_of(design)["entities"][0]["description"] == "one"


@pytest.mark.parametrize(("mine", "left"), [([0], "other"), ([], "one")])
def test_whoever_was_shown_both_chooses(
    design: Design, ann: User, bob: User, mine: list[int], left: str
) -> None:
    one, other = Editor(design, ann), Editor(design, bob)
    one.send(described(ids(design)["Student"], "one"))
    edit = described(ids(design)["Student"], "other")
    told = other.send(edit, 409)
    other.send(edit, op="bob-op-1", seen=told["revision"], mine=mine)
    assert raw_of(design)["entities"][0]["description"] == left


def test_what_makes_no_design_is_told(design: Design, ann: User) -> None:
    told = Editor(design, ann).send({"edit": "remove", "id": ids(design)["Student"]}, 422)
    assert told["faults"]
    assert all(fault["message"] and fault["remedy"] for fault in told["faults"])
    assert Revision.objects.filter(design=design).count() == 1


@pytest.mark.parametrize("text", ["a\u0000b", "x" * (11 * 1024 * 1024 - 400)])
def test_nothing_is_stored_that_could_not_be_read_again(design: Design, ann: User, text: str) -> None:
    Editor(design, ann).send(described(ids(design)["Student"], text), 422)
    assert store.model_of(Design.objects.get(pk=design.pk))


def test_what_is_too_large_is_told(design: Design, ann: User) -> None:
    told = Editor(design, ann).send(described(ids(design)["Student"], "x" * (11 * 1024 * 1024)), 413)
    assert told["remedy"]


@pytest.mark.parametrize(
    "body",
    [
        {"edit": {"edit": "set", "id": "design"}},
        {"edit": {"edit": "explode"}},
        {"edit": {"edit": "remove", "id": "x"}, "op": "<b>"},
        {"edit": {"edit": "remove", "id": "x"}, "owner": 1},
        {"edit": {"edit": "remove", "id": "x"}, "base": 0},
        {"edit": {"edit": "remove", "id": "x"}, "words": "w" * 201},
    ],
)
def test_what_is_no_edit_is_refused(design: Design, ann: User, body: dict[str, Any]) -> None:
    told = Editor(design, ann).post("", {"op": "some-op-id"} | body, 400)
    assert told["error"]
    assert told["remedy"]


def test_a_tower_of_edits_is_refused(design: Design, ann: User) -> None:
    editor = Editor(design, ann)
    tower = '{"edit":"several","edits":[' * 5000 + "]}" * 5000
    body = f'{{"op":"some-op-id","base":1,"edit":{tower}}}'
    assert editor.client.post(editor.place, body, "application/json").status_code == 400


@pytest.mark.parametrize("deep", [20, 90, 120, 600, 900, 1500, 20_000])
def test_nothing_nested_is_an_error_of_ours(design: Design, ann: User, deep: int) -> None:
    """Edits in edits, and values in values, at every depth up to what the parser itself refuses."""
    client = Editor(design, ann, raise_request_exception=False)
    inner = '{"edit": "set", "id": "design", "path": ["description"], "value": "x"}'
    nested = '{"edit": "several", "edits": [' * deep + inner + "]}" * deep
    lists, objects = "[" * deep + "]" * deep, '{"a": ' * deep + "1" + "}" * deep
    edits = [nested, *(inner.replace('"x"', value) for value in (lists, objects))]
    edits += [f'{{"edit": "add", "holder": "design", "path": ["entities"], "index": 0, "value": {objects}}}']
    for number, edit in enumerate(edits):
        for way in ("", "undo/", "redo/"):
            body = f'{{"op": "deep-{number}-{deep}", "base": 1, "edit": {edit}}}'
            answer = client.client.post(client.place + way, body, "application/json")
            assert answer.status_code in (400, 422), (number, way, answer.content)
            assert answer.json()


def test_an_edit_of_too_many_parts_is_told_to_be_split(design: Design, ann: User) -> None:
    part = described(ids(design)["Student"], "x")
    parts = {"edit": "several", "edits": [part] * (store.edits.MOST_PARTS + 1)}
    told = Editor(design, ann).send(parts, 413)
    assert (told["error"], told["remedy"]) == (
        "This change has more than 2000 parts.",
        "Split it into smaller changes.",
    )
    assert Revision.objects.filter(design=design).count() == 1
    Editor(design, ann).send({"edit": "several", "edits": parts["edits"][1:]})


def test_an_unknown_base_is_told_from_a_newer_one(design: Design, ann: User) -> None:
    told = Editor(design, ann).send(described("design", "x"), 409, base=99)
    assert told["unknown"] is True


def test_a_page_of_another_release_is_told_to_load_anew(design: Design, ann: User) -> None:
    told = Editor(design, ann).send(described("design", "x"), 409, protocol=0)
    assert told["reload"] is True


def test_nobody_changes_what_is_not_theirs(design: Design, ann: User, django_user_model: Any) -> None:
    edit = described("design", "x")
    assert Editor(design, None).send(edit, 401)["remedy"]
    stranger = django_user_model.objects.create_user("eve")
    assert Editor(design, stranger).send(edit, 404)["error"]
    store.publish(design, ann)
    assert Editor(design, stranger).send(edit, 403)["error"]
    store.delete(design, ann)
    assert Editor(design, ann).send(edit, 404)["error"]
    assert "description" not in raw_of(design)


def test_nothing_is_taken_without_a_token(design: Design, ann: User) -> None:
    editor = Editor(design, ann, enforce_csrf_checks=True)
    body = json.dumps({"op": "some-op-id", "base": 1, "edit": described("design", "x")})
    assert editor.client.post(editor.place, body, "application/json").status_code == 403
    assert editor.client.post(editor.place + "undo/", body, "application/json").status_code == 403


def test_other_peoples_changes_are_told(design: Design, ann: User, bob: User) -> None:
    one = Editor(design, ann)
    Editor(design, bob).send(described("design", "x"))
    told = one.since("revision=1")
    assert told["revision"] == 2
    assert [(change["who"], change["revision"]) for change in told["since"]] == [("bob", 2)]
    assert one.since("revision=2")["since"] == []
    assert one.since("revision=99")["since"] is None
    assert one.since("revision=x", 400)["error"]
    whole = one.since("whole=1")
    assert (whole["revision"], whole["design"]) == (2, raw_of(design))


def test_asking_costs_one_query_beside_the_sessions(
    design: Design, ann: User, django_assert_num_queries: Any
) -> None:
    editor = Editor(design, ann)
    editor.since("revision=1")
    with django_assert_num_queries(3) as asked:
        editor.since("revision=1")
    tables = {query["sql"].split('FROM "')[1].split('"')[0]: query["sql"] for query in asked.captured_queries}
    assert sorted(tables) == ["auth_user", "designs_design", "django_session"]
    assert '"text"' not in tables["designs_design"]
