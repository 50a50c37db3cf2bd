"""Rules about files as text: sizes, names, words that must not stand in the project."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from . import parsed

LIMITS = {".py": 500, ".js": 250, ".mjs": 250, ".html": 150}
LONGEST_FUNCTION = 40
FULLEST = 14  # modules of a folder
WIDEST = 120  # characters of a line of JavaScript
NOT_ROOM_NAMES = frozenset({"utils", "helpers", "common", "misc", "manager", "service", "services"})

# Written in pieces, so that this file does not break its own rule.
_HOSTS = ("pypi" + ".org", "python" + "hosted.org", "npm" + "js.org", "npm" + "js.com", "deb." + "debian.org")
_WORDS = {
    **dict.fromkeys(_HOSTS, "names a package index"),
    "../" + "shared": "leans on a folder that users do not have",
    "TO" + "DO": "leaves something open",
    "FIX" + "ME": "leaves something open",
    "NotImplemented" + "Error": "leaves something open",
}
_MACHINE_PATH = re.compile(r"(^|[^A-Za-z0-9_.])/(wo" + r"rk|fa" + r"rm|ro" + r"ot|tmp/br" + r"ief)/")
_DOCSTRING = re.compile(r"""(?:\s|#[^\n]*\n)*[rRuU]?(?:"|')""")
_SINK = re.compile(
    r"mark_safe|\|safe\b|SafeString\(|innerHTML|insertAdjacentHTML|(?<!hx-swap=.)outerHTML|document\.write|autoescape off"
)


def too_full(paths: Iterable[str], registries: Collection[str]) -> list[str]:
    """Return the folders that hold more modules than a folder may. registries: folders with a module for each member."""
    counts = Counter(path.rpartition("/")[0] for path in paths if not path.endswith("/__init__.py"))
    return [
        f"{folder}: {count} modules, at most {FULLEST}"
        for folder, count in counts.items()
        if count > FULLEST and folder not in registries
    ]


def too_wide(path: str, text: str) -> list[str]:
    """Return the lines of a module of JavaScript that are wider than a line may be."""
    if not path.endswith((".js", ".mjs")):
        return []
    lines = enumerate(text.split("\n"), 1)
    return [f"{path}:{number}: {len(line)} characters" for number, line in lines if len(line) > WIDEST]


def too_long(path: str, text: str, allowed: Mapping[str, tuple[int, str]]) -> list[str]:
    """What exceeds its budget. allowed: path -> (lines, the reason why it may)."""
    ending = path[path.rfind(".") :]
    limit = allowed.get(path, (LIMITS.get(ending, 0), ""))[0]
    lines = text.count("\n")
    found = [f"{path}: {lines} lines, at most {limit}"] if limit and lines > limit else []
    return found + (_long_functions(path, text) if ending == ".py" else [])


def _long_functions(path: str, text: str) -> list[str]:
    if text.count("\n") <= LONGEST_FUNCTION:
        return []
    tree = parsed.tree(text) if path.startswith("designs/") else parsed.parse(text)
    functions = (
        node for node in statements(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    sizes = {node.name: (node.end_lineno or node.lineno) - node.lineno + 1 for node in functions}
    return [f"{path}: {name} has {size} lines" for name, size in sizes.items() if size > LONGEST_FUNCTION]


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield every statement, those inside of others too; expressions, which are nine nodes of ten, are passed over."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        inside = getattr(tree, name, None)
        for node in inside if isinstance(inside, list) else ():
            yield node
            yield from statements(node)


def badly_named(path: str) -> bool:
    """Whether a file or folder is, or ends in, a word that says nothing (`string_utils.py`)."""
    stems = [part.lower().partition(".")[0] for part in path.split("/")]
    return any(re.split(r"[_\-]", stem)[-1] in NOT_ROOM_NAMES for stem in stems)


def unwanted(path: str, text: str) -> list[str]:
    """Words that no file of the project may hold, with why."""
    found = [f"{path}: {word!r} {why}" for word, why in _WORDS.items() if word in text]
    found += [
        f"{path}: names a path of one machine ({hit[0].strip()})" for hit in _MACHINE_PATH.finditer(text)
    ]
    return found


def sinks(text: str) -> int:
    """How often a text could put markup into a page unescaped."""
    return len(_SINK.findall(text))


def undocumented(path: str, text: str) -> bool:
    """Whether a Python file lacks its docstring. An empty file needs none."""
    return bool(text.strip()) and not _DOCSTRING.match(text)
