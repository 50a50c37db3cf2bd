"""DOC_VERSION and SCD2: keeping what a document was before each change, and asking for it.

What was is read, kept, and what is is changed in one transaction: two writers never lose a version
between them. Where there can be none, what was is kept first, by a $merge that keeps what is there
already: a crash before the change loses nothing, and doing both again changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

from msgspec.structs import replace

from ...model.conceptual import given, stated
from ...model.constants import PAGE
from ...names.tree_fields import segment
from ...placement.doc_path import DocPath
from ...plan_model.decisions import Overlay
from ...plan_model.function_names import mention
from ...plan_model.number_format import listed
from ...plan_model.physical import BuiltValue, Outcome, Param, Statement
from ...workload.document_history import VALID_FROM, VALID_TO, known_by
from ..context import AUDIT, QUERIES, OperationContext, ScriptFunction, loaded, remembered
from ..document_places import Address, element_key, settable
from ..identifiers import DELETES
from ..ir.changes import Compute, Inc, Pull, PullAll, Put, Unset, Update, UpdatePath
from ..ir.conditions import Filter, any_of, filter_of, where
from ..ir.expressions import (
    FieldPath,
    Variable,
    add,
    and_,
    filter_array,
    first_of,
    gt,
    lt,
    ne,
    size_of,
    subtract,
)
from ..ir.predicates import above, at_most
from ..ir.rendering import stages_of
from ..ir.stages import (
    LimitStage,
    LookupStage,
    MatchStage,
    MergeStage,
    ProjectStage,
    SetStage,
    Stage,
    UnsetStage,
)  # fmt: skip
from ..parameters import retold
from ..passes.same_document_results import following
from ..read.conditions import of_kind
from ..upkeep.strong_copies import with_strong_copies
from ..write.folded_updates import repeated_in_children

NOW = Param(name="now", value=datetime(2030, 1, 1, tzinfo=UTC))  # later than any sample
MOST = 100
IDLE = "even if nothing changes"
_TOGETHER = "Saves {} in the same transaction{}."
_FIRST = "Saves {} first{}; safe to repeat after a crash. {}"
_UPDATES = frozenset({"updateOne", "updateMany", "findOneAndUpdate"})
ALONE = "Not in a transaction: standalone servers don't support them."


class Past(NamedTuple):
    """How the past of an entity's documents is kept. holds_versions: whether what was stays among the
    documents, each version with its times (SCD2), not as revisions elsewhere (DOC_VERSION). key: the
    field with the ``_id`` of the current document, or, of those whose value ``is_unique``, a natural
    key. into: the collection that holds what was. number: the field that numbers revisions, "" of versions."""

    holds_versions: bool
    entity: str
    collection: str
    key: str
    into: str
    number: str
    is_unique: bool = False

    @property
    def told_by(self) -> str:
        """The field that tells what a document is now from what it was."""
        return VALID_FROM if self.holds_versions else self.number

    def which(self, world: OperationContext, recipe: ScriptFunction, collection: str) -> Param:
        """The parameter that says whose versions are meant."""
        if self.is_unique:
            return recipe.param(self.key, collection, self.key)
        return Address(world, self.entity).id(recipe, world.word(self.entity))

    def following(self, filter: Filter, update: Update) -> list[Stage] | None:
        """The pipeline that makes of current versions those that an update leads to; None where they
        are not known by a key, or only the server can say what the update does."""
        plain = update.only(Put) and not update.is_marked
        if not self.is_unique or not (plain or update.is_computed):
            return None
        return [
            MatchStage(filter.merged({VALID_TO: None})),
            *stages_of(update),
            SetStage({VALID_FROM: NOW}),
            UnsetStage("_id"),
        ]

    def before(self, filter: Filter) -> list[Stage]:
        """The pipeline that makes of what the documents of a filter are now what they were."""
        columns = {VALID_TO: NOW} if self.holds_versions else {self.key: FieldPath("_id")}
        current = filter.merged({VALID_TO: None}) if self.holds_versions else filter
        return [MatchStage(current), SetStage(columns), UnsetStage("_id")]

    def keep(self, filter: Filter) -> list[Stage]:
        """The pipeline that also keeps it, without a transaction."""
        on = [self.key, VALID_TO if self.holds_versions else self.number]
        return [*self.before(filter), MergeStage(self.into, "keepExisting", "insert", on)]

    def changed(self, update: Update) -> Update:
        """The update of the current document that also counts it up, or dates it."""
        since, number = UpdatePath(VALID_FROM), UpdatePath(self.number)
        if self.holds_versions:  # one clock dates all that one change writes
            update = update.dated(NOW)
        if update.is_computed:
            moved = add(FieldPath(self.number), 1)
            return update.then(Compute(since, NOW) if self.holds_versions else Compute(number, moved))
        return update.also(Put(since, NOW) if self.holds_versions else Inc(number, 1))


@remembered
def pasts(world: OperationContext) -> list[Past]:
    """The histories of a design."""
    overlays = world.compilation.plan.entity_overlays
    return [_past(world, overlay) for overlay in overlays if overlay.kind in ("DOC_VERSION", "SCD2")]


def versions_held(world: OperationContext, collection: str) -> Past | None:
    """Return how the past is kept of documents whose versions stand beside them in a collection, None elsewhere."""
    return next(
        (each for each in pasts(world) if each.holds_versions and each.collection == collection), None
    )


def pasts_to_read(world: OperationContext) -> dict[str, Past]:
    """By collection, how the past is kept of what is read there: an archive holds all versions of what was moved to it."""
    moved: dict[str, str] = loaded("upkeep.archives.archives")(world)
    own = {past.collection: past for past in pasts(world)}
    return own | {moved[name]: past for name, past in own.items() if past.holds_versions and name in moved}


def _past(world: OperationContext, overlay: Overlay) -> Past:
    entity = str(overlay.entity)
    kept = (
        collection.name for collection in world.compilation.plan.collections if collection.revises == entity
    )
    into = next(kept, overlay.collection)
    versions = overlay.kind == "SCD2"
    unique_field = known_by(world.model, world.names.entities[entity]) if versions else ""
    key = unique_field or world.names.version_key(entity)
    number = "" if versions else overlay.path
    return Past(versions, entity, overlay.collection, key, into, number, bool(unique_field))


def is_alone(world: OperationContext) -> bool:
    """Whether the server has no transactions."""
    return given(world.model.topology, "replica-set") == "standalone"


def ending_late(past: Past, statement: Statement) -> Statement:
    """Return the end of a version that nothing reads before, which a moment before its begin doesn't end."""
    if not (past.holds_versions and statement.must_match) or statement.op.endswith("Many"):
        return statement
    begun = filter_of(statement.filter).merged({VALID_FROM: at_most(NOW)})
    reasons = f"{statement.must_match}, or now is before its version began"
    return replace(statement, filter=begun, must_match=reasons)


def begun(statement: Statement, past: Past) -> Statement:
    """Return the insert of a document that the caller gives, which nobody has changed yet: it is counted from one, or is true
    from now on."""
    documents = statement.documents
    parts = documents.parts if isinstance(documents, BuiltValue) else (documents,)
    given = parts[0] if parts else None
    if statement.op != "insertOne" or statement.script != QUERIES or not isinstance(given, Param):
        return statement
    first: dict[str, Outcome | Param | int | None] = {past.number: 1}
    if past.holds_versions:
        whose = {} if past.is_unique else {past.key: Outcome(step=given.name, path="_id")}
        first = whose | {VALID_FROM: NOW, VALID_TO: None}
    built = BuiltValue("document", (*parts, first))

    def without(param: Param) -> Param:
        is_it = param.name == given.name and not param.part
        return replace(param, without=(*param.without, *first)) if is_it else param

    return retold(replace(statement, documents=built), without)


# --- recipes of their own -------------------------------------------------------------------------


def histories(world: OperationContext) -> Iterator[ScriptFunction]:
    """Change, list and look up the past of each entity that has one; and what should not be."""
    for past in pasts(world):
        earlier = _list(world, past)
        yield from loaded("write.inserts.first_version")(world, past)
        for each in (past, *(past._replace(entity=kind) for kind in _kinds(world, past))):
            yield from _change_if_any(world, each, earlier)
        yield earlier
        yield _then(world, past)
        yield _audit(past)


def _kinds(world: OperationContext, past: Past) -> list[str]:
    """Return the subtypes whose documents share the collection and have fields of their own to change."""
    shared = DocPath(past.collection)
    return [
        kind
        for kind in world.placement.kinds.narrower(past.entity)
        if settable(world, kind) and shared in world.placement.mixed_spots(kind)
    ]


def _change_if_any(world: OperationContext, past: Past, earlier: ScriptFunction) -> Iterator[ScriptFunction]:
    """Yield the change of an entity's fields, and of those that it has as a subtype. earlier: the function that says where
    there can be none."""
    line = [past.entity, *world.placement.kinds.families.above(past.entity)]
    in_children = {name: where for each in line for name, where in repeated_in_children(world, each).items()}
    kept = {past.key, world.placement.kinds.field(past.entity)}  # a change of the kind is another thing
    kept |= {name for each in line for name in _named_by(world, each)}
    kept |= {name for name, each in _guarded(world, past.entity).items() if each.is_led}
    named = dict.fromkeys(field.name for each in reversed(line) for field in settable(world, each))
    fields = [name for name in named if name not in kept and world.field(past.collection, name) is not None]
    alone = [name for name in fields if name not in in_children]
    if alone or not fields:
        yield following(world, with_strong_copies(world, _change(world, past, alone)))
        return
    where_too = listed(dict.fromkeys(place for places in in_children.values() for place in places))
    earlier.remark(
        f"Each update saves the previous version, and {where_too} copy the changed fields: no function updates the "
        "document alone."
    )


class _Guarded(NamedTuple):
    """A field that operations set only where it has a stated value before, as a state. by: these operations; is_led: whether
    they know all of its values, so that nothing else has to set it."""

    by: list[str]
    is_led: bool


def _guarded(world: OperationContext, entity: str) -> dict[str, _Guarded]:
    """Return the fields of an entity that guarded operations set."""
    by, values = dict[str, list[str]](), dict[str, list[Any]]()
    line = [entity, *world.placement.kinds.families.above(entity)]
    for each in world.model.workload:
        asked = {match.field: match.value for match in given(each.filter, []) if stated(match.value)}
        for effect in given(each.effects, []) if each.kind == "update" and each.entity in line else ():
            if effect.do == "set" and effect.field in asked and stated(effect.value):
                by.setdefault(effect.field, []).append(f'"{each.name}"')
                before = asked[effect.field]
                values.setdefault(effect.field, []).extend(
                    [effect.value, *(before if isinstance(before, list) else [before])]
                )
    fields = (field for name in line for field in world.names.entities[name].own_fields if field.name in by)
    return {
        field.name: _Guarded(
            by[field.name], all(value in values[field.name] for value in given(field.enum, [None]))
        )
        for field in fields
    }


def _named_by(world: OperationContext, entity: str) -> set[str]:
    """Return the fields by whose values other documents name those of an entity, each of which keeps its past too: paths
    of a tree, and references to what was meant to stand in one document with them."""
    fields, family = set[str](), {entity, *world.placement.survey.families.line(entity)}
    for each in world.names.relationships.values():
        traits = world.placement.traits(each)
        if each.from_.entity in family and "path" in traits.tree_fields:
            fields.add(segment(world.names, each))
        elif each.from_.entity in family and traits.within_document:
            fields.add(element_key(world.names.entities[each.from_.entity], keeps_id=False))
    return fields


def _add_read(*arguments: Any, **parts: Any) -> ScriptFunction:
    function: ScriptFunction = loaded("read.old_versions.add_read")(*arguments, **parts)
    return function


def _recipe(past: Past, name: str, purpose: str, note: str, script: str = QUERIES) -> ScriptFunction:
    return ScriptFunction(f"entity:{past.entity}", f"{past.entity}.{name}", purpose, script=script, note=note)


def _change(world: OperationContext, past: Past, fields: list[str]) -> ScriptFunction:
    """fields: what it may change."""
    note = f"Saves the current version, then updates it. {_through(world, past)}"
    recipe = _recipe(past, "change", "change", note)
    recipe.among = world.among(past.entity)
    which = past.which(world, recipe, past.collection)
    more = (
        {VALID_TO: None}
        if past.holds_versions
        else {past.number: recipe.param(past.number, past.collection, past.number)}
    )
    current = of_kind(world, past.entity, past.collection).merged(
        {past.key if past.is_unique else "_id": which, **more}
    )
    update = Update.setting({name: recipe.change(name, past.collection, name) for name in fields})
    why = "it has ended" if past.holds_versions else "changed by someone else: read it again"
    return recipe.add(
        "updateOne", past.collection, filter=current, update=update, step=recipe.step("changed"),
        must_match=f"{world.word(past.entity)} not found, or {why}",
    )  # fmt: skip


def _through(world: OperationContext, past: Past) -> str:
    """Say that all changes go through functions that keep what was, and that some operations count up what this one leaves
    as it is."""
    own = {field.name for field in world.names.entities[past.entity].own_fields}
    counting = [
        f' {effect.field} is incremented only by "{each.name}".'
        for each in world.model.workload
        if each.kind == "update" and each.entity == past.entity
        for effect in given(each.effects, [])
        if effect.do == "increment" and effect.field in own
    ]
    for name, guarded in _guarded(world, past.entity).items():
        by = listed(guarded.by)
        counting.append(
            f" {name} is set only by {by}."
            if guarded.is_led
            else f" Doesn't check {name}, as {by} {'do' if len(guarded.by) > 1 else 'does'}."
        )
    return f"{_ALL}{''.join(counting)}"


_ALL = "Update only through this function."


def telling_who_keeps(world: OperationContext, functions: Iterable[ScriptFunction]) -> None:
    """Say in the note of each function that changes what has a history which others keep what was, too: the operations by
    their names, those of relationships together."""
    written = [each for each in functions if each.script == QUERIES and not each.unsupported]
    for past in pasts(world):
        family = {f"entity:{entity}" for entity in (past.entity, *_kinds(world, past))}
        changing = [each for each in written if each.subject in family and each.purpose == "change"]
        others = [each for each in written if each not in changing and _keeps(past, each)]
        subjects = dict.fromkeys(each.subject.partition(":")[::2] for each in others)
        families = world.placement.survey.families
        entities = {operation.name: operation.entity for operation in world.model.workload}
        for each in changing:
            entity = each.subject.partition(":")[2]
            kin = {entity, *families.line(entity)}
            others_kinds = {*families.line(past.entity)} - kin  # no function of these changes it
            through = [
                f'"{name}"'
                for kind, name in subjects
                if kind == "operation" and entities[name] not in others_kinds
            ]
            if any(kind == "relationship" for kind, _ in subjects):
                through.append("a relationship's function that saves the previous version")
            through += [
                mention(other.name)
                for other in changing
                if other is not each and other.subject.partition(":")[2] in kin
            ]
            if not through:
                continue
            through_all = f"{_ALL[:-1]} or through {listed(through, 'or')}."
            first = each.statements[0]
            each.statements = [
                replace(first, comment=first.comment.replace(_ALL, through_all)),
                *each.statements[1:],
            ]
            each.note = each.note.replace(_ALL, through_all)


def telling_kept_versions(world: OperationContext, function: ScriptFunction) -> ScriptFunction:
    """Return the function, whose note says where earlier versions go on naming what it deletes: who erases a person has to
    know."""
    for past in pasts(world) if function.script == QUERIES and function.purpose in DELETES else ():
        updates = [
            each.update for each in function.statements if each.collection == past.collection and each.update
        ]
        changes = [change for update in updates for change in update.changes]
        paths = dict.fromkeys(each.place.path for each in changes if isinstance(each, Pull | PullAll | Unset))
        is_end = any(isinstance(each, Put | Compute) and each.place.path == VALID_TO for each in changes)
        if past.holds_versions and is_end and "Ends" not in function.note and "ends" not in function.note:
            function.remark(f"The {world.word(past.entity)} isn't deleted: its current version ends.")
        if paths and not past.holds_versions:
            named = listed(paths)
            function.remark(
                f"Earlier versions in {past.into} keep {named}, including this one. To erase personal data, unset "
                f"{named} there, too."
            )
    return function


def _keeps(past: Past, function: ScriptFunction) -> bool:
    """Whether a function keeps what it changes of the documents that have this past."""
    return any(
        each.collection == past.into and each.op == "insertOne" and each.each for each in function.statements
    )


def _list(world: OperationContext, past: Past) -> ScriptFunction:
    newest, what, order = {past.number: -1}, "past versions", "newest first"
    if past.holds_versions:
        newest, what, order = {VALID_FROM: -1}, f"the last {PAGE} versions", "the current one first"
    note = f"Returns {what} of a {world.word(past.entity)}, {order}."
    recipe = _recipe(past, "history", "read", note)
    _tell_archive(world, recipe, past)
    which = past.which(world, recipe, past.collection)
    condition = {past.key: which}
    return _add_read(world, recipe, past.collection, past.into, filter=condition, sort=newest, limit=PAGE)


def _tell_archive(world: OperationContext, recipe: ScriptFunction, past: Past) -> None:
    """Say that versions which were moved to an archive are not found."""
    into = loaded("upkeep.archives.archives")(world).get(past.collection)
    if past.holds_versions and into is not None:
        recipe.remark(f"Doesn't search {into}, which holds archived documents with all their versions.")


def _then(world: OperationContext, past: Past) -> ScriptFunction:
    """One revision by its number, or the version that was true at a moment."""
    word = world.word(past.entity)
    if not past.holds_versions:
        recipe = _recipe(past, "revision", "read", f"Returns an earlier revision of a {word}.")
        which = Address(world, past.entity).id(recipe, word)
        number = recipe.param(past.number, past.into, past.number)
        condition = {past.key: which, past.number: number}
        return _add_read(world, recipe, past.collection, past.into, filter=condition)
    note = f"Returns a {word} as of a given time."
    recipe = _recipe(past, "at", "read", note)
    _tell_unversioned(world, recipe, past)
    _tell_archive(world, recipe, past)
    which = past.which(world, recipe, past.collection)
    moment = recipe.param("moment", past.collection, VALID_FROM)
    ends = any_of([filter_of({VALID_TO: None}), filter_of({VALID_TO: above(moment)})])
    then = filter_of({past.key: which, VALID_FROM: at_most(moment)}).merged(ends)
    return _add_read(world, recipe, past.collection, past.collection, filter=then)


def _tell_unversioned(world: OperationContext, recipe: ScriptFunction, past: Past) -> None:
    """Say what changes in the current version, and begins no new one: results and copies of other documents."""
    from ...storage.storage_map import StorageMap  # only where there are versions

    paths = StorageMap(world.compilation).changed_in_place(past.collection)
    if paths:
        change = "change" if len(paths) > 1 else "changes"
        names = listed(paths)
        recipe.remark(
            f"{names} {change} without a new version: a past version has the last value that was stored while it "
            "was current."
        )


def _audit(past: Past) -> ScriptFunction:
    """Changes that kept nothing: fewer revisions than the number says; versions that overlap."""
    if not past.holds_versions:
        recipe = _recipe(
            past,
            "missing_revisions",
            "audit",
            f"{past.collection} with missing revisions.",
            AUDIT,
        )
        lookup = LookupStage(past.into, "_id", past.key, "past")
        earlier = lt(Variable("one"), FieldPath(past.number))
        kept = filter_array(FieldPath(f"past.{past.number}"), "one", earlier)
        wanted: Any = lt(size_of(kept), subtract(FieldPath(past.number), 1))
    else:
        note = f"Past {past.collection} that overlap the current version."
        recipe = _recipe(past, "overlapping_versions", "audit", note, AUDIT)
        lookup = LookupStage(past.collection, past.key, "_id", "past")
        if past.is_unique:
            present = (MatchStage(filter_of({VALID_TO: None})),)
            lookup = LookupStage(past.collection, past.key, past.key, "past", present, stages_last=True)
        late = gt(FieldPath(VALID_TO), first_of(FieldPath(f"past.{VALID_FROM}")))
        other = [] if past.is_unique else [ne(FieldPath("_id"), FieldPath(past.key))]
        wanted = and_(ne(FieldPath(VALID_TO), None), *other, late)
    stages = [lookup, MatchStage(where(wanted)), ProjectStage({"_id": 1}), LimitStage(MOST)]
    return recipe.add("aggregate", past.collection, pipeline=stages)


def kept_in_words(world: OperationContext, saved: Iterable[str], recipe: ScriptFunction, why: str) -> str:
    """Say whose previous versions a function saves. saved: the entities. why: they are saved in no transaction, "" if they are."""
    owners = [world.names.word(entity).replace("_", " ") for entity in saved]
    whose = listed(f"the {owner}'s" for owner in owners)
    versions = f"{whose} previous version{'s' * (len(owners) > 1)}"
    idle = f", {IDLE}" if any(each.op in _UPDATES for each in recipe.statements) else ""
    return _FIRST.format(versions, idle, why) if why else _TOGETHER.format(versions, idle)
