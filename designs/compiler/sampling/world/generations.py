"""Who was there before whom: families of entities, those that others refer to first."""

from __future__ import annotations

from ...names.naming import Names
from ...workload.subtypes import Families

SINGLE = frozenset({"one-to-many", "one-to-one", "tree"})
"""The kinds of relationship that lead from a thing to one other."""


def generations(names: Names, families: Families) -> dict[str, None]:
    """The families of a design, each by its most general entity; a ring begins with its first in the design."""
    above: dict[str, list[str]] = {}
    for link in names.relationships.values():
        ends = [(families.tops(end.entity) or [end.entity])[0] for end in (link.to, link.from_)]
        if link.kind in SINGLE and ends[0] != ends[1]:
            above.setdefault(ends[0], []).append(ends[1])
    ordered: dict[str, None] = {}
    for entity in names.entities:
        _place((families.tops(entity) or [entity])[0], above, ordered, set())
    return ordered


def _place(family: str, above: dict[str, list[str]], ordered: dict[str, None], under_way: set[str]) -> None:
    if family in ordered or family in under_way:
        return
    under_way.add(family)
    for parent in above.get(family, ()):
        _place(parent, above, ordered, under_way)
    ordered[family] = None
