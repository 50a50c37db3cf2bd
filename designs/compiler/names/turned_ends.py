"""Which end of a one-to-one stores the reference. A part refers to its whole: an account has one profile, which says whose it
is. Not so where one of many is picked out, as the current version of an app: only the app names it, and each version would carry
a reference that most never have. Nor where operations give a dock its bike, and change nothing of the bike. Then the relationship
is read as if it were written the other way round."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from ..model.conceptual import Entity, Model, Relationship, TurnedRelationship, given, stated
from ..strategies.table import traits_of
from .naming import Names

_OTHER: dict[str, Literal["from", "to"]] = {"from": "to", "to": "from"}


def with_references_where_changed(model: Model) -> Model:
    """Return the design with each one-to-one turned round whose reference belongs at its ``from``: the design says so, its
    operations change it there, or ``from`` alone names the other. The design itself where there is none."""
    entities = {entity.name: entity for entity in model.entities}
    free = [link for link in model.links if _may_be_at_either(link, entities)]
    names = Names(model)  # operations go on to say what they called the end without a name
    changes = _changes(model, free, names)
    turning = {link.name for link in free if _belongs_at_from(link, changes)}
    turning |= {link.name for link in model.links if _points_forward(link, entities)}
    if not turning:
        return model
    links = [_turned(link, names) if link.name in turning else link for link in model.links]
    return replace(model, relationships=links)


def _may_be_at_either(link: Relationship, entities: dict[str, Entity]) -> bool:
    """Whether each end of a one-to-one may be without the other, and neither is the other's part."""
    return (
        link.kind == "one-to-one"
        and given(link.from_.count.min, 0) < 1
        and stated(link.to.count.min)
        and link.to.count.min == 0
        and not traits_of(given(link.strategy, "")).home
        and entities[link.to.entity].kind_or_default != "weak"
        and link.exclusive_owner is not True
        and all(copy.of == "to" for copy in given(link.copies, []))
    )


def _belongs_at_from(link: Relationship, changes: Mapping[tuple[str, str], float]) -> bool:
    """Whether the design says that ``from`` stores the reference, or its operations change it there more often."""
    if stated(link.link_owner):
        return link.link_owner == "from"
    if stated(link.independent_access):
        return False
    return changes[link.name, "from"] > changes[link.name, "to"]


def _changes(model: Model, links: Iterable[Relationship], names: Names) -> Mapping[tuple[str, str], float]:
    """Return by relationship and end how often a day updates of that end's documents change whom they are linked to."""
    kinds = {link.to.entity: link.from_.entity for link in model.links if link.kind == "is-a"}
    counted: defaultdict[tuple[str, str], float] = defaultdict(float)
    for operation in model.workload:
        if operation.kind != "update":
            continue
        line = {(entity := operation.entity)}
        while (entity := kinds.get(entity, "")) and entity not in line:
            line.add(entity)
        for link in links:
            for side in ("from", "to"):
                if link.end(side).entity in line and names.end(link, side) in operation.written:
                    counted[link.name, side] += given(operation.per_day, 1)
    return counted


def _points_forward(link: Relationship, entities: dict[str, Entity]) -> bool:
    """Whether ``from`` alone names the other, which may be there without it: by what stands at its end, or because there are
    more of it."""
    if link.kind != "one-to-one" or not link.from_.field or link.to.field or link.link_owner == "to":
        return False
    part, whole = entities[link.to.entity], entities[link.from_.entity]
    if part.kind_or_default == "weak" or stated(link.strategy) or link.copies:
        return False
    if given(link.from_.count.min, 0) >= 1:
        return False  # what must have one may be the part itself
    more = stated(part.count) and stated(whole.count) and given(part.count, 0) > given(whole.count, 0)
    return more or (stated(link.to.count.min) and link.to.count.min == 0)


def _turned(link: Relationship, names: Names) -> TurnedRelationship:
    """The relationship from its other end. What it says of its child, it says of the other entity: that is left out."""
    least = replace(link.from_.count, min=given(link.from_.count.min, 0))
    navigation, copies = link.navigation, link.copies
    if navigation:
        navigation = replace(
            navigation,
            from_to_per_day=navigation.to_from_per_day,
            to_from_per_day=navigation.from_to_per_day,
        )
    if copies:
        copies = [replace(copy, of=_OTHER[copy.of]) for copy in copies]
    parts = {name: getattr(link, name) for name in link.__struct_fields__ if name not in _OF_CHILD}
    ends = {
        "from_": replace(link.to, field=names.end(link, "to")),
        "to": replace(link.from_, field=names.end(link, "from"), has=least),
    }
    owner = _OTHER[link.link_owner] if link.link_owner else UNSET
    return TurnedRelationship(**(parts | ends), navigation=navigation, copies=copies, link_owner=owner)


_OF_CHILD = {
    "exclusive_owner", "independent_access", "accessed_together", "together_needs", "recent", "child_updates_per_day",
    "navigation", "copies", "link_owner",
}  # fmt: skip
