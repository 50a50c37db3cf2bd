"""Trees whose ends are named the wrong way round: the parent's end by what a child calls its parent.

An end's name is what its documents call the other side. Whoever takes it for the name of the end itself turns the tree
upside down: every list of children then holds what is above.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Relationship, stated
from ...names.inflection import plural
from ...plan_model.findings import Finding
from ..base import Inspection, Lint, setting, together


def check(seen: Inspection) -> Iterator[Finding]:
    """Report trees where the end that has many is called like one, and the end that has one like many."""
    for tree in seen.model.links:
        if tree.kind != "tree" or not _is_turned(tree):
            continue
        above, below = str(tree.from_.field), str(tree.to.field)
        message = (
            f"from.field is what a parent calls its children, and says {above}; "
            f"to.field is what a child calls its parent, and says {below}"
        )
        fix = together(setting(tree, "from", "field", value=below), setting(tree, "to", "field", value=above))
        yield LINT.finding(tree.name, message, "exchange the two names", fix=fix)


def _is_turned(tree: Relationship) -> bool:
    above, below = tree.from_.field, tree.to.field
    if not (stated(above) and stated(below)):
        return False
    return plural(str(above)) != str(above) and plural(str(below)) == str(below)


LINT = Lint(
    code="L62",
    slug="tree-ends",
    name="TREE_ENDS",
    severity="warning",
    title="A tree whose ends are named the wrong way round",
    source="MongoDB manual: model tree structures",
    about="relationship",
    check=check,
)
