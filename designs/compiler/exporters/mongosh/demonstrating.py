"""Which writes demo() calls, in which order and with which values: each on what the earlier ones left of the samples."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cached_property
from itertools import chain, combinations, islice, pairwise, product
from typing import Any

from bson import ObjectId
from msgspec import UNSET
from msgspec.structs import replace

from ...plan_model.expected_scans import is_moment
from ...plan_model.findings import Finding
from ...plan_model.physical import BuiltValue, Collection, Outcome, Param, Statement, parameters, walk
from ...sampling import resolve
from ...sampling.answers import Samples, at, first_at, matches
from .playing import PlayedDocuments

Recipe = list[Statement]
Values = dict[str, Any]
_PARTS = ("filter", "update", "pipeline", "documents", "options", "only_with")
# Sample documents are inserted first, as they are. Then runs what names the revision that it changes. An element is
# given to another parent before an equal one is added, and destructive functions run last.
_TURN: dict[str, float] = {
    "prepare": -2, "change": -1, "edit": -0.75, "add": 1, "remove": 2, "delete": 2, "archive": 2, "cascade": 3,
}  # fmt: skip
_MOVED_FROM = -0.5
"""The turn of what names the parent that it takes something from: nothing has been moved before."""
_TAKEN_OUT = 0.5
"""The turn of what takes out the very link that is put in again behind it."""
_GOING = ("remove", "delete")
_DECLARED_FIRST = 0.25
"""How much earlier an operation deletes than the functions of relationships, for which another document may do."""
_SINGLE = (str, int, float, ObjectId, datetime)
"""The types of values of which a call can be given that which stands in a document."""
_MOST_PAIRS = 40
"""Pairs of documents that are tried for two parameters."""
_NO_DOCUMENT = "no suitable sample document is left after the earlier calls"
_NO_VALUE = "no sample document has the values it needs"


def contradictions(findings: Iterable[Finding]) -> dict[str, str]:
    """Return by subject of a statement why a server refuses its operation, whatever it is called with."""
    refused = [finding for finding in findings if finding.params.get("refused") is True]
    return {
        f"operation:{finding.subject}": finding.message.removesuffix(".") for finding in reversed(refused)
    }


def demonstrated(
    recipes: Sequence[Recipe], collections: Iterable[Collection], samples: Samples, wrong: Mapping[str, str],
    needed: Mapping[str, Container[str]] | None = None,
) -> tuple[list[Recipe], dict[str, str]]:  # fmt: skip
    """Return the recipes of writes that the demonstration calls, in its order, each behind what prepares it and with the
    values that it is called with; and by name why others are not shown.

    recipes: in the plan's order. wrong: by subject, why it can't succeed. needed: by recipe, the parameters that must have a value, which
    some sample must show. Left out, too, is what would delete a document a
    second time.
    """
    again = _deleting_again(_in_turn(recipes, samples), samples)
    world = SampleWorld(collections, samples)
    called: list[Recipe] = []
    hidden: dict[str, str] = {}
    before = world.documents
    for recipe in _in_turn([recipe for recipe in recipes if recipe[0].recipe not in again], samples):
        if not (called and called[-1][0].purpose == "prepare"):
            before = world.documents
        lacks = world.lacks(recipe, (needed or {}).get(recipe[0].recipe, ()))
        values = None if recipe[0].subject in wrong or lacks else world.values_for(recipe)
        if values is None:
            hidden[recipe[0].recipe] = wrong.get(recipe[0].subject, _NO_VALUE if lacks else _NO_DOCUMENT)
            world.documents = before
            while called and called[-1][0].purpose == "prepare":
                called.pop()
        else:
            called.append(with_values(recipe, values))
            world.follow()
    return called, hidden


def _in_turn(recipes: Sequence[Recipe], samples: Samples) -> list[Recipe]:
    taken_out = _taken_out(recipes, samples)
    inserted = _inserted(recipes, samples)
    turns = [_TAKEN_OUT if recipe[0].recipe in taken_out else _turn(recipe) for recipe in recipes]
    for place, (before, _) in enumerate(pairwise(recipes), start=1):
        if before[0].purpose == "prepare":
            turns[place] = turns[place - 1]
    places = [
        max((inserted.get(each, 0) for each in _ids(recipe, samples)), default=0)
        if recipe[0].purpose == "change"
        else place
        for place, recipe in enumerate(recipes)
    ]
    turns = [
        _TURN["prepare"] if recipe[0].purpose == "change" and place else turn
        for turn, place, recipe in zip(turns, places, recipes, strict=True)
    ]
    ordered = sorted(zip(turns, places, recipes, strict=True), key=lambda ranked: ranked[:2])
    return [recipe for *_, recipe in ordered]


def _inserted(recipes: Sequence[Recipe], samples: Samples) -> dict[str, int]:
    """Return by id of a sample document the place of the last recipe that inserts it anew."""
    return {
        repr(resolve(statement.filter["_id"], samples, {})): place + 1
        for place, recipe in enumerate(recipes)
        for statement in recipe
        if statement.purpose == "prepare" and statement.op == "deleteOne"
    }


def _turn(recipe: Recipe) -> float:
    purpose = recipe[0].purpose
    if purpose not in _TURN and any(_is_old_parent(param) for param in parameters(recipe)):
        return _MOVED_FROM
    is_declared = recipe[0].subject.startswith("operation:")
    return _TURN.get(purpose, 0) - (_DECLARED_FIRST if is_declared and purpose in _GOING else 0)


def _is_old_parent(param: Param) -> bool:
    return param.name.startswith("old") and param.path == "_id"


def _taken_out(recipes: Sequence[Recipe], samples: Samples) -> set[str]:
    """Return the recipes that take out the link between two documents that another recipe puts in: samples have it."""
    removals = {recipe[0].subject: recipe for recipe in recipes if recipe[0].purpose == "remove"}
    taken_out = set[str]()
    for recipe in recipes:
        removal = removals.get(recipe[0].subject)
        if recipe[0].purpose != "add" or removal is None:
            continue
        ends = _values(removal, samples)
        if len(ends) > 1 and ends <= _values(recipe, samples):
            taken_out.add(removal[0].recipe)
    return taken_out


def _values(recipe: Recipe, samples: Samples) -> set[str]:
    """Return what a recipe is called with, but for the moment."""
    return {repr(resolve(param, samples, {})) for param in parameters(recipe) if not is_moment(param)}


def _ids(recipe: Recipe, samples: Samples) -> set[str]:
    """Return the ids of documents that a recipe is called with."""
    return {repr(resolve(param, samples, {})) for param in parameters(recipe) if param.path == "_id"}


def _deleting_again(writes: Iterable[Recipe], samples: Samples) -> set[str]:
    """Return the recipes that would delete a document that an operation deletes, or else an earlier recipe."""
    deleted, again = set[Any](), set[str]()
    for recipe in sorted(writes, key=lambda recipe: not recipe[0].subject.startswith("operation:")):
        documents = {_deleted(statement, samples) for statement in recipe} - {None}
        if deleted & documents:
            again.add(recipe[0].recipe)
        deleted |= documents
    return again


def _deleted(statement: Statement, samples: Samples) -> Any:
    """Return which document a statement of a function that removes one deletes, or ends; None for others."""
    if statement.purpose not in _GOING or not (_deletes(statement) or _ends(statement)):
        return None
    filter = statement.filter if isinstance(statement.filter, dict) else {}
    values = [repr(resolve(value, samples, {})) for value in filter.values() if isinstance(value, Param)]
    return statement.collection, *filter, *values


def _deletes(statement: Statement) -> bool:
    return statement.op in ("deleteOne", "findOneAndDelete")


def _ends(statement: Statement) -> bool:
    """Whether a statement ends the current version of a document, where deleting would lose what it was."""
    update = (
        statement.update[0] if isinstance(statement.update, list) and statement.update else statement.update
    )
    set_alone = update.get("$set") if isinstance(update, dict) else None
    is_end = isinstance(set_alone, dict) and [*set_alone] == ["valid_to"]
    return is_end and statement.op in ("updateOne", "findOneAndUpdate")


class SampleWorld:
    """The sample documents, as far as calls have left them, with the single values that calls have set or counted up."""

    def __init__(self, collections: Iterable[Collection], samples: Samples) -> None:
        self._collections = {collection.name: collection for collection in collections}
        self._samples = samples
        self._calls = 0
        self._left: dict[str, list[dict[str, Any]]] = {}  # by the last call that was tried
        self._played = PlayedDocuments(self._collections.values(), samples)

    @property
    def documents(self) -> dict[str, list[dict[str, Any]]]:
        """The documents of the collections that calls have changed."""
        return dict(self._played.documents)

    @documents.setter
    def documents(self, documents: dict[str, list[dict[str, Any]]]) -> None:
        self._played.documents = dict(documents)

    # --- values for a call ---

    def lacks(self, recipe: Recipe, names: Container[str]) -> bool:
        """Whether no sample has a value for one of these parameters of a recipe."""
        return any(each.name in names and self._value(each) is None for each in parameters(recipe))

    def values_for(self, recipe: Recipe) -> Values | None:
        """Return the values of parameters that differ from the samples' own; None where no document can show a recipe."""
        if recipe[0].purpose == "upgrade" and any(self._value(each) is None for each in parameters(recipe)):
            return None  # of an older shape, of which samples have no value
        first = self._first_values(recipe)
        before = self.documents
        for values in () if first is None else self._attempts(recipe, first):
            is_taken = self._played.play(self._now_of(with_values(recipe, values)))
            self._left, self.documents = self.documents, before
            if is_taken:
                return values
        return None

    def _now_of(self, recipe: Recipe) -> Recipe:
        """Return a call at its own moment: no two calls have the same."""
        later = timedelta(minutes=self._calls)
        return with_values(
            recipe, {each.name: each.value + later for each in parameters(recipe) if is_moment(each)}
        )

    def _attempts(self, recipe: Recipe, first: Values) -> Iterator[Values]:
        """Yield the values to try, the likeliest first: what stands in the documents now, then another document for one
        parameter, of which the function is not given the whole document too, then others for two of them."""
        yield first
        choices = self._choices(recipe)
        singles = ({name: chosen} for name, ids in choices for chosen in ids)
        pairs = (
            {name: chosen, other: second}
            for (name, ids), (other, others) in combinations(choices, 2)
            for chosen, second in product(ids, others)
        )
        for changes in chain(singles, islice(pairs, _MOST_PAIRS)):
            yield first | changes | self._standing(with_values(recipe, first | changes))

    def _choices(self, recipe: Recipe) -> list[tuple[str, list[Any]]]:
        """Return the parameters that may be given the id of any document, or another key of it, each with these."""
        given = parameters(recipe)
        whole = {param.collection for param in given if param.collection and not param.path}
        filters = [statement.filter for statement in recipe if isinstance(statement.filter, dict)]
        asked = {value.name for filter in filters for value in filter.values() if isinstance(value, Param)}
        in_lists = {
            name for filter in filters for value in filter.values() for name in _asked_of_elements(value)
        }
        return [
            (
                param.name,
                [*_elements_at(self._played.of(param.collection), param.path)]
                if param.name in in_lists
                else values_at(self._played.of(param.collection), param.path),
            )
            for param in sorted(given, key=lambda each: not each.document)
            if param.value is UNSET
            and (
                param.path == "_id"
                or (param.name in asked and (param.collection, param.path) in self._keys)
                or param.name in in_lists
            )
            and (param.document or param.collection not in whole)
        ]

    def _standing(self, recipe: Recipe) -> Values:
        """Return what a call with other documents asks for that stands in them."""
        values: Values = {}
        for statement in recipe:
            values |= self._as_it_stands(statement, recipe)
        return values

    def _first_values(self, recipe: Recipe) -> Values | None:
        """Return the values that the samples and the calls so far suggest."""
        values: Values = {}
        for statement in recipe:
            values |= self._free(statement)
            values |= self._as_it_stands(statement, recipe)
        awaited = {statement.unless for statement in recipe} - {
            ""
        }  # what looks for these says that they are missing
        for statement in recipe:
            target = self._target(statement)
            is_asked = (statement.must_match and not statement.unless) or statement.step in awaited
            if target is None or not is_asked:
                continue
            chosen_id = self._chosen(recipe, statement, target)
            if chosen_id is None:
                return None
            if target.document and chosen_id != self._value(target):
                values[target.name] = chosen_id
        return None if any(map(self._is_at_least, recipe)) else values

    def _value(self, value: Any) -> Any:
        return resolve(value, self._samples, {})

    def _target(self, statement: Statement) -> Param | None:
        """Return the parameter by whose id a statement finds its document."""
        which = statement.filter.get("_id") if isinstance(statement.filter, dict) else None
        if not isinstance(which, Param):
            return None
        return which if which.value is UNSET or (which.collection and which.path == "_id") else None

    def _chosen(self, recipe: Recipe, statement: Statement, target: Param) -> Any:
        """Return the id of the document that a call is best given: the sample's own or, of one that takes something
        over, another's where that one has no room; None where there is none."""
        own = self._value(target)
        if own is None or not target.document:
            return own
        others = [self._value(each) for each in parameters(recipe) if each.name != target.name]
        asked = {
            key: wanted
            for key, wanted in statement.filter.items()
            if not _is_open(wanted) and not key.startswith("$")
        }
        documents = self._samples.get(statement.collection, [])
        for document in sorted(documents, key=lambda each: each["_id"] != own):
            if document["_id"] not in others and matches(document, asked):
                return document["_id"]
        return None

    def _is_at_least(self, statement: Statement) -> bool:
        """Whether a statement takes an element out of a list that has as few as it may have."""
        target = self._target(statement)
        if target is None or statement.op != "updateOne" or statement.purpose == "prepare":
            return False
        own = self._value(target)
        taken = [path for path, verb in statement.written if verb == "pull"]
        documents = [each for each in self._samples.get(statement.collection, []) if each["_id"] == own]
        least = self._least.get(statement.collection, {})
        lists = [(at(document, path), least.get(path, 0)) for document in documents for path in taken]
        return any(isinstance(elements, list) and 0 < len(elements) <= fewest for elements, fewest in lists)

    @cached_property
    def _least(self) -> dict[str, dict[str, int]]:
        """How many elements lists have at least: by collection, by path."""
        return {
            name: {
                node.path: node.field.min_items for node in walk(collection.fields) if node.field.min_items
            }
            for name, collection in self._collections.items()
        }

    @cached_property
    def _keys(self) -> frozenset[tuple[str, str]]:
        """The collections and fields of which no two documents may have the same value."""
        return frozenset(
            (name, index.keys[0][0])
            for name, collection in self._collections.items()
            for index in collection.indexes
            if index.options.get("unique") and len(index.keys) == 1
        )

    def _free(self, statement: Statement) -> Values:
        """Return values that are nobody's, for those that a statement takes from another document though they are
        keys."""
        return self._measured(statement) | {
            value.name: free_value(
                self._value(value), values_at(self._samples.get(statement.collection, ()), path)
            )
            for path, value in _set(statement)
            if isinstance(value, Param) and value.document and (statement.collection, path) in self._keys
        }

    def _measured(self, statement: Statement) -> Values:
        """Return the sample that a statement inserts into a time series at a moment of its own: the sample itself is
        there, and no index refuses it again."""
        collection, document = self._collections.get(statement.collection), statement.documents
        series = collection.options.get("timeseries") if collection else None
        if not series or statement.op != "insertOne" or not isinstance(document, Param) or document.path:
            return {}
        own, moment = self._value(document), series["timeField"]
        later = timedelta(minutes=1 + self._calls)
        return {document.name: own | {moment: own[moment] + later}} if own and own.get(moment) else {}

    def _as_it_stands(self, statement: Statement, recipe: Recipe) -> Values:
        """Return what earlier calls have set where a statement asks for it; what was there takes the place of a new
        value that would change nothing."""
        target = self._target(statement)
        current_values = self._current(statement, self._value(target)) if target else {}
        values: Values = {}
        for path, asked in statement.filter.items() if current_values else ():
            if (
                path not in current_values
                or not isinstance(asked, Param)
                or self._value(asked) == current_values[path]
            ):
                continue
            values[asked.name] = current_values[path]
            values |= {
                value.name: self._value(asked)
                for other in recipe
                for set_path, value in _set(other)
                if (other.collection, set_path) == (statement.collection, path)
                and isinstance(value, Param)
                and value.document
                and self._value(value) == current_values[path]
            }
        return values

    def _current(self, statement: Statement, identity: Any) -> Values:
        """Return by path what a document has now of what a statement asks for, or what calls have set of it."""
        document = next(
            (each for each in self._played.of(statement.collection) if each.get("_id") == identity), {}
        )
        asked = [
            path for path, value in statement.filter.items() if isinstance(value, Param) and path != "_id"
        ]
        return {path: value for path in asked if isinstance(value := at(document, path), _SINGLE)}

    # --- what a call leaves ---

    def follow(self) -> None:
        """Note what a call, of which it was asked just before, has done to the documents."""
        self.documents = self._left
        self._calls += 1


def with_values(recipe: Recipe, values: Values) -> Recipe:
    """Return a recipe whose parameters of these names have these values."""
    if not values:
        return recipe
    return [
        replace(statement, **{part: _given(getattr(statement, part), values) for part in _PARTS})
        for statement in recipe
    ]


def _given(value: Any, values: Values) -> Any:
    if isinstance(value, Param):
        return replace(value, value=values[value.name]) if value.name in values else value
    if isinstance(value, dict):
        return {name: _given(inner, values) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_given(inner, values) for inner in value]
    if isinstance(value, BuiltValue):
        return replace(value, parts=tuple(_given(part, values) for part in value.parts))
    return value


def _set(statement: Statement) -> Iterator[tuple[str, Any]]:
    """Yield what a statement sets, by path."""
    puts = statement.update.get("$set") if isinstance(statement.update, dict) else None
    yield from puts.items() if isinstance(puts, dict) else ()


def _is_given(value: Any) -> bool:
    return isinstance(value, Param) or not _is_open(value)


def _is_open(value: Any) -> bool:
    """Whether a value hangs on what a caller gives, or on what an earlier statement returned."""
    if isinstance(value, Param | Outcome | BuiltValue):
        return True
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return any(map(_is_open, parts))


def _asked_of_elements(wanted: Any) -> Iterator[str]:
    """Yield the parameters by which an element of a list is found among the others."""
    inner = wanted.get("$elemMatch") if isinstance(wanted, dict) else None
    if isinstance(inner, dict):
        yield from (value.name for value in inner.values() if isinstance(value, Param))


def values_at(documents: Iterable[Mapping[str, Any]], path: str) -> list[Any]:
    """Return what documents have at a path, of those that have anything there."""
    return [value for document in documents if (value := first_at(document, path)) is not None]


def _elements_at(value: Any, path: str) -> Iterator[Any]:
    """Yield what stands at a path in each element of the lists on the way."""
    head, _, rest = path.partition(".")
    if isinstance(value, list):
        for element in value:
            yield from _elements_at(element, path)
    elif not path:
        yield value
    elif isinstance(value, dict) and head in value:
        yield from _elements_at(value[head], rest)


def free_value(wanted: Any, taken: Sequence[Any]) -> Any:
    """Return a value that is none of those taken and looks like the wanted one; that one itself where no other comes to
    mind."""
    if isinstance(wanted, str):
        start = wanted.rstrip("0123456789")
        number = wanted[len(start) :]
        numbers = range(int(number or 1) + 1, int(number or 1) + len(taken) + 2)
        texts = (f"{start}{each:0{len(number)}d}" if number else f"{wanted} {each}" for each in numbers)
        return next(text for text in texts if text not in taken)
    if isinstance(wanted, int | float) and not isinstance(wanted, bool):
        return max([wanted, *taken]) + 1
    return max([wanted, *taken]) + timedelta(days=1) if isinstance(wanted, datetime) else wanted
