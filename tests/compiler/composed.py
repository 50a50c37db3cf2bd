"""Builds small designs and compositions by hand, so that a pattern is tested without the rules."""

from __future__ import annotations

from typing import Any

import msgspec

from designs.compiler.attributes.attribute_groups import Attributes
from designs.compiler.model.conceptual import Model, given
from designs.compiler.model.constants import constants_of
from designs.compiler.names.naming import Names, file_names
from designs.compiler.names.paths import Paths
from designs.compiler.placement.path_locator import Placement
from designs.compiler.plan.patterns import PATTERNS
from designs.compiler.plan.plan_builder import PlanDraft
from designs.compiler.plan_model.decisions import Composition, Decision, Home
from designs.compiler.plan_model.physical import Collection, DocField
from designs.compiler.rules.deciding import survey
from designs.compiler.strategies.table import STRATEGIES

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
    text = {
        "format": "nestlink/1",
        "name": "Test",
        "database": "test",
        "entities": entities,
        "relationships": links,
    }
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
        elif strategy in ("POLY_SPLIT", "POLY_SINGLE"):
            gone = parent if strategy == "POLY_SPLIT" else child
            homes[gone] = [Home(entity=gone, kind="nowhere")]
        elif strategy == "VALUE_ARRAY":
            other = child if decisions[one.name].side == "from" else parent
            homes[other] = [Home(entity=other, kind="nowhere")]
        elif STRATEGIES[strategy].embeds and strategy != "EMBED_TREE":
            kind = _KINDS.get(strategy, "element")
            homes[child].append(Home(entity=child, kind=kind, relationship=one.name, holder=parent))
    places = {name: tuple(some) or (Home(entity=name, kind="collection"),) for name, some in homes.items()}
    return Composition(decisions=decisions, homes=places, keeps_id=frozenset(keeps_id))


def _decision(one: Any, chosen: Any) -> Decision:
    strategy, side, more = (*chosen, {})[:3] if isinstance(chosen, tuple) else (chosen, "from", {})
    return Decision(
        relationship=one.name,
        kind=one.kind,
        strategy=strategy,
        side=side,
        **{"rule": "B7", "reason": "", **more},
    )


def placement(model: Model, composition: Composition) -> Placement:
    """The placement of a composed design."""
    names = Names(model)
    paths = Paths(names)
    attributes, limits = Attributes(model, paths), constants_of(given(model.constants, None))
    return Placement.composed(
        model, names, paths, composition, survey(model, names, limits, attributes), attributes
    )


def drafted(model: Model, composition: Composition) -> PlanDraft:
    """The draft after all patterns."""
    draft = PlanDraft(placement(model, composition))
    for pattern in PATTERNS:
        pattern.apply(draft)
    return draft


def collections(model: Model, composition: Composition) -> dict[str, Collection]:
    """The frozen collections by name."""
    draft = drafted(model, composition)
    return {one.name: one for one in draft.freeze(file_names(draft.shelves))}


def leaves(fields: tuple[DocField, ...], before: str = "") -> dict[str, str]:
    """Path to types of all leaves; ``[]`` marks array elements, as in ``emails[].email``."""
    found: dict[str, str] = {}
    for one in fields:
        path = before + one.name
        if one.items is not None:
            inner = leaves(one.items.fields, f"{path}[].")
            found |= inner or {f"{path}[]": "|".join(one.items.types)}
        else:
            found |= leaves(one.fields, f"{path}.") or {path: "|".join(one.types)}
    return found


def shapes(model: Model, composition: Composition) -> dict[str, dict[str, str]]:
    """The leaves of every collection, without root ids that are plain objectIds."""
    found = {name: leaves(one.fields) for name, one in collections(model, composition).items()}
    return {
        name: {path: types for path, types in some.items() if (path, types) != ("_id", "objectId")}
        for name, some in found.items()
    }


def at(fields: tuple[DocField, ...], path: str) -> DocField:
    """The field at a dotted path, array elements stepped through."""
    head, _, rest = path.partition(".")
    found = next(one for one in fields if one.name == head)
    inner = found.items.fields if found.items is not None else found.fields
    return at(inner, rest) if rest else found
