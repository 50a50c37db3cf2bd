"""Plans of small designs without their statements, for tests of indexes and checks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from designs.compiler.attributes.attribute_groups import Attributes
from designs.compiler.composition import fixpoint
from designs.compiler.lints.base import Inspection, Lint
from designs.compiler.model.conceptual import Model, given
from designs.compiler.model.constants import constants_of
from designs.compiler.names.naming import Names, file_names
from designs.compiler.names.paths import Paths
from designs.compiler.placement.path_locator import Placement
from designs.compiler.plan import document_size, indexes, validators
from designs.compiler.plan.patterns import PATTERNS
from designs.compiler.plan.plan_builder import PlanDraft
from designs.compiler.plan_model.compilation import Compilation, Plan
from designs.compiler.plan_model.findings import Finding
from designs.compiler.plan_model.physical import Collection, DocField, PlannedIndex
from designs.compiler.rules import deciding
from tests.compiler.composed import composed, design, entity, field, link, placement

MANY = "one-to-many"
ENDLESS = {"has": {"average": 300, "max": None, "growth": "unbounded"}}
UP_TO = lambda most: {"has": {"average": most / 2, "max": most, "growth": "bounded"}}  # noqa: E731


def planned(model: Model, **chosen: Any) -> Compilation:
    """A compilation by the rules, or by strategies chosen by hand; statements stay out."""
    names, constants = Names(model), constants_of(given(model.constants, None))
    paths = Paths(names)
    attributes = Attributes(model, paths)
    survey = deciding.survey(model, names, constants, attributes)
    composition = composed(model, **chosen) if chosen else fixpoint.compose(survey)
    where = Placement.composed(model, names, paths, composition, survey, attributes)
    draft = PlanDraft(where)
    for pattern in PATTERNS:
        pattern.apply(draft)
    made = draft.freeze(file_names(draft.shelves))
    made = indexes.derive(model, where, made)
    made = tuple(
        msgspec.structs.replace(
            one, validator=validators.validator_of(one), bytes=document_size.weigh(one, survey)
        )
        for one in made
    )
    decisions = {
        name: msgspec.structs.replace(
            one, holders=tuple(draft.holders[name]), overlays=tuple(draft.overlays[name])
        )
        for name, one in composition.decisions.items()
    }
    composition = msgspec.structs.replace(composition, decisions=decisions)
    plan = Plan(
        design=model.name,
        database=model.database,
        decisions=tuple(decisions[one.name] for one in model.links),
        entity_overlays=tuple(draft.entity_overlays),
        collections=made,
    )
    return Compilation(model=model, constants=constants, composition=composition, plan=plan)


def pair(
    strategy: str, most: float | None = 10, back: float | None = 1, side: str = "from", **more: Any
) -> Compilation:
    """Parent and Child in one relationship, ``kids``, with this strategy; ``most`` children per
    parent, ``back`` parents per child, None without bound. ``parent`` and ``child`` hold further
    keys of the entities, ``top`` of the design, the rest of the relationship."""
    top, parent, child = more.pop("top", {}), more.pop("parent", {}), more.pop("child", {})
    parts = [entity("Parent", *parent.pop("fields", [field("title")]), **parent)]
    parts.append(
        entity(
            "Child", *child.pop("fields", [field("name"), field("born_on", "date", required=True)]), **child
        )
    )
    ends = [ENDLESS if count is None else UP_TO(count) for count in (most, back)]
    kind = more.pop("kind", MANY)
    one = link("kids", kind, ("Parent", ends[0]), ("Child", ends[1]), **more)
    return planned(design(parts, [one], **top), kids=(strategy, side))


def things(*fields: dict[str, Any], top: dict[str, Any] | None = None, **more: Any) -> Compilation:
    """One entity, Thing, with these fields and further keys."""
    return planned(design([entity("Thing", *(fields or (field("name"),)), **more)], [], **(top or {})))


def with_plan(compilation: Compilation, **changes: Any) -> Compilation:
    """The compilation with parts of its plan replaced."""
    return msgspec.structs.replace(compilation, plan=msgspec.structs.replace(compilation.plan, **changes))


def with_collection(compilation: Compilation, name: str, **changes: Any) -> Compilation:
    """The compilation with parts of one collection replaced."""
    made = tuple(
        msgspec.structs.replace(c, **changes) if c.name == name else c for c in compilation.plan.collections
    )
    return with_plan(compilation, collections=made)


def with_indexes(
    *made: PlannedIndex, fields: tuple[DocField, ...] = (), database: str = "test", name: str = "things"
) -> Compilation:
    """One collection with these indexes and fields, and nothing else."""
    model = msgspec.convert(
        {
            "format": "nestlink/1",
            "name": "Test",
            "database": database,
            "entities": [entity("Thing", field("a"))],
        },
        Model,
    )
    own = DocField(name="_id", types=("objectId",), required=True)
    one = Collection(
        name=name, file=name, entity="Thing", kind="standard", fields=(own, *fields), indexes=made
    )
    return with_plan(planned(model), collections=(one,))


def keys(compilation: Compilation, collection: str) -> list[str]:
    """The indexes of a collection as ``path:1,path:-1``, in their order."""
    found = next(c for c in compilation.plan.collections if c.name == collection)
    return [",".join(f"{path}:{kind}" for path, kind in index.keys) for index in found.indexes]


def index_of(compilation: Compilation, collection: str, line: str) -> PlannedIndex:
    """The one index with these keys."""
    found = next(c for c in compilation.plan.collections if c.name == collection)
    (index,) = [i for i in found.indexes if ",".join(f"{path}:{kind}" for path, kind in i.keys) == line]
    return index


def inspection(compilation: Compilation) -> Inspection:
    """What checks look at."""
    return Inspection(compilation, placement(compilation.model, compilation.composition))


def found(lint: Lint, compilation: Compilation) -> list[tuple[str, str]]:
    """Subject and severity of each finding of one check."""
    return [(one.subject, one.severity) for one in findings(lint, compilation)]


def findings(lint: Lint, compilation: Compilation) -> list[Finding]:
    """The findings of one check, each with its code and a message; a bare name with what it names."""
    made = list(lint.check(inspection(compilation)))
    assert all(one.code == lint.code and one.message for one in made)
    for one in made:
        kinds = _named(compilation, one.subject)
        assert not kinds or one.about in kinds, f"{one.subject} is of {kinds}, not {one.about!r}"
    return made


def _named(compilation: Compilation, subject: str) -> set[str]:
    """The kinds of things that have this name."""
    model, plan = compilation.model, compilation.plan
    things: dict[str, Sequence[Any]] = {
        "collection": plan.collections,
        "entity": model.entities,
        "relationship": model.links,
        "operation": model.workload,
    }
    return {kind for kind, members in things.items() if subject in {one.name for one in members}}
