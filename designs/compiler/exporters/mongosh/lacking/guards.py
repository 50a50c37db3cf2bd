"""What stands at the start of a function against values that do not fit, or that its caller lacks, and what its comment
says of these."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ....emit.javascript import Assign, CallExpression, Ident, Literal, Node, Run
from ....plan_model.number_format import listed
from ....plan_model.physical import Outcome, Param
from ..functions import changed_objects, given_places

if TYPE_CHECKING:
    from .absences import StoredParam
    from .missing_values import MissingValues


def guards(given: list[Param], missing: MissingValues | None) -> Iterator[Node]:
    """Yield what refuses parameters, and what fits the others to be stored."""
    yield from map(_must_be, given_places(given))
    yield from _must_change(given, missing)
    yield from _living(missing) if missing else ()


def _must_be(place: Param) -> Node:
    """What refuses a place that is not in the grid."""
    called = "mustBePlaces" if isinstance(place.value, list) else "mustBePlace"
    return Run(CallExpression(called, (Literal(place.name), Ident(place.name), Literal(place.below))))


def _must_change(given: list[Param], missing: MissingValues | None) -> Iterator[Node]:
    """Yield what refuses other fields than those that may change, and null where a field needs a value."""
    emptied = dict(missing.emptied) if missing else {}
    for param in changed_objects(given):
        names = [[*param.parts], *([[*emptied[param.name]]] if param.name in emptied else [])]
        yield Run(CallExpression("mustChange", (Ident(param.name), *map(Literal, names))))


def _living(missing: MissingValues) -> Iterator[Node]:
    """Yield what refuses values that must be given, and leaves fields without a value out of objects."""
    if missing.given or missing.needed:
        named = {name: Outcome(step=name) for name in missing.given} | dict(missing.needed)
        yield Run(CallExpression("mustBeGiven", (Literal(named),)))
    if missing.kept:
        kept = {name: Outcome(step=name) for name in missing.kept}
        yield Run(CallExpression("mustNotBeNull", (Literal(kept),)))
    for name, rules in missing.fitting:
        yield Run(
            CallExpression("mustFit", (Ident(name), Literal({path: dict(rule) for path, rule in rules})))
        )
    for names in missing.said:
        said = Literal({name: Outcome(step=name) for name in names})
        yield Run(CallExpression("mustChangeSome", (said,)))
    yield from map(_without_absent, missing.stored)
    for name, places in missing.identified:
        inside = (Literal([*places]),) if places != ("",) else ()
        yield Assign(name, CallExpression("identified", (Ident(name), *inside)))


def _without_absent(param: StoredParam) -> Node:
    """What leaves out the fields that have no value."""
    nullable = (Literal([*param.nullable]),) if param.nullable else ()
    return Assign(param.name, CallExpression("withoutAbsent", (Ident(param.name), *nullable)))


def left_out(missing: MissingValues | None, purpose: str) -> str:
    """What becomes of what the caller leaves out."""
    if missing is None:
        return ""
    opened = " To leave a range open, omit one of its ends." if missing.has_open_ends else ""
    asked = {names[0] for names in missing.said if len(names) == 1}
    required = {path: name in missing.nulled for name, path in missing.cleared if name in asked}
    free = {path: name in missing.nulled for name, path in missing.cleared if name not in asked}
    kept = listed([_shown(path) for _, path in missing.loose])
    opened += f" {kept} do{'es' if len(missing.loose) == 1 else ''}n't change if omitted." if kept else ""
    return _taken_away(required, "reassign") + _taken_away(free, purpose) + opened


def _taken_away(paths: dict[str, bool], purpose: str) -> str:
    """What becomes of fields that the caller leaves out, or gives null for. paths: whether null is stored in each."""
    shown = {_shown(path): paths[path] for path in paths}
    removed, stored = ([name for name in shown if shown[name] is kept] for kept in (False, True))
    ways = [(f"removes {listed(removed)}", removed), (f"is stored in {listed(stored)}", stored)]
    null = listed(words for words, names in ways if names)
    if not shown or purpose == "reassign":
        return f" null {null}." if shown else ""
    if not (removed and stored):
        null = "is stored" if stored else f"removes {'it' if len(removed) == 1 else 'them'}"
    return f" {listed([*shown])} do{'es' if len(shown) == 1 else ''}n't change if omitted; null {null}."


def _shown(path: str) -> str:
    return ".".join(step for step in path.split(".") if step[:1] != "$")
