"""The workload: a function for each operation of the design, wherever its data came to stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..conceptual import Operation, given
from ..homes import Spot
from .conditions import Conditions, Elsewhere
from .counting import counting, follow
from .effects import update_of
from .inserts import insert_of
from .joins import Join, joins_of, reads_of_one, unique_match
from .making import Recipe, World, digits, identifier
from .places import Address
from .tree_reads import by_tree

Json = dict[str, Any]


def operations(world: World) -> Iterator[Recipe]:
    """One recipe for each operation; several places make several."""
    for operation in world.model.workload:
        spots = world.placement.spots(operation.entity)
        for number, spot in enumerate(spots[:1] if operation.kind == "insert" else spots):
            name = operation.name if number == 0 else f"{operation.name}.{number + 1}"
            recipe = Recipe(f"operation:{operation.name}", name, operation.kind, note=_note(operation))
            recipe.among = world.among(operation.entity)
            made = _of(world, operation, spot, recipe)
            if made is not None and made.statements:
                yield made


def _note(operation: Operation) -> str:
    often = given(operation.per_day, None)
    return f"{operation.entity}, {operation.kind}" + (
        f": {digits(often)} a day." if often is not None else "."
    )


def _of(world: World, operation: Operation, spot: Spot, recipe: Recipe) -> Recipe | None:
    try:
        if operation.kind == "insert":
            return insert_of(world, operation, recipe)
        if operation.kind == "read":
            return _read(world, operation, spot, recipe)
        if operation.kind == "update":
            return update_of(world, operation, spot, recipe)
        return _delete(world, operation, spot, recipe)
    except Elsewhere as missing:
        fresh = Recipe(recipe.subject, recipe.name, recipe.purpose, note=recipe.note)
        fresh.among = recipe.among
        return by_tree(world, operation, str(missing), fresh) or _behind(
            world, operation, spot, fresh, str(missing)
        )


# --- reads --------------------------------------------------------------------------------------


def _read(world: World, operation: Operation, spot: Spot, recipe: Recipe) -> Recipe:
    conditions = Conditions(world, operation, spot)
    filter = windowed(world, operation, recipe) or conditions.filter(recipe)
    joins = joins_of(world, operation, spot)
    if unique_match(world, operation, spot) and all(join.hops == 1 for join in joins):
        return reads_of_one(recipe, spot, filter, conditions, joins)
    if joins or conditions.sorts_by_attribute:
        return _aggregate(operation, spot, recipe, conditions, filter, joins)
    return recipe.add(
        "find", spot.collection, filter=filter, projection=_positional(conditions, spot, filter), sort=conditions.sort(),
        limit=given(operation.limit, None), options=conditions.collation(),
    )  # fmt: skip


def _positional(conditions: Conditions, spot: Spot, filter: Json) -> Json | None:
    """Of an element that is asked for by a field of its own: that element only."""
    declared = conditions.projection()
    inside = [path for path in filter if spot.arrays and path.startswith(spot.arrays[-1] + ".")]
    if declared is not None or len(spot.arrays) != 1 or not inside:
        return declared
    return {f"{spot.arrays[0]}.$": 1}


def _aggregate(
    operation: Operation, spot: Spot, recipe: Recipe, conditions: Conditions, filter: Json, joins: list[Join]
) -> Recipe:
    stages: list[Json] = [{"$match": filter}] if filter else []
    (sort, after), limit, fields = (
        conditions.sort_stages(),
        given(operation.limit, None),
        conditions.projection(),
    )
    stages += sort
    stages += [{"$limit": limit}] if limit else []
    stages += after if not fields else []
    joined = [stage for join in joins for stage in join.stages]
    if fields:
        names = {name: 1 for join in joins for name in (join.links, join.name) if name}
        joined.append({"$project": fields | names})
    return recipe.add(
        "aggregate", spot.collection, pipeline=[*stages, *joined], options=conditions.collation()
    )


def windowed(world: World, operation: Operation, recipe: Recipe) -> Json | None:
    """A range of time of one parent's time buckets, as a range over the whole key."""
    home = world.placement.homes(operation.entity)[0]
    if home.kind != "bucket" or home.relationship is None:
        return None
    relationship = world.names.relationships[home.relationship]
    reference = world.placement.reference(relationship, "to")
    if world.placement.strategy(relationship) != "BUCKET_TIME" or reference is None:
        return None
    matches = {one.field: one.how for one in given(operation.filter, [])}
    places = {name: world.placement.of_path(operation.entity, name) for name in matches}
    owners = [name for name, spots in places.items() if matches[name] == "eq" and reference in spots]
    if not owners or "range" not in matches.values() or len(matches) != 2:
        return None
    own, collection = reference.path.rpartition(".")[2], reference.collection
    pid = recipe.param(owners[0], collection, reference.path)
    first, end = (
        recipe.param("first", collection, "_id.date"),
        recipe.param("end", collection, "_id.date", document=1),
    )
    return {"_id": {"$gte": {own: pid, "date": first}, "$lt": {own: pid, "date": end}}}


def _behind(world: World, operation: Operation, spot: Spot, recipe: Recipe, path: str) -> Recipe | None:
    """A filter or sort on what a reference leads to: the server joins first, then filters."""
    route = world.paths.resolve(operation.entity, path, given(operation.includes, []))
    step = route.steps[0] if route is not None and route.steps else None
    if operation.kind != "read" or step is None or step.kind != "end" or step.relationship is None:
        return None
    reference = world.placement.reference(step.relationship, step.side)
    if reference is None or reference.collection != spot.collection:
        return None
    far = Address(world, step.target)
    return _joined_filter(world, operation, spot, recipe, reference, far, path)


def _joined_filter(
    world: World,
    operation: Operation,
    spot: Spot,
    recipe: Recipe,
    reference: Spot,
    far: Address,
    path: str,
) -> Recipe | None:
    last = path.rpartition(".")[2]
    inner = [one for one in world.placement.of_path(far.entity, last) if one.collection == far.collection]
    match = next((one for one in given(operation.filter, []) if one.field == path), None)
    if not inner or match is None:
        return None
    joined = world.free(spot.collection, identifier(world.names.word(far.entity), "joined"))
    value = recipe.param(path, far.collection, inner[0].path)
    lookup = {"from": far.collection, "localField": reference.path, "foreignField": far.key, "as": joined}
    own = Conditions(world, operation, spot).of_kind()
    stages: list[Json] = [{"$match": own}] if own else []
    stages += [{"$lookup": lookup}, {"$match": {f"{joined}.{inner[0].path}": value}}]
    limit = given(operation.limit, None)
    return recipe.add(
        "aggregate", spot.collection, pipeline=[*stages, *([{"$limit": limit}] if limit else [])]
    )


# --- deletes ------------------------------------------------------------------------------------


def _delete(world: World, operation: Operation, spot: Spot, recipe: Recipe) -> Recipe:
    conditions = Conditions(world, operation, spot)
    at = Address(world, operation.entity, spot)
    filter = conditions.filter(recipe)
    if at.is_root:
        return _delete_documents(world, operation, spot, recipe, filter, conditions.collation())
    if not at.arrays:
        return recipe.add(
            "updateOne",
            spot.collection,
            filter=filter,
            update={"$unset": {spot.path: ""}},
            options=conditions.collation(),
        )
    array = at.arrays[-1]
    own = {path[len(array) + 1 :]: value for path, value in filter.items() if path.startswith(array + ".")}
    if not own:
        return recipe
    path = array
    for outer in reversed(at.arrays[:-1]):
        path = f"{outer}.$[]{path[len(outer) :]}"
    return recipe.add(
        "updateMany",
        spot.collection,
        filter=filter,
        update={"$pull": {path: own}},
        options=conditions.collation(),
    )


def _delete_documents(
    world: World, operation: Operation, spot: Spot, recipe: Recipe, filter: Json, options: Json | None
) -> Recipe:
    """Documents go; parents that store something about them follow where it is one document."""
    links = counting(world, operation.entity)
    if not unique_match(world, operation, spot):
        for parent in dict.fromkeys(link.parent for link in links):
            recipe.remark(f"Then call {parent}.recompute.all: it stores something about these documents.")
        return recipe.add("deleteMany", spot.collection, filter=filter, options=options)
    if not links:
        return recipe.add("deleteOne", spot.collection, filter=filter, options=options)
    removed = recipe.step("removed")
    recipe.add("findOneAndDelete", spot.collection, filter=filter, options=options, step=removed, ends=True)
    return follow(recipe, links, removed, -1)
