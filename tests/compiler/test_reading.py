"""Reading a design: hostile bytes, every fault with its place and remedy, and speed."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies

from designs.compiler.reading import read
from tests.compiler.calls import calls
from tests.compiler.rich_design import RICH

ROOT = Path(__file__).parents[2]


def said(text: bytes | str) -> list[str]:
    """What is said of each place, which a test names without its names."""
    return [str(msgspec.structs.replace(found, place="")) for found in read(text).findings]


def changed(*place: Any, to: Any) -> list[str]:
    """What is said of the rich design with one place changed (the place is created)."""
    return said(altered(*place, to=to))


def altered(*place: Any, to: Any) -> str:
    """The rich design with one place changed."""
    design = copy.deepcopy(RICH)
    holder: Any = design
    for part in place[:-1]:
        holder = holder[part]
    if isinstance(holder, list) and place[-1] == len(holder):
        holder.append(to)
    else:
        holder[place[-1]] = to
    return json.dumps(design)


def test_a_rich_design_reads() -> None:
    report = read(json.dumps(RICH))
    assert report.findings == ()
    assert report.value is not None
    assert report.value.name == "Rich"


@pytest.mark.parametrize(
    "path", sorted((ROOT / "designs/library").glob("*.json")), ids=lambda path: path.stem
)
def test_the_library_reads(path: Path) -> None:
    assert said(path.read_bytes()) == []


# --- bytes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", ["line 1, column 1", "Invalid JSON"]),
        (b'{"format": "nestlink/1"', ["line 1, column", "Invalid JSON"]),
        (b"\xff{}", ["byte 0", "isn't UTF-8"]),
        ("[" * 101 + "]" * 101, ["more than 100 levels"]),
        ("[" * 2_000_000, ["more than 100 levels"]),
        ('{"a":' * 150, ["more than 100 levels"]),
        (" " * (10 * 1024 * 1024 + 1), ["10 MiB"]),
        ('"' + "é" * (6 * 1024 * 1024) + '"', ["10 MiB"]),
        ('{"database": 1' + "0" * 5000 + "}", ["database: Unsupported number 10000000000000000..."]),
        ('{"layout": {"A": {"x": NaN, "y": -Infinity}}}', ["layout.A.x: Unsupported number NaN", "layout.A.y: Unsupported number -Infinity"]),
        ('{"entities": [{"count": 1e999}]}', ["entities[0].count: Unsupported number 1e999"]),
        ('{"name": "a", "entities": [{"name": "x", "name": "y"}]}', ['entities[0] "y", name: Duplicate key.']),
        ('{"name": "a\\u0000b"}', ["name: The text contains a NUL character."]),
        ('{"name": "a\\ud800b"}', ["name: The text contains an unpaired surrogate."]),
        ('{"na\\u0000me": 1}', ['["na\\u0000me"]: The text contains a NUL character.']),
        ('{"name": "\ud800"}', ["name: The text contains an unpaired surrogate."]),
        ("null", ["file: Expected an object, found null."]),
        ("[]", ["file: Expected an object, found []."]),
    ],
)  # fmt: skip
def test_hostile_text_is_refused_with_a_place(text: bytes | str, words: list[str]) -> None:
    report = read(text)
    assert report.value is None
    for word in words:
        assert any(word in str(found) for found in report.findings), report.findings
    assert all(found.subject for found in report.findings)
    for found in report.findings:
        str(found).encode()  # can be printed


def test_brackets_inside_texts_are_no_depth() -> None:
    assert not any("levels" in line for line in changed("description", to='[{"' * 200))


def test_a_byte_order_mark_is_no_fault() -> None:
    assert said(b"\xef\xbb\xbf" + json.dumps(RICH).encode()) == []


def test_surrogate_pairs_are_text() -> None:
    assert said(json.dumps({**RICH, "description": "\U0001f600"})) == []


def test_whole_floats_become_whole_numbers() -> None:
    model = read(json.dumps({**RICH, "constants": {"embed_max": 100.0, "horizon": 2.5}})).value
    assert model is not None
    assert repr(model.constants) == "{'embed_max': 100, 'horizon': 2.5}"


@given(strategies.binary(max_size=60) | strategies.text('{}[]",:\\u0dD8e+-1 nulltrueNaN', max_size=60))
def test_any_bytes_are_refused_in_words(text: bytes | str) -> None:
    assert said(text)


# --- grammar and names ---------------------------------------------------------------------------


def test_all_grammar_faults_come_at_once() -> None:
    lines = said(
        json.dumps(
            {
                "format": "nestlink/1",
                "name": "",
                "topology": "sharted",
                "entities": [{"name": "A", "feilds": []}],
                "relationships": [{"name": "r", "kind": "one-to-mny", "from": {"entity": "A"}, "to": {}}],
            }
        )
    )
    assert lines == [
        'file: Missing key "database". Add "database".',
        "name: Empty text. Enter a value.",
        'topology: Invalid value "sharted". Did you mean "sharded"?',
        'entities[0].feilds: Unknown key "feilds". Did you mean "fields"?',
        'relationships[0].kind: Invalid value "one-to-mny". Did you mean "one-to-many"?',
        'relationships[0].to: Missing key "entity". Add "entity".',
    ]


def test_a_misspelt_key_that_is_required_is_one_fault() -> None:
    """It is not missing, too."""
    (line,) = said(
        json.dumps({"format": "nestlink/1", "name": "A", "databse": "a", "entities": [], "relationships": []})
    )
    assert '"databse"' in line and 'Did you mean "database"?' in line


def test_what_should_be_an_object_is_answered_by_its_keys() -> None:
    head = {"format": "nestlink/1", "name": "Shop", "database": "shop", "relationships": []}
    work = {"name": "r", "kind": "read", "entity": "A", "sort": [["x", -1]]}
    (line,) = said(json.dumps(head | {"entities": [{"name": "A"}], "operations": [work]}))
    assert 'Use an object with "field"' in line


def test_a_key_that_resembles_none_is_answered_by_all_that_there_are() -> None:
    """`choices` is `enum` here: nothing in its letters says so."""
    fields = [{"name": "state", "type": "string", "choices": ["open", "paid"]}]
    head = {"format": "nestlink/1", "name": "Shop", "database": "shop", "relationships": []}
    (line,) = said(json.dumps(head | {"entities": [{"name": "A", "fields": fields}]}))
    assert line.startswith('entities[0].fields[0].choices: Unknown key "choices". Use one of "id", "name",')
    assert '"enum"' in line


@pytest.mark.parametrize(
    ("stated", "line"),
    [
        ("nestlink/2", 'format: Unsupported design format version "nestlink/2". Update Nestlink'),
        ("drawdb/1", 'format: Unsupported format "drawdb/1". Set'),
        ("nestlink/x", 'format: Unsupported format "nestlink/x".'),
    ],
)
def test_a_file_of_another_format_is_told_so_and_nothing_else(stated: str, line: str) -> None:
    (found,) = said(json.dumps({"format": stated, "tables": []}))
    assert found.startswith(line)


LINK, ORDER, OPERATION = ("relationships", 0), ("entities", 0), ("operations", 0)
KINDS = ("relationships", 2)
COUNT = {"entity": "Customer", "has": {"min": 5, "average": 3}}
TWICE = [{"name": "a", "type": "int"}, {"name": "a", "type": "int"}]


@pytest.mark.parametrize(
    ("place", "to", "line"),
    [
        ((*LINK, "to", "entity"), "Ordr", 'relationships[0].to.entity: Unknown entity "Ordr". Did you mean "Order"?'),
        ((*OPERATION, "entity"), "Orders", 'operations[0].entity: Unknown entity "Orders". Did you mean "Order"?'),
        (("entities", 3), {"name": "Order"}, 'entities[3].name: Duplicate name "Order": already used by entity 1.'),
        (("operations", 1, "name"), "board", 'operations[1].name: Duplicate name "board": already used by operation 1.'),
        (("relationships", 1, "name"), "orders", "relationships[1].name:"),
        (("entities", 2, "fields"), TWICE, 'entities[2].fields[1].name: Duplicate field name "a".'),
        ((*ORDER, "fields", 4, "items", "fields"), TWICE, "entities[0].fields[4].items.fields[1].name: Duplicate field name"),
        (("relationships", 1, "link_fields"), TWICE, "relationships[1].link_fields[1].name: Duplicate field name"),
        (("constants", "embed_mx"), 1, 'constants.embed_mx: Unknown constant "embed_mx". Did you mean "embed_max"?'),
        (("weights", "Q"), 1, 'weights.Q: Unknown weight "Q".'),
        ((*LINK, "from"), COUNT, "relationships[0].from.has.min: min (5) is greater than average (3)."),
        ((*LINK, "from"), {"entity": "Customer", "has": {"p95": 9, "max": 5}}, "has.p95: p95 (9) is greater than max (5)."),
        ((*LINK, "from"), {"entity": "Customer", "has": {"min": 9, "max": 5}}, "has.min: min (9) is greater than max (5)."),
        ((*LINK, "to", "has", "max"), 2, 'relationships[0].to.has.max: Not one-to-many: each Order has up to 2 Customer. Set kind to "many-to-many"'),
        (("relationships", 3, "to", "entity"), "Order", "relationships[3].to.entity: A tree must connect"),
        ((*KINDS, "to", "entity"), "Customer", 'relationships[2].to.entity: "Customer" can\'t be a subtype of itself. Use another entity here'),
        ((*LINK, "strategy"), "EMBED_ARAY", 'relationships[0].strategy: Unknown strategy "EMBED_ARAY". Did you mean "EMBED_ARRAY"?'),
        ((*LINK, "strategy"), "EMBED_ONE", "relationships[0].strategy: EMBED_ONE can't be used for a one-to-many relationship. Use one of auto,"),
        ((*OPERATION, "sort"), [{"field": "placd_on"}], 'operations[0].sort[0].field: Order has no field "placd_on". Did you mean "placed_on"?'),
        ((*OPERATION, "filter"), [{"field": "lines.prise"}], 'operations[0].filter[0].field: Order has no field "lines.prise". Did you mean "lines.price"?'),
        ((*OPERATION, "sort"), [{"field": "lines.xyz"}], 'operations[0].sort[0].field: Order has no field "lines.xyz". Use one of "lines.'),
        ((*OPERATION, "sort"), [{"field": "placed_on.xyz"}], 'Order has no field "placed_on.xyz". Declare the fields of "placed_on", or use "placed_on" itself.'),
        ((*OPERATION, "projection"), ["x"], "operations[0].projection[0]: Order has no field"),
        (("operations", 1, "changes"), ["x"], "operations[1].changes[0]: Order has no field"),
        (("operations", 1, "effects"), [{"field": "x", "do": "set"}], "operations[1].effects[0].field: Order has no field"),
        ((*OPERATION, "includes"), ["ordrs"], 'operations[0].includes[0]: Unknown relationship "ordrs". Did you mean "orders"?'),
        ((*OPERATION, "includes"), ["branches"], 'operations[0].includes[0]: "branches" isn\'t reachable from Order.'),
        ((*OPERATION, "includes"), ["orders.nope"], "operations[0].includes[0]:"),
        ((*LINK, "copies"), [{"field": "nam", "of": "from"}], 'relationships[0].copies[0].field: Customer has no field "nam". Did you mean "name"?'),
        (("relationships", 3, "copies"), [{"field": "nam", "of": "from", "as": "nam"}], 'relationships[3].copies[0].field: "nam" of Company copies itself. '),
        ((*LINK, "recent"), {"sort": "placed"}, "relationships[0].recent.sort: Order has no field"),
        ((*LINK, "recent"), {"fields": ["x"]}, "relationships[0].recent.fields[0]: Order has no field"),
        ((*ORDER, "retention"), {"policy": "ttl", "field": "placed"}, "entities[0].retention.field: Order has no field"),
        ((*ORDER, "shard_key"), [["x", 1]], "entities[0].shard_key[0][0]: Order has no field"),
        ((*ORDER, "shard_key"), {"x": 1}, "entities[0].shard_key.x: Order has no field"),
        ((*OPERATION, "always_filter"), {"stats": "new"}, "operations[0].always_filter.stats: Order has no field"),
        ((*OPERATION, "always_filter"), {"status": {"$ne": "new"}}, "operations[0].always_filter.status[\"$ne\"]: \"$ne\" isn't supported here. A partial index can use this filter, and can't have $ne"),
        ((*OPERATION, "always_filter"), {"$nor": []}, "always_filter[\"$nor\"]: \"$nor\" isn't supported here"),
        ((*OPERATION, "always_filter"), {"$or": [{"x": 1}]}, "operations[0].always_filter.x: Order has no field"),
        ((*OPERATION, "always_filter"), {"placed_on": {"$gt": "today"}}, 'Write a date such as "2026-01-31"'),
        ((*OPERATION, "always_filter"), {"placed_on": {"$gt": "soon"}}, "isn't a valid date"),
        ((*ORDER, "indexes", 0, "partial"), {"status": {"$exists": False}}, "entities[0].indexes[0].partial.status[\"$exists\"]: Partial indexes support only"),
        ((*ORDER, "indexes", 0, "partial"), {"status": {"$gt": "a", "$regex": "x"}}, "[\"$regex\"]: \"$regex\" isn't supported here"),
        ((*ORDER, "indexes", 0, "partial"), {"status": {"$type": "text"}}, "Unknown BSON type"),
        ((*OPERATION, "filter"), [{"field": "placed_on", "value": "yesterday"}], 'operations[0].filter[0].value: "yesterday" isn\'t a valid date'),
        (("operations", 1, "effects"), [{"field": "placed_on", "do": "set", "value": 5}], "operations[1].effects[0].value: 5 isn't a valid"),
        ((*ORDER, "fields", 3, "example"), {"$date": "soon"}, "entities[0].fields[3].example: "),
    ],
)  # fmt: skip
def test_faults_name_their_place_and_a_remedy(place: tuple[Any, ...], to: Any, line: str) -> None:
    lines = changed(*place, to=to)
    assert any(line in found for found in lines), lines
    assert all(found.hint for found in read(altered(*place, to=to)).findings), lines


@pytest.mark.parametrize(
    ("status", "remedy"),
    [
        ({"$nin": ["new"]}, 'List the values you want: {"$in": ["new", "open"]}. For documents without the field, set'),
        ({"$ne": None}, 'List the values you want: {"$in": ["new", "open"]}. For documents without the field, set'),
        ({"$exists": False}, 'Use true. For documents without the field, set "filter" to {"field": "closed_at", "match": "exists",'),
    ],
)  # fmt: skip
def test_what_a_partial_index_cannot_say_has_another_way(status: Any, remedy: str) -> None:
    (line,) = changed(*OPERATION, "always_filter", to={"status": status})
    assert remedy in line and "Did you mean" not in line


@pytest.mark.parametrize(
    ("place", "to"),
    [
        (("entities", 2, "fields"), [{"name": "a", "type": "int", "until_version": 1}, {"name": "a", "type": "int", "since_version": 2}]),
        ((*ORDER, "indexes", 0, "keys"), [["nowhere", 1]]),
        ((*ORDER, "indexes", 0, "partial"), {"nowhere": {"$in": [1]}, "$and": [{"status": {"$type": ["string", 2]}}]}),
        ((*ORDER, "fields", 2, "computed"), {"formula": "sum(nowhere)"}),
        ((*ORDER, "fields", 3, "example"), "not a date"),
        ((*OPERATION, "always_filter"), {"$or": [{"status": "new"}, {"placed_on": {"$gte": {"$date": "2024-01-01T00:00:00Z"}}}]}),
        ((*OPERATION, "filter"), [{"field": "customer_id"}, {"field": "customer_id.name"}, {"field": "customer_name"}]),
        ((*OPERATION, "filter"), [{"field": "orders.name"}, {"field": "_id", "value": "65f1a2b3c4d5e6f708192a3b"}]),
        ((*OPERATION, "includes"), ["orders", "kinds", "branches"]),
        ((*LINK, "from"), {"entity": "Customer", "has": {"average": 9, "p95": 3}}),
        ((*LINK, "strategy"), "PARENT_REF"),
        (("database",), "a/b"),
    ],
)  # fmt: skip
def test_what_is_no_fault(place: tuple[Any, ...], to: Any) -> None:
    assert changed(*place, to=to) == []


def test_the_work_of_reading_grows_with_the_design_alone() -> None:
    some, many = json.dumps(large(250)), json.dumps(large(1000))
    assert read(many).findings == ()
    assert calls(lambda: read(many)) < 4.5 * calls(lambda: read(some))


def large(count: int) -> dict[str, Any]:
    fields = [{"name": f"f{number}", "type": "string", "required": True} for number in range(10)]
    links = [
        {
            "name": f"r{number}",
            "kind": "one-to-many",
            "from": {"entity": f"E{number // 2}", "has": {"min": 0, "average": 5, "max": 20}},
            "to": {"entity": f"E{number}", "has": {"min": 1, "max": 1}},
        }
        for number in range(1, count)
    ]
    reads = [
        {"name": f"o{number}", "kind": "read", "entity": f"E{number // 2}", "includes": [f"r{number}"],
         "filter": [{"field": "f1"}], "sort": [{"field": f"r{number}.f3"}]}
        for number in range(1, count)
    ]  # fmt: skip
    entities = [{"name": f"E{number}", "fields": fields} for number in range(count)]
    return {
        "format": "nestlink/1", "name": "large", "database": "large",
        "entities": entities, "relationships": links, "operations": reads,
    }  # fmt: skip


def test_a_ring_of_kinds_is_told_once() -> None:
    names = ("Animal", "Cat", "Tiger", "Dog")
    kinds = [("Animal", "Cat"), ("Cat", "Tiger"), ("Animal", "Dog"), ("Tiger", "Animal")]
    source = {
        "format": "nestlink/1", "name": "Zoo", "database": "zoo", "entities": [{"name": name} for name in names],
        "relationships": [
            {"name": f"kind{place}", "kind": "is-a", "from": {"entity": one}, "to": {"entity": other}}
            for place, (one, other) in enumerate(kinds)
        ],
    }  # fmt: skip
    (line,) = said(json.dumps(source))
    assert line.startswith("relationships[3].to.entity: Circular subtypes: ")
    assert set(re.findall(r'"(\w+)"', line)) == {"Animal", "Cat", "Tiger"}
    assert line.endswith("one of these relationships.")
    del source["relationships"][3]  # type: ignore[attr-defined]
    assert said(json.dumps(source)) == []


def test_a_fault_names_the_things_that_its_place_leads_through() -> None:
    design = copy.deepcopy(RICH)
    design["relationships"][0]["to"]["entity"] = "Ordr"
    design["entities"][0]["fields"][3]["example"] = {"$date": "soon"}
    places = {found.subject: found.place for found in read(json.dumps(design)).findings}
    assert places["relationships[0].to.entity"] == 'relationships[0] "orders", to.entity'
    design["relationships"][0]["to"]["entity"] = "Order"
    (found,) = read(json.dumps(design)).findings
    field = design["entities"][0]["fields"][3]["name"]
    assert str(found).startswith(f'entities[0] "Order", fields[3] "{field}", example: ')
