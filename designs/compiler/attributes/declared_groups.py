"""The groups of similar fields that a design declares, and which of their fields may leave their place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..model.conceptual import Entity, Field, Model, Relationship, given, stated
from ..model.field_walk import computed_fields, inner_fields, parts
from ..names.naming import Names
from ..workload.list_order import list_order

LINKED = ("many-to-many", "graph")


class Loose(NamedTuple):
    """A group that would be an array, and stays fields. subject: what declares it; within: the object,
    array or link that its fields are in, "" for an entity's own; why: what keeps them there, ``name``,
    ``link``, ``inner`` (of a link's object), ``list`` (of lists), ``kept`` (the object is no plain one) or ``whole`` (it is asked for as one)."""

    subject: str
    group: str
    fields: list[Field]
    within: str
    why: str


def foldable(fields: list[Field]) -> list[Field]:
    """Those that nothing else than a filter needs where they are declared."""
    return [field for field in fields if not _needs_path(field)]


def _needs_path(field: Field) -> bool:
    special = field.unique is True or field.sensitive is True
    special = special or stated(field.computed) or stated(field.grid)
    versioned = any(part.field.has_versions for part in parts([field]))
    odd = field.name in ("_id", "id") or "." in field.name or field.name.startswith("$") or is_open(field)
    return special or versioned or odd


def nameable(group: str) -> bool:
    """Whether an array of documents may be called so: a path reaches it, and no id has such a name."""
    return _reachable(group) and not group.endswith("_id")


def _reachable(group: str) -> bool:
    return "." not in group and not group.startswith("$")


def taken_in(entity: Entity, model: Model, names: Names) -> set[str]:
    """The names that an array of an entity can't have, beside those of ids: of its other fields and its ends."""
    ends = (
        names.end(link, side)
        for link in model.links
        for side in ("from", "to")
        if link.end(side).entity == entity.name
    )
    own = {field.name for field in entity.own_fields if not stated(field.variant_group)}
    return own | {name.partition(".")[0] for name in ends}


def taken_on_link(link: Relationship, names: Names) -> set[str]:
    """The names that an array among a link's own fields can't have, beside those of ids."""
    taken = {field.name for field in given(link.link_fields, []) if not stated(field.variant_group)}
    for copy in given(link.copies, []):
        taken |= {names.copy(link, copy), f"{names.word(link.end(copy.of).entity)}_{copy.field}"}
    return {name.partition(".")[0] for name in taken}


def loose(model: Model, names: Names) -> Iterator[Loose]:
    """The declared groups that no array can be made of."""
    named = named_paths(model) | given_whole(model)
    for entity in model.entities:
        own = grouped(entity.own_fields)
        taken = taken_in(entity, model, names) if own else set()
        yield from (
            Loose(entity.name, name, some, "", "name")
            for name, some in own.items()
            if name in taken or not nameable(name)
        )
        yield from (group for group in inner_groups(entity.name, entity.own_fields, named) if group.why)
    for link in model.links:
        fields = given(link.link_fields, [])
        taken = taken_on_link(link, names) if link.kind in LINKED else set()
        for name, some in grouped(fields).items():
            if link.kind not in LINKED:
                yield Loose(link.name, name, some, link.name, "link")
            elif name in taken or not nameable(name):
                yield Loose(link.name, name, some, "", "name")
        inner = inner_groups(link.name, fields, frozenset())
        yield from (group._replace(why=group.why or "inner") for group in inner)


def inner_groups(
    subject: str, fields: list[Field], named: frozenset[tuple[str, str]], path: str = "", why: str = ""
) -> Iterator[Loose]:
    """The groups inside objects and lists; ``why`` is empty where an array can stand in the object, or in
    each of the list."""
    twice = {
        field.name
        for place, field in enumerate(fields)
        if field.name in [each.name for each in fields[:place]]
    }
    for field in fields:
        inner = inner_fields(field)
        at = f"{path}{field.name}"
        here = why or _keeps(field, field.name in twice) or ("whole" if (subject, at) in named else "")
        taken = {field.name for field in inner if not stated(field.variant_group)}
        for name, some in grouped(inner).items():
            free = name not in taken and _reachable(name)
            yield Loose(subject, name, some, at, here or ("" if free else "name"))
        yield from inner_groups(subject, inner, named, f"{at}.", here)


def _keeps(field: Field, twice: bool) -> str:
    """Why what is inside of a field stays there as it is, "" for a plain object and a list of such."""
    items = given(field.items, None)
    if field.type == "array" and (items is None or items.type != "object"):
        return "list"
    odd = "." in field.name or field.name.startswith("$") or not set(field.all_types) <= {field.type, "null"}
    special = field.sensitive is True or stated(field.computed) or stated(field.variant_group) or twice
    special = special or stated(field.enum) or (items is not None and stated(items.enum))
    return "kept" if odd or special or field.has_versions else ""


def grouped(fields: list[Field]) -> dict[str, list[Field]]:
    """Fields by the group that they say they are of."""
    by_group: dict[str, list[Field]] = {}
    for field in fields:
        if given(field.variant_group, ""):
            by_group.setdefault(given(field.variant_group, ""), []).append(field)
    return by_group


def is_open(field: Field) -> bool:
    """Whether the names inside an object are not known: then one wildcard index is all there is."""
    return field.type == "object" and not given(field.fields, [])


def named_anywhere(model: Model) -> set[str]:
    """Every name in declared indexes and in formulas: what a link's own field may be called by there."""
    words = formula_words(model)
    for index in (index for entity in model.entities for index in given(entity.indexes, [])):
        for path in (*(path for path, _ in index.keys), *given(index.partial, {})):
            words.update(path.split("."))
    return words


def given_whole(model: Model) -> frozenset[tuple[str, str]]:
    """By entity, the paths of objects that an operation asks for or sets as a whole, with a value that says
    what is in them."""
    paths: set[tuple[str, str]] = set()
    for operation in model.workload:
        values_by_path = [
            (match.field, [match.value, match.at_least, match.at_most])
            for match in given(operation.filter, [])
        ]
        values_by_path += [(effect.field, [effect.value]) for effect in given(operation.effects, [])]
        values_by_path += [(path, [value]) for path, value in given(operation.always_filter, {}).items()]
        paths.update(
            (operation.entity, path) for path, values in values_by_path if any(map(_is_object, values))
        )
    return frozenset(paths)


def _is_object(value: object) -> bool:
    if isinstance(value, list):
        return any(map(_is_object, value))
    return isinstance(value, dict) and not any(str(name).startswith("$") for name in value)


def formula_words(model: Model) -> set[str]:
    """Every word in formulas: a name of a field, or of an end, or a function."""
    fields = [entity.own_fields for entity in model.entities] + [
        given(link.link_fields, []) for link in model.links
    ]
    return {
        word
        for some in fields
        for _, _, computed in computed_fields(some)
        for word in re.findall(r"\w+", computed.formula)
    }


def fixed_paths(model: Model) -> frozenset[tuple[str, str]]:
    """By entity, the top-level fields that copies, slices, the order of lists, indexes, retention,
    shard keys or formulas name."""
    words = formula_words(model)
    paths = {(entity, path.partition(".")[0]) for entity, path in named_paths(model)}
    return frozenset(paths | {(entity.name, word) for entity in model.entities for word in words})


def named_paths(model: Model) -> frozenset[tuple[str, str]]:
    """By entity, the paths that all of these but formulas name."""
    paths: set[tuple[str, str]] = set()
    entities = {entity.name: entity for entity in model.entities}
    for entity in model.entities:
        named = [path for index in given(entity.indexes, []) for path, _ in index.keys]
        named += [path for index in given(entity.indexes, []) for path in given(index.partial, {})]
        named += [path for path, _ in entity.shard_pairs]
        retention = given(entity.retention, None)
        named += [given(retention.field, "")] if retention is not None else []
        paths.update((entity.name, path.removesuffix(".$**")) for path in named)
    for link in model.links:
        for copy in given(link.copies, []):
            paths.add((link.end(copy.of).entity, copy.field))
        if link.kind == "one-to-many":
            paths.add((link.to.entity, list_order(link, entities[link.to.entity])[0]))
        recent = given(link.recent, None)
        for path in given(recent.fields, []) if recent is not None else []:
            paths.add((link.to.entity, path))
    return frozenset(paths)
