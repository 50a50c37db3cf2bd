"""Small designs whose decisions must agree, and what became of them."""

from __future__ import annotations

from typing import Any

from designs.compiler.plan_model.decisions import Composition
from tests.compiler.small import MANY, Json, composition, design, entity, link

OWNED = {"exclusive_owner": True, "has": {"max": 5}}
A, B, C, D = (entity(name) for name in "ABCD")
WEAK = entity("Weak", kind="weak")


def settled(entities: list[Json], links: list[Json], *ops: Json, **more: Any) -> Composition:
    """All decisions of a design at their fixed point."""
    return composition(design(entities, links, ops, **more))


def owns(name: str, parent: str, child: str, **more: Any) -> Json:
    """A relationship that would embed its child."""
    return link(name, MANY, parent, child, **{**OWNED, **more})


def kinds(found: Composition) -> dict[str, list[str]]:
    """The kinds of each entity's homes."""
    return {name: [home.kind for home in homes] for name, homes in found.homes.items()}


def chosen(found: Composition) -> dict[str, str]:
    """The strategy of each relationship."""
    return {name: decision.strategy for name, decision in found.decisions.items()}
