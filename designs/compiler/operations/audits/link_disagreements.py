"""Where both ends hold a link: what one says and the other does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from ...placement.doc_path import DocPath
from ...plan_model.physical import DocField
from ..context import RelationshipContext, ScriptFunction
from ..document_places import Address
from ..functions.links.fields import said_on_both
from ..ir.conditions import Filter, where
from ..ir.expressions import (
    FieldPath,
    OperatorCall,
    Variable,
    and_,
    any_element_true,
    any_true,
    eq,
    first_of,
    if_null,
    in_,
    map_array,
    not_,
)
from ..ir.stages import LimitStage, LookupStage, MatchStage, ProjectStage, SetStage, Stage, UnwindStage
from ..passes.placement_variants import links_at_each
from . import MOST, audit_of, held_by, in_all, unwound


class Back(NamedTuple):
    """Where links point back from. id: the path that identifies the document or element that they stand in;
    arrays: those around it."""

    spot: DocPath
    id: str
    arrays: tuple[str, ...]


def disagreements(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """The audits of both ends, of each place that holds links."""
    if not link.traits.is_two_way:
        return
    ends = (("from", "to"), ("to", "from"))
    for side, far in ends[:1] if link.placement.is_mutual(link.relationship) else ends:
        for number, (here, backs) in enumerate(_pairs(link, side, far).items()):
            name = f"{link.relationship.name}.disagreements.{side}" + (f".{number + 1}" if number else "")
            said = said_on_both(_fields(link, here.spot), _fields(link, backs[0].spot))
            more = " or stores different link fields" if said else ""
            at = f"{here.spot.collection}.{here.spot.path}"
            note = f"{at} references that the other side doesn't return{more}."
            far_name = link.world.free(here.spot.collection, "found")
            stages = _one_sided(here, held_by(link, side, here.spot), backs, far_name, said)
            recipe = audit_of(f"relationship:{link.relationship.name}", name, note)
            yield recipe.add("aggregate", here.spot.collection, pipeline=in_all(link, far, here.spot, stages))


def _pairs(link: RelationshipContext, side: str, far: str) -> dict[Back, list[Back]]:
    """Each place of an end's links to those, of one collection, where the others may point back: those in what
    the same path identifies."""
    by_place: dict[Back, list[Back]] = {}
    for _, context in links_at_each(link):
        there = context.placement.reference(context.relationship, far)
        if there is None:
            continue
        back = _back(context, far, there)
        for here in context.placement.references(context.relationship, side):
            backs = by_place.setdefault(_back(context, side, here), [])
            if back not in backs and {_known_by(each) for each in backs} <= {_known_by(back)}:
                backs.append(back)
    return by_place


def _back(link: RelationshipContext, side: str, spot: DocPath) -> Back:
    """The links of a side at a place, with what they stand in there."""
    own = next((place for place in link.placement.spots(link.entity(side)) if place.holds(spot)), None)
    if own is None:
        return Back(spot, "_id", ())
    holder = Address(link.world, link.entity(side), own)
    return Back(spot, holder.key, holder.arrays)


def _known_by(back: Back) -> tuple[str, str]:
    return back.spot.collection, back.id


def _fields(link: RelationshipContext, spot: DocPath) -> tuple[DocField, ...]:
    """The fields of the elements in which a side stands."""
    array = spot.path.rpartition(".")[0]
    return link.world.fields(spot.collection, array) if array in spot.arrays else ()


def _one_sided(here: Back, held: Filter, backs: list[Back], far_name: str, said: list[str]) -> list[Stage]:
    path = here.spot.path
    conditions = [_points_back(here, f"{far_name}.{there.spot.path}", there) for there in backs]
    if said:
        conditions = [_says_the_same(here, f"{far_name}.{there.spot.path}", said) for there in backs]
    return [
        *unwound(here.spot),
        MatchStage(held),
        _looked_up(path, backs[0], far_name),
        SetStage({far_name: first_of(FieldPath(far_name))}),
        MatchStage(where(not_(any_true(conditions)))),
        ProjectStage(dict.fromkeys([path] if here.id == "_id" else [here.id, path], 1)),
        LimitStage(MOST),
    ]


def _looked_up(path: str, back: Back, far_name: str) -> LookupStage:
    """What a link leads to: the document, of which only the element that is meant is left."""
    lookup = LookupStage(back.spot.collection, path, back.id, far_name)
    if back.arrays:
        meant = MatchStage(where(eq(FieldPath(back.id), Variable("meant"))))
        stages = (*(UnwindStage(array) for array in back.arrays), meant)
        lookup = replace(lookup, stages=stages, variables={"meant": FieldPath(path)})
    return lookup


def _points_back(here: Back, path: str, there: Back) -> OperatorCall:
    several = len(there.spot.arrays) > len(there.arrays)
    return (
        in_(FieldPath(here.id), if_null(FieldPath(path), []))
        if several
        else eq(FieldPath(path), FieldPath(here.id))
    )


def _says_the_same(here: Back, path: str, said: list[str]) -> OperatorCall:
    """Whether one of the links of the other side leads back and says what this one says of itself."""
    (array, _, key), own = path.rpartition("."), here.spot.path.rpartition(".")[0]
    alike = [eq(Variable("back", name), FieldPath(f"{own}.{name}")) for name in said]
    leads = and_(eq(Variable("back", key), FieldPath(here.id)), *alike)
    return any_element_true(map_array(if_null(FieldPath(array), []), "back", leads))
