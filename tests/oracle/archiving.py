"""What functions mean that move what is old to an archive."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from designs.compiler.model.conceptual import Retention, given
from designs.compiler.sampling.document_context import roots
from designs.compiler.sampling.world import Thing
from designs.compiler.workload.document_history import known_by
from tests.oracle.archives import archives
from tests.oracle.arithmetic import value_at
from tests.oracle.comparing import plain
from tests.oracle.projecting import StateRecords
from tests.oracle.scenario import NotJudged, Scenario, Stage

MOMENT = timedelta(seconds=1)


def standing_in(stage: Stage, name: str) -> list[Thing]:
    """Return the things whose documents a collection holds, or the one whose archive this is; of a page, those in it."""
    sources = {archive: source for source, archive in archives(stage.compilation).items()}
    records, source = StateRecords(stage.before), sources.get(name, name)
    return [
        thing
        for collection in stage.compilation.plan.collections
        if collection.name == source
        for place in roots(collection, stage.before.world, records)
        if not place.past
        for thing in ([place.thing] if place.bucket is None else place.bucket.things)
    ]


def meaning(stage: Stage, entity: str) -> Scenario:
    """Return what the function does that moves what is old: it stands in the archive afterwards, and nothing else
    changes, for what is archived is there still."""
    collection = stage.function.statements[0].collection
    things = standing_in(stage, collection)
    ages = {thing: age for thing in things if (age := _age(stage, entity, thing)) is not None}
    eldest = stage.choose(sorted(ages, key=ages.__getitem__), f"{entity} with a date")
    stage.given["since"], stage.given["cutoff"] = min(ages.values()), ages[eldest] + MOMENT
    old = [thing for thing, age in ages.items() if age <= ages[eldest]]
    for thing in old:
        stage.after.archive(stage.twin(thing))
    keys = {(name, str(plain(value))) for thing in old for name, value in _known_by(stage, thing)}
    stage.after.archive_pasts(
        collection,
        archives(stage.compilation)[collection],
        lambda past: not keys.isdisjoint((name, str(plain(value))) for name, value in past.items()),
    )
    return stage.done([])


def _known_by(stage: Stage, thing: Thing) -> Iterator[tuple[str, Any]]:
    """Yield by which field, and value, all versions of a thing are known: they go where the thing goes."""
    names = stage.before.world.names
    for name in stage.before.world.line(thing.entity):
        yield names.version_key(name), stage.key(thing)
        if natural := known_by(stage.compilation.model, names.entities[name]):
            yield natural, stage.before.values[thing].get(natural)


def _age(stage: Stage, entity: str, thing: Thing) -> datetime | None:
    """Return since when a thing is there, by the field that its retention names."""
    entities = stage.before.world.names.entities
    line = stage.before.world.line(thing.entity)
    keeping = next((name for name in line if entities[name].retention), None)
    if keeping != entity:
        return None
    began = value_at(stage.before.values[thing], _field(stage, entity))
    if began is not None and not isinstance(began, datetime):
        raise NotJudged("an age that is no date")
    return began


def _field(stage: Stage, entity: str) -> list[str]:
    retention = given(stage.before.world.names.entities[entity].retention, Retention(policy="keep"))
    return given(retention.field, "").split(".")
