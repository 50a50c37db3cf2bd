"""What of the values of a sample world contradict one another: times, states, currencies, places, totals, series, persons."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import pairwise
from typing import Any

from designs.compiler.model.conceptual import Computed, Field, given, stated
from designs.compiler.model.values import plain
from designs.compiler.names.inflection import snake
from designs.compiler.sampling.languages import without_signs
from designs.compiler.sampling.records import Records
from designs.compiler.sampling.world import Thing
from tests.compiler.sampling.coherent_lives import life_contradictions
from tests.compiler.sampling.coherent_pairs import pair_contradictions

Found = Iterator[tuple[str, str]]
_ORDER: tuple[tuple[int, str], ...] = (
    (0, "birth birthday born dob birthdate founded built"),
    (1, "hired joined registered employed enrolled installed commissioned activated signed"),
    (2, "created added opened posted ordered placed requested submitted filed booked reserved raised reported asked written issued lent bought"),
    (3, "approved confirmed accepted paid granted published"),
    (4, "start starts started begin begins sent shipped dispatched departs departed departure"),
    (5, "delivered arrived arrives arrival received"),
    (6, "end ends ended finished completed closed resolved returned until expires expiry deleted archived cancelled died deceased"),
)  # fmt: skip
_PHASES = {word: phase for phase, words in _ORDER for word in words.split()}
_NOT_EVENTS = frozenset(
    "last next first due deadline for by before planned latest valid from since to eta period held hold embargo".split()
)
_DRAWN_UP = ("return", "statement", "payout", "settlement", "declaration", "invoice")
_STARTS = 4
_BEGINNINGS = frozenset((1, 2))
_DONE = "delivered shipped arrived finished completed closed resolved returned cancelled paid sent done died ended published".split()
_NOT_YET = frozenset(
    "pending open draft new queued waiting planned scheduled requested submitted reported announced expected created "
    "placed reserved held booked".split()
)
_RUNNING = frozenset("active running started progress live current".split())
_OVER = frozenset(
    "delivered arrived finished completed closed resolved returned cancelled done died ended".split()
)


def value_contradictions(records: Records, things: list[Thing]) -> Found:
    """Every contradiction between values: its class, and what it is about."""
    for thing in things:
        record = records.of(thing)
        name = f"{thing.entity} {thing.number}"
        fields = {field.name: field for field in records.world.fields(thing.entity)}
        yield from _inside(record, fields, name)
        yield from pair_contradictions(records, thing)
        yield from life_contradictions(records, thing)
    yield from _along(records, things)
    yield from _currencies(records, things)
    yield from _totals(records, things)
    yield from _series(records, things)


def moments_of(fields: Iterable[Field], record: Mapping[str, Any]) -> dict[str, tuple[datetime, int, bool]]:
    """By field: the moment, the phase that the name tells, whether the designer gave an example."""
    found = {}
    for field in fields:
        value, phase = record.get(field.name), phase_of(field.name)
        if field.type == "date" and isinstance(value, datetime) and phase is not None:
            found[field.name] = (value, phase, stated(field.example))
    return found


def phase_of(name: str) -> int | None:
    """How far on in the life of a thing a date of this name lies; None where the name doesn't tell."""
    words = snake(name).split("_")
    if _NOT_EVENTS.intersection(words):
        return None
    if {"born", "died"}.intersection(words[1:]):
        return None  # somebody whom the thing is about: deceased_born_on
    if "until" in words:
        return _PHASES["until"]  # registered until: that is over, whatever it was
    return next((_PHASES[word] for word in words if word in _PHASES), None)


def _listed_before(fields: Mapping[str, Field], one: str, other: str) -> bool:
    """Whether a list of states has what the first name tells before what the other one does."""
    for field in fields.values():
        options = [{*snake(str(option)).split("_")} for option in given(field.enum, [])]
        places = [
            next((at for at, words in enumerate(options) if words & {*snake(name).split("_")}), None)
            for name in (one, other)
        ]
        if None not in places and places[0] < places[1]:  # type: ignore[operator]
            return True
    return False


def _both_past(*names: str) -> bool:
    """Whether two dates say what has happened after something had: signed when it ended, opened when it was received."""
    first, second = ({*snake(name).split("_")} for name in names)
    return bool(
        first & {"signed", "opened", "approved"}
        and second & {"ended", "finished", "started", "received", "until"}
    )


def _inside(record: Mapping[str, Any], fields: Mapping[str, Field], name: str) -> Found:
    moments, declared = moments_of(fields.values(), record), [*fields]
    for first, (one, early, told) in moments.items():
        for second, (other, late, told_too) in moments.items():
            if early == _STARTS and "cancel" in second:
                continue  # what was booked is called off before it begins, or while it runs
            if early >= _STARTS and declared.index(first) > declared.index(second):
                continue  # a guest arrives, then departs: so the design declares it
            if declared.index(first) > declared.index(second) and _both_past(first, second):
                continue  # what was worked is signed for, what came is opened: so the design declares it
            if _listed_before(fields, second, first):
                continue  # a quote is sent, then accepted: so its states say
            if early < late and one > other and not (told and told_too):
                yield "time inside a thing", f"{name}: {first} {one} after {second} {other}"
    updated = [
        record.get(field)
        for field in fields
        if {"updated", "modified", "changed"} & {*snake(field).split("_")}
    ]
    for first, (one, phase, _) in moments.items():
        if phase in _BEGINNINGS and any(isinstance(late, datetime) and late < one for late in updated):
            yield "time inside a thing", f"{name}: changed before {first}"
    yield from _states(record, fields, name)
    shown = {key for key, field in fields.items() if stated(field.example)}
    if not (name.endswith(" 0") and {"initials", "email"} & shown):  # else the designer says so
        yield from _persons(record, name)
    yield from weights_apart(record, name)


_AT_TIMES = frozenset("before after pre post".split())


def weights_apart(record: Mapping[str, Any], name: str) -> Found:
    """Weights of one body, before and after something, of which one is more than a fifth above another."""
    weights: dict[str, list[float]] = defaultdict(list)
    for key, value in record.items():
        words = snake(key).split("_")
        number = plain(value)
        if "weight" in words and _AT_TIMES & {*words} and isinstance(number, int | float):
            weights[" ".join(word for word in words if word not in _AT_TIMES)].append(float(number))
    for quantity, row in weights.items():
        if max(row) > 1.2 * min(row):
            yield "one body's weights", f"{name}: {quantity} from {min(row)} to {max(row)}"


def _states(record: Mapping[str, Any], fields: Mapping[str, Field], name: str) -> Found:
    state = next(
        (record[key] for key in ("status", "state", "phase") if isinstance(record.get(key), str)), None
    )
    words = frozenset(snake(state).split("_")) if state else frozenset()
    for key, field in fields.items():
        stem = set(snake(key).split("_"))
        if field.type != "date" or field.required is True or record.get(key) is None:
            continue
        done = stem.intersection(_DONE)
        early = words & _NOT_YET and not words & done
        if done and (early or (words & _RUNNING and done & _OVER)):
            yield "state", f"{name}: {key} although {state}"
        flags = [
            other for other, flag in fields.items() if flag.type == "bool" and record.get(other) is False
        ]
        if done and any(set(snake(flag).split("_")) & done for flag in flags):
            yield "state", f"{name}: {key} although its flag is false"


def _persons(record: Mapping[str, Any], name: str) -> Found:
    whole, mail, initials = record.get("name"), record.get("email"), record.get("initials")
    first, last = record.get("first_name"), record.get("last_name")
    if not (isinstance(first, str) and isinstance(last, str)):
        if not (isinstance(whole, str) and whole.count(" ") == 1 and whole.istitle()):
            return
        first, last = whole.split(" ")
    if (
        isinstance(mail, str)
        and "@" in mail
        and not any(without_signs(part).lower() in mail.lower() for part in (first, last))
    ):
        yield "person", f"{name}: {first} {last} with {mail}"
    letters = initials.replace(".", "") if isinstance(initials, str) else ""
    if letters and (letters[0], letters[-1]) != (first[:1], last[:1]):  # a middle one tells two people apart
        yield "person", f"{name}: {first} {last} with {initials}"


# --- along relationships -------------------------------------------------------------------------


def _along(records: Records, things: list[Thing]) -> Found:
    """A parent begins before what belongs to it: ids tell when a thing was made, dates when it began."""
    world = records.world
    for thing in things:
        own = moments_of(world.fields(thing.entity), records.of(thing))
        for link in world.names.relationships.values():
            if link.kind not in ("one-to-many", "one-to-one", "tree"):
                continue
            for pair in world.links(link.name, "to", thing):
                if thing in _chains(records, pair.source):
                    continue  # a ring has no beginning
                if _both_told(records, thing, pair.source) or _is_summed_up(records, thing, pair.source):
                    continue  # the designer says so
                parent = moments_of(world.fields(pair.source.entity), records.of(pair.source))
                about = f"{thing.entity} {thing.number} under {pair.source.entity} {pair.source.number}"
                if pair.source.start > thing.start:
                    yield "time along a relationship", f"{about}: begins earlier"
                for first, (one, early, _) in parent.items():
                    for second, (other, late, _) in own.items():
                        if early <= 2 <= late and one > other:
                            yield (
                                "time along a relationship",
                                f"{about}: {second} {other} before {first} {one}",
                            )


def _is_summed_up(records: Records, thing: Thing, parent: Thing) -> bool:
    """Whether a parent is made of what was there before it, as its sums tell: an invoice of cases that may be without one."""
    names = records.world.names
    formulas = [
        given(field.computed, Computed(formula="")).formula for field in records.world.fields(parent.entity)
    ]
    if snake(parent.entity).endswith(_DRAWN_UP) and len(_chains(records, thing)) > 2:
        return True
    return any(
        not given(link.to.count.min, 0)
        and any(f"sum({names.end(link, 'from')}." in formula for formula in formulas)
        for link in names.relationships.values()
        if records.world.is_a(thing, link.to.entity) and records.world.is_a(parent, link.from_.entity)
    )


def _both_told(records: Records, thing: Thing, parent: Thing) -> bool:
    """Whether two things have the dates of the designer's examples, an earlier one for what belongs to the other."""
    is_drawn_up = snake(parent.entity).endswith(
        _DRAWN_UP
    )  # of what went before, as examples of the first ones tell
    told = [
        records.world.first_example(each.entity)
        for each in (thing, parent)
        if each.number == 0 or is_drawn_up
    ]
    return len(told) == 2 and told[0] is not None and told[1] is not None and told[0] < told[1]


def _chains(records: Records, thing: Thing) -> list[Thing]:
    """The thing and what it belongs to, at any remove."""
    around = [thing]
    for near in around:
        for link in records.world.names.relationships.values():
            if link.kind in ("one-to-many", "one-to-one", "tree"):
                pairs = records.world.links(link.name, "to", near)
                around += [pair.source for pair in pairs if pair.source not in around]
    return around


def currencies_of(value: Any) -> Iterator[str]:
    """The currencies that a record names, at any depth."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("currency", "currency_code") and isinstance(inner, str):
                yield inner
            else:
                yield from currencies_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from currencies_of(inner)


def _currencies(records: Records, things: list[Thing]) -> Found:
    for thing in things:
        if "currency" in snake(thing.entity) or "rate" in snake(thing.entity):
            continue
        own = {*currencies_of(records.of(thing))}
        if not own:
            continue
        around = {name for near in _chains(records, thing) for name in currencies_of(records.of(near))}
        if len(around) > 1:
            yield "currency", f"{thing.entity} {thing.number}: {', '.join(sorted(around))}"


_QUANTITIES = ("quantity", "qty")
_PRICES = ("unit_price", "price", "price_each")
_TOTALS = ("total", "total_amount", "grand_total", "order_total", "total_price", "subtotal")
_CENTS = 0.02


def _number(record: Mapping[str, Any], names: Iterable[str]) -> float | None:
    return next((value for name in names if (value := plain(record.get(name))) is not None), None)


def line_total(record: Mapping[str, Any]) -> float | None:
    """What a line comes to: number times price, else its own amount; None where it is no line."""
    quantity, price = _number(record, _QUANTITIES), _number(record, _PRICES)
    return None if quantity is None or price is None else quantity * price


def _totals(records: Records, things: list[Thing]) -> Found:
    """Totals without a formula that lines under the same roof contradict."""
    world = records.world
    for thing in things:
        record = records.of(thing)
        fields = {field.name: field for field in world.fields(thing.entity)}
        plain_fields = {name for name, field in fields.items() if not stated(field.computed)}
        own = line_total(record)
        told = plain(record.get("line_total")) if "line_total" in plain_fields else None
        if own is not None and told is not None and abs(own - told) > _CENTS:
            yield "total", f"{thing.entity} {thing.number}: {own} is no {told}"
        name = next((total for total in ("subtotal", *_TOTALS) if total in plain_fields), None)
        stated_total = plain(record.get(name)) if name else None
        lines = [value for value in record.values() if isinstance(value, list)]
        rows = next(
            ([line_total(row) for row in listed if isinstance(row, dict)] for listed in lines if listed), []
        )
        if not rows:
            rows = _lines_below(records, thing)
        if stated_total is None or not rows or any(row is None for row in rows):
            continue
        if sum(each.endswith("_cost") for each in record) > 1:
            continue  # what costs come to in which the lines are one
        extra = 0.0
        if name != "subtotal":
            extra = sum(_number(record, [part]) or 0 for part in ("tax", "vat", "shipping", "shipping_cost"))
            extra -= _number(record, ["discount"]) or 0
        if abs(sum(row or 0 for row in rows) + extra - stated_total) > _CENTS:
            yield "total", f"{thing.entity} {thing.number}: {name} {stated_total}, lines {rows}"


def _lines_below(records: Records, thing: Thing) -> list[float | None]:
    for link in records.world.names.relationships.values():
        if link.kind == "one-to-many":
            pairs = records.world.links(link.name, "from", thing)
            rows = [line_total(records.of(pair.target)) for pair in pairs]
            if rows and all(row is not None for row in rows):
                return rows
    return []


def _series(records: Records, things: list[Thing]) -> Found:
    """Points of one series jump: neighbours lie further apart than a quarter of their size. What a thing has by another
    relationship is another series: what is measured before it and behind it."""
    world = records.world
    series: defaultdict[tuple[str, str, Thing], list[Thing]] = defaultdict(list)
    for thing in things:
        if world.names.entities[thing.entity].kind_or_default == "measurement":
            for link in world.names.relationships.values():
                if link.kind == "one-to-many" and world.is_a(thing, link.to.entity):
                    for pair in world.links(link.name, "to", thing)[:1]:
                        series[thing.entity, link.name, pair.source].append(thing)
    for (entity, *_), points in series.items():
        numbers = [field for field in world.fields(entity) if field.type in ("double", "decimal", "int", "long")
                   and not stated(field.enum) and not stated(field.computed) and field.unique is not True]  # fmt: skip
        for before, after in pairwise(points):
            for field in numbers:
                one, other = (
                    plain(records.of(before).get(field.name)),
                    plain(records.of(after).get(field.name)),
                )
                far = 0.5 if field.name in ("lat", "lon", "latitude", "longitude") else None
                if (
                    one is not None
                    and other is not None
                    and abs(one - other) > (far or max(2.0, abs(one) / 4))
                ):
                    yield "series", f"{entity} {field.name}: {one}, {other}"
