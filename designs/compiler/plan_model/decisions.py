"""What was decided about each relationship, and why: the values every output explains from."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import msgspec

from ..model.conceptual import Relationship, given
from ..strategies import Strategy
from ..strategies.table import STRATEGIES, UNDECIDED, label_of, traits_of

Edge = TypeVar("Edge")
strategy_label = label_of
"""What people call a strategy, for those who may not ask its table."""
RATIO, NO_WRITES = "read/write ratio", "read-only"
"""In a decision's shape: what says how reads compare with writes, and its value where there are no writes."""


def relationship_titles(links: Sequence[Relationship]) -> dict[str, str]:
    """What people call each relationship: its entities, and its name where another one joins the same two."""
    pairs = {link.name: f"{link.from_.entity} → {link.to.entity}" for link in links}
    often = Counter(pairs.values())
    return {name: pair if often[pair] == 1 else f"{pair} ({name})" for name, pair in pairs.items()}


def opposite(side: str) -> str:
    """The other end of a relationship: ``to`` of ``from``, ``from`` of ``to``."""
    return "to" if side == "from" else "from"


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
    inside = [r for r in relationships if r.kind != "tree" and traits_of(given(r.strategy, "")).nests]
    held = {r.to.entity for r in inside}
    general: dict[str, str] = {}
    for r in relationships:
        if traits_of(given(r.strategy, "")).shares_collection and r.to.entity not in held:
            general.setdefault(r.to.entity, r.from_.entity)

    bases = _bases(general)
    ends = ((r.to.entity, r.from_.entity, r) for r in inside)
    return [
        r.to.entity for r in ring_of((bases.get(to, to), bases.get(from_, from_), r) for to, from_, r in ends)
    ]


def _bases(general: dict[str, str]) -> dict[str, str]:
    """Of each special the highest general above it; in a ring of kinds, one of the ring."""
    bases: dict[str, str] = {}
    for start in general:
        trail: dict[str, None] = {}
        at = start
        while at in general and at not in bases and at not in trail:
            trail[at] = None
            at = general[at]
        bases |= dict.fromkeys(trail, bases.get(at, at))
    return bases


class Holder(msgspec.Struct, frozen=True, gc=False):
    """Where a decision's content stands: a collection and a path inside its documents."""

    collection: str
    path: str


class Rejected(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """An alternative, the gate or rule that ruled it out, and why in a clause. rewrites: as a decision's. barred_cost: what
    it would cost if the gate let it through; None where none bars it, or no frequency is stated."""

    strategy: str
    by: str
    because: str
    cost: float | None = None
    rewrites: str = ""
    barred_cost: float | None = None

    @property
    def label(self) -> str:
        """What people call the strategy."""
        return label_of(self.strategy)

    @property
    def is_slice(self) -> bool:
        """Whether it would store a part of the children with their parent."""
        return traits_of(self.strategy).is_slice

    @property
    def is_for_its_price(self) -> bool:
        """Whether no number of the design is against it, only what the strategy costs everywhere."""
        return self.because == traits_of(self.strategy).price


TELLING = 0.05
"""A share of the cost; the score is too rough to tell ways apart that differ by less."""


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

    @property
    def rounded(self) -> Turn:
        """The turn at a number that people can use: of a fraction two digits, on the side on which it comes about."""
        if self.sign not in _TOWARDS or len(self.value.replace(".", "").strip("-0")) <= _DIGITS:
            return self
        number = float(self.value)
        if number.is_integer() or not number:
            return self
        unit = 10.0 ** (math.floor(math.log10(abs(number))) - 1)
        return msgspec.structs.replace(self, value=f"{_TOWARDS[self.sign](number / unit) * unit:.10g}")


_DIGITS = 3
_TOWARDS = {"<": math.floor, "<=": math.floor, ">": math.ceil, ">=": math.ceil}


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

    @property
    def when_rounded(self) -> str:
        """The turn as text, its number rounded."""
        return str(self.turn.rounded)


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
    None where there is none. window: of time, that a bucket covers. seconds and other parameters: details.
    inputs: what the rules that were asked have read, by the design file's names. rewrites: of each
    write, in words, how many bytes are rewritten for each that changes. guesses: operations that the costs count
    once a day, since nobody says how often they run. shape: names and words of what
    pages and the report tell beside the inputs. in_short: of each trade-off of a copy, what all copies of its policy share.
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
    guesses: tuple[str, ...] = ()
    shape: tuple[tuple[str, str], ...] = ()
    overlays: tuple[Overlay, ...] = ()
    caveats: tuple[str, ...] = ()
    in_short: tuple[tuple[str, str], ...] = ()
    chosen_by: str = "rulebook"
    holders: tuple[Holder, ...] = ()
    bound: int | None = None
    window: str | None = None

    @property
    def traits(self) -> Strategy:
        """The traits of the strategy."""
        return STRATEGIES.get(self.strategy, UNDECIDED)

    @property
    def cited(self) -> str:
        """Who decided: the rule, or the designer."""
        return "chosen manually" if self.chosen_by == "designer" else self.rule

    @property
    def label(self) -> str:
        """What people call the strategy."""
        return self.traits.label or self.strategy

    @property
    def gated(self) -> tuple[tuple[Rejected, float], ...]:
        """The ways that would cost less if no gate ruled them out, each with the share that it would save, the largest
        first."""
        priced = [(way, way.barred_cost) for way in self.rejected if way.barred_cost is not None]
        shares = [(way, 1 - cost / self.cost) for way, cost in priced if self.cost]
        return tuple(sorted((each for each in shares if each[1] >= TELLING), key=lambda each: -each[1]))


INSIDE = frozenset({"object", "element", "bucket"})
"""Kinds of homes that are inside of other documents."""


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
