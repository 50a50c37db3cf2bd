"""How statements are put together: the design around them, and a recipe."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cache, cached_property, wraps
from importlib import import_module
from typing import Any, Concatenate, ParamSpec, TypedDict, TypeVar, cast

from msgspec import UNSET
from msgspec.structs import replace

from ..model.conceptual import Model, Operation, Relationship, given
from ..model.field_walk import overwrites_result
from ..names.inflection import singular, snake, with_articles
from ..names.naming import Names
from ..names.paths import Paths
from ..placement.doc_path import DocPath
from ..placement.path_locator import Placement
from ..placement.views import Choice
from ..plan_model.compilation import Compilation
from ..plan_model.decisions import Decision, opposite
from ..plan_model.number_format import grouped
from ..plan_model.physical import Collection, DocField, Element, Outcome, Param, Statement, relabelled, walk
from ..workload.inputs import plain
from ..workload.list_order import list_order
from .identifiers import identifier, spoken_words, without_id
from .ir.conditions import Filter, filter_of
from .ir.rendering import markers_of, rendered
from .ir.stages import merges
from .parameters import OF_SEVERAL, Among, among, narrowed, unlike

P = ParamSpec("P")
V = TypeVar("V")
QUERIES, SYNC, AUDIT = "04_queries", "05_sync", "06_audit"
AUDITED = "the audit finds them"
"""What a note says of references that it names and that may lead nowhere."""
_WRITES = ("insert", "update", "delete", "replace", "findOneAnd", "create", "runCommand", "shard")


@cache
def loaded(path: str) -> Any:
    """Return a function of this package by module and name: its module is loaded for the first design that needs it."""
    module, _, name = path.rpartition(".")
    return getattr(import_module(f".{module}", __package__), name)


def digits(value: float) -> str:
    """A number in a comment: all of its digits that people read, thousands apart."""
    return grouped(plain(float(value)))


def _each_once(projection: Mapping[str, object]) -> dict[str, object]:
    """Return a projection without what is inside of something that it shows whole: the server refuses both."""
    whole = [f"{path}." for path, shown in projection.items() if shown == 1]
    return {path: shown for path, shown in projection.items() if not path.startswith(tuple(whole))}


def remembered(
    make: Callable[Concatenate[OperationContext, P], V],
) -> Callable[Concatenate[OperationContext, P], V]:
    """Return the function that calls another once in a context for the same arguments, which can be hashed."""

    @wraps(make)
    def remembered_call(world: OperationContext, /, *arguments: P.args, **named: P.kwargs) -> V:
        key = (make, arguments, *named.items()) if named else (make, arguments)
        result = world.results.get(key, world)  # which no function returns
        if result is world:
            result = world.results[key] = make(world, *arguments, **named)
        return cast("V", result)

    return remembered_call


def _without_results(model: Model, paths: Paths) -> Model:
    """Return the design with updates that leave alone what formulas keep: who calls them can't know the value."""
    kept: dict[str, set[str]] = {}
    for operation in model.workload:
        for path in operation.written if operation.kind == "update" else ():
            route = paths.resolve(operation.entity, path, given(operation.includes, []))
            if (
                route is not None
                and route.field is not None
                and overwrites_result(operation, path, route.field)
            ):
                kept.setdefault(operation.name, set()).add(path)
    if not kept:
        return model
    return replace(model, operations=[_leaving(each, kept.get(each.name, set())) for each in model.workload])


def _leaving(operation: Operation, paths: set[str]) -> Operation:
    """Return an operation that doesn't write these paths."""
    if not paths:
        return operation
    changes = [path for path in given(operation.changes, []) if path not in paths]
    effects = [effect for effect in given(operation.effects, []) if effect.field not in paths]
    return replace(operation, changes=changes, effects=effects)


class OperationContext:
    """A design with its collections, as the makers of statements ask about it. choice: the places that entities are
    taken to stand in, where that is not all; whole: the context in which it is."""

    def __init__(
        self,
        compilation: Compilation,
        placement: Placement,
        names: Names,
        paths: Paths,
        choice: Choice = (),
        whole: OperationContext | None = None,
    ) -> None:
        self.compilation, self.placement, self.names, self.paths = compilation, placement, names, paths
        self.model: Model = whole.model if whole is not None else _without_results(compilation.model, paths)
        self.constants = compilation.constants
        self.functions_by_subject: dict[str, list[ScriptFunction]] = {}
        self.choice, self._whole = choice, whole
        self.results: dict[Hashable, object] = {}  # what functions that are remembered returned
        self.collections: dict[str, Collection] = {
            collection.name: collection for collection in compilation.plan.collections
        }

    @property
    def whole(self) -> OperationContext:
        """The context in which every place counts."""
        return self._whole or self

    @cached_property
    def operations(self) -> dict[str, Operation]:
        """The operations of the workload by name."""
        return {operation.name: operation for operation in self.model.workload}

    def placed(self, placement: Placement, choice: Choice = ()) -> OperationContext:
        """Return the context of the same design in which things stand elsewhere."""
        return OperationContext(self.compilation, placement, self.names, self.paths, choice, self.whole)

    def fields(self, collection: str, path: str = "") -> tuple[DocField, ...]:
        """The fields of the documents of a collection, or of what stands at a path in them."""
        fields_of_collection = self.collections[collection].fields if collection in self.collections else ()
        if not path:
            return fields_of_collection
        field = self.field(collection, path)
        return inside(field) if field is not None else ()

    def field(self, collection: str, path: str) -> DocField | None:
        """The field at a document path, None where there is none."""
        if collection not in self.collections:
            return None
        return _walk(self.collections[collection].fields, path)

    def always(self, collection: str, path: str) -> bool:
        """Whether each document of a collection has a value at a path, and never null; what only some versions of its
        shape have, not all have."""
        above = [self.field(collection, path[:end]) for end in _ends(path)]
        return all(field is not None and _is_always_there(field) for field in above)

    @cached_property
    def _sensitive(self) -> dict[str, frozenset[str]]:
        by_name = {name: _sensitive_in(each.fields) for name, each in self.collections.items()}
        sensitive = {name: paths for name, paths in by_name.items() if paths}
        moved = loaded("upkeep.archives.archives")(self) if sensitive else {}
        return sensitive | {into: sensitive[name] for name, into in moved.items() if name in sensitive}

    @property
    def has_sensitive_fields(self) -> bool:
        """Whether some document has a sensitive field."""
        return bool(self._sensitive)

    def sensitive_paths(self, collection: str) -> frozenset[str]:
        """Return the paths of a collection's sensitive fields, of what is inside of one its own path alone."""
        return self._sensitive.get(collection, frozenset())

    @cached_property
    def spoken(self) -> dict[str, str]:
        """What people say for the variables that differ from it: ``order line`` for ``orderLine``."""
        return self._whole.spoken if self._whole else dict(spoken_words(self.names))

    def free(self, collection: str, wish: str) -> str:
        """A name for a field that only a pipeline adds: none that the documents have."""
        taken = {field.name for field in self.fields(collection)}
        name, number = wish, 2
        while name in taken:
            name, number = f"{wish}{number}", number + 1
        return name

    def among(self, *entities: str) -> Among:
        """By collection, what tells the documents of these entities from those of other kinds."""
        if ("among", entities) not in self.results:
            self.results["among", entities] = among(self.placement, entities)
        return cast("Among", self.results["among", entities])

    def spot(self, entity: str) -> DocPath | None:
        """The first place of an entity's documents."""
        return next(iter(self.placement.spots(entity)), None)

    def word(self, entity: str) -> str:
        """The entity's name as the beginning of a parameter's name."""
        return identifier(self.names.word(entity), "document")


def _sensitive_in(fields: tuple[DocField, ...]) -> frozenset[str]:
    paths = sorted(
        located.path
        for located in walk(fields)
        if located.field.source is not None and given(located.field.source.sensitive, False)
    )
    return frozenset(path for path in paths if not any(path.startswith(f"{other}.") for other in paths))


def _is_always_there(field: DocField) -> bool:
    is_of_some = field.source is not None and field.source.has_versions
    return field.required and not is_of_some and "null" not in field.types


def _ends(path: str) -> list[int]:
    """Where each step of a dotted path ends."""
    return [place for place, letter in enumerate(path) if letter == "."] + [len(path)]


def _walk(fields: tuple[DocField, ...], path: str) -> DocField | None:
    exact = next((field for field in fields if field.name == path), None)
    if exact is not None:
        return exact
    for field in fields:
        if path.startswith(field.name + "."):
            below_field = _walk(inside(field), path[len(field.name) + 1 :])
            if below_field is not None:
                return below_field
    return None


def inside(field: DocField) -> tuple[DocField, ...]:
    """The fields of an object, or of the objects in an array."""
    element: Element | None = field.items
    while element is not None and element.items is not None:
        element = element.items
    return element.fields if element is not None else field.fields


@remembered
def keeps_copies(world: OperationContext) -> bool:
    """Return whether any relationship keeps copies of the other side's fields."""
    relationships = world.names.relationships.values()
    return any(world.placement.copies(each, side) for each in relationships for side in ("from", "to"))


class WriteDemand(TypedDict, total=False):
    """What a write says of what it must find. step: what its answer is called. must_match: what is wrong where it finds
    nothing, which ends the function. only_with: what has to be named for the write to happen at all."""

    step: str
    must_match: str
    only_with: Outcome | Param | None


class Unsupported(Exception):
    """A function that is not written. reason: why, in a sentence that the script tells; remedy: what the designer can
    change so that it is, "" for nothing. behind: the places that may name what it deletes, or the tree whose functions do it."""

    def __init__(self, reason: str, remedy: str = "", behind: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.reason, self.remedy, self.behind = reason, remedy, behind


class ScriptFunction:
    """The statements of one function in the making. name: unique in the design; purpose: read,
    add, remove, ...; subject: whom it serves; note: why, in a sentence. unsupported: why no script holds it, None of
    those that are written."""

    def __init__(
        self, subject: str, name: str, purpose: str, *, script: str = QUERIES, note: str = "",
        transaction: bool = False,
    ) -> None:  # fmt: skip
        self.subject, self.name, self.purpose = subject, name, purpose
        self.script, self.note, self.transaction = script, with_articles(note), transaction
        self.statements: list[Statement] = []
        self.is_in_order = False  # whether a second call completes one that ended between its writes
        self.meets_writes = False  # whether others write at the same time what it works out
        self.unsupported: Unsupported | None = None
        self.among: Among = {}
        self.also = Filter()  # what else an operation's filter asks, by earlier steps
        self._params: dict[str, Param | None] = {}
        self.leads: tuple[str, ...] = ()  # the parameters that the function takes first
        self._changes = ""  # what the object of new values is called

    def param(
        self, words: str, collection: str = "", path: str = "", *, document: int = 0, value: Any = UNSET,
        below: int = 0, of: Among | None = None,
    ) -> Param:  # fmt: skip
        """A value that the caller gives; the same name and sample give the same parameter. of: what tells the documents
        that it is of, where those of the function are of several entities in one collection."""
        among = self.among.get(collection) if value is UNSET else None
        if among == OF_SEVERAL and of is not None:
            among = of.get(collection)
        wish, number = identifier(words), 2
        name = wish
        while True:
            param = Param(
                name=name, collection=collection, path=path, document=document, value=value, below=below, among=among,
            )  # fmt: skip
            if self._params.setdefault(name, param) == param:
                return param
            name, number = f"{wish}{number}", number + 1

    def change(self, field: str, collection: str, path: str) -> Param:
        """Return the new value of a field, which the caller gives in an object, or leaves out: it stays as it is."""
        if not self._changes:
            self._changes = self.step("changes")
        among = self.among.get(collection)
        return Param(name=self._changes, part=field, collection=collection, path=path, among=among)

    def limit(self, most: int) -> Param:
        """Return how many documents a read gives at most, unless the caller says otherwise."""
        return Param(name=self.step("limit"), value=most, optional=True)

    def taking(self, *first: Param) -> None:
        """Say which parameters the function takes first, in this order."""
        self.leads = tuple(param.name for param in first)

    def step(self, words: str, *others: str) -> str:
        """A name for what a statement returns, no parameter's and no other step's. others: what it is called where the
        first words are taken, before a number tells it apart."""
        wishes, number = [identifier(each, "found") for each in (words, *others)], 2
        name = next((wish for wish in wishes if wish not in self._params), wishes[0])
        while name in self._params:
            name, number = f"{wishes[0]}{number}", number + 1
        self._params[name] = None
        return name

    def reserve(self, statements: Iterable[Statement]) -> None:
        """Keep the names that other statements of the same function use from parameters and steps to come."""
        for statement in statements:
            for marker in markers_of(statement):
                if isinstance(marker, Param):
                    self._params.setdefault(marker.name, marker)
            if statement.step:
                self._params.setdefault(statement.step, None)

    def remark(self, sentence: str) -> None:
        """One more sentence in the note, once."""
        if (sentence := with_articles(sentence)) not in self.note:
            self.note = f"{self.note} {sentence}".strip()
            if self.statements:
                self.statements[0] = replace(self.statements[0], comment=self.note)

    def add(self, op: str, collection: str, **parts: Any) -> ScriptFunction:
        """One more statement. parts: of Statement; None and empty options are left out."""
        if parts.get("options") == {}:
            parts["options"] = None
        parts["filter"] = filter_of(parts["filter"]) if parts.get("filter") is not None else None
        if parts.get("projection"):
            parts["projection"] = _each_once(parts["projection"])
        writes = op.startswith(_WRITES) or (op == "aggregate" and merges(parts["pipeline"]))
        self.statements.append(
            Statement(
                id=f"{self.name}.{len(self.statements) + 1}",
                subject=self.subject,
                purpose=self.purpose,
                op=op,
                collection=collection,
                script=self.script,
                recipe=self.name,
                writes=writes,
                transaction=self.transaction,
                comment=with_articles(parts.pop("comment", "")) or ("" if self.statements else self.note),
                **parts,
            )
        )
        return self

    def numbered(self) -> ScriptFunction:
        """Its statements under its own name, in their order; its note stands with the first alone, whichever of them
        had the beginning of it."""
        self.statements = [
            replace(statement, id=f"{self.name}.{number}", recipe=self.name, comment=self._said_with(statement, number))
            for number, statement in enumerate(self.statements, start=1)
        ]  # fmt: skip
        return self

    def _said_with(self, statement: Statement, number: int) -> str:
        if number == 1:
            return self.note
        return "" if self.note.startswith(statement.comment) else statement.comment

    def renamed(self, other: ScriptFunction) -> ScriptFunction:
        """The same statements under the name, subject, purpose and note of another recipe."""
        other.unsupported = other.unsupported or self.unsupported
        for statement in self.statements:
            names = {
                "subject": other.subject,
                "purpose": other.purpose,
                "recipe": other.name,
                "script": other.script,
            }
            number = len(other.statements) + 1
            comment = other.note if number == 1 else statement.comment
            statement = narrowed(statement, other.among) if other.among else statement
            other.statements.append(replace(statement, id=f"{other.name}.{number}", comment=comment, **names))
        return other

    def called(self, name: str) -> ScriptFunction:
        """The same recipe under another name."""
        other = ScriptFunction(
            self.subject, name, self.purpose, script=self.script, note=self.note, transaction=self.transaction
        )
        return self.renamed(other)

    @property
    def ids(self) -> list[str]:
        """What the statements are called when it is done."""
        return [self.name] if len(self.statements) == 1 else [statement.id for statement in self.statements]

    def done(self) -> list[Statement]:
        """The statements as MongoDB writes them; a recipe of one is called by the recipe's name alone."""
        statements = [rendered(statement) for statement in unlike(identifier(self.name), self.statements)]
        if self.leads:
            statements[0] = relabelled(statements[0], leads=self.leads)
        return [relabelled(statements[0], id=self.name)] if len(statements) == 1 else statements


class RelationshipContext:
    """A relationship as the makers of its statements ask about it."""

    def __init__(self, world: OperationContext, relationship: Relationship) -> None:
        self.world, self.relationship = world, relationship
        self.placement, self.names = world.placement, world.names
        self.decision: Decision = world.placement.decision(relationship)
        self.strategy, self.side = self.decision.strategy, self.decision.side
        self.traits = self.decision.traits
        self.parent, self.child = relationship.from_.entity, relationship.to.entity

    def entity(self, side: str) -> str:
        """The entity of an end."""
        return self.relationship.end(side).entity

    def other(self, side: str) -> str:
        """The entity of the opposite end."""
        return self.entity(opposite(side))

    def recipe(
        self, purpose: str, note: str, *, name: str = "", transaction: bool = False, script: str = QUERIES
    ) -> ScriptFunction:
        """A new recipe of this relationship. note: one sentence. name: where its purpose alone is taken."""
        own = self.relationship.name
        function = ScriptFunction(
            f"relationship:{own}", f"{own}.{name or purpose}", purpose, script=script, note=note,
            transaction=transaction,
        )  # fmt: skip
        function.among = self.world.among(*dict.fromkeys((self.parent, self.child)))
        return function

    @cached_property
    def words(self) -> tuple[str, str]:
        """What to call one parent and one child; two of a kind get other names."""
        parent, child = self.world.word(self.parent), self.world.word(self.child)
        if self.relationship.kind == "tree":
            ends = [given(end.field, "") for end in (self.relationship.to, self.relationship.from_)]
            above, below = map(_called, ends)
            return above or "parent", below if below and below != above else child
        if parent != child:
            return parent, child
        named = [self.names.end(self.relationship, side) for side in ("to", "from")]
        ends = [_called(name) for name in named]
        if all(ends) and ends[0] != ends[1]:
            return ends[0], ends[1]
        return parent, f"other {child}"

    def word(self, side: str) -> str:
        """What to call one document of an end."""
        return self.words[0] if side == "from" else self.words[1]

    @property
    def goes_in_pages(self) -> bool:
        """Whether children are elements of pages of their owner alone, which go with it. Nothing else names them."""
        collection = self.world.collections.get(self.placement.collection_made_by(self.relationship))
        if self.relationship.exclusive_owner is not True or collection is None or collection.kind != "bucket":
            return False
        families = self.placement.survey.families
        around = self.placement.survey.relationships((self.child, *families.line(self.child)))
        return all(each == self.relationship or each.kind == "is-a" for each in around)

    @property
    def child_sort(self) -> tuple[str, int]:
        """The conceptual field that lists of children are sorted by, and the direction."""
        return list_order(self.relationship, self.world.names.entities[self.child])


_NO_NOUNS = frozenset("by of to from in inside within under below for at with after before on".split())


def _called(end: str) -> str:
    """What to call the document that an end leads to, "" where its name is no noun, such as ``referred_by``."""
    name = without_id(singular(end))
    return "" if snake(name).rpartition("_")[2] in _NO_NOUNS else identifier(name, "")


def outcome(step: str, path: str = "", **more: Any) -> Outcome:
    """What an earlier statement of the recipe returned."""
    return Outcome(step=step, path=path, **more)
