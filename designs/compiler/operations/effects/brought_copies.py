"""What a new document repeats of the documents that it refers to is read there: who inserts it states their ids alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from copy import copy
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec.structs import replace

from ...placement.doc_path import DocPath
from ...plan_model.decisions import opposite
from ...plan_model.number_format import listed
from ...plan_model.physical import BuiltValue, Outcome, Param, Statement
from ..atomic import has_transactions
from ..context import QUERIES, OperationContext, RelationshipContext, ScriptFunction, outcome, remembered
from ..document_places import Address, beside
from ..functions.links.arriving import inserted_document
from ..functions.links.copied import shown, value_of
from ..functions.split_subtypes import collections_of
from ..identifiers import spoken_word
from ..ir.changes import Update
from ..ir.node import Document
from ..ir.predicates import In
from ..ir.rendering import markers_of
from ..parameters import retold, with_other_steps
from ..passes.placement_variants import whole
from ..passes.same_document_results import results_of
from ..read.conditions import of_kind
from ..results.expressions import Result


class Repeated(NamedTuple):
    """What the documents of a collection, or the elements of an array in them, repeat of one that they refer to. reference:
    where they name it; fields: by path in them, the path of what is repeated there, none where it has to be there only. source: where that stands; None where
    it is in several places."""

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
        if not _is_of_others(world, recipe, each.collection, repeated)
    ]
    if not inserts:
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    changed.reserve(recipe.statements)
    changed.statements = list(recipe.statements)
    for document, repeated in inserts:
        _read(world, changed, document.name, repeated)
    for name in dict.fromkeys(document.name for document, _ in inserts):
        _work_out_copied(world, changed, name)
    return changed.numbered()


def _is_of_others(
    world: OperationContext, recipe: ScriptFunction, collection: str, repeated: Repeated
) -> bool:
    """Whether only documents of other kinds than the inserted one name what is repeated."""
    _, meant = recipe.among.get(collection, ("", ()))
    _, own = world.among(repeated.link.entity(repeated.side)).get(collection, ("", ()))
    return bool(meant and own) and set(meant).isdisjoint(own)


def _work_out_copied(world: OperationContext, recipe: ScriptFunction, inserted: str) -> None:
    """Put behind the insert what works out the results in the new document that follow from its copies: the caller knows
    none of these. inserted: the parameter."""
    place, document = _insert_of(recipe, inserted)
    insert = recipe.statements[place]
    results = own_results(world, recipe, insert.collection, list(document.without))
    if results and not insert.unless and has_transactions(world, [insert.collection]):
        work_out(recipe, inserted, results)
        recipe.remark(f"{with_verb([each.path for each in results])} computed from the values read.")


def own_results(
    world: OperationContext, recipe: ScriptFunction, collection: str, paths: list[str]
) -> list[Result]:
    """Return the results in a new document that follow from what stands at paths in it, and that documents of its kind
    have."""
    _, meant = recipe.among.get(collection, ("", ()))
    results = results_of(whole(world), collection, paths)
    return [each for each in results if not _is_of_other_kinds(world, collection, each.path, meant)]


def work_out(recipe: ScriptFunction, inserted: str, results: list[Result]) -> None:
    """Put an update behind an insert, which works out results in the new document; what comes behind takes them from
    there. inserted: the parameter."""
    place, _ = _insert_of(recipe, inserted)
    insert = recipe.statements[place]
    step = insert.step or recipe.step("inserted")
    is_last = place == len(recipe.statements) - 1
    recipe.statements[place] = replace(insert, step=step, answers=insert.answers or is_last)
    steps = tuple((each.change,) for each in results)
    behind = recipe.statements[place + 1 :]
    paths = dict.fromkeys(each.path for each in results)
    is_asked = any(_asks(each, inserted, paths) for each in behind)
    write = ScriptFunction(recipe.subject, recipe.name, recipe.purpose, script=recipe.script)
    whole_one = recipe.step("worked_out") if is_asked else ""
    write.add(
        "findOneAndUpdate" if is_asked else "updateOne", insert.collection, update=Update(steps), comment=" ",
        filter={"_id": outcome(step, "insertedId", present=True)}, step=whole_one,
        options={"returnDocument": "after", "projection": dict.fromkeys(paths, 1)} if is_asked else None,
    )  # fmt: skip
    values = {path: outcome(whole_one, path) for path in paths}
    recipe.statements[place + 1 :] = [
        replace(write.statements[0], comment="", transaction=insert.transaction),
        *(with_other_steps(each, lambda asked: _found_instead(asked, inserted, values)) for each in behind),
    ]


def _is_of_other_kinds(world: OperationContext, collection: str, path: str, meant: Iterable[str]) -> bool:
    """Whether no document of the kinds that are meant has a field."""
    field = world.field(collection, path)
    kinds = field.kinds if field is not None else ()
    return bool(kinds and meant) and set(meant).isdisjoint(kinds)


def _asks(statement: Statement, inserted: str, paths: Iterable[str]) -> bool:
    """Whether a statement takes one of these values from the document that the caller gives."""
    asked = (each for each in markers_of(statement) if isinstance(each, Outcome) and each.step == inserted)
    return any(each.path == path or each.path.startswith(f"{path}.") for each in asked for path in paths)


def _insert_of(recipe: ScriptFunction, inserted: str) -> tuple[int, Param]:
    return next(
        (number, document)
        for number, each in enumerate(recipe.statements)
        if (document := inserted_document(each)) is not None and document.name == inserted
    )


def _read(world: OperationContext, recipe: ScriptFunction, inserted: str, repeated: Repeated) -> None:
    """Put the read of one source before the insert, and what it found into the new document. inserted: the parameter."""
    place, document = _insert_of(recipe, inserted)
    if repeated.source is None:
        recipe.remark(f"Include {listed(repeated.fields)} in the document.")
        return
    if repeated.reference.arrays:
        _read_of_elements(recipe, place, document, repeated)
        return
    statement, word = recipe.statements[place], repeated.link.word(opposite(repeated.side))
    which = _value(statement.documents, repeated.reference.path)
    if which is None:  # the function says that there is none, such as above a root
        return
    step = recipe.step(word, repeated.reference.path)
    values = _fields(world, repeated, step)
    read = _reading(world, recipe, repeated, which, step, word)
    recipe.statements[place] = replace(statement, documents=_with(statement.documents, document, values))
    is_first = isinstance(which, Outcome) and which.step == document.name
    recipe.remark(f"{with_verb([*values])} read from the {word}.")
    recipe.statements.insert(0 if is_first else place, replace(read, transaction=statement.transaction))
    leave_out(recipe, document, tuple(values))
    recipe.statements = [
        with_other_steps(each, lambda asked: _found_instead(asked, document.name, values))
        for each in recipe.statements
    ]


def _read_of_elements(recipe: ScriptFunction, place: int, document: Param, repeated: Repeated) -> None:
    """Put the read of all sources of the elements of an array before the insert, and the copies into these."""
    statement, (array,), source = recipe.statements[place], repeated.reference.arrays, repeated.source
    link, side = repeated.link, opposite(repeated.side)
    if source is None or not source.is_root:
        return
    reference = repeated.reference.path[len(array) + 1 :]
    step, start = recipe.step(link.names.words(link.entity(side)), repeated.reference.path), len(array) + 1
    read = ScriptFunction(recipe.subject, recipe.name, recipe.purpose, script=recipe.script)
    read.add(
        "find", source.collection, filter={source.key: In(outcome(document.name, array, many=True, each=reference))},
        projection=dict.fromkeys([*repeated.fields.values()] or ["_id"], 1), step=step, comment=" ",
    )  # fmt: skip
    copies = {path[start:]: own for path, own in repeated.fields.items()}
    before = _value(statement.documents, array)
    indexes = link.world.collections[statement.collection].indexes
    is_unique = any(index.unique_in(array) == reference for index in indexes)
    once = (True,) if is_unique or link.relationship.kind in ("many-to-many", "graph") else ()
    alike = link.parent == link.child  # of links between two of a kind, an end's name need be no noun
    word = link.world.word(link.entity(side)) if alike else link.word(side)
    elements = BuiltValue(
        "with_copies", (before, reference, outcome(step), copies, spoken_word(link.world, word), *once)
    )
    parts = _parts_of(statement.documents)
    held = BuiltValue("given", ({array: elements},))
    recipe.statements[place] = replace(statement, documents=BuiltValue("document", (*parts, held)))
    if repeated.fields:
        recipe.remark(
            f"{with_verb([*repeated.fields])} read from the {link.names.spoken(link.entity(side))}."
        )
    else:
        linked = "linked " if alike else ""
        recipe.remark(
            f"Fails if one of its {linked}{link.names.spoken(link.entity(side))} doesn't exist (one read)."
        )
    recipe.statements.insert(0, replace(read.statements[0], comment="", transaction=statement.transaction))
    leave_out(recipe, document, tuple(repeated.fields))


def leave_out(recipe: ScriptFunction, document: Param, paths: tuple[str, ...]) -> None:
    """Take from what the caller gives what the function itself puts into the document. paths: of it."""
    recipe.statements = [
        retold(each, lambda param: _without(param, document, paths)) for each in recipe.statements
    ]


def with_verb(paths: list[str]) -> str:
    """Return paths in words, with the verb that follows them."""
    return f"{listed(paths)} {'is' if len(paths) == 1 else 'are'}"


def _reading(
    world: OperationContext, recipe: ScriptFunction, repeated: Repeated, which: Any, step: str, word: str
) -> Statement:
    source = repeated.source
    if source is None:
        raise LookupError(f"{word} is stored in several places")
    kind = of_kind(whole(world), source.entity, source.collection) if source.is_root else None
    is_there = world.always(repeated.reference.collection, repeated.reference.path)
    is_always = is_there or not isinstance(which, Outcome)
    read = ScriptFunction(recipe.subject, recipe.name, recipe.purpose, script=recipe.script)
    read.add(
        "findOne", source.collection, filter=source.match(which, kind), step=step,
        projection=shown(source, which, dict.fromkeys(repeated.fields.values(), 1)),
        must_match=f"{word} not found", only_with=None if is_always else which, comment=" ",
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
    for part in reversed(_parts_of(documents)):
        if isinstance(part, BuiltValue) and part.kind == "given":
            part = part.parts[0]
        if isinstance(part, dict) and path in part:
            return part[path]
        if isinstance(part, Param):
            return outcome(part.name, path, present=True)
    raise LookupError(path)


def _with(documents: Any, document: Param, values: dict[str, Outcome]) -> BuiltValue:
    """Return a new document with values; an object that has others of the function already keeps these."""
    objects = {path.partition(".")[0] for path in values if "." in path}
    held = {
        name: part[name]
        for part in _parts_of(documents)
        if isinstance(part, dict)
        for name in objects & part.keys()
    }
    parts = [_beside(part, held.keys()) for part in _parts_of(documents)]
    return BuiltValue("document", (*filter(None, parts), *_parts(document.name, values, held=held)))


def _beside(part: Any, names: Collection[str]) -> Any:
    """Return what a part of a document has beside some names."""
    if not isinstance(part, dict):
        return part
    return Document({name: value for name, value in part.items() if name not in names})


def _parts_of(documents: Any) -> tuple[Any, ...]:
    return documents.parts if isinstance(documents, BuiltValue) else (documents,)


def _parts(
    step: str, values: dict[str, Outcome], above: str = "", *, held: Mapping[str, Any] = MappingProxyType({})
) -> tuple[Document | BuiltValue, ...]:
    """Return fields by their paths as parts of a document: those of an object stand in it, beside what the caller gives
    of it otherwise, or what the function has held in it before; those that may be absent are left out where they are."""
    always, optional, objects = Document(), Document(), dict[str, dict[str, Outcome]]()
    for path, value in values.items():
        name, _, rest = path.partition(".")
        if rest:
            objects.setdefault(name, {})[rest] = value
        else:
            (optional if value.optional else always)[name] = value
    for name, own in objects.items():
        inside = f"{above}{name}"
        around = _parts_of(held[name]) if name in held else (outcome(step, inside),)
        always[name] = BuiltValue("document", (*around, *_parts(step, own, f"{inside}.")))
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


def repeated_in(world: OperationContext, collection: str) -> list[Repeated]:
    """Return what the documents of a collection, and the elements in them, repeat of others."""
    return _repeated(world).get(collection, [])


@remembered
def _repeated(world: OperationContext) -> dict[str, list[Repeated]]:
    """By collection, what its documents repeat beside a reference that they have once."""
    by_place: defaultdict[str, dict[tuple[str, str, str], Repeated]] = defaultdict(dict)
    for relationship in world.names.relationships.values():
        link = RelationshipContext(world, relationship)
        for side in (
            ("to",) if link.traits.is_slice else ("from", "to")
        ):  # nothing is in a slice of a new document
            for placed in link.placement.copies(relationship, side):
                sources = link.placement.of_path(placed.owner, placed.copy.field)
                for spot in placed.spots:
                    reference = beside(link, side, spot)
                    if reference is None or not sources or not _can_be_put(spot, reference, sources[0].path):
                        continue
                    own = by_place[spot.collection]
                    key = (relationship.name, side, reference.path)
                    group = own.setdefault(key, Repeated(link, side, reference, {}, _source(link, side)))
                    group.fields[spot.path] = sources[0].path
        for reference, side in _listing(link):
            key = (relationship.name, side, reference.path)
            empty = Repeated(link, side, reference, {}, _source(link, side))
            if empty.source is not None and empty.source.is_root and empty.source.key == "_id":
                by_place[reference.collection].setdefault(key, empty)
    return {collection: [*groups.values()] for collection, groups in by_place.items()}


def _listing(link: RelationshipContext) -> Iterator[tuple[DocPath, str]]:
    """Yield where elements stand in documents that name another document, or are mere ids, with their end: links, and parts
    with another parent than the document. Each of these has to be there, copies or not, and each link once."""
    kind, is_of_ids = link.relationship.kind, not link.traits.holds_values
    ends = {"many-to-many": ("from", "to"), "graph": ("from", "to"), "one-to-many": ("to",)}
    for side in ends.get(kind, ()) if is_of_ids else ():
        for reference in link.placement.references(link.relationship, side):
            array = next(iter(reference.arrays), "")
            inner = reference.path[len(array) + 1 :]
            if len(reference.arrays) == 1 and "." not in f"{array}{inner}":
                yield reference, side


def _can_be_put(spot: DocPath, reference: DocPath, source: str) -> bool:
    """Whether a copy stands beside its reference in the document, or in the elements of one array of it."""
    if spot.arrays != reference.arrays or len(spot.arrays) > 1 or reference.path in reference.arrays:
        return False
    inner = [each.path[len(array) + 1 :] for array in spot.arrays for each in (spot, reference)]
    return not inner or not any("." in name for name in (*spot.arrays, *inner, source))


def _source(link: RelationshipContext, side: str) -> Address | None:
    """Return where all documents of the other end stand; None where some stand elsewhere."""
    other, placement = link.other(side), link.placement
    if len(placement.spots(other)) != 1 or collections_of(placement, other):
        return None
    return Address(link.world, other)
