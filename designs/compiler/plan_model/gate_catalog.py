"""The gates: what each makes impossible, why, and what passes it all the same.

Gates come before rules. What a gate has ruled out, no rule may choose; a designer's own choice may
pass one, and then a finding says so.
"""

from __future__ import annotations

import msgspec

from ..strategies.table import barred_by


class Gate(msgspec.Struct, frozen=True, kw_only=True):
    """One gate. slug: its address. docs: its page, a paragraph each. passes: what gets through, or what to do.
    sources: short names."""

    code: str
    slug: str
    title: str
    docs: tuple[str, ...]
    passes: tuple[str, ...]
    sources: tuple[str, ...]

    @property
    def bars(self) -> tuple[str, ...]:
        """The strategies that it may rule out."""
        return barred_by(self.code)


GATES: tuple[Gate, ...] = (
    Gate(
        code="G1", slug="without-bound", title="No unbounded arrays",
        docs=(
            "Data that grows without limit isn't stored in an array, whether documents, IDs, or values.",
            ("Every item makes the document larger and every read and write slower, until it hits the 16 "
            "MiB limit. Your largest customers get there first."),
            "Where neither a maximum nor an average is stated, nobody says that there is a bound: it counts as none, as an assumption, and the maximum is among the open questions.",
        ),
        passes=(
            ("subsets, fixed-size buckets, and overflow collections are bounded, however much data is "
            "behind them"),
            "a maximum with bounded growth: set both if there is a limit",
        ),
        sources=("S0", "S2", "DOC:unbounded arrays"),
    ),
    Gate(
        code="G2", slug="too-many-embedded", title="Up to 200 embedded documents",
        docs=(
            "An array holds up to 200 embedded documents (EMBED_MAX; a design can override it).",
            ("A few hundred items are practical to read and write at once. Beyond that, changing one item "
            "moves all of them through memory and replication."),
        ),
        passes=(
            "the outlier pattern, if only a few parents have that many",
            "an array of which hardly any parent has so many, and that is light: under 64 KiB in 95 of 100 parents, at most 1 MiB and 2,000 elements in the largest",
            "override embed_max in the design",
        ),
        sources=("6R", "S0"),
    ),
    Gate(
        code="G3", slug="too-many-ids", title="Up to 2,000 IDs in an array",
        docs=(
            "An array holds up to 2,000 IDs or values (REF_ARRAY_MAX; a design can override it).",
            ("Half a million IDs fit in 16 MiB, but the array is unusable long before: it's loaded with "
            "every document, and every ID has an index entry."),
        ),
        passes=("store the reference on the other side", ("use a link collection")),
        sources=("6R", "S3", "D"),
    ),
    Gate(
        code="G4", slug="too-large", title="No document over 8 MiB",
        docs=(
            ("Data isn't embedded if the average document would exceed 8 MiB within three years, or the "
            "largest would exceed MongoDB's 16 MiB limit."),
            "It is asked twice: for each relationship alone, and for whole documents with all that is embedded in them. Where the whole is too large, the largest part gives way. An array of ids counts with the copies and the fields of the link that stand beside each id; in the elements of a bucket every id counts.",
        ),
        passes=("capped data counts only up to its cap", ("store large binaries in GridFS or object storage, "
                                                                         "with a reference")),
        sources=("DOC:limits", "S0", "S1", "S2", "S3"),
    ),
    Gate(
        code="G5", slug="several-parents", title="No embedding of shared data",
        docs=(
            "Data that belongs to several parents isn't embedded in each of them.",
            ("Every change would have to update every copy, and readers would see both versions until "
            "it's done."),
        ),
        passes=("copies that are never to change: immutable fields, and snapshots of what held at the time",),
        sources=("S0", "DOC:duplicate data"),
    ),
    Gate(
        code="G6", slug="too-deep", title="Up to 100 nesting levels",
        docs=(
            "A document nests at most 100 levels deep, each object and each array adding one. The server refuses more.",
            "A finding warns from eight levels on.",
        ),
        passes=("the innermost part in a collection of its own", "use references instead of nesting"),
        sources=("DOC:limits",),
    ),
    Gate(
        code="G7", slug="kept-differently", title="No mixing of retention periods",
        docs=(
            "Data isn't embedded in a parent with a different retention period.",
            "TTL deletes whole documents, so embedded data can't expire earlier or later than its parent.",
            "What expires is kept in no bucket either: of the dates in an array the server takes the earliest, so a bucket would go with the first that came into it. And a kind that is thrown away with its collection, capped, shares no collection with other kinds.",
            "What goes within a day, or says itself when, is copied into no slice of its parent: the copy would stay.",
            "No parent that stays lists the ids of what expires: no function runs when the server deletes, so the ids would fill the list until it has no room.",
        ),
        passes=("use the same retention for both", "a link's copies, which belong to the document that holds them", "a weak thing without a retention of its own lives as long as its holder", "a kind that expires by a date, in a collection of several kinds: its index is for it alone"),
        sources=("DOC:TTL indexes", "DOC:capped collections"),
    ),
    Gate(
        code="G8", slug="one-home", title="One location per entity",
        docs=(
            "An entity's documents live in one place. Where several relationships want to hold them, one wins if each thing has all of these parents; if it has one parent or another, it gets a collection of its own.",
            "Otherwise one would have to know the parent's kind before one could look for the child. Nor does a thing stand in another one where both are subtypes of one entity: a document would hold two of these.",
        ),
        passes=("a weak shape, such as an address, that each of its holders has for itself",),
        sources=("D",),
    ),
    Gate(
        code="G9", slug="addressable", title="Referenced entities have a collection",
        docs=(
            "If other documents store its ID, it isn't embedded in an array.",
            "A reference to an element needs its holder's id too, and breaks when the element moves to another holder; a time series and a bucket have no address for a single measurement at all.",
        ),
        passes=("a one-to-one child, which uses its parent's ID", "references within the same document", "snapshots, which store holder and element"),
        sources=("D", "K"),
    ),
    Gate(
        code="G10", slug="no-ring", title="No circular embedding",
        docs=(
            ("Two entities can't embed each other, directly or indirectly. The weakest decision in the "
            "cycle changes."),
            "A document can't contain itself.",
        ),
        passes=("a ring that the designer's own strategies make is refused as a fault, and its entities are named",),
        sources=("D",),
    ),
    Gate(
        code="G11", slug="may-exist-alone", title="No embedding of a part that may exist alone",
        docs=(
            "A part, or a child among several, is not embedded where it may exist without a whole: where its end has a min of 0, or, in a one-to-one relationship, where more parts than wholes are stated.",
            "Inside its whole it could not be stored before it has one, and removing the link would delete it.",
        ),
        passes=("a part whose end has a min of 1: say so where each has a whole", "a weak part, such as an address: it is nothing without its holder"),
        sources=("D", "K"),
    ),
    Gate(
        code="G12", slug="lists-in-step", title="No lists of ids without transactions",
        docs=(
            "On a standalone server no list of ids is kept in a parent beside the children, or at both ends: each new, moved or deleted child is written in two documents, and such a server has no transactions.",
            "After a crash between the two writes one end names what the other does not. A reference in the child, or a list at one end only, changes with one write.",
        ),
        passes=("a replica set, of one member too: it has transactions", "a list of ids at one end of many-to-many: each link is one write"),
        sources=("DOC:transactions",),
    ),
)  # fmt: skip
