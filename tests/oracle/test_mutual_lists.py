"""Things of one entity that list one another in one array: each that a thing lists has it in its own list."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.sampling import samples
from tests.compiler.composed import field
from tests.compiler.in_parts import compile_design
from tests.oracle.judging import judge

Json = dict[str, Any]
SAID = {"link_fields": [field("since", "date", required=True), field("note")]}
COPIED = {"copies": [{"field": "label", "of": side} for side in ("from", "to")]}


def _design(most: int, more: Json) -> Json:
    end = {"entity": "Member", "field": "friends", "has": {"min": 0, "max": most}}
    friends = {
        "name": "friends", "kind": "graph", "strategy": "TWO_WAY_EMBED", "from": end, "to": end, **more,
    }  # fmt: skip
    club = {"from": {"entity": "Club"}, "to": {"entity": "Member"}}
    members = {"name": "members", "kind": "one-to-many", "strategy": "PARENT_REF", **club}
    return {
        "format": "nestlink/1", "name": "Clubs", "database": "clubs",
        "entities": [{"name": name, "fields": [field("label", required=True)]} for name in ("Club", "Member")],
        "relationships": [members, friends],
        "operations": [
            {"name": "enrol", "kind": "insert", "entity": "Member"},
            {"name": "strike off", "kind": "delete", "entity": "Member"},
        ],
    }  # fmt: skip


@pytest.mark.parametrize("most", [1, 2, 9])
@pytest.mark.parametrize("more", [{}, SAID, COPIED])
def test_samples_list_each_pair_on_both_of_its_ends(most: int, more: Json) -> None:
    model = read(json.dumps(_design(most, more))).value
    assert model is not None
    compilation = compile_design(model)
    documents = {
        each["_id"]: each["friends"] for each in samples(compilation)["members"] if each.get("friends")
    }
    assert documents and all(len(listed) <= most for listed in documents.values())
    for key, listed in documents.items():
        for element in listed:
            other, said = (
                (element, None) if not isinstance(element, dict) else (element["member_id"], element)
            )
            (back,) = (
                each
                for each in documents[other]
                if (each["member_id"] if isinstance(each, dict) else each) == key
            )
            if more is SAID and said is not None:
                assert {**said, "member_id": 0} == {**back, "member_id": 0}
    assert not [each for each in compilation.findings if each.code == "L15"]


@pytest.mark.parametrize("more", [{}, SAID, COPIED])
def test_functions_know_one_direction_and_write_both_lists(more: Json) -> None:
    verdicts = {verdict.function: verdict for verdict in judge("clubs", _design(9, more))}
    own = {name for name in verdicts if name.startswith("friends")}
    assert {"friendsRead", "friendsAdd", "friendsRemove"} <= own
    assert not own & {"friendsReverse", "friendsReplaceBack"}
    assert not {name: verdict.why for name, verdict in verdicts.items() if verdict.judged and verdict.why}
    assert all(verdicts[name].judged for name in own | {"enrol", "strikeOff"})
