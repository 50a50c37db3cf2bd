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


def test_a_copied_object_leaves_out_what_its_source_leaves_out() -> None:
    """A field that is null in all documents, and that none of them needs, is in no copy either."""
    relationship = {
        "name": "sales", "kind": "one-to-many", "strategy": "PARENT_REF",
        "from": {"entity": "Product"}, "to": {"entity": "Sale", "field": "product", "has": {"min": 1, "max": 1}},
        "copies": [{"field": "about", "of": "from", "as": "about", "policy": "snapshot"}],
    }  # fmt: skip
    about = [{"name": "colour", "type": "string"}, {"name": "nothing", "type": "null"}]
    design = {
        "format": "nestlink/1", "name": "Sold", "database": "sold", "relationships": [relationship], "operations": [],
        "entities": [
            {"name": "Product", "fields": [{"name": "about", "type": "object", "fields": about}]},
            {"name": "Sale", "fields": [{"name": "at", "type": "date"}]},
        ],
    }  # fmt: skip
    found = samples(compiled(design))
    assert {tuple(one["about"]) for each in ("products", "sales") for one in found[each]} == {("colour",)}


def test_copies_of_one_field_of_both_ends_are_called_by_their_ends() -> None:
    """Both ends have a score, and each copy shows that of its own end."""
    copies = [
        {"field": "score", "of": "to", "policy": "eventual", "updates_per_day": 1, "reads_per_day": 100},
        {"field": "score", "of": "from", "policy": "batch", "reads_per_day": 100},
    ]
    link = {
        "name": "knows", "kind": "graph", "strategy": "LINK_COLL", "copies": copies,
        "from": {"entity": "Person", "field": "friends"}, "to": {"entity": "Person", "field": "fans"},
    }  # fmt: skip
    entity = {"name": "Person", "fields": [{"name": "score", "type": "int"}]}
    head = {"format": "nestlink/1", "name": "Friends", "database": "friends"}
    compilation = compiled(head | {"entities": [entity], "relationships": [link], "operations": []})
    (knows,) = (one for one in compilation.plan.collections if one.name == "knows")
    found = samples(compilation)
    scores = {one["_id"]: one["score"] for one in found["people"]}
    assert {one.name: one.policy for one in knows.fields if one.policy} == {
        "friend_score": "eventual", "fan_score": "batch",
    }  # fmt: skip
    for end in ("friend", "fan"):
        assert all(one[f"{end}_score"] == scores[one[f"{end}_id"]] for one in found["knows"])
