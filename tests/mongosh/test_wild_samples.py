"""What designs by chance write runs: collections and examples twice, and audits of fresh examples find nothing."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from tests.compiler.random_designs import Json
from tests.compiler.small import entity, link
from tests.compiler.test_wild_designs import ISA, MANY, NM, design, of
from tests.mongosh.cases import build
from tests.mongosh.runs import audit_of_all
from tests.mongosh.shell import run, sources

_TOLD = re.compile(r"(indexes|largest|counts?|unused|documents|sizes?|shapes(\.\w+)?)$")
"""Audits that report what there is, be it right or wrong."""
DESIGNS: dict[str, Json] = {
    "a kind apart from others that share their general's documents": design(
        [entity("A"), entity("B"), entity("C")],
        link("isa b", ISA, "A", "B", strategy="POLY_SINGLE"),
        link("isa c", ISA, "A", "C", strategy="POLY_SPLIT"),
    ),
    "a copy of what lies in an object, in a link": design(
        [entity("A", of("o", "object", fields=[of("n", "int")])), entity("B")],
        link("l", NM, "A", "A", strategy="LINK_COLL", copies=[{"field": "o.n", "of": "from", "policy": "strong"}]),
    ),
    "pages of the only kind of their parent": design(
        [entity("A"), entity("B")], link("isa", ISA, "A", "B"), link("pages", MANY, "A", "B", strategy="BUCKET")
    ),
    "a kind embedded elsewhere that leads to its own general": design(
        [entity(name) for name in "ABCD"],
        link("in", MANY, "D", "B", strategy="EMBED_ARRAY"), link("as", MANY, "B", "A", strategy="PARENT_REF"),
        link("isa b", ISA, "A", "B"), link("isa c", ISA, "A", "C"),
    ),
    "a kind and its own general on both sides of links": design(
        [entity(name) for name in "ABC"], link("l", NM, "A", "B", strategy="TWO_WAY_EMBED"),
        link("isa b", ISA, "A", "B"), link("isa c", ISA, "A", "C"),
    ),
    "one of two kinds for each of another": design(
        [entity(name) for name in "ABCX"], link("x", "one-to-one", "X", "A", strategy="LINK_ONE"),
        link("isa b", ISA, "A", "B"), link("isa c", ISA, "A", "C"),
    ),
    "a kind for each document of its own general": design(
        [entity(name) for name in "ABC"], link("b", "one-to-one", "B", "A", strategy="LINK_ONE"),
        link("isa b", ISA, "A", "B"), link("isa c", ISA, "A", "C"),
    ),
}  # fmt: skip


@cache
def journals() -> dict[str, Json]:
    jobs = []
    for name, source in DESIGNS.items():
        paths = sources(build(source).scripts, name)
        loads = [{"load": paths[one], "name": one} for one in ("setup", "03_sample_data") for _ in range(2)]
        jobs.append({"id": name, "live": True, "steps": [*loads, *audit_of_all(paths["06_audit"])]})
    return run(jobs)


def found(journal: Json) -> dict[str, Any]:
    """What audits found that is wrong, by their names."""
    said = [one[0] for one in journal["printed"] if isinstance(one[0], dict) and "audit" in one[0]]
    return {one["audit"]: one["found"] for one in said if one["found"] and not _TOLD.search(one["audit"])}


@pytest.mark.parametrize("name", DESIGNS)
def test_examples_are_inserted_twice_and_found_in_order(name: str) -> None:
    journal = journals()[name]
    assert journal["error"] is None
    assert found(journal) == {}
