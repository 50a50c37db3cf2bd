"""Open questions on the page of a design, in the editor's answers, and on the command line; answered in place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from msgspec.structs import replace

from designs import store
from designs.compiler import open_questions, read
from designs.delivery.findings.question_answers import BadAnswer, answer_to, shown
from designs.models import Design

from .test_check_design import check

pytestmark = pytest.mark.django_db
_TEXT = [{"name": name, "type": "string"} for name in ("title", "city", "phone", "notes")]


def clinic(**stated: Any) -> dict[str, Any]:
    """A clinic for animals, of which nobody says how many visits one has. stated: of the relationship."""
    return {
        "format": "nestlink/1",
        "name": "Clinic",
        "database": "clinic",
        "entities": [{"name": "Animal", "fields": _TEXT}, {"name": "Visit", "fields": _TEXT}],
        "relationships": [
            {
                "name": "visits",
                "kind": "one-to-many",
                "from": {"entity": "Animal"},
                "to": {"entity": "Visit", "has": {"min": 1, "max": 1}},
                **stated,
            }
        ],
        "operations": [
            {"name": "animal page", "kind": "read", "entity": "Animal", "includes": ["visits"]},
            {"name": "animals", "kind": "read", "entity": "Animal"},
        ],
    }


SETTLED = {
    "from": {"entity": "Animal", "has": {"max": 20, "average": 3, "p95": 9, "growth": "bounded"}},
    "strategy": "EMBED_ARRAY",
}
MAX, NEEDS = "relationships[0].from.has.max", "relationships[0].together_needs"


@pytest.fixture
def design(ann: User) -> Design:
    return store.create(json.dumps(clinic()), ann, slug="clinic")


@pytest.fixture
def owner(client: Client, ann: User) -> Client:
    client.force_login(ann)
    return client


def answer(client: Client, place: str, text: str, op: str = "op-12345678") -> str:
    """The page after an answer."""
    sent = {"place": place, "answer": text, "op_id": op}
    return client.post("/designs/clinic/questions/answer/", sent, follow=True).content.decode()


def relationship(design: Design) -> dict[str, Any]:
    raw = json.loads(store.load(design.slug).text)
    return raw["relationships"][0]  # type: ignore[no-any-return]


def test_the_page_asks_and_the_answer_is_an_edit(owner: Client, design: Design) -> None:
    page = owner.get("/designs/clinic/").content.decode()
    assert "What is the maximum number of visits per animal?" in page and "assumed: no limit" in page
    assert "for <bdi>Animal → Visit</bdi>" in page
    assert '<option value="ids">IDs only</option>' in page and "<option>ids" not in page
    assert page.count('action="/designs/clinic/questions/answer/"') == len(open_questions(model()))
    after = answer(owner, MAX, "1,200")
    assert relationship(design)["from"]["has"] == {"max": 1200}
    assert "What is the maximum number of visits per animal?" not in after
    done = store.take_back(store.load("clinic"), "undo", design.owner, "op-undo-1234", None)
    assert done.revision == 3 and "has" not in relationship(design)["from"]
    assert (
        "What is the maximum number of visits per animal?" in owner.get("/designs/clinic/").content.decode()
    )


def model() -> Any:
    return read(json.dumps(clinic())).value


@pytest.mark.parametrize(
    ("place", "text", "said"),
    [
        (MAX, "many", "Enter a number"),
        (MAX, "-1", "Enter a number"),
        (MAX, "1e308", "Enter a number"),
        (MAX, "nan", "Enter a number"),
        (MAX, "2.5", "Enter a whole number"),
        (NEEDS, "everything", "Choose one of"),
        ("relationships[0].from.has.nothing", "7", "already answered"),
    ],
)
def test_a_bad_answer_says_what_to_write(
    owner: Client, design: Design, place: str, text: str, said: str
) -> None:
    before = relationship(design)
    assert said in answer(owner, place, text)
    assert relationship(design) == before


def test_what_the_design_refuses_is_told(owner: Client, ann: User) -> None:
    raw = clinic()
    raw["relationships"][0]["from"]["has"] = {"min": 5}
    store.create(json.dumps(raw), ann, slug="clinic")
    assert "Couldn’t save the answer" in answer(owner, MAX, "4")


def test_who_may_only_look_sees_the_questions_and_no_field(client: Client, design: Design) -> None:
    store.publish(design, User.objects.create_superuser("chief"))
    text = client.get("/designs/clinic/").content.decode()
    assert "What is the maximum number of visits per animal?" in text and "questions/answer/" not in text


def test_what_a_visitor_typed_is_given_back(client: Client, design: Design) -> None:
    store.publish(design, User.objects.create_superuser("chief"))
    sent = {"place": MAX, "answer": "1234", "op_id": "op-12345678"}
    given = client.post("/designs/clinic/questions/answer/", sent)
    assert given.status_code == 403 and "1234" in given.content.decode()


def test_nothing_to_ask_says_so(owner: Client, ann: User) -> None:
    store.create(json.dumps(clinic(**SETTLED)), ann, slug="clinic")
    page = owner.get("/designs/clinic/").content.decode()
    assert "No open question would change a decision." in page and "questions/answer/" not in page


def test_decisions_and_report_count_the_same(owner: Client, design: Design) -> None:
    """A page that counts each assumed input beside one that counts open questions contradicts it."""
    decisions = owner.get("/designs/clinic/decisions/").content.decode()
    report = owner.get("/designs/clinic/report/").content.decode()
    assert "1 of 1 decisions depends on an open question" in decisions and "#questions" in decisions
    assert "The decision depends on an open question" in report


def test_the_editor_asks_the_same_with_ids(owner: Client, design: Design) -> None:
    told = owner.get("/designs/clinic/edits/live/?part=questions&revision=1").json()
    assert [each["place"] for each in told["questions"]] == [one.place for one in open_questions(model())]
    assert all(each["id"] for each in told["questions"])


def test_the_command_lists_them(tmp_path: Any) -> None:
    path = tmp_path / "clinic.json"
    path.write_text(json.dumps(clinic()))
    code, out, err = check(str(path), "--questions")
    assert (code, err) == (0, "")
    head, *rows = out.splitlines()
    assert head.split()[0] == "QUESTION" and any(MAX in row and "no limit" in row for row in rows)
    path.write_text(json.dumps(clinic(**SETTLED)))
    assert check(str(path), "--questions") == (0, "No open question would change a decision.\n", "")


@pytest.mark.parametrize(
    ("form", "choices", "text", "value"),
    [
        ("count", (), " 1,200 ", 1200),
        ("count", (), "0", 0),
        ("number", (), "2.5", 2.5),
        ("number", (), "999999999999999", 999999999999999),
        ("share", (), "25%", 0.25),
        ("share", (), "1", 1),
        ("share", (), "0.2", 0.2),
        ("yes or no", (), "Yes", True),
        ("yes or no", (), "no", False),
        ("choice", ("all", "page"), "page", "page"),
    ],
)
def test_what_an_answer_means(form: Any, choices: tuple[str, ...], text: str, value: Any) -> None:
    (question, *_) = open_questions(model())
    asked = type(question)(**{**_fields(question), "form": form, "choices": choices})
    assert answer_to(asked, text) == value


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("share", "101%"),
        ("share", "1.1"),
        ("share", "-1%"),
        ("number", "1000000000000000"),
        ("yes or no", ""),
    ],
)
def test_what_is_no_answer(form: Any, text: str) -> None:
    (question, *_) = open_questions(model())
    with pytest.raises(BadAnswer):
        answer_to(type(question)(**{**_fields(question), "form": form}), text)


def _fields(question: Any) -> dict[str, Any]:
    return {name: getattr(question, name) for name in question.__struct_fields__}


def test_costs_that_do_not_differ_are_not_told() -> None:
    model = read(json.dumps(clinic())).value
    assert model is not None
    question = open_questions(model)[0]
    with_stakes = (
        replace(question, consequences=tuple(replace(one, at_stake=stake) for one in question.consequences))
        for stake in (0.001, 0.3, None)
    )
    assert [one["stake"] for one in shown(tuple(with_stakes))] == ["", "0.30", ""]
