"""Nested values of the sample world: going down a path, and marking what a formula has yet to give."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from decimal import Decimal, DecimalException
from typing import TYPE_CHECKING, Any

import msgspec
from bson import Decimal128

from ..model.conceptual import Field, Model, given, stated
from ..model.field_walk import computed_fields
from ..model.values import comparable, is_of, plain, typed
from ..placement.schema_versions import fields_of
from .languages import snake
from .laws import is_free, like
from .values.field_values import tree
from .values.kinds.people import named_by_initial, of_the_sex
from .values.pools import is_company
from .values.specs import Spec, SpecPlace, draw
from .values.states import WrittenFields, is_past, is_state
from .world.lives import Life

if TYPE_CHECKING:
    from .laws.progress import Progress  # which holds what is nested against it
    from .values.specs import Specs
    from .world import Thing
    from .world.sample_data import SampleData

PENDING = object()
NAMES_OF_PERSONS = frozenset({"name", "first_name", "last_name"})  # what ``person_in`` looks at


class Shape(msgspec.Struct, frozen=True, gc=False):
    """The fields of a record; free: those beside its ``_id`` whose values nothing that the designer said tells;
    computed: those that a formula gives, by path; life: what they tell of how far it is."""

    fields: tuple[Field, ...]
    free: tuple[Field, ...]
    computed: dict[tuple[str, ...], Field]
    life: Life


def shape_of(
    fields: Iterable[Field], version: int | None = None, written: WrittenFields | None = None
) -> Shape:
    """The shape of a record with these fields, in one version of them or in all. written: what operations tell
    of them."""
    kept = tuple(fields if version is None else fields_of(fields, version))
    free = tuple(field for field in kept if field.name != "_id" and is_free(field))
    return Shape(kept, free, dict(computed_in(kept, ())), Life(kept, written))


def merged(written: Sequence[WrittenFields]) -> WrittenFields:
    """What several say together of fields; of two that tell of one field the last."""
    said, beside = (
        {name: value for each in written for name, value in getattr(each, part).items()}
        for part in ("said", "beside")
    )
    operations = [operation for each in written for operation in each.operations]
    return WrittenFields(operations, said, beside, {state for each in written for state in each.ended})


def computed_in(fields: Iterable[Field], above: tuple[str, ...]) -> list[tuple[tuple[str, ...], Field]]:
    """The computed fields of a record and their paths; those inside arrays are plain values."""
    computed: list[tuple[tuple[str, ...], Field]] = []
    for field in fields:
        path = (*above, field.name)
        if has_formula(field):
            computed.append((path, field))
        elif field.type == "object":
            computed += computed_in(given(field.fields, []), path)
    return computed


def with_pending(value: Any, field: Field) -> Any:
    """The value with its computed parts marked as pending."""
    if field.type == "object" and isinstance(value, dict):
        for inner in given(field.fields, []):
            pending = PENDING if has_formula(inner) else with_pending(value.get(inner.name), inner)
            if inner.name in value:
                value[inner.name] = pending
    return value


def holds_pending(value: Any) -> bool:
    """Whether anything inside is pending."""
    inner = value.values() if isinstance(value, dict) else value
    return any(part is PENDING or (isinstance(part, dict | list) and holds_pending(part)) for part in inner)


def down(value: Any, path: Sequence[str]) -> Any:
    """The value at a path, a list of values through arrays, None where there is none."""
    for at, name in enumerate(path):
        if isinstance(value, list):
            return flat([down(item, path[at:]) for item in value])
        if not isinstance(value, dict) or name not in value:
            return None
        value = value[name]
    return value


def flat(values: Iterable[Any]) -> list[Any]:
    """Lists inside a list as one list: an array inside an array has one row for each element."""
    return [inner for value in values for inner in (value if isinstance(value, list) else [value])]


def person_in(record: Mapping[str, Any]) -> tuple[str, str] | None:
    """The given and family name that a record tells, where it looks like a person's."""
    first, last = record.get("first_name"), record.get("last_name")
    whole = record.get("name")
    if isinstance(whole, dict):
        first, last = whole.get("first"), whole.get("last")
    if isinstance(first, str) and isinstance(last, str):
        return first, last
    if isinstance(whole, str) and whole.count(" ") == 1 and whole.istitle() and not is_company(whole):
        head, _, tail = whole.partition(" ")
        return None if tail.isdigit() else (head, tail)
    called = (value for name, value in record.items() if name.endswith("name"))
    return next((person for person in map(named_by_initial, called) if person is not None), None)


def has_formula(field: Field) -> bool:
    """Whether a formula gives the field's value."""
    return stated(field.computed)


def without_repeats(values: list[Any]) -> list[Any]:
    """The values, each once, where it comes first."""
    first: dict[Hashable, Any] = {}
    for value in values:
        first.setdefault(comparable(value), value)
    return [*first.values()]


def _short(value: Decimal) -> Decimal:
    """The same number without the zeros behind its cents that factors with many digits leave."""
    sign, digits, exponent = value.as_tuple()
    if not isinstance(exponent, int):  # no number
        return value
    while exponent < -2 and digits[-1] == 0:
        digits, exponent = digits[:-1] or (0,), exponent + 1
    return Decimal((sign, digits, exponent))


def converted(value: Any, spec: Spec) -> Any:
    """The formula's result as the field's type; a result that it can't hold is none."""
    if value is None or isinstance(value, list | dict):
        return None
    if isinstance(value, Decimal):
        try:
            value = Decimal128(_short(value))
        except DecimalException:  # more than a Decimal128 can hold
            return None
    result = typed(value, spec.types)
    if any(is_of(result, bson_type) for bson_type in spec.types):
        return result
    exact = plain(result)
    return typed(round(exact), spec.types) if exact is not None else None


def kept(holder: dict[str, Any], name: str, result: Any) -> Any:
    """Store a result; what has no value is left out."""
    if result is None:
        holder.pop(name, None)
    else:
        holder[name] = result
    return result


# --- what some things leave out ------------------------------------------------------------------------

_WORDS = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def names_needed(model: Model) -> frozenset[str]:
    """The names that operations, relationships, indexes and formulas say, whose values readers are to see."""
    texts = [
        msgspec.json.encode(part) for part in (given(model.operations, []), given(model.relationships, []))
    ]
    for entity in model.entities:
        texts += [msgspec.json.encode(index) for index in given(entity.indexes, [])]
        texts += [computed.formula.encode() for _, _, computed in computed_fields(entity.own_fields)]
    return frozenset(_WORDS.findall(b" ".join(texts).decode()))


def asked_without(model: Model) -> frozenset[tuple[str, str]]:
    """The entities and fields of which operations ask that there is nothing: who is not aboard yet."""
    return frozenset(
        (operation.entity, match.field)
        for operation in given(model.operations, [])
        for match in given(operation.filter, [])
        if match.match == "exists" and match.value is False
    )


def with_some_absent(
    record: dict[str, Any],
    fields: Sequence[Field],
    number: int,
    needed: frozenset[str],
    about: str,
    without: frozenset[tuple[str, str]] = frozenset(),
) -> dict[str, Any]:
    """The record without a third of its optional texts and lists, so that readers see documents with and without them: not those
    of the first thing, nor any that an operation needs. Every third thing lacks what operations ask to be absent, and what
    happens after it, where no state says how far it has come."""
    if number == 0 or not any(field.required is True for field in fields):
        return record  # where nothing is said to be there in any case, nobody has said what may be absent
    absent = [
        field.name
        for field in fields
        if _may_be_absent(field, needed) and draw("absent", about, field.name, number) % 3 == 0
    ]
    optional = [field for field in fields if field.required is not True and not stated(field.computed)]
    missing = [at for at, field in enumerate(optional) if (about, field.name) in without]
    if missing and number % 3 == 2 and not any(map(is_state, fields)):
        absent += [field.name for field in optional[missing[0] :] if is_past(field.name)]
    return {name: value for name, value in record.items() if name not in absent} if absent else record


def _may_be_absent(field: Field, needed: frozenset[str]) -> bool:
    """Whether a field is one that people often leave empty: a note, a phone, a list of words."""
    if (
        field.required is True
        or field.name in needed
        or not _LEFT_EMPTY.intersection(snake(field.name).split("_"))
    ):
        return False
    item = given(field.items, None)
    is_text = field.type == "string" or (field.type == "array" and item is not None and item.type == "string")
    return is_text and not (given(field.enum, []) or field.unique is True or stated(field.computed))


_LEFT_EMPTY = frozenset(
    "note notes remark remarks comment comments reason description phone mobile fax website allergies tags keywords bio about "
    "headline caption hint instructions message reply action scheme wishes diets allergens features equipment hobbies interests "
    "nickname alias suffix summary feedback surgeon officiant".split()
)


def as_its_state_is(record: dict[str, Any], life: Life, number: int) -> None:
    """Let a record hold what has happened in its state, and nothing else. number: of the thing, the first of which keeps examples."""
    for name in life.contradicted(record, number):
        del record[name]
    shown = life.examples if number == 0 else ()
    for name in life.course.not_begun(record, shown):
        record[name] = like(record[name], 0)
    if life.course.moves is not None:
        life.course.moves.write(record, shown)


def come_so_far(field: Field, here: SpecPlace, shape: Shape, progress: Progress) -> Any:
    """A declared field's value, of a state the one that fits what belongs to the thing."""
    own = _of_its_kind(field, here) or _of_its_person(field, here)
    if own is not None:
        return own
    value = shape.life.state(field, here.number, tree(field, here))
    value = shape.life.course.outcome(
        field, value, here.number, is_under_way=progress.follows or progress.results
    )
    is_example = here.number == 0 and stated(field.example)
    return value if is_example or field not in shape.life.states else progress.state(field, value)


def _of_its_person(field: Field, here: SpecPlace) -> Any:
    """The sex of who is called like a woman or a man; the first thing keeps an example."""
    if snake(field.name) not in ("sex", "gender") or (here.number == 0 and stated(field.example)):
        return None
    person = person_in(here.record)
    options = [option for option in given(field.enum, []) if isinstance(option, str)]
    return of_the_sex(options, person[0]) if person is not None else None


def _of_its_kind(field: Field, here: SpecPlace) -> Any:
    """The choice of a field that is called like the kind which a thing is of: of a medicine among products."""
    if not here.kind:
        return None
    kind = snake(here.kind)
    options = [option for option in given(field.enum, []) if isinstance(option, str)]
    same = [option for option in options if snake(option) == kind]
    begun = [option for option in options if kind.startswith(f"{snake(option)}_")]
    return next(iter([*same, *begun]), None)


def show_examples(record: dict[str, Any], world: SampleData, thing: Thing, specs: Specs) -> list[str]:
    """Set the examples of fields that kinds declare of which a thing is the first, another one being the first of all, and
    return their names. Dates aside: these follow from when it began."""
    base = world.kinds.base(thing.entity)
    line = world.line(thing.entity) if thing.number and thing.entity != base else ()
    kinds = [name for name in line if name != base and world.of(name)[:1] == [thing]]
    fields = [field for name in kinds for field in world.names.entities[name].own_fields]
    shown = [
        field for field in fields if stated(field.example) and field.type != "date" and field.name in record
    ]
    if shown:
        place = SpecPlace(
            specs=specs, entity=base, path="", kind=thing.entity, number=0, start=thing.start, person=thing.person,
            times=world.calendar(thing.entity),
        )  # fmt: skip
        for field in shown:
            record[field.name] = tree(field, msgspec.structs.replace(place, path=field.name))
    return [field.name for field in shown]
