"""Links that only one kind of a hierarchy has, where all kinds share a collection: no document of another kind gets one,
and an insert of another kind reads nothing for it."""

from __future__ import annotations

from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.physical import Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

KINDS = [
    {"name": f"{value} kind", "kind": "is-a", "from": {"entity": "Lesson"}, "to": {"entity": value.title()},
     "discriminator": {"field": "kind", "value": value}}
    for value in ("alone", "group")
]  # fmt: skip
PLACES = {"formula": "count(attendees.name)", "refresh": "on-write"}


def compiled() -> Compilation:
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
        link_fields=[field("seat", "int")],
    )  # fmt: skip
    inserts = [
        {"name": f"book {name}", "kind": "insert", "entity": name.title()} for name in ("alone", "group")
    ]
    return compile_design(design(parts, [attendance, *KINDS], operations=inserts))


def functions() -> list[Statement]:
    return list(compiled().plan.statements)


def test_only_a_document_of_the_kind_lists_another() -> None:
    (add,) = [one for one in functions() if one.recipe == "attendance.add" and one.op == "updateOne"]
    assert add.collection == "lessons" and add.filter["kind"] == "group"


def test_an_insert_of_another_kind_reads_and_works_out_nothing_for_links_that_it_has_not() -> None:
    made = functions()
    assert [one.op for one in made if one.recipe == "book alone"] == ["insertOne"]
    assert "find" in [one.op for one in made if one.recipe == "book group"]


def test_what_changes_or_removes_a_link_of_one_kind_asks_for_that_kind() -> None:
    for name in ("attendance.edit", "attendance.remove"):
        (change,) = [one for one in functions() if one.recipe == name]
        assert change.filter["kind"] == "group"


def test_an_insert_of_one_kind_stores_which() -> None:
    told = {one.recipe: one for one in functions() if one.op == "insertOne"}
    assert told["book alone"].documents.parts[-1] == {"kind": "alone"}
    assert told["book group"].documents.parts[-1] == {"kind": "group"}


def test_a_document_has_no_field_or_list_of_another_kind() -> None:
    (lessons,) = [one for one in compiled().plan.collections if one.name == "lessons"]
    alone, group = (one["properties"] for one in (lessons.validator or {})["$jsonSchema"]["oneOf"])
    assert alone["attendees"] == alone["booked"] == group["homework"] == {"not": {}}
    assert alone["homework"] != {"not": {}} != group["attendees"]


def test_a_second_link_of_a_pair_is_refused_and_not_dropped_without_a_word() -> None:
    (add,) = [one for one in functions() if one.recipe == "attendance.add" and one.op == "updateOne"]
    assert add.must_match.endswith("or already linked") and add.answers


def test_parts_of_other_documents_are_joined_without_the_rest_of_these() -> None:
    parts = [entity(name, field("name")) for name in ("Payout", "Lesson")]
    lines = link("lines", "one-to-many", ("Payout", {"field": "lines"}), ("Line", {"field": "payout"}))
    paid = link(
        "paid",
        "one-to-one",
        ("Lesson", {"field": "line"}),
        ("Line", {"field": "lesson"}),
        strategy="EMBED_ONE",
    )
    read = {"name": "all", "kind": "read", "entity": "Payout", "includes": ["lines"], "limit": 12}
    made = compile_design(
        design([*parts, entity("Line", field("amount", "int"))], [lines, paid], operations=[read])
    )
    (joined,) = [one for one in made.plan.statements if one.recipe == "all"]
    (lookup,) = [stage["$lookup"] for stage in joined.pipeline or () if "$lookup" in stage]
    assert lookup["pipeline"] == [{"$sort": {"_id": 1}}, {"$project": {"line": 1}}]
