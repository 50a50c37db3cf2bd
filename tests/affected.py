"""Which tests a change concerns, told by imports: those of the changed module itself, then those of the modules
that import it, and so on. What is no Python module is followed by its name: a template, a script, a golden file."""

from __future__ import annotations

import heapq
import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

Graph = Mapping[str, Mapping[str, int]]
"""File -> the files that depend on it, each with how far it is from it."""

NAMESAKE, NAMED, IMPORTED, RE_EXPORTED, FOLDER, SERVED, WHOLE_PACKAGE = 0, 1, 2, 3, 4, 4, 5
"""How far a file is from the module that it is the test of, from a file that it names, from a module that it imports
itself or through a package, from a file whose folder it names, from the addresses that it asks for, and from all else
that a package holds."""
ADDRESSES = "designs/urls.py"
_ASKS = re.compile(r"\b(?:client|Client|live_server|watched)\b")
_FROM = re.compile(r"^[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)", re.MULTILINE)
_IMPORT = re.compile(r"^[ \t]*import[ \t]+([\w., \t]+)", re.MULTILINE)
_COMMENT = re.compile(r"#[^\n]*")
_NAME = re.compile(r"(\w+)(?:[ \t]+as[ \t]+(\w+))?")
_TEXT = re.compile(r"""["'`]([^"'`\n]+)["'`]""")
_SCRIPT = re.compile(r"""["'](\.{1,2}/[^"']+\.m?js)["']""")
_WORD = re.compile(r"[\w\-]+(?:\.[\w\-]+)*")


def distances(changed: Iterable[str], graph: Graph) -> dict[str, int]:
    """Return how far every file that depends on a changed one is from it (Dijkstra)."""
    queue = [(0, file) for file in changed]
    reached: dict[str, int] = {}
    heapq.heapify(queue)
    while queue:
        distance, file = heapq.heappop(queue)
        if file not in reached:
            reached[file] = distance
            for dependent, step in graph.get(file, {}).items():
                heapq.heappush(queue, (distance + step, dependent))
    return reached


def is_test(file: str) -> bool:
    """Return whether pytest collects the file."""
    return file.startswith("tests/") and re.fullmatch(r"test_\w+\.py", posixpath.basename(file)) is not None


def dependents(sources: Mapping[str, str], changed: Iterable[str] = ()) -> dict[str, dict[str, int]]:
    """Return the graph of a project. sources: path -> text; changed: files that may be deleted by now."""
    project = Project(sources, changed)
    graph: dict[str, dict[str, int]] = {}
    for path, text in sources.items():
        for file, step in project.needs(path, text):
            steps = graph.setdefault(file, {})
            if file != path:
                steps[path] = min(step, steps.get(path, step))
    return graph


class Project:
    """The files of a project, and which of them a file needs. Texts are searched, not parsed: a second instead of
    ten, and an import too many costs a test too many."""

    def __init__(self, sources: Mapping[str, str], changed: Iterable[str]) -> None:
        files = {*sources, *changed}
        self._modules = {_module(path): path for path in files if path.endswith(".py")}
        self._namesakes: dict[str, list[str]] = defaultdict(list)
        self._words: dict[str, list[str]] = defaultdict(list)
        self._folders: dict[str, list[str]] = defaultdict(list)
        for path in files:
            folder, name = posixpath.split(path)
            if path.endswith(".py"):
                self._namesakes[name.removesuffix(".py")].append(path)
            else:
                self._words[name].append(path)
                self._words[name.partition(".")[0]].append(path)
                self._folders[posixpath.basename(folder)].append(path)
        packages = (path for path in sources if path.endswith("/__init__.py"))
        self._exports = {
            path: {name: file for file, name in self._imported(path, sources[path]) if name}
            for path in packages
        }

    def needs(self, path: str, text: str) -> Iterator[tuple[str, int]]:
        """Yield the files that one depends on, and how far it is from each."""
        texts = _TEXT.findall(text)
        if path.endswith(".py"):
            for file, name in self._imported(path, text):
                yield from self._through(file, name)
            yield from ((self._modules[one], IMPORTED) for one in texts if one in self._modules)
        if is_test(path):
            yield from self._of_a_test(path, text)
        for target in _SCRIPT.findall(text):
            yield posixpath.normpath(posixpath.join(posixpath.dirname(path), target)), IMPORTED
        words = {word for one in texts for word in _WORD.findall(one)}
        yield from self._by_name(
            words if is_test(path) else {word for word in words if "." in word}, is_test(path)
        )

    def _imported(self, path: str, text: str) -> Iterator[tuple[str, str]]:
        """Yield (file, name): what a module imports, wherever in its text; name: what it takes from there, if it is
        no module itself."""
        package = _module(path) if path.endswith("/__init__.py") else _module(path).rpartition(".")[0]
        for dots, module, names in _FROM.findall(text):
            parts = package.split(".")[: package.count(".") + 2 - len(dots)] if dots else []
            start = ".".join([*parts, *([module] if module else [])])
            for name, other in _NAME.findall(_COMMENT.sub("", names)):
                inner = f"{start}.{name}"
                if inner in self._modules:
                    yield self._modules[inner], ""
                elif start in self._modules:
                    yield self._modules[start], other or name
        for names in _IMPORT.findall(text):
            yield from (
                (self._modules[one], "") for one in re.findall(r"[\w.]+", names) if one in self._modules
            )

    def _through(self, file: str, name: str) -> Iterator[tuple[str, int]]:
        """Yield the module that a name of a package comes from, and the package, which is further."""
        if name in self._exports.get(file, {}):
            yield self._exports[file][name], RE_EXPORTED
        yield file, WHOLE_PACKAGE if name and file in self._exports else IMPORTED

    def _of_a_test(self, path: str, text: str) -> Iterator[tuple[str, int]]:
        """Yield what a test needs without importing it: conftest files, the module of its name, the addresses."""
        folder, name = posixpath.split(path)
        words = name.removesuffix(".py").split("_")[1:]
        for count in range(1, len(words) + 1):
            step = NAMESAKE if count == len(words) else NAMED
            yield from ((file, step) for file in self._namesakes.get("_".join(words[:count]), ()))
        if _ASKS.search(text):
            yield ADDRESSES, SERVED
        while folder:
            yield f"{folder}/conftest.py", IMPORTED
            folder = posixpath.dirname(folder)

    def _by_name(self, words: Iterable[str], in_test: bool) -> Iterator[tuple[str, int]]:
        """Yield files that are no modules, and that a text names; a test may name their folder instead."""
        for word in words:
            yield from ((file, NAMED) for file in self._words.get(word, ()))
            if in_test:
                yield from ((file, FOLDER) for file in self._folders.get(word, ()))


def _module(path: str) -> str:
    """Return the dotted name of a module by its path."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def read(root: Path, files: Iterable[str]) -> dict[str, str]:
    """Return the texts that can name others: modules, scripts, templates."""
    return {
        file: (root / file).read_text(encoding="utf-8", errors="replace")
        for file in files
        if file.endswith((".py", ".js", ".mjs", ".html"))
        and "/vendor/" not in file
        and (root / file).is_file()
    }
