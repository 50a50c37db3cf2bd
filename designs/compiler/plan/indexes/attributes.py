"""What groups of attributes ask for: one index over all names and values, or a wildcard index
where the names are not known."""

from __future__ import annotations

from collections.abc import Iterator

from ...attributes.attribute_groups import NAME, VALUE
from ...attributes.declared_groups import is_open
from ...model.conceptual import Entity, Field, Relationship, stated
from ...placement.path_locator import Placement
from ..attribute_arrays import link_spots
from .candidates import Candidate, Shelf, words

Asked = Iterator[tuple[str, Candidate]]


def attribute_indexes(entity: Entity, placement: Placement, shelves: dict[str, Shelf]) -> Asked:
    """The indexes of an entity's attributes, wherever its documents stand."""
    serves = (f"entity:{entity.name}",)
    for spot in placement.spots(entity.name):
        shelf = shelves.get(spot.collection)
        if shelf is None or shelf.is_time_series:
            continue
        for group, fields in placement.attributes.everywhere(entity.name).items():
            yield spot.collection, _of_array(spot.down(group).path, fields, serves)
        for field in entity.own_fields:
            if stated(field.variant_group) and is_open(field) and "." not in field.name:
                path = spot.down(field.name).path
                reason = f"Finds by any key in {field.name}, whose keys aren't known; if they are, use an index on the key"
                yield (
                    spot.collection,
                    Candidate(keys=((f"{path}.$**", 1),), kept=True, reason=reason, serves=serves),
                )


def link_attribute_indexes(link: Relationship, placement: Placement) -> Asked:
    """The indexes of the attributes among a link's own fields."""
    serves = (f"relationship:{link.name}",)
    for group, fields in placement.attributes.of_links.get(link.name, {}).items():
        for spot in link_spots(placement, link):
            yield spot.collection, _of_array(spot.down(group).path, fields, serves)


def _of_array(path: str, fields: list[Field], serves: tuple[str, ...]) -> Candidate:
    reason = f"Finds by any of {words(field.name for field in fields)}, and by attributes added later"
    keys = ((f"{path}.{NAME}", 1), (f"{path}.{VALUE}", 1))
    return Candidate(keys=keys, kept=True, reason=reason, serves=serves)
