"""Which way the edges of a drawing run, so that its layers need no detours and it stays roughly square."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

Link = tuple[str, str]
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


def rows(nodes: Sequence[str], links: Sequence[Link]) -> tuple[Link, ...]:
    """Invisible links that set the separate parts of a drawing side by side, in rows of about one width.

    The links given must make no ring."""
    depth = _depths(nodes, links)
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


def _depths(nodes: Sequence[str], links: Sequence[Link]) -> dict[str, int]:
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
