"""COMPUTED and APPROXIMATION: stored results of formulas, and what keeping an average needs."""

from __future__ import annotations

from collections.abc import Iterator

from ..conceptual import Computed, Entity, Field, Relationship, given, stated
from ..copying import EMBEDDING
from ..decisions import Overlay
from ..drafting import Draft, Node
from ..formulas import Binary, Call, Expression, PathRef, parse
from ..routes import Route
from .base import Pattern

_INSIDE = EMBEDDING | {"EMBED_LINK"}


def apply(draft: Draft) -> None:
    """Name each entity's computed fields as overlays, and add the sums and counts that averages
    over other documents need."""
    for entity in draft.names.entities.values():
        fields = list(_computed(entity.own_fields, ""))
        for _, field in fields:
            _keep(draft, entity, given(field.computed, Computed(formula="")))
        for kind in ("COMPUTED", "APPROXIMATION"):
            own = [path for path, field in fields if _kind(draft, entity, field) == kind]
            _overlay(draft, entity, kind, own)


def _computed(fields: list[Field], before: str) -> Iterator[tuple[str, Field]]:
    for field in fields:
        path = f"{before}{field.name}"
        if stated(field.computed):
            yield path, field
        items = given(field.items, None)
        inner = given(field.fields, []) or (given(items.fields, []) if items else [])
        yield from _computed(inner, f"{path}.")


def _kind(draft: Draft, entity: Entity, field: Field) -> str:
    refresh = draft.placement.upkeep.refresh(entity.name, given(field.computed, Computed(formula="")))
    return "APPROXIMATION" if refresh == "approximate" else "COMPUTED"


def _overlay(draft: Draft, entity: Entity, kind: str, paths: list[str]) -> None:
    """One overlay for all fields, at the field's place if there is one, else at the entity's."""
    spots = draft.placement.spots(entity.name)
    if not paths or not spots:
        return
    place = spots[0].down(paths[0]) if len(paths) == 1 else spots[0]
    overlay = Overlay(
        kind=kind, collection=place.collection, path=place.path, fields=tuple(paths), entity=entity.name
    )
    draft.entity_overlays.append(overlay)


def _keep(draft: Draft, entity: Entity, computed: Computed) -> None:
    expression = parse(computed.formula)
    if expression is None or draft.placement.upkeep.refresh(entity.name, computed) != "on-write":
        return
    for averaged in _averages(expression):
        _keep_average(draft, entity, averaged)


def _averages(expression: Expression) -> Iterator[str]:
    """The paths of which a formula takes the average."""
    if isinstance(expression, Binary):
        yield from _averages(expression.left)
        yield from _averages(expression.right)
    if isinstance(expression, Call):
        first = expression.arguments[0]
        if expression.name == "avg" and isinstance(first, PathRef):
            yield first.path
        for argument in expression.arguments:
            yield from _averages(argument)


def _keep_average(draft: Draft, entity: Entity, path: str) -> None:
    """An average that each write of another document moves needs its sum and its count."""
    route = draft.placement.paths.resolve(entity.name, path)
    ends = [step for step in route.steps if step.kind == "end"] if route else []
    if route is None or not ends or ends[0].relationship is None or ends[0].side != "from":
        return
    relationship = ends[0].relationship
    strategy = draft.placement.strategy(relationship)
    if strategy in _INSIDE or (strategy != "SUBSET" and not _is_there(route)):
        return
    body = draft.body(entity.name)
    name = path.rpartition(".")[2]
    body.nodes.setdefault(
        f"{name}_sum", _helper(f"{name}_sum", "number", f"sum of {name}, so that the average can move")
    )
    if not _counted(entity, relationship, draft):
        counter = draft.names.counter(relationship)
        body.nodes.setdefault(
            counter, _helper(counter, "int", "how many there are, so that the average can move")
        )


def _is_there(route: Route) -> bool:
    """Whether each of the other documents has the value that is averaged."""
    fields = [step.field for step in route.steps[1:]]
    return all(one is not None and one.required is True and "null" not in one.all_types for one in fields)


def _helper(name: str, kind: str, note: str) -> Node:
    return Node(name, kind, origin="computed", minimum=0, note=f"computed: {note}")


def _counted(entity: Entity, relationship: Relationship, draft: Draft) -> bool:
    """Whether a declared field counts the same documents."""
    wanted = draft.names.end(relationship, "from")
    formulas = (
        parse(given(field.computed, Computed(formula="")).formula)
        for _, field in _computed(entity.own_fields, "")
    )
    return any(
        isinstance(found, Call) and found.name == "count" and found.arguments == (PathRef(wanted),)
        for found in formulas
    )


PATTERN = Pattern(
    slug="computed",
    kinds=("COMPUTED", "APPROXIMATION"),
    title="Computed field",
    help="A result that is read often is stored and kept fresh, on each write or from time to time.",
    why="many readers share one calculation, instead of each making it again from documents that have not changed",
    apply=apply,
    caveats=(
        "every write that moves the result must update it, or a job must",
        "not where it is read more seldom than its sources change",
    ),
    sources=("BWP", "S2"),
)
