"""Facts written as documents, by the plan's trees: what a collection must hold at one moment."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import cache, cached_property
from typing import Any

from designs.compiler.model.conceptual import Computed, Copy, Field, given
from designs.compiler.model.formulas import Expression, parse
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.physical import Collection, DocField, Element
from designs.compiler.sampling.document_context import ABSENT, Here, roots, slice_of
from designs.compiler.sampling.documents import Documents
from designs.compiler.sampling.laws.money import Totals
from designs.compiler.sampling.nesting import converted as _converted
from designs.compiler.sampling.world import Link, Thing
from tests.oracle.archives import archives
from tests.oracle.arithmetic import Tie, computed_paths, copied, evaluate, put, value_at
from tests.oracle.slices import Slice, groups_of
from tests.oracle.state import Json, SharedRecords, State

Documented = dict[str, list[Json]]
NOTHING = Computed(formula="")
_parsed = cache(parse)


def past_documents(compilation: Compilation, state: State) -> Documented:
    """Return the earlier versions that the samples of a design hold, by collection."""
    collections = compilation.plan.collections
    records = SharedRecords(state)
    documents = Documents(state.world, records, collections)
    return {
        one.name: [documents.body(one.fields, here) for here in roots(one, state.world, records) if here.past]
        for one in collections
    }


class _AsDeclared(Totals):
    """What names imply is how the samples begin: no function keeps it, so nothing follows from it later."""

    def implied(self, entity: str, fields: Iterable[Field]) -> list[Field]:
        """Return the fields as they are."""
        return list(fields)


class StateRecords(SharedRecords):
    """The values of a state, with what its formulas give, whether their fields allow it or not."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.state = state
        self._results: dict[tuple[Thing | Link, tuple[str, ...]], Any] = {}

    def _begin(self) -> None:
        self.totals = _AsDeclared(self.world.names)

    @cached_property
    def kept_values(self) -> dict[tuple[Link, str, str], Any]:
        """What copies keep though its source has changed: values, and results as they were before the change."""
        return _kept_by(self.state)

    def _at_end(self, link: Link, copied: Copy) -> Any:
        """Return what a copy says of an end: of one that is settled, what it has kept."""
        kept = ABSENT
        if self.state.is_settled(link.relationship, copied):
            kept = self.kept_values.get((link, copied.of, copied.field), ABSENT)
        return super()._at_end(link, copied) if kept is ABSENT else kept

    def _begun(self, owner: Thing | Link) -> Json:
        if owner not in self._records:
            first = self.world.first_of(owner) if isinstance(owner, Link) else owner
            self._records[owner] = copied(self.state.values.get(first, {}))
        return self._records[owner]

    def _settled(self, owner: Thing | Link, path: tuple[str, ...], field: Field) -> Any:
        if (owner, path) not in self._results:
            holder = value_at(self._begun(owner), path[:-1])
            expression = _parsed(given(field.computed, NOTHING).formula)
            if not isinstance(holder, dict):
                return None
            if expression is None or self.state.is_unkept(owner, path):
                return holder.get(path[-1])
            if (owner, path) in self._busy:
                return None
            put(holder, path[-1:], self._worked_out(owner, path, field, expression))
            self._results[owner, path] = holder.get(path[-1])
        return self._results[owner, path]

    def _worked_out(
        self, owner: Thing | Link, path: tuple[str, ...], field: Field, expression: Expression
    ) -> Any:
        self._busy.add((owner, path))
        try:
            found = evaluate(expression, lambda wanted: self.look(owner, wanted))
            value = _converted(found, self.specs.of(field, field.name))
            return found if isinstance(found, Tie) and isinstance(value, float) else value
        finally:
            self._busy.discard((owner, path))


class Projector(Documents):
    """Writes the documents of a state. first: things and links that come first wherever several stand. is_open: whether its
    slices tell which others could stand in them."""

    def __init__(
        self,
        compilation: Compilation,
        state: State,
        first: Iterable[Thing | Link] = (),
        *,
        is_open: bool = False,
    ) -> None:
        self.is_open = is_open
        self.state = state
        self.collections = compilation.plan.collections
        self.own_records = StateRecords(state)
        super().__init__(state.world, self.own_records, self.collections)
        self.first = list(first)
        self._entering: list[Link] = []
        self._archives = archives(compilation) if state.archived else {}

    def versions_of(self, thing: Thing) -> tuple[datetime, datetime]:
        """Return when the versions of a thing began in the sample world: no function moves the start of one."""
        return self.state.versions.get(thing, (thing.start, thing.start))

    def all(self) -> Documented:
        """Return the documents of every collection, and of every archive that has some."""
        return {one.name: self.of(one) for one in self.collections} | {
            self._archives[one.name]: self._archived(one)
            for one in self.collections
            if one.name in self._archives
        }

    def of(self, collection: Collection) -> list[Json]:
        """Return the documents of a collection, those of earlier versions last."""
        places = self._current(collection)
        if collection.name in self._archives:
            places = [place for place in places if not self._is_archived(place)]
        past = copied(self.state.pasts.get(collection.name, []))
        return [*(self.body(collection.fields, here) for here in places), *past]

    def _archived(self, collection: Collection) -> list[Json]:
        """Return the documents of a collection that stand in its archive."""
        places = [place for place in self._current(collection) if self._is_archived(place)]
        past = copied(self.state.pasts.get(self._archives[collection.name], []))
        return [*(self.body(collection.fields, here) for here in places), *past]

    def _is_archived(self, place: Here) -> bool:
        """Return whether a document stands in the archive: that of a thing, or of what did not fit into its array."""
        owner = place.thing.holder if place.thing.extra else place.thing
        return owner in self.state.archived

    def _current(self, collection: Collection) -> list[Here]:
        places = roots(collection, self.world, self.records)
        ended = self.state.ended  # what is linked with these stays so, in documents of its own
        return [place for place in places if not place.past and (place.pair or place.thing not in ended)]

    def _array(self, field: DocField, items: Element, here: Here) -> Any:
        """Return the elements of an array: of a slice with what may stand there in the place of equal ones."""
        if not self.is_open or field.origin != "subset" or field.unique_items:
            return super()._array(field, items, here)
        link = self.names.relationships[str(field.relationship)]
        side = self.world.side_of(link, here.thing, field, here.above + field.name)
        links = self.world.links(link.name, side, here.thing)
        groups, cut = groups_of(self.records, link, links, field.max_items)
        self._entering = [each for each in links if self._enters(each, field)]
        elements = super()._array(field, items, here)
        each = [[self._element(field, items, one.target, one) for one in group] for group in groups]
        self._entering = []
        return Slice(elements, each, cut)

    def _enters(self, link: Link, field: DocField) -> bool:
        """Return whether a link comes into a slice later than it was made: nothing has kept there what it said then."""
        before, stands_for = self.state.origin or (self.state, {})
        was = stands_for.get(link)
        if not isinstance(was, Link):
            return False
        links = before.links(link.relationship.name, "from", was.source)
        return was not in slice_of(StateRecords(before), link.relationship, links, field.max_items)

    def _anything(self, field: DocField, here: Here) -> Any:
        """Leave a part out that is no more, though it must be there: a server refuses such a document."""
        is_part = field.relationship and field.entity and field.origin == "embedded" and field.fields
        return ABSENT if is_part else super()._anything(field, here)

    def _copy(self, field: DocField, here: Here) -> Any:
        link = self.names.relationships[str(field.relationship)]
        for declared in self._declared_for(link, field.name, field.policy):
            if self.state.is_settled(link, declared) and here.link not in self._entering:
                kept = self._kept(link.name, declared.of, declared.field, here, field)
                if kept is not ABSENT:
                    return self._repeated(field, kept)
        return super()._copy(field, here)

    def _kept(self, relationship: str, side: str, path: str, here: Here, field: DocField) -> Any:
        """Return the value that a copy took when its link was made, ABSENT where its source is as it was."""
        for (link, of, name), value in self.own_records.kept_values.items():
            if (link.relationship.name, of, name) != (relationship, side, path):
                continue
            if (
                link is here.link
                or here.thing in (link.source, link.target)
                or here.thing.holder in (link.source, link.target)
            ):
                meant = self._meant(relationship, field.entity, here, field.name, field.policy)
                if meant is link.end(side) or here.link is link:
                    return value
        return ABSENT


def _kept_by(state: State) -> dict[tuple[Link, str, str], Any]:
    """Return the values that the copies of a state keep, by link, end and path of their source."""
    copies: dict[str, list[Copy]] = {}
    for relationship in state.model.links if state.settled else ():
        for declared in given(relationship.copies, []):
            if state.is_settled(relationship, declared):
                copies.setdefault(relationship.name, []).append(declared)
    if state.origin is None or not copies:
        return state.frozen
    before, stands_for = state.origin
    records = StateRecords(before)
    kept: dict[tuple[Link, str, str], Any] = {}
    for link in state.all_links():
        for declared in copies.get(link.relationship.name, ()) if link in stands_for else ():
            source, of, path = stands_for.get(link.end(declared.of)), declared.of, declared.field
            if not isinstance(source, Thing):
                continue
            value = records.kept_values.get((stands_for[link], of, path), ABSENT)
            if value is not ABSENT:
                kept[link, of, path] = value
            elif tuple(path.split(".")) in computed_paths(before, source):
                kept[link, of, path] = records.look(source, path)
    return kept | state.frozen
