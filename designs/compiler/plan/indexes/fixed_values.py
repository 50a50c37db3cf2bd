"""Indexes of operations that fix a path to values: partial where things pass through these and leave them (IX5), and served
by a partial index whose condition such an operation repeats."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from msgspec.structs import replace

from ...model.conceptual import given
from ...model.values import operand
from ...workload.states import fixed_states, leaving, moves_of
from .candidates import Candidate, taken_before_6
from .operations import Query, Workload
from .redundancy import served_first, serves


def with_fixed(workload: Workload, query: Query, whole: Sequence[Candidate]) -> Sequence[Candidate]:
    """Return the candidates of a query with what it fixes, and as a partial index where that is left behind."""
    fixed = _fixed(workload, query)
    if not fixed:
        return whole
    whole = [replace(each, fixed={**each.fixed, **fixed}) for each in whole]
    passed = {path: rule for path, rule in fixed.items() if path in _left(workload, query)}
    if not passed or len(whole) != 1:
        return whole
    options = workload.options(query)
    partial = {**options.get("partialFilterExpression", {}), **passed}
    limited = list(workload.by_groups(query, {**options, "partialFilterExpression": partial}))
    if len(limited) != 1:
        return whole
    return [replace(limited[0], fixed=whole[0].fixed, whole=whole[0])]


def _fixed(workload: Workload, query: Query) -> dict[str, Any]:
    """By document path, the condition that each run of the query repeats, as a partial index would state it."""
    operation, shelf = query.operation, query.shelf
    if not query.at_home or shelf.collection.kind != "standard" or given(operation.case_insensitive, False):
        return {}
    old = given(workload.placement.model.server_version, "7.0") == "5.0"
    wanted = {want.path for want in query.of("eq", "in") if not want.arrays}
    conditions: dict[str, Any] = {}
    for match in given(operation.filter, []):
        states = fixed_states(match)
        for spot in workload.placement.of_path(operation.entity, match.field) if states else ():
            if spot.collection != shelf.name or spot.path not in wanted or shelf.arrays(spot.path):
                continue
            values = [operand(state, shelf.types(spot.path)) for state in states]
            condition = values[0] if match.how != "in" else {"$in": values}
            if not (old and not taken_before_6({spot.path: condition})):
                conditions[spot.path] = condition
    return conditions


def _left(workload: Workload, query: Query) -> set[str]:
    """The document paths that the query fixes to states which things leave for good."""
    placement, operation = workload.placement, query.operation
    kin = placement.survey.families.line(operation.entity)
    return {
        spot.path
        for match in given(operation.filter, [])
        if (states := fixed_states(match))
        and leaving(moves_of(placement.model.workload, {operation.entity, *kin}, match.field), states)
        for spot in placement.of_path(operation.entity, match.field)
    }


def fewest(candidates: list[Candidate], plain: Container[str] = ()) -> list[Candidate]:
    """Return the candidates with whole indexes instead of partial ones where that makes fewer: another one has all keys
    anyway, or the whole one serves what no other does."""
    return [
        each if each.whole is None or not _is_better(each.whole, each, candidates, plain) else each.whole
        for each in candidates
    ]


def _is_better(
    whole: Candidate, candidate: Candidate, candidates: list[Candidate], plain: Container[str]
) -> bool:
    others = [each for each in candidates if each is not candidate and not each.unused]
    for other in others:
        if other.whole is not None and other.options == candidate.options:
            continue
        full = other.whole or other
        if _reaches(full, whole, plain) or (other.whole is not None and _reaches(whole, full, plain)):
            return True
        if _reaches(whole, full, plain) and not any(
            _reaches(third.whole or third, full, plain) for third in others if third is not other
        ):
            return not full.kept
    return False


def _reaches(server: Candidate, wanted: Candidate, plain: Container[str]) -> bool:
    if wanted.kept:
        return False
    return serves(server, wanted, plain) or (not server.kept and served_first(server, wanted))


def implied(filtered: dict[str, Any], fixed: dict[str, Any]) -> bool:
    """Return whether what a query fixes makes all conditions of a partial index true."""
    return all(path in fixed and _holds(condition, fixed[path]) for path, condition in filtered.items())


def _holds(condition: Any, fixed: Any) -> bool:
    values = fixed["$in"] if isinstance(fixed, dict) else [fixed]
    if condition == {"$exists": True}:
        return None not in values
    if isinstance(condition, dict) and condition.keys() == {"$in"}:
        return all(value in condition["$in"] for value in values)
    return not isinstance(condition, dict) and values == [condition]


def is_served(server: Candidate, wanted: Candidate, plain: Container[str]) -> bool:
    """Return whether a partial index serves a query that repeats its condition: the paths that this fixes need no keys.
    Where it leaves out what the query leaves behind, what else the query fixes needs none either."""
    filtered = server.options.get("partialFilterExpression") or {}
    own = wanted.options.get("partialFilterExpression") or {}
    if not filtered or server.options.get("sparse") or not implied(filtered, {**wanted.fixed, **own}):
        return False
    if wanted.whole is not None and filtered.keys().isdisjoint(own):
        return is_served(server, wanted.whole, plain)
    few = wanted.fixed if wanted.whole is not None else {}
    held = {path for path, rule in {**few, **filtered}.items() if not isinstance(rule, dict)}
    keys = tuple(key for key in wanted.keys if key[0] not in held)
    free = wanted.free - sum(path in held for path in wanted.paths[: wanted.free])
    if not keys:
        return False
    others = {name: rule for name, rule in wanted.options.items() if name != "partialFilterExpression"}
    bare = replace(wanted, keys=keys, free=free, of_null=False, options=others)
    whole = {name: rule for name, rule in server.options.items() if name != "partialFilterExpression"}
    constant = {path for path, rule in filtered.items() if not isinstance(rule, dict)}  # in all that it holds
    varying = tuple(key for key in server.keys if key[0] not in constant)
    return bool(varying) and serves(replace(server, options=whole, keys=varying), bare, plain)
