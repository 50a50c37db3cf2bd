"""Every write of a document that has a history keeps what it was, in the same transaction where one can be."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import pytest

from designs.compiler import Compilation
from designs.compiler.plan_model.physical import Statement
from tests.compiler.compiled import compiled
from tests.compiler.composed import entity, field, link
from tests.compiler.library import design, names

Json = dict[str, Any]
UPDATES = {"updateOne", "updateMany", "findOneAndUpdate"}
DELETES = {"deleteOne", "deleteMany", "findOneAndDelete"}
HISTORIES = pytest.mark.parametrize("history", ["revisions", "point-in-time"])


def recipes(made: Compilation) -> Iterator[list[Statement]]:
    for _, group in groupby(made.plan.statements, lambda one: one.recipe):
        yield list(group)


def is_end(one: Statement) -> bool:
    """Whether a write closes the version that it would keep."""
    return isinstance(one.update, dict) and "valid_to" in one.update.get("$set", {})


def is_kept(one: Statement, before: list[Statement]) -> bool:
    """Whether an earlier statement reads what a write changes, by its filter, to keep it."""
    reads = [each for each in before if each.op == "aggregate" and each.collection == one.collection]
    filter = {key: value for key, value in (one.filter or {}).items() if key != "valid_to"}
    return any(filter.items() <= each.pipeline[0].get("$match", {}).items() for each in reads)


def unkept(made: Compilation) -> list[str]:
    """The writes that lose what was; rough counts, copies and what is worked out anew are no news."""
    known = {one.collection for one in made.plan.entity_overlays if one.kind in ("DOC_VERSION", "SCD2")}
    found: list[str] = []
    for recipe in recipes(made):
        for place, one in enumerate(recipe):
            told = (
                one.script == "04_queries"
                and one.chance is None
                and one.purpose not in ("prepare", "archive")
            )
            if told and one.collection in known and one.op in UPDATES | DELETES and not is_end(one):
                found += [] if is_kept(one, recipe[:place]) else [one.id]
    return found


@HISTORIES
@pytest.mark.parametrize("name", names())
def test_no_write_of_a_library_design_loses_what_was(name: str, history: str) -> None:
    source = design(name)
    for one in source["entities"]:
        one["history"] = history
    made = compiled(source)
    assert unkept(made) == []
    writes = [one for recipe in recipes(made) for one in recipe if one.op in UPDATES]
    assert writes or name == "log_hosts"


def patients(history: str, *, strategy: str = "EMBED_ARRAY", **top: Any) -> Compilation:
    parts = [
        entity("Patient", field("name"), history=history),
        entity("Allergy", field("to", unique=True), kind="weak"),
    ]
    ends = ("Patient", {"has": {"max": 5}}), ("Allergy", {"has": {"min": 1, "max": 1}})
    owned = link("allergies", "one-to-many", *ends, exclusive_owner=True, strategy=strategy)
    add = {"name": "tell", "kind": "insert", "entity": "Allergy"}
    return compiled(
        {"format": "nestlink/1", "name": "P", "database": "p", "entities": parts, "relationships": [owned], "operations": [add], **top}
    )  # fmt: skip


def of(made: Compilation, name: str) -> list[Statement]:
    return [one for one in made.plan.statements if one.recipe == name]


@HISTORIES
@pytest.mark.parametrize("recipe", ["allergies.add", "tell"])
def test_an_addition_to_an_array_keeps_what_was_in_its_transaction(history: str, recipe: str) -> None:
    read, keep, add = of(patients(history), recipe)
    assert (read.op, keep.op, keep.each, add.op) == ("aggregate", "insertOne", read.step, "updateOne")
    assert all(one.transaction for one in (read, keep, add)) and add.must_match
    assert "allergies.4" in read.pipeline[0]["$match"] and "allergies.4" in add.filter
    assert of(patients("none"), recipe)[0].must_match == "" and len(of(patients("none"), recipe)) == 1


def test_without_transactions_an_addition_keeps_first_and_gives_its_result() -> None:
    keep, add = of(patients("revisions", topology="standalone"), "allergies.add")
    assert "$merge" in keep.pipeline[-1] and not add.transaction and not add.must_match


@HISTORIES
def test_an_addition_that_may_go_elsewhere_is_not_refused(history: str) -> None:
    made = of(patients(history, strategy="OUTLIER"), "allergies.add")
    assert [one.op for one in made if one.unless] == ["insertOne", "aggregate", "insertOne", "updateOne"]
    assert not any(one.must_match for one in made) and all(one.transaction for one in made)


def test_a_second_write_of_a_version_keeps_no_version_without_a_time() -> None:
    for history, again in (("point-in-time", True), ("revisions", False)):
        reads = [
            one
            for one in of(patients(history, strategy="OUTLIER"), "allergies.remove")
            if one.op == "aggregate"
        ]
        assert [any("valid_from" in stage.get("$match", {}) for stage in one.pipeline) for one in reads] == [
            False,
            again,
        ]


@HISTORIES
def test_a_transaction_of_its_own_inserts_what_it_keeps_since_nothing_merges_there(history: str) -> None:
    made = patients(history, topology="standalone")
    moved = of(made, "allergies.reassign")
    assert all(one.transaction for one in moved) and not any("$merge" in str(one.pipeline) for one in moved)
    assert "run a replica set" in moved[0].comment
