"""Elements that stand in an overflow collection, since their array has no room for them: a value that a function takes
of an element of the array is that of the element in the overflow, where the call is about one of those."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from designs.compiler.plan_model.decisions import opposite
from designs.compiler.plan_model.physical import Collection, DocField, Param, walk
from designs.compiler.sampling.world import Link, Thing
from designs.compiler.sampling.world.sample_data import SampleData

ITEM = "item"


def where_it_stands(
    collections: Sequence[Collection], world: SampleData, first: Iterable[Thing | Link], param: Param
) -> Param:
    """Return a parameter as it is, or as the same value in the overflow where the foremost element is there that a call
    is about."""
    for overflow in collections:
        array = _array(collections, overflow, param.collection) if overflow.kind == "overflow" else ""
        if not array or not param.path.startswith(f"{array}."):
            continue
        things = [each for each in first if isinstance(each, Thing)]
        elements = [each for each in things if world.links(str(overflow.relationship), "to", each)]
        named = _reference(collections, world, param)
        holders = (each for each in elements if named is None or _names(world, named, each, things))
        element = next(holders, None)
        if element is not None and element.extra:
            inside = param.path.removeprefix(f"{array}.").removeprefix("0.").removeprefix("0")
            return replace(param, collection=overflow.name, path=f"{ITEM}.{inside}".rstrip("."))
    return param


def _array(collections: Sequence[Collection], overflow: Collection, name: str) -> str:
    """Return the path of the array that an overflow goes on with in the documents of a collection, "" for none."""
    fields = next((each.fields for each in collections if each.name == name), ())
    places = (
        each.path
        for each in walk(fields)
        if each.field.relationship == overflow.relationship
        and each.field.origin == "embedded"
        and each.arrays == (each.path,)
    )
    return next(places, "")


def _reference(collections: Sequence[Collection], world: SampleData, param: Param) -> DocField | None:
    """Return the reference that a parameter is a value of, None of any other field."""
    fields = next(each.fields for each in collections if each.name == param.collection)
    field = next((each.field for each in walk(fields) if each.path == param.path.removesuffix(".0")), None)
    is_reference = field is not None and field.origin == "reference" and field.relationship
    return (
        field if is_reference and world.names.relationships[str(field.relationship)].kind != "is-a" else None
    )


def _names(world: SampleData, reference: DocField, element: Thing, things: Sequence[Thing]) -> bool:
    """Return whether an element has a reference to one of the things."""
    relationship = world.names.relationships[str(reference.relationship)]
    side = world.side_of(relationship, element, reference, reference.name)
    return any(link.end(opposite(side)) in things for link in world.links(relationship.name, side, element))
