"""What the functions that read an entity's versions mean: which documents they must tell."""

from __future__ import annotations

from typing import Any

from designs.compiler.plan_model.physical import Param
from designs.compiler.sampling.world.things import Thing
from tests.oracle.comparing import plain
from tests.oracle.keeping import stored_values
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
    """Whether something is of the shape that a read looks for, wherever in the document it looks."""
    return all(
        any(_is_wanted(value, wanted) for value in stored_values(document, path.split(".")) or [None])
        for path, wanted in asked.items()
    )


def _is_wanted(value: Any, wanted: Any) -> bool:
    if not isinstance(wanted, dict):
        return bool(value == plain(wanted))
    if wanted.keys() == {"$elemMatch"}:
        return isinstance(value, dict) and _is_of_shape(value, wanted["$elemMatch"])
    if wanted.keys() == {"$in"}:
        return any(value == plain(one) for one in wanted["$in"])
    raise NotJudged(f"a look for a shape by {' and '.join(wanted)}")


def _is_meant(version: Json, values: Json) -> bool:
    """Whether a version has the number, or was true at the moment, that the caller names."""
    if "revision" in values:
        return bool(version.get("revision") == values["revision"])
    if "moment" not in values:
        return True
    begun, ended = plain(version["valid_from"]), version.get("valid_to")
    moment = plain(values["moment"])
    return bool(begun <= moment and (ended is None or plain(ended) > moment))
