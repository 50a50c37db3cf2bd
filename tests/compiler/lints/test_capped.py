"""L50: capped collections."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.capped import LINT
from tests.compiler.composed import field
from tests.compiler.planned import found, things

CAP = {"policy": "capped", "bytes": 1_048_576, "documents": 1000}


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
