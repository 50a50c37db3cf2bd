"""What history says of a change where its maker said nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User

from designs import store
from designs.compiler.edits import ABSENT, DESIGN, Add, Edit, Order, Remove, Rename, Set, Several
from designs.models import Design, Revision

from .editors import ids

pytestmark = pytest.mark.django_db


def field(name: str) -> dict[str, Any]:
    return {"id": f"id-{name}", "name": name, "type": "string"}


def said(design: Design, user: User, edit: Edit) -> str:
    store.commit(
        design, Design.objects.get(pk=design.pk).revision, edit, user, f"op-{Revision.objects.count()}"
    )
    return str(Revision.objects.filter(design=design).order_by("-number")[0].words)


def test_each_kind_has_its_words(design: Design, ann: User) -> None:
    key = ids(design)
    student, email = key["Student"], key["Email"]
    add = Add(holder=student, path=("fields",), index=1, value=field("born"))
    both = tuple(one["id"] for one in json.loads(design.text)["entities"])[::-1]
    for edit, words in (
        (add, "Added born to Student"),
        (
            Order(holder=student, path=("fields",), ids=("id-born", key["name"])),
            "Reordered fields of Student",
        ),
        (Order(holder=DESIGN, path=("entities",), ids=both), "Reordered entities"),
        (Set(id=student, path=("description",), value="x"), "Set description of Student"),
        (Set(id=student, path=("inserts_per_day",), value=5), "Set added per day of Student"),
        (Set(id=student, path=("description",)), "Cleared description of Student"),
        (Set(id=DESIGN, path=("description",), value="x"), "Set description of the design"),
        (Set(id=key["emails"], path=("from", "has", "max"), value=9), "Set maximum of Student → Email"),
        (Rename(id=student, name="Learner"), "Renamed Student to Learner"),
        (Several(edits=(Rename(id=student, name="Pupil"),)), "Renamed Learner to Pupil"),
        (Set(id=DESIGN, path=("layout",), value={"Pupil": {"x": 1, "y": 1}}), "Moved Pupil on the canvas"),
        (Set(id=DESIGN, path=("layout", "Pupil"), value={"x": 2, "y": 1}), "Moved Pupil on the canvas"),
        (Set(id=DESIGN, path=("layout",)), "Moved cards"),
        (Remove(id="id-born"), "Deleted born"),
        (Remove(id=email, dependents=True), "Deleted Email, deleted Pupil → Email"),
        (Set(id=student, path=("description",), value=ABSENT), "Nothing changed"),
    ):
        assert said(design, ann, edit) == words


def test_what_is_added_has_not_moved(design: Design, ann: User) -> None:
    entity = {"id": "course", "name": "Course"}
    add = Add(holder=DESIGN, path=("entities",), index=2, value=entity)
    place = Set(id=DESIGN, path=("layout",), value={"Course": {"x": 1, "y": 1}})
    assert said(design, ann, Several(edits=(add, place))) == "Added Course"


def test_what_is_removed_has_not_moved(design: Design, ann: User) -> None:
    email = ids(design)["Email"]
    place = Set(id=DESIGN, path=("layout", "Email"), value={"x": 1, "y": 1})
    assert said(design, ann, place) == "Moved Email on the canvas"
    assert said(design, ann, Remove(id=email, dependents=True)) == "Deleted Email, deleted Student → Email"


def test_of_much_the_weightiest_is_said(design: Design, ann: User) -> None:
    student = ids(design)["Student"]
    adds = tuple(Add(holder=student, path=("fields",), index=0, value=field(name)) for name in "abcd")
    change = Several(edits=(Set(id=student, path=("description",), value="x"), *adds))
    assert (
        said(design, ann, change) == "Added d to Student, added c to Student, added b to Student and 2 more"
    )


def test_long_names_are_cut(design: Design, ann: User) -> None:
    student, long = ids(design)["Student"], [letter * 60 for letter in "abcd"]
    value = [field(name) | {"id": name[:9]} for name in long]
    adds = (Add(holder=student, path=("fields",), index=0, value=one) for one in value)
    words = said(design, ann, Several(edits=tuple(adds)))
    assert len(words) == 200
    assert words.endswith("…")
