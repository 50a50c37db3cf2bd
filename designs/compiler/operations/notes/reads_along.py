"""What a read's note says of what it reads along: how fresh copies are that it reads instead of what they repeat, and
what would spare it a join."""

from __future__ import annotations

from collections import defaultdict

from ...model.conceptual import Operation, given, stated
from ...model.field_walk import computed_fields
from ...names.path_steps import Step
from ...placement.doc_path import DocPath, PlacedCopy
from ...plan_model.decisions import opposite
from ...plan_model.number_format import listed
from ...workload.traffic import included, reach
from ..context import OperationContext, RelationshipContext, ScriptFunction
from ..read.conditions import Conditions, Elsewhere
from ..read.lookups import are_repeated, copy_at, named_behind, told_by_links
from ..results.recomputing import leads

_FRESHNESS = {
    "immutable": "never updated",
    "strong": "updated in the same transaction",
    "eventual": "synced within seconds by watch() in 05_sync.js",
    "batch": "as of the last run of its job in 05_sync.js",
    "snapshot": "as of the time of the link",
}
_FRESHNESS_ALONE = {
    **_FRESHNESS,
    "strong": "updated by the same function",
    "eventual": "as of the last call of its function in 05_sync.js",
}
"""On a standalone server, which has neither transactions nor change streams."""


def tell_copies(world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction) -> None:
    """Say in the note which copies the read shows, asks or sorts by instead of joining, and how fresh they are."""
    if not recipe.statements or all(each.collection != spot.collection for each in recipe.statements):
        return
    paths = [*given(operation.projection, []), *(match.field for match in given(operation.filter, []))]
    paths += [key.field for key in given(operation.sort, [])]
    copies: defaultdict[tuple[str, str, str], dict[str, None]] = defaultdict(dict)
    for path, ends, _ in named_behind(world, operation, paths):
        copy = copy_at(world, operation, spot, path, ends[0]) if len(ends) == 1 else None
        for shown in [copy] if copy is not None else told_by_links(world, operation, ends):
            copies[_source(world, shown, ends[0]), shown.copy.field, shown.policy][shown.name] = None
    alone = given(world.model.topology, "replica-set") == "standalone"
    words = _FRESHNESS_ALONE if alone else _FRESHNESS
    for (word, field, policy), names in copies.items():
        are = "is a copy" if len(names) == 1 else "are copies"
        recipe.remark(f"{listed(names)} {are} of the {word}'s {field}, {words[policy]}.")


def tell_records(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> None:
    """Say in the note what a read includes and shows by its links alone, which say what was."""
    routes, _ = world.paths.reach(operation.entity, given(operation.includes, []))
    shown = given(operation.projection, [])
    for way in routes.values() if recipe.statements else ():
        named = any(ends[: len(way)] == way for _, ends, _ in named_behind(world, operation, shown))
        link, step = way[-1].relationship, way[-1]
        if link is None or named or not are_repeated(world, operation, spot, way):
            continue
        words = world.names.spoken(link.end(opposite(step.side)).entity)
        recipe.remark(
            f"Returns only the fields of {words} that are copied to {step.name}. To read others, add them to "
            "the projection."
        )


def tell_unshown(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> None:
    """Say in the note what a read doesn't show though its projection names it: fields of several other documents, which
    it shows only where it includes them."""
    routes, _ = world.paths.reach(operation.entity, given(operation.includes, []))
    conditions, unshown = Conditions(world, operation, spot), dict[str, dict[str, None]]()
    for path, ends, _ in named_behind(world, operation, given(operation.projection, [])):
        several = next((step for step in ends if step.array), None)
        if several is None or ends in routes.values() or several.relationship is None:
            continue
        try:
            conditions.place(path)
        except Elsewhere:
            before = [step.relationship for step in ends[: ends.index(several)]]
            name = (
                "" if several.relationship in before else several.relationship.name
            )  # no include comes back
            unshown.setdefault(name, {})[path] = None
    for name, paths in unshown.items() if recipe.statements else ():
        be, they = ("is", "it") if len(paths) == 1 else ("are", "them")
        remedy = f"include {name}" if name else f"read {they} separately"
        recipe.remark(f"{listed(paths)} {be}n't shown: {remedy}.")


def tell_summaries(world: OperationContext, operation: Operation, recipe: ScriptFunction) -> None:
    """Say in the note of a read that joins children for their counts or totals alone what holds these."""
    forward = dict(reach(operation, world.names)[1])
    for item in given(operation.includes, []) if recipe.statements else ():
        relationship, _ = included(item, world.names)
        if relationship is None or stated(relationship.recent) or relationship.together_needs != "summary":
            continue
        if not forward.get(relationship.name):
            continue  # it joins the parent
        link = RelationshipContext(world, relationship)
        fields = computed_fields(world.names.entities[link.parent].own_fields)
        if any(leads(world, link.parent, computed, relationship.name, "from") for _, _, computed in fields):
            continue  # it has them
        if not link.traits.inside_holder and not link.traits.is_slice:
            children, parent = world.names.words(link.child), world.names.word(link.parent)
            recipe.remark(
                f"Needs counts or totals of the {children}: declare them as computed fields of the "
                f"{parent} to avoid a join."
            )


def _source(world: OperationContext, copy: PlacedCopy, end: Step) -> str:
    if end.relationship is None:
        return world.word(copy.owner)
    return RelationshipContext(world, end.relationship).word(opposite(end.side))
