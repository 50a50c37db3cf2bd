"""L52: shard keys that do not spread the load."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.indexes.shard_key import LINT
from designs.compiler.plan_model.findings import Finding
from tests.compiler import composed
from tests.compiler.in_parts import compile_design
from tests.compiler.planned import findings, planned
from tests.compiler.small import design, entity, op, pair, text

STATE = {"name": "state", "type": "string"}
MADE = {"name": "made", "type": "date"}
TAGS = {"name": "tags", "type": "array", "items": {"type": "string"}}


def sharded(
    *key: tuple[str, Any], ops: tuple[dict[str, Any], ...] = (), topology: str = "sharded", **more: Any
) -> list[Finding]:
    fields = more.pop("fields", [text(9, "a"), STATE, MADE, TAGS])
    thing = entity("Thing", *fields, shard_key=[list(pair) for pair in key], **more)
    return findings(LINT, planned(design([thing], [], ops, topology=topology)))


def test_a_key_with_many_values_is_good() -> None:
    assert sharded(("a", 1)) == [] == sharded(("a", "hashed"))


@pytest.mark.parametrize(("values", "count"), [(10, 0), (9, 1)])
def test_no_value_is_in_more_than_a_tenth(values: int, count: int) -> None:
    field = {**STATE, "enum": [f"s{number}" for number in range(values)]}
    told = sharded(("state", 1), fields=[field])
    assert [one.severity for one in told] == ["warning"] * count


def test_keys_multiply_their_values() -> None:
    few = [{**STATE, "enum": ["a", "b"]}, {"name": "open", "type": "bool"}, text(9, "a")]
    (told,) = sharded(("state", 1), ("open", 1), fields=few)
    assert told.message.startswith(
        "Low-cardinality shard key: about 4 values: each covers 25% of documents (maximum"
    )
    assert sharded(("state", 1), ("a", 1), fields=few) == []


@pytest.mark.parametrize(("count", "told"), [(10, 0), (9, 1)])
def test_a_reference_has_as_many_values_as_there_are_targets(count: int, told: int) -> None:
    owner, thing = (
        entity("Owner", text(9, "name"), text(9, "b"), text(9, "c"), text(9, "d"), count=count),
        {
            **entity("Thing", text(9, "a")),
            "shard_key": [["owner_id", 1]],
        },
    )
    link = {
        "name": "r",
        "kind": "one-to-many",
        "from": {"entity": "Owner", "has": {"growth": "unbounded"}},
        "to": {"entity": "Thing"},
    }
    assert len(findings(LINT, planned(design([owner, thing], [link], topology="sharded")))) == told


def test_what_grows_with_time_is_hashed() -> None:
    for path in ("made", "_id"):
        assert len(sharded((path, 1))) == 1
        assert sharded((path, "hashed")) == []
        assert sharded(("a", 1), (path, 1)) == []
    number = {"name": "_id", "type": "string"}
    assert sharded(("_id", 1), fields=[number]) == []


@pytest.mark.parametrize(("others", "count"), [(50, 0), (51, 1)])
def test_half_of_the_reads_go_to_one_shard(others: float, count: int) -> None:
    reads = (op("read", "Thing", "a", per_day=50), op("read", "Thing", "state", per_day=others))
    told = sharded(("a", 1), ops=reads)
    assert len(told) == count


def test_the_beginning_of_a_key_is_matched() -> None:
    """A query that matches a prefix of a compound key goes to the shards that hold it."""
    assert sharded(("a", 1), ("state", 1), ops=(op("read", "Thing", "a"),)) == []
    assert sharded(("a", 1), ("state", 1), ops=(op("read", "Thing", "a", "state"),)) == []
    (told,) = sharded(("a", 1), ("state", 1), ops=(op("read", "Thing", "state"),))
    assert told.message.startswith("Only 0% of reads match a, the first shard key")


def test_what_the_server_refuses() -> None:
    unique = [{"keys": [["state", 1]], "unique": True}]
    assert [one.severity for one in sharded(("a", 1), indexes=unique)] == ["error"]
    assert sharded(("a", 1), indexes=[{"keys": [["a", 1], ["state", 1]], "unique": True}]) == []
    assert [one.severity for one in sharded(("tags", 1))] == ["error"]


def test_nothing_is_sharded_elsewhere() -> None:
    assert sharded(("made", 1), topology="replica-set") == []


def test_each_entity_is_judged_by_its_own_collection() -> None:
    good = entity("Good", text(9, "a"), shard_key=[["a", 1]])
    bad = entity("Bad", TAGS, shard_key=[["tags", 1]])
    told = findings(LINT, planned(design([good, bad], [], topology="sharded")))
    assert [(one.subject, one.severity) for one in told] == [("Bad", "error")]


def test_what_has_no_collection_has_no_key() -> None:
    child = {"fields": [text()], "shard_key": [["text", 1]]}
    rel = {"strategy": "EMBED_ARRAY"}
    assert findings(LINT, planned(pair(has={"max": 5}, child=child, rel=rel, topology="sharded"))) == []


def test_a_key_that_leads_nowhere_has_the_values_of_its_entity() -> None:
    assert sharded(("nowhere", 1)) == []
    assert len(sharded(("nowhere", 1), count=9)) == 1


@pytest.mark.parametrize(("inner", "count"), [(TAGS, 1), (STATE, 0)])
def test_an_array_inside_of_an_object_is_refused_too(inner: dict[str, Any], count: int) -> None:
    told = sharded((f"in.{inner['name']}", 1), fields=[{"name": "in", "type": "object", "fields": [inner]}])
    assert [one.severity for one in told] == ["error"] * count


def test_a_field_of_elements_is_refused_too() -> None:
    rows = {"name": "rows", "type": "array", "items": {"type": "object", "fields": [STATE]}}
    (told,) = sharded(("rows.state", 1), fields=[rows])
    assert told.message == "rows.state is an array. Shard keys need single values."


@pytest.mark.parametrize(
    ("key", "server", "told"),
    [
        ([["parent_id", 1]], "8.0", []),
        ([["parent_id", "hashed"]], "7.0", []),
        ([["parent_id", 1], ["made", 1]], "7.0", []),
        ([["parent_id", 1], ["made", 1]], "8.0", ["deprecated in MongoDB 8.0"]),
        ([["text", 1]], "7.0", ["can be sharded only by its metaField"]),
        ([["parent_id", 1], ["made", "hashed"]], "7.0", ["must be last"]),
        ([["made", 1], ["parent_id", 1]], "7.0", ["must be last", "increases over time"]),
    ],
)
def test_a_time_series_is_sharded_by_its_metadata(key: list[Any], server: str, told: list[str]) -> None:
    child = {"kind": "measurement", "fields": [{**MADE, "required": True}, text()], "shard_key": key}
    has, rel = {"growth": "unbounded", "adds_per_day": 10}, {"strategy": "TIME_SERIES"}
    model = pair(has=has, child=child, rel=rel, topology="sharded", server_version=server)
    found = [one.message for one in findings(LINT, planned(model))]
    assert [word in one for word, one in zip(told, found, strict=True)] == [True] * len(told)


@pytest.mark.parametrize(("key", "count"), [("number", 0), ("text", 1)])
def test_a_unique_field_that_the_key_loosens_is_told(key: str, count: int) -> None:
    unique = {"name": "number", "type": "string", "unique": True}
    told = sharded((key, 1), fields=[unique, text()])
    assert [one.severity for one in told] == ["warning"] * count
    assert all("number is unique only together with text" in one.message for one in told)


@pytest.mark.parametrize(("included", "alone", "told"), [(50, 50, 0), (49, 51, 1)])
def test_what_reads_of_others_include_matches_the_key(included: int, alone: int, told: int) -> None:
    """Each order is read with its lines, which are sharded by their order."""
    parts = [
        composed.entity("Order", composed.field("code"), count=1000),
        composed.entity("Line", composed.field("text"), count=1_000_000, shard_key=[["order", 1]]),
    ]
    has = {"min": 0, "average": 1000, "growth": "unbounded"}
    lines = composed.link(
        "lines",
        "one-to-many",
        ("Order", {"field": "lines", "has": has}),
        ("Line", {"field": "order", "has": {"min": 1, "max": 1}}),
    )
    operations = [
        {"name": "order", "kind": "read", "entity": "Order", "filter": [{"field": "code"}], "includes": ["lines"],
         "per_day": included},
        {"name": "line", "kind": "read", "entity": "Line", "filter": [{"field": "_id"}], "per_day": alone},
    ]  # fmt: skip
    made = compile_design(composed.design(parts, [lines], operations=operations, topology="sharded"))
    messages = [each.message for each in made.findings if each.code == "L52" and "of reads" in each.message]
    assert len(messages) == told
    assert all(message.endswith('These query every shard: "line" (by _id).') for message in messages)


NUMBER = {"name": "number", "type": "string", "unique": True}


@pytest.mark.parametrize("key", ["text", "_id"])
def test_a_unique_field_that_a_hashed_key_cannot_keep_is_told(key: str) -> None:
    (told,) = sharded((key, "hashed"), fields=[NUMBER, text()])
    assert told.message == (
        "number isn't enforced as unique: no unique index can start with a hashed shard key, so two documents can "
        "have the same value."
    )
    assert told.hint == (
        "Shard by {number: 1}, or insert each value as _id of a separate collection, in the transaction "
        "that writes it."
    )


def test_several_fields_that_a_hashed_key_cannot_keep_unique_are_told_together() -> None:
    (told,) = sharded(("text", "hashed"), fields=[NUMBER, {**NUMBER, "name": "email"}, text()])
    assert told.message.startswith("number and email aren't enforced as unique: ")
    assert told.hint.startswith("Insert their values as _id of a separate collection each")


@pytest.mark.parametrize(
    ("key", "index", "is_refused"),
    [
        (("a", 1), ("a", "state"), False),
        (("a", "hashed"), ("a", "state"), True),
        (("a", 1), ("_id", "state"), False),
    ],
)
def test_a_unique_index_starts_with_the_key_in_its_kind(
    key: tuple[str, Any], index: tuple[str, ...], is_refused: bool
) -> None:
    unique = [{"keys": [[path, 1] for path in index], "unique": True}]
    assert [each.severity for each in sharded(key, indexes=unique)] == ["error"] * is_refused


@pytest.mark.parametrize(
    ("paths", "hint"),
    [
        (["state"], "Choose another shard key."),
        (
            ["state", "made"],
            "No shard key suits all unique indexes: keep one of them, or remove the shard key.",
        ),
        (["a", "state"], "No shard key suits all unique indexes: keep one of them, or remove the shard key."),
    ],
)
def test_another_key_is_advised_where_there_may_be_one(paths: list[str], hint: str) -> None:
    unique = [{"keys": [[path, 1]], "unique": True} for path in paths]
    assert {each.hint for each in sharded(("a", 1), indexes=unique)} == {hint}


def test_no_shard_key_suits_versions_in_one_collection() -> None:
    """The unique index on the thing and valid_to is not the designer's own: no other key mends it."""
    told = sharded(("a", 1), history="point-in-time")
    assert {each.hint for each in told} == {
        "Set history to revisions, which are in a separate collection, or remove the shard key."
    }
    assert sharded(("a", 1), history="revisions") == []


@pytest.mark.parametrize(
    ("key", "values", "count"),
    [
        (("a", 1), "string", 1),
        (("_id", "hashed"), "string", 0),
        (("_id", 1), "string", 0),
        (("a", 1), "objectId", 0),
    ],
)
def test_an_id_that_people_choose_is_unique_on_each_shard_only(
    key: tuple[str, Any], values: str, count: int
) -> None:
    told = sharded(key, fields=[{"name": "_id", "type": values}, text(9, "a")])
    assert [each.message for each in told] == [
        "_id is unique on each shard only, because the shard key isn't _id."
    ] * count


def payments(read_by: str, key: str = "hashed") -> Any:
    """Payments with a number that is to be unique, sharded by their account, and read by one of these."""
    fields = [{**NUMBER, "required": True}, {"name": "account", "type": "string", "required": True}]
    parts = [
        composed.entity(
            "Payment", *fields, shard_key=[["account", 1 if key == "ranged" else key]], count=10**6
        )
    ]
    reads = [
        {
            "name": "look up",
            "kind": "read",
            "entity": "Payment",
            "filter": [{"field": read_by}],
            "per_day": 900,
        }
    ]
    return compile_design(composed.design(parts, [], operations=reads, topology="sharded"))


@pytest.mark.parametrize("key", ["hashed", "ranged"])
@pytest.mark.parametrize(("read_by", "advised"), [("number", True), ("account", False)])
def test_no_key_is_advised_that_reads_do_not_name(read_by: str, advised: bool, key: str) -> None:
    (told,) = (
        each for each in payments(read_by, key).findings if each.code == "L52" and "unique" in each.message
    )
    assert told.hint.startswith("Shard by") is advised
    assert told.hint.startswith(("Insert each value as _id", "Store its values as _id")) is not advised


@pytest.mark.parametrize("key", ["hashed", "ranged"])
def test_the_audit_looks_for_what_no_index_keeps_unique(key: str) -> None:
    audit = [
        each for each in payments("account", key).plan.statements if each.recipe == "payments.repeated.number"
    ]
    assert [each.needs_all for each in audit] == [True]
    assert audit[0].pipeline[1]["$group"]["_id"] == "$number"
    unsharded = composed.design([composed.entity("Payment", NUMBER)], [])
    assert not [each for each in compile_design(unsharded).plan.statements if ".repeated." in each.recipe]


@pytest.mark.parametrize(("history", "is_proposed"), [("none", True), ("point-in-time", False)])
def test_no_key_is_proposed_that_the_unique_index_of_versions_would_not_begin_with(
    history: str, is_proposed: bool
) -> None:
    """The key that a warning asked for made an error of the same code."""
    number = {**text(9, "number"), "unique": True}
    told = sharded(
        ("_id", "hashed"), fields=[number], history=history, ops=(op("read", "Thing", "number", per_day=9),)
    )
    hints = [each.hint for each in told if "isn't enforced as unique" in each.message]
    assert len(hints) == 1 and ("Shard by {number: 1}" in hints[0]) == is_proposed
