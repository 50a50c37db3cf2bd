"""What a function of a context returns is worked out once in each context."""

from __future__ import annotations

from designs.compiler.operations.context import OperationContext, remembered
from tests.compiler.statements.test_places import world


def test_a_function_is_called_once_for_the_same_arguments_of_a_context() -> None:
    calls: list[tuple[str, int]] = []

    @remembered
    def described(context: OperationContext, name: str, number: int = 0) -> list[str]:
        calls.append((name, number))
        return [name]

    first, other = world(), world()
    assert described(first, "a") is described(first, "a")
    assert described(first, "b") == ["b"]
    assert described(first, "a", number=1) is not described(first, "a")
    assert described(other, "a") is not described(first, "a")
    assert calls == [("a", 0), ("b", 0), ("a", 1), ("a", 0)]


def test_functions_do_not_share_what_is_remembered() -> None:
    @remembered
    def one_thing(context: OperationContext) -> str:
        return "one"

    @remembered
    def another(context: OperationContext) -> str:
        return "another"

    context = world()
    assert (one_thing(context), another(context)) == ("one", "another")


def test_a_context_of_other_places_knows_the_whole() -> None:
    context = world()
    placed = context.placed(context.placement)
    assert placed.whole is context
    assert placed.placed(context.placement).whole is context
    assert context.whole is context
