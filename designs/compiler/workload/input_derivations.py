"""The derived inputs of every decision: the stated value, else measured from the operations,
else a default (rulebook 1.9), each remembered with its origin.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ..model.conceptual import Entity, Navigation, Relationship, Tree, given, stated
from ..plan_model.decisions import opposite
from .inputs import DAYS_A_YEAR, DEFAULT, GIVEN, MEASURED, DecisionInputs, Quantity, Table, first

_ONE_PARENT = frozenset({"one-to-many", "tree"})
_INSTANT = frozenset({"event", "measurement"})


def _bound(side: str) -> Callable[[DecisionInputs], Quantity]:
    """K of an end (1.9.1): infinite if growth is unbounded, else max, else 10 averages where one is stated, but no more
    than there will be of the other end where these are stated and few, else without a limit; what is assumed is no less than what
    is stated of the least and of the 95th percentile. How many parents a child of a 1:N or a node of a tree has, its kind
    says."""

    def derive(case: DecisionInputs) -> Quantity:
        if case.relationship.kind == "one-to-one":
            return Quantity(1, GIVEN)
        count = case.count(side)
        growth = case.quantity(f"{side}.growth")
        if growth.value == "unbounded":
            return Quantity(math.inf, growth.origin)
        if side == "to" and case.relationship.kind in _ONE_PARENT:
            return first((count.max, GIVEN), (1, GIVEN))
        others = _at_horizon(case, case.child if side == "from" else case.parent)
        others = others if others <= case.constants.embed_max else math.inf  # more say little of one document
        likely = 10 * float(given(count.average, 0)) if stated(count.average) else math.inf
        # No less than what is stated: a file with such a max would be refused.
        assumed = max(min(likely, others), given(count.min, 0), given(count.p95, 0))
        return first((count.max, GIVEN), (assumed, DEFAULT))

    return derive


def _at_horizon(case: DecisionInputs, entity: Entity) -> float:
    """How many documents an entity has at the end of the horizon, by its stated count and its inserts a day; without a
    limit where it states no count."""
    inserted = case.survey.inserted(entity.name)
    if not stated(entity.count):
        return math.inf
    added = inserted.value if inserted is not None else 0.0
    return max(1.0, float(given(entity.count, 0)) + added * DAYS_A_YEAR * case.constants.horizon)


def _least(case: DecisionInputs) -> Quantity:
    """How many P a C has at least; where it has one at most, one unless stated (1.9.1)."""
    single = case.relationship.kind in ("one-to-one", "one-to-many")
    return first((case.count("to").min, GIVEN), (int(single), DEFAULT))


def _growth(side: str) -> Callable[[DecisionInputs], Quantity]:
    """The stated growth, else without a limit of what happens again and again, unless a max is stated (1.9.1)."""

    def derive(case: DecisionInputs) -> Quantity:
        other = case.child if side == "from" else case.parent
        instant = other.kind_or_default in _INSTANT and not stated(case.count(side).max)
        return first((case.count(side).growth, GIVEN), ("unbounded" if instant else "bounded", DEFAULT))

    return derive


def _shared_average(case: DecisionInputs, side: str) -> float | None:
    """How many of the other end one document of an end has, by the stated counts of both: what all of them have
    over how many they are, within the stated least and most of each. None where nothing tells."""
    link, entities = case.relationship, case.survey.names.entities
    end, other = link.end(side), link.end(opposite(side))
    own, others = (entities[each.entity].count for each in (end, other))
    if end.entity == other.entity or not stated(own) or not stated(others) or not given(own, 0):
        return None
    if link.kind == "one-to-many":
        each: float | None = 1.0 if side == "from" else None
    else:
        each = float(given(other.count.average, 0)) if stated(other.count.average) else None
    if each is None or link.kind not in ("one-to-many", "many-to-many"):
        return None
    average = given(others, 0) * each / given(own, 0)
    return max(float(given(end.count.min, 0)), min(average, float(given(end.count.max, None) or math.inf)))


def _average(side: str) -> Callable[[DecisionInputs], Quantity]:
    """The stated average of an end, else what the counts of both ends come to, else half of what is stated of the
    most, else 10."""

    def derive(case: DecisionInputs) -> Quantity:
        if case.relationship.kind == "one-to-one":
            return Quantity(1, GIVEN)
        count = case.count(side)
        halves = [given(value, 0) / 2 for value in (count.p95, count.max) if stated(value)]
        guess = max([*halves, 10.0][0], given(count.min, 0))
        shared = _shared_average(case, side)
        return first((count.average, GIVEN), (shared, MEASURED), (guess, DEFAULT))

    return derive


def _p95(case: DecisionInputs) -> Quantity:
    count = case.count("from")
    return first((count.p95, GIVEN), (count.max, DEFAULT), (None, DEFAULT))


def _adds(case: DecisionInputs) -> Quantity:
    """Additions per P and day (1.9.2)."""
    inserts = case.quantity("inserts_per_day")
    spread, parents = None, case.survey.counted(case.parent.name)
    if inserts.value is not None and case.relationship.kind in ("one-to-many", "one-to-one"):
        spread = inserts.value / max(1.0, parents.value)
    origin = _origin(inserts.origin != DEFAULT and parents.origin != DEFAULT)
    return first((case.count("from").adds_per_day, GIVEN), (spread, origin), (0, DEFAULT))


def _origin(is_known: object) -> str:
    """The origin of what is worked out: measured where all that it comes from is stated, else assumed."""
    return MEASURED if is_known else DEFAULT


def _inserts(case: DecisionInputs) -> Quantity:
    """Inserts of C a day: from operations that say how often, else declared, else of other operations, else the
    parent's additions, else None."""
    inserted = case.survey.inserted(case.child.name)
    if inserted is not None:
        return inserted
    adds = case.count("from").adds_per_day
    total = given(adds, 0) * case.survey.count(case.parent.name) if stated(adds) else None
    spread = case.survey.counted(case.parent.name).origin
    return first((total, spread), (None, DEFAULT))


def _kproj(case: DecisionInputs) -> Quantity:
    value = case.projected(case.look("average"), case.look("adds_per_day"), case.look("max"))
    return Quantity(
        value, _origin(DEFAULT not in (case.quantity("average").origin, case.quantity("adds_per_day").origin))
    )


def _p95proj(case: DecisionInputs) -> Quantity:
    p95 = case.quantity("p95")
    if p95.value is None:
        return Quantity(None, DEFAULT)
    value = case.projected(p95.value, case.look("adds_per_day"), case.look("max"))
    return Quantity(value, p95.origin)


def _exclusive(case: DecisionInputs) -> Quantity:
    """Whether C belongs to one P alone (1.9.6): what is weak and is not said to be another's, which its kind states,
    and what has exactly one P where nothing else refers to it, whatever it holds itself."""
    to, child = case.count("to"), case.child.name
    once = stated(to.min) and stated(to.max) and to.min == 1 and to.max == 1
    others = [link for link in case.survey.ends[child] if link.name != case.relationship.name]
    alone = once and all(is_held(link, child) for link in others)
    assumed = case.child.kind_or_default == "entity" and alone
    return first((case.relationship.exclusive_owner, GIVEN), (_of_kind(case), GIVEN), (assumed, DEFAULT))


def _lifecycle(case: DecisionInputs) -> Quantity:
    """Whether C comes and goes with its P, as what is weak does."""
    return first((case.relationship.same_lifecycle, GIVEN), (_of_kind(case), GIVEN), (True, DEFAULT))


def _of_kind(case: DecisionInputs) -> bool | None:
    """Whether C is P's by its kind; None where its kind doesn't say."""
    child = case.child
    others = [link for link in case.survey.ends[child.name] if link.name != case.relationship.name]
    is_anothers = any(link.to.entity == child.name and link.exclusive_owner is True for link in others)
    return True if child.kind_or_default == "weak" and not is_anothers else None


def is_held(link: Relationship, holder: str) -> bool:
    """Return whether what a relationship leads to is an entity's own: its children, its part, or links that it owns."""
    if link.from_.entity == link.to.entity or link.kind == "is-a":
        return False
    owner = given(link.link_owner, None) if link.kind == "many-to-many" else "from"
    return owner is not None and link.end(owner).entity == holder


def _independent(case: DecisionInputs) -> Quantity:
    """Share of operations on C that neither come through P nor by its key (1.9.7)."""
    traffic, child, name = case.survey.traffic, case.child.name, case.relationship.name
    touching = traffic.touches[child]
    addressed = traffic.reads[child] + traffic.updates[child] + traffic.deletes[child]
    share = (addressed - traffic.key_touches[name]) / touching if touching else 0.0
    origin = _origin(touching and ("touches", child) not in traffic.guessed)
    return first((case.relationship.independent_access, GIVEN), (max(0.0, share), origin))


def _navigation(side: str) -> Callable[[DecisionInputs], Quantity]:
    """Reads a day in one direction; where neither is known, 1:N goes from P, others both ways."""

    def derive(case: DecisionInputs) -> Quantity:
        traffic, name = case.survey.traffic, case.relationship.name
        forward, backward = traffic.forward[name] + traffic.key_reads[name], traffic.backward[name]
        declared = given(case.relationship.navigation, Navigation())
        own = declared.from_to_per_day if side == "from" else declared.to_from_per_day
        if forward == 0 == backward and not (
            stated(declared.from_to_per_day) or stated(declared.to_from_per_day)
        ):
            both = case.relationship.kind in ("many-to-many", "graph")
            return first((own, GIVEN), (1 if side == "from" or both else 0, DEFAULT))
        sums = {("forward", name), ("key_reads", name), ("backward", name)}
        origin = _origin((forward or backward) and sums.isdisjoint(traffic.guessed))
        return first((own, GIVEN), (forward if side == "from" else backward, origin))

    return derive


def _found_by_parent(case: DecisionInputs) -> Quantity:
    """Share of the reads from P to its C that are addressed at C and look for it by P: what a reference in C and
    one index answer, with whatever else they look for."""
    traffic, name = case.survey.traffic, case.relationship.name
    keyed = traffic.key_reads[name]
    forward = traffic.forward[name] + keyed
    return Quantity(keyed / forward if forward else 0.0, MEASURED if forward else DEFAULT)


def _together(case: DecisionInputs) -> Quantity:
    """Share of the reads of P that need C (1.9.9); of an is-a, of those that want all kinds."""
    if case.relationship.kind == "is-a":
        return _kinds_together(case)
    traffic, name = case.survey.traffic, case.relationship.name
    keyed = traffic.key_reads[name]
    reads = traffic.read_touches[case.parent.name] + keyed
    forward = case.quantity("from_to_per_day")
    uses = traffic.forward[name] + keyed
    value = 0.0 if forward.origin == DEFAULT and not uses else forward.value
    share = min(1.0, value / reads) if reads else 0.5
    sums = {("read_touches", case.parent.name), ("key_reads", name)}
    origin = _origin(reads and sums.isdisjoint(traffic.guessed))
    return first((case.relationship.accessed_together, GIVEN), (share, origin))


def _kinds_together(case: DecisionInputs) -> Quantity:
    """Once for a whole family (1.9.15): the mean of what is declared, else the share of the reads
    that are addressed at a general. Nothing is known without reads: then none of them."""
    links = case.survey.families.links(case.child.name)
    shares = [float(given(link.accessed_together, 0)) for link in links if stated(link.accessed_together)]
    if shares:
        return Quantity(sum(shares) / len(shares), GIVEN)
    traffic, generals = case.survey.traffic, {link.from_.entity for link in links}
    family = case.survey.families.family(case.child.name)
    total = sum(traffic.reads[name] for name in family)
    share = sum(traffic.reads[name] for name in generals) / total if total else 0.0
    return Quantity(
        share, _origin(total and traffic.guessed.isdisjoint([("reads", name) for name in family]))
    )


def _shared_fields(case: DecisionInputs) -> float:
    """Of the fields that a special kind has on average, the share that the general ones bring
    (1.9.15), ``_id`` aside."""
    families, entities = case.survey.families, case.survey.names.entities

    def count(names: list[str]) -> int:
        return sum(field.name != "_id" for name in names for field in entities[name].own_fields)

    specials = [name for name in families.family(case.child.name) if families.generals.get(name)]
    tops = count(families.tops(case.child.name))
    mean = sum(count([name, *families.above(name)]) for name in specials) / max(1, len(specials))
    return tops / mean if mean else 1.0


def _general_linked(case: DecisionInputs) -> bool:
    """Whether a general of the family is an end of a relationship that is no is-a."""
    generals = {link.from_.entity for link in case.survey.families.links(case.child.name)}
    return any(link.kind != "is-a" for name in generals for link in case.survey.ends[name])


def _needs(case: DecisionInputs) -> Quantity:
    """Which C readers of a P need: what is stated, else a page where each read of them states a limit, else all."""
    assumed = ("recent", DEFAULT) if stated(case.relationship.recent) else ("all", DEFAULT)
    limited = ("page", MEASURED) if _is_limited(case) and assumed[0] == "all" else (None, MEASURED)
    return first((case.relationship.together_needs, GIVEN), limited, assumed)


def _pagination(case: DecisionInputs) -> Quantity:
    """How readers page through the C of a P; not at all, as the operations say, where each of them states a limit."""
    return first((case.relationship.pagination, GIVEN), ("none", MEASURED if _is_limited(case) else DEFAULT))


def _is_limited(case: DecisionInputs) -> bool:
    """Whether all reads from a P to its C are operations that state a limit."""
    others = stated(given(case.relationship.navigation, Navigation()).from_to_per_day)
    return not others and case.survey.traffic.is_limited(case.relationship.name)


def _reassigned(case: DecisionInputs) -> Quantity:
    traffic, name = case.survey.traffic, case.relationship.name
    measured = traffic.reassigns.get(name), _origin(("reassigns", name) not in traffic.guessed)
    return first((case.relationship.reassigned_per_day, GIVEN), measured, (0, DEFAULT))


def _reads_per_insert(case: DecisionInputs) -> Quantity:
    """Reads that use R forward for each insert of C; None where the reads are unknown (1.9.10)."""
    traffic = case.survey.traffic
    inserts = case.look("inserts_per_day")
    if not inserts:
        return Quantity(math.inf, DEFAULT)
    reads: float | None = traffic.forward.get(case.relationship.name)
    navigation = given(case.relationship.navigation, Navigation()).from_to_per_day
    if reads is None and stated(navigation):
        reads = float(given(navigation, 0))
    if reads is None and (traffic.read_touches[case.parent.name] or traffic.read_touches[case.child.name]):
        reads = 0.0
    if reads is None:
        return Quantity(None, DEFAULT)
    is_guessed = ("forward", case.relationship.name) in traffic.guessed
    origin = _origin(not is_guessed and case.quantity("inserts_per_day").origin != DEFAULT)
    return Quantity(reads / inserts, origin)


def _deletes(case: DecisionInputs) -> Quantity:
    traffic, child = case.survey.traffic, case.child.name
    return Quantity(traffic.deletes[child], _origin(("deletes", child) not in traffic.guessed))


def _joins_saved(case: DecisionInputs) -> Quantity:
    """Joins a day that a slice of C in P saves: reads of P for which it is enough; None where nobody knows."""
    traffic, name = case.survey.traffic, case.relationship.name
    navigation = given(case.relationship.navigation, Navigation()).from_to_per_day
    if name in traffic.forward:
        return Quantity(traffic.sliced[name], _origin(("forward", name) not in traffic.guessed))
    if stated(navigation):
        return Quantity(float(given(navigation, 0)), GIVEN)
    is_read = traffic.read_touches[case.parent.name] or traffic.read_touches[case.child.name]
    return Quantity(0.0, MEASURED) if is_read else Quantity(None, DEFAULT)


def _copies_written(case: DecisionInputs) -> Quantity:
    """Copies a day that a slice of C in P writes: one for each C that comes, goes, or changes in what it shows."""
    inserts = case.quantity("inserts_per_day")
    traffic, name = case.survey.traffic, case.relationship.name
    changed, is_known = traffic.resliced[name], ("resliced", name) not in traffic.guessed
    return Quantity((inserts.value or 0) + changed, _origin(is_known) if changed else inserts.origin)


def _window(case: DecisionInputs) -> Quantity:
    """The declared window; a day for measurements, which are asked about it where they can't be a native
    time series (X9)."""
    assumed = "day" if case.child.kind_or_default == "measurement" else None
    return first((case.relationship.time_window, GIVEN), (assumed, DEFAULT), (None, GIVEN))


def _of_tree(key: str, default: Any) -> Callable[[DecisionInputs], Quantity]:
    """How a tree is shaped and read, as its relationship says."""
    return lambda case: first(
        (getattr(given(case.relationship.tree, Tree()), key), GIVEN), (default, DEFAULT)
    )


def _stands_still(case: DecisionInputs) -> Quantity:
    """Whether a tree stays as it is: as stated, else not where operations add nodes or move them, else nobody knows."""
    traffic = case.survey.traffic
    changes = traffic.inserts.get(case.child.name) or traffic.reassigns.get(case.relationship.name)
    return first(
        (given(case.relationship.tree, Tree()).static, GIVEN), (False, MEASURED if changes else DEFAULT)
    )


def _quiet(value: Callable[[DecisionInputs], Any]) -> Callable[[DecisionInputs], Quantity]:
    """An input that is a plain fact of the design, never assumed."""
    return lambda case: Quantity(value(case), GIVEN)


INPUTS: Table = {
    "max": _bound("from"),
    "growth": _growth("from"),
    "from.max": _bound("from"),
    "to.max": _bound("to"),
    "to.min": _least,
    "from.growth": _growth("from"),
    "to.growth": _growth("to"),
    "average": _average("from"),
    "to.average": _average("to"),
    "p95": _p95,
    "p95_at_horizon": _p95proj,
    "at_horizon": _kproj,
    "adds_per_day": _adds,
    "inserts_per_day": _inserts,
    "share_over": lambda case: first((case.count("from").share_over, GIVEN), (None, GIVEN)),
    "exclusive_owner": _exclusive,
    "independent_access": _independent,
    "accessed_together": _together,
    "together_needs": _needs,
    "found_by_parent": _found_by_parent,
    "names_parent": _quiet(lambda case: given(case.relationship.to.field, None)),
    "from_to_per_day": _navigation("from"),
    "to_from_per_day": _navigation("to"),
    "reassigned_per_day": _reassigned,
    "reads_per_insert": _reads_per_insert,
    "joins_saved_per_day": _joins_saved,
    "copies_written_per_day": _copies_written,
    "same_lifecycle": _lifecycle,
    "pagination": _pagination,
    "time_window": _window,
    "link_fields": _quiet(lambda case: len(given(case.relationship.link_fields, []))),
    "link_owner": _quiet(lambda case: given(case.relationship.link_owner, None)),
    "link_accessed_alone": lambda case: first(
        (case.relationship.link_accessed_alone, GIVEN), (False, DEFAULT)
    ),
    "deletes_per_day": _deletes,
    "shared_fields": _quiet(_shared_fields),
    "general_linked": _quiet(_general_linked),
    "tree.reads": _of_tree("reads", "children"),
    "tree.depth": _of_tree("depth", None),
    "tree.static": _stands_still,
    "tree.ordered": _of_tree("ordered", False),
    "count": lambda case: case.survey.counted(case.child.name),
    "from.count": lambda case: case.survey.counted(case.parent.name),
    "child_kind": _quiet(lambda case: case.child.kind_or_default),
    "child_bytes": lambda case: Quantity(case.survey.own_bytes(case.child.name, identity=False), GIVEN),
}
