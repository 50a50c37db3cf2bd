"""The rulebook's decisions, one rule a module, in the order in which they are asked."""

from . import (
    balanced_and_small,
    both_directions,
    cheapest_write,
    common_slice,
    few_and_owned,
    fold_parent,
    kinds_apart,
    kinds_together,
    link_as_entity,
    link_of_owner,
    listed_children,
    lookup_value,
    native_time_series,
    one_copy_of_links,
    one_direction,
    one_side_explodes,
    one_to_one_apart,
    one_to_one_cold,
    one_to_one_together,
    ordered_children,
    outliers,
    page_or_window,
    too_many,
    tree_by_paths,
    tree_of_ancestors,
    tree_of_parents,
    tree_that_stands_still,
    whole_tree_in_one,
    within_one_document,
)
from .base import Guideline

# Lookups come first in both blocks that know them; the order is the argument.
GUIDELINES: tuple[Guideline, ...] = (
    one_to_one_apart.GUIDELINE,
    one_to_one_cold.GUIDELINE,
    one_to_one_together.GUIDELINE,
    lookup_value.GUIDELINE,
    within_one_document.GUIDELINE,
    native_time_series.GUIDELINE,
    fold_parent.GUIDELINE,
    common_slice.GUIDELINE,
    page_or_window.GUIDELINE,
    outliers.GUIDELINE,
    too_many.GUIDELINE,
    few_and_owned.GUIDELINE,
    both_directions.GUIDELINE,
    listed_children.GUIDELINE,
    cheapest_write.GUIDELINE,
    link_of_owner.GUIDELINE,
    link_as_entity.GUIDELINE,
    one_side_explodes.GUIDELINE,
    one_copy_of_links.GUIDELINE,
    balanced_and_small.GUIDELINE,
    one_direction.GUIDELINE,
    whole_tree_in_one.GUIDELINE,
    tree_that_stands_still.GUIDELINE,
    tree_by_paths.GUIDELINE,
    tree_of_ancestors.GUIDELINE,
    ordered_children.GUIDELINE,
    tree_of_parents.GUIDELINE,
    kinds_together.GUIDELINE,
    kinds_apart.GUIDELINE,
)

BY_KIND: dict[str, tuple[Guideline, ...]] = {
    kind: tuple(rule for rule in GUIDELINES if kind in rule.kinds)
    for kind in ("one-to-one", "one-to-many", "many-to-many", "tree", "graph", "is-a")
}
