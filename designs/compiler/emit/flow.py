"""Which way the edges of a drawing run, so that its layers need no detours and it stays roughly square."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

Link = tuple[str, str]
SHEET = (1191.0, 842.0)
"""Width and height of A3 in points; a drawing may lie or stand on it."""
MOST_CARDS = 40
"""Cards up to which columns are looked for: more fit on no sheet."""
_MOST_COLUMNS, _ROUNDS = 6, 12
_BETWEEN, _PASSING, _LINE, _AROUND = 26.0, 11.0, 20.0, 90.0
"""Points: between two cards, for a line that passes a column, for a line that leaves one, for the title and margins."""
SMALL_GAP = 46.0
"""Points between two columns of cards that have names alone."""
_SAME, _FARTHER, _FULL, _USED = 4000.0, 110.0, 1.2, 0.15
"""What it weighs that two linked cards share a column, that a line passes one, and a point of height: past its share
of all cards, and below it."""
_READABLE = 0.64
"""The scale at which fields of 11 points are printed in 7."""
_DETOUR = 0.004
"""The share of a sheet's scale that a line passing a column is worth."""
Sizes = Mapping[str, tuple[float, float]]
Sheets = Sequence[tuple[float, float]]
"""Widths and heights of the papers, in points, of which the one that suits a drawing is taken."""
_ANY_WAY = (SHEET, SHEET[::-1])
WIDE = (1335.0, 751.0)
"""As large as A3 and of the shape of a slide: what fits it is shown largest on a screen."""
HALF_SLIDE = (590.0, 500.0)
"""The half of a slide of 13.33 by 7.5 inches on which text of 12 points is printed in 9."""
_COLUMN = 6
"""Leaves of one hub that may stand in one column before the next column is begun."""


def turned(nodes: Sequence[str], links: Sequence[Link]) -> tuple[bool, ...]:
    """For each link whether it has to be turned around, so that all of them together make no ring.

    A link from a node to itself stays as it is."""
    place = _finishing_order(nodes, links)
    return tuple(place[tail] < place[head] for tail, head in links)


def spans(links: Sequence[Link]) -> tuple[int, ...]:
    """For each link how many layers it spans: the leaves of a large hub stand in several columns."""
    degree = Counter(end for link in links for end in set(link))
    hubs = [_hub(link, degree) for link in links]
    leaves = Counter(hub for hub in hubs if hub)
    seen: Counter[tuple[str, str]] = Counter()
    layers = []
    for hub in hubs:
        columns = -(-leaves[hub] // _COLUMN) if hub else 1
        layers.append(1 + seen[hub] % columns if hub else 1)
        seen.update([hub] if hub else [])
    return tuple(layers)


def turned_by(column: Mapping[str, int], links: Sequence[Link]) -> tuple[bool, ...]:
    """For each link whether it has to be turned around to lead from a column to a later one."""
    return tuple(column[tail] > column[head] for tail, head in links)


def spans_of(column: Mapping[str, int], links: Sequence[Link]) -> tuple[int, ...]:
    """For each link how many columns it spans; 1 for a loop."""
    return tuple(abs(column[tail] - column[head]) or 1 for tail, head in links)


def rows(nodes: Sequence[str], links: Sequence[Link]) -> tuple[Link, ...]:
    """Invisible links that set the separate parts of a drawing side by side, in rows of about one width.

    The links given must make no ring."""
    depth = depths(nodes, links)
    parts = _parts(nodes, links)
    widths = [max(depth[node] for node in part) + 1 for part in parts]
    widest = max([*widths, round(1.3 * math.sqrt(len(nodes)))])
    joints, used, last = [], widest, ""
    for part, width in zip(parts, widths, strict=True):
        first, end = min(part, key=depth.__getitem__), max(part, key=depth.__getitem__)
        if used + width <= widest:
            joints.append((last, first))
            used += width
        else:
            used = width
        last = end
    return tuple(joints)


def _parts(nodes: Sequence[str], links: Sequence[Link]) -> list[list[str]]:
    """The connected parts, the largest first, else in the nodes' order."""
    beside: dict[str, list[str]] = {node: [] for node in nodes}
    for tail, head in links:
        beside[tail].append(head)
        beside[head].append(tail)
    seen: set[str] = set()
    components = []
    for node in nodes:
        part = [] if node in seen else [node]
        seen.add(node)
        for member in part:
            fresh = [other for other in dict.fromkeys(beside[member]) if other not in seen]
            seen.update(fresh)
            part.extend(fresh)
        components += [part] if part else []
    return sorted(components, key=lambda part: -len(part))


def depths(nodes: Sequence[str], links: Sequence[Link]) -> dict[str, int]:
    """In which layer each node stands."""
    place = _finishing_order(nodes, links)
    depth = dict.fromkeys(nodes, 0)
    for tail, head in sorted(links, key=lambda link: -place[link[0]]):
        if tail != head:
            depth[head] = max(depth[head], depth[tail] + 1)
    return depth


def _hub(link: Link, degree: Counter[str]) -> tuple[str, str] | None:
    """The busy end of a link whose other end has no further link, and on which side that stands."""
    tail, head = link
    if degree[head] == 1 and degree[tail] > _COLUMN:
        return tail, "after"
    if degree[tail] == 1 and degree[head] > _COLUMN:
        return head, "before"
    return None


def _finishing_order(nodes: Sequence[str], links: Sequence[Link]) -> dict[str, int]:
    """When a depth-first walk leaves each node: every link of an acyclic graph leads to an earlier one."""
    ahead: dict[str, list[str]] = {node: [] for node in nodes}
    for tail, head in links:
        ahead[tail].append(head)
    entered = {head for tail, head in links if tail != head}
    place: dict[str, int] = {}
    seen: set[str] = set()
    for root in [*(node for node in nodes if node not in entered), *nodes]:
        trail = [] if root in seen else [(root, iter(ahead[root]))]
        seen.add(root)
        while trail:
            node, rest = trail[-1]
            for following in rest:
                if following not in seen:
                    seen.add(following)
                    trail.append((following, iter(ahead[following])))
                    break
            else:
                place[node] = len(place)
                trail.pop()
    return place


def small(attributes: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """The attributes of a graph, with the gaps and margins of a drawing that has names alone."""
    own = {"nodesep": "0.2", "ranksep": f"{SMALL_GAP / 72:.3g}", "pad": "0.06"}
    return tuple(({**dict(attributes), **own}).items())


class Arranged(msgspec.Struct, frozen=True, gc=False):
    """For each link whether it has to be turned around, its way then, and how many columns it spans; and the invisible
    links, with theirs, that set in place what nothing joins."""

    turns: tuple[bool, ...]
    ways: tuple[Link, ...]
    spans: tuple[int, ...]
    joints: tuple[tuple[Link, int], ...]


def arranged(
    nodes: Sequence[str],
    links: Sequence[Link],
    sizes: Sizes,
    gap: float,
    sheets: Sheets = (WIDE,),
    turns: Sequence[bool] = (),
) -> Arranged:
    """Return how links run where cards stand in the columns that suit one of the sheets, or in layers where none does.
    turns: those of the links in layers, where others than the fewest are wanted. The rest: see columns."""
    column = columns(nodes, links, sizes, gap, sheets)
    if column is None:
        return in_layers(nodes, links, turns or turned(nodes, links))
    turns = turned_by(column, links)
    ways = _ways(links, turns)
    return Arranged(turns, ways, spans_of(column, ways), parts_in_columns(nodes, ways, column))


def in_layers(nodes: Sequence[str], links: Sequence[Link], turns: Sequence[bool]) -> Arranged:
    """Return how links run where each leads from a layer to a later one."""
    ways = _ways(links, turns)
    return Arranged(tuple(turns), ways, spans(ways), tuple((link, 1) for link in rows(nodes, ways)))


def _ways(links: Sequence[Link], turns: Sequence[bool]) -> tuple[Link, ...]:
    return tuple(
        (head, tail) if turn else (tail, head) for (tail, head), turn in zip(links, turns, strict=True)
    )


def parts_in_columns(
    nodes: Sequence[str], links: Sequence[Link], column: Mapping[str, int]
) -> tuple[tuple[Link, int], ...]:
    """Invisible links, with the columns that each spans, by which parts that nothing joins stand in their columns."""
    first, *others = _parts(nodes, links)
    joints = []
    for part in others:
        node = min(part, key=column.__getitem__)
        anchor = min(first, key=lambda other: (abs(column[other] - column[node] + 1), nodes.index(other)))
        apart = column[node] - column[anchor]
        if apart:
            joints.append(((anchor, node) if apart > 0 else (node, anchor), abs(apart)))
    return tuple(joints)


# --- columns that fit on a sheet ---------------------------------------------------------------


class _Drawing(msgspec.Struct, frozen=True, gc=False):
    """Cards and what is linked. beside: of each card those that it is linked with, itself aside."""

    nodes: Sequence[str]
    links: Sequence[Link]
    sizes: Sizes
    sheets: Sheets
    beside: Mapping[str, Sequence[str]]


def is_readable(
    nodes: Sequence[str], links: Sequence[Link], column: Mapping[str, int], sizes: Sizes, gap: float
) -> bool:
    """Return whether cards in these columns fit on a sheet at a scale that can be read."""
    apart = [link for link in links if link[0] != link[1]]
    count = max(column.values(), default=0) + 1
    return _scale(_Drawing(nodes, apart, sizes, _ANY_WAY, {}), column, gap, count) >= _READABLE


def columns(
    nodes: Sequence[str],
    links: Sequence[Link],
    sizes: Sizes,
    gap: float,
    sheets: Sheets = (WIDE,),
) -> dict[str, int] | None:
    """Return the column of each card, none beside one that it is linked with: as many as let the drawing be largest on a
    sheet. None for what fits on none. sizes: width and height of each card, in points. gap: between columns."""
    if not 1 < len(nodes) <= MOST_CARDS:
        return None
    apart = [link for link in links if link[0] != link[1]]
    beside: dict[str, list[str]] = {node: [] for node in nodes}
    for tail, head in apart:
        beside[tail].append(head)
        beside[head].append(tail)
    drawing = _Drawing(nodes, apart, sizes, sheets, beside)
    best, largest = None, float("-inf")
    for count in range(1, min(len(nodes), _MOST_COLUMNS) + 1):
        column = _settled(drawing, count)
        scale = _scale(drawing, column, gap, count) if column else largest
        if scale > largest:
            best, largest = column, scale
    return _forwards(best, apart) if best else None


def _forwards(column: Mapping[str, int], links: Sequence[Link]) -> dict[str, int]:
    """The columns, the other way round where most links would lead back."""
    back = sum(1 if column[tail] > column[head] else -1 for tail, head in links)
    last = max(column.values())
    return {node: last - place if back > 0 else place for node, place in column.items()}


def _scale(drawing: _Drawing, column: Mapping[str, int], gap: float, count: int) -> float:
    """How large the drawing is on the sheet, 1 where it just fits, less what its detours cost."""
    wide, high, leaving = [0.0] * count, [0.0] * count, [0] * count
    for node in drawing.nodes:
        width, height = drawing.sizes[node]
        wide[column[node]] = max(wide[column[node]], width)
        high[column[node]] += height + _BETWEEN
    detours = 0
    for link in drawing.links:
        first, last = sorted(column[end] for end in link)
        detours += last - first - 1
        for place in range(first, last):
            leaving[place] += 1
            high[place] += _PASSING if place > first else 0
    width = sum(wide) + gap * (count - 1) + _AROUND
    height = max([*high, *(_LINE * lines for lines in leaving)]) + _AROUND
    scale = max(min(across / width, down / height) for across, down in drawing.sheets)
    return scale - _DETOUR * detours


def _settled(drawing: _Drawing, count: int) -> dict[str, int] | None:
    """Each card in the column where it costs least, until none moves; None where linked ones share a column or one is empty."""
    share = sum(height + _BETWEEN for _, height in drawing.sizes.values()) / count
    column: dict[str, int] = {}
    load = [0.0] * count

    def price(node: str, place: int) -> float:
        apart = [abs(column[other] - place) for other in drawing.beside[node] if other in column]
        far = sum(_FARTHER * (steps - 1) if steps else _SAME for steps in apart)
        full = load[place] + drawing.sizes[node][1] + _BETWEEN
        return far + _FULL * max(0.0, full - share) + _USED * load[place]

    order = _from_the_busiest(drawing)
    for _ in range(_ROUNDS):
        before = dict(column)
        for node in order:
            height = drawing.sizes[node][1] + _BETWEEN
            if node in column:
                load[column.pop(node)] -= height
            column[node] = min(range(count), key=lambda place, node=node: price(node, place))  # type: ignore[misc]
            load[column[node]] += height
        if column == before:
            break
    shared = any(column[node] == column[other] for node in drawing.nodes for other in drawing.beside[node])
    return None if shared or len({*column.values()}) < count else column


def _from_the_busiest(drawing: _Drawing) -> list[str]:
    """All cards along their links, from the one with most of them."""
    place = {node: number for number, node in enumerate(drawing.nodes)}

    def busy(node: str) -> tuple[int, int]:
        return -len(drawing.beside[node]), place[node]

    seen: dict[str, None] = {}
    for start in sorted(drawing.nodes, key=busy):
        trail = [] if start in seen else [start]
        seen.setdefault(start)
        for node in trail:
            for other in sorted({*drawing.beside[node]}, key=busy):
                if other not in seen:
                    seen[other] = None
                    trail.append(other)
    return list(seen)
