"""What is inside elements of an array with an overflow collection: its functions look into the elements that
are there as well."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from ...placement.doc_path import ITEM, DocPath
from ...plan_model.physical import Outcome, Statement
from ..context import RelationshipContext, ScriptFunction
from ..ir.changes import DocumentChange, NamedElement, Update
from ..ir.conditions import At, Condition, Filter, filter_of
from ..ir.expressions import FieldPath
from ..ir.predicates import Elem
from ..ir.rendering import markers_of
from ..ir.stages import MatchStage, ProjectStage, Stage, UnionStage, UnwindStage

_ONE = frozenset({"findOne", "updateOne"})
_ALL = frozenset({"find", "updateMany"})


def also_beyond(link: RelationshipContext, recipe: ScriptFunction, extra: str) -> bool:
    """Give a recipe the same statements for the overflow. Whether it has them now: not where what holds the
    array is itself inside of something, or where a later statement goes on with an element that was found."""
    owner = next(
        relationship
        for relationship in link.names.relationships.values()
        if link.placement.collection_made_by(relationship) == extra
    )
    array, back = link.placement.content(owner), link.placement.reference(owner, "to")
    if link.relationship is owner or array is None or back is None or array.arrays != (array.path,):
        return False
    statements: list[Statement] = []
    for statement in recipe.statements:
        if not _is_within(statement, array):
            statements.append(statement)
            continue
        both = _both(recipe, statement, array, DocPath(extra, back.path))
        if both is None:
            return False
        statements += both
    if len(statements) > len(recipe.statements):
        recipe.remark(f"Overflow items are in {extra}.")
    recipe.statements = statements
    recipe.numbered()
    return True


def _is_within(statement: Statement, array: DocPath) -> bool:
    """Return whether a statement says anything of the elements of the array."""
    if statement.collection != array.collection:
        return False
    changes = statement.update.changes if statement.update is not None else ()
    paths = [*filter_of(statement.filter).paths, *(change.place.path for change in changes)]
    unwound = (stage.path for stage in statement.pipeline or () if isinstance(stage, UnwindStage))
    return any(path == array.path or path.startswith(f"{array.path}.") for path in (*paths, *unwound))


def _both(
    recipe: ScriptFunction, statement: Statement, array: DocPath, back: DocPath
) -> list[Statement] | None:
    """Return a statement with what asks or writes the same of the overflow; None where that can't be told."""
    if statement.pipeline is not None:
        united = None if recipe.transaction else _united(statement.pipeline, array, back)
        return None if united is None else [replace(statement, pipeline=united)]
    moved = _moved(statement, array, back)
    if moved is None or statement.must_match or _goes_on(recipe, statement):
        return None
    if statement.op not in _ONE and statement.writes:
        return [statement, moved]
    step = statement.step or recipe.step(statement.collection)
    unless = step if statement.op in _ONE else ""
    return [replace(statement, step=step), replace(moved, step=recipe.step(back.collection), unless=unless)]


def _goes_on(recipe: ScriptFunction, statement: Statement) -> bool:
    """Return whether a later statement uses what this one answers."""
    markers = (marker for each in recipe.statements for marker in markers_of(each))
    used = {each.step for each in markers if isinstance(each, Outcome)}
    return bool(statement.step) and statement.step in used | {each.unless for each in recipe.statements}


def _united(stages: list[Stage], array: DocPath, back: DocPath) -> list[Stage] | None:
    """Return the stages over the elements of the array with those over the overflow's; None where they look at the
    elements before each is by itself."""
    unwinds = [
        n for n, each in enumerate(stages) if isinstance(each, UnwindStage) and each.path == array.path
    ]
    before = stages[: unwinds[0]] if unwinds else []
    if not unwinds or not all(isinstance(each, MatchStage) for each in before):
        return None
    asked: list[Stage] = [
        replace(each, condition=_of_element(each.condition, array, back))
        for each in before
        if isinstance(each, MatchStage)
    ]
    as_there = ProjectStage({"_id": FieldPath(back.path), array.path: FieldPath(ITEM)})
    after = unwinds[0] + 1
    return [*stages[:after], UnionStage(back.collection, (*asked, as_there)), *stages[after:]]


def _moved(statement: Statement, array: DocPath, back: DocPath) -> Statement | None:
    """A statement about an element of an array as one about that element in the overflow; None where that
    can't be told. back: where documents of the overflow say in which document their element would stand."""
    if statement.op not in _ONE | _ALL or (statement.update is not None and statement.update.is_computed):
        return None
    filter = _of_element(filter_of(statement.filter), array, back)
    changes: list[DocumentChange] = []
    around = Filter()
    for change in statement.update.changes if statement.update is not None else ():
        element = change.place.outermost
        if element is None or element.array != array.path:
            return None
        named = element.condition if isinstance(element, NamedElement) else None
        around = around.merged(named.under(ITEM) if named is not None else None)
        changes.append(replace(change, place=change.place.moved(array.path, ITEM)))
    there = _renaming(array, back)
    shown, sort = statement.projection, statement.sort
    return replace(
        statement, collection=back.collection,
        filter=filter.also_all(each for each in around.conditions if each not in filter.conditions),
        update=Update.of(*changes) if changes else None,
        projection={there(path): value for path, value in shown.items()} if shown else shown,
        sort={there(path): value for path, value in sort.items()} if sort else sort, comment="", step="",
    )  # fmt: skip


def _of_element(filter: Filter, array: DocPath, back: DocPath) -> Filter:
    """Conditions on documents, or on their elements, as conditions on documents of the overflow."""
    return Filter().merged(
        Filter(tuple(each for asked in filter.conditions for each in _asked(asked, array, back)))
    )


def _asked(at: Condition, array: DocPath, back: DocPath) -> Iterable[Condition]:
    """A condition on the document, or on its element, as conditions on a document of the overflow."""
    if not isinstance(at, At):
        return [at.moved(lambda each: At(_renaming(array, back)(each.path), each.predicate))]
    if at.path == array.path and isinstance(at.predicate, Elem):
        return at.predicate.condition.under(ITEM).conditions
    return [At(_renaming(array, back)(at.path), at.predicate)]


def _renaming(array: DocPath, back: DocPath) -> Callable[[str], str]:
    """Return what tells, of a path in documents around the array, that in documents of the overflow."""

    def renamed(path: str) -> str:
        if path == "_id":
            return back.path
        inside = path == array.path or path.startswith(f"{array.path}.")
        return f"{ITEM}{path[len(array.path) :]}" if inside else path

    return renamed
