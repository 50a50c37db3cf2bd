"""EXT_REF: each kept copy is an overlay with its place and policy."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan_model.compilation import Compilation
from tests.compiler.composed import collections, composed, design, drafted, entity, field, link
from tests.compiler.in_parts import compile_design

COPIES = [
    {"field": "name", "of": "from", "policy": "snapshot"},
    {"field": "stock", "of": "from", "policy": "eventual", "reads_per_day": 10, "updates_per_day": 10},
]
MODEL = design(
    [entity("Product", field("name"), field("stock", "int")), entity("Part")],
    [link("parts", "one-to-many", "Product", "Part", copies=COPIES)],
)


def test_kept_copies_are_overlays_and_hot_ones_are_not() -> None:
    (overlay,) = drafted(MODEL, composed(MODEL, parts="PARENT_REF")).overlays["parts"]
    assert (overlay.kind, overlay.collection, overlay.path) == ("EXT_REF", "parts", "product_name")
    assert (overlay.field, overlay.fields, overlay.policy) == ("name", ("name",), "snapshot")


def test_a_part_inside_its_product_needs_no_copy() -> None:
    assert not drafted(MODEL, composed(MODEL, parts="EMBED_ARRAY")).overlays["parts"]


@pytest.mark.parametrize(("own", "type"), [([], "objectId"), ([field("_id", "int")], "int")])
def test_a_copied_id_is_always_there_and_of_its_type(own: list[Any], type: str) -> None:
    parts = [entity("Product", *own, field("name")), entity("Part")]
    copies = [{"field": "_id", "of": "from", "as": "number", "policy": "snapshot"}]
    ends = ("Product", {"has": {"growth": "unbounded"}}), ("Part", {"has": {"min": 1, "max": 1}})
    model = design(parts, [link("parts", "one-to-many", *ends, copies=copies)])
    made = collections(model, composed(model, parts=("PARENT_REF", "to")))["parts"]
    stored = {one.name: (one.types, one.required) for one in made.fields}
    assert stored["number"] == stored["product_id"] == ((type,), True)


@pytest.mark.parametrize(
    ("required", "outer", "types", "told"),
    [
        (True, True, "string", True),
        (False, True, ["string", "null"], False),
        (True, False, ["string", "null"], False),
    ],
)
def test_a_copy_of_what_need_not_be_there_may_be_null(
    required: bool, outer: bool, types: Any, told: bool
) -> None:
    """Scripts copy what is missing as null, since mongosh stores undefined so."""
    home = field("home", "object", required=outer, fields=[field("town", required=required)])
    copies = [{"field": "home.town", "of": "from", "as": "town", "policy": "snapshot"}]
    parts = [
        entity("Customer", home, field("name"), field("phone"), field("city")),
        entity("Order", field("at", "date")),
    ]
    ends = ("Customer", {"has": {"growth": "unbounded"}}), ("Order", {"has": {"min": 1, "max": 1}})
    made = compile_design(
        design(parts, [link("orders", "one-to-many", *ends, strategy="PARENT_REF", copies=copies)])
    )
    (orders,) = [one for one in made.plan.collections if one.name == "orders"]
    schema = orders.validator["$jsonSchema"]
    assert schema["properties"]["town"]["bsonType"] == types and ("town" in schema["required"]) == told
    assert schema["properties"]["customer_id"]["bsonType"] == "objectId"


def test_what_no_operation_changes_is_followed_all_the_same() -> None:
    """Nobody says how often the source changes: no cost is made up, and the text names what brings a change."""
    copies = [{"field": "name", "of": "from", "reads_per_day": 1000, "policy": "eventual"}]
    ends = ("Product", {"has": {"average": 40, "growth": "unbounded"}}), "Part"
    parts = [entity("Product", field("name"), field("a"), field("b"), field("c")), entity("Part", field("x"))]
    model = design(parts, [link("parts", "one-to-many", *ends, strategy="PARENT_REF", copies=copies)])
    (decision,) = compile_design(model).decisions
    (told,) = [caveat for caveat in decision.caveats if caveat.startswith("the copy of Product.name")]
    assert "and the design doesn't say how often it changes; " in told
    assert told.endswith("no operation changes name, but watch() in 05_sync.js syncs every change")


@pytest.mark.parametrize(
    ("copy", "told"),
    [
        ({"policy": "snapshot"}, ""),
        ({"policy": "immutable"}, ""),
        ({"policy": "eventual"}, "(eventual) is stale until the change stream catches up"),
        ({"policy": "batch"}, "(batch) is stale until the next batch run"),
        ({"policy": "strong"}, "(strong) is updated in the same transaction as its source"),
        (
            {"policy": "strong", "updates_per_day": 0},
            "documents on average, and the workload never changes it",
        ),
        ({}, "a change rewrites it in 40 documents on average, saving 25 reads per rewritten document"),
        ({"reads_per_day": 3980}, "saving 99.50 reads per rewritten document"),
        ({"reads_per_day": 4020}, "saving 100 reads per rewritten document"),
        ({"reads_per_day": 399}, ""),
    ],
)
def test_a_kept_copy_says_what_it_costs(copy: dict[str, Any], told: str) -> None:
    """Its policy, how many documents a change rewrites, and what each of them saves."""
    copies = [{"field": "name", "of": "from", "reads_per_day": 1000, "updates_per_day": 1, **copy}]
    ends = ("Product", {"has": {"average": 40, "growth": "unbounded"}}), "Part"
    parts = [
        entity("Product", field("name"), field("stock", "int"), field("a"), field("b")),
        entity("Part", field("x")),
    ]
    model = design(parts, [link("parts", "one-to-many", *ends, strategy="PARENT_REF", copies=copies)])
    (decision,) = compile_design(model).decisions
    found = [one for one in decision.caveats if one.startswith("the copy of Product.name")]
    assert len(found) == bool(told) and all(told in one for one in found)


Json = dict[str, Any]


def copied(
    reads: int | None, rewriting: float = 10, *operations: Json, changes: int = 1, **top: Any
) -> Compilation:
    """A copy of a product's name in its forty parts, of which so many change a day."""
    weights = {"R": 1, "D": 0, "B": 0, "W": rewriting, "WB": 0}
    often = {} if reads is None else {"reads_per_day": reads}
    copies = [{"field": "name", "of": "from", "updates_per_day": changes, **often}]
    ends = ("Product", {"has": {"average": 40, "growth": "unbounded"}}), "Part"
    parts = [entity("Product", field("name"), field("stock", "int"), field("a"), field("b")), entity("Part")]
    of = link("parts", "one-to-many", *ends, strategy="PARENT_REF", copies=copies)
    return compile_design(design(parts, [of], weights=weights, operations=list(operations), **top))


def holds_copy(made: Compilation) -> bool:
    return any(field.origin == "copy" for one in made.plan.collections for field in one.fields)


@pytest.mark.parametrize(
    ("reads", "rewriting", "told"),
    [
        (401, 10, "saves 401 in joins and adds 400 in updates"),
        (4001, 100, "saves 4,001 in joins and adds 4,000 in updates"),
    ],
)
def test_a_kept_copy_says_that_it_pays(reads: int, rewriting: float, told: str) -> None:
    """Only where the joins that it saves count for more than the documents that it rewrites."""
    made = copied(reads, rewriting)
    (said,) = [one for one in made.decisions[0].caveats if one.startswith("the copy of Product.name")]
    assert told in said and said.endswith(": worth it") and holds_copy(made)


@pytest.mark.parametrize(("reads", "rewriting"), [(400, 10), (4000, 100)])
def test_a_copy_that_does_not_pay_is_not_made(reads: int, rewriting: float) -> None:
    made = copied(reads, rewriting)
    assert not holds_copy(made) and not any("the copy of" in one for one in made.decisions[0].caveats)
    (told,) = [one for one in made.findings if one.code == "L19"]
    assert "cost less than keeping it in sync" in told.message


def test_the_designer_may_insist() -> None:
    made = copied(400, 10, constants={"denorm_ratio": 0})
    assert holds_copy(made) and not [one for one in made.findings if one.code == "L19"]
    (said,) = [one for one in made.decisions[0].caveats if one.startswith("the copy of Product.name")]
    assert said.endswith("not worth it")


SHOWN = {"projection": ["product_id.name"]}


def reading(entity_read: str, **more: Any) -> Json:
    return {"name": f"read {entity_read}", "kind": "read", "entity": entity_read, "per_day": 5000, **more}


@pytest.mark.parametrize(
    ("operations", "is_made"),
    [
        ([reading("Product", includes=["parts"])], False),
        ([reading("Product", includes=["parts"]), reading("Part", includes=["parts"], **SHOWN)], True),
        ([reading("Product", includes=["parts"]), reading("Part", includes=["parts"])], False),
        ([reading("Part", filter=[{"field": "product_name"}])], True),
        ([reading("Part", projection=["product_id.name"])], True),
    ],
    ids=str,
)
def test_reads_that_come_that_way_or_name_the_copy_are_its_reads(
    operations: list[Json], is_made: bool
) -> None:
    assert holds_copy(copied(None, 10, *operations)) is is_made


def test_where_nobody_says_how_often_it_is_read_nothing_is_weighed() -> None:
    """The designer asked for the copy, and no number speaks against it."""
    made = copied(None, changes=0)
    (said,) = [one for one in made.decisions[0].caveats if one.startswith("the copy of Product.name")]
    assert said.endswith("whether it pays is unknown: the design doesn't say how often it's read")


@pytest.mark.parametrize(
    ("second", "first_saves", "second_saves"),
    [
        ({}, 200, 200),
        ({"policy": "snapshot"}, 200, None),
        ({"reads_per_day": 1200}, 300, 900),
        ({"of": "to", "field": "x"}, 400, None),
        ({"reads_per_day": 0}, 400, None),
    ],
)
def test_copies_that_save_one_join_share_it(
    second: dict[str, Any], first_saves: int, second_saves: int | None
) -> None:
    """By their reads, and no more than the reads of the one that is read most; a copy of the other end, and one
    that is not kept, saves none of it."""
    weights = {"R": 1, "D": 0, "B": 0, "W": 1, "WB": 0}
    one = {"field": "name", "of": "from", "reads_per_day": 400, "updates_per_day": 0.1}
    copies = [one, {**one, "field": "a", **second}]
    ends = ("Product", {"has": {"average": 40, "growth": "unbounded"}}), "Part"
    parts = [
        entity("Product", field("name"), field("stock", "int"), field("a"), field("b")),
        entity("Part", field("x")),
    ]
    of = link("parts", "one-to-many", *ends, strategy="PARENT_REF", copies=copies)
    (decision,) = compile_design(design(parts, [of], weights=weights)).decisions
    said = {
        name: one
        for name in ("name", "a")
        for one in decision.caveats
        if one.startswith(f"the copy of Product.{name} ")
    }
    for name, saves in (("name", first_saves), ("a", second_saves)):
        assert (name in said) is (saves is not None)
        assert saves is None or f"saves {saves:,} in joins" in said[name]
    shared = first_saves < 400
    assert ("(its share of a join that 2 copies save together)" in said["name"]) is shared
    assert (
        "saving 100 reads per rewritten document, together with Product.a; it saves" in said["name"]
    ) is shared


def test_a_join_of_a_list_fetches_all_that_it_names() -> None:
    copies = [{"field": "x", "of": "to", "reads_per_day": 10**5, "updates_per_day": 1}]
    ends = ("Product", {"has": {"average": 40, "max": 100}}), ("Part", {"has": {"average": 1, "max": 1}})
    parts = [entity("Product", field("name")), entity("Part", field("x"))]
    of = link("parts", "one-to-many", *ends, strategy="CHILD_REFS", copies=copies)
    weights = {"R": 0, "D": 1, "B": 0, "W": 1, "WB": 0}
    (decision,) = compile_design(design(parts, [of], weights=weights)).decisions
    (said,) = [one for one in decision.caveats if one.startswith("the copy of Part.x")]
    assert f"saves {40 * 10**5:,} in joins and adds 1.00 in" in said


def test_a_join_counts_what_it_reads_and_a_rewrite_the_whole_document() -> None:
    copies = [{"field": "name", "of": "from", "reads_per_day": 1000, "updates_per_day": 1}]
    ends = ("Product", {"has": {"average": 40, "growth": "unbounded"}}), "Part"
    parts = [entity("Product", field("name"), field("stock", "int"), field("a"), field("b")), entity("Part")]
    of = link("parts", "one-to-many", *ends, strategy="PARENT_REF", copies=copies)
    weights = {"R": 0, "D": 2, "B": 1024, "W": 0, "WB": 1024}
    compilation = compile_design(design(parts, [of], weights=weights))
    (held,) = [one.bytes.today for one in compilation.plan.collections if one.entity == "Part" and one.bytes]
    (read,) = [
        one.bytes.today for one in compilation.plan.collections if one.entity == "Product" and one.bytes
    ]
    (said,) = [one for one in compilation.decisions[0].caveats if one.startswith("the copy of Product.name")]
    assert f"saves {1000 * (2 + read):,} in joins and adds {40 * held:,} in updates" in said


@pytest.mark.parametrize(
    ("policy", "most", "told"), [("strong", 1000, False), ("strong", 1001, True), ("eventual", 1001, False)]
)
def test_a_transaction_is_not_to_grow_long(policy: str, most: int, told: bool) -> None:
    copies = [{"field": "name", "of": "from", "reads_per_day": 10**9, "updates_per_day": 1, "policy": policy}]
    ends = ("Product", {"has": {"average": most, "growth": "unbounded"}}), "Part"
    parts = [entity("Product", field("name"), field("stock", "int"), field("a"), field("b")), entity("Part")]
    model = design(parts, [link("parts", "one-to-many", *ends, strategy="PARENT_REF", copies=copies)])
    (decision,) = compile_design(model).decisions
    assert any("1,000 documents or fewer" in one for one in decision.caveats) is told


def test_of_copies_that_share_a_join_the_worst_goes_first() -> None:
    """Each of them pays for itself alone, and both together don't."""
    weights = {"R": 1, "D": 0, "B": 0, "W": 7, "WB": 0}
    copies = [
        {"field": name, "of": "from", "reads_per_day": 400, "updates_per_day": often}
        for name, often in (("name", 1), ("a", 0.9))
    ]
    ends = ("Product", {"has": {"average": 40, "growth": "unbounded"}}), "Part"
    parts = [entity("Product", field("name"), field("stock", "int"), field("a"), field("b")), entity("Part")]
    of = link("parts", "one-to-many", *ends, strategy="PARENT_REF", copies=copies)
    (decision,) = compile_design(design(parts, [of], weights=weights)).decisions
    assert [overlay.field for overlay in decision.overlays] == ["a"]


@pytest.mark.parametrize(
    "searched",
    [{"filter": [{"field": "starts_at", "match": "range"}]}, {"sort": [{"field": "starts_at"}]}, {}],
)
def test_a_copy_by_which_documents_are_found_is_kept_though_its_source_is_read_too(
    searched: dict[str, Any],
) -> None:
    """It was left out as one that saves no lookup, and then no function could be written for the read."""
    copies = [{"field": "starts_at", "of": "from", "as": "starts_at", "policy": "eventual"}]
    ends = (
        ("Service", {"has": {"average": 72, "growth": "unbounded"}}),
        ("Call", {"has": {"min": 1, "max": 1}}),
    )
    parts = [
        entity("Service", field("starts_at", "date"), count=900),
        entity("Call", field("state"), count=64_800),
    ]
    read = {"name": "calendar", "kind": "read", "entity": "Call", "includes": ["calls"], "per_day": 6000}
    move = {
        "name": "move", "kind": "update", "entity": "Service", "filter": [{"field": "_id"}], "changes": ["starts_at"],
        "per_day": 3,
    }  # fmt: skip
    calls = link("calls", "one-to-many", *ends, strategy="PARENT_REF", copies=copies)
    compilation = compile_design(design(parts, [calls], operations=[{**read, **searched}, move]))
    assert holds_copy(compilation) is bool(searched)
    assert any(each.subject == "operation:calendar" for each in compilation.plan.statements)
