"""Results that a job works out in parts of documents, where not all documents have the part."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest
from bson import ObjectId

from tests.mongosh.odd import entity, field, link
from tests.mongosh.replay import Play, Played, replay
from tests.oracle.judging import scripts_of
from tests.oracle.test_declared_operations import _compiled
from tests.oracle.test_reads import judged

Json = dict[str, Any]
INTEREST = field("interest", "double", computed={"formula": "balance * rate", "refresh": "periodic"})


def holders(least: int, *, kinds: bool) -> Json:
    """Return a design of people, each with an account inside; with kinds, only customers have one."""
    owner = {"entity": "Customer" if kinds else "Person", "field": "account", "has": {"min": least, "max": 1}}
    account = {"entity": "Account", "field": "owner", "has": {"min": 1, "max": 1}}
    names = ("Customer", "Clerk") if kinds else ()
    rates = [field("balance", "double", required=True), field("rate", "double"), INTEREST]
    return {
        "format": "nestlink/1", "name": "Bank", "database": "bank", "operations": [],
        "entities": [
            entity("Person", field("name", required=True)), *(entity(each, field("desk", "int")) for each in names),
            entity("Account", *rates),
        ],
        "relationships": [
            *(link(f"{each} is", "is-a", {"entity": "Person"}, {"entity": each}, strategy="POLY_SINGLE") for each in names),
            link("account", "one-to-one", owner, account, strategy="EMBED_ONE", exclusive_owner=True),
        ],
    }  # fmt: skip


@pytest.mark.parametrize("least", [0, 1])
def test_a_job_changes_no_documents_of_kinds_without_the_part(least: int) -> None:
    """It would give a clerk an account of a result alone, which the validator refuses: the job would stop there."""
    assert judged(holders(least, kinds=True), "accountRecompute") == {"accountRecompute": ""}


def _asked(design: Json) -> str:
    script = "".join(scripts_of(_compiled(design)).values())
    return script.partition("function accountRecompute(")[2].partition("updateMany(")[2].partition("[{")[0]


def test_only_documents_with_the_part_are_asked_for_where_others_have_none() -> None:
    assert "{ account: { $ne: null } }" in _asked(holders(0, kinds=False))
    assert "account" not in _asked(holders(1, kinds=False))


def _holders() -> Json:
    return holders(0, kinds=False)


@replay(_holders)
def test_a_document_without_the_part_gets_none(play: Play) -> Generator[None, Played, None]:
    alone = {"_id": ObjectId(), "name": "Ada"}
    held = {"_id": ObjectId(), "name": "Bo", "account": {"balance": 10.0, "rate": 0.5}}
    play.documents["people"] = [alone, held]
    play.call("Account.recompute")
    done = yield
    assert done.one("people", alone["_id"]) == alone
    assert done.one("people", held["_id"])["account"]["interest"] == 5.0
