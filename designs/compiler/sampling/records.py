"""The values of the world's things: declared fields made once, computed ones by their formula."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import msgspec

from ..content_cache import once
from ..model.conceptual import Computed, Copy, Field, given
from ..model.formulas import Binary, Expression, PathRef, evaluate, parse
from ..names.path_steps import Step
from ..names.paths import Paths
from ..plan_model.decisions import opposite
from .laws.accounts import (
    bounded,
    charged_as_its_end,
    charged_by_period,
    instalments_come_to,
    paid_in_parts,
    running,
    sums_of_halves,
)
from .laws.amounts import clocks_forward
from .laws.bounds import shares_of, taken_off
from .laws.keeping import (
    before,
    dates_proposed,
    keeping_laws,
    length_of,
    part_by_state,
    progress_of_link,
    settle_link,
)
from .laws.money import Totals, lines_come_to, priced_as_its_end, priced_like_its_class
from .laws.progress import ANY, Followers, Progress, lists_agree
from .laws.series import agree, lengths_told, tell_the_same
from .laws.times import Dates, dated, dates_of_all
from .nesting import (
    NAMES_OF_PERSONS,
    PENDING,
    Shape,
    as_its_state_is,
    asked_without,
    come_so_far,
    converted,
    down,
    flat,
    has_formula,
    holds_pending,
    kept,
    merged,
    names_needed,
    person_in,
    shape_of,
    show_examples,
    with_pending,
    with_some_absent,
)
from .values.field_values import currency_of, in_currency, own_id, tree, turn_of, value
from .values.kinds import listed
from .values.kinds.people import is_given_name
from .values.kinds.places import centre_of
from .values.moments import moved
from .values.numbers import is_place_in_a_row, is_within
from .values.pools import is_of_one_town, is_person, neighbours
from .values.specs import Spec, SpecPlace, Specs, home_of, in_one_index, indexed_once, is_abroad, points_of
from .values.states import WrittenFields, told_by_operations
from .values.texts import is_someone
from .world import Link, Thing
from .world.lives import Life, Wanted, constants_asked, with_each_constant
from .world.parents import times_of
from .world.sample_data import SampleData

_ONE_AFTER_ANOTHER = timedelta(minutes=20)
"""How far what has places in a row lies apart."""
_TRIES = 12


class Records:
    """What every thing and every link of a world is like. Asking twice gives the same objects."""

    def __init__(self, world: SampleData, paths: Paths) -> None:
        self.world, self.paths = world, paths
        self._records: dict[Thing | Link, dict[str, Any]] = {}
        self._busy: set[tuple[Thing | Link, tuple[str, ...]]] = set()
        self._proposals: dict[tuple[Thing | Link, int], dict[str, Any]] = {}
        self._dates: dict[Thing | Link, Dates] | None = None
        self._is_proposing, self._lookups = False, 0
        self._independent: set[tuple[Thing | Link, int]] = set()
        self.totals = Totals(world.names)
        self.followers = Followers(world, self._begun)
        self.specs, self.asked, self.currency = self._of_model()
        self.left_out, self.needed = in_one_index(world.model), names_needed(world.model)
        self.written, self.without = told_by_operations(world.model), asked_without(world.model)
        self._shapes: dict[str | tuple[str, int], Shape] = {}
        self._formulas: dict[str, Expression | None] = {}
        self._routes: dict[tuple[str, str], tuple[Step, ...] | None] = {}
        if not world.is_parted:  # once: what is linked later, in other states, stays linked
            world.is_parted = True
            self._is_proposing = True  # states are as they are proposed
            part_by_state(world, self.written, lambda thing: self.life_of(thing).course, self._begun)
            self._is_proposing = False
            self._proposals.clear()
            self._independent.clear()

    def _written_of(self, entity: str) -> WrittenFields | None:
        """What operations tell of the fields of an entity, or of what it is a kind of."""
        several = [self.written[each] for each in self.world.line(entity)[::-1] if each in self.written]
        return several[0] if len(several) == 1 else merged(several) if several else None

    def _of_model(self) -> tuple[Specs, dict[tuple[str, str], list[Wanted]], str | None]:
        """What the model alone says: specs of its fields, the texts that operations ask for, its currency."""
        world, home = self.world, home_of(self.world.model)
        specs = Specs(
            frozenset((world.kinds.base(name), path) for name, path in points_of(world.model, self.paths)),
            neighbours(world.model),
            frozenset(each.name for each in world.model.entities if each.kind_or_default == "measurement"),
            abroad=is_abroad(world.model),
            local=is_of_one_town(world.model),
            home=home,
            centre=centre_of(world.model, home),
            indexed_once=indexed_once(world.model),
            listed=listed(world.model),
            shares=shares_of(world.model, self.paths),
        )
        return specs, constants_asked(world.model), currency_of(world.model, home)

    # --- whole records ------------------------------------------------------------------------

    def of(self, owner: Thing | Link) -> dict[str, Any]:
        """All own values, ``_id`` first, computed ones filled in."""
        record, computed = self._begun(owner), self._shape(owner).computed
        for path, field in computed.items():
            self._settled(owner, path, field)
        return self._begun(owner) if computed else record

    def at(self, owner: Thing | Link, path: Sequence[str]) -> Any:
        """The own value at a path (through arrays: a list of values), None where there is none."""
        computed = self._shape(owner).computed
        field = computed.get(tuple(path))
        if field is not None:
            return self._settled(owner, tuple(path), field)
        value = down(self._begun(owner), path)
        if computed and isinstance(value, dict | list) and holds_pending(value):
            return down(self.of(owner), path)
        return None if value is PENDING else value

    def _shape(self, owner: Thing | Link) -> Shape:
        key = owner.relationship.name if isinstance(owner, Link) else (owner.entity, owner.version)
        if key not in self._shapes:
            self._shapes[key] = (
                shape_of(given(owner.relationship.link_fields, []))
                if isinstance(owner, Link)
                else shape_of(
                    self._sampled(self.totals.implied(owner.entity, self.world.fields(owner.entity)), owner),
                    owner.version,
                    self._written_of(owner.entity),
                )
            )
        return self._shapes[key]

    def life_of(self, thing: Thing) -> Life:
        """What its fields tell of how far a thing has come."""
        return self._shape(thing).life

    def _sampled(self, fields: Sequence[Field], thing: Thing) -> list[Field]:
        """The fields of a thing without those that no index could have beside others."""
        left_out = {name for each in self.world.line(thing.entity) for name in self.left_out.get(each, ())}
        return [field for field in fields if field.name not in left_out]

    def _begun(self, owner: Thing | Link) -> dict[str, Any]:
        self._lookups += 1
        if self._is_proposing:
            return self._proposed(owner)
        if owner not in self._records:
            self._records[owner] = {}
            self._records[owner] = self._link(owner) if isinstance(owner, Link) else self._point(owner)
        return self._records[owner]

    def _proposed(self, owner: Thing | Link) -> dict[str, Any]:
        """What a thing or a link is like before its dates are held against those of all others."""
        key = _key(owner)
        if key not in self._proposals:
            self._proposals[key], before = {}, self._lookups
            self._proposals[key] = self._alone(owner)
            if self._lookups == before:
                self._independent.add(key)
        return self._proposals[key]

    def _alone(self, owner: Thing | Link) -> dict[str, Any]:
        if isinstance(owner, Link):
            return self._linked(owner)
        fields = self._shape(owner).fields
        return dates_proposed(self.world, owner, self._thing(owner), fields, self._begun)

    def _dated(self, owner: Thing | Link, fields: Sequence[Field]) -> dict[str, Any]:
        """A thing or a link with the dates that all constraints leave it: as it is proposed, made anew where it follows from others,
        which have their dates now."""
        if self._dates is None:
            self._is_proposing = True
            self._dates = dates_of_all(self.world, self._begun)
            self._is_proposing = False
        key = _key(owner)
        record = self._proposals.pop(key) if key in self._independent else self._alone(owner)
        self._independent.discard(key)
        if owner not in self._dates:
            return record
        result = dated(record, self._dates[owner])
        if length_of(result, fields) != length_of(record, fields):
            lengths_told(result, fields, owner.number)
        return result

    def _point(self, thing: Thing) -> dict[str, Any]:
        """A thing's own values; those of a point of a series near those of the point before it."""
        fields = self._shape(thing).fields
        record, last = dict(self._dated(thing, fields)), before(self.world, thing)
        needed = self.needed.union(show_examples(record, self.world, thing, self.specs))
        record = paid_in_parts(self.world, thing, record, fields, self._begun, self.at, self.look)
        record = priced_like_its_class(self.world, thing, record, fields, self._begun)
        record = running(self.world, thing, record, fields, self._begun)
        before_it = self._begun(last) if last is not None else None
        record = keeping_laws(self.world, thing, record, fields, before_it, self._begun)
        return with_some_absent(record, fields, thing.number, needed, thing.entity, self.without)

    def _thing(self, thing: Thing) -> dict[str, Any]:
        shape = self._shape(thing)
        fields = shape.fields
        place = SpecPlace(
            specs=self.specs, entity=self.world.kinds.base(thing.entity), path="_id", kind=self._kind(thing), number=thing.number, salt=thing.salt, start=thing.start,
            shift=thing.shift, person=self._person_about(thing), ordinal=thing.ordinal, about=self._begun(thing.holder) if thing.holder else {},
            times=self.world.calendar(thing.entity), row=self.world.row_of(thing),
        )  # fmt: skip
        declared = next((field for field in fields if field.name == "_id"), None)
        spec = self.specs.of(declared, "_id") if declared else Spec(name="_id", types=("objectId",))
        place_of_id = msgspec.structs.replace(place, number=thing.number + self.world.begin(thing.entity))
        record = {"_id": self._identity(thing, spec, place_of_id, declared is not None)}
        rest = [field for field in fields if field.name != "_id"]
        of = (record, rest, place, shape, self.followers.progress(thing, shape.life))
        if shape.computed:  # filled in later, in its place
            return self._filled(*of)
        return once(
            "record",
            lambda: (
                *of[:2],
                of[4],
                self.currency,
                self._written_of(thing.entity),
                self._asked_of(thing),
                *place.content,
            ),
            lambda: self._filled(*of),
            lambda _: 2000,
        )

    def _asked_of(self, thing: Thing) -> tuple[Any, ...]:
        """What operations ask of an entity's fields, and how many things may show it."""
        of_entity = [(path, row) for (entity, path), row in self.asked.items() if entity == thing.entity]
        return (of_entity, self._progress_of_all(thing.entity)) if of_entity else ()

    def _progress_of_all(self, entity: str) -> list[Progress]:
        things = self.world.things[entity]
        by_number = {each.number: self.followers.progress(each, self._shape(each).life) for each in things}
        return [by_number.get(number, ANY) for number in range(len(things))]

    def _kind(self, thing: Thing) -> str:
        """The kind that a thing is of, "" where it is one of its entity itself."""
        return thing.entity if thing.entity != self.world.kinds.base(thing.entity) else ""

    def _identity(self, thing: Thing, spec: Spec, place: SpecPlace, declared: bool) -> Any:
        """An embedded sub-document without an ``_id`` of its own goes by its holder's."""
        if thing.holder is not None and not declared and self.world.is_part(thing):
            return self._begun(thing.holder).get("_id")
        return own_id(spec, place)

    def _link(self, link: Link) -> dict[str, Any]:
        if not self._shape(link).fields:
            return {}
        if (first := self.world.first_of(link)) is not link:
            return self._begun(first)
        shape, ends = self._shape(link), [self._begun(end) for end in (link.target, link.source)]
        record = self._dated(link, shape.fields)
        row = self.world.links(link.relationship.name, "from", link.source)
        priced_as_its_end(record, shape.fields, ends, row.index(link) if link in row else 0, link.number)
        charged_as_its_end(record, shape.fields, ends)
        settle_link(self.world, link, record, shape.fields, self._begun, self.at)
        return with_some_absent(record, shape.fields, link.number, self.needed, link.relationship.name)

    def _linked(self, link: Link) -> dict[str, Any]:
        """What a link is like by itself."""
        thing = link.source
        start, times = times_of(self.world, link)
        row = self.world.links(link.relationship.name, "from", thing)
        place = SpecPlace(
            specs=self.specs, entity=link.relationship.name, path="", number=link.number, start=start, shift=thing.shift,
            person=thing.person, times=times, row=row.index(link) if link in row else None,
        )  # fmt: skip
        if place.row and any(
            is_place_in_a_row(field.name) for field in given(link.relationship.link_fields, [])
        ):
            place = msgspec.structs.replace(place, start=moved(start, place.row * _ONE_AFTER_ANOTHER))
        shape = self._shape(link)
        progress = progress_of_link(self.world, link, shape.fields, self._begun)
        return self._filled({}, shape.fields, place, shape, progress)

    def _filled(
        self,
        record: dict[str, Any],
        fields: Sequence[Field],
        place: SpecPlace,
        shape: Shape,
        progress: Progress = ANY,
    ) -> dict[str, Any]:
        person = person_in(record) or place.person
        names = [*record, *(field.name for field in fields)]
        called = place.called
        for field in sorted(fields, key=lambda field: turn_of(called, field)):
            if has_formula(field):
                record[field.name] = PENDING
                continue
            here = msgspec.structs.replace(place, path=field.name, record=record, person=person)
            value = self._state(field, here, shape, progress)
            record[field.name] = with_pending(value, field)
            if field.name in NAMES_OF_PERSONS or field.name.endswith("name"):
                person = person_in(record) or place.person
        if self.currency is not None:
            in_currency(record, fields, self.currency, place.entity)
        lines_come_to(record, fields)
        as_its_state_is(record, shape.life, place.number)
        agree(record, fields, place.number)
        tell_the_same(record, fields, shape.free, place)
        bounded(record, fields, place.number)
        instalments_come_to(record, fields, place.number)
        charged_by_period(record, fields)
        sums_of_halves(record, fields)
        clocks_forward(record, fields, place.number)
        lists_agree(record, fields)
        return {name: record[name] for name in names if name in record}

    def _state(self, field: Field, here: SpecPlace, shape: Shape, progress: Progress) -> Any:
        """A declared field's value; of those that operations ask for each is some thing's."""
        value = come_so_far(field, here, shape, progress)
        asked = self.asked.get((here.entity, field.name)) if "_id" in here.record and not here.kind else None
        count = len(self.world.things[here.entity]) if asked else 0
        if not asked or here.number >= count or field.type != "string" or field.unique is True:
            return value
        rows = (tuple(each for each in wanted if each in given(field.enum, [each])) for wanted in asked)
        asked = [wanted for wanted in rows if wanted]
        all_of_them = self._progress_of_all(here.entity)
        values = [
            come_so_far(field, msgspec.structs.replace(here, number=number), shape, all_of_them[number])
            for number in range(count)
        ]
        is_state = field in shape.life.states
        allows = (  # noqa: E731
            lambda at, constant: not is_state or all_of_them[at].state(field, constant) == constant
        )
        leads_on = lambda at: all_of_them[at].follows  # noqa: E731
        return with_each_constant(values, asked, allows, leads_on)[here.number]

    def _person_about(self, thing: Thing) -> tuple[str, str]:
        """The holder's person for what belongs to a person, else the thing's own."""
        if thing.holder is None:
            return thing.person
        person = person_in(self._begun(thing.holder))
        links = self.world.relationships_to(thing.entity)
        is_other = is_someone(thing.entity) and any(link.kind == "one-to-many" for link in links)
        is_one = person is not None and (is_person(thing.holder.entity) or is_given_name(person[0]))
        is_one = is_one and not (is_other and is_person(thing.holder.entity))
        return person if person is not None and is_one else thing.person

    # --- formulas -----------------------------------------------------------------------------

    def _settled(self, owner: Thing | Link, path: tuple[str, ...], field: Field) -> Any:
        for _ in range(_TRIES):
            holder = down(self._begun(owner), path[:-1])
            if not isinstance(holder, dict):
                return None
            if holder.get(path[-1], PENDING) is not PENDING:
                return holder[path[-1]]
            result = self._result(owner, path, field)
            if result is not PENDING:
                return kept(holder, path[-1], result)
            if isinstance(owner, Link):
                break
            owner.salt += 1
            self._records.pop(owner)
        return self._fallen_back(owner, path, field)

    def _result(self, owner: Thing | Link, path: tuple[str, ...], field: Field) -> Any:
        """The formula's value as the field's type, None where something is missing, PENDING
        where it lies outside of the field's limits."""
        computed = given(field.computed, None)
        expression = self._expression(computed) if computed else None
        if len(path) == 1 and self._shape(owner).life.course.denies(self._begun(owner), path[0]):
            return None
        if expression is None or (owner, path) in self._busy:
            return self._plain_value(owner, path, field)
        self._busy.add((owner, path))
        try:
            if isinstance(expression, Binary) and isinstance(expression.left, PathRef):
                whole = self.look(owner, expression.left.path)
                taken_off(self._begun(owner), self._shape(owner).fields, expression, whole, owner.number)
            value = self.totals.count_of(self.world, owner, path, self._begun)
            value = evaluate(expression, lambda wanted: self.look(owner, wanted)) if value is None else value
        finally:
            self._busy.discard((owner, path))
        spec = self.specs.of(field, field.name)
        result = converted(value, spec)
        if result is None and computed is not None and computed.formula in self.totals.formulas:
            return self._plain_value(owner, path, field)  # nothing to sum up
        return result if is_within(result, spec.minimum, spec.maximum) else PENDING

    def _fallen_back(self, owner: Thing | Link, path: tuple[str, ...], field: Field) -> Any:
        """No try met the limits: the limits win, and the difference is a finding's to tell."""
        holder = down(self._begun(owner), path[:-1])
        value = self._plain_value(owner, path, field)
        return kept(holder, path[-1], value) if isinstance(holder, dict) else value

    def _plain_value(self, owner: Thing | Link, path: tuple[str, ...], field: Field) -> Any:
        thing = owner.source if isinstance(owner, Link) else owner
        place = SpecPlace(
            specs=self.specs, entity=self.world.kinds.base(thing.entity), path=".".join(path), number=owner.number, start=thing.start, shift=thing.shift,
            person=thing.person,
        )  # fmt: skip
        spec = self.specs.of(field, field.name)
        return value(spec, place) if spec.type != "object" else tree(field, place)

    def _expression(self, computed: Computed) -> Expression | None:
        if computed.formula not in self._formulas:
            self._formulas[computed.formula] = parse(computed.formula)
        return self._formulas[computed.formula]

    # --- conceptual paths ---------------------------------------------------------------------

    def look(self, owner: Thing | Link, path: str) -> Any:
        """The value at a conceptual path: a list of one value for each row where it leads
        through an array, None where something is missing."""
        if isinstance(owner, Link):
            return self._look_in_link(owner, path)
        steps = self._route(owner.entity, path)
        return None if steps is None else self._walk(owner, steps)

    def _route(self, entity: str, path: str) -> tuple[Step, ...] | None:
        if (entity, path) not in self._routes:
            route = self.paths.resolve(entity, path)
            self._routes[entity, path] = None if route is None else route.steps
        return self._routes[entity, path]

    def _look_in_link(self, link: Link, path: str) -> Any:
        names = path.split(".")
        if names[0] in self._begun(link):
            return self.at(link, names)
        relationship = link.relationship
        for copy in given(relationship.copies, []):
            if self.paths.names.copy(relationship, copy) == path:
                return self._at_end(link, copy)
        value = self.look(link.target, path)
        return value if value is not None else self.look(link.source, path)

    def _walk(self, thing: Thing, steps: Sequence[Step]) -> Any:
        for at, step in enumerate(steps):
            if step.kind == "end" and step.relationship is not None:
                links = self.world.links(step.relationship.name, step.side, thing)
                far = opposite(step.side)
                values = [self._behind(link, far, steps[at + 1 :]) for link in links]
                return flat(values) if step.array else (values[0] if values else None)
            if step.kind == "copy":
                return self._copied(thing, step)
            if step.kind in ("field", "id"):
                return self.at(thing, [later.name for later in steps[at:]])
        return None

    def _behind(self, link: Link, far: str, rest: Sequence[Step]) -> Any:
        """What the rest of a path finds behind an end: nothing more, a link's own, the thing's."""
        if not rest:
            return self.of(link.end(far)).get("_id")
        first = rest[0]
        if first.kind == "link":
            return self.at(link, [step.name for step in rest])
        if first.kind == "copy" and first.copy is not None and first.relationship is link.relationship:
            return self._at_end(link, first.copy)
        return self._walk(link.end(far), rest)

    def _at_end(self, link: Link, copied: Copy) -> Any:
        """What a copy says of the end that it is taken of."""
        return self.at(link.end(copied.of), copied.field.split("."))

    def _copied(self, thing: Thing, step: Step) -> Any:
        if step.copy is None or step.relationship is None:
            return None
        links = self.world.links(step.relationship.name, step.side, thing)
        return self._at_end(links[0], step.copy) if links else None


def _key(owner: Thing | Link) -> tuple[Thing | Link, int]:
    """A thing or a link, in its present try."""
    return owner, owner.salt if isinstance(owner, Thing) else 0
