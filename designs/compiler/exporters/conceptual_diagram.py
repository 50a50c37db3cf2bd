"""The conceptual diagram: entities and relationships as they were drawn, with the counts at both ends."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from ..emit import mermaid, palette
from ..emit.cards import (
    Card,
    Row,
    card,
    height_of_slots,
    legend,
    name_card,
    shorten,
    shortened,
    slot,
    swatch,
    tag,
    with_slots,
    words,
)
from ..emit.dot import DotNode, Edge, Graph, Table, invisible, size_of, write
from ..emit.flow import (
    HALF_SLIDE,
    MOST_CARDS,
    SMALL_GAP,
    Link,
    arranged,
    depths,
    in_layers,
    is_readable,
    small,
    turned,
)
from ..model.conceptual import Count, Entity, Field, Item, Model, Relationship, given, stated
from ..plan_model.compilation import Compilation, lost_keys
from ..plan_model.decisions import opposite
from ..plan_model.number_format import short
from .base import Exporter, OutputFile

_GRAPH = (
    ("rankdir", "LR"), ("splines", "true"), ("nodesep", "0.35"), ("ranksep", "1"), ("pad", "0.3"), ("bgcolor", palette.PAPER), ("fontname", palette.FACE), ("labelloc", "t"),
    ("labeljust", "l"), ("outputorder", "edgesfirst"),
)  # fmt: skip
_NODE = (("shape", "plain"), ("fontname", palette.FACE), ("fontsize", "11"))
_EDGE = (
    ("fontname", palette.FACE), ("fontsize", "10"), ("color", palette.EDGE["relationship"]),
    ("fontcolor", palette.EDGE["relationship"]), ("dir", "both"), ("arrowsize", "0.9"), ("labeldistance", "3.1"),
    ("labelangle", "21"), ("penwidth", "1.2"),
)  # fmt: skip
_SHOWN_LINK_FIELDS = 2
_SMALL_STEP = 18
"""Points between the places of a small card where edges end."""
_STEP, _LINE_HEIGHT, _BETWEEN_LABELS = 26, 11, 5
"""Points between the places of a card where edges end, at least; of a line of a label; and between two labels."""
_ROOM_FOR_COUNTS = 50
_LONG = 100_000
_LINE, _LONGEST = 17, 26
"""Letters of a line of a label that names the relationship, and of one that names its fields."""
_WORD_ENDS = re.compile(r"(?<=[ _./-])|(?<=[a-z])(?=[A-Z])")
_GAP = 250.0
"""Points between two columns of cards: the room for a label with the counts at both ends."""


class Bounds(msgspec.Struct, frozen=True):
    """How many documents of one end belong to one of the other; most is None without a limit."""

    least: float
    most: float | None

    @property
    def many(self) -> bool:
        """Whether there may be more than one."""
        return self.most is None or self.most > 1

    @property
    def text(self) -> str:
        """``1``, ``0..1``, ``1..5``, ``0..*``, as on the canvas."""
        most = "*" if self.most is None else _short(self.most)
        return most if f"{self.least:.15g}" == most else f"{self.least:.15g}..{most}"

    @property
    def arrow(self) -> str:
        """The crow's foot, ring and bar that say the same."""
        return ("crow" if self.many else "tee") + ("tee" if self.least else "odot")


def _short(number: float) -> str:
    """A bound in few letters, so that it stands clear of its card: ``500k`` for 500,000."""
    return f"{number / 1000:.15g}k" if number >= _LONG and number % 1000 == 0 else f"{number:.15g}"


def render(compilation: Compilation) -> tuple[OutputFile, ...]:
    """The diagram as DOT and as Mermaid."""
    model = _as_kept(compilation)
    return (
        OutputFile(path="diagrams/conceptual.dot", text=dot(model), media_type="text/vnd.graphviz"),
        OutputFile(path="diagrams/conceptual.mmd", text=mermaid_text(model), media_type="text/vnd.mermaid"),
    )


def _as_kept(compilation: Compilation) -> Model:
    """Return the model in which fields are unique only if an index of the plan keeps them unique."""
    lost = lost_keys(compilation.plan)
    if not lost:
        return compilation.model
    entities = [
        replace(entity, fields=_without_keys(entity.own_fields, lost))
        for entity in compilation.model.entities
    ]
    return replace(compilation.model, entities=entities)


def _without_keys(fields: Sequence[Field], lost: Sequence[Field]) -> list[Field]:
    return [_without_key(field, lost) for field in fields]


def _without_key(field: Field, lost: Sequence[Field]) -> Field:
    unique = UNSET if any(field is each for each in lost) else field.unique
    inner = _without_keys(given(field.fields, []), lost) if stated(field.fields) else UNSET
    items = given(field.items, None)
    if items is not None and stated(items.fields):
        items = replace(items, fields=_without_keys(given(items.fields, []), lost))
    return replace(field, unique=unique, fields=inner, items=UNSET if items is None else items)


def dot(model: Model) -> str:
    """The model as DOT: a card for each entity, an edge with crow's feet for each relationship."""
    ids = {entity.name: f"e{number}" for number, entity in enumerate(model.entities, 1)}
    links = [(ids[r.from_.entity], ids[r.to.entity]) for r in model.links]
    entities = _as_on_the_canvas(model)
    order = [ids[entity.name] for entity in entities]
    is_placed = _is_placed(model)
    is_measured = is_placed or len(entities) <= MOST_CARDS
    sizes = {ids[entity.name]: size_of(_card(entity)) for entity in entities if is_measured}
    plan = in_layers(order, links, _turned(model, order, links))
    if not (is_placed and is_readable(order, plan.ways, depths(order, plan.ways), sizes, _GAP)):
        plan = arranged(order, links, sizes, _GAP, turns=plan.turns)
    used: Counter[str] = Counter()
    drawn = sorted(
        zip(model.links, plan.ways, plan.turns, plan.spans, strict=True),
        key=lambda row: (row[1][0] == row[1][1], _height(model, row[0])),
    )
    edges = tuple(_edge(r, way, turn, span, used) for r, way, turn, span in drawn)
    edges += tuple(invisible(*link, span) for link, span in plan.joints)
    nodes = tuple(_node(entity, ids[entity.name], used) for entity in entities)
    return write(
        Graph(
            nodes=nodes, edges=edges, label=_legend(model), classes="diagram conceptual",
            attributes=_GRAPH, node_attributes=_NODE, edge_attributes=_EDGE,
        )
    )  # fmt: skip


def entity_names(model: Model) -> str:
    """The model for a slide, as DOT: entities by their names and stated counts alone, relationships as crow's feet."""
    ids = {entity.name: f"e{number}" for number, entity in enumerate(model.entities, 1)}
    links = [(ids[r.from_.entity], ids[r.to.entity]) for r in model.links]
    cards = {ids[entity.name]: name_card(entity.name, _count(entity)) for entity in model.entities}
    sizes = {node: size_of(table) for node, table in cards.items()}
    plan = arranged([*cards], links, sizes, SMALL_GAP, sheets=(HALF_SLIDE,))
    used: Counter[str] = Counter()
    edges = [
        replace(_edge(r, way, turn, span, used), label="", outer_label="", tail_label="", head_label="")
        for r, way, turn, span in zip(model.links, plan.ways, plan.turns, plan.spans, strict=True)
    ]
    edges += [invisible(*link, span) for link, span in plan.joints]
    nodes = tuple(
        DotNode(id=node, table=with_slots(table, *_slots_of(node, used), step=_SMALL_STEP), classes="card")
        for node, table in cards.items()
    )
    return write(
        Graph(
            nodes=nodes, edges=tuple(edges), classes="diagram conceptual", attributes=small(_GRAPH),
            node_attributes=_NODE, edge_attributes=_EDGE,
        )
    )  # fmt: skip


def _count(entity: Entity) -> str:
    """How many there are, "" where nobody states it."""
    return "" if entity.count is UNSET else short(entity.count)


def _as_on_the_canvas(model: Model) -> list[Entity]:
    """The entities from left to right, then from top to bottom, as somebody has set them; those without a place
    behind them, in file order."""
    places = given(model.layout, {})
    far = (math.inf, math.inf)
    return sorted(
        model.entities,
        key=lambda entity: (places[entity.name].x, places[entity.name].y) if entity.name in places else far,
    )


def _height(model: Model, link: Relationship) -> float:
    """How far down a link stands on the canvas, so that lines leave a card in the order of where they lead; 0 where
    an end has no place."""
    places = given(model.layout, {})
    ends = [places[end.entity].y for end in (link.from_, link.to) if end.entity in places]
    return sum(ends) if len(ends) == 2 else 0.0


def _turned(model: Model, order: Sequence[str], links: Sequence[Link]) -> tuple[bool, ...]:
    """For each link whether it has to be turned around: it leads to the right, as on the canvas, where all entities have
    a place; else so that all of them make no ring."""
    if not _is_placed(model):
        return turned(order, links)
    number = {node: place for place, node in enumerate(order)}
    return tuple(number[tail] > number[head] for tail, head in links)


def _is_placed(model: Model) -> bool:
    """Whether somebody has given every entity a place."""
    return all(entity.name in given(model.layout, {}) for entity in model.entities)


def mermaid_text(model: Model) -> str:
    """The model as an erDiagram of Mermaid."""
    ids = {entity.name: f"e{number}" for number, entity in enumerate(model.entities, 1)}
    boxes = (
        mermaid.Box(id=ids[e.name], title=e.name, attributes=tuple(_attributes(e))) for e in model.entities
    )
    return mermaid.write(tuple(boxes), tuple(_tie(relationship, ids) for relationship in model.links))


def bounds(relationship: Relationship, side: str) -> Bounds | None:
    """How many of this side's documents belong to one of the other side; None for an is-a."""
    if relationship.kind == "is-a":
        return None
    if relationship.kind == "one-to-one":
        count = relationship.end(opposite(side)).count
        return Bounds(given(count.min, 1), 1)
    many = side == "to" or relationship.kind in ("many-to-many", "graph")
    return _bounds(relationship.end(opposite(side)).count, many)


def _bounds(count: Count, many: bool) -> Bounds:
    open_end = count.growth == "unbounded" or not stated(count.max)
    most = (None if many else 1) if open_end else given(count.max, 1)
    return Bounds(given(count.min, 0), most)


def _node(entity: Entity, node: str, used: Counter[str]) -> DotNode:
    kind = entity.kind_or_default
    labels = _LINE_HEIGHT * used[f"{node}:lines"] + _BETWEEN_LABELS * used[f"{node}:r"]
    step = max(_STEP, -(-labels // max(1, used[f"{node}:r"])))
    slots = _slots_of(node, used)
    table = with_slots(_card(entity, height_of_slots(*slots, step)), *slots, step=step)
    return DotNode(id=node, table=table, classes=f"card kind-{kind}")


def _slots_of(node: str, used: Counter[str]) -> tuple[int, int, int]:
    """How many edges end at the left of a card and at its right, and how many of them come back to it."""
    return used[f"{node}:l"], used[f"{node}:r"], used[f"{node}:loops"]


def _card(entity: Entity, least: int = 0) -> Table:
    kind = entity.kind_or_default
    content = Card(
        title=entity.name, fill=palette.KIND[kind], remark={"entity": "", "weak": "owned"}.get(kind, kind),
        rows=shortened(tuple(_rows(entity.own_fields))), double=kind == "weak",
    )  # fmt: skip
    return card(content, least)


def _rows(fields: Sequence[Field]) -> Iterator[Row]:
    for field in fields:
        element = _elements(field)
        yield Row(
            name=field.name, types=field.all_types, element=element[:1], levels=len(element) or 1,
            required=field.required is True or field.name == "_id", remark="unique" if field.unique is True else "",
            bound=_items_bound(field), rows=tuple(_rows(_inner(field))),
        )  # fmt: skip


def _elements(field: Field) -> tuple[str, ...]:
    """The types of what is in an array, from the innermost out: ("int",) for int[], ("int", "array")
    for int[][]."""
    types, holder = list[str](), given(field.items, None)
    while holder is not None:
        types.insert(0, holder.type)
        holder = given(holder.items, None)
    return tuple(types)


def _inner(field: Field) -> list[Field]:
    """The fields of an object, or of the objects in an array however deep it nests."""
    if field.items is UNSET:
        return given(field.fields, [])
    holder: Field | Item = field
    while isinstance(holder.items, Item):
        holder = holder.items
    return given(holder.fields, [])


def _items_bound(field: Field) -> str:
    if not stated(field.max_items) and not stated(field.min_items):
        return ""
    return Bounds(given(field.min_items, 0), given(field.max_items, None)).text


def _edge(
    relationship: Relationship, way: tuple[str, str], turn: bool, span: int, used: Counter[str]
) -> Edge:
    tail_side, head_side = ("to", "from") if turn else ("from", "to")
    tail, head = (bounds(relationship, side) for side in (tail_side, head_side))
    loop = way[0] == way[1]
    used[f"{way[0]}:loops"] += loop
    label = _label(relationship)
    used[f"{way[0]}:lines"] += len(label)
    attributes = [("arrowtail", _arrow(tail, tail_side)), ("arrowhead", _arrow(head, head_side))]
    attributes += [("minlen", str(span))] if span > 1 else []
    return Edge(
        tail=f"{way[0]}:{slot(used, way[0], 'r')}:e",
        head=f"{way[1]}:{slot(used, way[1], 'r')}:e" if loop else f"{way[1]}:{slot(used, way[1], 'l')}:w",
        classes=f"relationship {relationship.kind}", label="" if loop else tag(label, _ROOM_FOR_COUNTS),
        # Graphviz puts the label of a loop far from it where cards are high, but an outer label beside it.
        outer_label=tag(label, 14, lowered=True) if loop else "",
        tail_label=tag([tail.text]) if tail else "", head_label=tag([head.text]) if head else "", attributes=tuple(attributes),
    )  # fmt: skip


def _arrow(end: Bounds | None, side: str) -> str:
    if end:
        return end.arrow
    return "onormal" if side == "from" else "none"


def _label(relationship: Relationship) -> list[str]:
    """The name in lines of so many letters, ``is a`` in front for a hierarchy, and below it the first fields of the link itself."""
    name = shorten(relationship.name, 28)
    name = _of_kinds(name) if relationship.kind == "is-a" else name
    names = _lines(name, _LINE)
    fields = [shorten(field.name, 16) for field in given(relationship.link_fields, [])]
    rest = [f"{len(fields) - _SHOWN_LINK_FIELDS}\u00a0more"] if len(fields) > _SHOWN_LINK_FIELDS else []
    return [*names, *wrap(", ".join([*fields[:_SHOWN_LINK_FIELDS], *rest]), _LONGEST, break_long_words=False)]


def _of_kinds(name: str) -> str:
    return name if re.search(r"\bis an?\b", name) else f"is a ({name})"


def _lines(name: str, most: int) -> list[str]:
    """A name in lines of so many letters, broken between its words: behind a space, a mark that joins two, or a small
    letter before a capital. Only a word that is longer than a line is broken in itself."""
    lines = [""]
    for word in _WORD_ENDS.split(name):
        for part in wrap(word.strip(), most, drop_whitespace=False) or [""]:
            if lines[-1] and len(f"{lines[-1]}{part}") > most:
                lines.append("")
            lines[-1] += part + " " * (word.endswith(" "))
    return [line.strip() for line in lines] if name else [name]


def _legend(model: Model) -> Table:
    kinds = dict.fromkeys(entity.kind_or_default for entity in model.entities)
    heads = {"weak": "owned entity (double frame)", "entity": "entity"}
    swatches = [run for kind in kinds for run in swatch(palette.KIND[kind], heads.get(kind, kind))]
    feet = "──|| exactly one ──o| zero or one ──|< one or more ──o< zero or more"
    is_a = any(link.kind == "is-a" for link in model.links)
    marks = (words("! required"), *((words(feet),) if model.links else ()))
    marks += (words("\u2500\u2500\u25b7 is a"),) if is_a else ()
    used = [name for entity in model.entities for name in _types(entity.own_fields)]
    return legend(model.name, "entities and relationships", used, (tuple(swatches), marks))


def _types(fields: Iterable[Field]) -> Iterator[str]:
    for field in fields:
        yield field.type
        yield from _types(_inner(field))


def _attributes(entity: Entity) -> Iterator[mermaid.MermaidAttribute]:
    for number, (path, field) in enumerate(_flat(entity.own_fields, ""), 1):
        remarks = [
            path,
            *(["required"] if field.required is True else []),
            *(["nullable"] if field.nullable is True else []),
        ]
        element = _elements(field)
        kind = element[0] + "[]" * len(element) if element else field.type
        key = "PK" if path == "_id" else "UK" if field.unique is True else ""
        yield mermaid.MermaidAttribute(id=f"f{number}", type=kind, comment=", ".join(remarks), key=key)


def _flat(fields: Iterable[Field], before: str) -> Iterator[tuple[str, Field]]:
    for field in fields:
        yield f"{before}{field.name}", field
        yield from _flat(_inner(field), f"{before}{field.name}{'[]' if field.type == 'array' else ''}.")


def _tie(relationship: Relationship, ids: dict[str, str]) -> mermaid.Tie:
    tail, head = bounds(relationship, "from"), bounds(relationship, "to")
    name = relationship.name
    label = f"{name} ({tail.text} : {head.text})" if tail and head else _of_kinds(name)
    single, single_at_most = (
        Bounds(1, 1),
        Bounds(0, 1),
    )  # a thing of a subtype is one of its supertype, which may be of none
    return mermaid.Tie(
        tail_id=ids[relationship.from_.entity], head_id=ids[relationship.to.entity], label=label,
        tail=_ends(tail or single), head=_ends(head or single_at_most),
    )  # fmt: skip


def _ends(limits: Bounds) -> tuple[int, bool]:
    return int(limits.least > 0), limits.many


EXPORTER = Exporter(
    slug="conceptual", output="diagrams", title="Conceptual diagram",
    help="Entities, relationships, and counts: DOT and Mermaid.", make=render,
)  # fmt: skip
