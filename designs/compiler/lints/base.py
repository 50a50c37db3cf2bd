"""What a check is: a registry entry, and what a check may look at."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from ..composition.embedding_graph import named_elsewhere
from ..model.conceptual import (
    Copy,
    Count,
    Entity,
    Field,
    Index,
    Operation,
    Relationship,
    TurnedRelationship,
    given,
    stated,
)
from ..model.field_walk import parts
from ..names.inflection import with_articles
from ..names.naming import Names
from ..names.paths import Paths
from ..placement.doc_path import DocPath
from ..placement.path_locator import Placement
from ..plan.forecast import forecasts
from ..plan.indexes.candidates import Shelf
from ..plan.indexes.declared import place_key
from ..plan.indexes.operations import Workload
from ..plan_model.compilation import Compilation
from ..plan_model.decisions import Decision, opposite
from ..plan_model.findings import About, Finding, Severity, sentence
from ..plan_model.forecast_types import Forecast
from ..plan_model.number_format import grouped, listed
from ..plan_model.physical import Collection, Located, PlannedIndex, Statement, walk
from ..rules.copies import Verdict
from ..rules.gates import bars
from ..strategies.table import strategies_with
from ..workload.document_history import holds_all
from ..workload.inputs import Survey, has_no_maximum


class Inspection:
    """A compilation with what checks ask of it again and again, each made once. placement: where everything
    of its plan stands in documents."""

    def __init__(self, compilation: Compilation, placement: Placement) -> None:
        self.compilation, self.placement = compilation, placement
        self.model, self.plan, self.limits = compilation.model, compilation.plan, compilation.constants
        self.decisions = compilation.composition.decisions
        self.names: Names = placement.names
        self.paths: Paths = placement.paths
        self.survey: Survey = placement.survey

    @cached_property
    def collections(self) -> dict[str, Collection]:
        """The plan's collections by name."""
        return {collection.name: collection for collection in self.plan.collections}

    @cached_property
    def forecasts(self) -> tuple[Forecast, ...]:
        """How each collection grows."""
        return self.compilation.forecasts or forecasts(self.compilation, self.survey)

    @cached_property
    def located(self) -> dict[str, dict[str, Located]]:
        """Of each collection, every field by its dotted path."""
        return {c.name: {located.path: located for located in walk(c.fields)} for c in self.plan.collections}

    @cached_property
    def starts(self) -> dict[str, frozenset[str]]:
        """Of each collection, the paths with which its indexes start."""
        return {c.name: frozenset({"_id", *(i.keys[0][0] for i in c.indexes)}) for c in self.plan.collections}

    @cached_property
    def finders(self) -> dict[str, frozenset[str]]:
        """Of each collection, the paths with which indexes start that hold every document that has the path: by these
        alone a document is found. A partial index on a state holds only some."""
        return {
            collection.name: frozenset(
                {"_id", *(index.keys[0][0] for index in collection.indexes if holds_all(index, collection))}
            )
            for collection in self.plan.collections
        }

    @cached_property
    def looked_up(self) -> frozenset[tuple[str, str]]:
        """The collections and paths of the references that functions look up by an index of their own."""
        return frozenset((spot.collection, spot.path) for _, _, spot in self.indexed_references())

    def indexed_references(self) -> Iterator[tuple[Relationship, str, DocPath]]:
        """The references that functions look up by an index of their own, each with its relationship and end."""
        for relationship, decision in self.decided():
            traits = decision.traits
            ends = (
                ("from", "to")
                if traits.has_link_documents
                else ("to",)
                if traits.needs_index_of_parent
                else ()
            )
            for side in ends:
                for spot in self.placement.references(relationship, side):
                    yield relationship, side, spot

    @cached_property
    def workload(self) -> Workload:
        """What the operations ask of each collection."""
        shelves = {collection.name: Shelf(collection) for collection in self.plan.collections}
        return Workload(self.model.workload, self.placement, shelves, self.limits)

    @cached_property
    def asked(self) -> dict[str, list[CollectionSearch]]:
        """What the functions of operations ask each collection for: of each operation the first time that it asks."""
        operations = {f"operation:{each.name}": each for each in self.model.workload}
        asked: dict[tuple[str, str], CollectionSearch] = {}
        for statement in self.plan.statements:
            operation = operations.get(statement.subject)
            if operation is None or statement.script != "04_queries" or statement.purpose == "prepare":
                continue
            for name, single, several in _asked_in(statement):
                asked.setdefault((operation.name, name), CollectionSearch(operation, name, single, several))
        by_collection: dict[str, list[CollectionSearch]] = {name: [] for name in self.collections}
        for each in asked.values():
            by_collection.setdefault(each.collection, []).append(each)
        return by_collection

    def reads(self, entity: str) -> list[Operation]:
        """The read operations addressed at an entity, in file order."""
        return [
            operation
            for operation in self.survey.traffic.by_entity.get(entity, ())
            if operation.kind == "read"
        ]

    def decided(self) -> Iterator[tuple[Relationship, Decision]]:
        """Each relationship with its decision, in file order."""
        for relationship in self.model.links:
            if relationship.name in self.decisions:
                yield relationship, self.decisions[relationship.name]

    def place(self, relationship: Relationship, side: str) -> str:
        """How findings name an end: ``Student.messages``."""
        return f"{relationship.end(side).entity}.{self.names.end(relationship, side)}"

    def copy_place(self, relationship: Relationship, verdict: Verdict) -> str:
        """How findings name a copy: ``Lot.artists.name``."""
        holder = relationship.end(verdict.holder).entity
        return f"{holder}.{self.paths.copy_path(relationship, verdict.copy)}"

    @cached_property
    def _own_fields(self) -> list[tuple[Entity, str, Field]]:
        return [
            (entity, part.path, part.field)
            for entity in self.model.entities
            for part in parts(entity.own_fields)
        ]

    def own_fields(self) -> Iterator[tuple[Entity, str, Field]]:
        """Every declared field with its entity and path, nested ones and array elements' too;
        those of links under the relationship's name are not among them."""
        return iter(self._own_fields)


class CollectionSearch(NamedTuple):
    """How an operation's function finds documents of a collection. single: the stored paths of which it names one value;
    several: those of which it names a list."""

    operation: Operation
    collection: str
    single: frozenset[str]
    several: frozenset[str]


def _asked_in(statement: Statement) -> Iterator[tuple[str, frozenset[str], frozenset[str]]]:
    """Yield each collection that a statement looks into, what is joined too, and the paths that it names values of."""
    if statement.pipeline is None:
        if statement.filter is not None and not statement.op.startswith("insert"):
            yield statement.collection, *_named_values(statement.filter)
        return
    yield from _asked_by_stages(statement.collection, statement.pipeline)


def _asked_by_stages(
    collection: str, stages: Sequence[Any]
) -> Iterator[tuple[str, frozenset[str], frozenset[str]]]:
    first = stages[0] if stages else {}
    yield collection, *_named_values(first.get("$match") or first.get("$geoNear", {}).get("query"))
    for stage in stages:
        yield from _joined_in(stage)


def _joined_in(stage: dict[str, Any]) -> Iterator[tuple[str, frozenset[str], frozenset[str]]]:
    join, walked = stage.get("$lookup"), stage.get("$graphLookup")
    if walked is not None:
        yield walked["from"], frozenset({walked["connectToField"]}), frozenset()
    stages = (join or {}).get("pipeline") or ()
    if join is not None and "foreignField" in join:
        yield join["from"], frozenset({join["foreignField"]}), frozenset()
        for inner in stages:
            yield from _joined_in(inner)
    elif join is not None and stages:
        yield from _asked_by_stages(join["from"], stages)


def _named_values(filter: Any) -> tuple[frozenset[str], frozenset[str]]:
    """Return the paths that a filter compares with one value, and with one of several."""
    single, several = set[str](), set[str]()
    for path, condition in filter.items() if isinstance(filter, dict) else ():
        if path == "$and":
            for inner in condition:
                one_value, of_several = _named_values(inner)
                single |= one_value
                several |= of_several
        elif not path.startswith("$"):
            operators = (
                [each for each in condition if each.startswith("$")] if isinstance(condition, dict) else []
            )
            if not operators or "$eq" in operators:
                single.add(path)
            elif "$in" in operators:
                several.add(path)
    return frozenset(single), frozenset(several)


class HeldArray(msgspec.Struct, frozen=True):
    """An array that a decision puts into documents. side: the end that holds it. most: elements
    that one may reach, infinite if nothing bounds it. objects: documents instead of ids. is_unsaid:
    nothing bounds it only because nobody states a maximum."""

    relationship: Relationship
    side: str
    most: float
    objects: bool
    is_unsaid: bool = False


_EMBEDDING = strategies_with(lambda row: row.is_plain_embedding)
_SHARED = strategies_with(lambda row: row.shares_collection)[0]


def held_arrays(seen: Inspection) -> Iterator[HeldArray]:
    """The arrays without a cap of their own that decisions put into documents."""
    for relationship, decision in seen.decided():
        traits = decision.traits
        linked = traits.lists_at_either_end and bool(given(relationship.link_fields, []))
        objects = traits.is_whole_array or traits.embeds_links or linked
        for side in traits.ends_with_arrays(decision.side):
            case = seen.survey.case(relationship.name)
            most, is_unsaid = float(case.look(f"{side}.max")), has_no_maximum(case, f"{side}.max")
            yield HeldArray(relationship, side, most, objects, is_unsaid)
        if traits.nests_tree and _is_told(relationship.from_.count):
            most = float(seen.survey.case(relationship.name).look("from.max"))
            yield HeldArray(relationship, "from", most, objects=True)


def _is_told(count: Count) -> bool:
    """Whether the design says how many there may be: rules embed trees by all their nodes' bytes, and
    need no number of each node's."""
    return stated(count.max) or given(count.growth, "bounded") == "unbounded"


def pushed_arrays(seen: Inspection) -> Iterator[tuple[Entity, str, Field]]:
    """Declared array fields without a maximum into which an operation puts elements."""
    pushed = {
        (operation.entity, effect.field)
        for operation in seen.model.workload
        for effect in given(operation.effects, [])
        if effect.do in ("push", "add-to-set")
    }
    for entity, path, field in seen.own_fields() if pushed else ():
        if field.type == "array" and (entity.name, path) in pushed and not given(field.max_items, 0):
            yield entity, path, field


def number(value: float) -> str:
    """A number for people: thousands apart, no fraction of whole numbers."""
    if math.isinf(value):
        return "no limit"
    return grouped(
        value, ",.0f" if float(value).is_integer() or value >= 100 else ",.2f" if value >= 0.01 else ",.1g"
    )


def percent(share: float) -> str:
    """A share for people."""
    return f"{grouped(share * 100, ',.0f' if not 0 < share < 0.005 else ',.1g')}%"


Fix = dict[str, Any]
_GONE = object()


def setting(owner: Any, *path: str, value: Any = _GONE) -> Fix | None:
    """The edit that gives a property of an object of the design a value, or takes it away; None
    where the object has no id yet, since edits speak ids."""
    if not isinstance(owner.id, str):
        return None
    gone = value is _GONE
    if path[:1] in (("from",), ("to",)) and isinstance(owner, TurnedRelationship):
        path = (opposite(path[0]), *path[1:])
    return {"edit": "set", "id": owner.id, "path": list(path)} | ({} if gone else {"value": value})


def together(*fixes: Fix | None) -> Fix | None:
    """Several edits as one; None where one of them can't be said."""
    edits = [fix for fix in fixes if fix is not None]
    return {"edit": "several", "edits": edits} if len(edits) == len(fixes) else None


def adding_operation(
    seen: Inspection, entity: Entity, wish: str, place: int, kind: str, **keys: Any
) -> Fix | None:
    """The edit that adds an operation of an entity's things; None where the design's objects have no ids. wish: its name,
    unless another operation has it; place: behind how many others that the same fix adds."""
    if not isinstance(entity.id, str):
        return None
    names = {operation.name for operation in seen.model.workload}
    name = wish.replace("_", " ")
    while name in names:
        name += " again"
    value = {
        "id": f"{entity.id[:20]}-{kind}{place}",
        "name": name,
        "kind": kind,
        "entity": entity.name,
        **keys,
    }
    return {
        "edit": "add", "holder": "design", "path": ["operations"], "index": len(names) + place, "value": value,
    }  # fmt: skip


def to_the_rules(relationship: Relationship, decision: Decision) -> Fix | None:
    """The edit that lets the rules decide where the designer did."""
    return setting(relationship, "strategy") if decision.chosen_by == "designer" else None


def in_one_collection(seen: Inspection, entity: str) -> Fix | None:
    """The edit that keeps all kinds of a family in one collection."""
    kinds = seen.survey.families.links(entity)
    return together(*(setting(link, "strategy", value=_SHARED) for link in kinds))


def bars_embedding(seen: Inspection, decision: Decision) -> str:
    """The gate that rules out that the child lives in its parent's documents, and why; "" where none does."""
    barred = {
        name: (bar.gate, bar.because) for name, bar in bars(seen.survey.case(decision.relationship)).items()
    }
    later = {
        rejected.strategy: (rejected.by, rejected.because)
        for rejected in decision.rejected
        if rejected.by.startswith("G")
    }
    reasons = [
        by_strategy[strategy]
        for strategy in _EMBEDDING
        for by_strategy in (barred, later)
        if strategy in by_strategy
    ]
    if reasons:
        return ": ".join(reasons[0])
    because = named_elsewhere(seen.survey, seen.decisions, seen.names.relationships[decision.relationship])
    return f"G9: {because}" if because else ""


def with_copy(relationship: Relationship, copy: Copy, **changes: Any) -> Fix | None:
    """The edit that changes a declared copy, or takes it out where there are no changes."""
    copies = []
    for other in given(relationship.copies, []):
        if other is not copy:
            copies.append(msgspec.to_builtins(other))
        elif changes:
            copies.append(msgspec.to_builtins(msgspec.structs.replace(other, **changes)))
    return setting(relationship, "copies", value=copies) if copies else setting(relationship, "copies")


def swapped(relationship: Relationship) -> Fix | None:
    """The edit that swaps the ends of a relationship, so that the other one stores the reference."""
    copies = [
        msgspec.to_builtins(msgspec.structs.replace(copy, of=opposite(copy.of)))
        for copy in given(relationship.copies, [])
    ]
    owner = given(relationship.link_owner, None)
    return together(
        setting(relationship, "from", value=msgspec.to_builtins(relationship.to)),
        setting(relationship, "to", value=msgspec.to_builtins(relationship.from_)),
        *([setting(relationship, "copies", value=copies)] if copies else []),
        *([setting(relationship, "link_owner", value=opposite(owner))] if owner else []),
    )


def declared_as(seen: Inspection, collection: Collection, index: PlannedIndex) -> tuple[Entity, int] | None:
    """The entity that declares an index of the plan, and its place in that entity's list."""
    shelf = Shelf(collection)
    for entity in seen.model.entities if index.declared else ():
        for place, declared in enumerate(given(entity.indexes, [])):
            keys = tuple(
                (place_key(path, entity.name, seen.placement, shelf), kind) for path, kind in declared.keys
            )
            if keys == index.keys and collection.name in {
                s.collection for s in seen.placement.spots(entity.name)
            }:
                return entity, place
    return None


def unknown_paths(seen: Inspection, entity: Entity, index: Index) -> list[str]:
    """Return the paths of a declared index that lead nowhere: in its keys, its filter, and its weights."""
    keys = [path for path, _ in index.keys]
    paths = dict.fromkeys([*keys, *_filter_paths(given(index.partial, {})), *given(index.weights, {})])
    return [path for path in paths if not is_known_path(seen, entity, path)]


def _filter_paths(declared: dict[str, Any]) -> Iterator[str]:
    for key, value in declared.items():
        if key.startswith("$"):
            for part in value if isinstance(value, list) else ():
                yield from _filter_paths(part)
        else:
            yield key


def is_known_path(seen: Inspection, entity: Entity, path: str) -> bool:
    """Return whether a path leads to something. A wildcard is known where what it stands below is."""
    plain = path.partition("$**")[0].rstrip(".")
    return not plain or seen.paths.resolve(entity.name, plain) is not None


def without_index(entity: Entity, place: int) -> Fix | None:
    """The edit that drops a declared index of an entity."""
    kept = [index for number, index in enumerate(given(entity.indexes, [])) if number != place]
    return setting(entity, "indexes", value=msgspec.to_builtins(kept)) if kept else setting(entity, "indexes")


class Lint(msgspec.Struct, frozen=True, kw_only=True):
    """One check. code: of its findings. slug: its address and module name with hyphens. name: the
    rulebook's. severity: of its findings unless one says otherwise. title: what is wrong, in a
    line. source: who says so. about: what a subject of its findings names where it is a bare name. is_risk: whether the
    report may count its findings among the risks."""

    code: str
    slug: str
    name: str
    severity: Severity
    title: str
    source: str
    about: About = ""
    is_risk: bool = True
    check: Callable[[Inspection], Iterable[Finding]]

    def finding(
        self,
        subject: str,
        message: str,
        hint: str = "",
        severity: Severity | None = None,
        *,
        fix: Fix | None = None,
        about: About | None = None,
        **params: Any,
    ) -> Finding:
        """A finding of this check. fix: the one edit that settles it, where there is one. about: where
        it is another kind of thing than the check's."""
        return Finding(
            code=self.code,
            severity=severity or self.severity,
            subject=subject,
            message=with_articles(sentence(message)),
            hint=with_articles(
                sentence(hint[:1].upper() + hint[1:] if hint.partition(" ")[0].isalpha() else hint)
            ),
            params=params,
            fix=fix,
            about=self.about if about is None else about,
            is_risk=self.is_risk,
        )


_NAMED = 3


def some(words: list[str]) -> str:
    """Return the first of them, and how many more there are."""
    left = len(words) - _NAMED
    return listed([*words[:_NAMED], f"{left} more"] if left > 0 else words)
