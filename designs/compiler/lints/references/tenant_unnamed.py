"""Operations of a multi-tenant design that don't filter by tenant.

In a shared database, only filters separate tenants. A read without the tenant shows one tenant's data to another. A
write by a guessed or leaked ID changes another tenant's data. On a sharded cluster, both query every shard.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from ...model.conceptual import Entity, Operation, Relationship, given, stated
from ...plan_model.findings import Finding
from ...plan_model.function_names import function_names
from ..base import Fix, Inspection, Lint, setting, together

_WORDS = frozenset({"tenant", "workspace", "organisation", "organization"})
_MOST = 0.5
"""The share of a design's entities that belong to a tenant, from where on the design is for many tenants."""
_FEWEST = 3
_NAMED = 3


class _Tenants(NamedTuple):
    """The entity that everything belongs to, and of each that does the ends that lead there."""

    entity: str
    ways: dict[str, tuple[str, ...]]


def check(seen: Inspection) -> Iterator[Finding]:
    """Find the operations that name neither a tenant nor what belongs to it, and those that take an id alone. One finding
    names them all."""
    tenants = _tenants(seen)
    if tenants is None:
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


def _tenants(seen: Inspection) -> _Tenants | None:
    """Return the entity that most others need one of, and whose name or shard keys say that things are kept apart by it."""
    others = [each for each in seen.model.entities if each.kind_or_default != "lookup"]
    for entity in others:
        is_called_so = not _WORDS.isdisjoint(seen.names.word(entity.name).split("_"))
        spreads = any(_is_sharded_by(seen, each, entity.name) for each in others)
        if is_called_so or (spreads and _owns(seen, entity.name)):
            ways = _ways(seen, entity.name)
            if len(ways) >= max(_FEWEST, _MOST * (len(others) - 1)):
                return _Tenants(entity.name, ways)
    return None


def _owns(seen: Inspection, entity: str) -> bool:
    """Whether most of what needs one of an entity is created and deleted with it: shops are shard keys, too, and so are people, who follow one another."""
    if any(link.from_.entity == entity == link.to.entity for link in seen.model.links):
        return False
    needing = [link for link in seen.model.links if link.from_.entity == entity and _is_needed(link)]
    return 2 * sum(link.exclusive_owner is True for link in needing) > len(needing)


def _is_sharded_by(seen: Inspection, entity: Entity, tenant: str) -> bool:
    """Whether the documents of an entity are spread by a reference to another."""
    pairs = entity.shard_pairs
    route = seen.paths.resolve(entity.name, pairs[0][0]) if pairs else None
    return route is not None and len(route.steps) == 1 and route.target == tenant != entity.name


def _ways(seen: Inspection, tenant: str) -> dict[str, tuple[str, ...]]:
    """Return of each entity whose things need one tenant, by needing one of what needs it, the ends that lead there."""
    ways: dict[str, tuple[str, ...]] = {tenant: ()}
    ahead = [tenant]
    for owner in ahead:
        for link in seen.model.links:
            child = link.to.entity
            if link.from_.entity == owner and child not in ways and _is_needed(link):
                ways[child] = (seen.names.end(link, "to"), *ways[owner])
                ahead.append(child)
    del ways[tenant]
    return ways


def _is_needed(link: Relationship) -> bool:
    return link.kind in ("one-to-many", "one-to-one") and given(link.to.count.min, 0) >= 1


def _is_unnamed(seen: Inspection, tenants: _Tenants, operation: Operation) -> bool:
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


def _hint(seen: Inspection, tenants: _Tenants, word: str) -> str:
    """Say what to add, and what else may lead from one tenant to another."""
    hint = f"Add its {word} to each filter."
    loose = [
        seen.place(link, side) for link, side, _ in seen.indexed_references() if _may_cross(tenants, link)
    ]
    if loose:
        hint += (
            f" Nothing checks that referenced documents belong to the same {word}: "
            f"{_some(list(dict.fromkeys(loose)))}."
        )
    moving = _moving(seen, tenants)
    if moving:
        hint += f" {_some(moving)} in 04_queries.js would leave dependent documents with the old {word}."
    return hint


def _may_cross(tenants: _Tenants, link: Relationship) -> bool:
    """Whether both ends belong to tenants, each by another way than this relationship."""
    ends = (link.from_.entity, link.to.entity)
    return all(name in tenants.ways for name in ends) and len(tenants.ways[ends[1]]) <= len(
        tenants.ways[ends[0]]
    )


def _moving(seen: Inspection, tenants: _Tenants) -> list[str]:
    """Return the functions that give a thing to another tenant."""
    own = {f"relationship:{link.name}" for link in seen.model.links if link.from_.entity == tenants.entity}
    functions = function_names(seen.plan.statements, "04_queries")
    recipes = [
        each.recipe
        for each in seen.plan.statements
        if each.subject in own and each.purpose == "reassign" and each.recipe in functions
    ]
    return [functions[recipe] for recipe in dict.fromkeys(recipes)]


def _fix(seen: Inspection, tenants: _Tenants, unnamed: list[Operation]) -> Fix | None:
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


def _reference(seen: Inspection, tenants: _Tenants, entity: str, path: str, number: int) -> Fix | None:
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
    return _some([f'"{each.name}"' for each in operations])


def _do(verb: str, operations: list[Operation]) -> str:
    if len(operations) > 1:
        return verb
    return "does" if verb == "do" else f"{verb}s"


def _some(words: list[str]) -> str:
    """Return the first of them, and how many more there are."""
    left = len(words) - _NAMED
    *most, last = [*words[:_NAMED], f"{left} more"] if left > 0 else words
    return f"{', '.join(most)} and {last}" if most else last


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
