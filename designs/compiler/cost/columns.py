"""A cost column for every strategy: those without one of their own are made of the five forms
(rulebook 1.9.14)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ..model.conceptual import Tree, given
from ..strategies.table import STRATEGIES
from ..workload.document_history import history_of
from ..workload.inputs import DecisionInputs
from .model import Column, Effort, Sizes, bucket, child_refs, embed, parent_ref, subset

_OF_A_VERSION = 2
"""Entries that an earlier version writes in indexes: its own id, and of what it is a version with which number."""


def _embedded(case: DecisionInputs, s: Sizes) -> Column:
    """Inside the parent's document. Where that keeps its past, each change of a child stores a copy of all of it, with
    every child, beside it in a transaction."""
    column = embed(s)
    if not history_of(case.parent):
        return column
    whole = s.parent + s.children * s.element
    return column | {
        name: replace(
            column[name],
            R=column[name].R + times,
            W=column[name].W + times,
            WB=column[name].WB + times * whole,
            X=column[name].X + times * _OF_A_VERSION,
            T=1,
        )
        for name, times in (("ADD", 1), ("UPD", s.parents), ("DEL", 1), ("REASSIGN", 2))
    }


def _link_one(case: DecisionInputs, s: Sizes) -> Column:
    return parent_ref(replace(s, children=1))


def _ids(case: DecisionInputs, s: Sizes) -> Column:
    """Ids alone, or objects where the links have more to say. As the same object whatever the strategy is called, they
    cost the same."""
    is_copied = bool(s.link and given(case.relationship.copies, []))
    return child_refs(s, is_shown=is_copied or case.look("together_needs") == "ids")


def _two_way(case: DecisionInputs, s: Sizes) -> Column:
    """Reads as an array of ids; a move writes the child and both lists."""
    column = _ids(case, s)
    moved = column["REASSIGN"]
    return column | {"REASSIGN": replace(moved, W=3, WB=moved.WB + s.child, T=1)}


def _two_way_embed(case: DecisionInputs, s: Sizes) -> Column:
    """Both lists are written, in a transaction."""
    column = _ids(case, s)
    both = {name: replace(column[name], W=column[name].W + 1, T=1) for name in ("ADD", "DEL")}
    return column | both


def _link_collection(case: DecisionInputs, s: Sizes) -> Column:
    """Through the links: one more round trip, and a link for each document read."""
    column = parent_ref(s)
    counts = {"PA": s.children, "PN": s.shown}
    far = {
        name: replace(column[name], R=column[name].R + 1, D=column[name].D + count)
        for name, count in counts.items()
    }
    return column | far


def _outlier(case: DecisionInputs, s: Sizes) -> Column:
    """Most parents as EMBED; a few are full, with the rest in documents that refer to them."""
    share = float(case.look("share_over") or 0)
    most = case.constants.embed_max
    few = _embedded(case, replace(s, children=min(s.children, most)))
    full = _embedded(case, replace(s, children=most))
    rest = parent_ref(replace(s, children=max(1.0, s.children - most)))
    return {name: few[name].plus(full[name].plus(rest[name]), share, 1 - share) for name in few}


def _folded(case: DecisionInputs, s: Sizes) -> Column:
    """No parent to read: what is shown with a child is in the child."""
    column = parent_ref(s)
    alone = {
        name: replace(effort, R=1, D=effort.D - 1, B=effort.B - s.parent, I=1)
        for name, effort in column.items()
        if name in ("PA", "PN")
    }
    return column | alone | {"P": Effort()}


def _kinds(apart: bool) -> Callable[[DecisionInputs, Sizes], Column]:
    """Kinds of a thing: read all together they are one query, or one for each collection."""

    def column(case: DecisionInputs, s: Sizes) -> Column:
        families = case.survey.families
        specials = [name for name in families.family(case.child.name) if families.generals.get(name)]
        trips, whole = float(len(specials) if apart else 1), s.parent + s.child
        every = Effort(R=trips, D=1, B=whole, I=trips)
        single = Effort(R=1, D=1, B=whole, I=1)
        added = Effort(R=1, W=1, WB=whole, X=1 + s.entries)
        changed = Effort(R=1, I=1, W=1, WB=whole)
        gone = Effort(R=1, I=1, W=1, X=1 + s.entries)
        return {
            "P": every, "PA": every, "PN": every, "C": single, "ADD": added, "UPD": changed, "DEL": gone, "REASSIGN": Effort(),
        }  # fmt: skip

    return column


def _tree(
    moved: Callable[[DecisionInputs, Sizes], float], steps: bool = False
) -> Callable[[DecisionInputs, Sizes], Column]:
    """A tree's nodes refer to one another: a read returns the nodes, a move writes ``moved``."""

    def column(case: DecisionInputs, s: Sizes) -> Column:
        trips = float(given(_shape(case).depth, 1)) if steps and _reads(case) != "children" else 1.0
        column_of_nodes = parent_ref(s)
        read = {
            name: Effort(R=trips, D=count, B=count * s.child, I=trips)
            for name, count in (("PA", s.children), ("PN", s.shown))
        }
        written = moved(case, s)
        return (
            column_of_nodes
            | read
            | {"REASSIGN": Effort(R=1, I=1, W=written, WB=written * s.child, X=written)}
        )

    return column


def _shape(case: DecisionInputs) -> Tree:
    return given(case.relationship.tree, Tree())


def _reads(case: DecisionInputs) -> str:
    return given(_shape(case).reads, "children")


def _single(case: DecisionInputs, s: Sizes) -> float:
    return 1.0


def _branch(case: DecisionInputs, s: Sizes) -> float:
    """A node and its descendants, taken as its children and theirs."""
    return 1.0 + s.children


def _half(case: DecisionInputs, s: Sizes) -> float:
    return case.survey.count(case.parent.name) / 2


def _renumbered(case: DecisionInputs, s: Sizes) -> Column:
    """Nested sets: an addition renumbers as many nodes as a move, in a transaction."""
    column, half = _tree(_half)(case, s), _half(case, s)
    return column | {
        name: replace(
            effort,
            W=effort.W + half,
            WB=effort.WB + half * s.child,
            X=effort.X + half,
            T=1,
        )
        for name, effort in column.items()
        if name == "ADD"
    }


def _of(form: Callable[[Sizes], Column]) -> Callable[[DecisionInputs, Sizes], Column]:
    return lambda case, s: form(s)


_FORMS: dict[str, Callable[[DecisionInputs, Sizes], Column]] = {
    "embed": _embedded,
    "ids": _ids,
    "bucket": _of(bucket),
    "reference": _of(parent_ref),
    "slice": _of(subset),
    "one reference": _link_one,
    "ids and id": _two_way,
    "ids and ids": _two_way_embed,
    "link documents": _link_collection,
    "overflow": _outlier,
    "folded parent": _folded,
    "subtypes together": _kinds(apart=False),
    "subtypes apart": _kinds(apart=True),
    "steps": _tree(_single, steps=True),
    "branch": _tree(_branch),
    "half a tree": _renumbered,
}
COLUMNS = {name: _FORMS[traits.cost] for name, traits in STRATEGIES.items()}
"""The column of each strategy, by its trait ``cost``."""
