"""SCHEMA_VERSION: documents move to the newest shape one by one, guarded by the old number; until
old programs are gone, both shapes can be written, and what was written so is then moved at once.

An archive holds documents in the shape that they had when they were moved there: functions of their own
move those. Earlier revisions are never written again: they stay what they were, and reads bring them to the
newest shape.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ...placement.doc_path import DocPath
from ...placement.schema_versions import NUMBER
from ...plan_model.number_format import listed
from ...workload.document_history import holds_versions, keeps_revisions
from ..context import AUDIT, OperationContext, ScriptFunction, Unsupported, loaded
from ..functions.document_versions import pasts
from ..ir.changes import Update
from ..ir.conditions import filter_of
from ..ir.expressions import FieldPath
from ..ir.predicates import Exists
from ..ir.stages import MatchStage, SortByCountStage, Stage, UnwindStage
from ..passes.same_document_results import following
from .archives import archives
from .strong_copies import with_strong_copies
from .version_steps import VersionStep, newest_of, steps

_EACH_BY_FUNCTION = ". Migrate each with the function above until none are returned."


def versions(world: OperationContext) -> Iterator[ScriptFunction]:
    """For each step between two versions: both shapes at once, one document when it is next written, what
    is left, and all that can be moved without a program; then the same of what is in the archive."""
    for step in steps(world):
        if step.in_children:
            yield _outdated(step)
            continue
        refused = None
        if world.collections[step.at.collection].kind == "bucket":
            refused = loaded("functions.buckets.kept_in_slices")(world, step.at.entity)
        for recipe in (*_both(step), *_moves(step)):
            yield _unless(refused, following(world, with_strong_copies(world, recipe)))
        if step.has_archive:
            for recipe in _moves(step.archived()):
                yield _followed_there(step.archived(), recipe)


def _unless(refused: Unsupported | None, recipe: ScriptFunction) -> ScriptFunction:
    """Return a function that is not written where something stands in its way, but if it only reads."""
    if refused is None:
        return recipe
    recipe.unsupported = refused if any(each.writes for each in recipe.statements) else None
    recipe.note = recipe.note.replace(_EACH_BY_FUNCTION, ".")
    return recipe.numbered()


def _followed_there(step: VersionStep, recipe: ScriptFunction) -> ScriptFunction:
    """The function with the results that follow in the archive: those of the collection whose archive it is."""
    there = step.at.collection
    recipe.statements = [replace(each, collection=there) for each in recipe.statements]
    followed = following(step.world, recipe)
    followed.statements = [replace(each, collection=step.collection) for each in followed.statements]
    return followed


def _moves(step: VersionStep) -> Iterator[ScriptFunction]:
    yield _lazy(step)
    yield _outdated(step)
    yield from _at_once(step)


def _both(step: VersionStep) -> Iterator[ScriptFunction]:
    """What only one of two shapes has, written for both: neither's programs miss a change."""
    new = [part for part in step.taken if part.path not in step.shared]
    old = [part for part in step.gone if step.is_in_reach(part)]
    if not old or not new:
        return
    shared = step.shared
    note = (
        f"Writes both schema versions while code for version {step.old} still runs. The {step.word} "
        f"stays at version {step.old} until migrated."
    )
    if shared:
        note += (
            f" {listed(shared)} {'changes' if len(shared) == 1 else 'change'} only then: one "
            "field can't have both versions."
        )
    recipe = step.recipe("both", "upgrade", note)
    which = step.key_param(recipe)
    yield step.write(recipe, which, Update.of(*step.values(recipe, [*old, *new], step.element(which))))


def _lazy(step: VersionStep) -> ScriptFunction:
    note = (
        f"Migrates a {step.word} from schema version {step.old} to {step.old + 1}. No match if already "
        "migrated."
    )
    recipe = step.recipe("upgrade", "upgrade", note)
    which = step.key_param(recipe)
    return step.write(recipe, which, step.moved(recipe, step.taken, step.element(which)))


def _at_once(step: VersionStep) -> Iterator[ScriptFunction]:
    """All that the server can move by itself: where nothing is made of what goes, or where it is there
    already because both shapes were written."""
    if _is_kept(step) or step.unmade or any(part.field.unique is True for part in step.taken):
        return
    come = [part.path for part in step.taken if part.path not in step.shared]
    there = dict.fromkeys(come if step.gone else [], Exists())
    there |= dict.fromkeys(step.remade, Exists(False))
    recipe = step.recipe("upgrade_all", "upgrade", _note_at_once(step, both=bool(come and step.gone)))
    needed = [] if step.gone else [part for part in step.taken if part.field.required is True]
    needed = [part for part in needed if part.path in come]
    update = step.moved(recipe, needed, step.each(there))
    if needed:
        recipe.remark(f"All get the same {listed(part.path for part in needed)}.")
    yield recipe.add("updateMany", step.collection, filter=step.everywhere(there), update=update)


def _is_kept(step: VersionStep) -> bool:
    """Whether what was is kept, document by document."""
    collection = step.world.collections[step.at.collection]
    return (holds_versions(collection) or keeps_revisions(collection)) and not step.is_archive


def _note_at_once(step: VersionStep, *, both: bool) -> str:
    """both: only documents with both shapes are moved."""
    note = f"Migrates every {step.word} from schema version {step.old} to {step.old + 1}. Safe to run again."
    if both:
        note += (
            " Only documents with all new fields (both versions were written). Migrate the others one by one."
        )
    if step.remade:
        note += f" Only documents without {' or '.join(step.remade)}, which your code must convert."
    return note


def _outdated(step: VersionStep) -> ScriptFunction:
    at = step.at
    what = f"Finds documents in which a {step.word} is" if at.spot.path else "Finds documents"
    note = f"{what} still at schema version {step.old}, in batches"
    if step.in_children:
        places = dict.fromkeys(place for of_field in step.in_children.values() for place in of_field)
        note += (
            f". No function migrates them: {listed(step.in_children)} of each is also in "
            f"{listed(places)}, so your code must migrate both."
        )
    else:
        note += _EACH_BY_FUNCTION
    recipe = step.recipe("outdated", "outdated", note)
    return recipe.add("find", step.collection, filter=step.everywhere(), sort={"_id": 1}, limit=100)


def shape_audits(world: OperationContext) -> Iterator[ScriptFunction]:
    """How many documents, sub-documents or elements there are of each shape, by the place where they stand;
    in archives and among earlier revisions too, which programs go on reading."""
    reported: set[DocPath] = set()
    for name in newest_of(world):
        for number, spot in enumerate(world.placement.spots(name)):
            if spot not in reported:
                reported.add(spot)
                suffix = f".{number + 1}" if number else ""
                yield _shapes(name, spot, suffix)
                for what, collection in _kept(world, spot.collection):
                    yield _shapes(name, DocPath(collection, spot.path, spot.arrays), f"{suffix}.{what}")


def _kept(world: OperationContext, collection: str) -> Iterator[tuple[str, str]]:
    """Where else documents of a collection are, in the shape that they had, and what these are."""
    if collection in archives(world):
        yield "archive", archives(world)[collection]
    for past in pasts(world):
        if past.collection == collection != past.into:
            yield "revisions", past.into


def _shapes(name: str, spot: DocPath, suffix: str) -> ScriptFunction:
    path = spot.down(NUMBER).path
    note = (
        f"Counts documents by {spot.collection}.{path}; null means no version. Once a version has no "
        "documents left here or in other collections, you can drop it from your code and the "
        "validator."
    )
    recipe = ScriptFunction(f"entity:{name}", f"{name}.shapes{suffix}", "audit", script=AUDIT, note=note)
    stages: list[Stage] = [UnwindStage(array) for array in spot.arrays]
    inside = spot.path and spot.path not in spot.arrays
    stages += [MatchStage(filter_of({spot.path: Exists()}))] if inside else []
    return recipe.add("aggregate", spot.collection, pipeline=[*stages, SortByCountStage(FieldPath(path))])
