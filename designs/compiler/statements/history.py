"""DOC_VERSION and SCD2: keeping what a document was before each change, and asking for it.

What was is kept first, by a $merge that keeps what is there already, then what is is changed: a
crash in between loses nothing, and doing both again changes nothing. No transaction: $merge can't
run in one.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

from msgspec.structs import replace

from ..decisions import Overlay
from ..histories import REVISION, VALID_FROM, VALID_TO
from ..physical import Param, Statement
from .making import AUDIT, QUERIES, Recipe, World
from .paging import PAGE
from .places import Address, scalars

Json = dict[str, Any]
_NOW = Param(name="now", value=datetime(2030, 1, 1, tzinfo=UTC))  # later than any sample
_CHANGES = frozenset({"update", "edit", "reassign", "delete", "remove"})
_UPDATES = frozenset({"updateOne", "updateMany", "findOneAndUpdate"})
_ENDS = {"deleteOne": "updateOne", "deleteMany": "updateMany", "findOneAndDelete": "findOneAndUpdate"}
_READS = frozenset({"find", "findOne", *_UPDATES, *_ENDS})
MOST = 100


class Past(NamedTuple):
    """How the past of an entity's documents is kept. key: the field with the ``_id`` of the
    current document. into: the collection that holds what was."""

    kind: str
    entity: str
    collection: str
    key: str
    into: str

    def keep(self, filter: Json) -> list[Json]:
        """The pipeline that keeps what the documents of a filter are now."""
        told: Json = {self.key: "$_id"} if self.kind == "DOC_VERSION" else {VALID_TO: _NOW}
        found = filter if self.kind == "DOC_VERSION" else {**filter, VALID_TO: None}
        on = [self.key, REVISION if self.kind == "DOC_VERSION" else VALID_TO]
        merge = {"into": self.into, "on": on, "whenMatched": "keepExisting", "whenNotMatched": "insert"}
        return [{"$match": found}, {"$set": told}, {"$unset": "_id"}, {"$merge": merge}]

    def changed(self, update: Any) -> Any:
        """The update of the current document that also counts it up, or dates it."""
        if isinstance(update, list):
            moved: Any = {"$add": [f"${REVISION}", 1]}
            step: Json = {REVISION: moved} if self.kind == "DOC_VERSION" else {VALID_FROM: _NOW}
            return [*update, {"$set": step}]
        operator, name, value = (
            ("$inc", REVISION, 1) if self.kind == "DOC_VERSION" else ("$set", VALID_FROM, _NOW)
        )
        return {**update, operator: {**update.get(operator, {}), name: value}}


def pasts(world: World) -> list[Past]:
    """The histories of a design; looked up once."""
    if "pasts" not in world.known:
        overlays = [
            one for one in world.compilation.plan.entity_overlays if one.kind in ("DOC_VERSION", "SCD2")
        ]
        world.known["pasts"] = [_past(world, one) for one in overlays]
    found: list[Past] = world.known["pasts"]
    return found


def _past(world: World, overlay: Overlay) -> Past:
    entity = str(overlay.entity)
    kept = (one.name for one in world.compilation.plan.collections if one.revises == entity)
    into = next(kept, overlay.collection)
    return Past(overlay.kind, entity, overlay.collection, world.names.scalar(entity), into)


# --- recipes of their own -------------------------------------------------------------------------


def histories(world: World) -> Iterator[Recipe]:
    """Change, list and look up the past of each entity that has one; and what should not be."""
    for past in pasts(world):
        yield _change(world, past)
        yield _list(world, past)
        yield _then(world, past)
        yield _audit(past)


def _recipe(past: Past, name: str, purpose: str, note: str, script: str = QUERIES) -> Recipe:
    return Recipe(f"entity:{past.entity}", f"{past.entity}.{name}", purpose, script=script, note=note)


def _change(world: World, past: Past) -> Recipe:
    at, word = Address(world, past.entity), world.word(past.entity)
    note = "Keep what is, then change it, by everyone who changes one. Again after a crash: it does no harm."
    recipe = _recipe(past, "change", "change", note)
    which = at.id(recipe, word)
    known: Json = {}
    if past.kind == "DOC_VERSION":
        known = {REVISION: recipe.param(REVISION, past.collection, REVISION)}
    field = next((one.name for one in scalars(world, past.entity)), "")
    value = recipe.param(f"new {field}", past.collection, field) if field else None
    if past.kind == "SCD2":
        known = {VALID_TO: None}
    recipe.add("aggregate", past.collection, pipeline=past.keep({"_id": which, **known}))
    update = past.changed({"$set": {field: value}} if field else {})
    return recipe.add(
        "updateOne", past.collection, filter={"_id": which, **known}, update=update, step=recipe.step("changed"),
        must_match="somebody changed or ended it meanwhile: read it again",
    )  # fmt: skip


def _list(world: World, past: Past) -> Recipe:
    sort, words = (
        ({REVISION: -1}, "the newest first")
        if past.kind == "DOC_VERSION"
        else ({VALID_TO: 1}, "the current one first")
    )
    recipe = _recipe(past, "history", "read", f"What one {world.word(past.entity)} was before, {words}.")
    which = Address(world, past.entity).id(recipe, world.word(past.entity))
    return recipe.add("find", past.into, filter={past.key: which}, sort=sort, limit=PAGE)


def _then(world: World, past: Past) -> Recipe:
    """One revision by its number, or the version that was true at a moment."""
    word = world.word(past.entity)
    if past.kind == "DOC_VERSION":
        recipe = _recipe(past, "revision", "read", f"One {word} as an earlier revision had it.")
        which = Address(world, past.entity).id(recipe, word)
        number = recipe.param(REVISION, past.into, REVISION)
        return recipe.add("findOne", past.into, filter={past.key: which, REVISION: number})
    note = f"One {word} as it was at a moment: the version that began before and had not ended."
    recipe = _recipe(past, "at", "read", note)
    which, moment = (
        Address(world, past.entity).id(recipe, word),
        recipe.param("moment", past.collection, VALID_FROM),
    )
    ends = [{VALID_TO: None}, {VALID_TO: {"$gt": moment}}]
    return recipe.add(
        "findOne", past.collection, filter={past.key: which, VALID_FROM: {"$lte": moment}, "$or": ends}
    )


def _audit(past: Past) -> Recipe:
    """Changes that kept nothing: fewer revisions than the number says; versions that overlap."""
    if past.kind == "DOC_VERSION":
        recipe = _recipe(
            past,
            "missing_revisions",
            "audit",
            f"{past.collection} with fewer revisions than they count.",
            AUDIT,
        )
        lookup = {"from": past.into, "localField": "_id", "foreignField": past.key, "as": "past"}
        earlier = {"$lt": ["$$one", f"${REVISION}"]}
        kept = {"$filter": {"input": f"$past.{REVISION}", "as": "one", "cond": earlier}}
        wanted: Any = {"$lt": [{"$size": kept}, {"$subtract": [f"${REVISION}", 1]}]}
    else:
        note = f"Past {past.collection} that end after the current one begins."
        recipe = _recipe(past, "overlapping_versions", "audit", note, AUDIT)
        lookup = {"from": past.collection, "localField": past.key, "foreignField": "_id", "as": "past"}
        late = {"$gt": [f"${VALID_TO}", {"$first": f"$past.{VALID_FROM}"}]}
        wanted = {"$and": [{"$ne": [f"${VALID_TO}", None]}, {"$ne": ["$_id", f"${past.key}"]}, late]}
    stages = [{"$lookup": lookup}, {"$match": {"$expr": wanted}}, {"$project": {"_id": 1}}, {"$limit": MOST}]
    return recipe.add("aggregate", past.collection, pipeline=stages)


# --- every other recipe ---------------------------------------------------------------------------


def remembering(world: World, recipe: Recipe) -> Recipe:
    """The recipe with what it changes kept first, and with the present told from the past."""
    known = {past.collection: past for past in pasts(world)}
    own = {f"entity:{past.entity}" for past in known.values()}
    if not known or recipe.subject in own or recipe.script == AUDIT or recipe.subject == "demo:prepare":
        return recipe
    made: list[Statement] = []
    for one in recipe.statements:
        past = known.get(one.collection)
        ends = past is not None and past.kind == "SCD2" and one.op in _ENDS
        made += _kept(past, one) if past is not None and _changes(one) and not ends else []
        one = (
            _present(past, one) if past is not None and past.kind == "SCD2" and one.script == QUERIES else one
        )
        made.append(_joined(one, known))
    if made != recipe.statements:
        note = made[0].comment or recipe.note
        recipe.statements = [
            replace(one, id=f"{recipe.name}.{place}", comment=note if place == 1 else one.comment)
            for place, one in enumerate(made, 1)
        ]
    return recipe


def _changes(one: Statement) -> bool:
    """Whether a statement changes or deletes documents as people do: copies, counts and what is
    only worked out anew are no news."""
    plain = one.chance is None and not one.transaction and one.script == QUERIES
    return plain and one.purpose in _CHANGES and (one.op in _UPDATES or one.op in _ENDS)


def _kept(past: Past, one: Statement) -> list[Statement]:
    """What keeps the documents that a statement is about to change, before it."""
    blank: Json = dict.fromkeys(("filter", "update", "options", "projection", "sort", "limit"))
    pipeline = past.keep(one.filter or {})
    kept = replace(
        one,
        op="aggregate",
        pipeline=pipeline,
        writes=True,
        step="",
        must_match="",
        ends=False,
        comment="",
        **blank,
    )
    return [kept]


def _present(past: Past, one: Statement) -> Statement:
    """A statement about the present only; what goes is ended."""
    if one.op == "aggregate" and one.pipeline and not any("$merge" in stage for stage in one.pipeline):
        return replace(one, pipeline=[{"$match": {VALID_TO: None}}, *one.pipeline])
    if one.op not in _READS:
        return one
    now = replace(one, filter={**(one.filter or {}), VALID_TO: None})
    if one.op in _ENDS and one.purpose in _CHANGES:
        options = (
            {"returnDocument": "before", **(one.options or {})}
            if one.op == "findOneAndDelete"
            else one.options
        )
        return replace(now, op=_ENDS[one.op], update={"$set": {VALID_TO: _NOW}}, options=options)
    return now


def _joined(one: Statement, known: dict[str, Past]) -> Statement:
    """A change counts the document up; a join from elsewhere finds the present only."""
    past = known.get(one.collection)
    if past is not None and _changes(one) and one.op in _UPDATES and not _is_end(one):
        one = replace(one, update=past.changed(one.update))
    stages = [_looked_up(stage, known) for stage in one.pipeline or ()]
    return replace(one, pipeline=stages) if one.pipeline and stages != one.pipeline else one


def _is_end(one: Statement) -> bool:
    return isinstance(one.update, dict) and VALID_TO in one.update.get("$set", {})


def _looked_up(stage: Json, known: dict[str, Past]) -> Json:
    lookup = stage.get("$lookup", {})
    past = known.get(lookup.get("from", ""))
    if past is None or past.kind != "SCD2" or lookup.get("foreignField") == "_id":
        return stage
    return {"$lookup": {**lookup, "pipeline": [{"$match": {VALID_TO: None}}, *lookup.get("pipeline", [])]}}
