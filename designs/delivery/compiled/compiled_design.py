"""A compiled design by its text and our version, kept in this process.

A page, its downloads and its ZIP ask for the same text within seconds; compiling is pure, so the
first answer serves them all.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from designs.compiler import (
    EXPORTERS,
    Compilation,
    Finding,
    OutputFile,
    compile_design,
    lending,
    read,
    weight,
    with_advice,
    with_all_functions,
)
from designs.kept import MEMORY, Kept, keeping

PARTS = MEMORY
"""Parts of plans and outputs by their content: the next version of a design shares most of them."""
_OF_PLAN, _OF_FAULT = 7.5, 1000
"""Bytes of a compilation, with its plan as values, for each byte of plan.json; and of a fault."""


@dataclass(frozen=True)
class Compiled:
    """A design and every text file that follows from it. advised: whether its files tell what
    decisions cost and what would flip them, where they should."""

    compilation: Compilation
    files: tuple[OutputFile, ...]
    advised: bool = True

    @cached_property
    def plan(self) -> dict[str, Any]:
        """plan.json as values: what pages show of decisions and findings."""
        text = next(file.text for file in self.files if file.path == "plan.json")
        plan: dict[str, Any] = json.loads(text)
        return plan

    def within(self, folder: str) -> tuple[OutputFile, ...]:
        """The files of one folder of the contract."""
        return tuple(file for file in self.files if file.path.startswith(folder + "/"))


@dataclass(frozen=True)
class Refused:
    """A text that is no valid design, with each of its faults."""

    faults: tuple[Finding, ...]


class DesignRefused(Exception):
    """A page was asked for a text that is no valid design."""

    def __init__(self, faults: tuple[Finding, ...]) -> None:
        super().__init__(" ".join(map(str, faults)))
        self.faults = faults


def size_of(result: Compiled | Refused, *_: Any) -> int:
    """Return about how many bytes a result takes: its files, and all that its plan is made of."""
    if isinstance(result, Refused):
        return sum(_OF_FAULT + weight(fault.message) + weight(fault.subject) for fault in result.faults)
    plan = sum(weight(file.text) for file in result.files if file.path == "plan.json")
    return sum(weight(file.text) for file in result.files) + int(_OF_PLAN * plan)


_kept: Kept[Compiled | Refused] = Kept("compiled", size_of)


@lending(PARTS)
def compiled(text: bytes) -> Compiled | Refused:
    """The compilation of this text with all outputs; made once while it is remembered."""
    cached = remembered(text)
    if cached is None:
        return remember(text, compile_text(text, outputs()))
    return cached if isinstance(cached, Refused) or cached.advised else remember(text, finished(cached))


def remembered(text: bytes) -> Compiled | Refused | None:
    """What this process has made of a text already."""
    return _kept.find(text)


def remember(text: bytes, result: Compiled | Refused) -> Compiled | Refused:
    """Keep what was made of a text."""
    return _kept.keep(result, text)


def opened(text: bytes) -> Compiled:
    """The compilation for a page. Raises DesignRefused with the faults, which are a page too."""
    result = compiled(text)
    if isinstance(result, Refused):
        raise DesignRefused(result.faults)
    return result


def looked_at(text: bytes) -> Compiled:
    """As `opened`, for what tells nothing of costs and flips: their advice may be missing."""
    cached = remembered(text)
    return cached if isinstance(cached, Compiled) else opened(text)


def glanced_at(text: bytes) -> Compiled | Refused:
    """Return what is known of a text already, else its plan alone, for what shows nothing of costs and flips."""
    return remembered(text) or measured(text)


@keeping(size_of)
@lending(PARTS)
def measured(text: bytes) -> Compiled | Refused:
    """Return a text compiled as far as a comparison needs it: its plan, without costs and flips."""
    report = read(text)
    if report.value is None:
        return Refused(report.findings)
    return rendered(compile_design(report.value, advised=False), ("plan",), advised=False)


@keeping(size_of)
@lending(PARTS)
def with_every_function(text: bytes) -> Compiled | Refused:
    """Return the plan and the scripts of a text with the functions, too, that no application needs."""
    return compile_text(text, ("plan", "mongosh"), all_functions=True)


def compile_text(text: bytes, wanted: Iterable[str], *, all_functions: bool = False) -> Compiled | Refused:
    """Read, compile, and render the outputs that are wanted. all_functions: those, too, that no application needs."""
    report = read(text)
    if report.value is None:
        return Refused(report.findings)
    tells = any(exporter.advised for exporter in EXPORTERS if exporter.output in frozenset(wanted))
    compilation = compile_design(report.value, advised=tells)
    return rendered(with_all_functions(compilation) if all_functions else compilation, wanted)


def rendered(compilation: Compilation, wanted: Iterable[str], *, advised: bool = True) -> Compiled:
    """The outputs that are wanted of a compilation. advised: whether it has what they tell."""
    names = frozenset(wanted)
    files = [
        file for exporter in EXPORTERS if exporter.output in names for file in exporter.render(compilation)
    ]
    return Compiled(compilation, tuple(files), advised)


def finished(result: Compiled) -> Compiled:
    """The same with advice in the files that tell it; the others stay as they are."""
    compilation, present = with_advice(result.compilation), {file.path for file in result.files}
    advised_files = {
        file.path: file
        for exporter in EXPORTERS
        if exporter.advised in present
        for file in exporter.render(compilation)
    }
    return Compiled(compilation, tuple(advised_files.get(file.path, file) for file in result.files))


def outputs() -> tuple[str, ...]:
    """The names of all outputs, in the registry's order."""
    return tuple(dict.fromkeys(exporter.output for exporter in EXPORTERS))
