"""Turns one operator of a module of the compiler at a time.

A comparison takes its bound in or leaves it out (`>` and `>=`, `<` and `<=`), a number that it compares
with moves a step the other way, `and` becomes `or` and back, and a `not` is left out. Only code inside
functions is turned: the functions that live take the code of the turned source, so every registry
that holds one of them sees the change.
"""

from __future__ import annotations

import ast
import gc
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import NamedTuple

_BOUNDS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Lt: ast.LtE, ast.LtE: ast.Lt,
}  # fmt: skip
_SIGNS = {ast.Gt: ">", ast.GtE: ">=", ast.Lt: "<", ast.LtE: "<="}
_FURTHER = {ast.Gt: 1, ast.GtE: -1, ast.Lt: -1, ast.LtE: 1}  # where turning the bound does not reach
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


# Turned operators and moved numbers that change nothing that anyone can see, and why.
EQUIVALENT: dict[str, str] = {
    "choices.array_side: >= in forward > backward": "the same both ways has been answered",
    "conflicts._MIB +": "a byte of a MiB is not seen in a size that is told with one decimal",
    "conflicts._MIB -": "the same",
    "copies._number: > in value >= 100": "a hundred is a whole number, and told as one either way",
    "lints.base.number: > in value >= 100": "a hundred is a whole number, and told as one either way",
    "lints.computed_invariant.check: and in computed is None or expression is None": "words name no path and have no rates",
    "lints.impossible_number._BYTES +": "a number of bytes as large as that has no ones: the next one is 128 more",
    "lints.impossible_number._BYTES -": "the same",
    "lints.date_order._within: >= in len(with_example) > 1": "one date alone is no pair",
    "lints.flag_mismatch._compare: >= in abs(declared - measured) > seen.limits.flag_diff + 1e-09": "keeps rounding out; no share is so exact",
    "lints.ref_target.check: < in kinds <= _NOWHERE": "nothing lives in all three places at once",
    "traffic.is_forward: <= in reached.index(source) < reached.index(target)": "two entities stand in two places",
    "validators._numbers_versions: or in field.origin == 'version' and bool(field.maximum)": "the number of a shape is the first field of them",
    "shard_freq +": "a key has 9 or 10 values: one of them in 11 or 10 of 100 documents, both sides of 0.10 and of 0.11",
}


class Turn(NamedTuple):
    """A turned operator. name: where it stands and what becomes of it, the same wherever its line is."""

    name: str
    apply: Callable[[], None]


def turns(path: Path) -> Iterator[Turn]:
    """Every operator inside the functions of a module, turned."""
    source = path.read_text(encoding="utf-8")
    seen: Counter[str] = Counter()
    for number, (where, change) in enumerate(_changes(ast.parse(source))):
        name = f"{path.stem}.{where}: {change.said}"
        seen[name] += 1
        again = f" #{seen[name]}" if seen[name] > 1 else ""
        yield Turn(name + again, partial(_put, path, source, number))


def literals(path: Path) -> Iterator[Turn]:
    """Every number that a module gives a name of its own, a step up and a step down."""
    module = _module(path)
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(name := node.targets[0], ast.Name):
            value = getattr(module, name.id, None)
            if isinstance(value, int | float) and not isinstance(value, bool):
                for way, sign in ((1, "+"), (-1, "-")):
                    moved = value + way * (0.01 if 0 < value < 1 else 1)
                    yield Turn(f"{path.stem}.{name.id} {sign}", partial(setattr, module, name.id, moved))


def _module(path: Path) -> ModuleType:
    return import_module(".".join(("designs", *path.with_suffix("").parts[_depth(path) :])))


def _depth(path: Path) -> int:
    return max(place for place, part in enumerate(path.parts) if part == "compiler")


class _Change(NamedTuple):
    said: str
    make: Callable[[], None]


def _changes(tree: ast.Module) -> list[tuple[str, _Change]]:
    """Each change that can be made of a tree, with the function that it is made in."""
    return [(where, change) for where, node in _within(tree, "") for change in _of(node)]


def _within(node: ast.AST, where: str) -> Iterator[tuple[str, ast.AST]]:
    for child in ast.iter_child_nodes(node):
        inside = where
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            inside = f"{where}.{child.name}".lstrip(".")
        elif isinstance(child, ast.Lambda) and not where:
            inside = "<lambda>"
        if where and not isinstance(child, _FUNCTIONS):
            yield where, child
        yield from _within(child, inside)


def _of(node: ast.AST) -> Iterator[_Change]:
    if isinstance(node, ast.Compare):
        yield from _of_bounds(node)
    elif isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        word = "or" if isinstance(node.op, ast.And) else "and"
        yield _Change(f"{word} in {_said(node)}", partial(setattr, node, "op", other))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        # Twice turned: the value's truth, whatever the value is.
        again = ast.UnaryOp(op=ast.Not(), operand=node.operand)
        yield _Change(f"no {_said(node)}", partial(setattr, node, "operand", ast.copy_location(again, node)))


def _of_bounds(node: ast.Compare) -> Iterator[_Change]:
    for place, (sign, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
        kind = type(sign)
        if kind not in _BOUNDS:
            continue
        other = _BOUNDS[kind]
        yield _Change(f"{_SIGNS[other]} in {_said(node)}", partial(node.ops.__setitem__, place, other()))
        if isinstance(right, ast.Constant) and isinstance(right.value, int | float):
            moved = round(right.value + _FURTHER[kind] * (1 if float(right.value).is_integer() else 0.01), 4)
            yield _Change(f"{moved} in {_said(node)}", partial(setattr, right, "value", moved))


def _said(node: ast.AST) -> str:
    return ast.unparse(node)


def _put(path: Path, source: str, number: int) -> None:
    """Give the functions of a module the code of its source with one change made."""
    if "compiler" in path.parts:
        _module(path)  # what is imported later would come unchanged
    tree = ast.parse(source)
    _changes(tree)[number][1].make()
    ast.fix_missing_locations(tree)
    old, new = (compile(one, str(path), "exec", dont_inherit=True) for one in (ast.parse(source), tree))
    told = dict(_pairs(old, new))
    live = [one for one in gc.get_objects() if isinstance(one, FunctionType) and one.__code__ in told]
    for function in live:
        function.__code__ = told[function.__code__]


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Every piece of code with what stands in its place."""
    yield old, new
    inner = [[one for one in code.co_consts if isinstance(one, CodeType)] for code in (old, new)]
    for one, other in zip(*inner, strict=True):
        yield from _pairs(one, other)
