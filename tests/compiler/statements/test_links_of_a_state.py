"""A link is added only in the state that its operation asks for: the write asks too, as the state may change between the
read and it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.composed import entity, field, link
from tests.mongosh.cases import build

Json = dict[str, Any]


@pytest.fixture(scope="module", name="put_on")
def fixture_put_on() -> str:
    """The function that puts a work on a loan, found by its number, before that is shipped."""
    fields = [
        field("number", required=True, unique=True),
        field("state", required=True, enum=["asked", "shipped"]),
    ]
    ends = (
        ("Loan", {"field": "works", "has": {"min": 0, "average": 4, "max": 120}}),
        ("Work", {"has": {"min": 0, "average": 1, "max": 60}}),
    )
    value = field("value", "int", required=True)
    matches = [{"field": "number"}, {"field": "state", "value": "asked"}]
    script = build({
        "format": "nestlink/1", "name": "Loans", "database": "loans",
        "entities": [entity("Loan", *fields), entity("Work", field("title"))],
        "relationships": [
            link("lent", "many-to-many", *ends, strategy="EMBED_LINK", link_owner="from", link_fields=[value]),
        ],
        "operations": [{"name": "put on", "kind": "update", "entity": "Loan", "filter": matches,
                        "effects": [{"field": "works", "do": "push"}], "per_day": 8}],
    }).scripts["mongosh/04_queries.js"]  # fmt: skip
    return script.partition("\nfunction putOn(")[2].partition("\n}\n")[0]


def test_the_write_asks_for_the_state(put_on: str) -> None:
    """A loan could be shipped after it was read: a work joined it all the same."""
    write = put_on.partition("updateOne(")[2].partition("$push")[0]
    assert 'state: "asked"' in write and "number" not in write


def test_another_state_is_told_as_such(put_on: str) -> None:
    """The loan was said not to be there."""
    assert 'throw new Error("loan found, but its state isn\'t \\"asked\\"");' in put_on
