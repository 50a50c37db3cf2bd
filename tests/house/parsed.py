"""Python sources parsed and walked once a process, however many rules ask about them."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TypeVar

from designs.compiler.content_cache import collector_paused

Node = TypeVar("Node", bound=ast.AST)


def parse(text: str) -> ast.Module:
    """Parse a source that nobody else asks about. A tree is large and has no rings: collecting amid it finds nothing."""
    with collector_paused():
        return ast.parse(text)


@cache
def tree(text: str) -> ast.Module:
    """Parse a source, and keep its tree for the next who asks."""
    return parse(text)


@cache
def _by_kind(text: str) -> Mapping[type[ast.AST], list[ast.AST]]:
    nodes: defaultdict[type[ast.AST], list[ast.AST]] = defaultdict(list)
    for node in ast.walk(tree(text)):
        nodes[type(node)].append(node)
    return dict(nodes)


def nodes_of(text: str, *kinds: type[Node]) -> Iterator[Node]:
    """Yield the nodes of these kinds, one kind after the other."""
    for kind in kinds:
        yield from _by_kind(text).get(kind, ())  # type: ignore[misc]
