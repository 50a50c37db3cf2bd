"""A filter never compares with what is undefined: a driver that leaves that out would take the first document instead."""

from __future__ import annotations

import re
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps
from tests.oracle.test_declared_operations import _script

Json = dict[str, Any]
NUMBER = field("_id", "int")
_MAY_BE_UNDEFINED = re.compile(
    r'(?<!\$set: )\{ (?:_id|"[\w.]+"|\w+): \w+(?:\?\.\w+|\.(?!_id\b|insertedId\b)\w+)+[ ,]+(?!\?\?)'
)


def jobs() -> Json:
    """Jobs that may be on a bill, which adds up what they cost; a customer owes what the bills do."""

    def total(of: str) -> Json:
        return {"formula": f"sum({of})", "refresh": "on-write"}

    return {
        "format": "nestlink/1", "name": "Jobs", "database": "jobs",
        "entities": [
            entity("Job", NUMBER, field("price", "int"), field("note")),
            entity("Bill", NUMBER, field("total", "int", computed=total("jobs.price"))),
            entity("Customer", NUMBER, field("owed", "int", computed=total("bills.total"))),
        ],
        "relationships": [
            link("billed", "one-to-many", end("Bill", field="jobs"), end("Job", 1, field="bill"), strategy="PARENT_REF"),
            link("owing", "one-to-many", end("Customer", field="bills"), end("Bill", 1, field="customer"), strategy="PARENT_REF"),
        ],
        "operations": [
            {"name": "price", "kind": "update", "entity": "Job", "per_day": 9, "filter": [{"field": "_id"}], "changes": ["price"]},
            {"name": "move", "kind": "update", "entity": "Job", "per_day": 9, "filter": [{"field": "_id"}], "changes": ["bill", "note"]},
            {"name": "add", "kind": "insert", "entity": "Job", "per_day": 9},
        ],
    }  # fmt: skip


def pools() -> Json:
    """Lockers that a wristband may have one of; shifts that may be some lifeguard's, whose name they repeat."""
    names = [{"field": "name", "of": "from", "policy": "strong", "reads_per_day": 900, "updates_per_day": 1}]
    return {
        "format": "nestlink/1", "name": "Pools", "database": "pools",
        "entities": [
            entity("Locker", NUMBER, field("size")),
            entity("Wristband", NUMBER, field("colour")),
            entity("Lifeguard", NUMBER, field("name", required=True)),
            entity("Shift", NUMBER, field("note")),
        ],
        "relationships": [
            link("in use", "one-to-one", end("Locker", 1), end("Wristband", 1, field="locker"), strategy="LINK_ONE"),
            link("duty", "one-to-many", end("Lifeguard", field="shifts"), end("Shift", 1, field="lifeguard"), strategy="PARENT_REF")
            | {"copies": names},
        ],
    }  # fmt: skip


def test_a_field_of_what_was_found_is_compared_as_null() -> None:
    script = _script(pools())
    assert _MAY_BE_UNDEFINED.findall(script) == []
    assert "findOne({ _id: wristband.locker ?? null })" in script
    assert "findOneAndUpdate( { _id: shift.lifeguard ?? null }, {" in " ".join(script.split())


def test_what_may_be_absent_is_compared_as_null() -> None:
    script = _script(jobs())
    assert _MAY_BE_UNDEFINED.findall(script) == []
    assert re.search(r"\{ _id: \w+\?\.bill \?\? null \}", script)


def test_the_pattern_finds_what_is_undefined() -> None:
    planted = "inside.bills.updateOne({ _id: jobAfter?.bill }, { $set: {} });"
    assert _MAY_BE_UNDEFINED.findall(planted)
    assert _MAY_BE_UNDEFINED.findall(planted.replace("?.bill", ".bill"))
    assert not _MAY_BE_UNDEFINED.findall(planted.replace("?.bill", "?.bill ?? null"))
    assert not _MAY_BE_UNDEFINED.findall(planted.replace("?.bill", "._id"))


@replay(jobs)
def test_a_job_on_no_bill_changes_none(play: Play) -> Steps:
    play.documents = {
        "customers": [{"_id": 7, "owed": 5}],
        "bills": [{"_id": 1, "total": 5, "customer": 7}],
        "jobs": [{"_id": 11, "price": 5, "bill": 1}, {"_id": 12, "price": 3}],
    }
    play.call("price", id=12, newPrice=9)
    play.call("price", id=11, newPrice=6)
    done = yield
    states = [[each["bills"][0]["total"], each["customers"][0]["owed"]] for each in done.states]
    assert states == [[5, 5], [6, 6]]
