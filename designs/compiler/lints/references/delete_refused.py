"""Deletes that always fail, or almost always; and what deletes clear.

A delete fails while other documents need the deleted one. If the design requires at least one such document, every
call fails and nothing is ever deleted. If each has some on average, or in the archive, almost every call fails.

Documents that may exist without the deleted one stay, but lose their reference to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ...model.conceptual import Operation, Relationship, given, stated
from ...model.field_walk import parts
from ...plan_model.decisions import opposite
from ...plan_model.findings import Finding
from ...plan_model.number_format import listed
from ...workload.expiry import expires
from ...workload.inputs import DEFAULT
from ..base import Fix, Inspection, Lint, number, setting, together

_CLEAR = "update it instead: clear its personal fields, or set a status such as retired"
_NOT_WITH_IT = "MongoDB allows no writes to time series in transactions"
_MOST_NAMED = 3
"""Places and things that a message lists, each; of more it lists two."""
_NEARLY_ALWAYS = 3
"""References to one thing on average, of all places, from where on hardly one in twenty has none."""
_OFTEN = 1
"""The same where people can ask to be forgotten: most have some then."""
_YEARS = 3
_OWNING = frozenset({"one-to-many", "one-to-one"})
_KEPT = frozenset({"snapshot", "immutable"})
"""Policies of copies that say what a thing was when they were made."""


class _Needing(NamedTuple):
    """Documents that refuse a delete. side: the end that is deleted; place: where they name it."""

    relationship: Relationship
    side: str
    place: str

    @property
    def other(self) -> str:
        """The entity whose documents these are."""
        return self.relationship.end(opposite(self.side)).entity

    @property
    def least(self) -> float:
        """How many of them each thing has at least."""
        return given(self.relationship.end(self.side).count.min, 0)


def check(seen: Inspection) -> Iterator[Finding]:
    """Deletes whose function first checks for documents that reference the deleted one, if each document has
    some."""
    for operation in seen.model.workload:
        refusing = _refusing(seen, operation) if operation.kind == "delete" else []
        always = [each for each in refusing if each.least >= 1]
        if always:
            yield _finding(seen, operation, always)
        elif refusing and _is_of_any(seen, operation):
            yield from _often(seen, operation, refusing)


def _refusing(seen: Inspection, operation: Operation) -> list[_Needing]:
    """Return what the function of a delete looks for before it deletes: documents that refer to a thing of its entity."""
    asked = [
        (statement.collection, set(statement.filter or {}))
        for statement in seen.plan.statements
        if statement.subject == f"operation:{operation.name}" and statement.must_miss
    ]
    refusing = []
    for relationship in seen.model.links if asked else ():
        for side in ("from", "to"):
            spots = seen.placement.references(relationship, opposite(side))
            at = next(
                (s for s in spots for name, paths in asked if s.collection == name and s.path in paths), None
            )
            if at is not None and relationship.end(side).entity == operation.entity:
                refusing.append(_Needing(relationship, side, f"{at.collection}.{at.path}"))
    return refusing


def check_cleared(seen: Inspection) -> Iterator[Finding]:
    """Deletes that leave children without a parent, because the minimum at the children's end is 0."""
    for operation in seen.model.workload:
        for each in _cleared(seen, operation) if operation.kind == "delete" else ():
            average, others = _average(seen, each), _words(seen, each.other)
            many = f" of {others} ({number(average)} on average)" if average > 0 else f" of {others}"
            word = seen.names.word(operation.entity).replace("_", " ")
            yield CLEARED.finding(
                operation.name,
                f"This delete clears {each.place}{many}: they stay, but no longer reference their {word}.",
                f"To reject the delete while {others} reference it, set minimum 1 at their end. To keep the reference, "
                "set a status instead of deleting.",
                fix=setting(each.relationship, opposite(each.side), "has", "min", value=1),
            )


def _cleared(seen: Inspection, operation: Operation) -> list[_Needing]:
    """Return the children whose reference to what goes the function of a delete takes away."""
    updated = {
        (statement.collection, path)
        for statement in seen.plan.statements
        if statement.subject == f"operation:{operation.name}" and isinstance(statement.update, dict)
        for path in statement.update.get("$unset", ())
    }
    return [
        _Needing(relationship, "from", f"{spot.collection}.{spot.path}")
        for relationship in (seen.model.links if updated else ())
        if relationship.kind in _OWNING and relationship.from_.entity == operation.entity
        for spot in seen.placement.references(relationship, "to")[:1]
        if (spot.collection, spot.path) in updated
    ]


def _is_personal(seen: Inspection, entity: str) -> bool:
    own = seen.names.entities[entity].own_fields
    return any(part.field.sensitive is True for part in parts(own))


def _is_of_any(seen: Inspection, operation: Operation) -> bool:
    """Whether a delete asks for a thing by nothing but what it is known by (its ``_id`` where no filter is stated), or for a
    person by anything: those in some state, or of some age, may have nothing that names them."""
    matches = given(operation.filter, [])
    if given(operation.always_filter, {}) or any(
        stated(match.value) or match.how in ("range", "exists") for match in matches
    ):
        return False
    routes = [seen.paths.resolve(operation.entity, match.field) for match in matches]
    is_known = all(
        match.field == "_id" or (route is not None and route.field is not None and route.field.unique is True)
        for match, route in zip(matches, routes, strict=True)
    )
    return is_known or _is_personal(seen, operation.entity)


def _finding(seen: Inspection, operation: Operation, always: list[_Needing]) -> Finding:
    word = seen.names.word(operation.entity).replace("_", " ")
    others = list(dict.fromkeys(seen.names.word(each.other).replace("_", " ") for each in always))
    passes = all(expires(seen.names.entities[each.other]) for each in always)
    outcome = (
        "This delete fails until the documents that reference it expire"
        if passes
        else "This delete always fails"
    )
    places = _listed([each.place for each in always])
    message = (
        f"{outcome}: each {word} has at least one {_listed(others)}, and can't be deleted while {places} "
        "references it."
    )
    never: dict[str, Any] = {} if passes else {"never": operation.name}
    return LINT.finding(operation.name, message, _hint(seen, always), fix=_fix(seen, always), **never)


def _often(seen: Inspection, operation: Operation, refusing: list[_Needing]) -> Iterator[Finding]:
    """Yield what is found where nearly each thing is named by something: of all of these, or else of an archive."""
    word = seen.names.word(operation.entity).replace("_", " ")
    averages = [(each, _average(seen, each)) for each in refusing]
    named = sorted(((each, average) for each, average in averages if average > 0), key=lambda pair: -pair[1])
    total = sum(average for _, average in named)
    is_request = total >= _OFTEN and _is_personal(seen, operation.entity)
    if total >= _NEARLY_ALWAYS or is_request:
        which = (
            f"nearly every {word}" if total >= _NEARLY_ALWAYS else f"many {_words(seen, operation.entity)}"
        )
        many = [f"{number(average)} {_words(seen, each.other)}" for each, average in named]
        usual = [each for each, _ in named]
        message = (
            f"This delete fails for {which}: {_listed(many)} on average reference it, in "
            f"{_listed([each.place for each in usual])}."
        )
        free = [_words(seen, each.other) for each in usual if _may_name_nobody(seen, each)]
        owned = [_words(seen, each.other) for each in usual if _is_owned_series(seen, each)]
        ways = [f"delete {_listed(owned)} first: {_NOT_WITH_IT}"] if owned else []
        ways += [f"let {_listed(free)} exist without it (minimum 0 at their end)"] if free else []
        hint = ". ".join([_CLEAR, *(f"Or {way}" for way in ways)]) + ("." if ways else "")
        yield LINT.finding(operation.name, message, hint, fix=_fix(seen, usual))
        return
    for each in refusing:
        archived = _archived(seen, each.other) / max(1.0, seen.survey.count(operation.entity))
        if archived >= _NEARLY_ALWAYS:
            others = _words(seen, each.other)
            message = (
                f"Over time, this delete fails for nearly every {word}: archived {others} still reference it "
                f"({number(archived)} each on average after three years)."
            )
            hint = (
                "Clear the fields that must be forgotten and keep the document, or delete old "
                "documents from the archive."
            )
            yield LINT.finding(operation.name, message, hint)
            return


def _words(seen: Inspection, entity: str) -> str:
    return seen.names.spoken(entity)


def _average(seen: Inspection, needing: _Needing) -> float:
    """Return how many documents name a thing on average, as the design says; 0 where it does not."""
    look = "average" if needing.side == "from" else "to.average"
    often = seen.survey.case(needing.relationship.name).quantity(look)
    return 0.0 if often.origin == DEFAULT else float(often.value)


def _archived(seen: Inspection, entity: str) -> float:
    """Return how many documents of an entity the archive gets in three years, 0 where it has none."""
    retention, comes = given(seen.names.entities[entity].retention, None), seen.survey.inserted(entity)
    is_archived = retention is not None and retention.policy == "archive"
    return float(comes.value) * _YEARS * 365 if is_archived and comes is not None else 0.0


def _hint(seen: Inspection, needing: list[_Needing]) -> str:
    """Say what would let the delete succeed, and what to do where it should not."""
    owned = [each for each in needing if each.relationship.kind in _OWNING]
    free = [each for each in needing if _may_name_nobody(seen, each)]
    groups = (
        (owned, "Delete {} with it (exclusive owner)"),
        (free, "let {} exist without it (minimum 0 at their end)"),
    )
    ways = [
        way.format(_listed([_words(seen, each.other) for each in group])) for group, way in groups if group
    ]
    return f"{', '.join(ways)}, or {_CLEAR}." if ways else _CLEAR


def _may_name_nobody(seen: Inspection, needing: _Needing) -> bool:
    """Whether documents could stay without what they name: not where they tell what happened to it, or what it was."""
    relationship = needing.relationship
    copies = [given(copy.policy, "") for copy in given(relationship.copies, [])]
    tells = seen.names.entities[needing.other].kind_or_default == "event"
    needs = given(relationship.end(opposite(needing.side)).count.min, 0) >= 1
    is_owned = relationship.exclusive_owner is True
    return needs and not tells and not is_owned and _KEPT.isdisjoint(copies) and relationship.kind in _OWNING


def _is_owned_series(seen: Inspection, needing: _Needing) -> bool:
    """Whether documents belong to what they name alone, and stand in a time series, which doesn't go with it."""
    collection = seen.collections.get(needing.place.partition(".")[0])
    is_series = collection is not None and collection.kind == "timeseries"
    return is_series and needing.relationship.exclusive_owner is True


def _fix(seen: Inspection, needing: list[_Needing]) -> Fix | None:
    """Return the edit after which what names it stays, and names nobody."""
    if not all(_may_name_nobody(seen, each) for each in needing):
        return None
    return together(
        *(setting(each.relationship, opposite(each.side), "has", "min", value=0) for each in needing)
    )


def _listed(words: list[str]) -> str:
    """The words, each once; of many the first two."""
    words = list(dict.fromkeys(words))
    if len(words) > _MOST_NAMED:
        return f"{', '.join(words[:2])}, and {len(words) - 2} more"
    return listed(words)


LINT = Lint(
    code="DELETE_REFUSED",
    slug="delete-refused",
    name="DELETE_REFUSED",
    severity="warning",
    title="Delete that always fails",
    source="entity-relationship model: restrict, cascade, and set null",
    about="operation",
    check=check,
)

CLEARED = Lint(
    code="DELETE_CLEARS",
    slug="delete-clears",
    name="DELETE_CLEARS",
    severity="info",
    title="Delete that clears references",
    source="entity-relationship model: restrict, cascade, and set null",
    about="operation",
    check=check_cleared,
)
