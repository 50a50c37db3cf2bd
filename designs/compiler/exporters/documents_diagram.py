"""The documents diagram: collections with embedded documents nested inside their holders, references
as arrows from the field that holds them, copies as dashed arrows from the source to the copy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from ..emit import mermaid, palette
from ..emit.cards import Card, Row, card, legend, swatch, words
from ..emit.dot import Edge, Graph, Node, Run, Table, write
from ..emit.flow import Link, rows, spans, turned
from ..physical import Collection, Compilation, DocField, Element, Plan
from .base import Exporter, OutputFile

_GRAPH = (
    ("rankdir", "LR"), ("splines", "true"), ("nodesep", "0.4"), ("ranksep", "1.1"), ("pad", "0.3"),
    ("bgcolor", palette.PAPER), ("fontname", palette.FACE), ("labelloc", "b"), ("labeljust", "l"),
)  # fmt: skip
_NODE = (("shape", "plain"), ("fontname", palette.FACE), ("fontsize", "11"))
_EDGE = (("fontname", palette.FACE), ("fontsize", "10"), ("penwidth", "1.3"), ("arrowsize", "0.8"))
_KINDS = {
    "timeseries": ("time series", "measurement"), "capped": ("capped", "event"), "bucket": ("buckets", "event"),
    "link": ("links", "weak"), "overflow": ("overflow", "weak"),
}  # fmt: skip
_BLOCKS = {
    "embedded": "embedded", "link": "embedded", "tree": "embedded", "subset": "limited", "bucket": "limited",
    "outlier": "limited", "reference": "reference", "copy": "reference",
}  # fmt: skip
_BLOCK_WORDS = {
    "embedded": "embedded documents", "limited": "subset, bucket or outlier: at most so many",
    "reference": "reference with copies", "own": "object or array of its own",
}  # fmt: skip
_SAID = ("copy", "computed", "version", "discriminator", "outlier")
"""Origins that a row names behind the field."""


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A field in a collection. path: dotted. entity: whose content it belongs to."""

    node: str
    port: str
    path: str
    entity: str | None
    field: DocField


class Arrow(msgspec.Struct, frozen=True, kw_only=True):
    """A reference or a copy: the place that holds it and where it leads or comes from."""

    kind: str
    holder: Place
    node: str
    port: str


def render(compilation: Compilation) -> tuple[OutputFile, ...]:
    """The diagram as DOT and as Mermaid."""
    return (
        OutputFile(path="diagrams/documents.dot", text=dot(compilation.plan), media_type="text/vnd.graphviz"),
        OutputFile(
            path="diagrams/documents.mmd", text=mermaid_text(compilation.plan), media_type="text/vnd.mermaid"
        ),
    )


def dot(plan: Plan) -> str:
    """The plan as DOT: a card for each collection, arrows between the rows of the cards."""
    places = _places(plan)
    arrows = tuple(_arrows(plan, places))
    ids = [f"c{number}" for number in range(1, len(plan.collections) + 1)]
    links: list[Link] = [(arrow.holder.node, arrow.node) for arrow in arrows]
    turns = turned(ids, links)
    ways = [(head, tail) if turn else (tail, head) for (tail, head), turn in zip(links, turns, strict=True)]
    edges = [_edge(*row) for row in zip(arrows, turns, spans(ways), strict=True)]
    edges += [Edge(tail=tail, head=head, attributes=(("style", "invis"),)) for tail, head in rows(ids, ways)]
    bounds = {decision.relationship: decision.bound for decision in plan.decisions}
    nodes = tuple(_node(node, found, bounds) for node, found in zip(ids, plan.collections, strict=True))
    return write(
        Graph(
            nodes=nodes, edges=tuple(edges), label=_legend(plan, places, arrows), classes="diagram documents",
            attributes=_GRAPH, node_attributes=_NODE, edge_attributes=_EDGE,
        )
    )  # fmt: skip


def mermaid_text(plan: Plan) -> str:
    """The plan as an erDiagram of Mermaid, embedded fields by their dotted paths."""
    places = _places(plan)
    boxes = []
    for number, collection in enumerate(plan.collections, 1):
        held = [place for place in places if place.node == f"c{number}"]
        attributes = tuple(_attribute(place, _unique_paths(collection)) for place in held)
        boxes.append(mermaid.Box(id=f"c{number}", title=collection.name, attributes=attributes))
    return mermaid.write(tuple(boxes), tuple(_tie(arrow) for arrow in _arrows(plan, places)))


def _places(plan: Plan) -> tuple[Place, ...]:
    """Every field of every collection, holders before what they hold."""
    found: list[Place] = []
    for number, collection in enumerate(plan.collections, 1):
        start = len(found)
        for path, entity, field in _walk(collection.fields, "", collection.entity):
            port = f"f{len(found) - start + 1}"
            found.append(Place(node=f"c{number}", port=port, path=path, entity=entity, field=field))
    return tuple(found)


def _walk(
    fields: Iterable[DocField], before: str, entity: str | None
) -> Iterator[tuple[str, str | None, DocField]]:
    for field in fields:
        path = f"{before}{field.name}"
        yield path, entity, field
        inside = field.entity if field.origin != "copy" and field.entity else entity
        yield from _walk(_inner(field), f"{path}.", inside)


def _inner(field: DocField) -> tuple[DocField, ...]:
    """The fields of an object, or of the objects in an array however deep it nests."""
    element = _innermost(field.items)
    return element.fields if element else field.fields


def _innermost(element: Element | None) -> Element | None:
    while element and element.items:
        element = element.items
    return element


def _target(field: DocField) -> str | None:
    element = _innermost(field.items)
    return field.target or (element.target if element else None)


def _arrows(plan: Plan, places: Sequence[Place]) -> Iterator[Arrow]:
    nodes = {collection.name: f"c{number}" for number, collection in enumerate(plan.collections, 1)}
    sources = _sources(places)
    homes = {collection.entity: nodes[collection.name] for collection in reversed(plan.collections)}
    for place in places:
        field = place.field
        target = nodes.get(_target(field) or "")
        if target:
            yield Arrow(kind="reference", holder=place, node=target, port="h")
        if field.origin == "copy" and field.entity and not _inner(field):
            source = sources.get((field.entity, field.source.name if field.source else field.name))
            if source:
                yield Arrow(kind="copy", holder=place, node=source.node, port=source.port)
            elif field.entity in homes:
                yield Arrow(kind="copy", holder=place, node=homes[field.entity], port="h")


def _sources(places: Sequence[Place]) -> dict[tuple[str, str], Place]:
    """Where each entity's own fields stand first: that is where their copies come from."""
    found: dict[tuple[str, str], Place] = {}
    for place in places:
        if place.entity and place.field.origin in ("own", "computed"):
            found.setdefault((place.entity, place.field.name), place)
    return found


def _edge(arrow: Arrow, turn: bool, span: int) -> Edge:
    loop = arrow.holder.node == arrow.node
    holder = f"{arrow.holder.node}:{arrow.holder.port}" + (":w" if turn else "r:e")
    east = "h:e" if arrow.port == "h" else f"{arrow.port}r:e"
    other = f"{arrow.node}:{east if turn or loop else f'{arrow.port}:w'}"
    backwards = turn != (arrow.kind == "copy")
    attributes = [("color", palette.EDGE[arrow.kind])]
    attributes += [("dir", "back")] if backwards else []
    attributes += [("style", "dashed")] if arrow.kind == "copy" else []
    attributes += [("minlen", str(span))] if span > 1 else []
    tail, head = (other, holder) if turn else (holder, other)
    return Edge(tail=tail, head=head, classes=f"edge-{arrow.kind}", attributes=tuple(attributes))


def _node(node: str, collection: Collection, bounds: dict[str, int | None]) -> Node:
    remark, kind = _KINDS.get(collection.kind, ("", "entity"))
    numbers = iter(range(1, 1 << 30))
    content = Card(
        title=collection.name, fill=palette.KIND[kind], remark=remark, port="h",
        rows=tuple(_rows(collection.fields, numbers, "", _unique_paths(collection), bounds)),
    )  # fmt: skip
    return Node(id=node, table=card(content), classes=f"card collection-{collection.kind}")


def _rows(
    fields: Iterable[DocField],
    numbers: Iterator[int],
    before: str,
    unique: frozenset[str],
    bounds: dict[str, int | None],
) -> Iterator[Row]:
    for field in fields:
        path, port, inner, element = (
            f"{before}{field.name}",
            f"f{next(numbers)}",
            _inner(field),
            _innermost(field.items),
        )
        yield Row(
            name=field.name, types=field.types, element=element.types if element else (),
            required=field.required or path == "_id", remark=_remark(field, path in unique),
            bound=_bound(field, bounds), port=port, block=_BLOCKS.get(field.origin, "own") if inner else "",
            rows=tuple(_rows(inner, numbers, f"{path}.", unique, bounds)),
        )  # fmt: skip


def _remark(field: DocField, unique: bool) -> str:
    said = [field.origin] if field.origin in _SAID and not _inner(field) else []
    said += [field.policy] if field.policy else []
    return ", ".join([*said, *(["unique"] if unique else [])])


def _unique_paths(collection: Collection) -> frozenset[str]:
    """Paths whose value alone is kept unique by an index."""
    single = (index for index in collection.indexes if index.options.get("unique") and len(index.keys) == 1)
    return frozenset(index.keys[0][0] for index in single)


def _bound(field: DocField, bounds: dict[str, int | None]) -> str:
    """How many elements an array may have: ``1..10``, or ``max 20`` where the rules capped it."""
    if field.types[0] != "array":
        return ""
    source = field.source
    declared = [source.min_items, source.max_items] if source else [None, None]
    least, most = (value if isinstance(value, int) else None for value in declared)
    least = field.min_items if field.min_items is not None else least
    most = field.max_items if field.max_items is not None else most
    if most is None and field.relationship:
        most = bounds.get(field.relationship)
    if _BLOCKS.get(field.origin) == "limited" and most is not None:
        return f"max {most}"
    if least is None and most is None and not field.relationship:
        return ""
    return f"{least or 0}..{'many' if most is None else most}"


def _legend(plan: Plan, places: Sequence[Place], arrows: Sequence[Arrow]) -> Table:
    used = [place.field.types[0] for place in places]
    blocks = dict.fromkeys(_BLOCKS.get(place.field.origin, "own") for place in places if _inner(place.field))
    swatches = [
        run
        for name in _BLOCK_WORDS
        if name in blocks
        for run in swatch(palette.BLOCK[name][1], _BLOCK_WORDS[name])
    ]
    kinds = {arrow.kind for arrow in arrows}
    lines = {
        "reference": ("\u2500\u2500\u25b6", "reference"),
        "copy": ("\u2576 \u2576\u25b6", "copy, from its source"),
    }
    marks = [words("* required")]
    for kind in (name for name in lines if name in kinds):
        marks += [Run(text=lines[kind][0], size=9, colour=palette.EDGE[kind]), words(lines[kind][1])]
    further = (tuple(swatches), tuple(marks)) if swatches else (tuple(marks),)
    return legend(plan.design, "documents", used, further)


def _attribute(place: Place, unique: frozenset[str]) -> mermaid.Attribute:
    field = place.field
    element = _innermost(field.items)
    kind = f"{element.types[0]}[]" if element else field.types[0]
    said = [
        place.path,
        *(["required"] if field.required else []),
        *([field.origin] if field.origin != "own" else []),
    ]
    key = "PK" if place.path == "_id" else "FK" if _target(field) else "UK" if place.path in unique else ""
    return mermaid.Attribute(id=place.port, type=kind, comment=", ".join(said), key=key)


def _tie(arrow: Arrow) -> mermaid.Tie:
    field = arrow.holder.field
    head = (0, True) if field.types[0] == "array" else (int(field.required), False)
    label = arrow.holder.path if arrow.kind == "reference" else f"copy: {arrow.holder.path}"
    return mermaid.Tie(
        tail_id=arrow.holder.node,
        head_id=arrow.node,
        tail=(0, True),
        head=head,
        label=label,
        dashed=arrow.kind == "copy",
    )


EXPORTER = Exporter(
    slug="documents-diagram", output="diagrams", title="Documents diagram",
    help="Collections with what is embedded in them, references and copies as arrows: DOT and Mermaid.", render=render,
)  # fmt: skip
