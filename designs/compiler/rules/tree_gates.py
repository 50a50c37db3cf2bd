"""The forms of a tree that gates rule out, and how large a whole tree in one document is."""

from __future__ import annotations

import math

from ..names.tree_fields import nesting
from ..plan_model.number_format import grouped
from ..workload.inputs import DecisionInputs, doubt, plain
from ..workload.sizes import element_bytes


def tree_bytes(case: DecisionInputs, count: float) -> float:
    """Bytes of so many nodes in one document, each with its ``_id``."""
    node = case.survey.own_bytes(case.child.name)
    return count * element_bytes(node, min(count, case.look("max")))


def barred_forms(case: DecisionInputs) -> dict[str, tuple[str, str]]:
    """The forms that gates rule out for a tree by itself: gate, and why."""
    limits, most, found = case.constants, case.look("max"), dict[str, tuple[str, str]]()
    if math.isinf(most):
        unsure = doubt(case, {"max": "a growth"})
        found["TREE_CHILD"] = ("G1", f"the children of one {case.child.name} grow without bound{unsure}")
    elif most > limits.ref_array_max:
        unsure = doubt(case, {"max": "a max or a growth"})
        because = f"up to {grouped(plain(most), '')} ids, more than {plain(limits.ref_array_max)}{unsure}"
        found["TREE_CHILD"] = ("G3", because)
    size, deep = tree_bytes(case, case.look("count")), 1 + nesting(case.relationship, 1)
    if size > limits.doc_error:
        because = (
            f"all {grouped(plain(case.look('count')))} nodes would reach {grouped(size / 1024, ',.0f')} KiB"
        )
        unsure = doubt(case, {"count": f"a count of {case.child.name}"})
        found["EMBED_TREE"] = ("G4", f"{because}, more than {limits.doc_error / 1024:,.0f}{unsure}")
    elif deep > limits.nest_max:
        found["EMBED_TREE"] = ("G6", f"{deep:,} levels of nesting, more than {plain(limits.nest_max)}")
    return found
