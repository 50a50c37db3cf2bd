"""Operations that contradict the fields they filter by or write.

A filter by an impossible value finds nothing, and MongoDB rejects an update that the validator or the field's type
doesn't allow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from ...model.conceptual import Effect, Field, Item, Match, Operation, given, stated
from ...model.field_limits import broken_pattern, misfit, outside, shown, unfit_value
from ...model.field_walk import overwrites_result
from ...model.values import comparable, sort_key, typed
from ...names.path_steps import Route, Step
from ...names.suggestions import Guesses
from ...plan_model.findings import Finding, Severity
from ...plan_model.number_format import listed
from ..base import Fix, Inspection, Lint, setting, together

_WORDED = frozenset({"prefix", "regex", "text"})
_FIXED = {"eq": ("value",), "in": ("value", "values"), "range": ("at_least", "at_most"), "prefix": ("value",),
          "regex": ("value",), "exists": ("value",), "text": ("value",), "near": ("value",)}  # fmt: skip
_OF_MATCHES = ("value", "values", "at_least", "at_most")
_UNUSED = {
    "read": ("changes", "effects", "returns"),
    "insert": ("filter", "sort", "limit", "changes", "effects", "returns"),
    "update": (),
    "delete": ("changes", "effects", "projection"),
}
_BY = frozenset({"increment", "multiply"})
_IN_ORDER, _TOLD = 3, 4  # words from which on an order is more than a direction, and how many are told
_WITHOUT_VALUE = frozenset({"unset", "current-date"}) | _BY


class Contradiction(NamedTuple):
    """A contradiction: what is wrong, what to do about it, the edit that does so, and how grave it is. is_refused: whether
    a server refuses each call of the function."""

    message: str
    hint: str
    fix: Fix | None = None
    severity: Severity = "error"
    is_refused: bool = False


def check(seen: Inspection) -> Iterator[Finding]:
    """Filter and effect values that the field's enum or limits exclude; empty ranges; patterns on fields that
    aren't strings; effects that don't apply to the field's type; writes to immutable fields, or two writes to
    the same path; unset on required fields; keys that this kind of operation, match, or effect ignores; and
    sorts by an enum whose values aren't listed alphabetically."""
    for operation in seen.model.workload:
        for part in (
            _conditions,
            _fixed_filter,
            _writes,
            _overlaps,
            _unused,
            _repeats,
            _order_of_words,
        ):
            for wrong in part(seen, operation):
                params: dict[str, Any] = {"refused": True} if wrong.is_refused else {}
                yield LINT.finding(
                    operation.name, wrong.message, wrong.hint, wrong.severity, fix=wrong.fix, **params
                )


def _route(seen: Inspection, operation: Operation, path: str) -> Route | None:
    return seen.paths.resolve(operation.entity, path, given(operation.includes, []))


def _field(seen: Inspection, operation: Operation, path: str) -> Field | None:
    route = _route(seen, operation, path)
    return None if route is None else route.field


# --- filters --------------------------------------------------------------------------------------


def _conditions(seen: Inspection, operation: Operation) -> Iterator[Contradiction]:
    """What is wrong with each condition, and with two that ask for different values."""
    asked: dict[str, Any] = {}
    for place, match in enumerate(given(operation.filter, [])):
        unused = [key for key in _OF_MATCHES if stated(getattr(match, key)) and key not in _FIXED[match.how]]
        if unused:
            fix = _replaced(operation, "filter", place, **dict.fromkeys(unused, UNSET))
            message = f"{match.how} on {match.field} doesn't use {listed(unused)}."
            yield Contradiction(message, f"Remove {listed(unused)}, or choose another match.", fix, "warning")
        field = _field(seen, operation, match.field)
        if field is None:
            continue
        yield from _condition(operation, place, match, field)
        if match.how == "eq" and stated(match.value) and "array" not in field.all_types:
            value = comparable(typed(match.value, field.all_types))
            if asked.setdefault(match.field, value) != value:
                message = f"{match.field} can't equal two values at once, so it finds nothing."
                yield Contradiction(message, "Remove one of them, or use in with both values.")


def _condition(operation: Operation, place: int, match: Match, field: Field) -> Iterator[Contradiction]:
    items = given(field.items, None)
    types = {*field.all_types, *([items.type] if items is not None else [])}
    if match.how in _WORDED and not types & {"string", "object"}:
        message = f"{match.how} needs a string, but {match.field} is {field.type}, so it finds nothing."
        fix = _replaced(operation, "filter", place, match=UNSET)
        yield Contradiction(message, "Use eq, in, or range.", fix)
    elif match.how in _WORDED and stated(match.value) and not isinstance(match.value, str):
        yield Contradiction(f"{match.how} needs a string, not {shown(match.value)}.", "Use a string.")
    elif match.how == "regex" and (reason := broken_pattern(given(match.value, ""))):
        message = f"Invalid pattern {shown(match.value)}, which the server rejects: {reason}."
        yield Contradiction(message, "Correct the pattern.")
    elif match.how == "in" and stated(match.value) and not isinstance(match.value, list):
        fix = _replaced(operation, "filter", place, value=[match.value])
        yield Contradiction(f"in needs a list, not {shown(match.value)}.", "Put it in [ ].", fix)
    elif match.how == "exists" and stated(match.value) and not isinstance(match.value, bool):
        yield Contradiction(f"exists needs true or false, not {shown(match.value)}.", "Use true or false.")
    elif match.how == "range":
        yield from _range(match, field)
    elif match.how in ("eq", "in") and stated(match.value):
        values = match.value if match.how == "in" else [match.value]
        for number, raw in enumerate(values):
            if reason := outside(raw, _held(raw, field)):
                near = _nearest(raw, _held(raw, field))
                better = near if match.how == "eq" else [*values[:number], near, *values[number + 1 :]]
                fix = None if near is None else _replaced(operation, "filter", place, value=better)
                yield _never(match.field, raw, reason, near, fix)


def _range(match: Match, field: Field) -> Iterator[Contradiction]:
    """Ends in the wrong order, or beyond what the field can hold."""
    ends = [typed(end, field.all_types) if stated(end) else None for end in (match.at_least, match.at_most)]
    low, high = ends
    if low is not None and high is not None and sort_key(low) > sort_key(high):
        message = (
            f"The range of {match.field} is from {shown(match.at_least)} to {shown(match.at_most)}, "
            "so it finds nothing."
        )
        yield Contradiction(message, "Make at_least no greater than at_most.")
        return
    for end, value, limit in (("at_least", low, field.maximum), ("at_most", high, field.minimum)):
        if value is None or not stated(limit):
            continue
        bound = sort_key(typed(limit, field.all_types))
        beyond = sort_key(value) > bound if end == "at_least" else sort_key(value) < bound
        if beyond:
            named = "maximum" if end == "at_least" else "minimum"
            message = (
                f"No {match.field} is in the range: its {end} is {shown(getattr(match, end))}, but "
                f"the field's {named} is {limit}."
            )
            yield Contradiction(message, f"Correct {end}, or the field's {named}.")


def _held(raw: Any, field: Field) -> Field | Item:
    """What a condition's value is compared with: of an array, its items, unless the value is a list."""
    items = given(field.items, None)
    return field if items is None or isinstance(raw, list) else items


def _never(path: str, raw: Any, reason: str, near: Any, fix: Fix | None) -> Contradiction:
    hint = "" if near is None else f"Did you mean {shown(near)}? "
    hint += "Correct the value, or the field's limits."
    return Contradiction(f"Filters by {path} {shown(raw)}, which {reason}, so it finds nothing.", hint, fix)


def _nearest(raw: Any, part: Field | Item) -> Any:
    """The value of the enum that is most like this one, None where none is."""
    choices = [each for each in given(part.enum, []) if isinstance(each, str)]
    return Guesses().nearest(raw, choices) if isinstance(raw, str) else None


def _fixed_filter(seen: Inspection, operation: Operation) -> Iterator[Contradiction]:
    """Values of the fixed filter that no document has, and those that the other conditions exclude."""
    asked = {
        match.field: match.value
        for match in given(operation.filter, [])
        if match.how == "eq" and stated(match.value)
    }
    for path, raw, is_exact in _compared(given(operation.always_filter, {})):
        field = _field(seen, operation, path)
        if field is None:
            continue
        if reason := outside(raw, _held(raw, field)):
            yield _never(path, raw, reason, _nearest(raw, _held(raw, field)), None)
        elif is_exact and "array" not in field.all_types and path in asked:
            types = field.all_types
            if comparable(typed(raw, types)) != comparable(typed(asked[path], types)):
                message = (
                    f"{path} is {shown(asked[path])} in the filter but {shown(raw)} in the "
                    "always_filter, so it finds nothing."
                )
                yield Contradiction(message, "Remove one of them.")


def _compared(condition: Any, is_sure: bool = True) -> Iterator[tuple[str, Any, bool]]:
    """The paths of a fixed filter with the values that they are to equal, and whether nothing else will do."""
    for key, value in condition.items() if isinstance(condition, dict) else ():
        if key in ("$and", "$or"):
            for branch in value if isinstance(value, list) else ():
                yield from _compared(branch, is_sure and key == "$and")
        elif not isinstance(value, dict):
            yield key, value, is_sure
        elif "$eq" in value:
            yield key, value["$eq"], is_sure
        elif isinstance(value.get("$in"), list):
            yield from ((key, each, False) for each in value["$in"])


# --- writes ---------------------------------------------------------------------------------------


def _writes(seen: Inspection, operation: Operation) -> Iterator[Contradiction]:
    """What an update does to a field that does not take it."""
    if operation.kind != "update":
        return
    for path in dict.fromkeys(operation.written):
        route = _route(seen, operation, path)
        frozen = next((step for step in route.steps if _is_frozen(step)), None) if route else None
        if frozen is not None and frozen.field is not None:
            fix = setting(frozen.field, "immutable")
            message = f"Changes {path}, but {frozen.name} is immutable."
            yield Contradiction(message, "Remove the change, or make the field mutable.", fix)
        if route is not None and route.field is not None and overwrites_result(operation, path, route.field):
            yield _result(operation, path, route.field)
    for place, effect in enumerate(given(operation.effects, [])):
        route = _route(seen, operation, effect.field)
        if route is None:
            continue
        if effect.do == "unset":
            yield from _unset(effect.field, route.last)
        if route.field is not None:
            yield from _effect(operation, place, effect, route.field)


def _result(operation: Operation, path: str, field: Field) -> Contradiction:
    """A write of what a formula keeps, which the function leaves out."""
    computed = given(field.computed, None)
    formula = "" if computed is None else computed.formula
    message = f"Changes {path}, but it's computed: {formula}. The function doesn't change it."
    written: dict[str, list[Any]] = {
        "changes": given(operation.changes, []), "effects": given(operation.effects, [])
    }  # fmt: skip
    rest = {key: [each for each in of if getattr(each, "field", each) != path] for key, of in written.items()}
    fixes = [
        setting(operation, key, value=msgspec.to_builtins(left)) if left else setting(operation, key)
        for key, left in rest.items()
        if len(left) < len(written[key])
    ]
    is_more = any(each != path for each in operation.written)
    return Contradiction(
        message, "Remove the change, or remove the formula.", together(*fixes) if is_more else None
    )


def _is_frozen(step: Step) -> bool:
    return step.field is not None and step.field.immutable is True


def _unset(path: str, step: Step) -> Iterator[Contradiction]:
    if step.field is not None and step.field.required is True:
        fix = setting(step.field, "required")
        hint = "Set another value, or make the field optional."
        yield Contradiction(
            f"unset removes {path}, but it's required, so validation fails.",
            hint,
            fix,
            is_refused=True,
        )
    elif step.kind == "end" and step.relationship is not None and not step.array:
        least = given(step.relationship.end(step.side).count.min, 0)
        if least >= 1:
            fix = setting(step.relationship, step.side, "has", "min", value=0)
            message = f"unset removes {path}, but each {step.entity} has at least {least}."
            yield Contradiction(message, "Set another one, or set the minimum to 0.", fix)


def _effect(operation: Operation, place: int, effect: Effect, field: Field) -> Iterator[Contradiction]:
    """An effect that the type of the field does not take, or a value that it does not."""
    if reason := misfit(effect, field):
        fix = _replaced(operation, "effects", place, do="set", by=UNSET)
        yield Contradiction(reason, "Use set, or another type.", fix, is_refused=True)
    elif reason := unfit_value(effect, field):
        near = _nearest(effect.value, field) if effect.do == "set" else None
        fix = None if near is None else _replaced(operation, "effects", place, value=near)
        hint = "" if near is None else f"Did you mean {shown(near)}? "
        remedy = f"{hint}Correct the value, or the field's type and limits."
        yield Contradiction(reason, remedy, fix, is_refused=True)


def _overlaps(seen: Inspection, operation: Operation) -> Iterator[Contradiction]:
    """One path written twice, or a path and what lies in it: a server refuses both in one update."""
    changes, effects = given(operation.changes, []), given(operation.effects, [])
    if operation.kind != "update":
        return
    for path, times in Counter(operation.written).items():
        if times > 1:
            once = _first_of(operation, path)
            yield Contradiction(
                f"Writes {path} {times} times in one update, which the server rejects.", "Keep one.", once
            )
        above = next((other for other in operation.written if path.startswith(f"{other}.")), None)
        if above is not None and _is_one_document(seen, operation, path):
            fix = setting(operation, "changes", value=[each for each in changes if each != path])
            message = f"Writes {above} and {path} inside it in one update: one of them is lost."
            hint = "Write the whole object, or its parts."
            yield Contradiction(message, hint, None if path in {each.field for each in effects} else fix)


def _is_one_document(seen: Inspection, operation: Operation, path: str) -> bool:
    """Whether a path leads through fields alone; a reference and a field behind it stand apart."""
    route = _route(seen, operation, path)
    return route is not None and all(step.kind in ("field", "link") for step in route.steps)


def _first_of(operation: Operation, path: str) -> Fix | None:
    """The update with the first effect on a path alone; its changes are the same once."""
    kept, seen_once = [], False
    for effect in given(operation.effects, []):
        if effect.field != path or not seen_once:
            kept.append(msgspec.to_builtins(effect))
        seen_once = seen_once or effect.field == path
    if len(kept) < len(given(operation.effects, [])):
        return setting(operation, "effects", value=kept)
    paths = dict.fromkeys(each for each in given(operation.changes, []) if each != path or not seen_once)
    return setting(operation, "changes", value=list(paths)) if paths else setting(operation, "changes")


# --- parts that say nothing -----------------------------------------------------------------------


def _unused(_: Inspection, operation: Operation) -> Iterator[Contradiction]:
    """Parts that an operation of this kind has no use for, and numbers that an effect does not take."""
    for key in _UNUSED[operation.kind]:
        if given(getattr(operation, key), None) and getattr(operation, key) != "nothing":
            article = "an" if operation.kind == "insert" else "a"
            message = f"{article} {operation.kind} ignores {key}."
            yield Contradiction(
                message, f"Remove {key}, or choose another kind.", setting(operation, key), "warning"
            )
    for place, effect in enumerate(given(operation.effects, [])):
        stray = "by" if stated(effect.by) and effect.do not in _BY else ""
        stray = "value" if stated(effect.value) and effect.do in _WITHOUT_VALUE else stray
        if stray:
            message = f"{effect.do} of {effect.field} ignores {stray}."
            fix = _replaced(operation, "effects", place, **{stray: UNSET})
            yield Contradiction(message, f"Remove {stray}, or choose another effect.", fix, "warning")


def _order_of_words(seen: Inspection, operation: Operation) -> Iterator[Contradiction]:
    """Sorts by words that the design lists in an order of their own, such as low, medium, high: the server sorts text."""
    fixed = {match.field for match in given(operation.filter, []) if match.how == "eq"}
    for order in given(operation.sort, []):
        field = None if order.field in fixed else _field(seen, operation, order.field)
        words = [] if field is None else given(field.enum, [])
        if field is None or len(words) < _IN_ORDER or not all(isinstance(word, str) for word in words):
            continue
        by_letters = sorted(words, key=str.encode)
        if words not in (by_letters, by_letters[::-1]):
            given_order = by_letters[::-1] if given(order.direction, 1) == -1 else by_letters
            message = f"Sorts by {order.field} as text: {', '.join(map(str, given_order[:_TOLD]))}"
            message += f". The design lists {', '.join(map(str, words[:_TOLD]))}"
            hint = (
                f"To sort in the order of the list, also store a number, such as {field.name}_rank, "
                "and sort by it."
            )
            yield Contradiction(message, hint, severity="warning")


def _repeats(_: Inspection, operation: Operation) -> Iterator[Contradiction]:
    """A path that the sort names twice: what comes second decides nothing."""
    sorts = given(operation.sort, [])
    first = {sort.field: sort for sort in reversed(sorts)}
    if len(first) < len(sorts):
        kept = [msgspec.to_builtins(sort) for sort in sorts if first[sort.field] is sort]
        twice = next(sort.field for sort in sorts if first[sort.field] is not sort)
        fix = setting(operation, "sort", value=kept)
        yield Contradiction(f"Sorts by {twice} twice.", "Name each path once.", fix)


def _replaced(operation: Operation, key: str, place: int, **changes: Any) -> Fix | None:
    """The edit that changes one entry of a list of an operation."""
    entries = list(getattr(operation, key))
    entries[place] = msgspec.structs.replace(entries[place], **changes)
    return setting(operation, key, value=msgspec.to_builtins(entries))


LINT = Lint(
    code="BAD_OPERATION",
    slug="bad-operation",
    name="BAD_OPERATION",
    severity="error",
    title="Operation contradicts its fields",
    source="design format, Operations; MongoDB manual, update operators",
    about="operation",
    check=check,
)
