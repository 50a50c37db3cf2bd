"""Calls that current shells no longer support.

``save``, ``insert``, ``update``, ``remove``, and ``ensureIndex`` are from the old shell. mongosh warns about some
and doesn't have others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...model.conceptual import given
from ...plan_model.findings import About, Finding
from ..base import Inspection, Lint

_NOW = {
    "save": "replaceOne with upsert", "insert": "insertOne or insertMany", "update": "updateOne or updateMany",
    "remove": "deleteOne or deleteMany", "ensureIndex": "createIndex", "findAndModify": "findOneAndUpdate",
    "count": "countDocuments", "copyTo": "use an aggregation with $out", "group": ("use an aggregation with $group"),
}  # fmt: skip
_COLLECTION = r"\bdb(?:\.getCollection\([^()]*\)|\[[^\][]*\]|\.[\w$]+)+\."
_CALL = re.compile(rf"{_COLLECTION}({'|'.join(_NOW)})\(")
_ANY_CALL = re.compile(rf"{_COLLECTION}\w+\(")
_ID = re.compile(r"(?<![\w.$])(\w+)\.id\b")


def check(seen: Inspection) -> Iterator[Finding]:
    """Shell calls by an old name, in descriptions, notes, and generated statements; and calls that read `id` instead
    of `_id`."""
    for subject, text, about in _texts(seen):
        for call in dict.fromkeys(_CALL.findall(text)):
            message = f"Uses {call}(), which mongosh doesn't support."
            yield LINT.finding(subject, message, f"Use {_NOW[call]}.", about=about)
        for name in _without_underscore(seen, text):
            message = f"Uses {name}.id, but the key is _id. The query returns nothing."
            yield LINT.finding(subject, message, f"Use {name}._id.", about=about)
    for statement in seen.plan.statements:
        if statement.op in _NOW:
            yield LINT.finding(
                statement.id, f"The script calls {statement.op}().", f"Call {_NOW[statement.op]}."
            )


def _without_underscore(seen: Inspection, text: str) -> Iterator[str]:
    """The entities of which a shell call reads a field ``id`` that they do not have."""
    if ".id" not in text or not _ANY_CALL.search(text):
        return
    names = set(_ID.findall(text))
    for entity in seen.model.entities:
        name = seen.names.word(entity.name)
        if name in names and all(field.name != "id" for field in entity.own_fields):
            yield name


def _texts(seen: Inspection) -> Iterator[tuple[str, str, About]]:
    model = seen.model
    yield model.name, given(model.description, ""), ""
    for number, note in enumerate(given(model.notes, []), 1):
        yield f"note {number}", note.text, ""
    for entity in model.entities:
        yield entity.name, given(entity.description, ""), "entity"
    for relationship in model.links:
        yield relationship.name, given(relationship.description, ""), "relationship"
    for entity, path, field in seen.own_fields():
        yield f"{entity.name}.{path}", given(field.description, ""), ""


LINT = Lint(
    code="L59",
    slug="legacy-api",
    name="LEGACY_API",
    severity="warning",
    title="Legacy shell method",
    source="mongosh manual, compatibility with the legacy shell",
    check=check,
)
