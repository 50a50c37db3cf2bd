"""The one table of strategies. A new strategy begins with a row here."""

from __future__ import annotations

from collections.abc import Callable

from . import HOLDER, Strategy

_ONE, _MANY, _TREE, _ISA = "one-to-one", "one-to-many", "tree", "is-a"
_NM = ("many-to-many", "graph")
_BOTH = ("from", "to")

# The order is that in which rejected strategies are listed, and in which pages offer them.
_ROWS: tuple[Strategy, ...] = (
    Strategy(
        name="EMBED_ONE", label="Embedded document", kinds=(_ONE,), holder="from", stores="content", home="object",
        atomic=True, gates=("G4", "G6", "G7", "G8", "G10", "G11"), cost="embed",
        functions="embedded.embed_one",
        gain="one read returns both, and updates are atomic",
        price="every read of the parent includes it",
    ),
    Strategy(
        name="LINK_ONE", label="One-to-one reference", kinds=(_ONE,), holder="to", stores="id", ids_at=("to",), cost="one reference", index="one",
        functions="references.link_one", delete_from="cascade",
        gain="each document stays small and independent",
        price="reading both takes two reads, and the reference isn't enforced",
    ),
    Strategy(
        name="ELEMENT_REF", label="In-document reference", kinds=(_MANY,), holder="to", stores="id", ids_at=("to",),
        atomic=True, within_document=True, tested=True, needs="both ends in one document", gates=("G9",), cost="embed",
        functions="references.element_ref",
        gain="the reference stays inside the document",
        price="it works only inside one document",
    ),
    Strategy(
        name="TIME_SERIES", label="Time series", kinds=(_MANY,), holder="to", stores="id", home="timeseries", ids_at=("to",),
        tested=True, needs="events or measurements", gates=("G8", "G9"), cost="bucket", index="ends", indexed_at=("to",),
        functions="buckets.time_series", moves_extremes=True,
        gain="MongoDB buckets and compresses measurements",
        price="no validator, unique index, or change stream, and limited updates",
    ),
    Strategy(
        name="FOLD_ONE", label="Merged parent", kinds=(_MANY,), holder="to", stores="fields",
        tested=True, gates=("G9",), cost="folded parent",
        functions="folding.fold_one",
        gain="one query, and no parent collection",
        price="no place for a parent without children",
    ),
    Strategy(
        name="SUBSET", label="Subset", kinds=(_MANY,), holder="from", stores="slice", capped_by="slice", ids_at=_BOTH,
        writes="documents", gates=("G4", "G7"), cost="slice", index="parent",
        functions="subsets.subset", delete_from="cascade", delete_to="remove", moves_results=True,
        gain="the most common read is one document",
        price="every insert is two writes",
    ),
    Strategy(
        name="BUCKET_TIME", label="Time buckets", kinds=(_MANY,), holder="to", stores="page", home="bucket", capped_by="window",
        ids_at=("to",), tested=True, gates=("G4", "G7", "G8", "G9"), cost="bucket", index="window",
        functions="buckets.bucket_time",
        gain="one document per time window",
        price="deletes and reordering are awkward, and a window can overflow",
    ),
    Strategy(
        name="BUCKET", label="Page buckets", kinds=(_MANY,), holder="to", stores="page", home="bucket", capped_by="page",
        ids_at=("to",), gates=("G4", "G7", "G8", "G9"), cost="bucket", index="page",
        functions="buckets.bucket",
        gain="one document per page",
        price="deletes leave gaps, and only one sort order works",
    ),
    Strategy(
        name="OUTLIER", label="Outlier overflow", kinds=(_MANY,), holder="from", stores="content", home="element", capped_by="limit",
        tested=True, gates=("G4", "G5", "G6", "G7", "G8", "G9", "G10", "G11"), cost="overflow", index="ends", indexed_at=("to",),
        functions="outliers.outlier",
        gain="typical documents stay fast",
        price="every read and write must handle overflow",
    ),
    Strategy(
        name="EMBED_ARRAY", label="Embedded array", kinds=(_MANY,), holder="from", stores="content", home="element", capped_by="count",
        arrays_at=("from",), atomic=True,
        gates=("G1", "G2", "G4", "G5", "G6", "G7", "G8", "G9", "G10", "G11"), cost="embed",
        functions="embedded.embed_array",
        gain="one read returns all, and updates are atomic",
        price="the document grows, and single items are harder to query",
    ),
    Strategy(
        name="TWO_WAY_REFS", label="Two-way references", kinds=(_MANY,), holder="from", stores="ids", capped_by="count", ids_at=_BOTH,
        arrays_at=("from",), writes="documents", gates=("G1", "G3", "G4", "G7", "G12"), cost="ids and id", index="ends", indexed_at=("to", "from"),
        functions="links.two_way.two_way_refs", delete_from="cascade", delete_to="remove",
        gain="one query in either direction",
        price="every link change is several writes",
    ),
    Strategy(
        name="CHILD_REFS", label="Child references", kinds=(_MANY,), holder="from", stores="ids", capped_by="count", ids_at=("from",),
        arrays_at=("from",), writes="documents", gates=("G1", "G3", "G4", "G7", "G12"), cost="ids", index="array",
        functions="links.arrays.child_refs", delete_from="cascade", delete_to="remove",
        gain="children are independent, and the parent knows their IDs",
        price="a second query with $in, and a growing array",
    ),
    Strategy(
        name="PARENT_REF", label="Parent reference", kinds=(_MANY,), holder="to", stores="id", ids_at=("to",), cost="reference", index="parent",
        functions="references.parent_ref", delete_from="cascade", moves_results=True,
        gain="room for any number of children, and moving one is one write",
        price="data read together needs a second query",
    ),
    Strategy(
        name="VALUE_ARRAY", label="Array of values", kinds=(_MANY, *_NM), holder="lookup", stores="values", capped_by="count",
        arrays_at=(HOLDER,), tested=True, needs="a lookup on one side", gates=("G1", "G3"), cost="embed", index="ends", indexed_at=_BOTH,
        functions="value_arrays.value_array",
        gain="no lookup needed",
        price="renaming a value updates every document that has it",
    ),
    Strategy(
        name="EMBED_LINK", label="Embedded links", kinds=_NM, holder="owner", stores="links", capped_by="count", ids_at=(HOLDER,),
        arrays_at=(HOLDER,), atomic=True, tested=True, gates=("G4",), cost="ids", index="array",
        functions="links.arrays.embed_link",
        gain="one read returns the owner with its links",
        price="copied fields need a sync policy",
    ),
    Strategy(
        name="LINK_COLL", label="Link collection", kinds=_NM, holder="from", stores="link documents", ids_at=_BOTH,
        cost="link documents", index="links",
        functions="links.collection.link_coll", delete_from="delete_back", delete_to="delete",
        gain="room for any number on either side, and for attributes",
        price="reading across takes two steps",
    ),
    Strategy(
        name="ONE_WAY_EMBED", label="One-way references", kinds=_NM, holder="navigated", stores="ids", capped_by="count", ids_at=(HOLDER,),
        arrays_at=(HOLDER,), gates=("G4",), cost="ids", index="array",
        functions="links.arrays.one_way", delete_from="delete", delete_to="delete",
        gain="each link is stored once, without huge arrays",
        price="the reverse direction is an indexed query",
    ),
    Strategy(
        name="TWO_WAY_EMBED", label="Two-way reference arrays", kinds=_NM, holder="from", stores="ids", capped_by="count", ids_at=_BOTH,
        arrays_at=_BOTH, writes="documents", gates=("G1", "G3", "G4", "G12"), cost="ids and ids", index="ends", indexed_at=_BOTH,
        functions="links.two_way.two_way_embed", delete_from="delete_back", delete_to="delete",
        gain="both directions are equally fast",
        price="every link is two writes that can get out of sync",
    ),
    Strategy(
        name="EMBED_TREE", label="Single-document tree", kinds=(_TREE,), holder="from", stores="content", tree_fields=("children",),
        atomic=True, gates=("G4", "G6", "G7", "G8", "G9", "G10"), cost="embed",
        functions="trees.whole.embed_tree",
        gain="the whole tree is one read",
        price="every change rewrites the tree",
    ),
    Strategy(
        name="TREE_NESTED", label="Tree: nested sets", kinds=(_TREE,), holder="to", stores="nodes", tree_fields=("parent", "left", "right"),
        ids_at=("to",), writes="branch", cost="half a tree", index="tree",
        functions="trees.intervals.tree_nested",
        gain="a branch is one index range",
        price="a move renumbers about half the tree",
    ),
    Strategy(
        name="TREE_ANCESTORS", label="Tree: ancestors", kinds=(_TREE,), holder="to", stores="nodes", tree_fields=("parent", "ancestors"),
        ids_at=("to",), writes="branch", cost="branch", index="tree",
        functions="trees.ancestors.tree_ancestors",
        gain="ancestors and descendants are one indexed query",
        price="a move updates every descendant",
    ),
    Strategy(
        name="TREE_PATH", label="Tree: path", kinds=(_TREE,), holder="to", stores="nodes", tree_fields=("path",),
        writes="branch", cost="branch", index="tree",
        functions="trees.paths.tree_path",
        gain="a prefix search finds a branch",
        price="a move updates every descendant",
    ),
    Strategy(
        name="TREE_CHILD", label="Tree: children", kinds=(_TREE,), holder="from", stores="nodes", tree_fields=("children",),
        capped_by="count", arrays_at=("from",), writes="documents", gates=("G1", "G3"), cost="steps", index="tree",
        functions="trees.children.tree_child",
        gain="the children keep their order",
        price="finding ancestors takes several queries",
    ),
    Strategy(
        name="TREE_PARENT", label="Tree: parent", kinds=(_TREE,), holder="to", stores="nodes", tree_fields=("parent",),
        ids_at=("to",), cost="steps", index="tree",
        functions="trees.parents.tree_parent", moves_results=True,
        gain="a move is one write",
        price="a branch needs $graphLookup",
    ),
    Strategy(
        name="POLY_SINGLE", label="Single collection", kinds=(_ISA,), holder="from", stores="subtypes", gates=("G7",),
        cost="subtypes together", index="subtypes",
        functions="subtypes.single",
        gain="all subtypes are read together",
        price="per-subtype validation needs oneOf",
    ),
    Strategy(
        name="POLY_SPLIT", label="Collection per subtype", kinds=(_ISA,), holder="to", stores="supertype", cost="subtypes apart",
        gain="each subtype has its own collection",
        price="reading all subtypes queries each collection",
    ),
)  # fmt: skip

STRATEGIES: dict[str, Strategy] = {row.name: row for row in _ROWS}
UNDECIDED = Strategy(name="", label="", kinds=(), gain="", price="", holder="from", stores="", cost="")
"""What stands for a relationship that has no strategy yet."""


def traits_of(name: str) -> Strategy:
    """Return the traits of a strategy; those of UNDECIDED for what is none ("auto")."""
    return STRATEGIES.get(name, UNDECIDED)


def label_of(name: str) -> str:
    """Return what people call a strategy, which its handbook page is called too; its code where it is none."""
    return traits_of(name).label or name


_BY_KIND = {
    kind: tuple(row.name for row in _ROWS if kind in row.kinds) for each in _ROWS for kind in each.kinds
}


def strategies_of(kind: str) -> tuple[str, ...]:
    """Return the strategies that a relationship of this kind may have, in the table's order."""
    return _BY_KIND.get(kind, ())


def strategies_with(trait: Callable[[Strategy], object]) -> tuple[str, ...]:
    """Return the names of the strategies of which a trait holds, in the table's order."""
    return tuple(row.name for row in _ROWS if trait(row))


def barred_by(gate: str, kind: str = "") -> tuple[str, ...]:
    """Return the strategies that a gate may rule out. kind: of relationship; "" for any."""
    return strategies_with(lambda row: gate in row.gates and (not kind or kind in row.kinds))
