"""The jobs of one design: each script against an empty or a filled database, and its journals."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from designs.compiler.plan_model import function_names as naming
from designs.compiler.plan_model.physical import Statement, parameters
from designs.compiler.sampling import resolve
from tests.covering import covering_designs
from tests.mongosh.cases import LIBRARY, RANDOM, SHAPES, Built, built, extended, server_of
from tests.mongosh.expected import recipes
from tests.mongosh.shell import run, sources

Json = dict[str, Any]
LEFT_OUT = object()
"""Instead of an argument: the caller leaves it out."""
ALL = [*(path.stem for path in LIBRARY), *SHAPES, "odd", "shaped", *RANDOM]


@cache
def names() -> list[str]:
    """Return the designs whose scripts are run: few that together have every kind of thing, at length all."""
    if os.environ.get("NESTLINK_SOAK"):
        return ALL
    return covering_designs({name: (built(name).compilation, built(name).scripts) for name in ALL})


def jobs(name: str, design: Built) -> list[Json]:
    """The jobs of one design, their ids beginning with its name."""
    paths = sources(design.scripts, name)
    filled: Json = {"documents": design.documents}
    shown = [{"call": "showReads"}, {"call": "demo"}]

    def loads(*scripts: str) -> list[Json]:
        return [{"load": paths[one], "name": one} for one in scripts]

    own: list[Json] = [
        {"id": f"{name}/setup", "steps": loads("setup"), "sharded": True},
        {
            "id": f"{name}/setup twice",
            "live": True,
            "steps": [*loads("setup"), {**loads("setup")[0], "name": "again"}],
        },
        {"id": f"{name}/collections", "steps": loads("01_collections")},
        {"id": f"{name}/indexes", "steps": loads("02_indexes")},
        {
            "id": f"{name}/samples",
            "live": True,
            "steps": [*loads("03_sample_data"), {"call": "removeSampleData"}],
        },
        {
            "id": f"{name}/samples twice",
            "live": True,
            "steps": [*loads("03_sample_data"), *loads("03_sample_data")],
        },
        {"id": f"{name}/queries", "steps": [*loads("04_queries"), *shown], **filled},
        {"id": f"{name}/sync", "steps": [*loads("05_sync"), *sync_calls(design)], **filled},
        {
            "id": f"{name}/watch",
            "steps": [*loads("05_sync"), *watch_calls(design)],
            **filled,
            "events": events(design),
        },
        {"id": f"{name}/audit", "steps": audit_of_all(paths["06_audit"]), **filled},
    ]
    return [{**job, **server_of(design.compilation)} for job in own]


def audit_of_all(path: str) -> list[Json]:
    """The steps that load an audit and run it on whole collections."""
    return [{"load": path, "name": "06_audit"}, {"call": "audit", "arguments": ["all"], "name": "audit"}]


def function_names(design: Built, script: str) -> dict[str, str]:
    """Each recipe's function in a script."""
    return naming.function_names(design.compilation.plan.statements, script)


def sync_calls(design: Built) -> list[Json]:
    """A call of each function of 05 on the sample documents."""
    names = function_names(design, "05_sync")
    return [
        call(names[one[0].recipe], one, design)
        for one in recipes(design, "05_sync")
        if one[0].recipe in names
    ]


def call(name: str, statements: list[Statement], design: Built, /, **changed: Any) -> Json:
    """A step that calls a recipe's function. changed: values instead of the samples', by name."""
    found = {
        param.name: changed.get(param.name, resolve(param, design.samples, {}))
        for param in parameters(statements)
        if not param.optional or param.name in changed
    }
    unknown = changed.keys() - found.keys()
    assert not unknown, f"{name} has no {', '.join(unknown)}; it has {', '.join(found)}"
    values = [*found.values(), *([True] if any(one.chance is not None for one in statements) else [])]
    without = [place for place, value in enumerate(values) if value is LEFT_OUT]
    shown = [None if value is LEFT_OUT else _json(value) for value in values]
    return {"call": name, "arguments": shown} | ({"without": without} if without else {})


def _json(value: Any) -> Any:
    return json.loads(extended({"": value}))[""]


def watched(design: Built) -> list[Statement]:
    """The change streams of a design."""
    return [one[0] for one in recipes(design, "05_sync") if one[0].op == "watch"]


def watch_calls(design: Built) -> list[Json]:
    """watch(), stopped after one round."""
    return [{"call": "watchOnce"}] if watched(design) else []


def events(design: Built) -> Json:
    """One change of the first sample document for each stream."""
    found: dict[str, list[Json]] = {}
    for one in watched(design):
        document = next(iter(design.documents[one.collection]), None)
        if document is not None:
            event = {"_id": {"_data": "token"}, "operationType": "update", "fullDocument": document}
            found.setdefault(one.collection, []).append(event)
    return found


@cache
def journals() -> Mapping[str, Json]:
    """The journals of every design, from one process."""
    return run(job for name in names() for job in jobs(name, built(name)))


def calls(journal: Json, *steps: str) -> Iterable[Json]:
    """The calls of some steps of a journal."""
    return [one for one in journal["calls"] if one["step"] in steps]
