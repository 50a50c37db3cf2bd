"""Formulas of computed fields: a small grammar over conceptual paths, and its arithmetic.

Numbers, paths, ``+ - * /``, parentheses and the functions of FUNCTIONS. Inside an aggregate the
path's array is the row: ``sum(items.price * items.quantity)``. What does not parse is prose.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from decimal import ROUND_HALF_EVEN, Context, Decimal
from itertools import permutations
from typing import Any

import msgspec
from bson.decimal128 import Decimal128

AGGREGATES = ("sum", "avg", "min", "max", "count", "first", "last")
FUNCTIONS = (*AGGREGATES, "round")
_CALCULATING = ("sum", "avg", "round")
_ARGUMENTS = {"count": (1, 1), "first": (1, 1), "last": (1, 1), "round": (1, 2)}
_TOKEN = re.compile(r"\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<path>[^\W\d]\w*(?:\.\w+)*)|(?P<sign>[-+*/(),]))")
_MOST_ARGUMENTS = 16
_OUT_OF_PLACE = {")": "a closing parenthesis has no opening one", ",": "a comma stands outside a function"}
_LONGEST = 2000  # characters
_MOST = 300  # tokens
_DEEPEST = 50  # parentheses
_EXACT = Context(prec=34, rounding=ROUND_HALF_EVEN)


class Number(msgspec.Struct, frozen=True):
    """A number as written."""

    value: Decimal


class PathRef(msgspec.Struct, frozen=True):
    """The value, or the values, that a conceptual path leads to."""

    path: str


class Binary(msgspec.Struct, frozen=True):
    """One of ``+ - * /`` between two expressions."""

    operator: str
    left: Expression
    right: Expression


class Call(msgspec.Struct, frozen=True):
    """A function of FUNCTIONS with its arguments."""

    name: str
    arguments: tuple[Expression, ...]


Expression = Number | PathRef | Binary | Call
Lookup = Callable[[str], Any]


class _Prose(Exception):
    """The text is no formula: why, as the end of a sentence."""


class _Misaligned(Exception):
    """Two paths lead through different arrays: there is no row."""


def parse(text: str) -> Expression | None:
    """The expression that a formula spells, None where it is prose."""
    try:
        return _parsed(text)
    except _Prose:
        return None


def why_unread(text: str) -> str:
    """Say why a text is no formula, as the end of a sentence; "" for a formula."""
    try:
        _parsed(text)
    except _Prose as why:
        return str(why)
    return ""


def _parsed(text: str) -> Expression:
    if len(text) > _LONGEST:
        raise _Prose(f"it is longer than {_LONGEST:,} characters")
    return _Parser(text).whole()


class _Parser:
    def __init__(self, text: str) -> None:
        self.tokens = list(_tokens(text))
        self.place = 0
        self.depth = 0

    def whole(self) -> Expression:
        if len(self.tokens) > _MOST:
            raise _Prose(f"it has more than {_MOST} parts")
        expression = self.sum()
        if self.place != len(self.tokens):
            raise _Prose(self.unexpected())
        return expression

    def unexpected(self) -> str:
        """Say what is wrong with the next token, where none or another one should be."""
        if self.place >= len(self.tokens):
            last = self.tokens[-1][1] if self.tokens else ""
            return f"it ends after {last}" if last else "it is empty"
        kind, text = self.tokens[self.place]
        if text in _OUT_OF_PLACE:
            return _OUT_OF_PLACE[text]
        if kind == "sign":
            return f"a value is missing before {text}"
        return f"an operator, such as + or *, is missing before {text}"

    def accept(self, *signs: str) -> str | None:
        if self.place < len(self.tokens) and self.tokens[self.place] in [("sign", sign) for sign in signs]:
            self.place += 1
            return self.tokens[self.place - 1][1]
        return None

    def expect(self, sign: str) -> None:
        if self.accept(sign) is None:
            raise _Prose(
                "a parenthesis isn't closed" if self.place >= len(self.tokens) else self.unexpected()
            )

    def sum(self) -> Expression:
        expression = self.product()
        while sign := self.accept("+", "-"):
            expression = Binary(sign, expression, self.product())
        return expression

    def product(self) -> Expression:
        expression = self.term()
        while sign := self.accept("*", "/"):
            expression = Binary(sign, expression, self.term())
        return expression

    def term(self) -> Expression:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise _Prose(f"its parentheses are nested more than {_DEEPEST} deep")
        if self.place >= len(self.tokens):
            raise _Prose(self.unexpected())
        expression = self.primary()
        self.depth -= 1
        return expression

    def primary(self) -> Expression:
        if self.accept("-"):
            return Binary("-", Number(Decimal(0)), self.term())
        if self.accept("("):
            inner = self.sum()
            self.expect(")")
            return inner
        kind, text = self.tokens[self.place]
        if kind == "sign":
            raise _Prose(f"a value is missing before {text}")
        self.place += 1
        if kind == "number":
            return Number(Decimal(text))
        return self.call(text) if self.accept("(") else PathRef(text)

    def call(self, name: str) -> Expression:
        arguments = [self.sum()]
        while self.accept(","):
            arguments.append(self.sum())
        self.expect(")")
        fewest, most = _ARGUMENTS.get(name, (1, _MOST_ARGUMENTS))
        if name not in FUNCTIONS:
            raise _Prose(f"{name} isn't a function")
        if not fewest <= len(arguments) <= most:
            raise _Prose(f"{name} takes {'one argument' if most == 1 else f'at most {most} arguments'}")
        return Call(name, tuple(arguments))


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    place, text = 0, text.rstrip()
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None or match.lastgroup is None:
            raise _Prose(f"{text[place:].lstrip()[:1]} isn't supported")
        yield match.lastgroup, match[match.lastgroup]
        place = match.end()


def paths_of(expression: Expression) -> tuple[str, ...]:
    """The conceptual paths that a formula reads, in order, without repeats."""
    return tuple(dict.fromkeys(_paths(expression)))


def _paths(expression: Expression) -> Iterator[str]:
    if isinstance(expression, PathRef):
        yield expression.path
    elif isinstance(expression, Binary):
        yield from _paths(expression.left)
        yield from _paths(expression.right)
    elif isinstance(expression, Call):
        for argument in expression.arguments:
            yield from _paths(argument)


def calculated(expression: Expression) -> tuple[str, ...]:
    """The paths whose values a formula adds, multiplies, averages or rounds, in order, without repeats."""
    return tuple(dict.fromkeys(_operands(expression, is_operand=False)))


def _operands(expression: Expression, *, is_operand: bool) -> Iterator[str]:
    if isinstance(expression, PathRef) and is_operand:
        yield expression.path
    elif isinstance(expression, Binary):
        yield from _operands(expression.left, is_operand=True)
        yield from _operands(expression.right, is_operand=True)
    elif isinstance(expression, Call):
        for argument in expression.arguments:
            yield from _operands(argument, is_operand=expression.name in _CALCULATING)


def written_out(expression: Expression, formulas: Mapping[str, Expression]) -> Expression:
    """The expression with the formulas of computed fields in the place of their paths."""
    if isinstance(expression, PathRef):
        return formulas.get(expression.path, expression)
    if isinstance(expression, Call):
        return Call(expression.name, tuple(written_out(each, formulas) for each in expression.arguments))
    if isinstance(expression, Binary):
        left, right = (written_out(side, formulas) for side in (expression.left, expression.right))
        return Binary(expression.operator, left, right)
    return expression


# --- shares ------------------------------------------------------------------------------------

_Factors = tuple[Decimal, list[Expression], list[Expression]]


def shares(expression: Expression, *, is_factor: bool = False) -> Iterator[tuple[str, int]]:
    """The paths that a formula adds to a whole or takes off it as shares of it, each with what that whole counts as: 1 in
    ``net * (1 + rate)`` and ``net - net * rate``, 100 in ``price * (1 - rebate / 100)``. is_factor: of a product."""
    if isinstance(expression, Call):
        for argument in expression.arguments:
            yield from shares(argument, is_factor=is_factor and expression.name == "round")
    elif isinstance(expression, Binary) and expression.operator in "*/":
        for side, other in ((expression.left, expression.right), (expression.right, expression.left)):
            yield from shares(side, is_factor=is_factor or any(_factors(other)[1:]))
    elif isinstance(expression, Binary):
        terms = list(_terms(expression))
        for term in terms:
            yield from shares(term)
        for whole, part in permutations(map(_factors, terms), 2):
            if whole[1] or is_factor:
                yield from _share_of(whole, part)


def multiplied(expression: Expression) -> Iterator[tuple[str, int]]:
    """The paths that a formula multiplies by others, each with the whole that it counts in if it is a share: 100 where the
    product is divided by a hundred, else 1."""
    constant, above, _ = _factors(expression)
    for each in above:
        if isinstance(each, PathRef) and len(above) > 1:
            yield each.path, 100 if constant <= Decimal("0.01") else 1
    inner = expression.arguments if isinstance(expression, Call) else ()
    for part in (*inner, *(above if len(above) > 1 else ()), *_terms(expression)):
        if part != expression:
            yield from multiplied(part)


def _share_of(whole: _Factors, part: _Factors) -> Iterator[tuple[str, int]]:
    """What a product has beside all factors of another one, where that is a single path or a sum of paths."""
    rest = list(part[1])
    for factor in whole[1]:
        if factor not in rest:
            return
        rest.remove(factor)
    size = whole[0] / part[0] if part[0] else 0
    if len(rest) == 1 and whole[2] == part[2] and size in (1, 100):
        yield from ((each.path, int(size)) for each in _terms(rest[0]) if isinstance(each, PathRef))


def _terms(expression: Expression) -> Iterator[Expression]:
    """What a sum adds up and takes off; an expression itself that is none."""
    if isinstance(expression, Binary) and expression.operator in "+-":
        yield from _terms(expression.left)
        yield from _terms(expression.right)
    elif isinstance(expression, Call) and expression.name == "round":
        yield from _terms(expression.arguments[0])
    else:
        yield expression


def _factors(expression: Expression) -> _Factors:
    """A product as its number, what that is multiplied by, and what it is divided by."""
    if isinstance(expression, Number):
        return expression.value, [], []
    if isinstance(expression, Call) and expression.name == "round":
        return _factors(expression.arguments[0])
    if not isinstance(expression, Binary) or expression.operator in "+-":
        return Decimal(1), [expression], []
    left, right = _factors(expression.left), _factors(expression.right)
    if expression.operator == "*":
        return left[0] * right[0], left[1] + right[1], left[2] + right[2]
    return left[0] / (right[0] or 1), left[1] + right[2], left[2] + right[1]


# --- arithmetic --------------------------------------------------------------------------------


def evaluate(expression: Expression, lookup: Lookup) -> Any:
    """The formula's value. lookup: the value at a path, a list (one value for each row, None
    where one is missing) for a path through an array. None where something is missing or a
    divisor is zero. An int if all inputs are and it is whole, a Decimal if an input is one,
    else a float; what is no number (a date, a text) comes back as it is."""
    kinds: set[type] = set()

    def exact(path: str) -> Any:
        values = lookup(path)
        return (
            [_exact(value, kinds) for value in values] if isinstance(values, list) else _exact(values, kinds)
        )

    try:
        value = _value(expression, exact)
    except _Misaligned:
        return None
    if isinstance(value, list):
        value = value[0] if len(value) == 1 else None
    if not isinstance(value, Decimal):
        return value
    if Decimal in kinds:
        return value
    return int(value) if kinds <= {int} and value == value.to_integral_value() else float(value)


def _exact(value: Any, kinds: set[type]) -> Any:
    if isinstance(value, Decimal128):
        value = value.to_decimal()
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return value
    kinds.add(int if isinstance(value, int) else type(value))
    number = (
        value
        if isinstance(value, Decimal)
        else Decimal(repr(value) if isinstance(value, float) else int(value))
    )
    return number if number.is_finite() else None


def _value(expression: Expression, lookup: Lookup) -> Any:
    if isinstance(expression, Number):
        return expression.value
    if isinstance(expression, PathRef):
        return lookup(expression.path)
    if isinstance(expression, Binary):
        left, right = (_operand(expression, side, lookup) for side in (expression.left, expression.right))
        return _each(expression.operator, left, right)
    arguments = [_value(argument, lookup) for argument in expression.arguments]
    if expression.name == "round":
        return _rounded(*arguments)
    rows = [row for argument in arguments for row in (argument if isinstance(argument, list) else [argument])]
    return _aggregate(expression.name, rows)


def _operand(expression: Binary, side: Expression, lookup: Lookup) -> Any:
    """The value of one side; one that is added or taken off and is absent counts 0."""
    value = _value(side, lookup)
    if expression.operator not in ("+", "-") or not isinstance(side, PathRef):
        return value
    if isinstance(value, list):
        return [Decimal(0) if element is None else element for element in value]
    return Decimal(0) if value is None else value


def _each(operator: str, left: Any, right: Any) -> Any:
    """Row by row where one side is a list."""
    if not isinstance(left, list) and not isinstance(right, list):
        return _binary(operator, left, right)
    length = max(len(side) for side in (left, right) if isinstance(side, list))
    lefts = left if isinstance(left, list) else [left] * length
    rights = right if isinstance(right, list) else [right] * length
    if len(lefts) != len(rights):
        raise _Misaligned
    return [_binary(operator, row, other) for row, other in zip(lefts, rights, strict=True)]


def _binary(operator: str, left: Any, right: Any) -> Decimal | None:
    if not isinstance(left, Decimal) or not isinstance(right, Decimal):
        return None
    if operator == "+":
        return _EXACT.add(left, right)
    if operator == "-":
        return _EXACT.subtract(left, right)
    if operator == "*":
        return _EXACT.multiply(left, right)
    return _EXACT.divide(left, right) if right else None


def _rounded(value: Any, places: Any = Decimal(0)) -> Any:
    if isinstance(value, list):
        return [_rounded(row, places) for row in value]
    if not isinstance(value, Decimal) or not isinstance(places, Decimal) or abs(places) > 30:
        return None
    rounded = round(value, int(places)) if value.adjusted() < 30 else value
    return rounded if places > 0 else Decimal(int(rounded))


def _aggregate(name: str, rows: list[Any]) -> Any:
    present = [row for row in rows if row is not None]
    numbers = [row for row in present if isinstance(row, Decimal)]
    if name == "count":
        return Decimal(len(present))
    if name in ("first", "last"):
        return (rows[0] if name == "first" else rows[-1]) if rows else None
    if name == "sum":
        return sum(numbers, Decimal(0))
    if name == "avg":
        return _EXACT.divide(sum(numbers, Decimal(0)), Decimal(len(numbers))) if numbers else None
    alike = numbers or [
        row for row in present if type(row) is type(present[0]) and not isinstance(row, list | dict)
    ]
    return (min(alike) if name == "min" else max(alike)) if alike else None


# --- the types of numbers ------------------------------------------------------------------------

NUMBER_WIDTHS = ("int", "long", "double", "decimal")
"""From the narrowest type of number to the widest."""

Typed = Callable[[str], Collection[str]]
"""The types that the value at a path may have, empty where they are not known."""


def widest(expression: Expression, typed: Typed) -> str | None:
    """Return the widest type of number that a formula may give; None where what it reads is no number."""
    if isinstance(expression, Number):
        return "int" if expression.value == int(expression.value) else "double"
    if isinstance(expression, PathRef):
        return _wider(*("double" if name == "number" else name for name in typed(expression.path)))
    if isinstance(expression, Call):
        if expression.name == "count":
            return "int"
        arguments = expression.arguments[:1] if expression.name == "round" else expression.arguments
        type_of_result = _wider(*(widest(argument, typed) for argument in arguments))
        return _divided(type_of_result) if expression.name == "avg" else type_of_result
    type_of_result = _wider(widest(expression.left, typed), widest(expression.right, typed))
    return _divided(type_of_result) if expression.operator == "/" else type_of_result


def _wider(*names: str | None) -> str | None:
    return max((name for name in names if name in NUMBER_WIDTHS), key=NUMBER_WIDTHS.index, default=None)


def _divided(name: str | None) -> str | None:
    return name if name in (None, "decimal") else "double"


def possible(expression: Expression, typed: Typed) -> frozenset[str]:
    """Return the types of number that a formula may give, the whole 0 of an empty sum too; none where what it reads is
    not known. A decimal may be stored as a whole number: drivers send one for what has no fraction."""
    if isinstance(expression, Number):
        return frozenset({"int" if expression.value == int(expression.value) else "double"})
    if isinstance(expression, PathRef):
        return frozenset(each for name in typed(expression.path) for each in _STORED_AS.get(name, ()))
    if isinstance(expression, Call):
        if expression.name == "count":
            return frozenset({"int"})
        arguments = expression.arguments[:1] if expression.name == "round" else expression.arguments
        numbers = [possible(argument, typed) for argument in arguments]
        types = frozenset[str]().union(*numbers) if all(numbers) else frozenset()
        empty = {"int"} if types and expression.name == "sum" else set[str]()
        return _all_divided(types) if expression.name == "avg" else types | empty
    left, right = possible(expression.left, typed), possible(expression.right, typed)
    types = frozenset(max(own, other, key=NUMBER_WIDTHS.index) for own in left for other in right)
    return _all_divided(types) if expression.operator == "/" else types


_STORED_AS = {
    **{name: (name,) for name in NUMBER_WIDTHS},
    "decimal": ("decimal", "int", "long"),
    "number": NUMBER_WIDTHS,
}


def _all_divided(types: frozenset[str]) -> frozenset[str]:
    return frozenset("decimal" if name == "decimal" else "double" for name in types)
