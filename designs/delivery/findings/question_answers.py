"""Open questions as pages and the editor show them, and the edit that an answer makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from designs.compiler import Model, OpenQuestion, edits, grouped
from designs.delivery.properties.workload_text import number_said

_LEAST_STAKE = 0.005
"""A difference of costs below it would be written as none."""
_SAID = {
    "all": _("everything"),
    "page": _("one page"),
    "recent": _("the latest"),
    "summary": _("a summary"),
    "ids": _("IDs only"),
    "nothing": _("nothing"),
    "whole": _("the whole tree"),
    "children": _("the children of a node"),
    "descendants": _("all descendants of a node"),
    "ancestors": _("all ancestors of a node"),
    "path": _("the path from the root to a node"),
    "subtree": _("a node with all its descendants"),
    "bounded": _("yes"),
    "unbounded": _("no (they keep growing)"),
    "none": _("not at all (everything at once)"),
    "sequential": _("page by page (next, previous)"),
    "arbitrary": _("to any page (such as page 7)"),
    "hour": _("an hour"),
    "day": _("a day"),
    "week": _("a week"),
    "month": _("a month"),
}
"""What people read for the value of a choice."""
_LISTS = {"relationship": "relationships", "entity": "entities", "operation": "operations"}
_WORDS = {"yes": True, "true": True, "no": False, "false": False}
MOST = 1e15
"""From here on nobody counts: such an answer is a slip."""


class BadAnswer(Exception):
    """Text that answers no question of this form, with what to write instead."""


def said(value: str) -> str:
    """The value of a choice in words."""
    return str(_SAID.get(value, value))


def shown(
    questions: tuple[OpenQuestion, ...],
    titles: Mapping[str, str] | None = None,
    said: Callable[[str], str] = said,
) -> list[dict[str, Any]]:
    """The questions for people, most first: of each its place, what is asked and assumed, how to answer, and what
    each answer changes. titles: of relationships, by name. said: what stands for the value of a choice."""
    return [_shown(question, number, titles or {}, said) for number, question in enumerate(questions, 1)]


def _shown(
    question: OpenQuestion, number: int, titles: Mapping[str, str], said: Callable[[str], str]
) -> dict[str, Any]:
    is_choice = question.form == "choice"
    stake = question.at_stake or 0.0
    return {
        "number": number,
        "place": question.place,
        "about": question.about,
        "name": question.name,
        "id": question.key,
        "path": list(question.path),
        "ask": question.ask,
        "assumed": said(question.assumed) if is_choice else question.assumed,
        "form": question.form,
        "choices": list(question.choices),
        "options": [(choice, said(choice)) for choice in question.choices],
        "decisions": list(question.decisions),
        "stake": grouped(stake, ",.0f" if stake >= 10 else ",.2f") if stake >= _LEAST_STAKE else "",
        "changes": [
            {
                "relationship": change.relationship,
                "title": titles.get(change.relationship, change.relationship),
                "when": _when(change.when, said) if is_choice else change.when,
                "now": change.now,
                "then": change.then,
                "rule": change.rule,
                "holder": change.holder,
            }
            for change in question.consequences
        ],
    }


def _when(text: str, said: Callable[[str], str]) -> str:
    value, comma, more = text.partition(",")
    return said(value) + comma + more


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
