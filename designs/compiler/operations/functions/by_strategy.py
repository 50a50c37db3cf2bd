"""Which module makes the statements of which strategy."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..context import RelationshipContext, ScriptFunction
from ..passes.nested_overflow import also_beyond
from ..passes.placement_variants import links_at_each, told_apart
from ..passes.same_document_results import followed
from ..write.unlink import letting_go_of_deleted
from . import buckets, embedded, folding, outliers, references, subsets, subtypes, value_arrays
from .links import arrays, two_way
from .links.arriving import arriving
from .links.collection import link_coll
from .links.whole_lists import listed_back
from .own_subtypes import spread
from .trees.ancestors import tree_ancestors
from .trees.children import tree_child
from .trees.intervals import tree_nested
from .trees.parents import tree_parent
from .trees.paths import tree_path
from .trees.whole import embed_tree

Maker = Callable[[RelationshipContext], Iterator[ScriptFunction]]
MAKERS: dict[str, Maker] = {
    "EMBED_ONE": embedded.embed_one,
    "EMBED_ARRAY": embedded.embed_array,
    "OUTLIER": outliers.outlier,
    "LINK_ONE": references.link_one,
    "PARENT_REF": references.parent_ref,
    "TREE_PARENT": tree_parent,
    "TREE_CHILD": tree_child,
    "TREE_ANCESTORS": tree_ancestors,
    "TREE_PATH": tree_path,
    "TREE_NESTED": tree_nested,
    "EMBED_TREE": embed_tree,
    "ELEMENT_REF": references.element_ref,
    "FOLD_ONE": folding.fold_one,
    "CHILD_REFS": arrays.child_refs,
    "ONE_WAY_EMBED": arrays.one_way,
    "EMBED_LINK": arrays.embed_link,
    "TWO_WAY_REFS": two_way.two_way_refs,
    "TWO_WAY_EMBED": two_way.two_way_embed,
    "SUBSET": subsets.subset,
    "BUCKET": buckets.bucket,
    "BUCKET_TIME": buckets.bucket_time,
    "TIME_SERIES": buckets.time_series,
    "LINK_COLL": link_coll,
    "VALUE_ARRAY": value_arrays.value_array,
    "POLY_SINGLE": subtypes.single,
}


def made(link: RelationshipContext) -> list[ScriptFunction]:
    """The recipes of one relationship, for each place of its ends; none for a strategy without any (an
    is-a's). Asked again, the same ones."""
    known: dict[str, list[ScriptFunction]] = link.world.made
    maker = MAKERS.get(link.strategy)
    if link.relationship.name not in known:
        found = [(choice, one, _of(maker, one)) for choice, one in links_at_each(link)] if maker else []
        known[link.relationship.name] = told_apart(found) if found else []
    return known[link.relationship.name]


def _of(maker: Maker, link: RelationshipContext) -> list[ScriptFunction]:
    extra, found = _overflow(link), list(maker(link))
    left = [one for one in found if not also_beyond(link, one, extra)] if extra else []
    for recipe in left:
        recipe.remark(f"Those in {extra}, which did not fit into their array, are left out.")
    spreads = (letting_go_of_deleted(link, each) for one in found for each in spread(link, one))
    own = link.relationship.name
    entered = (arriving(link.world, link.child, each, own) for each in spreads)
    return [followed(link, listed_back(link.world, link.child, each)) for each in entered]


def _overflow(link: RelationshipContext) -> str:
    """Where else elements of an end stand that is in an array with an overflow collection: the functions of
    that array look there, those of other relationships do not."""
    own = link.strategy == "OUTLIER"  # its functions look into its overflow
    ends = (link.parent,) if own else (link.parent, link.child)
    spots = [spot for one in ends for spot in link.placement.spots(one)]
    names = [spot.collection for spot in spots if spot.path and spot.collection in link.world.collections]
    return next((name for name in names if link.world.collections[name].kind == "overflow"), "")
