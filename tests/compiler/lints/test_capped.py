"""L50: capped collections."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.lifecycle.capped import LINT
from tests.compiler.composed import field
from tests.compiler.planned import findings, found, things

CAP = {"policy": "capped", "bytes": 1_048_576, "documents": 1000}


@pytest.mark.parametrize(
    ("version", "word"), [("5.0", "never expire"), ("6.0", "rejects"), ("7.0", "rejects"), ("8.0", "")]
)
def test_a_ttl_index_on_a_capped_collection_is_for_new_servers(version: str, word: str) -> None:
    """SERVER-77586: it was ignored, then refused, and is allowed since 7.1."""
    expiring = {"keys": [["at", 1]], "expire_after_seconds": 60}
    for index, told in ((expiring, word), ({"keys": [["at", 1]]}, "")):
        made = things(field("at", "date"), retention=CAP, indexes=[index], top={"server_version": version})
        errors = [one.message for one in findings(LINT, made) if one.severity == "error"]
        assert len(errors) == bool(told) and all(told in one for one in errors)


@pytest.mark.parametrize(
    ("more", "severities"),
    [
        ({"retention": CAP}, ["warning"]),
        ({"retention": {"policy": "capped", "documents": 5}}, ["warning", "error"]),
        ({"retention": {**CAP, "documents": 2**31 - 1}}, ["warning"]),
        ({"retention": {**CAP, "documents": 2**31}}, ["warning", "error"]),
        ({"retention": CAP, "needs": ["transactions"]}, ["warning", "error"]),
        ({"retention": CAP, "history": "none"}, ["warning"]),
        ({"retention": CAP, "history": "revisions"}, ["warning", "error"]),
        ({"retention": CAP, "shard_key": [["a", 1]]}, ["warning"]),
        ({"retention": CAP, "shard_key": [["a", 1]], "top": {"topology": "sharded"}}, ["warning", "error"]),
        ({"retention": {"policy": "keep"}}, []),
    ],
)
def test_what_capped_collections_cannot_do(more: dict[str, Any], severities: list[str]) -> None:
    assert [severity for _, severity in found(LINT, things(field("a"), **more))] == severities
