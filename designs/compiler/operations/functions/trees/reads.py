"""Reads of the workload by what another form of the tree would store, and of what an operation includes of a tree: the form's
own way to the same nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from ....model.conceptual import Operation, given
from ....names.path_steps import Step
from ....names.tree_fields import ANCESTORS, CHILDREN, PARENT, SEPARATOR, role_of
from ....placement.doc_path import DocPath
from ....plan_model.physical import Outcome, Statement
from ...context import OperationContext, RelationshipContext, ScriptFunction, outcome
from ...document_places import Address
from ...ir.conditions import Expr, Filter, filter_of
from ...ir.expressions import FieldPath, OperatorCall, Variable, and_, compared, concat, to_string
from ...ir.predicates import Eq, In, Matches, Range
from ...ir.stages import LookupStage, MatchStage, SortStage, Stage
from ...parameters import with_other_steps
from ...read.hops import Join, Wanted
from ...read.link_collections import after
from ..by_strategy import functions_of

Teller = Callable[[OperationContext, Operation, DocPath, ScriptFunction], ScriptFunction | None]

# The function of the tree that finds the nodes with this value in one of its fields.
_FOUND_BY = {PARENT: "read", ANCESTORS: "descendants", CHILDREN: "back"}


def by_tree(
    world: OperationContext,
    operation: Operation,
    spot: DocPath,
    path: str,
    recipe: ScriptFunction,
    teller: Teller,
) -> ScriptFunction | None:
    """The children, the branch or the parent of one node, as an operation asks for them; None for any other question.
    path: what the nodes do not store. teller: makes the statements of what is asked besides."""
    matches = given(operation.filter, [])
    asked = [match for match in matches if match.field == path]
    if operation.kind != "read" or [match.how for match in asked] != ["eq"]:
        return None
    step = world.paths.step(operation.entity, path)
    if step is None or step.relationship is None or step.relationship.kind != "tree":
        return None
    link = RelationshipContext(world, step.relationship)
    purpose = _FOUND_BY.get(role_of(world.names, step), "") if not link.traits.nests_tree else ""
    own = next((function for function in functions_of(link) if function.purpose == purpose), None)
    if own is None:
        return None
    rest = replace(operation, filter=[match for match in matches if match.field != path])
    read = _in_two_steps(world, rest, spot, recipe, own, teller)
    is_listed = purpose == "read" and [each.op for each in own.statements] == ["aggregate"]
    if read is not None or len(matches) > 1 or (is_listed and _asks_more(rest)):
        return read
    return own.renamed(recipe)


def _asks_more(rest: Operation) -> bool:
    """Whether a read says in which order, how far or what of the nodes it reads, which a list of children answers, and not the
    function of their tree."""
    is_more = any(given(each, None) for each in (rest.sort, rest.limit, rest.projection))
    return is_more and not given(rest.includes, [])


def _in_two_steps(
    world: OperationContext,
    rest: Operation,
    spot: DocPath,
    recipe: ScriptFunction,
    own: ScriptFunction,
    teller: Teller,
) -> ScriptFunction | None:
    """Return the read of a node, and then of what a function of its tree finds by it, in the order, as far and with all that
    the operation asks for; None where that function does otherwise."""
    if own.unsupported or spot.path or [each.op for each in own.statements] != ["findOne", "find"]:
        return None
    first, last = own.statements
    if last.collection != spot.collection or (last.sort and not given(rest.sort, [])):
        return None
    recipe.reserve(own.statements)
    recipe.also = filter_of(last.filter)
    function = teller(world, rest, spot, recipe)
    if function is None or not function.statements:
        return None
    node = replace(
        first,
        subject=recipe.subject,
        purpose=recipe.purpose,
        recipe=recipe.name,
        script=recipe.script,
        comment="",
    )
    return after([node], function)


# --- all nodes above or below ---------------------------------------------------------------------------

# What the function of the tree is for that finds all nodes from an end, and what these are called in a read.
_FROM = {"to": ("ancestors", "above"), "from": ("descendants", "below")}


def all_nodes(world: OperationContext, step: Step, spot: DocPath, behind: Join | None = None) -> Join | None:
    """Return the hop from a node to all nodes above it, the root first, or to all below it, as its form of tree finds them;
    None where the form has no such way from one document to others. behind: the hop that leads to the node."""
    if step.relationship is None:
        return None
    link = RelationshipContext(world, step.relationship)
    purpose, _ = _FROM[step.side]
    own = next((each for each in functions_of(link) if each.purpose == purpose), None)
    if own is None or own.unsupported or (behind is None and spot.path):
        return None
    *first, last = own.statements
    collection = spot.collection if behind is None else behind.far.collection
    if last.collection != collection or len(first) > 1:
        return None
    return _All(link, step, spot.collection, behind, first, last)


class _All(Join):
    """A hop to all nodes above or below one. first: what reads that one, if anything does; last: what reads the others."""

    def __init__(
        self, link: RelationshipContext, step: Step, collection: str, behind: Join | None, first: list[Statement],
        last: Statement,
    ) -> None:  # fmt: skip
        world = link.world
        self.step, self.far, self.through = step, Address(world, step.target), ""
        self.world, self.collection, self.source = world, collection, last.collection
        self.hops, self.behind, self.place, self.part, self.way = 1, behind, "", None, ()
        self.kinds, self.leads_on, self.many, self.local_arrays, self.order = (), False, True, (), {}
        _, self.wish = _FROM[step.side]
        self.name, self.links = world.free(collection, self.wish), ""
        self._reads_node, self._last = first, last
        self._bounds = [*_bounds(last)] if first else []
        self.own, self.foreign, self._order = _way(last)

    def take_order(self) -> None:
        """Leave nodes in the order in which their tree reads them."""

    @property
    def needs(self) -> list[str]:
        """The paths in a node that it starts from."""
        return list(dict.fromkeys(path for bound in self._bounds for path in bound.needs)) or [self.own]

    def read_by(self, recipe: ScriptFunction, document: str, called: str, wanted: Wanted) -> bool:
        """Read the nodes from one that was read before."""
        step = recipe.step(self.name)
        if self._reads_node:
            last = with_other_steps(self._last, lambda asked: replace(asked, step=document))
            recipe.add("find", self.source, filter=last.filter, sort=last.sort, step=step)
            return True
        many = self.own != "_id"
        ids = outcome(document, self.own, many=many)
        key = filter_of({self.foreign: In(ids) if many else Eq(ids)})
        if self._order:
            recipe.add("aggregate", self.source, pipeline=[MatchStage(key), *self._order], step=step)
        else:
            recipe.add("find", self.source, filter=key, step=step)
        return True

    @property
    def stages(self) -> list[Stage]:
        """The $lookup of the nodes from each of the documents that are read."""
        start = f"{self.behind.name}." if self.behind is not None else ""
        if not self._reads_node:
            order = tuple(self._order)
            return [
                LookupStage(
                    self.source, f"{start}{self.own}", self.foreign, self.name, order, None, bool(order)
                )
            ]
        variables = {_variable(path): FieldPath(f"{start}{path}") for path in self.needs}
        bounds = (compared(each.bound, FieldPath(each.path), each.value) for each in self._bounds)
        asked = MatchStage(Filter((Expr(and_(*bounds)),)))
        in_order = SortStage(self._last.sort or {})
        return [LookupStage(self.source, "", "", self.name, (asked, in_order), variables)]


class _NodeBound(NamedTuple):
    """What a read of several nodes compares with what it knows of one. bound: gt, gte, lt or lte; needs: the paths of that
    one that the value is made of."""

    path: str
    bound: str
    value: Any
    needs: tuple[str, ...]


def _bounds(last: Statement) -> Iterator[_NodeBound]:
    """Yield what a read compares with paths of a node that was read before. A text begins with another where it lies between
    this one and the next behind all that begin with it: an index finds what is in between, and no beginning in $expr."""
    for path, predicate in ((each.path, each.predicate) for each in last.filter.on_paths):
        if isinstance(predicate, Range):
            for bound, value in predicate.bounds:
                yield _NodeBound(path, bound, Variable(_variable(value.path)), (value.path,))
        elif isinstance(predicate, Matches):
            parts = [each for each in predicate.expression.parts if isinstance(each, Outcome)]
            needs = tuple(dict.fromkeys(each.path for each in parts))
            texts = [_text(each.path) for each in parts]
            for bound, end in (("gte", SEPARATOR), ("lt", chr(ord(SEPARATOR) + 1))):
                yield _NodeBound(path, bound, concat(*texts, end), needs)


def _text(path: str) -> OperatorCall | Variable:
    return to_string(Variable(_variable(path))) if path == "_id" else Variable(_variable(path))


def _variable(path: str) -> str:
    """What a path of a node is called as a variable, which begins with a letter."""
    return path.lstrip("_")


def _way(last: Statement) -> tuple[str, str, list[Stage]]:
    """Return the paths of a node and of the others that are equal, and what is made of these; both the ``_id``, where the
    stages walk from the node itself."""
    if last.op == "find":
        return "_id", next(each.path for each in last.filter.on_paths), []
    stages = [*(last.pipeline or [])][1:]
    lookup = stages[0] if stages else None
    if isinstance(lookup, LookupStage) and lookup.stages is None and lookup.variables is None:
        return lookup.local, lookup.foreign, stages[3:]
    return "_id", "_id", stages
