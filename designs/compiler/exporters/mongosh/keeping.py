"""05_sync.js and 06_audit.js: keeping copies true, and looking whether they are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import Any

from ...content_cache import once
from ...emit.javascript import (
    CallExpression,
    CodeNote,
    Const,
    Expression,
    Fixed,
    Function,
    Ident,
    Lambda,
    Literal,
    Run,
    Sequence,
    script,
)
from ...model.conceptual import given
from ...plan_model.compilation import Compilation
from ...plan_model.physical import Outcome, Statement, content_of, parameters
from .scripts import Library, Part, Source, fragment, head, quoted, section

# A standalone server has no secondary to read from.
_ALONE = {"maxTimeMS": 60_000}
_REPLICATED = {**_ALONE, "readPreference": "secondaryPreferred"}


def sync(source: Source) -> Iterator[Part]:
    """Functions that write copies anew; watch() answers changes for as long as it runs."""
    library = Library(source, "05_sync")
    streams = list(_streams(library))
    call = "then call watch() or a function" if streams else "for its functions"
    watching = f"; watch() starts the change streams ({_servers(source)})" if streams else ""
    yield from head(
        "Sync copies and computed fields", source.compilation,
        f"Run: mongosh <address> --file 05_sync.js --shell, {call}.",
        f"Only defines functions{watching}. Loading it changes nothing.",
        ("Snapshot and immutable copies are never updated. Strong copies are updated by their function, "
        "in a transaction."),
    )  # fmt: skip
    if streams:
        yield fragment("follow")
    yield from library.missing_fragments()
    yield from library.functions()
    yield from (
        _worker(streams) if streams else [CodeNote("This design has no copies synced by change streams.")]
    )


def _servers(source: Source) -> str:
    """Where change streams are. A standalone server, which a design may be for, has none."""
    where = "replica set or sharded cluster"
    return f"{where}; not supported on standalone servers" if _is_alone(source) else where


def _is_alone(source: Source) -> bool:
    """Return whether the design is for a standalone server."""
    return given(source.compilation.model.topology, "replica-set") == "standalone"


def _worker(streams: list[Expression]) -> Iterator[Part]:
    """Watching for as long as it is let, watching until nothing waits, and what starts either by itself."""
    yield _watch(streams)
    is_busy = Lambda(("answered",), Fixed("answered !== 0"))
    note = "Processes waiting changes, then ends: for a job that runs every few minutes."
    yield Function("drain", (), (Run(CallExpression("watch", (is_busy,))),), note)
    yield CodeNote(
        "As a worker, restarted whenever it ends: NESTLINK_SYNC=watch mongosh <address> --file "
        "05_sync.js. Run only one at a time."
    )
    yield Run(CallExpression("startAsked", (Fixed("{ watch, drain }"),)))


def _watch(streams: list[Expression]) -> Function:
    note = "Processes changes until you press Ctrl+C or keepGoing() returns false. Resumes where it stopped."
    body = (
        Const("streams", Sequence(tuple(streams))),
        Run(CallExpression("follow", (Ident("streams"), Ident("keepGoing")))),
    )
    return Function("watch", (), body, note, {"keepGoing": Lambda((), Literal(True))})


def _streams(library: Library) -> list[Expression]:
    return [
        _stream(library, watched[0], before)
        for before, watched in pairwise(library.recipes)
        if watched[0].purpose == "watch" != before[0].purpose  # of two functions that are one, one stream
    ]


def _stream(library: Library, statement: Statement, answer: list[Statement]) -> CallExpression:
    name = Literal(statement.recipe)
    values = tuple(
        Literal(Outcome(step="document", path=param.path, present=True)) for param in parameters(answer)
    )
    answered = Lambda(("document",), CallExpression(library.names[answer[0].recipe], values))
    return CallExpression(
        "openStream",
        (
            name,
            Literal(statement.collection),
            Literal(statement.pipeline),
            Literal(statement.options),
            answered,
        ),
    )


def audit(source: Source) -> Iterator[Part]:
    """Define checks that only read: loading says how much they would read, audit() runs them."""
    alone = _is_alone(source)
    lag = "Reads prefer a secondary, which can lag: confirm a finding before you fix it."
    yield from head(
        "Audit", source.compilation,
        'Run: mongosh <address> --file 06_audit.js --shell, then call audit() for a sample, or audit("all").',
        "Changes nothing. Loading it runs no checks and prints how much audit() would read.",
        "Prints one document per check; found is empty if there are no problems.", *([] if alone else [lag]),
    )  # fmt: skip
    yield CodeNote(f"Query timeout in milliseconds{'' if alone else ', and read preference'}.")
    yield Const("readOptions", Literal(_ALONE if alone else _REPLICATED))
    yield fragment("audit")
    left_out = _left_out(source.compilation)
    for subject, group in groupby(source.recipes("06_audit"), lambda recipe: recipe[0].subject):
        yield _checks(section(subject, source.compilation), [statement for (statement,) in group])
        yield from left_out.pop(subject, ())
    for subject, notes in left_out.items():
        yield from (section(subject, source.compilation), *notes)
    yield CodeNote(
        "--- documents that fail validation: older than the validator, or written while it only warned ---"
    )
    for collection in source.compilation.plan.collections:
        if collection.validator is not None:
            yield Run(CallExpression("addValidatorCheck", (Literal(collection.name),)))
    yield Run(CallExpression("describeAudit"))


def _left_out(compilation: Compilation) -> dict[str, list[CodeNote]]:
    """By subject, which checks are not made, and why."""
    notes: dict[str, list[CodeNote]] = {}
    for function in compilation.plan.unwritten:
        if function.script == "06_audit":
            note = CodeNote(f"Not checked: {quoted(function.recipe)}. {function.reason}")
            notes.setdefault(function.subject, []).append(note)
    return notes


def _checks(title: CodeNote, statements: list[Statement]) -> str:
    def written() -> str:
        return script([title, *(_check(statement) for statement in statements)])

    return once("checks", lambda: (title, [content_of(each) for each in statements]), written)


def _read_by(pipeline: list[dict[str, Any]], statement: Statement) -> str:
    """Return which documents a check reads: what takes the newest ones reads no more anyway."""
    is_of_newest = [next(iter(stage)) for stage in pipeline[:2]] == ["$sort", "$limit"]
    return "newest" if is_of_newest else "all" if statement.needs_all else "sample"


def _check(statement: Statement) -> Run:
    reads = "count" if statement.pipeline is None else _read_by(statement.pipeline, statement)
    words = (statement.recipe, statement.comment, statement.collection, reads)
    last = statement.limit if statement.pipeline is None else statement.pipeline
    return Run(CallExpression("addCheck", (*map(Literal, words), Literal(last))))
