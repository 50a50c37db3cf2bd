"""Operations that insert, move or delete what others list, copy, refer to or lie below: they do what the
function of the relationship does, so that nothing is left behind."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ...model.conceptual import Operation, Relationship, given
from ...names.tree_fields import PARENT, role_of
from ...placement.doc_path import DocPath
from ...plan_model.function_names import mention
from ...plan_model.physical import Outcome, Param, Statement
from ...strategies.table import UNDECIDED
from ..context import OperationContext, RelationshipContext, ScriptFunction
from ..functions.by_strategy import made
from ..functions.references import loses_parent
from ..ir.rendering import markers_of
from ..parameters import with_parameters
from ..passes.placement_variants import name_in, whole
from ..results.counting import counting
from .unlink import each_once

_MANY = frozenset({"many-to-many", "graph"})
# By what an effect does to a list that both sides keep: the function that does it to both.
_LISTS = {"push": "add", "add-to-set": "add", "pull": "remove"}
_INSIDE = frozenset({"object", "element", "bucket"})


def as_linked(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> ScriptFunction | None:
    """The operation by the functions of relationships. None where it is a write of its own; the note says
    then which functions finish it. spot: where the documents are that it means."""
    if operation.kind == "insert":
        return _planted(world, operation, recipe)
    if operation.kind == "delete":
        return _deleted(world, operation, spot, recipe)
    if operation.kind != "update":
        return None
    return _branch_moved(world, operation, spot, recipe) or _moved(world, operation, spot, recipe)


def moves_home(world: OperationContext, entity: str, path: str) -> Relationship | None:
    """The relationship by which an entity stands inside of what a path names: a new value there would be
    the holder's, with all else that it holds."""
    relationship = _reference(world, entity, path)
    homes = world.placement.homes(entity)
    inside = [one for one in homes if relationship and one.relationship == relationship.name]
    return relationship if any(one.kind in _INSIDE for one in inside) else None


def listed_on_both(world: OperationContext, entity: str, path: str) -> tuple[Relationship, str] | None:
    """The relationship, and the end, of a path that names a whole list which the other side repeats."""
    relationship, side = _end(world, entity, path)
    both = relationship is not None and world.placement.traits(relationship).lists_both_ends
    return (relationship, side) if relationship is not None and both else None


def _end(world: OperationContext, entity: str, path: str) -> tuple[Relationship | None, str]:
    """The relationship, and the end of it, that a path names and nothing more; None where it names another thing."""
    step = world.paths.step(entity, path)
    return (step.relationship, step.side) if step is not None and step.kind == "end" else (None, "")


def _reference(world: OperationContext, entity: str, path: str) -> Relationship | None:
    """The one-to-many relationship, tree or one-to-one of which a path is a child's own end."""
    relationship, side = _end(world, entity, path)
    return (
        relationship if relationship is not None and side == "to" and relationship.kind not in _MANY else None
    )


def _function(
    world: OperationContext, relationship: Relationship, name: str, collection: str = ""
) -> ScriptFunction | None:
    """A function of a relationship; where each kind has one, that of the documents in a collection."""
    wanted = f"{relationship.name}.{name}"
    known = made(RelationshipContext(world, relationship))
    of_kinds = [one for one in known if one.name.startswith(f"{wanted}.")]
    there = [one for one in of_kinds if any(each.collection == collection for each in one.statements)]
    kind = world.collections[collection].entity if collection in world.collections else None
    named = (one for one in there if one.name.split(".")[wanted.count(".") + 1] == world.word(kind or ""))
    return next((one for one in known if one.name == wanted), None) or next(named, next(iter(there), None))


def _planted(world: OperationContext, operation: Operation, recipe: ScriptFunction) -> ScriptFunction | None:
    """A node of a tree that stores where it stands is added below another."""
    homes = world.placement.homes(operation.entity)
    for relationship in world.placement.survey.ends.get(operation.entity, ()):
        if relationship.to.entity != operation.entity or homes[0].relationship is not None:
            continue
        if world.placement.traits(relationship).derives_nodes:
            add = _function(world, relationship, "add")
            if _function(world, relationship, "plant") is not None:
                recipe.remark(f"A root is added by {mention(f'{relationship.name}.plant')}.")
            return add.renamed(recipe) if add is not None else None
    return None


def _branch_moved(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> ScriptFunction | None:
    """Move a branch by the function of its tree. The recipe has no statement where the operation asks for anything
    else: no other write refuses a cycle, or changes what all nodes of the branch store."""
    if not world.paths.tree_steps(operation):
        return None
    step = world.paths.step(operation.entity, operation.written[0])
    alone = len(operation.written) == 1 and not operation.effects and _by_id(operation)
    if not alone or step is None or step.relationship is None or role_of(world.names, step) != PARENT:
        return recipe
    links_nodes = world.placement.traits(step.relationship).links_nodes
    move = _function(world, step.relationship, "reassign", spot.collection) if links_nodes else None
    return move.renamed(recipe) if move is not None else recipe


def _moved(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> ScriptFunction | None:
    written = operation.written
    counted = {link.relationship.name for link in counting(world, operation.entity)}
    for path in dict.fromkeys(written):
        relationship = _reference(world, operation.entity, path)
        if relationship is None:
            _tell_other_side(world, operation, path, recipe)
            listed = _listed(world, operation, path) if set(written) == {path} else None
            if listed is not None:
                return listed.renamed(recipe)
            continue
        moves = world.placement.traits(relationship).moves_by_function
        if not moves and relationship.name not in counted:
            continue
        move = _function(world, relationship, "reassign", spot.collection)
        if move is not None and _by_id(operation) and written == [path] and not operation.effects:
            return move.renamed(recipe)
        if move is not None and moves:
            recipe.remark(
                f"What stands elsewhere about {path} does not follow: call {_called(world, move)} instead."
            )
    return None


def _tell_other_side(
    world: OperationContext, operation: Operation, path: str, recipe: ScriptFunction
) -> None:
    """A list that is written alone, though the documents that it names list back."""
    relationship, _ = _end(world, operation.entity, path)
    traits = world.placement.traits(relationship) if relationship is not None else UNDECIDED
    if relationship is not None and traits.has_id_arrays and traits.refers_to_parent:
        names = " and ".join(mention(f"{relationship.name}.{does}") for does in ("add", "remove"))
        recipe.remark(f"The other side names it too: call {names} instead.")


def _listed(world: OperationContext, operation: Operation, path: str) -> ScriptFunction | None:
    """The function that changes a list of one document on both sides."""
    both = listed_on_both(world, operation.entity, path)
    if both is None or not _by_id(replace(operation, returns="nothing")):
        return None
    relationship, side = both
    whole_list = "replace" if side == "from" else "replace_back"
    does = {one.do for one in given(operation.effects, [])} if not given(operation.changes, []) else set()
    wanted = {_LISTS.get(one, whole_list) for one in does} or {whole_list}
    return _function(world, relationship, wanted.pop()) if len(wanted) == 1 else None


def _deleted(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> ScriptFunction | None:
    found = list(_deletes(world, operation.entity, spot.collection))
    counted = {link.relationship.name for link in counting(world, operation.entity)}
    covered = {one.subject.partition(":")[2] for one in found}
    if found and _by_id(operation) and counted <= covered:
        joined = _one_after_the_other(found)
        if joined is not None:
            return joined.renamed(recipe)
    left = [one for one in found if one.purpose == "cascade" and not _loses_parent(world, one)]
    names = [_called(world, one) for one in left] + list(_branches(world, operation.entity))
    if names:
        recipe.remark(f"What names it stays as it is: call {' or '.join(names)} instead.")
    return None


def _loses_parent(world: OperationContext, cascade: ScriptFunction) -> bool:
    """Return whether the delete itself takes the children of a cascade along, or the reference out of them."""
    relationship = world.names.relationships[cascade.subject.partition(":")[2]]
    return loses_parent(RelationshipContext(world, relationship), "from")


def _deletes(world: OperationContext, entity: str, collection: str) -> Iterator[ScriptFunction]:
    """The functions that delete a document with all that names it, also as one of what it is a kind of."""
    meant = {entity, *world.placement.survey.families.above(entity)}
    for relationship in world.names.relationships.values():
        link = RelationshipContext(world, relationship)
        for side in ("from", "to"):
            name = link.traits.deletes(side) if link.entity(side) in meant else ""
            holds = link.traits.lists_at_either_end and link.side == side
            wanted = "" if holds else name
            found = _function(world, relationship, wanted, collection) if wanted else None
            if found is not None:
                yield found


def _branches(world: OperationContext, entity: str) -> Iterator[str]:
    """The functions that delete what is below a node too."""
    for relationship in world.names.relationships.values():
        if relationship.kind == "tree" and relationship.to.entity == entity:
            found = _function(world, relationship, "cascade")
            if found is not None:
                yield _called(world, found)


def _called(world: OperationContext, recipe: ScriptFunction) -> str:
    """Return what a note calls a function, among those of every place."""
    subject = recipe.subject.partition(":")[2]
    known = made(RelationshipContext(whole(world), world.names.relationships[subject]))
    return mention(name_in(world, [one.name for one in known], recipe.name))


def _by_id(operation: Operation) -> bool:
    """Whether it is about the one document with an id, and nobody wants it back."""
    matches = given(operation.filter, [])
    alone = len(matches) == 1 and matches[0].field == "_id" and matches[0].how == "eq"
    return alone and not operation.always_filter and given(operation.returns, "nothing") == "nothing"


def _one_after_the_other(found: list[ScriptFunction]) -> ScriptFunction | None:
    """One recipe of several that ask for the id of one document alone, and end by deleting it."""
    first, *others = found
    if not others:
        return first
    pairs = [_ending(one.statements) for one in found]
    before = [one for start, _ in pairs for one in start]
    ends = {tuple((one.op, one.collection) for one in end) for _, end in pairs}
    asked = [{marker for one in recipe.statements for marker in markers_of(one)} for recipe in found]
    by_id = all(len(some) == 1 for some in asked)
    if not by_id or len(ends) != 1 or ends == {()} or any(_is_tied(one) for one in before):
        return None
    (id,) = asked[0]
    together = any(one.transaction for one in found)
    joined = ScriptFunction(first.subject, first.name, first.purpose, note=first.note, transaction=together)
    joined.statements = each_once([_about(one, id, together) for one in [*before, *pairs[-1][1]]])
    return joined


def _about(one: Statement, id: Param | Outcome, together: bool) -> Statement:
    """A statement about the document with an id. together: in a transaction."""
    parts = {"filter": one.filter, "update": one.update, "options": one.options}
    same = {name: with_parameters(part, lambda _: id) for name, part in parts.items()}
    return replace(one, comment="", transaction=together, **same)


def _ending(statements: list[Statement]) -> tuple[list[Statement], list[Statement]]:
    """The statements before the last, and that one, which may be the same in several collections."""
    last = statements[-1]
    alike = [one.op == last.op and one.filter == last.filter for one in statements]
    count = next((number for number, same in enumerate(reversed(alike)) if not same), len(alike))
    return statements[:-count], statements[-count:]


def _is_tied(one: Statement) -> bool:
    """Whether a statement depends on another one of its recipe."""
    return bool(one.step or one.unless or one.must_match or one.each or one.ends)
