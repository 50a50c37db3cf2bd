"""What makes a strategy infeasible before any rule is asked (gates G1 to G7, G11 and G12), and the two tests
that need more than a number: outliers and folding a parent away.

Sources: MongoDB's 16 MiB limit and 100 levels, and the guidelines on unbounded arrays.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeVar

from ..model.conceptual import Entity, Field, Recent, TurnedRelationship, given
from ..model.field_walk import parts
from ..model.formulas import parse, paths_of
from ..names.tree_fields import nesting
from ..plan_model.number_format import grouped
from ..strategies.table import STRATEGIES, barred_by, strategies_of, strategies_with
from ..workload.expiry import against_lifetimes
from ..workload.inputs import GIVEN, DecisionInputs, doubt, has_no_maximum, plain
from ..workload.sizes import document_bytes, element_bytes, named

V = TypeVar("V")
_WITHOUT_BOUND, _ELEMENTS, _IDS = (barred_by(gate, "one-to-many") for gate in ("G1", "G2", "G3"))
_WHOLE_ARRAYS = strategies_with(lambda row: row.is_whole_array)
_LISTS_OF_BOTH = strategies_with(lambda row: row.lists_both_ends)
_LINKS = strategies_with(lambda row: row.embeds_links)
_LINKED = frozenset((*_WHOLE_ARRAYS, *_LISTS_OF_BOTH, *_LINKS))
_DEPENDENT = {kind: barred_by("G11", kind) for kind in ("one-to-one", "one-to-many")}
_WRITTEN_TWICE = {kind: barred_by("G12", kind) for kind in ("one-to-many", "many-to-many", "graph")}
_SHARING = strategies_with(lambda row: row.shares_collection)
WINDOW_DAYS = {"hour": 1 / 24, "day": 1.0, "week": 7.0, "month": 30.0}
_KIB = 1024
NO_SLICE = Recent()


class Bar(NamedTuple):
    """A gate that fired on a strategy, and why in a clause."""

    gate: str
    because: str


Bars = dict[str, Bar]


def bars(case: DecisionInputs, wanted: str | None = None) -> Bars:
    """The strategies that G1 to G5, G7, G11 and G12 rule out for a relationship by itself. wanted: the one
    strategy that is asked about; others may then be left out.

    Earlier gates win where several fire. What the gates read is not an input of the decision:
    the rules record those themselves.
    """
    barred: Bars = {}
    kind = case.relationship.kind
    if kind == "one-to-many" and (wanted is None or wanted in _WITHOUT_BOUND):
        _count_bars(case, barred)
    if kind in ("many-to-many", "graph") and (wanted is None or wanted in _LINKED):
        _link_bars(case, barred)
    if kind in ("one-to-many", "one-to-one"):
        _size_bars(case, barred, wanted)
    for strategy, because in against_lifetimes(case).items():
        _bar(barred, "G7", because, strategy)
    dependent = _DEPENDENT.get(kind, ())
    if (dependent if wanted is None else wanted in dependent) and (alone := exists_alone(case)):
        _bar(barred, "G11", alone, *dependent)
    if given(case.survey.model.topology, "replica-set") == "standalone":
        because = "a standalone server has no transactions, and the link would be stored on both sides"
        _bar(barred, "G12", because, *_WRITTEN_TWICE.get(kind, ()))
    if kind == "is-a":
        first = case.survey.families.generals[case.child.name][0]
        if first is not case.relationship:
            because = f"{case.child.name} is already a subtype of {first.from_.entity}, and each entity has one location"
            _bar(barred, "G8", because, *_SHARING)
    if kind == "tree":
        _tree_bars(case, barred)
    return barred


def _bar(barred: Bars, gate: str, because: str, *strategies: str) -> None:
    for strategy in strategies:
        barred.setdefault(strategy, Bar(gate, because))


def _count_bars(case: DecisionInputs, barred: Bars) -> None:
    limits, most = case.constants, case.look("max")
    if math.isinf(most):
        unsure = doubt(case, {"max": "a max" if has_no_maximum(case) else "a growth or a max"})
        because = f"the number of {several(case, case.child)} has no limit{unsure}"
        if has_no_maximum(case):
            because = f"the maximum number of {several(case, case.child)} isn't stated{unsure}"
        _bar(barred, "G1", because, *_WITHOUT_BOUND)
        return
    for limit, gate, counted, strategies in (
        (limits.embed_max, "G2", "items", () if embeds_whole(case) else _ELEMENTS),
        (limits.ref_array_max, "G3", "IDs", _IDS),
    ):
        if most > limit:
            unsure = doubt(case, {"max": "a max or a growth"})
            because = (
                f"up to {grouped(plain(most))} {counted}, over the limit of {grouped(plain(limit))}{unsure}"
            )
            _bar(barred, gate, because, *strategies)


def several(case: DecisionInputs, entity: Entity) -> str:
    """Several of an entity in words: `order items`."""
    return case.survey.names.words(entity.name).replace("_", " ")


def single(case: DecisionInputs, entity: Entity) -> str:
    """One of an entity in words: `order item`."""
    return case.survey.names.word(entity.name).replace("_", " ")


def exists_alone(case: DecisionInputs) -> str:
    """Why a part may be there without its whole, in a clause; "" where each has one. What is weak is
    nothing without its holder, of whatever kind that is, but a relationship that was turned leads to no holder."""
    if case.look("child_kind") == "weak" and not isinstance(case.relationship, TurnedRelationship):
        return ""
    if case.look("to.min") < 1:
        parent = single(case, case.parent)
        return f"some {several(case, case.child)} may have no {parent}: if embedded, they couldn't be stored, and unlinking would delete them"
    if case.relationship.kind == "one-to-many":
        return ""  # several stand in one whole, so more of them prove nothing
    parts, wholes = case.quantity("count"), case.quantity("from.count")
    if parts.origin != GIVEN or wholes.origin != GIVEN or parts.value <= wholes.value:
        return ""
    more, fewer = grouped(plain(parts.value)), grouped(plain(wholes.value))
    children, parents = several(case, case.child), several(case, case.parent)
    return f"there are {more} {children} and {fewer} {parents}, so some {children} have no {single(case, case.parent)}"


def _link_bars(case: DecisionInputs, barred: Bars) -> None:
    limits, sides = case.constants, ("from.max", "to.max")
    if case.look("to.max") > 1:
        because = (
            f"each {single(case, case.child)} has several {several(case, case.parent)}, "
            "so every change would update every copy"
        )
        _bar(barred, "G5", because + doubt(case, {"to.max": _how_many(case, "to.max")}), *_WHOLE_ARRAYS)
    for name in sides:
        if math.isinf(case.look(name)):
            because = (
                "one side has no stated maximum" if has_no_maximum(case, name) else "one side has no limit"
            )
            _bar(barred, "G1", because + doubt(case, {name: _how_many(case, name)}), *_LISTS_OF_BOTH)
    for name in sides:
        if (most := case.look(name)) > limits.ref_array_max:
            because = (
                f"one side reaches {grouped(plain(most))} IDs, over the limit of "
                f"{grouped(plain(limits.ref_array_max))}"
            )
            _bar(barred, "G3", because + doubt(case, {name: _how_many(case, name)}), *_LISTS_OF_BOTH)
    owner = given(case.relationship.link_owner, None)
    if owner is not None and case.look(f"{owner}.max") <= limits.embed_max:
        holder = case.parent if owner == "from" else case.child
        own, (projected, largest) = case.survey.own_bytes(holder.name), link_bytes(case, owner)
        for strategy in _LINKS:
            _size_bar(barred, own + projected, own + largest, case, strategy, holder)


def _how_many(case: DecisionInputs, name: str) -> str:
    """What the greatest number of an end counts."""
    counted, each = (case.child, case.parent) if name == "from.max" else (case.parent, case.child)
    return f"how many {several(case, counted)} one {single(case, each)} has"


def link_bytes(case: DecisionInputs, owner: str) -> tuple[float, float]:
    """Bytes of an owner's embedded links, projected and at their most: ids, link fields, copies."""
    relationship, other = case.relationship, case.child if owner == "from" else case.parent
    copied = {copy.field for copy in given(relationship.copies, []) if copy.of != owner}
    fields = document_bytes((f for f in other.own_fields if f.name in copied), identity=False)
    fields += case.survey.link_bytes(relationship)
    link_size = fields + named(case.survey.names.element_id(other.name), 12)
    most = case.look(f"{owner}.max")
    ahead = case.look("at_horizon") if owner == "from" else case.look("to.average")
    largest = most * element_bytes(link_size, most) if math.isfinite(most) else 0.0
    return ahead * element_bytes(link_size, ahead), largest


def _size_bars(case: DecisionInputs, barred: Bars, wanted: str | None) -> None:
    """G4 with this relationship alone: projected and largest bytes of the holder."""
    own, kind = case.survey.own_bytes(case.parent.name), case.relationship.kind
    for strategy, sizes in _asked(_SIZES[kind], wanted):
        projected, largest = sizes(case)
        _size_bar(barred, own + projected, own + largest, case, strategy)
    for strategy, number in _asked(_BUCKETS, wanted) if kind == "one-to-many" else ():
        count, each = number(case), case.element
        if count * each > case.constants.doc_error:
            because = f"a bucket of {grouped(count)} would reach {_kib(count * each)} KiB"
            _bar(barred, "G4", because, strategy)


def tree_bytes(case: DecisionInputs, count: float) -> float:
    """Return the bytes of so many nodes in one document, each with its ``_id``."""
    node = case.survey.own_bytes(case.child.name)
    return count * element_bytes(node, min(count, case.look("max")))


def _tree_bars(case: DecisionInputs, barred: Bars) -> None:
    limits, most = case.constants, case.look("max")
    if math.isinf(most):
        unsure = doubt(case, {"max": "a max" if has_no_maximum(case) else "a growth"})
        because = f"the children of a {case.child.name} grow without limit{unsure}"
        if has_no_maximum(case):
            because = f"the maximum number of children of a {case.child.name} isn't stated{unsure}"
        _bar(barred, "G1", because, *barred_by("G1", "tree"))
    elif most > limits.ref_array_max:
        unsure = doubt(case, {"max": "a max or a growth"})
        because = f"up to {grouped(plain(most))} IDs, over the limit of {grouped(plain(limits.ref_array_max))}{unsure}"
        _bar(barred, "G3", because, *barred_by("G3", "tree"))
    size, deep = tree_bytes(case, case.look("count")), 1 + nesting(case.relationship, 1)
    if size > limits.doc_error:
        because = f"all {grouped(plain(case.look('count')))} nodes would reach {_kib(size)} KiB"
        unsure = doubt(case, {"count": f"a count of {case.child.name}"})
        because = f"{because}, more than {limits.doc_error / 1024:,.0f}{unsure}"
        _bar(barred, "G4", because, *barred_by("G4", "tree"))
    elif deep > limits.nest_max:
        because = f"{deep:,} nesting levels, over the limit of {plain(limits.nest_max)}"
        _bar(barred, "G6", because, *barred_by("G6", "tree"))


def _asked(table: dict[str, V], wanted: str | None) -> Iterable[tuple[str, V]]:
    """A table's entries, or the one that is wanted."""
    if wanted is None:
        return table.items()
    return ((wanted, table[wanted]),) if wanted in table else ()


def _one_size(case: DecisionInputs) -> tuple[float, float]:
    size = named(case.survey.names.end(case.relationship, "from"), case.look("child_bytes"))
    return size, size


def _array_sizes(case: DecisionInputs) -> tuple[float, float]:
    most, each = case.look("max"), case.element
    return (case.look("at_horizon") * each, most * each) if math.isfinite(most) else (0.0, 0.0)


def _capped_size(case: DecisionInputs) -> tuple[float, float]:
    size = min(case.constants.embed_max, case.look("max")) * case.element
    return size, size


def _slice_size(case: DecisionInputs) -> tuple[float, float]:
    size = subset_count(case) * subset_element(case)
    return size, size


def window_count(case: DecisionInputs) -> int:
    """Elements of a bucket of one window, at least one."""
    return max(1, bucket_window(case, case.look("time_window") or "day")[1])


def _size_bar(
    barred: Bars,
    projected: float,
    largest: float,
    case: DecisionInputs,
    strategy: str,
    holder: Entity | None = None,
) -> None:
    limits, name = case.constants, (holder or case.parent).name
    over = projected > limits.doc_error
    if over or largest > limits.doc_max:
        size, limit = (projected, limits.doc_error) if over else (largest, limits.doc_max)
        counts = {"average": "an average"} if over else {"max": "a max or a growth"}
        unsure = (
            doubt(case, counts) if STRATEGIES[strategy].is_whole_array else ""
        )  # others are bounded by themselves
        because = f"{name} documents would reach {_kib(size)} KiB, over {_kib(limit)} KiB{unsure}"
        _bar(barred, "G4", because, strategy)


def _kib(size: float) -> str:
    return grouped(size / _KIB, ",.0f")


def subset_count(case: DecisionInputs) -> int:
    """N of a slice: the declared count, else RECENT_N, or SUBSET_N for a summary."""
    limits = case.constants
    default = limits.subset_n if case.look("together_needs") == "summary" else limits.recent_n
    return int(given(given(case.relationship.recent, NO_SLICE).count, default))


def subset_fields(case: DecisionInputs) -> list[Field]:
    """The fields of C that a slice copies: the declared ones, else all that are not sensitive."""
    fields = [f for f in case.child.own_fields if f.name != "_id"]
    wanted = set(given(given(case.relationship.recent, NO_SLICE).fields, []))
    return [f for f in fields if f.name in wanted or (not wanted and not given(f.sensitive, False))]


def subset_element(case: DecisionInputs) -> float:
    """Bytes of one element of a slice (eS), the child's id included."""
    name, sizes = case.relationship.name, case.survey.slices
    if name not in sizes:
        fields = case.survey.stored_bytes(case.child.name, subset_fields(case))
        sizes[name] = 5 + fields + named(case.child.name + "_id", 12)
    return element_bytes(sizes[name], subset_count(case))


def bucket_count(case: DecisionInputs) -> int:
    """b of a page: page size or BUCKET_SIZE, within BUCKET_ITEMS and BUCKET_BYTES."""
    limits = case.constants
    wanted = given(case.relationship.page_size, limits.bucket_size)
    return max(1, int(min(wanted, limits.bucket_items, limits.bucket_bytes // case.element)))


def bucket_window(case: DecisionInputs, window: str) -> tuple[str, int]:
    """The window of a time bucket and the elements in it: the next smaller one while it
    would hold more than BUCKET_ITEMS."""
    order = list(reversed(WINDOW_DAYS))
    adds = case.look("adds_per_day")
    for name in order[order.index(window) :]:
        items = adds * WINDOW_DAYS[name]
        if items <= case.constants.bucket_items:
            return name, math.ceil(items)
    return "hour", math.ceil(adds * WINDOW_DAYS["hour"])


def has_outliers(case: DecisionInputs) -> str:
    """ "" where OUTLIER holds (1.9.11), else what is missing."""
    limits = case.constants
    share, p95 = case.read("share_over"), case.read("p95_at_horizon")
    if share is None:
        return "the share over the embedding limit isn't set"
    if share > limits.outlier_share:
        return f"{share:.1%} are over the limit, more than {limits.outlier_share:.0%}"
    if p95 is None or p95 > limits.embed_max:
        return "even a typical parent would exceed the limit"
    case.read("adds_per_day")  # which the projection leans on
    return ""


def never_folds(case: DecisionInputs) -> str:
    """ "" where a parent, a lookup too, may be repeated in each child, else what forbids it: a key that would no
    longer be unique, a result over other entities, which changes with them, too many fields, or of a lookup too many
    documents to be a small list of values."""
    parent, limits = case.parent, case.constants
    fields = [f for f in parent.own_fields if f.name != "_id"]
    if len(fields) > limits.fold_fields:
        return f"{parent.name} has more than {plain(limits.fold_fields)} fields"
    unique = [part.field.name for part in parts(fields) if given(part.field.unique, False)]
    unique += [index.keys[0][0] for index in given(parent.indexes, []) if given(index.unique, False)]
    if unique:
        return f"{parent.name}.{unique[0]} is unique, which the children can't enforce"
    if result := next(_results_over_others(fields), ""):
        return f"{parent.name}.{result} is computed from other entities, so it changes with them"
    return _no_small_list(case) if parent.kind_or_default == "lookup" else ""


def _results_over_others(fields: list[Field]) -> Iterator[str]:
    """Yield the names of the fields whose formula reads more than the fields beside it."""
    own = {field.name for field in fields}
    for part in parts(fields):
        computed = given(part.field.computed, None)
        if computed is None:
            continue
        formula = parse(computed.formula)
        paths = [*given(computed.sources, []), *(paths_of(formula) if formula is not None else ())]
        if not own.issuperset(path.split(".")[0] for path in paths):
            yield part.field.name


def _no_small_list(case: DecisionInputs) -> str:
    """ "" where a parent is a small list of values as far as the design says, else how many there are."""
    count = given(case.parent.count, 0)
    many = f"{case.parent.name} has {grouped(count, ',.0f')} documents, too many for a small list of values"
    return many if count > case.constants.ref_array_max else ""


def embeds_whole(case: DecisionInputs) -> bool:
    """Whether an array over EMBED_MAX is light enough to be embedded whole, where else it would overflow: hardly
    any parent has so many, the 95th percentile stays under DOC_SOFT, and the largest of all within DOC_WARN
    and the ids that one array holds."""
    limits, most, share = case.constants, case.look("max"), case.look("share_over")
    if share is None or not limits.embed_max < most <= limits.ref_array_max:
        return False  # before anything is worked out: most designs say nothing of outliers
    p95 = _p95_bytes(case)
    if p95 is None:
        return False
    usual = share <= limits.outlier_share and case.look("p95_at_horizon") <= limits.embed_max
    return bool(usual and p95 < limits.doc_soft and most * case.element <= limits.doc_warn)


def _p95_bytes(case: DecisionInputs) -> float | None:
    """Bytes of the array of 95 in 100 parents at the horizon, None where nobody knows."""
    p95 = case.look("p95_at_horizon")
    return None if p95 is None else p95 * case.element


def whole_array(case: DecisionInputs) -> str:
    """Why an array that is embedded whole needs no overflow, in a clause."""
    case.read("child_bytes")
    kib = grouped(max(1.0, (_p95_bytes(case) or 0) / _KIB), ",.0f")
    return f"at the 95th percentile, a {case.parent.name} has {kib} KiB of it, small enough to embed whole"


def too_much_to_fold(case: DecisionInputs) -> str:
    """ "" where the parent's own fields let it be repeated in each child, else what forbids it."""
    parent, limits = case.parent, case.constants
    if forbidden := never_folds(case):
        return forbidden
    fields = [f for f in parent.own_fields if f.name != "_id"]
    if document_bytes(parent.own_fields, identity=True) > limits.fold_bytes:  # folded, they stay fields
        return f"{parent.name} documents are too large"
    changes = any(given(part.field.updates_per_day, 0) > 0 for part in parts(fields))
    return f"{parent.name} changes" if changes else ""


def _is_chosen(case: DecisionInputs) -> bool:
    """Whether children come without the parent and get it, or another, later: then it is there without them."""
    return bool(case.look("to.min") < 1 and case.look("reassigned_per_day") > 0)


def folds(case: DecisionInputs) -> str:
    """ "" where FOLD_ONE holds (1.9.11), else the first thing that forbids it."""
    name, traffic, forbidden = case.parent.name, case.survey.traffic, too_much_to_fold(case)
    if forbidden:
        return forbidden
    checks = (
        (given(case.parent.inserts_per_day, 0) > 0, f"{name} is inserted on its own"),
        (_is_chosen(case), f"{case.child.name} can be inserted without {name}, and get one later"),
        (traffic.reads[name] > 0, f"{name} is read on its own"),
        (bool(traffic.by_entity.get(name)), f"{name} is written on its own"),
        (len(case.survey.ends[name]) > 1, f"{name} has other relationships"),
        (not case.survey.is_reached(case.relationship), f"no operation reaches {name}"),
    )
    return next((because for fails, because in checks if fails), "") or _no_small_list(case)


# What an array or object adds to its holder's document, and what a bucket has, by what caps it.
_SIZE_BY_CAP = {"": _one_size, "count": _array_sizes, "limit": _capped_size, "slice": _slice_size}
_COUNT_BY_CAP = {"page": bucket_count, "window": window_count}
_SIZES: dict[str, dict[str, Callable[[DecisionInputs], tuple[float, float]]]] = {
    kind: {
        name: _SIZE_BY_CAP[STRATEGIES[name].capped_by]
        for name in strategies_of(kind)
        if STRATEGIES[name].inside_holder or STRATEGIES[name].is_slice
    }
    for kind in ("one-to-one", "one-to-many")
}
_BUCKETS: dict[str, Callable[[DecisionInputs], int]] = {
    name: _COUNT_BY_CAP[STRATEGIES[name].capped_by] for name in strategies_with(lambda row: row.is_paged)
}
