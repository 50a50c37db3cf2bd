"""Random designs with all that the grammar has: what ``random_design`` draws, and beyond it kinds of kinds,
every type of field, computed fields, versions, declared indexes, shard keys, retention of each sort, copies
of each policy into sub-documents, trees of each reading, operations of each match, effect and return.

Whatever is drawn may also be refused by reading: what matters is that nothing is neither refused nor compiled.
"""

from __future__ import annotations

from designs.compiler.strategies.table import strategies_of
from tests.compiler.random_designs import COUNTS, RATES, SHARES, Dice, Json, random_design
from tests.compiler.random_fields import NUMBERS, any_field, computed, plain
from tests.compiler.random_groups import EXAMPLES, with_groups
from tests.compiler.random_work import work

TREE_READS = ("whole", "children", "descendants", "ancestors", "path", "subtree")
POLICIES = ("immutable", "snapshot", "strong", "eventual", "batch")


def wild(seed: int) -> Json:
    """The design file of a seed, as JSON values."""
    dice = Dice(seed)
    source = random_design(seed, dice.randint(1, 5), dice.randint(0, 6), dice.randint(0, 5))
    if dice.randrange(3) == 0:
        source = with_groups(source, seed)
    for place, one in enumerate(source["entities"]):
        _furnish(dice, place, one)
    for one in source["relationships"]:
        _tie(dice, source, one)
    _specialise(dice, source)
    for number in range(dice.randint(0, 5)):
        source["operations"].append(work(dice, source, number))
    for one in source["entities"]:
        _store(dice, source, one)
    _settle(dice, source)
    return source


# --- entities -----------------------------------------------------------------------------------


def _furnish(dice: Dice, place: int, one: Json) -> None:
    """More fields: of each type, nested, listed, limited, computed, of versions."""
    fields = one["fields"]
    for number in range(dice.randint(0, 3)):
        fields.append(any_field(dice, f"w{place}x{number}", 2))
    numbers = [field["name"] for field in fields if field["type"] in NUMBERS]
    if numbers and dice.randrange(4) == 0:
        formula = dice.choice([f"{numbers[0]} * 2", f"{numbers[-1]} + {numbers[0]} / 3", "not a formula ("])
        fields.append(computed(dice, f"c{place}", formula))
    if dice.randrange(6) == 0:
        one["schema_version"] = 2
        for field in dice.sample(fields, min(2, len(fields))):
            if field["name"] not in ("_id", "made"):
                field[dice.choice(["since_version", "until_version"])] = dice.choice([1, 2])
    if dice.randrange(6) == 0:
        one["history"] = dice.choice(["revisions", "point-in-time"])
    if dice.randrange(8) == 0:
        one["collation"] = {"locale": "en", "strength": dice.choice([1, 2, 3])}


def _store(dice: Dice, source: Json, one: Json) -> None:
    """How it is kept: retention of each sort, declared indexes, a shard key."""
    paths = plain(one)
    dates = [path for path, kind in paths if kind == "date"]
    if dates and dice.randrange(5) == 0:
        at = dice.choice(dates)
        one["retention"] = dice.choice([
            {"policy": "ttl", "field": at, "seconds": dice.choice([0, 60, 31_536_000])},
            {"policy": "archive", "field": at, "after_days": 30},
            {"policy": "rolling", "period": dice.choice(["day", "week", "month", "year"])},
            {"policy": "rolling", "field": at, "period": "month"},
            {"policy": "capped", "bytes": 4096, "documents": 10},
        ])  # fmt: skip
    if paths and dice.randrange(5) == 0:
        one["indexes"] = [_index(dice, paths) for _ in range(dice.randint(1, 2))]
    if paths and dice.randrange(8) == 0 and source.get("topology") == "sharded":
        one["shard_key"] = [[dice.choice(paths)[0], dice.choice([1, "hashed"])]]
    if dice.randrange(10) == 0:
        one["validation"] = {
            "level": dice.choice(["strict", "moderate", "off"]),
            "action": dice.choice(["error", "warn"]),
        }


def _index(dice: Dice, paths: list[tuple[str, str]]) -> Json:
    chosen = dice.sample(paths, min(len(paths), dice.randint(1, 2)))
    made: Json = {"keys": [[path, dice.choice([1, -1])] for path, _ in chosen]}
    if dice.randrange(4) == 0:
        made[dice.choice(["unique", "sparse"])] = True
    if dice.randrange(5) == 0:
        made["partial"] = {chosen[0][0]: {"$exists": True}}
    return made


# --- relationships ------------------------------------------------------------------------------


def _tie(dice: Dice, source: Json, link: Json) -> None:
    """More of a relationship: its strategy, copies, tree, slice, link fields."""
    by_name = {one["name"]: one for one in source["entities"]}
    ends = {side: by_name[link[side]["entity"]] for side in ("from", "to")}
    if dice.randrange(4) == 0 and link["kind"] != "is-a":
        link["strategy"] = dice.choice(strategies_of(link["kind"]))
    if dice.randrange(3) == 0 and link["kind"] != "is-a":
        link["copies"] = [_copy(dice, ends, number) for number in range(dice.randint(1, 3))]
        link["copies"] = [one for one in link["copies"] if one]
    if link["kind"] == "tree":
        link["tree"] = _tree(dice)
    sortable = [path for path, kind in plain(ends["to"]) if kind in ("date", "int", "string")]
    if sortable and dice.randrange(3) == 0:
        link["together_needs"] = dice.choice(["recent", "summary"])
        link["recent"] = {
            "count": dice.choice([1, 3, 10, 1000]),
            "sort": dice.choice(sortable),
            "direction": dice.choice([1, -1]),
        }
        if dice.randrange(2):
            link["recent"]["fields"] = dice.sample(sortable, min(2, len(sortable)))
    if link["kind"] in ("many-to-many", "graph") and dice.randrange(2):
        link["link_fields"] = [any_field(dice, f"l{number}", 1) for number in range(dice.randint(1, 3))]
    for side in ("from", "to"):
        if dice.randrange(8) == 0 and link["kind"] != "is-a":
            link[side]["field"] = f"sub{link['name']}{side}._id"
        has = link[side].get("has", {})
        if has.get("min", 0) > EXAMPLES:
            has["min"] = EXAMPLES
        if has and dice.randrange(4) == 0:
            has["max"] = None


def _copy(dice: Dice, ends: dict[str, Json], number: int) -> Json:
    side = dice.choice(["from", "to"])
    paths = [path for path, _ in plain(ends[side]) if path != "_id"]
    if not paths:
        return {}
    path = dice.choice(paths)
    made: Json = {"field": path, "of": side}
    if dice.randrange(2):
        made["policy"] = dice.choice(POLICIES)
    if dice.randrange(3) == 0:
        made["as"] = dice.choice([f"copied{number}", f"copies.of{number}"])
    for key in ("reads_per_day", "updates_per_day"):
        if dice.randrange(2):
            made[key] = dice.choice(RATES)
    return made


def _tree(dice: Dice) -> Json:
    made: Json = {"reads": dice.choice(TREE_READS)}
    if dice.randrange(2):
        made["depth"] = dice.choice([0, 1, 3, 5, 6, 100])
    for key in ("static", "ordered"):
        if dice.randrange(3) == 0:
            made[key] = dice.choice([True, False])
    return made


def _specialise(dice: Dice, source: Json) -> None:
    """Kinds of kinds: specials of an entity, and specials of those, with fields and ties of their own."""
    if dice.randrange(3):
        return
    above = dice.choice(source["entities"])["name"]
    field = dice.maybe(["kind", "sort.of"])
    for number in range(dice.randint(1, 4)):
        name = f"Special{number}"
        source["entities"].append(
            {
                "name": name,
                "fields": [any_field(dice, f"s{number}x{place}", 1) for place in range(dice.randint(0, 3))],
            }
        )
        made: Json = {
            "name": f"isa{number}",
            "kind": "is-a",
            "from": {"entity": above},
            "to": {"entity": name},
        }
        if field:
            made["discriminator"] = (
                {"field": field, "value": f"v{number}"} if dice.randrange(2) else {"field": field}
            )
        if dice.randrange(3) == 0:
            made["strategy"] = dice.choice(["POLY_SINGLE", "POLY_SPLIT"])
        source["relationships"].append(made)
        if dice.randrange(3) == 0:
            above = name
    for number in range(dice.randint(0, 2)):
        _tie_special(dice, source, number)


def _tie_special(dice: Dice, source: Json, number: int) -> None:
    names = [one["name"] for one in source["entities"]]
    kind = dice.choice(["one-to-one", "one-to-many", "one-to-many", "many-to-many", "tree", "graph"])
    first = dice.choice([name for name in names if name.startswith("Special")])
    other = first if kind in ("tree", "graph") else dice.choice(names)
    pair = (first, other) if dice.randrange(2) else (other, first)
    made: Json = {
        "name": f"special{number}",
        "kind": kind,
        "from": {"entity": pair[0]},
        "to": {"entity": pair[1]},
    }
    if dice.randrange(2) and kind != "one-to-one":
        made["from"]["has"] = {"max": dice.choice([*COUNTS[1:], None])}
    if dice.randrange(2):
        made |= {"exclusive_owner": True, "accessed_together": dice.choice(SHARES)}
    _tie(dice, source, made)
    source["relationships"].append(made)


# --- the whole ----------------------------------------------------------------------------------


def _settle(dice: Dice, source: Json) -> None:
    if dice.randrange(5) == 0:
        source["constants"] = {
            dice.choice(["embed_max", "ref_array_max", "bucket_size", "horizon", "cold_bytes"]): dice.choice(
                [0, 1, 10, 1000]
            )
        }
    if dice.randrange(5) == 0:
        source["server_version"] = dice.choice(["5.0", "6.0", "8.0"])
    if dice.randrange(6) == 0:
        source["weights"] = {dice.choice(["R", "D", "B", "WB", "T"]): dice.choice([0, 1, 100])}
    if dice.randrange(8) == 0:
        for one in source["entities"]:
            one["collection"] = dice.choice(["things", f"{one['name'].lower()}s"])
