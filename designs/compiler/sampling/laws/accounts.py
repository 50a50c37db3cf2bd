"""Amounts of one thing that bound one another, and balances that run from one entry of an account to the next."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...content_cache import of_a_short_text
from ...model.conceptual import Computed, Field, given, stated
from ...model.formulas import parse, paths_of, shares
from ...model.values import plain, typed
from ..languages import snake
from ..values.numbers import is_tax_rate
from ..values.pools import words_in
from ..values.states import CALLED_OFF, PARTLY, SETTLED
from ..world import Thing
from ..world.lives import PAYMENTS, is_of
from ..world.sample_data import SampleData
from . import is_free
from .bounds import is_loose, put

AFTER = tuple("balance_after running_balance new_balance closing_balance stock_after quantity_after".split())
_NUMBERS = frozenset({"int", "long", "double", "decimal", "number"})
_MONEY = frozenset({"double", "decimal", "number"})
_NO_MONEY = words_in("percent percentage pct rate count number days hours minutes")
# What is asked for, what of it is granted, and what of that is paid: each no more than the one before.
_ASKED = words_in("billed charged claimed requested invoiced due total amount price fee premium")
_GRANTED = words_in("allowed approved accepted granted agreed")
PAID = words_in("paid settled")
_PARTS = words_in("deposit prepayment downpayment discount allowance rebate refunded")
_DEPOSITS = words_in("deposit prepayment downpayment allowance")
_BEGUN_WITH = tuple(
    "initial_amount original_amount initial_balance opening_amount face_value loan_amount principal".split()
)
_LEFT = tuple(
    "balance remaining remaining_amount remaining_balance outstanding outstanding_amount amount_left".split()
)
_OWN_SHARES = "patient_share patient_responsibility own_share copay co_payment customer_share".split()
_LEAST = 0.4  # of what is asked for, as a rule
_FREE_WORDS = words_in("amount total sum value of quoted estimated offered full")
# What payments are for, the first that a thing has.
_WHOLES = (
    "total", "total_amount", "grand_total", "order_total", "total_price", "amount_total", "invoice_total", "total_due", "amount_due",
    "contract_total", "contract_value", "agreed_price", "total_cost", "gross", "gross_amount", "rent", "monthly_fee", "premium", "fee", "price", "amount", "net_amount", "net",
)  # fmt: skip
_OWED = words_in(
    "open unpaid pending overdue dunned reminded waived draft sent due submitted denied rejected cancelled void voided new"
)

_TYPES = words_in("type kind reason direction movement method")
GIVEN_BACK = words_in("refund refunded chargeback reversal")


def bounded(record: dict[str, Any], fields: Sequence[Field], number: int) -> None:
    """Let no more be granted than is asked for, nothing more be paid than that, and a deposit be a part of the price. What a
    state calls open is not paid. Of what an account begins with no more is left."""
    money = {
        field.name: field
        for field in fields
        if field.type in _MONEY
        and plain(record.get(field.name)) is not None
        and _NO_MONEY.isdisjoint(snake(field.name).split("_"))
    }
    begun = next((name for name in _BEGUN_WITH if name in money), None)
    left = next((name for name in _LEFT if name in money and is_free(money[name])), None)
    if begun is not None and left is not None:
        _cap(record, money[left], plain(record[begun]) or 0, 0.6)
    _granted(record, money, fields, number)


def _granted(
    record: dict[str, Any], money: Mapping[str, Field], fields: Sequence[Field], number: int
) -> None:
    """The same of what is asked for, granted and paid."""
    asked = _first(money, _ASKED, _GRANTED | PAID | _PARTS)
    if asked is None:
        return
    granted = _first(money, _GRANTED)
    whole = plain(record[asked]) or 0
    if granted is not None and is_free(money[granted]):
        is_small = (plain(record[granted]) or 0) < whole * _LEAST
        put(record, money[granted], round(whole * 0.8, 2)) if is_small else _cap(
            record, money[granted], whole, 0.8
        )
    most = whole if granted is None else plain(record[granted]) or 0
    paid = _first(money, PAID)
    if paid is not None and is_loose(money[paid], number):
        is_settled, is_owed = says_paid(record, fields)
        share = 1 if is_settled else 0 if is_owed and number != 0 else 0.5
        put(record, money[paid], round(most * share, 2))
    rest = next((name for name in _OWN_SHARES if name in money and is_free(money[name])), None)
    if rest is not None:
        put(record, money[rest], round(most - (plain(record[paid]) or 0) if paid else most / 5, 2))
    for name, field in money.items():
        if not _PARTS.isdisjoint(snake(name).replace("down_payment", "downpayment").split("_")) and is_free(
            field
        ):
            _cap(record, field, whole, 0.2)


def paid_in_parts(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], record_of: Callable[[Thing], dict[str, Any]],
    value_at: Callable[[Thing, Sequence[str]], Any], look: Callable[[Thing, str], Any],
) -> dict[str, Any]:  # fmt: skip
    """The record of a payment with its part of what it is paid for; the same one of what is no payment."""
    if amount_of(fields) is None and not is_of(thing.entity, PAYMENTS):
        return record
    from .between.receipts import paid_for  # few designs have payments

    return paid_for(world, thing, record, fields, record_of, value_at, look)


def paid_at_once(above: Sequence[Field], fields: Sequence[Field], payments: str) -> bool:
    """Whether the designer's example of a payment is all that is to be paid for the example of a thing."""
    amount, name = amount_of(fields), whole_of(above, payments)
    whole = next((field for field in above if field.name == name), None)
    if amount is None or whole is None or not (stated(amount.example) and stated(whole.example)):
        return False
    paid, asked = (plain(typed(field.example, (field.type,))) for field in (amount, whole))
    return paid is not None and asked is not None and paid >= asked


def amount_of(fields: Sequence[Field]) -> Field | None:
    """What a payment says that is paid, where nothing works that out."""
    amounts = (field for field in fields if field.name == "amount" and field.type in _MONEY)
    return next((field for field in amounts if not stated(field.computed) and field.unique is not True), None)


def whole_of(fields: Sequence[Field], payments: str) -> str | None:
    """The amount that payments are for; none that they come to themselves."""
    formulas = {field.name: given(field.computed, Computed(formula="")).formula for field in fields}
    sums = {name for name, formula in formulas.items() if formula.startswith(f"sum({payments}.")}
    for formula in formulas.values() if sums else ():
        before, _, paid = formula.partition(" - ")
        if paid in sums and formulas.get(before) == "":
            return before  # of which a formula takes what is paid
    numbers = {
        frozenset(snake(field.name).split("_")): field.name for field in fields if field.type in _NUMBERS
    }
    wholes = (numbers.get(frozenset(name.split("_"))) for name in _WHOLES)  # price_total is total_price
    whole = next((name for name in wholes if name and payments not in formulas[name]), None)
    return _with_all_taken_off(whole, formulas)


def _with_all_taken_off(whole: str | None, formulas: Mapping[str, str]) -> str | None:
    """What is left of an amount, or what it comes to, by formulas that take a share off it or add one: net * (1 + tax_rate)."""
    results = (
        name
        for name, formula in formulas.items()
        if (parsed := parse(formula)) is not None and whole in paths_of(parsed) and any(shares(parsed))
    )
    after = next(results, None)
    return whole if after is None else _with_all_taken_off(after, {**formulas, after: ""})


def in_shares(whole: float, count: int, first_part: float | None, owes: bool) -> list[float]:
    """The whole in so many parts, to the cent: first_part is the first of them. owes: with one missing. Fewer where nothing is left."""
    if first_part is not None:
        rest = round(whole - first_part, 2)
        return [first_part, *(in_shares(rest, count - 1, None, owes) if rest > 0 and count > 1 else [])]
    cents, many = round(whole * 100), count + owes
    part = cents // many
    return [part / 100] * (count - 1) + [(cents - part * (many - 1)) / 100]


def instalments_come_to(record: dict[str, Any], fields: Sequence[Field], number: int) -> None:
    """Let a list of payments come to what its thing costs, and to less where that is owed. A first payment that the designer
    gives an example of stays, and those for which nothing is left go."""
    for field in fields:
        listed, item = record.get(field.name), given(field.items, None)
        if not (isinstance(listed, list) and listed) or item is None:
            continue
        if stated(field.example) or not is_of(field.name, PAYMENTS):
            continue
        amount, name = amount_of(given(item.fields, [])), whole_of(fields, field.name)
        whole = plain(record.get(name)) if name else None
        if amount is None or whole is None or whole <= 0:
            continue
        first_part = plain(listed[0].get("amount")) if number == 0 and stated(amount.example) else None
        parts = in_shares(whole, len(listed), first_part, says_paid(record, fields)[1])
        record[field.name] = listed[: len(parts)]
        for element, part in zip(listed, parts, strict=False):
            if "amount" in element:
                put(element, amount, part)


def _first(
    money: Mapping[str, Field], words: frozenset[str], others: frozenset[str] = frozenset()
) -> str | None:
    """The first amount whose name is made of such words and of those that say that it is an amount."""
    for name in money:
        own = frozenset(snake(name).split("_"))
        if own & words and not own & others and own <= words | _FREE_WORDS:
            return name
    return None


def says_paid(record: Mapping[str, Any], fields: Sequence[Field]) -> tuple[bool, bool]:
    """Whether a state says that all is paid, and whether it says that nothing is."""
    states = (
        frozenset(snake(value).split("_"))
        for field in fields
        if not {"state", "status"}.isdisjoint(snake(field.name).split("_"))
        and isinstance(value := record.get(field.name), str)
    )
    words: frozenset[str] = frozenset().union(*states)
    is_settled = words & (SETTLED | {"closed"}) and not words & (_OWED | PARTLY)
    return bool(is_settled), bool(words & (_OWED | CALLED_OFF))


def _cap(record: dict[str, Any], field: Field, whole: float, share: float) -> None:
    """A part of the whole, where the number is more than that."""
    if (plain(record[field.name]) or 0) > whole:
        put(record, field, round(whole * share, 2))


def implied_of_total(total: str | None, free: Sequence[str]) -> dict[str, str]:
    """What follows from what a thing comes to, itself a result: a deposit is a part of it, no less is handed over, and what
    is given back is the rest. free: the amounts that nothing else tells."""
    if total is None:
        return {}
    deposits = [name for name in free if not _DEPOSITS.isdisjoint(snake(name).split("_"))]
    formulas = dict.fromkeys(deposits, f"round({total} / 5, 2)")
    tendered = next((name for name in ("amount_tendered", "tendered", "cash_given") if name in free), None)
    back = next(
        (name for name in ("change_given", "change_due", "change_returned", "change") if name in free), None
    )
    if tendered is not None:
        formulas[tendered] = f"10 * round({total} / 10 + 0.4999)"
        formulas |= {back: f"{tendered} - {total}"} if back is not None else {}
    return formulas


@of_a_short_text(4096)
def is_type(name: str) -> bool:
    return not _TYPES.isdisjoint(snake(name).split("_"))


def running(
    world: SampleData,
    thing: Thing,
    record: dict[str, Any],
    fields: Sequence[Field],
    record_of: Callable[[Thing], dict[str, Any]],
) -> dict[str, Any]:
    """The record with its balance; the same one where nothing runs on."""
    if not any(field.name in AFTER for field in fields):
        return record
    from .between.balances import run_on

    return run_on(world, thing, record, fields, record_of)


# How many days' prices the price for a period is, as a rule, by the words of the two.
_PERIODS = {
    "hour": 0.2, "hourly": 0.2, "day": 1.0, "daily": 1.0, "weekend": 2.0, "week": 5.0, "weekly": 5.0, "month": 16.0,
    "monthly": 16.0, "quarter": 44.0, "year": 160.0, "yearly": 160.0, "annual": 160.0,
}  # fmt: skip
_CHARGED = words_in("rate price fee charge rent tariff hire")
_WORTH = {"purchase_price": 36, "purchase_cost": 36, "acquisition_cost": 36, "replacement_value": 45, "replacement_cost": 45,
          "insured_value": 40, "new_price": 45}  # fmt: skip
_CHARGES = ("line_total", "line_amount", "total", "amount", "subtotal")


def charged_by_period(record: dict[str, Any], fields: Sequence[Field]) -> None:
    """Let prices for an hour, a day and a week fit one another and what the thing is worth, and what so many days come to
    be that many times the price of one."""
    free = {field.name: field for field in fields if field.type in _NUMBERS and is_free(field)}
    rates = {
        name: days for name in free if (days := _days_charged(name)) and plain(record.get(name)) is not None
    }
    if not rates:
        return
    least = min(rates, key=lambda name: rates[name])
    for_a_day = (plain(record[least]) or 0) / rates[least]
    for name, days in rates.items():
        if name != least:
            put(record, free[name], _round_price(for_a_day * days))
    for name, days in _WORTH.items():
        worth = plain(record.get(name))
        if name in free and worth is not None and worth < 20 * for_a_day:
            put(record, free[name], _round_price(for_a_day * days))
    for name in rates:
        word = next(word for word in snake(name).split("_") if word in _PERIODS)
        count = next(
            (plain(record.get(many)) for many in (f"{word}s", f"number_of_{word}s") if many in record), None
        )
        total = next((each for each in _CHARGES if each in free and each in record), None)
        if count is not None and total is not None:
            put(record, free[total], round((plain(record[name]) or 0) * count, 2))


def _days_charged(name: str) -> float:
    """How many days' prices a price is, as its name tells; 0 of what is no price for a period."""
    words = snake(name).split("_")
    if _CHARGED.isdisjoint(words) or not _NO_MONEY.difference(("rate",)).isdisjoint(words):
        return 0
    return next((_PERIODS[word] for word in words if word in _PERIODS), 0)


def _round_price(price: float) -> float:
    """A price as people set one: large ones in fives or fifties."""
    step = 0.5 if price < 20 else 5 if price < 1000 else 50
    return round(price / step) * step


def charged_as_its_end(
    record: dict[str, Any], fields: Sequence[Field], ends: Sequence[Mapping[str, Any]]
) -> None:
    """Let a link have the price for a period that what it links to has."""
    for field in fields:
        price = next((each[field.name] for each in ends if plain(each.get(field.name)) is not None), None)
        if field.type in _NUMBERS and is_free(field) and _days_charged(field.name) and price is not None:
            put(record, field, plain(price) or 0)
    charged_by_period(record, fields)


# What is counted in two parts is counted whole beside them.
_HALVES = (
    words_in("good passed sold booked used present won occupied ok accepted"),
    words_in(
        "spoiled failed rejected unsold available free unused absent lost empty defective bad scrap returned"
    ),
)
_WHOLE = words_in("total all overall")


def sums_of_halves(record: dict[str, Any], fields: Sequence[Field]) -> None:
    """Let what is good and what is spoiled come to the total beside them, and what is with tax be more than without."""
    free = {field.name: field for field in fields if field.type in _NUMBERS and is_free(field)}
    for name, field in free.items():
        words = frozenset(snake(name).split("_"))
        halves = [_called(free, words - _WHOLE, half) for half in _HALVES] if words & _WHOLE else []
        if len(halves) == 2 and all(halves):
            put(record, field, sum(plain(record.get(half)) or 0 for half in halves))
        left = _left_of(record, name)
        if left is not None and left > (plain(record[name]) or 0):
            put(record, field, math.ceil(left / 10) * 10)
        net = plain(record.get(name.replace("gross", "net"))) if "gross" in words else None
        if net is not None and not words & _WEIGHED:
            rates = (plain(record.get(each)) for each in record if is_tax_rate(each))
            rate = next((rate for rate in rates if rate is not None), 20)
            put(record, field, round(net * (1 + (rate if rate < 1 else rate / 100)), 2))


_WEIGHED = words_in("kg g t tonnes weight lb lbs")


_CAME, _STILL = (
    words_in("received purchased produced bought delivered initial original"),
    ("on_hand", "remaining", "left", "in_stock"),
)


def _left_of(record: Mapping[str, Any], whole: str) -> float | None:
    """What is left of what a number says has come: on hand of received; None where nothing says it."""
    words = snake(whole).split("_")
    if _CAME.isdisjoint(words):
        return None
    rest = "_".join(word for word in words if word not in _CAME)
    named = {f"{rest}_{still}" for still in _STILL}
    numbers = (plain(value) for name, value in record.items() if snake(name) in named)
    return next((number for number in numbers if number is not None), None)


def _called(names: Mapping[str, Field], stem: frozenset[str], half: frozenset[str]) -> str:
    """The field that counts one half of what a stem names, "" for none."""
    for name in names:
        words = frozenset(snake(name).split("_"))
        if words - half == stem and words & half:
            return name
    return ""
