"""The fields of kinds that share their documents: layers, those of all first, narrower kinds after wider ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from msgspec.structs import replace

from ..placement.schema_versions import NUMBER
from ..plan_model.physical import DocField


def is_of_kinds(field: DocField) -> bool:
    """Whether a general's field is one of its kinds too, where these are stored elsewhere: not its identity, what
    tells its own kinds apart, nor what keeps the past of its own documents."""
    own = field.name == "_id" or field.origin == "discriminator"
    return not own and (field.origin != "version" or field.name == NUMBER)


def layered(layers: list[tuple[Iterable[DocField], tuple[str, ...]]]) -> list[DocField]:
    """The fields of all documents, then those of some kinds only. What a narrower kind says of a field takes the
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
    note += f"only where it is {' or '.join(kinds)}"
    return replace(field, kinds=kinds, required=False, needed=field.required, note=note)
