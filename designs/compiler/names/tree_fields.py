"""What a tree adds to its nodes: the names of the generated fields, and what a path is made of."""

from __future__ import annotations

from ..model.conceptual import Field, Relationship, Tree, given
from ..strategies.table import traits_of
from .inflection import snake
from .naming import Names
from .path_steps import Step

PARENT, CHILDREN, ANCESTORS, PATH = "parent", "children", "ancestors", "path"
LEFT, RIGHT = "left", "right"
FIELDS = (PARENT, PATH, ANCESTORS, LEFT, RIGHT)
LEVELS = 12
"""Levels that a document of a whole tree spells out at most; no rule chooses more than TREE_DEPTH."""
SEPARATOR = ","


def name_of(names: Names, tree: Relationship, role: str) -> str:
    """What a generated field is called: as its end is declared, else by its role; with the
    relationship's name before it where a field or an earlier tree of what may be the same document has that name."""
    declared = {PARENT: tree.to.field, CHILDREN: tree.from_.field}.get(role)
    if end_name := given(declared, "") if declared is not None else "":
        return end_name
    kin = names.same_documents(tree.to.entity)
    taken = any(field.name == role for name in kin for field in names.entities[name].own_fields)
    others = (link for link in names.relationships.values() if link.kind == "tree" and link.to.entity in kin)
    first = next(others, tree)
    return f"{snake(tree.name)}_{role}" if taken or first.name != tree.name else role


def asked(names: Names, tree: Relationship) -> dict[str, str]:
    """What paths may call the fields that a tree adds to its nodes in any of its forms: their
    names, and for the parent also the plain word."""
    return {PARENT: PARENT} | {name_of(names, tree, role): role for role in FIELDS}


def role_of(names: Names, step: Step) -> str:
    """Return which field of a tree's nodes a step of a path names, by the end or as generated; "" where none."""
    if step.relationship is None or step.relationship.kind != "tree":
        return ""
    if step.kind == "end":
        return PARENT if step.side == "to" else CHILDREN
    return asked(names, step.relationship).get(step.name, "") if step.kind == "tree" else ""


def roles(names: Names, tree: Relationship, strategy: str) -> dict[str, str]:
    """The generated fields of a form, by name."""
    return {name_of(names, tree, role): role for role in traits_of(strategy).tree_fields}


def levels(tree: Relationship, depth: float) -> int:
    """How many levels a document of a whole tree has, its root counted. depth: where none is stated."""
    stated = given(given(tree.tree, Tree()).depth, None)
    return max(1, min(LEVELS, int(depth if stated is None else stated)))


def segment(names: Names, tree: Relationship) -> str:
    """The field whose values make a path: the ``_id`` where that is a text or nothing else is
    one of a kind, else the first text that is unique and always there."""
    fields = names.entities[tree.to.entity].own_fields
    if any(field.name == "_id" and field.type == "string" for field in fields):
        return "_id"
    return next((field.name for field in fields if _names_one(field)), "_id")


def _names_one(field: Field) -> bool:
    plain = field.all_types == ("string",) and field.name != "_id" and "." not in field.name
    return plain and field.unique is True and field.required is True


def nesting(tree: Relationship, depth: float) -> int:
    """Levels of nesting below the root of a tree in one document: an array and a node for each
    level. depth: where none is stated."""
    stated = given(given(tree.tree, Tree()).depth, None)
    return 2 * (int(depth if stated is None else stated) - 1)
