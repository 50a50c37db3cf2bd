"""Looks for designs that break what holds of all: ``python -m tests.compiler.hunt [FIRST [LAST]]``.

Each number is a design of its own. What fails is told by how it fails, with the numbers, and the first of
each made as small as it can be: a design file that fails in the same way.
"""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from tests.compiler.holds import holds
from tests.compiler.random_designs import Json
from tests.compiler.random_wild import wild


def failure(source: Json) -> str:
    """How a design fails: the kind of failure and the last steps to it, "" where it does not."""
    try:
        holds(source)
    except Exception as error:  # noqa: BLE001 (whatever it is, it is what is looked for)
        steps = traceback.extract_tb(error.__traceback__)[-2:]
        return " < ".join([type(error).__name__, *(f"{one.name} {one.lineno}" for one in reversed(steps))])
    return ""


def smallest(source: Json, how: str) -> Json:
    """The design with every part taken away without which it fails in the same way."""
    while True:
        less = next((one for one in _without_one_part(source) if failure(one) == how), None)
        if less is None:
            return source
        source = less


def _without_one_part(source: Json) -> Iterator[Json]:
    for place in range(len(source["entities"])):
        yield _without_entity(source, place)
    for path in _paths(source):
        made: Any = deepcopy(source)
        at = made
        for step in path[:-1]:
            at = at[step]
        del at[path[-1]]
        yield made


def _without_entity(source: Json, place: int) -> Json:
    made = deepcopy(source)
    name = made["entities"].pop(place)["name"]
    links = made.get("relationships", [])
    made["relationships"] = [one for one in links if name not in (one["from"]["entity"], one["to"]["entity"])]
    known = {one["name"] for one in made["relationships"]}
    made["operations"] = [
        one
        for one in made.get("operations", [])
        if one["entity"] != name and {item.partition(".")[0] for item in one.get("includes", [])} <= known
    ]
    return made


def _paths(value: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every key and place of a design file but its head, from the outside in."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    own = [(*above, key) for key in keys if above or key not in ("format", "name", "database", "entities")]
    yield from reversed(own)
    for key in keys:
        yield from _paths(value[key], (*above, key))


def main(first: int, last: int) -> int:
    """Try the designs of these numbers; how many ways of failing there are."""
    found: dict[str, list[int]] = {}
    for seed in range(first, last):
        if how := failure(wild(seed)):
            found.setdefault(how, []).append(seed)
    for how, seeds in found.items():
        print(f"{len(seeds)}: {how}: {seeds[:5]}\n  {json.dumps(smallest(wild(seeds[0]), how))}")
    print(f"{last - first} designs, {len(found)} ways of failing")
    return len(found)


if __name__ == "__main__":
    given = [int(one) for one in sys.argv[1:3]]
    sys.exit(1 if main(given[0] if given else 0, given[1] if len(given) > 1 else 1000) else 0)
