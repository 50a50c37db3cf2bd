"""Designs with all that the grammar has, by chance: refused or compiled. Those that once failed stand here as
small as they could be made, or in ``once_failed.json``; more of them are looked for by ``python -m
tests.compiler.hunt``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designs.compiler import read
from designs.compiler.strategies.table import strategies_of
from tests.compiler.holds import holds
from tests.compiler.in_parts import compile_design
from tests.compiler.random_designs import Json, examples
from tests.compiler.random_wild import wild
from tests.compiler.small import entity, link

MANY, NM, TREE, ISA = "one-to-many", "many-to-many", "tree", "is-a"


def design(entities: list[Json], *links: Json, **more: Any) -> Json:
    """A design file of these parts."""
    head = {"format": "nestlink/1", "name": "Wild", "database": "wild"}
    return {**head, "entities": entities, "relationships": list(links), **more}


def of(name: str, type: str, **more: Any) -> Json:
    """A field."""
    return {"name": name, "type": type, **more}


@examples
@given(st.builds(wild, st.integers(0, 2**32)))
def test_wild_designs_compile_or_are_refused(source: Json) -> None:
    holds(source)


SMALL: dict[str, Json] = {
    "an audit of how many children refer to one parent": design(
        [entity("A"), entity("B")],
        {"name": "bs", "kind": MANY, "from": {"entity": "A", "has": {"max": 49}}, "to": {"entity": "B"}},
    ),
    "whole numbers that are unique below zero": design([entity("A", of("n", "int", maximum=-1, unique=True))]),
    "more documents than whole numbers between two limits": design(
        [entity("A", of("n", "long", minimum=2, maximum=3, unique=True))]
    ),
    "ids below zero": design([entity("A", of("_id", "int", maximum=-5))]),
    "sources of copies that are locked meanwhile": design(
        [entity("A", of("n", "double"))],
        link("as", NM, "A", "A", copies=[{"field": "n", "of": "to", "policy": "strong"}]),
    ),
    "kinds that number their versions themselves": design(
        [entity("A", of("old", "uuid", required=True, until_version=1)), entity("B", schema_version=2)],
        link("isa", ISA, "A", "B"),
        operations=[{"name": "more", "kind": "insert", "entity": "A"}],
    ),
    "versions of one kind only": design(
        [entity("A"), entity("B", schema_version=2)],
        link("isa", ISA, "A", "B"),
        operations=[{"name": "more", "kind": "insert", "entity": "A"}],
    ),
    "ids that a kind of a kind has from above": design(
        [entity("A", of("_id", "string")), entity("B"), entity("C")],
        link("isa b", ISA, "A", "B", strategy="POLY_SPLIT"),
        link("isa c", ISA, "B", "C"),
        link("near", "graph", "C", "C"),
    ),
    "a kind apart from what shares its general's documents": design(
        [entity("A", of("_id", "int")), entity("B"), entity("C"), entity("D")],
        link("isa b", ISA, "A", "B"),
        link("isa c", ISA, "B", "C", strategy="POLY_SINGLE"),
        link("isa d", ISA, "B", "D", strategy="POLY_SPLIT"),
    ),
    "versions of a kind whose ids are its general's": design(
        [entity("A", of("_id", "string"), history="point-in-time"), entity("B", of("least", "minKey"))],
        link("isa", ISA, "A", "B"),
    ),
    "a tree of nodes in collections of their kinds": design(
        [entity("A", of("_id", "string")), *(entity(name) for name in "BCDE")],
        link("below", TREE, "A", "A", tree={"reads": "subtree"}),
        *(link(f"isa {name}", ISA, "A", name) for name in "BCD"),
        link("isa E", ISA, "D", "E", strategy="POLY_SPLIT"),
    ),
    "links that each document of a split general has": design(
        [entity("A"), entity("B")],
        link("near", "graph", "A", "A", has={"min": 1}, strategy="EMBED_LINK"),
        link("isa", ISA, "A", "B", strategy="POLY_SPLIT"),
    ),
    "a kind of a kind that stands inside of it": design(
        [entity("A"), entity("B"), entity("C")],
        link("isa b", ISA, "A", "B"),
        link("isa c", ISA, "B", "C"),
        link("inside", MANY, "B", "C", strategy="OUTLIER"),
    ),
    "pages of the only kind of their parent": design(
        [entity("A"), entity("B")], link("isa", ISA, "A", "B"), link("pages", MANY, "A", "B", strategy="BUCKET")
    ),
    "a kind with ids of another type than its general's": design(
        [entity("A"), entity("B"), entity("C", of("_id", "int"))],
        link("isa", ISA, "A", "C"),
        link("below", TREE, "A", "A"),
        link("pages", MANY, "B", "C", strategy="BUCKET"),
    ),
    "an update of what is folded that asks for what is elsewhere": design(
        [entity("A", of("data", "binData"), kind="lookup"), entity("B"), entity("C")],
        link("bs", MANY, "A", "B", back_field="up"),
        link("cs", MANY, "A", "C"),
        operations=[{"name": "far", "kind": "update", "entity": "A", "always_filter": {"bs.up": {}}}],
    ),
    "kinds of which one stands apart": design(
        [entity("A"), entity("B"), entity("C")],
        link("isa b", ISA, "A", "B", strategy="POLY_SPLIT"),
        link("isa c", ISA, "A", "C", strategy="POLY_SINGLE"),
        operations=[{"name": "all", "kind": "read", "entity": "A", "per_day": 9}],
    ),
    "a copy from inside of a list": design(
        [entity("A", of("list", "array", items={"type": "object", "fields": [of("n", "int")]})), entity("B")],
        link("l", NM, "A", "B", link_fields=[of("since", "date")], copies=[{"field": "list.n", "of": "from"}]),
    ),
    "a general by its id whose only kind stands inside of another": design(
        [entity("A"), entity("B"), entity("C")],
        link("isa", ISA, "A", "B"), link("in c", "one-to-one", "C", "B"),
        operations=[{"name": "one", "kind": "read", "entity": "A", "filter": [{"field": "_id"}]}],
    ),
    "a reference among what windows hold in a sub-document": design(
        [entity("A"), entity("B")],
        link("bs", MANY, "B", "B"), link("as", MANY, "A", "B", field="list._id", strategy="BUCKET_TIME"),
    ),
    "what links say of themselves where a list has nothing but values": design(
        [entity("A"), entity("B")],
        link("l", NM, "A", "B", field="bs", strategy="VALUE_ARRAY", link_fields=[of("since", "date")]),
        operations=[{"name": "old", "kind": "read", "entity": "A", "filter": [{"field": "bs.since"}]}],
    ),
    "an update of an object and of what is in it": design(
        [entity("A", of("o", "object", fields=[of("n", "int")]))],
        operations=[{"name": "both", "kind": "update", "entity": "A", "changes": ["o.n", "o"]}],
    ),
    "an update that takes away a part of what it sets": design(
        [entity("A", of("o", "object", fields=[of("n", "int")]))],
        operations=[{"name": "both", "kind": "update", "entity": "A", "changes": ["o"],
                     "effects": [{"field": "o.n", "do": "unset"}]}],
    ),
    "an update of a list and of its elements": design(
        [entity("A", of("list", "array", items={"type": "object", "fields": [of("n", "int")]}))],
        operations=[{"name": "both", "kind": "update", "entity": "A", "changes": ["list"],
                     "effects": [{"field": "list.n", "do": "increment"}]}],
    ),
    "a copy of an object in a slice": design(
        [entity("A", of("o", "object", fields=[of("n", "int")])), entity("B")],
        link("as", MANY, "B", "A", strategy="SUBSET", copies=[{"field": "o", "of": "to"}]),
    ),
    "a kind of two things of which the second declares its ids": design(
        [entity("A"), entity("B", of("_id", "int")), entity("C")],
        link("isa a", ISA, "A", "C"), link("isa b", ISA, "B", "C", strategy="POLY_SPLIT"),
    ),
    "a kind of two things with ids of two types": design(
        [entity("A", of("_id", "int")), entity("B", of("_id", "string")), entity("C")],
        link("isa a", ISA, "A", "C", strategy="POLY_SPLIT"), link("isa b", ISA, "B", "C", strategy="POLY_SPLIT"),
    ),
    "a kind of two things that shares the documents of the second": design(
        [entity("A", of("_id", "int")), entity("B"), entity("C")],
        link("isa a", ISA, "A", "C", strategy="POLY_SPLIT"), link("isa b", ISA, "B", "C", strategy="POLY_SINGLE"),
    ),
    "pages of a kind whose general keeps its past": design(
        [entity("A", of("_id", "string"), history="point-in-time"), entity("B"), entity("C")],
        link("isa b", ISA, "A", "B"), link("isa c", ISA, "B", "C"), link("pages", MANY, "B", "C", strategy="BUCKET_TIME"),
    ),
    "a kind in a time series and in pages": design(
        [entity("A"), entity("B", of("n", "int"))],
        link("series", MANY, "A", "A", strategy="TIME_SERIES"), link("pages", MANY, "A", "A", strategy="BUCKET"),
        link("isa", ISA, "A", "B"),
        operations=[{"name": "more", "kind": "insert", "entity": "A"},
                    {"name": "some", "kind": "update", "entity": "B", "filter": [{"field": "n"}]}],
    ),
    "a share with digits behind the point that nobody reads": design(
        [entity("A"), entity("B")], link("l", NM, "A", "B", link_owner="to"),
        operations=[{"name": "one", "kind": "read", "entity": "A"},
                    {"name": "both", "kind": "read", "entity": "A", "per_day": 100, "includes": ["l"]}],
        constants={"embed_max": 1000},
    ),
    "more a day than anybody counts": design(
        [entity("A"), entity("B", inserts_per_day=1e300)],
        link("bs", MANY, "A", "B", has={"growth": "unbounded"}, together_needs="recent", accessed_together=1,
             navigation={"from_to_per_day": 1e300}),
    ),
    "a delete of what is folded by a relationship with a list of copies": design(
        [entity("A", of("n", "int")), entity("B")], link("bs", MANY, "A", "B", strategy="FOLD_ONE", copies=[]),
        operations=[{"name": "gone", "kind": "delete", "entity": "A"}],
    ),
    "attributes of links asked for beside what some versions have": design(
        [entity("A", of("o", "object", since_version=2)), entity("B")],
        link("l", NM, "A", "B", field="bs", link_fields=[of("n", "double", variant_group="specs")]),
        operations=[{"name": "some", "kind": "read", "entity": "A", "filter": [{"field": "bs.n"}]},
                    {"name": "sorted", "kind": "read", "entity": "A", "sort": [{"field": "bs.n"}]}],
    ),
    "a tree in one document whose children stand in a sub-document": design(
        [entity("A")], link("t", TREE, "A", "A", field="sub._id", strategy="EMBED_TREE"),
    ),
    "a tree in one document of one level": design(
        [entity("A", history="revisions")], link("t", TREE, "A", "A", strategy="EMBED_TREE", tree={"depth": 1}),
    ),
    "ids of elements that overflow": design(
        [entity("A"), entity("B")], link("bs", MANY, "A", "B", strategy="OUTLIER"), link("t", TREE, "B", "B"),
    ),
    "a tree of measurements": design(
        [entity("A"), entity("B", of("at", "date"))],
        link("bs", MANY, "A", "B", strategy="TIME_SERIES"), link("t", TREE, "B", "B"),
    ),
    "links of a kind with its own general, which is split": design(
        [entity("A"), entity("B"), entity("C")], link("as", NM, "B", "A", strategy="ONE_WAY_EMBED", link_owner="from"),
        link("isa b", ISA, "A", "B", strategy="POLY_SPLIT"), link("isa c", ISA, "A", "C", strategy="POLY_SPLIT"),
    ),
    "a list of a split general in what one of its kinds holds": design(
        [entity("A"), entity("B"), entity("C"), entity("D")], link("as", MANY, "D", "A", strategy="CHILD_REFS"),
        link("isa b", ISA, "A", "B", strategy="POLY_SPLIT"), link("isa c", ISA, "A", "C", strategy="POLY_SPLIT"),
        link("d", "one-to-one", "B", "D", strategy="EMBED_ONE"),
    ),
    "a general of one kind that stands inside of another kind": design(
        [entity("A"), entity("B"), entity("C"), entity("D")], link("isa b", ISA, "A", "B"),
        link("a", "one-to-one", "B", "A", strategy="EMBED_ONE"),
        link("isa c", ISA, "A", "C", strategy="POLY_SINGLE"), link("isa d", ISA, "C", "D"),
    ),
    "a kind of a kind apart from what shares its general's documents refers to them": design(
        [entity("A"), entity("B"), entity("C"), entity("D")],
        link("isa b", ISA, "A", "B", strategy="POLY_SINGLE"), link("isa c", ISA, "B", "C"),
        link("isa d", ISA, "C", "D", strategy="POLY_SPLIT"), link("cs", MANY, "B", "C"),
    ),
    "a tree in one document whose root is a sub-document": design(
        [entity("A"), entity("B")], link("t", TREE, "A", "A", strategy="EMBED_TREE", has={"max": 9}),
        link("a", "one-to-one", "B", "A", strategy="EMBED_ONE"),
    ),
    "a tree of a general whose one kind holds another one": design(
        [entity("A"), entity("B"), entity("C")], link("t", TREE, "A", "A"), link("isa b", ISA, "A", "B"),
        link("isa c", ISA, "A", "C"), link("c", "one-to-one", "B", "C", strategy="EMBED_ONE"),
    ),
    "references to a general whose one kind holds another one, which is split": design(
        [entity("A"), entity("B"), entity("C")], link("as", MANY, "A", "A", field="up"),
        link("isa b", ISA, "A", "B", strategy="POLY_SINGLE"), link("isa c", ISA, "A", "C", strategy="POLY_SPLIT"),
        link("c", "one-to-one", "B", "C", strategy="EMBED_ONE"),
    ),
    "the id of what stands in pages, and is a sub-document too": design(
        [entity("A"), entity("B")], link("t", TREE, "B", "B"), link("pages", MANY, "A", "B", strategy="BUCKET"),
        link("b", "one-to-one", "A", "B", strategy="EMBED_ONE"),
        {**link("isa b", ISA, "A", "B"), "from": {"entity": "A", "field": "down"}},
        operations=[{"name": "work", "kind": "update", "entity": "A", "filter": [{"field": "down"}]}],
    ),
    "links of a general whose kind stands in elements that overflow": design(
        [entity("A"), entity("B"), entity("C", of("n", "int")), entity("D")],
        link("l", NM, "A", "B", link_fields=[of("since", "date")]),
        link("cs", MANY, "D", "C", strategy="OUTLIER"), link("isa", ISA, "A", "C"),
    ),
    "references to what stands in pages, and in elements of something else": design(
        [entity("A"), entity("B"), entity("C")], link("own", MANY, "B", "B"),
        link("bs", MANY, "C", "B", strategy="EMBED_ARRAY"), link("pages", MANY, "A", "B", strategy="BUCKET_TIME"),
    ),
    "one reference to what stands in elements, and in pages of its holder": design(
        [entity("A"), entity("B"), entity("C")], link("one", "one-to-one", "B", "C"),
        link("bs", MANY, "A", "B", strategy="EMBED_ARRAY"), link("pages", MANY, "C", "B", strategy="BUCKET"),
    ),
    "links on both sides between a general and one of its kinds, which are split": design(
        [entity("A"), entity("B"), entity("C"), entity("D")],
        link("bs", MANY, "D", "B"), link("isa b", ISA, "A", "B"), link("isa c", ISA, "A", "C", strategy="POLY_SPLIT"),
        link("l", NM, "A", "B", strategy="TWO_WAY_EMBED"),
    ),
    "windows of things of the same entity, which stand in windows themselves": design(
        [entity("A")], link("as", MANY, "A", "A", strategy="BUCKET_TIME", time_window="hour"),
    ),
    "what is folded into kinds that have a collection each": design(
        [entity("A", of("n", "uuid"), kind="lookup"), entity("B"), entity("C"), entity("D")],
        link("bs", MANY, "A", "B", strategy="FOLD_ONE"),
        link("isa c", ISA, "B", "C", strategy="POLY_SPLIT"), link("isa d", ISA, "B", "D", strategy="POLY_SPLIT"),
    ),
    "what is sensitive in the second of two kinds that have a collection each": design(
        [entity("A"), entity("B"), entity("C"), entity("D", of("n", "int", sensitive=True))],
        link("bs", MANY, "A", "B"),
        link("isa c", ISA, "B", "C", strategy="POLY_SPLIT"), link("isa d", ISA, "B", "D", strategy="POLY_SPLIT"),
    ),
}  # fmt: skip
FOUND: dict[str, Json] = json.loads((Path(__file__).parent / "once_failed.json").read_text())
SMALL |= {name: design(**parts) for name, parts in FOUND.items()}


@pytest.mark.parametrize("name", SMALL)
def test_what_once_failed_compiles(name: str) -> None:
    assert holds(SMALL[name]) is not None


SUB_DOCUMENTS = [
    (kind, strategy, side)
    for kind in ("one-to-one", MANY, NM, TREE, "graph")
    for strategy in strategies_of(kind)
    for side in ("from", "to")
]


@pytest.mark.parametrize(("kind", "strategy", "side"), SUB_DOCUMENTS)
def test_what_an_end_is_called_may_lead_into_a_sub_document(kind: str, strategy: str, side: str) -> None:
    """As ``author._id``, beside a copy in the same sub-document."""
    child = "A" if kind in (TREE, "graph") else "B"
    copies = [{"field": "text", "of": "from", "as": "sub.text", "policy": "snapshot"}]
    made = link("l", kind, "A", child, strategy=strategy, copies=copies)
    made[side]["field"] = "sub._id"
    entities = [entity("A", of("text", "string")), entity("B", of("_id", "int"), of("at", "date"))]
    assert holds(design(entities, made)) is not None


def test_what_is_taken_out_of_an_archive_too_compiles() -> None:
    """A function that takes elements out of a collection and its archive ended with a KeyError: an archive is none of the
    plan's collections."""
    model = read(json.dumps(wild(189))).value
    assert model is not None and compile_design(model).plan.collections


def test_what_takes_a_link_out_of_a_list_and_builds_the_rest_compiles() -> None:
    """The update of a list beside fields that are set or cleared was asked for its paths, which no built one has."""
    model = read(json.dumps(wild(469))).value
    assert model is not None and compile_design(model).plan.collections
