"""The questions whose answers would change most: what nobody has stated, and decisions hang on.

Flips say at which value of an input a decision turns. Those of inputs that are only assumed are gathered by the
place in the design file that would state them, most decisions first, then most cost. Flips know one relationship; so
what a question promises is looked up among the decisions of the whole design with its answer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import msgspec

from ..composition.embedding_graph import is_referred_to
from ..composition.fixpoint import Composer
from ..cost.pricing import Pricing
from ..model.conceptual import (
    Entity,
    Operation,
    Relationship,
    given,
    stated,
)
from ..plan_model.decisions import Flip, Turn
from ..plan_model.open_questions import Consequence, OpenQuestion
from ..strategies.table import STRATEGIES
from ..workload.inputs import DAYS_A_YEAR, DEFAULT, GIVEN, MEASURED, DecisionInputs, has_no_maximum
from .input_domains import said
from .question_words import (
    ASKABLE,
    Askable,
    answers_of,
    as_answered,
    askable,
    asked,
    assumption,
    in_words,
    stating,
    though,
    when,
)  # fmt: skip
from .rule_evaluator import composed, decided
from .threshold_search import ThresholdAnswer, answer_of

_FOLLOW_OPERATIONS = frozenset(
    {"accessed_together", "independent_access", "from_to_per_day", "to_from_per_day"}
)
_WAYS = frozenset({"from_to_per_day", "to_from_per_day"})
_MAXIMUM = Turn("from.max", "<=", "")
_BESIDE: tuple[tuple[str, Any, str], ...] = (
    ("exclusive_owner", True, "each {other} belongs to its {one} only"),
    ("independent_access", 0.5, "half of the operations on {others} don't go through their {one}"),
)
"""Other answers with which a maximum may turn a decision that it does not turn alone."""
_OF_OWNED = frozenset({"exclusive_owner", "same_lifecycle", "to.min"})
_BY_GROWTH = {"max": "growth", "from.max": "from.growth", "to.max": "to.growth"}
_AVERAGE_OF = {"max": "average", "from.max": "average", "to.max": "to.average"}
_MAX_OF = {"growth": "max", "from.growth": "from.max", "to.growth": "to.max"}


def open_questions(
    composer: Composer, flips: Mapping[str, tuple[Flip, ...]], weights: Mapping[str, float]
) -> tuple[OpenQuestion, ...]:
    """Return what a design leaves open and a decision hangs on: the question that moves most decisions first, of
    equal ones that with most cost at stake, then in file order.

    composer: by which the decisions were made. flips: of each relationship, what would change its decision.
    weights: of costs, by letter.
    """
    gathering = _Gathering(composer, weights)
    for name in composer.survey.cases:
        gathering.add(name, flips.get(name, ()))
    return tuple(sorted(gathering.questions.values(), key=_weight))


def _weight(question: OpenQuestion) -> tuple[int, float]:
    return -len(question.decisions), -(question.at_stake or 0.0)


def _is_unsaid(case: DecisionInputs, name: str) -> bool:
    """Whether nobody states an input. Nor does a way that no operation goes: the workload may be one of those that come
    to mind first."""
    quantity = case.quantity(name)
    is_unasked = name in _WAYS and quantity.origin == MEASURED and not quantity.value
    return quantity.origin == DEFAULT or is_unasked


class _Gathering:
    """The questions of a design by the place that would hold their answer. entities, operations: by name, each with
    its place in the file."""

    def __init__(self, composer: Composer, weights: Mapping[str, float]) -> None:
        self.composer, self.weights, model = composer, weights, composer.survey.model
        self.questions: dict[str, OpenQuestion] = {}
        self.entities = {entity.name: (place, entity) for place, entity in enumerate(model.entities)}
        self.operations = {each.name: (place, each) for place, each in enumerate(model.workload)}

    def add(self, name: str, flips: tuple[Flip, ...]) -> None:
        """Gather what a relationship leaves open, by its flips."""
        case = self.composer.survey.case(name)
        for flip, form in self._unanswered(case, flips):
            consequence = None if self._is_known(case, flip.turn) else self._consequence(case, flip, form)
            if consequence is not None:
                self._keep(case, flip.turn, form, consequence)
        if self._wants_a_maximum(case):
            consequence = self._with_another(case)
            if consequence is not None:
                self._keep(case, _MAXIMUM, ASKABLE[_MAXIMUM.input], consequence)

    def _keep(self, case: DecisionInputs, turn: Turn, form: Askable, consequence: Consequence) -> None:
        subject, place = self._subject(case, turn, form)
        place = f"{place}.{form.path}"
        before = self.questions.get(place) or _question(case, turn, form, subject, place)
        together = (*before.consequences, consequence)
        self.questions[place] = msgspec.structs.replace(before, consequences=together)

    def _wants_a_maximum(self, case: DecisionInputs) -> bool:
        """Whether nobody states how many there may be, and no maximum alone would turn the rules' decision."""
        name, link = case.relationship.name, case.relationship
        if link.kind != "one-to-many" or not has_no_maximum(case):
            return False
        place = f"relationships[{case.place}].{ASKABLE[_MAXIMUM.input].path}"
        return place not in self.questions and self.composer.decisions[name].chosen_by == "rulebook"

    def _with_another(self, case: DecisionInputs) -> Consequence | None:
        """What a maximum does to the decision together with another answer, None where nothing."""
        name, limits = case.relationship.name, case.constants
        before, barred = self.composer.decisions[name], self.composer.bars[name]
        now = answer_of(before.rule, before.strategy, before.side, case)
        if decided(case, barred) != now:
            return None  # only composing decides
        for most, (path, value, words) in product((limits.embed_max, limits.ref_array_max), _BESIDE):
            turn = Turn(_MAXIMUM.input, "<=", f"{most:g}")
            also = Turn(path, ":", said(value))
            if (
                case.quantity(path).origin != DEFAULT
                or self._is_known(case, turn)
                or self._is_known(case, also)
            ):
                continue
            link = stating(case.relationship, tuple(ASKABLE[_MAXIMUM.input].path.split(".")), int(most))
            answered = DecisionInputs(case.survey, stating(link, (path,), value), case.place, case.table)
            then = decided(answered, barred)
            if then.differs(now) and not _is_unfit(case, then.strategy) and self._is_kept(answered, then):
                return Consequence(
                    relationship=name,
                    when=f"{most:,.0f} or fewer, if {in_words(words, case)}" + though(case, then.strategy),
                    answer=int(most),
                    now=now.strategy,
                    then=then.strategy,
                    rule=then.rule,
                    also=((path, value),),
                    at_stake=self._at_stake(case, answered, now.strategy, then.strategy),
                )
        return None

    def _unanswered(self, case: DecisionInputs, flips: tuple[Flip, ...]) -> Iterator[tuple[Flip, Askable]]:
        """The flips of a relationship whose input nobody has stated. What operations tell is asked of them, if one
        of them alone would turn the decision."""
        has_rates = any(map(self._is_open_rate, flips))
        for flip in flips:
            form = askable(flip.turn)
            if form is None or (flip.holder and _is_at_edge(case, flip.turn)):
                continue
            if flip.turn.operation:
                is_open = self._is_open_rate(flip)
            else:
                is_open = _is_unsaid(case, flip.turn.input) and not _comes_of_another(
                    case, flip.turn.input, has_rates
                )
            if is_open:
                yield flip, form

    def _is_open_rate(self, flip: Flip) -> bool:
        return bool(flip.turn.operation) and not stated(self.operations[flip.turn.operation][1].per_day)

    def _consequence(self, case: DecisionInputs, flip: Flip, form: Askable) -> Consequence | None:
        """What an answer of a kind does to the decision; None where others that are assumed follow it, and undo that."""
        name = case.relationship.name
        before, barred = self.composer.decisions[name], self.composer.bars[name]
        now = answer_of(before.rule, before.strategy, before.side, case)
        for answer in answers_of(flip.turn, form):
            if not flip.turn.operation and answer == case.look(flip.turn.input):
                continue  # nobody is asked for what is taken anyhow
            answered = as_answered(case, flip.turn, answer)
            then = decided(answered, barred)
            promised = (then.rule, then.strategy) == (flip.rule, flip.strategy) and then.differs(now)
            if promised and not _is_unfit(case, then.strategy) and self._is_kept(answered, then):
                return Consequence(
                    relationship=name,
                    when=when(flip.turn, form) + though(case, then.strategy),
                    answer=answer,
                    now=now.strategy,
                    then=then.strategy,
                    rule=then.rule,
                    holder=flip.holder,
                    at_stake=self._at_stake(case, answered, now.strategy, then.strategy),
                )
        return None

    def _is_known(self, case: DecisionInputs, turn: Turn) -> bool:
        """Whether the file rules an answer out: that what others refer to is a part of one alone; that there are more
        halves than there can be; or that a maximum is as small, where there are more on average, or by what comes in
        within a year and stays."""
        if turn.input == "exclusive_owner" and turn.value == "true":
            return is_referred_to(self.composer.survey, self.composer.decisions, case.relationship)
        if turn.input == "count" and turn.sign in (">", ">="):
            return _is_one_for_one(case)
        average = _AVERAGE_OF.get(turn.input)
        if average is None or turn.sign not in ("<", "<="):
            return False
        facts = [case.quantity(average)]
        most = [float(each.value) for each in facts if each.origin != DEFAULT]
        adds = case.quantity("adds_per_day")
        if average == "average" and adds.origin != DEFAULT and not stated(case.child.retention):
            most.append(adds.value * DAYS_A_YEAR)
        return max(most, default=0.0) > float(turn.value)

    def _is_kept(self, answered: DecisionInputs, then: ThresholdAnswer) -> bool:
        """Whether a decision that an answer leads to stands beside the others: what only gates of one relationship
        bar has been asked about."""
        return not composed(self.composer, answered, then).differs(then)

    def _at_stake(self, case: DecisionInputs, answered: DecisionInputs, now: str, then: str) -> float | None:
        """How far the costs of two strategies are apart once it is answered, a score a day; None where no frequency
        is stated, where one has no price, or an infinite one, and where both are one strategy."""
        if now == then or not case.has_frequencies():
            return None
        pricing = Pricing(answered, self.weights)
        prices = [pricing.price(strategy) for strategy in (now, then)]
        totals = [each.total for each in prices if each is not None and math.isfinite(each.total)]
        return round(abs(totals[0] - totals[1]), 2) if len(totals) == len(prices) else None

    def _subject(
        self, case: DecisionInputs, turn: Turn, form: Askable
    ) -> tuple[Relationship | Entity | Operation, str]:
        """Of whom it is asked, and where that stands in the file."""
        if form.about == "operation":
            place, operation = self.operations[turn.operation]
            return operation, f"operations[{place}]"
        if form.about == "entity":
            place, entity = self.entities[case.child.name]
            return entity, f"entities[{place}]"
        return case.relationship, f"relationships[{case.place}]"


def _is_at_edge(case: DecisionInputs, turn: Turn) -> bool:
    """Whether a decision hangs on an assumption that stands at its very threshold: what any answer would change is then
    no more than a toss of a coin, and no question."""
    taken = case.look(turn.input) if not turn.operation and turn.sign in (">", "<") else None
    return isinstance(taken, int | float) and f"{taken:g}" == turn.value


def _is_unfit(case: DecisionInputs, strategy: str) -> bool:
    """Whether nobody would take a strategy whatever the answer: pages and windows of what is changed or deleted one by
    one, as the entries of a calendar are."""
    traffic, child = case.survey.traffic, case.child.name
    return STRATEGIES[strategy].is_bucketed and traffic.updates[child] + traffic.deletes[child] > 0


def _is_one_for_one(case: DecisionInputs) -> bool:
    """Whether each child of a one-to-one is said to need a parent of its own, of which it is known how many there are."""
    needs = given(case.count("to").min, 0) >= 1
    return case.relationship.kind == "one-to-one" and needs and case.quantity("from.count").origin != DEFAULT


def _question(
    case: DecisionInputs, turn: Turn, form: Askable, subject: Relationship | Entity | Operation, place: str
) -> OpenQuestion:
    """The question for the input of a turn, without consequences."""
    taken = 1.0 if turn.operation else case.look(turn.input)
    return OpenQuestion(
        about=form.about,
        name=subject.name,
        key=given(subject.id, ""),
        path=tuple(form.path.split(".")),
        place=place,
        ask=asked(form, turn, case),
        assumed=assumption(taken, form),
        form=form.form,
        choices=form.choices,
        consequences=(),
    )


def _comes_of_another(case: DecisionInputs, name: str, has_rates: bool) -> bool:
    """Whether something else answers it first: without a bound for their growth, no maximum counts; shares follow from
    how often operations run; what is owned is its owner's alone, and goes with it."""
    if name in _OF_OWNED and case.child.kind_or_default == "weak":
        return True
    if (most := _MAX_OF.get(name)) and (case.quantity(most).origin == GIVEN or has_no_maximum(case, most)):
        return True  # what has a maximum does not grow without a limit; what nobody states one of is taken to have none
    growth = _BY_GROWTH.get(name)
    is_unbounded = growth is not None and case.look(growth) == "unbounded"
    return is_unbounded or (has_rates and name in _FOLLOW_OPERATIONS)
