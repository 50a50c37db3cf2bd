"""What functions set fields to as their callers give it, in updates, new elements and new documents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ....plan_model.physical import BuiltValue, Param, Statement, parameters_in
from .absences import StoredField, StoredParams, goes_with_none, plain_fields, written_by

_AMOUNTS = ("$inc", "$mul", "$min", "$max")
ADDING = frozenset({"$push", "$addToSet"})


class SetValue(NamedTuple):
    """A parameter that a field is set to as it is. path: as the update writes it; place: what the validator says there. is_staged:
    whether stages set it, where null can't be told from what is left out."""

    param: Param
    path: str
    place: StoredField
    is_staged: bool


_ELEMENT = StoredField(required=True, nullable=False, is_number=False)
"""What validators say of an element of an array that is given as a whole."""


def set_in_updates(validators: StoredParams, statement: Statement) -> Iterator[SetValue]:
    """Yield what an update sets of the documents that are there."""
    is_staged = type(statement.update) is not dict
    for fields in set_fields(statement.update):
        yield from _set_in(validators, statement.collection, "", fields, is_staged=is_staged)


def set_in_new(validators: StoredParams, statement: Statement) -> Iterator[SetValue]:
    """Yield what is set in new elements and new documents, those of an upsert among them."""
    for operator, path, value in written_by(statement.update):
        for element in _elements(operator, value):
            whole = whole_of(element)
            if whole is not None and whole.path.rpartition(".")[2].isdigit():  # an id is looked for
                yield SetValue(whole, path, _ELEMENT, is_staged=False)
            yield from _set_in(validators, statement.collection, f"{path}.", plain_fields(element) or {})
        if operator == "$setOnInsert" and path:
            yield from _set_in(validators, statement.collection, "", {path: value})
    document = statement.documents if statement.op == "insertOne" else None
    for part in document.parts if isinstance(document, BuiltValue) else [document]:
        yield from _set_in(validators, statement.collection, "", plain_fields(part) or {})


def _set_in(
    validators: StoredParams, collection: str, above: str, fields: dict[str, Any], *, is_staged: bool = False
) -> Iterator[SetValue]:
    for path, value in fields.items():
        param = whole_of(literal_of(value) or value)
        place = validators.place(collection, above + path)
        if param is not None and not param.optional and place is not None:
            yield SetValue(param, above + path, place, is_staged)


def _elements(operator: str, value: Any) -> Iterator[Any]:
    """Yield what an update adds to an array."""
    if operator in ADDING:
        elements = value["$each"] if type(value) is dict and "$each" in value else [value]
        yield from elements if type(elements) in (list, tuple) else [elements]
    elif operator == "$set":
        yield from _joined(value)


def _joined(expression: Any) -> Iterator[Any]:
    """Yield the literal elements that an expression joins to an array."""
    parts = expression.get("$concatArrays", ()) if type(expression) is dict else ()
    yield from (literal_of(each) for part in parts if type(part) in (list, tuple) for each in part)
    inner = expression.values() if type(expression) is dict else expression
    for each in inner if type(expression) in (dict, list, tuple) else ():
        yield from _joined(each)


def set_fields(update: Any) -> Iterator[dict[str, Any]]:
    """Yield the fields that an update sets, of operators and of each stage."""
    for step in update if isinstance(update, list | tuple) else [update]:
        fields = plain_fields(step.get("$set")) if type(step) is dict else None
        if fields is not None:
            yield fields


def amounts(validators: StoredParams, statement: Statement) -> Iterator[str]:
    """Yield the names of what is added to a number, or made part of a new one: else null would be stored, or refused by the
    server alone, and not where a validator only warns."""
    update = statement.update
    if type(update) is dict:
        pairs = [pair for operator in _AMOUNTS for pair in (plain_fields(update.get(operator)) or {}).items()]
    else:
        pairs = [
            (path, value)
            for fields in set_fields(update)
            for path, value in fields.items()
            if not (type(value) is dict and ("$literal" in value or goes_with_none(value)))
        ]
    for path, value in pairs:
        place = validators.place(statement.collection, path)
        if place is not None and place.is_number:
            added = (each for each in parameters_in(value) if not (each.part or each.optional or each.below))
            yield from (param.name for param in added)  # a place in a grid is looked at by itself


def name_of(param: Param) -> tuple[str, str]:
    """Return what tells a parameter, or a part of one, from the others."""
    return param.name, param.part


def literal_of(value: Any) -> Any:
    """Return what an expression says is a value as it is, None for others."""
    return value.get("$literal") if type(value) is dict and len(value) == 1 else None


def whole_of(value: Any) -> Param | None:
    """Return the parameter that is a value, or to whose fields a function adds some of its own; None for other values."""
    if type(value) is BuiltValue and value.kind == "document" and value.parts:
        value = value.parts[0]
    return value if type(value) is Param else None
