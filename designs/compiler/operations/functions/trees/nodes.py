"""What the statements of every form of tree ask about its nodes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from ....model.conceptual import Tree, given
from ....names.tree_fields import PARENT, SEPARATOR, roles, segment
from ....plan_model.physical import BuiltValue, Outcome, Param
from ....workload.document_history import VALID_TO, holds_versions
from ...atomic import AGAIN, has_transactions
from ...context import AUDIT, RelationshipContext, ScriptFunction, digits, outcome
from ...document_places import Address
from ...ir.changes import Put, PutOrUnset, Update, UpdatePath
from ...ir.conditions import filter_of
from ...ir.expressions import FieldPath
from ...ir.node import Document, SortOrder
from ...ir.stages import MatchStage, MergeStage, ReplaceStage, SortStage, Stage, UnwindStage, WalkStage
from ...notes.read_by_index import telling_roots
from ...passes.shard_routing import merged_by
from ...read.conditions import of_kind
from ...write.reference_updates import taking_from_parent
from ..references import going_along_by_path

MOST = 100  # findings of one kind that an audit returns
PREPARED = 1, 2
"""The sample nodes that are moved, and below which: children of the first root."""
_LEAF = 6
"""A sample node that has none below it."""
RINGS = "Two concurrent moves could still form a cycle; the audit finds it."
"""What no look at the nodes above a place rules out."""


class Nodes:
    """The nodes of a tree: where they stand, and what its generated fields are called there. kind: what keeps
    documents away that are no nodes, being of other kinds."""

    def __init__(self, link: RelationshipContext) -> None:
        self.link = link
        self.at = Address(link.world, link.child)
        self.word = link.world.word(link.child)
        self.words = link.names.words(link.child)
        self.collection = self.at.collection
        self._paths = {
            role: name for name, role in roles(link.names, link.relationship, link.strategy).items()
        }
        if (
            link.placement.is_timed(link.child) and PARENT in self._paths
        ):  # measurements have it in the metaField
            self._paths[PARENT] = f"{link.placement.meta(link.child)}.{self._paths[PARENT]}"
        self.segment = segment(link.names, link.relationship)
        self.kind = of_kind(link.world, link.child, self.collection)

    @property
    def only(self) -> list[Stage]:
        """The stage that leaves nothing but nodes, where there are others, and those of the present."""
        past = holds_versions(self.link.world.collections[self.collection])
        held = self.kind.merged({VALID_TO: None} if past else {})
        return [MatchStage(held)] if held else []

    def __getitem__(self, role: str) -> str:
        """The path of a generated field."""
        return self.at.path(self._paths[role])

    def name(self, role: str) -> str:
        """What a generated field is called."""
        return self._paths[role]

    def id(self, recipe: ScriptFunction, prefix: str = "", *, document: int = PREPARED[0]) -> Param:
        """The parameter that names a node: categoryId, newParentId."""
        return recipe.param(f"{prefix or self.word}_id", self.collection, "_id", document=document)

    def whole(self, recipe: ScriptFunction, document: int) -> Param:
        """The parameter that is a whole node."""
        return recipe.param(self.word, self.collection, "", document=document)

    def free(self, wish: str) -> str:
        """A name that only a pipeline gives to a field."""
        return self.link.world.free(self.collection, wish)

    @property
    def level(self) -> str:
        """The field that tells how far from where a walk began it found a node: none that nodes have themselves."""
        return self.free("level")

    @property
    def shard_keys(self) -> list[str]:
        """The fields of the shard key beside ``_id``, by which a $merge finds a node too; none where one is inside an object."""
        paths = merged_by(self.link.world, self.collection)
        return [] if any("." in path for path in paths) else paths

    def merging(self, keys: Collection[str]) -> MergeStage:
        """The stage that puts fields into the nodes. keys: the shard keys that it is given with them: a server that is told
        what to find by wants all of these, and knows them by itself."""
        return MergeStage(self.collection, "merge", on=None if keys else "_id")

    def find(self, recipe: ScriptFunction, which: Any, step: str, *, what: str = "", **more: Any) -> str:
        """Read one node; the recipe stops where there is none. Returns the name of the step."""
        name = recipe.step(step)
        must = f"{what or self.word} not found"
        filter = filter_of({"_id": which}).merged(more.pop("also", None))
        recipe.add(
            "findOne", self.collection, filter=filter, step=name, must_match=more.pop("must", must), **more
        )
        return name

    def in_order(self, purpose: str, note: str) -> ScriptFunction:
        """A function whose writes are in such an order that a second call completes one that ended between them: a
        transaction, where the server has any."""
        is_safe = has_transactions(self.link.world, [self.collection])
        recipe = self.link.recipe(purpose, note if is_safe else f"{note} {AGAIN}.", transaction=is_safe)
        recipe.is_in_order = not is_safe
        return recipe

    def unless_root(self, parent: Param) -> Param | None:
        """What names the new parent of a node that a function moves, where none makes it a root; None where each node
        has a parent."""
        if PARENT not in self._paths:
            return None if given(self.link.relationship.to.count.min, 0) >= 1 else parent
        return None if self.link.world.always(self.collection, self[PARENT]) else parent

    def adding(self, *functions: Callable[[Nodes], ScriptFunction]) -> Iterator[ScriptFunction]:
        """Yield what adds a node below another, and what adds a root, where the first does not add roots too."""
        below, root = (make(self) for make in functions)
        yield below
        if all(each.only_with is None for each in below.statements):
            yield root

    @property
    def levels(self) -> int:
        """How many levels the tree may have, 0 without a limit, and of one of roots alone."""
        depth = given(given(self.link.relationship.tree, Tree()).depth, 0)
        return depth if depth > 1 else 0

    def telling_levels(self, recipe: ScriptFunction) -> None:
        """Say of what gives a node a place that it may be on too deep a level: a node doesn't know its own."""
        if self.levels:
            recipe.remark(f"Doesn't check the maximum of {digits(self.levels)} levels; the audit does.")

    def find_above(self, recipe: ScriptFunction, *fields: str, **more: Any) -> tuple[str, bool]:
        """Read what a new node needs of its parent: the id and these fields. Return the name of the step, and whether there
        may be none: null makes the node a root. more: of find()."""
        place = self.id(recipe, PARENT)
        named = self.unless_root(place)
        projection = dict.fromkeys(fields or ("_id",), 1)
        step = self.find(recipe, place, PARENT, what=PARENT, projection=projection, only_with=named, **more)
        telling_roots(recipe, recipe)
        return step, named is not None

    def moved(self, recipe: ScriptFunction, which: Any, fields: Mapping[str, object]) -> Update:
        """The update that gives a node to another parent: its generated fields, and the copies of the parent's."""
        along = going_along_by_path(self.link, recipe, self.at, which, PREPARED[1])
        return Update.of(*Update.setting(fields).changes, *along)

    def repeating(self, recipe: ScriptFunction, parent: str, named: Param | None) -> ScriptFunction:
        """Return a move that repeats of a node's new parent what a step has read of it. named: what names that parent, where
        none makes the node a root."""
        return taking_from_parent(
            self.link, recipe, self.at, parent, document=PREPARED[1], may_have_none=named is not None
        )

    def to_parent(self, recipe: ScriptFunction, parent: str, named: Param | None) -> Put:
        """The change by which a node names a new parent, or none any more. parent: the step that has read it; named: what
        names it, where none makes the node a root."""
        if named is None:
            return Put(UpdatePath(self[PARENT]), part(parent, "_id"))
        recipe.remark(f"null makes it a root and removes {self[PARENT]}.")
        return PutOrUnset(UpdatePath(self[PARENT]), part(parent, "_id"))

    def insert(
        self, recipe: ScriptFunction, fields: Mapping[str, object], *, root: bool = False, **more: Any
    ) -> ScriptFunction:
        """A new node: what the caller gives, with the fields that its place in the tree gives it."""
        given = self.whole(recipe, 0 if root else _LEAF)
        document = BuiltValue("document", (given, *_nested(fields, given.name)))
        return recipe.add("insertOne", self.collection, documents=document, **more)


def _nested(fields: Mapping[str, object], given: str, above: str = "") -> tuple[Document | BuiltValue, ...]:
    """Fields by their paths as parts of a document: those of an object stand in it, with what the caller gives of it
    otherwise; what may be absent is left out where it is."""
    document, optional, objects = Document(), Document(), dict[str, Document]()
    for path, value in fields.items():
        name, _, rest = path.partition(".")
        may_be_absent = not rest and isinstance(value, Outcome) and value.optional
        (optional if may_be_absent else document)[name] = value
        if rest:
            objects.setdefault(name, Document())[rest] = value
    for name, own in objects.items():
        inside = f"{above}{name}"
        document[name] = BuiltValue("document", (outcome(given, inside), *_nested(own, given, f"{inside}.")))
    held = (BuiltValue("given", (optional,)),) if optional else ()
    return (*held, *((document,) if document else ()))


def text(*parts: Any) -> BuiltValue:
    """The parts as one text, a separator behind them."""
    flat = (inner for part in parts for inner in (part.parts if isinstance(part, BuiltValue) else (part,)))
    return BuiltValue("text", (*flat, SEPARATOR))


def begins(*parts: Any) -> BuiltValue:
    """What begins with that text."""
    return BuiltValue("prefix", (*parts, SEPARATOR))


def part(step: str, path: str, **more: Any) -> Outcome:
    """A value of a node that was read."""
    return outcome(step, path, **more)


def audited(link: RelationshipContext, what: str, note: str) -> ScriptFunction:
    """An audit of the tree."""
    name = f"{link.relationship.name}.{what}"
    return ScriptFunction(f"relationship:{link.relationship.name}", name, "audit", script=AUDIT, note=note)


def upwards(nodes: Nodes, name: str) -> WalkStage:
    """The stage that finds all nodes above one that knows its parent; ``nodes.level`` counts from it."""
    return WalkStage(nodes.collection, FieldPath(nodes[PARENT]), nodes[PARENT], "_id", name, nodes.level)


def unfolded(name: str, sort: SortOrder) -> list[Stage]:
    """The documents of an array that a stage has found, each by itself, in order."""
    return [UnwindStage(name), ReplaceStage(FieldPath(name)), SortStage(sort)]
