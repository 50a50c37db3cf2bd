"""What the functions mean that keep copies, results and trees true, and those of entities with a history."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bson import Decimal128

from designs.compiler.model.conceptual import Operation, Relationship, given
from designs.compiler.plan_model.physical import Collection, DocField, walk
from designs.compiler.sampling.document_context import roots
from designs.compiler.sampling.nesting import PENDING
from designs.compiler.sampling.world import Link, Thing
from designs.compiler.workload.document_history import VALID_TO, holds_versions
from designs.compiler.workload.list_order import list_order
from tests.oracle import archiving, upgrading
from tests.oracle.arithmetic import computed_paths, copied, put, value_at
from tests.oracle.making import new_value
from tests.oracle.near_values import naming, told_alike
from tests.oracle.operations import inserted
from tests.oracle.projecting import Documented, StateRecords
from tests.oracle.scenario import NotJudged, Scenario, Stage
from tests.oracle.shapes import has_as_meant
from tests.oracle.state import Json
from tests.oracle.stored_where import is_outermost, is_written_first, nested_trees


def of_relationship(stage: Stage, relationship: Relationship) -> Scenario:
    """Return what a function of a relationship means that is no change of a link."""
    known: dict[str, Callable[[Stage, Relationship], Scenario]] = {
        "sync": _sync, "rename": _rename, "replace": _replace, "order": _order, "rebuild": _rebuild,
    }  # fmt: skip
    if stage.function.purpose not in known:
        raise NotJudged(f"purpose {stage.function.purpose}")
    return known[stage.function.purpose](stage, relationship)


def of_entity(stage: Stage, entity: str) -> Scenario:
    """Return what a function of an entity means."""
    entity = entity.split(":")[0]
    known: dict[str, Callable[[Stage, str], Scenario]] = {
        "compute": _compute, "recompute": _compute, "change": _change, "sync": _change,
        "count": _count,
        "archive": archiving.meaning, "upgrade": upgrading.meaning, "insert": _inserted,
    }  # fmt: skip
    if stage.function.purpose not in known:
        raise NotJudged(f"purpose {stage.function.purpose} of an entity")
    return known[stage.function.purpose](stage, entity)


def _inserted(stage: Stage, entity: str) -> Scenario:
    return inserted(stage, Operation(name=f"{entity}.add", kind="insert", entity=entity))


# --- copies -------------------------------------------------------------------------------------


def _sync(stage: Stage, relationship: Relationship) -> Scenario:
    """A source has changed, and the function brings its copies after it; a strong one changes both."""
    side = "from" if ".sync.to" in stage.function.recipe else "to"
    is_declared = any(one.of == side and one.policy == "strong" for one in given(relationship.copies, []))
    strong = is_declared and any(statement.transaction for statement in stage.function.statements)
    links, nested = stage.before.links_of(relationship.name), nested_trees(stage)
    links = [one for one in links if is_outermost(stage, nested, one.end(side))]
    links = [one for one in links if is_written_first(stage, one.end(side))] if strong else links
    links = [one for one in links if stage.finds(one.end(side))]
    link = stage.choose(links, "link")
    source = link.end(side)
    if any(statement.op == "aggregate" for statement in stage.function.statements) and _is_open(stage, link):
        raise NotJudged("any of several with an equal place in its order may be in a slice")
    for param in stage.function.params.values():
        if stage.is_new(param) and param.path:
            _put_new(stage, source, param.path)
    scenario = stage.done(
        [source, link, link.source, link.target], [stage.twin(source), stage.twin(link)], [source]
    )
    scenario = _without_value(stage, source, stage.given_id(scenario, source))
    if strong:
        return scenario
    key = stage.key(source)
    kept = {statement.collection for statement in stage.function.statements if statement.writes}
    others = _of_others(stage, relationship)
    if paths := _paths_of_one_place(stage):
        is_told = any(
            param.path == "_id" for param in stage.function.params.values()
        )  # others name its parent
        named = scenario if is_told else naming(stage, relationship, scenario, source)
        return named._replace(
            start=lambda before, wanted: (
                wanted
                | {
                    name: [_with_old(one, _twin_of(one, before[name]), paths) for one in wanted[name]]
                    for name in kept
                }
            )
        )
    return scenario._replace(start=lambda before, wanted: _with_source(before, wanted, key, kept, others))


def _without_value(stage: Stage, source: Thing, scenario: Scenario) -> Scenario:
    """Return the call with null for a result that the source does not have: no document but its own tells it."""
    records, twin = StateRecords(stage.after), stage.twin(source)
    results = computed_paths(stage.before, source)
    absent = {
        name: None
        for name, param in stage.function.params.items()
        if stage.is_new(param) and (param.path,) in results and records.look(twin, param.path) is None
    }
    return scenario._replace(values=scenario.values | absent, nobody=(*scenario.nobody, *absent))


def _naming(stage: Stage, relationship: Relationship, scenario: Scenario, source: Thing) -> Scenario:
    """Return the call with the id of a source wherever the function looks for it; where that is given as the id of a
    document, what else it is given names its parent."""
    is_told = any(param.path == "_id" for param in stage.function.params.values())
    return scenario if is_told else naming(stage, relationship, scenario, source)


def _paths_of_one_place(stage: Stage) -> list[list[str]]:
    """Return where a function writes copies of which others of the same documents have a function of their own: in nodes
    of another level, say. Nothing where it is the only one of its collection."""
    own = {one.collection for one in stage.function.statements if one.writes}
    stem = stage.function.recipe.rstrip("0123456789").rstrip(".")
    recipes = {
        one.recipe
        for one in stage.compilation.plan.statements
        if one.writes and one.collection in own and one.recipe.rstrip("0123456789").rstrip(".") == stem
    }
    written = [path for one in stage.function.statements if one.writes for path, _ in one.written]
    return (
        [[step for step in path.split(".") if step[0] != "$"] for path in written] if len(recipes) > 1 else []
    )


def _with_old(new: Any, old: Any, paths: list[list[str]]) -> Any:
    """Return a document as it is to be, with what stands at some paths as it was."""
    if isinstance(new, list) and isinstance(old, list) and len(new) == len(old):
        return [_with_old(one, other, paths) for one, other in zip(new, old, strict=True)]
    if not isinstance(new, dict) or not isinstance(old, dict):
        return new
    ends = {path[0] for path in paths if len(path) == 1}
    mixed = {
        name: _with_old(value, old.get(name), _below(paths, name))
        for name, value in new.items()
        if name not in ends
    }
    return mixed | {name: old[name] for name in ends & old.keys()}


def _below(paths: list[list[str]], name: str) -> list[list[str]]:
    return [path[1:] for path in paths if path[0] == name and len(path) > 1]


def _is_open(stage: Stage, link: Link) -> bool:
    """Return whether the order of what a thing links to leaves open what comes first: the server sorts what is equal
    in any order (manual, $sort: sort consistency)."""
    path, _ = list_order(link.relationship, stage.before.world.names.entities[link.relationship.to.entity])
    records = StateRecords(stage.before)
    siblings = stage.before.links(link.relationship.name, "from", link.source)
    values = [str(records.look(each.target, path)) for each in siblings]
    return len(set(values)) < len(values)


def _of_others(stage: Stage, relationship: Relationship) -> dict[str, set[str]]:
    """Return by collection the fields that other functions keep: those of other relationships, and of this one, where
    both of its ends are alike, what the function of the other end writes."""
    ends = (relationship.from_.entity, relationship.to.entity)
    alike = ends[0] in stage.before.world.families.line(ends[1])
    fields: dict[str, set[str]] = {}
    for collection in stage.compilation.plan.collections:
        named = {field.name: field.relationship for field in collection.fields if field.relationship}
        own = {name for name, of in named.items() if of == relationship.name}
        written = {
            path.partition(".")[0]
            for statement in stage.function.statements
            if statement.collection == collection.name
            for path, _ in statement.written
        }
        fields[collection.name] = named.keys() - (own & written if alike else own)
    return fields


def _with_source(
    before: Documented, wanted: Documented, key: Any, kept: set[str], others: dict[str, set[str]]
) -> Documented:
    """Return the documents before with those of the source as they are to be, and with what it was before. kept: the
    collections whose copies the function is for; other functions have brought those elsewhere after the source, and
    in the same documents what stands there for other relationships."""
    return {
        name: wanted[name]
        if name not in kept
        else [
            *(
                _twin_of(one, wanted[name])
                if one.get("_id") == key
                else _with_fields(one, _twin_of(one, wanted[name]), others[name])
                for one in documents
            ),
            *_what_it_was(documents, wanted[name], key),
        ]
        for name, documents in before.items()
    }


def _with_fields(document: Json, twin: Json, names: set[str]) -> Json:
    """Return a document with some fields as its twin has them."""
    mine = {name: value for name, value in document.items() if name not in names}
    return mine | {name: value for name, value in twin.items() if name in names}


def _what_it_was(before: list[Json], wanted: list[Json], key: Any) -> list[Json]:
    """Return the new documents that keep what the source was."""
    ids = [one.get("_id") for one in before]
    return [one for one in wanted if one.get("_id") not in ids and key in one.values()]


def _twin_of(document: Json, documents: list[Json]) -> Json:
    return next((one for one in documents if one.get("_id") == document["_id"]), document)


def _put_new(stage: Stage, owner: Thing | Link, path: str) -> bool:
    """Give something another value; whether there is one."""
    own = stage.own_path(owner, path)
    value = new_value(stage, owner, own)
    if value is None:
        return False
    stage.after.put(stage.twin(owner), own, value)
    return bool(value != value_at(stage.before.values[owner], own))


def _rename(stage: Stage, relationship: Relationship) -> Scenario:
    link = stage.choose(stage.before.links_of(relationship.name), "link")
    renamed = link.source if stage.strategy(relationship) == "FOLD_ONE" else link.target
    fields = stage.before.world.fields(renamed.entity)
    names = [name for name in stage.function.params if stage.is_new(stage.function.params[name])]
    if not names:
        raise NotJudged("a rename without a new name")
    last = stage.function.params[names[0]].path.removesuffix(".0").rpartition(".")[2]
    own = stage.listed_value(relationship)
    own = own or next((one.name for one in fields if last.endswith(one.name) and one.name != "_id"), None)
    if own is None:
        own = next((one.name for one in fields if one.name != "_id" and one.type == "string"), None)
    if own is None:
        raise NotJudged("a rename of what has no name")
    value = new_value(stage, renamed, (own,))
    if value is None:
        raise NotJudged("no other value for the field")
    old, is_a_value = (
        value_at(stage.before.values[renamed], (own,)),
        stage.strategy(relationship) == "VALUE_ARRAY",
    )
    told, alike = {}, _of_value(stage, renamed.entity, own, old) if is_a_value else [renamed]
    if stage.strategy(relationship) == "FOLD_ONE":
        told, alike = _telling(stage, renamed, names), told_alike(stage, relationship, renamed)
    for one in alike:
        stage.after.put(stage.twin(one), (own,), value)
    scenario = stage.done([renamed, link, link.source], [stage.twin(renamed), stage.twin(link)], alike)
    made = dict(scenario.values)
    for name in names:
        made[name] = value
    if is_a_value:
        made |= {name: old for name in stage.function.params if name not in (*names, "now")}
    return scenario._replace(values=made | told)


def _telling(stage: Stage, parent: Thing, new: list[str]) -> Json:
    """Return the parameters that tell which parent is meant, which may have a parent of its own entity too. new: those
    that give it new values."""
    fields = [one.name for one in stage.before.world.fields(parent.entity)]
    ends = {
        name: param.path.removesuffix(".0").rpartition(".")[2]
        for name, param in stage.function.params.items()
        if name not in new
    }
    told = {
        name: max((one for one in fields if last.endswith(one)), key=len, default="")
        for name, last in ends.items()
    }
    values = {name: stage.before.values[parent].get(own) for name, own in told.items()}
    return {name: value for name, value in values.items() if value is not None}


def _of_value(stage: Stage, entity: str, name: str, value: Any) -> list[Thing]:
    """Return all that have a value, which stands for each of them where values are listed."""
    things = stage.before.things(entity)
    return [one for one in things if value_at(stage.before.values[one], (name,)) == value]


def _replace(stage: Stage, relationship: Relationship) -> Scenario:
    link = stage.choose(stage.before.links_of(relationship.name), "link")
    back = stage.function.recipe.endswith("replace_back")
    near, far = ("to", "from") if back else ("from", "to")
    thing = link.end(near)
    others = [one for one in stage.before.things(link.end(far).entity) if one is not thing]
    known = [one.end(far) for one in stage.before.links(relationship.name, near, thing)]
    more = [one for one in others if one not in known and stage.has_room(relationship, far, one)][:1]
    stage.after.cut(stage.twin(stage.before.links(relationship.name, near, thing)[0]))
    for one in more:
        ends = (thing, one) if near == "from" else (one, thing)
        made = stage.after.join(relationship, stage.twin(ends[0]), stage.twin(ends[1]))
        stage.after.values[made] = stage.making.link_values(made)
    return stage.done([thing], [stage.twin(thing)], [thing])


def _order(stage: Stage, relationship: Relationship) -> Scenario:
    parents = [link.source for link in stage.before.links_of(relationship.name)]
    able = [one for one in parents if len(stage.before.links(relationship.name, "from", one)) > 1]
    parent = stage.choose(able, "node with several children")
    stage.after.links(relationship.name, "from", stage.twin(parent)).reverse()
    scenario = stage.done([parent], [stage.twin(parent)], [parent])
    ids = [stage.key(link.target) for link in stage.before.links(relationship.name, "from", parent)]
    lists = {
        name: ids if name.endswith("AsRead") else ids[::-1]
        for name, param in stage.function.params.items()
        if param.path not in ("_id", "")
    }
    return scenario._replace(values=scenario.values | lists)


def _rebuild(stage: Stage, relationship: Relationship) -> Scenario:
    roles = {"ancestors": [], "left": 0, "right": 0, "path": ","}
    if not stage.before.links_of(relationship.name):
        raise NotJudged("no link to try it on")
    places = [
        (collection.name, one.path, roles[one.field.role])
        for collection in stage.compilation.plan.collections
        for one in walk(collection.fields)
        if one.field.relationship == relationship.name and one.field.role in roles and not one.arrays[:-1]
    ]
    kinds = stage.before.world.kinds
    told = kinds.field(relationship.to.entity), kinds.values(relationship.to.entity)
    return stage.done([])._replace(start=lambda before, wanted: _spoilt(before, places, *told))


def _spoilt(
    before: Documented, places: list[tuple[str, str, Any]], kind: str, nodes: tuple[str, ...]
) -> Documented:
    """Return documents with wrong values at these places. kind: the field that tells subtypes apart, "" where there
    are none; nodes: its values for the nodes of the tree."""
    made: Documented = copied(before)
    for collection, path, value in places:
        for document in made[collection]:
            if kind in document and document[kind] not in nodes:
                continue
            inner: Any = document
            *above, last = path.split(".")
            for name in above:
                inner = inner.get(name, {}) if isinstance(inner, dict) else {}
            if isinstance(inner, dict) and last in inner:
                inner[last] = value
    return made


# --- results --------------------------------------------------------------------------------------


def _reached(stage: Stage, entity: str) -> list[Thing]:
    """Return the things that a function reaches by the id of a document: subtypes may stand in collections of
    their own, and things inside others."""
    things = stage.before.things(entity)
    named = {param.collection for param in stage.function.params.values() if param.path == "_id"}
    if not named:
        return things
    records = StateRecords(stage.before)
    documents = [
        place.thing
        for collection in stage.compilation.plan.collections
        if collection.name in named
        for place in roots(collection, stage.before.world, records)
    ]
    found = [thing for thing in things if thing.root in documents]
    return [thing for thing in found if thing.holder is None] or found


def _compute(stage: Stage, entity: str) -> Scenario:
    """Results are wrong, and the function works them out anew."""
    thing = stage.choose(_reached(stage, entity), entity)
    scenario = stage.done([thing], [stage.twin(thing)], [thing])
    # Another entity's result of the same name is a source of it, and not the function's to mend.
    written = {one.collection for one in stage.function.statements}
    collections = stage.compilation.plan.collections
    stored = [one for one in collections if one.kind != "revisions" and one.name in written]
    names = [*{*_told(stage)}.difference(each.path for each in stage.function.params.values())]  # a shard key
    key = stage.key(thing) if stage.function.params else None
    return scenario._replace(start=lambda before, wanted: _mistaken(before, stored, names, key))


def _told(stage: Stage) -> list[str]:
    """Return the paths that the function says it works out."""
    words = stage.function.statements[0].comment.replace(",", " ").replace(".  ", " ").split()
    return [one.rstrip(".:;") for one in words]


def _mistaken(before: Documented, stored: list[Collection], names: list[str], key: Any) -> Documented:
    """Return the documents with other results. Earlier versions keep theirs: nothing refers to them any more, so that
    nobody could work out what they were."""
    made: Documented = copied(before)
    for collection in stored:
        versions = holds_versions(collection)
        for document in made[collection.name]:
            is_earlier = versions and document.get(VALID_TO) is not None
            if not is_earlier and (key is None or document.get("_id") == key):
                _wrong(document, collection.fields, "", names)
    return made


def _wrong(value: Any, fields: tuple[DocField, ...], above: str, names: list[str]) -> None:
    for field in fields:
        path = f"{above}{field.name}"
        held = value.get(field.name) if isinstance(value, dict) else None
        if field.origin == "computed" and path in names and field.name in value:
            if isinstance(held, Decimal128):
                value[field.name] = Decimal128(held.to_decimal() + 1)
            elif isinstance(held, int | float) and not isinstance(held, bool):
                value[field.name] = type(held)(held + 1)
        elif isinstance(held, dict):
            _wrong(held, field.fields, f"{path}.", names)


# --- entities with a history, counters ------------------------------------------------------------


def _change(stage: Stage, entity: str) -> Scenario:
    if ".take." in stage.function.recipe or ".give_back." in stage.function.recipe:
        raise NotJudged("places in a grid")
    params = stage.function.params
    written = [param for param in params.values() if stage.is_new(param) and not param.parts]
    written += [part for param in params.values() if param.parts for part in param.value.values()]
    paths = [each.path.split(".") for each in written if each.path]
    things = [
        each
        for each in _reached(stage, entity)
        if all(has_as_meant(stage.before, each, path) for path in paths) is not stage.may_be_unlike
    ]
    thing = stage.choose(things, f"{entity} of the version that is written")
    names = [name for name, param in params.items() if stage.is_new(param) and not param.parts]
    changes = [_put_new(stage, thing, params[name].path) for name in names]
    changes += [_put_some(stage, thing, name) for name, param in params.items() if param.parts]
    if not any(changes):
        raise NotJudged("a change of nothing")
    scenario = stage.done([thing], [stage.twin(thing)], [thing])
    return scenario._replace(after=scenario.before, refused=True) if stage.may_be_unlike else scenario


def _put_some(stage: Stage, thing: Thing, name: str) -> bool:
    """Give some of the fields that a call may change other values, as many as chance says; whether there are any."""
    others = {}
    for part, param in stage.function.params[name].value.items():
        try:
            path = stage.own_path(thing, param.path)
        except NotJudged:
            path = (param.path.rpartition(".")[2],)  # an optional field that it does not have
        value = new_value(stage, thing, path)
        if value is not None and value != value_at(stage.before.values[thing], path):
            others[part] = path, value
    if not others:
        return False
    chosen = stage.dice.sample(sorted(others), stage.dice.randint(1, len(others)))
    for part in chosen:
        stage.after.put(stage.twin(thing), *others[part])
    params = stage.function.params[name].value
    stage.given[name] = {part: stage.as_stored(params[part], [thing], others[part][1]) for part in chosen}
    return True


def _count(stage: Stage, entity: str) -> Scenario:
    names = stage.function.recipe.partition(".hit.")[2].split(".")
    path = tuple(name for name in names if not name.isdigit())  # a number tells functions of one name apart
    thing = stage.choose(_reached(stage, entity), entity)
    hits = round(1 / (stage.function.statements[0].chance or 1))
    held = value_at(stage.before.values[thing], path) or 0
    if held is PENDING:
        return _counted_beside(stage, thing, path, hits)
    if not isinstance(held, int | float):
        raise NotJudged("a counter that is no number")
    stage.after.put(stage.twin(thing), path, type(held)(held + hits))
    return stage.done([thing], [stage.twin(thing)], [thing])


def _counted_beside(stage: Stage, thing: Thing, path: tuple[str, ...], hits: int) -> Scenario:
    """Return the call that counts on from what a formula gave: the document says more from then on."""
    if thing.holder is not None:
        raise NotJudged("a counter inside another document that a formula gives as well")
    collection, key = stage.function.statements[0].collection, stage.key(thing)

    def counted(before: Documented) -> Documented:
        own = copied(before[collection])
        for document in (each for each in own if each["_id"] == key):
            held = value_at(document, path)
            put(document, path, _more(held, hits))
        return before | {collection: own}

    scenario = stage.done([thing], [stage.twin(thing)], [thing])
    scenario = scenario._replace(after=stage.after)
    return scenario._replace(ends=lambda before, after: [counted(before)])


def _more(held: Any, hits: int) -> Any:
    return Decimal128(held.to_decimal() + hits) if isinstance(held, Decimal128) else (held or 0) + hits
