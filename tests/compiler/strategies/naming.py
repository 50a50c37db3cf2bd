"""Where source says a strategy's own name, in a literal of Python or anywhere in what a browser gets."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from functools import cache

from designs.compiler import STRATEGIES
from tests.house.parsed import parse

NAMED = re.compile(rf"\b(?:{'|'.join(STRATEGIES)})\b")


@cache
def named_in_python(text: str) -> frozenset[str]:
    """Return the strategies that literals name, alone or among other words; what documents the code may say them."""
    nodes = [*ast.walk(parse(text))]
    said = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    literals = (
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said
    )
    return frozenset(name for literal in literals for name in NAMED.findall(literal))


def misplaced(sources: Mapping[str, str], places: Iterable[str]) -> list[str]:
    """Return each file that names a strategy and is in none of the places, with the names. sources: path to text."""
    found = {
        path: named_in_python(text) if path.endswith(".py") else frozenset(NAMED.findall(text))
        for path, text in sources.items()
        if not path.startswith(tuple(places))
    }
    return [f"{path}: {', '.join(sorted(names))}" for path, names in found.items() if names]
