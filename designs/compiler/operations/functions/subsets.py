"""SUBSET: the whole list in a collection of its own, a capped slice of it in the parent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypedDict

from msgspec.structs import replace

from ...model.conceptual import given
from ...plan_model.function_names import mention
from ...plan_model.physical import DocField, Outcome, Param
from ...workload.list_order import is_moment
from ..atomic import AGAIN, has_transactions
from ..audits import unwound
from ..context import RelationshipContext, ScriptFunction, outcome
from ..document_places import Address
from ..identifiers import without_id
from ..ir.changes import Compute, Push, Put, Update, UpdatePath
from ..ir.conditions import Filter, any_of, filter_of
from ..ir.expressions import (
    FieldPath,
    LiteralValue,
    OperatorCall,
    Variable,
    and_,
    concat_arrays,
    cond,
    eq,
    filter_array,
    if_null,
    lt,
    not_,
    or_,
    slice_of,
    sort_array,
    type_of,
)
from ..ir.node import Document
from ..ir.predicates import Ne
from ..ir.stages import LimitStage, MatchStage, ProjectStage, SortStage, Stage
from ..results.computed import Figures, figures_of
from ..results.counting import counting, follow, recount_parent
from .links.arrays import put
from .references import Children, ask_for_parent, cascade, joined, list_children, move_child, next_page
from .split_subtypes import collections_of


class Slice:
    """The capped array: where it stands, what its elements hold, how it is sorted and cut."""

    def __init__(self, link: RelationshipContext, children: Children) -> None:
        self.link, self.children = link, children
        self.holder = Address(link.world, link.parent)
        content = link.placement.content(link.relationship)
        if content is None:
            raise LookupError(f"{link.relationship.name} has no slice")
        self.path = content.path
        self.name = link.names.subset(link.relationship)
        self.id = link.names.element_id(link.child)
        self.most = link.decision.bound or 1
        self.direction = children.direction
        self.sources = self._sources()

    def _sources(self) -> dict[str, str]:
        """Each leaf of an element to the path of its value in the child's document."""
        copies = {
            copy.name: copy.copy.field for copy in self.link.placement.copies(self.link.relationship, "from")
        }
        pair = self.link.placement.pair(self.link.relationship, "from")
        sources = {self.id: self.children.at.key}
        sources |= {} if pair is None else {pair.path.rpartition(".")[2]: "_id"}
        for path in leaves(self.link.world.fields(self.holder.collection, self.path)):
            if path not in sources:
                name = next((copy for copy in copies if f"{path}.".startswith(f"{copy}.")), path)
                field = f"{copies.get(name, name)}{path.removeprefix(name)}"  # a part of a copied object too
                sources[path] = self._document_path(field)
        return self._with_whole_objects(sources)

    def _with_whole_objects(self, leaf_sources: dict[str, str]) -> dict[str, str]:
        """Return the same with objects that a child may lack, and that an element has all of, as one: made of their
        parts they would stand empty in the element."""
        sources: dict[str, str] = {}
        for name, path in leaf_sources.items():
            whole, object_path = self._whole_object(name, path, leaf_sources)
            sources[whole] = object_path
        return sources

    def _whole_object(self, name: str, path: str, leaf_sources: dict[str, str]) -> tuple[str, str]:
        """Return the outermost object of which a leaf is a part, in an element and in the child's document."""
        world, collection = self.link.world, self.children.collection
        steps = name.split(".")
        for depth in range(1, len(steps)):
            inside = steps[depth - len(steps) :]
            object_name, object_path = ".".join(steps[:depth]), path.removesuffix(f".{'.'.join(inside)}")
            if object_path == path or world.always(collection, object_path):
                continue
            parts = {
                part: source for part, source in leaf_sources.items() if part.startswith(f"{object_name}.")
            }
            all_of_it = {
                f"{object_name}.{leaf}": f"{object_path}.{leaf}"
                for leaf in leaves(world.fields(collection, object_path))
            }
            if parts == all_of_it:
                return object_name, object_path
        return name, path

    def _document_path(self, field: str) -> str:
        spots = [
            spot
            for spot in self.link.placement.of_path(self.link.child, field)
            if spot.collection == self.children.collection
        ]
        return spots[0].path if spots else self.children.at.path(field)

    @property
    def is_filled_by_writes(self) -> bool:
        """Whether what writes the children inside other documents fills the slice anew."""
        in_one_place = not collections_of(self.link.placement, self.link.child)
        alone = in_one_place and not collections_of(self.link.placement, self.link.parent)
        return alone and self.holder.is_root and not self.children.at.is_root and not self.children.at.arrays

    @property
    def sort(self) -> str:
        """The element's field that the slice is sorted by: that of the list, else the id. Of a value that stands there
        twice the copy that follows it tells, not the one that keeps what it was."""
        sort = self.children.sort_path
        sorts = [name for name, path in self.sources.items() if f"{sort}.".startswith(f"{path}.")]
        name = min(sorts, key=self.keeps, default="")
        return f"{name}{sort.removeprefix(self.sources[name])}" if name else self.id

    @property
    def kept(self) -> tuple[str, ...]:
        """The copies in its elements that keep what they say."""
        copies = self.link.placement.copies(self.link.relationship, "from")
        return tuple(dict.fromkeys(copy.name for copy in copies if copy.policy in ("snapshot", "immutable")))

    def keeps(self, name: str) -> bool:
        """Return whether a value of an element is of a copy that keeps what it says."""
        return any(f"{name}.".startswith(f"{copy}.") for copy in self.kept)

    @property
    def sorted_by(self) -> str:
        """The path in the child's document of what the slice is sorted by."""
        return self.children.at.key if self.sort == self.id else self.children.sort_path

    @property
    def listed(self) -> str:
        """The path of the ids in it."""
        return f"{self.path}.{self.id}"

    def element(self, step: str) -> Document:
        """One element, its values from a whole child that a step or parameter holds."""
        element: Document = {}
        for name, path in self.sources.items():
            put(element, name, outcome(step, path))
        return element

    @property
    def projection(self) -> Document:
        """What a find of children returns so that each is an element as it is. An object that a child lacks is none in
        the element either: a projection of its parts would leave an empty one."""
        shown: Document = {"_id": 0}
        for name, path in self.sources.items():
            around = self._may_lack(name, path)
            if not around:
                shown[name] = FieldPath(path)
            elif around not in shown:
                shown[around] = self._object(around)
        return shown

    def _may_lack(self, name: str, path: str) -> str:
        """Return the outermost object of an element around one of its values that a child may be without, "" for none."""
        for end in (at for at, character in enumerate(name) if character == "."):
            source = path.removesuffix(name[end:])
            if source != path and not self.link.world.always(self.children.collection, source):
                return name[:end]
        return ""

    def _object(self, name: str) -> OperatorCall:
        """Return an object of an element that has some of the parts that its child's has, where there is one."""
        parts = {leaf: path for leaf, path in self.sources.items() if leaf.startswith(f"{name}.")}
        first, path = next(iter(parts.items()))
        source = path.removesuffix(first.removeprefix(name))
        shown: Document = {}
        for leaf, path in parts.items():
            put(shown, leaf.removeprefix(f"{name}."), FieldPath(path))
        return cond(eq(type_of(FieldPath(source)), "object"), shown, FieldPath(source))

    @property
    def stages(self) -> list[Stage]:
        """What makes the slice of one holder's children."""
        return [
            SortStage(self.children_sort),
            LimitStage(self.most),
            ProjectStage(self.projection),
            SortStage(self.order),
        ]

    @property
    def is_by_moment(self) -> bool:
        """Whether it is sorted by a moment: then the id has nothing to tell."""
        path = self.children.sort_path
        field = self.link.world.field(self.children.collection, path)
        is_date = field is not None and set(field.types) <= {"date", "timestamp", "null"}
        return is_date and is_moment(path)

    @property
    def order(self) -> dict[str, int]:
        """What its elements are sorted by: of equal values the id tells which come first, so that two who fill the
        slice of the same children leave the same."""
        return {self.sort: 1} if self.is_by_moment else {self.sort: 1, self.id: 1}

    @property
    def children_sort(self) -> dict[str, int]:
        """The sort of the children by which it takes the first ones."""
        sort = self.children.sort
        return sort if self.is_by_moment else {**sort, self.children.at.key: self.direction}

    def pushed(self, pid: Any, element: Any) -> Push:
        """The addition that keeps the newest at the end and cuts the rest off. pid: of the slice's holder."""
        place = self.holder.update_path(self.name, pid)
        return Push(place, element, self.order, -self.most if self.direction == -1 else self.most)


def leaves(fields: tuple[DocField, ...], before: str = "") -> Iterator[str]:
    """The paths of what stands in an element, objects opened, arrays not, nor what only some shapes have
    as an object."""
    names = [field.name for field in fields]
    for field in dict(zip(names, fields, strict=True)).values():
        if field.fields and field.items is None and names.count(field.name) == 1:
            yield from leaves(field.fields, f"{before}{field.name}.")
        else:
            yield f"{before}{field.name}"


def subset(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """The common screen is one read; additions are two writes, removals refill the slice."""
    if link.world.spot(link.child) is None or link.placement.content(link.relationship) is None:
        return
    children = Children(link)
    part = Slice(link, children)
    parent, _ = link.words
    read = link.recipe("read", f"Returns a {parent} with its embedded subset.")
    yield read.add("findOne", part.holder.collection, filter=part.holder.match(part.holder.id(read, parent)))
    whole = list_children(link, children)
    yield whole.renamed(link.recipe("all", whole.note))
    if not children.at.is_root:  # what adds and deletes documents would mean those around them
        if not part.is_filled_by_writes:
            read.remark(f"The subset is from the last call of {mention(f'{link.relationship.name}.fill')}.")
        yield _fill(link, part)
        return
    yield next_page(link, children)
    yield joined(link, children)
    figures = figures_of(link)
    together = has_transactions(link.world, (children.collection, part.holder.collection))
    yield _add(link, part, figures, together=together)
    # A transaction takes no $unionWith, by which a slice is filled from several collections.
    together = together and not collections_of(link.placement, link.child)
    if part.holder.is_root:
        yield _remove(link, part, figures) if together else _remove_last(link, part, figures)
        move = _move(link, part, figures) if together else _move_last(link, part, figures)
        yield ask_for_parent(link, part.children, move) if _copies(link) else move
    yield from _cascade(link, children)


def _add(link: RelationshipContext, part: Slice, figures: Figures, *, together: bool) -> ScriptFunction:
    parent, child = link.words
    more = ", sums, and counts" if figures else ""
    recipe = link.recipe(
        "add",
        f"Adds a {child}, then updates the {parent}'s subset{more} (up to {part.most} items).",
    )
    document, once = part.children.at.whole(recipe, child), {}
    if not together:
        recipe.remark(f"{AGAIN}. Nothing is added twice.")
        recipe.is_in_order = True
        own = outcome(document.name, part.children.at.key)
        once = {"unless": _looked_up(recipe, part, own)}
    recipe.add("insertOne", part.children.collection, documents=document, **once)
    pid = outcome(document.name, part.children.reference)
    fill(recipe, part, figures, pid, document, 1, again=not together)
    recount_parent(recipe, link, pid, 1 if figures.moved(1) and part.holder.is_root else 0)
    return follow(recipe, counting(link.world, link.child), document.name, 1)


def _looked_up(recipe: ScriptFunction, part: Slice, which: Any, must_match: str = "") -> str:
    """The step that holds one child as it is."""
    step = recipe.step("present")
    recipe.add(
        "findOne", part.children.collection, filter=part.children.at.match(which), step=step, must_match=must_match
    )  # fmt: skip
    return step


def fill(
    recipe: ScriptFunction, part: Slice, figures: Figures, pid: Any, document: Param, sign: int, *, again: bool = False
) -> ScriptFunction:  # fmt: skip
    """Add a child to the slice of its parent, with the figures that move with it. again: a child that an
    earlier call may have added already."""
    element = part.element(document.name)
    more = {f"{part.name}.{part.id}": Ne(element[part.id])} if again and part.id in element else None
    holder = part.holder
    if not figures.moved(sign) or not holder.is_root:
        update = Update.of(part.pushed(pid, element))
    else:
        ranked = Compute(UpdatePath(part.path), _ranked(part, element), appended=element)
        update = figures.update(document.name, sign).then(ranked)
    must = {} if again else parent_must_be(recipe, part.link)
    return holder.write(recipe, pid, update, more=more, **must)


class MustMatch(TypedDict, total=False):
    """How a statement says what must be there. step: its name; must_match: what to say where it is not."""

    step: str
    must_match: str


def parent_must_be(recipe: ScriptFunction, link: RelationshipContext) -> MustMatch:
    """What the write of a parent says that must be there: a child without one may not be."""
    if given(link.relationship.to.count.min, 0) < 1 or collections_of(link.placement, link.parent):
        return {}
    parent = link.words[0]
    return {"step": recipe.step(f"{parent}_follows"), "must_match": f"{parent} not found"}


def _ranked(part: Slice, element: Document) -> OperatorCall:
    """The slice with one more element, in the pipeline form. $literal: a text that begins with a
    dollar sign stays a text."""
    elements = if_null(FieldPath(part.path), [])
    count = -part.most if part.direction == -1 else part.most
    if given(part.link.world.model.server_version, "7.0") == "5.0":  # $sortArray came with 5.2
        return slice_of(_inserted(part, elements, element), count)
    return slice_of(sort_array(concat_arrays(elements, [LiteralValue(element)]), part.order), count)


def _inserted(part: Slice, array: OperatorCall, element: Document) -> OperatorCall:
    """The slice, sorted as it is, with one more element at its place."""
    own, values = [if_null(Variable("one", path), None) for path in part.order], []
    for path in part.order:
        value: Any = element
        for name in path.split("."):
            value = value[name]
        values.append(if_null(LiteralValue(value), None))
    is_before = lt(own[0], values[0])
    if len(own) > 1:
        is_before = or_(is_before, and_(eq(own[0], values[0]), lt(own[1], values[1])))
    before, behind = (filter_array(array, "one", each) for each in (is_before, not_(is_before)))
    return concat_arrays(before, [LiteralValue(element)], behind)


def refill(recipe: ScriptFunction, part: Slice, pid: Any, **parts: Any) -> ScriptFunction:
    """Read the newest children again and write the slice anew. parts: of the statement that writes it."""
    return _refilled(recipe, part, pid, filter_of({part.children.reference: pid}), **parts)


def _refilled(
    recipe: ScriptFunction, part: Slice, pid: Any, wanted: Filter, *, again: bool = False, **parts: Any
) -> ScriptFunction:
    """The same from those that a filter means. again: a slice that an earlier call may have written stays as it is."""
    children, latest = part.children, recipe.step("latest", _latest_of(part, pid))
    mine = MatchStage(wanted)
    stages = [mine, *unwound(children.at.spot), *([mine] if children.at.arrays else []), *part.stages]
    recipe.add("aggregate", children.collection, pipeline=stages, step=latest)
    content = Outcome(step=latest, many=True)
    more = {part.name: Ne(content)} if again else None
    update = Update.of(Put(part.holder.update_path(part.name, pid), content))
    return part.holder.write(recipe, pid, update, more=more, **parts)


def _latest_of(part: Slice, pid: Any) -> str:
    """Return what the newest children of one of several parents are called."""
    parent = without_id(pid.name) if isinstance(pid, Param) else f"other {part.children.link.words[0]}"
    return f"latest of {parent}"


def _fill(link: RelationshipContext, part: Slice) -> ScriptFunction:
    """Read the newest of children that stand in other documents again, and write the slice anew."""
    parent, children = link.words[0], part.children
    when = "call it after you change those fields there"
    if part.is_filled_by_writes:
        when = "call it after an import, or after other programs write there"
    note = f"Rebuilds a {parent}'s {part.path} from {children.collection}: {when}. Safe to repeat."
    recipe = link.recipe("fill", note)
    return refill(recipe, part, part.holder.id(recipe, parent))


def _remove(link: RelationshipContext, part: Slice, figures: Figures) -> ScriptFunction:
    parent, child = link.words
    recipe = link.recipe("remove", f"Deletes a {child} and refills the {parent}'s subset.")
    which, removed = part.children.at.id(recipe, child), recipe.step("removed")
    recipe.add(
        "findOneAndDelete", part.children.collection, filter=part.children.at.match(which), step=removed,
        must_match=f"{child} not found",
    )  # fmt: skip
    pid = outcome(removed, part.children.reference)
    if figures:
        update = figures.update(removed, -1)
        recipe.add("updateOne", part.holder.collection, filter=part.holder.match(pid), update=update)
    recount_parent(refill(recipe, part, pid), link, pid)
    return follow(recipe, counting(link.world, link.child), removed, -1)


def _copies(link: RelationshipContext) -> bool:
    """Whether each child repeats something of its parent: it is the new parent's once the child moves."""
    return bool(link.placement.copies(link.relationship, "to"))


def _move(link: RelationshipContext, part: Slice, figures: Figures) -> ScriptFunction:
    parent, child = link.words
    note = f"Moves a {child} to another {parent}: updates its reference, then rebuilds both subsets."
    recipe = move_child(link, part.children).renamed(link.recipe("reassign", note))
    moved = recipe.step("moved")
    first = recipe.statements[0]
    # The document as it was: it knows the parent that loses the child.
    recipe.statements[0] = replace(
        first, op="findOneAndUpdate", step=moved, must_match=f"{link.words[1]} not found"
    )
    for pid, sign in (
        (outcome(moved, part.children.reference), -1),
        (part.children.new_parent_id(recipe), 1),
    ):
        if figures.moved(sign):
            update = figures.update(moved, sign)
            recipe.add("updateOne", part.holder.collection, filter=part.holder.match(pid), update=update)
        must = parent_must_be(recipe, link) if sign > 0 else {}
        recount_parent(refill(recipe, part, pid, **must), link, pid, sign)
    return recipe


def _remove_last(link: RelationshipContext, part: Slice, figures: Figures) -> ScriptFunction:
    """The removal in an order that may begin anew: the child goes last, so that its parent is still known."""
    parent, child = link.words
    note = f"Rebuilds the {parent}'s subset without the {child}, then deletes it. {AGAIN}."
    recipe = link.recipe("remove", note)
    recipe.is_in_order = True
    children, which = part.children, part.children.at.id(recipe, child)
    removed = _looked_up(recipe, part, which, f"{child} not found")
    pid = outcome(removed, children.reference)
    if figures:
        update = figures.update(removed, -1)
        recipe.add("updateOne", part.holder.collection, filter=part.holder.match(pid), update=update)
    _refilled(recipe, part, pid, filter_of({children.reference: pid, children.at.key: Ne(which)}), again=True)
    recipe.add("deleteOne", children.collection, filter=children.at.match(which))
    recount_parent(recipe, link, pid)
    return follow(recipe, counting(link.world, link.child), removed, -1)


def _move_last(link: RelationshipContext, part: Slice, figures: Figures) -> ScriptFunction:
    """The move in an order that may begin anew: the reference changes last, so that the old parent is still known."""
    parent, child = link.words
    moving = move_child(link, part.children).statements[0]
    note = f"Moves a {child} to another {parent}: rebuilds both subsets, then updates its reference. {AGAIN}."
    recipe = link.recipe("reassign", note)
    recipe.is_in_order = True
    children, which = part.children, part.children.at.id(recipe, child)
    moved = _looked_up(recipe, part, which, f"{child} not found")
    old, new = outcome(moved, children.reference), children.new_parent_id(recipe)
    here = any_of([filter_of({children.reference: new}), filter_of({children.at.key: which})])
    for pid, wanted, sign in (
        (old, filter_of({children.reference: old, children.at.key: Ne(which)}), -1), (new, here, 1),
    ):  # fmt: skip
        if figures:
            update = figures.update(moved, sign)
            recipe.add("updateOne", part.holder.collection, filter=part.holder.match(pid), update=update)
        _refilled(recipe, part, pid, wanted, again=True)
    elsewhere = moving.filter.merged({children.reference: Ne(new)})
    recipe.add(moving.op, moving.collection, filter=elsewhere, update=moving.update, options=moving.options)
    for pid in (old, new):
        recount_parent(recipe, link, pid)
    return recipe


def _cascade(link: RelationshipContext, children: Children) -> Iterator[ScriptFunction]:
    if Address(link.world, link.parent).is_root and link.relationship.exclusive_owner is True:
        yield cascade(link, children)
