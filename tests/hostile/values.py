"""Hostile in what one part of a valid design states: patterns, formulas, enums, numbers, versions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from designs.compiler.model.constants import NAMES

from .parts import Json, design, entities, entity, field, fields, link, read

_PATTERNS = (
    "(a|a)*$", "(a*)*b", "((((a{40}){40}){40}){40}){40}", "[a-z]{4000000}", "(" * 490 + ")" * 490, "(?=a)" * 190,
    "a{1000000000,}", "(a{1,1000}){1,1000}b", "|" * 999, "[" + "a-z" * 330 + "]", "\\" * 998, "(x+x+)+y",
)  # fmt: skip


_TREES = ("whole", "children", "descendants", "ancestors", "path", "subtree")


def _of_fields(*own: Json) -> bytes:
    return design([entity("A", *own)], [], [read("A", own[0]["name"])])


def _computed(name: str, formula: str) -> Json:
    return field(name, "double", computed={"formula": formula, "refresh": "on-write"})


def _of_formulas(formula: str) -> bytes:
    return _of_fields(field("n", "int"), *(_computed(f"c{place}", formula) for place in range(100)))


def _sums_over_a_chain() -> bytes:
    path = ".".join(f"next{n}" for n in range(1, 20))
    things = [entity(f"E{n}", field("n", "int")) for n in range(20)]
    things[0]["fields"] += [_computed(f"c{n}", f"sum({path}.n)") for n in range(30)]
    links = [link(f"E{n}", f"E{n + 1}") for n in range(19)]
    for number, one in enumerate(links):
        one["from"]["field"] = f"next{number + 1}"
    return design(things, links)


def _deep(depth: int, name: Callable[[int], str]) -> Json:
    inner = field(name(depth))
    for level in range(depth - 1, 0, -1):
        inner = field(name(level), "object", fields=[inner])
    return inner


def _wide(depth: int, width: int) -> Any:
    return {f"k{n}": _wide(depth - 1, width) for n in range(width)} if depth else 1


KINDS: dict[str, Callable[[], bytes]] = {
    "patterns that backtrack": lambda: _of_fields(
        *(field(f"p{n}", pattern=one) for n, one in enumerate(_PATTERNS))
    ),
    "a pattern of a thousand groups": lambda: _of_fields(
        *(field(f"p{n}", pattern="(a|b)?" * 160) for n in range(300))
    ),
    "formulas of many terms": lambda: _of_formulas(" + ".join(["n"] * 150)),
    "formulas that nest": lambda: _of_formulas("(" * 45 + "n" + ")" * 45),
    "formulas of large numbers": lambda: _of_formulas("9" * 900 + " * " + "9" * 900 + " / n"),
    "formulas of products": lambda: _of_formulas(" * ".join(["n"] * 140)),
    "prose for formulas": lambda: _of_formulas("the sum of " * 150),
    "computed fields of computed fields": lambda: _of_fields(
        field("c0", "int"), *(_computed(f"c{n}", f"c{n - 1} + c{n - 1}") for n in range(1, 200))
    ),
    "computed fields in a ring": lambda: _of_fields(
        *(_computed(f"c{n}", f"c{(n + 1) % 200} + 1") for n in range(200))
    ),
    "sums over a chain": _sums_over_a_chain,
    "the longest enum": lambda: _of_fields(field("e", enum=[f"value {n}" for n in range(5_000)])),
    "enums of long values": lambda: _of_fields(*(field(f"e{n}", enum=["x" * 5_000 + str(v) for v in range(20)]) for n in range(20))),
    "enums of equal values": lambda: _of_fields(field("e", enum=["x"] * 5_000)),
    "enums of numbers": lambda: _of_fields(field("e", "double", enum=[1e308, -1e308, 10**299, 0.1, 5e-324])),
    "enums of objects": lambda: _of_fields(field("e", "object", enum=[{f"k{n}": n} for n in range(3_000)])),
    "the largest grid": lambda: _of_fields(field("g", "array", grid=[100, 100])),
    "many grids": lambda: _of_fields(*(field(f"g{n}", "array", grid=[100, 100]) for n in range(100))),
    "a long thin grid": lambda: _of_fields(field("g", "array", grid=[1_000, 10])),
    "the most versions": lambda: design([entity("A", schema_version=1_000)]),
    "a field of each version": lambda: design(
        [entity("A", *(field(f"f{v}", since_version=v, until_version=v) for v in range(1, 1_001)))]
    ),
    "fields that follow one another": lambda: design(
        [entity("A", *(field(f"name{v}", since_version=v, until_version=v) for v in range(1, 301)))]
    ),
    "many entities of many versions": lambda: design([entity(f"E{n}", schema_version=1_000) for n in range(20)]),
    "kinds of many versions": lambda: design(
        [entity(f"E{n}", schema_version=200) for n in range(10)],
        [link("E0", f"E{n}", "is-a", strategy="POLY_SINGLE") for n in range(1, 10)],
    ),
    "absurd growth": lambda: design(
        [entity(f"E{n}", count=1e308, inserts_per_day=1e308) for n in range(5)],
        [link(f"E{n}", f"E{n + 1}", has={"average": 1e308, "max": 1e308, "adds_per_day": 1e308}) for n in range(4)],
        [read(f"E{n}", per_day=1e308, latency_ms=1e308) for n in range(5)],
    ),
    "absurd whole numbers": lambda: design(
        [entity(f"E{n}", count=10**299, inserts_per_day=10**299) for n in range(5)],
        [link(f"E{n}", f"E{n + 1}", has={"average": 10**299, "max": 10**299, "adds_per_day": 10**299}) for n in range(4)],
        [read(f"E{n}", per_day=10**299, limit=10**299, priority=1) for n in range(5)],
    ),
    "numbers that vanish": lambda: design(
        [entity(f"E{n}", count=5e-324, inserts_per_day=5e-324) for n in range(5)],
        [link(f"E{n}", f"E{n + 1}", has={"average": 5e-324, "max": 5e-324}) for n in range(4)],
        [read(f"E{n}", per_day=5e-324) for n in range(5)],
    ),
    "absurd constants": lambda: design(entities(3), [link("E0", "E1")], constants=dict.fromkeys(NAMES, 1e308)),
    "constants of nothing": lambda: design(entities(3), [link("E0", "E1")], constants=dict.fromkeys(NAMES, 0)),
    "constants below nothing": lambda: design(entities(3), [link("E0", "E1")], constants=dict.fromkeys(NAMES, -1e308)),
    "absurd sizes": lambda: _of_fields(
        field("a", max_length=10**299), field("b", average_bytes=1e308), field("c", "array", min_items=10**9, max_items=10**299, items={"type": "int"}),
        field("d", minimum=-1e308, maximum=1e308), field("e", "int", minimum=10**298, maximum=10**299),
    ),
    "many items at least": lambda: _of_fields(*(field(f"a{n}", "array", min_items=10**6, items={"type": "object", "fields": fields(50)}) for n in range(50))),
    "long texts at most": lambda: _of_fields(*(field(f"a{n}", max_length=10**9, pattern="^a{1000000}$") for n in range(100))),
    "names of all scripts": lambda: design(
        [entity(f"{'設計' * 10}{n}😀\u202e", *(field(f"é\u0301{'中' * 100}{f}") for f in range(30))) for n in range(30)],
        [link(f"{'設計' * 10}{n}😀\u202e", f"{'設計' * 10}{n + 1}😀\u202e") for n in range(29)],
    ),
    "long names of fields": lambda: _of_fields(*(field("x" * 1_990 + str(n)) for n in range(500))),
    "long names at each depth": lambda: _of_fields(_deep(45, lambda n: "x" * 1_900 + str(n))),
    "many decimals": lambda: _of_fields(*(field(f"d{n}", "decimal", example={"$numberDecimal": "1E+6111"}, minimum=0) for n in range(200))),
    "many times the absurd Extended JSON": lambda: _of_fields(*(field(f"d{n}", "date", example={"$date": {"$numberLong": "9" * 18}}) for n in range(200))),
    "values of conditions": lambda: design(
        [entity("A", field("f"))], [], [read(
            "A", filter=[{"field": "f", "match": "in", "values": 10**299, "value": [str(n) for n in range(20_000)]}]
        )]
    ),
    "an in of a billion": lambda: design([entity("A", field("f", "int"))], [], [read("A", filter=[{"field": "f", "match": "in", "values": 10**9}])]),
    "a page of a billion": lambda: design(
        entities(3), [link("E0", "E1", pagination="arbitrary", page_size=10**299, recent={"count": 10**299, "sort": "f"}, together_needs="recent")],
        [read("E0", limit=10**299, includes=["r0"])],
    ),
    "deep trees": lambda: design(
        entities(6),
        [link(f"E{n}", f"E{n}", "tree", tree={"depth": 10**299, "reads": reads}) for n, reads in enumerate(_TREES)],
    ),
    "embedded trees as deep as they go": lambda: design(
        entities(3),
        [link(f"E{n}", f"E{n}", "tree", strategy="EMBED_TREE", tree={"depth": 10**6}) for n in range(3)],
    ),
    "embedded trees of a hundred levels": lambda: design(
        entities(1, *fields(20)),
        [link("E0", "E0", "tree", strategy="EMBED_TREE", has={"average": 50, "max": 50}, tree={"depth": 100})],
    ),
    "trees below zero": lambda: design(entities(1), [link("E0", "E0", "tree", tree={"depth": -(10**299)})]),
    "buckets": lambda: design(
        [entity("E0"), *(entity(f"E{n}", field("at", "date"), field("v", "double"), kind="measurement", count=1e15, inserts_per_day=1e15) for n in range(1, 100))],
        [link("E0", f"E{n}", strategy="BUCKET_TIME", time_window="hour", has={"average": 1e12, "max": None}) for n in range(1, 100)],
    ),
    "retention of nothing": lambda: design(
        [entity(f"E{n}", field("at", "date"), retention={"policy": one, "field": "at", "seconds": 10**299, "bytes": 10**299, "documents": 10**299, "after_days": 1e308, "period": "day"})
         for n, one in enumerate(("keep", "ttl", "capped", "archive", "rolling"))]
    ),
    "examples of every size": lambda: _of_fields(*(field(f"f{n}", example="x" * 20_000) for n in range(50))),
    "examples that nest": lambda: _of_fields(*(field(f"f{n}", "object", example=_wide(6, 6)) for n in range(3))),
    "a group of variants": lambda: _of_fields(*(field(f"f{n}", variant_group="g") for n in range(1_999))),
    "many groups of variants": lambda: _of_fields(*(field(f"f{n}", variant_group=f"g{n // 2}") for n in range(1_000))),
    "histories": lambda: design([entity(f"E{n}", *fields(50), history="point-in-time") for n in range(100)]),
}  # fmt: skip
