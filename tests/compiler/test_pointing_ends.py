"""Which end of a one-to-one holds the reference, where its documents stay apart."""

from typing import Any

import pytest

from designs.compiler.pipeline import plan_design
from tests.compiler.in_parts import compile_design
from tests.compiler.small import design, entity, link, op, text

SOME = {"min": 0, "max": 1}
CURRENT: dict[str, Any] = {"field": "current_version", "has": SOME, "back": SOME}


def versions(count: int = 46_000, **more: Any) -> Any:
    """Apps that name their current version, one of many."""
    apps, all_versions = entity("App", text(), count=2_000), entity("Version", text(), count=count)
    named = {**CURRENT, **more}
    return [apps, all_versions], [link("current", "one-to-one", "App", "Version", **named)]


def held_by(entities: Any, links: Any, *ops: Any) -> str:
    """Where the reference stands."""
    decision = plan_design(design(entities, links, ops)).compilation.plan.decisions[0]
    (holder,) = decision.holders
    return f"{decision.strategy} {holder.collection}.{holder.path}"


def test_one_of_many_is_named_by_the_one_that_picks_it() -> None:
    assert held_by(*versions()) == "LINK_ONE apps.current_version"


@pytest.mark.parametrize(
    ("more", "where"),
    [
        ({"back_field": "app"}, "LINK_ONE versions.app"),  # the part names its whole
        ({"field": ""}, "LINK_ONE versions.app_id"),  # nobody names anybody
        ({"has": {"min": 1, "max": 1}}, "LINK_ONE versions.app_id"),
        ({"has": {"max": 1}}, "LINK_ONE apps.current_version"),
        ({"strategy": "LINK_ONE"}, "LINK_ONE versions.app_id"),  # as the designer says
    ],
)
def test_only_the_end_that_has_a_name(more: dict[str, Any], where: str) -> None:
    named = {key: value for key, value in {**CURRENT, **more}.items() if value}
    named = {"field": None, **named}
    entities, links = versions(**named)
    if links[0]["from"]["field"] is None:
        del links[0]["from"]["field"]
    assert held_by(entities, links) == where


@pytest.mark.parametrize(
    ("count", "where"), [(2_000, "EMBED_ONE apps.current_version"), (2_001, "LINK_ONE apps.current_version")]
)
def test_more_parts_than_wholes_stay_apart(count: int, where: str) -> None:
    assert held_by(*versions(count, back={"min": 1, "max": 1})) == where


def test_operations_still_go_both_ways() -> None:
    entities, links = versions()
    ops = (
        op("read", "App", "text", includes=["current"], per_day=9),
        op("read", "Version", "text", projection=["text", "app_id.text"], per_day=9),
    )
    compilation = compile_design(design(entities, links, ops))
    collections = {collection.name: collection for collection in compilation.plan.collections}
    names = {name: [field.name for field in each.fields] for name, each in collections.items()}
    assert names == {"apps": ["_id", "text", "current_version"], "versions": ["_id", "text"]}
    (index,) = [each for each in collections["apps"].indexes if each.keys[0][0] == "current_version"]
    assert index.options["unique"] is True
    assert not [finding for finding in compilation.findings if finding.severity == "error"]
