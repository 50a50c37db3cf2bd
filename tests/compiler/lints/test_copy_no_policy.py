"""L18: copied fields without a policy, or without a place."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.copies.copy_no_policy import LINT
from tests.compiler import small
from tests.compiler.composed import design, entity, field, link
from tests.compiler.planned import MANY, findings, found, pair, planned

BUSY = {"reads_per_day": 100_000, "updates_per_day": 0.01}


def copying(strategy: str, **copy: Any) -> list[tuple[str, str]]:
    return found(LINT, pair(strategy, copies=[{**BUSY, **copy}]))


def test_a_copy_without_a_policy_is_assumed_to_be_kept_in_sync() -> None:
    plan = pair("PARENT_REF", copies=[{"field": "title", "of": "from", **BUSY}])
    (one,) = findings(LINT, plan)
    assert (one.subject, one.severity) == ("Child.parent_title", "warning") and "eventual" in one.message


@pytest.mark.parametrize("policy", ["immutable", "snapshot", "strong", "eventual", "batch"])
def test_a_stated_policy_is_fine(policy: str) -> None:
    assert copying("PARENT_REF", field="title", of="from", policy=policy) == []


ADDRESS = field("address", "object", fields=[field("city"), field("street")])


@pytest.mark.parametrize(
    ("policy", "copied", "changed", "count"),
    [
        ("immutable", "title", "title", 1),
        ("immutable", "title", "address", 0),
        ("immutable", "address.city", "address", 1),
        ("immutable", "address.city", "address.street", 0),
        ("immutable", "address", "address.street", 1),
        ("snapshot", "title", "title", 0),
        ("strong", "title", "title", 0),
    ],
)
def test_what_an_operation_changes_is_not_immutable(
    policy: str, copied: str, changed: str, count: int
) -> None:
    """The function changed the original alone, and only the audit told."""
    update = small.op("update", "Parent", "_id", name="rename", per_day=1, changes=[changed])
    plan = pair(
        "PARENT_REF",
        parent={"fields": [field("title"), ADDRESS]},
        copies=[{"field": copied, "of": "from", "policy": policy, **BUSY}],
        id="kids",
        top={"operations": [update]},
    )
    told = findings(LINT, plan)
    assert len(told) == count
    assert all(f"Parent.{copied} is immutable, but rename changes" in one.message for one in told)
    fixed = [one.fix["value"][0]["policy"] for one in told if one.fix]
    assert fixed == ["snapshot"] * count


def test_a_copy_needs_documents_that_hold_something_of_its_source() -> None:
    assert len(copying("PARENT_REF", field="name", of="to", policy="snapshot")) == 1
    assert copying("TWO_WAY_REFS", field="name", of="to", policy="snapshot") == []


def test_a_copy_from_inside_of_a_list_has_not_one_value() -> None:
    items = {"type": "object", "fields": [{"name": "size", "type": "int"}]}
    fields = [
        {"name": "sizes", "type": "array", "items": items},
        {"name": "all", "type": "object", "fields": items["fields"]},
    ]
    for path, wanted in (("sizes.size", 1), ("sizes", 0), ("all.size", 0)):
        copies = [{"field": path, "of": "from", "policy": "snapshot"}]
        plan = pair("PARENT_REF", parent={"fields": fields}, copies=copies)
        told = [one.message for one in findings(LINT, plan)]
        assert len(told) == wanted and all("sizes is a list" in one for one in told)
        names = {field.name for field in plan.plan.collections[-1].fields}
        assert any(name.startswith(("parent_sizes", "parent_all")) for name in names) is not bool(wanted)


COPIED = {"policy": "snapshot", "of": "from"}


@pytest.mark.parametrize(
    ("path", "instead"),
    [
        ("team", "or relate Team to Goal, which stores its own reference."),
        ("team.city", "or relate Team to Goal and copy city of Team there."),
        ("team_name", "or relate Team to Goal and copy name of Team there."),
        ("goals", "Read it through the reference."),
        ("player_type", "Read it through the reference."),
        ("captain", ""),
        ("name", ""),
        ("_id", ""),
    ],
)
def test_only_an_entity_s_own_fields_are_copied(path: str, instead: str) -> None:
    entities = [
        entity("Person", field("name")),
        entity("Player", field("captain", "bool")),
        entity("Team", field("name"), field("city")),
        entity("Goal", field("minute", "int")),
    ]
    more = {"copies": [{**COPIED, "field": "name", "as": "team_name"}]}
    links = [
        link("kinds", "is-a", ("Person", {}), ("Player", {}), discriminator={"field": "player_type"}),
        link("teams", MANY, ("Team", {"field": "players"}), ("Player", {"field": "team"}), **more),
        link("goals", MANY, ("Player", {"field": "goals"}), ("Goal", {"field": "player"}), copies=[{**COPIED, "field": path}]),
    ]  # fmt: skip
    plan = planned(design(entities, links), kinds="POLY_SINGLE", teams="PARENT_REF", goals="PARENT_REF")
    told = findings(LINT, plan)
    assert [one.subject for one in told] == [f"Goal.player_{path.replace('.', '_')}"][: bool(instead)]
    assert all(f"{path} isn't Player's own field" in one.message for one in told)
    assert all(one.hint.endswith(instead) for one in told)
    goals = next(one for one in plan.plan.collections if one.name == "goals")
    assert any(one.origin == "copy" for one in goals.fields) is not bool(instead)


def test_a_copy_of_a_copy_is_taken_from_its_origin() -> None:
    """To copy country_name of City was what the finding was about."""
    names = ("Country", "City", "Venue", "Show")
    copied = ("name", "country_name", "city_country_name")
    links = [
        link(f"{far}s", MANY, (near, {}), (far, {"field": near.lower()}), copies=[{**COPIED, "field": name}])
        for near, far, name in zip(names, names[1:], copied, strict=False)
    ]
    plan = planned(
        design([entity(name, field("name")) for name in names], links),
        **{f"{far}s": "PARENT_REF" for far in names[1:]},
    )
    hints = [one.hint for one in findings(LINT, plan)]
    assert hints == [
        f"Add the field, or relate Country to {holder} and copy name of Country there."
        for holder in names[2:]
    ]


def test_refused_and_dropped_copies_are_left_to_their_own_checks() -> None:
    assert copying("PARENT_REF", field="title", of="from", updates_per_day=10**9) == []
    assert copying("EMBED_ARRAY", field="title", of="from") == []
