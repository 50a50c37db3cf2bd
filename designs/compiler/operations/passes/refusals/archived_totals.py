"""Totals of what is in an archive stay as they are: a write that would move one is refused, as the insert of a child is that
names a parent which is there no longer."""

from __future__ import annotations

from copy import copy
from typing import Any

from msgspec.structs import replace

from ....placement.inherited_computed import stored_results
from ....plan_model.number_format import listed
from ....plan_model.physical import Outcome, Param, Statement
from ...context import QUERIES, OperationContext, ScriptFunction, remembered
from ...ir.changes import Update
from ...ir.conditions import Filter, filter_of
from ...ir.expressions import FieldPath
from ...ir.rendering import markers_of
from ...ir.stages import GroupStage, MatchStage, MergeStage
from ...results.recomputing import average_parts
from ...upkeep.archives import archives
from ..placement_variants import whole
from .changes import word_for

_OTHERWISE = frozenset({"archive", "prepare", "recompute", "compute"})


def refusing_archived_totals(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function, which ends with an error where what it changes counts in a total of an archived document."""
    if recipe.script != QUERIES or recipe.purpose in _OTHERWISE:
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    changed.reserve(recipe.statements)
    changed.statements = []
    looks: list[Statement] = []
    for statement in recipe.statements:
        write, look = _looked(world, changed, recipe, statement)
        if look is None or any(_is_same(look, each) for each in looks):
            changed.statements.append(statement)
            continue
        looks.append(look)
        changed.statements += [write, look] if look.unless else [write]
        if not look.unless:
            changed.statements.insert(_place(changed.statements, look), look)
        word = word_for(world, statement.collection)
        changed.remark(f"Fails if the {word} is in {look.collection}: archived totals don't change.")
    return changed.numbered() if looks else recipe


def _is_same(look: Statement, other: Statement) -> bool:
    """Whether two look for the same documents."""
    return (look.collection, look.filter) == (other.collection, other.filter)


def _place(statements: list[Statement], look: Statement) -> int:
    """Return where a look goes: before anything is written, if what it asks for is read before that; else before the last of
    the statements."""
    steps = {each.step for each in markers_of(look) if isinstance(each, Outcome)}
    first = next((place for place, each in enumerate(statements) if each.writes), len(statements) - 1)
    late = {each.step for each in statements[first:]} & steps
    return len(statements) - 1 if late else first


def _looked(
    world: OperationContext, changed: ScriptFunction, recipe: ScriptFunction, statement: Statement
) -> tuple[Statement, Statement | None]:
    """Return a statement with the look into the archive that it needs: behind an update which may find nothing, or before
    the documents are read whose results are worked out anew."""
    if statement.collection not in archives(world):
        return statement, None
    if totals := _moved(world, recipe, statement):
        word = word_for(world, statement.collection)
        write = replace(statement, step=statement.step or changed.step(word, f"{word} moved"))
        return write, _look(world, changed, statement, filter_of(statement.filter), totals, write.step)
    if totals := _gathered(recipe, statement):
        asked = statement.pipeline[0].condition
        look = _look(world, changed, statement, asked, totals)
        if any(_is_other(recipe, statement, marker) for marker in markers_of(look)):
            return statement, look
    return statement, None


def _look(
    world: OperationContext,
    recipe: ScriptFunction,
    statement: Statement,
    filter: Filter,
    totals: list[str],
    unless: str = "",
) -> Statement:
    """Return a read of the archive, which ends the function where it finds what is meant."""
    word, into = word_for(world, statement.collection), archives(world)[statement.collection]
    stay = "doesn't change" if len(totals) == 1 else "don't change"
    ask = ScriptFunction(recipe.subject, recipe.name, recipe.purpose, transaction=statement.transaction)
    ask.add(
        "findOne", into, filter=filter, projection={"_id": 1}, unless=unless, only_with=statement.only_with,
        step=recipe.step(f"archived {word}", f"other archived {word}"),
        must_miss=f"the {word} is in {into}: its {listed(totals)} {stay}",
    )  # fmt: skip
    return replace(ask.statements[0], comment="")


@remembered
def _results(world: OperationContext) -> dict[str, frozenset[str]]:
    """Return by archived collection the paths of the results that its documents store."""
    paths: dict[str, frozenset[str]] = {}
    for name, entity in world.names.entities.items():
        spots = whole(world).placement.spots(name)
        own = [path for path, _, _ in stored_results(world.placement, entity)]
        own += [path for path, _ in average_parts(world, name)]
        for spot in spots:
            if not spot.path and spot.collection in archives(world):
                paths[spot.collection] = paths.get(spot.collection, frozenset()) | {*own}
    return paths


def _moved(world: OperationContext, recipe: ScriptFunction, statement: Statement) -> list[str]:
    """Return the results that an update moves in what another document names, which the function has read or taken away;
    none where it writes anything else."""
    if statement.op != "updateOne" or statement.must_match or statement.each:
        return []
    which = filter_of(statement.filter).value("_id")
    is_named = isinstance(which, Outcome) and which.path not in ("_id", "insertedId")
    paths = statement.update.paths if is_named and isinstance(statement.update, Update) else []
    is_read = any(each.step == which.step for each in recipe.statements) if paths else False
    is_of_results = {*paths} <= _results(world).get(statement.collection, frozenset())
    return [*dict.fromkeys(paths)] if is_read and is_of_results else []


def _gathered(recipe: ScriptFunction, statement: Statement) -> list[str]:
    """Return the results that are worked out anew in documents which their ids tell."""
    if (
        statement.op != "aggregate"
        or not statement.pipeline
        or not isinstance(statement.pipeline[0], MatchStage)
    ):
        return []
    merge = statement.pipeline[-1]
    if isinstance(merge, MergeStage):
        paths = (
            [*merge.matched]
            if isinstance(merge.matched, tuple) and merge.into == statement.collection
            else []
        )
        return [path for path in paths if isinstance(path, str)]
    writes = (each for each in recipe.statements if statement.step and each.each == statement.step)
    written = [each for each in writes if each.op == "updateOne" and each.collection == statement.collection]
    return [*dict.fromkeys(path for each in written for path in each.update.paths)]


def _is_other(recipe: ScriptFunction, statement: Statement, marker: Any) -> bool:
    """Whether an id is of what another document names, not of a document that the function changes by itself or must find
    where it was."""
    own = [each for each in recipe.statements if each.collection == statement.collection]
    named = [filter_of(each.filter).value("_id") for each in own if each.must_match]
    if any(_says_same(each, marker) for each in named):
        return False
    if isinstance(marker, Param):
        return not any(each.writes and not each.each and each.op != "aggregate" for each in own)
    read = next((each for each in own if each.step == marker.step), None)
    return read is None or not _tells_itself(read, marker)


def _says_same(value: Any, other: Any) -> bool:
    """Whether two are the same value that the caller has given, or that was read."""
    if isinstance(value, Outcome) and isinstance(other, Outcome):
        return (value.step, value.path, value.each) == (other.step, other.path, other.each)
    return isinstance(value, Param) and isinstance(other, Param) and value.name == other.name


def _tells_itself(read: Statement, marker: Outcome) -> bool:
    """Whether what a statement has read, or inserted, is the id of the document itself."""
    groups = [stage for stage in read.pipeline or () if isinstance(stage, GroupStage)]
    if groups:
        return bool(groups[-1].fields["_id"] == FieldPath("_id"))
    return "_id" in (marker.each, marker.path) or read.op.startswith("insert")
