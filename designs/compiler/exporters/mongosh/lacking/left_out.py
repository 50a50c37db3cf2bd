"""Statements as scripts have them where a caller may lack values: fields that have none are taken away or left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from ....plan_model.physical import BuiltValue, Param, Statement, parameters_in
from .absences import StoredField, StoredParams, instead_of_given, plain_fields
from .set_values import ADDING, SetValue, literal_of, name_of, set_fields


def cleared_where_null(
    statement: Statement, sets: list[SetValue], cleared: set[tuple[str, str]], loose: set[tuple[str, str]]
) -> Statement:
    """Return the statement with an update that takes away the fields whose values the caller does not have, and leaves
    those as they are that no document goes without, where it sets several."""
    update = statement.update
    own = [name_of(param) for fields in set_fields(update) for param in parameters_in(list(fields.values()))]
    fields = plain_fields(update.get("$set")) if type(update) is dict else None
    several = len(own) > 1 and len(own) == len(fields or ()) and loose.issuperset(own)
    is_asked = statement.subject.startswith("operation:")
    if type(update) is list or type(update) is tuple:
        left = cleared | loose if is_asked and len(own) > 1 else cleared
        staged = [_stage(stage, cleared, left) for stage in update]
        return statement if staged == [*update] else replace(statement, update=staged)
    if not (cleared.intersection(own) or (several and is_asked)):
        return statement
    return replace(statement, update=_set_or_clear(update, sets))


def _set_or_clear(update: dict[str, Any], sets: list[SetValue]) -> BuiltValue:
    fields = plain_fields(update["$set"]) or {}
    nullable = [each.path for each in sets if each.path in fields and each.place.nullable]
    others = {operator: operand for operator, operand in update.items() if operator != "$set"}
    more = [nullable, others] if others else [nullable] if nullable else []
    return BuiltValue("set_or_clear", (fields, *more))


def _stage(stage: Any, cleared: set[tuple[str, str]], left: set[tuple[str, str]]) -> Any:
    """Return a stage of an update. left: what it sets no field to where the caller says nothing of it."""
    fields = plain_fields(stage.get("$set")) if type(stage) is dict else None
    if fields is None:
        return stage
    set_to = {path: _or_remove(value, cleared) for path, value in fields.items()}
    may_lack = type(stage["$set"]) is BuiltValue or any(
        type(param := literal_of(value)) is Param and name_of(param) in left for value in fields.values()
    )
    return {"$set": BuiltValue("given", (set_to,)) if may_lack else set_to}


def _or_remove(value: Any, cleared: set[tuple[str, str]]) -> Any:
    param = literal_of(value)
    is_cleared = type(param) is Param and name_of(param) in cleared
    return BuiltValue("literal_or_remove", (param,)) if is_cleared else value


# --- new elements and documents -----------------------------------------------------------------------


def with_absent_left_out(validators: StoredParams, statement: Statement) -> Statement:
    """Return an insert whose new document lacks a field that the caller may have given, and the function takes away."""
    document = statement.documents if statement.op == "insertOne" else None
    if not isinstance(document, BuiltValue) or document.kind != "document":
        return statement
    emptied = [*_emptied_paths(document)]
    above = validators.tree_fields(statement.collection).intersection(emptied)  # a root has none
    places = [validators.place(statement.collection, path) for path in emptied]
    instead = instead_of_given(document)
    if instead == document and not above and not any(place is None or _may_lack(place) for place in places):
        return statement
    document = instead
    nullable = [path for path in validators.nullable(statement.collection, "") or () if path not in above]
    stored = BuiltValue("without_absent", (document, nullable) if nullable else (document,))
    field, kinds = validators.kinds(statement.collection)
    own = {name for part in document.parts if type(part) is dict for name in part}
    objects = {name: values for name, values in kinds.items() if name in own}
    if objects and field and field not in own:
        stored = BuiltValue("without_empty", (stored, field, objects))
    return replace(statement, documents=stored)


def _emptied_paths(document: BuiltValue, above: str = "") -> Iterator[str]:
    """Yield the paths at which a function takes away what its caller may have given, in objects of a document too."""
    for part in document.parts:
        for name, value in part.items() if type(part) is dict else ():
            if value is None:
                yield above + name
            elif isinstance(value, BuiltValue) and value.kind == "document":
                yield from _emptied_paths(value, f"{above}{name}.")


def adding(validators: StoredParams, statement: Statement) -> Statement:
    """Return the statement whose new elements, and new documents of an upsert, lack the fields that have no value."""
    added = _with_added(validators, statement.collection, statement.update)
    return statement if added == statement.update else replace(statement, update=added)


def _with_added(validators: StoredParams, collection: str, value: Any) -> Any:
    if type(value) is dict:
        return {name: _operand(validators, collection, name, inner) for name, inner in value.items()}
    if type(value) is list or type(value) is tuple:
        return type(value)(_with_added(validators, collection, each) for each in value)
    if type(value) is BuiltValue:
        return replace(value, parts=tuple(_with_added(validators, collection, part) for part in value.parts))
    return value


def _operand(validators: StoredParams, collection: str, operator: str, operand: Any) -> Any:
    if operator == "$setOnInsert":
        return _without_absent(validators, collection, "", operand)
    if operator == "$literal":
        return _without_absent(validators, collection, _place_of(operand), operand)
    if operator in ADDING and type(operand) is dict:
        return {path: _elements(validators, collection, path, each) for path, each in operand.items()}
    return _with_added(validators, collection, operand)


def _elements(validators: StoredParams, collection: str, path: str, added: Any) -> Any:
    if type(added) is dict and type(added.get("$each")) in (list, tuple):
        each = [_without_absent(validators, collection, path, element) for element in added["$each"]]
        return added | {"$each": each}
    return _without_absent(validators, collection, path, added)


def _place_of(element: Any) -> str:
    """Return where an element of an expression stands, as its parameters tell."""
    for name, value in (plain_fields(element) or {}).items():
        if type(value) is Param and value.path.endswith(f".{name}"):
            return value.path.removesuffix(f".{name}")
    return ""


def _without_absent(validators: StoredParams, collection: str, place: str, value: Any) -> Any:
    """Return an object that leaves out what its caller lacks, where a field may be absent and not null."""
    fields, above = plain_fields(value), f"{place}." if place else ""
    if fields is None or not any(
        type(param) is Param and not param.optional and _may_lack(validators.place(collection, above + name))
        for name, param in fields.items()
    ):
        return value
    nullable = [
        path
        for path in validators.nullable(collection, place) or ()
        if any(f"{path}.".startswith(f"{name}.") for name in fields)
    ]
    return BuiltValue("without_absent", (fields, nullable) if nullable else (fields,))


def _may_lack(place: StoredField | None) -> bool:
    return place is not None and not place.required and not place.nullable
