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
            "If you state neither a maximum nor an average, Nestlink assumes no limit and asks for the maximum as an open question.",
        ),
        passes=(
            ("subsets, fixed-size buckets, and overflow collections are bounded, no matter how much data "
            "there is"),
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
            "small arrays that few parents fill: under 64 KiB at the 95th percentile, and at most 1 MiB and 2,000 items",
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
            "Nestlink checks each relationship alone, then each document with everything embedded in it. If a document is too large, its largest part moves to a collection. Copied fields and link fields next to IDs count, too.",
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
        passes=("copies that never change: immutable fields and snapshots",),
        sources=("S0", "DOC:duplicate data"),
    ),
    Gate(
        code="G6", slug="too-deep", title="Up to 100 nesting levels",
        docs=(
            "MongoDB documents nest up to 100 levels deep. Each object and each array adds one.",
            "A finding warns you at eight levels.",
        ),
        passes=("move the innermost part to its own collection", "use references instead of nesting"),
        sources=("DOC:limits",),
    ),
    Gate(
        code="G7", slug="kept-differently", title="No mixing of retention periods",
        docs=(
            "Data isn't embedded in a parent with a different retention period.",
            "TTL deletes whole documents, so embedded data can't expire earlier or later than its parent.",
            "Data that expires isn't stored in buckets: MongoDB uses the earliest date in an array, so a bucket would expire with its oldest item. A subtype in a capped collection doesn't share that collection with other subtypes.",
            "Data that expires within a day, or at a date of its own, isn't copied to a subset in its parent, because the copy would stay.",
            "A parent that doesn't expire doesn't store the IDs of children that do: MongoDB deletes the children, but their IDs would stay and fill the array.",
        ),
        passes=("use the same retention for both", "a link's copies, which belong to the document that contains them", "an owned entity without its own retention, which lives as long as its owner", "a subtype that expires by date in a shared collection, with a TTL index for that subtype only"),
        sources=("DOC:TTL indexes", "DOC:capped collections"),
    ),
    Gate(
        code="G8", slug="one-home", title="One location per entity",
        docs=(
            "An entity's documents are stored in one place. If several relationships could embed them, one does if every document has all these parents. If a document has only one of them, the entity gets its own collection.",
            "Otherwise, you'd need to know the parent's type to find a child. An entity isn't embedded in another subtype of the same supertype, because one document would then have two subtypes.",
        ),
        passes=("an owned entity, such as an address, because each owner has its own",),
        sources=("D",),
    ),
    Gate(
        code="G9", slug="addressable", title="Referenced entities have a collection",
        docs=(
            "If other documents store its ID, it isn't embedded in an array.",
            "A reference to an array item also needs its parent's ID, and breaks when the item moves to another parent. Items of time series and buckets can't be referenced at all.",
        ),
        passes=("a one-to-one child, which uses its parent's ID", "references within the same document", "snapshots, which store the IDs of the parent and the item"),
        sources=("D", "K"),
    ),
    Gate(
        code="G10", slug="no-ring", title="No circular embedding",
        docs=(
            ("Two entities can't embed each other, directly or indirectly. The weakest decision in the "
            "cycle changes."),
            "A document can't contain itself.",
        ),
        passes=("never; if your own strategies create a cycle, an error lists its entities",),
        sources=("D",),
    ),
    Gate(
        code="G11", slug="may-exist-alone", title="No embedding of a child that can exist alone",
        docs=(
            "A child isn't embedded if it can exist without a parent: if its end has a minimum of 0 or, in a one-to-one relationship, if the design has more children than parents.",
            "If embedded, it couldn't be stored before it has a parent, and unlinking would delete it.",
        ),
        passes=("children whose end has a minimum of 1: set it if each child has a parent", "an owned entity, such as an address, which exists only within its owner"),
        sources=("D", "K"),
    ),
    Gate(
        code="G12", slug="lists-in-step", title="No ID arrays without transactions",
        docs=(
            "A standalone server has no transactions, so a parent doesn't also store an array of its children's IDs, and a link isn't stored on both sides: each change would update two documents.",
            "A crash between the two writes would leave the two sides different. A reference in the child, or an array on one side only, changes in one write.",
        ),
        passes=("a replica set, even with one member, because it has transactions", "a many-to-many ID array on one side, where each link is one write"),
        sources=("DOC:transactions",),
    ),
)  # fmt: skip
