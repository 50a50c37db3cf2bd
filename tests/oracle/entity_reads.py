"""What the functions that read an entity's versions mean: which documents they must tell."""

from __future__ import annotations

from typing import Any

from designs.compiler.plan_model.physical import Param
from designs.compiler.sampling.world.things import Thing
from tests.oracle.comparing import plain
from tests.oracle.projecting import Projector
from tests.oracle.scenario import NotJudged, Scenario, Stage
from tests.oracle.state import Json


def meaning(stage: Stage, entity: str) -> tuple[Scenario, tuple[Json, ...]]:
    """Return the call of a read, and the documents that it must tell."""
    statement = stage.function.statements[-1]
    asked = statement.filter if isinstance(statement.filter, dict) else {}
    if stage.function.purpose not in ("read", "outdated") or len(stage.function.statements) > 1:
        raise NotJudged(f"a read of purpose {stage.function.purpose} of an entity")
    documents = Projector(stage.compilation, stage.before).all().get(statement.collection)
    if documents is None:
        raise NotJudged("a read of what is in no collection of the design")
    if stage.function.purpose == "outdated":
        return stage.gone([], []), tuple(one for one in documents if _is_of_shape(one, asked))
    reference = next((name for name, value in asked.items() if _is_identity(value)), "")
    held = {str(plain(one.get(reference))) for one in documents}
    things = [one for one in stage.before.things(entity) if str(plain(stage.key(one))) in held]
    thing: Thing = stage.choose(things, f"{entity} with versions")
    scenario = stage.gone([thing], [])
    own = [one for one in documents if plain(one.get(reference)) == plain(stage.key(thing))]
    return scenario, tuple(one for one in own if _is_meant(one, scenario.values))


def _is_identity(value: Any) -> bool:
    return isinstance(value, Param) and value.path == "_id"


def _is_of_shape(document: Json, asked: Json) -> bool:
    versions = {name: value for name, value in asked.items() if not isinstance(value, dict)}
    return all(document.get(name) == value for name, value in versions.items())


def _is_meant(version: Json, values: Json) -> bool:
    """Whether a version has the number, or was true at the moment, that the caller names."""
    if "revision" in values:
        return bool(version.get("revision") == values["revision"])
    if "moment" not in values:
        return True
    begun, ended = plain(version["valid_from"]), version.get("valid_to")
    moment = plain(values["moment"])
    return bool(begun <= moment and (ended is None or plain(ended) > moment))
