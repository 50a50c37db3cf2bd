"""documents/<collection>.js: a JavaScript array that says what the examples are, and teaches."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from bson import Code, Decimal128, Int64, MaxKey, MinKey, Regex, Timestamp
from bson import ObjectId as BsonObjectId

from designs.compiler import Compilation
from designs.compiler.emit.javascript.annotated import Words, documents
from designs.compiler.exporters.documents import render
from designs.compiler.sampling import samples
from tests.compiler.compiled import ALL, compiled, design_of
from tests.compiler.library import names
from tests.compiler.sample_documents import ObjectId, read_documents


def files(compilation: Compilation) -> dict[str, str]:
    """Path to text."""
    return {file.path: file.text for file in render(compilation)}


def plain(value: Any) -> Any:
    """A BSON value as the independent reader of the files tells it."""
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    if isinstance(value, BsonObjectId):
        return ObjectId(str(value))
    return value.to_decimal() if isinstance(value, Decimal128) else value


@pytest.mark.parametrize("name", ALL)
def test_the_files_say_what_the_examples_are(name: str) -> None:
    compilation = design_of(name)
    made, found = files(compilation), samples(compilation)
    for collection in compilation.plan.collections:
        text = made[f"documents/{collection.file}.js"]
        assert read_documents(text) == plain(found[collection.name])


@pytest.mark.parametrize("name", ALL)
def test_lines_are_pure_ascii_and_end_cleanly(name: str) -> None:
    for text in files(design_of(name)).values():
        assert text.isascii() and text.endswith("]\n") and not re.search(r"[ \t]$", text, re.MULTILINE)


@pytest.mark.parametrize("name", names())
def test_each_shaped_field_is_explained_once(name: str) -> None:
    compilation = design_of(name)
    made = files(compilation)
    for collection in compilation.plan.collections:
        lines = made[f"documents/{collection.file}.js"].splitlines()
        text = " ".join(line.strip().removeprefix("// ") for line in lines)
        notes = [" ".join(one.note.split()) for one in collection.fields if one.origin != "own" and one.note]
        for note in notes:
            assert text.count(f"{note} ") == sum(other.endswith(note) for other in notes), note
            assert text.count(f"{note} ") >= 1


def test_the_comments_of_the_first_seed_teach() -> None:
    text = files(design_of("university"))["documents/students.js"]
    assert re.search(r"// Embedded: 1\.\.10 per student, .*\(B7, guideline\n.*3\)\n    emails: \[", text)
    assert re.search(r"^      // \.\.\. up to 10$", text, re.MULTILINE)
    assert re.search(r"courses: \[ObjectId\(.*\],  // \.\.\. up to 100$", text, re.MULTILINE)
    assert re.search(r'first_name: "Sammy", +// Given name$', text, re.MULTILINE)
    assert text.count("Given name") == 1


def test_comments_of_neighbours_stand_in_one_column() -> None:
    text = files(design_of("university"))["documents/courses.js"]
    columns = {line.index("  // ") for line in text.splitlines() if "  // " in line}
    assert len(columns) == 1


def test_an_older_shape_is_announced() -> None:
    text = files(design_of("user_profiles"))["documents/users.js"]
    assert text.count("// still schema version 1\n  {") == 1


def test_a_computed_field_tells_its_formula() -> None:
    assert (
        "// computed: sum(items.price * items.quantity)\n"
        in files(design_of("electronics_store"))["documents/orders.js"]
    )


HOSTILE = [
    '"); db.dropDatabase(); ("',
    "*/ alert(1) //",
    "\u2028db.x()",
    "line\nbreak",
    "</script>",
    "__proto__",
    "日本",
    "${x}",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_stay_texts(text: str) -> None:
    source = {
        "format": "nestlink/1", "name": text[:100], "database": "d",
        "entities": [{
            "name": "Thing", "collection": text, "description": text,
            "fields": [{"name": text, "type": "string", "description": text, "example": text, "required": True}],
        }],
    }  # fmt: skip
    compilation = compiled(source)
    ((path, made),) = files(compilation).items()
    assert made.isascii() and re.fullmatch(r"documents/[A-Za-z0-9_.-]+\.js", path)
    code = [line for line in made.splitlines() if not line.lstrip().startswith("//")]
    assert code[0] == "[" and code[-1] == "]"
    assert read_documents(made) == plain(samples(compilation)[text])


def test_every_type_is_written_by_its_constructor() -> None:
    value = {
        "a": Int64(2**60), "b": 1.0, "c": Decimal128("1.10"), "d": datetime(2024, 1, 2, tzinfo=UTC), "e": BsonObjectId("0" * 24),
        "f": MinKey(), "g": MaxKey(), "h": Regex("^a", "i"), "i": Timestamp(1, 2), "j": Code("x"), "k": b"\x00", "l": None,
    }  # fmt: skip
    text = documents([value], {}, [""])
    for written in (
        'Long("1152921504606846976")', "Double(1.0)", 'NumberDecimal("1.10")', 'ISODate("2024-01-02T00:00:00Z")',
        'ObjectId("000000000000000000000000")', "MinKey()", "MaxKey()", 'BSONRegExp("^a", "i")', "Timestamp({ t: 1, i: 2 })",
        'Code("x")', 'BinData(0, "AA==")', "null",
    ):  # fmt: skip
        assert written in text


def test_long_descriptions_stand_above_and_wide_values_are_broken() -> None:
    words = {
        ("a",): [Words(beside="word " * 30)],
        ("b",): [Words(above="note " * 60)],
        ("c",): [Words(end="... up to 9")],
    }
    text = documents([{"a": 1, "b": 2, "c": ["x" * 60, "y" * 60]}], words, ["head"])
    lines = text.splitlines()
    assert max(map(len, lines)) <= 120 and "  // head" in lines
    assert lines[lines.index("    a: 1,") - 1].startswith("    // word") and "      // ... up to 9" in lines
    assert read_documents(text) == [{"a": 1, "b": 2, "c": ["x" * 60, "y" * 60]}]


def test_what_is_said_of_a_kind_stands_in_its_first_document() -> None:
    of = {kind: Words(beside=f"of {kind}", where=("kind", (kind,))) for kind in ("car", "van")}
    values = [{"kind": kind, "at": {"owner": 1}, "owner": 2} for kind in ("car", "van", "car", "van")]
    text = documents(
        values, {("owner",): [*of.values()], ("at", "owner"): [Words(beside="inside")]}, [""] * 4
    )
    said = [line.split("//")[1].strip() for line in text.splitlines() if "//" in line]
    assert said == ["inside", "of car", "of van"]


def test_an_empty_list_of_documents_is_an_empty_array() -> None:
    assert documents([], {}) == "[\n]\n"


def test_each_kind_explains_its_own_field_of_a_shared_name() -> None:
    text = files(design_of("city_theatre"))["documents/shows.js"]
    assert 'v: "French",  // Spoken or sung' in text
    assert re.search(r"k: \"age_from\",\n +v: 12,  // Minimum age", text)
