"""Values that follow from one another where few things have them: a row of changes leads to the state in which its thing is, a
reading that is missing has no value, what is shared out comes to no more than all of it, and what is charged is what was agreed.
Few designs have these, so that this is read where one may."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from ...model.conceptual import Field, Relationship, given, stated
from ...model.values import plain
from ..languages import snake
from ..values.pools import words_in
from ..values.states import in_turn, is_exit, is_past, is_state, stems
from ..world import SINGLE, Thing
from ..world.sample_data import SampleData
from . import is_free
from .between.parts import shown_in, split
from .bounds import is_loose, number_in, put
from .stories import STAGED, Law, way_to
from .windows import RecordOf, parents_of, words_of

_NUMBERS = frozenset({"int", "long", "double", "decimal", "number"})


# --- a row of changes ------------------------------------------------------------------------------

_FROM, _TO = words_in("from old previous before"), words_in("to new next after")


def _changes(world: SampleData, entity: str) -> tuple[Relationship, str, Field, Field] | None:
    """By which relationship a change is of what it changes, the state there, and what says from which and to which state."""
    return world.answered("changes", entity, lambda: next(_changes_of(world, entity), None))


def _changes_of(world: SampleData, entity: str) -> Iterator[tuple[Relationship, str, Field, Field]]:
    fields = [
        field for field in world.fields(entity) if field.type == "string" and not stated(field.computed)
    ]
    pairs = [(start, end) for start in fields for end in fields
             if words_of(start.name) & _FROM and words_of(end.name) & _TO and words_of(start.name) - _FROM == words_of(end.name) - _TO]  # fmt: skip
    for link in world.leading_to(entity) if pairs else ():
        states = [field for field in world.fields(link.from_.entity) if is_state(field)]
        for start, end in pairs:
            rest = words_of(end.name) - _TO
            named = [field for field in states if rest <= words_of(field.name)] or (
                states if rest <= _STATES else []
            )
            if named:
                yield link, named[0].name, start, end


def changes_of_states(world: SampleData, entity: str) -> Relationship | None:
    """By which relationship things of an entity are changes of the state of what they belong to."""
    changes = _changes(world, entity)
    return changes[0] if changes is not None else None


_STATES = words_in("status state stage phase")


def _lead_to_its_state(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let the changes of a thing lead one after another to the state that it is in."""
    changes = _changes(world, thing.entity)
    parent = (
        next((pair.source for pair in world.links(changes[0].name, "to", thing)[:1]), None)
        if changes
        else None
    )
    if changes is None or parent is None:
        return
    link, name, start, end = changes
    state = next(field for field in world.fields(parent.entity) if field.name == name)
    row = [pair.target for pair in world.links(link.name, "from", parent)]
    now, options = str(of(parent).get(name)), in_turn([*map(str, given(state.enum, []))])
    states = _course_to(now, options, way_to(world, parent.entity, name, now, options), len(row))
    if not states or thing not in row:
        return
    for field, value in ((start, states[row.index(thing)]), (end, states[row.index(thing) + 1])):
        if not is_loose(field, thing.number) or value not in given(field.enum, [value]):
            continue
        if value or field.required is True:
            record[field.name] = value or states[-1]
        else:
            record.pop(field.name, None)


def _course_to(now: str, options: list[str], course: list[str], count: int) -> list[str]:
    """The states before and after so many changes, the last of which leads to the one of now; "" before the first one.
    course: the states before the one of now."""
    if now not in options:
        return []
    row = [*course, now][-count - 1 :]
    beside = next(
        (option for option in options if option not in (row[0], *course) and not is_exit(option)), ""
    )
    while len(row) <= count:
        row.insert(
            0, beside if row[0] != beside and len(row) < count else "" if len(row) == count else options[0]
        )
    return row


# --- what is not there -------------------------------------------------------------------------------

_NOTHING = words_in("missing absent lost unavailable nodata none gap")


def _may_be_missing(world: SampleData, entity: str) -> bool:
    is_measured = world.names.entities[entity].kind_or_default == "measurement"
    return is_measured and any(
        words_of(str(option)) & _NOTHING for field in world.fields(entity) for option in given(field.enum, [])
    )


def _nothing_of_what_is_missing(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let a reading that is missing have no value; where it must have one, it is not missing."""
    for field in fields:
        options = given(field.enum, [])
        if not words_of(str(record.get(field.name))) & _NOTHING or (
            thing.number == 0 and stated(field.example)
        ):
            continue
        values = [
            each for each in fields if each.type in _NUMBERS and plain(record.get(each.name)) is not None
        ]
        if any(each.required is True for each in values):
            record[field.name] = next(
                (option for option in options if not words_of(str(option)) & _NOTHING), record[field.name]
            )
        else:
            for each in values:
                record.pop(each.name)


# --- parts of one, charges -----------------------------------------------------------------------------

_PARTS = words_in("percent percentage pct share quota")
_NO_PARTS = words_in(
    "discount tax vat rate rebate markup interest margin price measurement reading grade threshold"
)


def _are_parts(world: SampleData, entity: str) -> list[Field]:
    if words_of(entity) & _NO_PARTS or world.names.entities[entity].kind_or_default in (
        "event",
        "measurement",
    ):
        return []
    return [
        field
        for field in world.fields(entity)
        if field.type in _NUMBERS and is_loose(field, 1) and words_of(field.name) <= _PARTS
    ]


def _no_more_than_all(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let the shares of one thing come to all of it. Examples stay."""
    rows = [
        [pair.target for pair in world.links(link.name, "from", parent)]
        for link, parent in parents_of(world, thing)
    ]
    row = max(rows, key=len, default=[])
    for field in world.answered("parts of one", thing.entity, lambda: _are_parts(world, thing.entity)):
        if len(row) > 1 and plain(record.get(field.name)) is not None:
            parts = split(1 if given(field.maximum, 100) == 1 else 100, shown_in(row, field))
            if parts and is_loose(field, thing.number):
                put(record, field, parts[row.index(thing)])


_CHARGED = words_in("charged billed")
_AGREED = ("agreed_price", "monthly_price", "price", "monthly_fee", "fee", "rent", "monthly_rent", "premium")


def _is_charged(world: SampleData, entity: str) -> bool:
    return any(map(_says_charge, world.fields(entity)))


def _charged_as_agreed(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let what is charged for a thing be the price that was agreed for what it belongs to."""
    prices = (
        price
        for _, parent in parents_of(world, thing)
        for name in _AGREED
        if (price := number_in(of(parent), name)) is not None
    )
    price = next(prices, None)
    for field in fields if price is not None else ():
        is_there = _says_charge(field) and plain(record.get(field.name)) is not None
        if is_there and is_loose(field, thing.number):
            put(record, field, price or 0)


def _says_charge(field: Field) -> bool:
    words = words_of(field.name)
    is_named = words & _CHARGED and words <= _CHARGED | {"amount", "total", "price"}
    return field.type in _NUMBERS and bool(is_named) and is_free(field)


_ENERGY, _PER_UNIT, _IN_CENTS = (
    words_in("kwh mwh"),
    words_in("cents cent ct price rate"),
    words_in("cents cent ct"),
)


def _sells_energy(world: SampleData, entity: str) -> list[tuple[Field, Field, Field]]:
    """The lists of a thing whose elements say how much energy there is and what one unit of it costs."""
    lists = []
    for field in world.fields(entity):
        item = given(field.items, None) if field.type == "array" and not stated(field.example) else None
        parts = (
            [part for part in given(item.fields, []) if part.type in _NUMBERS and is_free(part)]
            if item is not None
            else []
        )
        energy = next((part for part in parts if words_of(part.name) <= _ENERGY), None)
        price = next((part for part in parts if words_of(part.name) <= _PER_UNIT), None)
        if energy is not None and price is not None:
            lists.append((field, energy, price))
    return lists


def _at_prices_of_energy(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let energy cost some cents a unit."""
    for field, _, price in world.answered("energy", thing.entity, lambda: _sells_energy(world, thing.entity)):
        rows = record.get(field.name)
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            continue
        record[field.name] = rows = [dict(row) for row in rows]
        for at, row in enumerate(rows):
            cents = 9.5 + (thing.number * 3 + at * 7) % 16
            if plain(row.get(price.name)) is not None:
                put(row, price, cents if words_of(price.name) & _IN_CENTS else cents / 100)


# --- animals -------------------------------------------------------------------------------------------

_SPECIES: dict[str, tuple[float, float, tuple[str, ...]]] = {
    "dog": (6, 34, ("Labrador Retriever", "Border Collie", "German Shepherd", "Beagle")),
    "cat": (3.2, 5.8, ("European Shorthair", "Maine Coon", "Siamese", "British Shorthair")),
    "rabbit": (1.2, 2.8, ("Dwarf Lop", "Lionhead", "Dutch")),
    "horse": (420, 620, ("Hanoverian", "Haflinger", "Icelandic Horse")),
    "pony": (180, 320, ("Shetland Pony", "Connemara", "Welsh Pony")),
    "cow": (480, 720, ("Holstein", "Simmental", "Jersey")),
    "cattle": (480, 720, ("Holstein", "Simmental", "Jersey")),
    "sheep": (55, 90, ("Merino", "Suffolk", "Texel")),
    "goat": (45, 80, ("Saanen", "Boer Goat", "Alpine Goat")),
    "pig": (90, 260, ("Large White", "Duroc", "Pietrain")),
    "parrot": (0.2, 0.9, ("African Grey", "Blue-fronted Amazon", "Cockatoo")),
}
"""How much an animal weighs, from and to, in kilograms, and its breeds."""
_SAID_OF_ANIMALS = {
    **dict.fromkeys(("vaccine", "vaccine_name"), ("Rabies", "Tetanus", "Distemper", "Leptospirosis")),
    **dict.fromkeys(
        ("diagnosis", "diagnosis_text"), ("Inflamed ear", "Sprained leg", "Dental tartar", "Skin allergy")
    ),
    **dict.fromkeys(
        ("drug", "drug_name", "medicine"), ("Meloxicam", "Amoxicillin", "Fenbendazole", "Carprofen")
    ),
}
_KINDS_OF_ANIMALS = ("species", "animal_type", "kind_of_animal", "animal", "kind", "type")


def _says_species(world: SampleData, entity: str) -> str:
    """The field that says what animal a thing is, "" of others."""
    for field in world.fields(entity):
        if (
            snake(field.name) in _KINDS_OF_ANIMALS
            and len(_SPECIES.keys() & {snake(str(each)) for each in given(field.enum, [])}) > 1
        ):
            return field.name
    return ""


def _is_of_animals(world: SampleData, entity: str) -> bool:
    return bool(_says_species(world, entity)) or bool(_above_of_animals(world, entity))


def _above_of_animals(world: SampleData, entity: str, steps: int = 2) -> bool:
    above = (
        link.from_.entity
        for link in world.relationships_to(entity)
        if link.kind in SINGLE and link.from_.entity != entity
    )
    return any(
        _says_species(world, each) or (steps > 1 and _above_of_animals(world, each, steps - 1))
        for each in above
    )


def _as_animals_are(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let an animal be of a breed of its species and weigh as much, and have what animals have."""
    low, high, breeds = _SPECIES.get(snake(str(record.get(_says_species(world, thing.entity)))), (0, 0, ()))
    for field in fields:
        name = snake(field.name)
        if field.name not in record or not is_free(field) or (stated(field.example) and thing.number == 0):
            continue
        if (
            field.type == "string"
            and not stated(field.pattern)
            and ((name == "breed" and breeds) or name in _SAID_OF_ANIMALS)
        ):
            row = breeds if name == "breed" else _SAID_OF_ANIMALS[name]
            record[field.name] = row[thing.number % len(row)]
        elif breeds and name in ("weight", "weight_kg") and field.type in _NUMBERS:
            put(record, field, round(low + (high - low) * (thing.number * 7 % 10) / 10, 1))


# --- what is called, told and left as others ---------------------------------------------------------


def _is_staged(world: SampleData, entity: str) -> bool:
    return bool(words_of(entity) & STAGED) and any(
        snake(field.name) in ("title", "name") for field in world.fields(entity)
    )


def _called_like_its_work(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let a production be called like the opera that it is of."""
    for field in fields:
        if field.name != "title" or not is_free(field) or (stated(field.example) and thing.number == 0):
            continue
        titles = (of(parent).get("title") for _, parent in parents_of(world, thing))
        record[field.name] = next(
            (title for title in titles if isinstance(title, str)), record.get(field.name)
        )


_EMPTY, _LEFT = words_in("empty exhausted emptied depleted"), words_in("left remaining available free")


def _may_be_sold_out(world: SampleData, entity: str) -> bool:
    states = (option for field in world.fields(entity) if is_state(field) for option in given(field.enum, []))
    return any(map(_says_empty, map(str, states)))


def _says_empty(state: str) -> bool:
    words = words_of(state)
    return bool(words & _EMPTY) or words in ({"sold", "out"}, {"used", "up"}, {"out", "of", "stock"})


def _nothing_left(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let nothing be left of what is sold out."""
    if any(_says_empty(str(record.get(field.name))) for field in fields if is_state(field)):
        for field in fields:
            is_rest = field.type in ("int", "long") and words_of(field.name) & _LEFT and is_free(field)
            if is_rest and is_loose(field, thing.number) and plain(record.get(field.name)) is not None:
                put(record, field, 0)


OF_VALUES: tuple[tuple[Callable[[SampleData, str], Any], Law], ...] = (
    (_changes, _lead_to_its_state), (_may_be_missing, _nothing_of_what_is_missing), (_are_parts, _no_more_than_all),
    (_is_charged, _charged_as_agreed),
    (_is_of_animals, _as_animals_are),
    (_is_staged, _called_like_its_work),
    (_may_be_sold_out, _nothing_left), (_sells_energy, _at_prices_of_energy),
)  # fmt: skip


# --- what is said of how a thing goes ----------------------------------------------------------------------

_OUT = words_in("out broken closed blocked unavailable inactive disused defect down")
_ABSENT = words_in("missed skipped absent")
_REFUSALS = words_in("refusal rejection denial decline")
_YES = words_in("accepted granted approved passed allowed")
_UNDER_WAY = words_in("ongoing recovering fatal died unresolved")
_CURED = words_in("resolved recovered cured healed")
_HELD_UP = words_in("hold paused halted")
_COMPLETE = words_in("finished completed ended done closed commissioned connected")
_NO = words_in("rejected declined denied refused")
_HANDED_OUT = words_in("paid granted approved awarded")
_BEFORE_SEEN, _SEEN = words_in("occurred happened"), words_in("found discovered noticed detected reported")


def goes_on(world: SampleData, entity: str) -> bool:
    """Whether things of an entity say of a choice or a flag how they go, beside texts and dates that follow from it."""
    fields = world.fields(entity)
    words = frozenset[str]().union(*(words_of(field.name) for field in fields))
    chosen = frozenset[str]().union(
        *(words_of(str(each)) for field in fields for each in given(field.enum, []))
    )
    words_told = _ABSENT | _REFUSALS | _BEFORE_SEEN | {"reason", "since"}
    return bool(words & words_told or chosen & (_UNDER_WAY | _HELD_UP | _NO))


def said_of_how_it_goes(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let reasons, refusals and ends be there only where the thing's choices and flags say that there was what they are of."""
    chosen = [
        value
        for field in fields
        if given(field.enum, []) and isinstance(value := record.get(field.name), str)
    ]
    said = frozenset[str]().union(*map(words_of, chosen))
    flags = {field.name: bool(record.get(field.name)) for field in fields if field.type == "bool"}
    _missed_or_done(thing, record, fields, flags)
    for field in fields:
        words = words_of(field.name)
        if (
            field.name not in record
            or (stated(field.example) and thing.number == 0)
            or stated(field.computed)
        ):
            continue
        if said & _NO and field.type in _NUMBERS and words & _HANDED_OUT:
            put(record, field, 0)
        if (
            field.required is True
            or field.unique is True
            or not _is_denied(field, words, said, flags, fields)
        ):
            continue
        if not ("since" in words and thing.number % 3 == 1):
            record.pop(field.name)
    _seen_after_it_was(record, fields)


def _is_denied(
    field: Field,
    words: frozenset[str],
    said: frozenset[str],
    flags: Mapping[str, bool],
    fields: Sequence[Field],
) -> bool:
    """Whether what a thing says of itself denies a value."""
    if field.type == "date":
        over = bool(words & _COMPLETE) and is_past(field.name)
        return bool(
            (words & _CURED and said & _UNDER_WAY)
            or (over and said & _HELD_UP)
            or ("since" in words and words & _OUT)
        )
    if field.type != "string":
        return False
    if words & _REFUSALS and any(flags[name] for name in flags if words_of(name) & _YES):
        return True
    of_what = stems(field.name) - stems("reason")
    if "reason" not in words or len(of_what) != 1:
        return False
    options = [str(each) for other in fields if is_state(other) for each in given(other.enum, [])]
    if any(of_what <= stems(option) for option in options):
        return not any(of_what <= stems(each) for each in said)
    same = [name for name in flags if of_what <= stems(name)]
    return bool(same) and not any(flags[name] for name in same)


def _missed_or_done(
    thing: Thing, record: dict[str, Any], fields: Sequence[Field], flags: Mapping[str, bool]
) -> None:
    """Let what was missed have no date on which it was done, and the others not be missed."""
    missed = next((field for field in fields if field.name in flags and words_of(field.name) & _ABSENT), None)
    if missed is None or not record.get(missed.name) or (stated(missed.example) and thing.number == 0):
        return
    dates = [
        field
        for field in fields
        if field.type == "date" and field.name in record and is_past(field.name) and not words_of(field.name) & _ABSENT
        and stems(field.name) & stems(thing.entity)
    ]  # fmt: skip
    if dates and (
        thing.number % 3 != 2 or any(field.required is True or stated(field.example) for field in dates)
    ):
        record[missed.name] = False
        return
    for field in dates:
        record.pop(field.name)


def _seen_after_it_was(record: dict[str, Any], fields: Sequence[Field]) -> None:
    """Let what happened be found afterwards."""
    dates = [
        field
        for field in fields
        if isinstance(record.get(field.name), datetime) and not stated(field.example)
    ]
    was = next((field.name for field in dates if words_of(field.name) & _BEFORE_SEEN), None)
    seen = next((field.name for field in dates if words_of(field.name) & _SEEN), None)
    if was and seen and record[seen] < record[was]:
        record[was], record[seen] = record[seen], record[was]
