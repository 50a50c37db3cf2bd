"""What lives as long as what: the strategies that would let a thing go too early or too late (gate G7).

The server's expiry deletes whole documents, and a capped collection throws away its oldest documents. Of an array of dates the expiry takes the earliest: a bucket would go with
the first of what it holds.

Source: MongoDB manual, TTL indexes and capped collections.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..model.conceptual import Computed, Entity, Field, Relationship, Retention, given, stated
from ..model.formulas import parse, paths_of
from ..names.inflection import snake
from ..names.paths import Paths
from ..strategies.table import strategies_with, traits_of
from .inputs import BY_DATE, DecisionInputs, Survey, writes

WHOLE = frozenset({"capped"})
"""Policies that hold for a whole collection or for none of it."""
EXPIRING = WHOLE | BY_DATE
_NESTING = strategies_with(lambda row: row.nests)
_BUCKETS = strategies_with(lambda row: row.is_paged)
_SLICES = strategies_with(lambda row: row.is_slice)
_LISTS = strategies_with(lambda row: row.has_id_arrays and row.kinds == ("one-to-many",))
_DAY = 86_400
_LATER = re.compile(
    r"(?:^|_)(?:outcome|result|verdict|decision|resolution|winner|place|rank|final_score|"
    r"(?:finished|completed|closed|solved|resolved|replied|reply|paid|shipped|delivered|returned|approved|rejected|"
    r"cancelled|canceled|confirmed|answered|reviewed|picked_up|ended|left|read|seen|sent|done|settled|refunded|released|printed|processed|handled|"
    r"collected|exported|deleted|used|redeemed|retired|deactivated|withdrawn)_(?:at|on))$"
)
"""Names of what is only known after a thing came about."""


def lifetime(entity: Entity) -> Retention:
    """An entity's retention, kept for ever where it states none."""
    return given(entity.retention, Retention(policy="keep"))


def expires(entity: Entity) -> bool:
    """Whether the server deletes documents of an entity by itself: as its retention or an index of its own says."""
    by_index = any(stated(index.expire_after_seconds) for index in given(entity.indexes, []))
    return by_index or lifetime(entity).policy in EXPIRING


def never_dated(survey: Survey, entity: Entity) -> str:
    """The date that an entity's retention goes by, if documents may stay without it for ever: it may be absent, and no
    update of the design writes it, though it says how documents are changed. "" where nothing speaks for that."""
    path, field = given(lifetime(entity).field, ""), dated(entity)
    if field is None or given(field.required, False) or stated(field.computed):
        return ""
    kin = (entity.name, *survey.families.above(entity.name), *survey.families.below(entity.name))
    by_entity = survey.traffic.by_entity
    updates = [each for name in kin for each in by_entity.get(name, ()) if each.kind == "update"]
    return "" if not updates or any(writes(update, path) for update in updates) else path


def dated(entity: Entity) -> Field | None:
    """The date that an entity's retention goes by, None where it names none."""
    field = _at(entity.own_fields, given(lifetime(entity).field, ""))
    return field if field is not None and "date" in field.all_types else None


def comes_later(name: str) -> bool:
    """Whether a field is called as what is only known after a thing came about, such as ``done_at``."""
    return _LATER.search(snake(name)) is not None


def _at(fields: Iterable[Field], path: str) -> Field | None:
    """The field at a path of an entity's own."""
    first, _, rest = path.partition(".")
    field = next((each for each in fields if each.name == first), None)
    return _at(given(field.fields, []), rest) if field is not None and rest else field


def expiring_behind(paths: Paths, entity: Entity, computed: Computed) -> Iterator[Entity]:
    """Yield the entities behind a formula's paths whose documents go when they are old."""
    formula = parse(computed.formula)
    for path in paths_of(formula) if formula is not None else ():
        route = paths.resolve(entity.name, path)
        for step in route.steps if route is not None else ():
            target = paths.names.entities.get(step.target or "") if step.kind == "end" else None
            if target is not None and expires(target):
                yield target


def outlives(holder: Entity, part: Entity) -> bool:
    """G7 (1.9.12): whether the two are kept differently and one of them expires.

    A weak entity that states nothing lives as long as its holder: it has no life of its own.
    """
    if part.kind_or_default == "weak" and not stated(part.retention):
        return False
    mine, theirs = lifetime(holder), lifetime(part)
    return mine != theirs and bool(EXPIRING & {mine.policy, theirs.policy})


def against_lifetimes(case: DecisionInputs) -> dict[str, str]:
    """By strategy, why the lifetimes of what it would put together forbid it; empty where they do not. No number
    of the relationship changes that."""
    cached, name = case.survey.expiring, case.relationship.name
    if name not in cached:
        cached[name] = _against_lifetimes(case)
    return cached[name]


def _against_lifetimes(case: DecisionInputs) -> dict[str, str]:
    kind, because_of = case.relationship.kind, dict[str, str]()
    if kind not in ("one-to-many", "one-to-one"):
        return because_of
    for part in _parts(case):
        if outlives(case.parent, part):
            because = f"{case.parent.name} and {part.name} have different retention periods, and expiry deletes whole documents"
            because_of = dict.fromkeys(_NESTING, because) | because_of
        if kind == "one-to-many" and lifetime(part).policy in EXPIRING:
            if lifetime(case.parent) != lifetime(part):
                because = f"{part.name} expires, but its IDs would stay in the {case.parent.name} documents"
                because_of = dict.fromkeys(_LISTS, because) | because_of
            because = f"{part.name} expires, and a bucket can only be deleted whole"
            because_of = dict.fromkeys(_BUCKETS, because) | because_of
        if kind == "one-to-many" and _is_brief(lifetime(part)):
            because = f"{part.name} expires within a day, but its copies would stay"
            because_of = dict.fromkeys(_SLICES, because) | because_of
    return because_of


def _is_brief(retention: Retention) -> bool:
    """Whether what is kept so goes within a day, or says itself when, as holds, tokens and locks do."""
    return retention.policy == "ttl" and stated(retention.seconds) and given(retention.seconds, _DAY) < _DAY


def _parts(case: DecisionInputs) -> Iterator[Entity]:
    """What a relationship would move into a holder: its child, and the kinds of it that say how long they live."""
    yield case.child
    for name in case.survey.families.below(case.child.name):
        kind = case.survey.names.entities[name]
        if stated(kind.retention):
            yield kind


def taken_along(survey: Survey, relationship: Relationship) -> str:
    """Which kind's collection is thrown away with other kinds in it, should a family share one; "" where none is,
    or where the designer lets them share it: a family is stored in one way."""
    families, entities = survey.families, survey.names.entities
    if any(
        traits_of(given(link.strategy, "auto")).shares_collection
        for link in families.links(relationship.to.entity)
    ):
        return ""
    for name in families.family(relationship.to.entity):
        differ = any(stated(entities[subtype].retention) for subtype in families.below(name))
        if lifetime(entities[name]).policy in WHOLE and (differ or families.generals.get(name)):
            return f"{name} would be in a capped collection, which also deletes other subtypes"
    return ""
