"""What an operation costs on each form of a 1:N relationship, and the score that adds it up.

An Effort is eight counts; the score is their weighted sum (rulebook 4). The five forms with a
column of their own are EMBED, CHILD_REFS, PARENT_REF, BUCKET and SUBSET; the other strategies
are priced through them. Source: MongoDB's storage engine rewrites whole documents, so ``WB``
counts whole documents; a transaction costs about a round trip more.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec
from msgspec.structs import astuple

KIB = 1024
OPERATIONS = ("P", "PA", "PN", "C", "ADD", "UPD", "DEL", "REASSIGN")
"""P: the parent only. PA: with all its children. PN: with a page or the recent ones. C: a child
by its id. ADD, UPD, DEL: one child. REASSIGN: a child to another parent."""
OWN = "OWN"
"""An update of the parent that leaves its children as they are: what stands in the parent's document is rewritten with it."""
_IN_BYTES = frozenset({"B", "WB"})
READS = frozenset({"P", "PA", "PN", "C"})


class Effort(msgspec.Struct, frozen=True, gc=False):
    """R round trips, D documents examined, B bytes read, I index seeks, W documents written, WB
    bytes rewritten, X index entries written, T transactions needed."""

    R: float = 0
    D: float = 0
    B: float = 0
    I: float = 0  # noqa: E741  (the letters of the weights, which designs state)
    W: float = 0
    WB: float = 0
    X: float = 0
    T: float = 0

    def plus(self, other: Effort, share: float = 1, own: float = 1) -> Effort:
        """``own`` of this effort and ``share`` of another."""
        return Effort(
            *(own * mine + share * theirs for mine, theirs in zip(astuple(self), astuple(other), strict=True))
        )


LETTERS = Effort.__struct_fields__
Column = dict[str, Effort]


class Sizes(msgspec.Struct, frozen=True, kw_only=True):
    """Bytes of documents and counts of a relationship, by the rulebook's symbols.

    parent sP, child sC as stored alone, element eC embedded, copied eS in a slice, header h of a
    bucket. children k (average), page n, bucket b, entries x (other index entries of a child),
    parents F of a child, link (an object in an array of links; 0 where it is an id alone).
    """

    parent: float
    child: float
    element: float
    copied: float
    children: float
    page: float = 10
    bucket: float = 50
    header: float = 70
    entries: float = 0
    parents: float = 1
    link: float = 0

    @property
    def shown(self) -> float:
        """m: elements of a page or slice that exist."""
        return min(self.page, self.children)

    @property
    def reference(self) -> float:
        """r: bytes of one id in an array, by the digits of its largest index, or of the object that holds it."""
        return self.link or 14 + len(str(max(0, int(self.children - 1))))


def embed(s: Sizes) -> Column:
    """Children inside the parent's document: every read and write takes it whole."""
    whole = s.parent + s.children * s.element
    read = Effort(R=1, D=1, B=whole, I=1)
    return {
        "P": read,
        "PA": read,
        "PN": read,
        "C": read,
        "ADD": Effort(R=1, I=1, W=1, WB=whole + s.element, X=s.entries),
        "UPD": Effort(R=1, I=1, W=s.parents, WB=s.parents * whole, T=float(s.parents > 1)),
        "DEL": Effort(R=1, I=1, W=1, WB=whole, X=s.entries),
        "REASSIGN": Effort(R=2, I=2, W=2, WB=2 * whole, T=1),
    }


def child_refs(s: Sizes, *, is_shown: bool = False) -> Column:
    """The children's ids in the parent, or links as objects with an id, their own fields and copies: a second read fetches
    the children, each by its id. is_shown: whether readers need no more than what stands in the parent. What a change of
    copies means is weighed copy by copy."""
    holder = s.parent + s.children * s.reference

    def fetched(count: float) -> Effort:
        return Effort(R=2, D=1 + count, B=holder + count * s.child, I=1 + count)

    parent = Effort(R=1, D=1, B=holder, I=1)
    return {
        "P": parent,
        "PA": parent if is_shown else fetched(s.children),
        "PN": parent if is_shown else fetched(s.shown),
        "C": Effort(R=1, D=1, B=s.child, I=1),
        "ADD": Effort(R=2, I=1, W=2, WB=s.child + holder + s.reference, X=1 + s.entries, T=1),
        "UPD": Effort(R=1, I=1, W=1, WB=s.child),
        "DEL": Effort(R=2, I=2, W=2, WB=holder, X=1 + s.entries, T=1),
        "REASSIGN": Effort(R=2, I=2, W=2, WB=2 * holder, T=1),
    }


def parent_ref(s: Sizes) -> Column:
    """The parent's id in each child: a second read by its index, and one write for any change."""

    def fetched(count: float) -> Effort:
        return Effort(R=2, D=1 + count, B=s.parent + count * s.child, I=2)

    return {
        "P": Effort(R=1, D=1, B=s.parent, I=1),
        "PA": fetched(s.children),
        "PN": fetched(s.shown),
        "C": Effort(R=1, D=1, B=s.child, I=1),
        "ADD": Effort(R=1, W=1, WB=s.child, X=2 + s.entries),
        "UPD": Effort(R=1, I=1, W=1, WB=s.child),
        "DEL": Effort(R=1, I=1, W=1, X=2 + s.entries),
        "REASSIGN": Effort(R=1, I=1, W=1, WB=s.child, X=2),
    }


def bucket(s: Sizes) -> Column:
    """Children in documents of ``bucket`` each: a page is one document."""
    full = s.header + s.bucket * s.element
    pages, shown = float(math.ceil(s.children / s.bucket)), float(math.ceil(s.shown / s.bucket))
    return {
        "P": Effort(R=1, D=1, B=s.parent, I=1),
        "PA": Effort(R=2, D=1 + pages, B=s.parent + pages * s.header + s.children * s.element, I=2),
        "PN": Effort(R=2, D=1 + shown, B=s.parent + shown * full, I=2),
        "C": Effort(R=1, D=1, B=full, I=1),
        "ADD": Effort(R=1, I=1, W=1, WB=s.header + (s.bucket / 2 + 1) * s.element, X=2 / s.bucket + s.entries),
        "UPD": Effort(R=1, I=1, W=1, WB=full),
        "DEL": Effort(R=1, I=1, W=1, WB=full, X=s.entries),
        "REASSIGN": Effort(R=2, I=2, W=2, WB=2 * full, T=1),
    }  # fmt: skip


def subset(s: Sizes) -> Column:
    """A slice of the children in the parent and all of them apart: the slice is written twice.
    ``p`` is the share of the children that the slice holds, so of the writes that touch it too."""
    holder = s.parent + s.shown * s.copied
    p = s.shown / s.children if s.children else 1.0
    sliced = Effort(R=1, D=1, B=holder, I=1)
    everything = Effort(R=2, D=1 + s.children, B=holder + s.children * s.child, I=2)
    return {
        "P": sliced,
        "PA": sliced if s.children <= s.page else everything,
        "PN": sliced,
        "C": Effort(R=1, D=1, B=s.child, I=1),
        "ADD": Effort(R=2, I=1, W=2, WB=s.child + holder + s.copied, X=2 + s.entries, T=1),
        "UPD": Effort(R=2, I=2, W=1 + p, WB=s.child + p * holder, T=p),
        "DEL": Effort(R=2, I=2, W=1 + p, WB=p * holder, X=2 + s.entries, T=p),
        "REASSIGN": Effort(R=3, I=3, W=1 + 2 * p, WB=s.child + 2 * p * holder, T=float(p > 0)),
    }


def carried(column: Column, s: Sizes) -> Effort:
    """Return what an update of the parent alone rewrites beside the parent's own fields, as a read of it reads it."""
    return Effort(WB=max(0.0, column["P"].B - s.parent))


def amplification(operation: str, effort: Effort, child: float, reference: float) -> float:
    """Bytes rewritten for each byte that a write changes logically (rulebook 4).

    Adding, changing and deleting change a child of ``child`` bytes, moving it one reference of
    ``reference`` bytes. A deletion that writes nothing but index entries rewrites no byte: 0.
    """
    return effort.WB / (reference if operation == "REASSIGN" else child)


def shares(effort: Effort, weights: Mapping[str, float]) -> dict[str, float]:
    """What each letter adds to the score of one operation; bytes count by the KiB."""
    return {
        letter: (count / KIB if letter in _IN_BYTES else count) * weights[letter]
        for letter, count in zip(LETTERS, astuple(effort), strict=True)
    }


def rates(weights: Mapping[str, float]) -> tuple[float, ...]:
    """What one of each letter adds to a score, bytes one by one: to the bit what ``shares`` counts by the
    KiB, which is a power of two."""
    return tuple(weights[letter] / KIB if letter in _IN_BYTES else weights[letter] for letter in LETTERS)


def score(effort: Effort, weights: Mapping[str, float]) -> float:
    """The score of one operation."""
    return sum(shares(effort, weights).values())


def total(column: Column, frequency: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """The score of a day: each operation's, as often as it happens."""
    return sum(times * score(column[name], weights) for name, times in frequency.items())
