"""Results that an insert recounts, where lists at both ends make it a transaction: a server takes no $merge in one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import Verdict, judge

Json = dict[str, Any]


def _design() -> Json:
    earliest = {"formula": "min(letters.dated)", "sources": ["letters.dated"], "refresh": "on-write"}
    return {
        "format": "nestlink/1", "name": "Letters", "database": "letters",
        "entities": [
            entity("Person", field("name", required=True), field("earliest", "date", computed=earliest)),
            entity("Letter", field("mark", required=True), field("dated", "date", required=True)),
            entity("Subject", field("label", required=True)),
        ],
        "relationships": [
            link("wrote", "one-to-many", end("Person", field="letters"), end("Letter", 1, field="writer_id"),
                 strategy="PARENT_REF"),
            link("about", "many-to-many", end("Letter", 5, field="subjects"), end("Subject", 9, field="letters"),
                 strategy="TWO_WAY_EMBED"),
        ],
        "operations": [{"name": "catalogue", "kind": "insert", "entity": "Letter", "per_day": 8}],
    }  # fmt: skip


@pytest.fixture(scope="module")
def verdicts() -> dict[str, Verdict]:
    return {verdict.function: verdict for verdict in judge("letters", _design())}


def test_the_server_takes_the_recount(verdicts: dict[str, Verdict]) -> None:
    assert verdicts["catalogue"].judged and not verdicts["catalogue"].why, verdicts["catalogue"]


def test_no_function_of_it_fails(verdicts: dict[str, Verdict]) -> None:
    assert not {name: verdict.why for name, verdict in verdicts.items() if verdict.why}
