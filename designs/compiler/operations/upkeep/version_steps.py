"""The steps from one shape of an entity's documents to the next, in each place where they stand.

Where the entity stands inside other documents, each of its sub-documents and elements has a number of its
own, as its validator says: they move one by one too, by arrayFilters that name the old number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from ...model.conceptual import Entity, Field, given
from ...model.field_walk import Part, parts
from ...placement.doc_path import DocPath
from ...placement.schema_versions import NUMBER, is_of, line, stays
from ...plan_model.function_names import mention
from ...plan_model.number_format import listed
from ...plan_model.physical import Param
from ..context import OperationContext, ScriptFunction, outcome, remembered
from ..document_places import Address, toward
from ..ir.changes import ArrayElement, Compute, NamedElement, Put, Unset, Update, UpdatePath  # fmt: skip
from ..ir.condition_reading import read_filter
from ..ir.conditions import At, Filter, PathPredicates, filter_of, where
from ..ir.expressions import LiteralValue, eq
from ..ir.predicates import Elem, Eq, In
from ..passes.same_document_results import results_of
from ..read.element_conditions import constant
from ..write.folded_updates import repeated_in_children
from .archives import archives
from .sync import called_by_hand, keepers

Elements = tuple[ArrayElement, ...]


class VersionStep:
    """From one shape of an entity's documents to the next, in one of the places where they stand. fields: its
    own, and those of what it is a kind of; which: what holds for those that it moves, by their fields;
    collection: where the documents are, which may be the archive of those at the place."""

    def __init__(
        self,
        world: OperationContext,
        entity: Entity,
        at: Address,
        old: int,
        fields: list[Field],
        kinds: Filter,
    ) -> None:
        self.world, self.entity, self.at, self.old, self.fields = world, entity, at, old, fields
        self.kinds, self.which = kinds, filter_of({NUMBER: old}).merged(kinds)
        self.word, self.collection = world.word(entity.name), at.collection

    def recipe(self, name: str, purpose: str, note: str) -> ScriptFunction:
        """A recipe of this step. Those of a further place are called after it."""
        subject = self.entity.name
        first = self.at.spot == self.world.spot(subject)
        place = "" if first else f".{self.at.collection}.{self.at.spot.path}".rstrip(".")
        if self.is_archive:
            place, note = f"{place}.archive", f"In {self.collection}: {note} {_WHY} {self.copied}".strip()
        elif purpose == "upgrade":
            note = f"{note} {self.copied}".strip()
        function = ScriptFunction(
            f"entity:{subject}", f"{subject}.{name}.{self.old}{place}", purpose, note=note
        )
        function.among = self.world.among(subject)
        return function

    @property
    def is_archive(self) -> bool:
        """Whether it is about documents that were moved to the archive."""
        return self.collection != self.at.collection

    @property
    def has_archive(self) -> bool:
        """Whether documents that it moves may be in an archive."""
        there = [
            read_filter(overlay.details.get("only", {}))
            for overlay in self.world.compilation.plan.entity_overlays
            if overlay.kind == "ARCHIVE" and overlay.collection == self.at.collection
        ]
        archive = self.at.collection in archives(self.world)
        return archive and any(_may_meet(only, self.kinds) for only in there)

    def archived(self) -> VersionStep:
        """The same step of what is in the archive."""
        other = VersionStep(self.world, self.entity, self.at, self.old, self.fields, self.kinds)
        other.collection = archives(self.world)[self.at.collection]
        return other

    @cached_property
    def come(self) -> list[Part]:
        """What only the new shape has. Of what holds another new part the whole is one, and so is each field
        in which something new stands that no path of an update leads to."""
        new = _outermost([part for part in self._parts if given(part.field.since_version, 0) == self.old + 1])
        whole = {part.root for part in new if not self.is_in_reach(part)}
        whole |= {
            part.root
            for part in _outermost(self._ended)
            if part.is_in_rows or (part.lists and self.at.arrays)
        }
        kept = [part for part in new if part.root not in whole]
        return [
            *kept,
            *(part for part in self._parts if part.path in whole and is_of(part.field, self.old + 1)),
        ]

    @cached_property
    def taken(self) -> list[Part]:
        """What of it a program has to make: results that the write itself works out are none."""
        version = [self.at.path(NUMBER)]
        results = {result.path for result in results_of(self.world, self.at.collection, version)}
        return [part for part in self.come if self.at.path(part.path) not in results]

    @cached_property
    def gone(self) -> list[Part]:
        """What only the old shape has."""
        kept = {part.path for part in self.come}
        return [
            part
            for part in _outermost(self._ended)
            if part.path not in kept and not _is_below(part.path, kept)
        ]

    @cached_property
    def shared(self) -> list[str]:
        """Paths at which the old shape and the new one have different values."""
        old = {part.path for part in self._parts if is_of(part.field, self.old)}
        return [part.path for part in self.come if part.path in old]

    @cached_property
    def remade(self) -> list[str]:
        """Those of them of which a program makes what is new: not where something optional is added."""
        return [path for path in self.shared if not self._only_gains(path)]

    @property
    def unmade(self) -> bool:
        """Whether documents always have something of which only a program can make what is new."""
        return any(part.path in self.remade and part.field.required is True for part in self._parts)

    def _only_gains(self, path: str) -> bool:
        new = [part for part in self._parts if given(part.field.since_version, 0) == self.old + 1]
        lost = any(part.path == path or _is_below(part.path, {path}) for part in self._ended)
        return not lost and not any(
            part.field.required is True for part in new if _is_below(part.path, {path})
        )

    @cached_property
    def _parts(self) -> list[Part]:
        return list(parts(self.fields))

    @cached_property
    def _ended(self) -> list[Part]:
        return [part for part in self._parts if given(part.field.until_version, 0) == self.old]

    def is_in_reach(self, part: Part) -> bool:
        """Whether a part can be set by its path: it is in no list, and in nothing that need not be there."""
        names = part.path.split(".")[:-1] if part.is_inner else []
        above = [".".join(names[: place + 1]) for place in range(len(names))]
        fields = [self.world.field(self.at.collection, self.at.path(path)) for path in above]
        there = all(
            field is not None and (field.required or field.needed) and "null" not in field.types
            for field in fields
        )
        return there and not part.lists

    @cached_property
    def in_children(self) -> dict[str, list[str]]:
        """What changes that children repeat of their parent, each field with the places where they stand."""
        changed = {part.root for part in (*self.come, *self.gone)}
        entities = line(self.world.placement, self.entity.name, self.at.spot)
        repeated = [
            repeated_in_children(self.world, name) for name in dict.fromkeys([*entities, self.entity.name])
        ]
        return {name: places for each in repeated for name, places in each.items() if name in changed}

    @cached_property
    def copied(self) -> str:
        """What to say of copies of what changes that no stream keeps."""
        changed = [NUMBER, *(part.root for part in (*self.come, *self.gone))] if self.at.is_root else []
        if self.is_archive:
            is_copied = bool(keepers(self.world, self.at.collection, changed))
            return "Its copies aren't updated." if is_copied else ""
        names = called_by_hand(self.world, self.at.collection, changed)
        return f"Its copies aren't updated until {listed(map(mention, names))} is called." if names else ""

    def values(self, recipe: ScriptFunction, some: list[Part], element: Elements) -> list[Put]:
        """What sets these parts to parameters. element: of what."""
        at = self.at
        return [
            Put(self._place(part.path, element), recipe.param(part.path, at.collection, at.path(part.path)))
            for part in some
        ]

    def moved(self, recipe: ScriptFunction, some: list[Part], element: Elements) -> Update:
        """The update that makes the new shape of the old one, with parameters for some of its parts. It is worked
        out where something leaves every element of a list, which need not be there."""
        puts = [Put(self._place(NUMBER, element), self.old + 1), *self.values(recipe, some, element)]
        gone = [Unset(self._place(part.path, element)) for part in self.gone]
        if any(part.lists for part in self.gone):
            return Update.of(*(Compute(put.place, constant(put.value)) for put in puts)).then(*gone)
        return Update.of(*puts, *gone)

    def _place(self, path: str, element: Elements) -> UpdatePath:
        return UpdatePath(self.at.path(path), element)

    # --- one ------------------------------------------------------------------------------------

    def key_param(self, recipe: ScriptFunction) -> Param:
        """The parameter that says which: an element's key, or the id of the document."""
        if self.at.arrays or self.at.is_root:
            return self.at.id(recipe, self.word)
        return recipe.param(self.at.holder_id, self.at.collection, "_id")

    def element(self, which: Param) -> Elements:
        """The element that is moved, while it is of the old shape."""
        return self.at.update_path("", which, named=True, more=self.which).elements

    def write(self, recipe: ScriptFunction, which: Param, update: Update) -> ScriptFunction:
        """The update of that one, while it is of the old shape."""
        at = self.at
        if not at.arrays:
            return recipe.add(
                "updateOne",
                self.collection,
                filter=filter_of({"_id": which}).merged(self.everywhere()),
                update=update,
            )
        if at.is_told_whole:  # it tells its shape itself
            is_old = eq(LiteralValue(outcome(which.name, NUMBER)), self.old)
            filter = at.match(which).merged(where(is_old))
        else:
            filter = at.match(which, self.which)
        return recipe.add("updateOne", self.collection, filter=filter, update=update)

    # --- all ------------------------------------------------------------------------------------

    def everywhere(self, more: PathPredicates | None = None) -> Filter:
        """The filter of the documents that have one of the old shape. more: further conditions on it."""
        if not self.at.arrays:
            return self._old_shape(more)
        return filter_of({self.at.arrays[-1]: Elem(self._in_element(more))})

    def each(self, more: PathPredicates) -> Elements:
        """All elements of the old shape. more: as for ``everywhere``."""
        if not self.at.arrays:
            return ()
        array, wanted = self.at.arrays[-1], self._in_element(more)
        around = toward(self.at.arrays[:-1], "", array, Elem(wanted))
        return (*around.elements, NamedElement(array, "found", wanted))

    def _old_shape(self, more: PathPredicates | None) -> Filter:
        """What holds of one of the old shape, by document paths."""
        return self.which.merged(more).moved(lambda at: At(self.at.path(at.path), at.predicate))

    def _in_element(self, more: PathPredicates | None) -> Filter:
        return self._old_shape(more).split(self.at.arrays[-1])[0]


def _outermost(some: list[Part]) -> list[Part]:
    return [part for part in some if not _is_below(part.path, {each.path for each in some})]


def _is_below(path: str, above: set[str]) -> bool:
    """Whether something stands in one of these."""
    return any(path.startswith(f"{path_above}.") for path_above in above)


_WHY = (
    "Archived documents keep their schema version until then: run this first, or support every "
    "version in your code."
)


def _may_meet(condition: Filter, other: Filter) -> bool:
    """Whether documents may fit two conditions on their kind."""
    pairs = ((each.predicate, other.predicate(each.path)) for each in condition.on_paths)
    return all(second is None or set(first.accepted) & set(second.accepted) for first, second in pairs)


@remembered
def steps(world: OperationContext) -> list[VersionStep]:
    """Every step of a design whose documents can be moved, by entity, place and number."""
    return list(_steps(world))


def _steps(world: OperationContext) -> Iterator[VersionStep]:
    newest = newest_of(world)
    for name in newest:
        entity = world.names.entities.get(name)
        for spot in world.placement.spots(name) if entity is not None else ():
            if entity is None or stays(world.model, world.collections[spot.collection]):
                continue
            if _is_of_a_kind(world, name, spot, newest):
                continue
            at = Address(world, _owner(world, name, spot), spot)
            moves = (_step(world, entity, at, old, newest) for old in range(1, newest[name]))
            yield from (step for step in moves if step is not None)


def _is_of_a_kind(world: OperationContext, name: str, spot: DocPath, newest: Mapping[str, int]) -> bool:
    """Whether a kind has the place for itself and moves its documents, with the fields that it repeats."""
    kinds = [subtype for subtype in world.placement.survey.families.below(name) if subtype in newest]
    alone = [subtype for subtype in kinds if not world.placement.kinds.is_special(subtype)]
    return any(spot in world.placement.spots(subtype) for subtype in alone)


def newest_of(world: OperationContext) -> dict[str, int]:
    """The newest version of each entity that has versions."""
    overlays = [
        overlay for overlay in world.compilation.plan.entity_overlays if overlay.kind == "SCHEMA_VERSION"
    ]
    return {overlay.entity or "": int(overlay.details.get("version", 1)) for overlay in overlays}


def _step(
    world: OperationContext, entity: Entity, at: Address, old: int, newest: Mapping[str, int]
) -> VersionStep | None:
    """Kinds that change in this step too are moved by a function of their own, with all that changes."""
    kinds, owner = world.placement.kinds, _owner(world, entity.name, at.spot)
    apart = {
        value
        for name in kinds.families.below(owner)
        if newest.get(name, 1) > old
        for value in kinds.values(name)
    }
    values = [value for value in kinds.values(owner) if value not in apart]
    if apart and not values:
        return None
    is_told_apart = apart or kinds.is_special(owner)
    of_kind = Eq(values[0]) if len(values) == 1 else In(values)
    which = filter_of({kinds.field(owner): of_kind} if is_told_apart else {})
    together = line(world.placement, entity.name, at.spot)
    fields = [field for name in together for field in world.names.entities[name].own_fields]
    return VersionStep(world, entity, at, old, fields, which)


def _owner(world: OperationContext, entity: str, spot: DocPath) -> str:
    """Whose documents stand at a place of an entity: its own, or a kind's that is apart and repeats its fields."""
    base = world.placement.kinds.base
    apart = [subtype for subtype in world.placement.specials(entity) if base(subtype) != base(entity)]
    owner = next((subtype for subtype in apart if spot in world.placement.spots(subtype)), None)
    return entity if owner is None else _owner(world, owner, spot)
