"""A toy strategy, and all that has to be written for it: a reference that is listed and added to, nothing more.

Each entry is a file of the compiler: a new one, or where in one that is there something is put before a line.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

NAME = "TOY_REF"


class Inserted(NamedTuple):
    """Text that is put before the first line that begins like this."""

    before: str
    text: str


NEW = {
    "rules/guidelines/toy_reference.py": '''"""Are there more than an array holds?"""

from ...workload.inputs import DecisionInputs
from ..gates import Bars
from .base import Guideline, too_many_ids


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why an array is still possible."""
    return "" if too_many_ids(case) else "an array holds them"


GUIDELINE = Guideline(
    code="B5T",
    slug="toy-reference",
    title="Are there more than an array holds?",
    docs=__doc__,
    kinds=("one-to-many",),
    strategies=("TOY_REF",),
    reason="each child names its parent",
    sources=("D",),
    refuse=refuse,
)
''',
    "plan/patterns/toy_ref.py": '''"""TOY_REF: each child holds the id of its parent."""

from __future__ import annotations

from ..plan_builder import PlanDraft
from .base import Pattern, put_reference_of_child


def apply(draft: PlanDraft) -> None:
    """Give each child the reference to its parent."""
    for relationship in draft.chosen("TOY_REF"):
        put_reference_of_child(draft, relationship)


PATTERN = Pattern(
    slug="toy-reference",
    kinds=("TOY_REF",),
    title="Toy reference",
    help="Each child holds its parent's id.",
    apply=apply,
)
''',
    "operations/functions/toy_references.py": '''"""TOY_REF: the children of a parent, and a new one."""

from __future__ import annotations

from collections.abc import Iterator

from ..context import RelationshipContext, ScriptFunction
from .references import Children, insert_child, list_children


def toy_ref(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """List children, and add one."""
    children = Children(link)
    yield list_children(link, children)
    if children.at.is_root:
        yield insert_child(link, children)
''',
}
CHANGED = {
    "strategies/table.py": (
        Inserted(
            ")  # fmt: skip",
            """    Strategy(
        name="TOY_REF", label="Toy reference", kinds=(_MANY,), holder="to", stores="id", ids_at=("to",), cost="toy", index="parent",
        functions="toy_references.toy_ref",
        gain="a child names its parent", price="it is a toy",
    ),
""",
        ),
    ),
    "rules/guidelines/__init__.py": (
        Inserted("    tree_by_paths,", "    toy_reference,\n"),
        Inserted("    too_many.GUIDELINE,", "    toy_reference.GUIDELINE,\n"),
    ),
    "plan/patterns/__init__.py": (
        Inserted("    tree_ancestors,", "    toy_ref,\n"),
        Inserted("    tree_parent.PATTERN,", "    toy_ref.PATTERN,\n"),
    ),
    "cost/columns.py": (Inserted('    "reference": _of(parent_ref),', '    "toy": _of(parent_ref),\n'),),
}
FILES = (*NEW, *CHANGED)


def add_to(compiler: Path) -> None:
    """Write the toy into a copy of the compiler. Raise ValueError where a place for it is gone."""
    for name, text in NEW.items():
        (compiler / name).write_text(text, encoding="utf-8")
    for name, insertions in CHANGED.items():
        path = compiler / name
        text = path.read_text(encoding="utf-8")
        for insertion in insertions:
            lead, line, rest = text.partition(f"\n{insertion.before}")
            if not line:
                raise ValueError(f"{name}: no line begins with {insertion.before!r}")
            text = f"{lead}\n{insertion.text}{insertion.before}{rest}"
        path.write_text(text, encoding="utf-8")
