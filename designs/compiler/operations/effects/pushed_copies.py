"""What a new element repeats of the document that it names is read there, as a new document's copies are: who adds one
states the id alone."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from msgspec.structs import replace

from ...placement.doc_path import DocPath
from ...plan_model.decisions import opposite
from ...plan_model.physical import BuiltValue, Outcome, Param, Statement
from ..context import OperationContext, ScriptFunction, outcome
from ..functions.links.copied import shown, value_of
from ..ir.changes import Push, Put, Update
from ..parameters import retold
from ..passes.placement_variants import whole
from ..read.conditions import of_kind
from .brought_copies import Repeated, repeated_in, with_verb

_ADDING = frozenset({"add", "insert"})
_PUSHING = "update"
"""The purpose of operations that may put a new element into an array of what they change."""


def reading_copies_of_elements(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function, whose new elements take their copies from the documents that they name. Nothing is added
    where one of those is not there."""
    if recipe.purpose not in (*_ADDING, _PUSHING):
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    changed.reserve(recipe.statements)
    changed.statements = [*recipe.statements]
    for write in recipe.statements:
        for element, place in _added(write, pushed_only=recipe.purpose == _PUSHING):
            at, named = write, element
            for repeated in repeated_in(whole(world), write.collection):
                if _is_beside(repeated, place):  # several may name a document each
                    at, named = _read(world, changed, at, named, place, repeated)
    return changed.numbered() if len(changed.statements) > len(recipe.statements) else recipe


def _added(write: Statement, *, pushed_only: bool) -> Iterator[tuple[Param, DocPath]]:
    """Yield what the caller gives whole of an array's new element, or of an object, with its place."""
    for change in write.update.meant if isinstance(write.update, Update) else ():
        if pushed_only and not isinstance(change, Push):
            continue
        value = (
            change.element if isinstance(change, Push) else change.value if isinstance(change, Put) else None
        )
        path = change.place.path
        if isinstance(value, Param) and not value.part and not change.place.elements:
            arrays = (path,) if isinstance(change, Push) else ()
            if value.collection == write.collection and value.path.removesuffix(".0") == path:
                yield value, DocPath(write.collection, path, arrays)


def _is_beside(repeated: Repeated, place: DocPath) -> bool:
    """Whether what is added at a place names a document, and repeats fields of it."""
    source, reference = repeated.source, repeated.reference
    return (
        source is not None
        and reference.arrays == place.arrays
        and reference.path.startswith(f"{place.path}.")
    )


def _read(
    world: OperationContext,
    recipe: ScriptFunction,
    write: Statement,
    element: Param,
    place: DocPath,
    repeated: Repeated,
) -> tuple[Statement, Param]:
    """Put the read before the first write, and what it found into what is added; return the write and what its caller
    still gives."""
    source, start = repeated.source, len(place.path) + 1
    fields = {path[start:]: own for path, own in repeated.fields.items() if path.startswith(f"{place.path}.")}
    if source is None or not fields or any("." in path for path in fields):
        return write, element
    word = repeated.link.word(opposite(repeated.side))
    which = outcome(element.name, repeated.reference.path[start:])
    is_named = _is_needed(world, repeated.reference)
    step = recipe.step(word, repeated.reference.path)
    kind = of_kind(whole(world), source.entity, source.collection) if source.is_root else None
    read = ScriptFunction(recipe.subject, recipe.name, recipe.purpose, script=recipe.script)
    read.add(
        "findOne", source.collection, filter=source.match(which, kind), step=step,
        projection=shown(source, which, dict.fromkeys(fields.values(), 1)),
        must_match=f"{word} not found", only_with=None if is_named else which, comment=" ",
    )  # fmt: skip
    parts = _parts(
        {path: value_of(source, step, own) for path, own in fields.items()},
        {path for path, own in fields.items() if is_named and world.always(source.collection, own)},
    )
    given = replace(element, without=(*element.without, *fields))
    at = recipe.statements.index(write)
    first = next(number for number, each in enumerate(recipe.statements) if each.writes)
    filled = retold(
        write, lambda param: BuiltValue("document", (given, *parts)) if param == element else param
    )
    recipe.statements[at] = filled
    recipe.statements.insert(first, replace(read.statements[0], comment="", transaction=write.transaction))
    recipe.remark(f"{with_verb([*(f'{place.path}.{path}' for path in fields)])} read from the {word}.")
    return filled, given


def _parts(values: dict[str, Outcome], always: set[str]) -> tuple[dict[str, Outcome] | BuiltValue, ...]:
    """Return what was read as parts of a document; what may be absent there is left out where it is."""
    rest = {path: replace(value, optional=True) for path, value in values.items() if path not in always}
    own = {path: value for path, value in values.items() if path in always}
    return (*((own,) if own else ()), *((BuiltValue("given", (rest,)),) if rest else ()))


def _is_needed(world: OperationContext, reference: DocPath) -> bool:
    """Whether each element has a value at a path."""
    field = world.field(reference.collection, reference.path)
    return field is not None and field.required and "null" not in field.types
