"""What a link works out from its own values and copies: it follows a change of these, where the link is stored."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ....model.conceptual import Field, given
from ....model.formulas import Expression, PathRef, parse, paths_of
from ...context import OperationContext, RelationshipContext
from ...ir.expressions import FieldPath, Operand, Variable
from ...number_types import narrowed
from ...results.expressions import Translator, Unsaid


class _LinkTranslator(Translator):
    """Turns the formulas of a link into expressions over what stands under a root: the document, or a variable."""

    def __init__(self, world: OperationContext, names: Collection[str], root: FieldPath | Variable) -> None:
        self.world, self.names, self.root = world, names, root

    def _path(self, path: str, row: str) -> FieldPath | Variable:
        if path not in self.names or row:
            raise Unsaid
        return self.root.down(path)

    def _is_always(self, side: Expression) -> bool:
        return not isinstance(side, PathRef)


def link_results(
    link: RelationshipContext, changed: Collection[str], root: FieldPath | Variable
) -> dict[str, Operand]:
    """Return by name what makes the link's own results that follow from some of its fields. root: where its fields
    stand."""
    own = {field.name: field for field in given(link.relationship.link_fields, [])}
    copies = [given(copy.name, copy.field) for copy in given(link.relationship.copies, [])]
    translator = _LinkTranslator(link.world, {*own, *copies}, root)
    results: dict[str, Operand] = {}
    for field in own.values():
        result = _result(translator, own, field, changed)
        if result is not None:
            results[field.name] = result
    return results


def _result(
    translator: _LinkTranslator, own: dict[str, Field], field: Field, changed: Collection[str]
) -> Any:
    expression = parse(field.computed.formula) if field.computed else None
    if expression is None or not set(paths_of(expression)) & set(changed):
        return None
    try:
        result = translator.whole(expression)
    except Unsaid:
        return None
    return narrowed(
        expression, lambda path: own[path].all_types if path in own else (), field.all_types, result
    )
