"""BUCKET_TIME: one document holds what one parent did in one window of time."""

from __future__ import annotations

from ..conceptual import Entity, Field, Relationship, given, stated
from ..drafting import Body, Draft, Node
from ..naming import plural
from ..sessions import COUNT, session_of
from .base import Pattern, because, least, put_bucket_items, put_copies, put_parent_id


def apply(draft: Draft) -> None:
    """Build the collection of windows: the key of parent and start, elements, and counts."""
    for relationship in draft.chosen("BUCKET_TIME"):
        draft.add_bucket(relationship, _body(draft, relationship))
        draft.hold(relationship, *draft.placement.contents(relationship))


def _body(draft: Draft, relationship: Relationship) -> Body:
    window = draft.decision(relationship).window or "day"
    body = Body([_key(draft, relationship, window)])
    put_copies(draft, relationship, "to", body, required=least(relationship, "to") >= 1)
    note = f"bucket: everything of one {window} ({because(draft, relationship)})"
    put_bucket_items(draft, relationship, body, note)
    child = draft.names.entities[relationship.to.entity]
    once = [_unique(relationship, field) for field in _told_once(child)]
    body.put(
        "metrics",
        _metrics(
            relationship, draft.names.bucket_items(relationship), [*once, *_sessions(relationship, child)]
        ),
    )
    return body


def _sessions(relationship: Relationship, child: Entity) -> list[Node]:
    """How many sessions there are, where events say theirs."""
    field = session_of(child)
    if field is None:
        return []
    note = f"how many different values {field.name} has in the window"
    return [Node(COUNT, "int", origin="bucket", relationship=relationship.name, minimum=0, note=note)]


def _told_once(child: Entity) -> list[Field]:
    """The fields of which a window tells each value once: what every event has, of few values, and keeps."""
    lasting = child.kind_or_default in ("event", "measurement")
    return [
        field
        for field in child.own_fields
        if field.type == "string"
        and stated(field.enum)
        and field.required is True
        and field.all_types == ("string",)
        and (lasting or field.immutable is True)
    ]


def _unique(relationship: Relationship, field: Field) -> Node:
    return Node(
        f"unique_{plural(field.name)}",
        "array",
        element={"types": ("string",), "source": field},
        origin="bucket",
        relationship=relationship.name,
        max_items=len(given(field.enum, [])),
        unique_items=True,
        note=f"each {field.name} of the window once",
    )


def _key(draft: Draft, relationship: Relationship, window: str) -> Node:
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
        note="counted with each addition",
    )
    return Node(
        "metrics", "object", body=Body([total, *once]), origin="bucket", relationship=relationship.name
    )


PATTERN = Pattern(
    slug="bucket-time",
    kinds=("BUCKET_TIME",),
    title="Time bucket",
    help="Events are grouped by parent and day, hour, week or month: a range of time is a range of keys.",
    apply=apply,
)
