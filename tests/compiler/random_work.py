"""Random operations: of each match, effect and return, by paths through relationships."""

from __future__ import annotations

from tests.compiler.random_designs import RATES, Dice, Json
from tests.compiler.random_fields import plain

MATCHES = ("eq", "eq", "in", "range", "prefix", "regex", "exists", "text")
SINGLE = ("set", "unset", "increment", "multiply", "minimum", "maximum", "current-date")
LISTED = ("push", "add-to-set", "pull")


def work(dice: Dice, source: Json, number: int) -> Json:
    """An operation on one of the entities."""
    owner = dice.choice(source["entities"])
    kind = dice.choice(["read", "read", "insert", "update", "update", "delete"])
    paths = _reached(source, owner)
    made: Json = {"name": f"work{number}", "kind": kind, "entity": owner["name"]}
    if dice.randrange(2):
        made["per_day"] = dice.choice(RATES)
    if kind != "insert" and paths:
        made["filter"] = [_match(dice, paths) for _ in range(dice.randint(0, 3))]
    if kind == "read":
        _reading(dice, source, owner, paths, made)
    if kind == "update":
        _changing(dice, owner, made)
    if kind in ("update", "delete") and dice.randrange(4) == 0:
        made["returns"] = dice.choice(["before", "after"]) if kind == "update" else "before"
    if dice.randrange(6) == 0:
        made["case_insensitive"] = True
    if dice.randrange(6) == 0 and paths:
        made["always_filter"] = {dice.choice(paths)[0]: {"$exists": True}}
    return made


def _reading(dice: Dice, source: Json, owner: Json, paths: list[tuple[str, str]], made: Json) -> None:
    links = source["relationships"]
    reached = {owner["name"]}
    made["includes"] = []
    for link in dice.sample(links, len(links)):
        ends = {link["from"]["entity"], link["to"]["entity"]}
        if ends & reached and len(made["includes"]) < 3 and dice.randrange(2):
            made["includes"].append(link["name"])
            reached |= ends
    if paths and dice.randrange(2):
        made["sort"] = [
            {"field": path, "direction": dice.choice([1, -1])}
            for path, _ in dice.sample(paths, min(2, len(paths)))
        ]
    if paths and dice.randrange(2):
        made["projection"] = [path for path, _ in dice.sample(paths, min(3, len(paths)))]
    if dice.randrange(2):
        made["limit"] = dice.choice([1, 20, 1000])


def _changing(dice: Dice, owner: Json, made: Json) -> None:
    own = [(path, kind) for path, kind in plain(owner) if path != "_id"]
    if own and dice.randrange(2):
        made["changes"] = [path for path, _ in dice.sample(own, min(2, len(own)))]
    if own and dice.randrange(2):
        made["effects"] = [_effect(dice, *one) for one in dice.sample(own, min(2, len(own)))]


def _effect(dice: Dice, path: str, kind: str) -> Json:
    made: Json = {"field": path, "do": dice.choice(LISTED if kind == "array" else SINGLE)}
    if made["do"] in ("increment", "multiply", "minimum", "maximum") and dice.randrange(2):
        made["by"] = dice.choice([1, -1, 2.5])
    return made


def _match(dice: Dice, paths: list[tuple[str, str]]) -> Json:
    path, _ = dice.choice(paths)
    how = dice.choice(MATCHES)
    made: Json = {"field": path, "match": how}
    if how == "in" and dice.randrange(2):
        made["values"] = dice.choice([1, 3, 199, 200, 500])
    return made


def _reached(source: Json, owner: Json) -> list[tuple[str, str]]:
    """Paths of an entity, and one or two relationships further, by the ends that have names."""
    found, by_name = plain(owner) or [("_id", "objectId")], {one["name"]: one for one in source["entities"]}
    steps = [("", owner["name"])]
    for _ in range(2):
        further = []
        for prefix, name in steps:
            for link in source["relationships"]:
                for side, other in (("from", "to"), ("to", "from")):
                    if link[side]["entity"] == name and "field" in link[side]:
                        step = f"{prefix}{link[side]['field']}"
                        found = [*found, (step, "objectId")]
                        far = link[other]["entity"]
                        further.append((f"{step}.", far))
                        found += plain(by_name[far], f"{step}.")
        steps = further[:4]
    return found
