"""Reads that nothing asks for, the same read twice, and reads that leave out what is asked of them: several rules may read
for what one of them writes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from copy import copy
from operator import is_
from typing import Any

from msgspec.structs import replace

from ...plan_model.physical import Outcome, Statement
from ..context import QUERIES, ScriptFunction
from ..ir.rendering import markers_of
from ..parameters import with_other_steps

_READS = frozenset({"aggregate", "find", "findOne"})


def without_unasked_reads(recipe: ScriptFunction) -> ScriptFunction:
    """Return a function that writes without the reads whose answer it has already, or never uses, and with all fields
    that it uses in the others."""
    if recipe.script != QUERIES or not any(each.writes for each in recipe.statements):
        return recipe
    statements = _each_once(recipe.statements)
    while unasked := _unasked(statements):
        statements = [each for each in statements if each is not unasked]
    statements = _showing_what_is_asked(statements)
    if len(statements) == len(recipe.statements) and all(map(is_, statements, recipe.statements)):
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    changed.statements = statements
    return changed.numbered()


def _showing_what_is_asked(statements: list[Statement]) -> list[Statement]:
    """Return the statements, those that read one document with the fields that others take from it: what the rule that reads
    it asks for may be less than what another one repeats of it."""
    asked: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for marker in (marker for each in statements for marker in markers_of(each)):
        if isinstance(marker, Outcome) and marker.path and not marker.each:
            asked[marker.step][marker.path] = None
    return [_showing(each, asked[each.step]) if each.step in asked else each for each in statements]


def _showing(statement: Statement, paths: Iterable[str]) -> Statement:
    shown = statement.projection or {}
    if statement.op != "findOne" or not any(shown.values()):
        return statement
    fields = [path.removesuffix(".$") for path, is_shown in shown.items() if is_shown]
    named = (".".join(step for step in path.split(".") if not step.isdecimal()) for path in paths)
    missing = [
        path
        for path in named
        if path != "_id" and not any(_is_within(path, each) or _is_within(each, path) for each in fields)
    ]
    return replace(statement, projection={**shown, **dict.fromkeys(missing, 1)}) if missing else statement


def _is_within(path: str, other: str) -> bool:
    return f"{path}.".startswith(f"{other}.")


def _each_once(statements: list[Statement]) -> list[Statement]:
    """Return statements that ask the first of several reads alike, as long as nothing is written between them."""
    kept: list[Statement] = []
    instead: dict[str, str] = {}
    read: dict[str, str] = {}
    for statement in statements:
        asked = _needed(statement, instead) if instead else statement
        if asked.writes:
            read.clear()
        if asked.step and _is_plain_read(asked):
            deed = repr(replace(asked, id="", step="", comment=""))
            if deed in read:
                instead[asked.step] = read[deed]
                continue
            read[deed] = asked.step
        kept.append(asked)
    return kept


def _needed(statement: Statement, instead: dict[str, str]) -> Statement:
    """Return a statement that asks other steps, whether they have a value and what it is."""
    asked = with_other_steps(statement, lambda each: _renamed(each, instead))
    each, unless = (instead.get(step, step) for step in (asked.each, asked.unless))
    only_with = asked.only_with
    only_with = _renamed(only_with, instead) if isinstance(only_with, Outcome) else only_with
    return replace(asked, each=each, unless=unless, only_with=only_with)


def _renamed(asked: Outcome, instead: dict[str, str]) -> Outcome:
    return replace(asked, step=instead.get(asked.step, asked.step))


def _is_plain_read(statement: Statement) -> bool:
    """Whether a statement reads, and neither ends the function nor answers its caller."""
    tells: tuple[Any, ...] = (
        statement.writes, statement.must_match, statement.must_miss, statement.ends, statement.answers, statement.beside,
    )  # fmt: skip
    return statement.op in _READS and not any(tells)


def _unasked(statements: list[Statement]) -> Statement | None:
    """Return a read whose answer nothing uses; the last statement's is the caller's."""
    plain = [each for each in statements[:-1] if _is_plain_read(each)]
    if not plain:
        return None
    asked = {marker.step for each in statements for marker in markers_of(each) if isinstance(marker, Outcome)}
    asked |= {step for each in statements for step in (each.each, each.unless, *each.beside)}
    return next((each for each in plain if each.step not in asked), None)
