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
        code="G1", slug="without-bound", title="No array without a bound",
        docs=(
            "What grows without bound is kept in no array: neither the documents themselves, nor their ids, nor their values.",
            "Each addition makes the document longer, so each later read and write costs more, and at 16 MiB the server refuses it. That day comes for the largest customer first.",
            "Where neither a maximum nor an average is stated, nobody says that there is a bound: it counts as none, as an assumption, and the maximum is among the open questions.",
        ),
        passes=(
            "a slice of fixed length, buckets of fixed size, and an overflow collection are bounded, whatever grows behind them",
            "a stated max with bounded growth: say so where there is a limit",
        ),
        sources=("S0", "S2", "DOC:unbounded arrays"),
    ),
    Gate(
        code="G2", slug="too-many-embedded", title="Not more than 200 embedded documents",
        docs=(
            "An array of embedded documents has at most EMBED_MAX elements, 200 unless a design says otherwise.",
            "A couple of hundred is what one reads and writes as a whole. Beyond that, each change of one element moves all of them through memory and over the wire to the other members of the set.",
        ),
        passes=(
            "an outlier pattern where hardly any parent has so many: the typical ones are embedded, the rest overflow",
            "an array of which hardly any parent has so many, and that is light: under 64 KiB in 95 of 100 parents, at most 1 MiB and 2,000 elements in the largest",
            "the design's own constants may set another embed_max",
        ),
        sources=("6R", "S0"),
    ),
    Gate(
        code="G3", slug="too-many-ids", title="Not more than 2,000 ids in an array",
        docs=(
            "An array of ids, or of values, has at most REF_ARRAY_MAX elements, 2,000 unless a design says otherwise.",
            "Half a million ids still fit into 16 MiB. The array is unusable long before: it is read with every document, rewritten with every addition, and each id has an entry in its index.",
        ),
        passes=("the reference on the other side, whose array is short or needs none", "a collection of links"),
        sources=("6R", "S3", "D"),
    ),
    Gate(
        code="G4", slug="too-large", title="No document over 8 MiB",
        docs=(
            "Nothing is embedded if the average document then passes 8 MiB within three years, or the largest possible one 16 MiB, the server's limit.",
            "It is asked twice: for each relationship alone, and for whole documents with all that is embedded in them. Where the whole is too large, the largest part gives way. An array of ids counts with the copies and the fields of the link that stand beside each id; in the elements of a bucket every id counts.",
        ),
        passes=("what has a cap of its own counts no more than its cap", "large binaries belong into GridFS or a file store, with a reference"),
        sources=("DOC:limits", "S0", "S1", "S2", "S3"),
    ),
    Gate(
        code="G5", slug="several-parents", title="No embedding of what several share",
        docs=(
            "A thing that belongs to several parents is not embedded in each of them.",
            "Every copy would have to be found and changed with each change of the thing, and between the first and the last of them readers see both versions.",
        ),
        passes=("copies that are never to change: immutable fields, and snapshots of what held at the time",),
        sources=("S0", "DOC:duplicate data"),
    ),
    Gate(
        code="G6", slug="too-deep", title="Not more than 100 levels",
        docs=(
            "A document nests at most 100 levels deep, each object and each array adding one. The server refuses more.",
            "Far sooner, people lose their way: from eight levels on a check says so.",
        ),
        passes=("the innermost part in a collection of its own", "a tree by references instead of by nesting"),
        sources=("DOC:limits",),
    ),
    Gate(
        code="G7", slug="kept-differently", title="Nothing stored with what expires otherwise",
        docs=(
            "What is kept for another time than its parent, where one of the two expires, is not embedded.",
            "The server deletes whole documents: a part cannot expire inside a document that stays, and a part that is to stay would go with its document.",
            "What expires is kept in no bucket either: of the dates in an array the server takes the earliest, so a bucket would go with the first that came into it. And a kind that is thrown away with its collection, capped, shares no collection with other kinds.",
            "What goes within a day, or says itself when, is copied into no slice of its parent: the copy would stay.",
            "No parent that stays lists the ids of what expires: no function runs when the server deletes, so the ids would fill the list until it has no room.",
        ),
        passes=("the same retention on both", "a link's copies, which belong to the document that holds them", "a weak thing without a retention of its own lives as long as its holder", "a kind that expires by a date, in a collection of several kinds: its index is for it alone"),
        sources=("DOC:TTL indexes", "DOC:capped collections"),
    ),
    Gate(
        code="G8", slug="one-home", title="One home for each thing",
        docs=(
            "An entity's documents live in one place. Where several relationships want to hold them, one wins if each thing has all of these parents; if it has one parent or another, it gets a collection of its own.",
            "Otherwise one would have to know the parent's kind before one could look for the child. Nor does a thing stand in another one where both are subtypes of one entity: a document would hold two of these.",
        ),
        passes=("a weak shape, such as an address, that each of its holders has for itself",),
        sources=("D",),
    ),
    Gate(
        code="G9", slug="addressable", title="What others refer to has a collection",
        docs=(
            "A thing whose id is stored in other documents is not an element of an array.",
            "A reference to an element needs its holder's id too, and breaks when the element moves to another holder; a time series and a bucket have no address for a single measurement at all.",
        ),
        passes=("a part of which there is one: it takes its holder's id", "references within the same document", "snapshots, which store holder and element"),
        sources=("D", "K"),
    ),
    Gate(
        code="G10", slug="no-ring", title="No ring of embedding",
        docs=(
            "What embeds another is not embedded in it, not by way of others either. The weakest decision of such a ring gives way.",
            "A document that held itself would have no end.",
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
