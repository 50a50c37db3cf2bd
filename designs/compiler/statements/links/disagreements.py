"""Where both ends hold a link: what one says and the other does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...homes import Spot
from ...physical import DocField
from ..auditing import MOST, audit_of, held_by, in_all, unwound
from ..each_place import links_at_each
from ..making import Link, Recipe
from .fields import said_on_both

Json = dict[str, Any]


def disagreements(link: Link) -> Iterator[Recipe]:
    """The audits of both ends, of each place that holds links."""
    if link.strategy not in ("TWO_WAY_REFS", "TWO_WAY_EMBED"):
        return
    for side, far in (("from", "to"), ("to", "from")):
        for number, (here, backs) in enumerate(_pairs(link, side, far).items()):
            name = f"{link.relationship.name}.disagreements.{side}" + (f".{number + 1}" if number else "")
            said = said_on_both(_fields(link, here), _fields(link, backs[0]))
            more = " or says something else of the link" if said else ""
            note = f"{here.collection}.{here.path} whose other side does not point back{more}."
            found = link.world.free(here.collection, "found")
            stages = _one_sided(here, held_by(link, side, here), backs, found, said)
            recipe = audit_of(f"relationship:{link.relationship.name}", name, note)
            yield recipe.add("aggregate", here.collection, pipeline=in_all(link, far, here, stages))


def _pairs(link: Link, side: str, far: str) -> dict[Spot, list[Spot]]:
    """Each place of an end's links to those, of one collection, where the others may point back."""
    found: dict[Spot, list[Spot]] = {}
    for _, one in links_at_each(link):
        there = one.placement.reference(one.relationship, far)
        for here in one.placement.references(one.relationship, side) if there is not None else ():
            known = found.setdefault(here, [])
            if (
                there is not None
                and there not in known
                and {each.collection for each in known} <= {there.collection}
            ):
                known.append(there)
    return found


def _fields(link: Link, spot: Spot) -> tuple[DocField, ...]:
    """The fields of the elements in which a side stands."""
    array = spot.path.rpartition(".")[0]
    return link.world.fields(spot.collection, array) if array in spot.arrays else ()


def _one_sided(here: Spot, held: Json, backs: list[Spot], found: str, said: list[str]) -> list[Json]:
    lookup = {"from": backs[0].collection, "localField": here.path, "foreignField": "_id", "as": found}
    known = [_points_back(f"${found}.{there.path}", there) for there in backs]
    if said:
        known = [_says_the_same(here, f"${found}.{there.path}", said) for there in backs]
    return [
        *unwound(here),
        {"$match": held},
        {"$lookup": lookup},
        {"$set": {found: {"$first": f"${found}"}}},
        {"$match": {"$expr": {"$not": known if len(known) == 1 else [{"$or": known}]}}},
        {"$project": {here.path: 1}},
        {"$limit": MOST},
    ]


def _points_back(path: str, there: Spot) -> Json:
    return {"$in": ["$_id", {"$ifNull": [path, []]}]} if there.arrays else {"$eq": [path, "$_id"]}


def _says_the_same(here: Spot, path: str, said: list[str]) -> Json:
    """Whether one of the links of the other side leads back and says what this one says of itself."""
    (array, _, key), own = path.rpartition("."), here.path.rpartition(".")[0]
    alike = [{"$eq": [f"$$back.{name}", f"${own}.{name}"]} for name in said]
    leads = {"$and": [{"$eq": [f"$$back.{key}", "$_id"]}, *alike]}
    each = {"input": {"$ifNull": [array, []]}, "as": "back", "in": leads}
    return {"$anyElementTrue": [{"$map": each}]}
