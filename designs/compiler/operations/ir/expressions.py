"""Aggregation expressions: what a server works out of a document, as nodes.

Whoever needs an expression calls the functions below, which are named as in MongoDB's manual; one renderer writes
them. What is no node stands for itself: a number, a text that is no path, a list or an object of expressions, a
parameter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from ...plan_model.physical import BuiltValue, Outcome, Param
from .node import OperationNode
from .predicates import Eq, In, Ne, NotIn, Predicate


class AggregationExpression(OperationNode, frozen=True):
    """What a server works out of a document."""


class FieldPath(AggregationExpression, frozen=True):
    """The value at a path of the document; the document itself where the path is empty."""

    path: str

    def down(self, path: str) -> FieldPath:
        """Return the value at a path of it."""
        return FieldPath(f"{self.path}.{path}" if self.path else path)


class Variable(AggregationExpression, frozen=True):
    """A value that has a name, or what stands at a path of it."""

    name: str
    below: str = ""

    def down(self, path: str) -> Variable:
        """Return the value at a path of it."""
        return Variable(self.name, f"{self.below}.{path}" if self.below else path)


class LiteralValue(AggregationExpression, frozen=True):
    """A value that means itself, whatever it looks like."""

    value: Any


class OperatorCall(AggregationExpression, frozen=True):
    """What an operator makes of its operands. operand: several in their order, several by name, or the only one."""

    operator: str
    operand: Any


class WindowCall(AggregationExpression, frozen=True):
    """What is accumulated over the documents around one. documents: from which to which, counted from it."""

    call: OperatorCall
    documents: tuple[int | str, int | str]


Operand: TypeAlias = "AggregationExpression | Param | Outcome | BuiltValue | str | float | bool | Sequence[Operand] | Mapping[str, Operand] | None"
DOCUMENT = FieldPath("")
ROOT, NOW, REMOVE = Variable("ROOT"), Variable("NOW"), Variable("REMOVE")
THIS, REDUCED = Variable("this"), Variable("value")
"""The current document, the time of the write, what leaves a field out, an element that a list is reduced by, and what
it was reduced to so far."""


# --- comparisons and conditions ---------------------------------------------------------------------


def eq(left: Any, right: Any) -> OperatorCall:
    """Return whether two values are equal."""
    return OperatorCall("eq", (left, right))


def ne(left: Any, right: Any) -> OperatorCall:
    """Return whether two values differ."""
    return OperatorCall("ne", (left, right))


def gt(left: Any, right: Any) -> OperatorCall:
    """Return whether a value is greater."""
    return OperatorCall("gt", (left, right))


def gte(left: Any, right: Any) -> OperatorCall:
    """Return whether a value is greater, or equal."""
    return OperatorCall("gte", (left, right))


def lt(left: Any, right: Any) -> OperatorCall:
    """Return whether a value is less."""
    return OperatorCall("lt", (left, right))


def lte(left: Any, right: Any) -> OperatorCall:
    """Return whether a value is less, or equal."""
    return OperatorCall("lte", (left, right))


def compared(bound: str, left: Any, right: Any) -> OperatorCall:
    """Return whether a value keeps to a bound of a range: gt, gte, lt or lte."""
    return OperatorCall(bound, (left, right))


def and_(*conditions: Any) -> OperatorCall:
    """Return whether all conditions are true."""
    return OperatorCall("and", conditions)


def or_(*conditions: Any) -> OperatorCall:
    """Return whether any condition is true."""
    return OperatorCall("or", conditions)


def not_(condition: Any) -> OperatorCall:
    """Return whether a condition is false."""
    return OperatorCall("not", (condition,))


def unmet(value: Any, predicate: Predicate) -> OperatorCall | None:
    """Return whether a value does not meet a predicate that compares it with others; None for any other predicate."""
    match predicate:
        case Eq(wanted):
            return ne(value, LiteralValue(wanted))
        case Ne(unwanted):
            return eq(value, LiteralValue(unwanted))
        case In(values):
            return not_(in_(value, LiteralValue(values)))
        case NotIn(values):
            return in_(value, LiteralValue(values))
    return None


def all_true(conditions: Iterable[Any]) -> Any:
    """Return whether all conditions are true; the only one as it is."""
    several = tuple(conditions)
    return several[0] if len(several) == 1 else and_(*several)


def any_true(conditions: Iterable[Any]) -> Any:
    """Return whether any condition is true; the only one as it is."""
    several = tuple(conditions)
    return several[0] if len(several) == 1 else or_(*several)


def cond(condition: Any, then: Any, otherwise: Any) -> OperatorCall:
    """Return one value where a condition is true, else another."""
    return OperatorCall("cond", (condition, then, otherwise))


def switch(branches: Iterable[tuple[Any, Any]], default: Any) -> OperatorCall:
    """Return the value beside the first condition that is true."""
    cases = [{"case": case, "then": then} for case, then in branches]
    return OperatorCall("switch", {"branches": cases, "default": default})


def if_null(value: Any, instead: Any) -> OperatorCall:
    """Return another value where there is none, or null."""
    return OperatorCall("ifNull", (value, instead))


def let(variables: Mapping[str, Any], value: Any) -> OperatorCall:
    """Return a value that names others."""
    return OperatorCall("let", {"vars": variables, "in": value})


# --- numbers ----------------------------------------------------------------------------------------


def add(*addends: Any) -> OperatorCall:
    """Return the sum of several values."""
    return OperatorCall("add", addends)


def subtract(value: Any, less: Any) -> OperatorCall:
    """Return the difference of two values."""
    return OperatorCall("subtract", (value, less))


def multiply(*factors: Any) -> OperatorCall:
    """Return the product of several values."""
    return OperatorCall("multiply", factors)


def divide(dividend: Any, divisor: Any) -> OperatorCall:
    """Return the quotient of two values."""
    return OperatorCall("divide", (dividend, divisor))


def round_to(value: Any, *digits: Any) -> OperatorCall:
    """Return a number rounded to some digits, or to a whole number."""
    return OperatorCall("round", (value, *digits))


def absolute(number: Any) -> OperatorCall:
    """Return a number without its sign."""
    return OperatorCall("abs", number)


def min_of(*values: Any) -> OperatorCall:
    """Return the least of several values."""
    return OperatorCall("min", values)


def max_of(*values: Any) -> OperatorCall:
    """Return the greatest of several values."""
    return OperatorCall("max", values)


def sum_of(values: Any) -> OperatorCall:
    """Return the sum of a list, or over the documents of a group."""
    return OperatorCall("sum", values)


def aggregate_of(name: str, values: Any) -> OperatorCall:
    """Return what is accumulated over a list, or over the documents of a group: avg, min, max, first, push."""
    return OperatorCall(name, values)


# --- lists ------------------------------------------------------------------------------------------


def in_(value: Any, values: Any) -> OperatorCall:
    """Return whether a list has a value."""
    return OperatorCall("in", (value, values))


def filter_array(array: Any, name: str, condition: Any) -> OperatorCall:
    """Return the elements of which a condition holds. name: of an element in it."""
    return OperatorCall("filter", {"input": array, "as": name, "cond": condition})


def map_array(array: Any, name: str, value: Any) -> OperatorCall:
    """Return what is made of each element. name: of an element in it."""
    return OperatorCall("map", {"input": array, "as": name, "in": value})


def reduce_array(array: Any, initial: Any, value: Any) -> OperatorCall:
    """Return what is made of all elements, one after another. value: of THIS element and what was REDUCED before it."""
    return OperatorCall("reduce", {"input": array, "initialValue": initial, "in": value})


def sort_array(array: Any, order: Any) -> OperatorCall:
    """Return the elements in an order: 1, or 1 and -1 by field."""
    return OperatorCall("sortArray", {"input": array, "sortBy": order})


def concat_arrays(*arrays: Any) -> OperatorCall:
    """Return the elements of several lists."""
    return OperatorCall("concatArrays", arrays)


def slice_of(array: Any, *bounds: Any) -> OperatorCall:
    """Return so many elements, or those from a position on."""
    return OperatorCall("slice", (array, *bounds))


def element_at(array: Any, position: Any) -> OperatorCall:
    """Return an element; its position counts from the end where it is negative."""
    return OperatorCall("arrayElemAt", (array, position))


def first_of(array: Any) -> OperatorCall:
    """Return the first element."""
    return OperatorCall("first", array)


def index_of(array: Any, value: Any) -> OperatorCall:
    """Return the position of the first element that equals a value."""
    return OperatorCall("indexOfArray", (array, value))


def size_of(array: Any) -> OperatorCall:
    """Return how many elements a list has."""
    return OperatorCall("size", array)


def range_of(start: Any, end: Any) -> OperatorCall:
    """Return the whole numbers from one on, up to another that does not belong to them."""
    return OperatorCall("range", (start, end))


def any_element_true(array: Any) -> OperatorCall:
    """Return whether any element is true."""
    return OperatorCall("anyElementTrue", (array,))


def set_equals(left: Any, right: Any) -> OperatorCall:
    """Return whether two lists have the same elements."""
    return OperatorCall("setEquals", (left, right))


def set_union(left: Any, right: Any) -> OperatorCall:
    """Return the elements of both lists, each once."""
    return OperatorCall("setUnion", (left, right))


def set_difference(left: Any, right: Any) -> OperatorCall:
    """Return the elements of one list that another does not have, each once."""
    return OperatorCall("setDifference", (left, right))


# --- objects, types and texts -----------------------------------------------------------------------


def merge_objects(*objects: Any) -> OperatorCall:
    """Return the fields of several objects, later ones in the place of earlier ones."""
    return OperatorCall("mergeObjects", objects)


def unset_field(name: str, value: Any) -> OperatorCall:
    """Return an object without a field."""
    return OperatorCall("unsetField", {"field": name, "input": value})


def set_field(name: str, whole: Any, value: Any) -> OperatorCall:
    """Return an object with another value of a field; without the field where there is no value."""
    return OperatorCall("setField", {"field": name, "input": whole, "value": value})


def object_to_array(value: Any) -> OperatorCall:
    """Return the fields of an object as a list of names, k, and values, v."""
    return OperatorCall("objectToArray", value)


def bson_size(value: Any) -> OperatorCall:
    """Return how many bytes an object takes."""
    return OperatorCall("bsonSize", value)


def type_of(value: Any) -> OperatorCall:
    """Return the name of a value's BSON type."""
    return OperatorCall("type", value)


def is_array(value: Any) -> OperatorCall:
    """Return whether a value is a list."""
    return OperatorCall("isArray", value)


def is_number(value: Any) -> OperatorCall:
    """Return whether a value is a number."""
    return OperatorCall("isNumber", value)


def convert(value: Any, to: Any, on_error: Any) -> OperatorCall:
    """Return a value as one of another type, and something else where it can't be."""
    return OperatorCall("convert", {"input": value, "to": to, "onError": on_error})


def to_int(value: Any) -> OperatorCall:
    """Return a number as a whole one of 32 bits."""
    return OperatorCall("toInt", value)


def to_long(value: Any) -> OperatorCall:
    """Return a number as a whole one of 64 bits."""
    return OperatorCall("toLong", value)


def to_decimal(value: Any) -> OperatorCall:
    """Return a number as a decimal."""
    return OperatorCall("toDecimal", value)


def to_string(value: Any) -> OperatorCall:
    """Return a value as a text."""
    return OperatorCall("toString", value)


def concat(*texts: Any) -> OperatorCall:
    """Return several texts as one."""
    return OperatorCall("concat", texts)


def split(text: Any, separator: str) -> OperatorCall:
    """Return the parts of a text between separators."""
    return OperatorCall("split", (text, separator))


def length_of(text: Any) -> OperatorCall:
    """Return how many characters a text has."""
    return OperatorCall("strLenCP", text)


def substring(text: Any, start: Any, count: Any) -> OperatorCall:
    """Return some characters of a text."""
    return OperatorCall("substrCP", (text, start, count))


def regex_match(text: Any, pattern: Any, flags: str = "") -> OperatorCall:
    """Return whether a text matches a regular expression."""
    options = {"options": flags} if flags else {}
    return OperatorCall("regexMatch", {"input": text, "regex": pattern, **options})


def paths_read(value: object, *, but_counted: bool = False) -> Iterator[str]:
    """Yield the paths of the document that an expression reads, in order. but_counted: not the lists of which it asks only
    how many elements they have."""
    if isinstance(value, FieldPath):
        yield value.path
    elif but_counted and isinstance(value, OperatorCall) and _is_list_counted(value):
        return
    elif isinstance(value, OperationNode):
        for name in value.__struct_fields__:
            yield from paths_read(getattr(value, name), but_counted=but_counted)
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from paths_read(each, but_counted=but_counted)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from paths_read(each, but_counted=but_counted)


def _is_list_counted(call: OperatorCall) -> bool:
    """Whether a call tells how many elements a list of the document has."""
    array = call.operand
    if isinstance(array, OperatorCall) and array.operator == "ifNull":
        array, _ = array.operand
    return call.operator == "size" and isinstance(array, FieldPath)
