"""Entities that operations use, but no function inserts.

Inserts are easy to forget when you list the most frequent reads. Without the insert, no generated function creates
these documents with their required fields, counters, and copies.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Entity, given
from ...placement.doc_path import DocPath
from ...plan_model.findings import Finding
from ...plan_model.number_format import listed
from ...plan_model.physical import Statement
from ..base import Fix, Inspection, Lint, adding_operation, together

_NAMED = 4
_OF_ONE = ("one-to-one", "one-to-many")


def check(seen: Inspection) -> Iterator[Finding]:
    """Entities that operations use, but no function inserts. All are combined in one finding."""
    missing = [entity for entity in seen.model.entities if _is_missing(seen, entity)]
    if missing:
        words = [seen.names.spoken(entity.name) for entity in missing]
        rest = len(words) - _NAMED
        named = f"{', '.join(words[:_NAMED])} or {rest} more" if rest > 0 else listed(words, "or")
        yield LINT.finding(
            missing[0].name,
            f"No function inserts {named}.",
            "Add an operation that inserts them.",
            fix=together(*(_insert(seen, entity, place) for place, entity in enumerate(missing))),
        )


def _is_missing(seen: Inspection, entity: Entity) -> bool:
    """Whether the design says how many things are inserted beside those of operations, or operations read and update them, or
    insert what can't be without one, and no function brings them into a place of theirs, alone, as a kind, or with what
    holds them."""
    traffic, families = seen.survey.traffic, seen.survey.families
    is_used = traffic.reads[entity.name] and traffic.updates[entity.name]
    is_said = traffic.inserts and given(entity.inserts_per_day, 0) > 0
    if entity.kind_or_default == "lookup" or not (is_used or is_said or _is_asked_for(seen, entity)):
        return False
    kin = (entity.name, *families.above(entity.name), *families.below(entity.name))
    if any(name in traffic.inserts for name in kin):
        return False
    spots = [spot for name in kin for spot in seen.placement.spots(name)]
    of_others = _adding_kinds(seen, entity) if seen.placement.kinds.value(entity.name) else ()
    statements = [each for each in seen.plan.statements if each.subject not in of_others]
    return not any(_brings(statement, spot) for spot in spots for statement in statements)


def _is_asked_for(seen: Inspection, entity: Entity) -> bool:
    """Whether operations insert what must belong to such a thing, and doesn't bring it."""
    above = {entity.name, *seen.survey.families.above(entity.name)}
    return any(
        link.kind in _OF_ONE
        and link.from_.entity in above
        and link.to.entity != link.from_.entity
        and given(link.to.count.min, 0) >= 1
        and link.to.entity in seen.survey.traffic.inserts
        and not seen.placement.traits(link).folds_parent
        for link in seen.model.links
    )


def _adding_kinds(seen: Inspection, entity: Entity) -> set[str]:
    """Return what the functions are of that add things of a narrower kind."""
    families = seen.survey.families
    narrower = (
        link for name in (entity.name, *families.below(entity.name)) for link in families.specials[name]
    )
    return {f"relationship:{link.name}" for link in narrower}


def _brings(statement: Statement, spot: DocPath) -> bool:
    """Whether a function's statement inserts a document, or writes the place in it, where things stand."""
    if (
        statement.script != "04_queries"
        or statement.purpose == "prepare"
        or statement.collection != spot.collection
    ):
        return False
    is_insert = statement.op.startswith("insert") or (statement.options or {}).get("upsert") is True
    return is_insert or any(path == spot.path for path, _ in statement.written)


def _insert(seen: Inspection, entity: Entity, place: int) -> Fix | None:
    """The edit that adds an operation which inserts such things; None where the design's objects have no ids."""
    return adding_operation(seen, entity, f"add {seen.names.word(entity.name)}", place, "insert")


LINT = Lint(
    code="NEVER_INSERTED",
    slug="never-inserted",
    name="NEVER_INSERTED",
    severity="info",
    title="No operation inserts these documents",
    source="Nestlink default: every document is inserted once",
    about="entity",
    check=check,
)
