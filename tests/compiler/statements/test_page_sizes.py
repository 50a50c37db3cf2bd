"""How many documents a list of a relationship gives at once: as stated, else as many as the parent's screen shows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from tests.compiler.in_parts import compile_design
from tests.compiler.small import MANY, NM, pair, text
from tests.mongosh.odd import entity, link

AT = {"name": "at", "type": "date", "required": True}
ANIMAL = {"entity": "Animal"}
SHOWN = {"recent": {"count": 12, "sort": "at", "direction": -1}}


def limits(strategy: str, kind: str = MANY, has: Any = None, **rel: Any) -> set[int]:
    """The limits of the lists that the relationship's functions give."""
    child = {"fields": [AT, text()], **({"kind": "measurement"} if strategy == "TIME_SERIES" else {})}
    made = compile_design(
        pair(kind, has=has or {"growth": "unbounded"}, child=child, rel={"strategy": strategy, **rel})
    )
    found = set()
    for statement in made.plan.statements:
        if statement.purpose in ("read", "page", "reverse") and statement.subject == "relationship:r":
            stages = [stage.get("$limit") for stage in statement.pipeline or ()]
            found |= {each for each in [statement.limit, *stages] if isinstance(each, int)}
    return found


@pytest.mark.parametrize("strategy", ["PARENT_REF", "TIME_SERIES"])
def test_a_list_gives_what_the_screen_of_its_parent_shows(strategy: str) -> None:
    assert limits(strategy) == {50}
    assert limits(strategy, **SHOWN) == {12}
    assert limits(strategy, page_size=20, **SHOWN) == {20}


def test_behind_a_slice_comes_a_whole_page() -> None:
    assert 12 not in limits("SUBSET", **SHOWN)


@pytest.mark.parametrize("strategy", ["LINK_COLL", "ONE_WAY_EMBED"])
def test_pages_of_links_are_as_long_as_stated(strategy: str) -> None:
    assert 20 in limits(strategy, NM, page_size=20) and 20 not in limits(strategy, NM)


@pytest.mark.parametrize(("strategy", "given"), [("LINK_COLL", {120, 50}), ("ONE_WAY_EMBED", {50})])
def test_the_page_of_the_other_direction_is_not_as_long_as_all_that_this_one_needs(
    strategy: str, given: set[int]
) -> None:
    assert limits(strategy, NM, has={"max": 120}, together_needs="all") == given


def test_a_subtype_gives_a_whole_page_though_an_operation_reads_one_of_another_subtype() -> None:
    """The lists of subtypes were told apart by the paths of their filters alone, which are the same ones."""
    kinds = [
        link(f"is_{name}", "is-a", ANIMAL, {"entity": name}, strategy="POLY_SINGLE")
        for name in ("Cat", "Dog")
    ]
    asked = {"name": "some cat", "kind": "read", "entity": "Cat", "limit": 1}
    entities = [entity("Animal"), entity("Cat"), entity("Dog")]
    animals = {"format": "nestlink/1", "name": "Animals", "database": "animals", "entities": entities}
    design = read(json.dumps(animals | {"relationships": kinds, "operations": [asked]})).value
    assert design is not None
    made = compile_design(design)
    assert [each.limit for each in made.plan.statements if each.recipe == "is_Dog.read"] == [50]
