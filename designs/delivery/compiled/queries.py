"""The statements of a design as a person looks for them: by relationship or operation, then by what
they are for. The plan says what each is; the code is cut out of the script files as it stands there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from .compiled_design import Compiled
from .recipe_facts import Facts

SCRIPTS = ("04_queries", "05_sync")
# What a script runs for itself: cleared before a demonstration, or answered by watch().
_UNNAMED = ("prepare", "watch")
_FUNCTION = re.compile(r"^function (\w+)\(")
_CALL = re.compile(r"(?<![\w.])(\w+)\(")
_RUN = re.compile(r'^( *)(?:printed|attempt)\((?:"(?:[^"\\]|\\.)*", (?:\(\) => )?(.*)\);)?$')
_WRAPPERS = ("showReads", "demo", "watch", "drain")


@dataclass(frozen=True)
class Query:
    """One function. recipe: its name in the plan. name: in the script. code: its comment and itself.
    call: how it is called on the sample documents, "" where the script does not. values: what each
    parameter is, (name, collection, path). indexes: (collection, name) of those that its filters
    and sorts begin with; `_id_` is every collection's own. helpers: (name, code) of the script's shared
    functions that it needs."""

    recipe: str
    purpose: str
    name: str
    path: str
    code: str
    call: str
    writes: bool
    transaction: bool
    collections: tuple[str, ...]
    values: tuple[tuple[str, str, str], ...]
    indexes: tuple[tuple[str, str], ...]
    helpers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Subject:
    """A relationship, operation or entity with its functions. key: as the plan spells it.
    decisions: numbers of those that it follows from."""

    key: str
    kind: str
    name: str
    decisions: tuple[int, ...]
    queries: tuple[Query, ...]


def subjects(compiled: Compiled) -> tuple[Subject, ...]:
    """Everything that the scripts define, in the plan's order; what keeps a subject's copies true
    stands with its other functions."""
    facts = Facts(compiled)
    by_subject: dict[str, list[Query]] = {}
    for script in SCRIPTS:
        for key, query in _of_script(compiled, script, facts):
            by_subject.setdefault(key, []).append(query)
    return tuple(_subject(key, facts.decisions(key), queries) for key, queries in by_subject.items())


def _subject(key: str, decisions: tuple[int, ...], queries: list[Query]) -> Subject:
    kind, _, name = key.partition(":")
    return Subject(key, kind, name, decisions, tuple(queries))


def functions(text: str) -> list[tuple[str, str]]:
    """Every function of a script with the comment above it: (name, code)."""
    lines = text.split("\n")
    definitions = []
    for place, line in enumerate(lines):
        head = _FUNCTION.match(line)
        if head is None:
            continue
        start, end = place, place
        while start and lines[start - 1].startswith("//"):
            start -= 1
        while not lines[end].endswith("}") or lines[end][:1].isspace():
            end += 1
        definitions.append((head[1], "\n".join(lines[start : end + 1])))
    return definitions


def calls(text: str) -> dict[str, str]:
    """How the script calls its functions on the sample documents, by the function's name."""
    lines = text.split("\n")
    by_name: dict[str, str] = {}
    for place, line in enumerate(lines):
        head = _RUN.match(line)
        if head is None:
            continue
        code = head[2] or _broken_call(lines[place + 1 :], head[1])
        by_name.setdefault(code.partition("(")[0], code)
    return by_name


def _broken_call(lines: Iterable[str], margin: str) -> str:
    """A call over several lines: what stands behind the label, moved to the margin."""
    kept: list[str] = []
    for line in lines:
        if line == f"{margin});":
            break
        kept.append(line.removeprefix(f"{margin}  "))
    return "\n".join(kept[1:]).removeprefix("() => ").removesuffix(",")


def _of_script(compiled: Compiled, script: str, facts: Facts) -> Iterator[tuple[str, Query]]:
    path = f"mongosh/{script}.js"
    text = next((file.text for file in compiled.files if file.path == path), "")
    rows = (row for row in compiled.plan["statements"] if row["script"] == script)
    recipes = [list(group) for _, group in groupby(rows, key=lambda row: row["recipe"])]
    left_out = {statement.recipe for statement in compiled.compilation.plan.statements if statement.extra}
    recipes = [
        recipe
        for recipe in recipes
        if recipe[0]["purpose"] not in _UNNAMED and recipe[0]["recipe"] not in left_out
    ]
    # The shared functions of a script stand before those of its recipes, showReads(), demo() and watch() behind.
    defined = functions(text)
    while defined and defined[-1][0] in _WRAPPERS:
        defined.pop()
    shared, named = dict(defined[: len(defined) - len(recipes)]), defined[len(defined) - len(recipes) :]
    calling = {name: _called(code, shared) for name, code in shared.items()}
    shown = calls(text)
    for recipe, (name, code) in zip(recipes, named, strict=True):
        query = _query(recipe, name, path, code, shown.get(name, ""), facts)
        needed = _needed(_called(code, shared), calling)
        helpers = tuple((helper, text) for helper, text in shared.items() if helper in needed)
        yield recipe[0]["subject"], replace(query, helpers=helpers)


def _called(code: str, shared: dict[str, str]) -> set[str]:
    """Return the shared functions that a function calls itself."""
    return set(_CALL.findall(code)) & shared.keys()


def _needed(called: set[str], calling: dict[str, set[str]]) -> set[str]:
    """Return the functions that are called, and all that these call. calling: what each calls itself."""
    needed = set[str]()
    while called:
        needed |= called
        called = set[str]().union(*(calling[name] for name in called)) - needed
    return needed


def _taken(name: str, code: str) -> list[str]:
    """Return the names of a function's parameters, in the order in which it takes them."""
    head = re.search(rf"^function {name}\((.*)\) \{{$", code, re.MULTILINE)
    return [parameter.partition(" = ")[0] for parameter in head[1].split(", ")] if head else []


def _query(recipe: list[dict[str, Any]], name: str, path: str, code: str, call: str, facts: Facts) -> Query:
    values = {
        parameter["name"]: (parameter["name"], parameter["collection"], parameter["path"])
        for row in recipe
        for parameter in row["parameters"]
    }
    taken = _taken(name, code)
    first = recipe[0]
    return Query(
        recipe=first["recipe"],
        purpose=first["purpose"],
        name=name,
        path=path,
        code=code,
        call=call,
        writes=any(row["writes"] for row in recipe),
        transaction=first["transaction"],
        collections=tuple(dict.fromkeys(row["collection"] for row in recipe)),
        values=tuple(sorted(values.values(), key=lambda value: taken.index(value[0]))),
        indexes=facts.indexes(recipe),
    )
