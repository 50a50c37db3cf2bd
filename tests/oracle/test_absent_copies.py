"""What a link copies and its source does not have, no element and no link document has."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import Verdict, judge

Json = dict[str, Any]
WRITES = ("joinedAdd", "invitedAdd", "helpersAdd", "guestsAdd", "guestsReplaceBack")


def _design() -> Json:
    member = entity("Member", field("name", required=True), field("fax", until_version=1))
    member["schema_version"] = 2  # nobody has a fax number
    copies = [{"field": "fax", "of": "to", "policy": "snapshot"}]
    inside = [{"field": "fax", "of": "to", "policy": "snapshot", "as": "contact.fax"}]
    return {
        "format": "nestlink/1", "name": "Clubs", "database": "clubs",
        "entities": [entity("Club", field("title", required=True)), member],
        "relationships": [
            link("joined", "many-to-many", end("Club"), end("Member"), strategy="LINK_COLL", copies=copies),
            link("helpers", "many-to-many", end("Club", field="helpers"), end("Member"), strategy="EMBED_LINK",
                 link_owner="from", copies=copies),
            link("invited", "many-to-many", end("Club"), end("Member"), strategy="LINK_COLL", copies=inside),
            link("guests", "many-to-many", end("Club", field="guests"), end("Member", field="clubs"),
                 strategy="TWO_WAY_EMBED", copies=copies),
        ],
    }  # fmt: skip


@pytest.fixture(scope="module")
def verdicts() -> dict[str, Verdict]:
    return {verdict.function: verdict for verdict in judge("clubs", _design(), only=WRITES)}


@pytest.mark.parametrize("name", WRITES)
def test_it_is_left_out(verdicts: dict[str, Verdict], name: str) -> None:
    """The shell stores null for what is undefined, which the validator refuses."""
    assert verdicts[name].judged and not verdicts[name].why


def test_a_move_leaves_out_what_the_new_parent_lacks() -> None:
    """What a version of the shape requires, documents of another version have not."""
    owner = entity("Member", field("name", required=True), field("fax", required=True, until_version=1))
    owner["schema_version"] = 2
    copies = [{"field": "fax", "of": "from", "policy": "snapshot"}]
    design = {
        "format": "nestlink/1", "name": "Lockers", "database": "lockers",
        "entities": [owner, entity("Locker", field("number", required=True))],
        "relationships": [
            link("rents", "one-to-many", end("Member", field="lockers"), end("Locker", field="renter"), strategy="PARENT_REF",
                 copies=copies),
        ],
    }  # fmt: skip
    (verdict,) = [each for each in judge("lockers", design, tries=6) if each.function == "rentsReassign"]
    assert verdict.judged and not verdict.why
