"""Stored results whose refresh doesn't fit their use, or that nothing needs. Also sums that include states, such as
drafts, which operations treat separately, or several currencies: a formula has no condition.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec.structs import replace

from ...attributes.computed_refresh import APPROXIMATE, NEVER, ON_WRITE, PERIODIC, RefreshLoad
from ...model.conceptual import Computed, Field, Operation, given, stated
from ...model.formulas import Binary, Call, Expression, Number, PathRef, parse, paths_of
from ...plan_model.findings import Finding
from ...plan_model.number_format import listed
from ..base import Inspection, Lint, number

_MANY = 1_000_000
"""Documents a day that are read to count them anew from where on it is a warning: a dozen a second."""
_AMOUNTS = ("decimal", "double")
_STATES = ("status", "state")
_NOT_COUNTED = frozenset(
    """draft cancelled canceled void voided rejected declined withdrawn deleted revoked failed abandoned expired no-show
    no_show bounced refunded reversed""".split()
)
_OF_SOME = re.compile(
    r"(?:^|_)(?:open|active|current|running|waiting|pending|valid|due|left|next|upcoming|available)(?:_|$)"
)
"""Names of counts that are plainly not of all that there ever were."""
_IS_DONE = re.compile(
    r"_(?!received|placed|booked|requested|offered|planned|invited|submitted)(?:[a-z]+ed|paid|sold|done|taken|held|flown|given)$"
)
"""Names of counts that plainly are of what has been done: batches_roasted."""
_NOT_YET = frozenset("planned scheduled pending queued waiting requested".split())
_IS_OWED = re.compile(r"(?:^|_)(?:owed|owing|outstanding|due|debt|arrears|unpaid|unsettled)(?:_|$)")
"""Names of amounts that somebody has to pay still."""
_SETTLED = frozenset(
    "paid settled repaid redeemed closed completed returned sold forfeited waived written_off refunded".split()
)
"""States of what nobody has to pay any more."""
_PAST = frozenset("held done over closed completed finished adjourned past ended".split())
"""Values of a state that plainly mean that something is not to count, or is not the next any more."""
_USUAL = 0.5
"""The share of all that ends in a state from where on that is how they usually end."""
_APART = {"sum": _NOT_COUNTED, "count": _NOT_COUNTED, "min": _NOT_COUNTED | _PAST, "max": _NOT_COUNTED}
_WISH = {
    ON_WRITE: "Update it on every write.",
    PERIODIC: "Refresh it periodically.",
    APPROXIMATE: "Use an approximate count if that's accurate enough.",
    NEVER: "Remove it, and compute it when it is read.",
}


def check(seen: Inspection) -> Iterator[Finding]:
    """Computed fields whose refresh, or storing them at all, costs more than it saves. Also results that
    include items in every state, although operations treat some states, such as drafts, separately."""
    upkeep = seen.placement.upkeep
    yield from _of_every_state(seen)
    yield from _of_every_currency(seen)
    yield from _of_nothing_yet(seen)
    for entity, path, field in seen.own_fields():
        computed = given(field.computed, None)
        if computed is None:
            continue
        wish, load = upkeep.chosen(entity.name, computed), upkeep.load(entity.name, computed)
        refresh = given(computed.refresh, "") or upkeep.refresh(entity.name, computed)
        if load is None or (wish == PERIODIC and refresh == ON_WRITE and _is_light(load)):
            continue
        recounted = round(_recounted(load)) if refresh == ON_WRITE else 0
        if recounted >= _MANY:
            subject, instead = f"{entity.name}.{path}", _instead(computed, wish)
            yield LINT.finding(subject, _how_dear(load), instead, "warning", read_a_day=recounted)
        elif wish and wish != refresh:
            yield LINT.finding(f"{entity.name}.{path}", _why(wish, load), _WISH[wish])


def _of_every_state(seen: Inspection) -> Iterator[Finding]:
    used = [*_states_used(seen)]
    for entity, path, field in seen.own_fields() if used else ():
        computed = given(field.computed, None)
        calls = [*_calls(parse(computed.formula))] if computed is not None else []
        yield from islice(_over_all(seen, entity.name, path, calls, used), 1)


def _over_all(
    seen: Inspection, entity: str, path: str, calls: list[Call], used: list[Field]
) -> Iterator[Finding]:
    """Yield what is to be said of each sum over things that operations tell apart by their state: of the states that
    only some of them end in, and of those that plainly mean that something is not to count. A count of all that there
    ever were may well be meant, unless its name or such an end says otherwise."""
    for call in calls:
        for source_path in paths_of(call.arguments[0]):
            route = seen.paths.resolve(entity, source_path)
            steps = route.steps if route is not None else ()
            ends = [step for step in steps if step.kind == "end"]
            state = _state_of(seen, ends[0].target, used) if len(ends) == 1 else None
            if state is None or any(step.field is state for step in steps):
                continue
            if _is_set_with(seen, state, steps[-1].field):
                continue
            meant = _plainly_apart(call, path, source_path)
            of_some = _rare_ends(seen, ends[0].target, state)
            values = [str(value) for value in given(state.enum, [])]
            apart = [value for value in values if value in of_some or value.lower() in meant]
            if apart:
                finding = _told_apart(seen, f"{entity}.{path}", call, state, ends[0].target, apart)
                is_of_link = any(step.kind == "link" for step in steps)
                hint = finding.hint.replace(" a number", " link a number") if is_of_link else finding.hint
                yield replace(finding, hint=hint)


def _plainly_apart(call: Call, path: str, source_path: str) -> frozenset[str]:
    """Return the words for states that a result of this name is plainly not of."""
    is_done = call.name == "count" and _IS_DONE.search(path) is not None
    if call.name == "count" and not (is_done or _OF_SOME.search(path)):
        return frozenset()
    is_owed = call.name == "sum" and any(map(_IS_OWED.search, (path, source_path)))
    return _APART[call.name] | (_SETTLED if is_owed else _NOT_YET if is_done else frozenset())


def _rare_ends(seen: Inspection, entity: str, state: Field) -> set[str]:
    """Return the final values of a state, such as retracted or refunded, that fewer than half of what is inserted ends in, or
    of which nobody says how many do."""
    often: dict[str, float] = {}
    left: set[str] = set()
    for operation, value, before in _transitions(seen, state):
        often[value] = often.get(value, 0.0) + given(operation.per_day, 0.0)
        left |= before - {value}
    declared = given(seen.names.entities[entity].inserts_per_day, math.inf)
    usual = _USUAL * seen.survey.traffic.inserts.get(entity, declared)
    return {value for value, times in often.items() if value not in left and times < usual}


def _is_set_with(seen: Inspection, state: Field, summed: Field | None) -> bool:
    """Whether an update sets what is summed together with the state: the number says what counts."""
    return summed is not None and any(
        route is not None and route.field is summed
        for operation, _, _ in _transitions(seen, state)
        for path in _set_by(operation)
        for route in [seen.paths.resolve(operation.entity, path, given(operation.includes, []))]
    )


def _set_by(operation: Operation) -> list[str]:
    """Return the paths to which an update gives a value, its own or the caller's."""
    return [
        *given(operation.changes, []),
        *(each.field for each in given(operation.effects, []) if each.do == "set"),
    ]


def _transitions(seen: Inspection, state: Field) -> Iterator[tuple[Operation, str, set[str]]]:
    """Yield the updates that give a state a value, with the values that they ask for before."""
    for operation in seen.model.workload:
        if operation.kind != "update":
            continue

        def is_state(path: str, operation: Operation = operation) -> bool:
            route = seen.paths.resolve(operation.entity, path, given(operation.includes, []))
            return route is not None and route.field is state

        asked = [
            match.value
            for match in given(operation.filter, [])
            if stated(match.value) and is_state(match.field)
        ]
        before = {str(value) for each in asked for value in (each if isinstance(each, list) else [each])}
        for effect in given(operation.effects, []):
            if effect.do == "set" and stated(effect.value) and is_state(effect.field):
                yield operation, str(effect.value), before


def _of_every_currency(seen: Inspection) -> Iterator[Finding]:
    """Yield the sums of amounts whose currency stands beside them, unless the document of the sum has one, too."""
    for entity, path, field in seen.own_fields():
        computed = given(field.computed, None)
        if computed is None or _currency_of(entity.own_fields) is not None:
            continue
        for call in _calls(parse(computed.formula)):
            for source_path in paths_of(call.arguments[0]) if call.name == "sum" else ():
                route = seen.paths.resolve(entity.name, source_path)
                ends = [step for step in route.steps if step.kind == "end"] if route is not None else []
                if route is None or len(ends) != 1 or route.field is None or route.field.type not in _AMOUNTS:
                    continue
                currency = _currency_of(seen.names.entities[ends[0].target].own_fields)
                if currency is not None:
                    yield _mixed(seen, f"{entity.name}.{path}", ends[0].target, route.field, currency)


def _of_nothing_yet(seen: Inspection) -> Iterator[Finding]:
    """Yield the quotients in which an optional number is added or taken off: absent, it counts as 0, and a loss is 100 %."""
    for entity, path, field in seen.own_fields():
        computed = given(field.computed, None)
        added = _added_in_quotients(parse(computed.formula)) if computed is not None else ()
        own = {each.name: each for each in entity.own_fields}
        absent = [
            name
            for name in added
            if name in own and own[name].required is not True and not stated(own[name].computed)
        ]
        if absent:
            names = listed([*dict.fromkeys(absent)])
            yield LINT.finding(
                f"{entity.name}.{path}",
                f"If {names} is absent, the quotient uses 0.",
                f"If absent means unknown, make {path} a plain field, and update it with {names}.",
                absent=names,
            )


def _added_in_quotients(expression: Expression | None, *, is_inside: bool = False) -> Iterator[str]:
    """Yield the paths of what is added or taken off inside of quotients."""
    if isinstance(expression, Call):
        for argument in expression.arguments if expression.name == "round" else ():
            yield from _added_in_quotients(argument, is_inside=is_inside)
    elif isinstance(expression, Binary):
        for side in (expression.left, expression.right):
            if is_inside and expression.operator in "+-" and isinstance(side, PathRef):
                yield side.path
            yield from _added_in_quotients(side, is_inside=is_inside or expression.operator == "/")


def _currency_of(fields: Iterable[Field]) -> Field | None:
    """Return the field that says in which of several currencies amounts are."""
    named = (field for field in fields if field.name.lower().endswith("currency"))
    return next((field for field in named if len(given(field.enum, [])) != 1), None)


def _mixed(seen: Inspection, subject: str, child: str, amount: Field, currency: Field) -> Finding:
    values = [str(value) for value in given(currency.enum, [])]
    such = f", such as {listed(values[:2])}" if values else ""
    return LINT.finding(
        subject,
        f"The sum adds {amount.name} of {seen.names.spoken(child)} in different currencies{such}.",
        f"Store {amount.name} in one currency as well, and sum that.",
        "warning",
        currency=f"{child}.{currency.name}",
    )


def _told_apart(
    seen: Inspection, subject: str, call: Call, state: Field, child: str, apart: list[str]
) -> Finding:
    children = seen.names.spoken(child)
    if call.name in ("min", "max"):
        way = (
            f"Read it with an operation that filters the {children} by {state.name}, sorts them, and "
            "takes one."
        )
    else:
        way = (
            f"Give the {seen.names.word(child).replace('_', ' ')} a number that is 0 unless it counts, set it with "
            f"{state.name}, and sum that."
        )
    return LINT.finding(
        subject,
        (
            f"The {call.name} includes {children} in every {state.name}, even {listed(apart)}: a formula has "
            "no condition."
        ),
        f"If those shouldn't count, {way[:1].lower()}{way[1:]}",
        state=f"{child}.{state.name}",
    )


def _calls(expression: Expression | None) -> Iterator[Call]:
    """Yield the sums, counts, least and greatest values of a formula."""
    if isinstance(expression, Binary):
        yield from _calls(expression.left)
        yield from _calls(expression.right)
    elif isinstance(expression, Call) and expression.name in _APART and len(expression.arguments) == 1:
        yield expression
    elif isinstance(expression, Call):
        for argument in expression.arguments:
            yield from _calls(argument)


def _state_of(seen: Inspection, entity: str, used: list[Field]) -> Field | None:
    fields = seen.names.entities[entity].own_fields
    return next((each for each in fields if any(each is state for state in used)), None)


def _states_used(seen: Inspection) -> Iterator[Field]:
    """Yield the states that an operation of the design sets, or asks for. A field of a list of values is a state by its
    name, or because an update asks for one value of it and sets another."""
    for operation in seen.model.workload:
        asked = [*(match.field for match in given(operation.filter, [])), *given(operation.always_filter, {})]
        resolved = [
            seen.paths.resolve(operation.entity, path, given(operation.includes, []))
            for path in [*asked, *operation.written]
            if operation.kind != "insert"
        ]
        fields = [route.field for route in resolved if route is not None and route.field is not None]
        for field in fields:
            is_guarded = operation.kind == "update" and sum(each is field for each in fields) > 1
            if stated(field.enum) and (field.name in _STATES or is_guarded):
                yield field


def _recounted(load: RefreshLoad) -> float:
    """Return how many documents a day are read to work it out anew, none by a write that moves it by the difference, or that
    compares what is new alone."""
    return (load.recounts or 0.0) * load.scanned


def _how_dear(load: RefreshLoad) -> str:
    total, each = number(round(_recounted(load))), number(round(load.scanned))
    unsure = " (assumed: state how many)" if load.is_guess else ""
    return (
        f"Each of {number(round(load.recounts or 0))} writes per day reads about {each} "
        f"documents{unsure} to recount them: {total} per day."
    )


def _instead(computed: Computed, wish: str) -> str:
    """Return what to do: what sums and counts make is kept beside these, which move by the difference."""
    made_of = list(dict.fromkeys(_sums_and_counts(parse(computed.formula))))
    other = _WISH[wish if wish in (NEVER, APPROXIMATE) else PERIODIC]
    if not made_of:
        return other
    fields = listed(made_of)
    return (
        f"Store {fields} as separate fields that each write changes by the difference, and compute it "
        f"from them. Otherwise: {other}"
    )


def _sums_and_counts(formula: Expression | None) -> list[str]:
    """Return the sums and counts that a formula is made of; none where it is made of anything else."""
    if isinstance(formula, Binary):
        sides = [
            _sums_and_counts(side) for side in (formula.left, formula.right) if not isinstance(side, Number)
        ]
        return [each for side in sides for each in side] if all(sides) else []
    if isinstance(formula, Call) and formula.name == "round":
        return _sums_and_counts(formula.arguments[0])
    if not isinstance(formula, Call) or formula.name not in ("sum", "count") or len(formula.arguments) != 1:
        return []
    inner = formula.arguments[0]
    return [f"{formula.name}({inner.path})"] if isinstance(inner, PathRef) else []


def _is_light(load: RefreshLoad) -> bool:
    """Return whether each change moves the result by the difference, which looks at no other document, and more readings
    than changes profit: stock on hand that is older than that sells what is gone."""
    return load.moves and load.ratio is not None and load.ratio >= 1


def _why(wish: str, load: RefreshLoad) -> str:
    if wish == APPROXIMATE:
        return f"Each document would be written {number(round(load.busy))} times per second"
    reads, writes = round(load.reads or 0), round(load.writes or 0)
    cost = f"Returned {_times(reads)} per day; source fields change {_times(writes)} per day"
    scanned = (
        f"about {number(round(load.scanned))}"
        if load.scanned >= 1.5
        else "little more than one"
        if load.scanned >= 1
        else "less than one"
    )
    documents = "documents" if load.scanned >= 1.5 else "document"
    unsure = " (assumed: state how many, or both counts)" if load.is_guess else ""
    return f"{cost}. Computing on read scans {scanned} {documents}{unsure}."


def _times(count: int) -> str:
    return "once" if count == 1 else f"{number(count)} times" if count else "less than once"


LINT = Lint(
    code="COMPUTED_CHOICE",
    slug="computed-choice",
    name="COMPUTED_CHOICE",
    severity="info",
    title="Refresh policy doesn't match usage",
    source="Building with Patterns: computed and approximation patterns",
    check=check,
)
