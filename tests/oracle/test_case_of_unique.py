"""What is unique without regard to case is found without regard to case: by reads, updates and deletes, its own and those of
what refers to it."""

from __future__ import annotations

import json
from pathlib import Path

from designs.compiler.reading import read
from tests.compiler.in_parts import compile_design
from tests.oracle.judging import judge

DESIGN = Path(__file__).with_name("designs") / "guild.json"
CASE = {"locale": "en", "strength": 2}


def test_functions_find_what_is_written_in_another_case() -> None:
    design = json.loads(DESIGN.read_text())
    names = {"findArtisan", "commissionsOfAHandle", "promote", "waiveFees", "strikeOff"}
    verdicts = {each.function: each for each in judge("guild", design, tries=3, only=names)}
    assert verdicts.keys() == names
    for verdict in verdicts.values():
        assert verdict.judged and not verdict.why, verdict


def test_the_unique_index_serves_them_all() -> None:
    plan = compile_design(read(DESIGN.read_bytes()).value).plan
    (artisans,) = [each for each in plan.collections if each.name == "artisans"]
    (whole,) = [each for each in artisans.indexes if [*dict(each.keys)] == ["chapter", "handle"]]
    assert whole.options["unique"] and whole.options["collation"] == CASE
    assert {"operation:find artisan", "operation:promote", "operation:strike off"} <= {*whole.serves}
    asked = [each for each in plan.statements if each.subject == "operation:masters by handle"]
    assert [each.options["collation"] for each in asked] == [CASE]
