"""What an update or delete that returns its document has to return: that document, as it was before or is after."""

from __future__ import annotations

from typing import Any

from designs.compiler.model.conceptual import given
from designs.compiler.plan_model.compilation import Compilation
from tests.mongosh.expected import decoded
from tests.oracle.calls import Function
from tests.oracle.comparing import Documented, plain
from tests.oracle.scenario import Scenario

Json = dict[str, Any]
_TELLING = ("update", "delete")


def when_returned(compilation: Compilation, function: Function) -> str:
    """Return whether a function returns the document that it changes as it is "before" or "after"; "" where it
    returns none."""
    kind, name = function.about
    operation = next((each for each in given(compilation.model.operations, []) if each.name == name), None)
    if kind != "operation" or operation is None or operation.kind not in _TELLING:
        return ""
    when = given(operation.returns, "nothing")
    return "" if when == "nothing" else when


def refusal_of(answer: Any) -> list[str]:
    """Return what a function said that refused, in a list of one; an empty list where it did not."""
    is_refused = isinstance(answer, dict) and "refused" in answer
    return [f"refused ({answer['refused'][:120]})"] if is_refused else []


def fault_of(
    compilation: Compilation, scenario: Scenario, before: Documented, came: Json, *, is_alone: bool
) -> str:
    """Return how the document that a write returns is not the stored one, "" where it is. before: the documents before
    the call. came: what the call returned and left. is_alone: whether nothing has written since the call."""
    when = when_returned(compilation, scenario.function)
    if not when or scenario.finds_nothing or refusal_of(came["answer"]) or scenario.after is scenario.before:
        return ""
    told = [one for one in _flat(decoded(came["answer"])) if isinstance(one, dict) and "_id" in one]
    if not told:
        return "it returns no document, though it has changed one"
    is_known = scenario.start is None if when == "before" else is_alone
    stored = before if when == "before" else decoded(came["left"])
    documents = [plain(each) for own in stored.values() for each in own]
    for one in map(plain, told if is_known else []):
        alike = [each for each in documents if each.get("_id") == one["_id"]]
        if not any(_is_part(one, each) for each in alike):
            names = {name for each in alike for name in one if not _is_part(one[name], each.get(name))}
            return f"it returns another document than is stored: {', '.join(sorted(names)) or one['_id']}"
    return ""


def _is_part(one: Any, whole: Any) -> bool:
    """Whether a value is another one, of which fields may be left out."""
    if isinstance(one, dict) and isinstance(whole, dict):
        return all(name in whole and _is_part(value, whole[name]) for name, value in one.items())
    if isinstance(one, list) and isinstance(whole, list):
        return len(one) == len(whole) and all(map(_is_part, one, whole))
    return bool(one == whole)


def _flat(answer: Any) -> list[Any]:
    if isinstance(answer, list):
        return [each for one in answer for each in _flat(one)]
    if isinstance(answer, dict) and "_id" not in answer:
        return _flat(list(answer.values()))
    return [answer]
