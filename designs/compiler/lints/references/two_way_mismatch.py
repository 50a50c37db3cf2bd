"""Two-way links whose sides differ in the example documents.

MongoDB doesn't keep both arrays in sync: each link is two writes. The audit finds differences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...model.conceptual import Relationship
from ...plan_model.findings import Finding
from ...sampling import samples
from ...workload.document_history import VALID_TO, holds_versions
from ..base import Inspection, Lint

Pairs = set[tuple[Any, Any]]


def check(seen: Inspection) -> Iterator[Finding]:
    """Links that the example documents have on one side but not on the other."""
    for relationship, decision in seen.decided():
        if not decision.traits.is_two_way:
            continue
        forward, backward = (_pairs(seen, relationship, side) for side in ("from", "to"))
        wrong = len(forward ^ {(own, other) for other, own in backward})
        if wrong:
            message = f"{wrong} links in the examples exist on one side only."
            hint = "Write both sides in one transaction, and run the audit script."
            yield LINT.finding(seen.place(relationship, "from"), message, hint, links=wrong)


def _pairs(seen: Inspection, relationship: Relationship, side: str) -> Pairs:
    """Own id and id of the other side, of each link that documents of this end name."""
    pairs: Pairs = set()
    documents = samples(seen.compilation, seen.paths)
    for spot in seen.placement.references(relationship, side):
        is_versioned = holds_versions(seen.collections[spot.collection])
        for document in documents.get(spot.collection, ()):
            if is_versioned and document.get(VALID_TO) is not None:
                continue  # a past version names what was linked then
            for holder, held in _held(document, spot.path.split(".")):
                pairs |= {(_key(holder), _key(far_id)) for far_id in held}
    return pairs


def _key(identifier: Any) -> Any:
    """An id to compare by: one of several parts as its text."""
    return repr(identifier) if isinstance(identifier, dict | list) else identifier


def _held(document: Any, path: list[str], owner: Any = None) -> Iterator[tuple[Any, list[Any]]]:
    """The ids below a path with the id of the innermost document around them that has one of its own."""
    owner = owner if path[0] == "_id" else document.get("_id", owner)
    value = document.get(path[0])
    if len(path) == 1:
        if value is not None:
            yield owner, value if isinstance(value, list) else [value]
        return
    inner: Iterable[Any] = value if isinstance(value, list) else [value]
    for element in inner:
        if isinstance(element, dict):
            yield from _held(element, path[1:], owner)


LINT = Lint(
    code="L15",
    slug="two-way-mismatch",
    name="TWO_WAY_MISMATCH",
    severity="error",
    title="Two-way references out of sync",
    source="6 Rules of Thumb, part 2; schema basics: balance of many-to-many",
    check=check,
)
