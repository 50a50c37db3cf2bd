"""Which elements of arrays a filter means: what it says of one element holds of the same one, and an
update or a removal reaches every element of which it holds, in no other. And arrays that must keep so many elements:
what would take one of the last is refused aloud, before the validator does."""

from __future__ import annotations

from copy import copy
from typing import NamedTuple

from msgspec.structs import replace

from ...plan_model.physical import DocField, Outcome, Statement
from ..context import QUERIES, OperationContext, ScriptFunction, loaded
from ..ir.changes import (
    ArrayElement,
    EveryElement,
    FirstElement,
    NamedElement,
    Pull,
    PullAll,
    Update,
    UpdatePath,
)
from ..ir.conditions import At, Condition, Filter, any_of, filter_of, where
from ..ir.expressions import (
    FieldPath,
    LiteralValue,
    OperatorCall,
    Variable,
    and_,
    any_true,
    compared,
    filter_array,
    gte,
    if_null,
    lt,
    ne,
    not_,
    size_of,
    unmet,
)
from ..ir.predicates import Elem, Eq, Exists, Ne, Range
from ..ir.rendering import markers_of
from ..ir.stages import MatchStage
from .written_paths import staying

_MOVES = frozenset({"reassign", "prepare", "upgrade", "watch"})
"""What puts back elsewhere what it takes, or has a refusal of its own."""
_DELETES = frozenset({"deleteOne", "deleteMany", "findOneAndDelete"})
_READS = frozenset({"find", "findOne", "aggregate", "countDocuments"})


class Meant:
    """The elements that a filter means, as the paths of an update name them. One that its key tells is
    the positional ``$``, the first that matches; any others have names, with arrayFilters."""

    def __init__(self, world: OperationContext, collection: str, filter: Filter) -> None:
        self.world, self.collection, self.filter = world, collection, filter
        self._names: dict[tuple[str, str], NamedElement] = {}
        self._whole: list[str] = []

    def path(self, place: str, arrays: tuple[str, ...]) -> UpdatePath:
        """A place of the update. arrays: those on the way that it leads into, from the outermost in;
        of those that the filter says nothing of, all elements are meant."""
        return UpdatePath(place, tuple(self._element(arrays, number) for number in range(len(arrays))))

    def own(self, arrays: tuple[str, ...], number: int) -> Filter:
        """What the filter says of the elements of one of these arrays, not of those deeper in."""
        array = arrays[number]
        own = self.filter.split(array)[0]
        return own.split(arrays[number + 1][len(array) + 1 :])[1] if number + 1 < len(arrays) else own

    def _element(self, arrays: tuple[str, ...], number: int) -> ArrayElement:
        array = arrays[number]
        own, rest = self.own(arrays, number), self.filter.split(array)[1]
        into = arrays[number + 1] if number + 1 < len(arrays) else ""
        into = "" if not into or self._is_there(array, into) else into
        if not own and number == 0:
            self._whole.append(array)
        if not own and not into:
            return EveryElement(array)
        if len(arrays) == 1 and is_key(self.world, self.collection, array, own) and self._is_plain(rest):
            return FirstElement(array)
        return self._named(array, into, own, "found" if number + 1 == len(arrays) else "within")

    def _named(self, array: str, into: str, own: Filter, wish: str) -> NamedElement:
        """The elements of which something holds. into: an array that they must have too."""
        if (array, into) not in self._names:
            count = sum(element.name.startswith(wish) for element in self._names.values()) + 1
            inner = into[len(array) + 1 :]
            has = filter_of({inner: Exists()} if into else {})
            condition = has.merged(own) if inner in own else own.merged(has)
            name = wish if count == 1 else f"{wish}{count}"
            self._names[array, into] = NamedElement(array, name, condition)
        return self._names[array, into]

    def _is_there(self, array: str, into: str) -> bool:
        """Whether each element of an array has another array: the server refuses to go into one that lacks it."""
        steps = into[len(array) + 1 :].split(".")
        ends = [".".join((array, *steps[:count])) for count in range(1, len(steps) + 1)]
        fields = [self.world.field(self.collection, end) for end in ends]
        return all(field is not None and field.required and "null" not in field.types for field in fields)

    def there(self, filter: Filter) -> Filter:
        """The filter of the documents that have the arrays whose elements are meant, whatever is in them."""
        missing = [
            array
            for array in dict.fromkeys(self._whole)
            if not self.world.always(self.collection, array)
            and not any(path == array or path.startswith(f"{array}.") for path in filter.paths)
        ]
        return filter.merged(dict.fromkeys(missing, Exists()))

    def _is_plain(self, rest: Filter) -> bool:
        """Whether no other array is asked for, whose place ``$`` could be instead."""
        return rest.is_on_paths and not any(map(self._leads_through_array, rest.paths))

    def _leads_through_array(self, path: str) -> bool:
        steps = path.split(".")
        fields = (self.world.field(self.collection, ".".join(steps[: end + 1])) for end in range(len(steps)))
        return any(field is not None and "array" in field.types for field in fields)


def of_one_value(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe with each range of what stands in an array as one of one element: otherwise the server is content
    with one element within one bound and another within the other."""
    recipe.statements = [_of_one_value(world, statement) for statement in recipe.statements]
    return recipe


def _of_one_value(world: OperationContext, statement: Statement) -> Statement:
    def changed(at: At) -> At:
        return _in_one_element(world, statement.collection, at)

    if statement.filter:
        filter = _of_same_element(world, statement, statement.filter)
        return replace(statement, filter=filter.moved(changed))
    if not statement.pipeline:
        return statement
    first, *rest = statement.pipeline  # later ones may be of other documents
    if not isinstance(first, MatchStage):
        return statement
    condition = _of_same_element(world, statement, first.condition)
    return replace(statement, pipeline=[replace(first, condition=condition.moved(changed)), *rest])


def _of_same_element(world: OperationContext, statement: Statement, filter: Filter) -> Filter:
    """Return the filter of a read, whose conditions on fields of one array are of one element: a tutor of French at a
    price is one who has that price for French. What says something of all elements stays beside it."""
    if statement.op not in _READS or not statement.subject.startswith("operation:"):
        return filter
    within: dict[str, list[At]] = {}
    for at in filter.on_paths:
        array = _innermost(world, statement.collection, at.path, "")
        if at.asks(array or at.path) and (at.predicate.is_met_alone or at.predicate.is_of_one_value):
            within.setdefault(array, []).append(at)
    for array, some in within.items():
        if len(some) > 1 and filter.predicate(array) is None:
            element = Elem(Filter(tuple(At(at.path[len(array) + 1 :], at.predicate) for at in some)))
            filter = Filter(tuple(each for each in filter.conditions if each not in some))
            filter = filter.merged({array: element})
    return filter


def _in_one_element(world: OperationContext, collection: str, at: At, within: str = "") -> At:
    """within: the path of the element that the condition is of already, with a dot behind it."""
    path, predicate = f"{within}{at.path}", at.predicate
    if isinstance(predicate, Elem):
        inner = predicate.condition.moved(lambda each: _in_one_element(world, collection, each, f"{path}."))
        return At(at.path, Elem(inner))
    array = _innermost(world, collection, path, within) if predicate.is_of_one_value else ""
    if not array:
        return at
    return At(array[len(within) :], Elem(filter_of({path[len(array) + 1 :]: predicate})))


def _innermost(world: OperationContext, collection: str, path: str, within: str) -> str:
    """The last array on a path, behind ``within``; "" where there is none, or single values stand there too."""
    steps = path.split(".")
    ends = (".".join(steps[:count]) for count in range(len(steps), within.count("."), -1))
    for end in ends:
        field = world.field(collection, end)
        if field is not None and "array" in field.types:
            return end if set(field.types) <= {"array", "null"} else ""
    return ""


def is_key(world: OperationContext, collection: str, array: str, own: Filter, *, deep: bool = False) -> bool:
    """Whether the conditions are one equality with what tells elements apart. deep: or the elements of
    arrays inside of them, which a projection may be asked by, an update not."""
    only = own.only
    if only is None or not isinstance(only.predicate, Eq):
        return False
    collection_plan = world.collections.get(collection)
    unique = (
        {tuple(index.keys) for index in collection_plan.indexes if index.options.get("unique")}
        if collection_plan
        else set()
    )
    path = only.path
    return path == "_id" or (deep and path.endswith("._id")) or ((f"{array}.{path}", 1),) in unique


def telling_each_match(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function, whose note says that it changes several elements of an array where nothing tells one of them."""
    if recipe.script == QUERIES and recipe.purpose == "update" and recipe.subject.startswith("operation:"):
        for statement in recipe.statements:
            changes = statement.update.meant if isinstance(statement.update, Update) else ()
            for array in dict.fromkeys(
                each.array
                for change in changes
                for each in change.place.elements
                if isinstance(each, NamedElement)
                and each.condition
                and not _tells_one(world, statement.collection, each)
            ):
                recipe.remark(f"Changes every matching item in {array}.")
    return recipe


def _tells_one(world: OperationContext, collection: str, element: NamedElement) -> bool:
    """Whether the conditions on an element name its key, or what it refers to."""
    array = element.array
    return any(
        is_key(world, collection, array, Filter((each,)))
        or (
            (field := world.field(collection, f"{array}.{each.path}")) is not None
            and field.target is not None
        )
        for each in (element.condition or Filter()).on_paths
        if isinstance(each.predicate, Eq)
    )


# --- arrays that must keep so many elements ---------------------------------------------------------


class _Least(NamedTuple):
    """An array at the root of documents, and how many elements it has at least. enough: what holds of a document that
    has more; several elements may have one key. few: what holds of one that a change leaves too few."""

    array: str
    fewest: int
    enough: Filter
    few: Filter


def keeping_the_minimum(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function, which takes no element out of an array that must keep it: one write finds no document then,
    and what writes several asks first."""
    if recipe.script != QUERIES or recipe.purpose in _MOVES:
        return recipe
    wanted = {place: least for place, each in enumerate(recipe.statements) if (least := _least(world, each))}
    if not wanted:
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    changed.reserve(recipe.statements)
    changed.statements = [*recipe.statements]
    first = next(place for place, each in enumerate(recipe.statements) if each.writes)
    asked: list[Statement] = []
    for place, least in reversed(wanted.items()):  # what is put behind one moves none of those to come
        statement = recipe.statements[place]
        if statement.op == "updateOne" and _looks_elsewhere(recipe, statement):
            guarded = replace(statement, filter=filter_of(statement.filter).merged(least.enough))
            look = _look(world, changed, statement, least, Filter())
            changed.statements[place : place + 1] = [guarded, replace(look, unless=statement.step)]
        elif statement.op == "updateOne":
            changed.statements[place] = _leaving_enough(world, changed, recipe, place, least)
        else:
            stay = _that_stay(recipe, statement.collection)
            statement = (
                replace(statement, filter=filter_of(statement.filter).also_all(stay)) if stay else statement
            )
            changed.statements[place] = statement
            asked.insert(0, _look(world, changed, statement, least, least.few))
    for least in wanted.values():
        changed.remark(f"Fails if fewer than {least.fewest} would remain in {least.array}.")
    changed.statements[first:first] = asked
    if any(isinstance(each, Outcome) for look in asked for each in markers_of(look)):
        changed.statements = loaded("change_last.reads_first")(changed.statements)
    return changed.numbered()


def _that_stay(recipe: ScriptFunction, collection: str) -> list[Condition]:
    """Return what holds of the documents of a collection that a function doesn't delete: they alone must keep elements."""
    deletes = [each for each in recipe.statements if each.op in _DELETES and each.collection == collection]
    return staying(recipe, deletes) or []


def _least(world: OperationContext, statement: Statement) -> _Least | None:
    """Return the array that an update takes elements out of, where it must have some."""
    if statement.op not in ("updateOne", "updateMany") or not isinstance(statement.update, Update):
        return None
    for change in statement.update.meant:
        if isinstance(change, Pull | PullAll) and not change.place.elements:
            field = world.field(statement.collection, change.place.path)
            if field is not None and field.min_items:
                return _least_of(world, statement.collection, change, field)
    return None


def links_shortened(world: OperationContext, statement: Statement) -> list[str]:
    """Return the lists of links that an update takes some out of; not those of what stands in the document itself."""
    changes = statement.update.meant if isinstance(statement.update, Update) else ()
    paths = [each.place.path for each in changes if isinstance(each, Pull | PullAll)]
    fields = [(path, world.field(statement.collection, path)) for path in paths]
    return [path for path, field in fields if field and field.relationship and field.origin != "embedded"]


def _least_of(world: OperationContext, collection: str, change: Pull | PullAll, field: DocField) -> _Least:
    """Return how many elements a change must leave: one more than that are there where it takes one, or none that it
    means, else as many that it does not mean."""
    array, fewest = change.place.path, field.min_items or 0
    meant = change.condition if isinstance(change, Pull) else None
    only = meant.only if isinstance(meant, Filter) else None
    one_more = filter_of({f"{array}.{fewest}": Exists(wanted=True)})
    full = filter_of({f"{array}.{fewest}": Exists(wanted=False)})
    if isinstance(meant, Filter) and not is_key(world, collection, array, meant):
        stays = _missing_any(meant) if only is None or field.origin == "embedded" else None
        if stays is not None:
            left = size_of(filter_array(if_null(FieldPath(array), []), "one", stays))
            return _Least(array, fewest, where(gte(left, fewest)), where(lt(left, fewest)))
    if only is not None and isinstance(only.predicate, Eq):
        one_more = any_of([one_more, filter_of({f"{array}.{only.path}": Ne(only.predicate.value)})])
    elif isinstance(meant, Eq):
        one_more = any_of([one_more, filter_of({array: Ne(meant.value)})])
    return _Least(array, fewest, one_more, full)


def _missing_any(meant: Filter) -> OperatorCall | None:
    """Return what says of the element ``$$one`` that it misses one of the conditions; None where no expression says so of
    each."""
    missed = [_unlike(each) for each in meant.conditions]
    some = [each for each in missed if each is not None]
    return any_true(some) if some and len(some) == len(missed) else None


def _unlike(condition: Condition) -> OperatorCall | None:
    """Return what says that the element misses a condition; of a bound, also where nothing stands at its path."""
    if not isinstance(condition, At):
        return None
    value, predicate = Variable("one", condition.path), condition.predicate
    if isinstance(predicate, Range):
        kept = [compared(name, value, LiteralValue(bound)) for name, bound in predicate.bounds]
        return not_(and_(ne(if_null(value, None), None), *kept))
    return unmet(value, predicate)


def _leaving_enough(
    world: OperationContext, changed: ScriptFunction, recipe: ScriptFunction, place: int, least: _Least
) -> Statement:
    """Return the write of one document, which finds that only where it has more elements than it must keep."""
    statement = recipe.statements[place]
    guarded = replace(statement, filter=filter_of(statement.filter).merged(least.enough))
    keeps = f"it must keep at least {least.fewest} in {least.array}"
    if statement.must_match and not statement.beside:
        return replace(guarded, must_match=f"{statement.must_match}, or {keeps}")
    if statement.must_match or statement.unless or statement.each:
        return guarded
    entity = world.collections[statement.collection].entity
    word = world.word(entity) if entity else "document"
    is_last = not any(each.writes for each in recipe.statements[place + 1 :])
    return replace(
        guarded, step=statement.step or changed.step("changed"),
        must_match=f"{word} not found, or {keeps}",
        answers=statement.answers or (is_last and not statement.transaction),
    )  # fmt: skip


def _looks_elsewhere(recipe: ScriptFunction, statement: Statement) -> bool:
    """Return whether a function goes on to what had no room in the array, where an element is not in that."""
    return bool(statement.step) and any(each.unless == statement.step for each in recipe.statements)


def _look(
    world: OperationContext, changed: ScriptFunction, statement: Statement, least: _Least, full: Filter
) -> Statement:
    """Return the read that ends a function where a document that a write means would have too few. full: what holds of
    such a document, which a write did not find, besides."""
    entity = world.collections[statement.collection].entity
    word = world.word(entity) if entity else "document"
    look = ScriptFunction(changed.subject, changed.name, changed.purpose, script=changed.script)
    look.add(
        "findOne", statement.collection, filter=filter_of(statement.filter).merged(full), projection={"_id": 1},
        step=changed.step("last", least.array), comment=" ",
        must_miss=f"each {word} must keep at least {least.fewest} in {least.array}",
    )  # fmt: skip
    return replace(look.statements[0], comment="", transaction=statement.transaction)
