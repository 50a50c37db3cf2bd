"""Things that are reached by two ways, which should meet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from ..model.conceptual import Model, Relationship
from .naming import Names
from .tenants import TO_ONE, is_needed


class Diamond(NamedTuple):
    """Two ways from a thing to one of another entity: an invoice's customer, and the customer of its order. direct: to the
    customer; near, far: to the order, and from there. side: the thing's end of the near one."""

    direct: Relationship
    near: Relationship
    far: Relationship
    side: str

    def places(self, names: Names) -> tuple[str, str]:
        """Return both ways in words."""
        first = f"{names.end(self.near, self.side)}.{names.end(self.far, 'to')}"
        return f"{self.direct.to.entity}.{names.end(self.direct, 'to')}", f"{self.direct.to.entity}.{first}"


def diamonds(model: Model, names: Names) -> list[Diamond]:
    """Return where two ways lead to what both call by its entity's name, and need. What is called otherwise, as a flight's
    origin, is another one on purpose."""
    parents: defaultdict[str, list[Relationship]] = defaultdict(list)
    for link in model.links:
        if is_needed(link) and _is_called_so(names, link):
            parents[link.to.entity].append(link)
    place = {link.name: number for number, link in enumerate(model.links)}
    met = [
        Diamond(direct, near, far, end)
        for near in model.links
        for end, other in _ways(near)
        for direct in parents.get(near.end(end).entity, ())
        for far in parents.get(near.end(other).entity, ())
        if direct.from_.entity == far.from_.entity and direct.to.entity != far.to.entity
    ]
    return sorted(
        met, key=lambda each: (place[each.direct.name], place[each.far.name], place[each.near.name])
    )


def _ways(link: Relationship) -> Iterator[tuple[str, str]]:
    """Yield the ends from which a relationship leads to one thing, or to linked ones, with the others."""
    if link.kind in TO_ONE or link.kind == "many-to-many":
        yield "to", "from"
    if link.kind == "many-to-many":
        yield "from", "to"


def _is_called_so(names: Names, link: Relationship) -> bool:
    """Whether a child calls its parent by the name of the entity."""
    name = names.end(link, "to").removesuffix("._id").removesuffix("_id").rpartition(".")[2]
    word = names.word(link.from_.entity)
    return link.from_.entity != link.to.entity and (name == word or word.endswith(f"_{name}"))
