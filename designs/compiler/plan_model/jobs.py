"""What has to run beside the application, or the design does not hold: the worker of change streams, jobs, archives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..model.conceptual import given
from .compilation import Compilation
from .function_names import function_names
from .physical import Statement, parameters

_WATCH = "watch"


class Job(NamedTuple):
    """A function that somebody has to run. call: as it is written; script: the file that has it; due: how often, in words;
    collections: those that it follows, or works on; whole: those of which each run reads every document; most: how many
    documents a run reads where it reads no more, None where nobody says."""

    call: str
    script: str
    due: str
    collections: tuple[str, ...]
    whole: tuple[str, ...] = ()
    most: int | None = None

    @property
    def is_worker(self) -> bool:
        """Whether it runs all the time."""
        return self.call == f"{_WATCH}()"


def jobs_of(compilation: Compilation) -> tuple[Job, ...]:
    """Return what has to run, the worker first. A standalone server has no streams: the functions that they call are
    called by hand."""
    is_alone = given(compilation.model.topology, "replica-set") == "standalone"
    statements = compilation.plan.statements
    return (*_of_streams(statements, is_alone=is_alone), *_due(statements))


def _of_streams(statements: tuple[Statement, ...], *, is_alone: bool) -> Iterator[Job]:
    watched = [each for each in statements if each.purpose == _WATCH]
    if not watched:
        return
    if not is_alone:
        followed = tuple(dict.fromkeys(each.collection for each in watched))
        yield Job(f"{_WATCH}()", watched[0].script, "continuously", followed)
        return
    names = function_names(statements, watched[0].script)
    for each in watched:
        answer = names.get(each.recipe.removesuffix(f".{_WATCH}"))
        if answer is not None:
            called = [other for other in statements if other.recipe == each.recipe.removesuffix(f".{_WATCH}")]
            due = f"after each change of {each.collection}"
            yield Job(_call(answer, called), each.script, due, (each.collection,))


def _due(statements: tuple[Statement, ...]) -> Iterator[Job]:
    due = [each for each in statements if each.due and not each.extra]
    names = {
        script: function_names(statements, script) for script in dict.fromkeys(each.script for each in due)
    }
    for recipe, first in {each.recipe: each for each in due}.items():
        called = [each for each in statements if each.recipe == recipe]
        most = first.limit if isinstance(first.limit, int) else None
        whole = () if most else tuple(dict.fromkeys(_read_whole(called)))
        call = _call(names[first.script][recipe], called)
        yield Job(call, first.script, first.due, (first.collection,), whole, most)


def _read_whole(statements: list[Statement]) -> Iterator[str]:
    """Yield the collections that statements read from end to end: those that they ask for nothing, those that they then ask
    for all that these held, one by one or range by range, and what a look-up for each of their documents leads to."""
    listed: set[str] = set()
    for statement in statements:
        stages = statement.pipeline if isinstance(statement.pipeline, list) else []
        is_asked = bool(statement.filter) or bool(stages and "$match" in stages[0])
        if (not is_asked or statement.each in listed) and not statement.op.startswith("insert"):
            listed |= {statement.step} - {""}
            yield statement.collection
            yield from _looked_up(stages)


def _looked_up(value: Any) -> Iterator[str]:
    """Yield the collections that the stages of a pipeline look into, those of stages within stages too."""
    if isinstance(value, dict):
        join = value.get("$lookup")
        if isinstance(join, dict) and isinstance(join.get("from"), str):
            yield join["from"]
        value = list(value.values())
    for inner in value if isinstance(value, list | tuple) else ():
        yield from _looked_up(inner)


def _call(name: str, statements: list[Statement]) -> str:
    needed = ", ".join(param.name for param in parameters(statements) if not param.optional)
    return f"{name}({needed})"
