"""Builds small designs and compositions by hand, so that a pattern is tested without the rules."""

from __future__ import annotations

from typing import Any

import msgspec

from designs.compiler.conceptual import Model
from designs.compiler.decisions import STRATEGIES, Composition, Decision, Home
from designs.compiler.naming import Names
from designs.compiler.paths import Paths
from designs.compiler.placing import Placement

_KINDS = {"EMBED_ONE": "object", "BUCKET": "bucket", "BUCKET_TIME": "bucket", "TIME_SERIES": "timeseries"}


def field(name: str, type: str = "string", **more: Any) -> dict[str, Any]:
    """A field of a design file."""
    return {"name": name, "type": type, **more}


def entity(name: str, *fields: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An entity of a design file."""
    return {"name": name, "fields": list(fields), **more}


def link(name: str, kind: str, parent: Any, child: Any, **more: Any) -> dict[str, Any]:
    """A relationship; each end is an entity's name or a pair of it and the end's other keys."""
    ends = [one if isinstance(one, tuple) else (one, {}) for one in (parent, child)]
    parts = [{"entity": name, **rest} for name, rest in ends]
    return {"name": name, "kind": kind, "from": parts[0], "to": parts[1], **more}


def design(entities: list[Any], links: list[Any], **more: Any) -> Model:
    """A whole design from its parts."""
    text = {"format": "nestlink/1", "name": "Test", "database": "test", "entities": entities, "relationships": links}
    return msgspec.convert({**text, **more}, Model)


def composed(model: Model, keeps_id: tuple[str, ...] = (), **chosen: Any) -> Composition:
    """A composition: per relationship a strategy or (strategy, side, more of the Decision);
    homes follow from the strategies."""
    decisions = {one.name: _decision(one, chosen[one.name]) for one in model.links}
    homes: dict[str, list[Home]] = {one.name: [] for one in model.entities}
    for one in model.links:
        strategy = decisions[one.name].strategy
        parent, child = one.from_.entity, one.to.entity
        if strategy == "FOLD_ONE":
            homes[parent].append(Home(entity=parent, kind="nowhere"))
        elif strategy == "POLY_SPLIT":
            homes[parent] = [Home(entity=parent, kind="nowhere")]
        elif strategy == "VALUE_ARRAY":
            other = child if decisions[one.name].side == "from" else parent
            homes[other] = [Home(entity=other, kind="nowhere")]
        elif STRATEGIES[strategy].embeds:
            kind = _KINDS.get(strategy, "element")
            homes[child].append(Home(entity=child, kind=kind, relationship=one.name, holder=parent))
    places = {name: tuple(some) or (Home(entity=name, kind="collection"),) for name, some in homes.items()}
    return Composition(decisions=decisions, homes=places, keeps_id=frozenset(keeps_id))


def _decision(one: Any, chosen: Any) -> Decision:
    strategy, side, more = (*chosen, {})[:3] if isinstance(chosen, tuple) else (chosen, "from", {})
    return Decision(
        relationship=one.name, kind=one.kind, strategy=strategy, side=side, **{"rule": "B7", "reason": "", **more}
    )


def placement(model: Model, composition: Composition) -> Placement:
    """The placement of a composed design."""
    names = Names(model)
    return Placement(model, names, Paths(names), composition)
