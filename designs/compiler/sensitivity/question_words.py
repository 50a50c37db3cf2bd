"""The inputs that a design may leave open, each with its place in the design file and the question that asks for it."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import msgspec

from ..model.conceptual import NO_COUNT, Navigation, Tree, given
from ..plan_model.decisions import Turn
from ..plan_model.number_format import grouped, listed
from ..plan_model.open_questions import Form, Subject
from ..strategies.table import STRATEGIES
from ..workload.inputs import DecisionInputs
from .input_domains import step


class Askable(NamedTuple):
    """An input that can be asked. path: in its subject's part of the design file. ask: with {one} for a document of
    the ``from`` end and {all_ones} for all of them, {ones} for those that one of the ``to`` end has, {its_ones} for the
    same in the number that it may have; {other}, {all_others} and {others} the other way round. choices: the words of a
    choice."""

    path: str
    ask: str
    form: Form
    about: Subject = "relationship"
    choices: tuple[str, ...] = ()


_NEEDS = ("all", "page", "recent", "summary", "ids", "nothing")
_TREE_READS = ("whole", "children", "descendants", "ancestors", "path", "subtree")
_GROWTH = ("bounded", "unbounded")
_MAX = Askable("from.has.max", "What is the maximum number of {others} per {one}?", "count")
_GROWS = Askable(
    "from.has.growth", "Is there a limit to the {others} of one {one}?", "choice", "relationship", _GROWTH
)
ASKABLE = {
    "max": _MAX,
    "from.max": _MAX,
    "to.max": Askable("to.has.max", "What is the maximum number of {ones} per {other}?", "count"),
    "to.min": Askable("to.has.min", "What is the minimum number of {ones} per {other}?", "count"),
    "growth": _GROWS,
    "from.growth": _GROWS,
    "to.growth": Askable(
        "to.has.growth", "Is there a limit to the {ones} of one {other}?", "choice", "relationship", _GROWTH
    ),
    "average": Askable("from.has.average", "How many {others} does one {one} have on average?", "number"),
    "to.average": Askable("to.has.average", "How many {ones} does one {other} have on average?", "number"),
    "p95": Askable("from.has.p95", "What is the 95th percentile of {others} per {one}?", "number"),
    "adds_per_day": Askable("from.has.adds_per_day", "How many {others} does one {one} get per day?", "number"),
    "share_over": Askable(
        "from.has.share_over", "What share of {all_ones} has more {others} than fit in an array?", "share"
    ),
    "inserts_per_day": Askable("inserts_per_day", "How many {all_others} are inserted per day?", "number", "entity"),
    "count": Askable("count", "How many {all_others} are there?", "count", "entity"),
    "exclusive_owner": Askable(
        "exclusive_owner",
        "Does each {other} belong to one {one} only, and is it deleted with that {one}?",
        "yes or no",
    ),
    "same_lifecycle": Askable(
        "same_lifecycle", "Is each {other} created and deleted with its {one}?", "yes or no"
    ),
    "independent_access": Askable(
        "independent_access", "What share of {other} operations (except inserts) starts outside the {one}?", "share"
    ),
    "accessed_together": Askable(
        "accessed_together", "What share of {one} reads also needs the {others}?", "share"
    ),
    "together_needs": Askable(
        "together_needs", "Which {others} are shown with one {one}?", "choice", "relationship", _NEEDS
    ),
    "from_to_per_day": Askable(
        "navigation.from_to_per_day", "How many reads per day start at one {one} and need its {others}?", "number"
    ),
    "to_from_per_day": Askable(
        "navigation.to_from_per_day", "How many reads per day start at one {other} and need its {its_ones}?", "number"
    ),
    "reassigned_per_day": Askable(
        "reassigned_per_day", "How many {all_others} move to another {one} per day?", "number"
    ),
    "pagination": Askable(
        "pagination", "How do users page through the {others} of one {one}?", "choice", "relationship",
        ("none", "sequential", "arbitrary"),
    ),
    "time_window": Askable(
        "time_window", "Over what period are the {others} of one {one} read together?", "choice", "relationship",
        ("hour", "day", "week", "month"),
    ),
    "tree.depth": Askable("tree.depth", "What is the maximum depth of the tree of {all_others}?", "count"),
    "tree.reads": Askable(
        "tree.reads", "What do users read in the tree of {all_others}?", "choice", "relationship", _TREE_READS
    ),
    "tree.static": Askable("tree.static", "Does the tree of {all_others} rarely change?", "yes or no"),
    "tree.ordered": Askable("tree.ordered", "Do {all_others} have a custom order within their parent?", "yes or no"),
}  # fmt: skip
_OF_LINKS = frozenset({"link_accessed_alone", "link_owner", "strategy"})
"""What a relationship states and nobody is asked for."""
_EMPTY = {"has": NO_COUNT, "navigation": Navigation(), "tree": Tree()}
_OWNED_THOUGH = "Is each {other} deleted with its {one}, although"
_HOW_OFTEN = Askable("per_day", "How often does “{operation}” run per day?", "number", "operation")
_TRUTH = {"true": True, "false": False}
_SIGNS = {">": "more than {}", ">=": "{} or more", "<": "fewer than {}", "<=": "{} or fewer"}
_OF_SHARES = {">": "more than {}", ">=": "{} or more", "<": "less than {}", "<=": "{} or less"}


def askable(turn: Turn) -> Askable | None:
    """What asks for the input of a turn; None where a design cannot state it."""
    return _HOW_OFTEN if turn.operation else ASKABLE.get(turn.input)


def asked(question: Askable, turn: Turn, case: DecisionInputs) -> str:
    """The question about one relationship, or about an operation near it."""
    words = in_words(question.ask, case, turn.operation)
    also = _also_leading(case) if turn.input == "exclusive_owner" else ""
    if also:
        words = f"{in_words(_OWNED_THOUGH, case)} “{also}” also refers to it?"
    is_twin = question.about == "relationship" and _has_twin(case)
    return f"{words[:-1]} (relationship “{case.relationship.name}”)?" if is_twin else words


def as_answered(case: DecisionInputs, turn: Turn, answer: Any) -> DecisionInputs:
    """The relationship in a design that states an answer in its place, with all that follows from it."""
    survey, link, name, question = case.survey, case.relationship, turn.input, askable(turn)
    if turn.operation:
        place = [operation.name for operation in survey.model.workload].index(turn.operation)
        survey = survey.in_traffic(survey.traffic.with_one(place, float(answer)))
    elif question is not None and question.about == "entity":
        survey = survey.stating(msgspec.structs.replace(case.child, **{question.path: answer}))
    elif name == "from.count":
        survey = survey.stating(msgspec.structs.replace(case.parent, count=answer))
    elif link.kind == "is-a" or (question is None and name not in _OF_LINKS):
        return case.varied({name: answer})  # kinds are decided by families, not one by one
    else:
        link = stating(link, tuple((question.path if question else name).split(".")), answer)
    return DecisionInputs(survey, link, case.place, case.table)


def stating(part: Any, path: tuple[str, ...], answer: Any) -> Any:
    """A part of a design file that states an answer at a path."""
    name = {"from": "from_"}.get(path[0], path[0])
    if len(path) > 1:
        answer = stating(given(getattr(part, name), _EMPTY.get(name)), path[1:], answer)
    return msgspec.structs.replace(part, **{name: answer})


def in_words(text: str, case: DecisionInputs, operation: str = "") -> str:
    """A text with the ends of a relationship in place of {one} and {ones}, {other} and {others}. Where an entity is
    related to itself, its ends are called by their names: the two directions would read alike."""
    names, link = case.survey.names, case.relationship
    parent, child = (_spaced(names.word(entity.name)) for entity in (case.parent, case.child))
    parents, children = (_spaced(names.words(entity.name)) for entity in (case.parent, case.child))
    itself = case.parent.name == case.child.name
    ones, others = (
        (f"“{names.end(link, side)}”" for side in ("to", "from")) if itself else (parents, children)
    )
    its_ones = parent if link.kind in ("one-to-one", "one-to-many") and not itself else ones
    return text.format(
        one=parent, other=child, ones=ones, its_ones=its_ones, others=others, all_ones=parents, all_others=children,
        operation=operation,
    )  # fmt: skip


def _spaced(word: str) -> str:
    return word.replace("_", " ")


def _also_leading(case: DecisionInputs) -> str:
    """The first other relationship that leads from elsewhere to the child, or to a kind of it; "" where none does."""
    families, child = case.survey.families, case.child.name
    called = {child, *families.above(child), *families.below(child)}
    others = (link for link in case.survey.model.links if link.name != case.relationship.name)
    leading = (
        case.survey.titles[link.name]
        for link in others
        if link.kind != "is-a" and link.to.entity in called and link.from_.entity not in called
    )
    return next(leading, "")


def _has_twin(case: DecisionInputs) -> bool:
    """Whether another relationship joins the same entities."""
    ends = {case.parent.name, case.child.name}
    between = [
        link
        for link in case.survey.ends[case.parent.name]
        if {link.from_.entity, link.to.entity} == ends and link.kind != "is-a"
    ]
    return len(between) > 1


def nearest(turn: Turn) -> Any:
    """The first value at which a turn comes about, as a design file states it."""
    if turn.sign == ":" and not turn.value[:1].isdigit():
        return _TRUTH.get(turn.value, turn.value)
    value, way = float(turn.value), {">": 1, "<": -1}.get(turn.sign, 0)
    return _short(value + way * step(turn.input, value))


def answers_of(turn: Turn, question: Askable) -> tuple[Any, ...]:
    """Values at which a turn comes about, as a design file states them: one that people would give, then the
    nearest of all."""
    if question.form in ("choice", "yes or no"):
        return (_TRUTH.get(turn.value, turn.value),)
    value = float(turn.value)
    if turn.sign not in (">", "<"):
        return (_short(value),)
    way = 1 if turn.sign == ">" else -1
    nearest = _short(value + way * step(turn.input, value))
    if question.form == "share":
        return (round(value + way / 100, 2), nearest)
    return (math.floor(value) + 1 if way > 0 else math.ceil(value) - 1, nearest)


def _short(value: float) -> int | float:
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


def when(turn: Turn, question: Askable) -> str:
    """The answers that bring a turn about, in words."""
    if question.form in ("choice", "yes or no"):
        return {"true": "yes", "false": "no"}.get(turn.value, turn.value)
    signs = _OF_SHARES if question.form == "share" else _SIGNS
    return signs.get(turn.sign, "{}").format(_number(float(turn.value), question.form))


def though(case: DecisionInputs, strategy: str) -> str:
    """What an answer gives up that turns a decision to an array of whole documents: a unique index on what stands in an
    array compares documents, not the items of one. "" where nothing is given up."""
    if case.relationship.kind != "one-to-many" or not STRATEGIES[strategy].is_plain_embedding:
        return ""
    unique = [
        field.name for field in case.child.own_fields if given(field.unique, False) and field.name != "_id"
    ]
    parent = _spaced(case.survey.names.word(case.parent.name))
    named = listed(unique)
    return f", though a unique index doesn't compare the {named} values within one {parent}" if unique else ""


def assumption(value: Any, question: Askable) -> str:
    """What is taken for an input now, in words."""
    if value is None:
        return "not known"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return "no limit" if math.isinf(value) else _number(float(value), question.form)
    return str(value)


def _number(value: float, form: Form) -> str:
    return f"{value * 100:.4g}%" if form == "share" else grouped(value, ",.6g")
