"""Random designs with groups of similar fields: of entities, of links, inside objects, beside lists."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.compiler.random_designs import Dice, designs

Json = dict[str, Any]
GROUPS = ("traits", "specs", "other_id")
EXAMPLES = 49  # of one thing, at most: no sample shows more
LISTS: tuple[Json, ...] = (
    {"type": "array", "items": {"type": "string"}, "max_items": 3},
    {"type": "array", "items": {"type": "object", "fields": [{"name": "a", "type": "int"}]}},
    {"type": "object", "fields": [{"name": "b", "type": "string"}]},
)


def with_groups(source: Json, seed: int) -> Json:
    """The design with some of its fields in groups, links with fields, and operations that ask for them."""
    dice = Dice(seed)
    for number, one in enumerate(source["entities"]):
        one["fields"] += [{"name": f"g{number}x{place}", **_odd(dice)} for place in range(dice.randint(0, 3))]
        _group(dice, one["fields"])
        asked = [field["name"] for field in one["fields"] if field["name"] != "_id"]
        if dice.randrange(2):
            inner = [{"name": f"i{place}", **_odd(dice)} for place in range(dice.randint(2, 4))]
            _group(dice, inner)
            one["fields"].append({"name": f"box{number}", "type": "object", "fields": inner})
            asked += [f"box{number}.{field['name']}" for field in inner] * 2
        _ask(dice, source, one["name"], asked)
    for link in source.get("relationships", []):
        for has in (link[side].get("has", {}) for side in ("from", "to")):
            if has.get("min", 0) > EXAMPLES:
                has["min"] = EXAMPLES
        if link["kind"] in ("many-to-many", "graph") and dice.randrange(2):
            fields = [{"name": f"l{place}", **_odd(dice)} for place in range(dice.randint(1, 4))]
            _group(dice, fields)
            link["link_fields"] = fields
            link["from"]["field"] = f"links_of_{link['name']}"
            paths = [f"{link['from']['field']}.{field['name']}" for field in fields]
            _ask(dice, source, link["from"]["entity"], paths)
    return source


def _odd(dice: Dice) -> Json:
    kinds: tuple[Json, ...] = (
        {"type": "string"},
        {"type": "int"},
        {"type": "double"},
        {"type": "date"},
        *LISTS,
    )
    return dict(dice.choice(kinds))


def _group(dice: Dice, fields: list[Json]) -> None:
    for field in fields:
        if field["name"] not in ("_id", "made") and dice.randrange(3):
            field["variant_group"] = dice.choice(GROUPS)


def _ask(dice: Dice, source: Json, entity: str, paths: list[str]) -> None:
    operations = source.setdefault("operations", [])
    for path in dice.sample(paths, min(len(paths), dice.randint(0, 4))):
        kind = dice.choice(["read", "read", "update", "delete"])
        made: Json = {"name": f"asks {len(operations)}", "kind": kind, "entity": entity, "per_day": 1}
        made["filter"] = [{"field": path, **({"match": "exists"} if dice.randrange(3) == 0 else {})}]
        if kind == "read" and dice.randrange(2):
            made["sort"] = [{"field": dice.choice(paths), "direction": dice.choice([1, -1])}]
        if kind == "update":
            made["changes"] = [dice.choice(paths)]
        operations.append(made)


def grouped_designs() -> st.SearchStrategy[Json]:
    """Design files with groups, as ``designs`` makes them without."""
    return st.builds(with_groups, designs(entities=4, links=5, operations=3), st.integers(0, 2**32))
