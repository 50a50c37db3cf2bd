"""Names that try to be code: what a statement does stays the same, value by value and node by node."""

from __future__ import annotations

import json
import subprocess
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.mongosh.cases import Built, build
from tests.mongosh.expected import Reader, follow_audit, follow_demo, reads, recipes
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import AT_LENGTH
from tests.mongosh.runs import calls, jobs
from tests.mongosh.shell import HERE, node, run, sources

Json = dict[str, Any]
HOSTILE = [
    "__proto__", "constructor", "</script><script>alert(1)</script>", '");db.dropDatabase();("', "'+quit()+'", "${process.exit(1)}",
    "a`b`c", "line\u2028separator", "line\u2029paragraph", "line\nfeed\r\n// rest", "*/ quit() /*", "\\", 'back\\"slash', "\u202egnissim",
    "\U0001f600 astral", "na\u0308me", "emoji\ufe0f", "\x1b[31mred\x7f", "]]>", "%%{init}%%", "{{x}}", "<!--", "&amp;", "  spaces  ", "\ttab",
]  # fmt: skip
PLAIN = [f"plain{number}" for number in range(len(HOSTILE))]
TURNS = range(0, len(HOSTILE), 1 if AT_LENGTH else 5)
"""The names that come first in turn. Six take the leading parts, so that every fifth turn has each name in one of
them; at length, each in all six."""


def usable(name: str) -> str:
    """The name as a path may hold it: a point or a leading dollar sign can't stand there."""
    return name.replace(".", ",").lstrip("$") or "_"


def design(names: list[str]) -> Json:
    """A small design that puts the names everywhere: six at a time take the leading parts."""
    parts = [usable(name) for name in (names * 2)[:6]]
    one, two, three, _, _, six = parts
    operations = [
        {"name": f"find {one}", "kind": "read", "entity": one, "filter": [{"field": two, "value": six}], "sort": [{"field": three}]},
        {"name": f"set {two}", "kind": "update", "entity": one, "filter": [{"field": "_id"}], "changes": [two]},
    ]  # fmt: skip
    return {
        "format": "nestlink/1", "name": f"Names {one}", "database": "hostile", "entities": entities(names, parts),
        "relationships": links(parts), "operations": operations,
    }  # fmt: skip


def entities(names: list[str], parts: list[str]) -> list[Json]:
    """An author, a book and a part. names: those that no path needs may be of any kind."""
    one, two, three, four, _, six = parts
    inner = field(f"{names[4]} inner", "object", fields=[field(names[4])])
    listed = field(f"{six} list", "array", items={"type": "string"})
    own = [field(two, required=True), field(three, enum=[*names[:3], "end"]), inner, listed]
    author = entity(one, *own, collection=f"c {one}", description="; ".join(names))
    made = field("made", "date", required=True)
    book = entity(f"{two} book", field(f"title {one}", description=three), made, collection=f"b {two}")
    return [author, book, entity(f"{three} part", field(f"text {four}"), kind="weak")]


def links(parts: list[str]) -> list[Json]:
    """A reference with a copy, an embedded array, and a link that both ends know."""
    one, two, three, four, five, six = parts
    book, copy = (
        f"{two} book",
        {"field": two, "of": "from", "as": f"copy {three}", "reads_per_day": 1e6, "updates_per_day": 1},
    )
    return [
        link(f"{one} wrote", "one-to-many", end(one, None, field=f"books {one}"), end(book, 1, field=f"author {two}"),
             description=one, strategy="PARENT_REF", copies=[copy]),
        link(f"{four} has", "one-to-many", end(one, 5, field=f"parts {four}"), end(f"{three} part", 1), exclusive_owner=True),
        link(f"{five} likes", "many-to-many", end(one, 5, field=f"likes {five}"), end(book, 5, field=f"fans {six}"), strategy="TWO_WAY_EMBED"),
    ]  # fmt: skip


def rotated(names: list[str], by: int) -> list[str]:
    return names[by:] + names[:by]


@cache
def hostile() -> dict[int, Built]:
    return {by: build(design(rotated(HOSTILE, by))) for by in TURNS}


@cache
def journals() -> dict[str, Json]:
    return run(job for by, one in hostile().items() for job in jobs(str(by), one) if "twice" not in job["id"])


@pytest.mark.parametrize("by", TURNS, ids=lambda by: ascii(HOSTILE[by]))
def test_statements_come_back_as_they_were(by: int) -> None:
    one, found = hostile()[by], journals()
    for job in ("setup", "collections", "indexes", "samples", "queries", "sync", "watch", "audit"):
        assert found[f"{by}/{job}"]["error"] is None, found[f"{by}/{job}"]["error"]
    reader = Reader(one, calls(found[f"{by}/queries"], "showReads"))
    for recipe in reads(one, "04_queries"):
        reader.follow(recipe)
    reader.end()
    follow_demo(one, calls(found[f"{by}/queries"], "demo"))
    follow_audit(one, found[f"{by}/audit"])
    reader = Reader(one, found[f"{by}/collections"]["calls"])
    for recipe in recipes(one, "01_collections"):
        if recipe[0].only == "absent":
            reader.follow(recipe)
    reader.end()


def shapes(*several: Built) -> list[list[Json]]:
    """Of each design the shapes of its scripts; from one process."""
    found = [sources(one.scripts, f"shapes-{nth}") for nth, one in enumerate(several)]
    files = [paths[name] for paths in found for name in sorted(paths)]
    command = [node(), str(HERE / "harness" / "shapes.js"), *files]
    done = subprocess.run(command, capture_output=True, text=True, cwd=HERE, timeout=60)
    assert done.returncode == 0, done.stderr
    loaded = iter(json.loads(done.stdout))
    return [[next(loaded) for _ in paths] for paths in found]


@cache
def hostile_shapes() -> dict[int, list[Json]]:
    return dict(zip(hostile(), shapes(*hostile().values()), strict=True))


@cache
def plain_shapes() -> list[Json]:
    return shapes(build(design(PLAIN)))[0]


def code_of(found: list[Json]) -> list[Any]:
    return [one["shape"] for one in found]


@pytest.mark.parametrize("by", TURNS, ids=lambda by: ascii(HOSTILE[by]))
def test_names_never_become_code(by: int) -> None:
    found = hostile_shapes()[by]
    assert code_of(found) == code_of(plain_shapes())
    assert all(kind == "Line" for one in found for kind in one["comments"])


def test_scripts_are_ascii() -> None:
    for one in hostile().values():
        for path, text in one.scripts.items():
            assert all(" " <= char <= "~" or char == "\n" for char in text), path
            assert "</script" not in text.lower()


def test_a_name_that_became_code_would_be_noticed() -> None:
    one = hostile()[0]
    broken = {path: text.replace("db = db.", "quit();\ndb = db.", 1) for path, text in one.scripts.items()}
    (found,) = shapes(one._replace(scripts=broken))
    assert code_of(found) != code_of(plain_shapes())


@settings(max_examples=15, deadline=None)
@given(
    st.lists(
        st.text(
            st.characters(exclude_categories=["Cs"], exclude_characters="\x00."), min_size=1, max_size=12
        ),
        min_size=6,
        max_size=6,
        unique=True,
    )
)
def test_any_names_keep_the_shape(names: list[str]) -> None:
    prefixed = [f"n{place} {name.strip('$')}" for place, name in enumerate(names)]
    (found,) = shapes(build(design(prefixed)))
    assert code_of(found) == code_of(plain_shapes())
