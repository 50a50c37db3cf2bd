"""Stored results that an entity's documents have: its own, and those of a general that stands elsewhere.

Such a general is referred to by others in its own documents alone. So its special repeats the results that
follow from the same document, and none of those that follow from others.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..model.conceptual import Computed, Entity, Field, given
from ..model.field_walk import computed_fields
from ..model.formulas import parse, paths_of
from .path_locator import Placement

Stored = tuple[str, Field, Computed]


def stored_results(placement: Placement, entity: Entity) -> Iterator[Stored]:
    """Every computed field of the documents of an entity that it keeps itself, with its path."""
    yield from computed_fields(entity.own_fields)
    yield from inherited_results(placement, entity.name)


def inherited_results(placement: Placement, entity: str) -> Iterator[Stored]:
    """Those of generals elsewhere that its documents repeat."""
    for general in generals_elsewhere(placement, entity):
        for path, field, computed in computed_fields(general.own_fields):
            if follows_alone(placement, general.name, computed):
                yield path, field, computed


def generals_elsewhere(placement: Placement, entity: str) -> list[Entity]:
    """The generals of which an entity repeats the fields alone, the nearest first: they have documents of their own."""
    families, names = placement.survey.families, [entity]
    for name in names:
        for link in families.generals.get(name, ()):
            if not placement.kinds.is_joined(link) and not placement.is_split(link):
                near = [link.from_.entity, *placement.kinds.families.above(link.from_.entity)]
                names += [general for general in near if general not in names]
    return [placement.names.entities[name] for name in names[1:]]


def follows_alone(placement: Placement, entity: str, computed: Computed, above: tuple[str, ...] = ()) -> bool:
    """Whether a result is worked out from its own document, and so is all that it is worked out from."""
    expression = parse(computed.formula)
    for path in paths_of(expression) if expression is not None else ():
        route = placement.paths.resolve(entity, path)
        if route is None or route.field is None or any(step.kind != "field" for step in route.steps):
            return False
        inner = given(route.field.computed, None) if path not in above else None
        if inner is not None and not follows_alone(placement, entity, inner, (*above, path)):
            return False
    return expression is not None
