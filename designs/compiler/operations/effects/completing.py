"""The pass that adds to functions what they leave behind, as far as the storage map says how it is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy

from ..context import OperationContext, ScriptFunction
from .entering import Entering
from .left_behind import LeftBehindChecker
from .letting_go import LettingGo

_ROUNDS = 4  # what is taken out may be named elsewhere in turn


def completed(
    world: OperationContext, functions: Iterable[ScriptFunction], judged: Iterable[ScriptFunction]
) -> Iterator[ScriptFunction]:
    """Yield the functions, those that leave references to what they delete, or slices without what they insert, with
    the statements that write these. judged: the functions that may leave any."""
    names = {function.name for function in judged}
    checker = LeftBehindChecker(world, functions)
    letting_go, entering = LettingGo(world, checker.storage_map), Entering(world)
    for function in checker.functions:
        if function.name in names and checker.is_judged(function):
            function = _entered(checker, entering, _let_go(checker, letting_go, function))
        yield function


def _let_go(checker: LeftBehindChecker, letting_go: LettingGo, function: ScriptFunction) -> ScriptFunction:
    for _ in range(_ROUNDS):
        places = [left for left in checker.of(function) if left.is_named_by_what_stays]
        if not places:
            return function
        function = copy(function)  # operations are made of it, as it was
        if not letting_go.added(function, places):
            return function
        checker.forget(function)
    return function


def _entered(checker: LeftBehindChecker, entering: Entering, function: ScriptFunction) -> ScriptFunction:
    places = [left for left in checker.of(function) if left.is_slice_without_new]
    if not places:
        return function
    changed = copy(function)
    return changed if entering.added(changed, places) else function
