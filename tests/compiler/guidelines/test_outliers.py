"""B4b: design for the usual parent, let the few large ones overflow."""

import pytest

from tests.compiler.small import EXPIRING, MANY, barred, chosen, decide, pair, text
from tests.compiler.test_flips_hold import told

FEW_HUGE = {"p95": 50, "max": 5000, "share_over": 0.005, "average": 5, "growth": "bounded"}
OWNED = {"exclusive_owner": True, "accessed_together": 0.6}


def outlier(has: dict | None = None, rel: dict | None = None, **more: object) -> str:
    return chosen(MANY, has={**FEW_HUGE, **(has or {})}, rel={**OWNED, **(rel or {})}, **more)[0]


def test_a_few_huge_parents() -> None:
    decision = decide(MANY, has=FEW_HUGE, rel=OWNED)
    assert (decision.rule, decision.strategy, decision.side, decision.bound) == (
        "B4b",
        "OUTLIER",
        "from",
        200,
    )
    assert barred(decision)["EMBED_ARRAY"] == "G2"


@pytest.mark.parametrize(("share", "rule"), [(0.01, "B4b"), (0.011, "B5")])
def test_how_few(share: float, rule: str) -> None:
    assert outlier({"share_over": share}) == rule


@pytest.mark.parametrize(("p95", "rule"), [(200, "B4b"), (201, "B5")])
def test_the_usual_parent_must_be_small(p95: int, rule: str) -> None:
    assert outlier({"p95": p95}) == rule


@pytest.mark.parametrize(("adds", "rule"), [(150 / 1095, "B4b"), (151 / 1095, "B5")])
def test_the_usual_parent_must_stay_small(adds: float, rule: str) -> None:
    """50 today and 1095 days of additions come to 200 at the horizon."""
    assert outlier({"adds_per_day": adds}) == rule


def test_all_of_it_must_be_known() -> None:
    missing = {key: value for key, value in FEW_HUGE.items() if key != "share_over"}
    assert chosen(MANY, has=missing, rel=OWNED)[0] == "B5"
    missing = {key: value for key, value in FEW_HUGE.items() if key not in ("p95", "max")}
    assert chosen(MANY, has={**missing, "growth": "unbounded"}, rel=OWNED)[0] == "B5"


def test_an_endless_list_may_have_outliers_too() -> None:
    assert outlier({"growth": "unbounded"}) == "B4b"


@pytest.mark.parametrize(("most", "rule"), [(200, "B7"), (2000, "B7"), (2001, "B4b")])
def test_a_short_list_has_none(most: int, rule: str) -> None:
    assert outlier({"max": most}) == rule


@pytest.mark.parametrize(
    ("rel", "rule"),
    [
        ({"exclusive_owner": False}, "B5"),
        ({"independent_access": 0.19}, "B4b"),
        ({"independent_access": 0.2}, "B5"),
        ({"accessed_together": 0.5}, "B4b"),
        ({"accessed_together": 0.49}, "B5"),
    ],
    ids=str,
)
def test_it_must_be_owned_and_read_with_its_parent(rel: dict, rule: str) -> None:
    assert outlier(rel=rel) == rule


LIGHT = {"p95": 50, "max": 300, "share_over": 0.005, "average": 5, "growth": "bounded"}


@pytest.mark.parametrize(("size", "strategy"), [(1, "EMBED_ARRAY"), (1289, "EMBED_ARRAY"), (1290, "OUTLIER")])
def test_a_light_array_is_embedded_whole(size: int, strategy: str) -> None:
    """Fifty elements under 64 KiB."""
    decision = decide(MANY, has=LIGHT, rel=OWNED, child={"fields": [text(size)]})
    assert (decision.rule, decision.strategy) == ({"EMBED_ARRAY": "B7"}.get(strategy, "B4b"), strategy)
    if strategy == "EMBED_ARRAY":
        assert decision.bound == 300 and barred(decision)["OUTLIER"] == "B4b"
        assert {flip.strategy for *_, flip in told(pair(MANY, has=LIGHT, rel=OWNED))} >= {"OUTLIER"}


@pytest.mark.parametrize(
    ("has", "light"),
    [
        ({"max": 2000}, True),
        ({"max": 2001}, False),
        ({"growth": "unbounded"}, False),
        ({"share_over": 0.011}, False),
        ({"p95": 201}, False),
        ({"adds_per_day": 151 / 1095}, False),
    ],
    ids=str,
)
def test_what_is_not_light(has: dict, light: bool) -> None:
    """Too many for an array of ids, endless, or often over the limit."""
    assert (outlier({**LIGHT, **has}) == "B7") is light


@pytest.mark.parametrize(("size", "strategy"), [(502, "EMBED_ARRAY"), (503, "OUTLIER")])
def test_the_largest_of_all_must_be_light_too(size: int, strategy: str) -> None:
    """Two thousand elements in 1 MiB."""
    found = decide(MANY, has={**LIGHT, "max": 2000}, rel=OWNED, child={"fields": [text(size)]})
    assert found.strategy == strategy


def test_a_light_array_that_is_not_owned_stays_apart() -> None:
    assert outlier(LIGHT, {"exclusive_owner": False, "accessed_together": 0.1}) == "B10"


def test_expiry_and_size_bar_it() -> None:
    expiring = {"fields": [text(), {"name": "made", "type": "date"}], "retention": EXPIRING}
    assert barred(decide(MANY, has=FEW_HUGE, rel=OWNED, child=expiring))["OUTLIER"] == "G7"
    bulky = {"fields": [text(50_000)]}
    assert barred(decide(MANY, has=FEW_HUGE, rel=OWNED, child=bulky))["OUTLIER"] == "G4"
