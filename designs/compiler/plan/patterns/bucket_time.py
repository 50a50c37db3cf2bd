"""BUCKET_TIME: one document holds what one parent did in one window of time."""

from __future__ import annotations

from ...model.conceptual import Entity, Field, Relationship, given
from ...names.inflection import plural
from ...strategies.table import label_of
from ...workload.sessions import COUNT, PAUSE, sessions_of, told_once
from ..plan_builder import Body, Node, PlanDraft
from .base import Pattern, array_bound, because, least, put_bucket_items, put_copies, put_parent_id


def apply(draft: PlanDraft) -> None:
    """Build the collection of windows: the key of parent and start, elements, and counts."""
    for relationship in draft.chosen("BUCKET_TIME"):
        draft.add_bucket(relationship, _body(draft, relationship))
        draft.hold(relationship, *draft.placement.contents(relationship))


def _body(draft: PlanDraft, relationship: Relationship) -> Body:
    window = draft.decision(relationship).window or "day"
    body = Body([_key(draft, relationship, window)])
    put_copies(draft, relationship, "to", body, required=least(relationship, "to") >= 1)
    note = f"Bucket: all items of one {window} ({because(draft, relationship)})"
    put_bucket_items(draft, relationship, body, note)
    nodes = [*_told_once(draft, relationship), *_sessions(draft, relationship)]
    body.put("metrics", _metrics(relationship, draft.names.bucket_items(relationship), nodes))
    return body


def _told_once(draft: PlanDraft, relationship: Relationship) -> list[Node]:
    """What a window tells once, of the fields that its elements have under their own names."""
    child = draft.names.entities[relationship.to.entity]
    folded = _folded(draft, child)
    most = array_bound(draft, relationship, "from")
    return [_unique(relationship, field, most) for field in told_once(child) if field.name not in folded]


def _unique(relationship: Relationship, field: Field, most: int | None) -> Node:
    """most: elements of a window, of which no more values can come."""
    bounds = [len(given(field.enum, [])) or None, most]
    return Node(
        f"unique_{plural(field.name)}",
        "array",
        element={"types": ("string",), "source": field},
        origin="bucket",
        relationship=relationship.name,
        max_items=min((bound for bound in bounds if bound is not None), default=None),
        unique_items=True,
        note=f"distinct {field.name} values in the window",
    )


def _sessions(draft: PlanDraft, relationship: Relationship) -> list[Node]:
    """How many sessions there are, where events say theirs or what happened."""
    child = draft.names.entities[relationship.to.entity]
    sessions = sessions_of(child)
    if sessions is None or sessions.path in _folded(draft, child):
        return []
    note = f"number of distinct {sessions.path} values in the window"
    if sessions.runs:
        items = draft.names.bucket_items(relationship).rpartition(".")[2]
        note = f"number of sessions: {items} less than {PAUSE} minutes apart"
    return [Node(COUNT, "int", origin="bucket", relationship=relationship.name, minimum=0, note=note)]


def _folded(draft: PlanDraft, child: Entity) -> set[str]:
    """The fields of which elements have no place of their own, but a name and a value in an array."""
    groups = draft.placement.attributes.of(child.name).values()
    return {field.name for fields in groups for field in fields}


def _key(draft: PlanDraft, relationship: Relationship, window: str) -> Node:
    key = Body()
    put_parent_id(draft, relationship, key, required=True)
    start = f"start of the {window}, UTC"
    key.put(
        "date",
        Node("date", "date", origin="bucket", relationship=relationship.name, required=True, note=start),
    )
    note = f"one document per {draft.names.word(relationship.from_.entity)} and {window}"
    return Node(
        "_id", "object", body=key, origin="bucket", relationship=relationship.name, required=True, note=note
    )


def _metrics(relationship: Relationship, items: str, once: list[Node]) -> Node:
    name = f"total_{items.rpartition('.')[2]}"
    total = Node(
        name,
        "int",
        origin="bucket",
        relationship=relationship.name,
        minimum=0,
        note="updated on every insert",
    )
    return Node(
        "metrics", "object", body=Body([total, *once]), origin="bucket", relationship=relationship.name
    )


PATTERN = Pattern(
    slug="bucket-time",
    kinds=("BUCKET_TIME",),
    title=label_of("BUCKET_TIME"),
    help="Events are grouped by parent and hour, day, week, or month, so a time range is a key range. Each window stores how "
    "many events it has, what happened, and how many sessions: by the session IDs in the events or, without them, by "
    f"breaks of {PAUSE} minutes or more.",
    apply=apply,
)
