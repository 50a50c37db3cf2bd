"""Values as mongosh reads them: type by type, and a few hundred made-up documents."""

from __future__ import annotations

import json
import random
import uuid
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pytest
from bson import Binary, Code, Decimal128, Int64, MaxKey, MinKey, ObjectId, Regex, Timestamp

from designs.compiler.emit.javascript import CallExpression, Literal, Run, script
from tests.mongosh.cases import extended
from tests.mongosh.expected import ordered
from tests.mongosh.shell import run, script_of
from tests.mongosh.test_hostile_names import HOSTILE

VALUES: list[Any] = [
    None, True, False, 0, -1, 2**31 - 1, -(2**31), 2**31, 2**53 + 1, Int64(7), 0.0, -0.0, 1.5, 3.0, 1e21, 1e-7, 1e300,
    float("inf"), float("-inf"), Decimal128("19.90"), Decimal128("1E+3"), Decimal128("-0"),
    datetime(2021, 7, 23, 16, 3, 21, 123_000, tzinfo=UTC), datetime(1969, 12, 31, tzinfo=UTC), datetime(1, 1, 1, tzinfo=UTC),
    ObjectId("61741c9cbc9ec583c836174c"), Binary(uuid.UUID(int=5).bytes, 4), Binary(b"\x00\xff", 0), Binary(b"abc", 128),
    Regex("a/b\u2028\\d", "im"), Code("function () { return '</script>'; }"), Timestamp(1, 2), MinKey(), MaxKey(), *HOSTILE, "",
    {}, [], [[]], {"": 1}, {"10": 1, "2": 2, "a": 3}, {"__proto__": {"__proto__": 1}}, {"a.b": {"$set": 1}},
]  # fmt: skip


def made_up(chance: random.Random, depth: int = 0) -> Any:
    """A document, a list or a value; names and texts from the hostile ones."""
    kind = chance.random()
    if depth < 3 and kind < 0.3:
        names = chance.sample([*HOSTILE, "a", "b", "$set", "x.y", "7"], chance.randint(0, 4))
        return {name: made_up(chance, depth + 1) for name in names}
    if depth < 3 and kind < 0.45:
        return [made_up(chance, depth + 1) for _ in range(chance.randint(0, 4))]
    return chance.choice([one for one in VALUES if not isinstance(one, dict | list)])


ALL = [*VALUES, *(made_up(random.Random(seed)) for seed in range(300))]


@cache
def printed() -> list[Any]:
    program = script([Run(CallExpression("printjson", (Literal([value]),))) for value in ALL])
    journal = run([script_of("values", program)])["values"]
    assert journal["error"] is None, journal["error"]
    return [line[0][0] for line in journal["printed"]]


@pytest.mark.parametrize("place", range(len(VALUES)), ids=lambda place: ascii(VALUES[place])[:40])
def test_a_value_is_read_as_it_was_meant(place: int) -> None:
    assert same(place)


def same(place: int) -> bool:
    wanted = json.loads(extended([ALL[place]]))[0]
    return bool(ordered(printed()[place]) == ordered(wanted))


def test_documents_of_any_shape_are_read_as_they_were_meant() -> None:
    wrong = [ascii(ALL[place]) for place in range(len(VALUES), len(ALL)) if not same(place)]
    assert not wrong, wrong[:3]
