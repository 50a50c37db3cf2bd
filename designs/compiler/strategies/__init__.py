"""The strategies: each way to store a relationship, with its traits, in one table.

Takes nothing and gives ``STRATEGIES``, a record of traits for each name. The rest of the compiler asks a trait
("does the child live inside its holder?") and never compares a strategy's name. Outside this folder a strategy's
own name stands only in its guideline, its pattern, and the functions that read and write it.
"""

from __future__ import annotations

from functools import cached_property

import msgspec

HOLDER = "holder"
"""In ``ids_at`` and ``arrays_at``: the end that holds what the strategy stores, which each relationship decides."""


class Strategy(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A way to store a relationship.

    label: what people call it. kinds: of relationship that may take it. gain, price: a clause each.
    holder: the end whose documents hold what it stores, "from" or "to"; or how a relationship decides that:
    "navigated" (the end read from most), "owner" (the link's owner) or "lookup" (the end that is no lookup).
    stores: what the holder holds: "content" (of the child), "slice" (of the newest children), "page" (of
    children), "id", "ids", "links" (objects with an id), "values", "fields" (of the parent), "link documents"
    (beside both ends), "nodes" (of a tree, by reference), "subtypes" (in one collection) or "supertype" (in each).
    home: where it moves the child's documents: "object", "element", "bucket", "timeseries"; "" if they stay.
    capped_by: what limits its array or content: "count" (the stated maximum alone), "slice", "limit" (of
    embedding; the rest overflows), "page" or "window"; "" where it has no array.
    ids_at: the ends whose documents store an id of the other one. arrays_at: the ends with an array that only
    the stated maximum caps.
    tree_fields: what each node of a tree stores. atomic: whether both ends change in one write of one document.
    within_document: whether its ids name elements of the holder's own document. tested: whether it needs more
    than the absence of a gate: a rule of its own tests what it is for.
    needs: without what nobody would think of it, so that nothing is said of it; "" if there is no such thing.
    writes: what changing one relationship changes: "document", "documents" or "branch" (of a tree).
    gates: those that may rule it out. cost: the form of its column in the cost model.
    index: the kind of index that finds by what it stores, "ends" where a plain one of ``indexed_at``; "" if none does.
    functions: the module of operations/functions and in it what makes its functions; "" if it has none.
    delete_from, delete_to: its function that deletes a document of that end with all that names it; "" if none.
    moves_results: whether its functions move what a parent stores about its children with each write.
    moves_extremes: whether they move the greatest and the least of them alone, which a second call moves no further.
    """

    name: str
    label: str
    kinds: tuple[str, ...]
    gain: str
    price: str
    holder: str
    stores: str
    cost: str
    home: str = ""
    capped_by: str = ""
    ids_at: tuple[str, ...] = ()
    arrays_at: tuple[str, ...] = ()
    tree_fields: tuple[str, ...] = ()
    atomic: bool = False
    within_document: bool = False
    tested: bool = False
    needs: str = ""
    writes: str = "document"
    gates: tuple[str, ...] = ()
    index: str = ""
    indexed_at: tuple[str, ...] = ()
    functions: str = ""
    delete_from: str = ""
    delete_to: str = ""
    moves_results: bool = False
    moves_extremes: bool = False

    def ends_with_ids(self, side: str) -> tuple[str, ...]:
        """Return the ends whose documents store an id of the other one. side: the decision's."""
        return (side,) if self.ids_at == (HOLDER,) else self.ids_at

    def ends_with_arrays(self, side: str) -> tuple[str, ...]:
        """Return the ends that hold an array which only the stated maximum caps. side: the decision's."""
        return (side,) if self.arrays_at == (HOLDER,) else self.arrays_at

    def deletes(self, side: str) -> str:
        """Return the function that deletes a document of an end with all that names it; "" without any."""
        return self.delete_from if side == "from" else self.delete_to

    def is_listed(self, end: str, side: str) -> bool:
        """Return whether documents of an end are named in arrays of ids of the other one. side: the decision's."""
        listed = self.has_id_arrays or self.lists_child_nodes
        return listed and ("to" if end == "from" else "from") in self.ends_with_arrays(side)

    def end_without_documents(self, side: str) -> str:
        """Return the end whose entities have no documents of their own; "" if both have. side: the decision's."""
        if self.folds_parent:
            return "from"
        if self.holds_values:
            return "to" if side == "from" else "from"
        return "to" if self.embeds else ""

    # --- where the child's documents are ----------------------------------------------------------

    @cached_property
    def moves_child(self) -> bool:
        """Whether it gives the child's documents another home than a collection of their own."""
        return self.home != ""

    @cached_property
    def inside_holder(self) -> bool:
        """Whether the child's documents stand in the parent's own, as an object or as elements."""
        return self.home in ("object", "element")

    @cached_property
    def is_object(self) -> bool:
        """Whether the child is a single object in its parent."""
        return self.home == "object"

    @cached_property
    def is_whole_array(self) -> bool:
        """Whether all children are elements of one array, however many there are."""
        return self.home == "element" and not self.overflows

    @cached_property
    def is_plain_embedding(self) -> bool:
        """Whether all children stand in their parent's document, and nowhere else."""
        return self.inside_holder and not self.overflows

    @cached_property
    def overflows(self) -> bool:
        """Whether elements beyond the limit of embedding go to a collection of their own."""
        return self.capped_by == "limit"

    @cached_property
    def is_paged(self) -> bool:
        """Whether the children are elements of bucket documents: pages or windows."""
        return self.home == "bucket"

    @cached_property
    def is_windowed(self) -> bool:
        """Whether its buckets are windows of time."""
        return self.capped_by == "window"

    @cached_property
    def is_numbered(self) -> bool:
        """Whether its buckets are pages of so many elements."""
        return self.capped_by == "page"

    @cached_property
    def is_time_series(self) -> bool:
        """Whether the children are measurements of a time series collection."""
        return self.home == "timeseries"

    @cached_property
    def is_bucketed(self) -> bool:
        """Whether children are stored in buckets, by the application or by the server."""
        return self.is_paged or self.is_time_series

    @cached_property
    def nests_tree(self) -> bool:
        """Whether a whole tree stands in the document of its root."""
        return self.stores == "content" and bool(self.tree_fields)

    @cached_property
    def nests(self) -> bool:
        """Whether the child is nested in a document: its parent's, or that of the root of its tree."""
        return self.inside_holder or self.nests_tree

    @cached_property
    def embeds(self) -> bool:
        """Whether the child has no documents of its own."""
        return self.moves_child or self.nests_tree

    @cached_property
    def embeds_elements(self) -> bool:
        """Whether the child is one of several in a document, an array or a collection of measurements."""
        return self.embeds and not self.is_object

    @cached_property
    def embeds_in_documents(self) -> bool:
        """Whether the child is part of a document that the design declares: no measurement of a time series."""
        return self.embeds and not self.is_time_series

    @cached_property
    def scatters(self) -> bool:
        """Whether the children of one parent may stand in several documents, none of them their own."""
        return self.is_bucketed or self.overflows

    @cached_property
    def is_held(self) -> bool:
        """Whether the child stands in documents of its parent, or in pages that belong to one."""
        return self.inside_holder or self.is_paged

    @cached_property
    def nesting(self) -> int:
        """Levels that it adds: an object one, an array of objects two; those of a tree count with its nodes."""
        if self.nests_tree:
            return 0
        return 1 if self.is_object else 2

    # --- what is stored of the other end ----------------------------------------------------------

    @cached_property
    def is_slice(self) -> bool:
        """Whether the parent keeps a slice of its children, which have documents of their own."""
        return self.stores == "slice"

    @cached_property
    def holds_part(self) -> bool:
        """Whether the parent's document holds some of its children, and others may be elsewhere."""
        return self.is_slice or self.overflows

    @cached_property
    def embeds_links(self) -> bool:
        """Whether an array of objects at one end holds the links, each with an id."""
        return self.stores == "links"

    @cached_property
    def holds_values(self) -> bool:
        """Whether an array holds values instead of ids."""
        return self.stores == "values"

    @cached_property
    def copies_content(self) -> bool:
        """Whether its array says of the other end what it said when the element was written."""
        return self.embeds_links or self.holds_values

    @cached_property
    def folds_parent(self) -> bool:
        """Whether the parent's fields stand in each child, and the parent has no documents."""
        return self.stores == "fields"

    @cached_property
    def form(self) -> str:
        """How it stores what is related: "inside" another document, by "reference", or "both"."""
        if self.is_slice:
            return "both"
        whole = self.inside_holder or self.nests_tree or self.is_paged or self.shares_collection
        return "inside" if whole or self.copies_content or self.folds_parent else "reference"

    @cached_property
    def replaces_documents(self) -> bool:
        """Whether it stores fields or values of the other end in place of its documents."""
        return self.folds_parent or self.holds_values

    @cached_property
    def can_dangle(self) -> bool:
        """Whether an id, where it stores any, may lead to another document that is gone."""
        return not (self.within_document or self.replaces_documents)

    @cached_property
    def has_link_documents(self) -> bool:
        """Whether each link is a document of its own."""
        return self.stores == "link documents"

    @cached_property
    def is_tree(self) -> bool:
        """Whether it stores the nodes of a tree."""
        return bool(self.tree_fields)

    @cached_property
    def links_nodes(self) -> bool:
        """Whether the nodes of a tree have documents of their own, which name one another."""
        return self.stores == "nodes"

    @cached_property
    def lists_child_nodes(self) -> bool:
        """Whether each node of a tree lists its children."""
        return self.links_nodes and bool(self.arrays_at)

    @cached_property
    def holds_parent_node(self) -> bool:
        """Whether each node of a tree stores the id of its parent."""
        return self.links_nodes and "to" in self.ids_at

    @cached_property
    def derives_nodes(self) -> bool:
        """Whether a node stores more than the id of its parent, which a move has to bring along."""
        return self.links_nodes and self.writes != "document"

    @cached_property
    def has_id_arrays(self) -> bool:
        """Whether an array holds ids of the other end, with or without more beside each."""
        return self.stores == "ids"

    @cached_property
    def lists_ids(self) -> bool:
        """Whether an array lists the other end by id: bare, or in objects."""
        return self.stores in ("ids", "links")

    @cached_property
    def lists_other_end(self) -> bool:
        """Whether an array lists the other end: by ids, objects with an id, or values."""
        return self.lists_ids or self.holds_values

    @cached_property
    def lists_both_ends(self) -> bool:
        """Whether each end has an array of the other one's ids."""
        return len(self.arrays_at) > 1

    @cached_property
    def is_two_way(self) -> bool:
        """Whether both ends name the other one, by ids alone."""
        return self.has_id_arrays and self.names_both_ends

    @cached_property
    def refers_to_parent(self) -> bool:
        """Whether a field of the child's own document holds the id of its parent."""
        child_field = "to" in self.ids_at and "to" not in self.arrays_at
        return child_field and not (self.moves_child or self.has_link_documents)

    @cached_property
    def is_reference(self) -> bool:
        """The same, of relationships other than trees."""
        return self.refers_to_parent and not self.is_tree

    @cached_property
    def names_outside(self) -> bool:
        """Whether it stores ids that lead out of the document, to other entities."""
        return bool(self.ids_at) and not (self.within_document or self.is_tree)

    @cached_property
    def only_refers(self) -> bool:
        """Whether the documents of both ends stay apart, with nothing of one another but ids."""
        return self.stores in ("id", "ids", "link documents") and not (self.embeds or self.within_document)

    @cached_property
    def names_both_ends(self) -> bool:
        """Whether each of the ends is named by id, wherever that stands."""
        return len(self.ids_at) > 1

    @cached_property
    def has_references(self) -> bool:
        """Whether documents of an end refer to the other one, or list it."""
        return self.refers_to_parent or self.lists_other_end or self.lists_child_nodes

    @cached_property
    def names_documents(self) -> bool:
        """Whether documents of an end refer to documents of the other one by themselves, or list them."""
        return self.lists_other_end or (self.is_reference and self.names_outside)

    @cached_property
    def lists_children(self) -> bool:
        """Whether the parent's document says something of each child with documents of its own, or of the newest."""
        return self.is_slice or (self.has_id_arrays and self.refers_apart)

    @cached_property
    def is_stored_twice(self) -> bool:
        """Whether a child names its parent, and the parent stores something about it."""
        return self.is_reference and self.writes == "documents"

    @cached_property
    def leads_to_documents(self) -> bool:
        """Whether it leads to documents of the other end by their ids, at least from one side."""
        ids = self.has_id_arrays or self.has_link_documents or self.refers_apart
        return ids or self.holds_parent_node or self.lists_child_nodes

    @cached_property
    def moves_by_function(self) -> bool:
        """Whether moving a child to another parent changes more than its reference."""
        return self.links_nodes or self.is_stored_twice or self.is_whole_array or self.is_paged

    @cached_property
    def refers_apart(self) -> bool:
        """Whether a child has its own documents, and a reference or an array of ids links it with its one parent."""
        single = not (self.holder_is_decided or self.lists_both_ends or self.within_document)
        return single and not self.moves_child and self.stores in ("id", "ids")

    @cached_property
    def lists_at_either_end(self) -> bool:
        """Whether one array of ids holds the links, at the end that each relationship decides."""
        return self.has_id_arrays and self.holder_is_decided

    @cached_property
    def needs_index_of_parent(self) -> bool:
        """Whether children are looked up by an id of their parent that no other index begins with."""
        alone = self.is_reference and self.names_outside
        node = self.holds_parent_node and not self.derives_nodes
        return alone or node or self.is_numbered or self.overflows

    @cached_property
    def shares_collection(self) -> bool:
        """Whether subtypes stand in the collection of their supertype."""
        return self.stores == "subtypes"

    @cached_property
    def holder_is_decided(self) -> bool:
        """Whether each relationship decides which end holds it."""
        return self.holder not in ("from", "to")

    @cached_property
    def caps_itself(self) -> bool:
        """Whether its array has a cap of its own, whatever maximum is stated."""
        return self.capped_by not in ("", "count")
