"""Copies in the documents of a link between two of one kind: each is of the end that it says."""

from __future__ import annotations

import pytest

from designs.compiler.sampling import samples
from tests.compiler.compiled import compiled


@pytest.mark.parametrize("name", [None, "told"])
@pytest.mark.parametrize(("of", "end"), [("to", "friend_id"), ("from", "fan_id")])
def test_a_copy_is_of_its_own_end(of: str, end: str, name: str | None) -> None:
    copy = {"field": "score", "of": of, "policy": "immutable", **({"as": name} if name else {})}
    link = {
        "name": "knows", "kind": "graph", "strategy": "LINK_COLL", "copies": [copy],
        "from": {"entity": "Person", "field": "friends"}, "to": {"entity": "Person", "field": "fans"},
    }  # fmt: skip
    entity = {"name": "Person", "fields": [{"name": "score", "type": "int"}]}
    found = samples(
        compiled(
            {"format": "nestlink/1", "name": "Friends", "database": "friends", "entities": [entity], "relationships": [link],
             "operations": []}
        )
    )  # fmt: skip
    scores = {one["_id"]: one["score"] for one in found["people"]}
    assert len({one["friend_id"] for one in found["knows"]} | {one["fan_id"] for one in found["knows"]}) > 2
    assert all(one[name or "person_score"] == scores[one[end]] for one in found["knows"])
