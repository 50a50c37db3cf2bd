"""RING_NEEDED: documents that each must refer to one of their own kind; and their examples, which do."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.references.ring_needed import LINT
from designs.compiler.sampling import samples
from tests.compiler import composed
from tests.compiler.bson_schema import complaints
from tests.compiler.in_parts import compile_design
from tests.compiler.planned import findings, found, planned
from tests.compiler.small import design, entity, link, text

Json = dict[str, Any]
TOLD = [("spouse", "info")]


def told(kind: str, forth: int, back: int, other: str = "Person") -> list[tuple[str, str]]:
    return found(LINT, planned(made(kind, forth, back, other)))


def made(kind: str, forth: int, back: int, other: str = "Person") -> Any:
    held = link("spouse", kind, "Person", other, id="spouse")
    held["from"] |= {"field": "wife", "has": {"min": forth, **({"max": 1} if kind == "one-to-one" else {})}}
    held["to"] |= {"field": "husband", "has": {"min": back, "max": 1}}
    parts = [entity("Person", text(9, "name"))] + ([entity("Pet")] if other != "Person" else [])
    return design(parts, [held])


@pytest.mark.parametrize(
    ("kind", "forth", "back", "expected"),
    [
        ("one-to-one", 0, 0, []),
        ("one-to-one", 1, 0, TOLD),
        ("one-to-one", 0, 1, TOLD),
        ("one-to-one", 1, 1, TOLD),
        ("one-to-many", 1, 0, []),
        ("one-to-many", 0, 1, TOLD),
        ("tree", 0, 1, []),
    ],
)
def test_an_end_that_must_have_one_of_its_own_kind(kind: str, forth: int, back: int, expected: Any) -> None:
    assert told(kind, forth, back) == expected
    assert told(kind, forth, back, "Pet") == [] or kind == "tree"


@pytest.mark.parametrize(("forth", "back"), [(1, 0), (0, 1), (1, 1)])
def test_one_click_lets_every_end_be_without(forth: int, back: int) -> None:
    (one,) = findings(LINT, planned(made("one-to-one", forth, back)))
    assert one.fix is not None
    edits = one.fix.get("edits", [one.fix])
    wanted = [["from", "has", "min"]] * forth + [["to", "has", "min"]] * back
    assert [(edit["path"], edit["value"]) for edit in edits] == [(path, 0) for path in wanted]


@pytest.mark.parametrize("kind", ["one-to-one", "one-to-many"])
@pytest.mark.parametrize("needed", [0, 1])
def test_examples_refer_to_one_another_and_to_nothing_else(kind: str, needed: int) -> None:
    strategy = "LINK_ONE" if kind == "one-to-one" else "PARENT_REF"
    ends = ("P", {"field": "wife", "has": {}}), ("P", {"field": "husband", "has": {"min": needed, "max": 1}})
    held = composed.link("spouse", kind, *ends, strategy=strategy)
    plan = compile_design(composed.design([composed.entity("P", composed.field("name"))], [held]))
    (people,) = plan.plan.collections
    known = {one["_id"]: one for one in samples(plan)["ps"]}
    above = [one["husband"] for one in known.values() if "husband" in one]
    assert set(above) <= set(known) and len(above) == len(known) - (0 if needed else 1)
    assert kind == "one-to-many" or len(set(above)) == len(above)
    for one in known.values():
        assert complaints(people.validator["$jsonSchema"], one) == []


@pytest.mark.parametrize("strategy", ["BUCKET", "BUCKET_TIME"])
def test_pages_that_hold_all_of_their_own_kind(strategy: str) -> None:
    """All stand in a page of another, in the examples in a ring; L14 says that none can be the first."""
    ends = ("Note", {"field": "replies"}), ("Note", {"field": "answers"})
    held = composed.link("replies", "one-to-many", *ends, strategy=strategy, id="replies", time_window="day")
    notes = composed.entity("Note", composed.field("text"), composed.field("written", "date", required=True))
    plan = compile_design(composed.design([notes], [held]))
    (collection,) = plan.plan.collections
    pages = samples(plan)[collection.name]
    items = [item for page in pages for item in page["replies"]]
    owners = {page["answers"] if "answers" in page else page["_id"]["answers"] for page in pages}
    assert owners <= {item["_id"] for item in items} and len(items) > 1
