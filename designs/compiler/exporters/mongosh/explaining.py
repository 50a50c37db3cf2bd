"""07_explain.js: what to look at on a server, and which indexes its operations walk."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import replace

from ...emit.javascript import CallExpression, CodeNote, Lambda, Literal, Ready, Run
from ...model.conceptual import given, stated
from ...plan_model.compilation import Compilation
from ...plan_model.expected_scans import ExpectedScan, expected_scans, places
from ...plan_model.physical import BuiltValue, Param, Statement, parameters
from ...sampling import resolve
from .scripts import Part, Source, fragment, head, value_builders

if TYPE_CHECKING:
    from ...plan_model.jobs import Job

_MOVED = "recent"
"""The function that dates of samples go through where some expire."""
_WRITING = frozenset({"$merge", "$out"})
_PLAIN = ("filter", "sort", "projection", "limit")


def explain(source: Source) -> Iterator[Part]:
    """A checklist, and each declared operation under explain: it reads, and changes nothing."""
    compilation = source.compilation
    yield from head(
        "Checklist and explain", compilation,
        ("Run: mongosh <address> --file 07_explain.js, on a server with production data and the indexes "
        "from setup.js."),
        "Changes nothing. Explains the first query of each operation by running it once as a read, for "
        "up to a minute; updates and deletes aren't executed. If an operation continues in another "
        "collection, that query is explained, too, with a sampled value. No other step runs.",
        ('For some operations only: NESTLINK_EXPLAIN="one name, another" mongosh <address> --file '
        '07_explain.js.'),
        ("Paste the output into the design's Explain page to see which forecasts hold and how to fix the "
        "others."),
    )  # fmt: skip
    yield fragment("explain")
    scans = expected_scans(compilation)
    operations = [Ready(tuple(_operation(source, scan).lines(0))) for scan in scans]
    if any(f"{_MOVED}(" in line for each in operations for line in each.lines(0)):
        yield from source.moving()
    yield from value_builders(scan.statement for scan in scans)
    yield CodeNote("--- operations, most frequent first ---")
    yield from operations
    yield from _left_out(compilation, {scan.operation for scan in scans})
    yield CodeNote("--- checklist ---")
    yield from _checklist(source)
    yield Run(CallExpression("explainAll", (Literal(compilation.plan.design),)))


def _left_out(compilation: Compilation, explained: set[str]) -> Iterator[CodeNote]:
    """Say which operations are not explained: of a time series explain counts buckets, not documents."""
    series = {each.name for each in compilation.plan.collections if each.kind == "timeseries"}
    names = dict.fromkeys(
        each.subject.removeprefix("operation:")
        for each in compilation.plan.statements
        if each.collection in series
        and each.subject.startswith("operation:")
        and each.op in ("find", "findOne", "aggregate")
    )
    left = [name for name in names if name not in explained]
    if left:
        listed = ", ".join(f'"{name}"' for name in left).replace("\n", " ").replace("\r", " ")
        yield CodeNote(f"Excludes {listed}: explain counts a time series' buckets, not documents.")


def _operation(source: Source, scan: ExpectedScan) -> Run:
    command = _without_optional(_command(scan.statement))
    named = [
        each for each in parameters([scan.statement]) if not each.optional and _names(command, each.name)
    ]
    at, shown = places(scan.statement), _shown(source, scan.statement)
    values = [
        {
            "path": at[each.name].path,
            "isList": at[each.name].is_list,
            **({"isStart": True} if at[each.name].is_start else {}),
            **({"end": at[each.name].end} if at[each.name].end else {}),
            **({"within": [*at[each.name].within]} if at[each.name].within else {}),
            **({"beside": dict(at[each.name].beside)} if at[each.name].beside else {}),
            "sample": shown.get(each.name, _sample(source, each, is_list=at[each.name].is_list)),
        }
        for each in named
    ]
    words = (scan.name, scan.statement.collection, [*scan.indexes], values)
    names = tuple(each.name for each in named)
    return Run(CallExpression("addOperation", (*map(source.literal, words), Lambda(names, Literal(command)))))


def _sample(source: Source, param: Param, *, is_list: bool) -> Any:
    """A value of the samples; where an array is asked for one value, an element of the first that has any."""
    value = resolve(param, source.samples, {})
    if isinstance(value, list) and not is_list and param.path:
        return resolve(replace(param, path=f"{param.path}.0"), source.samples, {})
    return value


def _shown(source: Source, statement: Statement) -> dict[str, Any]:
    """The values, by name, with which a search finds a sample document where it finds none with the samples' own."""
    from .showing import values_that_find  # not for a plan

    op = "aggregate" if statement.op == "aggregate" else "find"
    return values_that_find([replace(statement, op=op, update=None, documents=None)], source.samples)


def _command(statement: Statement) -> dict[str, Any]:
    """The database command of a read, or of how a write finds its documents."""
    options = statement.options or {}
    collation = {"collation": options["collation"]} if "collation" in options else {}
    if statement.op == "aggregate":
        stages = [stage for stage in statement.pipeline if not _WRITING.intersection(stage)]
        return {"aggregate": statement.collection, "pipeline": stages, "cursor": {}, **collation}
    parts = {name: getattr(statement, name) for name in _PLAIN}
    parts["sort"] = parts["sort"] or options.get("sort")  # findOneAndUpdate has it there
    single = {} if statement.op in ("find", "updateMany", "deleteMany", "countDocuments") else {"limit": 1}
    asked = {name: value for name, value in parts.items() if value is not None}
    return {"find": statement.collection, **asked, **single, **collation}


def _without_optional(value: Any) -> Any:
    """A command with what the caller means where he leaves a value out."""
    if isinstance(value, Param):
        return value.value if value.optional and value.value is not UNSET else value
    if isinstance(value, dict):
        return {name: _without_optional(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_without_optional(inner) for inner in value]
    if isinstance(value, BuiltValue):
        return replace(value, parts=tuple(map(_without_optional, value.parts)))
    return value


def _names(value: Any, name: str) -> bool:
    if isinstance(value, Param):
        return value.name == name
    if isinstance(value, dict):
        return any(_names(inner, name) for inner in value.values())
    if isinstance(value, list | tuple):
        return any(_names(inner, name) for inner in value)
    return isinstance(value, BuiltValue) and any(_names(part, name) for part in value.parts)


_TOPOLOGIES = {
    "standalone": "a standalone server",
    "replica-set": "a replica set",
    "sharded": "a sharded cluster",
}


def _as_stated(value: object) -> str:
    return ", as set in the design" if stated(value) else " (assumed)"


def _checklist(source: Source) -> Iterator[Run]:
    database, model = source.compilation.plan.database, source.compilation.model
    topology = given(model.topology, "replica-set")
    rights = ", and clusterManager for shard keys" if topology == "sharded" else ""
    members = "" if topology == "standalone" else "; an odd number of voting members, in three zones"
    points = {
        "roles": f"the application has only readWrite on {database}; the user that runs setup.js also has "
        f"dbAdmin{rights}; don't use root.",
        "backup": "taken daily, stored elsewhere, and test-restored this quarter.",
        "topology": f"{_TOPOLOGIES[topology]}{_as_stated(model.topology)}{members}.",
        "version": f"{given(model.server_version, '7.0')} or later{_as_stated(model.server_version)}.",
        "profiler": "level 1 with slowms 100 for the first weeks: db.setProfilingLevel(1, { slowms: 100 })"
        + (", on the primary of each shard: mongos accepts level 0 only." if topology == "sharded" else "."),
        "audit": 'audit("all") in 06_audit.js finds nothing, before going live and weekly.',
    }
    listed = [*points.items(), *_of_validators(source), *_of_jobs(source)]
    for name, words in listed:
        yield Run(CallExpression("checkPoint", (Literal(name), Literal(words))))


def _of_validators(source: Source) -> Iterator[tuple[str, str]]:
    """What ends the warnings with which a validator begins where documents are."""
    if any(collection.validator is not None for collection in source.compilation.plan.collections):
        yield (
            "validators",
            "all reject invalid writes. A validator created on a collection with documents only warns: "
            "fix what the audit finds, run setup.js with --shell, and call tightenValidation(collection "
            "name).",
        )


def _of_jobs(source: Source) -> Iterator[tuple[str, str]]:
    """A point of the checklist for all that has to run beside the application."""
    if any(statement.has_to_run for statement in source.compilation.plan.statements):
        from ...plan_model.jobs import jobs_of  # not where nothing has to run

        yield from map(_of_job, jobs_of(source.compilation))


def _of_job(job: Job) -> tuple[str, str]:
    if job.is_worker:
        return "worker", (
            f"one instance runs {job.due} and is restarted whenever it ends: NESTLINK_SYNC=watch mongosh "
            f"--file {job.script}.js. It watches {', '.join(job.collections)}; an alert fires if its "
            "metrics stop."
        )
    return "job", f"{job.call} in {job.script}.js runs {job.due}, and an alert fires if it fails."
