"""What a finding is about, by ids: an editor marks it there."""

from __future__ import annotations

import json

import pytest

from designs.compiler import compile_design, read
from designs.delivery.finding_places import Places
from tests.web.conftest import small_design


def places() -> Places:
    raw = small_design()
    student, email = raw["entities"]
    student |= {"id": "student", "fields": [{"id": "name", "name": "name", "type": "string"}]}
    inner = [{"id": "inner", "name": "kind", "type": "string"}]
    parts = {"id": "parts", "name": "parts", "type": "array", "items": {"type": "object", "fields": inner}}
    email |= {"id": "email", "fields": [parts, {"id": "dotted", "name": "a.b", "type": "int"}]}
    raw["relationships"][0] |= {"id": "emails", "strategy": "PARENT_REF"}
    raw["operations"] = [{"id": "op", "name": "all.of them", "kind": "read", "entity": "Email"}]
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
