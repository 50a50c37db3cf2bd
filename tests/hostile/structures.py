"""Hostile as a whole: many parts, and many ways between them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import combinations, islice, product

from .parts import Json, design, entities, entity, field, fields, link, read

_KINDS = ("one-to-one", "one-to-many", "many-to-many")


_TREE = ("TREE_PARENT", "TREE_CHILD", "TREE_ANCESTORS", "TREE_PATH")


def _chain(count: int, **more: str) -> bytes:
    return design(entities(count), [link(f"E{n}", f"E{n + 1}", **more) for n in range(count - 1)])


def _clique(count: int, **more: str) -> bytes:
    pairs = combinations(range(count), 2)
    return design(entities(count), [link(f"E{one}", f"E{other}", **more) for one, other in pairs])


def _nest(depth: int, width: int, kind: str) -> Json:
    if not depth:
        return field("f")
    inner = [{**_nest(depth - 1, width, kind), "name": f"f{n}"} for n in range(width)]
    if kind == "object":
        return field("f", "object", fields=inner)
    return field("f", "array", items={"type": "object", "fields": inner})


def _arrays(depth: int) -> Json:
    item: Json = {"type": "string"}
    for _ in range(depth):
        item = {"type": "array", "items": item}
    return item


def _update(of: str, *changes: str) -> Json:
    return {"name": "?", "kind": "update", "entity": of, "changes": list(changes), "per_day": 10_000}


def _copies_of_copies() -> bytes:
    """The name of the first, through each to the last."""
    things = [entity("E0", field("n")), *entities(80)[1:]]
    links = [
        link(f"E{n}", f"E{n + 1}", copies=[{"field": f"n{n}" if n else "n", "of": "from", "as": f"n{n + 1}"}])
        for n in range(79)
    ]
    return design(things, links, [_update("E0", "n")])


def _copies_that_fork() -> bytes:
    """Two ways from each to the next, each with a copy of both copies of before."""
    things = [entity("E0", field("n")), *entities(12)[1:]]
    links = []
    for n in range(11):
        names = ["n"] if not n else [f"n{n}x{way}" for way in range(min(2**n, 64))]
        for way in range(2):
            copies = [
                {"field": name, "of": "from", "as": f"n{n + 1}x{way * len(names) + place}"}
                for place, name in enumerate(names)
            ]
            links.append(link(f"E{n}", f"E{n + 1}", copies=copies[:32]))
    return design(things, links, [_update("E0", "n")])


def _crowd(seed: int, things: int, links: int, work: int, forced: bool = False) -> bytes:
    dice = random.Random(seed)
    strategies = ("EMBED_ARRAY", "CHILD_REFS", "PARENT_REF", "SUBSET", "OUTLIER", "BUCKET", "TWO_WAY_REFS")

    def ties() -> Iterator[Json]:
        while True:
            one, other = sorted(dice.sample(range(things), 2))
            more = {"strategy": dice.choice(strategies)} if forced else {}
            has = {"average": dice.choice((2, 50, 5_000)), "max": dice.choice((10, 1_000, None))}
            yield link(
                f"E{one}", f"E{other}", "one-to-many" if forced else dice.choice(_KINDS), has=has, **more
            )

    operations = [
        {
            **read(f"E{dice.randrange(things)}", "f0", per_day=dice.choice((1, 1e6))),
            "kind": dice.choice(("read", "insert")),
        }
        for _ in range(work)
    ]
    return design(entities(things, *fields(5)), islice(ties(), links), operations)


KINDS: dict[str, Callable[[], bytes]] = {
    "as many entities as may be": lambda: design(entities(5_000)),
    "many entities": lambda: design(entities(500)),
    "as many fields as may be": lambda: design([entity("A", *fields(1_999))]),
    "deep objects": lambda: design([entity("A", _nest(47, 1, "object"))]),
    "deep arrays": lambda: design([entity("A", _nest(31, 1, "array"))]),
    "arrays of arrays": lambda: design([entity("A", field("f", "array", items=_arrays(90)))]),
    "objects that branch": lambda: design([entity("A", _nest(9, 2, "object"))]),
    "arrays that branch": lambda: design([entity("A", _nest(8, 2, "array"))]),
    "a chain": lambda: _chain(1_500),
    "a chain of embedding": lambda: _chain(200, strategy="EMBED_ARRAY"),
    "a chain of embedding that forks": lambda: design(
        entities(255), [link(f"E{(n - 1) // 2}", f"E{n}", strategy="EMBED_ARRAY") for n in range(1, 255)]
    ),
    "a ring": lambda: design(entities(300), [link(f"E{n}", f"E{(n + 1) % 300}") for n in range(300)]),
    "a ring of embedding": lambda: design(
        entities(300), [link(f"E{n}", f"E{(n + 1) % 300}", strategy="EMBED_ARRAY") for n in range(300)]
    ),
    "rings of embedding": lambda: design(
        entities(2_000), [link(f"E{n}", f"E{n ^ 1}", strategy="EMBED_ONE", kind="one-to-one") for n in range(2_000)]
    ),
    "a star": lambda: design(entities(1_001), [link("E0", f"E{n}") for n in range(1, 1_001)]),
    "a star the other way": lambda: design(entities(1_001), [link(f"E{n}", "E0") for n in range(1, 1_001)]),
    "a star of embedding": lambda: design(
        entities(1_001), [link("E0", f"E{n}", strategy="EMBED_ARRAY") for n in range(1, 1_001)]
    ),
    "embedded in many": lambda: design(
        entities(301), [link(f"E{n}", "E0", strategy="EMBED_ARRAY") for n in range(1, 301)]
    ),
    "a clique": lambda: _clique(40),
    "a clique of embedding": lambda: _clique(25, strategy="EMBED_ARRAY"),
    "a clique of many-to-many": lambda: _clique(30, kind="many-to-many"),
    "a lattice of embedding": lambda: design(
        entities(60),
        [link(f"E{4 * row + one}", f"E{4 * row + 4 + other}", strategy="EMBED_ARRAY")
         for row, one, other in product(range(14), range(4), range(4))],
    ),
    "relationships of one pair": lambda: design(entities(2), [link("E0", "E1") for _ in range(1_000)]),
    "relationships of one pair and every kind": lambda: design(
        entities(2), [link("E0", "E1", kind) for kind in _KINDS for _ in range(200)]
    ),
    "an entity with itself": lambda: design(
        entities(1), [link("E0", "E0", kind) for kind in (*_KINDS, "tree", "graph") for _ in range(60)]
    ),
    "many subtypes": lambda: design(entities(1_000), [link("E0", f"E{n}", "is-a") for n in range(1, 1_000)]),
    "many subtypes in one collection": lambda: design(
        entities(500), [link("E0", f"E{n}", "is-a", strategy="POLY_SINGLE") for n in range(1, 500)]
    ),
    "many subtypes apart": lambda: design(
        [*entities(500), entity("Z")],
        [*(link("E0", f"E{n}", "is-a", strategy="POLY_SPLIT") for n in range(1, 500)), link("E0", "Z"), link("Z", "E0")],
        [read("E0", "f") for _ in range(10)],
    ),
    "a chain of subtypes": lambda: design(
        entities(1_000), [link(f"E{n}", f"E{n + 1}", "is-a") for n in range(999)]
    ),
    "a chain of subtypes with relationships": lambda: design(
        [*entities(100), entity("Z")],
        [*(link(f"E{n}", f"E{n + 1}", "is-a") for n in range(99)), *(link("Z", f"E{n}") for n in range(100))],
    ),
    "a ring of subtypes": lambda: design(
        entities(1_000), [link(f"E{n}", f"E{(n + 1) % 1_000}", "is-a") for n in range(1_000)]
    ),
    "rings of subtypes": lambda: design(
        entities(4_000), [link(f"E{n}", f"E{n ^ 1}", "is-a") for n in range(4_000)]
    ),
    "a fan of generals": lambda: design(entities(300), [link(f"E{n}", "E0", "is-a") for n in range(1, 300)]),
    "many trees": lambda: design(
        entities(1), [link("E0", "E0", "tree", strategy=strategy) for strategy in _TREE for _ in range(60)]
    ),
    "copies": lambda: design(
        [entity("A", *fields(400)), entity("B")],
        [link("A", "B", copies=[{"field": f"f{n}", "of": "from", "policy": "strong"} for n in range(400)])],
        [_update("A", *(f"f{n}" for n in range(400)))],
    ),
    "copies of copies": _copies_of_copies,
    "copies of copies that fork": _copies_that_fork,
    "copies into many": lambda: design(
        [entity("E0", field("n")), *(entity(f"E{n}") for n in range(1, 400))],
        [link("E0", f"E{n}", copies=[{"field": "n", "of": "from"}]) for n in range(1, 400)],
        [_update("E0", "n")],
    ),
    "copies in a ring": lambda: design(
        [entity(f"E{n}", field("n")) for n in range(60)],
        [link(f"E{n}", f"E{(n + 1) % 60}", copies=[{"field": "c", "of": "from", "as": "c"}]) for n in range(60)],
    ),
    "as many indexes as may be": lambda: design(
        [entity("A", *fields(500), indexes=[{"keys": [[f"f{n}", 1]]} for n in range(500)])]
    ),
    "indexes of many keys": lambda: design(
        [entity("A", *fields(100), indexes=[{"keys": [[f"f{(n + k) % 100}", 1] for k in range(100)]} for n in range(100)])]
    ),
    "indexes that begin alike": lambda: design(
        [entity("A", *fields(100), indexes=[{"keys": [[f"f{k}", 1] for k in range(n)]} for n in range(1, 100)])]
    ),
    "many operations": lambda: design([entity("A", *fields(50))], [], [read("A", f"f{n % 50}") for n in range(1_000)]),
    "as many operations as may be": lambda: design([entity("A", *fields(50))], [], [read("A", f"f{n % 50}") for n in range(10_000)]),
    "operations of many filters": lambda: design(
        [entity("A", *fields(300))], [], [read("A", *(f"f{n}" for n in range(300))) for _ in range(30)]
    ),
    "operations that sort each way": lambda: design(
        [entity("A", *fields(60))], [],
        [read("A", sort=[{"field": f"f{(n + k) % 60}", "direction": 1 if k % 2 else -1} for k in range(30)]) for n in range(60)],
    ),
    "operations that include everything": lambda: design(
        entities(60), [link(f"E{n}", f"E{n + 1}") for n in range(59)],
        [read("E0", includes=[f"r{n}" for n in range(59)]) for _ in range(30)],
    ),
    "operations that include a star": lambda: design(
        entities(101), [link("E0", f"E{n}") for n in range(1, 101)],
        [read("E0", includes=[f"r{n}" for n in range(100)]) for _ in range(10)],
    ),
    "operations that go round": lambda: design(
        entities(2), [link("E0", "E1"), link("E1", "E0")], [read("E0", includes=["r0", "r1"] * 500)]
    ),
    "long paths": lambda: design(
        entities(2), [link("E0", "E1")], [read("E0", ".".join(["e1s", "e0"] * 49 + ["f"])) for _ in range(100)]
    ),
    "updates of every field": lambda: design(
        [entity("A", *fields(500))], [], [_update("A", *(f"f{n}" for n in range(500))) for _ in range(10)]
    ),
    "updates of many effects": lambda: design(
        [entity("A", *fields(500, "int"))], [],
        [{"name": "?", "kind": "update", "entity": "A", "effects": [{"field": f"f{n}", "do": "increment", "by": 1e308} for n in range(500)]} for _ in range(10)],
    ),
    "deletes of a crowd": lambda: design(
        entities(200), [link(f"E{n}", f"E{n + 1}", exclusive_owner=True) for n in range(199)],
        [{"name": "?", "kind": "delete", "entity": f"E{n}", "per_day": 5} for n in range(200)],
    ),
    "link fields": lambda: design(
        entities(2), [link("E0", "E1", "many-to-many", link_fields=fields(500)) for _ in range(4)]
    ),
    "shards of many keys": lambda: design(
        [entity(f"E{n}", *fields(100), shard_key=[[f"f{k}", 1] for k in range(100)]) for n in range(30)], topology="sharded"
    ),
    "a random crowd": lambda: _crowd(7, 150, 400, 400),
    "a random crowd with its own strategies": lambda: _crowd(8, 60, 120, 100, forced=True),
    "the same name everywhere": lambda: design(
        [entity("A", *fields(10)), *(entity(f"A {n}") for n in range(300))],
        [link("A", f"A {n}", "many-to-many") | {"from": {"entity": "A", "field": "a"}, "to": {"entity": f"A {n}", "field": "a"}} for n in range(300)],
    ),
    "collections of one name": lambda: design([entity(f"E{n}", collection="same") for n in range(500)]),
    "names that are alike in files": lambda: design([entity(f"E{n}", collection="é" * 100 + str(n)) for n in range(500)]),
}  # fmt: skip
