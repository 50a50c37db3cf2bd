"""Links that only one kind of a hierarchy has, where all kinds share a collection: no document of another kind gets one,
and an insert of another kind reads nothing for it."""

from __future__ import annotations

from designs.compiler import compile_design
from designs.compiler.plan_model.physical import Statement
from tests.compiler.composed import design, entity, field, link

KINDS = [
    {"name": f"{value} kind", "kind": "is-a", "from": {"entity": "Lesson"}, "to": {"entity": value.title()},
     "discriminator": {"field": "kind", "value": value}}
    for value in ("alone", "group")
]  # fmt: skip
PLACES = {"formula": "count(attendees.name)", "refresh": "on-write"}


def functions() -> list[Statement]:
    parts = [
        entity("Lesson", field("kind", enum=["alone", "group"], required=True), field("title")),
        entity("Alone", field("homework")),
        entity("Group", field("booked", "int", computed=PLACES)),
        entity("Learner", field("name")),
    ]
    attendance = link(
        "attendance", "many-to-many", ("Group", {"field": "attendees", "has": {"min": 0, "max": 8}}),
        ("Learner", {"field": "groups", "has": {"min": 0, "max": 2000}}), link_owner="from",
        copies=[{"field": "name", "of": "to", "as": "name", "policy": "eventual"}],
    )  # fmt: skip
    inserts = [
        {"name": f"book {name}", "kind": "insert", "entity": name.title()} for name in ("alone", "group")
    ]
    made = compile_design(design(parts, [attendance, *KINDS], operations=inserts))
    return list(made.plan.statements)


def test_only_a_document_of_the_kind_lists_another() -> None:
    (add,) = [one for one in functions() if one.recipe == "attendance.add" and one.op == "updateOne"]
    assert add.collection == "lessons" and add.filter["kind"] == "group"


def test_an_insert_of_another_kind_reads_and_works_out_nothing_for_links_that_it_has_not() -> None:
    made = functions()
    assert [one.op for one in made if one.recipe == "book alone"] == ["insertOne"]
    assert "find" in [one.op for one in made if one.recipe == "book group"]
