"""What kinds inherit, and what other kinds of the same collection call the same: names, lists, results, and ids."""

from __future__ import annotations

from typing import Any

from tests.compiler.compiled import compiled
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import scripts_of
from tests.oracle.test_reads import judged

Json = dict[str, Any]
ONE = {"min": 1, "max": 1}


def _kind(name: str) -> Json:
    return link(
        f"{name} is",
        "is-a",
        {"entity": "Person"},
        {"entity": name},
        discriminator={"field": "role", "value": name.lower()},
        strategy="POLY_SINGLE",
    )


def _school() -> Json:
    """Tutors and students are people, with a name; both list languages, and tutors with the names of these."""
    name = [{"field": "name", "of": "to", "policy": "eventual"}]
    count = field("taught", "int", computed={"formula": "count(lessons)", "refresh": "on-write"})
    return {
        "format": "nestlink/1", "name": "School", "database": "school",
        "entities": [
            entity("Person", field("name", required=True), count=90), entity("Tutor", field("rate", "int"), count), entity("Student", field("goal")),
            entity("Language", field("name", required=True)), entity("Lesson", field("at", "date", required=True)),
            entity("Slot", field("at", "date", required=True)),
        ],
        "relationships": [
            _kind("Tutor"), _kind("Student"),
            link("teaches", "many-to-many", end("Tutor", 6, field="languages"), end("Language", 900, field="tutors"),
                 strategy="ONE_WAY_EMBED", link_owner="from", link_fields=[field("level")], copies=name),
            link("learns", "many-to-many", end("Student", 6, field="languages"), end("Language", 900, field="students"),
                 strategy="ONE_WAY_EMBED", link_owner="from", link_fields=[field("level")]),
            link("follows", "graph", end("Student", 50, field="following"), end("Student", 50, field="followers"), strategy="LINK_COLL"),
            link("taught", "one-to-many", end("Tutor", field="lessons"), end("Lesson", field="tutor") | {"has": ONE}, strategy="PARENT_REF",
                 copies=[{"field": "name", "of": "from", "as": "tutor_name", "policy": "eventual"}]),
            link("offers", "one-to-many", end("Tutor", field="slots"), end("Slot", field="tutor") | {"has": ONE}, strategy="PARENT_REF",
                 exclusive_owner=True),
        ],
        "operations": [
            {"name": "sign up", "kind": "insert", "entity": "Student", "per_day": 9},
            {"name": "hire", "kind": "insert", "entity": "Tutor", "per_day": 9},
            {"name": "book", "kind": "insert", "entity": "Lesson", "per_day": 9},
            {"name": "close account", "kind": "delete", "entity": "Student", "per_day": 9},
            {"name": "tutors of a language", "kind": "read", "entity": "Tutor", "filter": [{"field": "languages._id"}],
             "projection": ["name", "rate"], "per_day": 900},
        ],
    }  # fmt: skip


def _function(name: str) -> str:
    script = next(text for path, text in scripts_of(compiled(_school())).items() if "04" in path)
    start = script.index(f"function {name}(")
    return script[start : script.index("\n}\n", start)]


def test_what_a_kind_inherits_comes_before_a_copy_in_its_links() -> None:
    """The name of a tutor is no language's."""
    assert "languages.name" not in _function("book") + _function("tutorsOfALanguage")
    assert judged(_school(), "book", "tutorsOfALanguage", "taughtSyncTo") == dict.fromkeys(
        ("book", "tutorsOfALanguage", "taughtSyncTo"), ""
    )


def test_another_kind_is_not_deleted_by_its_id() -> None:
    assert 'people.deleteOne({ _id: studentId, role: "student" })' in _function("closeAccount")
    assert 'deleteOne({ _id: tutorId, role: "tutor" })' in _function("deleteTutorWithSlots")
    names = ("closeAccount", "deleteTutorWithSlots")
    assert judged(_school(), *names) == dict.fromkeys(names, "")


def test_a_list_of_the_same_name_is_that_of_the_kind() -> None:
    """Who lists a language as a tutor is no student; and what a tutor repeats of it stands in no student."""
    names = (
        "teachesReverse",
        "teachesPage",
        "learnsReverse",
        "teachesSyncFrom",
        "studentIsAdd",
        "signUp",
        "hire",
    )
    assert judged(_school(), *names) == dict.fromkeys(names, "")


def test_the_results_of_a_kind_begin_at_nothing() -> None:
    assert "taught: NumberInt(0)" in _function("hire") or "taught: 0" in _function("hire")
    assert "taught" not in _function("signUp")
