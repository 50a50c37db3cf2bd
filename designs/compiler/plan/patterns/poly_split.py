"""POLY_SPLIT: each special kind has a collection of its own, with the general's fields in it."""

from __future__ import annotations

from ...model.conceptual import Field
from ...placement.inherited_computed import stored_results
from ...placement.views import is_of_kinds
from ...plan_model.physical import DocField
from ...strategies.table import label_of
from ..plan_builder import Body, Node, PlanDraft, field_node
from .base import Pattern

_SAID = frozenset({"own", "attribute", "version"})
"""The origins of what an entity's documents have by themselves, and keep wherever they stand."""


def apply(draft: PlanDraft) -> None:
    """Repeat the general's fields and relationships in each special; also in a special that the
    designer's own choices keep from sharing its general's documents. Of a general that has documents of its
    own, a special that stands elsewhere repeats the fields alone: what refers to the general leads there."""
    for relationship in draft.names.relationships.values():
        if relationship.kind != "is-a" or draft.placement.kinds.is_joined(relationship):
            continue
        special = draft.body(relationship.to.entity)
        generals = [draft.body(name) for name in _generals(draft, relationship.from_.entity)]
        if draft.placement.is_split(relationship):
            special.before += generals
            _identify(draft, relationship.to.entity)
        else:
            special.before += [_Fields(body, _results(draft, relationship.to.entity)) for body in generals]
        draft.hold(relationship, *draft.placement.spots(relationship.to.entity))


def _results(draft: PlanDraft, special: str) -> list[Field]:
    """The stored results that a special keeps itself."""
    entity = draft.names.entities[special]
    return [field for _, field, _ in stored_results(draft.placement, entity)]


def _identify(draft: PlanDraft, special: str) -> None:
    """Give a special the ``_id`` of the first of its generals that has one, where it has none of its own."""
    declared, body = draft.placement.declared_id(special), draft.body(special)
    if declared is not None and "_id" not in body.nodes and not draft.placement.kinds.is_special(special):
        body.put_first(field_node(declared, "_id"))


class _Fields(Body):
    """What a general says of itself, without what others made of its documents. The general may hold the
    special: then it is not finished yet, and its own fields are all that can be asked. results: of the stored
    ones, those that the special keeps."""

    def __init__(self, of: Body, results: list[Field]) -> None:
        super().__init__()
        self._of, self._results = of, results

    def repeated(self, sliced: bool = True) -> list[DocField]:
        """The finished fields, those of what the general repeats itself first."""
        wider = [body for body in self._of.before if isinstance(body, _Fields)]
        above = [field for body in wider for field in body.repeated(sliced)]
        own = [node.freeze(sliced) for node in self._of.nodes.values() if self._is_repeated(node)]
        return above + [field for field in own if is_of_kinds(field)]

    def _is_repeated(self, node: Node) -> bool:
        source = node.values.get("source")
        return node.values.get("origin") in _SAID or any(source is result for result in self._results)


def _generals(draft: PlanDraft, entity: str) -> list[str]:
    """The general, after those whose documents it shares."""
    return [*reversed(draft.placement.kinds.families.above(entity)), entity]


PATTERN = Pattern(
    slug="one-collection-each",
    kinds=("POLY_SPLIT",),
    title=label_of("POLY_SPLIT"),
    help="Each subtype has its own collection and repeats the supertype's fields.",
    apply=apply,
)
