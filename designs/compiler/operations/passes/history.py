"""What every recipe does to the documents of an entity that has a history: what it changes is kept
first, and the present is told from the past."""

from __future__ import annotations

from copy import copy
from functools import partial
from typing import Any

from msgspec.structs import replace

from ...plan_model.physical import Outcome, Statement
from ...workload.document_history import VALID_FROM, VALID_TO
from ..context import AUDIT, QUERIES, OperationContext, ScriptFunction, outcome
from ..functions.document_versions import ALONE, FIRST, NOW, TOGETHER, Past, is_alone, pasts
from ..ir.changes import Put, Update, UpdatePath
from ..ir.conditions import At, Filter, filter_of
from ..ir.predicates import Eq, In, Ne
from ..ir.stages import LookupStage, MatchStage, Stage, UnionStage, WalkStage, merges

_GONE = frozenset({"archive", "prepare"})  # what goes is in the archive; a sample document is nobody's
_ENDING = frozenset({"update", "edit", "reassign", "delete", "remove", "rename", "cascade"})
_REFUSED = "nothing matches: it is gone, there is no room, or it is there already"
_UPDATES = frozenset({"updateOne", "updateMany", "findOneAndUpdate"})
_ENDS = {"deleteOne": "updateOne", "deleteMany": "updateMany", "findOneAndDelete": "findOneAndUpdate"}
_READS = frozenset({"find", "findOne", *_UPDATES, *_ENDS})


def remembering(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe with what it changes kept first, and with the present told from the past."""
    known = {past.collection: past for past in pasts(world)}
    own = {
        (f"entity:{past.entity}", f"{past.entity}.{name}") for past in known.values() for name in _own(past)
    }
    if not known or (recipe.subject, recipe.name) in own or _is_of_all(recipe) or recipe.purpose in _GONE:
        return recipe
    keeping = _Keeping(
        copy(recipe), known, _no_transaction(world, recipe)
    )  # others are made of it, as it was
    for one in recipe.statements:
        keeping.add(one)
    return keeping.done()


class _Keeping:
    """A recipe in the making. known: by collection, how its past is kept. why: what is kept can't be so in a
    transaction, "" where it can."""

    def __init__(self, recipe: ScriptFunction, known: dict[str, Past], why: str) -> None:
        self.recipe, self.known, self.why = recipe, known, why
        self.made: list[Statement] = []

    def add(self, one: Statement) -> None:
        """The next statement, behind what keeps what it changes."""
        past = self.known.get(one.collection)
        following = _following(past, one) if past is not None and not self.why else None
        if following is not None:
            self.made += _closed(one, following, self.recipe.step("next"))
            return
        if past is not None:
            self.made += self._before(past, one)
        if past is not None and past.holds_versions:
            one = _of_current(one)
        self.made.append(_joined(one, self.known))

    def _before(self, past: Past, one: Statement) -> list[Statement]:
        """What keeps the documents that a statement is about to change; one that ends a version leaves it there."""
        if not _changes(one) or (past.holds_versions and one.op in _ENDS):
            return []
        if self.why:
            return _merged(past, one)
        again = any(other.collection == one.collection and other.op in _UPDATES for other in self.made)
        return _inserted(past, one, self.recipe.step("before"), again)

    def done(self) -> ScriptFunction:
        """The recipe with its statements numbered anew, where any are others than they were."""
        made, recipe = self.made, self.recipe
        if made == recipe.statements:
            return recipe
        kept = len(made) > len(recipe.statements)
        note = (made[0].comment or recipe.note) + (f" {self.why or TOGETHER}" if kept else "")
        together = _is_together(recipe) or (kept and not self.why)
        recipe.statements = [
            replace(
                one,
                id=f"{recipe.name}.{place}",
                comment=note if place == 1 else one.comment,
                transaction=together,
                must_match=one.must_match or (_refusal(one, made) if together and kept else ""),
            )
            for place, one in enumerate(made, 1)
        ]
        return recipe


def _own(past: Past) -> tuple[str, ...]:
    """The recipes that know the history themselves."""
    return ("history", "revision", "at", *(() if past.known else ("change",)))


def _is_of_all(recipe: ScriptFunction) -> bool:
    """Whether it is an audit of whatever is stored; what is related, and copied, is so at present."""
    return recipe.script == AUDIT and not recipe.subject.startswith("relationship:")


def _following(past: Past, one: Statement) -> list[Stage] | None:
    """The pipeline that makes the versions that come next, where one version is closed and another opened."""
    if not _changes(one) or one.op not in ("updateOne", "updateMany") or one.options:
        return None
    return past.following(_sought(one), one.update)


def _sought(statement: Statement) -> Filter:
    """The filter of a statement; of one that is done for each of what was read, that finds them all at once."""
    return filter_of(statement.filter).moved(partial(_of_all, statement.each))


def _of_all(step: str, at: At) -> At:
    value = at.predicate.value if isinstance(at.predicate, Eq) else None
    if not isinstance(value, Outcome) or value.step != "each":
        return at
    return At(at.path, In(outcome(step, many=True, each=value.path)))


def _closed(one: Statement, following: list[Stage], step: str) -> list[Statement]:
    """What comes next is made of what is; then that is closed, and the next one opened."""
    ended = filter_of(one.filter).merged({VALID_TO: None})
    return [
        _aside(one, op="aggregate", pipeline=following, writes=False, step=step, each=""),
        replace(one, filter=ended, update=Update.of(Put(UpdatePath(VALID_TO), NOW))),
        _aside(one, op="insertOne", documents=outcome("each"), writes=True, each=step),
    ]


def _is_together(recipe: ScriptFunction) -> bool:
    """Whether its statements stand in a transaction already."""
    return any(one.transaction for one in recipe.statements)


def _refusal(one: Statement, made: list[Statement]) -> str:
    """What to say where an addition matches nothing: its result does not leave a transaction. "" where
    another statement is for that case."""
    asked = any(other.unless == one.step for other in made)
    adds = one.op == "updateOne" and one.purpose in _ADDS and bool(one.step)
    return _REFUSED if adds and not asked else ""


_ADDS = frozenset({"add", "insert"})


def _no_transaction(world: OperationContext, recipe: ScriptFunction) -> str:
    """Why the statements of a recipe can't stand in a transaction, "" where they can, or do already."""
    if _is_together(recipe):
        return ""
    if is_alone(world):
        return ALONE
    statements = recipe.statements
    if any(merges(one.pipeline) for one in statements):
        return FIRST + "no transaction, since the server refuses $merge in one."
    if any(one.retry or one.op.startswith("findOneAnd") for one in statements):
        return FIRST + "no transaction, since its result is wanted."
    return ""


def _changes(one: Statement) -> bool:
    """Whether a statement changes or deletes documents as people do: copies that are kept true, rough
    counts and what is only worked out anew are no news."""
    return one.chance is None and one.script == QUERIES and (one.op in _UPDATES or one.op in _ENDS)


def _merged(past: Past, one: Statement) -> list[Statement]:
    """What keeps the documents that a statement is about to change, before it."""
    return [_aside(one, op="aggregate", pipeline=past.keep(filter_of(one.filter)), writes=True)]


def _inserted(past: Past, one: Statement, step: str, again: bool) -> list[Statement]:
    """The same inside a transaction, where nothing merges: what is read is inserted. again: the recipe has
    changed documents there already; what began this very moment was never true for a time."""
    pipeline = past.before(_sought(one))
    if again and past.holds_versions:
        pipeline = [pipeline[0], MatchStage(filter_of({VALID_FROM: Ne(NOW)})), *pipeline[1:]]
    read = _aside(one, op="aggregate", pipeline=pipeline, writes=False, step=step, each="")
    documents = outcome("each")
    return [
        read,
        _aside(one, op="insertOne", collection=past.into, documents=documents, writes=True, each=step),
    ]


def _aside(one: Statement, **parts: Any) -> Statement:
    """Another statement beside one that changes documents: nothing of it but whom it serves."""
    blank = dict.fromkeys(("filter", "update", "options", "projection", "sort", "limit"))
    return replace(one, **{**blank, "step": "", "must_match": "", "ends": False, "comment": "", **parts})


def _of_current(statement: Statement) -> Statement:
    """Restrict a statement to the current versions, where it means them."""
    if statement.script in (QUERIES, AUDIT):
        return _present(statement)
    return _recomputed(statement) if statement.purpose == "recompute" else statement


def _present(one: Statement) -> Statement:
    """A statement about the present only; what goes is ended."""
    if one.op == "aggregate" and one.pipeline and not merges(one.pipeline):
        first = one.pipeline[0]
        told = isinstance(first, MatchStage) and VALID_TO in first.condition
        return (
            one if told else replace(one, pipeline=[MatchStage(filter_of({VALID_TO: None})), *one.pipeline])
        )
    if one.op not in _READS:
        return one
    now = replace(one, filter=filter_of(one.filter).merged({VALID_TO: None}))
    if one.op in _ENDS and one.purpose in _ENDING:
        options = (
            {"returnDocument": "before", **(one.options or {})}
            if one.op == "findOneAndDelete"
            else one.options
        )
        return replace(
            now, op=_ENDS[one.op], update=Update.of(Put(UpdatePath(VALID_TO), NOW)), options=options
        )
    return now


def _recomputed(statement: Statement) -> Statement:
    """Restrict a job over all documents to the current versions: nothing refers to the earlier ones any more, so
    that counted anew they would lose what was true of them."""
    first, *rest = statement.pipeline or [MatchStage(filter_of({}))]
    condition = first.condition if isinstance(first, MatchStage) else filter_of({})
    if "_id" in condition:
        return statement
    current = MatchStage(condition.merged({VALID_TO: None}))
    return replace(
        statement, pipeline=[current, *(rest if isinstance(first, MatchStage) else [first, *rest])]
    )


def _joined(one: Statement, known: dict[str, Past]) -> Statement:
    """A change counts the document up; a join from elsewhere finds the present only."""
    past = known.get(one.collection)
    if past is not None and _changes(one) and one.op in _UPDATES and not _is_end(one):
        one = replace(one, update=past.changed(one.update))
    stages = [_looked_up(stage, known) for stage in one.pipeline or ()]
    return replace(one, pipeline=stages) if one.pipeline and stages != one.pipeline else one


def _is_end(one: Statement) -> bool:
    return not one.update.is_computed and VALID_TO in one.update.values


def _looked_up(stage: Any, known: dict[str, Past]) -> Any:
    """A stage that finds the present only, in a collection that holds versions."""
    source = stage.collection if isinstance(stage, UnionStage) else getattr(stage, "source", "")
    past = known.get(source)
    if past is None or not past.holds_versions:
        return stage
    present = MatchStage(filter_of({VALID_TO: None}))
    if isinstance(stage, UnionStage):
        return replace(stage, stages=(present, *stage.stages))
    if isinstance(stage, WalkStage) and stage.arrive != "_id":
        return replace(stage, among=filter_of(stage.among).merged({VALID_TO: None}))
    if isinstance(stage, LookupStage) and stage.foreign != "_id":
        return stage.with_first(present)
    return stage
