"""Every write of a document that has a history keeps what it was, in the same transaction where one can be."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import pytest

from designs.compiler import Compilation
from designs.compiler.plan_model.physical import BuiltValue, Outcome, Statement, walk
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
    update = one.update[0] if isinstance(one.update, list) else one.update
    fields = update.get("$set", {}) if isinstance(update, dict) else {}
    return isinstance(fields, dict) and "valid_to" in fields


def is_kept(one: Statement, before: list[Statement]) -> bool:
    """Whether an earlier statement reads what a write changes, by its filter, to keep it."""
    reads = [each for each in before if each.op == "aggregate" and each.collection == one.collection]
    filter = {key: value for key, value in (one.filter or {}).items() if key != "valid_to"}
    listed = filter.get("_id", {}).get("$in") if isinstance(filter.get("_id"), dict) else None
    if isinstance(listed, Outcome) and listed.step in {each.step for each in reads}:
        return True  # those of which an earlier statement has just read what they are
    return any(filter.items() <= each.pipeline[0].get("$match", {}).items() for each in reads)


def follows(made: Compilation, one: Statement) -> bool:
    """Whether a write changes nothing but copies, slices and results; one that may take fields away changes more."""
    if isinstance(one.update, BuiltValue):
        return False
    fields = next((each.fields for each in made.plan.collections if each.name == one.collection), ())
    following = {
        each.path for each in walk(fields) if each.field.origin in ("copy", "subset", "outlier", "computed")
    }
    steps = one.update if isinstance(one.update, list) else [one.update or {}]
    written = [changes for step in steps for changes in step.values()]
    paths = [
        path
        for changes in written
        for path in (changes.parts[0] if isinstance(changes, BuiltValue) else changes)
    ]
    return bool(paths) and all(
        any(f"{path}.".startswith(f"{above}.") for above in following) for path in paths
    )


def keeps_roots_apart(one: Statement) -> bool:
    """Whether a write only leaves room behind the last root, so that two who plant a new one get in each other's way."""
    return one.purpose == "plant" and one.update == {"$inc": {"right": 2}}


def unkept(made: Compilation) -> list[str]:
    """The writes that lose what was; rough counts, copies, what is recomputed and what only keeps two writers of a
    root apart are no news."""
    known = {one.collection for one in made.plan.entity_overlays if one.kind in ("DOC_VERSION", "SCD2")}
    found: list[str] = []
    for recipe in recipes(made):
        for place, one in enumerate(recipe):
            told = (
                one.script == "04_queries"
                and one.chance is None
                and one.purpose not in ("prepare", "archive")
                and not keeps_roots_apart(one)
                and not follows(made, one)
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
    (alone,) = of(patients("none"), recipe)
    assert alone.must_match == add.must_match and alone.answers


def test_without_transactions_an_addition_keeps_first_and_gives_its_result() -> None:
    read, keep, add = of(patients("revisions", topology="standalone"), "allergies.add")
    assert "$merge" in keep.pipeline[-1] and not add.transaction and add.answers
    assert "allergies limit reached" in read.must_match and "someone else" in add.must_match
    assert read.op == "findOne" and add.filter["revision"] == Outcome(step=read.step, path="revision")


@HISTORIES
def test_an_addition_that_may_go_elsewhere_is_not_refused(history: str) -> None:
    made = of(patients(history, strategy="OUTLIER"), "allergies.add")
    assert [one.op for one in made if one.unless] == ["findOne", "insertOne", "updateOne"]
    assert [one.op for one in made if one.must_match] == ["findOne"]  # it asks for the holder alone
    assert all(one.transaction for one in made)


def test_a_second_write_in_a_call_keeps_only_what_the_first_has_not() -> None:
    """Who leaves is taken out of two lists, and one document may name them in both."""
    ends = [("Person", {"has": {"min": 0, "max": 20}})] * 2
    made = compiled(
        {"format": "nestlink/1", "name": "P", "database": "p",
         "entities": [entity("Person", field("email", unique=True), history="revisions")],
         "relationships": [link(one, "graph", *ends, strategy="ONE_WAY_EMBED") for one in ("friends", "rivals")],
         "operations": [{"name": "leave", "kind": "delete", "entity": "Person", "filter": [{"field": "email"}]}]}
    )  # fmt: skip
    reads = [one for one in of(made, "leave") if one.op == "aggregate"]
    told = [[list(stage["$match"]) for stage in one.pipeline if "$match" in stage][1:] for one in reads]
    assert told[:2] == [[], [["_id"]]]
    counted = [one for one in of(made, "leave") if isinstance(one.update, dict) and "$inc" in one.update]
    assert len(counted) == 2


@HISTORIES
def test_a_transaction_of_its_own_inserts_what_it_keeps_since_nothing_merges_there(history: str) -> None:
    made = patients(history, topology="standalone")
    moved = of(made, "allergies.reassign")
    assert all(one.transaction for one in moved) and not any("$merge" in str(one.pipeline) for one in moved)
    assert "use a replica set" in moved[0].comment


@HISTORIES
def test_a_slice_of_what_refers_to_a_document_makes_no_version_of_it(history: str) -> None:
    """Who adds a review writes nothing of the shop but its newest reviews, which follow."""
    parts = [
        entity("Shop", field("name"), history=history),
        entity("Review", field("written", "date", required=True)),
    ]
    ends = ("Shop", {"has": {"max": None, "growth": "unbounded"}}), ("Review", {"has": {"min": 1, "max": 1}})
    reviews = link("reviews", "one-to-many", *ends, strategy="SUBSET")
    made = compiled(
        {"format": "nestlink/1", "name": "S", "database": "s", "entities": parts, "relationships": [reviews]}
    )
    assert [(one.op, one.collection) for one in of(made, "reviews.add")] == [
        ("insertOne", "reviews"),
        ("updateOne", "shops"),
    ]
