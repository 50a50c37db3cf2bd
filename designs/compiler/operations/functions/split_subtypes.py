"""References to what has a collection for each of its kinds (POLY_SPLIT): an id does not say in which of
them it is, so what can ask all of them does, and what needs one document is a function of each kind.

Ids are looked for in every collection: they are made to be unique across collections.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from ...model.conceptual import given
from ...placement.path_locator import Placement
from ...plan_model.physical import Param, Statement
from ...workload.document_history import holds_versions, keeps_revisions
from ..context import OperationContext, ScriptFunction
from ..ir.conditions import filter_of
from ..ir.expressions import FieldPath, OperatorCall, concat_arrays, slice_of, sort_array
from ..ir.stages import (
    LimitStage,
    LookupStage,
    MatchStage,
    MergeStage,
    ProjectStage,
    SetStage,
    SortStage,
    Stage,
    UnionStage,
    UnsetStage,
    merges,
)
from ..parameters import retold
from ..read.conditions import of_kind

BY_ITSELF = ("find", "aggregate")
REPEATED = ("updateOne", "deleteOne", "replaceOne", "updateMany", "deleteMany")


def collections_of(placement: Placement, entity: str) -> tuple[str, ...]:
    """The collections that hold an entity's documents, where it has more than one; else none."""
    return placement.locations.separate_collections(entity)


def for_all(
    world: OperationContext, recipe: ScriptFunction, names: tuple[str, ...]
) -> Iterator[ScriptFunction]:
    """The recipe for all collections of an entity that it asks the first of."""
    if not any(_needs_one(world, recipe, statement, names[0]) for statement in recipe.statements):
        ask_all(world, recipe, names)
        yield recipe
        return
    for name in names:
        yield _of_kind(world, recipe, names, name)


def _needs_one(
    world: OperationContext, recipe: ScriptFunction, statement: Statement, collection: str
) -> bool:
    used = bool(statement.step or statement.must_match or statement.unless)
    return needs_one(world, recipe, statement, collection, used)


def needs_one(
    world: OperationContext, recipe: ScriptFunction, statement: Statement, collection: str, used: bool
) -> bool:
    """Whether a statement is about one document, whose kind the caller must know: its content or the
    answer of the write is used. $unionWith is none of the stages that a transaction takes."""
    if statement.collection != collection:
        return False
    if statement.op in BY_ITSELF:
        return recipe.transaction
    return statement.op not in REPEATED or used or is_kept(world, recipe, statement)


def is_kept(world: OperationContext, recipe: ScriptFunction, statement: Statement) -> bool:
    """Whether an addition to a document with a history is the answer: kept with what was before, it must
    match, or nothing is written."""
    collection = world.collections[statement.collection]
    kept = holds_versions(collection) or keeps_revisions(collection)
    return (
        kept
        and statement.op == "updateOne"
        and statement.purpose == "add"
        and statement is recipe.statements[-1]
    )


# --- one kind -------------------------------------------------------------------------------------


def _of_kind(
    world: OperationContext, recipe: ScriptFunction, names: tuple[str, ...], name: str
) -> ScriptFunction:
    """The recipe for the documents of one of the collections."""
    ids = {marker.name for each in recipe.statements for marker in _ids(each, names[0])}
    of_this_kind = {
        marker.name
        for each in recipe.statements
        if _needs_one(world, recipe, each, names[0])
        for marker in _ids(each, names[0])
    }

    def renamed_param(param: Param) -> Param:
        if param.name in ids:  # the sample's id is one of this kind
            return replace(param, collection=name, path="_id")
        return replace(param, collection=name) if param.collection == names[0] else param

    def placed(stated: Statement, statement: Statement) -> list[Statement]:
        is_of_kind = any(param.name in of_this_kind for param in _ids(stated, names[0]))
        if not is_of_kind and not _needs_one(world, recipe, stated, names[0]):
            return everywhere(world, statement, names)
        if is_kept(world, recipe, stated):
            must = f"document in {name} not found or full"
            statement = replace(statement, step=recipe.step("kept"), must_match=must)
        return [in_collection(world, statement, name)]

    note = f"For {name} only: each subtype has its own function."
    return apart(recipe, [kind_word(world, name)], note, renamed_param, placed)


def in_collection(world: OperationContext, statement: Statement, name: str) -> Statement:
    """Return a statement about documents of another collection, where other kinds may stand beside what is meant."""
    filter = filter_of(statement.filter)
    for entity in world.names.entities:
        kind = of_kind(world, entity, statement.collection)
        if kind and all(each in filter.conditions for each in kind.conditions):
            for path in kind.paths:
                filter = filter.without(path)
            return replace(statement, collection=name, filter=filter.merged(of_kind(world, entity, name)))
    return replace(statement, collection=name)


def apart(
    recipe: ScriptFunction, words: list[str], note: str, renamed: Callable[[Param], Param],
    placed: Callable[[Statement, Statement], list[Statement]],
) -> ScriptFunction:  # fmt: skip
    """The recipe for documents of some kinds. words, note: what its name and its note say of them; told: its
    parameters; placed: where a statement, as it was and with these, is made."""
    function = ScriptFunction(
        recipe.subject, ".".join([recipe.name, *words]), recipe.purpose, script=recipe.script,
        note=f"{recipe.note} {note}", transaction=recipe.transaction,
    )  # fmt: skip
    for stated in recipe.statements:
        some = placed(stated, retold(stated, renamed))
        function.statements += answering(recipe, some) if stated is recipe.statements[-1] else some
    return function.numbered()


def kind_word(world: OperationContext, collection: str) -> str:
    """What the documents of a kind's collection are called in names of functions."""
    return world.word(world.collections[collection].entity or collection)


def _ids(statement: Statement, collection: str) -> Iterator[Param]:
    """The parameters by which a statement finds a document of a collection."""
    wanted = filter_of(statement.filter).value("_id")
    if statement.collection == collection and isinstance(wanted, Param):
        yield wanted


# --- all kinds ------------------------------------------------------------------------------------


def ask_all(world: OperationContext, recipe: ScriptFunction, names: tuple[str, ...], first: int = 0) -> None:
    """Ask every collection where the recipe's statements ask the first of them, if there are several. first: the
    statement to begin at, where those before it mean what they say."""
    statements_before, some = recipe.statements[:first], recipe.statements[first:]
    if not names or not some:
        return
    asked = [_not_yet(everywhere(world, statement, names), statement, some) for statement in some]
    if any(statements != [before] for statements, before in zip(asked, some, strict=True)):
        recipe.remark(f"Queries every subtype's collection: {', '.join(names)}.")
        if any(_is_short(stage, names) for statement in some for stage in statement.pipeline or ()):
            recipe.remark("Results are grouped by subtype.")
        statements_before = recipe.statements[:first]  # the first may say the remark
    asked[-1] = answering(recipe, asked[-1])
    recipe.statements = [*statements_before, *(each for statements in asked for each in statements)]
    recipe.numbered()


def _not_yet(repeated: list[Statement], statement: Statement, others: list[Statement]) -> list[Statement]:
    """Leave out what the function says of another collection by itself, in whatever words."""
    said = [_untold(other) for other in others if other is not statement]
    return [each for each in repeated if each.collection == statement.collection or _untold(each) not in said]


def _untold(statement: Statement) -> Statement:
    return replace(statement, id="", step="", comment="")


def _is_short(stage: Any, names: tuple[str, ...]) -> bool:
    """Whether a stage looks up a part of the documents of a collection."""
    is_lookup = isinstance(stage, LookupStage) and stage.source == names[0]
    return is_lookup and any(isinstance(each, LimitStage) for each in stage.stages or ())


def answering(recipe: ScriptFunction, last: list[Statement]) -> list[Statement]:
    """One write to several collections at the end of a recipe: the answer of each has a name."""
    if recipe.transaction or len(last) < 2 or last[0].op == "aggregate":
        return last
    return [replace(statement, step=recipe.step(statement.collection)) for statement in last]


def everywhere(world: OperationContext, statement: Statement, names: tuple[str, ...]) -> list[Statement]:
    """A statement for all collections, where it asks the first of them."""
    if statement.pipeline is not None:
        statement = replace(
            statement, pipeline=looked_up(world, statement.collection, statement.pipeline, names)
        )
    if statement.collection != names[0]:
        return [statement]
    if statement.op == "find":
        return [_united(statement, names)]
    if statement.op == "aggregate" and not merges(statement.pipeline):
        return [replace(statement, pipeline=_united_stages(statement.pipeline, names))]
    if statement.op == "aggregate":
        return [
            replace(
                statement, collection=name, pipeline=[_merged(stage, name) for stage in statement.pipeline]
            )
            for name in names
        ]
    return (
        [replace(statement, collection=name) for name in names] if statement.op in REPEATED else [statement]
    )


def in_all_collections(recipe: ScriptFunction, world: OperationContext, entity: str, start: int) -> None:
    """Ask all collections of an entity whose subtypes have one each. start: the first statement that asks one of
    them."""
    names = collections_of(world.placement, entity)
    if names:
        asked = [
            each for statement in recipe.statements[start:] for each in everywhere(world, statement, names)
        ]
        recipe.statements = [*recipe.statements[:start], *asked]


def _united(statement: Statement, names: tuple[str, ...]) -> Statement:
    """A find in all collections as one list."""
    return united_finds([replace(statement, collection=name) for name in names])


def united_finds(finds: list[Statement]) -> Statement:
    """Finds in several collections, by one order, as one list: each collection gives its first ones by its own index."""
    first, *others = finds
    order: list[Stage] = [SortStage(first.sort)] if first.sort else []
    order += [LimitStage(first.limit)] if first.limit is not None else []
    unions = [UnionStage(each.collection, (MatchStage(filter_of(each.filter)), *order)) for each in others]
    shown: list[Stage] = [ProjectStage(first.projection)] if first.projection else []
    pipeline = [MatchStage(filter_of(first.filter)), *order, *unions, *order, *shown]
    return replace(
        first, op="aggregate", pipeline=pipeline, filter=None, sort=None, limit=None, projection=None
    )


def _united_stages(stages: list[Stage], names: tuple[str, ...]) -> list[Stage]:
    """The stages over all collections. Each gives what matches; of an ordered part, its own first ones."""
    first = 1 if stages and isinstance(stages[0], MatchStage) else 0
    kinds = [type(stage) for stage in stages[first : first + 2]]
    part = stages[first : first + 2] if kinds == [SortStage, LimitStage] else []
    branch = [*stages[:first], *part]
    return [*branch, *_unions(names, branch), *part, *stages[len(branch) :]]


def _unions(names: tuple[str, ...], branch: list[Stage]) -> list[Stage]:
    return [UnionStage(name, tuple(branch)) for name in names[1:]]


def _merged(stage: Any, name: str) -> Any:
    return replace(stage, into=name) if isinstance(stage, MergeStage) else stage


def looked_up(
    world: OperationContext, collection: str, pipeline: list[Stage], names: tuple[str, ...]
) -> list[Stage]:
    """The pipeline with what it looks up in the first collection looked up in all of them."""
    stages: list[Stage] = []
    for stage in pipeline:
        stages.append(stage)
        if len(names) < 2 or not isinstance(stage, LookupStage) or stage.source != names[0]:
            continue
        if not _is_asked_of_all(pipeline, stage, names):
            stages += _others(world, collection, stage, names)
    return stages


def _is_asked_of_all(pipeline: list[Stage], lookup: LookupStage, names: tuple[str, ...]) -> bool:
    """Whether a pipeline looks the same up in each of the collections by itself, and adds up what it gets: a result
    that is gathered from all of them."""
    asked = {
        stage.source
        for stage in pipeline
        if isinstance(stage, LookupStage) and (stage.local, stage.foreign) == (lookup.local, lookup.foreign)
    }
    return asked.issuperset(names)


def _others(
    world: OperationContext, collection: str, lookup: LookupStage, names: tuple[str, ...]
) -> list[Stage]:
    called = {name: world.free(collection, f"{lookup.name}_{n}") for n, name in enumerate(names[1:], start=2)}
    stages = [lookup.of(name, field) for name, field in called.items()]
    all_of_them = concat_arrays(*(FieldPath(field) for field in (lookup.name, *called.values())))
    return [
        *stages,
        SetStage({lookup.name: _first_of_all(world, lookup, all_of_them)}),
        UnsetStage(list(called.values())),
    ]


def _first_of_all(world: OperationContext, lookup: LookupStage, array: OperatorCall) -> OperatorCall:
    """The first ones of those that each collection gave, where these were cut, all in the order into which each of these were
    brought at last."""
    stages = lookup.stages or ()
    limits = [stage.count for stage in stages if isinstance(stage, LimitStage)]
    order = stages[-1].order if stages and isinstance(stages[-1], SortStage) else None
    if not order or given(world.model.server_version, "7.0") == "5.0":  # $sortArray came with 5.2
        return array
    if not limits:
        return sort_array(array, order)
    sorts = [stage.order for stage in stages if isinstance(stage, SortStage)]
    is_turned = next(iter(sorts[0].values())) != next(iter(order.values()))
    return slice_of(sort_array(array, order), -limits[0] if is_turned else limits[0])
