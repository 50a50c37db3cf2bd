"""The eleven questions of MongoDB University about embedding or referring, answered from the numbers.

They are a second opinion beside a decision: the first five say embed where they are answered with
yes, the other six say refer.
"""

from __future__ import annotations

import math

import msgspec

from ..model.conceptual import given
from ..plan_model.number_format import byte_size, grouped, listed
from ..strategies.table import strategies_with
from ..workload.expiry import outlives
from ..workload.inputs import DEFAULT, DecisionInputs, Survey, has_no_maximum, plain
from .gates import bars, exists_alone

_EMBEDDING = strategies_with(lambda row: row.is_plain_embedding)


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """One question, its answer, what it speaks for ("embed" or "refer"), and by which numbers."""

    question: str
    yes: bool
    speaks_for: str
    because: str


def answers(case: DecisionInputs) -> tuple[Answer, ...]:
    """The eleven answers about a one-to-one or one-to-many relationship, in their order; () for the
    other kinds, to which the questions are not put."""
    if case.relationship.kind not in ("one-to-one", "one-to-many"):
        return ()
    asked = (*_for_embedding(case), *_for_referring(case))
    return tuple(
        _answer(question, yes, because, place < 5) for place, (question, yes, because) in enumerate(asked)
    )


def opinions(survey: Survey) -> dict[str, tuple[Answer, ...]]:
    """Return the answers about each relationship of a design to which the questions are put, by its name."""
    by_name = {name: answers(case) for name, case in survey.cases.items()}
    return {name: some for name, some in by_name.items() if some}


def contradicting(answers_given: tuple[Answer, ...], base: str) -> int:
    """How many answers speak against a base, "embed" or "refer"."""
    return sum(answer.speaks_for != base for answer in answers_given)


def _answer(question: str, yes: bool, because: str, embeds: bool) -> Answer:
    speaks_for = "embed" if yes == embeds else "refer"
    return Answer(question=question, yes=yes, speaks_for=speaks_for, because=because)


def _for_embedding(case: DecisionInputs) -> tuple[tuple[str, bool, str], ...]:
    barred = bars(case)
    gate = next((barred[strategy] for strategy in _EMBEDDING if strategy in barred), None)
    single = case.relationship.kind == "one-to-one"
    owned = not exists_alone(case) if single else bool(case.look("exclusive_owner"))
    together = float(case.look("accessed_together"))
    atomic = given(case.relationship.atomic, False)
    is_said = owned or case.quantity("same_lifecycle").origin != DEFAULT
    lasting = bool(case.look("same_lifecycle")) and not outlives(case.parent, case.child)
    apart = "no lifetime is stated" if lasting else "lifetimes of their own"
    return (
        ("Is one document simpler for model and code?", gate is None, "nothing rules it out" if gate is None else f"{gate.gate}: {gate.because}"),
        ("Does the child belong to its parent?", owned, "owned by one parent" if owned else "no owner of its own"),
        ("Are they queried together?", together >= case.constants.together_min, f"{together:.0%} of the parent's reads need it"),
        ("Are they updated together?", atomic, "they change atomically" if atomic else "the design doesn't say that they change atomically"),
        ("Are they archived together?", lasting and is_said, "the same lifetime" if lasting and is_said else apart),
    )  # fmt: skip


def _for_referring(case: DecisionInputs) -> tuple[tuple[str, bool, str], ...]:
    limits, most = case.constants, float(case.look("max"))
    shared = max(float(given(value, 1)) for value in (case.count("to").max, case.count("to").average, 1))
    size = case.survey.own_bytes(case.parent.name) + float(case.look("at_horizon")) * case.element
    heavy = case.survey.profile == "write-heavy"
    alone = float(case.look("independent_access"))
    free = exists_alone(case) if case.relationship.kind == "one-to-one" else ""
    without = "no maximum is stated" if has_no_maximum(case) else "without bound"
    unlimited = case.look("growth") == "unbounded" or (
        has_no_maximum(case) and case.quantity("growth").origin == DEFAULT
    )
    assumed = " (assumed)" if case.quantity("max").origin == DEFAULT else ""
    many = without if math.isinf(most) else f"at most {grouped(most, ',.0f')}{assumed}"
    holders = [] if bool(case.look("exclusive_owner")) else _holders(case)
    return (
        ("Is the number of children high?", most > limits.embed_max, many),
        ("Would copies be hard to keep in sync?", shared > 1 or len(holders) > 1, _parents(shared, holders)),
        ("Would one document be large?", size > limits.doc_warn, f"{byte_size(size)} in {plain(limits.horizon)} years"),
        ("Do the children grow without limit?", unlimited, many),
        ("Are they written at different times, in a design that mostly writes?", heavy and not given(case.relationship.atomic, False), "writes come first" if heavy else "reads and writes are mixed" if case.survey.profile == "mixed" else "reads come first"),
        ("Can the child exist alone?", bool(free) or alone >= limits.indep_min, free or f"{alone:.0%} of its operations start outside the parent"),
    )  # fmt: skip


def _parents(shared: float, holders: list[str]) -> str:
    if shared > 1:
        return f"{grouped(shared, ',.0f')} parents per child"
    return f"a part of {listed(holders)}" if len(holders) > 1 else "one parent per child"


def _holders(case: DecisionInputs) -> list[str]:
    """Return the entities that a part belongs to by one of its relationships each, this one's first."""
    others = [
        link.from_.entity
        for link in case.survey.ends[case.child.name]
        if link.to.entity == case.child.name
        and link.from_.entity != case.child.name
        and link.kind in ("one-to-one", "one-to-many")
    ]
    return list(dict.fromkeys([case.parent.name, *others]))
