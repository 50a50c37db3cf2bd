"""The maps of a design: where things stand, constants, weights. Each key is changed by itself."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import write
from designs.compiler.edits import DESIGN, Remove, Set, apply, difference, inverse

from .test_edits import key_of, two, with_ids

_HERE, _THERE = {"x": 1, "y": 2}, {"x": 3, "y": 4}
_BOTH = {"Author": _HERE, "Book": _THERE}


@pytest.mark.parametrize(
    ("old", "new", "paths"),
    [
        (None, {"Author": _HERE}, ["layout.Author"]),  # the first of two people's
        ({}, {"Author": _HERE}, ["layout.Author"]),
        (_BOTH, {"Author": _HERE}, ["layout.Book"]),
        ({"Author": _HERE}, None, ["layout.Author"]),
        ({"Author": _HERE}, {"Book": _THERE}, ["layout.Author", "layout.Book"]),
        (_BOTH, dict(reversed(_BOTH.items())), ["layout"]),  # another order is another text
        ({"Author": _HERE}, {}, ["layout"]),
        (None, {}, ["layout"]),
        ({}, None, ["layout"]),
    ],
)
def test_a_map_is_changed_by_its_keys(old: Any, new: Any, paths: list[str]) -> None:
    raw = {key: value for key, value in two().items() if key != "layout"}
    both = [with_ids(json.dumps(raw | ({} if one is None else {"layout": one}))) for one in (old, new)]
    edit = difference(*both)
    assert [".".join(one.path) for one in edit.edits if isinstance(one, Set)] == paths
    assert write(apply(both[0], edit)) == write(both[1])


def test_the_last_key_of_a_map_takes_it_along() -> None:
    model = with_ids(json.dumps(two()))
    for edit in (
        Set(id=DESIGN, path=("layout", "Author")),
        Remove(id=key_of(model, "Author"), dependents=True),
    ):
        after = apply(model, edit)
        assert "layout" not in json.loads(write(after))
        assert write(apply(after, inverse(model, edit))) == write(model)
