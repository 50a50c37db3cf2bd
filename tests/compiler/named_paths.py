"""The paths that statements and validators name, and which of them lead to nothing: neither to a field of the
plan's documents nor to what an earlier stage made.

Known to be right though not in the plan: collections that it has none of (an archive has what its source has),
places in arrays (digits, ``$``, ``$[copy]``), what a function writes and takes away again in one transaction, what lies in a field that declares nothing of what it holds, and
documents that are no collection's (events of a change stream, what a stage puts in their place).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from typing import Any

from designs.compiler.plan_model.compilation import Plan
from designs.compiler.plan_model.physical import BuiltValue, Collection, DocField, Element, Statement

_PLACE = re.compile(r"\d+|\$(\[\w*\])?")
_JOINING = frozenset({"$and", "$or", "$nor"})
_ENDING = frozenset({"$replaceWith", "$replaceRoot", "$merge", "$out", "$indexStats", "$count", "$collStats"})
_OTHER_DOCUMENTS = frozenset({"watch", "createIndex", "createCollection", "runCommand", "shardCollection"})
Trees = Mapping[str, "Tree"]


class Tree:
    """The paths of a collection's documents; open: those that may hold anything."""

    def __init__(self, collection: Collection) -> None:
        self.paths = {"_id"}
        self.open: set[str] = set()
        self._add(collection.fields, "")

    def _add(self, fields: Iterable[DocField], prefix: str) -> None:
        for field in fields:
            path = f"{prefix}{field.name}"
            self.paths.add(path)
            inner, element = [*field.fields], field.items
            holds: list[DocField | Element] = [field]
            while element is not None:
                holds.append(element)
                inner, element = [*inner, *element.fields], element.items
            if not inner and {"object", "array"} & {one for each in holds for one in each.types}:
                self.open.add(path)
            self._add(inner, f"{path}.")

    def united(self, other: Tree) -> Tree:
        """The paths of these documents and of other ones."""
        both = copy(self)
        both.paths, both.open = self.paths | other.paths, self.open | other.open
        return both

    def has(self, path: str) -> bool:
        """Whether a path leads to something."""
        plain = [one for one in path.split(".") if not _PLACE.fullmatch(one)]
        above = (".".join(plain[:end]) for end in range(1, len(plain)))
        return (
            not plain
            or ".".join(plain) in self.paths
            or path in self.paths
            or not self.open.isdisjoint(above)
        )


def lost(plan: Plan) -> Iterator[tuple[str, str]]:
    """Each path to nothing: what names it (a statement's id, a collection) and the path."""
    trees = {one.name: Tree(one) for one in plan.collections}
    for one in plan.collections:
        schema = (one.validator or {}).get("$jsonSchema", {})
        yield from ((one.name, path) for path in _of_schema(schema, "") if not trees[one.name].has(path))
    for statement in plan.statements:
        found = Walk(trees, trees.get(statement.collection))
        if statement.op not in _OTHER_DOCUMENTS and statement.collection in trees:
            found.statement(statement)
        meanwhile = _meanwhile(plan, statement) if found.lost else set()
        yield from ((statement.id, path) for path in found.lost if path not in meanwhile)


def _meanwhile(plan: Plan, statement: Statement) -> set[str]:
    """What a statement writes or takes away of a document in a transaction that does both."""
    beside = [
        one.update
        for one in plan.statements
        if one.transaction
        and (one.subject, one.recipe, one.collection)
        == (statement.subject, statement.recipe, statement.collection)
    ]
    changes = [one for one in beside if isinstance(one, dict)]
    written = {path for one in changes for word in ("$set", "$inc") for path in _most_of(one.get(word, {}))}
    return (
        written & {path for one in changes for path in one.get("$unset", {})}
        if statement.transaction
        else set()
    )


def _of_schema(schema: Mapping[str, Any], above: str) -> Iterator[str]:
    for name in {**schema.get("properties", {}), **{key: {} for key in schema.get("required", ())}}:
        yield f"{above}{name}"
        yield from _of_schema(schema.get("properties", {}).get(name, {}), f"{above}{name}.")
    parts = [one for word in ("oneOf", "anyOf", "allOf") for one in schema.get(word, ())]
    for part in [*parts, *([schema["items"]] if isinstance(schema.get("items"), dict) else [])]:
        yield from _of_schema(part, above)


class Walk:
    """Goes through a statement. tree: of the documents that come, None once they are no collection's. made: what
    stages added to them, by its first name. lost: what leads to nothing."""

    def __init__(self, trees: Trees, tree: Tree | None) -> None:
        self.trees, self.tree = trees, tree
        self.made: set[str] = set()
        self.lost: list[str] = []

    def statement(self, one: Statement) -> None:
        """All that a statement names."""
        self.match(one.filter)
        self._sort(one.sort)
        self.shown(one.projection)
        self.stages(one.pipeline)
        if isinstance(one.documents, dict):
            self.names(one.documents)
        if isinstance(one.update, list):
            self.stages(one.update)
        elif isinstance(one.update, dict):
            self.update(one.update)

    def names(self, named: Any, prefix: str = "") -> None:
        """Paths that are keys."""
        for path in named if isinstance(named, dict) else ():
            self.path(f"{prefix}{path}")

    def shown(self, projection: Any) -> None:
        """A projection: paths, parts of lists, and what it works out by a name of its own."""
        for path, value in (projection or {}).items():
            if isinstance(value, dict) and "$slice" not in value:
                self.expression(value)
            else:
                self.path(path)

    def path(self, path: str) -> None:
        """One path."""
        if path.partition(".")[0] not in self.made and self.tree is not None and not self.tree.has(path):
            self.lost.append(path)

    def match(self, wanted: Any, prefix: str = "") -> None:
        """A filter, or the conditions that elements below a path meet."""
        for key, value in wanted.items() if isinstance(wanted, dict) else ():
            if key in _JOINING:
                for one in value:
                    self.match(one, prefix)
            elif key == "$expr":
                self.expression(value)
            elif key == "$elemMatch":
                self.match(value, prefix)
            elif not key.startswith("$"):
                self.path(f"{prefix}{key}")
                self.match(
                    {"$elemMatch": value["$elemMatch"]} if _has(value, "$elemMatch") else None,
                    f"{prefix}{key}.",
                )

    def update(self, operators: Mapping[str, Any]) -> None:
        """An update by operators."""
        for operator, changes in operators.items():
            changes = _most_of(changes)
            self.names(changes)
            for path, value in changes.items():
                if operator == "$pull":
                    self.match(value, f"{path}.")
                if operator == "$push" and _has(value, "$sort"):
                    self.names(value["$sort"], f"{path}.")

    def stages(self, pipeline: Any) -> None:
        """A pipeline, until the documents are no collection's."""
        for stage in pipeline if isinstance(pipeline, list) else ():
            ((name, value),) = stage.items()
            if name in _ENDING:
                return
            getattr(self, f"_{name[1:].lower()}", lambda _: None)(value)
            if name in ("$group", "$sortByCount"):
                self.tree = None

    def _match(self, value: Any) -> None:
        self.match(value)

    def _sort(self, value: Any) -> None:
        """How well words fit ({"$meta": "textScore"}) has a name, and is no path."""
        keys = value.items() if isinstance(value, dict) else ()
        self.names({path: kind for path, kind in keys if not isinstance(kind, dict)})

    def _unset(self, value: Any) -> None:
        for path in [value] if isinstance(value, str) else value:
            self.path(path)

    def _set(self, value: Any) -> None:
        self.expression(_most_of(value))
        self.made |= {path.partition(".")[0] for path in _most_of(value)}

    def _project(self, value: Any) -> None:
        for path, shown in value.items():
            if isinstance(shown, bool | int):
                self.path(path)
            else:
                self.expression(shown)
                self.made.add(path.partition(".")[0])

    def _group(self, value: Any) -> None:
        self.expression(value)

    def _sortbycount(self, value: Any) -> None:
        self.expression(value)

    def _setwindowfields(self, value: Any) -> None:
        self.expression(value.get("partitionBy"))
        self.names(value.get("sortBy"))
        self.expression(value["output"])
        self.made |= set(value["output"])

    def _unwind(self, value: Any) -> None:
        self.expression(value["path"] if isinstance(value, dict) else value)
        if _has(value, "includeArrayIndex"):
            self.made.add(value["includeArrayIndex"])

    def _lookup(self, value: Any) -> None:
        inner = Walk(self.trees, self.trees.get(value["from"]))
        if "foreignField" in value:
            inner.path(value["foreignField"])
            self.path(value["localField"])
        self.expression(value.get("let"))
        inner.stages(value.get("pipeline"))
        self.lost += [f"{value['from']}: {path}" for path in inner.lost]
        self.made.add(value["as"].partition(".")[0])

    def _graphlookup(self, value: Any) -> None:
        inner = Walk(self.trees, self.trees.get(value["from"]))
        inner.path(value["connectFromField"])
        inner.path(value["connectToField"])
        inner.match(value.get("restrictSearchWithMatch"))
        self.lost += [f"{value['from']}: {path}" for path in inner.lost]
        self.expression(value["startWith"])
        self.made.add(value["as"].partition(".")[0])

    def _unionwith(self, value: Any) -> None:
        """What comes next is about the documents of both: a path is lost where neither has it."""
        source = value if isinstance(value, str) else value["coll"]
        inner = Walk(self.trees, self.trees.get(source))
        inner.stages(None if isinstance(value, str) else value.get("pipeline"))
        self.lost += [f"{source}: {path}" for path in inner.lost]
        self.made |= inner.made
        self.tree = _both(self.tree, inner.tree) if source in self.trees else self.tree

    def expression(self, value: Any) -> None:
        """The paths in an expression: strings that begin with one dollar sign."""
        if isinstance(value, str) and value.startswith("$") and not value.startswith("$$"):
            self.path(value[1:])
        elif isinstance(value, dict):
            for key, inner in value.items():
                self.expression(None if key == "$literal" else inner)
        elif isinstance(value, list):
            for inner in value:
                self.expression(inner)


def _both(one: Tree | None, other: Tree | None) -> Tree | None:
    """The paths of the documents of both, None where those of one are no collection's."""
    return one.united(other) if one is not None and other is not None else None


def _most_of(fields: Any) -> Any:
    """Return all fields that may stand there, where the script puts them together from those that it is given."""
    return fields.parts[0] if isinstance(fields, BuiltValue) else fields


def _has(value: Any, key: str) -> bool:
    return isinstance(value, dict) and key in value
