"""Of many designs, few are tried that together have all that any has."""

from __future__ import annotations

import os

from tests.covering import covering, kinds_of
from tests.mongosh.cases import built
from tests.mongosh.runs import ALL, names


def test_all_kinds_are_there_at_the_least_cost() -> None:
    kinds = {"whole": "abcd", "left": "ab", "right": "cd", "none": ""}
    assert covering(kinds, {"whole": 9, "left": 1, "right": 1, "none": 1}) == ["left", "right"]
    assert covering(kinds, {"whole": 1, "left": 1, "right": 1, "none": 1}) == ["whole"]


def test_one_to_which_later_ones_left_nothing_is_not_taken() -> None:
    kinds = {"first": "abc", "second": "abx", "third": "cyz"}
    assert covering(kinds, {"first": 1, "second": 1.2, "third": 1.2}) == ["second", "third"]


def test_who_alone_has_a_kind_is_taken() -> None:
    kinds = {"many": "abcd", "new": "an"}
    assert covering(kinds, dict.fromkeys(kinds, 1)) == ["many", "new"]


def test_designs_whose_scripts_are_run_have_every_kind() -> None:
    kinds = {name: kinds_of(built(name).compilation, built(name).scripts) for name in ALL}
    tried = {kind for name in names() for kind in kinds[name]}
    assert tried == {kind for own in kinds.values() for kind in own}
    assert len(names()) <= len(ALL) / (1 if os.environ.get("NESTLINK_SOAK") else 2)
    assert {("strategy", "TREE_CHILD"), ("collection", "capped", "capped", "max", "size")} <= tried
    assert {("statement", "watch", "watch"), ("mongosh/06_audit.js", "$size", "")} <= tried
