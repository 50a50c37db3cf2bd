"""Random fields: of every type, with limits, nested and listed, computed."""

from __future__ import annotations

from tests.compiler.random_designs import SIZES, Dice, Json

SCALARS = (
    "string", "int", "date", "double", "bool", "objectId", "decimal", "long", "binData", "uuid", "number",
    "regex", "javascript", "timestamp", "null", "minKey", "maxKey",
)  # fmt: skip
ENDLESS = ("string", "int", "date", "double", "objectId", "decimal", "long", "binData", "uuid", "number")
NUMBERS = ("int", "double", "decimal", "long", "number")


def any_field(dice: Dice, name: str, depth: int) -> Json:
    """A field of any type, its limits with it."""
    kind = dice.choice([*SCALARS, "string", "object", "array", "array"] if depth else SCALARS)
    limits = _limits(dice, kind)
    made: Json = {"name": name, "type": kind, **limits}
    if kind == "object":
        made["fields"] = [
            any_field(dice, f"{name}{number}", depth - 1) for number in range(dice.randint(0, 3))
        ]
    if kind == "array":
        made |= _listed(dice, name, depth)
    for key in ("required", "nullable", "unique", "immutable", "sensitive"):
        if dice.randrange(6) == 0 and (key != "unique" or (kind in ENDLESS and not limits)):
            made[key] = True
    return made


def _limits(dice: Dice, kind: str) -> Json:
    if dice.randrange(3):
        return {}
    if kind in NUMBERS:
        return dice.choice(
            [{"minimum": 0}, {"minimum": 1, "maximum": 5}, {"maximum": -1}, {"enum": [1, 2, 3]}]
        )
    if kind == "string":
        return dice.choice(
            [
                {"max_length": 3},
                {"enum": ["a", "b"]},
                {"pattern": "^[a-z]+$"},
                {"average_bytes": dice.choice(SIZES)},
            ]
        )
    return {}


def _listed(dice: Dice, name: str, depth: int) -> Json:
    item: Json = {"type": dice.choice([*SCALARS[:6], "object"] + (["array"] if depth > 1 else []))}
    if item["type"] == "object":
        item["fields"] = [
            any_field(dice, f"{name}i{number}", depth - 1) for number in range(dice.randint(0, 3))
        ]
    if item["type"] == "array":
        item["items"] = {"type": dice.choice(SCALARS[:4])}
    least = dice.choice([None, 0, 1, 2])
    most = dice.choice([None, 2, 5, 200, 2000])
    bounds = {"min_items": least, "max_items": most}
    return {"items": item, **{key: value for key, value in bounds.items() if value is not None}}


def computed(dice: Dice, name: str, formula: str) -> Json:
    """A field with a formula."""
    refresh = dice.choice(
        [
            {},
            {"refresh": "on-write"},
            {"refresh": "periodic", "every_seconds": 60},
            {"refresh": "approximate"},
        ]
    )
    return {"name": name, "type": dice.choice(NUMBERS), "computed": {"formula": formula, **refresh}}


def plain(one: Json, prefix: str = "") -> list[tuple[str, str]]:
    """Paths to what an entity declares, with their types; through objects and lists."""
    return _within(one["fields"], prefix)


def _within(fields: list[Json], prefix: str = "") -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for field in fields:
        found.append((prefix + field["name"], field["type"]))
        inner = field if field["type"] == "object" else field.get("items", {})
        found += _within(inner.get("fields", []), f"{prefix}{field['name']}.")
    return found
