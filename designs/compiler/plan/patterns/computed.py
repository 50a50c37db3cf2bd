"""COMPUTED and APPROXIMATION: stored results of formulas, and what keeping an average needs."""

from __future__ import annotations

from ...model.conceptual import Computed, Entity, Field, given, stated
from ...model.field_walk import parts
from ...model.formulas import parse
from ...names.path_steps import Route
from ...placement.stored_averages import Beside, aggregate, aggregates, beside, is_moved_along, is_sure, moved
from ...plan_model.decisions import Overlay
from ..plan_builder import Node, PlanDraft
from .base import Pattern


def apply(draft: PlanDraft) -> None:
    """Name each entity's computed fields as overlays, and add the sums and counts that averages
    over other documents need."""
    for entity in draft.names.entities.values():
        fields = [(part.path, part.field) for part in parts(entity.own_fields) if stated(part.field.computed)]
        for _, field in fields:
            _keep(draft, entity, given(field.computed, Computed(formula="")))
        for kind in ("COMPUTED", "APPROXIMATION"):
            own = [path for path, field in fields if _kind(field) == kind]
            _overlay(draft, entity, kind, own)


def _kind(field: Field) -> str:
    refresh = given(given(field.computed, Computed(formula="")).refresh, "")
    return "APPROXIMATION" if refresh == "approximate" else "COMPUTED"


def _overlay(draft: PlanDraft, entity: Entity, kind: str, paths: list[str]) -> None:
    """One overlay for all fields, at the field's place if there is one, else at the entity's."""
    spots = draft.placement.spots(entity.name)
    if not paths or not spots:
        return
    place = spots[0].down(paths[0]) if len(paths) == 1 else spots[0]
    results = [given(part.field.computed, Computed(formula="")) for part in parts(entity.own_fields)]
    refresh = draft.placement.upkeep.refresh
    by_job = [each.formula for each in results if each.formula and refresh(entity.name, each) == "periodic"]
    overlay = Overlay(
        kind=kind, collection=place.collection, path=place.path, fields=tuple(paths), entity=entity.name,
        details={"by_job": by_job} if by_job else {},
    )  # fmt: skip
    draft.entity_overlays.append(overlay)


def _keep(draft: PlanDraft, entity: Entity, computed: Computed) -> None:
    """An average that each write of another document moves needs its sum and its count."""
    aggregated, refresh = aggregate(parse(computed.formula)), draft.placement.upkeep.refresh
    if aggregated is None or aggregated[0] != "avg" or refresh(entity.name, computed) != "on-write":
        return
    path = aggregated[1]
    route = moved(draft.placement, entity.name, path)
    if route is None or not is_moved_along(draft.placement, route):
        return
    nodes, names = draft.body(entity.name).nodes, beside(entity.own_fields)[path]
    least = 0 if route.field is not None and given(route.field.minimum, -1) >= 0 else None
    nodes.setdefault(names.sum, _helper(names.sum, "number", f"sum of {route.last.name}", least))
    counter, what = _counter(draft, route, names)
    counted = path if counter == names.values else route.steps[0].name
    if counted not in aggregates(entity.own_fields, "count"):
        nodes.setdefault(counter, _helper(counter, "int", what, 0))


def _counter(draft: PlanDraft, route: Route, names: Beside) -> tuple[str, str]:
    """The field that counts what the average is of, and what it says."""
    relationship = route.steps[0].relationship
    if relationship is None or not is_sure(route):
        return names.values, f"how many have {route.last.name}"
    return draft.names.counter(relationship), "how many there are"


def _helper(name: str, kind: str, what: str, least: float | None) -> Node:
    note = f"computed: {what}, to update the average"
    return Node(name, kind, origin="computed", minimum=least, note=note)


PATTERN = Pattern(
    slug="computed",
    kinds=("COMPUTED", "APPROXIMATION"),
    title="Computed field",
    help="A frequently read result is stored and refreshed on write or on a schedule.",
    why="many readers share one calculation, instead of repeating it on documents that haven't changed",
    apply=apply,
    caveats=(
        "every write that changes the result must update it, or a job must",
        "not worth it if it's read less often than its sources change",
    ),
    sources=("BWP", "S2"),
)
