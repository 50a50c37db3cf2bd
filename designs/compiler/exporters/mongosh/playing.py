"""What calls leave of the sample documents, as far as their statements say it plainly, and whether a guard stops one.

What a pipeline computes, or a statement reads by stages, is unknown here: it equals everything, and refuses nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from ...plan_model.physical import (
    BuiltValue,
    Collection,
    Outcome,
    Param,
    PlannedIndex,
    Statement,
    markers,
    parameters,
)
from ...sampling import resolve
from ...sampling.answers import Samples, at, matches, passes, values_on
from .bounds import is_within_bounds, keys_in
from .evaluating import UNKNOWN, Unknown, evaluated, has_unknown, is_followed, reached

Json = dict[str, Any]
_NUMBERS = (int, float)


class Refused(Exception):
    """A guard of a call, a unique index or a validator stops it."""


class PlayedDocuments:
    """The sample documents of all collections, as the calls so far have left them."""

    def __init__(self, collections: Iterable[Collection], samples: Samples) -> None:
        self.samples = samples
        self.documents: dict[str, list[Json]] = {}  # of the collections that calls have changed
        planned = list(collections)
        self._unique = {
            collection.name: [index for index in collection.indexes if index.options.get("unique")]
            for collection in planned
            if collection.kind != "timeseries"
        }
        self._validators = {collection.name: collection.validator for collection in planned}
        # By document and index, which stay as they are.
        self._keys: dict[tuple[int, int], tuple[Json, set[str]]] = {}

    def of(self, collection: str) -> list[Json]:
        """The documents of a collection now."""
        return self.documents.get(collection) or (
            [] if collection in self.documents else list(self.samples.get(collection, []))
        )

    def play(self, recipe: Sequence[Statement]) -> bool:
        """Run a call, with the values of its parameters; leave everything as it is where it is refused."""
        before = dict(self.documents)
        try:
            _Call(self, recipe).run()
        except Refused:
            self.documents = before
            return False
        return True

    def finds(self, recipe: Sequence[Statement]) -> bool:
        """Whether a read answers with something, as far as its statements tell it."""
        try:
            return _is_found(_Call(self, recipe).run())
        except Refused:
            return False

    # --- what statements change ---

    def matching(self, collection: str, filter: Mapping[str, Any]) -> list[Json]:
        """The documents that a filter finds, and those that it may find: what it asks for of them is unknown."""
        return [document for document in self.of(collection) if _may_match(document, filter)]

    def surely_matching(self, collection: str, filter: Mapping[str, Any]) -> list[Json]:
        """The documents that a filter finds, whatever is unknown of them."""
        every = self.matching(collection, filter)
        return [each for each in every if not _hangs_on_unknown(each, filter)]

    def insert(self, collection: str, document: Json) -> None:
        """Add a document. Raises Refused where another has its keys, or its validator doesn't take its lists."""
        others = self.of(collection)
        is_told_by_id = collection in self._unique and "_id" in document
        if is_told_by_id and any(each.get("_id") == document["_id"] for each in others):
            raise Refused
        self._check(collection, document, others)
        self.documents[collection] = [*others, document]

    def replace(self, collection: str, old: Json, new: Json) -> None:
        """Put a document in the place of another. Raises Refused where a third one has its keys, or its validator doesn't
        take its lists."""
        others = [each for each in self.of(collection) if each is not old]
        self._check(collection, new, others)
        self.documents[collection] = [new if each is old else each for each in self.of(collection)]

    def delete(self, collection: str, gone: list[Json]) -> None:
        """Take documents away."""
        ids = {id(each) for each in gone}
        self.documents[collection] = [each for each in self.of(collection) if id(each) not in ids]

    def _check(self, collection: str, document: Json, others: list[Json]) -> None:
        if not is_within_bounds(self._validators.get(collection), document):
            raise Refused
        for index in self._unique.get(collection, ()):
            keys = self._keys_of(document, index)
            if keys and not all(keys.isdisjoint(self._keys_of(other, index)) for other in others):
                raise Refused

    def _keys_of(self, document: Json, index: PlannedIndex) -> set[str]:
        """The keys of a document, looked for once. The document is held, so that no other gets its number."""
        place = id(document), id(index)
        if place not in self._keys:
            self._keys[place] = document, keys_in(document, index)
        return self._keys[place][1]


def _may_match(document: Json, filter: Mapping[str, Any]) -> bool:
    """Whether a document passes a filter, as far as what it asks for is known; not where so many elements must stay of a
    list that is unknown, or where one of that is asked for as it was."""
    stays = _list_that_stays(filter.get("$expr"))
    if stays and any(isinstance(document[name], Unknown) and f"'${name}'" in stays for name in document):
        return False
    return all(
        _has_element(document, path, wanted)
        if _is_whole_element(wanted)
        else passes(document, path, wanted) or _is_unknown(document, path.split("."))
        for path, wanted in filter.items()
    )


def _hangs_on_unknown(document: Json, filter: Mapping[str, Any]) -> bool:
    """Whether a filter asks a document for what is unknown."""
    return any(_is_unknown(document, path.split(".")) for path in filter)


def _is_whole_element(wanted: Any) -> bool:
    """Whether a filter asks for an object, all that is in it."""
    return isinstance(wanted, dict) and bool(wanted) and not any(name.startswith("$") for name in wanted)


def _has_element(document: Json, path: str, wanted: Json) -> bool:
    """Whether a list is known to have an element."""
    return any(not has_unknown(value) and value == wanted for value in values_on(document, path.split(".")))


def _list_that_stays(expression: Any) -> str:
    """What an expression counts the elements of that stay, spelled out; "" where it counts none."""
    counted = expression.get("$gte", [None])[0] if isinstance(expression, dict) else None
    some = counted.get("$size") if isinstance(counted, dict) else None
    return repr(some["$filter"]["input"]) if isinstance(some, dict) and "$filter" in some else ""


def _is_unknown(value: Any, steps: Sequence[str]) -> bool:
    """Whether something on the way to a path, or there, is unknown."""
    if isinstance(value, list):
        return any(_is_unknown(each, steps) for each in value)
    if isinstance(value, Unknown) or not steps or not isinstance(value, dict):
        return isinstance(value, Unknown)
    return _is_unknown(value.get(steps[0]), steps[1:])


class _Call:
    """One call of a function: what its statements have returned so far, by step."""

    def __init__(self, played: PlayedDocuments, recipe: Sequence[Statement]) -> None:
        self._played, self._recipe = played, recipe
        given = reversed(parameters(list(recipe)))
        self._outcomes: Json = {param.name: resolve(param, played.samples, {}) for param in given}
        self._retries = any(statement.retry for statement in recipe)
        self._tried = {step for statement in recipe for step in statement.beside}

    def run(self) -> Any:
        """Run all statements; return what the last one returned. Raises Refused where one of them stops the call."""
        given = parameters(list(self._recipe))
        if any((param.parts and not self._changes(param)) or self._names_nothing(param) for param in given):
            raise Refused
        outcome: Any = None
        for statement in self._recipe:
            if statement.unless and _is_found(self._outcomes.get(statement.unless)):
                continue
            if statement.only_with is not None and self._value(statement.only_with) is None:
                continue
            if statement.each:
                self._each(statement)
                continue
            outcome = self._result_of(statement)
            if statement.step:
                self._outcomes[statement.step] = outcome
            beside = any(_is_found(self._outcomes.get(step)) for step in statement.beside)
            if statement.must_match and not _is_found(outcome) and not beside:
                raise Refused
            is_used = bool(outcome) and not isinstance(outcome, Unknown) and statement.op != "aggregate"
            if statement.must_miss and (is_used or self._asks_for_unknown(statement)):
                raise Refused
            if statement.ends and not _is_found(outcome):
                return None
        return outcome

    def _changes(self, param: Param) -> bool:
        """Whether an object of changes has any."""
        return any(value is not None for value in self._outcomes[param.name].values())

    def _names_nothing(self, param: Param) -> bool:
        """Whether no sample has a document, or the id of one, that the call must be given."""
        is_needed = param.value is UNSET and param.collection and not param.optional
        named = [step for step in param.path.split(".") if not step.isdigit()]
        return bool(is_needed) and self._outcomes[param.name] is None and named[-1] in ("", "_id")

    def _names_rightly(self, update: Any) -> bool:
        """Whether each element of the lists that an update puts there names a document that was found, and, where the two
        are linked once, another one; what nobody knows names rightly."""
        for built in _built(update, "with_copies"):
            elements, reference, sources, _, _, *once = self._value(built.parts)
            if isinstance(sources, Unknown) or has_unknown(elements) or not isinstance(elements, list):
                continue
            source_ids = {str(each["_id"]) for each in sources or ()}
            ids = [each if reference == "" else each.get(reference) for each in elements]
            named = [str(each) for each in ids if each is not None]
            if not source_ids.issuperset(named) or (any(once) and len(set(named)) < len(named)):
                return False
        return True

    def _asks_for_unknown(self, statement: Statement) -> bool:
        """Whether it asks for documents of ids that nobody knows."""
        lists = (each for each in markers(statement) if isinstance(each, Outcome) and each.many)
        return any(isinstance(self._outcomes.get(each.step), Unknown) for each in lists)

    def _each(self, statement: Statement) -> None:
        every = self._outcomes.get(statement.each)
        for document in every if isinstance(every, list) else ():
            self._outcomes["each"] = document
            self._result_of(statement)

    def _value(self, value: Any) -> Any:
        return resolve(value, self._played.samples, self._outcomes)

    def _result_of(self, statement: Statement) -> Any:
        name, op = statement.collection, statement.op
        if op in ("insertOne", "insertMany"):
            return self._insert(statement)
        if op == "aggregate":
            return _staged(self._played, name, self._value(statement.pipeline))
        filter = self._value(statement.filter or {})
        is_needed = statement.must_match or statement.step in self._tried
        matching = (self._played.surely_matching if is_needed else self._played.matching)(name, filter)
        if op == "find":
            return UNKNOWN if has_unknown(filter) else matching
        if op in ("findOne", "countDocuments"):
            beyond = matching[(statement.options or {}).get("skip", 0) :]
            return beyond[0] if beyond else None
        chosen = matching if op.endswith("Many") else matching[:1]
        if "elete" in op:
            self._played.delete(name, chosen)
        elif statement.update is not None:
            left = self._update(statement, chosen)
            chosen = left if (statement.options or {}).get("returnDocument") == "after" else chosen or left
        if op.startswith("findOneAnd") and isinstance(chosen, list):
            return chosen[0] if chosen else None
        return chosen

    def _insert(self, statement: Statement) -> Any:
        given = self._value(statement.documents)
        if given is None:  # no sample document has one to add
            raise Refused
        for document in given if isinstance(given, list) else [given]:
            if isinstance(document, dict):
                self._played.insert(statement.collection, _plain(document))
        has_id = statement.op == "insertOne" and isinstance(given, dict) and given.get("_id") is not None
        return {"insertedId": given["_id"]} if has_id else UNKNOWN

    def _update(self, statement: Statement, chosen: list[Json]) -> Any:
        update, options = self._value(statement.update), statement.options or {}
        filter = self._value(statement.filter or {})
        if chosen and not self._names_rightly(statement.update):
            raise Refused
        left = [changed(document, update, filter, self._value(options)) for document in chosen]
        for old, new in zip(chosen, left, strict=True):
            self._replace(statement, old, new)
        if not chosen and options.get("upsert") is True:
            if isinstance(update, dict):
                equal = {path: value for path, value in filter.items() if not isinstance(value, dict)}
                new = changed({}, {"$set": equal}, {}, {})
                inserted = {**update, "$set": {**update.get("$setOnInsert", {}), **update.get("$set", {})}}
                self._upsert(statement, changed(new, inserted, filter, {}))
            return UNKNOWN
        return left

    def _upsert(self, statement: Statement, new: Json) -> None:
        try:
            self._played.insert(statement.collection, new)
        except Refused:
            if not self._retries:
                raise

    def _replace(self, statement: Statement, old: Json, new: Json) -> None:
        try:
            self._played.replace(statement.collection, old, new)
        except Refused:
            if not self._retries:
                raise


def _built(value: Any, kind: str) -> Iterator[BuiltValue]:
    """What a script puts together in this way, anywhere in a value."""
    if isinstance(value, BuiltValue):
        yield from [value] if value.kind == kind else ()
        value = value.parts
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    for each in inner:
        yield from _built(each, kind)


def _is_found(outcome: Any) -> bool:
    return isinstance(outcome, Unknown) or bool(outcome)


def _plain(document: Json) -> Json:
    """A document without what has no value."""
    return {name: value for name, value in document.items() if value is not None}


# --- stages -----------------------------------------------------------------------------------------


def _staged(played: PlayedDocuments, collection: str, pipeline: list[Json]) -> Any:
    """What a pipeline of plain stages returns; unknown of others."""
    documents: list[Json] = played.of(collection)
    for stage in pipeline:
        (kind, what), *_ = stage.items()
        if kind == "$match":
            if has_unknown(what):
                return UNKNOWN
            documents = [each for each in documents if _may_match(each, what)]
        elif kind in ("$set", "$unset"):
            documents = [_computed(each, [stage]) for each in documents]
        elif kind == "$unwind" and isinstance(what, str):
            documents = [
                _put(each, what[1:].split("."), element)
                for each in documents
                for element in _elements(at(each, what[1:]))
            ]
        elif kind == "$group" and [*what] == ["_id"] and isinstance(what["_id"], str):
            ids = {repr(value): value for each in documents for value in [at(each, what["_id"][1:])]}
            documents = [{"_id": value} for value in ids.values()]
        elif kind == "$graphLookup" and is_followed(what):
            every = played.of(what["from"])
            documents = [each | {what["as"]: reached(every, what, each, _may_match)} for each in documents]
        elif kind == "$project" and not any(isinstance(value, int) for value in what.values()):
            own = {"_id": "$_id"} | what
            documents = [{name: evaluated(value, each) for name, value in own.items()} for each in documents]
        elif kind not in ("$sort", "$limit"):
            return UNKNOWN
    return documents


def _elements(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _computed(document: Json, stages: list[Json]) -> Json:
    """A document as stages leave it: what they compute is unknown, but for constants, fields, sums and differences."""
    left = document
    for stage in stages:
        for path, value in (stage.get("$set") or {}).items():
            left = _put(left, path.split("."), evaluated(value, document))
        gone = stage.get("$unset") or ()
        for path in [gone] if isinstance(gone, str) else gone:
            left = _put(left, path.split("."), None)
    return left


# --- updates ----------------------------------------------------------------------------------------


def changed(document: Json, update: Any, filter: Mapping[str, Any], options: Mapping[str, Any]) -> Json:
    """A document as an update leaves it. filter: by which it was found, for elements named by ``$``."""
    if isinstance(update, list):
        return _computed(document, update)
    filters = {name.partition(".")[0]: each for each in options.get("arrayFilters") or () for name in each}
    left = document
    for operator, changes in (update or {}).items():
        if operator == "$setOnInsert" or not isinstance(changes, dict):
            continue
        for path, value in changes.items():
            steps = path.split(".")
            for place in _places(left, steps, filter, filters):
                left = _put(left, place, _after(operator, at(left, ".".join(place)), value))
    return left


def _places(
    document: Any, steps: Sequence[str], filter: Mapping[str, Any], filters: Mapping[str, Json]
) -> Iterator[list[str]]:
    """The paths that a path of an update stands for: ``$`` and ``$[…]`` name elements. Raises Refused where there is no
    array, or ``$`` names none."""
    marker = next((place for place, step in enumerate(steps) if step.startswith("$")), None)
    if marker is None:
        yield [*steps]
        return
    above, step, below = steps[:marker], steps[marker], steps[marker + 1 :]
    elements = at(document, ".".join(above))
    if isinstance(elements, Unknown):
        return
    for number, element in enumerate(elements if isinstance(elements, list) else ()):
        if step == "$":
            meant = _is_meant(element, ".".join(above), filter)
        elif step == "$[]":
            meant = True
        else:
            meant = matches({step[2:-1]: element}, filters.get(step[2:-1], {}))
        if meant:
            yield from _places(document, [*above, str(number), *below], filter, filters)
            if step == "$":
                return
    if step == "$" or not isinstance(elements, list):
        raise Refused


def _is_meant(element: Any, array: str, filter: Mapping[str, Any]) -> bool:
    """Whether an element is what the conditions of a filter on its array find."""
    asked: Json = {}
    for path, wanted in filter.items():
        if path == array:
            has_operators = isinstance(wanted, dict) and not _is_whole_element(wanted)
            asked |= wanted.get("$elemMatch", {}) if has_operators else {"": wanted}
        elif path.startswith(f"{array}."):
            asked[path.removeprefix(f"{array}.")] = wanted
    return all(matches({"": element}, {"": wanted}) if path == "" else matches(element, {path: wanted})
               for path, wanted in asked.items())  # fmt: skip


def _after(operator: str, old: Any, value: Any) -> Any:
    """What stands at a path behind an operator; None takes it away. Raises Refused where there is nothing to add."""
    if operator in ("$push", "$addToSet") and value is None:
        raise Refused
    if operator == "$set":
        return value
    if operator == "$unset":
        return None
    if operator == "$inc" and isinstance(value, _NUMBERS) and isinstance(old or 0, _NUMBERS):
        return (old or 0) + value
    if operator in ("$push", "$addToSet", "$pull", "$pullAll") and isinstance(old, list | None):
        return _listed(operator, old or [], value)
    return UNKNOWN


def _listed(operator: str, old: list[Any], value: Any) -> Any:
    if operator == "$pullAll":
        return [each for each in old if each not in value]
    if operator == "$pull":
        return [each for each in old if not _is_pulled(each, value)]
    is_many = isinstance(value, dict) and "$each" in value
    more = [
        each
        for each in (value["$each"] if is_many else [value]) or ()
        if operator == "$push" or each not in old
    ]
    every = [*old, *more]
    slice = value.get("$slice") if is_many else None
    is_cut = slice is not None and not (isinstance(slice, int) and len(every) <= abs(slice))
    return UNKNOWN if is_cut else every


def _is_pulled(element: Any, wanted: Any) -> bool:
    if isinstance(wanted, dict) and not any(name.startswith("$") for name in wanted):
        return matches(element, wanted)
    return matches({"": element}, {"": wanted})


def _put(value: Any, steps: Sequence[str], new: Any) -> Any:
    """A copy of a value with another one at a path; None takes it away."""
    name, *rest = steps
    if isinstance(value, list) and name.isdigit() and int(name) < len(value):
        place = int(name)
        return [*value[:place], _put(value[place], rest, new) if rest else new, *value[place + 1 :]]
    own = value if isinstance(value, dict) and not isinstance(value, Unknown) else {}
    if not rest and new is None:
        return {key: each for key, each in own.items() if key != name}
    return {**own, name: _put(own.get(name), rest, new) if rest else new}
