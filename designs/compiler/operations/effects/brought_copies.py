"""What a new document repeats of the documents that it refers to is read there: who inserts it states their ids alone."""

from __future__ import annotations

from collections import defaultdict
from copy import copy
from typing import Any, NamedTuple

from msgspec.structs import replace

from ...placement.doc_path import DocPath
from ...plan_model.decisions import opposite
from ...plan_model.physical import BuiltValue, Outcome, Param, Statement
from ..context import QUERIES, OperationContext, RelationshipContext, ScriptFunction, outcome, remembered
from ..document_places import Address, beside
from ..functions.links.arriving import inserted_document
from ..functions.links.copied import shown, value_of
from ..functions.split_subtypes import collections_of
from ..ir.node import Document
from ..parameters import retold, with_other_steps
from ..passes.placement_variants import whole
from ..read.conditions import of_kind


class Repeated(NamedTuple):
    """What the documents of a collection repeat of one that they refer to. reference: where they name it; fields: by
    path in them, the path of what is repeated there. source: where that stands; None where it is in several places."""

    link: RelationshipContext
    side: str
    reference: DocPath
    fields: dict[str, str]
    source: Address | None


def reading_copies(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function, whose inserted documents take their copies from the documents that they refer to. Nothing is
    inserted where one of those is not there."""
    if recipe.script != QUERIES or recipe.purpose == "prepare":
        return recipe
    inserts = [
        (document, repeated)
        for each in recipe.statements
        if (document := inserted_document(each)) is not None and not each.each
        for repeated in _repeated(whole(world)).get(each.collection, ())
    ]
    if not inserts:
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    changed.reserve(recipe.statements)
    changed.statements = list(recipe.statements)
    for document, repeated in inserts:
        _read(world, changed, document.name, repeated)
    return changed.numbered()


def _read(world: OperationContext, recipe: ScriptFunction, inserted: str, repeated: Repeated) -> None:
    """Put the read of one source before the insert, and what it found into the new document. inserted: the parameter."""
    place, document = next(
        (number, document)
        for number, each in enumerate(recipe.statements)
        if (document := inserted_document(each)) is not None and document.name == inserted
    )
    statement = recipe.statements[place]
    which = _value(statement.documents, repeated.reference.path)
    if repeated.source is None:
        recipe.remark(f"The document comes with {' and '.join(repeated.fields)}.")
        return
    word = repeated.link.word(opposite(repeated.side))
    step = recipe.step(word, repeated.reference.path)
    values = _fields(world, repeated, step)
    read = _reading(world, recipe, repeated, which, step, word)
    recipe.statements[place] = replace(statement, documents=_with(statement.documents, document, values))
    is_first = isinstance(which, Outcome) and which.step == document.name
    recipe.remark(f"{_listed([*values])} read from the {word}.")
    recipe.statements.insert(0 if is_first else place, replace(read, transaction=statement.transaction))
    gone = tuple(values)
    recipe.statements = [
        with_other_steps(
            retold(each, lambda param: _without(param, document, gone)),
            lambda asked: _found_instead(asked, document.name, values),
        )
        for each in recipe.statements
    ]


def _listed(paths: list[str]) -> str:
    return f"{paths[0]} is" if len(paths) == 1 else f"{', '.join(paths[:-1])} and {paths[-1]} are"


def _reading(
    world: OperationContext, recipe: ScriptFunction, repeated: Repeated, which: Any, step: str, word: str
) -> Statement:
    source = repeated.source
    if source is None:
        raise LookupError(f"{word} stands in several places")
    kind = of_kind(whole(world), source.entity, source.collection) if source.is_root else None
    is_there = world.always(repeated.reference.collection, repeated.reference.path)
    is_always = is_there or not isinstance(which, Outcome)
    read = ScriptFunction(recipe.subject, recipe.name, recipe.purpose, script=recipe.script)
    read.add(
        "findOne", source.collection, filter=source.match(which, kind), step=step,
        projection=shown(source, which, dict.fromkeys(repeated.fields.values(), 1)),
        must_match=f"there is no such {word}", only_with=None if is_always else which, comment=" ",
    )  # fmt: skip
    return replace(read.statements[0], comment="")


def _fields(world: OperationContext, repeated: Repeated, step: str) -> dict[str, Outcome]:
    """Return what was found, by the path in the new document where it goes."""
    source, reference = repeated.source, repeated.reference
    if source is None:
        return {}
    is_named = world.always(reference.collection, reference.path)
    return {
        path: replace(
            value_of(source, step, own), optional=not (is_named and world.always(source.collection, own))
        )
        for path, own in repeated.fields.items()
    }


def _value(documents: Any, path: str) -> Any:
    """Return the value that a new document has at a path: of its last part that has one."""
    parts = documents.parts if isinstance(documents, BuiltValue) else (documents,)
    for part in reversed(parts):
        if isinstance(part, dict) and path in part:
            return part[path]
        if isinstance(part, Param):
            return outcome(part.name, path, present=True)
    raise LookupError(path)


def _with(documents: Any, document: Param, values: dict[str, Outcome]) -> BuiltValue:
    parts = documents.parts if isinstance(documents, BuiltValue) else (documents,)
    return BuiltValue("document", (*parts, *_parts(document.name, values)))


def _parts(step: str, values: dict[str, Outcome], above: str = "") -> tuple[Document | BuiltValue, ...]:
    """Return fields by their paths as parts of a document: those of an object stand in it, beside what the caller gives
    of it otherwise; those that may be absent are left out where they are."""
    always, optional, objects = Document(), Document(), dict[str, dict[str, Outcome]]()
    for path, value in values.items():
        name, _, rest = path.partition(".")
        if rest:
            objects.setdefault(name, {})[rest] = value
        else:
            (optional if value.optional else always)[name] = value
    for name, own in objects.items():
        inside = f"{above}{name}"
        around = outcome(step, inside)
        always[name] = BuiltValue("document", (around, *_parts(step, own, f"{inside}.")))
    given = (BuiltValue("given", (optional,)),) if optional else ()
    return (*((always,) if always else ()), *given)


def _without(param: Param, document: Param, gone: tuple[str, ...]) -> Param:
    is_it = (param.name, param.path, param.part) == (document.name, document.path, document.part)
    return replace(param, without=(*param.without, *gone)) if is_it else param


def _found_instead(asked: Outcome, document: str, values: dict[str, Outcome]) -> Outcome:
    """Return what was read instead of a copy that the new document was asked for."""
    for path, value in values.items() if asked.step == document else ():
        if asked.path == path or asked.path.startswith(f"{path}."):
            return replace(asked, step=value.step, path=f"{value.path}{asked.path[len(path) :]}")
    return asked


@remembered
def _repeated(world: OperationContext) -> dict[str, list[Repeated]]:
    """By collection, what its documents repeat beside a reference that they have once."""
    by_place: defaultdict[str, dict[tuple[str, str, str], Repeated]] = defaultdict(dict)
    for relationship in world.names.relationships.values():
        link = RelationshipContext(world, relationship)
        for side in ("from", "to"):
            for placed in link.placement.copies(relationship, side):
                sources = link.placement.of_path(placed.owner, placed.copy.field)
                for spot in placed.spots:
                    reference = beside(link, side, spot)
                    if reference is None or spot.arrays or reference.arrays or not sources:
                        continue
                    own = by_place[spot.collection]
                    key = (relationship.name, side, reference.path)
                    group = own.setdefault(key, Repeated(link, side, reference, {}, _source(link, side)))
                    group.fields[spot.path] = sources[0].path
    return {collection: [*groups.values()] for collection, groups in by_place.items()}


def _source(link: RelationshipContext, side: str) -> Address | None:
    """Return where all documents of the other end stand; None where some stand elsewhere."""
    other, placement = link.other(side), link.placement
    if len(placement.spots(other)) != 1 or collections_of(placement, other):
        return None
    return Address(link.world, other)
