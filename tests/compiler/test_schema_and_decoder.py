"""The JSON Schema and the typed decoder accept the same files, and so does the fault finder."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

import jsonschema
import pytest
from hypothesis import example, given, settings, strategies

from designs import compiler
from designs.compiler.plan_model.findings import Finding
from designs.compiler.reading import decode
from designs.compiler.reading.grammar import grammar_faults, schema
from designs.compiler.reading.json_text import parse, shown
from tests.compiler.grammar_walk import resolved, rules_of
from tests.compiler.rich_design import RICH

Path = tuple[Any, ...]
Items = Callable[[Any, Any, Any, Any], Iterator[Any]]


def each_once(plain: Items) -> Items:
    """Return the rule of the elements of an array, asked once of equal elements: most of a design is the same in
    each of its changes."""
    accepted: set[tuple[str, str]] = set()

    def items(validator: Any, rule: Any, elements: Any, of: Any) -> Iterator[Any]:
        if not isinstance(elements, list) or "prefixItems" in of:
            yield from plain(validator, rule, elements, of)
            return
        stated = json.dumps(rule)
        for element in elements:
            asked = stated, json.dumps(element)
            if asked in accepted:
                continue
            faults = list(plain(validator, rule, [element], of))
            yield from faults
            if not faults:
                accepted.add(asked)

    return items


VALIDATOR = jsonschema.validators.extend(
    jsonschema.Draft202012Validator, {"items": each_once(jsonschema.Draft202012Validator.VALIDATORS["items"])}
)(schema())
VALUES: list[Any] = [
    None, True, False, 0, 1, 2, -1, 0.5, 1.0, -0.5, 1e20, 10**12, 2.5, "", "x", "x" * 65, "a b", "hashed", "int",
    "entity", "#00ff99", "#00FF99", [], [1], [["a", 1]], [["a"]], [["a", 2]], [["a", 1, 1]], [1, 2], [0, 1], {}, {"a": 1},
    {"a": "hashed"}, {"field": "a"}, {"type": "string"}, {"name": "n", "type": "string"}, ["string"], ["bad"], "auto",
]  # fmt: skip
KEYS = ["id", "name", "extra", "type", "has", "x", "", "$where", "max", "as", "field"]


def places(value: Any, place: Path = ()) -> Iterator[Path]:
    """Every place of a JSON value, itself included."""
    yield place
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in items:
        yield from places(one, (*place, key))


PLACES = sorted(places(RICH), key=repr)
# Other programs read and write these files. A key may come to this grammar with a default that keeps every older file
# valid, and a line in docs/design-format.md; anything else is another format.
GRAMMAR_OF_1 = "be4f07e97971b0c2af5a625409f5b937c8b04cf579530e1d4786dccc763631e8"


def test_the_grammar_of_nestlink_1_stays() -> None:
    text = files(compiler).joinpath("design.schema.json").read_bytes()
    assert hashlib.sha256(text).hexdigest() == GRAMMAR_OF_1
    assert schema() == json.loads(text)


def changed(place: Path, deed: str, key: str, value: Any) -> Any:
    """The rich design with one place replaced, removed or extended; what is not on the way there is shared."""
    if not place:
        return value if deed == "replace" else {**RICH, key: value}
    design = holder = copy.copy(RICH)
    for part in place[:-1]:
        holder[part] = holder = copy.copy(holder[part])
    last = place[-1]
    if deed == "replace":
        holder[last] = value
    elif deed == "remove":
        del holder[last]
    elif isinstance(holder[last], dict):
        holder[last] = {**holder[last], key: value}
    elif isinstance(holder[last], list):
        holder[last] = [*holder[last], value]
    return design


def judged(design: Any) -> tuple[bool, bool, list[Finding]]:
    """Whether the schema and the decoder accept a design, and what the fault finder says against it."""
    text = json.dumps(design)
    raw, faults = parse(text)
    assert faults == []
    return VALIDATOR.is_valid(json.loads(text)), decode(raw)[0] is not None, list(grammar_faults(raw))


def verdicts(design: Any) -> tuple[bool, bool, bool]:
    """Whether the schema, the decoder and the fault finder accept a design."""
    by_schema, by_decoder, faults = judged(design)
    return by_schema, by_decoder, not faults


def test_the_rich_design_states_every_key() -> None:
    used = {part for place in PLACES for part in place if isinstance(part, str)}
    known: set[str] = set()
    for place in places(schema()):
        if len(place) >= 2 and place[-2] == "properties":
            known.add(place[-1])
    assert known - used == set()
    assert verdicts(RICH) == (True, True, True)


@given(
    strategies.sampled_from(PLACES),
    strategies.sampled_from(["replace", "remove", "extend"]),
    strategies.sampled_from(KEYS),
    strategies.sampled_from(VALUES),
)
@settings(max_examples=250, deadline=None)
@example(("operations", 0, "limit"), "replace", "", 1e20)
@example(("entities", 0, "shard_key"), "replace", "", {})
@example(("relationships", 0, "from", "has", "max"), "replace", "", None)
def test_all_three_agree_on_any_change(place: Path, deed: str, key: str, value: Any) -> None:
    found = verdicts(changed(place, deed, key, value))
    assert found in [(True, True, True), (False, False, False)]


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_all_three_agree_wherever_a_value_is_odd(place: Path) -> None:
    """And every fault has a place and a remedy."""
    for value in (None, -1, "zz", {}, []):
        by_schema, by_decoder, faults = judged(changed(place, "replace", "", value))
        assert by_schema == by_decoder == (not faults), (place, value)
        assert all(fault.subject and fault.message and fault.hint for fault in faults), faults
    if place:
        assert len(set(verdicts(changed(place, "remove", "", None)))) == 1


# --- limits -------------------------------------------------------------------------------------

LIMITS = ("maxItems", "maxLength", "maxProperties", "maximum")


LIMITED = {
    tuple(part for part in place if isinstance(part, str)): (place, rule)
    for place, rule in rules_of(RICH, schema())
    if any(key in rule for key in LIMITS)
}.values()


def of_size(value: Any, rule: Any, beyond: int) -> Any:
    """The value made as large as its rule allows, or so much larger."""
    if "maximum" in rule:
        return rule["maximum"] + beyond
    if "maxLength" in rule:
        return "x" * (rule["maxLength"] + beyond)
    if "maxProperties" in rule:
        one = next(iter(value.values()))
        return {f"k{number}": one for number in range(rule["maxProperties"] + beyond)}
    needed = resolved(rule.get("items", {})).get("required", [])
    one = {key: value[0][key] for key in needed} or value[0]
    return [one] * (rule["maxItems"] + beyond)


@pytest.mark.parametrize(("place", "rule"), LIMITED, ids=[str(place) for place, _ in LIMITED])
def test_all_three_agree_at_a_limit_and_beyond_it(place: Path, rule: Any) -> None:
    value: Any = RICH
    for part in place:
        value = value[part]
    if rule.get("minItems") != rule.get("maxItems", -1):
        assert len(set(verdicts(changed(place, "replace", "", of_size(value, rule, 0))))) == 1
    beyond = changed(place, "replace", "", of_size(value, rule, 1))
    by_schema, by_decoder, faults = judged(beyond)
    assert (by_schema, by_decoder) == (False, False)
    told = [fault for fault in faults if fault.subject == shown(place)]
    assert told and told[0].hint


def test_every_list_every_text_and_every_version_has_a_limit() -> None:
    for place in places(schema()):
        rule: Any = schema()
        for part in place:
            rule = rule[part]
        kind = rule.get("type") if isinstance(rule, dict) else None
        open_object = kind == "object" and rule.get("additionalProperties") is not False
        wanted = {"array": "maxItems", "object": "maxProperties" if open_object else "type"}.get(str(kind))
        if kind == "string":
            wanted = "pattern" if "pattern" in rule else "maxLength"
        if place and str(place[-1]).endswith("_version") and kind == "integer":
            wanted = "maximum"
        assert wanted is None or wanted in rule, place
