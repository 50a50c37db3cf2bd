"""Which functions an application needs: each operation's, and of the others those that no operation does yet. What is
only ever added and read, such as the entries of a register, needs none that changes it; what belongs to
an owner or a tenant stays there.

The rest shows what else could be done with a relationship; scripts hold it where all functions are asked for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, zip_longest
from typing import Any, NamedTuple

from msgspec.structs import replace

from ..content_cache import key_of
from ..model.conceptual import Relationship, given, stated
from ..names.path_steps import Route
from ..names.tenants import Tenants, tenants_of
from ..plan_model.function_names import mentioned_in
from ..plan_model.physical import BuiltValue, Outcome, Param, Statement, markers, relabelled
from .context import QUERIES, OperationContext, loaded
from .identifiers import DELETES, deleted_by_id

Function = list[Statement]
Effects = frozenset[tuple[Any, ...]]
_BODY = ("op", "collection", "filter", "update", "pipeline", "documents", "projection", "sort", "limit", "options",
         "unless", "only_with", "each", "ends", "chance", "retry", "transaction")  # fmt: skip
_READS = ("find", "findOne")
_CHANGES = frozenset({"reassign", "edit", "attribute"})
_OF_CHILDREN = frozenset({"one-to-many", "one-to-one"})
_NEXT = {"read": "page", "reverse": "page", "roots": "roots_page"}
"""What goes on with a list."""
_HAPPENED = frozenset({"event", "measurement"})
_EVENT = frozenset({"event"})
_PAIRED = frozenset({"many-to-many", "graph"})
_ALIKE = {"findOneAndUpdate": "updateOne", "findOneAndDelete": "deleteOne"}
"""What does the same, and gives the document back."""
_ADDS = frozenset({"push", "add-to-set"})


class Unasked(NamedTuple):
    """What no operation of a workload does, though it says what else happens to the same data. Relationships stand here
    by their subjects."""

    unchanged: frozenset[str] = frozenset()
    """Of these, children or links are only added and read."""
    kept: frozenset[str] = frozenset()
    """Of these, children or links are added, and never taken away."""
    staying: frozenset[tuple[str, str]] = frozenset()
    """Of these, documents of a collection are added, and never deleted."""
    whole_branches: frozenset[str] = frozenset()
    """Trees of a design that has a workload: no operation deletes a node with all below it."""
    owned: frozenset[str] = frozenset()
    """Of these, no child is stated to get another parent, who owns it or is its tenant."""
    guards: tuple[Any, ...] = ()
    """What operations ask of the documents that they write: who does the same without asks for less."""

    def has(self, function: Function) -> bool:
        """Return whether nobody asks for a function."""
        purpose, subject = function[0].purpose, function[0].subject
        if purpose == "reassign" and subject in self.owned:
            return True
        if purpose in _CHANGES:
            return subject in self.unchanged
        if purpose not in DELETES:
            return False
        if (purpose == "remove" and subject in self.kept) or (
            purpose == "cascade" and subject in self.whole_branches
        ):
            return True
        gone = deleted_by_id(function)
        return gone is not None and (subject, gone.collection) in self.staying


_NOTHING_UNASKED = Unasked()


def marked(statements: Iterable[Statement], unasked: Unasked = _NOTHING_UNASKED) -> Iterator[Statement]:
    """Yield the statements, those of functions that no application needs marked as extra."""
    functions = [list(group) for _, group in groupby(statements, lambda statement: statement.recipe)]
    functions = _going_on_alike(functions)
    if unasked.guards:
        telling = loaded("notes.unguarded.telling_unguarded")
        functions = [[*telling(function, unasked.guards)] for function in functions]
    extra = _extra(functions, unasked)
    for function, following in zip_longest(functions, functions[1:]):
        name = (following if function[0].purpose == "prepare" else function)[0].recipe
        yield from (
            (relabelled(statement, extra=True) for statement in function) if name in extra else function
        )


def _going_on_alike(functions: list[Function]) -> list[Function]:
    """Return the functions, each page of a list that an operation reads with as many documents as it, the first one too."""
    limits: dict[tuple[Any, ...], int] = {}
    for function in functions:
        read = function[0]
        if _is_operation(function) and _is_list(function) and isinstance(read.limit, int):
            limits.setdefault(_list_of(read), read.limit)
    lists = [each[0] for each in functions if each[0].purpose in _NEXT and _is_list(each)]
    limit_of = {
        _pages_of(read, purpose): limits[_list_of(read)]
        for read in lists
        if _list_of(read) in limits
        for purpose in (read.purpose, _NEXT[read.purpose])
    }
    return [
        [replace(page, limit=limit_of[_pages_of(page, page.purpose)])]
        if _is_list(function) and _pages_of(page, page.purpose) in limit_of
        else function
        for function in functions
        for page in function[:1]
    ]


def _pages_of(read: Statement, purpose: str) -> tuple[Any, ...]:
    """Return what tells the pages of a list that have one purpose from others."""
    return read.subject, purpose, read.collection, _order(read)


def _is_list(function: Function) -> bool:
    return len(function) == 1 and function[0].op == "find" and function[0].limit is not None


def _list_of(read: Statement) -> tuple[Any, ...]:
    """Return what tells a list from others: where it is, what is asked of it, as which kind, and its order."""
    named_values = None if markers(read) else key_of(read.filter)
    return read.op, read.collection, _asked(read), named_values, _order(read)


class _Life:
    """What operations do: the entities, and the subjects of relationships for links, that they add, change and delete."""

    def __init__(self, world: OperationContext) -> None:
        self.added, self.changed, self.deleted = set[str](), set[str](), set[str]()
        for operation in world.model.workload:
            if operation.kind == "insert":
                self.added.add(operation.entity)
            elif operation.kind != "read":
                self.changed.add(operation.entity)
            if operation.kind == "delete":
                self.deleted.add(operation.entity)
            for path in given(operation.changes, []):
                self._see(world.paths.resolve(operation.entity, path), "set")
            for effect in given(operation.effects, []):
                self._see(world.paths.resolve(operation.entity, effect.field), effect.do)

    def _see(self, route: Route | None, does: str) -> None:
        """Take in a write of an update: a list gets one more, or one less, and whatever is behind changes, but no parent."""
        for step in route.steps if route is not None else ():
            if step.kind != "end" or step.relationship is None:
                continue
            is_paired = step.relationship.kind in _PAIRED
            what = f"relationship:{step.relationship.name}" if is_paired else step.target
            is_last = route is not None and step is route.steps[-1]
            if is_last and step.side == "to" and not is_paired:
                continue
            if is_last and does in _ADDS:
                self.added.add(what)
                continue
            if is_last:
                self.deleted.add(what)
            if not is_last or does != "pull" or not is_paired:
                self.changed.add(what)


def unasked(world: OperationContext) -> Unasked:
    """Return what no operation does: what is only ever added and read is neither changed nor taken away."""
    life, families, names = _Life(world), world.placement.survey.families, world.names

    def is_added(entity: str) -> bool:
        return not life.added.isdisjoint(families.line(entity))

    def stays(entity: str, kinds: frozenset[str]) -> bool:
        is_added_or_happened = is_added(entity) or names.entities[entity].kind_or_default in kinds
        return is_added_or_happened and life.deleted.isdisjoint(families.line(entity))

    unchanged, kept, staying, trees = set[str](), set[str](), set[tuple[str, str]](), set[str]()
    tenants = tenants_of(world.model, names, world.paths)
    owned = {f"relationship:{each.name}" for each in names.relationships.values() if _is_owned(each, tenants)}
    for each in names.relationships.values():
        subject, child = f"relationship:{each.name}", each.to.entity
        if each.kind in _PAIRED and subject in life.added:
            unchanged |= {subject} - life.changed
            kept |= {subject} - life.deleted
        if each.kind in _OF_CHILDREN and not given(each.reassigned_per_day, 0):
            has_happened = names.entities[child].kind_or_default in _HAPPENED
            if life.changed.isdisjoint(families.line(child)) and (is_added(child) or has_happened):
                unchanged.add(subject)
        if each.kind in (*_OF_CHILDREN, "tree") and stays(child, _EVENT):
            kept.add(subject)
        if each.kind == "tree" and world.model.workload:
            trees.add(subject)
        staying |= set(_staying(world, each, stays))
    moved_by_nobody = frozenset(owned if world.model.workload else ())
    guards = loaded("notes.unguarded.guards")(world) if _asks_for_states(world) else ()
    return Unasked(
        frozenset(unchanged), frozenset(kept), frozenset(staying), frozenset(trees), moved_by_nobody, guards
    )


def _asks_for_states(world: OperationContext) -> bool:
    """Whether an operation writes only what has a value that the design states."""
    writing = (each for each in world.model.workload if each.kind in ("update", "delete"))
    return any(stated(match.value) for each in writing for match in given(each.filter, []))


def _is_owned(link: Relationship, tenants: Tenants | None) -> bool:
    """Whether a child of a relationship would leave its owner or tenant behind with another parent, and nobody says that any does."""
    leaves = link.exclusive_owner is True or (tenants is not None and link.from_.entity == tenants.entity)
    return leaves and link.kind in _OF_CHILDREN and not given(link.reassigned_per_day, 0)


def _staying(
    world: OperationContext, relationship: Relationship, stays: Callable[[str, frozenset[str]], bool]
) -> Iterator[tuple[str, str]]:
    """Yield the collections whose documents the functions of a relationship are not to delete."""
    entities: defaultdict[str, set[str]] = defaultdict(set)
    for side in ("from", "to"):
        entity = relationship.end(side).entity
        for spot in world.placement.spots(entity):
            if not spot.path:
                entities[spot.collection].add(entity)
    for collection, within in entities.items():
        if all(stays(entity, _EVENT) for entity in within):
            yield f"relationship:{relationship.name}", collection


def _extra(functions: list[Function], unasked: Unasked) -> set[str]:
    """Return the names of the functions whose work another does, or that nobody asks for, and that no text refers to."""
    offered = [each for each in functions if each[0].script == QUERIES and each[0].purpose != "prepare"]
    asked = [each for each in offered if _is_operation(each)]
    if unasked.guards:
        asked += [loaded("notes.unguarded.without_guard")(each, unasked.guards) for each in asked]
    done = _Done(asked)
    extra: dict[str, Function] = {}
    whole: set[tuple[str, str]] = set()  # the lists that have no next page, since they are read at once
    read: set[str] = set()  # the relationships whose list is read already: a join would give the same
    for function in offered:
        if _is_operation(function):
            continue
        is_other_form = function[0].purpose == "join" and function[0].subject in read
        is_other_form = is_other_form or (function[0].purpose, function[0].subject) in whole
        if is_other_form or unasked.has(function) or done.has(function) or done.has_deleted(function):
            extra[function[0].recipe] = function
            if function[0].purpose == "read" and function[0].op == "find":
                read.add(function[0].subject)
            if function[0].purpose in _NEXT and function[0].op == "find" and done.reads_all(function[0]):
                whole.add((_NEXT[function[0].purpose], function[0].subject))
        else:
            done.bodies.add(function)
    return extra.keys() - _mentioned(functions, extra)


def _is_operation(function: Function) -> bool:
    return function[0].subject.startswith("operation:")


class _Bodies:
    """Functions by what they do, whatever they are called. Most differ in their calls already: only those that make
    the same calls are compared in full."""

    def __init__(self, functions: Iterable[Function]) -> None:
        self._by_calls: defaultdict[tuple[Any, ...], list[Function]] = defaultdict(list)
        self._compared: defaultdict[tuple[Any, ...], set[bytes | str]] = defaultdict(set)
        for function in functions:
            self.add(function)

    def add(self, function: Function) -> None:
        """Remember a function."""
        self._by_calls[_calls(function)].append(function)

    def __contains__(self, function: Function) -> bool:
        calls = _calls(function)
        if calls not in self._by_calls:
            return False
        waiting, compared = self._by_calls[calls], self._compared[calls]
        while waiting:
            compared.add(_body(waiting.pop()))
        return _body(function) in compared


def _calls(function: Function) -> tuple[Any, ...]:
    return tuple(
        [
            (each.op, each.collection, _keys(each.filter), _keys(each.update), _keys(each.documents))
            for each in function
        ]
    )


def _keys(content: Any) -> Any:
    return tuple(content) if type(content) is dict else type(content)


class _Done:
    """What functions do already: the operations', and the same work under another name."""

    def __init__(self, operations: list[Function]) -> None:
        self.bodies = _Bodies(operations)
        self._writes: defaultdict[tuple[Any, ...], list[Effects]] = defaultdict(list)
        self._reads: set[tuple[Any, ...]] = set()
        self._deletes: set[tuple[Any, ...]] = set()
        self._inserts = {_inserted(function) for function in operations} - {None}
        self._writing = [(_written(function), _taken(function)) for function in operations]
        for function in operations:
            self.has_deleted(function)
        for function in operations:
            effects = _effects(function)
            for effect in effects:
                self._writes[effect].append(effects)
            for statement in function:
                whole = not any((statement.projection or {}).values())
                if statement.op in _READS and whole and not _is_of_several(statement):
                    self._reads |= {
                        (statement.collection, _asked(statement)),
                        (statement.collection, _asked(statement), _order(statement)),
                        (statement.collection, _asked(statement), statement.limit),
                        (statement.collection, statement.op),
                    }

    def has_deleted(self, function: Function) -> bool:
        """Return whether another function deletes the same document by its id, with the same that goes with it: what a
        delete does follows from the document alone."""
        if function[0].purpose not in DELETES:
            return False
        gone = deleted_by_id(function)
        if gone is None:
            return False
        along = frozenset(
            (each.collection, each.op == "deleteMany") for each in function if "elete" in each.op
        )
        key = (gone.collection, _asked(gone), along)
        is_twin = key in self._deletes
        self._deletes.add(key)
        return is_twin

    def has_inserted(self, function: Function) -> bool:
        """Return whether an operation inserts the same documents: what an insert does follows from the document alone,
        whichever of its references the function is about."""
        return function[0].purpose == "add" and _inserted(function) in self._inserts

    def has_added(self, function: Function) -> bool:
        """Return whether an operation adds the same to the same list: what it asks for first is asked for on purpose."""
        written, taken = _written(function), _taken(function)
        is_adding = function[0].purpose == "add" and bool(written)
        return is_adding and any(written <= writes and taken <= takes for writes, takes in self._writing)

    def has(self, function: Function) -> bool:
        """Return whether a function does nothing that is not done already."""
        if function in self.bodies or self.has_inserted(function) or self.has_added(function):
            return True
        effects = _effects(function)
        if effects:
            return any(effects <= others for others in self._writes.get(next(iter(effects)), ()))
        return len(function) == 1 and self._is_read(function[0])

    def reads_all(self, statement: Statement) -> bool:
        """Whether an operation reads all of the documents of a list at once: no page of it is left to be asked for."""
        return (statement.collection, _asked(statement), None) in self._reads

    def _is_read(self, statement: Statement) -> bool:
        """Whether an operation reads the same documents whole, by the same fields, a list in the same order, since its
        next page begins behind the last one of that order; or one that has a key of its own."""
        is_page = statement.purpose == "page" and statement.op == "aggregate"
        if statement.op not in _READS and not is_page:
            return False
        asked = _asked(statement)
        by_key = (
            (is_page or statement.op == "findOne")
            and asked == {"_id"}
            and (statement.collection, "findOne") in self._reads
        )
        if statement.op == "find" and statement.sort:
            return (
                self.reads_all(statement) or (statement.collection, asked, _order(statement)) in self._reads
            )
        return by_key or (statement.collection, asked) in self._reads


def _inserted(function: Function) -> tuple[str, str] | None:
    """Return the collection and the name of the one thing that a function is given, a document that it inserts there; None
    where it takes anything else."""
    given_here = {
        each.name for statement in function for each in markers(statement) if isinstance(each, Param)
    }
    inserts = [(each.collection, each.documents) for each in function if each.op == "insertOne"]
    collection, document = inserts[0] if len(inserts) == 1 else ("", None)
    if isinstance(document, BuiltValue) and document.kind == "document":
        document = document.parts[0]  # what the function puts into it follows from it
    if not isinstance(document, Param) or given_here != {document.name}:
        return None
    return collection, document.name


def _written(function: Function) -> set[tuple[str, str, str]]:
    """Return the places that the updates of a function write, and how, and what they ask."""
    updates = [each for each in function if each.written]
    written = {(each.collection, path, does) for each in updates for path, does in each.written}
    return written | {(each.collection, path, "asked") for each in updates for path in _asked(each)}


def _taken(function: Function) -> set[str]:
    """Return what a function takes."""
    return {each.name for part in function for each in markers(part) if isinstance(each, Param)}


def _is_of_several(statement: Statement) -> bool:
    """Whether it reads what refers to all documents that an earlier statement found, so never what refers to one."""
    lists = (each for each in markers(statement) if isinstance(each, Outcome))
    return any(each.each == "_id" for each in lists) and "_id" not in _asked(statement)


def _asked(statement: Statement) -> frozenset[str]:
    """Return the paths that a filter names, and which of them have to be absent, without those that ask whether an array
    has room."""
    first = (
        next(iter(statement.pipeline[0].values())) if statement.pipeline else None
    )  # a page begins with its filter
    filter = first if statement.filter is None else statement.filter
    paths = filter if isinstance(filter, dict) else {}
    asked = [path for path in paths if not path.rpartition(".")[2].isdigit()]
    return frozenset([*asked, *(f"{path}: null" for path in asked if paths[path] is None)])


def _order(statement: Statement) -> tuple[tuple[str, str], ...]:
    return tuple((path, str(direction)) for path, direction in (statement.sort or {}).items())


def _effects(function: Function) -> Effects:
    """Return what a function writes: where, what is asked of the documents, and each path with what happens there. Whoever
    takes something out of a list need not ask whether it is there."""
    return frozenset(
        effect for statement in function if statement.writes for effect in _effects_of(statement)
    )


def _effects_of(statement: Statement) -> Iterator[tuple[Any, ...]]:
    pulled = tuple(f"{path}." for path, does in statement.written if does == "pull")
    asked = frozenset(path for path in _asked(statement) if not f"{path}.".startswith(pulled))
    where = (_ALIKE.get(statement.op, statement.op), statement.collection, asked)
    if statement.pipeline is not None:
        yield (*where, _body([statement]))
    elif statement.update is not None:
        changes = statement.update.values() if isinstance(statement.update, dict) else ()
        for path, does in statement.written:  # values are given, or what the elements meet that are taken out
            values = [
                _keys(fields[path])
                for fields in changes
                if does == "pull" and isinstance(fields, dict) and path in fields
            ]
            yield (*where, path, does, *values)
    else:
        yield (*where, _shape(statement.documents))


def _shape(document: Any) -> Any:
    """Return what a stored document is put together from, whatever its values are called."""
    if isinstance(document, BuiltValue):
        return (document.kind, *map(_shape, document.parts))
    return tuple(document) if isinstance(document, dict) else type(document).__name__


def _body(function: Function) -> bytes | str:
    """Return what tells a function from others that do something else, whatever its values are called."""
    names: dict[str, str] = {}
    content = [[_renamed(getattr(statement, part), names) for part in _BODY] for statement in function]
    return key_of(content) or repr(content)


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if value is None or type(value) is str:
        return value
    if isinstance(value, dict):
        return {path: _renamed(inner, names) for path, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_renamed(inner, names) for inner in value]
    if isinstance(value, BuiltValue):
        return (value.kind, *(_renamed(part, names) for part in value.parts))
    if isinstance(value, Param):
        return names.setdefault(value.name, f"\0{len(names)}"), value.below, value.part
    if isinstance(value, Outcome):
        return replace(value, step=names.setdefault(value.step, f"\0{len(names)}"))
    return value


def _mentioned(functions: list[Function], extra: dict[str, Function]) -> set[str]:
    """Return which of the extra functions a comment tells to call; then those that their comments tell to call."""
    recipes = {function[0].recipe for function in functions}
    mentioned: set[str] = set()
    waiting = [function for function in functions if function[0].recipe not in extra]
    while waiting:
        text = " ".join(statement.comment for statement in waiting.pop() if statement.comment)
        for name in mentioned_in(text, recipes):
            if name in extra and name not in mentioned:
                mentioned.add(name)
                waiting.append(extra[name])
    return mentioned
