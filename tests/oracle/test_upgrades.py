"""What follows from a document's fields follows when the document moves to the next version of its schema."""

from __future__ import annotations

import json
from typing import Any

from designs.compiler import read
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged

Json = dict[str, Any]
WAGE = {"formula": "hours * rate", "refresh": "on-write"}


def _shifts(**more: Any) -> Json:
    shift = entity(
        "Shift", field("rate", "int"), field("begun", "date", required=True),
        field("hours", "int", since_version=2), field("minutes", "int", until_version=1),
        field("wage", "int", computed=WAGE), schema_version=2, **more,
    )  # fmt: skip
    return {
        "format": "nestlink/1", "name": "Shifts", "database": "shifts",
        "entities": [shift], "relationships": [],
    }  # fmt: skip


def test_a_result_of_a_new_field_is_worked_out() -> None:
    """The wage of a shift needs its hours, which only the new version has."""
    assert judged(_shifts(), "shiftUpgrade1") == {"shiftUpgrade1": ""}


def test_a_result_of_what_older_versions_lack_is_nothing_there() -> None:
    """Required as it is, only the new version has the rate: in the older one its validator lets null in."""
    pay = {"formula": "rate + rate / 4", "refresh": "on-write"}
    shift = entity(
        "Shift", field("begun", "date", required=True), field("rate", "double", required=True, since_version=2),
        field("pay", "long", computed=pay), schema_version=2,
    )  # fmt: skip
    design = {
        "format": "nestlink/1",
        "name": "Shifts",
        "database": "shifts",
        "entities": [shift],
        "relationships": [],
    }
    assert judged(design, "shiftCompute") == {"shiftCompute": ""}


def test_nobody_is_asked_for_what_a_formula_gives() -> None:
    """A result that only the next version has is not the caller's: no function takes it, and none writes it for both."""
    call = entity(
        "Call", field("minutes", "int", required=True), field("note", until_version=1),
        field("price", "long", since_version=2, computed={"formula": "minutes * 2"}), schema_version=2,
    )  # fmt: skip
    design = {
        "format": "nestlink/1",
        "name": "Calls",
        "database": "calls",
        "entities": [call],
        "relationships": [],
    }
    told = judged(design, "callBoth1", "callUpgrade1", "callUpgradeAll1")
    assert told == {"callUpgrade1": "", "callUpgradeAll1": ""}


def test_a_result_in_an_archive_is_worked_out() -> None:
    """What was moved to the archive moves to the next version with its results."""
    design = _shifts(retention={"policy": "archive", "field": "begun", "after_days": 30})
    assert judged(design, "shiftUpgrade1Archive") == {"shiftUpgrade1Archive": ""}


def test_a_result_of_a_field_that_goes_is_nothing() -> None:
    """All at once: without its minutes a call has no price."""
    price = {"formula": "minutes * 3", "refresh": "on-write"}
    call = entity(
        "Call", field("number", required=True), field("minutes", "int", until_version=1),
        field("price", "int", computed=price), schema_version=2,
    )  # fmt: skip
    design = {
        "format": "nestlink/1", "name": "Calls", "database": "calls", "entities": [call], "relationships": [],
    }  # fmt: skip
    names = ("callUpgrade1", "callUpgradeAll1")
    assert judged(design, *names) == dict.fromkeys(names, "")


def test_a_step_that_changes_the_number_alone_makes_a_version() -> None:
    """What is kept of a document is kept at every write of it; the slice that repeats the number follows."""
    note = entity(
        "Note",
        field("title", required=True),
        field("made", "date", required=True),
        schema_version=2,
        history="revisions",
    )
    design = {
        "format": "nestlink/1", "name": "Notes", "database": "notes", "entities": [note],
        "relationships": [
            link("answers", "one-to-many", end("Note", field="answers"), end("Note", 1, field="question"), strategy="SUBSET",
                 together_needs="recent", recent={"count": 3, "sort": "made", "direction": -1}),
        ],
    }  # fmt: skip
    assert judged(design, "noteUpgrade1") == {"noteUpgrade1": ""}


def test_earlier_versions_are_no_nodes_of_a_nested_set() -> None:
    """They keep the numbers that they had, within those of nodes that are there."""
    unit = entity(
        "Unit", field("title"), field("code", since_version=2), schema_version=2, history="point-in-time"
    )
    design = {
        "format": "nestlink/1", "name": "Units", "database": "units", "entities": [unit],
        "relationships": [
            link("parts", "tree", end("Unit", 20), end("Unit", 1, field="parent"), strategy="TREE_NESTED",
                 tree={"reads": "subtree", "depth": 3, "static": True}),
        ],
    }  # fmt: skip
    names = ("unitUpgrade1", "unitChange")
    assert judged(design, *names) == dict.fromkeys(names, "")


def _copied(*policies: str, **more: Any) -> Json:
    """Shifts whose hours are copied by each policy under a name of its own."""
    copies = [
        {"field": "hours", "of": "from", "policy": each, "as": f"{each}_hours", "reads_per_day": 1000}
        for each in policies
    ]
    design = _shifts(**more)
    design["entities"].append(entity("Break", field("begun", "date", required=True)))
    design["relationships"].append(
        link(
            "breaks", "one-to-many", end("Shift", None), end("Break", 1, field="shift_id"), strategy="PARENT_REF",
            copies=copies,
        )
    )  # fmt: skip
    return design


def test_copies_of_a_new_field_follow_as_their_policies_say() -> None:
    """A strong copy in the same transaction, one of a batch with the next job."""
    assert judged(_copied("strong", "batch"), "shiftUpgrade1") == {"shiftUpgrade1": ""}


def test_copies_follow_what_is_written_beside_the_old_fields() -> None:
    """A stream copies what it finds, whichever version its document is of."""
    names = ("shiftBoth1", "shiftUpgradeAll1")
    assert judged(_copied("eventual"), *names) == dict.fromkeys(names, "")
    assert judged(_copied("strong"), *names) == dict.fromkeys(names, "")


def test_no_copy_changes_where_nothing_is_migrated() -> None:
    """A shift that was migrated already keeps its hours, and so do its breaks."""
    model = read(json.dumps(_copied("strong"))).value
    assert model is not None
    statements = compile_design(model).plan.statements
    first = next(each for each in statements if each.recipe == "Shift.upgrade.1")
    assert first.op == "findOne" and first.ends and "schema_version" in str(first.filter)
