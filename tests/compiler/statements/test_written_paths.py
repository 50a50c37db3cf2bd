"""Which paths an update names, in the forms that updates have."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.operations.ir.update_reading import updated


@pytest.mark.parametrize(
    ("update", "paths"),
    [
        ({"$set": {"a": 1, "b.c": 2}, "$inc": {"d": 1}}, ["a", "b.c", "d"]),
        ({"$set": {"list.$[one].a": 1}, "$push": {"list.$.more": 2}}, ["list.a", "list.more"]),
        ([{"$set": {"a": "$b"}}, {"$unset": "c"}, {"$unset": ["d", "e"]}], ["a", "c", "d", "e"]),
        ({}, []),
        (None, []),
    ],
)
def test_the_paths_of_operators_and_of_stages(update: Any, paths: list[str]) -> None:
    assert [*updated(update)] == paths
