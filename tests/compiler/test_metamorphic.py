"""What must stay as it is when a design changes in one respect only."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from designs.compiler import EXPORTERS, advise, plan_design
from designs.compiler.model.conceptual import Model
from designs.compiler.plan_model.decisions import forced_ring
from tests.compiler.random_designs import Json, designs, examples
from tests.compiler.small import surveyed
from tests.compiler.test_decision_properties import NEW_NAMES, chosen, model_of, settle

FEW_INSERTED: Json = {
    "format": "nestlink/1", "name": "D", "database": "d",
    "entities": [{"name": "A", "count": 100}, {"name": "B", "count": 100}],
    "relationships": [{"name": "r", "kind": "one-to-many", "from": {"entity": "A"}, "to": {"entity": "B"}}],
    "operations": [{"name": "add", "kind": "insert", "entity": "B", "per_day": 0.01}],
}  # fmt: skip
"""What is inserted says how many there will be, and so how many one of the others has at most."""
EXPIRING_NODES: Json = {
    "format": "nestlink/1", "name": "D", "database": "d",
    "entities": [{"name": "A", "inserts_per_day": 10, "fields": [{"name": "made", "type": "date", "required": True}],
                  "retention": {"policy": "archive", "field": "made", "after_days": 30}}],
    "relationships": [{"name": "r", "kind": "tree", "from": {"entity": "A"}, "to": {"entity": "A"},
                       "reassigned_per_day": 1, "tree": {"reads": "subtree"}}],
}  # fmt: skip
"""What is inserted, and stays for some days, says how many nodes a move may have to number anew."""
FACTORS = st.sampled_from([0.25, 0.5, 2, 4, 1024])
"""Powers of two: shares of sums stay the same to the last bit."""
_RATES = (
    "per_day", "from_to_per_day", "to_from_per_day", "reassigned_per_day", "child_updates_per_day", "reads_per_day",
    "updates_per_day", "inserts_per_day",
)  # fmt: skip


def often(value: Any, factor: float) -> Any:
    """The design with every frequency times ``factor``."""
    if isinstance(value, list):
        return [often(one, factor) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        key: one * factor if key in _RATES and isinstance(one, int | float) else often(one, factor)
        for key, one in value.items()
    }


def steady(raw: Json) -> Json:
    """The design in which nothing grows, and every direction is read as often as is stated: what is added
    a day is an absolute rate, for forecasts and windows follow from it, and so is one read by default. So does the most
    that one document can have of those that are counted, with what is inserted of them; and how many there are of what
    expires or is archived: both are stated."""
    made = deepcopy(raw)
    for entity in made["entities"]:
        if "retention" in entity:
            entity.setdefault("count", 100)
    counted = {entity["name"] for entity in made["entities"] if "count" in entity}
    for link in made["relationships"]:
        for side, other in (("from", "to"), ("to", "from")):
            has = link[side].setdefault("has", {})
            has["adds_per_day"] = 0
            several = link["kind"] in ("many-to-many", "graph") or (
                side == "from" and link["kind"] != "one-to-one"
            )
            if several and link[other]["entity"] in counted:
                has.setdefault("max", max([10, *(has.get(key, 0) for key in ("min", "average", "p95"))]))
        link["navigation"] = {"from_to_per_day": 3, "to_from_per_day": 2} | link.get("navigation", {})
    return made


@examples
@given(designs(), FACTORS)
def test_scaling_all_frequencies_changes_no_decision(raw: Json, factor: float) -> None:
    raw = steady(raw)
    before, after = settle(raw), settle(often(raw, factor))
    assert {name: (one.rule, one.strategy, one.side) for name, one in before.decisions.items()} == {
        name: (one.rule, one.strategy, one.side) for name, one in after.decisions.items()
    }


def test_an_absolute_rate_does_change_one() -> None:
    """What is added a day grows over the years, so ten times as much may be too large."""
    raw: Json = {
        "format": "nestlink/1", "name": "D", "database": "d",
        "entities": [{"name": "A"}, {"name": "B", "kind": "weak", "fields": [{"name": "t", "type": "string"}]}],
        "relationships": [{
            "name": "r", "kind": "one-to-many", "to": {"entity": "B"},
            "from": {"entity": "A", "has": {"max": 5000, "p95": 100, "share_over": 0.01, "adds_per_day": 0.01}},
            "exclusive_owner": True, "accessed_together": 0.9, "independent_access": 0,
        }],
    }  # fmt: skip
    slow = settle(raw).decisions["r"].strategy
    raw["relationships"][0]["from"]["has"]["adds_per_day"] = 0.1
    assert (slow, settle(raw).decisions["r"].strategy) == ("OUTLIER", "PARENT_REF")


@examples
@example(FEW_INSERTED, 1024)
@example(EXPIRING_NODES, 1024)
@given(designs(forced=False), FACTORS)
def test_cost_is_linear_in_frequencies(raw: Json, factor: float) -> None:
    raw = steady(raw)
    model, other = model_of(raw), model_of(often(raw, factor))
    assume(not forced_ring(model.links))
    before, after = advise(model), advise(other)
    for name, advice in before.items():
        dearer = {one.strategy: one.total for one in after[name].prices}
        for price in advice.prices:
            assert dearer[price.strategy] == pytest.approx(price.total * factor, rel=1e-9), (
                name,
                price.strategy,
            )


@examples
@given(designs(forced=False), st.integers(0, 6), st.sampled_from([2, 10, 1000]))
def test_a_larger_maximum_never_moves_a_reference_inside(raw: Json, place: int, factor: int) -> None:
    """In the whole design, with all that composing does; a copy's slice and what is capped aside."""
    assume(place < len(raw["relationships"]))
    link = raw["relationships"][place]
    assume(link["kind"] == "one-to-many")
    before = chosen(settle(raw))
    name = link["name"]
    assume(name in before and before[name].strategy in ("PARENT_REF", "CHILD_REFS", "TWO_WAY_REFS"))
    # What composing bars follows from the other decisions: they must stay what they were.
    most = surveyed(model_of(raw)).case(name).look("max")
    assume(most < 1e9)
    link["from"].setdefault("has", {}).update({"max": int(most * factor) + 1, "growth": "bounded"})
    link["from"]["has"].pop("p95", None)
    after = chosen(settle(raw))
    others = [one for one in before if one != name]
    assume(all(before[one].strategy == after[one].strategy for one in others))
    assert not after[name].traits.inside_holder


def told(model: Model) -> str:
    """Decisions, overlays and collections as plan.json tells them."""
    plan = next(one for one in EXPORTERS if one.slug == "plan")
    raw = json.loads(plan.render(plan_design(model).compilation)[0].text)
    return json.dumps([raw[key] for key in ("decisions", "entity_overlays", "collections")])


@examples
@given(designs())
def test_new_names_change_nothing_but_names(raw: Json) -> None:
    """Collections, fields, validators, indexes and words too."""
    assume(not forced_ring(model_of(raw).links))
    renamed = re.sub(
        r'"(Entity|link|operation|down|up|f)(?=[0-9])',
        lambda found: f'"{NEW_NAMES[found[1]]}',
        json.dumps(raw),
    )
    back = {new: old for old, new in NEW_NAMES.items()} | {"zntity": "entity"}
    text = re.sub(
        rf"(?<![a-z])({'|'.join(back)})(?=[0-9])",
        lambda found: back[found[1]],
        told(model_of(json.loads(renamed))),
    )
    old = told(model_of(raw))
    assert json.loads(_with_a(text)) == json.loads(_with_a(old))


def _with_a(text: str) -> str:
    """The texts with "a" where a name that begins with a vowel has "an" before it."""
    return re.sub(r"\b([Aa])n (?=[A-Z])", r"\1 ", text)
