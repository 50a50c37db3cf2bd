"""What is remembered of one design is right for the next: the same bytes as if all were made anew."""

from __future__ import annotations

import gc
import json
import os
import threading
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from bson import Binary, Code, Decimal128, Int64, ObjectId, Regex, Timestamp
from hypothesis import given, settings
from hypothesis import strategies as st

from designs.compiler import EXPORTERS, Memory, complete, lending, plan_design, read
from designs.compiler.content_cache import key_of, once
from designs.compiler.plan_model.physical import Outcome, Param
from designs.compiler.sampling import samples
from tests.compiler.random_designs import COUNTS, EXAMPLES, RATES, Json, designs, examples

LIBRARY = sorted((Path(__file__).resolve().parents[2] / "designs" / "library").glob("*.json"))
AT_LENGTH = "NESTLINK_SOAK" in os.environ
ROOM = 64 * 1024 * 1024
ALIKE = [
    1, True, 1.0, "1", b"1", Int64(1), Code("1"), Binary(b"1", 4), Decimal128("1"), Decimal128("1.0"), Regex("1"),
    Regex("1", "i"), Timestamp(1, 1), ObjectId("1" * 24), "1" * 24, datetime(2024, 1, 1, tzinfo=UTC),
    "2024-01-01T00:00:00Z", None, [1], ["1"], {"1": 1}, [], {}, Param(name="a", collection="c"),
    {"name": "a", "collection": "c", "path": "", "document": 0}, Outcome(step="a"), {"step": "a"}, 0.0, -0.0,
    [Int64(1)], ["Int64", "1"],
]  # fmt: skip


TYPES: tuple[Json, ...] = (
    {"type": "int", "example": 1}, {"type": "long", "example": 1}, {"type": "double", "example": 1.0},
    {"type": "bool", "example": True}, {"type": "string", "example": "1"}, {"type": "int", "maximum": 3},
    {"type": "date", "example": "2020-01-02"}, {"type": "date", "example": "2021-01-02"},
)  # fmt: skip


def test_contents_that_look_alike_have_keys_of_their_own() -> None:
    keys = [key_of(one) for one in ALIKE]
    assert None not in keys
    assert len(set(keys)) == len(ALIKE)
    assert keys == [key_of(one) for one in deepcopy(ALIKE)]


@pytest.mark.parametrize("untold", [object(), 2**70, "\ud800", len])
def test_what_cannot_be_told_is_made_each_time(untold: Any) -> None:
    assert key_of([untold]) is None
    with lending(Memory(ROOM)):
        assert [once("kind", lambda: untold, list) for _ in range(2)] == [[], []]
        assert once("kind", lambda: untold, lambda: "one") == "one"
        assert once("kind", lambda: untold, lambda: "two") == "two"


def test_a_part_is_made_once_while_a_memory_is_lent() -> None:
    memory = Memory(ROOM)
    with lending(memory):
        assert once("kind", lambda: 1, lambda: "one") == "one"
        assert once("kind", lambda: 1, lambda: "two") == "one"
        assert once("other", lambda: 1, lambda: "two") == "two"
        assert once("kind", lambda: True, lambda: "two") == "two"
    assert once("kind", lambda: 1, lambda: "anew") == "anew"


def test_what_nobody_has_asked_for_longest_makes_room() -> None:
    memory = Memory(2000)
    with lending(memory):
        for name in ("a", "b", "a", "c", "d"):
            once("kind", lambda name=name: name, lambda: "x" * 200)  # type: ignore[misc]
        assert memory.size <= 2000
        found = {name: once("kind", lambda name=name: name, str) for name in "dacb"}  # type: ignore[misc]
    assert found["d"] and found["a"]


def test_what_is_larger_than_all_the_room_pushes_nothing_out() -> None:
    memory = Memory(2000)
    with lending(memory):
        once("kind", lambda: 1, lambda: "small")
        before = memory.size
        assert once("kind", lambda: 2, lambda: "x" * 2000) == "x" * 2000
        assert memory.size == before > 0
        assert once("kind", lambda: 1, lambda: "another") == "small"
    memory.clear()
    assert memory.size == 0


@pytest.mark.parametrize("name", ["Ada", "Ä" * 5000, "🧮" * 5000])
def test_parts_take_no_more_than_is_said_of_them(name: str) -> None:
    """Held against what Python allocates, in text of one, two and four bytes a letter."""
    raw = person(name)
    outputs(raw)  # what is imported, or made once, is no part
    memory = Memory(10 * ROOM)
    gc.collect()
    tracemalloc.start()
    with lending(memory):
        outputs(raw)
    gc.collect()
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 0.8 * taken <= memory.size <= 4 * taken


def outputs(raw: Json) -> list[tuple[str, str]] | None:
    model = read(json.dumps(raw)).value
    if model is None:
        return None
    compilation = complete(plan_design(model))
    return [(file.path, file.text) for exporter in EXPORTERS for file in exporter.render(compilation)]


def edited(raw: Json, dice: Random) -> Json:
    """The design after something that people do; not always a valid one."""
    after = deepcopy(raw)
    kind = dice.choice(("entities", "entities", "entities", "relationships", "operations", "design"))
    if kind == "design" or not after.get(kind):
        after[dice.choice(("name", "database"))] = f"d{dice.randrange(9)}"
        return after
    part = dice.choice(after[kind])
    if kind == "entities":
        _change_fields(part.setdefault("fields", []), dice)
    elif kind == "relationships":
        part[dice.choice(("from", "to"))]["has"] = {"max": dice.choice(COUNTS)}
        part["description"] = dice.choice(("", "for a while", "always"))
    else:
        part["per_day"] = dice.choice(RATES)
    return after


def _change_fields(fields: list[Json], dice: Random) -> None:
    what = dice.choice(("add", "remove", "retype", "describe", "swap"))
    if what == "remove" and fields:
        del fields[dice.randrange(len(fields))]
    elif what == "swap":
        fields.reverse()
    elif what == "retype" and fields:
        field = dice.choice(fields)
        fields[fields.index(field)] = {"name": field["name"], **dice.choice(TYPES)}
    elif what == "describe" and fields:
        dice.choice(fields)["description"] = dice.choice(("what it is", "what it was"))
    else:
        fields.append({"name": f"more_{dice.randrange(5)}", **dice.choice(TYPES)})


def steps(raw: Json, seed: int) -> Iterator[Json]:
    dice = Random(seed)
    for _ in range(4):
        yield raw
        raw = edited(raw, dice)


@settings(examples, max_examples=max(12, EXAMPLES // 3))  # each is compiled eight times
@given(designs(), st.integers(0, 2**32))
def test_after_edits_the_bytes_are_those_of_a_compilation_anew(raw: Json, seed: int) -> None:
    memory = Memory(ROOM)
    for one in steps(raw, seed):
        with lending(memory):
            found = outputs(one)
        assert found == outputs(one)


def person(name: str, told: str = "2020-01-02") -> Json:
    """A customer and what belongs to one; an entity beside them that tells when the world begins."""
    text = {"type": "string"}
    return {
        "format": "nestlink/1",
        "name": "Shop",
        "database": "shop",
        "entities": [
            {"name": "Customer", "fields": [{"name": "name", **text, "example": name}]},
            {
                "name": "Login",
                "kind": "weak",
                "fields": [{"name": "email", **text}, {"name": "username", **text}],
            },
            {"name": "Opening", "fields": [{"name": "opened_on", "type": "date", "example": told}]},
        ],
        "relationships": [
            {
                "name": "logins",
                "kind": "one-to-many",
                "from": {"entity": "Customer", "field": "logins", "has": {"max": 3}},
                "to": {"entity": "Login", "field": "customer", "has": {"min": 1, "max": 1}},
                "accessed_together": 1,
                "independent_access": 0,
            }
        ],
    }


def test_what_functions_are_made_of_goes_without_the_collector() -> None:
    """It pauses while designs are compiled: what stands in rings would be held all the while."""
    raw = json.loads(LIBRARY[0].read_bytes())
    outputs(raw)
    gc.collect()
    gc.disable()
    try:
        outputs(raw)
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        left = Counter(type(one).__name__ for one in gc.garbage)
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    kinds = ("Statement", "ScriptFunction", "OperationContext", "RelationshipContext", "function")
    assert {
        kind: left[kind] for kind in kinds if left[kind] > 1
    } == {}  # a workload's own is one for each design


@pytest.mark.parametrize("other", [person("Grace Hopper"), person("Ada Lovelace", "2011-11-11")])
def test_a_sample_follows_its_holder_and_when_the_world_begins(other: Json) -> None:
    memory = Memory(ROOM)
    with lending(memory):
        before, after = outputs(person("Ada Lovelace")), outputs(other)
    assert after == outputs(other) != before


def test_samples_stay_where_cards_were_moved_and_indexes_weighed() -> None:
    raw = person("Ada Lovelace")
    moved = raw | {"layout": {"Customer": {"x": 40, "y": 80}, "Login": {"x": 400, "y": 80}}}
    with lending(Memory(ROOM)):
        planned, other = (plan_design(read(json.dumps(one)).value) for one in (raw, moved))  # type: ignore[arg-type]
        before = samples(planned.compilation)
        assert samples(complete(planned)) is samples(other.compilation) is before
        found = outputs(moved)
    assert found == outputs(moved)


def test_a_complaint_follows_the_example_that_it_is_about() -> None:
    def codes(example: Any) -> list[str]:
        raw = person("Ada Lovelace")
        raw["entities"][0]["fields"].append({"name": "rank", "type": "int", "minimum": 5, "example": example})
        model = read(json.dumps(raw)).value
        assert model is not None
        return [one.code for one in complete(plan_design(model)).findings]

    with lending(Memory(ROOM)):
        assert "L44" not in codes(5)
        assert "L44" in codes(4)
        assert "L44" not in codes(5)


def test_designs_share_a_memory_without_sharing_a_word() -> None:
    memory = Memory(ROOM)
    raws = {path.stem: json.loads(path.read_bytes()) for path in LIBRARY[:: 1 if AT_LENGTH else 3]}
    anew = {name: outputs(raw) for name, raw in raws.items()}
    for name, raw in [*raws.items(), *raws.items()]:
        with lending(memory):
            found = outputs(raw)
        assert found == anew[name], name
    assert memory.size > 0


def test_threads_share_a_memory() -> None:
    memory = Memory(200_000)  # too small for all, so that parts come and go
    texts = [json.loads(path.read_bytes()) for path in LIBRARY[:4]]
    expected = [outputs(raw) for raw in texts]
    wrong: list[int] = []

    def compile_again(number: int) -> None:
        with lending(memory):
            wrong.extend(number for _ in range(3) if outputs(texts[number]) != expected[number])

    threads = [threading.Thread(target=compile_again, args=(number % 4,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert 0 <= memory.size <= memory.most
    assert memory.size == sum(size for _, size in memory._kept.values())


@pytest.mark.at_length
def test_long_texts_of_a_design_do_not_stay() -> None:
    """What small results are remembered of one by one is short, however many designs come by."""

    def compiled(number: int) -> None:
        raw = person(f"{number} " + "word " * 1_900)
        raw["description"] = raw["entities"][0]["description"] = f"{number} " + "words " * 1_600
        raw["entities"][1]["fields"].append({"name": f"n{number}" + "y" * 1_900, "type": "string"})
        assert outputs(raw)

    compiled(0)
    gc.collect()
    tracemalloc.start()
    for number in range(1, 9):
        compiled(number)
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < 150_000  # 240 KB where the long texts stay
