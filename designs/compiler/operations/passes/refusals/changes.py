"""A change of what is not there, or not in the state that an operation asks for, must not look as if it had been made: the
function says which of these it is."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from copy import copy
from typing import Any, NamedTuple

from msgspec.structs import replace

from ....placement.schema_versions import NUMBER
from ....plan_model.number_format import listed
from ....plan_model.physical import Outcome, Param, Statement
from ...atomic import has_transactions
from ...context import QUERIES, OperationContext, RelationshipContext, ScriptFunction, loaded
from ...document_places import asking_for_room
from ...functions.document_versions import pasts
from ...functions.split_subtypes import collections_of
from ...ir.conditions import At, Condition, Filter, Or, filter_of
from ...ir.predicates import Elem, Eq, Exists, In, Ne, Predicate, Range
from ...ir.rendering import markers_of
from ...upkeep.archives import archives, natural_keys, stated_keys
from ...write.array_filters import links_shortened

_CHANGING = frozenset({"edit", "attribute", "reassign", "update"})
_CHANGES = ("updateOne", "findOneAndUpdate")
_FOLLOWING = frozenset({"aggregate", "updateOne", "updateMany"})
_SINCE_READ = ", or it changed since it was read"
OTHER_SHAPE = "it has another schema version: migrate it first"


class Sought(NamedTuple):
    """What a function looks for to change it. place: of the statement that does; key: what names it; rest: what else the
    filter asks, of which the state of the document is a part. is_looked_for_first: since others are changed before it."""

    place: int
    key: tuple[Condition, ...]
    rest: tuple[Condition, ...]
    is_looked_for_first: bool = False


class Missing(NamedTuple):
    """What to say where a change finds nothing. reasons: what keeps it from what is there, "" of what needs only be there;
    archive: where it may have been moved to, "" where nothing is moved."""

    not_found: str
    reasons: str
    archive: str


def refusing_lost_changes(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function with an error where it changes one document that its caller names, and there is none, or where it
    is there and does not meet the rest of the filter, or has no room for what the function adds."""
    recipe = asking_for_room(world, recipe)
    sought = _sought(world, recipe)
    if sought is None:
        return recipe
    changed, statement = copy(recipe), recipe.statements[sought.place]  # operations are made of it, as it was
    changed.reserve(recipe.statements)
    changed.statements = [*recipe.statements]
    is_last = not any(each.writes for each in recipe.statements[sought.place + 1 :])
    step = statement.step or changed.step("changed")
    answers = statement.answers or (statement.writes and is_last and not statement.transaction)
    missing = (
        _no_such_element(world, recipe, statement)
        or f"{word_of(world, recipe, statement.collection, sought.key)} not found"
    )
    reasons = (
        reasons_of(world, statement, sought) if not _is_told_by_element(world, recipe, statement) else ""
    )
    if sought.is_looked_for_first:
        return _looking_first(changed, statement, f"{missing}, or {reasons}" if reasons else missing)
    into = archive_of(world, statement, sought)
    if (reasons or into) and not _is_read_before(world, recipe, sought.place):
        untold = replace(statement, step=step, must_match="", answers=answers, ends=False)
        changed.statements[sought.place] = untold
        tell_which(world, changed, sought, Missing(missing, reasons, into))
        return changed.numbered()
    must = f"{missing}, or {reasons}" if reasons else missing
    changed.statements[sought.place] = replace(
        statement, step=step, must_match=must, answers=answers, ends=False
    )
    return changed


def _looking_first(recipe: ScriptFunction, change: Statement, must_match: str) -> ScriptFunction:
    """The function with a look, before all else, at what it changes."""
    first, *rest = recipe.statements
    look = look_for(
        recipe, change, filter_of(change.filter), step=recipe.step("existing"), must_match=must_match
    )
    recipe.statements = [replace(look, comment=first.comment), replace(first, comment=""), *rest]
    return recipe.numbered()


def look_for(recipe: ScriptFunction, change: Statement, filter: Filter, **more: Any) -> Statement:
    """A read of what a filter finds where a statement changes something, by the same collation and in the same transaction."""
    ask = ScriptFunction(recipe.subject, recipe.name, recipe.purpose, transaction=change.transaction)
    options = {name: each for name, each in (change.options or {}).items() if name == "collation"}
    ask.add(
        "findOne", change.collection, filter=filter, projection={"_id": 1}, comment=" ", options=options, **more,
    )  # fmt: skip
    return replace(ask.statements[0], comment="")


def tell_which(world: OperationContext, recipe: ScriptFunction, sought: Sought, missing: Missing) -> None:
    """Look for the document by its key alone where the change has not found it, and in its archive, and say what is wrong.
    Where no transaction holds what follows from a change, a second call completes that first."""
    statement = recipe.statements[sought.place]
    word = word_of(world, recipe, statement.collection, sought.key)
    look = look_for(
        recipe, statement, Filter(sought.key), step=recipe.step(word, f"{word}_found"), unless=statement.step,
        must_match=missing.not_found, must_miss=f"{word} found, but {missing.reasons}",
    )  # fmt: skip
    looks = [look]
    if missing.archive:
        archived = look_in_archive(recipe, look, missing.archive, word)
        looks = [*([replace(look, must_match="")] if missing.reasons else []), archived]
    behind = [place for place, each in enumerate(recipe.statements) if each.writes and place > sought.place]
    comes_last = bool(behind) and statement.writes and not statement.transaction
    place = len(recipe.statements) if comes_last else sought.place + 1
    if place == len(recipe.statements) and loaded("atomic.may_answer")(recipe, sought.place):
        recipe.statements[sought.place] = replace(statement, answers=True)
    recipe.statements[place:place] = looks


def look_in_archive(recipe: ScriptFunction, look: Statement, into: str, word: str) -> Statement:
    """Return the look for what was moved to an archive, which says so."""
    step, moved = recipe.step(f"archived_{word}"), f"{word} was moved to {into}"
    return replace(look, collection=into, step=step, must_miss=moved)


def archive_of(world: OperationContext, statement: Statement, sought: Sought) -> str:
    """Return the archive that holds a document under the ``_id``, or the key, that names it, "" where none may."""
    into = archives(world).get(statement.collection, "")
    if not into or any(
        past.holds_versions and past.collection == statement.collection for past in pasts(world)
    ):
        return ""
    paths = {each.path for each in sought.key if isinstance(each, At)}
    keys = (("_id",), *natural_keys(world, statement.collection))
    return into if any(paths.issuperset(key) for key in keys) else ""


def _sought(world: OperationContext, recipe: ScriptFunction) -> Sought | None:
    """Return what a function looks for to change it, None where its caller names no single document, or the function is
    told what else to do."""
    if recipe.script != QUERIES or recipe.purpose not in _CHANGING:
        return None
    place = _place(recipe.statements)
    sought = _sought_at(world, recipe, place) if place is not None else None
    if sought is not None:
        return sought
    listed = (
        place for place, _ in enumerate(recipe.statements) if _is_listed_before(recipe.statements, place)
    )
    place = next(listed, None)
    sought = _sought_at(world, recipe, place) if place is not None else None
    if place is None or sought is None:
        return None
    # Where no transaction holds a move together, a second call finds it made, and has to do what follows from it.
    asked = replace(recipe.statements[place], filter=Filter(sought.rest), update=None)
    is_told = any(isinstance(marker, Param) for marker in markers_of(asked))
    if is_told and not recipe.statements[place].transaction:
        return None
    return sought._replace(is_looked_for_first=True)


def _sought_at(world: OperationContext, recipe: ScriptFunction, place: int) -> Sought | None:
    """Return what the statement at a place looks for, None where its caller names no single document by it."""
    first = recipe.statements[place]
    if not _may_be_told(world, recipe, first):
        return None
    asked = but_for_kinds(world, first)
    of_kind = tuple(each for each in filter_of(first.filter).conditions if each not in asked)
    asked = _unfolded(asked) if _is_of_one(world, first) else asked
    by_element = first.writes and _no_such_element(world, recipe, first)
    key = tuple(each for each in asked if is_of_caller(each))
    paths = {each.path for each in key if isinstance(each, At)}
    identifying = telling_key(world, first.collection, paths)
    if not identifying:
        return Sought(place, tuple(asked), ()) if by_element and asked else None
    identifying = identifying | {path for path, _ in world.collections[first.collection].shard_key}
    key = tuple(each for each in key if isinstance(each, At) and each.path in identifying)
    return Sought(place, (*of_kind, *key), tuple(each for each in asked if each not in key))


def _place(statements: list[Statement]) -> int | None:
    """Return the place of the first write, or of a read without which there is none; or of the last write, where no
    transaction holds it together with what follows from it, which is written before."""
    first = next(
        (place for place, each in enumerate(statements) if each.writes or _is_read_first(each)), None
    )
    writes = [place for place, each in enumerate(statements) if each.writes]
    if first is None or statements[first].op != "aggregate" or statements[first].transaction:
        return first
    return writes[-1] if all(statements[place].op in _FOLLOWING for place in writes[:-1]) else first


def _is_listed_before(statements: list[Statement], place: int) -> bool:
    """Whether what a statement changes is looked for before, for others to follow it, as a list of one or none."""
    change = statements[place]
    return change.op in _CHANGES and any(
        each.op == "find"
        and each.limit == 1
        and (each.collection, each.filter) == (change.collection, change.filter)
        for each in statements[:place]
    )


def _is_read_first(statement: Statement) -> bool:
    """Whether a statement reads the one document that a function is about, without which it does nothing."""
    return statement.op == "findOne" and statement.ends and bool(statement.step)


def _may_be_told(world: OperationContext, recipe: ScriptFunction, first: Statement) -> bool:
    """Whether nothing says yet what is to be done where a statement finds nothing."""
    is_told = first.must_match and first.must_match != f"{word_for(world, first.collection)} not found"
    if is_told or first.unless or first.only_with or first.each or first.retry:
        return False
    if first.op not in _CHANGES and not _is_read_first(first) and not _is_of_one(world, first):
        return False
    planned = (world.collections.get(each.collection) for each in recipe.statements)  # an archive is not
    if any(each is not None and each.kind == "overflow" for each in planned):
        return False  # what is not in the array may be there
    if first.chance is not None or (first.options or {}).get("upsert"):
        return False
    others = [each for each in recipe.statements if each is not first]
    if any(is_elsewhere(world, each, first) or _is_in_another(world, each, first) for each in others):
        return False
    return not (first.step and any(each.unless == first.step for each in recipe.statements))


def _is_in_another(world: OperationContext, statement: Statement, first: Statement) -> bool:
    """Whether a write looks for what another one changes as an element: a node of a tree stands at any level."""
    return statement.writes and any(
        each.predicate == key.predicate
        and each.path.endswith(f".{key.path}")
        and (key.path != "_id" or is_id_of_element(world, statement.collection, each.path))
        for key in _named(first)
        for each in _named(statement)
    )


def _named(statement: Statement) -> list[At]:
    """Return the conditions that ask for one value that the caller gives."""
    return [
        each for each in filter_of(statement.filter).conditions if isinstance(each, At) and is_of_caller(each)
    ]


def _is_read_before(world: OperationContext, recipe: ScriptFunction, place: int) -> bool:
    """Whether a server without transactions reads what a change finds before it, to keep its earlier version."""
    statement = recipe.statements[place]
    if any(each.writes for each in recipe.statements[:place]):
        return False
    keeps = any(past.collection == statement.collection for past in pasts(world))
    return keeps and not has_transactions(world, [statement.collection])


def is_of_caller(condition: Condition) -> bool:
    """Whether a condition asks for one value that the caller gives."""
    return (
        isinstance(condition, At)
        and type(condition.predicate) is Eq
        and isinstance(condition.predicate.value, Param)
    )


def telling_key(world: OperationContext, name: str, paths: set[str]) -> set[str]:
    """Return those of the paths by whose values one document of a collection is told, none where there are no such."""
    collection = world.collections.get(name)
    if collection is None or collection.kind not in ("standard", "link", "bucket"):
        return set()
    unique = [{path for path, _ in each.keys} for each in collection.indexes if each.options.get("unique")]
    unique += [{past.key} for past in pasts(world) if past.is_unique and past.collection == name]
    unique += [{path} for path in stated_keys(world, name)]
    elements = [{path} for path in sorted(paths) if is_id_of_element(world, name, path)]
    return next((key for key in ({"_id"}, *unique, *elements) if key <= paths), set())


def is_id_of_element(world: OperationContext, name: str, path: str) -> bool:
    """Whether elements of an array have ids of their own at a path: no two of all documents have the same."""
    field = world.field(name, path)
    above, _, last = path.rpartition(".")
    array = world.field(name, above) if above else None
    is_own = field is not None and field.target is None and field.origin == "own"
    return last == "_id" and is_own and array is not None and array.items is not None


def _is_of_one(world: OperationContext, statement: Statement) -> bool:
    """Whether an update of several documents means one: that around an element whose id its caller gives, or the only one
    that the design says has the value."""
    asked = (each for each in _unfolded(filter_of(statement.filter).conditions) if is_of_caller(each))
    paths = [each.path for each in asked if isinstance(each, At)]
    keys, name = stated_keys(world, statement.collection), statement.collection
    return statement.op == "updateMany" and any(
        path in keys or is_id_of_element(world, name, path) for path in paths
    )


def _unfolded(conditions: Iterable[Condition]) -> list[Condition]:
    """Return conditions, those that hold of one element of an array each by itself."""
    unfolded: list[Condition] = []
    for each in conditions:
        inner = (
            each.predicate.condition if isinstance(each, At) and isinstance(each.predicate, Elem) else None
        )
        if isinstance(each, At) and inner is not None and len(inner.on_paths) == len(inner.conditions):
            unfolded += (At(f"{each.path}.{part.path}", part.predicate) for part in inner.on_paths)
        else:
            unfolded.append(each)
    return unfolded


def word_of(
    world: OperationContext, recipe: ScriptFunction, collection: str, key: tuple[Condition, ...]
) -> str:
    """Return the word for what a key names: an element of documents is what the function is about."""
    kind, _, name = recipe.subject.partition(":")
    paths = [each.path for each in key if isinstance(each, At)]
    if not any(is_id_of_element(world, collection, path) for path in paths):
        return word_for(world, collection)
    if kind == "relationship":
        return RelationshipContext(world, world.names.relationships[name]).words[1]
    operation = world.operations.get(name)
    return world.word(operation.entity) if operation is not None else word_for(world, collection)


def _is_told_by_element(world: OperationContext, recipe: ScriptFunction, statement: Statement) -> bool:
    """Whether it is the element, or the link, that is missing where the function finds nothing."""
    return bool(statement.writes and _no_such_element(world, recipe, statement))


def _no_such_element(world: OperationContext, recipe: ScriptFunction, change: Statement) -> str:
    """Return what to say where a function of a relationship changes an element, or a link, that its filter does not find;
    "" where it changes something else."""
    kind, _, name = recipe.subject.partition(":")
    if kind != "relationship" or recipe.purpose not in ("edit", "attribute"):
        return ""
    link = RelationshipContext(world, world.names.relationships[name])
    is_link = link.relationship.kind in ("many-to-many", "graph")
    missing = f"{'link' if is_link else link.words[1]} not found"
    return f"{missing}{since_read(world, change)}"


def since_read(world: OperationContext, statement: Statement) -> str:
    """Return what may be the matter besides where a statement looks for an element that its caller gives whole: that is
    there no longer once somebody has changed it. "" where an id or a value of it is enough."""
    asked = filter_of(statement.filter).conditions
    return _SINCE_READ if any(_is_whole(world, statement.collection, each) for each in asked) else ""


def _is_whole(world: OperationContext, collection: str, condition: Condition) -> bool:
    """Whether a condition asks for an element of an array of objects, given whole."""
    if isinstance(condition, At) and isinstance(condition.predicate, Elem):
        inner = condition.predicate.condition.on_paths
        within = [At(f"{condition.path}.{each.path}", each.predicate) for each in inner]
        return any(_is_whole(world, collection, each) for each in within)
    if not isinstance(condition, At) or not isinstance(condition.predicate, Eq):
        return False
    field, value = world.field(collection, condition.path), condition.predicate.value
    is_of_objects = field is not None and field.items is not None and "object" in field.items.types
    return is_of_objects and isinstance(value, Param) and value.path == f"{condition.path}.0"


def reasons_of(world: OperationContext, statement: Statement, sought: Sought) -> str:
    """Return in words what may be otherwise than a filter asks: of the element that the key names, as of a document."""
    ids = [each.path for each in sought.key if isinstance(each, At)]
    within = [
        f"{path.rpartition('.')[0]}." for path in ids if is_id_of_element(world, statement.collection, path)
    ]
    gone = links_shortened(world, statement)
    said = [
        "it isn't linked"
        if isinstance(each, At) and (each.path in gone or each.path.rpartition(".")[0] in gone)
        else _reason_within(world, statement.collection, each, within)
        for each in sought.rest
    ]
    return listed(dict.fromkeys(said), "or")


def _reason_within(world: OperationContext, name: str, condition: Condition, within: list[str]) -> str:
    """Return in words what is the matter with an element of one of the arrays, or with the document around it."""
    above = next(
        (each for each in within if isinstance(condition, At) and condition.path.startswith(each)), ""
    )
    if (
        not above
        or not isinstance(condition, At)
        or len([*arrays_on(world, name, condition)]) > above.count(".")
    ):
        return _reason(world, name, condition)
    return f"its {condition.path.removeprefix(above)} {_unlike(condition.predicate)}"


def _reason(world: OperationContext, collection: str, condition: Condition) -> str:
    """Return in words what is the matter with a document that does not meet a condition."""
    if isinstance(condition, Or) and len(room := condition.filters[0].on_paths) == 1:
        condition = room[0]  # there is none, and it isn't listed already
    if not isinstance(condition, At):
        return "it doesn't match the rest of the filter"
    array = next(arrays_on(world, collection, condition), "")
    if isinstance(condition.predicate, Exists) and condition.path.rpartition(".")[2].isdigit():
        return f"its {array} limit is reached"
    if condition.path.rpartition(".")[2] == NUMBER:
        return OTHER_SHAPE
    if array == condition.path and _is_list_as_read(condition):
        return f"its {array} changed since they were read"
    if array and isinstance(condition.predicate, Ne):
        return f"it already has that item in {array}"
    if array:
        changed = _SINCE_READ if _is_whole(world, collection, condition) else ""
        return f"it has no matching item in {array}{changed}"
    value = condition.predicate.value if type(condition.predicate) is Eq else None
    if isinstance(value, Outcome) and value.path == condition.path and value.step:
        return f"its {condition.path} differs from that of the {value.step}"
    return f"its {condition.path} {_unlike(condition.predicate)}"


def _is_list_as_read(condition: At) -> bool:
    """Whether a condition asks for a list that its caller gives whole."""
    value = condition.predicate.value if isinstance(condition.predicate, Eq) else None
    return isinstance(value, Param) and value.path == condition.path


def arrays_on(world: OperationContext, collection: str, condition: At) -> Iterator[str]:
    """Yield the arrays that a path leads through, or in which it looks for an element."""
    names = condition.path.split(".")
    is_element = isinstance(condition.predicate, Elem | Eq | In)
    for end in range(1, len(names) + is_element):
        path = ".".join(names[:end])
        field = world.field(collection, path)
        if field is not None and field.items is not None:
            yield path


def _unlike(predicate: Predicate) -> str:
    """Return in words what a value is that does not meet a predicate."""
    if type(predicate) is Eq and _is_plain(predicate.value):
        return f"isn't {_spelled(predicate.value)}"
    if isinstance(predicate, Ne) and _is_plain(predicate.value):
        return f"is {_spelled(predicate.value)}"
    if (
        isinstance(predicate, In)
        and isinstance(predicate.values, list)
        and all(map(_is_plain, predicate.values))
    ):
        return f"isn't any of {', '.join(map(_spelled, predicate.values))}"
    if isinstance(predicate, Exists):
        return "has no value" if predicate.wanted else "has a value"
    if isinstance(predicate, Range) and len(predicate.bounds) == 1 and _is_plain(predicate.bounds[0][1]):
        bound, value = predicate.bounds[0]
        return f"isn't {_BOUNDS[bound]} {_spelled(value)}"
    return "doesn't match the filter"


_BOUNDS = {"gt": "above", "gte": "at least", "lt": "below", "lte": "at most"}


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, str | bool | int)


def _spelled(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def but_for_kinds(world: OperationContext, statement: Statement) -> list[Condition]:
    """Return what a filter asks besides the kind of the document, which the caller names none of."""
    collection = world.collections.get(statement.collection)
    telling = {field.name for field in collection.fields if field.tells_kinds} if collection else set()
    conditions = filter_of(statement.filter).conditions
    return [each for each in conditions if not (isinstance(each, At) and each.path in telling)]


def is_elsewhere(world: OperationContext, statement: Statement, other: Statement) -> bool:
    """Whether a statement does in another collection what the other does, whatever each kind has and computes there."""
    pair = {statement.collection, other.collection}
    asked = [each.filter and but_for_kinds(world, each) for each in (statement, other)]
    if len(pair) == 1 or statement.op != other.op or asked[0] != asked[1]:
        return False
    entities = world.names.entities if statement.update != other.update else ()
    return not entities or any(pair <= {*collections_of(world.placement, each)} for each in entities)


def word_for(world: OperationContext, collection: str) -> str:
    """Return what to call a document of a collection: one that is no entity's, but tells of links, is a link."""
    entity = world.collections[collection].entity
    if entity:
        return world.word(entity)
    links = (
        each for each in world.names.relationships.values() if world.placement.traits(each).has_link_documents
    )
    is_of_links = any(world.placement.collection_made_by(each) == collection for each in links)
    return "link" if is_of_links else "document"
