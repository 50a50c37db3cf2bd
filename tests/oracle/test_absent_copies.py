"""What a link copies and its source does not have, no element and no link document has."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import Verdict, judge
from tests.oracle.test_reads import judged

Json = dict[str, Any]


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
    return {verdict.function: verdict for verdict in judge("clubs", _design())}


@pytest.mark.parametrize("name", ["joinedAdd", "invitedAdd", "helpersAdd", "guestsAdd", "guestsReplaceBack"])
def test_it_is_left_out(verdicts: dict[str, Verdict], name: str) -> None:
    """The shell stores null for what is undefined, which the validator refuses."""
    assert verdicts[name].judged and not verdicts[name].why


def _follows(strategy: str, policy: str) -> Json:
    """Return a design whose books copy what an author need not have, and may lose."""
    author = entity(
        "Author", field("name", required=True), field("email", unique=True), field("site", until_version=1),
        field("bio"), schema_version=2,
    )  # fmt: skip
    copies = [
        {"field": name, "of": "from", "policy": policy, "reads_per_day": 1000}
        for name in ("name", "bio", "site")
    ]
    return {
        "format": "nestlink/1", "name": "Books", "database": "books",
        "entities": [author, entity("Book", field("title", required=True))],
        "relationships": [
            link("writes", "one-to-many", end("Author"), end("Book", 1, field="author"), strategy=strategy, copies=copies),
        ],
        "operations": [
            {"name": "forget", "kind": "update", "entity": "Author", "per_day": 5, "filter": [{"field": "email"}],
             "effects": [{"field": "bio", "do": "unset"}]},
        ],
    }  # fmt: skip


@pytest.mark.parametrize("policy", ["eventual", "strong"])
def test_what_a_source_loses_its_copies_lose(policy: str) -> None:
    """A change stream tells nothing of it: null is no text, which the validator refuses."""
    names = ("forget", "authorUpgrade1", "authorUpgradeAll1")
    assert judged(_follows("PARENT_REF", policy), *names) == dict.fromkeys(names, "")
