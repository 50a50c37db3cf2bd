"""What stands in several places: the same functions for each of them, named by the place. What is the
same in all of them is said once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from ...placement.doc_path import DocPath
from ...placement.views import Choice, choices, narrowed, reordered, together
from ...plan_model.physical import Param
from ..context import OperationContext, RelationshipContext, ScriptFunction, remembered
from ..functions.split_subtypes import collections_of
from ..parameters import with_parameters


def whole(world: OperationContext) -> OperationContext:
    """The world in which every place counts."""
    return world.whole


def at(world: OperationContext, choice: Choice) -> OperationContext:
    """The world in which the chosen entities stand in one place each. Asked again, the same one."""
    return _narrowed(world, choice) if choice else world


@remembered
def _narrowed(world: OperationContext, choice: Choice) -> OperationContext:
    return world.placed(narrowed(world.placement, choice), (*world.choice, *choice))


def only(world: OperationContext, entity: str) -> OperationContext:
    """The world in which an entity keeps its chosen place and everything else has all of its places."""
    first = whole(world)
    ways = {place.entity for way in choices(first.placement, entity) for place in way}
    return at(first, tuple(place for place in world.choice if place.entity in ways))


def at_every(world: OperationContext, entity: str) -> list[tuple[Choice, OperationContext]]:
    """Each place of an entity's documents, with the world in which it is the only one."""
    return [(choice, at(world, choice)) for choice in choices(world.placement, entity)]


def at_each(world: OperationContext, entity: str) -> list[tuple[Choice, OperationContext]]:
    """The same, but all documents together of a general whose kinds have a collection each: what asks for
    them asks all of these."""
    return [(choice, at(world, choice)) for choice in _ways(world, entity)]


@remembered
def _ways(world: OperationContext, entity: str) -> list[Choice]:
    return [()] if collections_of(world.placement, entity) else choices(world.placement, entity)


def links_at_each(link: RelationshipContext) -> list[tuple[Choice, RelationshipContext]]:
    """A relationship for each place of its ends: those of one that it embeds are its own only."""
    world, contexts = link.world, dict[Choice, RelationshipContext]()
    apart = link.placement.home_of(link.relationship) and collections_of(link.placement, link.parent)
    for above in _ways(world, link.parent):
        for below in _ways(world, link.child):
            choice = together(above, tuple(place for place in below if not (apart and place.special)))
            if choice is not None and _is_own(link, choice):
                contexts.setdefault(choice, RelationshipContext(at(world, choice), link.relationship))
    variants = [(choice, _told_apart_from_kinds(context)) for choice, context in contexts.items()]
    inside = [each for each in variants if _share_documents(each[1])] if link.traits.within_document else []
    return inside or variants or [((), link)]


def _told_apart_from_kinds(link: RelationshipContext) -> RelationshipContext:
    """The relationship where a general that stands in several collections is asked for in one first that the other
    end, a kind of it, does not stand in: functions tell the ends apart by their collections."""
    for entity, other in ((link.parent, link.child), (link.child, link.parent)):
        collections = collections_of(link.placement, entity)
        near = frozenset(spot.collection for spot in link.placement.spots(other))
        if entity != other and collections and collections[0] in near and not near.issuperset(collections):
            world = link.world
            other_order = world.placed(reordered(world.placement, entity, near), world.choice)
            return RelationshipContext(other_order, link.relationship)
    return link


def _is_own(link: RelationshipContext, choice: Choice) -> bool:
    """Whether a choice leaves what a relationship embeds where this relationship puts it."""
    child = link.placement.kinds.base(link.child)
    own = link.placement.home_of(link.relationship)
    return not own or all(
        place.home.relationship == link.relationship.name for place in choice if place.entity == child
    )


def _share_documents(link: RelationshipContext) -> bool:
    near, other = link.world.spot(link.parent), link.world.spot(link.child)
    return near is not None and other is not None and near.collection == other.collection


def called_at(choice: Choice, name: str) -> str:
    """What a function is called that is for one place: by what puts things there, and by the kind."""
    before = [place.name for place in choice if not place.special]
    return ".".join([*before, name, *(place.name for place in choice if place.special)])


def name_in(world: OperationContext, names: Iterable[str], name: str) -> str:
    """What a function of the chosen place is called among those of every place."""
    candidates, full = set(names), called_at(world.choice, name)
    fitting = [candidate for candidate in candidates if _fits(candidate, full, name)]
    return name if name in candidates or not fitting else max(fitting, key=len)


def _fits(called: str, full: str, name: str) -> bool:
    """Whether a name is that of a place which a choice tells more exactly."""
    before, middle, after = called.partition(name)
    first, _, last = full.partition(name)
    return bool(middle) and first.endswith(before) and last.startswith(after)


# --- names --------------------------------------------------------------------------------------


def told_apart(
    variants: Sequence[tuple[Choice, RelationshipContext, list[ScriptFunction]]],
) -> list[ScriptFunction]:
    """The recipes of every place, each under the names of the places that it depends on."""
    if len(variants) == 1:
        return variants[0][2]
    by_name: dict[str, list[tuple[Choice, RelationshipContext, ScriptFunction]]] = {}
    for choice, link, recipes in variants:
        for recipe in recipes:
            by_name.setdefault(recipe.name, []).append((choice, link, recipe))
    return [recipe for same in by_name.values() for recipe in _called(same)]


def _called(same: list[tuple[Choice, RelationshipContext, ScriptFunction]]) -> Iterator[ScriptFunction]:
    entities = _deciding([(choice, _content(recipe)) for choice, _, recipe in same])
    taken: set[Choice] = set()
    for choice, link, recipe in same:
        answering = _those(choice, entities)
        if answering in taken:
            continue
        taken.add(answering)
        if answering:
            for sentence in _where(link, entities):
                recipe.remark(sentence)
            yield recipe.called(called_at(answering, recipe.name))
        else:
            yield recipe


def _deciding(same: list[tuple[Choice, Any]]) -> tuple[str, ...]:
    """The fewest entities whose places tell statements apart, all of which every choice names."""
    entities = tuple(dict.fromkeys(place.entity for choice, _ in same for place in choice))
    for count in range(len(entities)):
        for some in combinations(entities, count):
            contents: dict[Choice, Any] = {}
            named = not some or all(_those(choice, some) for choice, _ in same)
            if named and all(
                contents.setdefault(_those(choice, some), content) == content for choice, content in same
            ):
                return some
    return entities


def _those(choice: Choice, entities: tuple[str, ...]) -> Choice:
    return tuple(place for place in choice if place.entity in entities)


def _content(recipe: ScriptFunction) -> list[Any]:
    """What a function does, whatever documents its examples come from."""
    parts = ("op", "collection", "filter", "update", "pipeline", "documents", "projection", "sort", "options")
    return [
        [with_parameters(getattr(statement, part), _name_alone) for part in parts]
        for statement in recipe.statements
    ]


def _name_alone(param: Param) -> tuple[str, str]:
    return "parameter", param.name


def _where(link: RelationshipContext, entities: tuple[str, ...]) -> Iterator[str]:
    """For which documents a function is, of those ends that stand in one of several places."""
    inside = link.placement.home_of(link.relationship)
    written_places: set[DocPath] = set()
    for entity in [link.parent] if inside else [link.parent, link.child]:
        places = [place for way in choices(whole(link.world).placement, entity) for place in way]
        spot = link.world.spot(entity)
        if (
            spot is not None
            and spot not in written_places
            and any(place.entity in entities for place in places)
        ):
            written_places.add(spot)
            yield f"For the {link.names.word(entity)} in {named(spot)}."


def named(spot: DocPath) -> str:
    """A place as people write it."""
    return f"{spot.collection}.{spot.path}" if spot.path else spot.collection
