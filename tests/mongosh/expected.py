"""What a script must call, worked out from the plan's statements alone.

Guards are followed by what the database answered: a statement that is only for the case that an
earlier one matched nothing is expected in that case, and in no other.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any

from bson import json_util

from designs.compiler.exporters.mongosh.demonstrating import contradictions, with_values
from designs.compiler.exporters.mongosh.demonstrating import demonstrated as order
from designs.compiler.exporters.mongosh.functions import all_at_once
from designs.compiler.exporters.mongosh.lacking.absences import StoredParams
from designs.compiler.exporters.mongosh.lacking.missing_values import missing_values
from designs.compiler.exporters.mongosh.showing import values_that_find
from designs.compiler.model.conceptual import given
from designs.compiler.plan_model.physical import BuiltValue, Outcome, Param, Statement
from designs.compiler.sampling import resolve
from tests.mongosh.cases import Built, extended

Json = dict[str, Any]
PARTS = ("filter", "update", "pipeline", "documents", "keys", "projection", "sort", "limit", "options")
ASKED = ("filter", "options", "update", "pipeline", "documents", "keys", "projection", "sort", "limit")
AWARE = json_util.CANONICAL_JSON_OPTIONS.with_options(tz_aware=True, tzinfo=UTC)


class Differs(AssertionError):
    """A call is not the one that the plan states."""


def recipes(built: Built, script: str) -> list[list[Statement]]:
    """The recipes of a script in the plan's order."""
    own = [one for one in built.compilation.plan.statements if one.script == script]
    return [list(group) for _, group in groupby(own, lambda one: one.recipe)]


def reads(built: Built, script: str) -> list[list[Statement]]:
    """The recipes that only read, with the values that a script gives to them."""
    own = [one for one in recipes(built, script) if not any(each.writes for each in one)]
    return [with_values(recipe, values_that_find(recipe, built.samples)) for recipe in own]


def writes(built: Built, script: str) -> list[list[Statement]]:
    """The recipes that write, in the plan's order."""
    return [one for one in recipes(built, script) if any(each.writes for each in one)]


def demonstrated(built: Built) -> list[list[Statement]]:
    """The recipes that the demonstration calls, with its own values, in its order."""
    wrong = contradictions(built.compilation.findings)
    collections, every = built.compilation.plan.collections, writes(built, "04_queries")
    stored = StoredParams(built.compilation)
    needed = {recipe[0].recipe: missing_values(stored, recipe).given for recipe in every}
    return order(every, collections, built.samples, wrong, needed)[0]


def follow_demo(built: Built, calls: Iterable[Json]) -> int:
    """The calls of a demonstration: each change of a document a minute after the one before. Return how many stop where
    they look for what is not there, since no call changes the documents that these read."""
    reader, minutes = Reader(built, calls), 0
    for recipe in demonstrated(built):
        changes = any(_is_moment(one) for statement in recipe for one in markers(statement))
        reader.later = timedelta(minutes=minutes)
        reader.follow(recipe)
        minutes += changes
    reader.end()
    return reader.stopped


def _is_moment(param: Param) -> bool:
    return param.name == "now" and isinstance(param.value, datetime)


class Reader:
    """Goes through the recorded calls and compares each with the statement that it should be."""

    def __init__(self, built: Built, calls: Iterable[Json]) -> None:
        self.built, self.calls, self.seen = built, list(calls), 0
        self.database = built.compilation.plan.database
        self.later = timedelta()
        self.stopped = 0

    def follow(self, statements: list[Statement], samples: Any = None) -> None:
        """The next calls must be those of one recipe. samples: instead of the design's own."""
        known = self.built.samples if samples is None else samples
        outcomes = {marker.name: resolve(marker, known, {}) for one in statements for marker in markers(one)}
        for statement in statements:
            if statement.unless and not found_nothing(outcomes[statement.unless]):
                continue
            is_named = not statement.writes and any(statement.step in each.beside for each in statements)
            is_given = (
                statement.only_with is None or resolve(statement.only_with, known, outcomes) is not None
            )
            if not is_given and not is_named:
                continue
            if many := all_at_once(statement):
                if outcomes[statement.each]:
                    self._one(many, known, outcomes)
                continue
            for each in outcomes[statement.each] if statement.each else [None]:
                result = self._one(statement, known, outcomes | {"each": each})
                if statement.step:
                    outcomes[statement.step] = result
            if statement.ends and found_nothing(outcomes[statement.step]):
                return
            is_asked, is_there = statement.op == "findOne", outcomes.get(statement.step) is not None
            is_elsewhere = any(not found_nothing(outcomes[each]) for each in statement.beside)
            if is_asked and (statement.must_miss if is_there else statement.must_match and not is_elsewhere):
                self.stopped += 1
                return

    def _one(self, statement: Statement, samples: Any, outcomes: Json) -> Any:
        wanted = call_of(statement, samples, outcomes, self.database, self.later)
        for name in self._left_out(statement):
            wanted["documents"].pop(name)
        if self.seen == len(self.calls):
            raise Differs(f"{statement.id} is not called: {json.dumps(wanted)}")
        call = dict(self.calls[self.seen])
        result = call.pop("result", None)
        call.pop("step")
        if ordered(call) != ordered(wanted):
            raise Differs(f"{statement.id}\n  wanted {json.dumps(wanted)}\n  called {json.dumps(call)}")
        self.seen += 1
        return decoded(result)

    def _left_out(self, statement: Statement) -> set[str]:
        """The fields without a value that a new document does not have, since null is not let in there."""
        parts = statement.documents.parts if isinstance(statement.documents, BuiltValue) else ()
        empty = {name for part in parts if isinstance(part, dict) for name in part if part[name] is None}
        collections = (
            each for each in self.built.compilation.plan.collections if each.name == statement.collection
        )
        fields = [field for each in collections for field in each.fields if field.name in empty]
        return {field.name for field in fields if not field.empty and "null" not in field.types}

    def end(self) -> None:
        """No call may be left over."""
        if self.seen != len(self.calls):
            raise Differs(f"not in the plan: {json.dumps(self.calls[self.seen])}")


COUNT = "estimatedDocumentCount"


def follow_audit(built: Built, journal: Json) -> None:
    """What an audit calls: loading counts each collection; audit("all") does so again, then runs every check."""
    checks = [statement for (statement,) in recipes(built, "06_audit")]
    collections = list(dict.fromkeys(check.collection for check in checks))
    calls = [{**call} for call in journal["calls"]]
    loaded = [call for call in calls if call["step"] == "06_audit"]
    counts, queries = calls[len(loaded) :][: len(collections)], calls[len(loaded) + len(collections) :]
    for asked in (loaded, counts):
        assert [(call["op"], call["collection"]) for call in asked] == [(COUNT, name) for name in collections]
    for call in calls:
        assert call.pop("options") == read_options(built, call)
    reader = Reader(built, queries)
    for check in checks:
        if check.op != COUNT:
            reader.follow([check])
    reader.end()


def read_options(built: Built, call: Json) -> Json:
    """How an audit reads: no longer than it may, and from a secondary where there is one that can answer."""
    limits: Json = {"maxTimeMS": {"$numberInt": "60000"}}
    if "$indexStats" in next(iter(call.get("pipeline", ())), {}):
        return {**limits, "readPreference": "primary"}
    is_alone = given(built.compilation.model.topology, "") == "standalone"
    return limits if is_alone else {**limits, "readPreference": "secondaryPreferred"}


def markers(statement: Statement) -> Iterator[Param]:
    """The parameters inside a statement."""
    stack = [getattr(statement, name) for name in ASKED]
    while stack:
        value = stack.pop()
        if isinstance(value, Param):
            yield value
        elif isinstance(value, BuiltValue):
            stack += value.parts
        elif isinstance(value, dict):
            stack += value.values()
        elif isinstance(value, list | tuple):
            stack += value


def call_of(
    statement: Statement, samples: Any, outcomes: Json, database: str, later: timedelta = timedelta()
) -> Json:
    """The call as the harness writes it down. later: how long after the sample's moment it happens."""
    call: Json = {"op": statement.op, "database": database, "collection": statement.collection}
    if statement.transaction:
        call["transaction"] = True
    for name in PARTS:
        value = getattr(statement, name)
        if value is not None:
            as_called = _as_called(value, outcomes, later)
            call[name] = json.loads(extended({"": resolve(as_called, samples, outcomes)}))[""]
    return call


def _as_called(value: Any, outcomes: Json, later: timedelta) -> Any:
    """A value at its moment, without the fields that are left out where what they are taken from has none."""
    if isinstance(value, Param):
        return value.value + later if _is_moment(value) else value
    if isinstance(value, BuiltValue):
        parts = tuple(_as_called(part, outcomes, later) for part in value.parts)
        if value.kind == "given" and isinstance(parts[0], dict):
            parts = ({name: one for name, one in parts[0].items() if not _is_absent(one, outcomes)},)
        return BuiltValue(value.kind, parts)
    if isinstance(value, dict):
        return {name: _as_called(inner, outcomes, later) for name, inner in value.items()}
    return [_as_called(one, outcomes, later) for one in value] if isinstance(value, list | tuple) else value


def _is_absent(value: Any, outcomes: Json) -> bool:
    """Whether a field is taken from where there is none."""
    return isinstance(value, Outcome) and resolve(value, {}, outcomes) is None


def found_nothing(result: Any) -> bool:
    """Whether a result means that nothing was found or matched."""
    return result is None or (isinstance(result, dict) and result.get("matchedCount", 1) == 0)


def decoded(value: Any) -> Any:
    """A recorded result as BSON values."""
    return json_util.loads(json.dumps({"": value}), json_options=AWARE)[""]


def ordered(value: Any) -> Any:
    """A value that compares with the order of keys, except of those that JavaScript moves: keys
    that look like places of an array come first there, in their own order."""
    if isinstance(value, dict):
        if value.keys() == {"$numberDouble"}:  # 1e-07 and 1e-7 are one number
            return ("double", repr(float(value["$numberDouble"])))
        pairs = [(key, ordered(inner)) for key, inner in value.items()]
        return ("object", sorted(pairs, key=lambda pair: (0, int(pair[0])) if _moves(pair[0]) else (1, 0)))
    return [ordered(inner) for inner in value] if isinstance(value, list) else value


def _moves(key: str) -> bool:
    return key.isascii() and key.isdigit() and str(int(key)) == key
