"""Writing: canonical form, and the round trip of any design."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies

from designs.compiler.model.conceptual import Model
from designs.compiler.reading import read
from designs.compiler.reading.grammar import schema
from designs.compiler.reading.writing import write
from tests.compiler.random_designs import EXAMPLES, examples
from tests.compiler.rich_design import RICH

ROOT = Path(__file__).parents[2]
HOSTILE = [
    "__proto__", "constructor", "</script>", "${x}", "%%{init}", "]]>", "\u2028", "\u202eabc", "'; drop", '"', "\\",
    "\\u0041", "a\nb", "a\tb", "\x7f", "\x01", "学生", "🎓", "é", "e\u0301", "\ufeff", " ", "true", "null", "1", "0x1", "[]",
]  # fmt: skip


def model_of(design: Any) -> Model:
    report = read(json.dumps(design))
    assert report.value is not None, report.findings
    return report.value


@pytest.mark.parametrize(
    "path", sorted((ROOT / "designs/library").glob("*.json")), ids=lambda path: path.stem
)
def test_the_library_is_canonical(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    model = read(text).value
    assert model is not None
    assert write(model) == text


def test_a_rich_design_keeps_its_meaning_and_its_order() -> None:
    text = write(model_of(RICH))
    assert json.loads(text) == RICH
    again = read(text).value
    assert again is not None
    assert write(again) == text


def test_keys_stand_in_the_schemas_order() -> None:
    backwards = {key: RICH[key] for key in reversed(RICH)}
    backwards["relationships"] = [
        {key: link[key] for key in reversed(link)} for link in RICH["relationships"]
    ]
    assert write(model_of(backwards)) == write(model_of(RICH))
    written = json.loads(write(model_of(backwards)))
    order = list(schema()["properties"])
    assert list(written) == [key for key in order if key in written]
    defined = schema()["$defs"]
    for part, keys in (
        ("relationships", "relationship"),
        ("operations", "operation"),
        ("entities", "entity"),
    ):
        for one in written[part]:
            assert list(one) == [key for key in defined[keys]["properties"] if key in one]


def test_the_structs_have_the_schemas_keys_in_its_order() -> None:
    field = next(
        one for one in json.loads(write(model_of(RICH)))["entities"][0]["fields"] if one["name"] == "status"
    )
    assert list(field) == [key for key in schema()["$defs"]["field"]["properties"] if key in field]


def test_absent_and_explicit_defaults_differ() -> None:
    bare = {"format": "nestlink/1", "name": "n", "database": "d", "entities": [{"name": "A"}]}
    stated = {**bare, "entities": [{"name": "A", "kind": "entity", "fields": []}], "topology": "replica-set"}
    assert json.loads(write(model_of(bare))) == bare
    assert json.loads(write(model_of(stated))) == stated


def test_numbers_and_texts() -> None:
    text = write(model_of({**RICH, "weights": {"R": 2.0, "W": 0.1}, "description": "é\u2028"}))
    assert '"R": 2,' in text
    assert '"W": 0.1' in text
    assert '"description": "é\u2028"' in text
    assert text.endswith("}\n")
    assert '\n  "name"' in text


TEXTS = strategies.sampled_from(HOSTILE) | strategies.text(
    strategies.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1, max_size=20
)
NUMBERS = strategies.integers(-(2**60), 2**60) | strategies.floats(allow_nan=False, allow_infinity=False)
JSON = strategies.recursive(
    strategies.none() | strategies.booleans() | NUMBERS | TEXTS,
    lambda inner: strategies.lists(inner, max_size=3) | strategies.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
).filter(lambda value: "$" not in json.dumps(value))
FIELD = strategies.fixed_dictionaries(
    {"name": TEXTS, "type": strategies.sampled_from(["string", "int", "date", "object", "array", "uuid"])},
    optional={
        "description": TEXTS, "required": strategies.booleans(), "example": JSON, "minimum": NUMBERS,
        "enum": strategies.lists(JSON, min_size=1, max_size=3), "pattern": TEXTS,
        "average_bytes": strategies.floats(0, 1e12), "max_items": strategies.integers(0, 10**9),
    },
)  # fmt: skip


@strategies.composite
def designs(draw: strategies.DrawFn) -> dict[str, Any]:
    names = draw(strategies.lists(TEXTS, min_size=1, max_size=4, unique=True))
    unique = lambda field: field["name"]  # noqa: E731
    entities = [
        draw(
            strategies.fixed_dictionaries(
                {
                    "name": strategies.just(name),
                    "fields": strategies.lists(FIELD, max_size=3, unique_by=unique),
                },
                optional={"description": TEXTS, "collection": TEXTS, "count": strategies.floats(0, 1e15)},
            )
        )
        for name in names
    ]
    end = strategies.fixed_dictionaries({"entity": strategies.sampled_from(names)}, optional={"field": TEXTS})
    link = strategies.fixed_dictionaries(
        {
            "name": TEXTS,
            "kind": strategies.sampled_from(["one-to-many", "many-to-many"]),
            "from": end,
            "to": end,
        },
        optional={"description": TEXTS, "recent": strategies.just({})},
    )
    return {
        "format": "nestlink/1",
        "name": draw(TEXTS),
        "database": draw(TEXTS),
        "entities": entities,
        "relationships": draw(strategies.lists(link, max_size=3, unique_by=unique)),
        "tags": draw(strategies.lists(TEXTS, max_size=3)),
    }


@given(designs())
@settings(examples, max_examples=4 * EXAMPLES)  # small ones
def test_any_design_comes_back(design: dict[str, Any]) -> None:
    text = write(model_of(design))
    assert json.loads(text) == design
    again = read(text.encode()).value
    assert again is not None
    assert write(again) == text


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_survive_everywhere(text: str) -> None:
    design = {
        "format": "nestlink/1", "name": text, "database": text, "tags": [text], "constants": {},
        "entities": [{"name": text, "collection": text, "fields": [
            {"name": text, "type": "object", "example": {text: [text]}, "fields": [{"name": text, "type": "string"}]}]}],
        "relationships": [{"name": text, "kind": "one-to-many",
                           "from": {"entity": text, "field": text}, "to": {"entity": text, "field": f"{text}2"}}],
        "layout": {text: {"x": 0, "y": 0}},
    }  # fmt: skip
    assert json.loads(write(model_of(design))) == design
