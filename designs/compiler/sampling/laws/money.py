"""Money of the sample world: one currency for all, and totals that are the sums of their lines."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from ...model.conceptual import Computed, Field, Relationship, given, stated
from ...model.values import plain
from ...names.inflection import singular
from ...names.naming import Names
from ..languages import in_english, snake
from ..values.field_values import elements_of
from ..values.numbers import is_within, measure_of
from ..values.pools import is_person, words_in
from ..values.specs import between
from ..values.states import SETTLED, is_over, is_state
from ..world import Link, Thing
from ..world.sample_data import SampleData
from . import like
from .accounts import implied_of_total

_NUMBERS = frozenset({"int", "long", "double", "decimal", "number"})
_MONEY = frozenset({"double", "decimal", "number"})
_QUANTITIES = ("quantity", "qty", "covers")
_PRICES = ("unit_price", "price_each", "price_per_head", "price")
_CHARGES = ("fee", "charge", "hire_fee", "price")
_OWN_PRICES = ("price", "unit_price", "list_price", "sale_price")
_BOUGHT = ("purchase_price", "cost_price", "buying_price", "wholesale_price", "supplier_price", "unit_cost")
_LINES = ("line_total", "line_amount")
_TOTALS = (
    "total total_amount grand_total order_total total_price amount_total invoice_total contract_total".split()
)
_ADDED = ("tax", "vat", "tax_amount", "shipping", "shipping_cost", "shipping_fee", "delivery_fee")
_HANDED_OVER = "paid amount_paid paid_amount total_paid paid_total deposit deposit_paid prepaid".split()
_LEFT = (
    "outstanding", "outstanding_amount", "balance_due", "balance", "amount_due", "open_amount", "remaining", "remaining_amount", "left_to_pay",
)  # fmt: skip
_PARTS_OF_TOTAL = frozenset("fees expenses disbursements labour labor materials".split())
_BY_THE_HOUR = (("hours", "hours_worked", "duration_hours"), ("rate", "hourly_rate", "rate_per_hour"))
_TAKEN_OFF = ("discount", "discount_amount")
_BASES = ("subtotal", "net_amount", "net", "amount")  # what a total without lines begins with
_PRICED = ("list_price", "base_price", "full_price", "price")  # and those that something is taken off
_TAXES = ("tax", "vat", "tax_amount", "vat_amount")
_AMOUNTS = ("amount", "net_amount", "net", "line_sum")
_PAID = ("paid_total", "total_paid", "amount_paid")
_PERCENT = words_in("percent percentage pct")
_RATES = ("tax_rate", "vat_rate", "tax_percent", "vat_percent")
_GROSS, _NET = ("gross", "gross_amount"), ("net", "net_amount")
_KEPT_BACK = (
    "commission commission_amount fee fees platform_fee service_fee processing_fee deductions".split()
)
_NO_COSTS = frozenset("unit estimated expected planned average avg total max min daily hourly".split())
_HOW_MANY = frozenset("count number no num of total current currently".split())
_SHARES = frozenset({"refund"})  # of what a thing comes to; payments are parts that come to it
_ACCOUNTS = ("iban", "bic")  # to which who is paid is paid
_CLASSES = words_in(
    "type class category tariff plan product variant article item tier model grade room vehicle car listing ticket"
)
_CLASS_PRICES = words_in("price fare")
_CLASS_RATES = words_in(
    "daily_rate nightly_rate day_rate rate_per_day rate_per_night price_per_day price_per_night"
)
_NOT = words_in("extra total old former list cost purchase added")
_SIXTEENTHS = 16  # parts of a price by which one of a class differs, at most


class Totals:
    """The formulas that names of fields imply: a total is the sum of its lines, a line's its number times its price.

    formulas: all that were implied so far. counted: by entity and field, the relationship whose things in some states it counts, the
    field of the state, and the words of those states.
    """

    def __init__(self, names: Names) -> None:
        self.names = names
        self.formulas: set[str] = set()
        self.counted: dict[tuple[str, str], tuple[str, str, frozenset[str]]] = {}
        self._above: defaultdict[str, list[Relationship]] = defaultdict(list)
        self._below: defaultdict[str, list[Relationship]] = defaultdict(list)
        self._many: defaultdict[str, list[Relationship]] = defaultdict(list)
        self._generals: defaultdict[str, list[str]] = defaultdict(list)
        for link in names.relationships.values():
            if link.kind in ("one-to-many", "one-to-one") and link.to.entity != link.from_.entity:
                self._above[link.to.entity].append(link)
                self._below[link.from_.entity].append(link)
            elif link.kind == "many-to-many":
                self._many[link.from_.entity].append(link)
            elif link.kind == "is-a":
                self._generals[link.to.entity].append(link.from_.entity)

    def implied(self, entity: str, fields: Iterable[Field]) -> list[Field]:
        """The fields, those with an implied formula as computed ones."""
        fields = list(fields)
        english = in_english(field.name for field in fields)
        formulas = self._formulas(
            entity,
            [msgspec.structs.replace(field, name=english.get(field.name, field.name)) for field in fields],
        )
        formulas = _as_named(formulas, english)
        implied = [_computed(each, formulas[each.name]) if each.name in formulas else each for each in fields]
        self.formulas.update(
            given(field.computed, Computed(formula="")).formula for field in implied if field.name in formulas
        )
        return implied

    def _formulas(self, entity: str, fields: list[Field]) -> dict[str, str]:
        names = [field.name for field in fields if field.type in _NUMBERS and not given(field.enum, [])]
        plain = [field.name for field in fields if field.name in names and not stated(field.computed)]
        formulas = (
            self._latest(entity, fields)
            | self._counts(entity, fields)
            | self._from_the_parent(entity, fields)
            | _between_parts(fields, names, plain)
        )
        own = _line(names)
        formulas |= _of_line(own, fields, names, plain) if own else {}
        lines = self._sum_of_lines(entity, fields)
        taxed = _tax(fields, names, plain, lines)
        formulas = taxed | self._paid(entity, fields) | formulas
        formulas |= _of_a_sum(fields, names, plain, formulas, lines)
        formulas |= _left_to_pay(fields, names, plain)
        if not lines:
            return formulas
        free = [field.name for field in fields if field.name in plain and _is_free(field)]
        nets = [name for name in ("net_amount", "net") if name in free and name not in formulas]
        sums = [name for name in ("subtotal",) if name in plain] + nets
        formulas |= dict.fromkeys(sums[:1], lines)
        total = next((name for name in plain if name in _TOTALS), None)
        if total is not None and len(_costs(names)) < 2:  # else the lines are one of them
            base = sums[0] if sums else "subtotal" if "subtotal" in names else lines
            formulas[total] = f"{base}{_extras(names)}"
        return formulas

    def _latest(self, entity: str, fields: list[Field]) -> dict[str, str]:
        """What a thing says of the last of what belongs to it: its last result is that of its last inspection."""
        formulas: dict[str, str] = {}
        for field in fields:
            head, _, name = snake(field.name).partition("_")
            if (
                head not in ("last", "latest")
                or stated(field.computed)
                or stated(field.example)
                or field.unique is True
            ):
                continue
            for link in self._below[entity]:
                own = next((each for each in self._children(link) if snake(each.name) == name), None)
                if link.kind == "one-to-many" and own is not None and own.type == field.type:
                    formulas.setdefault(field.name, f"last({self.names.end(link, 'from')}.{own.name})")
        return formulas

    def _counts(self, entity: str, fields: list[Field]) -> dict[str, str]:
        """What says how many of what belongs to a thing are in a state: open_invoice_count."""
        formulas: dict[str, str] = {}
        states = {
            link.name: (link, state)
            for link in self._below[entity]
            if link.kind == "one-to-many"
            and (state := next((each for each in self._children(link) if is_state(each)), None)) is not None
        }
        free = (
            [field for field in fields if field.type in ("int", "long") and _is_free(field)] if states else []
        )
        for field in free:
            words = frozenset(map(singular, snake(field.name).split("_"))) - _HOW_MANY
            for link, state in states.values():
                asked = words - frozenset(singular(snake(link.to.entity)).split("_"))
                options = [snake(str(option)).split("_") for option in given(state.enum, [])]
                if 0 < len(asked) < len(words) and asked <= {"open"}.union(*options):
                    self.counted[entity, field.name] = (link.name, state.name, asked)
                    formulas[field.name] = f"count({self.names.end(link, 'from')})"
        return formulas

    def count_of(
        self,
        world: SampleData,
        owner: Thing | Link,
        path: tuple[str, ...],
        of: Callable[[Thing], dict[str, Any]],
    ) -> int | None:
        """How many of what belongs to a thing are in the states that a field counts; None of other fields."""
        counted = self.counted.get((owner.entity, path[0])) if isinstance(owner, Thing) else None
        if counted is None or not isinstance(owner, Thing):
            return None
        link, state, words = counted
        below = (of(pair.target) for pair in world.links(link, "from", owner))
        return sum(_is_counted(record.get(state), words) for record in below)

    def _from_the_parent(self, entity: str, fields: list[Field]) -> dict[str, str]:
        """What follows from what a thing belongs to: a refund is a part of the order's total, and a payout goes to
        the account of who is paid."""
        formulas: dict[str, str] = {}
        is_share = not _SHARES.isdisjoint(snake(entity).split("_"))
        own = {field.name: field for field in fields if _is_free(field)}
        rate = next((name for name in ("rate", "hourly_rate") if name in own), None)
        if rate is not None and "hours" in own:
            workers = (link for link in self._above[entity] if is_person(link.from_.entity))
            for link in workers:
                if "hourly_rate" in _numbers(self.names.entities[link.from_.entity].own_fields):
                    formulas[rate] = f"{self.names.end(link, 'to')}.hourly_rate"
        if not is_share and own.keys().isdisjoint(_ACCOUNTS):
            return formulas
        for link in self._above[entity]:
            above = {field.name: field for field in self.names.entities[link.from_.entity].own_fields}
            end = self.names.end(link, "to")
            for name in _ACCOUNTS:
                if {name} <= own.keys() & above.keys() and own[name].type == above[name].type == "string":
                    formulas.setdefault(name, f"{end}.{name}")
            totals = [
                name
                for name in _TOTALS
                if name in _numbers(above.values()) and not stated(above[name].computed)
            ]
            if is_share and totals and "amount" in own and own["amount"].type in _MONEY:
                many = f"(count({end}.{self.names.end(link, 'from')}) + {int('refund' in snake(entity))})"
                cents = f"round(100 * {end}.{totals[0]} / {many} - 0.49)"  # down: all parts are no more than the whole
                formulas.setdefault("amount", f"round({cents} / 100, 2)")
        return formulas

    def _paid(self, entity: str, fields: list[Field]) -> dict[str, str]:
        """What has been paid on a thing is the sum of its payments."""
        paid = [
            field.name for field in fields if field.name in _PAID and field.type in _MONEY and _is_free(field)
        ]
        for link in self._below[entity] if paid else ():
            is_payment = "payment" in snake(link.to.entity).split("_") and link.kind == "one-to-many"
            if is_payment and "amount" in _numbers(self._children(link)):
                return {paid[0]: f"sum({self.names.end(link, 'from')}.amount)"}
        return {}

    def _sum_of_lines(self, entity: str, fields: list[Field]) -> str:
        """The sum of number times price over the first array or the first children that have both; "" where none do."""
        for field in fields:
            line = _line(_numbers(elements_of(field)))
            if line:
                return _summed(field.name, line)
        for link in self._below[entity]:
            if link.kind == "one-to-many":
                line = _line(_numbers(self._children(link)))
                if line:
                    return _summed(self.names.end(link, "from"), line)
        return " + ".join(self._sums_of_links(entity))

    def _sums_of_links(self, entity: str) -> Iterable[str]:
        """What each of the things costs that a thing is linked to: rooms, and menus for so many."""
        for link in (link for each in (entity, *self._generals[entity]) for link in self._many[each]):
            names, end = _numbers(given(link.link_fields, [])), self.names.end(link, "from")
            own, charge = _line(names), next((name for name in _CHARGES if name in names), None)
            if own or charge:
                yield _summed(end, own) if own else f"sum({end}.{charge})"

    def _children(self, link: Relationship) -> list[Field]:
        return self.names.entities[link.to.entity].own_fields


def _is_counted(state: Any, words: frozenset[str]) -> bool:
    """Whether a thing in a state is one of those that are counted: open is what is neither over nor paid."""
    now = frozenset(snake(str(state)).split("_"))
    return not (is_over(str(state)) or now & SETTLED) if "open" in words - now else words <= now


def _as_named(formulas: dict[str, str], english: Mapping[str, str]) -> dict[str, str]:
    """The formulas with the names that the fields have themselves: brutto, unitPrice."""
    own = {meaning: name for name, meaning in english.items()}
    return {
        own.get(name, name): _NAME.sub(lambda word: own.get(word[0], word[0]), formula)
        for name, formula in formulas.items()
    }


_NAME = re.compile(r"(?<![.\w])[^\W\d]\w*(?![\w.(])")


def _of_a_sum(
    fields: list[Field], names: list[str], plain: list[str], formulas: dict[str, str], lines: str
) -> dict[str, str]:
    """What follows from a total that is worked out."""
    total = next((name for name in _TOTALS if name in names), None)
    is_sum = total is not None and (bool(lines) or total in formulas or total not in plain)
    free = [
        field.name for field in fields if field.type in _MONEY and _is_free(field) and field.name != total
    ]
    return implied_of_total(total if is_sum else None, [name for name in free if name not in formulas])


def _is_free(field: Field, number: int = 0) -> bool:
    """Whether nothing that the designer said tells a field's value. number: of its thing, the first of which keeps examples."""
    is_example = stated(field.example) and number == 0
    return not (stated(field.computed) or is_example or given(field.enum, []) or field.unique is True)


def lines_come_to(record: dict[str, Any], fields: Iterable[Field]) -> None:
    """Let each line of an array come to its number times its price."""
    for field in fields:
        listed = record.get(field.name)
        if not isinstance(listed, list) or stated(field.example):
            continue
        within = elements_of(field)
        names = _numbers(within)
        line = _line(names)
        plain_names = [inner.name for inner in within if inner.name in names and not stated(inner.computed)]
        product = next(iter(_of_line(line, within, names, plain_names)), None) if line else None
        if line is None or product is None:
            continue
        for element in listed:
            number, price = (plain(element.get(name)) for name in line)
            if number is not None and price is not None and element.get(product) is not None:
                element[product] = like(element[product], round(number * price, 2))


def _extras(names: list[str]) -> str:
    """What comes to a sum and what goes off it."""
    added = "".join(f" + {name}" for name in _ADDED if name in names)
    return added + "".join(f" - {name}" for name in _TAKEN_OFF if name in names)


def _between_parts(fields: list[Field], names: list[str], plain: list[str]) -> dict[str, str]:
    """Amounts of one thing that are the sum of others beside them: net is gross without what is kept back."""
    by_name = {field.name: field for field in fields}
    free = [name for name in plain if by_name[name].type in _MONEY and _is_free(by_name[name])]
    formulas: dict[str, str] = {}
    gross = next((name for name in _GROSS if name in names), None)
    net = next((name for name in _NET if name in names), None)
    if gross and net:
        kept = [name for name in _KEPT_BACK if name in names]
        taxes = [name for name in _TAXES if name in names]
        if kept and net in free:
            formulas[net] = " - ".join([gross, *kept])
        elif not kept and taxes and gross in free:
            formulas[gross] = f"{net} + {taxes[0]}"
    priced = _PRICED if any(name in names for name in _TAKEN_OFF) and not _line(names) else ()
    base = next((name for name in (*_BASES, *priced) if name in names), "")
    costs = _costs(names)
    begun = base or (" + ".join(costs) if len(costs) > 1 else "")
    total = next((name for name in free if name in (*_TOTALS, "total_cost") and name != base), None)
    if total and begun and (_extras(names) or not base):
        formulas[total] = f"{begun}{_extras(names)}"
    return formulas


def _left_to_pay(fields: list[Field], names: list[str], plain: list[str]) -> dict[str, str]:
    """What is left of a total without what has been paid of it."""
    total = next((name for name in _TOTALS if name in names), None)
    paid = next((name for name in _HANDED_OVER if name in names), None)
    free = {field.name for field in fields if field.type in _MONEY and _is_free(field)}
    left = next((name for name in _LEFT if name in plain and name in free), None)
    return {left: f"{total} - {paid}"} if total and paid and left else {}


def _costs(names: list[str]) -> list[str]:
    """The costs that make up a total."""
    costs = [
        name for name in names if name in _PARTS_OF_TOTAL or (name.endswith("_cost") and name not in _ADDED)
    ]
    return [name for name in costs if _NO_COSTS.isdisjoint(name.split("_"))]


def _of_line(own: tuple[str, str], fields: list[Field], names: list[str], plain: list[str]) -> dict[str, str]:
    """What a line comes to: its number times its price, and what is added to it."""
    by_name = {field.name: field for field in fields}
    product = " * ".join(own)
    formulas = {name: product for name in plain if name in _LINES}
    free = [name for name in plain if by_name[name].type in _MONEY and _is_free(by_name[name])]
    amount = next((name for name in free if name in _AMOUNTS), None)
    total = next((name for name in free if name in _TOTALS), None)
    if amount is not None:
        formulas[amount] = product
    elif total is not None and not any(name in names for name in _LINES):
        formulas[total] = f"{product}{_extras(names)}"
    return formulas


def _tax(fields: list[Field], names: list[str], plain: list[str], lines: str) -> dict[str, str]:
    """The tax on what a thing comes to, at its own rate where it has one; of a total that it is not added to, a part
    of that. lines: the sum of its lines, "" where it has none."""
    by_name = {field.name: field for field in fields}
    free = [name for name in plain if by_name[name].type in _MONEY and _is_free(by_name[name])]
    tax = next((name for name in free if name in _TAXES), None)
    base = next((name for name in (*_BASES, *_LINES) if name in names), None)
    total = next((name for name in _TOTALS if name in names and name not in _BASES), None)
    costs = _costs(names)
    base = base or lines or (f"({' + '.join(costs)})" if len(costs) > 1 else total)
    if tax is None or base is None or base == tax:
        return {}
    rate = next((name for name in _RATES if name in names and by_name[name].type in _NUMBERS), None)
    return {tax: f"round({base} * {rate} / 100, 2)" if rate else f"round({base} / 5, 2)"}


def _numbers(fields: Iterable[Field]) -> list[str]:
    return [field.name for field in fields if field.type in _NUMBERS and not stated(field.until_version)]


def _line(names: list[str]) -> tuple[str, str] | None:
    """The number and the price of a line: litres by litre_price, where no other two tell."""
    for row in ((_QUANTITIES, _PRICES), _BY_THE_HOUR):
        quantity, price = (next((name for name in part if name in names), None) for part in row)
        if quantity and price:
            return quantity, price
    units = [(name, singular(name)) for name in names]
    priced = ((name, price) for name, unit in units for price in (f"price_per_{unit}", f"{unit}_price"))
    return next(((name, price) for name, price in priced if price in names), None)


def _summed(end: str, line: tuple[str, str]) -> str:
    return f"sum({end}.{line[0]} * {end}.{line[1]})"


def _computed(field: Field, formula: str) -> Field:
    """The field with a formula; of money to the cent."""
    if field.type in _MONEY and " * " in formula and not formula.startswith("round("):
        formula = f"round({formula}, 2)"
    return msgspec.structs.replace(field, computed=Computed(formula=formula))


def priced_like_its_class(
    world: SampleData,
    thing: Thing,
    record: dict[str, Any],
    fields: Sequence[Field],
    record_of: Callable[[Thing], dict[str, Any]],
) -> dict[str, Any]:
    """The record with its prices near those of the class that it belongs to; the same one where it has none. A class
    without a price of its own has a usual one."""
    prices = [field for field in fields if _is_price(field) and plain(record.get(field.name)) is not None]
    above = _class_of(world, thing) if prices else None
    if above is None:
        return record
    of_class = world.fields(above.entity)
    priced = next((name for name in map(_name, of_class) if _is_named(name)), None)
    usual = plain(record_of(above).get(priced)) if priced is not None else None
    changed = dict(record)
    for field in prices:
        number = usual if usual is not None else _usual(thing.entity, field, above)
        if number is None:
            continue
        if priced is None:  # days differ a little
            number += number * between(-1, 1, "price", thing.number, thing.entity) / _SIXTEENTHS
        number = round(number, 2) if number < 20 else round(number * 2) / 2
        if is_within(number, given(field.minimum, None), given(field.maximum, None)):
            changed[field.name] = like(record[field.name], number)
    return changed


def priced_as_its_end(
    record: dict[str, Any], fields: Iterable[Field], ends: Iterable[Mapping[str, Any]], row: int, number: int
) -> None:
    """Let a link say the price of the thing that it leads to, and be cheaper where it says for what that is bought. number: of the
    link, the first of which keeps examples."""
    prices = [price for end in ends for name in _OWN_PRICES if (price := plain(end.get(name))) is not None]
    for field in fields:
        name = snake(field.name)
        if (
            not prices
            or field.type not in _MONEY
            or not _is_free(field, number)
            or plain(record.get(field.name)) is None
        ):
            continue
        share = 1 if name in _PRICES else max(0.4, 0.6 - row / 25) if name in _BOUGHT else 0
        price = round(prices[0] * share, 2)
        if share and is_within(price, given(field.minimum, None), given(field.maximum, None)):
            record[field.name] = like(record[field.name], price)


def _name(field: Field) -> str:
    return field.name


def _is_price(field: Field) -> bool:
    return field.type in _MONEY and _is_free(field) and _is_named(field.name)


def _is_named(name: str) -> bool:
    """Whether a name says that this is what one of a class costs."""
    words = snake(name).split("_")
    return _NOT.isdisjoint(words) and (snake(name) in _CLASS_RATES or bool(_CLASS_PRICES.intersection(words)))


def _class_of(world: SampleData, thing: Thing) -> Thing | None:
    """The class that a thing belongs to, the nearest first: that of a reservation's tariff before its vehicle's."""
    for link in world.leading_to(thing.entity):
        if singular(snake(link.from_.entity)).rpartition("_")[2] in _CLASSES:
            for pair in world.links(link.name, "to", thing)[:1]:
                return pair.source
    return None


def _usual(entity: str, field: Field, above: Thing) -> float | None:
    """What one of a class costs that has no price itself: dearer from one class to the next."""
    measure = measure_of(entity, field.name)
    if measure is None:
        return None
    return measure.low + (measure.high - measure.low) * (1 + above.number % 4) / 5
