"""Faults at their lines: whole files, excerpts of long ones, parts of long lines, odd bytes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designs.delivery.intake.fault_listing import AROUND, MOST_SHOWN, WIDEST, Listing, text_of
from designs.delivery.intake.first_file import first_file
from designs.delivery.intake.upload_check import check

from .conftest import small_design


def faults(content: str | bytes | dict[str, Any], **layout: Any) -> Listing:
    text = json.dumps(content, **layout) if isinstance(content, dict) else content
    checked = check(text.encode() if isinstance(text, str) else text)
    assert checked.faults is not None
    return checked.faults


def misspelt() -> dict[str, Any]:
    design = small_design()
    design["relationships"][0]["to"]["entity"] = "Emial"
    return design


def test_a_fault_stands_at_its_line() -> None:
    found = faults(misspelt(), indent=2)
    text = json.dumps(misspelt(), indent=2).split("\n")
    (fault,) = found.faults
    assert fault.line is not None
    assert '"entity": "Emial"' in text[fault.line - 1]
    assert [row.text for row in found.rows] == text
    assert [row.line for row in found.rows if fault in row.faults] == [fault.line]
    assert fault.anchor in {row.anchor for row in found.rows}


def test_of_a_long_file_only_the_surroundings_are_shown() -> None:
    design = misspelt()
    design["entities"] += [{"name": f"E{number}"} for number in range(200)]
    found = faults(design, indent=2)
    (fault,) = found.faults
    assert fault.line is not None
    assert [row.line for row in found.rows] == [*range(fault.line - AROUND, fault.line + AROUND + 1)]
    assert found.rows[0].skipped == fault.line - AROUND - 1
    lines = json.dumps(design, indent=2).count("\n") + 1
    assert found.rows[-1].line + found.skipped_after == lines


def test_of_a_long_line_only_the_part_around_each_fault_is_shown() -> None:
    design = misspelt()
    design["relationships"][0]["from"]["entity"] = "Studnet"
    found = faults(design | {"description": "x" * 500})
    assert [fault.line for fault in found.faults] == [1, 1]
    assert len({fault.anchor for fault in found.faults}) == 2
    for row in found.rows:
        assert len(row.text) <= WIDEST
        assert row.cut_before
        assert row.faults[0].finding.message.split('"')[1] in row.text


@pytest.mark.parametrize(
    ("content", "line", "said"),
    [
        ('{\n  "format": "nestlink/1",\n}', 3, "Invalid JSON"),
        (b'{\n  "name": "\xff"}', 2, "isn't UTF-8 (0xff at byte 13)"),
        (b'\xef\xbb\xbf{\n  "name": "\xff"}', 2, "isn't UTF-8 (0xff at byte 13)"),
        (b'\xef\xbb\xbf{\n\n"name": }', 3, "Invalid JSON"),
        ("", 1, "Invalid JSON"),
        ('{"format":\n"nestlink/2", "name": "x", "database": "x", "entities": []}', 1, "nestlink/2"),
        (
            '{"format": "nestlink/1", "name": "x", "database": "x", "entities": [],\n"name": "y"}',
            2,
            "Duplicate key",
        ),
        ("[]", None, "Expected an object, found []"),
        ("[" * 101 + "]" * 101, None, "more than 100 levels deep"),
        (" " * (10 * 1024 * 1024 + 1), None, "The limit is 10 MiB"),
    ],
)
def test_odd_files_say_what_is_wrong_and_where(content: str | bytes, line: int | None, said: str) -> None:
    found = faults(content)
    assert said in found.faults[0].finding.message
    assert found.faults[0].line == line
    assert bool(found.rows) == (line is not None)


def test_only_the_first_faults_are_shown() -> None:
    found = faults(small_design(entities=[{}] * 300), indent=1)
    assert (len(found.faults), found.more) == (MOST_SHOWN, 300 - MOST_SHOWN)


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_content_breaks_it(content: bytes) -> None:
    checked = check(content)
    assert checked.faults is not None
    assert checked.faults.faults
    assert "\r\n" not in text_of(content)


def test_a_valid_file_tells_its_findings() -> None:
    checked = check(json.dumps(small_design(database="a b")).encode())
    assert checked.faults is None
    assert sum(checked.severities.values()) == len(checked.findings or ())


def test_the_file_to_begin_with_is_canonical_and_says_nothing_bad() -> None:
    file = first_file("設計 <b>", "x")
    checked = check(file.encode())
    assert checked.faults is None
    assert checked.severities.get("error", 0) == 0
    assert '"name": "設計 <b>"' in file
