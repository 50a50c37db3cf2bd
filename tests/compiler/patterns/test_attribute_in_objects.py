"""ATTRIBUTE (P3) inside of an entity's own objects: the array stands where its fields are declared."""

from __future__ import annotations

from typing import Any

import pytest
from bson import ObjectId, encode

from designs.compiler import Compilation
from designs.compiler.sampling import samples
from tests.compiler.bson_schema import complaints
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design
from tests.compiler.small import surveyed

Json = dict[str, Any]
GROUP = {"variant_group": "attrs"}
COLOR = field("color", average_bytes=5, **GROUP)
WEIGHT = field("weight_kg", "double", **GROUP)
MAKER = field("maker", average_bytes=4)


def specs(*fields: Json, **more: Any) -> Json:
    return field("specs", "object", fields=[*(fields or (COLOR, WEIGHT, MAKER))], **more)


def asked(*paths: str, of: str = "Good") -> list[Json]:
    return [
        {"name": f"by {path}", "kind": "read", "entity": of, "filter": [{"field": path}], "per_day": 9}
        for path in paths
    ]


TWICE = asked("specs.color", "specs.weight_kg")


def made(
    *fields: Json, operations: Any = TWICE, links: Any = (), others: Any = (), **more: Any
) -> Compilation:
    parts = [entity("Good", field("name", average_bytes=4), *fields, **more), *others]
    return compile_design(design(parts, [*links], operations=operations))


def arrays(found: Compilation) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.path, one.fields) for one in found.plan.entity_overlays if one.kind == "ATTRIBUTE"]


def told(found: Compilation) -> list[str]:
    return [one.message for one in found.findings if one.code == "L55"]


BOTH = [("specs.attrs", ("specs.color", "specs.weight_kg"))]


def test_the_array_stands_in_the_object_with_its_index_and_its_rules() -> None:
    found = made(specs())
    (goods,) = found.plan.collections
    assert arrays(found) == BOTH and told(found) == []
    assert [one.keys for one in goods.indexes] == [(("specs.attrs.k", 1), ("specs.attrs.v", 1))]
    inner = next(one for one in goods.fields if one.name == "specs").fields
    assert [one.name for one in inner] == ["attrs", "maker"]
    schema = goods.validator["$jsonSchema"]

    def passes(*attrs: Json) -> bool:
        return complaints(schema, {"_id": ObjectId(), "specs": {"attrs": [*attrs]}}) == []

    assert passes({"k": "color", "v": "red"}, {"k": "weight_kg", "v": 2.5, "u": "kg"})
    assert not passes({"k": "color", "v": 7}) and passes({"k": "yet unknown", "v": 7})


@pytest.mark.parametrize("embedded", [False, True])
def test_examples_have_it_and_pass(embedded: bool) -> None:
    held = link("goods", "one-to-many", ("Shop", {"has": {"max": 5}}), "Good", strategy="EMBED_ARRAY", exclusive_owner=True)  # fmt: skip
    more: Json = {"others": [entity("Shop", field("n"))], "links": [held]} if embedded else {}
    found = made(specs(), **more)
    (collection,) = found.plan.collections
    for document in samples(found)[collection.name]:
        assert complaints(collection.validator["$jsonSchema"], document) == []
        for good in document["goods"] if embedded else [document]:
            assert [one["k"] for one in good["specs"]["attrs"]] == ["color", "weight_kg"]
            assert set(good["specs"]) == {"attrs", "maker"}


def test_sizes_count_what_documents_have() -> None:
    found = made(specs())
    attrs = [{"k": "color", "v": "x" * 5}, {"k": "weight_kg", "v": 1.5, "u": "kg"}]
    whole = {"_id": ObjectId(), "name": "x" * 4, "specs": {"attrs": attrs, "maker": "x" * 4}}
    (goods,) = found.plan.collections
    assert surveyed(found.model).own_bytes("Good") == goods.bytes.today == len(encode(whole))
    assert surveyed(found.model).own_depth("Good") == 3


def test_objects_with_a_group_of_one_name_weigh_each_their_own() -> None:
    other = field("case", "object", fields=[field("color", average_bytes=50, **GROUP), WEIGHT])
    found = made(specs(COLOR, WEIGHT), other, operations=[*TWICE, *asked("case.color", "case.weight_kg")])
    assert [path for path, _ in arrays(found)] == ["specs.attrs", "case.attrs"]
    (goods,) = found.plan.collections
    assert surveyed(found.model).own_bytes("Good") == goods.bytes.today


def test_an_object_that_says_its_size_keeps_it() -> None:
    sized = surveyed(made(specs(average_bytes=77)).model)
    plain = surveyed(made(specs(average_bytes=77), operations=TWICE[:1]).model)
    assert sized.own_bytes("Good") == plain.own_bytes("Good")


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ([specs(COLOR, WEIGHT, field("attrs"))], "the group name conflicts"),
        ([specs(nullable=True)], ""),
        ([specs(types=["string"])], "isn't an object in every document"),
        ([specs(since_version=2)], "isn't an object in every document"),
        ([specs(sensitive=True)], "isn't an object in every document"),
        ([field("specs", "array", items={"type": "object", "fields": [COLOR, WEIGHT]})], ""),
        (
            [
                field(
                    "specs",
                    "array",
                    items={"type": "array", "items": {"type": "object", "fields": [COLOR, WEIGHT]}},
                )
            ],
            "in a nested array, specs",
        ),
    ],
)
def test_what_is_no_plain_object_keeps_its_fields_and_says_why(fields: list[Json], wanted: str) -> None:
    found = made(*fields)
    assert arrays(found) == ([] if wanted else BOTH)
    assert [wanted in one for one in told(found)] == [True] * bool(wanted)


@pytest.mark.parametrize("count", [1, 2])
def test_two_operations_are_worth_it(count: int) -> None:
    assert arrays(made(specs(), operations=TWICE[:count])) == BOTH[: count - 1]


SIZE = field("size", **GROUP)
THREE = [COLOR, WEIGHT, SIZE]
THRICE = [*TWICE, *asked("specs.size")]


@pytest.mark.parametrize(
    ("key", "kept"),
    [
        ("specs.color", ["specs.weight_kg", "specs.size"]),
        ("specs", []),
        ("specs.$**", []),
        ("name", ["specs.color", "specs.weight_kg", "specs.size"]),
    ],
)
def test_what_an_index_names_has_a_path_of_its_own(key: str, kept: list[str]) -> None:
    found = made(specs(*THREE), operations=THRICE, indexes=[{"keys": [[key, 1]]}])
    assert [list(fields) for _, fields in arrays(found)] == ([kept] if kept else [])
    assert bool(told(found)) is (not kept)


def test_what_an_index_names_elsewhere_or_outside_of_the_object_keeps_no_field_out() -> None:
    other = entity("Other", specs(*THREE), indexes=[{"keys": [["specs.color", 1]]}])
    beside = field("paint", "object", fields=[field("color")])
    key = {"keys": [["paint.color", 1]]}
    found = made(specs(*THREE), beside, operations=THRICE, others=[other], indexes=[key])
    assert arrays(found) == [("specs.attrs", ("specs.color", "specs.weight_kg", "specs.size"))]


@pytest.mark.parametrize(
    ("effect", "kept"),
    [({"field": "specs", "do": "set", "value": {"color": "red"}}, False), ({"field": "specs", "do": "set"}, True)],
)  # fmt: skip
def test_what_is_set_to_a_stated_object_keeps_its_fields(effect: Json, kept: bool) -> None:
    write = {
        "name": "w",
        "kind": "update",
        "entity": "Good",
        "filter": [{"field": "_id"}],
        "effects": [effect],
    }
    assert bool(arrays(made(specs(), operations=[*TWICE, write]))) is kept


def test_a_formula_and_a_copy_find_their_field() -> None:
    total = field("total", "double", computed={"formula": "specs.weight_kg * 2"})
    summed = made(specs(*THREE), total, operations=THRICE)
    assert arrays(summed) == [("specs.attrs", ("specs.color", "specs.size"))]
    copies = [{"field": "specs", "of": "from", "policy": "snapshot"}]
    parts = {"has": {"max": None, "growth": "unbounded"}}
    held = link("parts", "one-to-many", ("Good", parts), "Part", strategy="PARENT_REF", copies=copies)
    found = made(specs(), others=[entity("Part", field("x"))], links=[held])
    assert arrays(found) == [] and any("as a whole" in one for one in told(found))


def test_what_kinds_may_share_stays_as_each_declares_it() -> None:
    isa = link("special", "is-a", "Good", "Tool", strategy="POLY_SINGLE")
    tool = entity("Tool", field("specs", "object", fields=[field("power")]))
    assert arrays(made(specs(), others=[tool], links=[isa])) == []
    assert arrays(made(specs(), others=[entity("Tool", field("power"))], links=[isa])) == BOTH


def test_folded_into_its_children_its_fields_stay_fields() -> None:
    many = {"has": {"max": None, "growth": "unbounded"}}
    held = link("parts", "one-to-many", ("Good", many), "Part", strategy="FOLD_ONE")
    found = made(specs(), others=[entity("Part", field("x"))], links=[held])
    assert arrays(found) == []


def test_an_older_shape_has_the_array_too() -> None:
    found = made(specs(COLOR, WEIGHT, field("old", until_version=1)))
    (goods,) = found.plan.collections
    assert arrays(found) == BOTH
    kinds = {}
    for document in samples(found)["goods"]:
        assert complaints(goods.validator["$jsonSchema"], document) == []
        kinds[document["schema_version"]] = list(document["specs"])
    assert kinds == {1: ["attrs", "old"], 2: ["attrs"]}
    (one,) = [each for each in found.plan.statements if each.id == "Good.upgrade.1"]
    assert one.update["$unset"] == {"specs.old": ""}


def rows(*fields: Json, **more: Any) -> Json:
    """A list of objects with these fields."""
    return field(
        "specs", "array", items={"type": "object", "fields": list(fields), **more.pop("each", {})}, **more
    )


@pytest.mark.parametrize(
    "more", [{}, {"max_items": 3}, {"average_bytes": 99}, {"each": {"average_bytes": 77}}]
)
def test_each_object_of_a_list_has_the_array(more: Json) -> None:
    found = made(rows(COLOR, WEIGHT, field("maker", required=True), **more), operations=TWICE)
    (goods,) = found.plan.collections
    assert arrays(found) == BOTH and told(found) == []
    assert [one.keys for one in goods.indexes] == [(("specs.attrs.k", 1), ("specs.attrs.v", 1))]
    assert goods.validator is not None
    for document in samples(found)["goods"]:
        assert complaints(goods.validator["$jsonSchema"], document) == []
        for each in document["specs"]:
            assert [one["k"] for one in each["attrs"]] == ["color", "weight_kg"]
            assert set(each) == {"attrs", "maker"}
    assert surveyed(found.model).own_bytes("Good") == goods.bytes.today


def test_a_list_weighs_as_much_as_its_objects_with_their_arrays() -> None:
    few = made(rows(COLOR, WEIGHT, max_items=2), operations=TWICE)
    plain = made(rows(COLOR, WEIGHT, max_items=2), operations=TWICE[:1])
    one = made(specs(COLOR, WEIGHT), operations=TWICE)
    alone = made(specs(COLOR, WEIGHT), operations=TWICE[:1])
    weights = [surveyed(each.model).own_bytes("Good") for each in (few, plain, one, alone)]
    assert weights[0] - weights[1] == weights[2] - weights[3]  # of up to two, one on average


def test_a_list_that_is_told_whole_keeps_its_fields() -> None:
    write = {"name": "w", "kind": "update", "entity": "Good", "filter": [{"field": "_id"}],
             "effects": [{"field": "specs", "do": "set", "value": [{"color": "red"}]}]}  # fmt: skip
    found = made(rows(COLOR, WEIGHT), operations=[*TWICE, write])
    assert arrays(found) == [] and any("as a whole" in one for one in told(found))
