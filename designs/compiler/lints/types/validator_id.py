"""Validators that reject every document because they don't allow ``_id``.

A list of all allowed fields must include _id, because every document has one. Without it, each insert fails.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...plan_model.findings import Finding
from ..base import Inspection, Lint


def check(seen: Inspection) -> Iterator[Finding]:
    """Validators with `additionalProperties: false` at the top level that don't list `_id`."""
    for collection in seen.plan.collections:
        schema = (collection.validator or {}).get("$jsonSchema", {})
        if schema.get("additionalProperties") is False and "_id" not in schema.get("properties", {}):
            message = "additionalProperties is false and _id isn't listed: every insert fails."
            yield LINT.finding(collection.name, message, "Add _id to properties.")


LINT = Lint(
    code="L43",
    slug="validator-id",
    name="VALIDATOR_ID",
    severity="error",
    title="Validator rejects _id",
    source="MongoDB practice",
    about="collection",
    check=check,
)
