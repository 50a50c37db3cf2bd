"""Archives: the name that one has, who is looked for there, and whose shapes are moved there."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import Compilation
from designs.compiler.exporters.mongosh import render
from designs.compiler.plan_model.physical import archives_in
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]
AT = field("at", "date", required=True)
ARCHIVE = {"policy": "archive", "field": "at", "after_days": 30}
GONE = field("phone", until_version=1)
MOVES = ["Session.upgrade.1", "Session.outdated.1", "Session.upgrade_all.1"]


def made(*fields: Json, others: Any = (), links: Any = (), **more: Any) -> Compilation:
    parts = [entity("Session", AT, *fields, retention=ARCHIVE, **more), *others]
    return compile_design(design(parts, [*links]))


def asked(found: Compilation, name: str) -> list[str]:
    (one,) = [each for each in found.plan.statements if each.id == name]
    return [stage["$lookup"]["from"] for stage in one.pipeline if "$lookup" in stage]


def moved_into(found: Compilation) -> str:
    return archives_in(found.plan.statements)["sessions"]


def test_the_archive_is_no_collection_of_the_design() -> None:
    assert moved_into(made()) == "sessions_archive"
    taken = entity("Old", field("x"), collection="sessions_archive")
    found = made(others=[taken])
    assert moved_into(found) == "sessions_archive_2"
    (read,) = [one for one in found.plan.statements if one.id == "Session.archived"]
    assert read.collection == "sessions_archive_2"


@pytest.mark.parametrize(("policy", "wanted"), [("archive", ["sessions", "sessions_archive"]), ("keep", ["sessions"])])  # fmt: skip
def test_orphans_are_looked_for_where_documents_are_moved_to(policy: str, wanted: list[str]) -> None:
    kept = ARCHIVE if policy == "archive" else {"policy": policy}
    clicks = link(
        "clicks",
        "one-to-many",
        ("Session", {"has": {"max": None, "growth": "unbounded"}}),
        "Click",
        strategy="PARENT_REF",
    )
    parts = [entity("Session", AT, retention=kept), entity("Click", field("x"))]
    assert asked(compile_design(design(parts, [clicks])), "clicks.orphans.to") == wanted


def test_what_is_kept_in_the_archive_is_moved_there_too() -> None:
    found = made(GONE, schema_version=2)
    moves = {
        one.id: one.collection for one in found.plan.statements if one.purpose in ("upgrade", "outdated")
    }
    assert moves == dict.fromkeys(MOVES, "sessions") | dict.fromkeys(
        (f"{name}.archive" for name in MOVES), "sessions_archive"
    )
    audits = {one.id: one.collection for one in found.plan.statements if ".shapes" in one.id}
    assert audits == {"Session.shapes": "sessions", "Session.shapes.archive": "sessions_archive"}


@pytest.mark.parametrize(("kind", "count"), [("Guest", 3), ("Member", 0)])
def test_of_kinds_that_share_documents_only_those_that_are_archived_move_there(kind: str, count: int) -> None:
    parts = [
        entity("Session", AT),
        entity("Guest", field("ip"), **({"retention": ARCHIVE, "schema_version": 2} if kind == "Guest" else {"retention": ARCHIVE})),
        entity("Member", field("name"), **({} if kind == "Guest" else {"schema_version": 2})),
    ]  # fmt: skip
    isa = [link(name, "is-a", "Session", name, strategy="POLY_SINGLE") for name in ("Guest", "Member")]
    found = compile_design(design(parts, isa))
    there = [one for one in found.plan.statements if one.id.endswith(".1.archive")]
    assert len(there) == count
    assert [one.id for one in found.plan.statements if one.id.startswith(f"{kind}.upgrade.1")]


@pytest.mark.parametrize(("formula", "joined"), [("count(visits)", "$add"), ("max(visits.fee)", "$max")])
def test_a_result_counts_what_was_moved_to_the_archive_which_changes_none(formula: str, joined: str) -> None:
    """Else a sum of a closed period would shrink when its documents are archived, or at the next recount."""
    computed = {"formula": formula, "sources": ["visits"], "refresh": "on-write"}
    visits = link(
        "visits", "one-to-many", ("Pet", {"field": "visits", "has": {"max": None, "growth": "unbounded"}}), "Session", strategy="PARENT_REF"
    )  # fmt: skip
    pet = entity("Pet", field("name"), field("seen", "int", computed=computed))
    found = made(field("fee", "int"), others=[pet], links=[visits])
    told = {one.id: one for one in found.plan.statements}
    for name in ("Pet.recompute.one.1", "Pet.recompute.all.1", "Pet.results"):
        lookups = [stage["$lookup"] for stage in told[name].pipeline if "$lookup" in stage]
        assert [each["from"] for each in lookups] == ["sessions", "sessions_archive"]
        assert f"'{joined}'" in str(told[name].pipeline)
    written = {one.collection for one in told.values() if one.recipe == "Session.archive" and one.writes}
    assert written == {"sessions", "sessions_archive"}
    assert "found by pet_id: setup creates the index" in told["Session.archive.1"].comment
    indexes = [each for each in told.values() if each.op == "createIndex" and "archive" in each.collection]
    assert [(each.collection, each.keys) for each in indexes] == [("sessions_archive", {"pet_id": 1})]


@pytest.mark.parametrize("collated", [False, True])
def test_setup_makes_an_archive_without_a_validator_and_its_indexes(collated: bool) -> None:
    """It would refuse what an earlier shape or a validator that only warned has let in, and the run would end there."""
    more = {"collation": {"locale": "de"}} if collated else {}
    compilation = made(field("fee", "int"), **more)
    (create,) = [
        statement
        for statement in compilation.plan.statements
        if statement.op == "createCollection" and "archive" in statement.collection
    ]
    assert (create.options or {}).keys() == more.keys()
    scripts = {file.path: file.text for file in render(compilation)}
    assert ('ensureCollection("sessions_archive");' in scripts["mongosh/setup.js"]) is not collated
    assert "without a validator" in " ".join(scripts["mongosh/01_collections.js"].split("\n// "))
    for name in ("setup", "01_collections"):
        (others,) = [
            line
            for line in scripts[f"mongosh/{name}.js"].splitlines()
            if line.startswith("listOtherCollections(")
        ]
        assert others == 'listOtherCollections(["sessions", "sessions_archive"]);'


def test_a_design_without_an_archive_makes_none() -> None:
    compilation = compile_design(design([entity("Session", AT)], []))
    assert {statement.collection for statement in compilation.plan.statements} == {"sessions"}


def test_what_is_written_in_an_archive_moves_the_results_that_count_it() -> None:
    """Parents are found by what they refer to, not by their own id."""
    computed = {"formula": "sum(visits.cents)", "sources": ["visits.cents"], "refresh": "on-write"}
    visits = link(
        "visits", "one-to-many", ("Pet", {"field": "visits", "has": {"max": None, "growth": "unbounded"}}), "Session", strategy="PARENT_REF"
    )  # fmt: skip
    pet = entity("Pet", field("name"), field("seen", "int", computed=computed))
    fees = field("fee", "int", until_version=1), field("cents", "int", required=True, since_version=2)
    compilation = made(*fees, others=[pet], links=[visits], schema_version=2)
    steps = [
        statement
        for statement in compilation.plan.statements
        if statement.recipe == "Session.upgrade.1.archive"
    ]
    assert [(statement.op, statement.collection) for statement in steps] == [
        ("aggregate", "sessions_archive"), ("updateOne", "sessions_archive"), ("aggregate", "pets"), ("updateOne", "pets"),
    ]  # fmt: skip
    assert "$pet_id" in str(steps[0].pipeline) and "petsToRecount" in str(steps[2].pipeline[0])


def told_of_the_move(*fields: Json, **more: Any) -> str:
    """What the function says that moves sessions, which repeat their room's name, and which clicks and guests name."""
    owner = {"has": {"max": None, "growth": "unbounded"}}
    copy = {"field": "name", "of": "from", "as": "room_name", "policy": "strong", **more}
    links = [
        link("sits", "one-to-many", ("Room", owner), ("Session", {"field": "room"}), strategy="PARENT_REF", copies=[copy]),
        link("clicks", "one-to-many", ("Session", owner), ("Click", {"field": "session"}), strategy="PARENT_REF", exclusive_owner=True),
        link("guests", "one-to-many", ("Session", owner), ("Guest", {"field": "session", "has": {"min": 1, "max": 1}}), strategy="PARENT_REF"),
    ]  # fmt: skip
    others = [entity(name, field("name")) for name in ("Room", "Click", "Guest")]
    statements = made(*fields, others=others, links=links).plan.statements
    return next(each.comment for each in statements if each.id == "Session.archive.1")


def test_the_move_names_all_that_leads_to_the_archive_though_a_delete_would_take_it_along() -> None:
    said = told_of_the_move()
    assert "remain: clicks.session, guests.session then point to the archive." in said


def test_the_move_says_what_holds_in_the_archive_no_longer() -> None:
    said = told_of_the_move(field("code", unique=True))
    assert "code can then be reused: uniqueness doesn't cover the archive." in said
    assert "room_name is not synced in the archive: archived copies don't change." in said
    plain = told_of_the_move(policy="snapshot")
    assert "be reused" not in plain and "room_name" not in plain


def test_the_move_says_that_what_never_gets_the_date_stays() -> None:
    """A loan that is refused is never returned."""
    loan = entity("Loan", field("returned_at", "date"), retention={**ARCHIVE, "field": "returned_at"})
    statements = made(others=[loan]).plan.statements
    said = {
        each.recipe: each.comment for each in statements if each.id in ("Loan.archive.1", "Session.archive.1")
    }
    assert "Documents without returned_at are never archived." in said["Loan.archive"]
    assert "never archived" not in said["Session.archive"]


@pytest.mark.parametrize("is_sensitive", [True, False])
def test_who_erases_a_person_reads_which_archived_copies_stay(is_sensitive: bool) -> None:
    person = entity("Person", field("name", **({"sensitive": True} if is_sensitive else {})))
    copied = {"field": "name", "of": "from", "policy": "eventual", "reads_per_day": 900}
    ends = ("Person", {"field": "sessions"}), ("Session", {"field": "person", "has": {"min": 1, "max": 1}})
    held = link("sessions", "one-to-many", *ends, strategy="PARENT_REF", copies=[copied])
    erase = {
        "name": "erase",
        "kind": "update",
        "entity": "Person",
        "per_day": 1,
        "filter": [{"field": "_id"}],
    }
    erased = erase | {"effects": [{"field": "name", "do": "set", "value": "erased"}]}
    found = compile_design(
        design([entity("Session", AT, retention=ARCHIVE), person], [held], operations=[erased])
    )
    (note,) = [each.comment for each in found.plan.statements if each.recipe == "erase" and each.comment]
    words = "Archived copies keep the earlier value: to erase personal data, change sessions_archive.person_name, too."
    assert (words in note) == is_sensitive


def _indexes_of_archive(*operations: Json) -> list[tuple[dict[str, int], str]]:
    """Return the indexes of the archive of lots, each with what its comment says; a lot has a unique number per grower."""
    unique = {"indexes": [{"keys": [["grower", 1], ["number", 1]], "unique": True}]}
    lot = entity("Lot", AT, field("number", "int", required=True), retention=ARCHIVE, **unique)
    lots = link(
        "lots", "one-to-many", ("Grower", {"has": {"min": 0, "max": None, "growth": "unbounded"}}),
        ("Lot", {"field": "grower", "has": {"min": 1, "max": 1}}), strategy="PARENT_REF",
    )  # fmt: skip
    told = compile_design(design([entity("Grower", field("name")), lot], [lots], operations=list(operations)))
    return [
        (dict(each.keys), each.comment)
        for each in told.plan.statements
        if each.op == "createIndex" and each.collection == "lots_archive"
    ]


def test_an_archive_has_the_indexes_that_something_finds_by_and_none_with_which_another_begins() -> None:
    leave = {"name": "leave", "kind": "delete", "entity": "Grower", "filter": [{"field": "_id"}]}
    assert _indexes_of_archive(leave) == [
        ({"grower": 1}, "Finds archived documents (for deletes) by grower.")
    ]
    both = [{"field": "grower"}, {"field": "number"}]
    sheet = {"name": "sheet", "kind": "read", "entity": "Lot", "filter": both}
    assert [keys for keys, _ in _indexes_of_archive(leave, sheet)] == [{"grower": 1, "number": 1}]
