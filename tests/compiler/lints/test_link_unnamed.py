"""LINK_UNNAMED: updates of what a link says of itself that name one of its ends alone."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import Finding
from designs.compiler.lints.workload.link_unnamed import LINT
from designs.compiler.plan_model.compilation import Compilation
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

CHANNEL = {"field": "_id"}


def compiled(*matches: dict[str, Any], strategy: str = "LINK_COLL", **more: Any) -> Compilation:
    """A design that changes memberships of channels by this filter. more: keys of the operation."""
    members = link(
        "members", "many-to-many", ("Channel", {"field": "members"}), ("Person", {"field": "channels"}),
        strategy=strategy, link_fields=[field("read_at", "date"), field("muted", "bool")],
    )  # fmt: skip
    parts = [entity("Channel", field("title")), entity("Person", field("name", unique=True))]
    write = {
        "id": "operation1", "name": "mark read", "kind": "update", "entity": "Channel",
        "filter": list(matches), "changes": ["members.read_at"],
    }  # fmt: skip
    return compile_design(design(parts, [members], operations=[write | more]))


def findings_of(*matches: dict[str, Any], **more: Any) -> list[Finding]:
    return [finding for finding in compiled(*matches, **more).findings if finding.code == LINT.code]


def test_a_link_that_is_named_by_one_end_is_every_link_of_that_end() -> None:
    (finding,) = findings_of(CHANNEL)
    assert (finding.subject, finding.severity) == ("mark read", "warning")
    assert finding.message == "Sets read_at of every person linked to the channel."
    assert finding.hint == "To update only one link, add members to its filter."
    value = [CHANNEL, {"field": "members"}]
    assert finding.fix == {"edit": "set", "id": "operation1", "path": ["filter"], "value": value}


def test_it_is_told_from_the_other_side_too() -> None:
    (finding,) = findings_of(CHANNEL, entity="Person", changes=["channels.read_at"])
    assert finding.message == "Sets read_at of every channel linked to the person."
    assert finding.hint == "To update only one link, add channels to its filter."


def test_what_the_link_says_of_itself_names_no_end() -> None:
    assert len(findings_of(CHANNEL, {"field": "members.muted"})) == 1


@pytest.mark.parametrize("field_of_it", ["members", "members._id", "members.name"])
def test_the_other_end_is_named_by_its_id_or_a_field_of_it(field_of_it: str) -> None:
    assert findings_of(CHANNEL, {"field": field_of_it}) == []


@pytest.mark.parametrize("matches", [[], [{"field": "title", "value": "general"}]])
def test_constants_mean_every_link(matches: list[dict[str, Any]]) -> None:
    assert findings_of(*matches) == []


def test_other_operations_are_not_asked() -> None:
    assert findings_of(CHANNEL, changes=["title"]) == []
    assert findings_of(CHANNEL, kind="read") == []


def test_what_the_fix_asks_for_writes_one_link() -> None:
    plan = compiled(CHANNEL, {"field": "members"}).plan
    (write,) = [each for each in plan.statements if each.subject == "operation:mark read" and each.writes]
    assert (write.op, set(write.filter)) == ("updateOne", {"channel_id", "person_id"})
