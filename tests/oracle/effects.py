"""What the effects of a declared update make of a value, and what their parameters are called."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from bson import Decimal128

from designs.compiler.model.conceptual import Effect, stated
from designs.compiler.model.values import typed
from designs.compiler.names.inflection import singular
from designs.compiler.plan_model.function_names import without_marks
from tests.oracle.constants import are_alike, comparable
from tests.oracle.scenario import NotJudged
from tests.oracle.state import NOW

_BESIDE = {"multiply": ("",)}
_OTHERWISE = ("added", "removed", "least", "most")
"""How names of what an effect brings begin where the caller gives a new value, too: a factor is called by how it ends."""


def parameter_names(effect: Effect, *, is_twice: bool) -> set[str]:
    """Return what the parameter of an effect may be called. is_twice: whether the field first gets a new value, and
    is then changed by an effect of its own."""
    path = effect.field.replace(".", "").replace("_", "").lower()
    starts = (
        ("", "new", "added", "removed")
        if not is_twice or effect.do == "set"
        else _BESIDE.get(effect.do, _OTHERWISE)
    )
    return {f"{start}{each}" for start in starts for each in (path, singular(path))}


def changed(effect: Effect, old: Any, brought: Any) -> Any:
    """Return what an effect makes of a value. brought: what the caller brings in."""
    value = effect.value if stated(effect.value) else brought
    if effect.do == "set":
        return value
    if effect.do == "unset":
        return None
    if effect.do == "current-date":
        return NOW
    if effect.do in ("increment", "multiply"):
        return _calculated(effect.do, old, effect.by if stated(effect.by) else value)
    if effect.do in ("minimum", "maximum"):
        is_by = stated(effect.by) and not stated(effect.value) and not isinstance(old, bool)
        wanted = effect.by if is_by else value
        if old is not None and not are_alike(old, wanted):
            raise NotJudged("a comparison of unlike values")
        return wanted if old is None else _extreme(effect.do, old, wanted)
    return _listed(effect.do, old, value)


def _extreme(do: str, old: Any, wanted: Any) -> Any:
    try:
        return (min if do == "minimum" else max)(old, wanted, key=comparable)
    except TypeError as error:  # objects, and lists that hold some: Python has no order for them
        raise NotJudged("a comparison of unlike values") from error


def _calculated(do: str, old: Any, by: float) -> Any:
    if isinstance(old, Decimal128):
        exact = old.to_decimal()
        return Decimal128(exact + Decimal(str(by)) if do == "increment" else exact * Decimal(str(by)))
    known: Any = old or 0
    if isinstance(known, bool) or not isinstance(known, int | float):
        raise NotJudged("arithmetic on what is no number")
    made = known + by if do == "increment" else known * by
    return typed(made, ("long",)) if type(old).__name__ == "Int64" and isinstance(made, int) else made


def _listed(do: str, old: Any, value: Any) -> list[Any]:
    known = list(old or [])
    if do == "pull":
        return [one for one in known if one != value]
    return known if do == "add-to-set" and value in known else [*known, value]


def bare(name: str) -> str:
    """Return a name without what parts its words, and without the marks of its letters, as a parameter has it."""
    return without_marks(name).replace(".", "").replace("_", "").lower()
