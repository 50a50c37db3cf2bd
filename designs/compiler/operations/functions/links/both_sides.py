"""Operations that change what links say of themselves where both ends hold them (TWO_WAY_EMBED): what is
written on one side is written on the other, for the same links."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from ....model.conceptual import Operation, Relationship, given
from ....placement.doc_path import DocPath
from ....plan_model.decisions import opposite
from ....plan_model.physical import Param, Statement
from ...context import OperationContext, ScriptFunction, outcome
from ...identifiers import id_name, identifier
from ...ir.condition_reading import read_filter
from ...ir.conditions import And, At, Condition, Filter, Or, filter_of
from ...ir.predicates import Eq, In
from ...ir.rendering import markers_of
from ...parameters import Among
from ...read.conditions import Conditions, several
from ...upkeep.strong_copies import with_strong_copies
from ...write.update_operators import update_of
from ..split_subtypes import ask_all, collections_of


class _Same(ScriptFunction):
    """The recipe of the other side: its values are those that the first side was given."""

    def __init__(self, recipe: ScriptFunction, side: _Side) -> None:
        super().__init__(recipe.subject, recipe.name, recipe.purpose)
        self.among = recipe.among
        self._side = side
        params = (
            marker for each in recipe.statements for marker in markers_of(each) if isinstance(marker, Param)
        )
        self._params = {param.name: param for param in params}

    def param(
        self, words: str, collection: str = "", path: str = "", *, document: int = 0, value: Any = UNSET,
        below: int = 0, of: Among | None = None,
    ) -> Param:  # fmt: skip
        """The value that the first side calls by its own path."""
        first = self._side.as_first(words)
        param = self._params.get(identifier(first)) or self._params.get(identifier(id_name(first)))
        return param or super().param(
            words, collection, path, document=document, value=value, below=below, of=of
        )


class _Side:
    """One end of a link as an operation begins there, and the same operation as it begins at the other."""

    def __init__(
        self, world: OperationContext, operation: Operation, relationship: Relationship, side: str
    ) -> None:
        self.world, self.operation, self.relationship, self.side = world, operation, relationship, side
        self.far = opposite(side)
        self.back = world.names.end(relationship, self.far)
        self._first: dict[str, str] = {}
        self.asked: dict[str, Filter] = {}  # of holders in alternatives, by the step that reads who meets it

    def there(self, path: str) -> str | None:
        """A path from the other end, None for what is the first end's own."""
        route = self.world.paths.resolve(self.operation.entity, path, given(self.operation.includes, []))
        step = route.steps[0] if route is not None and route.steps else None
        if (
            route is None
            or step is None
            or (step.kind, step.relationship, step.side) != ("end", self.relationship, self.side)
        ):
            return None
        rest = route.steps[1:]
        names = ".".join(step.name for step in rest)
        name = names or "_id"
        if rest and rest[0].kind == "link":
            name = f"{self.back}.{names}"
        elif rest and rest[0].copy is not None:
            name = rest[0].copy.field
        self._first |= {name: path, several(name): several(path)}
        return name

    def as_first(self, words: str) -> str:
        """What the first side calls a value, by what the other would."""
        parts = words.split(" ")
        return " ".join(self._first.get(part, part) for part in parts)

    def mirrored(self, paths: set[str], recipe: ScriptFunction) -> Operation:
        """The operation at the other end. paths: what it writes of links; recipe: names the reads of holders."""
        filter = [
            replace(match, field=path)
            for match in given(self.operation.filter, [])
            if (path := self.there(match.field)) is not None
        ]
        changes = [
            self.there(change) or change for change in given(self.operation.changes, []) if change in paths
        ]
        effects = [
            replace(effect, field=self.there(effect.field) or effect.field)
            for effect in given(self.operation.effects, [])
            if effect.field in paths
        ]
        return replace(
            self.operation, entity=self.relationship.end(self.far).entity, filter=filter, changes=changes,
            effects=effects, always_filter=self._always(read_filter(given(self.operation.always_filter, {})), recipe),
            includes=[], returns="nothing",
        )  # fmt: skip

    def _always(self, filter: Filter, recipe: ScriptFunction) -> Filter:
        """What of a filter holds of links. What is asked of holders is left out, since those that change
        are known; in alternatives it is that the link is one of those holders'."""
        result = Filter()
        for condition in filter.conditions:
            result = result.merged(Filter(tuple(self._of_links(condition, recipe))))
        return result

    def _of_links(self, condition: Condition, recipe: ScriptFunction) -> Iterator[Condition]:
        if isinstance(condition, Or) and self._asks(condition):
            yield Or(tuple(self._alternative(each, recipe) for each in condition.filters))
        elif isinstance(condition, And) and self._asks(condition):
            yield And(tuple(part for each in condition.filters if (part := self._always(each, recipe))))
        elif isinstance(condition, At) and (path := self.there(condition.path)) is not None:
            yield At(path, condition.predicate)

    def _alternative(self, filter: Filter, recipe: ScriptFunction) -> Filter:
        of_links, own = self._always(filter, recipe), self._of_holders(filter)
        if not own:
            return of_links
        step = recipe.step(self.world.names.words(self.operation.entity))
        self.asked[step] = own
        return of_links.merged({self.back: In(outcome(step, many=True, each="_id"))})

    def _of_holders(self, filter: Filter) -> Filter:
        """What of a filter holds of the holders alone."""
        conditions: list[Condition] = []
        for condition in filter.conditions:
            if isinstance(condition, And):
                parts = tuple(part for each in condition.filters if (part := self._of_holders(each)))
                conditions += [And(parts)] if parts else []
            elif not self._asks(condition):
                conditions.append(condition)
        return Filter(tuple(conditions))

    def _asks(self, condition: Condition) -> bool:
        """Whether a condition says anything of links."""
        if isinstance(condition, And | Or):
            return any(self._asks(each) for filter in condition.filters for each in filter.conditions)
        return isinstance(condition, At) and self.there(condition.path) is not None


def update_both(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> ScriptFunction:
    """The update of an operation, on both sides of the links that it writes to."""
    update = with_strong_copies(world, update_of(world, operation, spot, recipe))
    for relationship, side, paths in _touched(world, operation) if update.statements else ():
        _write_back(world, _Side(world, operation, relationship, side), spot, paths, update)
    return update


def _touched(world: OperationContext, operation: Operation) -> Iterator[tuple[Relationship, str, set[str]]]:
    """The links both of whose ends hold them, the end that an operation begins at, and what it writes of
    the links themselves."""
    touched: dict[tuple[str, str], set[str]] = {}
    for path in operation.written:
        route = world.paths.resolve(operation.entity, path, given(operation.includes, []))
        steps = route.steps if route is not None else ()
        relationship = steps[0].relationship if len(steps) > 1 and steps[1].kind == "link" else None
        if relationship is not None and world.placement.traits(relationship).lists_both_ends:
            touched.setdefault((relationship.name, steps[0].side), set()).add(path)
    return ((world.names.relationships[name], side, paths) for (name, side), paths in touched.items())


def _write_back(
    world: OperationContext, there: _Side, spot: DocPath, paths: set[str], recipe: ScriptFunction
) -> None:
    mirrored = there.mirrored(paths, recipe)
    far = world.spot(mirrored.entity)
    ids = world.placement.reference(there.relationship, there.far)
    if far is None or ids is None:
        return
    before, holders = _holders(recipe)
    before += _who_meets(world, there, spot, holders, recipe)
    again = update_of(world, mirrored, far, _Same(recipe, there), filter_of({ids.path: holders}))
    ask_all(world, again, collections_of(world.placement, mirrored.entity))
    own, returned = recipe.statements, recipe.statements[0].op == "findOneAndUpdate"
    recipe.transaction = not returned  # nothing comes back from a transaction
    parts = [*before, *again.statements, *own] if returned else [*before, *own, *again.statements]
    when = "first on the other side, then on this one" if returned else "on both sides, in a transaction"
    recipe.remark(f"Link fields are updated {when}.")
    recipe.statements = [
        replace(
            part,
            transaction=recipe.transaction,
            comment="",
            step="" if part in again.statements else part.step,
        )
        for part in parts
    ]
    recipe.numbered()


def _who_meets(
    world: OperationContext, there: _Side, spot: DocPath, holders: Any, recipe: ScriptFunction
) -> Iterator[Statement]:
    """The reads of those holders that an alternative of the filter asks for."""
    for step, asked in there.asked.items():
        conditions = Conditions(world, replace(there.operation, filter=[], always_filter=asked), spot)
        filter = filter_of({"_id": holders}).merged(conditions.filter(recipe))
        function = ScriptFunction(recipe.subject, recipe.name, recipe.purpose)
        function.add(
            "find",
            spot.collection,
            filter=filter,
            projection={"_id": 1},
            options=conditions.collation(),
            step=step,
        )
        yield from function.statements


def _holders(recipe: ScriptFunction) -> tuple[list[Statement], Any]:
    """The ids of the documents that an update changes, and how they are found where its filter does not say."""
    statement = recipe.statements[0]
    by_id = statement.filter.predicate("_id")
    if statement.op == "updateOne" and isinstance(by_id, Eq):
        return [], by_id.value
    step, single = recipe.step("changed"), statement.op == "findOneAndUpdate"
    options = {key: value for key, value in (statement.options or {}).items() if key == "collation"} or None
    parts: Mapping[str, Any] = {"update": None, "options": options, "writes": False, "projection": {"_id": 1}}
    query = replace(statement, op="findOne" if single else "find", step=step, ends=single, **parts)
    return [query], outcome(step, "_id") if single else In(outcome(step, many=True, each="_id"))
