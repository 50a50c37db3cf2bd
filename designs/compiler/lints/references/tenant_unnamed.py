"""Operations of a multi-tenant design that don't filter by tenant.

In a shared database, only filters separate tenants. A read without the tenant shows one tenant's data to another. A
write by a guessed or leaked ID changes another tenant's data. On a sharded cluster, both query every shard.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ...model.conceptual import Operation, Relationship, given, stated
from ...names.tenants import Tenants, are_customers, tenants_of
from ...plan_model.findings import Finding
from ...plan_model.function_names import function_names
from ..base import Fix, Inspection, Lint, setting, some, together


def check(seen: Inspection) -> Iterator[Finding]:
    """Operations that filter neither by a tenant nor by data that belongs to one, and operations that take only an ID.
    All are combined in one finding."""
    tenants = tenants_of(seen.model, seen.names, seen.paths)
    if tenants is None or are_customers(seen.model, tenants):
        return
    unnamed = [each for each in seen.model.workload if _is_unnamed(seen, tenants, each)]
    of_all = [each for each in unnamed if not _takes_key(seen, each)]
    by_key = [each for each in unnamed if each not in of_all]
    if unnamed:
        word = seen.names.word(tenants.entity).replace("_", " ")
        said = []
        if of_all:
            said.append(f"{_quoted(of_all)} {_do('return', of_all)} documents of every {word}")
        if by_key:
            said.append(f"{_quoted(by_key)} {_do('take', by_key)} an ID without checking whose it is")
        yield LINT.finding(
            tenants.entity,
            ", and ".join(said) + ".",
            _hint(seen, tenants, word),
            fix=_fix(seen, tenants, unnamed),
            tenants=word,
        )


def _is_unnamed(seen: Inspection, tenants: Tenants, operation: Operation) -> bool:
    """Whether an operation of what belongs to tenants says of none. Not a job, which takes what is in a state or of an
    age: that is meant for all; nor a move in a tree, which is of a node by its id alone."""
    if operation.kind == "insert" or operation.entity not in tenants.ways:
        return False
    if operation.kind == "update" and seen.paths.tree_steps(operation):
        return False
    matches = given(operation.filter, [])
    is_job = bool(matches) and all(stated(each.value) or each.how == "range" for each in matches)
    if is_job and operation.kind != "read":
        return False
    paths = [*(each.field for each in matches), *given(operation.always_filter, {})]
    routes = [seen.paths.resolve(operation.entity, path, given(operation.includes, [])) for path in paths]
    return not any(route and any(step.target == tenants.entity for step in route.steps) for route in routes)


def _takes_key(seen: Inspection, operation: Operation) -> bool:
    """Whether an operation asks for a thing, or what belongs to one, by an id or a key."""
    if operation.finds_unsaid or not isinstance(operation.filter, list):
        return operation.kind != "read"
    for match in operation.filter:
        route = seen.paths.resolve(operation.entity, match.field, given(operation.includes, []))
        is_key = route is not None and (
            route.last.kind in ("id", "end") or route.last.name == "_id" or _is_unique(route.field)
        )
        if is_key and match.how in ("eq", "in") and not stated(match.value):
            return True
    return False


def _is_unique(field: object) -> bool:
    return getattr(field, "unique", None) is True


def _hint(seen: Inspection, tenants: Tenants, word: str) -> str:
    """Say what to add, and what else may lead from one tenant to another."""
    hint = f"Add its {word} to each filter."
    audited = {each.collection for each in seen.plan.statements if each.recipe.endswith(".tenants")}
    crossing = [each for each in seen.indexed_references() if _may_cross(tenants, each[0])]
    loose = {seen.place(link, side): None for link, side, spot in crossing if spot.collection not in audited}
    checked = {seen.place(link, side): None for link, side, spot in crossing if spot.collection in audited}
    if loose:
        hint += f" Nothing checks that referenced documents belong to the same {word}: {some([*loose])}."
    if checked:
        hint += (
            f" Only the generated functions check that referenced documents belong to the same {word}: "
            f"{some([*checked])}. After other writes, run 06_audit.js."
        )
    moving = _moving(seen, tenants)
    if moving:
        hint += f" {some(moving)} in 04_queries.js would leave dependent documents with the old {word}."
    return hint


def _may_cross(tenants: Tenants, link: Relationship) -> bool:
    """Whether both ends belong to tenants, each by another way than this relationship."""
    ends = (link.from_.entity, link.to.entity)
    return all(name in tenants.ways for name in ends) and len(tenants.ways[ends[1]]) <= len(
        tenants.ways[ends[0]]
    )


def _moving(seen: Inspection, tenants: Tenants) -> list[str]:
    """Return the functions that give a thing to another tenant."""
    own = {f"relationship:{link.name}" for link in seen.model.links if link.from_.entity == tenants.entity}
    functions = function_names(seen.plan.statements, "04_queries")
    recipes = [
        each.recipe
        for each in seen.plan.statements
        if each.subject in own and each.purpose == "reassign" and each.recipe in functions and not each.extra
    ]
    return [functions[recipe] for recipe in dict.fromkeys(recipes)]


def _fix(seen: Inspection, tenants: Tenants, unnamed: list[Operation]) -> Fix | None:
    """Return the edits that name the tenant in each filter: by the reference where there is one; else a reference is added,
    as each thing has exactly one tenant already."""
    added: dict[str, Fix | None] = {}
    fixes: list[Fix | None] = []
    for operation in unnamed:
        path = ".".join(tenants.ways[operation.entity])
        if "." in path and _stands_alone(seen, operation.entity):
            path = seen.names.word(tenants.entity)
            if operation.entity not in added:
                added[operation.entity] = _reference(seen, tenants, operation.entity, path, len(added))
        before = msgspec.to_builtins(given(operation.filter, []))
        if operation.finds_unsaid:
            before = [{"field": "_id"}]
        fixes.append(setting(operation, "filter", value=[{"field": path}, *before]))
    return together(*added.values(), *fixes)


def _stands_alone(seen: Inspection, entity: str) -> bool:
    return all(not spot.path for spot in seen.placement.spots(entity))


def _reference(seen: Inspection, tenants: Tenants, entity: str, path: str, number: int) -> Fix | None:
    """Return the edit that adds a reference to the tenant; None where its name is taken."""
    owner = seen.names.entities[entity]
    name = f"{seen.names.words(entity)} of {path}".replace("_", " ")
    is_taken = seen.paths.resolve(entity, path) is not None or name in seen.names.relationships
    if is_taken or not isinstance(owner.id, str):
        return None
    value = {
        "id": f"{owner.id[:20]}-of{number}", "name": name, "kind": "one-to-many",
        "from": {"entity": tenants.entity, "has": {"min": 0, "growth": "unbounded"}},
        "to": {"entity": entity, "field": path, "has": {"min": 1, "max": 1}},
    }  # fmt: skip
    index = len(seen.model.links) + number
    return {"edit": "add", "holder": "design", "path": ["relationships"], "index": index, "value": value}


def _quoted(operations: list[Operation]) -> str:
    return some([f'"{each.name}"' for each in operations])


def _do(verb: str, operations: list[Operation]) -> str:
    if len(operations) > 1:
        return verb
    return "does" if verb == "do" else f"{verb}s"


LINT = Lint(
    code="TENANT_UNNAMED",
    slug="tenant-unnamed",
    name="TENANT_UNNAMED",
    severity="warning",
    title="Operations without the tenant",
    source="MongoDB manual, multi-tenant architecture",
    about="entity",
    check=check,
)
