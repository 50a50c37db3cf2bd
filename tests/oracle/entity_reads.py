"""What the functions that read an entity's versions mean: which documents they must tell."""

from __future__ import annotations

from typing import Any

from designs.compiler.plan_model.physical import Param, Statement
from designs.compiler.sampling.world import Thing
from tests.oracle.archives import archives
from tests.oracle.archiving import standing_in
from tests.oracle.arithmetic import value_at
from tests.oracle.comparing import plain
from tests.oracle.keeping import stored_values
from tests.oracle.projecting import Projector
from tests.oracle.scenario import NotJudged, Scenario, Stage
from tests.oracle.state import Json

NUMBERS = ("revision", "revision_number")
"""What the parameter is called that names a revision: as its field is."""


def meaning(stage: Stage, entity: str) -> tuple[Scenario, tuple[Json, ...]]:
    """Return the call of a read, and the documents that it must tell."""
    statement = stage.function.statements[-1]
    asked = _asked(statement)
    if stage.function.purpose not in ("read", "outdated") or len(stage.function.statements) > 1:
        raise NotJudged(f"a read of purpose {stage.function.purpose} of an entity")
    if statement.collection in archives(stage.compilation).values():
        for thing in standing_in(stage, statement.collection)[::2]:
            stage.before.archive(thing)
    documents = Projector(stage.compilation, stage.before).all().get(statement.collection)
    if documents is None:
        raise NotJudged("a read of what is in no collection of the design")
    if stage.function.purpose == "outdated":
        return stage.gone([], []), tuple(one for one in documents if _is_of_shape(one, asked))
    reference, param = next(((name, value) for name, value in asked.items() if _is_key(value)), ("", None))
    held = {str(plain(document.get(reference))) for document in documents}
    things = [thing for thing in stage.before.things(entity) if _key_of(stage, thing, param) in held]
    thing: Thing = stage.choose(things, f"{entity} with versions")
    scenario = stage.gone([thing], [])
    key = _key_of(stage, thing, param)
    own = [document for document in documents if str(plain(document.get(reference))) == key]
    return scenario, tuple(one for one in own if _is_meant(one, scenario.values))


def _asked(statement: Statement) -> Json:
    """Return the filter of a read, which is the first stage of a pipeline."""
    stages = statement.pipeline if isinstance(statement.pipeline, list) else [{}]
    asked = statement.filter if isinstance(statement.filter, dict) else stages[0].get("$match")
    return asked if isinstance(asked, dict) else {}


def _is_key(value: Any) -> bool:
    """Whether a value of a filter says whose versions are asked for, by an id or by a natural key."""
    return isinstance(value, Param) and value.name not in (*NUMBERS, "moment")


def _key_of(stage: Stage, thing: Thing, param: Param | None) -> str:
    """Return what all versions of a thing have alike."""
    is_natural = param is not None and param.path != "_id"
    key = value_at(stage.before.values[thing], param.path.split(".")) if is_natural else stage.key(thing)
    return str(plain(key))


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
    number = next((name for name in NUMBERS if name in values), None)
    if number is not None:
        return bool(version.get(number) == values[number])
    if "moment" not in values:
        return True
    begun, ended = plain(version["valid_from"]), version.get("valid_to")
    moment = plain(values["moment"])
    return bool(begun <= moment and (ended is None or plain(ended) > moment))
