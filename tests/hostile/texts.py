"""Hostile before they are designs: bytes, JSON, keys, faults."""

from __future__ import annotations

import json
from collections.abc import Callable

from .parts import design, entities, entity, field, fields, link, nested, read

_HEAD = '{"format": "nestlink/1", "name": "x", "database": "x", '


def _keys(name: str, times: int) -> bytes:
    one = [f'"{name.format(number)}":1' for number in range(40_000)]
    return ("{" + ",".join(one * times) + ',"k1":2}').encode()


def _faults_under_a_long_key() -> bytes:
    return (_HEAD + '"' + "k" * 500_000 + '": [' + ",".join(["NaN"] * 20_000) + "]}").encode()


def _deep_filters() -> bytes:
    inner: object = {"f": "x"}
    for _ in range(40):
        inner = {"$or": [inner, {"f": "y"}]}
    return design([entity("A", indexes=[{"keys": [["f", 1]], "partial": inner}])], [], [read("A", "f", always_filter=inner)])  # fmt: skip


KINDS: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "blanks": lambda: b" " * 5_000_000,
    "no UTF-8": lambda: b'{"name": "' + b"\xff" * 1_000_000,
    "UTF-16": lambda: design(entities(3)).decode().encode("utf-16"),
    "unclosed text": lambda: b'{"name": "' + b'\\"' * 500_000,
    "unclosed text that nests": lambda: b"[" * 120 + b'"' + b'\\"' * 500_000,
    "unclosed lists": lambda: b"[" * 2_000_000,
    "unclosed objects": lambda: b'{"a":' * 500_000,
    "a backslash at the end": lambda: b'{"name": "' + b"\\\\" * 200_000 + b"\\",
    "brackets in texts": lambda: design([], description='[{"' * 3_000),
    "deep lists": lambda: json.dumps(nested(99)).encode(),
    "deep values": lambda: design([entity("A", field("f", "array", example=nested(90)))]),
    "deep filters": _deep_filters,
    "a repeated key": lambda: _keys("k{0}", 1),
    "every key repeated": lambda: _keys("k{0}", 2),
    "one key repeated": lambda: _keys("k", 1),
    "unknown keys": lambda: (_HEAD + ",".join(f'"entitie{n}": []' for n in range(40_000)) + "}").encode(),
    "a long key": lambda: (_HEAD + '"' + "k" * 2_000_000 + '": 1}').encode(),
    "faults under a long key": _faults_under_a_long_key,
    "a huge whole number": lambda: (_HEAD + '"notes": ' + "9" * 2_000_000 + "}").encode(),
    "huge whole numbers": lambda: ("[" + ",".join(["9" * 300] * 3_000) + "]").encode(),
    "a huge fraction": lambda: (_HEAD + '"notes": 0.' + "9" * 2_000_000 + "}").encode(),
    "huge exponents": lambda: ("[" + ",".join(["1e999999999"] * 20_000) + "]").encode(),
    "no numbers": lambda: ("[" + ",".join(["NaN", "-Infinity"] * 20_000) + "]").encode(),
    "halves of surrogate pairs": lambda: ("[" + ",".join(['"\\ud800"'] * 40_000) + "]").encode(),
    "NUL characters": lambda: ("[" + ",".join(['"\\u0000"'] * 40_000) + "]").encode(),
    "text in all scripts": lambda: design([], description="aé中😀\u202e\u0301" * 1_600),
    "empty entities": lambda: (_HEAD + '"entities": [' + ",".join(["{}"] * 200_000) + "]}").encode(),
    "wrong values": lambda: (_HEAD + '"entities": [' + ",".join(["1"] * 1_000_000) + "]}").encode(),
    "one wrong large value": lambda: json.dumps({"format": "nestlink/1", "name": list(range(500_000))}).encode(),
    "misspelt words": lambda: design([entity(f"E{n}") | {"kind": f"entitty{n}"} for n in range(3_000)]),
    "misspelt keys": lambda: design([{"name": f"E{n}", f"feilds{n}": []} for n in range(3_000)]),
    "misspelt entities": lambda: design(
        [entity(f"a long name of a thing {n:05d}") for n in range(2_000)],
        [link(f"a long nmae of a thing {n:05d}", f"along name of a thing {n:05d}") for n in range(2_000)],
    ),
    "misspelt paths": lambda: design(
        [entity("A", *fields(1_999))], [], [read("A", *(f"g{n}" for n in range(500))) for _ in range(20)]
    ),
    "misspelt relationships": lambda: design(
        entities(100),
        [link(f"E{n}", f"E{n + 1}") for n in range(99)],
        [read("E1", includes=[f"relation{n}" for n in range(1_000)]) for _ in range(5)],
    ),
    "misspelt constants": lambda: design([], constants={f"embed_mx{n}": 1 for n in range(1_000)}),
    "misspelt paths of indexes": lambda: design(
        [entity("A", *fields(300), indexes=[{"keys": [[f"g{n}", 1]]} for n in range(300)])]
    ),
    "long names misspelt": lambda: design(
        [entity("A", *(field("x" * 1_900 + str(n)) for n in range(200)))],
        [],
        [read("A", *("y" * 1_900 + str(n) for n in range(200)))],
    ),
    "fields of one name": lambda: design([entity("A", *(field("f") for _ in range(2_000)))]),
    "fields of one name in versions that never meet": lambda: design(
        [
            entity(f"E{n}", *(field("f", since_version=-v, until_version=-v) for v in range(1_500)))
            for n in range(20)
        ]
    ),
    "entities of one name": lambda: design([entity("A") for _ in range(5_000)]),
    "a million versions": lambda: design([entity("A", schema_version=1_000_000)]),
    "a billion cells": lambda: design([entity("A", field("f", "array", grid=[100_000, 100_000]))]),
}  # fmt: skip
