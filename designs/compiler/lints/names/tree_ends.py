"""Trees whose ends have swapped names, or whose order isn't stored.

In a tree, from.field is the parent's name for its children, and to.field is a child's name for its parent. If
they're swapped, the list of children is called parent and the reference to the parent is called children.

If the order of children matters (`tree.ordered`), something has to store it: the parent's list of children, the
document that holds the whole tree, or a field that reads sort by. Other tree strategies store which node is a child,
but not its position.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Relationship, Tree, given, stated
from ...names.inflection import plural
from ...names.tree_fields import CHILDREN
from ...plan_model.findings import Finding
from ...strategies.table import label_of, strategies_with
from ..base import Inspection, Lint, setting, together


def check(seen: Inspection) -> Iterator[Finding]:
    """Trees whose `from.field` is singular, such as parent, and whose `to.field` is plural, such as children; and
    ordered trees that don't store the order."""
    for tree, decision in seen.decided():
        if tree.kind == "tree" and CHILDREN not in decision.traits.tree_fields and _wants_order(seen, tree):
            yield _unordered(seen, tree, decision.traits.label)
    for tree in seen.model.links:
        if tree.kind != "tree" or not _has_exchanged_names(tree):
            continue
        above, below = str(tree.from_.field), str(tree.to.field)
        message = (
            f"from.field names a parent's children, but is “{above}”. to.field names a child's parent, but "
            f"is “{below}”."
        )
        fix = together(setting(tree, "from", "field", value=below), setting(tree, "to", "field", value=above))
        yield LINT.finding(tree.name, message, "Swap the two names.", fix=fix)


def _wants_order(seen: Inspection, tree: Relationship) -> bool:
    """Whether the children of a node have an order of their own, and no read of them sorts by a field."""
    is_ordered = given(given(tree.tree, Tree()).ordered, False) is True
    reads = (each for each in seen.model.workload if each.kind == "read" and each.entity == tree.to.entity)
    return is_ordered and not any(given(each.sort, []) for each in reads)


def _unordered(seen: Inspection, tree: Relationship, label: str) -> Finding:
    message = f"The order of children matters, but {label} doesn't store it: children are listed by _id."
    most = given(tree.from_.count.max, 0)
    if most is None or most > seen.survey.constants.embed_max:
        return LINT.finding(tree.name, message, "Add a position field and sort reads by it.")
    listing = strategies_with(lambda row: CHILDREN in row.tree_fields and row.stores == "nodes")[0]
    hint = (
        f"Choose {label_of(listing)}, whose parents list their children in order, or add a position field and sort "
        "reads by it."
    )
    return LINT.finding(tree.name, message, hint, fix=setting(tree, "strategy", value=listing))


def _has_exchanged_names(tree: Relationship) -> bool:
    above, below = tree.from_.field, tree.to.field
    if not (stated(above) and stated(below)):
        return False
    return plural(str(above)) != str(above) and plural(str(below)) == str(below)


LINT = Lint(
    code="L62",
    slug="tree-ends",
    name="TREE_ENDS",
    severity="warning",
    title="Tree with swapped ends or no order",
    source="MongoDB manual: model tree structures",
    about="relationship",
    check=check,
)
