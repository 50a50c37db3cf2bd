"""Risks of what is moved to an archive: reads that miss it, and what stays behind."""

from __future__ import annotations

from collections.abc import Iterator

from ...emit import growth
from ...emit.markdown import Span, code
from ...model.conceptual import Entity, given
from ...plan_model.compilation import Compilation
from ...plan_model.physical import Collection, archives_in, walk
from .risks import NAMED_COPIES, Evidence, Risk
from .wording import named

_LEFT_BEHIND = 100 * 1024**2
"""Bytes in three years of parts that stay when their whole is archived, from where on they are worth a word."""


def unseen(evidence: Evidence) -> Iterator[Risk]:
    """Reads that look where documents were before they were moved to an archive."""
    plan = evidence.compilation.plan
    reads = {use.name: use for use in evidence.uses if use.kind == "read"}
    for collection, archive in archives_in(plan.statements).items():
        seeing = {each.subject for each in plan.statements if each.falls_back == archive}
        blind = [
            name
            for name, use in reads.items()
            if use.collections[:1] == (collection,) and f"operation:{name}" not in seeing
        ]
        if blind:
            yield Risk(
                39.0 + min(9, len(blind)),
                (named(blind, NAMED_COPIES), f" {'does' if len(blind) == 1 else 'do'} not search ", code(archive), Span(".")),
                (Span("Old documents are archived there. 04_queries.js reads one by its "), code("_id"),
                 Span(" or natural key; for other reads of old documents, add a separate query or "
                      "archive later.")),
            )  # fmt: skip


def left_behind(evidence: Evidence) -> Iterator[Risk]:
    """Parts that stay where they are when what they belong to is moved to an archive, and are larger than it."""
    compilation = evidence.compilation
    plan, sizes = compilation.plan, {each.collection: each.moments[-1].data for each in compilation.forecasts}
    entities = {each.name: each.entity for each in plan.collections}
    archives = archives_in(plan.statements)
    leaving = {each.name for each in compilation.model.entities if _leaves(each)}
    homes = {
        of.entity: of.name
        for of in reversed(plan.collections)
        if of.entity and of.name not in archives and of.entity not in leaving
    }
    for collection, entity in ((name, entities[name]) for name in archives):
        parts = [homes[name] for name in _parts_of(compilation, entity) if name in homes]
        beside = [each.name for each in plan.collections if _is_beside(each, collection, entity)]
        cure = "Set a retention on these by the same date" if parts else ""
        if beside:  # the format has no retention of these
            cure = f"{cure}, and delete" if parts else "Delete"
            cure += " the links and earlier versions of archived documents with a job of your own"
        parts += beside
        left = sum(sizes.get(name, 0.0) for name in parts)
        if left > max(_LEFT_BEHIND, sizes.get(collection, 0.0)):
            yield Risk(
                54.0,
                (code(collection), Span(" are archived without their children: "), named(parts, NAMED_COPIES),
                 f", {growth.spelled(left)} in three years."),
                (f"{cure}. Otherwise, archiving frees little disk space.",),
            )  # fmt: skip


def _leaves(entity: Entity) -> bool:
    """Whether documents of an entity go by themselves, be it at another time than what they belong to."""
    retention = given(entity.retention, None)
    return retention is not None and retention.policy != "keep"


def _is_beside(other: Collection, archived: str, entity: str | None) -> bool:
    """Whether a collection holds links of archived documents, or their earlier versions."""
    names = other.kind == "link" and any(each.field.target == archived for each in walk(other.fields))
    return names or (other.revises is not None and other.revises == entity)


def _parts_of(compilation: Compilation, entity: str | None) -> list[str]:
    """Return the entities of which each thing needs one of an entity, or one of what needs that."""
    ahead, parts = [entity], list[str]()
    while ahead:
        whole = ahead.pop()
        for link in compilation.model.links:
            part, count = link.to.entity, link.to.count
            is_part = link.from_.entity == whole and link.kind in ("one-to-many", "one-to-one")
            if is_part and given(count.min, 0) >= 1 and part not in (*parts, entity):
                parts.append(part)
                ahead.append(part)
    return parts
