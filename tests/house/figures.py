"""Count what makes the compiler hard to read: ``python -m tests.house.figures`` prints the table.

Each figure has an aim and a bound. The bound is what was reached: tests/test_house_figures.py fails where a figure
passes it.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from .parsed import Node, nodes_of

ROOT = Path(__file__).resolve().parents[2]
COMPILER = ROOT / "designs" / "compiler"
REGISTRIES = ("rules/guidelines", "plan/patterns", "lints", "exporters", "importers")
VAGUE = frozenset({"one", "found", "known", "made", "told"})
RULES_OF_STRATEGIES = ("rules/guidelines/", "plan/patterns/", "strategies/")
COUNT_MODULES = """
import sys
from pathlib import Path
from designs.compiler import EXPORTERS, compile_design, read
made = compile_design(read(Path("designs/library/university.json").read_text(encoding="utf-8")).value)
print(sum(name.startswith("designs.compiler") for name in sys.modules))
"""

Sources = Mapping[str, str]


class Figure(NamedTuple):
    """A count. bound: what it may be today; aim: what it should become. unit: of what it is a count."""

    name: str
    bound: int
    aim: int
    count: Callable[[Sources], int]


@cache
def sources() -> Sources:
    """Return path below designs/compiler to text, of all its modules."""
    return {
        path.relative_to(COMPILER).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(COMPILER.rglob("*.py"))
    }


@cache
def sources_outside() -> Sources:
    """Return path to text of all our modules outside the compiler, tests aside."""
    paths = (path for room in ("designs", "modeler") for path in sorted((ROOT / room).rglob("*.py")))
    return {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in paths
        if not path.is_relative_to(COMPILER)
    }


@cache
def strategies() -> frozenset[str]:
    """Return the names of all strategies."""
    from designs.compiler import STRATEGIES

    return frozenset(STRATEGIES)


def _nodes(texts: Sources, *kinds: type[Node], within: str = "") -> Iterator[tuple[str, Node]]:
    for path, text in texts.items():
        if path.startswith(within):
            for node in nodes_of(text, *kinds):
                yield path, node


def modules_in_the_root(texts: Sources) -> int:
    """Count the modules beside the door."""
    return sum("/" not in path for path in texts if path != "__init__.py")


def modules_in_a_folder(texts: Sources) -> int:
    """Count the modules of the fullest folder that is no registry."""
    folders = Counter(path.rpartition("/")[0] for path in texts if not path.endswith("__init__.py"))
    return max(count for folder, count in folders.items() if folder not in REGISTRIES)


def modules_to_compile(texts: Sources) -> int:
    """Count the modules that are loaded to compile the library's University."""
    command = [sys.executable, "-c", COUNT_MODULES]
    return int(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)


def _is_strategy(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Constant) and node.value in strategies()


def tables_of_strategies(texts: Sources) -> int:
    """Count the literals that list two strategies or more, outside the table of strategies."""
    return sum(
        sum(map(_is_strategy, node.keys if isinstance(node, ast.Dict) else node.elts)) > 1
        for path, node in _nodes(texts, ast.Dict, ast.Set, ast.List, ast.Tuple)
        if not path.startswith("strategies/")
    )


def comparisons_with_strategies(texts: Sources) -> int:
    """Count the comparisons with a strategy's own name outside its guideline and pattern."""
    return sum(
        any(map(_is_strategy, ast.walk(node)))
        for path, node in _nodes(texts, ast.Compare)
        if not path.startswith(RULES_OF_STRATEGIES)
    )


def files_of_a_strategy(texts: Sources) -> int:
    """Count the files that say the name of the strategy that most of them say."""
    said = Counter[str]()
    for text in texts.values():
        said.update({str(node.value) for node in nodes_of(text, ast.Constant) if _is_strategy(node)})
    return max(said.values())


def _is_operator(node: ast.AST | None) -> bool:
    return (
        isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value[:1] == "$" != node.value
    )


def _reads_operators(node: ast.AST) -> bool:
    if isinstance(node, ast.Compare):
        return any(map(_is_operator, [node.left, *node.comparators]))
    if isinstance(node, ast.Subscript):
        return isinstance(node.ctx, ast.Load) and _is_operator(node.slice)
    getter = (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("get", "pop")
    )
    return getter and any(map(_is_operator, node.args[:1]))


def functions_that_read_operators(texts: Sources) -> int:
    """Count the functions of operations that look for MongoDB's operators in what was built before."""
    return sum(
        any(map(_reads_operators, ast.walk(node)))
        for _, node in _nodes(texts, ast.FunctionDef, within="operations/")
    )


def _is_in_mongodb_form(node: ast.AST) -> bool:
    if isinstance(node, ast.JoinedStr):
        return isinstance(node.values[0], ast.Constant) and node.values[0].value == "$"
    return _is_operator(node)


def operators_beside_the_renderer(texts: Sources) -> int:
    """Count the operators, paths and variables with dollar signs in operations that their renderer does not write."""
    return sum(
        _is_in_mongodb_form(node)
        for path, node in _nodes(texts, ast.JoinedStr, ast.Constant, within="operations/")
        if not path.startswith("operations/ir/")
    )


def class_names_twice(texts: Sources) -> int:
    """Count the class names with two meanings or more."""
    names = Counter(node.name for _, node in _nodes(texts, ast.ClassDef))
    return sum(count > 1 for count in names.values())


def files_of_untyped_statements(texts: Sources) -> int:
    """Count the files of operations that work on ``dict[str, Any]``."""
    return sum("dict[str, Any]" in text for path, text in texts.items() if path.startswith("operations/"))


def vague_names(texts: Sources) -> int:
    """Count the bindings of names that do not say what they hold."""
    names = sum(isinstance(node.ctx, ast.Store) and node.id in VAGUE for _, node in _nodes(texts, ast.Name))
    return names + sum(node.arg in VAGUE for _, node in _nodes(texts, ast.arg))


def _is_vague(name: str) -> bool:
    return name.strip("_").lower() in VAGUE


def vague_definitions(texts: Sources) -> int:
    """Count the functions, classes and attributes whose names do not say what they are."""
    attributes = (node for _, node in _nodes(texts, ast.Attribute) if isinstance(node.ctx, ast.Store))
    return sum(_is_vague(node.name) for _, node in _nodes(texts, ast.FunctionDef, ast.ClassDef)) + sum(
        _is_vague(node.attr) for node in attributes
    )


FIGURES = (
    Figure("modules in the compiler's root", 2, 8, modules_in_the_root),
    Figure("modules in one folder, registries aside", 14, 14, modules_in_a_folder),
    Figure("modules loaded to compile University", 450, 180, modules_to_compile),
    Figure("tables of strategy names outside the one table", 0, 0, tables_of_strategies),
    Figure("comparisons with a strategy's name elsewhere", 0, 0, comparisons_with_strategies),
    Figure("functions that read MongoDB operators back", 2, 0, functions_that_read_operators),
    Figure("operators and paths with a dollar sign beside the renderer", 0, 0, operators_beside_the_renderer),
    Figure("class names with two meanings", 0, 0, class_names_twice),
    Figure("files that say one strategy's name", 5, 8, files_of_a_strategy),
    Figure("files of operations with dict[str, Any]", 1, 1, files_of_untyped_statements),
    Figure("bindings of one, found, known, made, told", 0, 0, vague_names),
    Figure("functions, classes and attributes named so", 0, 0, vague_definitions),
)


def main() -> int:
    """Print each figure beside its bound and its aim."""
    print(f"{'today':>6} {'bound':>6} {'aim':>6}")
    for figure in FIGURES:
        print(f"{figure.count(sources()):6} {figure.bound:6} {figure.aim:6}  {figure.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
