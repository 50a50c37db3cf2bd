"""Trees whose ends have swapped names.

In a tree, from.field is the parent's name for its children, and to.field is a child's name for its parent. If
they're swapped, the list of children is called parent and the reference to the parent is called children.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Relationship, stated
from ...names.inflection import plural
from ...plan_model.findings import Finding
from ..base import Inspection, Lint, setting, together


def check(seen: Inspection) -> Iterator[Finding]:
    """A tree where from.field is a singular, such as parent, and to.field a plural, such as children."""
    for tree in seen.model.links:
        if tree.kind != "tree" or not _has_exchanged_names(tree):
            continue
        above, below = str(tree.from_.field), str(tree.to.field)
        message = (
            f"from.field names a parent's children, but is {above}. to.field names a child's parent, but "
            f"is {below}."
        )
        fix = together(setting(tree, "from", "field", value=below), setting(tree, "to", "field", value=above))
        yield LINT.finding(tree.name, message, "Swap the two names.", fix=fix)


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
    title="Tree ends are named the wrong way round",
    source="MongoDB manual: model tree structures",
    about="relationship",
    check=check,
)
