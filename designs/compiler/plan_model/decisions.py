"""What was decided about each relationship, and why: the values every output explains from.

STRATEGIES is the one table of strategies: which kinds of relationship may take each, what it
gains and what it costs (in the words that reasons and rejections print).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import msgspec

from ..model.conceptual import Relationship, given

Edge = TypeVar("Edge")


def opposite(side: str) -> str:
    """The other end of a relationship: ``to`` of ``from``, ``from`` of ``to``."""
    return "to" if side == "from" else "from"


class Strategy(msgspec.Struct, frozen=True, kw_only=True):
    """A way to store a relationship. kinds: whose ``strategy`` may name it. embeds: whether it
    makes the parent the child's home. gain, price: one clause each."""

    name: str
    kinds: tuple[str, ...]
    gain: str
    price: str
    embeds: bool = False


_ONE, _MANY, _NM, _TREE, _ISA = "one-to-one", "one-to-many", ("many-to-many", "graph"), "tree", "is-a"
_ROWS: tuple[Strategy, ...] = (
    Strategy(name="EMBED_ONE", kinds=(_ONE,), embeds=True, gain="one read returns both, and updates stay atomic", price="the parent always carries it"),
    Strategy(name="LINK_ONE", kinds=(_ONE,), gain="each part lives its own life and the parent stays small", price="two reads for what is read together, and nothing enforces the reference"),
    Strategy(name="ELEMENT_REF", kinds=(_MANY,), gain="the reference stays inside the document", price="it resolves only within its holder"),
    Strategy(name="TIME_SERIES", kinds=(_MANY,), embeds=True, gain="the server buckets and compresses measurements by itself", price="no validator, no unique index, no change stream, few updates"),
    Strategy(name="FOLD_ONE", kinds=(_MANY,), gain="one query and no parent collection", price="no place for data of the parent alone"),
    Strategy(name="SUBSET", kinds=(_MANY,), gain="the common screen is one read", price="every addition is written twice"),
    Strategy(name="BUCKET_TIME", kinds=(_MANY,), embeds=True, gain="one document holds a whole window", price="deleting and reordering are awkward, and a window may overflow"),
    Strategy(name="BUCKET", kinds=(_MANY,), embeds=True, gain="one document equals one page", price="deleting leaves holes, and any other order is impossible"),
    Strategy(name="OUTLIER", kinds=(_MANY,), embeds=True, gain="typical documents stay fast", price="every read and write needs a branch for the few large ones"),
    Strategy(name="EMBED_ARRAY", kinds=(_MANY,), embeds=True, gain="one read returns all, and updates stay atomic", price="the array grows with the parent, and elements are not cheap to reach alone"),
    Strategy(name="TWO_WAY_REFS", kinds=(_MANY,), gain="both directions are one hop", price="every change of a link is several writes"),
    Strategy(name="CHILD_REFS", kinds=(_MANY,), gain="children live alone and the parent knows which to fetch", price="a second query with $in, and an array that grows"),
    Strategy(name="PARENT_REF", kinds=(_MANY,), gain="no limit, and moving a child is one atomic write", price="a second query for data that is read together"),
    Strategy(name="VALUE_ARRAY", kinds=(_MANY, *_NM), gain="nothing to resolve", price="renaming a value touches every document that holds it"),
    Strategy(name="EMBED_LINK", kinds=_NM, gain="one read returns the owner with its links", price="copies need a policy"),
    Strategy(name="LINK_COLL", kinds=_NM, gain="no limit on either side, and room for attributes", price="two hops to read across"),
    Strategy(name="ONE_WAY_EMBED", kinds=_NM, gain="one copy of each link and no huge array", price="the reverse direction is an indexed query"),
    Strategy(name="TWO_WAY_EMBED", kinds=_NM, gain="both directions read alike", price="every link is two writes that can disagree"),
    Strategy(name="EMBED_TREE", kinds=(_TREE,), embeds=True, gain="the whole tree is one read", price="every change rewrites the tree"),
    Strategy(name="TREE_NESTED", kinds=(_TREE,), gain="a subtree is one range", price="a move renumbers half the tree"),
    Strategy(name="TREE_ANCESTORS", kinds=(_TREE,), gain="ancestors and descendants are one indexed query", price="a move rewrites every descendant"),
    Strategy(name="TREE_PATH", kinds=(_TREE,), gain="a prefix search finds a branch", price="a move rewrites every descendant"),
    Strategy(name="TREE_CHILD", kinds=(_TREE,), gain="the children keep their order", price="ancestors need a walk"),
    Strategy(name="TREE_PARENT", kinds=(_TREE,), gain="a move is one write", price="a branch needs $graphLookup"),
    Strategy(name="POLY_SINGLE", kinds=(_ISA,), gain="all kinds are read together", price="rules of one kind need oneOf"),
    Strategy(name="POLY_SPLIT", kinds=(_ISA,), gain="each kind has its own collection", price="reading all kinds asks each collection"),
)  # fmt: skip

STRATEGIES: dict[str, Strategy] = {row.name: row for row in _ROWS}
BUCKETS = ("BUCKET", "BUCKET_TIME")
CAPPED = frozenset({"SUBSET", "OUTLIER", *BUCKETS})
TESTED = frozenset(
    {"ELEMENT_REF", "VALUE_ARRAY", "TIME_SERIES", "FOLD_ONE", "OUTLIER", "BUCKET_TIME", "EMBED_LINK"}
)
"""Forms that need more than the absence of a gate: a rule of their own tests what they are for."""
ONE_DOCUMENT = frozenset({"EMBED_ONE", "EMBED_ARRAY", "EMBED_LINK", "EMBED_TREE", "ELEMENT_REF"})
"""Strategies under which both ends change in one write of one document."""
# What puts the child's documents inside the parent's own.
INSIDE = frozenset({"EMBED_ONE", "EMBED_ARRAY", "OUTLIER"})


_BY_KIND = {
    kind: tuple(row.name for row in _ROWS if kind in row.kinds) for one in _ROWS for kind in one.kinds
}


def strategies_of(kind: str) -> tuple[str, ...]:
    """The strategies that a relationship of this kind may have, in the table's order."""
    return _BY_KIND.get(kind, ())


def ring_of(edges: Iterable[tuple[str, str, Edge]]) -> list[Edge]:
    """The first ring that edges (part, whole, label) make, as labels in order; [] if none."""
    upward: defaultdict[str, list[tuple[str, Edge]]] = defaultdict(list)
    for part, whole, label in edges:
        upward[part].append((whole, label))
    done: set[str] = set()
    for start in list(upward):
        ring = _ring_from(start, upward, done)
        if ring:
            return ring
    return []


def _ring_from(start: str, upward: dict[str, list[tuple[str, Edge]]], done: set[str]) -> list[Edge]:
    """Depth first without recursion: designs may be deeper than Python's stack."""
    trail: dict[str, int] = {start: 0}
    labels: list[Edge] = []
    ways = [iter(upward.get(start, ()))]
    while ways:
        step = next(ways[-1], None)
        if step is None:
            done.add(trail.popitem()[0])
            ways.pop()
            del labels[-1:]
        elif step[0] in trail:
            return [*labels[trail[step[0]] :], step[1]]
        elif step[0] not in done:
            trail[step[0]] = len(trail)
            labels.append(step[1])
            ways.append(iter(upward.get(step[0], ())))
    return []


def forced_ring(relationships: Sequence[Relationship]) -> list[str]:
    """The entities of a ring of embedding that stated strategies alone make, each inside the
    next; [] if there is none. A tree on itself is no ring; a kind stands where its general does."""
    inside = [
        r for r in relationships if r.kind != "tree" and given(r.strategy, "") in INSIDE | {"EMBED_TREE"}
    ]
    held = {r.to.entity for r in inside}
    general: dict[str, str] = {}
    for r in relationships:
        if given(r.strategy, "") == "POLY_SINGLE" and r.to.entity not in held:
            general.setdefault(r.to.entity, r.from_.entity)

    bases = _bases(general)
    ends = ((r.to.entity, r.from_.entity, r) for r in inside)
    return [
        r.to.entity for r in ring_of((bases.get(to, to), bases.get(from_, from_), r) for to, from_, r in ends)
    ]


def _bases(general: dict[str, str]) -> dict[str, str]:
    """Of each special the highest general above it; in a ring of kinds, one of the ring."""
    found: dict[str, str] = {}
    for start in general:
        trail: dict[str, None] = {}
        at = start
        while at in general and at not in found and at not in trail:
            trail[at] = None
            at = general[at]
        found |= dict.fromkeys(trail, found.get(at, at))
    return found


class Holder(msgspec.Struct, frozen=True, gc=False):
    """Where a decision's content stands: a collection and a path inside its documents."""

    collection: str
    path: str


class Rejected(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """An alternative, the gate or rule that ruled it out, and why in a clause. rewrites: as a decision's."""

    strategy: str
    by: str
    because: str
    cost: float | None = None
    rewrites: str = ""


class Turn(msgspec.Struct, frozen=True, gc=False):
    """An input that takes another value. sign: ``:`` where it becomes the value, else a comparison with it.
    operation: the one that runs so often a day, of the input ``per_day``; else ""."""

    input: str
    sign: str
    value: str
    operation: str = ""

    def __str__(self) -> str:
        name = f'{self.input} of "{self.operation}"' if self.operation else self.input
        return f"{name}: {self.value}" if self.sign == ":" else f"{name} {self.sign} {self.value}"


class Flip(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What would change the decision. holder, instead_of: where the strategy stays and its other end
    holds it then, that end and the one that holds it now; else ""."""

    turn: Turn
    rule: str
    strategy: str
    holder: str = ""
    instead_of: str = ""

    @property
    def when(self) -> str:
        """The turn as text, for people: names in it are not escaped."""
        return str(self.turn)


class Overlay(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A pattern on top of a base strategy. fields: all it covers; field: the one of a copy.
    entity: set on entity overlays only. details: parameters of the pattern (seconds, ...)."""

    kind: str
    collection: str
    path: str
    field: str | None = None
    fields: tuple[str, ...] = ()
    policy: str | None = None
    entity: str | None = None
    details: dict[str, Any] = {}


class Decision(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One relationship's decision with its evidence.

    side: the end ("from" or "to") whose documents hold the array, reference or embedded content.
    bound: most elements that the held array may have (declared max, subset size, bucket size),
    None where there is none. window: of BUCKET_TIME. seconds and other parameters: details.
    inputs: what the rules that were asked have read, by the design file's names. rewrites: of each
    write, in words, how many bytes are rewritten for each that changes. shape: names and words of what
    pages and the report tell beside the inputs.
    """

    relationship: str
    kind: str
    rule: str
    strategy: str
    side: str
    reason: str
    sources: tuple[str, ...] = ()
    inputs: dict[str, Any] = {}
    assumed: tuple[str, ...] = ()
    flips: tuple[Flip, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    cost: float | None = None
    rewrites: str = ""
    shape: tuple[tuple[str, str], ...] = ()
    overlays: tuple[Overlay, ...] = ()
    caveats: tuple[str, ...] = ()
    chosen_by: str = "rulebook"
    holders: tuple[Holder, ...] = ()
    bound: int | None = None
    window: str | None = None


class Home(msgspec.Struct, frozen=True, kw_only=True):
    """Where an entity's documents live (rulebook, Composing 2).

    kind: collection, object (EMBED_ONE), element (an array in a holder), bucket (element of a
    bucket document), timeseries, or nowhere (folded away, a lookup, the general of a split).
    relationship and holder: of the decision that made it, None for an own collection.
    """

    entity: str
    kind: str
    relationship: str | None = None
    holder: str | None = None

    @property
    def has_collection(self) -> bool:
        """Whether documents of a collection live here, and nothing but they."""
        return self.kind == "timeseries" or (self.kind == "collection" and not self.holder)


class Composition(msgspec.Struct, frozen=True, kw_only=True):
    """All decisions at their fixed point. homes: each entity's places (several only for a weak
    shape used in several holders, or a general repeated in its specials). keeps_id: embedded
    entities whose elements keep an ``_id``. back: the is-a's whose special stands inside of its
    general. decisions: in file order, by relationship name."""

    decisions: dict[str, Decision]
    homes: dict[str, tuple[Home, ...]]
    keeps_id: frozenset[str] = frozenset()
    back: frozenset[str] = frozenset()
