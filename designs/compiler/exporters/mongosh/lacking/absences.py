"""Which parameters of a function are stored and may lack fields: drivers write null for what has no value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from ....model.conceptual import Field, given
from ....plan_model.compilation import Compilation
from ....plan_model.expected_scans import is_moment
from ....plan_model.physical import (
    BuiltValue,
    Collection,
    DocField,
    Outcome,
    Param,
    Statement,
    parameters,
    parameters_in,
    walk,
)

Schema = dict[str, Any]
_JOINTS = ("oneOf", "anyOf", "allOf")
_FOLLOWING = frozenset({"version", "computed", "copy", "subset", "outlier"})
_SETTING = ("given", "set_or_unset", "set_or_clear")
_UNCHECKED = "timeseries"
"""The kind of collections that take no validator."""
_NUMBERS = frozenset({"int", "long", "double", "decimal", "number"})


Rules = tuple[tuple[str, tuple[tuple[str, Any], ...]], ...]
"""By path what holds of a value: pairs of kind, among, least, most, longest, pattern, fewest or items, and which."""
_KINDS = {
    **dict.fromkeys(_NUMBERS, "number"), "int": "whole number", "long": "whole number", "string": "string", "bool": "boolean",
    "date": "date", "object": "object", "array": "array",
}  # fmt: skip


class StoredParam(NamedTuple):
    """A parameter that is an object, or a list of them, some of whose fields are optional. nullable: the paths in it that
    may be null."""

    name: str
    nullable: tuple[str, ...]


class StoredField(NamedTuple):
    """What a validator says of a field: whether it is always there, may be null, and is a number."""

    required: bool
    nullable: bool
    is_number: bool


class StoredParams:
    """The validators of a design, asked for what a function stores of its parameters."""

    def __init__(self, compilation: Compilation) -> None:
        self._schemas: dict[str, Schema] = {
            collection.name: _object_of(collection.fields)
            if collection.kind == _UNCHECKED
            else (collection.validator or {}).get("$jsonSchema", {})
            for collection in compilation.plan.collections
        }
        self._fields = {each.name: each.fields for each in compilation.plan.collections}
        self._objects_with_ids = {
            collection.name: [*_objects_with_ids(collection)] for collection in compilation.plan.collections
        }
        self._unchecked = {
            each.name: each.fields for each in compilation.plan.collections if each.kind == _UNCHECKED
        }
        self._following = {
            (collection.name, located.path)
            for collection in compilation.plan.collections
            for located in walk(collection.fields)
            if located.field.origin in _FOLLOWING
        }
        self._values: dict[str, frozenset[str]] = {}
        self._by_place: dict[tuple[str, str], tuple[str, ...] | None] = {}
        self._places: dict[tuple[str, str], StoredField | None] = {}

    def of(self, statements: Sequence[Statement]) -> tuple[StoredParam, ...]:
        """Return the parameters of a function that are stored and may lack fields."""
        holding = [
            (param, nullable)
            for param in _given(statements)
            if (nullable := self.nullable(param.collection, param.path)) is not None
        ]
        stored = _only_stored(statements) if holding else set[str]()
        return tuple(
            StoredParam(param.name, tuple(path for path in nullable if path not in param.without))
            for param, nullable in holding
            if param.name in stored
        )

    def without_ids(self, statements: Sequence[Statement]) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return by parameter that is stored the places in it of objects that need an ``_id``, "" for itself: no driver
        makes one but for a whole document."""
        holding = [
            (param.name, places)
            for param in _given(statements)
            if (places := self._needing_ids(param.collection, param.path))
        ]
        stored = _only_stored(statements) if holding else set[str]()
        return tuple((name, places) for name, places in holding if name in stored)

    def _needing_ids(self, collection: str, path: str) -> tuple[str, ...]:
        """Return the places of objects that need an ``_id`` in what stands at a path of documents."""
        steps = [step for step in path.split(".") if step and not step.isdigit()]
        above = "".join(f"{step}." for step in steps)
        return tuple(
            place.removeprefix(above[:-1]).removeprefix(".")
            for place in self._objects_with_ids.get(collection, ())
            if f"{place}.".startswith(above)
        )

    def follows(self, collection: str, path: str) -> bool:
        """Return whether what stands at a path that an update writes follows from other changes: the number of a revision, a
        result, a copy."""
        steps = _named_steps(path).split(".")
        return any((collection, ".".join(steps[:end])) in self._following for end in range(1, len(steps) + 1))

    def makes_ids(self, collection: str) -> bool:
        """Return whether the ids of a collection are ObjectIds, which drivers make of nothing."""
        schema = self._schemas.get(collection, {}).get("properties", {}).get("_id", {})
        return bool(schema.get("bsonType") == "objectId")

    def is_always(self, collection: str, path: str) -> bool:
        """Return whether each document of a collection has a value at a path, outside of arrays, that isn't null."""
        if collection not in self._values:
            self._values[collection] = frozenset(_always(self._fields.get(collection, ())))
        return path == "_id" or path in self._values[collection]

    def needed_in(self, collection: str) -> list[str]:
        """Return the paths that each new document must have, where no validator refuses one without: that of a time series.
        A driver makes the ``_id``."""
        return [path for path in _always(self._unchecked.get(collection, ())) if path != "_id"]

    def rules_in(self, collection: str) -> Rules:
        """Return by path what holds of the values of new documents, where no validator looks at them: those of a time
        series."""
        located = walk(self._unchecked.get(collection, ()))
        outside = [each for each in located if set(each.arrays) <= {each.path} and not each.field.kinds]
        pairs = [(each.path, _rule(each.field)) for each in outside]
        return tuple((path, rule) for path, rule in pairs if rule)

    def kinds(self, collection: str) -> tuple[str, dict[str, list[str]]]:
        """Return the field that tells the kinds of a collection's documents, "" where none at their root does, and by the
        objects that only some of these have the values of those that do."""
        fields = self._fields[collection]
        telling = next((each.name for each in fields if each.origin == "discriminator"), "")
        objects = [each for each in fields if each.kinds and each.types[:1] == ("object",)]
        return telling, {each.name: list(each.kinds) for each in objects}

    def tree_fields(self, collection: str) -> set[str]:
        """Return the paths of what a tree adds to the nodes of a collection."""
        fields = self._fields.get(collection, ())
        return {each.path for each in walk(fields) if each.field.origin == "tree"}

    def place(self, collection: str, path: str) -> StoredField | None:
        """Return what the validator of a collection says of a field that an update writes; None where it says nothing."""
        if (collection, path) not in self._places:
            self._places[collection, path] = self._place(collection, path)
        return self._places[collection, path]

    def _place(self, collection: str, path: str) -> StoredField | None:
        above, _, name = _named_steps(path).rpartition(".")
        holders = [
            each
            for each in _at(self._schemas.get(collection, {}), above)
            if name in each.get("properties", {})
        ]
        if not holders or name == "_id":
            return None
        branches = [branch for each in holders for branch in _branches(each["properties"][name])]
        return StoredField(
            any(name in each.get("required", ()) for each in holders),
            any(map(_takes_null, branches)),
            any(_NUMBERS.intersection(_types(each)) for each in branches),
        )

    def nullable(self, collection: str, path: str) -> tuple[str, ...] | None:
        """Return the paths that may be null in what stands at a path of documents, "" for all of them; None where nothing
        in it is optional."""
        place = collection, _named_steps(path)
        if place not in self._by_place:
            schemas = _at(self._schemas.get(collection, {}), place[1])
            fields = list(_fields(schemas))
            is_complete = all(required for _, required, _ in fields)
            nullable = dict.fromkeys(path for path, _, null in fields if null)
            self._by_place[place] = None if is_complete else tuple(nullable)
        return self._by_place[place]


def _always(fields: Sequence[DocField], above: str = "") -> Iterator[str]:
    """Yield the paths of the values that each document has, in objects that it always has too."""
    for field in fields:
        is_there = field.required and "null" not in field.types
        inner = list(_always(field.fields, f"{above}{field.name}.")) if is_there else []
        yield from inner or ([f"{above}{field.name}"] if is_there else [])


def _object_of(fields: Sequence[DocField]) -> Schema:
    """Return what a validator would say of fields, where the server takes none."""
    properties: Schema = {}
    for field in fields:
        inner = _object_of(field.fields) if field.fields else {}
        items = (
            {"items": _object_of(field.items.fields)}
            if field.items is not None and field.items.fields
            else {}
        )
        properties[field.name] = {"bsonType": [*field.types], **inner, **items}
    return {"properties": properties, "required": [each.name for each in fields if each.required]}


def _rule(field: DocField) -> tuple[tuple[str, Any], ...]:
    """Return what the design says of the values of a field that scripts can look at without the server."""
    kinds = {_KINDS.get(name, "") for name in field.types if name != "null"}
    kind = kinds.pop() if len(kinds) == 1 else ""
    source = field.source
    rule = {
        "kind": kind,
        "among": [*(given(source.enum, []) if source is not None else field.enum)],
        "least": given(source.minimum, None) if source is not None else field.minimum,
        "most": given(source.maximum, None) if source is not None else field.maximum,
        **_rule_of_declared(source),
        **_rule_of_items(field),
    }
    return tuple((name, value) for name, value in rule.items() if value not in (None, "", [], {}))


def _rule_of_declared(source: Field | None) -> dict[str, Any]:
    """Return what a field's own declaration says of its text, or of how many items it has."""
    if source is None:
        return {}
    return {
        "longest": given(source.max_length, None), "pattern": given(source.pattern, None),
        "fewest": given(source.min_items, None), "mostItems": given(source.max_items, None),
    }  # fmt: skip


def _rule_of_items(field: DocField) -> dict[str, Any]:
    """Return what holds of each item of an array of plain values."""
    if field.items is None or field.items.fields:
        return {}
    kinds = {_KINDS.get(name, "") for name in field.items.types if name != "null"}
    return {"items": {"kind": kinds.pop()}} if len(kinds) == 1 and kinds != {""} else {}


def _objects_with_ids(collection: Collection) -> Iterator[str]:
    """Yield the places within documents of objects that have an ``_id`` of their own, which nobody gives."""
    for located in walk(collection.fields):
        above, _, name = located.path.rpartition(".")
        field = located.field
        is_own = field.required and field.target is None and field.types == ("objectId",)
        if name == "_id" and above and is_own and field.origin == "own":
            yield above


def _given(statements: Sequence[Statement]) -> list[Param]:
    """Return the parameters of a function that writes whose samples stand in documents."""
    if not any(statement.writes for statement in statements):
        return []
    return [param for param in parameters(statements) if param.collection]


def _only_stored(statements: Sequence[Statement]) -> set[str]:
    """Return the names of the parameters that are stored, and with which nothing is compared."""
    stored = {name for each in statements for name in _names_in(_stored(each))}
    return stored - {name for each in statements for name in _names_in(_compared(each))}


def _named_steps(path: str) -> str:
    """Return the path that an update writes without what says which elements of lists it means."""
    return ".".join(step for step in path.split(".") if not step.startswith("$"))


def _stored(statement: Statement) -> Any:
    return statement.documents, statement.update, statement.pipeline if statement.writes else None


def _compared(statement: Statement) -> Any:
    """What is compared with values that are stored: an old null in there must be met, so that nothing may be left out."""
    update = statement.update if isinstance(statement.update, dict) else {}
    removed = statement.update if statement.purpose == "remove" else None
    return statement.filter, statement.options, update.get("$pull"), update.get("$pullAll"), removed


def _names_in(value: Any) -> list[str]:
    return [param.name for param in parameters_in(value)]


def _branches(schema: Schema) -> list[Schema]:
    branches = [schema]
    for joint in _JOINTS:
        for branch in schema.get(joint, ()):
            branches += _branches(branch)
    return branches


def _at(schema: Schema, path: str) -> list[Schema]:
    """Return what a validator says of the values at a path, that of the elements of a list last."""
    schemas = _branches(schema)
    for step in path.split(".") if path else ():
        inner = _items(schemas)
        if not step.isdigit():
            within = [*schemas, *(branch for each in inner for branch in _branches(each))]
            inner = [each["properties"][step] for each in within if step in each.get("properties", {})]
        schemas = [branch for each in inner for branch in _branches(each)]
    return _with_elements(schemas)


def _items(schemas: list[Schema]) -> list[Schema]:
    """Return what validators say of the elements of lists: one schema for all, or one for each place."""
    items = (each["items"] for each in schemas if "items" in each)
    return [schema for each in items for schema in (each if isinstance(each, list) else [each])]


def _with_elements(schemas: list[Schema]) -> list[Schema]:
    items = [branch for each in _items(schemas) for branch in _branches(each)]
    return [*schemas, *_with_elements(items)] if items else schemas


def _fields(schemas: list[Schema], above: str = "") -> Iterator[tuple[str, bool, bool]]:
    """Yield each field of an object by its path, whether it is always there, and whether it may be null."""
    for schema in schemas:
        required = schema.get("required", ())
        for name, inner in schema.get("properties", {}).items():
            path = f"{above}{name}"
            branches = _branches(inner)
            yield path, name in required or path == "_id", any(map(_takes_null, branches))
            yield from _fields(_with_elements(branches), f"{path}.")


def _types(schema: Schema) -> list[str]:
    types = schema.get("bsonType", ())
    return [types] if isinstance(types, str) else [*types]


def _takes_null(schema: Schema) -> bool:
    return "null" in _types(schema)


def wanted_for(statement: Statement, statements: Sequence[Statement]) -> tuple[Param, ...]:
    """Return the parameters of which one has to have a value, or a statement has nothing to set: those of what follows a
    change of several fields, of which the caller may leave out any, and it repeats some. A server refuses array filters
    that an update has no use for.
    """
    own = _left_out_at_will(statement, alone=True)
    names = {(each.name, each.part) for each in own}
    params = (each for other in statements for each in _left_out_at_will(other))
    others = {
        (each.name, each.part) for each in params if not is_moment(each)
    }  # when it is done is always given
    return own if names < others else ()


def _left_out_at_will(statement: Statement, *, alone: bool = False) -> tuple[Param, ...]:
    """The values that an update sets where they are given. alone: none where it does something else besides."""
    update = statement.update
    given = update.get("$set") if isinstance(update, dict) else update
    if (
        not isinstance(given, BuiltValue)
        or given.kind not in _SETTING
        or not isinstance(given.parts[0], dict)
    ):
        return ()
    values = [*given.parts[0].values()]
    params = tuple(each for each in values if isinstance(each, Param))
    beside = given.parts[2:] if given.kind == "set_or_clear" else given.parts[1:]  # after which may be null
    more = len(params) < len(values) or (len(update) > 1 if isinstance(update, dict) else any(beside))
    return () if alone and more else params


def following(statements: Sequence[Statement], given: set[str]) -> Iterator[Statement]:
    """Yield the statements: what one may leave out, the others that set a field to it, such as a copy, leave out, too."""
    left = {
        (param.name, param.part)
        for each in statements
        for param in _left_out_at_will(each)
        if param.name not in given
    }
    for each in statements:
        fields = each.update.get("$set") if type(each.update) is dict else None
        values = fields.values() if type(fields) is dict else ()
        is_left = any(type(value) is Param and (value.name, value.part) in left for value in values)
        yield (
            replace(each, update=each.update | {"$set": BuiltValue("given", (fields,))}) if is_left else each
        )


def comparing_with_null(statement: Statement) -> Statement:
    """Return a statement whose filter compares with null where there is no value: a driver that leaves out what is undefined
    would find the first document."""
    filter, pipeline = _or_null(statement.filter), statement.pipeline
    if type(pipeline) is list and pipeline and "$match" in pipeline[0]:
        pipeline = [{"$match": _or_null(pipeline[0]["$match"])}, *pipeline[1:]]
    if filter == statement.filter and pipeline == statement.pipeline:
        return statement
    return replace(statement, filter=filter, pipeline=pipeline)


def _or_null(value: Any, name: str = "") -> Any:
    """Return a filter, or what stands in it below a name, with null where nothing may be there: what was found may lack a
    field, but neither its id nor an end of its branch of a tree."""
    if type(value) is dict:
        return {inner: each if inner == "$expr" else _or_null(each, inner) for inner, each in value.items()}
    if type(value) is list:
        return [_or_null(each) for each in value]
    if not isinstance(value, Outcome) or value.many or value.listed or value.each or not value.path:
        return value
    is_there = value.present and (value.path in ("_id", "insertedId") or name[:3] in ("$gt", "$lt"))
    return value if is_there else replace(value, or_null=True)


def inserted_as(statement: Statement) -> tuple[str, set[str]]:
    """Return the parameter that a new document is, "" where none is, and the fields that the function gives it."""
    document, others = statement.documents if statement.op == "insertOne" else None, list[Any]()
    while isinstance(document, BuiltValue) and document.kind in ("document", "without_absent"):
        document, *further = document.parts
        others += further
    if not isinstance(document, Param) or document.below:
        return "", set()
    return document.name, {name for part in others if type(part) is dict for name in part}


def goes_with_none(value: dict[str, Any]) -> bool:
    """Whether an expression takes a field away where its caller has no value for it."""
    operands = value.get("$ifNull") or [None]
    return bool(operands[-1] == "$$REMOVE")


def written_by(update: Any) -> Iterator[tuple[str, str, Any]]:
    """Yield what an update writes: the operator, the path, and the value."""
    for step in update if isinstance(update, list | tuple) else [update]:
        for operator, operand in step.items() if type(step) is dict else [("", "")]:
            for path, value in (plain_fields(operand) or {"": None}).items():
                yield operator, path, value


def plain_fields(fields: Any) -> dict[str, Any] | None:
    """Return fields, those of whose values that the caller may leave out too."""
    if type(fields) is BuiltValue and fields.kind == "given":
        fields = fields.parts[0]
    return fields if type(fields) is dict else None


def instead_of_given(document: BuiltValue) -> BuiltValue:
    """Return a document in which what a function reads stands instead of what its caller gives, though there be none."""
    parts: list[Any] = []
    for part in document.parts:
        if (
            isinstance(part, BuiltValue)
            and part.kind == "given"
            and all(map(_is_read, part.parts[0].values()))
        ):
            parts.append(dict(part.parts[0]))
        elif type(part) is dict:
            parts.append({name: _inside(value) for name, value in part.items()})
        else:
            parts.append(part)
    return replace(document, parts=tuple(parts))


def _inside(value: Any) -> Any:
    is_document = isinstance(value, BuiltValue) and value.kind == "document"
    return instead_of_given(value) if is_document else value


def _is_read(value: Any) -> bool:
    return isinstance(value, Outcome) and value.optional
