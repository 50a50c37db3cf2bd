"""What in a sample world breaks a law that its own design states: a start after its end, a child outside of the time of what
it belongs to, a field of another state than the thing's, a part that is more than its whole, an address in two countries.

No word of a trade is read here: only the order of dates, effects of operations, formulas, kinds and owners.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from designs.compiler.model.conceptual import Computed, Field, Operation, Relationship, given, stated
from designs.compiler.model.values import plain
from designs.compiler.names.inflection import snake
from designs.compiler.sampling.records import Records
from designs.compiler.sampling.world import Link, Thing

Found = Iterator[tuple[str, str]]
_PAIRS = (
    ("starts", "ends"), ("start", "end"), ("begins", "ends"), ("arrives", "departs"), ("from", "until"), ("opened", "closed"),
    ("started", "finished"), ("received", "returned"), ("issued", "expires"), ("broken", "repaired"), ("docks", "undocks"),
    ("docked", "undocked"), ("sent", "delivered"), ("created", "collected"), ("received", "shipped"), ("collected", "received"),
)  # fmt: skip
_DAY = timedelta(days=1)
_LONG = timedelta(days=100)
_LASTS = {
    "annual": (360, 370),
    "monthly": (28, 31),
    "weekly": (7, 7),
    "summer": (150, 185),
    "winter": (150, 185),
}
_MONTHS = {"summer": range(4, 10), "winter": (10, 11, 12, 1, 2, 3)}
_ENDS = (
    "closed",
    "finished",
    "returned",
    "shipped",
    "delivered",
    "collected",
    "undocked",
    "ends",
    "departs",
    "undocks",
)
_ON_PAPER = ("enrolled", "registered", "booked", "ordered", "sold", "applied", "quoted", "signed")
# What comes when something is over, and soon.
_AFTER = ("rating", "feedback", "audit_entry", "testimonial")
_SOON = timedelta(days=15)
_LATER = ("payout", "complaint", "review", "invoice", "remake", "refund", "claim", "payment")
# What tells in which country an address lies, by its shape: a code of five digits alone is in several.
_DIALLED = {
    "US": "+1 ",
    "DE": "+49",
    "PL": "+48",
    "SI": "+386",
    "NO": "+47",
    "CZ": "+420",
    "GB": "+44",
    "FR": "+33",
}


def law_contradictions(records: Records, things: list[Thing]) -> Found:
    """Every law that is broken: its class, and by what."""
    operations = given(records.world.model.operations, [])
    for thing in things:
        record, name = records.of(thing), f"{thing.entity} {thing.number}"
        fields = records.world.fields(thing.entity)
        yield from _begun_and_ended(fields, record, name)
        yield from _while_above(records, thing, record, name)
        yield from _of_its_state(records, operations, thing, record, name)
        yield from _parts(fields, record, name)
        yield from _of_one_country(record, name)


def _dates(fields: list[Field], record: Mapping[str, Any]) -> dict[str, datetime]:
    return {
        field.name: record[field.name]
        for field in fields
        if field.type == "date" and isinstance(record.get(field.name), datetime) and not stated(field.example)
    }


def _begun_and_ended(fields: list[Field], record: Mapping[str, Any], name: str) -> Found:
    dates = {frozenset(snake(each).split("_")): (each, date) for each, date in _dates(fields, record).items()}
    declared = [field.name for field in fields]
    for start, end in _PAIRS:
        starts = [found for words, found in dates.items() if start in words]
        ends = [found for words, found in dates.items() if end in words and "held" not in words]
        if len(starts) != 1 or len(ends) != 1:
            continue
        (first, begun), (second, ended) = starts[0], ends[0]
        is_declared = declared.index(first) < declared.index(second) or (start, end) == (
            "collected",
            "received",
        )
        if is_declared and begun > ended:
            yield "begin and end", f"{name}: {first} {begun} after {second} {ended}"
        if start in ("starts", "docks", "arrives") and begun == ended:
            yield "begin and end", f"{name}: {first} and {second} are one moment"
        for word in {str(record.get(each)) for each in ("kind", "type", "term")} & _LASTS.keys():
            low, high = _LASTS[word]
            if not low <= (ended - begun).days + 1 <= high or begun.month not in _MONTHS.get(
                word, range(1, 13)
            ):
                yield "begin and end", f"{name}: {word} from {begun} to {ended}"


def _window(fields: list[Field], record: Mapping[str, Any]) -> tuple[datetime, datetime] | None:
    """From when until when a thing is, where it says both: its first date, and one by which it is over."""
    dates = {
        each: date
        for each, date in _dates(fields, record).items()
        if "born" not in each and "built" not in each
    }
    ends = [date for each, date in dates.items() if set(snake(each).split("_")) & {*_ENDS}]
    begins = [
        date
        for each, date in dates.items()
        if not set(snake(each).split("_")) & {*_ENDS, "expires", "until", "due"}
    ]
    if not ends or not begins or max(ends) - min(begins) > _LONG or max(ends) < min(begins):
        return None
    return min(begins), max(ends)


def _is_part(records: Records, link: Relationship) -> bool:
    kind = records.world.names.entities[link.to.entity].kind_or_default
    return kind in ("weak", "event", "measurement") or link.exclusive_owner is True


def _is_change(record: Mapping[str, Any]) -> bool:
    """Whether a thing says what something was before, and so before it began."""
    return any(
        {f"from_{each}", f"to_{each}"} & record.keys() for each in ("status", "state", "stage", "phase")
    )


def _while_above(records: Records, thing: Thing, record: Mapping[str, Any], name: str) -> Found:
    """What is a part of something, and links with dates of their own, lie in its time."""
    world = records.world
    own = _dates(world.fields(thing.entity), record)
    own = {
        each: date
        for each, date in own.items()
        if not {"expires", "until", "due", "signed", "onset"} & set(snake(each).split("_"))
    }
    for link in world.names.relationships.values():
        if link.kind not in ("one-to-many", "one-to-one") or not world.is_a(thing, link.to.entity):
            continue
        for pair in world.links(link.name, "to", thing)[:1]:
            window = _window(world.fields(pair.source.entity), records.of(pair.source))
            if window is None or snake(thing.entity).rpartition("_")[2] in _LATER:
                continue
            if snake(thing.entity).endswith(_AFTER) and own and window[1] - window[0] < timedelta(days=2):
                if not window[1] <= min(own.values()) <= window[1] + _SOON:
                    yield (
                        "time of what it belongs to",
                        f"{name}: {own} not soon after {link.name} {window[1]}",
                    )
                continue
            if any({*_ON_PAPER} & set(snake(each).split("_")) for each in own) or _is_change(record):
                continue  # what is booked is so before it begins
            looked = (
                own if _is_part(records, link) else dict(sorted(own.items(), key=lambda each: each[1])[:1])
            )
            is_occasion = any(snake(each).startswith("starts") for each in records.of(pair.source))
            for each, date in looked.items() if _is_part(records, link) or is_occasion else ():
                if not window[0] - _DAY <= date <= window[1] + _DAY:
                    yield (
                        "time of what it belongs to",
                        f"{name}: {each} {date} outside of {link.name} {window[0]} to {window[1]}",
                    )
    for link in world.names.relationships.values():
        if link.kind == "many-to-many" and world.is_a(thing, link.from_.entity):
            for pair in world.links(link.name, "from", thing):
                yield from _linked_while(records, pair, name)


def _linked_while(records: Records, pair: Link, name: str) -> Found:
    fields = given(pair.relationship.link_fields, [])
    dates = _dates(fields, records.of(pair))
    for end in (pair.source, pair.target):
        record = records.of(end)
        window = _window(records.world.fields(end.entity), record)
        came = [
            date
            for each, date in _dates(records.world.fields(end.entity), record).items()
            if "received" in each
        ]
        is_taken = any({*_ON_PAPER, "reserved"} & set(snake(each).split("_")) for each in dates)
        for each, date in dates.items():
            begins = date if is_taken else window[0] - _DAY if window is not None else date
            if window is not None and not begins <= date <= window[1] + _DAY:
                yield (
                    "time of what it belongs to",
                    f"{name}: {pair.relationship.name} {each} {date} outside of {window}",
                )
            if came and date < min(came):
                yield (
                    "time of what it belongs to",
                    f"{name}: {pair.relationship.name} {each} before {end.entity} came",
                )


def _set_with(operations: list[Any]) -> dict[str, list[str]]:
    """The states that operations set with a field, which is there again from such a one on."""
    pairs = [
        (effect.field, str(given(other.value, "")))
        for operation in operations
        for effect in given(operation.effects, [])
        for other in given(operation.effects, [])
        if effect.do in ("set", "current-date") and other.do == "set" and other is not effect
    ]
    return {name: [said for field, said in pairs if field == name] for name, _ in pairs}


def _led_to(records: Records, thing: Thing, state: str, said: str) -> set[str]:
    """A state, and those to which operations lead from it that ask for the one before."""
    reached, size = {said}, 0
    while size != len(reached):
        size = len(reached)
        for operation in records.world.operations_on(thing.entity):
            asked = [each.value for each in given(operation.filter, []) if each.field == state]
            sources = {each for row in asked for each in (row if isinstance(row, list) else [row])}
            if sources & reached:
                reached |= {
                    each.value
                    for each in given(operation.effects, [])
                    if each.field == state and each.do == "set"
                }
    return reached


def _of_its_state(
    records: Records, operations: list[Operation], thing: Thing, record: Mapping[str, Any], name: str
) -> Found:
    """Nothing is there that an operation sets with a later state, or takes away with this one or one before it."""
    fields = records.world.fields(thing.entity)
    optional = {field.name for field in fields if field.required is not True and not stated(field.example)}
    linked = _links(records, thing)
    states = {field.name: [*map(str, given(field.enum, []))] for field in fields if given(field.enum, [])}
    again = _set_with(operations)
    for operation in operations:
        effects = given(operation.effects, [])
        constants = [
            (each.field, str(given(each.value, "")))
            for each in effects
            if each.do == "set" and each.field in states
        ]
        if operation.entity not in records.world.line(thing.entity) or not constants:
            continue
        (state, said), now = constants[0], str(record.get(constants[0][0]))
        if not {said, now} <= {*states[state]}:
            continue
        has_come = now in _led_to(records, thing, state, said)
        for effect in effects:
            is_there = linked.get(
                effect.field, effect.field in optional and record.get(effect.field) is not None
            )
            later = [*(each for each in again.get(effect.field, []) if each in states[state])]
            is_early = all(states[state].index(now) < states[state].index(each) for each in (said, *later))
            if is_there and effect.do in ("set", "current-date") and effect.field != state and is_early:
                yield "state allows", f"{name}: {effect.field} although {now}, before {said}"
            is_again = any(
                states[state].index(said) < states[state].index(each) <= states[state].index(now)
                for each in later
            )
            if is_there and effect.do == "unset" and has_come and not is_again:
                yield "state allows", f"{name}: {effect.field} although {now}, taken away at {said}"


def _links(records: Records, thing: Thing) -> dict[str, bool]:
    """Whether a thing has what it may be linked to, by what it calls that."""
    world = records.world
    return {
        world.names.end(link, "to").removesuffix("._id").removesuffix("_id"): bool(
            world.links(link.name, "to", thing)
        )
        for link in world.names.relationships.values()
        if link.kind in ("one-to-many", "one-to-one")
        and world.is_a(thing, link.to.entity)
        and not given(link.to.count.min, 0)
    }


def _parts(fields: list[Field], record: Mapping[str, Any], name: str) -> Found:
    """A difference of two numbers is not negative, nor a percentage of one in another more than a hundred."""
    for field in fields:
        formula = given(field.computed, Computed(formula="")).formula
        for one, sign, other in re.findall(
            r"^(?:round\()?(\w+) ([-/]) (\w+)(?: \* 100)?(?:, \d\))?$", formula
        ):
            whole, part = (
                plain(record.get(each)) for each in ((one, other) if sign == "-" else (other, one))
            )
            if (
                whole is not None
                and part is not None
                and part > whole
                and (sign == "-" or "percent" in field.name)
            ):
                yield "part of its whole", f"{name}: {part} of {whole} in {formula}"
    kept, amount = (plain(record.get(each)) for each in ("withheld", "amount"))
    if kept is not None and amount is not None and kept > amount:
        yield "part of its whole", f"{name}: {kept} withheld of {amount}"
    if (
        kept is not None
        and any("returned" in field.name for field in fields)
        and record.get("returned_on") is None
    ):
        yield "state allows", f"{name}: withheld although not returned"


def _of_one_country(record: Mapping[str, Any], name: str) -> Found:
    countries: set[str] = set()
    for part in (record, *(each for each in record.values() if isinstance(each, dict))):
        code, phone = part.get("country"), part.get("phone")
        countries |= {code} if isinstance(code, str) and len(code) == 2 else set()
        countries |= {
            each for each, sign in _DIALLED.items() if isinstance(phone, str) and phone.startswith(sign)
        }
    if len(countries) > 1:
        yield "one country", f"{name}: {sorted(countries)}"
