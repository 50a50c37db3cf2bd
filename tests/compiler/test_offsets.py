"""Each place of a JSON text is found at the character where it stands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designs.compiler import read
from designs.compiler.reading.json_text import MOST_FAULTS, Place, shown
from designs.compiler.reading.offsets import offsets

KEYS = st.sampled_from(["a", "b", "fields", "a.b", 'q"[0]', "", "[1]", "ü ", "\n", "\\", "{"])
LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4)
)
LAYOUTS = st.sampled_from([{}, {"indent": 2}, {"separators": (",", ":")}, {"indent": "\t"}])
_DECODER = json.JSONDecoder()


def places(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    members: Any = value.items() if isinstance(value, dict) else ()
    members = enumerate(value) if isinstance(value, list) else members
    for part, one in members:
        yield (*place, part), one
        yield from places(one, (*place, part))


@given(VALUES, LAYOUTS, st.booleans())
def test_each_place_is_found(value: Any, layout: dict[str, Any], plain: bool) -> None:
    text = json.dumps(value, ensure_ascii=plain, **layout)
    every = list(places(value))
    found = offsets(text, [shown(place) for place, _ in every])
    assert len(found) == len({shown(place) for place, _ in every})
    for place, one in every:
        at = found[shown(place)]
        expected = one if isinstance(place[-1], int) else place[-1]
        assert _DECODER.raw_decode(text, at)[0] == expected


@given(VALUES, st.data())
def test_one_place_alone_is_found_where_all_find_it(value: Any, data: st.DataObject) -> None:
    every = [shown(place) for place, _ in places(value)]
    if every:
        text, one = json.dumps(value, indent=1), data.draw(st.sampled_from(every))
        assert offsets(text, [one])[one] == offsets(text, every)[one]


@pytest.mark.parametrize(
    ("subject", "line"),
    [
        ("entities[1]", 5),
        ("entities[1].count", 6),  # of the two, the one that counts
        ("entities[1].fields[0].name", 5),  # is not there: its holder is
        ("entities[0].fields[9]", 4),
        ('["a.b"].c', 8),
    ],
)
def test_what_is_missing_stands_at_its_holder(subject: str, line: int) -> None:
    text = '{\n "name": "x",\n "entities": [\n  {"name": "A"},\n  {"count": 1,\n   "count": 2}\n ],\n "a.b": {"c": 1}}'
    assert text.count("\n", 0, offsets(text, [subject])[subject]) + 1 == line


@pytest.mark.parametrize("subject", ["file", "byte 17", "name.of.nothing", "ent"])
def test_what_stands_nowhere_is_left_out(subject: str) -> None:
    assert offsets('{"entities": []}', [subject]) == {}


@pytest.mark.parametrize("text", ['{"a": 1,\n  "b": }', "", "nothing", '{\n\n"a', "[1,\n2\n3]", "\r\n\r\n{]"])
def test_text_that_is_no_json_is_found_by_line_and_column(text: str) -> None:
    with pytest.raises(json.JSONDecodeError) as error:
        json.loads(text)
    subject = f"line {error.value.lineno}, column {error.value.colno}"
    assert offsets(text, [subject]) == {subject: error.value.pos}


def test_a_hostile_file_has_no_endless_list_of_faults() -> None:
    design = {"format": "nestlink/1", "name": "x", "database": "x", "entities": [{}] * 5000}
    assert len(read(json.dumps(design)).findings) == MOST_FAULTS


def test_a_large_file_with_faults_is_looked_at_once() -> None:
    design: dict[str, Any] = {"format": "nestlink/1", "name": "x", "database": "x", "nam": 1}
    design["operations"] = [{"name": "a", "kind": "read", "entity": "Nothing"}]
    for blanks, count in (("", 2), (" " * 2**20, 1)):
        text = json.dumps(design | {"entities": []}) + blanks
        assert len(read(text).findings) == count
