"""Small files that ask for much: reading them, and listing their faults, takes time that grows with the file alone.

The limits are far above what is measured (each case: under half a second) and far below what a step that
compares everything with everything takes (each case: over 15 seconds).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from time import process_time
from typing import Any

import pytest

from designs.compiler.field_grammar import read_fields
from designs.compiler.names.suggestions import MOST, Guesses
from designs.compiler.reading import read
from designs.delivery.intake.fault_listing import listing

SECONDS = 5.0


def design(**more: Any) -> str:
    return json.dumps({"format": "nestlink/1", "name": "x", "database": "x", "entities": [], **more})


def repeated_key() -> str:
    return "{" + ",".join(f'"k{number}":1' for number in range(60_000)) + ',"k1":2}'


def unclosed() -> str:
    return "[" * 120 + '"' + '\\"' * 100_000


def misspelt_entities() -> str:
    names = [f"{number:04d} a rather long name of some entity of a large company" for number in range(1000)]
    links = [
        {"name": f"r{number}", "kind": "one-to-many", "from": {"entity": f"{name}x"}, "to": {"entity": f"x{name}"}}
        for number, name in enumerate(names)
    ]  # fmt: skip
    return design(entities=[{"name": name} for name in names], relationships=links)


def misspelt_paths() -> str:
    fields = [{"name": f"field{number:04d}", "type": "int"} for number in range(1000)]
    work = [
        {"name": f"o{number}", "kind": "read", "entity": "A", "filter": [{"field": f"feild{number:04d}"}]}
        for number in range(1000)
    ]
    return design(entities=[{"name": "A", "fields": fields}], operations=work)


def misspelt_words() -> str:
    return design(entities=[{"name": f"e{number}", "kind": f"entit{number}"} for number in range(5000)])


def long_key_of_many_faults() -> str:
    return json.dumps({"k" * 1_000_000: [0] * 2}) [:-3] + ",".join(["NaN"] * 50_000) + "]}"  # fmt: skip


def faults_on_lines_of_many_letters() -> str:
    return design(description="é", entities=[{"nme": "é" * 20_000} for _ in range(200)])


def versions_that_never_meet() -> str:
    fields = [
        {"name": "a", "type": "int", "since_version": -number, "until_version": -number}
        for number in range(2000)
    ]
    return design(entities=[{"name": f"E{number}", "fields": fields} for number in range(20)])


def rings_of_kinds() -> str:
    names = [f"E{number}" for number in range(5000)]
    pairs = [(names[at ^ back], names[at ^ 1 ^ back]) for at in range(0, 5000, 2) for back in (0, 1)]
    links = [
        {"name": f"r{number}", "kind": "is-a", "from": {"entity": one}, "to": {"entity": other}}
        for number, (one, other) in enumerate(pairs)
    ]
    return design(entities=[{"name": name} for name in names], relationships=links)


def embedded_in_a_chain_of_kinds() -> str:
    names = [f"E{number}" for number in range(4000)]
    links = [
        {"name": f"k{at}", "kind": "is-a", "from": {"entity": names[at]}, "to": {"entity": names[at + 1]}, "strategy": "POLY_SINGLE"}
        for at in range(3999)
    ] + [
        {"name": f"r{at}", "kind": "one-to-many", "from": {"entity": names[at]}, "to": {"entity": f"X{at}"}, "strategy": "EMBED_ARRAY"}
        for at in range(4000)
    ]  # fmt: skip
    return design(entities=[{"name": name} for name in names], relationships=links)


FILES: list[Callable[[], str]] = [
    repeated_key,
    unclosed,
    misspelt_entities,
    misspelt_paths,
    misspelt_words,
    long_key_of_many_faults,
    faults_on_lines_of_many_letters,
    versions_that_never_meet,
    rings_of_kinds,
    embedded_in_a_chain_of_kinds,
]


@pytest.mark.parametrize("made", FILES, ids=lambda made: made.__name__)
def test_reading_and_listing_take_no_longer_than_the_file(made: Callable[[], str]) -> None:
    text = made().encode()
    began = process_time()
    report = read(text)
    shown = listing(text, report.findings)
    assert process_time() - began < SECONDS
    assert report.findings == () or shown.count == len(report.findings)
    assert sum(map(len, map(str, report.findings))) < 5_000_000


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"f{number}: int minimum=1 example=word, " for number in range(20_000)),
        "a: int minimum=x, " * 40_000,
        "?\n" * 300_000,
        "a: array enum=" + "[" * 90 + "]" * 90 + ", b: array enum=[[]]" * 20_000,
    ],
    ids=["one-line", "faults-of-one-line", "faulty-lines", "brackets"],
)
def test_text_of_fields_takes_no_longer_than_its_length(text: str) -> None:
    began = process_time()
    report = read_fields(text)
    assert process_time() - began < SECONDS
    assert len(report.findings) <= 1001


def test_twenty_names_of_a_file_get_a_suggestion() -> None:
    hints = [one.hint for one in read(misspelt_paths()).findings]
    assert sum("Did you mean" in hint for hint in hints) == MOST == 20
    assert all(hints)


def test_a_name_that_is_misspelt_again_gets_the_same_suggestion() -> None:
    work = [{"name": f"o{number}", "kind": "read", "entity": "Studnet"} for number in range(50)]
    found = read(design(entities=[{"name": "Student"}], operations=work)).findings
    assert [one.hint for one in found] == ['Did you mean "Student"?'] * 50


@pytest.mark.parametrize(
    ("name", "choices", "near"),
    [
        ("studnet", ["student", "studio", "stud"], "student"),
        ("aaaa", ["bbbb"], None),
        ("x" * 65, ["x" * 64], None),
        ("x" * 60, ["x" * 65, "x" * 61], "x" * 61),
        ("name", ["nam", "mane", "named"], "named"),
        ("", ["a"], None),
        ("a", [], None),
    ],
)
def test_the_nearest_of_some_names(name: str, choices: list[str], near: str | None) -> None:
    assert Guesses().nearest(name, choices) == near
