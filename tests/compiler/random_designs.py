"""Random designs for property tests: every kind, odd numbers, operations, copies, forced strategies.

``designs()`` makes design files as JSON values that read without a fault, except where a ring of
forced embedding happens to close. NESTLINK_EXAMPLES says how many each property tries.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from designs.compiler.strategies.table import strategies_of

Json = dict[str, Any]
AT_LENGTH = "NESTLINK_EXAMPLES" in os.environ
"""Whether other designs are tried in each run, and more of them; else the same few."""
EXAMPLES = int(os.environ.get("NESTLINK_EXAMPLES", "15"))
examples = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=not AT_LENGTH,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)

KINDS = (
    "one-to-one",
    "one-to-many",
    "one-to-many",
    "one-to-many",
    "many-to-many",
    "many-to-many",
    "tree",
    "graph",
    "is-a",
)
ENTITY_KINDS = ("entity", "entity", "entity", "weak", "weak", "event", "measurement", "lookup")
TYPES = (
    "string",
    "string",
    "int",
    "date",
    "double",
    "bool",
    "objectId",
    "decimal",
    "long",
    "binData",
    "uuid",
)
COUNTS = (0, 1, 2, 3, 5, 10, 49, 50, 199, 200, 201, 1000, 2000, 2001, 5000, 500_000)
RATES = (0, 0.01, 0.5, 1, 2, 10, 99, 100, 5000, 1_000_000)
SHARES = (0, 0.01, 0.19, 0.2, 0.49, 0.5, 0.8, 1)
SIZES = (0, 5, 40, 400, 5000, 100_000, 4_000_000)


UNRECORDED = 1_000_000
"""The first seed that no list, record or name of a test knows."""


class Dice(Random):
    """Draws from plain tables: a thousand times quicker than drawing each value by hypothesis."""

    def maybe(self, values: Any, chance: int = 2) -> Any:
        """One of the values, or None ``chance - 1`` times in ``chance``."""
        return None if self.randrange(chance) else self.choice(values)


def _stated(**values: Any) -> Json:
    """The keys that have a value: absent is not the default."""
    return {key: value for key, value in values.items() if value is not None}


def _field(dice: Dice, name: str) -> Json:
    kind = dice.choice(TYPES)
    sized = kind in ("string", "binData")
    return _stated(
        name=name,
        type=kind,
        required=dice.maybe([True]),
        nullable=dice.maybe([True], 4),
        immutable=dice.maybe([True], 4),
        unique=dice.maybe([True], 8),
        sensitive=dice.maybe([True], 8),
        average_bytes=dice.maybe(SIZES) if sized else None,
        updates_per_day=dice.maybe(RATES, 5),
    )


def _retention(dice: Dice) -> Json | None:
    policy = dice.maybe(["keep", "ttl", "capped", "archive", "rolling"], 4)
    extra: dict[str, Json] = {
        "ttl": {"field": "made", "seconds": dice.choice([60, 86_400])},
        "capped": {"bytes": 1_000_000},
        "archive": {"field": "made", "after_days": 30},
        "rolling": {"period": "month"},
    }
    return {"policy": policy, **extra.get(policy, {})} if policy else None


def _entity(dice: Dice, place: int) -> Json:
    fields = [_field(dice, f"f{place}x{number}") for number in range(dice.randint(0, 4))]
    if dice.randint(0, 5) == 0:
        fields.insert(0, {"name": "_id", "type": dice.choice(["int", "string", "objectId"])})
    kind, retention = dice.choice(ENTITY_KINDS), _retention(dice)
    if retention or kind == "measurement":
        fields.append({"name": "made", "type": "date", "required": True})
    if dice.randint(0, 4) == 0:
        nested = {"name": "n", "type": "int"}
        fields.append({"name": f"f{place}o", "type": "object", "fields": [nested]})
    return _stated(
        name=f"Entity{place}",
        kind=kind,
        fields=fields,
        count=dice.maybe([0, 1, 100, 10_000, 10_000_000]),
        inserts_per_day=dice.maybe(RATES, 3),
        retention=retention,
        validation=dice.maybe([{"level": "strict"}], 8),
        needs=dice.maybe([["unique"], ["change-streams"]], 8),
        history=dice.maybe(["none", "revisions"], 8),
    )


def _count(dice: Dice, most: int | None = None) -> Json:
    """Counts in order; ``most`` bounds the maximum."""
    pool = [one for one in COUNTS if most is None or one <= most]
    least, average, high = sorted(dice.choices(pool, k=3))
    p95 = dice.choice([one for one in pool if least <= one <= high])
    return _stated(
        min=dice.maybe([least]),
        average=dice.maybe([average], 3),
        p95=dice.maybe([p95], 4),
        max=dice.maybe([high]),
        growth=dice.maybe(["bounded", "unbounded"], 3),
        adds_per_day=dice.maybe(RATES, 4),
        share_over=dice.maybe([0, 0.005, 0.01, 0.02], 3),
    )


def _relationship(dice: Dice, place: int, entities: list[Json], forced: bool) -> Json:
    kind = dice.choice(KINDS)
    names = [one["name"] for one in entities]
    parent = dice.choice(names)
    child = parent if kind in ("tree", "graph") else dice.choice(names)
    if kind == "is-a":  # no ring: the general kind stands before its specials
        parent, child = sorted((parent, child), key=names.index)
        kind = "one-to-one" if parent == child else kind
    ends: Json = {
        "from": _stated(
            entity=parent,
            field=dice.maybe([f"down{place}"]),
            has=(dice.randrange(2) and _count(dice)) or None,
        ),
        "to": _stated(
            entity=child,
            field=f"up{place}" if dice.randrange(2) else None,
            has=(dice.randrange(2) and _count(dice, 1 if kind == "one-to-many" else None)) or None,
        ),
    }
    own = dice.maybe(strategies_of(kind), 6) if forced else None
    return {
        "name": f"link{place}",
        "kind": kind,
        **ends,
        **_flags(dice, kind, entities, parent, child),
        **_stated(strategy=own),
    }


def _flags(dice: Dice, kind: str, entities: list[Json], parent: str, child: str) -> Json:
    links = kind in ("many-to-many", "graph")
    return _stated(
        exclusive_owner=dice.maybe([True, True, False]),
        independent_access=dice.maybe(SHARES, 3),
        accessed_together=dice.maybe(SHARES),
        together_needs=dice.maybe(["all", "page", "recent", "summary", "ids", "nothing"]),
        recent=dice.maybe([{}, {"count": 3}, {"count": 1000}], 4),
        navigation=None if dice.randrange(3) else _navigation(dice),
        reassigned_per_day=dice.maybe(RATES, 4),
        atomic=dice.maybe([True], 6),
        pagination=dice.maybe(["none", "sequential", "arbitrary"]),
        page_size=dice.maybe([1, 20, 5000], 4),
        child_updates_per_day=dice.maybe(RATES, 5),
        same_lifecycle=dice.maybe([True, False], 5),
        time_window=dice.maybe(["hour", "day", "week", "month"], 5),
        link_fields=[{"name": "since", "type": "date"}] if links and dice.randint(0, 3) == 0 else None,
        link_owner=dice.maybe(["from", "to"]) if links else None,
        link_accessed_alone=dice.maybe([True, False], 4) if links else None,
        copies=_copies(dice, entities, parent, child) or None,
        tree={"reads": dice.choice(["children", "ancestors", "whole"])} if kind == "tree" else None,
    )


def _navigation(dice: Dice) -> Json:
    return _stated(from_to_per_day=dice.maybe(RATES), to_from_per_day=dice.maybe(RATES))


def _copies(dice: Dice, entities: list[Json], parent: str, child: str) -> list[Json]:
    fields = {one["name"]: [f["name"] for f in one["fields"] if f["name"] != "_id"] for one in entities}
    choices = [(side, name) for side, owner in (("from", parent), ("to", child)) for name in fields[owner]]
    if not choices or dice.randint(0, 3):
        return []
    side, name = dice.choice(choices)
    policy = dice.maybe(["immutable", "snapshot", "strong", "eventual", "batch"])
    rates = {"reads_per_day": dice.maybe(RATES), "updates_per_day": dice.maybe(RATES)}
    return [_stated(field=name, of=side, policy=policy, **rates)]


def _operation(dice: Dice, place: int, entities: list[Json], links: list[Json]) -> Json:
    kind = dice.choice(["read", "read", "read", "insert", "update", "delete"])
    owner = dice.choice(entities)
    paths = _paths(owner, links)
    wanted = dice.sample(paths, min(len(paths), dice.randint(0, 2))) if kind != "insert" else []
    own = [one["name"] for one in owner["fields"] if one["name"] != "_id"]
    return _stated(
        name=f"operation{place}",
        kind=kind,
        entity=owner["name"],
        per_day=dice.choice(RATES),
        filter=[_stated(field=one, match=dice.maybe(["eq", "in", "exists"])) for one in wanted] or None,
        includes=(_includes(dice, owner["name"], links) or None) if kind == "read" else None,
        sort=[{"field": dice.choice(own), "direction": -1}]
        if own and kind == "read" and dice.randrange(2)
        else None,
        changes=[dice.choice(own)] if own and kind == "update" else None,
        limit=dice.maybe([1, 20], 3) if kind == "read" else None,
    )


def _paths(owner: Json, links: list[Json]) -> list[str]:
    """What operations on an entity may filter by: its fields, its id, declared references."""
    plain = [one["name"] for one in owner["fields"] if one["type"] != "object"]
    up = [
        one["to"]["field"]
        for one in links
        if one["to"]["entity"] == owner["name"] and "field" in one["to"] and one["kind"] != "is-a"
    ]
    return list(dict.fromkeys([*plain, "_id", *up]))


def _includes(dice: Dice, start: str, links: list[Json]) -> list[str]:
    reached, found = {start}, []
    for _ in range(dice.randint(0, 2)):
        near = [one for one in links if {one["from"]["entity"], one["to"]["entity"]} & reached]
        near = [one for one in near if one["name"] not in found]
        if not near:
            break
        chosen = dice.choice(near)
        reached |= {chosen["from"]["entity"], chosen["to"]["entity"]}
        found.append(chosen["name"])
    return found


def random_design(seed: int, entities: int, links: int, operations: int, *, forced: bool = True) -> Json:
    """The design file of a seed with so many parts, as JSON values."""
    dice = Dice(seed)
    things = [_entity(dice, place) for place in range(entities)]
    ties = [_relationship(dice, place, things, forced) for place in range(links)]
    work = [_operation(dice, place, things, ties) for place in range(operations)]
    return _stated(
        format="nestlink/1",
        name="Random",
        database="random",
        entities=things,
        relationships=ties,
        operations=work,
        workload_profile=dice.maybe(["read-heavy", "write-heavy", "mixed"]),
        topology=dice.maybe(["standalone", "replica-set", "sharded"]),
        naming=dice.maybe([{"references": "role"}, {"references": "_id", "arrays": "x_ids"}], 3),
        **_of_drivers(seed),
    )


def _of_drivers(seed: int) -> Json:
    """What a design may say of the values that drivers send. Seeds that something is recorded of have none of it."""
    dice = Dice(~seed)
    if seed < UNRECORDED:
        return {}
    return _stated(absent=dice.maybe(["missing", "either"]), exact=dice.maybe([True], 3))


def designs(
    *, entities: int = 5, links: int = 7, operations: int = 7, forced: bool = True
) -> st.SearchStrategy[Json]:
    """Design files with at most so many parts; shrinking makes them fewer."""
    return st.builds(
        random_design,
        st.integers(0, 2**32),
        st.integers(1, entities),
        st.integers(0, links),
        st.integers(0, operations),
        forced=st.just(forced),
    )
