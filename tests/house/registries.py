"""Rules of the registries: every member is in its tuple, and has a test of its name."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping


def unlisted(init: str, members: Iterable[str]) -> list[str]:
    """Members whose name does not reach the registry's tuple in its `__init__`."""
    tree = ast.parse(init)
    origin = {
        alias.asname or alias.name: (node.module or alias.name).rpartition(".")[2]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.level == 1
        for alias in node.names
    }
    listed = {origin[name.id] for name in _names_in_tuples(tree) if name.id in origin}
    return sorted(set(members) - listed)


def _names_in_tuples(tree: ast.Module) -> list[ast.Name]:
    values = [node.value for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign) and node.value]
    return [name for value in values for name in ast.walk(value) if isinstance(name, ast.Name)]


def untested(members: Iterable[str], tests: Iterable[str], grouped: Mapping[str, str]) -> list[str]:
    """Members with no `test_<member>.py` and no test file named for them in grouped."""
    present = set(tests)
    return sorted(
        name for name in members if f"test_{name}.py" not in present and grouped.get(name) not in present
    )
