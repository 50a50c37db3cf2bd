"""The handbook's small designs, compiled when a page asks: package data, one file for each rule,
and for each pattern that no rule chooses. `sides.json` holds what to change in them, so that a
page can show both sides of a threshold."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import count
from typing import Any

from designs.compiler import GATES, GUIDELINES, compile_design, edits, read, write

from ..compiled.compiled_design import Refused, compile_text
from ..findings.finding_edits import fix_in
from .entries import CHECKS, PATTERN_SHELF, Entry

AFTER_FIX = "after the fix"
_FOLDER = "handbook"
_SIDES = "sides.json"
_GATES = frozenset(gate.code for gate in GATES)


@dataclass(frozen=True)
class Side:
    """One design and what became of it. when: what differs from the file; "" for the file itself.
    about: the design's description."""

    when: str
    about: str
    text: bytes
    plan: dict[str, Any]
    documents: tuple[tuple[str, str], ...]

    def names(self) -> frozenset[str]:
        """The rules, gates, strategies, overlays and findings that it shows."""
        return names_in(self.plan)


def names_in(plan: dict[str, Any]) -> frozenset[str]:
    """Every rule, gate, strategy, overlay and finding that a plan names."""
    decisions = plan["decisions"]
    overlays = [
        *plan["entity_overlays"],
        *(overlay for decision in decisions for overlay in decision["overlays"]),
    ]
    names = {decision[key] for decision in decisions for key in ("rule", "strategy")}
    names |= {overlay["kind"] for overlay in overlays}
    names |= {
        rejected["by"]
        for decision in decisions
        for rejected in decision["rejected"]
        if rejected["by"] in _GATES
    }
    return frozenset(names | {finding["code"] for finding in plan["findings"]})


def example_of(entry: Entry) -> tuple[Side, ...]:
    """The entry's design with its other sides; for a strategy's pattern the design, of the rules that
    choose it, in which it was chosen, and where it was not. () where there is none."""
    own = sides(entry.slug)
    if own or entry.shelf != PATTERN_SHELF:
        return own if len(own) != 1 or entry.shelf != CHECKS else (*own, *settled(entry.slug, entry.names[0]))
    wanted = set(entry.names)
    candidates: list[tuple[Side, ...]] = []
    for rule in GUIDELINES:
        every = sides(rule.slug) if wanted & set(rule.strategies) else ()
        shown = [side for side in every if wanted & side.names()][:1]
        other = [side for side in every if not wanted & side.names()][:1]
        candidates += [(*shown, *other)] if shown else []
    return max(candidates, key=len, default=())


@lru_cache(maxsize=128)
def sides(slug: str) -> tuple[Side, ...]:
    """The design of this name as it stands and with each change. Raises ValueError for a file that
    is no valid design: it is ours."""
    file = resources.files("designs") / _FOLDER / f"{slug}.json"
    if slug == _SIDES.removesuffix(".json") or not file.is_file():
        return ()
    text = file.read_bytes()
    changed = [(change["when"], _changed(text, change["changes"])) for change in _all_sides().get(slug, ())]
    return tuple(_side(when, version) for when, version in [("", text), *changed])


@lru_cache(maxsize=128)
def settled(slug: str, code: str) -> tuple[Side, ...]:
    """A check's design after the fix that its finding offers; () where it offers none."""
    model = read(sides(slug)[0].text).value
    if model is None:
        return ()
    with_ids, new_ids = edits.identified(model, (f"handbook{number}" for number in count()))
    fix = fix_in(compile_design(with_ids), code)
    if fix is None:
        return ()
    after = edits.without_ids(edits.apply(with_ids, fix), frozenset(new_ids))
    return (_side(AFTER_FIX, write(after).encode()),)


def _side(when: str, text: bytes) -> Side:
    result = compile_text(text, ("plan", "documents"))
    if isinstance(result, Refused):
        raise ValueError(" ".join(map(str, result.faults)))
    documents = tuple((file.path, file.text) for file in result.within("documents"))
    return Side(when, json.loads(text).get("description", ""), text, result.plan, documents)


@lru_cache(maxsize=1)
def _all_sides() -> dict[str, list[dict[str, Any]]]:
    file = resources.files("designs") / _FOLDER / _SIDES
    all_sides: dict[str, list[dict[str, Any]]] = json.loads(file.read_bytes())
    return all_sides


def _changed(text: bytes, changes: dict[str, Any]) -> bytes:
    """The design with the value at each path (``relationships/0/from/has/max``) replaced; taken out
    where it is {}, which nothing in a design is."""
    design = json.loads(text)
    for path, value in changes.items():
        *way, last = path.split("/")
        place = design
        for step in way:
            place = place[int(step)] if isinstance(place, list) else place.setdefault(step, {})
        if value == {}:
            del place[last]
        else:
            place[int(last) if isinstance(place, list) else last] = value
    return json.dumps(design, ensure_ascii=False).encode()
