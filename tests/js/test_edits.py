"""The browser's apply, inverse and difference are the server's: both make the same of random edits."""

from __future__ import annotations

import json
import subprocess
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from designs.compiler import Model, read, write
from designs.compiler.edits import (
    Add,
    Edit,
    EditRefused,
    Order,
    Remove,
    Rename,
    Set,
    Several,
    apply,
    difference,
    edits_from_json,
    identified,
    raw_of,
)
from tests.compiler.library import names, text_of
from tests.compiler.random_designs import EXAMPLES, random_design
from tests.compiler.test_edits import random_edit
from tests.mongosh.shell import node

HARNESS = Path(__file__).parent / "harness" / "edits.mjs"
STEPS = 8


class Case(NamedTuple):
    """An edit and what the server makes of it: the design after it, or None where it refuses it."""

    before: Model
    edit: Edit
    after: Model | None


def run(jobs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    done = subprocess.run(
        [node(), "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", str(HARNESS)],
        input=json.dumps(jobs),
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    return answers


def starts() -> list[Model]:
    texts = [text_of(name) for name in names()]
    texts += [
        json.dumps(random_design(seed, 4, 4, 4, forced=False)) for seed in range(max(20, EXAMPLES // 2))
    ]
    read_ = (read(text).value for text in texts)
    return [identified(model, (f"id{n}" for n in count()))[0] for model in read_ if model is not None]


@cache
def cases() -> tuple[Case, ...]:
    found: list[Case] = []
    for seed, model in enumerate(starts()):
        dice = Random(seed)
        for step in range(STEPS):
            edit = any_edit(dice, model, step)
            try:
                after = apply(model, edit)
            except EditRefused:
                found.append(Case(model, edit, None))
                continue
            found.append(Case(model, edit, after))
            model = after
    return tuple(found)


def any_edit(dice: Random, model: Model, step: int) -> Edit:
    """Those of `random_edit`, and changes of nested lists, of numbers of an end, several at once."""
    raw = raw_of(model)
    entity = dice.choice(raw["entities"]) if raw["entities"] else None
    if entity is None or dice.randrange(3):
        return random_edit(dice, model, step)
    key, fields = entity["id"], entity.get("fields", [])
    inner = {"id": f"in{step}", "name": f"in{step}", "type": "int"}
    nested = {
        "id": f"ob{step}",
        "name": f"ob{step}",
        "type": "array",
        "items": {"type": "object", "fields": [inner]},
    }
    added = Add(holder=key, path=("fields",), index=dice.randrange(3), value=nested)
    into = Add(
        holder=f"ob{step}", path=("items", "fields"), index=9, value=inner | {"id": "i2", "name": "i2"}
    )
    choices: list[Edit] = [
        Several(edits=(added, into, Set(id="i2", path=("required",), value=True))),
        Several(edits=(added, Remove(id=f"in{step}"))),
        Set(id=key, path=("count",), value=dice.choice([1, 2.5, 10**6])),
        Set(id="design", path=("layout", f"Gone {step}"), value={"x": 1, "y": 2}),
        Set(id="design", path=("constants", "max_embed"), value=step),
        Set(id="design", path=("constants", "max_embed")),
        Set(id="design", path=(dice.choice(["layout", "constants"]),), value={}),
        Set(id="design", path=(dice.choice(["layout", "constants"]),)),
    ]
    if len(fields) > 1:
        ids = [one["id"] for one in fields]
        moved = fields[0]
        choices += [
            Order(holder=key, path=("fields",), ids=tuple(dice.sample(ids, len(ids)))),
            Several(edits=(Remove(id=moved["id"]), Add(holder=key, path=("fields",), index=1, value=moved))),
        ]
    for link in raw.get("relationships", [])[:2]:
        choices += of_end(dice, link["id"], step)
    return dice.choice(choices)


def of_end(dice: Random, key: str, step: int) -> list[Edit]:
    end: Any = dice.choice(["from", "to"])
    return [
        Set(id=key, path=(end, "has", "max"), value=dice.choice([1, 7, 900])),
        Set(id=key, path=(end, "has"), value={"min": 0, "max": 3}),
        Set(id=key, path=(end, "has")),
        Rename(id=key, name=f"end{step}", end=end),
    ]


@cache
def answers() -> tuple[dict[str, Any], ...]:
    return tuple(
        run([
            {
                "raw": raw_of(case.before),
                "edit": msgspec.to_builtins(case.edit),
                "after": raw_of(case.after) if case.after else None,
            }
            for case in cases()
        ])
    )  # fmt: skip


def plain_only(edit: Edit) -> bool:
    if isinstance(edit, Several):
        return all(map(plain_only, edit.edits))
    return not (isinstance(edit, Rename) or (isinstance(edit, Remove) and edit.dependents))


def canonical(raw: dict[str, Any]) -> str:
    return write(msgspec.convert(raw, Model, strict=True))


def shown(raw: dict[str, Any]) -> Any:
    """What cards, lines and the outline show: all that is named by an edit, without paths that follow."""
    ends = [
        (one["id"], one["name"], one["from"].get("field"), one["from"]["entity"], one["to"]["entity"])
        for one in raw.get("relationships", [])
    ]
    entities = [
        (one["id"], one["name"], [(f["id"], f["name"]) for f in one.get("fields", [])])
        for one in raw["entities"]
    ]
    return entities, ends, raw.get("layout"), [one.get("entities") for one in raw.get("groups", [])]


def test_there_is_something_to_compare() -> None:
    kinds = {type(case.edit) for case in cases() if case.after}
    assert kinds == {Set, Add, Remove, Rename, Order, Several}
    assert sum(case.after is not None for case in cases()) >= 150


def test_plain_edits_make_the_same_design() -> None:
    compared = 0
    for case, answer in zip(cases(), answers(), strict=True):
        if case.after is not None and plain_only(case.edit):
            assert canonical(answer["applied"]) == write(case.after), case.edit
            compared += 1
    assert compared >= 80


def test_what_the_server_tells_brings_any_edit_to_the_same_design() -> None:
    told = [(case, difference(case.before, case.after)) for case in cases() if case.after is not None]
    jobs = [{"raw": raw_of(case.before), "edit": msgspec.to_builtins(edit)} for case, edit in told]
    for (case, edit), answer in zip(told, run(jobs), strict=True):
        assert case.after is not None
        assert canonical(answer["applied"]) == write(case.after), edit


def test_names_and_dependents_show_at_once() -> None:
    for case, answer in zip(cases(), answers(), strict=True):
        if case.after is not None:
            assert shown(answer["applied"]) == shown(raw_of(case.after)), case.edit


def test_inverses_take_back_byte_for_byte() -> None:
    for case, answer in zip(cases(), answers(), strict=True):
        if case.after is not None and plain_only(case.edit):
            back = edits_from_json(json.dumps(answer["inverse"]))
            assert write(apply(case.after, back)) == write(case.before), case.edit


def test_differences_lead_from_one_design_to_the_other() -> None:
    for case, answer in zip(cases(), answers(), strict=True):
        if case.after is not None:
            edit = edits_from_json(json.dumps(answer["difference"]))
            assert write(apply(case.before, edit)) == write(case.after), case.edit


@pytest.mark.parametrize(
    "edit",
    [
        {"edit": "set", "id": "nobody", "path": ["name"], "value": "x"},
        {"edit": "set", "id": "design", "path": ["entities"], "value": []},
        {"edit": "set", "id": "design", "path": []},
        {"edit": "set", "id": "design", "path": ["name", "inner"], "value": 1},
        {"edit": "add", "holder": "design", "path": ["notes"], "index": 0, "value": {"id": "n"}},
        {"edit": "add", "holder": "design", "path": ["entities"], "index": 0, "value": {"name": "Idless"}},
        {"edit": "remove", "id": "nobody"},
        {"edit": "rename", "id": "design", "name": "x", "end": "from"},
        {"edit": "explode"},
    ],
)
def test_what_can_not_be_made_is_refused(edit: dict[str, Any]) -> None:
    (answer,) = run([{"raw": raw_of(starts()[0]), "edit": edit}])
    assert answer["refused"]
