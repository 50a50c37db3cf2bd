"""One place of what stands in several: a weak shape that different holders have for themselves, or a
general that its kinds repeat; and which fields of a general its kinds have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from ..model.conceptual import Relationship
from ..plan_model.decisions import Home
from ..plan_model.physical import DocField
from .doc_path import DocPath, Locus
from .entity_locations import EntityLocations
from .path_locator import Placement
from .schema_versions import NUMBER


class EntityPlace(msgspec.Struct, frozen=True):
    """One of the places of an entity. name: what tells it from the others, the relationship that puts
    it there or the kind whose documents these are. special: that kind, "" where it is one of the homes."""

    entity: str
    name: str
    home: Home
    special: str = ""


Choice = tuple[EntityPlace, ...]
"""A place for each entity that has several, what holds others before what it holds."""


def choices(placement: Placement, entity: str) -> list[Choice]:
    """Every way to say where a document of an entity stands; one empty choice where there is only one."""
    base, names = placement.kinds.base(entity), placement.names
    places: list[tuple[EntityPlace, str]] = []
    for home in placement.homes(base):
        if home.kind == "nowhere":
            continue
        holder = home.holder or "" if home.kind in ("object", "element") else ""
        places.append((EntityPlace(base, home.relationship or names.word(base), home), holder))
    apart = [special for special in placement.specials(entity) if placement.kinds.base(special) != base]
    for special in apart:  # the others share the documents of the general
        gone = Home(entity=entity, kind="nowhere")
        places.append((EntityPlace(entity, names.word(special), gone, special), special))
    places = [(place, on) for place, on in places if not on or placement.spots(on)]
    ways = [(place, way) for place, on in places for way in (choices(placement, on) if on else [()])]
    return [(*way, place) if len(places) > 1 else way for place, way in ways] or [()]


def together(choice: Choice, other: Choice) -> Choice | None:
    """Both choices at once, None where they put one entity into two places."""
    by_entity = {place.entity: place for place in choice}
    if any(by_entity.get(place.entity, place) != place for place in other):
        return None
    return (*choice, *(place for place in other if place.entity not in by_entity))


class ChosenLocations(EntityLocations):
    """Locations of which each chosen entity has one only; all names stay as they are."""

    def __init__(self, whole: EntityLocations, choice: Choice) -> None:
        super().__init__(whole.design)
        self._whole, self._chosen = whole, {place.entity: place for place in choice}

    def homes(self, entity: str) -> tuple[Home, ...]:
        """Return the chosen home, of an entity without a choice all."""
        place = self._chosen.get(entity)
        return self._whole.homes(entity) if place is None else (place.home,)

    def spots(self, entity: str) -> tuple[DocPath, ...]:
        """Return those of the chosen place. Where a general is chosen as a subtype that is apart, the subtypes
        that share its documents stay where they are."""
        base = self.kinds.base(entity)
        place = self._chosen.get(base)
        apart = place is not None and place.special != "" and entity != base
        return self._whole.spots(entity) if apart else super().spots(entity)

    def specials(self, entity: str) -> list[str]:
        """Return the chosen subtype, of an entity without a choice all."""
        place, specials = self._chosen.get(entity), self._whole.specials(entity)
        return specials if place is None else [special for special in specials if special == place.special]

    def is_timed(self, entity: str) -> bool:
        """Return what holds for all places: the documents of each of them look like those of the others."""
        return self._whole.is_timed(entity)

    def is_paired(self, entity: str) -> bool:
        """Return what holds for all places: a reference is stored alike, whichever place it leads to."""
        return self._whole.is_paired(entity)

    def pair_name(self, entity: str) -> str:
        """Return what holds for all places."""
        return self._whole.pair_name(entity)


class ReorderedLocations(EntityLocations):
    """Locations of which those of one entity in some collections come last."""

    def __init__(self, whole: EntityLocations, entity: str, last: frozenset[str]) -> None:
        super().__init__(whole.design)
        self._whole, self._entity, self._last = whole, entity, last

    def homes(self, entity: str) -> tuple[Home, ...]:
        """Return the same homes."""
        return self._whole.homes(entity)

    def spots(self, entity: str) -> tuple[DocPath, ...]:
        """Return the same places, the last of the entity's last."""
        places = super().spots(entity)
        if entity != self._entity:
            return places
        return tuple(sorted(places, key=lambda spot: spot.collection in self._last))

    def specials(self, entity: str) -> list[str]:
        """Return the same subtypes, in the order of their places."""
        specials = self._whole.specials(entity)
        if entity != self._entity:
            return specials
        return sorted(
            specials, key=lambda name: any(spot.collection in self._last for spot in self.spots(name))
        )

    def is_timed(self, entity: str) -> bool:
        """Return what held before."""
        return self._whole.is_timed(entity)


def narrowed(placement: Placement, choice: Choice) -> Placement:
    """Return the placement in which each chosen entity stands in one place only."""
    return placement.seen_from(ChosenLocations(placement.locations, choice))


def folded_at(placement: Placement, relationship: Relationship, child: DocPath) -> Placement:
    """Return the placement in which a folded parent is asked for in one place of one of its children only."""
    start = Locus(child, placement.folded(relationship))
    return placement.starting_at({relationship.from_.entity: [start]})


def reordered(placement: Placement, entity: str, last: frozenset[str]) -> Placement:
    """Return the placement in which an entity's places in some collections come last."""
    return placement.seen_from(ReorderedLocations(placement.locations, entity, last))


def is_of_kinds(field: DocField) -> bool:
    """Whether a general's field is one of its kinds too, where these are stored elsewhere: not its identity, what
    tells its own kinds apart, nor what keeps the past of its own documents."""
    own = field.name == "_id" or field.origin == "discriminator"
    return not own and (field.origin != "version" or field.name == NUMBER)


def layered(layers: list[tuple[Iterable[DocField], tuple[str, ...]]]) -> list[DocField]:
    """Return the fields of all documents, then those of some kinds only. What a narrower kind says of a field takes the
    place of what a wider one says, in its documents; never of the identity or of what tells the kinds apart."""
    common, every = layers[0]
    if not every:
        return list(common)
    fixed = {"_id"} | {field.name for field in common if field.origin == "discriminator"}
    overridden: defaultdict[str, set[str]] = defaultdict(set)
    finished: list[list[DocField]] = []
    for fields, values in reversed(layers):
        kept = [field for field in fields if fields is common or field.name not in fixed]
        mine = {field.name: tuple(v for v in values if v not in overridden[field.name]) for field in kept}
        finished.append([_of_kinds(field, mine[field.name], every) for field in kept if mine[field.name]])
        for name, kinds in mine.items():
            overridden[name].update(kinds)
    return [field for layer in reversed(finished) for field in layer]


def _of_kinds(field: DocField, kinds: tuple[str, ...], every: tuple[str, ...]) -> DocField:
    if kinds == every:
        return field
    note = f"{field.note}; " if field.note else ""
    note += f"only for {' or '.join(kinds)}"
    return replace(field, kinds=kinds, required=False, needed=field.required, note=note)
