"""report.md: everything that was decided is told, and hostile names stay text."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from designs.compiler.exporters import report
from designs.compiler.exporters.report.reference import _gathered
from designs.compiler.exporters.report.wording import sentence
from designs.compiler.plan_model.physical import walk
from designs.compiler.strategies.table import STRATEGIES
from designs.delivery.pages.decision_rows import numbers
from tests.compiler.library import built, built_of, names, text_of

DESIGNS = Path(__file__).parents[2] / "oracle" / "designs" / "at_length"
HOSTILE = [
    "# x",
    "a|b",
    "`c`",
    "<img src=x>",
    "[a](b)",
    "**b**",
    "- x",
    "1. x",
    "x\ny",
    "\u202ex",
    "</script>",
    "\\",
]


def ways(text: str, relationship: str) -> set[str]:
    """The strategies that the tables of ways have for a relationship."""
    part = text.partition("\n### Strategies and costs\n")[2].partition("\n#")[0]
    for table in re.split(r"\n\n(?=\| (?!-))", part)[1:]:
        head, _, *rows = [line for line in table.splitlines() if line.startswith("|")]
        names = [cell.strip() for cell in head.strip("|").split("|")]
        cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
        mine = [row for row in cells if row[0] == f"`{relationship}`"]
        if mine:
            of_all = table.partition("Ruled out for all: ")[2]
            labels = {row.label for row in STRATEGIES.values() if f"{row.label} (" in of_all}
            return {name for name, cell in zip(names, mine[0], strict=True) if cell} | labels
    return set()


def rendered(text: str) -> str:
    made = built_of(text)
    assert made is not None
    (file,) = report.render(made.compilation)
    assert (file.path, file.media_type) == ("report.md", "text/markdown")
    return file.text


@pytest.mark.parametrize("name", names())
def test_everything_is_told(name: str) -> None:
    compilation = built(name).compilation
    (file,) = report.render(compilation)
    for decision in compilation.decisions:
        group = f"\n### {decision.label} (`{decision.strategy}`, {decision.rule})\n\n"
        told = [
            text.partition("\n### ")[0].split(f"\n#### {decision.relationship}\n")
            for text in file.text.split(group)[1:]
        ]
        ((reason, part),) = (parts for parts in told if len(parts) == 2)
        assert reason.startswith(f"{sentence(decision.reason)}.\n") or decision.chosen_by != "rulebook"
        part = part.partition("\n#### ")[0]
        usual = file.text.partition("\nUnless stated otherwise")[2].partition("\n")[0]
        assumed = {name.partition(":")[0] for name in decision.assumed}
        read = [
            one
            for one, value in decision.inputs.items()
            if value is not None
            and not (one == "p95_at_horizon" and one in assumed and value == decision.inputs.get("max"))
        ]
        assert all(f"`{one}`" in part or f"`{one}`" in usual for one in read)
        assert {one.label for one in decision.rejected} <= ways(file.text, decision.relationship)
    for collection in compilation.plan.collections:
        part = file.text.split(f"### `{collection.name}`\n", 1)[1].split("\n### ", 1)[0]
        assert all(f"| `{one.path}`" in part for one in walk(collection.fields))
        assert all(f"| `{index.keys[0][0]}" in part for index in collection.indexes)
    assert all(f"`{finding.subject}`" in file.text for finding in compilation.findings)


def test_each_place_of_what_is_copied_is_told() -> None:
    told = rendered(text_of("cms")).partition("## Where is it stored?")[2].partition("\n## ")[0]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in told.splitlines() if line[:1] == "|"
    ]
    at = rows.index(["**Author**", "name, avatar, bio", "`authors`", "original", "–"])
    assert rows[at + 1] == ["", "", "`articles.author`", "copy", "by a change stream"]
    assert [
        "",
        "metadata.read_time",
        "`articles`",
        "computed",
        "with the same write",
    ] in rows
    assert all(row[0] != "**Category**" for row in rows)  # its values stand in one place


@pytest.mark.parametrize("name", names())
def test_it_is_made_of_known_blocks(name: str) -> None:
    text = rendered(text_of(name))
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    for block in text.rstrip("\n").split("\n\n"):
        lines = block.split("\n")
        if lines[0].startswith("|"):
            assert {len(re.findall(r"(?<!\\)\|", line)) for line in lines} == {lines[0].count("|")}
        elif not lines[0].startswith("- "):
            assert len(lines) == 1, block


def test_the_sources_that_are_cited_are_listed() -> None:
    text = rendered(text_of("university"))
    assert text.count("guideline 3") == 1
    assert re.search(r"- \*\*S0\*\*: How To Design .* \(.*B7: guideline 3.*\)", text)
    assert re.search(r"- \*\*6R\*\*: 6 Rules of Thumb .* \(.*B7.*\)", text)
    assert "- **U11**" not in text


def test_assumptions_of_several_things_are_said_once() -> None:
    stays = [
        'duration of jobs with state "open": 7 days each',
        'duration of bills with state "sent": 7 days each',
        "duration of a: 2 days",
    ]
    counts = [f"count of {name}: 1,000, from the counts of its parents" for name in ("Line", "Note")]
    assert _gathered([counts[0], "items of notes: 14", stays[2]]) == [
        counts[0],
        "items of notes: 14",
        stays[2],
    ]
    assert _gathered([*counts, "items of notes: 14", *stays]) == [
        "items of notes: 14",
        "from the counts of their parents: Line 1,000 and Note 1,000",
        'duration of jobs with state "open" and bills with state "sent": 7 days each',
        "duration of a: 2 days",
    ]


def test_what_was_assumed_is_said() -> None:
    text = rendered(text_of("university"))
    assert re.search(r"\*\*Inputs\*\*: .*`independent_access` 0[^;]* \(workload\)", text)
    assert re.search(r"\*\*Inputs\*\*: .*`together_needs` page[^;]* \(workload\)", text)
    assert re.search(r"\*\*Inputs\*\*: .*`together_needs` all \(assumed\)", rendered(text_of("cms")))


def test_a_share_that_no_read_names_is_called_no_measurement() -> None:
    text = rendered((DESIGNS / "wedding_venue.json").read_text())
    assert "`accessed_together` 0 (no read includes it)" in text
    assert not re.search(r"`accessed_together` 0[^.;\n]*\(workload\)", text)
    page = numbers({"inputs": {"accessed_together": 0, "max": 6}, "assumed": ["accessed_together: workload"]})
    assert ("0: no read includes it", "") in [row[1:] for row in page["input_rows"]]


BAR = re.compile(r"(?<!\\)(?:\\\\)*\|")


def shape(text: str) -> list[str]:
    """The kinds of a report's lines, and the cells of its tables."""
    return [
        f"|{len(BAR.findall(line))}" if line.startswith("|") else line[:1] if line[:1] in "#-*" else "p"
        for line in text.splitlines()
        if line
    ]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_names_change_no_block(text: str) -> None:
    plain = json.loads(text_of("university"))
    hostile = json.loads(text_of("university").replace("Given name", "PLACE"))
    for design, name in ((plain, "quiet"), (hostile, text)):
        design["name"] = name
        design["description"] = name
        design["entities"][0]["description"] = name
        design["entities"][0]["fields"][0]["description"] = name
        design["relationships"][1]["name"] = name
        design["relationships"][1]["description"] = name
        for operation in design["operations"]:
            operation["includes"] = [
                name if one == "emails" else one for one in operation.get("includes", [])
            ]
    found = rendered(json.dumps(hostile))
    assert shape(found) == shape(rendered(json.dumps(plain)))
    assert "<img" not in re.sub(r"`[^`\n]*`", "", found)
    assert "\u202e" not in found


def test_a_copy_of_something_unique_is_not_called_unique() -> None:
    ends = {"from": {"entity": "User"}, "to": {"entity": "Order", "has": {"min": 1, "max": 1}}}
    copies = [{"field": "email", "of": "from", "as": "user_email", "policy": "snapshot"}]
    link = {"name": "orders", "kind": "one-to-many", **ends, "strategy": "PARENT_REF", "copies": copies}
    user = {"name": "User", "fields": [{"name": "email", "type": "string", "unique": True}]}
    design = {"format": "nestlink/1", "name": "Shop", "database": "shop"}
    text = rendered(json.dumps({**design, "entities": [user, {"name": "Order"}], "relationships": [link]}))
    lines = {
        path: line for line in text.splitlines() for path in ("email", "user_email") if f"| `{path}` " in line
    }
    assert "unique" in lines["email"] and "unique" not in lines["user_email"]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({}, "not money. Weights: round trip 1, document examined 0.02,"),
        (
            {"workload_profile": "read-heavy"},
            "Weights (read-heavy profile): round trip 2, document examined 0.04,",
        ),
        (
            {"workload_profile": "write-heavy"},
            "document written 0.6, KiB rewritten 0.02, index entry 0.2",
        ),
        ({"weights": {"R": 3}}, "Weights (set in the design): round trip 3,"),
    ],
)
def test_the_weights_in_force_are_told(more: dict[str, object], told: str) -> None:
    raw = json.loads(text_of("university"))
    raw.pop("workload_profile", None)
    assert told in rendered(json.dumps({**raw, **more}))


def test_write_amplification_is_told_of_the_chosen_and_of_what_costs_less() -> None:
    text = rendered(text_of("web_shop"))
    tables = text.split("### Strategies and costs", 1)[1].split("\n### ", 1)[0]
    (row,) = (line for line in tables.splitlines() if line.startswith("| `orders` "))
    assert re.search(r"\*\*[\d,.]+\*\*, adding [\d.]+ ×", row)
    assert "1.0 ×, changing 1.0 ×" not in tables  # what rewrites nothing else is not told


def test_what_several_decisions_share_is_told_once() -> None:
    text = rendered(text_of("web_shop"))
    (usual,) = (line for line in text.splitlines() if line.startswith("Unless stated otherwise"))
    assert "`exclusive_owner` yes" in usual
    decided = text.split("## Decisions", 1)[1].split("### Strategies and costs", 1)[0].replace(usual, "")
    assert "`exclusive_owner` yes" not in decided


def test_reads_and_writes_are_told_beside_the_ways() -> None:
    text = rendered(text_of("university"))
    assert re.search(r"^\| One-to-many +\| read/write ratio +\|", text, re.MULTILINE)
    assert re.search(r"^\| `messages` +\| \d", text, re.MULTILINE), "the column was empty once"


def test_what_each_index_is_for_is_said_beside_its_operations() -> None:
    """An entity's name alone did not say whether an index is its archive's, its expiry's or its key's."""
    text = rendered(text_of("web_shop"))
    rows = [
        [cell.strip() for cell in line.split("|")] for line in text.splitlines() if line.startswith("| `")
    ]
    served = {(row[1], row[3]): row[4] for row in rows if len(row) == 6}
    assert served["`slug`", "uniqueness, `product page`"] == "20"
    assert served["`dates.created`", "archive of `Order`"] == "700"
    assert served["`lastModified`", "expiry of `Session`"] == "340,000"
    assert served["`customer_id, dates.created ↓`", "relationship `orders`, `order history`"] == "700"


@pytest.mark.parametrize(
    ("key", "said"),
    [(["number", 1], ["unique"]), (["city", 1], ["unique per `city`"]), (["city", "hashed"], [])],
)
def test_the_dictionary_says_how_far_a_value_is_kept_unique(key: list[Any], said: list[str]) -> None:
    """A unique index on shards starts with the shard key, and none can start with a hashed one."""
    number = {"name": "number", "type": "string", "required": True, "unique": True}
    city = {"name": "city", "type": "string", "required": True}
    shop = {"name": "Shop", "fields": [number, city], "shard_key": [key]}
    design = {"format": "nestlink/1", "name": "Shops", "database": "shops", "topology": "sharded"}
    text = rendered(json.dumps({**design, "entities": [shop]}))
    (row,) = [line for line in text.splitlines() if line.startswith("| `number` ") and "`string`" in line]
    assert [part.strip() for part in row.split("|") if "unique" in part] == said
