"""plan.json: all that was decided, for programs. Its keys are always there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from ..content_cache import once
from ..emit import json
from ..plan_model.compilation import Compilation
from ..plan_model.decisions import Decision, Flip, Overlay
from ..plan_model.findings import Finding
from ..plan_model.physical import (
    BuiltValue,
    Collection,
    DocField,
    Element,
    Outcome,
    Param,
    PlannedIndex,
    Statement,
)
from ..sampling import samples
from ..sampling.answers import Contents, Played, Samples, played, resolve
from .base import Exporter, OutputFile, installed_validators

FORMAT = "nestlink-plan/1"
PATH = "plan.json"
Json = dict[str, Any]


def render(compilation: Compilation) -> tuple[OutputFile, ...]:
    """The plan as one JSON file, a line for each statement."""
    text = json.listing(plan(compilation), "statements")
    return (OutputFile(path=PATH, text=text, media_type="application/json"),)


def plan(compilation: Compilation) -> Json:
    """The plan as JSON values, in the contract's order; what is long is encoded already."""
    physical = compilation.plan
    documents = samples(compilation) if physical.statements else {}
    return {
        "format": FORMAT,
        "design": physical.design,
        "database": physical.database,
        "decisions": [_remembered(_decision, decision) for decision in physical.decisions],
        "entity_overlays": [
            {"entity": overlay.entity, **_overlay(overlay)} for overlay in physical.entity_overlays
        ],
        "collections": [_remembered(_collection, collection) for collection in _as_installed(compilation)],
        "statements": _statements(physical.statements, documents),
        "findings": [_finding(finding) for finding in compilation.findings],
    }


def _as_installed(compilation: Compilation) -> Iterator[Collection]:
    """Yield the collections with the validators that setup installs, where it does."""
    validators = installed_validators(compilation)
    for collection in compilation.plan.collections:
        yield replace(collection, validator=validators.get(collection.name, collection.validator))


def _remembered(write: Callable[[Any], Json], part: Any) -> Any:
    return once(write.__name__, lambda: part, lambda: json.piece(write(part)))


def _decision(decision: Decision) -> Json:
    return {
        "relationship": decision.relationship,
        "kind": decision.kind,
        "rule": decision.rule,
        "strategy": decision.strategy,
        "holders": [{"collection": holder.collection, "path": holder.path} for holder in decision.holders],
        "reason": decision.reason,
        "sources": decision.sources,
        "inputs": json.relaxed(decision.inputs),
        "assumed": decision.assumed,
        "flips": [_flip(flip) for flip in decision.flips],
        "rejected": [
            {
                "strategy": rejected.strategy,
                "by": rejected.by,
                "because": rejected.because,
                "cost": rejected.cost,
            }
            for rejected in decision.rejected
        ],
        "cost": decision.cost,
        "overlays": [_overlay(overlay) for overlay in decision.overlays],
        "caveats": decision.caveats,
        "chosen_by": decision.chosen_by,
    }


def _flip(flip: Flip) -> Json:
    """The three keys that the format knows; that only the holder changes is told by pages and report."""
    return {"when": flip.when, "rule": flip.rule, "strategy": flip.strategy}


def _overlay(overlay: Overlay) -> Json:
    return {
        "kind": overlay.kind,
        "collection": overlay.collection,
        "path": overlay.path,
        "field": overlay.field,
        "fields": overlay.fields,
        "policy": overlay.policy,
    }


def _collection(collection: Collection) -> Json:
    size = collection.bytes
    return {
        "name": collection.name,
        "file": collection.file,
        "entity": collection.entity,
        "kind": collection.kind,
        "relationship": collection.relationship,
        "options": json.relaxed(collection.options),
        "fields": [_field(field) for field in collection.fields],
        "validator": json.relaxed(collection.validator),
        "validation": {"level": collection.validation_level, "action": collection.validation_action},
        "indexes": [_index(index) for index in collection.indexes],
        "shard_key": collection.shard_key or None,
        "bytes": {
            "today": size.today if size else None,
            "at_horizon": size.at_horizon if size else None,
            "days_to_16_mib": json.finite(size.days_to_16_mib) if size else None,
        },
    }


def _field(field: DocField) -> Json:
    return {
        "name": field.name,
        "types": field.types,
        "required": field.required,
        "origin": field.origin,
        "relationship": field.relationship,
        "target": field.target,
        "policy": field.policy,
        "kinds": field.kinds,
        "fields": [_field(inner) for inner in field.fields],
        "items": _element(field.items),
    }


def _element(element: Element | None) -> Json | None:
    if element is None:
        return None
    return {
        "types": element.types,
        "target": element.target,
        "fields": [_field(inner) for inner in element.fields],
        "items": _element(element.items),
    }


def _index(index: PlannedIndex) -> Json:
    return {
        "name": index.name,
        "keys": index.keys,
        "options": json.relaxed(index.options),
        "reason": index.why,
        "serves": index.serves,
        "declared": index.declared,
    }


class _Examples:
    """What the markers of statements stand for, as JSON; the value of a parameter is made once,
    however many statements name it."""

    def __init__(self, documents: Samples) -> None:
        self.documents = documents
        self._params: dict[tuple[Any, ...], Any] = {}
        self.contents = Contents(documents)

    def param(self, param: Param) -> Any:
        """The sample of a parameter."""
        if param.value is not UNSET:
            return json.exact(resolve(param, self.documents, {}))
        where = param.place
        if where not in self._params:
            self._params[where] = json.exact(resolve(param, self.documents, {}))
        return self._params[where]

    def within(self, outcomes: dict[str, Any]) -> Callable[[Any], Any]:
        """The JSON of a marker in a statement that knows this."""

        def value(marker: Param | Outcome | BuiltValue) -> Any:
            if type(marker) is Param and marker.value is UNSET:
                return self.param(marker)
            return json.exact(resolve(marker, self.documents, outcomes))

        return value

    def plain(self, value: Any, outcomes: dict[str, Any]) -> Any:
        """A value without types to keep."""
        return None if value is None else json.relaxed(resolve(value, self.documents, outcomes))


def _statements(statements: tuple[Statement, ...], documents: Samples) -> list[Any]:
    """Subject by subject: what earlier steps return is known within a recipe, and all of one serve one subject."""
    examples = _Examples(documents)
    pieces: list[Any] = []
    for _, group in groupby(statements, key=lambda statement: statement.subject):
        pieces += _of_subject(list(group), examples)
    return pieces


def _of_subject(calls: list[Statement], examples: _Examples) -> list[Any]:
    of = partial(examples.contents.around, calls)
    return once("statements", of, lambda: _pieces(calls, examples))


def _pieces(calls: list[Statement], examples: _Examples) -> list[Any]:
    return [json.piece(_statement(statement, examples)) for statement in played(calls, examples.documents)]


def _statement(played_statement: Played, examples: _Examples) -> Json:
    call, stand_in = played_statement.statement, examples.within(played_statement.outcomes)
    return {
        "id": call.id,
        "subject": call.subject,
        "purpose": call.purpose,
        "op": call.op,
        "collection": call.collection,
        "script": call.script,
        "recipe": call.recipe,
        "step": call.step,
        "filter": json.exact(call.filter, stand_in),
        "update": json.exact(call.update, stand_in),
        "pipeline": json.exact(call.pipeline, stand_in),
        "documents": json.exact(call.documents, stand_in),
        "keys": examples.plain(call.keys, played_statement.outcomes),
        "projection": examples.plain(call.projection, played_statement.outcomes),
        "sort": examples.plain(call.sort, played_statement.outcomes),
        "limit": examples.plain(call.limit, played_statement.outcomes),
        "options": json.exact(call.options, stand_in),
        "writes": call.writes,
        "transaction": call.transaction,
        "unless": call.unless,
        "each": call.each,
        "retry": call.retry,
        "only": call.only,
        "parameters": [
            {"name": each.name, "collection": each.collection, "path": each.path, "value": examples.param(each)}
            for each in played_statement.params
        ],
        "comment": call.comment,
    }  # fmt: skip


def _finding(finding: Finding) -> Json:
    return {
        "code": finding.code,
        "severity": finding.severity,
        "subject": finding.subject,
        "message": finding.message,
        "hint": finding.hint,
        "params": json.relaxed(finding.params),
        "fix": finding.fix,
    }


EXPORTER = Exporter(
    slug="plan",
    output="plan",
    title="Plan",
    help="Every decision, as JSON.",
    make=render,
    advised=PATH,
)
