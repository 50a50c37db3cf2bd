"""One place of what stands in several: a weak shape that different holders have for themselves, or a
general that its kinds repeat."""

from __future__ import annotations

import msgspec

from ..model.conceptual import Relationship
from ..plan_model.decisions import Home
from .doc_path import DocPath
from .path_locator import Placement
from .placed_copy import Locus, PlacedCopy


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
    found: list[tuple[EntityPlace, str]] = []
    for home in placement.homes(base):
        if home.kind == "nowhere":
            continue
        holder = home.holder or "" if home.kind in ("object", "element") else ""
        found.append((EntityPlace(base, home.relationship or names.word(base), home), holder))
    apart = [one for one in placement.specials(entity) if placement.kinds.base(one) != base]
    for special in apart:  # the others share the documents of the general
        gone = Home(entity=entity, kind="nowhere")
        found.append((EntityPlace(entity, names.word(special), gone, special), special))
    found = [(place, on) for place, on in found if not on or placement.spots(on)]
    ways = [(place, way) for place, on in found for way in (choices(placement, on) if on else [()])]
    return [(*way, place) if len(found) > 1 else way for place, way in ways] or [()]


def together(one: Choice, other: Choice) -> Choice | None:
    """Both choices at once, None where they put one entity into two places."""
    told = {place.entity: place for place in one}
    if any(told.get(place.entity, place) != place for place in other):
        return None
    return (*one, *(place for place in other if place.entity not in told))


class Narrowed(Placement):
    """A placement in which each chosen entity stands in one place only; all names stay as they are."""

    def __init__(self, whole: Placement, choice: Choice) -> None:
        self.__dict__.update(whole.__dict__)
        self._all, self._chosen = whole, {place.entity: place for place in choice}
        self._spots: dict[str, tuple[DocPath, ...]] = {}
        self._placed: dict[tuple[str, str], tuple[PlacedCopy, ...]] = {}

    def homes(self, entity: str) -> tuple[Home, ...]:
        """The chosen home, of an entity without a choice all."""
        place = self._chosen.get(entity)
        return self._all.homes(entity) if place is None else (place.home,)

    def spots(self, entity: str) -> tuple[DocPath, ...]:
        """Those of the chosen place. Where a general is chosen as a kind that is apart, the kinds that share its
        documents stay where they are."""
        base = self.kinds.base(entity)
        place = self._chosen.get(base)
        apart = place is not None and place.special != "" and entity != base
        return self._all.spots(entity) if apart else super().spots(entity)

    def specials(self, entity: str) -> list[str]:
        """The chosen kind, of an entity without a choice all."""
        place = self._chosen.get(entity)
        known = self._all.specials(entity)
        return known if place is None else [one for one in known if one == place.special]

    def is_timed(self, entity: str) -> bool:
        """The same as where all places count: the documents of one of them look like those of the others."""
        return self._all.is_timed(entity)

    def is_paired(self, entity: str) -> bool:
        """The same as where all places count: a reference is stored alike, whichever place it leads to."""
        return self._all.is_paired(entity)

    def pair_name(self, entity: str) -> str:
        """The same as where all places count."""
        return self._all.pair_name(entity)


class FoldedView(Placement):
    """A placement in which a folded parent is asked for in one place of one of its children only."""

    def __init__(self, whole: Placement, relationship: Relationship, child: DocPath) -> None:
        self.__dict__.update(whole.__dict__)
        self._parent, self._here = relationship.from_.entity, Locus(child, whole.folded(relationship))

    def _start(self, entity: str) -> list[Locus]:
        return [self._here] if entity == self._parent else super()._start(entity)


class Reordered(Placement):
    """A placement in which an entity that stands in several collections stands in some of them last."""

    def __init__(self, whole: Placement, entity: str, last: frozenset[str]) -> None:
        self.__dict__.update(whole.__dict__)
        self._whole_placement, self._entity, self._last = whole, entity, last
        self._spots: dict[str, tuple[DocPath, ...]] = {}
        self._placed: dict[tuple[str, str], tuple[PlacedCopy, ...]] = {}

    def spots(self, entity: str) -> tuple[DocPath, ...]:
        """The same places, the last of the entity's last."""
        found = super().spots(entity)
        if entity != self._entity:
            return found
        return tuple(sorted(found, key=lambda spot: spot.collection in self._last))

    def specials(self, entity: str) -> list[str]:
        """The same kinds, in the order of their places."""
        known = self._whole_placement.specials(entity)
        if entity != self._entity:
            return known
        return sorted(known, key=lambda one: any(spot.collection in self._last for spot in self.spots(one)))

    def homes(self, entity: str) -> tuple[Home, ...]:
        """The same homes."""
        return self._whole_placement.homes(entity)

    def is_timed(self, entity: str) -> bool:
        """As it was."""
        return self._whole_placement.is_timed(entity)
