"""Which end of a one-to-one holds the pointer, where its documents stay apart.

A part refers to its whole: an account has one profile, which says whose it is. Not so where one of many is picked
out, as the current version of an app: only the app names it, and each version would carry a reference that most
never have. Then the app points to its version, as if the relationship were written the other way round.
"""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from ..model.conceptual import Entity, Model, Relationship, given, stated
from .naming import Names


def with_pointers_where_named(model: Model) -> Model:
    """Return the design with each one-to-one turned round whose ``from`` alone names the other, which may be there
    without it: by what stands at its end, or because there are more of it. The design itself where there is none."""
    entities = {entity.name: entity for entity in model.entities}
    turning = [link.name for link in model.links if _points_forward(link, entities)]
    if not turning:
        return model
    names = Names(model)  # operations go on to say what they called the end without a name
    links = [_turned(link, names.end(link, "to")) if link.name in turning else link for link in model.links]
    return replace(model, relationships=links)


def _points_forward(link: Relationship, entities: dict[str, Entity]) -> bool:
    if link.kind != "one-to-one" or not link.from_.field or link.to.field:
        return False
    part, whole = entities[link.to.entity], entities[link.from_.entity]
    if part.kind_or_default == "weak" or stated(link.strategy) or link.copies:
        return False
    if given(link.from_.count.min, 0) >= 1:
        return False  # what must have one may be the part itself
    more = stated(part.count) and stated(whole.count) and given(part.count, 0) > given(whole.count, 0)
    return more or (stated(link.to.count.min) and link.to.count.min == 0)


def _turned(link: Relationship, unnamed: str) -> Relationship:
    """The relationship from its other end. What it says of its child, it says of the other entity: that is left out.
    unnamed: what the end without a name is called."""
    named = replace(link.from_, has=replace(link.from_.count, min=given(link.from_.count.min, 0)))
    navigation = link.navigation
    if navigation:
        navigation = replace(
            navigation,
            from_to_per_day=navigation.to_from_per_day,
            to_from_per_day=navigation.from_to_per_day,
        )
    return replace(
        link, from_=replace(link.to, field=unnamed), to=named, navigation=navigation, exclusive_owner=UNSET, independent_access=UNSET,
        accessed_together=UNSET, together_needs=UNSET, recent=UNSET, child_updates_per_day=UNSET,
    )  # fmt: skip
