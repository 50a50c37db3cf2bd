"""Builds the smallest design that asks one question, and decides it with the rules themselves."""

from __future__ import annotations

from typing import Any

import msgspec

from designs.compiler.composition.fixpoint import compose
from designs.compiler.model.conceptual import Model, given
from designs.compiler.model.constants import constants_of
from designs.compiler.names.naming import Names
from designs.compiler.plan_model.decisions import Composition, Decision
from designs.compiler.rules.deciding import survey
from designs.compiler.workload.inputs import DecisionInputs, Survey

Json = dict[str, Any]
ONE, MANY, NM = "one-to-one", "one-to-many", "many-to-many"
# Too many fields to be folded away.
PARENT_FIELDS = [{"name": name, "type": "string"} for name in ("title", "city", "phone", "notes")]
EXPIRING = {"policy": "ttl", "field": "made", "seconds": 60}


def text(size: int = 20, name: str = "text") -> Json:
    """A string field of so many bytes."""
    return {"name": name, "type": "string", "average_bytes": size}


def entity(name: str, *fields: Json, **more: Any) -> Json:
    """An entity; with one text field where none is given."""
    return {"name": name, "fields": list(fields) or [text()], **more}


def link(name: str, kind: str, parent: str, child: str, **more: Any) -> Json:
    """A relationship; ``has`` and ``back`` are the counts of its two ends."""
    ends = {
        "from": {"entity": parent, "has": more.pop("has", {})},
        "to": {"entity": child, "has": more.pop("back", {})},
    }
    for side, key in (("from", "field"), ("to", "back_field")):
        if key in more:
            ends[side]["field"] = more.pop(key)
    return {"name": name, "kind": kind, **ends, **more}


def op(kind: str, of: str, *filters: str, per_day: float = 1, **more: Any) -> Json:
    """An operation whose name is of no interest; ``filters`` match by equality."""
    conditions = {"filter": [{"field": name} for name in filters]} if filters else {}
    return {"name": "", "kind": kind, "entity": of, "per_day": per_day, **conditions, **more}


def design(entities: list[Json], links: list[Json], ops: tuple[Json, ...] = (), **more: Any) -> Model:
    """A design of these parts; operations get numbered names."""
    named = [{**one, "name": f"operation {place}"} for place, one in enumerate(ops)]
    parts = {"entities": entities, "relationships": links, "operations": named}
    return msgspec.convert(
        {"format": "nestlink/1", "name": "Small", "database": "small", **parts, **more}, Model
    )


def pair(
    kind: str = MANY,
    *,
    parent: Json | None = None,
    child: Json | None = None,
    has: Json | None = None,
    back: Json | None = None,
    rel: Json | None = None,
    ops: tuple[Json, ...] = (),
    **more: Any,
) -> Model:
    """Two entities, Parent and Child, and the relationship ``r`` between them. has, back: what
    one Parent has of Child and one Child of Parent. The other keys are the design's."""
    ends = [
        {"name": "Parent", "fields": PARENT_FIELDS, **(parent or {})},
        {"name": "Child", "fields": [text()], **(child or {})},
    ]
    more_links = more.pop("links", [])
    others = more.pop("entities", [])
    relationship = link("r", kind, "Parent", "Child", has=has or {}, back=back or {}, **(rel or {}))
    return design(ends + others, [relationship, *more_links], ops, **more)


def surveyed(model: Model) -> Survey:
    """The derived inputs of a design."""
    return survey(model, Names(model), constants_of(given(model.constants, None)))


def case(*args: Any, **design: Any) -> DecisionInputs:
    """The derived inputs of the relationship of a ``pair``."""
    return surveyed(pair(*args, **design)).case("r")


def composition(model: Model) -> Composition:
    """All decisions of a design."""
    return compose(surveyed(model))


def decide(*args: Any, **design: Any) -> Decision:
    """The decision about the relationship of a ``pair``."""
    return composition(pair(*args, **design)).decisions["r"]


def chosen(*args: Any, **design: Any) -> tuple[str, str]:
    """Rule and strategy of the relationship of a ``pair``."""
    decision = decide(*args, **design)
    return decision.rule, decision.strategy


def barred(decision: Decision) -> dict[str, str]:
    """By rejected strategy, the gate or rule that ruled it out."""
    return {one.strategy: one.by for one in decision.rejected}


def strategies(entities: list[Json], links: list[Json], *ops: Json, **more: Any) -> dict[str, str]:
    """The strategy of every relationship of a design."""
    decisions = composition(design(entities, links, ops, **more)).decisions
    return {name: decision.strategy for name, decision in decisions.items()}
