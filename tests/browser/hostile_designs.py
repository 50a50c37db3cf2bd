"""Designs that carry every payload at every place of the grammar that takes text.

The places are found in the grammar itself. A payload that a place refuses is left out there and counted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib.resources import files
from itertools import count
from typing import Any, NamedTuple

from designs import compiler
from designs.compiler import edits, read
from tests.compiler.rich_design import RICH

Json = dict[str, Any]
Path = tuple[Any, ...]
"""The keys that lead to a text; a key itself is (..., key, None)."""
SCHEMA: Json = json.loads(files(compiler).joinpath("design.schema.json").read_text(encoding="utf-8"))
LONGEST_NAME = 64
_LISTS = ("entities", "relationships", "operations", "notes", "groups", "ignored", "tags")
_TABLES = ("layout",)


def _base() -> Json:
    """The design that states every key, with a text wherever a value of any type may stand."""
    base: Json = json.loads(json.dumps(RICH))
    base["entities"][0]["fields"].append(
        {"name": "words", "type": "array", "items": {"type": "string", "example": "x", "enum": ["x"]}}
    )
    base["operations"][0]["filter"].append({"field": "status", "match": "range", "at_most": "z"})
    return base


BASE = _base()


class Unit(NamedTuple):
    """A design that carries one payload, and at which places it does."""

    design: Json
    places: frozenset[str]


@cache
def places() -> frozenset[str]:
    """Every place of the grammar that takes any text: `field.description`, `operation.filter.value`."""
    found = set(_texts(SCHEMA, "design"))
    for name, part in SCHEMA["$defs"].items():
        if "properties" in part:
            found |= set(_texts(part, name))
    return frozenset(found)


def _texts(part: Json, place: str) -> Iterator[str]:
    named = str(part.get("$ref", "")).rpartition("/")[2]
    if named and "properties" in SCHEMA["$defs"][named]:
        return
    part = SCHEMA["$defs"][named] if named else part
    if _takes_text(part):
        yield place
    for key, inner in part.get("properties", {}).items():
        yield from _texts(inner, f"{place}.{key}")
    for inner in (part.get("items"), *part.get("prefixItems", ()), *part.get("oneOf", ())):
        yield from _texts(inner, place) if inner else ()
    if part.get("type") == "array" and not {"items", "prefixItems"} & set(part):
        yield place
    if part.get("type") == "object" and "properties" not in part:
        yield f"{place}.*"


def _takes_text(part: Json) -> bool:
    closed = {"enum", "const", "pattern", "$ref", "properties", "items", "oneOf"} & set(part)
    return not closed and part.get("type", "string") == "string"


def standing(value: Any, part: Json, place: str, path: Path = ()) -> Iterator[tuple[str, Path]]:
    """Each text of a design with its place in the grammar and its path; the keys of tables too."""
    named = str(part.get("$ref", "")).rpartition("/")[2]
    if named:
        part = SCHEMA["$defs"][named]
        place = named if "properties" in part else place
    if isinstance(value, str):
        yield place, path
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from standing(one, _item(part, number), place, (*path, number))
    elif isinstance(value, dict):
        for key, one in value.items():
            known = part.get("properties", {}).get(key)
            inner = f"{place}.*" if known is None else f"{place}.{key}"
            if known is None:
                yield inner, (*path, key, None)
            yield from standing(one, known or {}, inner, (*path, key))


def _item(part: Json, number: int) -> Json:
    inner = part.get("items") or next((one["items"] for one in part.get("oneOf", ()) if "items" in one), {})
    first = inner if isinstance(inner, dict) else {}
    return dict(part["prefixItems"][number]) if "prefixItems" in part else first


def unit(payload: str, number: int) -> Unit:
    """A design with the payload wherever the grammar takes it; names also carry the number."""
    model = read(json.dumps(_without_ids(BASE))).value
    assert model is not None
    model = edits.identified(model, (f"i{one}" for one in count()))[0]
    for nth, (key, end) in enumerate(_named(edits.raw_of(model))):
        tail = f" {number}-{nth}"
        for name in (payload + tail, payload[: LONGEST_NAME - len(tail)] + tail):
            with suppress(edits.EditRefused):
                model = edits.apply(model, edits.Rename(id=key, name=name, end=end))
                break
    return _put(_without_ids(edits.raw_of(model)), payload)


def _named(raw: Json) -> Iterator[tuple[str, Any]]:
    for entity in raw["entities"]:
        yield entity["id"], ""
        yield from ((field["id"], "") for field in entity.get("fields", ()) if field["name"] != "_id")
    for link in raw["relationships"]:
        yield link["id"], ""
        yield from ((link["id"], end) for end in ("from", "to") if "field" in link[end])
    yield from ((operation["id"], "") for operation in raw["operations"])


def _put(raw: Json, payload: str) -> Unit:
    """With the payload in every text that is no name: all at once, or one by one where that is refused."""
    free = [path for path in _free(raw) if not _carries(_at(raw, path), payload)]
    full = raw
    for path in free:
        full = _with(full, path, payload)
    if read(json.dumps(full)).value is None:
        full = raw
        for path in free:
            tried = _with(full, path, payload)
            full = tried if read(json.dumps(tried)).value is not None else full
    found = (place for place, path in standing(full, SCHEMA, "design") if _carries(_at(full, path), payload))
    return Unit(full, places() & set(found))


def _free(raw: Json) -> list[Path]:
    """The texts that nothing else names: a plain word may stand there too."""
    return [path for place, path in standing(raw, SCHEMA, "design") if place in places() - _bound()]


@cache
def _bound() -> frozenset[str]:
    """The places where only what is known may stand: fields, strategies, constants."""
    raw = _without_ids(BASE)
    found = set()
    for place, path in standing(raw, SCHEMA, "design"):
        if place in places() and read(json.dumps(_with(raw, path, "word"))).value is None:
            found.add(place)
    return frozenset(found)


def _carries(text: Any, payload: str) -> bool:
    return isinstance(text, str) and payload[:40] in text


def _at(raw: Any, path: Path) -> Any:
    if path[-1] is None:
        return path[-2]
    for key in path:
        raw = raw[key]
    return raw


def _with(raw: Json, path: Path, payload: str) -> Json:
    """The same with another text there; the key itself where the path ends with None."""
    new: Json = json.loads(json.dumps(raw))
    holder: Any = new
    keys = path[:-2] if path[-1] is None else path[:-1]
    for key in keys:
        if key not in (holder if isinstance(holder, dict) else range(len(holder))):
            return raw  # under a key that was replaced
        holder = holder[key]
    if path[-1] is None:
        changed = {payload if key == path[-2] else key: value for key, value in holder.items()}
        holder.clear()
        holder.update(changed)
    elif not isinstance(holder, dict) or path[-1] in holder:
        holder[path[-1]] = payload
    return new


def _without_ids(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_ids(one) for key, one in value.items() if key != "id"}
    return [_without_ids(one) for one in value] if isinstance(value, list) else value


def together(units: Sequence[Unit], name: str) -> Json:
    """One design of what many hold; the name, description and database are the first one's."""
    merged: Json = {**units[0].design, "name": name}
    for key in _LISTS:
        merged[key] = [one for unit in units for one in unit.design.get(key, ())]
    for key in _TABLES:
        merged[key] = {name: one for unit in units for name, one in unit.design.get(key, {}).items()}
    return merged


def refused(units: Sequence[Unit]) -> Counter[str]:
    """How many payloads each place refused."""
    return Counter(place for one in units for place in places() - one.places)
