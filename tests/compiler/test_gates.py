"""What makes a strategy infeasible before any rule is asked, on both sides of each boundary."""

from __future__ import annotations

from typing import Any

import bson
import msgspec
import pytest

from designs.compiler.model.conceptual import Entity
from designs.compiler.rules.gates import (
    bars,
    bucket_count,
    bucket_window,
    folds,
    link_bytes,
    subset_count,
    subset_element,
    subset_fields,
    window_count,
)
from designs.compiler.workload.expiry import outlives
from tests.compiler.small import (
    EXPIRING,
    MANY,
    NM,
    ONE,
    Json,
    case,
    entity,
    link,
    op,
    text,
)

MIB = 1024 * 1024
AT = {"name": "at", "type": "date"}


def gates(*args: Any, **design: Any) -> dict[str, str]:
    """By barred strategy, its gate."""
    return {strategy: bar.gate for strategy, bar in bars(case(*args, **design)).items()}


def test_few_are_free() -> None:
    assert gates(MANY, has={"max": 200}) == {}
    assert gates(ONE) == {}
    assert gates(NM, has={"max": 1}, back={"max": 1}) == {}


@pytest.mark.parametrize(
    ("has", "expected"),
    [
        ({"max": 200}, {}),
        ({"max": 201}, {"EMBED_ARRAY": "G2"}),
        ({"max": 2000}, {"EMBED_ARRAY": "G2"}),
        ({"max": 2001}, {"EMBED_ARRAY": "G2", "CHILD_REFS": "G3", "TWO_WAY_REFS": "G3", "VALUE_ARRAY": "G3"}),
        (
            {"growth": "unbounded", "max": 1},
            {"EMBED_ARRAY": "G1", "CHILD_REFS": "G1", "TWO_WAY_REFS": "G1", "VALUE_ARRAY": "G1"},
        ),
    ],
    ids=str,
)
def test_counts(has: Json, expected: dict[str, str]) -> None:
    assert gates(MANY, has=has) == expected


def test_capped_strategies_pass_the_gates_of_counts() -> None:
    found = gates(MANY, has={"growth": "unbounded"})
    assert not {"SUBSET", "OUTLIER", "BUCKET", "BUCKET_TIME", "PARENT_REF", "TIME_SERIES"} & set(found)


def test_a_gate_on_an_assumed_number_asks_for_it() -> None:
    assumed, stated = bars(case(MANY)), bars(case(MANY, has={"max": 1000}))
    assert "assumed" in assumed["EMBED_ARRAY"].because
    assert "assumed" not in stated["EMBED_ARRAY"].because
    events = bars(case(MANY, child={"kind": "event"}))["EMBED_ARRAY"]
    assert events.because.endswith("no limit (assumed: state a growth or a max)")


@pytest.mark.parametrize(
    ("sides", "expected"),
    [
        ((2000, 2000), None),
        ((2000, 2001), "G3"),
        ((2001, 2000), "G3"),
        ((None, 3), "G1"),
        ((3, None), "G1"),
    ],
    ids=str,
)
def test_arrays_on_both_sides(sides: tuple[int | None, int | None], expected: str | None) -> None:
    has, back = ({"growth": "unbounded"} if side is None else {"max": side} for side in sides)
    assert gates(NM, has=has, back=back).get("TWO_WAY_EMBED") == expected


def test_gates_of_links_are_about_both_sides() -> None:
    """The one side's count bars no list of values on the other."""
    assert gates(NM, has={"growth": "unbounded"}, back={"max": 3}) == {
        "EMBED_ARRAY": "G5",
        "TWO_WAY_EMBED": "G1",
    }
    assert gates(ONE, has={"growth": "unbounded"}) == {}


@pytest.mark.parametrize(("parents", "expected"), [(1, None), (2, "G5")])
def test_several_parents_bar_embedding(parents: int, expected: str | None) -> None:
    assert gates(NM, has={"max": 3}, back={"max": parents}).get("EMBED_ARRAY") == expected


def test_the_size_of_a_one_to_one() -> None:
    """Parent 153 bytes, the end's name 7 and the part's own 16."""
    parent = {"fields": []}
    free = 8 * MIB - (5 + 17) - (2 + len("child")) - 16
    assert gates(ONE, parent=parent, child={"fields": [text(free)]}) == {}
    assert gates(ONE, parent=parent, child={"fields": [text(free + 1)]}) == {"EMBED_ONE": "G4"}


def test_the_projected_size_of_an_array() -> None:
    child = {"fields": [text(100_000)]}
    few = {"max": 150, "average": 83, "adds_per_day": 0}
    assert "EMBED_ARRAY" not in gates(MANY, child=child, has=few)
    assert gates(MANY, child=child, has={**few, "average": 84})["EMBED_ARRAY"] == "G4"
    growing = {**few, "average": 10, "adds_per_day": 0.1}
    assert gates(MANY, child=child, has=growing)["EMBED_ARRAY"] == "G4"


def test_the_largest_size_of_an_array() -> None:
    child, rare = {"fields": [text(100_000)]}, {"average": 1, "adds_per_day": 0}
    assert "EMBED_ARRAY" not in gates(MANY, child=child, has={**rare, "max": 167})
    assert gates(MANY, child=child, has={**rare, "max": 168})["EMBED_ARRAY"] == "G4"


def test_the_limit_that_is_broken_is_told() -> None:
    child = {"fields": [text(100_000)]}
    for average, limit in ((84, "8,192"), (1, "16,384")):
        has = {"average": average, "max": 168, "adds_per_day": 0}
        assert bars(case(MANY, child=child, has=has))["EMBED_ARRAY"].because.endswith(f"over {limit} KiB")


@pytest.mark.parametrize(("most", "gate"), [(200, "G4"), (201, None)])
def test_links_that_are_too_many_to_embed_are_not_weighed(most: int, gate: str | None) -> None:
    rel = {"link_owner": "from", "link_fields": [text(100_000, "why")]}
    assert gates(NM, has={"max": most}, rel=rel).get("EMBED_LINK") == gate


def test_capped_strategies_count_their_cap() -> None:
    large = {"max": 100_000, "average": 1, "adds_per_day": 0}
    assert gates(MANY, child={"fields": [text(41_900)]}, has=large).get("OUTLIER") is None
    assert gates(MANY, child={"fields": [text(41_999)]}, has=large)["OUTLIER"] == "G4"
    assert gates(MANY, child={"fields": [text(838_000)]}, has=large).get("SUBSET") is None
    assert gates(MANY, child={"fields": [text(839_000)]}, has=large)["SUBSET"] == "G4"


def test_elements_weigh_what_the_library_writes() -> None:
    """An embedded link with what it says of itself and a copy, and an element of a slice."""
    other: Json = {"child_id": bson.ObjectId("0" * 24), "text": "t" * 20}
    copies = [{"field": "text", "of": "to"}]
    rel = {"link_owner": "from", "link_fields": [text(30, "why")], "copies": copies}
    links = [{**other, "why": "w" * 30}] * 3
    assert link_bytes(case(NM, has={"max": 3}, rel=rel), "from")[1] == _in_array(links)
    shown = case(MANY, has={"growth": "unbounded"})
    assert subset_count(shown) * subset_element(shown) == _in_array([other] * 10)


def _in_array(elements: list[Json]) -> int:
    return len(bson.encode({"": elements})) - len(bson.encode({"": []}))


def test_a_page_of_one_is_as_large_as_its_element() -> None:
    free = int(8 * MIB - case(MANY, child={"fields": [text(0)]}, has={"max": 5}).element)
    for size, barred in ((free, False), (free + 1, True)):
        found = gates(MANY, child={"fields": [text(size)]}, has={"max": 5})
        assert ("BUCKET" in found) is barred


@pytest.mark.parametrize(("often", "told"), [(0, ""), (0.1, "Parent changes")])
def test_a_parent_that_changes_inside_is_not_folded(often: float, told: str) -> None:
    inner = {**text(5), "updates_per_day": often}
    lists = {"name": "l", "type": "array", "items": {"type": "object", "fields": [inner]}}
    for field in (inner, {"name": "o", "type": "object", "fields": [inner]}, lists):
        parts: Json = {"parent": {"fields": [field]}, "ops": (op("read", "Child", includes=["r"]),)}
        assert folds(case(MANY, **parts, constants={"fold_bytes": 1000})) == told


def test_a_parent_of_two_relationships_is_not_folded() -> None:
    other = link("s", MANY, "Parent", "Other")
    parts = {"parent": {"fields": [text(5)]}, "ops": (op("read", "Child", includes=["r"]),)}
    assert folds(case(MANY, **parts)) == ""
    told = folds(case(MANY, **parts, entities=[entity("Other")], links=[other]))
    assert told == "Parent has other relationships"


KEPT = {"policy": "keep"}
POLICIES: list[tuple[Json | None, Json | None, bool]] = [
    (None, None, False),
    (None, KEPT, False),
    (EXPIRING, EXPIRING, False),
    (EXPIRING, None, True),
    (KEPT, EXPIRING, True),
    (EXPIRING, {**EXPIRING, "seconds": 61}, True),
    (None, {"policy": "capped", "bytes": 100}, True),
    (None, {"policy": "rolling", "period": "month"}, True),
    (None, {"policy": "archive", "after_days": 9}, False),
    ({"policy": "archive", "after_days": 9}, EXPIRING, True),
]


@pytest.mark.parametrize(("holder", "part", "apart"), POLICIES, ids=str)
def test_who_outlives_whom(holder: Json | None, part: Json | None, apart: bool) -> None:
    ends = [
        msgspec.convert({"name": name, **({"retention": one} if one else {})}, Entity)
        for name, one in (("A", holder), ("B", part))
    ]
    assert outlives(*ends) is apart


def test_a_weak_part_lives_as_long_as_its_holder_unless_it_says_so() -> None:
    made = {"name": "made", "type": "date"}
    parent = {"fields": [made], "retention": EXPIRING}
    assert gates(MANY, parent=parent, child={"kind": "weak"}, has={"max": 5}) == {}
    assert "EMBED_ARRAY" in gates(
        MANY, parent=parent, child={"kind": "weak", "retention": KEPT}, has={"max": 5}
    )


def test_expiry_bars_everything_that_lives_inside() -> None:
    expiring = {"fields": [{"name": "made", "type": "date"}], "retention": EXPIRING}
    found = gates(MANY, child=expiring, has={"max": 5})
    inside, parted = (
        ("EMBED_ONE", "EMBED_ARRAY", "OUTLIER", "EMBED_TREE"),
        ("BUCKET", "BUCKET_TIME", "SUBSET"),
    )
    listed = ("TWO_WAY_REFS", "CHILD_REFS")  # whose ids would stay
    assert found == dict.fromkeys(inside + parted + listed, "G7")
    assert gates(MANY, parent=expiring, has={"max": 5}) == dict.fromkeys(inside, "G7")
    assert gates(MANY, parent=expiring, child=expiring, has={"max": 5}) == dict.fromkeys(parted, "G7")
    assert gates(NM, child=expiring, has={"max": 5}, back={"max": 1}) == {}


@pytest.mark.parametrize(("seconds", "is_barred"), [(0, True), (86_399, True), (86_400, False)])
def test_no_slice_holds_what_goes_within_a_day(seconds: int, is_barred: bool) -> None:
    hold = {"fields": [{"name": "made", "type": "date"}], "retention": {**EXPIRING, "seconds": seconds}}
    assert ("SUBSET" in gates(MANY, child=hold, has={"max": 5})) is is_barred


def test_a_slice() -> None:
    assert subset_count(case(MANY)) == 10
    assert subset_count(case(MANY, rel={"together_needs": "summary"}, constants={"subset_n": 4})) == 4
    assert subset_count(case(MANY, rel={"together_needs": "recent"}, constants={"recent_n": 6})) == 6
    assert subset_count(case(MANY, rel={"recent": {"count": 3}})) == 3
    child = {
        "fields": [text(), AT, {**text(name="secret"), "sensitive": True}, {"name": "_id", "type": "int"}]
    }
    assert [field.name for field in subset_fields(case(MANY, child=child))] == ["text", "at"]
    chosen = case(MANY, child=child, rel={"recent": {"fields": ["secret"]}})
    assert [field.name for field in subset_fields(chosen)] == ["secret"]


@pytest.mark.parametrize(
    ("adds", "window", "found"),
    [
        (1000, "day", ("day", 1000)),
        (1000.5, "day", ("hour", 42)),
        (33, "month", ("month", 990)),
        (34, "month", ("week", 238)),
        (143, "month", ("day", 143)),
        (10**6, "month", ("hour", 41_667)),
        (0, "week", ("week", 0)),
    ],
)
def test_windows(adds: float, window: str, found: tuple[str, int]) -> None:
    assert bucket_window(case(MANY, has={"growth": "unbounded", "adds_per_day": adds}), window) == found


@pytest.mark.parametrize(("adds", "most"), [(0, 1), (1, 1), (1.5, 2)])
def test_a_window_holds_one_at_least(adds: float, most: int) -> None:
    assert window_count(case(MANY, has={"growth": "unbounded", "adds_per_day": adds})) == most


@pytest.mark.parametrize(
    ("size", "count"), [(10, 50), (2539, 50), (2540, 49), (63_000, 2), (128_000, 1), (10**6, 1)]
)
def test_pages(size: int, count: int) -> None:
    """An element takes 21 bytes more than its text in an array of 1000."""
    assert bucket_count(case(MANY, child={"fields": [text(size)]}, has={"max": 1000})) == count


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (MANY, {"CHILD_REFS": "G12", "TWO_WAY_REFS": "G12"}),
        (NM, {"TWO_WAY_EMBED": "G12"}),
        (ONE, {}),
        ("tree", {}),
    ],
)
def test_a_server_without_transactions_keeps_no_list_beside_its_children(kind: str, expected: Json) -> None:
    bounds: dict[str, Any] = (
        {"has": {"max": 9}} if kind in (MANY, "tree") else {"has": {"max": 1}, "back": {"max": 1}}
    )
    assert gates(kind, **bounds, topology="standalone") == expected
    assert gates(kind, **bounds, topology="replica-set") == gates(kind, **bounds) == {}


def test_a_stated_maximum_of_events_is_a_maximum() -> None:
    """They grow without a limit where nobody states one: neither a max nor a growth."""
    event = {"kind": "event", "fields": [AT]}
    assert gates(MANY, child=event, has={"max": 30}) == {}
    assert gates(MANY, child=event)["EMBED_ARRAY"] == "G1"
    assert gates(MANY, child=event, has={"max": 30, "growth": "unbounded"})["EMBED_ARRAY"] == "G1"
