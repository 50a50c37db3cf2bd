"""What every recipe does to the documents of an entity that has a history: what it changes is kept
first, and the present is told from the past."""

from __future__ import annotations

from copy import copy
from functools import partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from ...plan_model.physical import Outcome, Param, Statement
from ...workload.document_history import VALID_FROM, VALID_TO
from ..atomic import following_last, has_transactions
from ..context import AUDIT, QUERIES, SYNC, OperationContext, ScriptFunction, outcome
from ..functions.document_versions import (
    ALONE,
    NOW,
    Past,
    begun,
    ending_late,
    is_alone,
    kept_in_words,
    pasts,
    pasts_to_read,
)  # fmt: skip
from ..ir.changes import Put, Update, UpdatePath
from ..ir.conditions import At, Filter, filter_of
from ..ir.expressions import FieldPath, add, max_of
from ..ir.predicates import Eq, In, Ne, NotIn
from ..ir.stages import (
    LimitStage,
    LookupStage,
    MatchStage,
    NearStage,
    SortStage,
    Stage,
    UnionStage,
    WalkStage,
    merges,
)
from ..read.lookups import unique_keys
from ..results.recomputing import keep_answer

OWN_READS = ("history", "revision", "at", "archived versions")  # they know the history themselves
_GONE = frozenset({"archive", "prepare"})  # what goes is in the archive; a sample document is nobody's
_ENDING = frozenset({"update", "edit", "reassign", "delete", "remove", "rename", "cascade"})
_REFUSED = "no match: not found, full, or already exists"
_UPDATES = frozenset({"updateOne", "updateMany", "findOneAndUpdate"})
_ENDS = {"deleteOne": "updateOne", "deleteMany": "updateMany", "findOneAndDelete": "findOneAndUpdate"}
_READS = frozenset({"find", "findOne", *_UPDATES, *_ENDS})
_SINGLE = frozenset({"updateOne", "findOneAndUpdate", "deleteOne", "findOneAndDelete"})
_FINDING = ("collation", "sort")
"""Options that say which document is found."""
_OVERTAKEN = "changed by someone else: call it again"
_MATCHES_NOTHING = "No match if someone changed it in the meantime: call it again."
_END = max_of(NOW, add(FieldPath(VALID_FROM), 1))
"""When a version ends without a successor: now, or 1 ms after it began where a clock is behind."""
_FOLLOWING = frozenset({"copy", "subset", "outlier", "computed"})


def remembering(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe with what it changes kept first, and with the present told from the past."""
    pasts_by_collection = {past.collection: past for past in pasts(world)}
    own = {
        (f"entity:{past.entity}", f"{past.entity}.{name}")
        for past in pasts_by_collection.values()
        for name in OWN_READS
    }
    if (
        not pasts_by_collection
        or (recipe.subject, recipe.name) in own
        or _is_of_all(recipe)
        or recipe.purpose in _GONE
    ):
        return recipe
    recipe = copy(recipe)  # others are made of it, as it was
    why = _no_transaction(world, recipe)
    if not why and recipe.statements and recipe.statements[-1].collection in pasts_by_collection:
        recipe.statements = list(recipe.statements)
        keep_answer(recipe)
    if not why:
        of_kept = (each for each in recipe.statements if each.collection in pasts_by_collection)
        changes = [each for each in of_kept if _is_news(world, each)]
        recipe.statements = following_last(recipe.statements, changes)
    keeping = _Keeping(world, recipe, pasts_by_collection, why)
    for statement in list(recipe.statements):
        keeping.add(statement)
    return keeping.done()


class _Keeping:
    """A recipe in the making. known: by collection, how its past is kept. why: what is kept can't be so in a
    transaction, "" where it can. kept: what the recipe has kept of each collection so far. saved: the entities whose versions it saves."""

    def __init__(
        self, world: OperationContext, recipe: ScriptFunction, pasts: dict[str, Past], why: str
    ) -> None:
        self.world, self.recipe, self.pasts, self.why = world, recipe, pasts, why
        self.to_read = pasts_to_read(world)
        self.done_statements: list[Statement] = []
        self.saved: dict[str, None] = {}
        self.kept: dict[str, list[_Kept]] = {}

    def add(self, statement: Statement) -> None:
        """The next statement, behind what keeps what it changes."""
        past = self.pasts.get(statement.collection)
        is_news = past is not None and _is_news(self.world, statement) and not self._is_of_inserted(statement)
        late = ending_late(past, statement) if past is not None else statement
        following = _following(past, late) if past is not None and is_news and not self.why else None
        if following is not None and past is not None:
            self.saved[past.entity] = None
            self.done_statements += _closed(late, following, self.recipe.step("next"))
            return
        is_counted = False
        if past is not None and is_news and not self.why and self.kept.get(statement.collection):
            statement = self._asked_first(past, statement)
        if past is not None and is_news and self._may_be_overtaken(past, statement):
            statement = self._as_it_was_read(past, statement)
        if past is not None and is_news and not (past.holds_versions and statement.op in _ENDS):
            is_counted = self._keep(past, statement)
            statement = self._of_kept(past, statement)
        if past is not None and past.holds_versions:
            statement = _of_current(statement)
        is_counted |= statement.op not in _UPDATES or _is_end(statement)
        if past is not None and is_news and not is_counted:
            statement = replace(statement, update=past.changed(statement.update))
        if past is not None:
            statement = begun(statement, past)
        elif statement.collection in self.to_read and statement.op not in _ENDS:  # an archive
            statement = _of_current(statement)
        self.done_statements.append(_joined(statement, self.to_read))

    def _is_of_inserted(self, statement: Statement) -> bool:
        """Whether a statement completes a document that an earlier one has inserted: nobody has seen it before."""
        id = filter_of(statement.filter).value("_id")
        inserts = {each.step for each in self.done_statements if each.op == "insertOne" and not each.each}
        return isinstance(id, Outcome) and id.step in inserts

    def _keep(self, past: Past, statement: Statement) -> bool:
        """Keep the documents that a statement is about to change, once in a call. Return whether those that are kept
        now are counted up here: the recipe may have kept others of them before."""
        self.saved[past.entity] = None
        if self.why:
            self.done_statements += _merged(past, statement)
            return False
        earlier = [each for each in self.kept.get(statement.collection, []) if not each.is_apart(statement)]
        step = self.recipe.step(
            "before", f"{statement.collection} before", f"other {statement.collection} before"
        )
        self.kept.setdefault(statement.collection, []).append(_Kept(step, _told_id(statement)))
        among = [_not_yet(past, each) for each in earlier]
        self.done_statements += _inserted(self.world, past, statement, step, among)
        if not earlier or past.holds_versions or statement.op not in _UPDATES:
            return False
        counted = filter_of({"_id": In(outcome(step, many=True, each=past.key))})
        update = past.changed(Update.of())
        self.done_statements.append(
            _aside(statement, op="updateMany", filter=counted, update=update, writes=True, each="")
        )
        return True

    def _asked_first(self, past: Past, statement: Statement) -> Statement:
        """The change of a document that has to be what the caller has read, of which an earlier statement may have made
        another: that is asked before anything is written."""
        filter = filter_of(statement.filter)
        is_asked = any(each.must_match and each.filter == filter for each in self.done_statements)
        if past.told_by not in filter or not (is_asked or statement.must_match):
            return statement
        if not is_asked:
            asked = _aside(
                statement, op="findOne", filter=filter, projection={"_id": 1}, writes=False,
                step=self.recipe.step("current"), must_match=statement.must_match,
            )  # fmt: skip
            self.done_statements.insert(0, asked)
        return replace(statement, filter=filter.without(past.told_by))

    def _of_kept(self, past: Past, statement: Statement) -> Statement:
        """The change of one of several documents that its filter finds: of the one that was kept."""
        if self.why or not _is_of_several(self.world, statement):
            return statement
        ids = In(outcome(self.kept[statement.collection][-1].step, many=True, each=past.key))
        key = past.key if past.is_unique else "_id"
        return _unsorted(replace(statement, filter=filter_of(statement.filter).merged({key: ids})))

    def _may_be_overtaken(self, past: Past, statement: Statement) -> bool:
        """Whether no transaction keeps others from changing a document between what keeps it and what changes it, and
        nothing is written before it: where the document is not there, there is nothing else to do, such as to look for
        an element in an overflow."""
        options = set(statement.options or {}) - {"returnDocument", "collation", "sort"}
        is_kept = bool(self.why) and not (past.holds_versions and statement.op in _ENDS)
        is_first = not any(each.writes for each in self.done_statements)
        is_single = statement.op in _SINGLE and not (statement.each or statement.retry or statement.unless)
        is_only = not (
            statement.step and any(each.unless == statement.step for each in self.recipe.statements)
        )
        return (
            is_only
            and is_kept
            and is_first
            and is_single
            and not options
            and past.told_by not in filter_of(statement.filter)
        )

    def _as_it_was_read(self, past: Past, statement: Statement) -> Statement:
        """The change of a document as it is read before: of no other, which somebody has kept and changed meanwhile.
        Where more follows from it, the function ends there; else its answer says that nothing matched."""
        step = self.recipe.step("current")
        is_alone = statement is self.recipe.statements[-1] and not statement.must_match
        options = {name: each for name, each in (statement.options or {}).items() if name in _FINDING}
        read = _aside(
            statement, op="findOne", filter=statement.filter, projection={past.told_by: 1}, writes=False, step=step,
            must_match=statement.must_match, ends=not (is_alone or statement.must_match), options=options or None,
        )  # fmt: skip
        self.done_statements.append(_of_current(read) if past.holds_versions else read)
        filter = filter_of(statement.filter).merged({past.told_by: outcome(step, past.told_by)})
        if "_id" not in filter:
            filter = filter.merged({"_id": outcome(step, "_id")})
        statement = _unsorted(statement)
        if is_alone:
            self.why = f"{self.why} {_MATCHES_NOTHING}"
            return replace(statement, filter=filter)
        answers = statement.answers or (not statement.step and statement is self.recipe.statements[-1])
        step = statement.step or self.recipe.step("changed")
        return replace(statement, filter=filter, must_match=_OVERTAKEN, step=step, answers=answers)

    def done(self) -> ScriptFunction:
        """The recipe with its statements numbered anew, where any are others than they were."""
        statements, recipe = self.done_statements, self.recipe
        if statements == recipe.statements:
            return recipe
        kept, own_note = len(statements) > len(recipe.statements), recipe.note
        note = (statements[0].comment or own_note) + (
            f" {kept_in_words(self.world, self.saved, recipe, self.why)}" if kept else ""
        )
        saved = [each.collection for each in statements if merges(each.pipeline)] if kept and self.why else []
        note += " Each of its updates saves a version." if len({*saved}) < len(saved) else ""
        recipe.note, together = note, _is_together(recipe) or (kept and not self.why)
        recipe.statements = [
            replace(
                statement,
                id=f"{recipe.name}.{place}",
                comment=note if place == 1 else statement.comment if statement.comment != own_note else "",
                transaction=together,
                must_match=statement.must_match
                or (_refusal(statement, statements) if together and kept else ""),
            )
            for place, statement in enumerate(statements, 1)
        ]
        return recipe


class _Kept(NamedTuple):
    """What was kept: the step that read it, and the parameter that was its id, if that is told."""

    step: str
    told_id: str

    def is_apart(self, statement: Statement) -> bool:
        """Whether a statement is about another document: the caller tells the ids of both."""
        other = _told_id(statement)
        return bool(self.told_id and other) and self.told_id != other


def _told_id(statement: Statement) -> str:
    value = filter_of(statement.filter).value("_id")
    return value.name if isinstance(value, Param) and not statement.each else ""


def _not_yet(past: Past, kept: _Kept) -> MatchStage:
    """The stage that leaves out what a call has kept already; a version that began this very moment was never true
    for a time."""
    if past.holds_versions:
        return MatchStage(filter_of({VALID_FROM: Ne(NOW)}))
    return MatchStage(filter_of({"_id": NotIn(outcome(kept.step, many=True, each=past.key))}))


def _is_of_all(recipe: ScriptFunction) -> bool:
    """Whether it is an audit of whatever is stored; what is related, copied, and worked out of other documents, is so at
    present."""
    is_of_present = recipe.subject.startswith("relationship:") or recipe.name.endswith(".results")
    return recipe.script == AUDIT and not is_of_present


def _following(past: Past, statement: Statement) -> list[Stage] | None:
    """The pipeline that makes the versions that come next, where one version is closed and another opened."""
    if statement.op not in ("updateOne", "updateMany") or statement.options:
        return None
    return past.following(_sought(statement), statement.update)


def _sought(statement: Statement) -> Filter:
    """The filter of a statement; of one that is done for each of what was read, that finds them all at once."""
    return filter_of(statement.filter).moved(partial(_of_all, statement.each))


def _of_all(step: str, at: At) -> At:
    value = at.predicate.value if isinstance(at.predicate, Eq) else None
    if not isinstance(value, Outcome) or value.step != "each":
        return at
    return At(at.path, In(outcome(step, many=True, each=value.path)))


def _closed(statement: Statement, following: list[Stage], step: str) -> list[Statement]:
    """What comes next is made of what is; then that is closed, and the next one opened."""
    ended = filter_of(statement.filter).merged({VALID_TO: None})
    return [
        _aside(statement, op="aggregate", pipeline=following, writes=False, step=step, each=""),
        replace(statement, filter=ended, update=Update.of(Put(UpdatePath(VALID_TO), NOW))),
        _aside(statement, op="insertOne", documents=outcome("each"), writes=True, each=step),
    ]


def _is_together(recipe: ScriptFunction) -> bool:
    """Whether its statements stand in a transaction already."""
    return any(statement.transaction for statement in recipe.statements)


def _refusal(statement: Statement, statements: list[Statement]) -> str:
    """What to say where an addition matches nothing: its result does not leave a transaction. "" where
    another statement is for that case."""
    asked = any(other.unless == statement.step for other in statements)
    adds = statement.op == "updateOne" and statement.purpose in _ADDS and bool(statement.step)
    return _REFUSED if adds and not asked else ""


_ADDS = frozenset({"add", "insert"})


def _no_transaction(world: OperationContext, recipe: ScriptFunction) -> str:
    """Why the statements of a recipe can't stand in a transaction, "" where they can, or do already."""
    if _is_together(recipe):
        return ""
    if not has_transactions(world, [each.collection for each in recipe.statements if each.writes]):
        return ALONE if is_alone(world) else "Not in a transaction: no capped collection takes one."
    if any(merges(statement.pipeline) for statement in recipe.statements):
        return "Not in a transaction: $merge isn't allowed there."
    if any(statement.retry for statement in recipe.statements):
        return "Not in a transaction: it's retried after a duplicate-key error."
    return ""


def _is_news(world: OperationContext, statement: Statement) -> bool:
    """Whether a statement changes or deletes documents as people do: copies and slices that are kept true, rough
    counts and what is only worked out anew are no news."""
    if statement.chance is not None or statement.script not in (QUERIES, SYNC):
        return False
    if statement.purpose == "plant":
        return False  # its update of the last root only keeps two writers apart
    if statement.op not in _UPDATES:
        return statement.op in _ENDS
    paths = statement.update.paths  # none where only the version counts up
    return not paths or not all(_follows(world, statement.collection, path) for path in paths)


def _follows(world: OperationContext, collection: str, path: str) -> bool:
    """Whether what stands at a path of documents, or around it, follows from something else."""
    names = path.split(".")
    above = (world.field(collection, ".".join(names[:end])) for end in range(1, len(names) + 1))
    return any(field is not None and field.origin in _FOLLOWING for field in above)


def _merged(past: Past, statement: Statement) -> list[Statement]:
    """What keeps the documents that a statement is about to change, before it."""
    return [_aside(statement, op="aggregate", pipeline=past.keep(filter_of(statement.filter)), writes=True)]


def _inserted(
    world: OperationContext, past: Past, statement: Statement, step: str, among: list[MatchStage]
) -> list[Statement]:
    """The same inside a transaction, where nothing merges: what is read is inserted. among: which of them are meant."""
    first, *rest = past.before(_sought(statement))
    pipeline = [first, *dict.fromkeys(among), *_first_of(world, statement), *rest]
    read = _aside(statement, op="aggregate", pipeline=pipeline, writes=False, step=step, each="")
    documents = outcome("each")
    return [
        read,
        _aside(statement, op="insertOne", collection=past.into, documents=documents, writes=True, each=step),
    ]


def _first_of(world: OperationContext, statement: Statement) -> list[Stage]:
    """The stages that leave the one of several documents that a statement changes."""
    if not _is_of_several(world, statement):
        return []
    order = statement.options.get("sort")
    return [*([SortStage(order)] if order else []), LimitStage(1)]


def _unsorted(statement: Statement) -> Statement:
    """The change of a document that is told by its id, which takes no order."""
    options = {name: value for name, value in (statement.options or {}).items() if name != "sort"}
    return replace(statement, options=options or None)


def _is_of_several(world: OperationContext, statement: Statement) -> bool:
    """Whether a statement changes one document, and its filter may find several."""
    if statement.op not in ("findOneAndUpdate", "findOneAndDelete") or not statement.options:
        return False
    filter = filter_of(statement.filter)
    equal = {path for path in filter.paths if isinstance(filter.predicate(path), Eq)}
    unique = (set(keys) for keys, _ in unique_keys(world, statement.collection))
    return "_id" not in equal and not any(keys <= equal for keys in unique)


def _aside(statement: Statement, **parts: Any) -> Statement:
    """Another statement beside one that changes documents: nothing of it but whom it serves."""
    blank = dict.fromkeys(("filter", "update", "options", "projection", "sort", "limit"))
    bare = {"step": "", "must_match": "", "ends": False, "answers": False, "comment": ""}
    return replace(statement, **{**blank, **bare, **parts})


def _of_current(statement: Statement) -> Statement:
    """Restrict a statement to the current versions, where it means them."""
    if statement.script in (QUERIES, AUDIT):
        return _present(statement)
    is_source = (
        statement.purpose == "sync" and not statement.writes
    )  # what is copied is what is, not what was
    if statement.script == SYNC and (is_source or statement.op in _UPDATES):
        return _present(statement)
    if statement.purpose == "sync" and merges(statement.pipeline):  # what ended keeps the copies of its time
        return replace(statement, pipeline=_of_present(statement.pipeline))
    return _recomputed(statement) if statement.purpose == "recompute" else statement


def _present(statement: Statement) -> Statement:
    """A statement about the present only; what goes is ended."""
    if statement.op == "aggregate" and merges(statement.pipeline):
        return _recomputed(statement)
    if statement.op == "aggregate" and statement.pipeline:
        return replace(statement, pipeline=_of_present(statement.pipeline))
    if statement.op not in _READS:
        return statement
    now = replace(statement, filter=filter_of(statement.filter).merged({VALID_TO: None}))
    if statement.op in _ENDS and statement.purpose in _ENDING:
        options = (
            {"returnDocument": "before", **(statement.options or {})}
            if statement.op == "findOneAndDelete"
            else statement.options
        )
        return replace(
            now, op=_ENDS[statement.op], update=Update.computing({VALID_TO: _END}), options=options
        )
    return now


def _of_present(stages: list[Stage]) -> list[Stage]:
    """The stages, with what they look for first among the current versions alone: as one condition, which an index of its
    fields serves. A search for what is near can only come first."""
    first, *rest = stages
    if isinstance(first, NearStage):
        return [replace(first, among=first.among.merged({VALID_TO: None})), *rest]
    if not isinstance(first, MatchStage):
        return [MatchStage(filter_of({VALID_TO: None})), *stages]
    return [MatchStage(first.condition.merged({VALID_TO: None})), *rest]


def _recomputed(statement: Statement) -> Statement:
    """Restrict what works out stored values anew to the current versions: nothing refers to the earlier ones any more,
    so that counted anew they would lose what was true of them."""
    first, *rest = statement.pipeline or [MatchStage(filter_of({}))]
    condition = first.condition if isinstance(first, MatchStage) else filter_of({})
    if "_id" in condition:
        return statement
    current = MatchStage(condition.merged({VALID_TO: None}))
    return replace(
        statement, pipeline=[current, *(rest if isinstance(first, MatchStage) else [first, *rest])]
    )


def _joined(statement: Statement, pasts: dict[str, Past]) -> Statement:
    """A join from elsewhere finds the present only."""
    stages = [_looked_up(stage, pasts) for stage in statement.pipeline or ()]
    return (
        replace(statement, pipeline=stages)
        if statement.pipeline and stages != statement.pipeline
        else statement
    )


def _is_end(statement: Statement) -> bool:
    return VALID_TO in statement.update.paths


def _looked_up(stage: Any, pasts: dict[str, Past]) -> Any:
    """A stage that finds the present only, in a collection that holds versions."""
    source = stage.collection if isinstance(stage, UnionStage) else getattr(stage, "source", "")
    past = pasts.get(source)
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
