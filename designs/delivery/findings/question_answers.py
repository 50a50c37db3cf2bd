"""Open questions as pages and the editor show them, and the edit that an answer makes."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext

from designs.compiler import Model, OpenQuestion, edits, grouped
from designs.delivery.properties.workload_text import number_said

_LISTS = {"relationship": "relationships", "entity": "entities", "operation": "operations"}
_WORDS = {"yes": True, "true": True, "no": False, "false": False}
MOST = 1e15
"""From here on nobody counts: such an answer is a slip."""


class BadAnswer(Exception):
    """Text that answers no question of this form, with what to write instead."""


def shown(questions: tuple[OpenQuestion, ...]) -> list[dict[str, Any]]:
    """The questions for people, most first: of each its place, what is asked and assumed, how to answer, and what
    each answer changes."""
    return [_shown(question, number) for number, question in enumerate(questions, 1)]


def _shown(question: OpenQuestion, number: int) -> dict[str, Any]:
    stake = question.at_stake
    return {
        "number": number,
        "place": question.place,
        "about": question.about,
        "name": question.name,
        "id": question.key,
        "path": list(question.path),
        "ask": question.ask,
        "assumed": question.assumed,
        "form": question.form,
        "choices": list(question.choices),
        "decisions": list(question.decisions),
        "stake": "" if stake is None else grouped(stake, ",.0f" if stake >= 10 else ",.2f"),
        "changes": [
            {
                "relationship": change.relationship,
                "when": change.when,
                "now": change.now,
                "then": change.then,
                "rule": change.rule,
                "holder": change.holder,
            }
            for change in question.consequences
        ],
    }


def answer_to(question: OpenQuestion, text: str) -> Any:
    """What a text means as an answer. Raises BadAnswer with what to write instead."""
    text = text.strip()
    if question.form == "choice":
        if text not in question.choices:
            raise BadAnswer(gettext("Choose one of: %s.") % ", ".join(question.choices))
        return text
    if question.form == "yes or no":
        if text.lower() not in _WORDS:
            raise BadAnswer(gettext("Answer yes or no."))
        return _WORDS[text.lower()]
    return _number(question, text)


def _number(question: OpenQuestion, text: str) -> int | float:
    is_percent = question.form == "share" and text.endswith("%")
    value = number_said(text.removesuffix("%") if is_percent else text)
    value = value / 100 if is_percent else value
    if question.form == "share" and not 0 <= value <= 1:
        raise BadAnswer(gettext("Enter a share from 0 to 1, or from 0% to 100%."))
    if not 0 <= value < MOST:
        raise BadAnswer(gettext("Enter a number from 0 to 1,000,000,000,000,000."))
    if question.form == "count" and not value.is_integer():
        raise BadAnswer(gettext("Enter a whole number."))
    return int(value) if value.is_integer() else value


def edit_of(model: Model, question: OpenQuestion, answer: Any) -> edits.Set | None:
    """The edit that states an answer; None where what it is about is gone. model: with the ids of the store."""
    members = getattr(model, _LISTS[question.about]) or ()
    for member in members:
        if member.name == question.name:
            return edits.Set(id=str(member.id), path=question.path, value=answer)
    return None
