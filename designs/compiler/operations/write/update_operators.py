"""Updates of the workload: effects and changed paths as update operators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bson import Decimal128
from msgspec import UNSET
from msgspec.structs import replace

from ...model.conceptual import Effect, Operation, given
from ...model.values import operand
from ...names.inflection import singular
from ...placement.doc_path import DocPath
from ...plan_model.physical import Param
from ..context import OperationContext, RelationshipContext, ScriptFunction, Unsupported
from ..document_places import Address
from ..identifiers import value_path
from ..ir.changes import (
    AddToSet,
    CurrentDate,
    DocumentChange,
    Inc,
    Max,
    Min,
    Mul,
    Pull,
    PullEqual,
    Push,
    Put,
    Unset,
    Update,
    UpdatePath,
)
from ..ir.condition_reading import read_predicate
from ..ir.conditions import Filter
from ..ir.node import MethodOptions
from ..ir.predicates import Eq, Exists
from ..read.conditions import Conditions, Elsewhere
from ..read.element_conditions import Untold
from ..read.lookups import unique_match
from .array_filters import Meant
from .operation_by_relationship import (
    copies_in_list,
    is_list_of_ids,
    is_list_of_links,
    listed_on_both,
    moves_home,
    moves_on,
    reference_of_path,
)
from .pipeline_update import Write, meet, outermost, put_or_unset, staged
from .reference_updates import going_along

_CHANGES: dict[str, Callable[..., DocumentChange]] = {
    "set": Put, "unset": Unset, "increment": Inc, "multiply": Mul, "minimum": Min, "maximum": Max, "push": Push,
    "add-to-set": AddToSet, "pull": Pull, "current-date": CurrentDate,
}  # fmt: skip
_OF_ARRAYS = ("push", "add-to-set", "pull")
_ONE_LINK = "push or pull one link of {} at a time"
_OVERWRITING = ("set", "unset", "current-date")
"""Effects after which nothing is left of what the field held: a new value that the caller gives would be lost."""


def update_of(
    world: OperationContext,
    operation: Operation,
    spot: DocPath,
    recipe: ScriptFunction,
    condition: Filter | None = None,
) -> ScriptFunction:
    """One atomic update; findOneAndUpdate where the document is wanted with it. known: what else its
    documents meet, by document path."""
    conditions = Conditions(world, operation, spot)
    filter = conditions.filter(recipe).merged(condition)
    elements = Meant(world, spot.collection, filter)
    writes = _writes(operation, conditions, recipe)
    if not writes:
        return recipe
    outermost_writes = outermost(writes)
    covered = sorted({write.path for write in writes} - {write.path for write in outermost_writes})
    if covered:
        recipe.remark(f"Also rewrites the enclosing object: {', '.join(covered)}.")
    update = update_by(world, outermost_writes, elements)
    filter = elements.there(_there(world, spot, filter))
    filter, options = filter.of_same_elements(_deepest(operation, conditions)), conditions.collation()
    returns = given(operation.returns, "nothing")
    if returns != "nothing":
        returned = {"returnDocument": returns, **first_by(conditions, recipe), **options}
        return recipe.add("findOneAndUpdate", spot.collection, filter=filter, update=update, options=returned)
    op = "updateOne" if unique_match(world, operation, spot) else "updateMany"
    return recipe.add(op, spot.collection, filter=filter, update=update, options=options)


def first_by(conditions: Conditions, recipe: ScriptFunction) -> MethodOptions:
    """The option that says which of several documents is meant: the first in the operation's order."""
    if conditions.sorts_by_attribute:
        recipe.remark("Updates any one match: a write can't sort by an attribute in an array.")
        return {}
    sort = conditions.sort()
    return {"sort": sort} if sort else {}


def _there(world: OperationContext, spot: DocPath, filter: Filter) -> Filter:
    """A part that need not be there is changed where it is: a write to one of its fields would make it."""
    is_inside = any(path == spot.path or path.startswith(f"{spot.path}.") for path in filter.paths)
    if not spot.path or spot.arrays or is_inside or world.always(spot.collection, spot.path):
        return filter
    return filter.merged({spot.path: Exists()})


def _deepest(operation: Operation, conditions: Conditions) -> tuple[str, ...]:
    """The arrays inside of which the update writes, or the entity itself stands."""
    pulled = {effect.field for effect in given(operation.effects, []) if effect.do == "pull"}
    places = [(path, place) for path in operation.written if (place := _place(conditions, path)) is not None]
    inside = [place.arrays if path in pulled else _arrays(place) for path, place in places]
    return max([conditions.spot.arrays, *inside], key=len)


def _writes(operation: Operation, conditions: Conditions, recipe: ScriptFunction) -> list[Write]:
    """The whole values that effects build on, then the effects, then the changes that no effect tells."""
    effects, changes = given(operation.effects, []), given(operation.changes, [])
    built_on = {effect.field for effect in effects if effect.do not in _OVERWRITING}
    of_effects = {effect.field for effect in effects}
    writes: list[Write] = []
    for path in (path for path in changes if path in built_on):
        writes += _change_writes(conditions, recipe, path, writes)
    last = {effect.field: effect.do for effect in effects}
    for effect in effects:
        on_change = effect.field in changes
        writes += _effect_writes(conditions, recipe, effect, on_change=on_change, last=last[effect.field])
    for path in (path for path in changes if path not in of_effects):
        writes += _change_writes(conditions, recipe, path, writes)
    return writes


def _effect_writes(
    conditions: Conditions, recipe: ScriptFunction, effect: Effect, *, on_change: bool, last: str
) -> list[Write]:
    """What an effect changes. on_change: whether the caller gives a new value for its field as well. last: what the last
    effect on that field does."""
    if _stays(conditions, recipe, effect.field):
        return []
    verb = {"set": "Replaces", "unset": "Removes"}.get(effect.do, "")
    if verb and (folded := _folded_parent(conditions, recipe, effect.field, verb)):
        return _effect_on_parent(conditions, effect, folded)
    beside = _going_along(conditions, recipe, effect.field) if effect.do in ("set", "unset") else []
    place, value = _effect(conditions, recipe, effect, on_change=on_change, copied=bool(beside))
    attribute = conditions.attribute(effect.field)
    if effect.do in _OF_ARRAYS and place.path not in place.arrays and not attribute:
        raise Unsupported(  # the rest alone would be half of it
            f"{effect.field} stores links, and each link updates more than this field."
        )
    lists_ids = is_list_of_ids(conditions.world, conditions.operation.entity, effect.field)
    does = "add-to-set" if effect.do == "push" and lists_ids else effect.do  # it names each once
    writes = [Write(_CHANGES[does], place, value, attribute)]
    gone = effect.do == "unset"
    if last == "unset" and attribute is None:
        _refuse_removal(conditions, effect.field, place)
    return [
        *writes,
        *(Write(_CHANGES[effect.do], spot, None if gone else copied) for spot, copied in beside),
    ]


def _refuse_removal(conditions: Conditions, path: str, place: DocPath) -> None:
    if conditions.world.always(place.collection, place.path):
        raise Unsupported(
            f"It removes {path}, which is required, so validation fails.",
            f"keep {path}, or make it optional",
        )


def _effect_on_parent(conditions: Conditions, effect: Effect, folded: list[Write]) -> list[Write]:
    """What an effect on the reference changes of a parent that stands in the child itself, whose fields come and go
    together. Raise Unsupported where the design gives the value of one of several."""
    if effect.do == "unset":
        _refuse_removal(conditions, effect.field, folded[0].place)
        return [Write(Unset, write.place, None) for write in folded]
    if effect.value is UNSET:
        return folded
    if len(folded) > 1:
        raise Unsupported(
            f"{effect.field} is stored as {len(folded)} fields, but the design sets only one value.",
            f"leave out the value of {effect.field}, or unset it",
        )
    value = operand(effect.value, conditions.types(effect.field))
    return [write._replace(kind=Put, value=value) for write in folded]


def _change_writes(
    conditions: Conditions, recipe: ScriptFunction, path: str, others: list[Write]
) -> list[Write]:
    """What a new value at a path changes. others: what is written already."""
    if _stays(conditions, recipe, path):
        return []
    place = _place(conditions, path)
    if place is None:
        _refuse_end(conditions, path)
        return []
    if folded := _folded_parent(conditions, recipe, path):
        return folded
    if is_list_of_links(conditions.world, conditions.operation.entity, path):
        return _whole_list(conditions, recipe, path, place)
    beside = _going_along(conditions, recipe, path)
    value = _new(conditions, recipe, path, place, bool(beside))
    write = Write(Put, place, value, conditions.attribute(path))
    places = {each.place.path for each in (*others, write) if each.kind is Put}
    return [write, *(Write(Put, spot, value) for spot, value in beside if spot.path not in places)]


def _refuse_end(conditions: Conditions, path: str) -> None:
    """Raise Elsewhere where the document that an end is changed of does not say whom it is linked to: what is changed
    with it alone would be half of what is asked."""
    step = conditions.world.paths.step(conditions.operation.entity, path)
    if step is not None and step.kind == "end" and step.relationship is not None:
        raise Elsewhere(path)


def _stays(conditions: Conditions, recipe: ScriptFunction, path: str) -> bool:
    """Whether a path names the document around, which no update of what is inside moves. Raise Unsupported where it names
    a list that no write of one side alone may change: the rest of the update would be half of it."""
    entity = conditions.operation.entity
    if listed_on_both(conditions.world, entity, path) is not None:
        raise Unsupported(f"{path} is stored on both sides.", _ONE_LINK.format(path))
    if copies_in_list(conditions.world, entity, path):
        raise Unsupported(
            f"{path} stores links with copied fields. Replacing the whole list wouldn't update the copies.",
            _ONE_LINK.format(path),
        )
    relationship = moves_home(conditions.world, entity, path)
    if relationship is not None:
        recipe.remark(
            f"It stays in its {conditions.world.word(relationship.from_.entity)}: {path} identifies that "
            "document."
        )
    return relationship is not None


def update_by(world: OperationContext, writes: list[Write], elements: Meant) -> Update:
    """The update with operators; one of attributes is a pipeline, which adds those that are not there yet,
    and so is one that writes a place twice, or elements that are meant for what is around them too."""
    around = any(elements.filter.mixed(array) for write in writes for array in write.arrays)
    is_computed = any(write.attribute is not None or write.kind is put_or_unset for write in writes)
    if around or is_computed or meet(writes):
        try:
            return staged(world, writes, elements)
        except Untold as missing:
            raise Elsewhere(str(missing)) from None
    return Update.of(
        *(_change(world, write, elements.path(write.place.path, write.arrays)) for write in writes)
    )


def _change(world: OperationContext, write: Write, place: UpdatePath) -> DocumentChange:
    if write.kind is Pull:
        condition = write.value if isinstance(write.value, Filter) else read_predicate(write.value)
        field = world.field(write.place.collection, write.place.path)
        is_of_objects = field is not None and field.items is not None and "object" in field.items.types
        return (PullEqual if is_of_objects and isinstance(condition, Eq) else Pull)(place, condition)
    return write.kind(place) if write.kind in (Unset, CurrentDate) else write.kind(place, write.value)


def _new(conditions: Conditions, recipe: ScriptFunction, path: str, place: DocPath, copied: bool) -> Param:
    """The value that a changed path gets. copied: an id whose document is copied from too."""
    world, words = conditions.world, _new_words(conditions, path)
    route = world.paths.resolve(conditions.operation.entity, path) if copied else None
    if route is not None:
        owner = Address(world, route.target)
        return recipe.param(words, owner.collection, owner.key, document=1)
    attribute = conditions.attribute(path)
    sample = attribute.sample if attribute is not None else place.path
    # A unique value of another document would be refused: then its own is written again.
    return recipe.param(words, place.collection, sample, document=0 if conditions.is_unique(place) else 1)


def _going_along(conditions: Conditions, recipe: ScriptFunction, path: str) -> list[tuple[DocPath, Param]]:
    """What is stored beside a changed reference about the one that it leads to: it changes with it."""
    world, entity = conditions.world, conditions.operation.entity
    step = world.paths.step(entity, path)
    if step is None or step.relationship is None or step.side != "to":
        return []
    return list(
        going_along(
            RelationshipContext(world, step.relationship), recipe, Address(world, entity, conditions.spot)
        )
    )


def _folded_parent(
    conditions: Conditions, recipe: ScriptFunction, path: str, verb: str = "Replaces"
) -> list[Write]:
    """Another parent that stands in the child itself: all that is known of it is written, none is left of the old.
    verb: what is said of its fields."""
    world, entity = conditions.world, conditions.operation.entity
    relationship = reference_of_path(world, entity, path)
    if relationship is None:
        return []
    writes: list[Write] = []
    names = world.placement.folded(relationship)
    if is_several := len(names) > 1:
        recipe.remark(f"{verb} all fields of the {world.word(relationship.from_.entity)}.")
    is_needed = is_several or moves_on(world, conditions.operation)
    for name in names.values():
        place = conditions.spot.down(name)
        field = world.field(place.collection, place.path)
        kind = Put if field is not None and field.required else put_or_unset
        new = recipe.param(f"new {name}", place.collection, place.path, document=1)
        writes.append(Write(kind, place, replace(new, needed=is_needed)))
    return writes


def _whole_list(conditions: Conditions, recipe: ScriptFunction, path: str, place: DocPath) -> list[Write]:
    """A list of links is replaced as a whole, with all that these say of themselves."""
    list_of = DocPath(place.collection, place.arrays[-1], place.arrays)
    if len(_arrays(list_of)) > len(conditions.spot.arrays):
        raise Elsewhere(path)
    recipe.remark(f"Replaces {path} as a whole.")
    return [Write(Put, list_of, recipe.param(f"new {path}", place.collection, list_of.path, document=1))]


def _place(conditions: Conditions, path: str) -> DocPath | None:
    try:
        return conditions.place(path)
    except Elsewhere:
        return None


def _arrays(place: DocPath) -> tuple[str, ...]:
    """The arrays that a place is inside of."""
    return tuple(array for array in place.arrays if array != place.path)


def _effect(
    conditions: Conditions,
    recipe: ScriptFunction,
    effect: Effect,
    *,
    on_change: bool = False,
    copied: bool = False,
) -> tuple[DocPath, Any]:
    """Where an effect writes, and its value. copied: whether that is an id whose document is copied from too."""
    place = conditions.place(effect.field)
    types = conditions.types(effect.field)
    if effect.do in ("increment", "multiply"):
        return place, _amount(recipe, effect, types)
    if effect.do in ("unset", "current-date"):
        return place, None
    if effect.value is not UNSET:
        return place, operand(effect.value, types)
    by = given(effect.by, None)
    if effect.do in ("minimum", "maximum") and by is not None and _NUMBERS.intersection(types):
        return place, _number(by, types)
    attribute = conditions.attribute(effect.field)
    sample = attribute.sample if attribute is not None else place.path
    if copied and attribute is None:
        return place, _new(conditions, recipe, effect.field, place, copied)
    if effect.do == "pull" and not on_change and (meant := _meant_by_filter(conditions, recipe, place)):
        return place, meant
    word = _BESIDE_CHANGE.get(effect.do, "new") if on_change or effect.do == "pull" else "new"
    if effect.do in _OF_ARRAYS:
        words = f"{word} {_element_name(conditions, effect.field, place)}"
        return place, recipe.param(words, place.collection, f"{sample}.0")
    words = _new_words(conditions, effect.field) if word == "new" else f"{word} {effect.field}"
    new = recipe.param(words, place.collection, sample)
    # What comes with a state belongs to it: no sale without its price.
    is_needed = effect.do == "set" and moves_on(conditions.world, conditions.operation)
    return place, replace(new, needed=True) if is_needed else new


def _meant_by_filter(conditions: Conditions, recipe: ScriptFunction, place: DocPath) -> Filter:
    """Return what the filter says of the elements of an array: those that it means go, and no caller names them again."""
    filter = conditions.filter(recipe)
    return Filter() if filter.mixed(place.path) else filter.split(place.path)[0]


def _new_words(conditions: Conditions, path: str) -> str:
    """What the new value at a path is called: the id of what it leads to."""
    leads = reference_of_path(conditions.world, conditions.operation.entity, path) is not None
    return f"new {conditions.value_name(path) if leads else path}"


def _element_name(conditions: Conditions, path: str, place: DocPath) -> str:
    """What one element of an array is called: an id of what it leads to, a value, or all of an embedded document."""
    field = conditions.world.field(place.collection, place.path)
    if field is None or field.items is None or "object" not in field.items.types:
        return conditions.value_name(path)
    around, _, last = value_path(path).rpartition(".")
    return f"{around}.{singular(last)}"


_BESIDE_CHANGE = {
    "minimum": "most", "maximum": "least", "push": "added", "add-to-set": "added", "pull": "removed",
}  # fmt: skip
"""What the value of an effect is called where the caller gives a new value for the field, too."""
_NUMBERS = frozenset({"int", "long", "double", "decimal", "number"})


def _amount(recipe: ScriptFunction, effect: Effect, types: tuple[str, ...]) -> Any:
    """Return what an update adds or multiplies by: the number that the design states, else what the caller gives."""
    if effect.by is not UNSET:
        return _number(effect.by, types)
    if effect.value is not UNSET:
        return operand(effect.value, types)
    words = f"added {effect.field}" if effect.do == "increment" else f"{effect.field} factor"
    param = recipe.param(words, value=_number(1 if effect.do == "increment" else 2, types))
    if effect.do == "increment":
        recipe.remark(f"Adds {param.name}: a negative number subtracts.")
    return param


def _number(by: float, types: tuple[str, ...]) -> Any:
    """The amount in the field's own kind, so that an increment does not change the type."""
    kind = types[0] if types else "number"
    if kind == "decimal":
        return Decimal128(str(by))
    return float(by) if kind == "double" else by
