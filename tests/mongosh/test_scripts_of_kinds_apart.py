"""The scripts of kinds that have a collection each: they call what the plan states, and refuse nothing."""

from __future__ import annotations

import pytest

from tests.mongosh.cases import Built, build
from tests.mongosh.expected import Reader, follow_demo, reads, recipes
from tests.mongosh.kinds_apart import MANY, SIDES, copied, pays
from tests.mongosh.runs import calls, jobs
from tests.mongosh.shell import run
from tests.mongosh.test_kinds_that_refer_to_their_own import OPS, own


@pytest.mark.parametrize("poly", SIDES)
@pytest.mark.parametrize("policy", ["eventual", "batch", "strong"])
def test_the_copies_of_every_kind_are_kept_true(policy: str, poly: str) -> None:
    plan = build(pays("CHILD_REFS", poly, **copied(policy))).compilation.plan
    made = [one for one in plan.statements if one.purpose in ("sync", "watch")]
    sources = {one.collection for one in made if one.op in ("watch", "updateOne")}
    joined = [stage for one in made if one.op == "aggregate" for stage in one.pipeline if "$lookup" in stage]
    sources |= {stage["$lookup"]["from"] for stage in joined}
    assert sources == ({"cards", "wires"} if poly == "POLY_SPLIT" else {"pays"})
    assert all(
        any(one.collection == "orders" for one in made if one.recipe == each.recipe) or each.op == "watch"
        for each in made
    )


SHAPES = {
    "lists": ("CHILD_REFS", "one-to-many", {}), "lists with copies": ("CHILD_REFS", "one-to-many", copied()),
    "holders": ("CHILD_REFS", "one-to-many", {"turned": True}), "both ends": ("TWO_WAY_REFS", "one-to-many", {}),
    "children": ("PARENT_REF", "one-to-many", {}), "parents": ("PARENT_REF", "one-to-many", {"turned": True}),
    "one way": ("ONE_WAY_EMBED", MANY, {}), "both ways": ("TWO_WAY_EMBED", MANY, {}),
    "links": ("LINK_COLL", MANY, copied()), "links inside": ("EMBED_LINK", MANY, copied("strong")),
}  # fmt: skip


def test_whole_scripts_of_split_kinds_call_the_plan() -> None:
    call_the_plan(
        {
            name: build(pays(strategy, SIDES[1], kind, **more))
            for name, (strategy, kind, more) in SHAPES.items()
        }
    )


OWN = {
    "own lists": ("CHILD_REFS", "one-to-many", copied()), "own children": ("PARENT_REF", "one-to-many", copied(of="from")),
    "own both ends": ("TWO_WAY_REFS", "one-to-many", {}), "own slices": ("SUBSET", "one-to-many", {}),
    "own one way": ("ONE_WAY_EMBED", MANY, {"link_owner": "from"}), "own other": ("LINK_ONE", "one-to-one", {}),
    "own both ways": ("TWO_WAY_EMBED", MANY, {"link_fields": [{"name": "role", "type": "string"}], **copied()}),
    "own links": ("LINK_COLL", MANY, copied()), "own links inside": ("EMBED_LINK", MANY, {"link_owner": "from"}),
}  # fmt: skip


def test_whole_scripts_of_split_kinds_that_refer_to_their_own_call_the_plan() -> None:
    made = {
        name: build(own(strategy, SIDES[1], kind, operations=OPS, **more))
        for name, (strategy, kind, more) in OWN.items()
    }
    for design in made.values():
        assert {"cards", "wires"} <= design.samples.keys()
    call_the_plan(made)


CALLED = ("queries", "sync", "audit")


def call_the_plan(made: dict[str, Built]) -> None:
    """Run each script of each design, and compare its calls with the statements of the plan."""
    journals = run(
        job
        for name, one in made.items()
        for job in jobs(f"apart {name}", one)
        if job["id"].endswith(tuple(f"/{script}" for script in CALLED))
    )
    for name, design in made.items():
        for script in CALLED:
            found = journals[f"apart {name}/{script}"]
            assert found["error"] is None, (name, found["error"])
            assert not [line for line in found["printed"] if "was rejected" in str(line)], (
                name,
                found["printed"],
            )
        asked = journals[f"apart {name}/queries"]
        reader = Reader(design, calls(asked, "showReads"))
        for recipe in reads(design, "04_queries"):
            reader.follow(recipe)
        reader.end()
        follow_demo(design, calls(asked, "demo"))
        reader = Reader(design, journals[f"apart {name}/sync"]["calls"])
        for recipe in recipes(design, "05_sync"):
            if recipe[0].purpose != "watch":
                reader.follow(recipe)
        reader.end()
