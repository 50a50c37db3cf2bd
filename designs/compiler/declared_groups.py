"""The groups of similar fields that a design declares, and which of their fields may leave their place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .choices import list_order
from .conceptual import Field, Model, Relationship, given, stated
from .naming import Names
from .sizes import at_any_depth

LINKED = ("many-to-many", "graph")


class Loose(NamedTuple):
    """A group that would be an array, and stays fields. subject: what declares it; within: the object,
    array or link that its fields are in, "" where another field has its name."""

    subject: str
    group: str
    fields: list[Field]
    within: str


def foldable(fields: list[Field]) -> list[Field]:
    """Those that nothing else than a filter needs where they are declared."""
    return [one for one in fields if not _needs_path(one)]


def _needs_path(field: Field) -> bool:
    special = field.unique is True or field.sensitive is True
    special = special or stated(field.computed) or stated(field.grid)
    versioned = any(stated(one.since_version) or stated(one.until_version) for one in at_any_depth([field]))
    odd = field.name in ("_id", "id") or "." in field.name or field.name.startswith("$") or is_open(field)
    return special or versioned or odd


def taken_on_link(link: Relationship, names: Names) -> set[str]:
    """The names that an array among a link's own fields can't have, beside those of ids."""
    taken = {one.name for one in given(link.link_fields, []) if not stated(one.variant_group)}
    for copy in given(link.copies, []):
        taken |= {names.copy(link, copy), f"{names.word(link.end(copy.of).entity)}_{copy.field}"}
    return {name.partition(".")[0] for name in taken}


def loose(model: Model, names: Names) -> Iterator[Loose]:
    """The declared groups that no array can be made of."""
    for entity in model.entities:
        taken = {field.name for field in entity.own_fields if not stated(field.variant_group)}
        named = grouped(entity.own_fields)
        yield from (Loose(entity.name, name, some, "") for name, some in named.items() if name in taken)
        yield from _inside(entity.name, "", entity.own_fields)
    for link in model.links:
        fields = given(link.link_fields, [])
        taken = taken_on_link(link, names) if link.kind in LINKED else set()
        for name, some in grouped(fields).items():
            if link.kind not in LINKED:
                yield Loose(link.name, name, some, link.name)
            elif name in taken or name.endswith("_id"):
                yield Loose(link.name, name, some, "")
        yield from _inside(link.name, "", fields)


def _inside(subject: str, path: str, fields: list[Field]) -> Iterator[Loose]:
    for field in fields:
        items = given(field.items, None)
        inner = given(field.fields, []) or (given(items.fields, []) if items is not None else [])
        at = f"{path}{field.name}"
        yield from (Loose(subject, name, some, at) for name, some in grouped(inner).items())
        yield from _inside(subject, f"{at}.", inner)


def grouped(fields: list[Field]) -> dict[str, list[Field]]:
    """Fields by the group that they say they are of."""
    found: dict[str, list[Field]] = {}
    for field in fields:
        if given(field.variant_group, ""):
            found.setdefault(given(field.variant_group, ""), []).append(field)
    return found


def is_open(field: Field) -> bool:
    """Whether the names inside an object are not known: then one wildcard index is all there is."""
    return field.type == "object" and not given(field.fields, [])


def named_anywhere(model: Model) -> set[str]:
    """Every name in declared indexes and in formulas: what a link's own field may be called by there."""
    found = _words(model)
    for index in (index for entity in model.entities for index in given(entity.indexes, [])):
        for path in (*(path for path, _ in index.keys), *given(index.partial, {})):
            found.update(path.split("."))
    return found


def _words(model: Model) -> set[str]:
    fields = [one.own_fields for one in model.entities] + [given(one.link_fields, []) for one in model.links]
    return {word for some in fields for formula in _formulas(some) for word in re.findall(r"\w+", formula)}


def fixed_paths(model: Model) -> frozenset[tuple[str, str]]:
    """By entity, the top-level fields that copies, slices, the order of lists, indexes, retention,
    shard keys or formulas name."""
    found: set[tuple[str, str]] = set()
    known = {entity.name: entity for entity in model.entities}
    for entity in model.entities:
        named = [path for index in given(entity.indexes, []) for path, _ in index.keys]
        named += [path for index in given(entity.indexes, []) for path in given(index.partial, {})]
        named += [path for path, _ in entity.shard_pairs]
        retention = given(entity.retention, None)
        named += [given(retention.field, "")] if retention is not None else []
        found.update((entity.name, path.partition(".")[0]) for path in named)
    words = _words(model)
    found.update((one.name, word) for one in model.entities for word in words)
    for link in model.links:
        for copy in given(link.copies, []):
            found.add((link.end(copy.of).entity, copy.field.partition(".")[0]))
        if link.kind == "one-to-many" and link.to.entity in known:
            found.add((link.to.entity, list_order(link, known[link.to.entity])[0].partition(".")[0]))
        recent = given(link.recent, None)
        for path in given(recent.fields, []) if recent is not None else []:
            found.add((link.to.entity, path.partition(".")[0]))
    return frozenset(found)


def _formulas(fields: list[Field]) -> Iterator[str]:
    for field in fields:
        computed = given(field.computed, None)
        if computed is not None:
            yield computed.formula
        yield from _formulas(given(field.fields, []))
