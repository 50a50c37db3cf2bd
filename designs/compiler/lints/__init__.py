"""Checks of a finished plan, one rule a module. The order is the order of findings."""

from __future__ import annotations

from ..findings import Finding
from ..physical import Compilation
from . import (
    collection_twice,
    copy_dropped,
    copy_hot,
    copy_no_policy,
    doc_size,
    embed_too_many,
    formula_prose,
    id_type,
    idx_field_unknown,
    idx_limits,
    idx_prefix_redundant,
    name_db_coll,
    name_field,
    ref_no_index,
    ref_target,
    ref_type,
    refs_too_many,
    unbounded_embed,
    unbounded_refs,
    validator_id,
    validator_keyword,
)
from .base import Inspection, Lint

LINTS: tuple[Lint, ...] = (
    unbounded_embed.LINT,
    unbounded_refs.LINT,
    embed_too_many.LINT,
    refs_too_many.LINT,
    doc_size.LINT,
    ref_no_index.LINT,
    ref_type.LINT,
    ref_target.LINT,
    copy_no_policy.LINT,
    copy_hot.LINT,
    copy_dropped.LINT,
    idx_limits.LINT,
    idx_prefix_redundant.LINT,
    idx_field_unknown.LINT,
    formula_prose.LINT,
    name_db_coll.LINT,
    name_field.LINT,
    collection_twice.LINT,
    id_type.LINT,
    validator_keyword.LINT,
    validator_id.LINT,
)


def run(compilation: Compilation) -> tuple[Finding, ...]:
    """All findings of a compilation, in the order of LINTS and then of the design file, without
    those that the design sets aside."""
    seen = Inspection(compilation)
    found = tuple(finding for lint in LINTS for finding in lint.check(seen))
    return without_ignored(compilation, found)


def without_ignored(compilation: Compilation, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The findings that the design's ``ignored`` list does not name by code and subject."""
    ignored = {(one.code, one.subject) for one in compilation.model.ignored or ()}
    return tuple(one for one in findings if (one.code, one.subject) not in ignored)
