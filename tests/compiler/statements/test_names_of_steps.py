"""What functions call their parameters and what their statements return: names that tell what the things are."""

from __future__ import annotations

import re

import pytest

from tests.compiler.library import built, names

FUNCTION = re.compile(r"^function (\w+)\(([^)]*)\) \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"(?:const|let) (\w+) =")


@pytest.mark.parametrize("design", names())
def test_no_number_tells_names_apart(design: str) -> None:
    for name, given, body in _functions(design):
        parameters = [each.partition("=")[0].strip() for each in given.split(",")]
        called = [*NAMED.findall(body), *parameters]
        assert not [each for each in called if each[-1:].isdigit()], name


@pytest.mark.parametrize("design", names())
def test_no_parameter_is_called_as_its_function(design: str) -> None:
    for name, given, _ in _functions(design):
        assert name.lower() not in [each.strip().lower() for each in given.split(",")]


@pytest.mark.parametrize("design", names())
def test_what_a_name_holds_is_used(design: str) -> None:
    for name, _, body in _functions(design):
        unused = [each for each in NAMED.findall(body) if len(re.findall(rf"\b{each}\b", body)) < 2]
        assert not unused, name


def _functions(design: str) -> list[tuple[str, str, str]]:
    files = built(design).files
    texts = [text for path, text in files.items() if path.endswith(("04_queries.js", "05_sync.js"))]
    return [found for text in texts for found in FUNCTION.findall(text)]
