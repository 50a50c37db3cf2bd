"""What functions mean that move what is of an older version of its schema to the next version."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

from designs.compiler.model.conceptual import Field, given
from designs.compiler.placement.schema_versions import NUMBER, fields_of
from designs.compiler.plan_model.physical import walk
from designs.compiler.sampling.nesting import PENDING
from designs.compiler.sampling.world import Thing
from tests.oracle.archives import archives
from tests.oracle.archiving import standing_in
from tests.oracle.arithmetic import copied, put, value_at
from tests.oracle.projecting import Documented
from tests.oracle.scenario import NotJudged, Scenario, Stage
from tests.oracle.state import Json, SharedRecords, State

Path = tuple[str, ...]
FURTHER = 7
COPIES_STAY = "Its copies aren't updated"
"""What a function says whose copies another one brings after it, which somebody calls."""


class Difference(NamedTuple):
    """How one version of an entity differs from the next at a path: a field comes, goes, is another one from now on,
    or is a list whose elements lose some of their fields."""

    path: Path
    how: Literal["comes", "goes", "is remade", "loses"]
    lost: tuple[str, ...] = ()


class Step:
    """The step of a thing's schema that a function is about. number: of the version before it."""

    def __init__(self, stage: Stage, thing: Thing, number: int) -> None:
        self.stage, self.number = stage, number
        fields = stage.before.world.fields(thing.entity)
        versions = [fields_of(fields, version) for version in (number, number + 1)]
        self.differences = list(_differences(*versions))
        self._paths = [param.path.removesuffix(".0") for param in stage.function.params.values()]

    def given_at(self, path: Path) -> Path | None:
        """Return the path of what the caller gives: the value at a path or what holds it; None where he gives neither."""
        prefixes = (path[:length] for length in range(len(path), 0, -1))
        return next((prefix for prefix in prefixes if self._is_given(".".join(prefix))), None)

    def _is_given(self, path: str) -> bool:
        return any(f".{param}".endswith(f".{path}") for param in self._paths)

    @property
    def needs_both(self) -> bool:
        """Whether all at once only what has the new values beside the old ones is moved."""
        told = self.stage.function.statements[0].comment.replace(",", " ").split()
        worked_out = told if "recomputed." in told else []  # by the function itself, in whatever it moves
        missing = [each for each in self.differences if self.given_at(each.path) is None]
        ways = {each.how for each in missing if each.how != "comes" or ".".join(each.path) not in worked_out}
        return "comes" in ways and any(each.how in ("goes", "loses") for each in self.differences)


def meaning(stage: Stage, entity: str) -> Scenario:
    """Return what a function does that moves one thing, or all, to the next version of its schema."""
    _, way, number, *_ = stage.function.recipe.split(".")
    old, collection = int(number), stage.function.statements[0].collection
    things = [
        thing for thing in _standing_in(stage, collection, entity) if _is_moved_by(stage, entity, thing, old)
    ]
    subject: Thing = stage.choose(things, f"{entity} of an older version")
    if _is_listed_by_what_comes(stage, Step(stage, subject, old)):
        raise NotJudged("lists name it by what only the next version has")
    fresh = _prepared(stage, subject, old)
    if way == "both":
        return _both(stage, subject, Step(stage, subject, old), fresh)
    moving = [subject]
    if way == "upgrade_all":
        moving += [
            thing for thing in things
            if thing is not subject and thing.version == old and not Step(stage, thing, old).needs_both
        ]  # fmt: skip
    if collection in archives(stage.compilation).values():
        for thing in things:
            stage.before.archive(thing.root)
            stage.after.archive(stage.twin(thing.root))
    for thing in moving:
        _move(
            stage, Step(stage, thing, old), thing, fresh, has_both=way == "upgrade_all" and thing is subject
        )
    scenario = stage.done([subject], [stage.twin(subject)], moving)
    key, step = stage.key(subject), Step(stage, subject, old)
    if any(COPIES_STAY in statement.comment for statement in stage.function.statements):
        keys = [stage.key(thing) for thing in moving]
        scenario = scenario._replace(
            ends=lambda before, wanted: [wanted, _with_these(before, wanted, collection, keys)]
        )
    if way != "upgrade_all" or not step.needs_both:
        return scenario
    return scenario._replace(start=lambda before, wanted: _with_both(before, wanted, collection, key))


def _is_listed_by_what_comes(stage: Stage, step: Step) -> bool:
    """Whether lists hold a value of such things that they have from the next version on: nobody is listed before."""
    listed = {stage.listed_value(relationship) for relationship in stage.before.model.links}
    return any(".".join(each.path) in listed for each in step.differences if each.how == "comes")


def _standing_in(stage: Stage, collection: str, entity: str) -> list[Thing]:
    """Return the things of an entity that stand in the documents of a collection, or of the one whose archive it is: of
    nodes inside one another those of the level that the function is about."""
    documents = set(standing_in(stage, collection))
    things = [thing for thing in stage.before.things(entity) if thing.root in documents]
    place = stage.function.recipe.split(".")[3:]
    is_of_documents = any(NUMBER in (each.filter or {}) for each in stage.function.statements)
    if len({thing.holder is None for thing in things}) > 1:  # some of them are inside others
        things = [thing for thing in things if (thing.holder is None) == is_of_documents]
    for tree in (link for link in stage.before.model.links if stage.strategy(link) == "EMBED_TREE"):
        fields = (node.field for each in stage.compilation.plan.collections for node in walk(each.fields))
        arrays = {field.name for field in fields if field.relationship == tree.name}
        level = sum(name in arrays for name in place[1:]) + 1
        if any(stage.before.world.is_a(thing, tree.to.entity) for thing in things):
            things = [thing for thing in things if stage.level(tree, thing) == level]
    return things


def _is_moved_by(stage: Stage, entity: str, thing: Thing, old: int) -> bool:
    """Whether a thing is moved by the function of this entity: of the nearest in its line that has a step then."""
    overlays = stage.compilation.plan.entity_overlays
    newest = {one.entity: one.details.get("version", 1) for one in overlays if one.kind == "SCHEMA_VERSION"}
    line = stage.before.world.line(thing.entity)
    return next((name for name in line if newest.get(name, 1) > old), None) == entity


def _differences(old: Sequence[Field], new: Sequence[Field], above: Path = ()) -> Iterator[Difference]:
    before, after = ({field.name: field for field in fields} for fields in (old, new))
    for name in before.keys() | after.keys():
        path, first, second = (*above, name), before.get(name), after.get(name)
        if first is None or second is None:
            yield Difference(path, "comes" if first is None else "goes")
        elif first.type == second.type == "object":
            yield from _differences(given(first.fields, []), given(second.fields, []), path)
        elif first != second:
            lost = _lost(first, second)
            yield Difference(path, "loses" if lost else "is remade", lost)


def _lost(old: Field, new: Field) -> tuple[str, ...]:
    """Return the fields that the elements of a list lose, none where they differ in anything else."""
    first, second = (given(field.items, None) for field in (old, new))
    if first is None or second is None:
        return ()
    names = [field.name for field in given(second.fields, [])]
    return tuple(field.name for field in given(first.fields, []) if field.name not in names)


def _prepared(stage: Stage, subject: Thing, old: int) -> Json:
    """Make a thing one of the old version, before the call; return the values that it has in the next one."""
    fresh = _values(stage.before, subject, old + 1)
    for state, thing in ((stage.after, stage.twin(subject)), (stage.before, subject)):
        values = _values(state, thing, old)
        state.give_version(thing, old, values | {"_id": state.values[thing].get("_id")})
    return fresh


def _values(state: State, thing: Thing, version: int, other: int = 0) -> Json:
    """Return the values of a thing in another version of its schema. other: how far from it the thing stands whose
    values these are."""
    own = thing.version, thing.number, state.values[thing]
    thing.version, thing.number = version, thing.number + other
    state.capture(thing, SharedRecords(state))
    values = state.values[thing]
    thing.version, thing.number, state.values[thing] = own
    return values


def _both(stage: Stage, subject: Thing, step: Step, fresh: Json) -> Scenario:
    """Return what a function does that writes the values of both versions: the thing stays one of the old version."""
    if subject.holder is not None:
        raise NotJudged("both versions of what stands inside another document")
    other, beside = _values(stage.before, subject, step.number, FURTHER), dict[str, Any]()
    for name, param in stage.function.params.items():
        for path, how, _ in step.differences:
            if f".{param.path}".endswith(f".{'.'.join(path)}") and how == "goes":
                stage.after.put(stage.twin(subject), path, copied(value_at(other, path)))
            elif f".{param.path}".endswith(f".{'.'.join(path)}"):
                stage.given[name] = beside[param.path] = _stated(fresh, path)
                stage.after.put(stage.twin(subject), path, copied(stage.given[name]))
    key, home = stage.key(subject), stage._collections.get(subject)
    scenario, sliced = stage.done([subject], [stage.twin(subject)], [subject]), _with_slices(stage, subject)
    return scenario._replace(ends=lambda before, after: [_with_values(after, home, sliced, key, beside)])


def _with_slices(stage: Stage, subject: Thing) -> set[str]:
    """Return the collections in which elements repeat things of this kind."""
    line = stage.before.world.families.line(subject.entity)
    return {
        collection.name
        for collection in stage.compilation.plan.collections
        for node in walk(collection.fields)
        if node.field.origin == "subset" and node.field.entity in line
    }


def _stated(values: Json, path: Path) -> Any:
    """Return the value at a path. Raises NotJudged where there is none yet, as of what a formula gives."""
    value = value_at(values, path)
    if value is PENDING:
        raise NotJudged(f"no value at {'.'.join(path)} in the next version")
    return value


def _with_values(
    documents: Documented, home: str | None, sliced: set[str], key: Any, values: Json
) -> Documented:
    """Return documents with values, by their paths, in the one of its home that has this id, and in the elements that tell
    it and its shape: slices repeat what stands in it."""
    written = {name: copied(own) for name, own in documents.items()}
    for name, document in ((name, each) for name, own in written.items() for each in own):
        is_it = name == home and document.get("_id") == key
        for place in [document] if is_it else _elements_of(document, key) if name in sliced else ():
            for path, value in values.items():
                put(place, path.split("."), copied(value))
    return written


def _elements_of(value: Any, key: Any) -> Iterator[Json]:
    """Yield the objects inside a value that tell this id and the version of a shape."""
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        if isinstance(inner, dict) and "schema_version" in inner and key in inner.values():
            yield inner
        else:
            yield from _elements_of(inner, key)


def _move(stage: Stage, step: Step, thing: Thing, fresh: Json, *, has_both: bool) -> None:
    twin, values = stage.twin(thing), stage.before.values[thing]
    for path, how, lost in step.differences:
        if how == "goes":
            stage.after.put(twin, path, None)
        elif how == "loses":
            stage.after.put(twin, path, _without(value_at(values, path), lost))
        elif (whole := step.given_at(path)) is not None:
            place = path if len(path) == 1 or value_at(values, path[:-1]) is not None else whole
            stage.after.put(twin, place, copied(value_at(fresh, place)))
        elif how == "comes" and has_both and step.needs_both:  # copies follow what is written beside the old
            stage.prepare(thing, path, copied(value_at(fresh, path)))
        elif how == "is remade":
            stage.prepare(thing, path, None)
    twin.version = step.number + 1


def _without(elements: Any, names: Sequence[str]) -> Any:
    if not isinstance(elements, list):
        return elements
    return [{name: value for name, value in each.items() if name not in names} for each in elements]


def _with_these(before: Documented, wanted: Documented, collection: str, keys: list[Any]) -> Documented:
    """Return the documents before, but for some of a collection, which are as they are wanted."""
    later = {str(document["_id"]): document for document in wanted[collection]}
    return before | {
        collection: [
            later[str(document["_id"])] if document["_id"] in keys else document
            for document in before[collection]
        ]
    }


def _with_both(before: Documented, wanted: Documented, collection: str, key: Any) -> Documented:
    """Return the documents before with the new values beside the old ones in the document that is moved."""
    later = {str(document["_id"]): document for document in wanted[collection]}
    return before | {
        collection: [
            _beside(document, later[str(key)]) if document["_id"] == key else document
            for document in before[collection]
        ]
    }


def _beside(old: Any, new: Any) -> Any:
    """Return all of a value, and what only another one has."""
    if isinstance(old, dict) and isinstance(new, dict):
        return {**new, **old, **{name: _beside(old[name], new[name]) for name in old.keys() & new.keys()}}
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [_beside(*pair) for pair in zip(old, new, strict=True)]
    return old
