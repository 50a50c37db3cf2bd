"""Money of the sample world: one currency for all, and totals that are the sums of their lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec

from ...model.conceptual import Computed, Field, Model, Relationship, given, stated
from ...names.inflection import snake
from ...names.naming import Names

_NUMBERS = frozenset({"int", "long", "double", "decimal", "number"})
_MONEY = frozenset({"double", "decimal", "number"})
_OTHER = frozenset("from to base quote source target local foreign original".split())
_USUAL = "USD"  # where the sample addresses are
_QUANTITIES = ("quantity", "qty")
_PRICES = ("unit_price", "price_each", "price")
_LINES = ("line_total", "line_amount")
_TOTALS = (
    "total",
    "total_amount",
    "grand_total",
    "order_total",
    "total_price",
    "amount_total",
    "invoice_total",
)
_ADDED = ("tax", "vat", "tax_amount", "shipping", "shipping_cost", "shipping_fee", "delivery_fee")
_TAKEN_OFF = ("discount", "discount_amount")
_BASES = ("subtotal", "net_amount", "net", "amount")  # what a total without lines begins with
_TAXES = ("tax", "vat", "tax_amount", "vat_amount")
_GROSS, _NET = ("gross", "gross_amount"), ("net", "net_amount")
_KEPT_BACK = (
    "commission",
    "commission_amount",
    "fee",
    "fees",
    "platform_fee",
    "service_fee",
    "processing_fee",
    "deductions",
)
_NO_COSTS = frozenset("unit estimated expected planned average avg total max min daily hourly".split())
_SHARES = frozenset({"payment", "refund", "instalment", "installment"})  # of what a thing comes to
_ACCOUNTS = ("iban", "bic")  # to which who is paid is paid


def is_currency(field: Field) -> bool:
    """Whether a field says in which currency its thing's amounts are."""
    words = snake(field.name).split("_")
    named = "currency" in words and words[-1] in ("currency", "code")
    return field.type == "string" and named and field.unique is not True and _OTHER.isdisjoint(words)


def currency_of(model: Model) -> str | None:
    """The one currency of a design: an example's that every list of currencies has, else that of the addresses, else the
    first that all have; None where no field lists any or has an example, or the lists have none in common."""
    fields = [
        field for entity in model.entities if not _trades(entity.name) for field in _all(entity.own_fields)
    ]
    fields = [field for field in fields if is_currency(field)]
    examples = [field.example for field in fields if stated(field.example) and isinstance(field.example, str)]
    listed = [[*map(str, given(field.enum, []))] for field in fields if given(field.enum, [])]
    candidates = [*examples, *([_USUAL, *listed[0]] if listed else [])]
    return next((name for name in candidates if all(name in options for options in listed)), None)


def _trades(entity: str) -> bool:
    """Whether things of an entity are about several currencies: their rates, or they themselves."""
    words = snake(entity).split("_")
    return "currency" in words or "rate" in words or "exchange" in words


def in_currency(value: Any, fields: Iterable[Field], currency: str, entity: str) -> None:
    """Set the currency wherever a record names one, at any depth."""
    if _trades(entity) or not isinstance(value, dict):
        return
    for field in fields:
        inner = value.get(field.name)
        if inner is None:
            continue
        if is_currency(field):
            value[field.name] = currency
        elif isinstance(inner, dict):
            in_currency(inner, given(field.fields, []), currency, entity)
        elif isinstance(inner, list):
            for element in inner:
                in_currency(element, _of_elements(field), currency, entity)


def _of_elements(field: Field) -> list[Field]:
    item = given(field.items, None)
    return given(item.fields, []) if item is not None else []


def _all(fields: Iterable[Field]) -> Iterable[Field]:
    for field in fields:
        yield field
        yield from _all(given(field.fields, []))
        yield from _all(_of_elements(field))


class Totals:
    """The formulas that names of fields imply: a total is the sum of its lines, a line's its number times its price.

    formulas: all that were implied so far.
    """

    def __init__(self, names: Names) -> None:
        self.names = names
        self.formulas: set[str] = set()
        self._above: defaultdict[str, list[Relationship]] = defaultdict(list)
        self._below: defaultdict[str, list[Relationship]] = defaultdict(list)
        for link in names.relationships.values():
            if link.kind in ("one-to-many", "one-to-one") and link.to.entity != link.from_.entity:
                self._above[link.to.entity].append(link)
                self._below[link.from_.entity].append(link)

    def implied(self, entity: str, fields: Iterable[Field]) -> list[Field]:
        """The fields, those with an implied formula as computed ones."""
        fields = list(fields)
        formulas = self._formulas(entity, fields)
        self.formulas.update(formulas.values())
        return [
            _computed(field, formulas[field.name]) if field.name in formulas else field for field in fields
        ]

    def _formulas(self, entity: str, fields: list[Field]) -> dict[str, str]:
        names = [field.name for field in fields if field.type in _NUMBERS and not given(field.enum, [])]
        plain = [field.name for field in fields if field.name in names and not stated(field.computed)]
        formulas = self._from_the_parent(entity, fields) | _between_parts(fields, names, plain)
        own = _line(names)
        formulas |= {name: " * ".join(own) for name in plain if name in _LINES} if own else {}
        lines = self._sum_of_lines(entity, fields)
        if not lines:
            return formulas
        if "subtotal" in plain:
            formulas["subtotal"] = lines
        total = next((name for name in plain if name in _TOTALS), None)
        if total is not None:
            base = "subtotal" if "subtotal" in names else lines
            formulas[total] = f"{base}{_extras(names)}"
        return formulas

    def _from_the_parent(self, entity: str, fields: list[Field]) -> dict[str, str]:
        """What follows from what a thing belongs to: a payment is its part of the order's total, and a payout goes to
        the account of who is paid."""
        formulas: dict[str, str] = {}
        is_share = not _SHARES.isdisjoint(snake(entity).split("_"))
        own = {field.name: field for field in fields if _is_free(field)}
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

    def _sum_of_lines(self, entity: str, fields: list[Field]) -> str:
        """The sum of number times price over the first array or the first children that have both; "" where none do."""
        for field in fields:
            line = _line(_numbers(_of_elements(field)))
            if line:
                return _summed(field.name, line)
        for link in self._below[entity]:
            if link.kind == "one-to-many":
                line = _line(_numbers(self._children(link)))
                if line:
                    return _summed(self.names.end(link, "from"), line)
        return ""

    def _children(self, link: Relationship) -> list[Field]:
        return self.names.entities[link.to.entity].own_fields


def _is_free(field: Field) -> bool:
    """Whether nothing that the designer said tells a field's values."""
    return not (
        stated(field.computed) or stated(field.example) or given(field.enum, []) or field.unique is True
    )


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
    base = next((name for name in _BASES if name in names), "")
    costs = [name for name in names if name.endswith("_cost") and name not in _ADDED]
    costs = [name for name in costs if _NO_COSTS.isdisjoint(name.split("_"))]
    begun = base or (" + ".join(costs) if len(costs) > 1 else "")
    total = next((name for name in free if name in (*_TOTALS, "total_cost") and name != base), None)
    if total and begun and (_extras(names) or not base):
        formulas[total] = f"{begun}{_extras(names)}"
    return formulas


def _numbers(fields: Iterable[Field]) -> list[str]:
    return [field.name for field in fields if field.type in _NUMBERS and not stated(field.until_version)]


def _line(names: list[str]) -> tuple[str, str] | None:
    quantity = next((name for name in _QUANTITIES if name in names), None)
    price = next((name for name in _PRICES if name in names), None)
    return (quantity, price) if quantity and price else None


def _summed(end: str, line: tuple[str, str]) -> str:
    return f"sum({end}.{line[0]} * {end}.{line[1]})"


def _computed(field: Field, formula: str) -> Field:
    return msgspec.structs.replace(field, computed=Computed(formula=formula))
