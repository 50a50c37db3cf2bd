"""What a finding is about, by ids: an editor marks it there."""

from __future__ import annotations

import json

import pytest

from designs.compiler import About, compile_design, read
from designs.delivery.compiled.compiled_design import opened
from designs.delivery.findings.finding_places import Places
from designs.delivery.pages.live import results
from designs.delivery.pages.page_anchors import Addresses
from tests.web.conftest import small_design


def places(read_all: str = "all.of them") -> Places:
    raw = small_design()
    student, email = raw["entities"]
    student |= {"id": "student", "fields": [{"id": "name", "name": "name", "type": "string"}]}
    inner = [{"id": "inner", "name": "kind", "type": "string"}]
    parts = {"id": "parts", "name": "parts", "type": "array", "items": {"type": "object", "fields": inner}}
    email |= {"id": "email", "fields": [parts, {"id": "dotted", "name": "a.b", "type": "int"}]}
    raw["relationships"][0] |= {"id": "emails", "strategy": "PARENT_REF"}
    raw["operations"] = [{"id": "op", "name": read_all, "kind": "read", "entity": "Email"}]
    model = read(json.dumps(raw)).value
    assert model is not None
    return Places(compile_design(model))


@pytest.mark.parametrize(
    ("subject", "ids"),
    [
        ("Student", ("student",)),
        ("students", ("student",)),
        ("Student.name", ("name", "student")),
        ("Student.emails", ("emails",)),
        ("Email.student", ("emails",)),
        ("Email.parts.kind", ("inner", "parts", "email")),
        ("Email.a.b", ("dotted", "email")),
        ("emails.student_1", ("email",)),
        ("emails.parts.kind", ("inner", "parts", "email")),
        ("Email.indexes[0]", ("email",)),
        ("all.of them", ("op",)),
        ("small", ()),
        ("note 1", ()),
        ("", ()),
    ],
)
def test_a_subject_is_found_where_it_was_drawn(subject: str, ids: tuple[str, ...]) -> None:
    assert places().of(subject) == ids


@pytest.mark.parametrize(
    ("about", "ids"),
    [
        ("collection", ("email",)),
        ("relationship", ("emails",)),
        ("operation", ("op",)),
        ("entity", ("emails",)),  # no entity is named so: the first kind that is
        ("", ("emails",)),
    ],
)
def test_a_name_that_several_share_is_found_by_its_kind(about: About, ids: tuple[str, ...]) -> None:
    raw = places(read_all="emails")
    assert raw.of("emails", about) == ids


def test_what_a_check_is_about_reaches_the_editor_and_the_pages() -> None:
    """The collection ``emails`` has too many indexes; so is the relationship named that leads there."""
    raw = small_design()
    raw["relationships"][0] |= {"id": "emails", "strategy": "PARENT_REF"}
    raw["entities"][1]["id"] = "email"
    raw["entities"][1]["fields"] = [{"name": f"f{n}", "type": "string"} for n in range(70)]
    raw["entities"][1]["indexes"] = [{"keys": [[f"f{n}", 1]]} for n in range(70)]
    text = json.dumps(raw).encode()
    model = read(text).value
    assert model is not None
    told = results(text, model, ())["findings"]
    number = [(one["code"], one["subject"]) for one in told].index(("L27", "emails"))
    assert told[number]["about"] == ("email",)
    made = opened(text)
    place = Addresses("small", made).subject(number + 1, "emails")
    assert place is not None and place.kind == "collection"
