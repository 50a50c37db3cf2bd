"""What refers to several things of one tenant must not mix tenants: a matter of one firm with a client of another. The
statement that looks for a thing looks for it within the tenant; a change is of a document of the tenant of what it names."""

from __future__ import annotations

from copy import copy

from msgspec.structs import replace

from ....names.tenants import is_needed, tenants_of
from ....plan_model.physical import BuiltValue, Outcome, Param, Statement
from ...context import QUERIES, OperationContext, ScriptFunction, outcome, remembered
from ...functions.links.arriving import inserted_document
from ...ir.changes import Push, Update
from ...ir.conditions import filter_of
from ..placement_variants import whole

_HAPPENED = ("event", "measurement")
_MENDS = frozenset({"update", "delete"})
_CHANGES = ("updateOne", "findOneAndUpdate")


@remembered
def tenant_paths(world: OperationContext) -> dict[str, str]:
    """Return, by collection, where each of its documents says whose it is; only where one path does."""
    tenants = tenants_of(world.model, world.names, world.paths)
    paths: dict[str, set[str]] = {}
    for link in world.model.links if tenants else ():
        if tenants is not None and link.from_.entity == tenants.entity and is_needed(link):
            for spot in world.placement.references(link, "to"):
                if not spot.arrays and world.always(spot.collection, spot.path):
                    paths.setdefault(spot.collection, set()).add(spot.path)
    return {name: min(each) for name, each in paths.items() if len(each) == 1}


@remembered
def tenant_word(world: OperationContext) -> str:
    """Return what a tenant is called."""
    tenants = tenants_of(world.model, world.names, world.paths)
    return world.word(tenants.entity) if tenants is not None else ""


def keeping_tenants_apart(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function, which adds and changes nothing that would refer to things of two tenants."""
    if recipe.script != QUERIES or not any(each.must_match for each in recipe.statements):
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    changed.statements = [*recipe.statements]
    paths, word = tenant_paths(whole(world)), tenant_word(whole(world))
    for place, write in enumerate(recipe.statements):
        document = inserted_document(write)
        if document is not None and not document.path:
            _inserting(world, changed, paths, write, document)
        elif write.op in _CHANGES and write.collection in paths and isinstance(write.update, Update):
            _changing(changed, paths, place, word)
    if changed.statements == recipe.statements:
        return recipe
    changed.remark(f"Fails if a referenced document belongs to another {word}.")
    return changed


def _inserting(
    world: OperationContext, recipe: ScriptFunction, paths: dict[str, str], write: Statement, document: Param
) -> None:
    """Look for what a new document refers to within its tenant; where it doesn't say which, within that of the first thing.
    A log is taken as it is told: a pass is refused at another resort's gate."""
    word = tenant_word(whole(world))
    named = [
        place
        for place, each in enumerate(recipe.statements)
        if each.must_match and each.collection in paths and _is_named(each, document)
    ]
    own = paths.get(write.collection)
    if own is None and _is_log(world, write.collection):
        return
    tenant = outcome(document.name, own) if own else None
    for place in named:
        statement, path = recipe.statements[place], paths[recipe.statements[place].collection]
        if tenant is not None:
            recipe.statements[place] = _within(statement, path, tenant, word)
        elif len(named) > 1 and _is_read(statement):
            recipe.statements[place] = _reading(statement, path)
            tenant = outcome(statement.step, path)


def _is_log(world: OperationContext, collection: str) -> bool:
    """Whether documents only say that something happened, and no operation changes or deletes them."""
    entity = world.collections[collection].entity
    happened = entity is not None and world.names.entities[entity].kind_or_default in _HAPPENED
    work = (each.kind for each in world.model.workload if each.entity == entity)
    return happened and _MENDS.isdisjoint(work)


def _changing(recipe: ScriptFunction, paths: dict[str, str], place: int, word: str) -> None:
    """Change a document only where it is of the tenant of what it is to refer to."""
    write = recipe.statements[place]
    path, asked = paths[write.collection], filter_of(write.filter)
    if "_id" not in asked.paths or path in asked.paths or path in write.update.paths:
        return
    for before, each in enumerate(recipe.statements[:place]):
        if each.must_match and each.collection in paths and _is_read(each) and _refers(write.update, each):
            there = paths[each.collection]
            recipe.statements[before] = _reading(each, there)
            recipe.statements[place] = _within(write, path, outcome(each.step, there), word)
            return


def _is_read(statement: Statement) -> bool:
    return statement.op == "findOne" and bool(statement.step) and statement.only_with is None


def _refers(update: Update, read: Statement) -> bool:
    """Whether an update sets a reference to what a statement reads, or adds an element that has one."""
    which = filter_of(read.filter).value("_id")
    added = (change.element for change in update.changes if isinstance(change, Push))
    return which in [put.value for put in update.puts()] or any(
        isinstance(marker, Param) and isinstance(which, Outcome) and _is_named(read, marker)
        for element in added
        for marker in (element.parts if isinstance(element, BuiltValue) else (element,))
    )


def _is_named(statement: Statement, document: Param) -> bool:
    """Whether a statement looks for what a new document, or the caller beside it, names."""
    which = filter_of(statement.filter).value("_id")
    return isinstance(which, Param) or (
        isinstance(which, Outcome) and which.step == document.name and bool(which.path)
    )


def _within(statement: Statement, path: str, tenant: Outcome, word: str) -> Statement:
    must = statement.must_match and f"{statement.must_match}, or of another {word}"
    return replace(statement, filter=filter_of(statement.filter).merged({path: tenant}), must_match=must)


def _reading(statement: Statement, path: str) -> Statement:
    """Return a read that returns a field more."""
    if not statement.projection:
        return statement
    shown = {name: each for name, each in statement.projection.items() if (name, each) != ("_id", 1)}
    return replace(statement, projection={**shown, path: 1})
