"""At which end of a relationship a thing stands. What is of the kinds of both ends, as a special that leads to its
own general may be, stands at either."""

from __future__ import annotations

from ...model.conceptual import Relationship
from ...plan_model.physical import DocField
from .sample_data import SampleData
from .things import Thing


def side_of(world: SampleData, link: Relationship, thing: Thing, field: DocField) -> str:
    """The end of a thing that holds a field with what the other end calls the relationship."""
    if not _is_of_both(world, link, thing):
        return "from" if world.is_a(thing, link.from_.entity) else "to"
    called = {world.names.end(link, "to"), world.names.ids(link, "to")}
    ends = {name.rpartition(".")[2] for name in called}
    forth = world.names.end(link, "from").rpartition(".")[2]
    if field.items is None and link.kind in ("one-to-many", "one-to-one", "tree"):
        return "to"
    return "to" if field.name in ends and field.name != forth else "from"


def side_from(world: SampleData, link: Relationship, thing: Thing, far: str | None) -> str:
    """The end of a thing that leads to another entity, or to what holds it: a single reference is at the ``to``
    end."""
    near, other = link.from_.entity, link.to.entity
    forth = world.is_a(thing, near) if not _is_of_both(world, link, thing) else far in (other, None)
    return "from" if forth and near != other else "to"


def _is_of_both(world: SampleData, link: Relationship, thing: Thing) -> bool:
    return all(world.is_a(thing, end.entity) for end in (link.from_, link.to))
