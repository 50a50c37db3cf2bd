"""What a guideline is, and the questions that several of them ask."""

from __future__ import annotations

import math
from collections.abc import Callable

import msgspec

from ...model.conceptual import stated
from ...plan_model.number_format import grouped, listed
from ...workload.input_derivations import is_held
from ...workload.inputs import DEFAULT, GIVEN, DecisionInputs, plain
from ...workload.time_series import FEW
from ..choices import Choice, choice
from ..gates import Bars, embeds_whole, single

Refuse = Callable[[DecisionInputs, Bars], str]
Choose = Callable[[DecisionInputs], str]
Unfit = Callable[[DecisionInputs], bool]


class Guideline(msgspec.Struct, frozen=True, kw_only=True):
    """One rule of a block, asked in the registry's order.

    code: the rulebook's (B7). slug, title, docs: for pages and the handbook. kinds: of
    relationship. strategies: what it may choose. refuse: "" where it applies, else why not.
    choose: which strategy where that is not simply the first one. unfit: what makes it refuse,
    each by itself, whatever everything else is. explain: the reason where the numbers, or what is
    ruled out, bear only a part of it.
    """

    code: str
    slug: str
    title: str
    docs: str
    kinds: tuple[str, ...]
    strategies: tuple[str, ...]
    reason: str
    sources: tuple[str, ...]
    refuse: Refuse
    choose: Choose | None = None
    unfit: tuple[Unfit, ...] = ()
    explain: Callable[[DecisionInputs, Bars], str] | None = None
    caveats: tuple[str, ...] = ()

    def pick(self, case: DecisionInputs) -> Choice:
        """The choice of a guideline that applies."""
        return choice(self.chosen(case), case)

    def because(self, case: DecisionInputs, bars: Bars) -> str:
        """The reason of that choice."""
        return self.explain(case, bars) if self.explain else self.reason

    def chosen(self, case: DecisionInputs) -> str:
        """The strategy of that choice."""
        return self.choose(case) if self.choose else self.strategies[0]


LINKS = ("many-to-many", "graph")
NO_FOREIGN_KEY = "MongoDB doesn't enforce references: run the audit to find broken ones"
SIZE = "the whole document is loaded at once: keep it well under 16 MiB"
COPIES = "copies are stale until they're synced"
TWO_SIDES = "the two sides can get out of sync: run the audit"
UNORDERED = "$in doesn't keep order, and a long $in with a sort is slow"
RINGS = "MongoDB doesn't prevent cycles: the generated functions do, and the audit finds them"
NOT_ATOMIC = "multi-document changes are atomic only in a transaction"


def large(case: DecisionInputs) -> bool:
    """Whether C is too many to embed: over EMBED_MAX, or unbounded."""
    return bool(case.read("max") > case.constants.embed_max)


def too_many_ids(case: DecisionInputs) -> bool:
    """Whether C is too many even for an array of ids."""
    return bool(case.read("max") > case.constants.ref_array_max)


def not_large(case: DecisionInputs) -> str:
    """Why a rule for too many children does not apply."""
    unsure = " (assumed)" if case.quantity("max").origin == DEFAULT else ""
    return f"at most {number(case.look('max'))} items{unsure}, but this needs over {number(case.constants.embed_max)}"


_ROUNDED = 1.1
"""By how much stated numbers may differ that mean the same."""


def hardly_any(case: DecisionInputs) -> str:
    """Why measurements need no buckets: one thing has a handful within the years that a design looks ahead, or is said to
    have no more; "" where it has more, or nobody knows. Of things that come and go each new one has its share at once."""
    most, average = case.read("max") if case.quantity("max").origin == GIVEN else math.inf, math.inf
    is_final = math.isfinite(most) and case.quantity("average").origin == GIVEN
    if case.quantity("adds_per_day").origin != DEFAULT and case.look("adds_per_day") > 0:
        comes, adds = case.survey.inserted(case.parent.name), case.quantity("inserts_per_day").value
        share = float(adds) / float(comes.value) if comes is not None and comes.value and adds else 0.0
        is_final &= 0 < share <= case.look("average") * _ROUNDED  # new things bring all that comes
        most = min(most, max(case.read("at_horizon"), share))
    if is_final:
        average = case.read("average")
    if most >= FEW and average >= FEW:
        return ""
    few = f"at most {number(most)}" if most < FEW else f"{number(average)} on average"
    return f"one {case.parent.name} has {few}: a bucket of fewer than {FEW} saves nothing"


def number(value: float) -> str:
    """A count in words: "unbounded" or digits with separators."""
    if math.isinf(value):
        return "unbounded"
    return grouped(plain(value))


def percent(share: float) -> str:
    """A share as a percentage."""
    return f"{share:.0%}"


def shares(case: DecisionInputs) -> tuple[float, float]:
    """Shares of relation reads from P to C and from C to P."""
    forward, backward = case.read("from_to_per_day"), case.read("to_from_per_day")
    total = forward + backward
    return (forward / total, backward / total) if total else (0.0, 0.0)


def inserts(case: DecisionInputs) -> float:
    """Inserts of C a day, none where nobody knows."""
    per_day: float | None = case.read("inserts_per_day")
    return 0 if per_day is None else per_day


def alone(case: DecisionInputs) -> bool:
    """Whether C is used without P often enough to matter."""
    return bool(case.read("independent_access") >= case.constants.indep_min)


def not_embedded(case: DecisionInputs, bars: Bars) -> str:
    """What keeps the children out of their parent, "" where nothing does. Of several things the one that no number of the
    relationship can change goes first."""
    first_reason = _first_against(case, bars)
    return next(iter(_all_against(case, bars)), first_reason) if first_reason else ""


def all_that_prevents(case: DecisionInputs, bars: Bars) -> str:
    """The same with everything that keeps them out, counted where it is more than one thing."""
    reasons = _all_against(case, bars)
    if len(reasons) <= 1:
        return not_embedded(case, bars)
    _first_against(case, bars)  # for the record
    things = "; ".join(reason.partition(_SO_IT)[0] for reason in reasons)
    return f"{_WORDS[len(reasons)]} things prevent embedding: {things}"


_SO_IT = ", so it "
"""How a reason goes on with what follows from it: of several that is the same."""
_WORDS = ("no", "one", "two", "three", "four", "five", "six")


def _first_against(case: DecisionInputs, bars: Bars) -> str:
    """The first thing that the rule meets, recorded as what it looks at."""
    limits = case.constants
    if large(case) and not embeds_whole(case):
        return too_many(case)
    if unowned(case):
        return unowned_because(case)
    if alone(case):
        return without_parent(case)
    together = case.read("accessed_together")
    if together < limits.together_low and case.read("average") * case.element > limits.cold_bytes:
        return f"only {percent(together)} of reads need this much data"
    read_existence(case)
    return bars["EMBED_ARRAY"].because if "EMBED_ARRAY" in bars else ""


def _all_against(case: DecisionInputs, bars: Bars) -> list[str]:
    """Everything against embedding, first what other relationships and the designer's own words say, then numbers."""
    limits, bar = case.constants, bars.get("EMBED_ARRAY")
    others = [bar.because] if bar and bar.gate in _BY_OTHERS else []
    numbers, together = list[str](), case.look("accessed_together")
    if not case.look("exclusive_owner") and not (others and _is_shared_with(case, others[0])):
        (others if _is_shared(case) else numbers).append(unowned_because(case))
    if case.look("max") > limits.embed_max and not embeds_whole(case):
        numbers.append(too_many(case))
    elif bar and bar.gate not in _BY_OTHERS and not numbers:
        numbers.append(bar.because)
    if case.look("independent_access") >= limits.indep_min:
        numbers.append(without_parent(case))
    elif together < limits.together_low and case.look("average") * case.element > limits.cold_bytes:
        numbers.append(f"only {percent(together)} of reads need this much data")
    return [*others, *numbers]


_BY_OTHERS = ("G8", "G9", "G10")
"""Limits that come of other relationships."""


def too_many(case: DecisionInputs) -> str:
    """That there are more children than an array of them may have."""
    return f"up to {number(case.look('max'))} is too many to embed"


def _is_shared(case: DecisionInputs) -> bool:
    """Whether a child isn't its parent's alone for something else than the numbers of the relationship."""
    to = case.count("to")
    is_one = stated(to.min) and stated(to.max) and to.min == 1 and to.max == 1
    return stated(case.relationship.exclusive_owner) or (is_one and bool(_others(case)))


def _is_shared_with(case: DecisionInputs, because: str) -> bool:
    """Whether a child has other parents, and a reason names one of these relationships already."""
    is_by_others = _is_shared(case) and not stated(case.relationship.exclusive_owner)
    return is_by_others and any(f'"{name}"' in because for name in _others(case))


def unowned(case: DecisionInputs) -> bool:
    """Whether a child is no part of one parent alone."""
    return not case.read("exclusive_owner")


def unowned_because(case: DecisionInputs) -> str:
    """Why a child is not its parent's alone: the design says so; it may have none; others refer to it; or nobody says that
    it is a part of the one that it has."""
    parent, child, to = case.parent.name, case.child.name, case.count("to")
    if stated(case.relationship.exclusive_owner):
        return f"{child} doesn't belong to one {parent} alone"
    if stated(to.min) and to.min == 0:
        return f"{child} can exist without a {parent}, so it can't live inside one"
    if not (stated(to.min) and stated(to.max) and to.min == 1 and to.max == 1):
        return f"the design doesn't say that each {child} has exactly one {parent}"
    if others := _others(case):
        left = len(others) - _NAMED
        named = [*(f'"{name}"' for name in others[:_NAMED]), *([f"{left} more"] if left > 0 else [])]
        refer = "refers" if len(named) == 1 else "refer"
        return f"{listed(named)} also {refer} to {child}, so it can't live inside one {parent}"
    return f"the design doesn't say that {child} belongs only to its {parent}"


_NAMED = 2
"""Relationships that are named; of more it is said how many they are."""


def _others(case: DecisionInputs) -> list[str]:
    """The other relationships that lead to a child, beside those that make its kinds, as people call them."""
    child, own = case.child.name, case.relationship.name
    others = (link for link in case.survey.ends[child] if link.name != own and link.kind != "is-a")
    return [case.survey.titles[link.name] for link in others if not is_held(link, child)]


_ALL = 0.995
"""A share that would be written as 100%."""


_NONE = "none of its operations except inserts"


def without_parent(case: DecisionInputs) -> str:
    """How much of what is done with C comes without P, in words."""
    share = case.look("independent_access")
    much = "all its operations" if share >= _ALL else f"{percent(share)} of its operations"
    return f"{much if share else _NONE} start outside the {single(case, case.parent)}"


def read_existence(case: DecisionInputs) -> None:
    """What G11 asks, for the record: of a weak part nothing, of numbers those that it compares."""
    if case.look("child_kind") != "weak":
        names = ("count", "from.count") if case.relationship.kind == "one-to-one" else ()
        is_counted = all(case.quantity(name).origin == GIVEN for name in names)
        for name in ("to.min", *(names if is_counted else ())):
            case.read(name)


def reads_of_tree(case: DecisionInputs, *served: str) -> str:
    """ "" where the tree is read in one of these ways, else how it is read."""
    reads = case.read("tree.reads")
    return "" if reads in served else _READ[reads]


_READ = {
    "whole": "the whole tree is read at once",
    "children": "reads ask for the children of a node",
    "descendants": "reads ask for all descendants of a node",
    "ancestors": "reads ask for the ancestors of a node",
    "path": "reads search nodes by their path",
    "subtree": "reads ask for whole branches",
}


def read_alone(case: DecisionInputs, entity: str) -> bool:
    """Whether some operation reads an entity by itself, with nothing included."""
    return case.survey.traffic.reads_alone[entity] > 0
