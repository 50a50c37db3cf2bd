"""The documents diagram: collections with embedded documents nested inside their holders, references
as arrows from the field that holds them, copies as dashed arrows from the source to the copy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from msgspec.structs import replace

from ...emit import mermaid, palette
from ...emit.arrows import (
    HEAD,
    Arrow,
    LabelPlace,
    arrows,
    inner_fields,
    innermost,
    levels,
    places,
    target_of,
    with_copies_joined,
)
from ...emit.cards import (
    Card,
    Row,
    card,
    legend,
    name_card,
    shorten,
    shortened,
    slot,
    swatch,
    with_slots,
    words,
)
from ...emit.dot import DotNode, Edge, Graph, Table, TextRun, invisible, size_of, write
from ...emit.flow import (
    HALF_SLIDE,
    MOST_CARDS,
    SMALL_GAP,
    Link,
    arranged,
    columns,
    is_readable,
    small,
)
from ...plan_model.compilation import Compilation, Plan
from ...plan_model.forecast_types import Forecast
from ...plan_model.number_format import short
from ...plan_model.physical import Collection, DocField, archives_in
from ..base import COLLECTION_KINDS, Exporter, OutputFile

_GRAPH = (
    ("rankdir", "LR"), ("splines", "true"), ("nodesep", "0.4"), ("pad", "0.3"),
    ("bgcolor", palette.PAPER), ("fontname", palette.FACE), ("labelloc", "t"), ("labeljust", "l"),
)  # fmt: skip
_NODE = (("shape", "plain"), ("fontname", palette.FACE), ("fontsize", "11"))
_EDGE = (("fontname", palette.FACE), ("fontsize", "10"), ("penwidth", "1.3"), ("arrowsize", "0.8"))
_KINDS = {
    "timeseries": "measurement", "capped": "event", "bucket": "event", "link": "weak", "overflow": "weak",
    "revisions": "weak",
}  # fmt: skip
_ELSEWHERE = ("on another page", "weak")
_BLOCKS = {
    "embedded": "embedded", "link": "embedded", "tree": "embedded", "subset": "limited", "bucket": "limited",
    "outlier": "limited", "reference": "reference", "copy": "reference",
}  # fmt: skip
_BLOCK_WORDS = {
    "embedded": "embedded documents", "limited": "subset, bucket, or outlier: item limit",
    "reference": "reference or copy", "own": "own object or array",
}  # fmt: skip
UPKEEP = frozenset({"overflow", "revisions"})
"""Kinds of collections that a drawing may leave out."""
_INCH = 72.0
"""In points."""
_MOST_PARTS, _LONGEST_PART = 8, 20
"""Of a small card: parts that it names, and columns of such a name."""
_SMALL_STEP = 18
"""Points between the places of a small card where edges end."""
_NAMED = 3
"""Copies that an arrow of Mermaid names."""
_SAID = ("copy", "computed", "version", "discriminator", "outlier")
"""Origins that a row names behind the field."""


def render(compilation: Compilation) -> tuple[OutputFile, ...]:
    """The diagram as DOT and as Mermaid."""
    return (
        OutputFile(path="diagrams/documents.dot", text=dot(compilation.plan), media_type="text/vnd.graphviz"),
        OutputFile(
            path="diagrams/documents.mmd", text=mermaid_text(compilation.plan), media_type="text/vnd.mermaid"
        ),
    )


class _Content(NamedTuple):
    """What is drawn of a plan. links: the cards that each arrow joins. sizes: of cards, in points, unless they are too
    many to be looked at. distance: inches between columns."""

    cards: tuple[DotNode, ...]
    drawn: tuple[Arrow, ...]
    links: tuple[Link, ...]
    sizes: dict[str, tuple[float, float]]
    distance: float
    held: Sequence[Sequence[LabelPlace]]


def _content(plan: Plan) -> _Content:
    nodes, held = _held(plan)
    drawn = _drawn(plan, nodes, held)
    named = {f"c{number}": collection for number, collection in enumerate(plan.collections, 1)}
    ghosts = dict.fromkeys(arrow.node for arrow in drawn if arrow.inward)
    links: list[Link] = [
        (each.holder.node, _ghost(each.node) if each.inward else each.node) for each in drawn
    ]
    bounds = {decision.relationship: decision.bound for decision in plan.decisions}
    ends: dict[str, set[str]] = {}
    for arrow in drawn:
        ends.setdefault(arrow.holder.node, set()).add(arrow.holder.port)
        ends.setdefault(arrow.node, set()).add(arrow.port)
    archives = archives_in(plan.statements)
    cards = [
        _node(node, each, bounds, ends.get(node, set()), archives.get(each.name, ""))
        for node, each in named.items()
    ]
    cards += [_ghost_node(node, named[node].name) for node in ghosts]
    sizes = {each.id: size_of(each.table) for each in cards if len(cards) <= MOST_CARDS}
    return _Content(tuple(cards), drawn, tuple(links), sizes, _distance(links), held)


def dot(plan: Plan) -> str:
    """The plan as DOT: a card for each collection, arrows between the rows of the cards."""
    content = _content(plan)
    ids = [card.id for card in content.cards]
    sheet = arranged(ids, content.links, content.sizes, content.distance * _INCH)
    edges = [_edge(*row) for row in zip(content.drawn, sheet.turns, sheet.spans, strict=True)]
    edges += [invisible(*link, span) for link, span in sheet.joints]
    return write(
        Graph(
            nodes=content.cards, edges=tuple(edges), label=_legend(plan, content.held, content.drawn),
            classes="diagram documents", attributes=(*_GRAPH, ("ranksep", f"{content.distance:g}")),
            node_attributes=_NODE, edge_attributes=_EDGE,
        )
    )  # fmt: skip


def fits_on_a_sheet(plan: Plan) -> bool:
    """Return whether the diagram can be read on one sheet of A3."""
    content = _content(plan)
    ids, gap = [card.id for card in content.cards], content.distance * _INCH
    column = columns(ids, content.links, content.sizes, gap)
    return len(ids) < 2 or (
        column is not None and is_readable(ids, content.links, column, content.sizes, gap)
    )


def mermaid_text(plan: Plan) -> str:
    """The plan as an erDiagram of Mermaid, embedded fields by their dotted paths."""
    nodes, held = _held(plan)
    boxes = []
    for number, (collection, own_places) in enumerate(zip(plan.collections, held, strict=True), 1):
        unique = _unique_paths(collection)
        if collection.revises:
            own_places = tuple(replace(place, field=_as_of_own(place.field)) for place in own_places)
        attributes = tuple(_attribute(place, unique) for place in own_places)
        boxes.append(mermaid.Box(id=f"c{number}", title=collection.name, attributes=attributes))
    ties = (_tie(arrow) for arrow in _drawn(plan, nodes, held))
    return mermaid.write(tuple(boxes), tuple(ties))


def plain_documents(plan: Plan) -> str:
    """The plan as DOT without the collections that only keep others going: earlier revisions, and what overflows;
    "" where it has none of them."""
    shown = tuple(collection for collection in plan.collections if collection.kind not in UPKEEP)
    return dot(replace(plan, collections=shown)) if len(shown) < len(plan.collections) else ""


def collection_names(compilation: Compilation) -> str:
    """The plan for a slide, as DOT: collections by their names and counts, with the names of what is embedded in them;
    one arrow for all references from one collection to another, and one for all copies. Upkeep is left out."""
    plan = compilation.plan
    shown = tuple(each for each in plan.collections if each.kind not in UPKEEP)
    nodes, held = _held(replace(plan, collections=shown))
    counts = {forecast.collection: _count(forecast) for forecast in compilation.forecasts}
    cards = {
        f"c{number}": _small_card(each, counts.get(each.name, "")) for number, each in enumerate(shown, 1)
    }
    drawn = _drawn(replace(plan, collections=shown), nodes, held)
    ties = [*dict.fromkeys((arrow.kind, arrow.holder.node, arrow.node) for arrow in drawn)]
    links: list[Link] = [(holder, other) for _, holder, other in ties]
    sizes = {node: size_of(table) for node, table in cards.items()}
    sheet = arranged([*cards], links, sizes, SMALL_GAP, sheets=(HALF_SLIDE,))
    used: Counter[str] = Counter()
    edges = [
        _small_edge(kind, (other, holder) if turn else (holder, other), turn, span, used)
        for (kind, holder, other), turn, span in zip(ties, sheet.turns, sheet.spans, strict=True)
    ]
    edges += [invisible(*link, span) for link, span in sheet.joints]
    places = {node: (used[f"{node}:l"], used[f"{node}:r"], used[f"{node}:loops"]) for node in cards}
    return write(
        Graph(
            nodes=tuple(
                DotNode(id=node, table=with_slots(table, *places[node], step=_SMALL_STEP), classes="card")
                for node, table in cards.items()
            ),
            edges=tuple(edges), classes="diagram documents", attributes=small(_GRAPH), node_attributes=_NODE, edge_attributes=_EDGE,
        )
    )  # fmt: skip


def areas(plan: Plan) -> dict[str, float]:
    """Return how large the card of each collection is, in square points."""
    bounds = {decision.relationship: decision.bound for decision in plan.decisions}
    archives = archives_in(plan.statements)
    sizes = {
        each.name: size_of(_node("", each, bounds, archive=archives.get(each.name, "")).table)
        for each in plan.collections
    }
    return {name: width * height for name, (width, height) in sizes.items()}


def links_between(plan: Plan) -> Counter[tuple[str, str]]:
    """Count the arrows between two collections: from the holder of a reference or a copy to where it leads or comes from."""
    nodes, held = _held(plan)
    names = {node: name for name, node in nodes.items()}
    drawn = (arrow for arrow in _drawn(plan, nodes, held) if not arrow.inward)
    return Counter(
        (names[arrow.holder.node], names[arrow.node]) for arrow in drawn if arrow.holder.node in names
    )


def _count(forecast: Forecast) -> str:
    """How many documents there are today."""
    return ("assumed " if forecast.has_assumed_count else "") + short(forecast.moments[0].documents)


def _small_card(collection: Collection, count: str) -> Table:
    parts = [*_parts(collection.fields, 0)]
    rest = len(parts) - _MOST_PARTS
    return name_card(
        collection.name, count, [*parts[:_MOST_PARTS], f"and {rest} more"] if rest > 1 else parts
    )


def _parts(fields: Iterable[DocField], depth: int) -> Iterator[str]:
    """The names of what is embedded, holders before what they hold."""
    for field in fields:
        block, inner = _BLOCKS.get(field.origin, ""), inner_fields(field)
        is_part = block in ("embedded", "limited") and bool(inner)
        if is_part:
            yield "\u00a0" * 3 * depth + shorten(field.name, _LONGEST_PART)
        if block != "reference":
            yield from _parts(inner, depth + is_part)


def _small_edge(kind: str, way: Link, turn: bool, span: int, used: Counter[str]) -> Edge:
    attributes = [("color", palette.EDGE[kind])]
    attributes += [("dir", "back")] if turn != (kind == "copy") else []
    attributes += [("style", "dashed")] if kind == "copy" else []
    attributes += [("minlen", str(span))] if span > 1 else []
    is_loop = way[0] == way[1]
    used[f"{way[0]}:loops"] += is_loop
    tail = f"{way[0]}:{slot(used, way[0], 'r')}:e"
    head = f"{way[1]}:{slot(used, way[1], 'r')}:e" if is_loop else f"{way[1]}:{slot(used, way[1], 'l')}:w"
    return Edge(tail=tail, head=head, classes=f"edge-{kind}", attributes=tuple(attributes))


def _drawn(plan: Plan, nodes: dict[str, str], held: Sequence[Sequence[LabelPlace]]) -> tuple[Arrow, ...]:
    every = tuple(chain.from_iterable(held))
    return tuple(with_copies_joined(tuple(arrows(plan, nodes, every)), every))


def _distance(links: Sequence[Link]) -> float:
    """Inches between the columns of cards: the more arrows two cards share, the more room these
    need, else Graphviz leads them across the cards."""
    shared = Counter(tuple(sorted(link)) for link in links)
    most = max(shared.values(), default=1)
    return min(0.7 + 0.1 * (most - 1), 3)


def _held(plan: Plan) -> tuple[dict[str, str], list[tuple[LabelPlace, ...]]]:
    """The node of each collection by its name (the first, should two be called alike), and the
    places of each collection."""
    ids = [f"c{number}" for number in range(1, len(plan.collections) + 1)]
    pairs = list(zip(ids, plan.collections, strict=True))
    nodes = {collection.name: node for node, collection in reversed(pairs)}
    return nodes, [tuple(places(node, collection)) for node, collection in pairs]


def _ghost(node: str) -> str:
    """The small card that stands for the collection itself, where its own arrows end: loops around
    a tall card would run through its neighbours."""
    return f"{node}s"


def _ghost_node(node: str, title: str) -> DotNode:
    content = Card(title=title, fill=palette.KIND["weak"], remark="itself", port="h")
    return DotNode(id=_ghost(node), table=card(content), classes="card itself")


def _edge(arrow: Arrow, turn: bool, span: int) -> Edge:
    east = ":e" if arrow.holder.port == HEAD else "r:e"
    holder = f"{arrow.holder.node}:{arrow.holder.port}" + (":w" if turn else east)
    node, port = (_ghost(arrow.node), "h") if arrow.inward else (arrow.node, arrow.port)
    east = "h:e" if port == "h" else f"{port}r:e"
    other = f"{node}:{east if turn else f'{port}:w'}"
    backwards = turn != (arrow.kind == "copy")
    attributes = [("color", palette.EDGE[arrow.kind])]
    attributes += [("dir", "back")] if backwards else []
    attributes += [("style", "dashed")] if arrow.kind == "copy" else []
    attributes += [("minlen", str(span))] if span > 1 else []
    tail, head = (other, holder) if turn else (holder, other)
    return Edge(tail=tail, head=head, classes=f"edge-{arrow.kind}", attributes=tuple(attributes))


def _node(
    node: str,
    collection: Collection,
    bounds: dict[str, int | None],
    ends: Container[str] = (),
    archive: str = "",
) -> DotNode:
    """The card of a collection. ends: ports where arrows end. archive: where its old documents go."""
    remark, kind = COLLECTION_KINDS.get(collection.kind, ""), _KINDS.get(collection.kind, "entity")
    if not collection.fields:
        remark, kind = _ELSEWHERE
    if archive:
        remark = f"old documents in {shorten(archive)}"
    numbers = iter(range(1, 1 << 30))
    fields = tuple(map(_as_of_own, collection.fields)) if collection.revises else collection.fields
    content = Card(
        title=collection.name, fill=palette.KIND[kind], remark=remark, port="h",
        rows=shortened(tuple(_rows(fields, numbers, "", _unique_paths(collection), bounds)), ends),
    )  # fmt: skip
    return DotNode(id=node, table=card(content), classes=f"card collection-{collection.kind}")


def _as_of_own(field: DocField) -> DocField:
    """A field of an earlier version as it is in the document: the card says that all of it is a copy."""
    return replace(field, origin="own", policy=None) if field.origin == "copy" else field


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
            inner_fields(field),
            innermost(field.items),
        )
        yield Row(
            name=field.name, types=field.types, element=element.types if element else (), levels=levels(field.items),
            required=field.required or field.needed or path == "_id", remark=_remark(field, path in unique),
            bound=_bound(field, bounds), port=port, block=_BLOCKS.get(field.origin, "own") if inner else "",
            rows=tuple(_rows(inner, numbers, f"{path}.", unique, bounds)) if inner else (),
        )  # fmt: skip


def _remark(field: DocField, unique: bool) -> str:
    """Where it comes from, unless all that is inside says so, the copy's policy, and the kinds that have it where others
    lack it."""
    covered = any(inner.origin in _SAID for inner in inner_fields(field))
    said = [field.origin] if field.origin in _SAID and not covered else []
    said += [field.policy] if field.policy and not covered else []
    said += ["unique"] if unique else []
    return ", ".join([*said, *_of_parent(field), *_of_kinds(field)])


def _of_parent(field: DocField) -> list[str]:
    """Whose field it is, where its parent has no collection."""
    is_folded = field.origin == "own" and field.relationship is not None and field.entity is not None
    return [f"of {field.entity}"] if is_folded else []


def _of_kinds(field: DocField) -> list[str]:
    """The kinds that have it, or the attributes whose value it is; their number where they are many."""
    if not field.kinds:
        return []
    limit, of_what = ("of", "attributes") if field.origin == "attribute" else ("only", "kinds")
    is_short = len(field.kinds) <= _NAMED
    return [f"{limit} {' or '.join(field.kinds)}" if is_short else f"{limit} {len(field.kinds)} {of_what}"]


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
    listed = field.relationship if _lists(field) else None
    if most is None and listed:
        most = bounds.get(listed)
    if _BLOCKS.get(field.origin) == "limited" and most is not None:
        return f"max {most}"
    if least is None and most is None and not listed:
        return ""
    return f"{least or 0}..{'*' if most is None else most}"


def _lists(field: DocField) -> bool:
    """Whether an array's elements stand for those of a relationship: not those of a declared one."""
    declared = field.source is not None and field.origin in ("copy", "link")
    return not declared and field.origin != "attribute"


def _legend(plan: Plan, held: Sequence[Sequence[LabelPlace]], drawn: Sequence[Arrow]) -> Table:
    fields = [place.field for places in held for place in places]
    used = [field.types[0] for field in fields]
    blocks = dict.fromkeys(_BLOCKS.get(field.origin, "own") for field in fields if inner_fields(field))
    swatches = [
        run
        for name in _BLOCK_WORDS
        if name in blocks
        for run in swatch(palette.BLOCK[name][1], _BLOCK_WORDS[name])
    ]
    kinds = {arrow.kind for arrow in drawn}
    lines = {
        "reference": ("\u2500\u2500\u25b6", "reference"),
        "copy": ("\u2576 \u2576\u25b6", "copy, from its source"),
    }
    marks = [words("! required")]
    for kind in (name for name in lines if name in kinds):
        marks += [TextRun(text=lines[kind][0], size=9, colour=palette.EDGE[kind]), words(lines[kind][1])]
    further = (tuple(swatches), tuple(marks)) if swatches else (tuple(marks),)
    return legend(plan.design, "documents", used, further)


def _attribute(place: LabelPlace, unique: frozenset[str]) -> mermaid.MermaidAttribute:
    field = place.field
    element = innermost(field.items)
    kind = element.types[0] + "[]" * levels(field.items) if element else field.types[0]
    said = [
        place.path,
        *(["required"] if field.required or field.needed else []),
        *([field.origin] if field.origin != "own" else _of_parent(field)),
        *_of_kinds(field),
    ]
    key = "PK" if place.path == "_id" else "FK" if target_of(field) else "UK" if place.path in unique else ""
    return mermaid.MermaidAttribute(id=place.port, type=kind, comment=", ".join(said), key=key)


def _tie(arrow: Arrow) -> mermaid.Tie:
    label = arrow.holder.path if arrow.kind == "reference" else _copies(arrow)
    return mermaid.Tie(
        tail_id=arrow.holder.node,
        head_id=arrow.node,
        tail=(0, True),
        head=arrow.holder.values,
        label=label,
        dashed=arrow.kind == "copy",
    )


def _copies(arrow: Arrow) -> str:
    paths = arrow.paths or (arrow.holder.path,)
    more = f", and {len(paths) - _NAMED} more" if len(paths) > _NAMED else ""
    return f"{'copies' if len(paths) > 1 else 'copy'}: {', '.join(paths[:_NAMED])}{more}"


EXPORTER = Exporter(
    slug="documents-diagram", output="diagrams", title="Documents diagram",
    help="Collections with embedded documents; references and copies as arrows: DOT and Mermaid.", make=render,
)  # fmt: skip
