"""A copy that is fresh enough is read instead of what it repeats; what a projection shows through a reference is read
along."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from designs.compiler.plan_model.physical import Statement
from tests.compiler.compiled import compiled
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged

Json = dict[str, Any]
ONE = {"min": 1, "max": 1}
SHOWN = ["starts_at", "patient.family_name"]


def _copied(policy: str) -> list[Json]:
    return [{"field": "family_name", "of": "from", "as": "patient_name", "policy": policy}]


def _read(name: str, **more: Any) -> Json:
    return {"name": name, "kind": "read", "entity": "Appointment", "per_day": 900} | more


def _clinic(policy: str, *operations: Json, sensitive: bool = False) -> Json:
    """Appointments that repeat the names of their patients, and nothing of who sees them."""
    name = field("family_name", required=True, sensitive=sensitive)
    own: Json = {"strategy": "PARENT_REF"}
    return {
        "format": "nestlink/1", "name": "Clinic", "database": "clinic",
        "entities": [
            entity("Patient", name, field("born", "date")),
            entity("Doctor", field("name", required=True), field("phone", required=True)),
            entity("Appointment", field("starts_at", "date", required=True), field("number", "int", unique=True, required=True)),
        ],
        "relationships": [
            link("of a patient", "one-to-many", end("Patient"), end("Appointment", field="patient") | {"has": ONE}, **own,
                 copies=_copied(policy)),
            link("seen by", "one-to-many", end("Doctor"), end("Appointment", field="doctor") | {"has": ONE}, **own),
        ],
        "operations": [*operations],
    }  # fmt: skip


def _statements(design: Json, recipe: str) -> list[Statement]:
    return [each for each in compiled(design).plan.statements if each.recipe == recipe]


def _collections(statements: list[Statement]) -> Iterator[str]:
    for statement in statements:
        yield statement.collection
        yield from (stage["$lookup"]["from"] for stage in statement.pipeline or () if "$lookup" in stage)


DAY = _read("day", filter=[{"field": "doctor"}], includes=["of a patient"], projection=SHOWN,
            sort=[{"field": "starts_at"}])  # fmt: skip
ONE_OF_THEM = _read("one of them", filter=[{"field": "number"}], includes=["of a patient"], projection=SHOWN)


@pytest.mark.parametrize(
    ("policy", "is_fresh"),
    [("immutable", True), ("strong", True), ("eventual", True), ("batch", False), ("snapshot", False)],
)
def test_a_fresh_copy_is_read_and_nothing_is_joined(policy: str, is_fresh: bool) -> None:
    """The key that shows it stays the same, joined or not; the note says how fresh it is."""
    design = _clinic(policy, DAY, ONE_OF_THEM)
    for name in ("day", "one of them"):
        statements = _statements(design, name)
        assert ("patients" not in _collections(statements)) is is_fresh
        shown = statements[0].projection or statements[0].pipeline[-1]["$project"]
        assert shown["patient_name"] == 1
        assert "patient_name is a copy of the patient's family_name, " in statements[0].comment
    assert judged(design, "day", "oneOfThem") == {"day": "", "oneOfThem": ""}


@pytest.mark.parametrize("more", [["patient.born"], []], ids=["not copied", "nothing named"])
def test_what_is_not_copied_is_joined(more: list[str]) -> None:
    """Another field of the patient is wanted, or the patient whole."""
    projection = [*SHOWN, *more] if more else ["starts_at"]
    design = _clinic("strong", {**DAY, "projection": projection})
    assert "patients" in _collections(_statements(design, "day"))
    assert judged(design, "day") == {"day": ""}


def test_a_projection_through_a_reference_is_read_along() -> None:
    """Without an include too; of the other document only what is named, and its id."""
    design = _clinic(
        "strong",
        _read("list", filter=[{"field": "patient"}], projection=["starts_at", "doctor.phone"]),
        _read("one", filter=[{"field": "number"}], projection=["starts_at", "doctor.phone"]),
    )
    (listed,) = _statements(design, "list")
    name = next(stage["$lookup"]["as"] for stage in listed.pipeline if "$lookup" in stage)
    assert listed.pipeline[-1]["$project"] == {"starts_at": 1, f"{name}._id": 1, f"{name}.phone": 1}
    assert [each.projection for each in _statements(design, "one")] == [
        {"starts_at": 1, "doctor": 1},
        {"phone": 1},
    ]
    assert judged(design, "list", "one") == {"list": "", "one": ""}


def test_what_is_shown_behind_is_read_along_beside_what_is_asked_behind() -> None:
    """Whatever way finds the documents, and where the projection names nothing of their own; an answer without it is found
    wrong."""
    asked, own, far = [{"field": "patient.born"}], ["starts_at", "doctor.phone"], ["doctor.phone"]
    design = _clinic(
        "batch",
        _read("born then", filter=asked, projection=own),
        _read("phones", filter=[{"field": "patient"}], projection=far),
        _read("phone", filter=[{"field": "number"}], projection=far),
    )
    assert judged(design, "bornThen", "phones", "phone") == {"bornThen": "", "phones": "", "phone": ""}
    (phones,), phone = _statements(design, "phones"), _statements(design, "phone")
    assert all(path.endswith(("._id", ".phone")) for path in phones.pipeline[-1]["$project"])
    assert [each.projection for each in phone] == [{"_id": 1, "doctor": 1}, {"phone": 1}]
    found = 'db.getSiblingDB("clinic").appointments.findOne({ number }, { doctor: 1 })'
    planted = f"function phone(number) {{ return {found}; }}"
    assert judged(design, "phone", planted=planted)["phone"].startswith("does not tell doctor.phone")


def test_a_sensitive_field_is_shown_where_it_is_named_or_copied() -> None:
    """An operation tells the copy that the design declares, and the field that it names behind a reference."""
    design = _clinic(
        "batch",
        DAY,
        _read("whole", filter=[{"field": "doctor"}]),
        sensitive=True,
    )
    (day,), (whole,) = _statements(design, "day"), _statements(design, "whole")
    assert day.pipeline[-1]["$project"].keys() >= {"patient_name"}
    assert any(path.endswith(".family_name") for path in day.pipeline[-1]["$project"])
    assert whole.projection is None
    assert judged(design, "day", "whole") == {"day": "", "whole": ""}


@pytest.mark.parametrize("recent", [None, {"count": 3}])
def test_a_read_that_needs_counts_says_what_holds_them(recent: Json | None) -> None:
    design = _clinic("strong", {"name": "card", "kind": "read", "entity": "Patient", "per_day": 9,
                                "filter": [{"field": "_id"}], "includes": ["of a patient"]})  # fmt: skip
    design["relationships"][0] |= {"together_needs": "summary"} | ({"recent": recent} if recent else {})
    is_told = "declare them as computed fields of the patient" in _statements(design, "card")[0].comment
    assert is_told is (recent is None)


def _library(policy: str, *operations: Json) -> Json:
    """Books and who wrote them, linked by documents that repeat a writer's name."""
    ends = end("Book", field="writers"), end("Writer", field="books")
    copies = [{"field": "family_name", "of": "to", "policy": policy}]
    return {
        "format": "nestlink/1", "name": "Library", "database": "library",
        "entities": [
            entity("Book", field("isbn", unique=True, required=True), field("title", required=True)),
            entity("Writer", field("family_name", required=True), field("born", "date")),
        ],
        "relationships": [link("writing", "many-to-many", *ends, strategy="LINK_COLL", copies=copies,
                               link_fields=[field("role", required=True)])],
        "operations": [*operations],
    }  # fmt: skip


def _of_a_book(*shown: str, **more: Any) -> Json:
    own = {"entity": "Book", "includes": ["writing"], "projection": ["title", *shown]}
    return _read("book", filter=[{"field": "isbn"}], **own) | more


@pytest.mark.parametrize("kind", ["one book", "several"])
@pytest.mark.parametrize(("policy", "is_fresh"), [("strong", True), ("eventual", True), ("batch", False)])
def test_the_links_say_what_a_read_shows_of_who_is_linked(policy: str, is_fresh: bool, kind: str) -> None:
    filter = [{"field": "isbn"}] if kind == "one book" else [{"field": "title"}]
    design = _library(policy, _of_a_book("writers.family_name", filter=filter))
    read = _statements(design, "book")
    assert "writing" in _collections(read)
    assert ("writers" not in _collections(read)) is is_fresh
    assert ("copy of the writer's family_name" in read[0].comment) is is_fresh
    assert judged(design, "book") == {"book": ""}


@pytest.mark.parametrize(
    "read",
    [
        _of_a_book("writers.family_name", "writers.born"),
        _of_a_book(),
        _of_a_book("writers.family_name", filter=[{"field": "title"}], sort=[{"field": "writers.born"}]),
    ],
    ids=["not copied", "nothing named", "sorted by"],
)
def test_who_is_linked_is_read_where_the_links_do_not_say_it(read: Json) -> None:
    assert "writers" in _collections(_statements(_library("strong", read), "book"))
