"""The physical plan: collections, document trees, indexes and statements, all as plain values.

Statement values are ordinary Python and BSON values (dict, list, str, int, float, ObjectId, datetime,
Decimal128, Int64, Binary) plus markers: ``Param``, a value that the caller gives, ``Outcome``, one taken
from an earlier statement of the same recipe, and ``BuiltValue``, what the script puts together from such values.

A plan is a tree and its nodes are made once, so the collector has no cycles to look for in them (``gc=False``).
What is encoded tells a marker from an object of a design by its tag: no key of a design file holds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import is_
from typing import Any

import msgspec

from ..content_cache import key_of
from ..model.conceptual import Field, Item

# The comparison byte by byte: what shard keys need, and text and 2d indexes.
SIMPLE = {"locale": "simple"}
# It sorts behind every other character in every collation.
LAST_LETTER = "\uffff"
_BARE = frozenset({str, int, float, bool, type(None)})  # values that hold no marker


class Element(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One element of an array. source: its declaration. target: the collection whose ``_id`` it holds.
    exactly: how many elements a grid's row has."""

    types: tuple[str, ...]
    fields: tuple[DocField, ...] = ()
    items: Element | None = None
    source: Item | Field | None = None
    target: str | None = None
    enum: tuple[Any, ...] = ()
    exactly: int | None = None
    exact: bool = False


class DocField(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One field of a document tree. types: names of the type table, main one first, ``null`` last where nullable.
    origin: own, embedded, reference, copy, computed, bucket, subset, version, discriminator,
    link, attribute, outlier or tree. relationship: whose decision shaped it. entity: whose
    content an embedded object or array holds, or whose value a copy is. source: the conceptual
    field it comes from. target: the collection whose ``_id`` a reference holds. minimum to unique_items:
    constraints of generated fields (those of declared ones stand in ``source``). note: the teaching comment,
    plain text. role: which of a tree's fields it is. kinds: the discriminator values that have it, none for
    all; needed: whether they must. empty: null is stored where a result has nothing to be worked out from. exact: its
    validator takes no neighbouring types of numbers.
    sure: of a copy, whether what it is of always has a value."""

    name: str
    types: tuple[str, ...]
    required: bool = False
    origin: str = "own"
    relationship: str | None = None
    entity: str | None = None
    source: Field | None = None
    fields: tuple[DocField, ...] = ()
    items: Element | None = None
    target: str | None = None
    policy: str | None = None
    minimum: float | None = None
    maximum: float | None = None
    enum: tuple[Any, ...] = ()
    min_items: int | None = None
    max_items: int | None = None
    unique_items: bool = False
    note: str = ""
    role: str = ""
    kinds: tuple[str, ...] = ()
    needed: bool = False
    empty: bool = False
    exact: bool = False
    sure: bool = False

    @property
    def tells_kinds(self) -> bool:
        """Whether its values tell the kinds of an object apart."""
        return bool(self.enum) and self.origin in ("discriminator", "attribute")


class Located(msgspec.Struct, frozen=True, gc=False):
    """A field of a tree with its dotted path, and those of its prefixes and itself that are arrays."""

    path: str
    field: DocField
    arrays: tuple[str, ...] = ()


def walk(fields: tuple[DocField, ...], prefix: str = "", arrays: tuple[str, ...] = ()) -> Iterator[Located]:
    """Every field of a document tree, parents first, array elements' fields included."""
    for field in fields:
        path = f"{prefix}.{field.name}" if prefix else field.name
        within = (*arrays, path) if "array" in field.types else arrays
        yield Located(path, field, within)
        if field.fields:
            yield from walk(field.fields, path, within)
        element = field.items
        while element is not None:
            yield from walk(element.fields, path, within)
            element = element.items


_SOME = frozenset({"partialFilterExpression", "sparse", "collation"})
"""The options by which an index holds some documents only, or takes unequal values for equal."""
_SERVED = {
    "operation": "", "relationship": "relationship", "retention": "archive of", "duplicates": "duplicate checks of",
    "shards": "shard key of",
}  # fmt: skip


class PlannedIndex(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """An index: keys as (path, 1 | -1 | "text" | "hashed" ...), createIndex options, why it is
    there, and whom it serves (``relationship:NAME``, ``operation:NAME``, ``entity:NAME``). upkeep: the same in words, with
    what it costs a day in writes."""

    keys: tuple[tuple[str, int | str], ...]
    options: dict[str, Any] = {}
    reason: str = ""
    serves: tuple[str, ...] = ()
    declared: bool = False
    upkeep: str = ""

    def unique_in(self, array: str) -> str:
        """Return the field of an array's elements that it makes unique, as a path in them; "" where it does so with none,
        or with several at once. The server keeps documents apart by it, never the elements of one document. One that
        holds all documents with a value of the field makes it unique as well."""
        paths = [path for path, _ in self.keys if path.startswith(f"{array}.")]
        some = dict(self.options)
        if len(paths) == 1 and some.get("partialFilterExpression") == {paths[0]: {"$exists": True}}:
            del some["partialFilterExpression"]
        is_whole = some.get("unique", False) and _SOME.isdisjoint(some)
        return paths[0].removeprefix(f"{array}.") if is_whole and len(paths) == 1 else ""

    def served(self, subject: str) -> tuple[str, str]:
        """Return in words what it does for one of those that it serves, and for whom: ``("archive of", "Order")``;
        "" in front of an operation, and behind a uniqueness, which is of its keys."""
        kind, _, name = subject.partition(":")
        if kind in _SERVED:
            return _SERVED[kind], name
        if "expireAfterSeconds" in self.options:
            return "expiry of", name
        if self.options.get("unique"):
            return "uniqueness", ""
        return "declared for" if self.declared else "queries of", name

    @property
    def why(self) -> str:
        """Why it is there, whom it serves and what it costs."""
        return ". ".join(part for part in (self.reason, self.upkeep) if part)

    @property
    def name(self) -> str:
        """MongoDB's default name, or the declared one."""
        return str(self.options.get("name") or "_".join(f"{path}_{kind}" for path, kind in self.keys))


class Bytes(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Size of one average document: today, at the horizon; days until 16 MiB, None if never. largest: with
    every array at its maximum, None where nothing bounds one."""

    today: int
    at_horizon: int
    days_to_16_mib: float | None = None
    largest: int | None = None


class Collection(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A collection. kind: standard, timeseries, capped, bucket, link, overflow or revisions. entity: whose
    documents it holds, None where it is no entity's. relationship: the one that made it. revises: the entity
    whose earlier revisions it holds. options: of createCollection. validator: None where it can't have one.
    suggested: indexes of references that nothing in the design finds by, which are not made."""

    name: str
    file: str
    entity: str | None
    kind: str
    fields: tuple[DocField, ...]
    relationship: str | None = None
    revises: str | None = None
    description: str = ""
    options: dict[str, Any] = {}
    validator: dict[str, Any] | None = None
    validation_level: str = "strict"
    validation_action: str = "error"
    indexes: tuple[PlannedIndex, ...] = ()
    suggested: tuple[PlannedIndex, ...] = ()
    shard_key: tuple[tuple[str, int | str], ...] = ()
    bytes: Bytes | None = None

    @property
    def is_collated(self) -> bool:
        """Whether its strings are compared by a language's rules, unless a statement says otherwise."""
        return bool(self.options.get("collation", SIMPLE) != SIMPLE)

    @property
    def servers_index(self) -> tuple[tuple[str, int | str], ...]:
        """The keys of the index that servers since 6.3 make of a new time series by themselves: metaField and time.
        Empty for other collections."""
        series = self.options.get("timeseries", {})
        return tuple((series[key], 1) for key in ("metaField", "timeField")) if "metaField" in series else ()


class Param(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag="param", tag_field="\0"):
    """A value the caller gives. name: an identifier of ours. Its sample is ``value`` where one is set, else
    what stands at ``path`` (dotted; the first element of each array on the way) of sample document number
    ``document`` of ``collection``. among: only documents that have one of these values at this path count.
    below: of a place in a grid, or a list of them, how many there are; they count from 0. part: where the caller
    gives an object of that name, the field of it that is meant, which the caller may leave out. optional:
    whether the caller may leave it out, and means its own sample then. needed: whether the function refuses to do
    without it. without: of a whole document, the paths that the function fills itself."""

    name: str
    collection: str = ""
    path: str = ""
    document: int = 0
    value: Any = msgspec.UNSET
    among: tuple[str, tuple[str, ...]] | None = None
    below: int = 0
    part: str = ""
    optional: bool = False
    needed: bool = False
    without: tuple[str, ...] = ()

    @property
    def parts(self) -> tuple[str, ...]:
        """The fields of an object that the caller may leave some of out; none where it is a value."""
        whole = self.value if isinstance(self.value, dict) else {}
        return tuple(name for name, value in whole.items() if type(value) is Param and value.part == name)

    @property
    def place(self) -> tuple[Any, ...]:
        """Where its sample stands, and what of it."""
        return self.collection, self.path, self.document, self.among, self.without


class Outcome(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag="outcome", tag_field="\0"):
    """The value at ``path`` of what statement ``step`` of the same recipe returned ("" = all), or
    of the parameter of that name. many: an array, empty where absent. each: of an array of
    objects, the values at this path, through the arrays on it. listed: a single value in an array, empty where absent. present: whether
    the function was left before where there is none. optional: what it is set to stays as it is where there is none, and a
    text is without it. or_null: null where there is none, since some drivers leave out of a filter what is undefined."""

    step: str
    path: str = ""
    many: bool = False
    each: str = ""
    listed: bool = False
    present: bool = False
    optional: bool = False
    or_null: bool = False


class BuiltValue(msgspec.Struct, frozen=True, gc=False):
    """A value that the script puts together from ``parts``: values, Params and Outcomes.

    kind: text (of all parts), prefix (a regular expression for what begins with that text, every
    character meant as it is), list (elements, and the elements of lists), document (the fields of
    all parts, later ones win), sum, either (of the first that there is, what stands at the path behind them), given (of the fields of its one part those whose values the caller gave), with_copies
    (elements, the field by which each names one of several documents, these, by field of an element the field of that
    document that it repeats, what one of them is called, and true where each may be named once), or set_or_unset (the update that sets these, and takes away the others)."""

    kind: str
    parts: tuple[Any, ...]


class Statement(msgspec.Struct, frozen=True, dict=True, kw_only=True):
    """One call as data. op: a collection or database method of current mongosh. What a method does not take stays None.
    recipe: statements of one recipe make one function, in order. script: the file that holds it, without ending. step: the
    name of its result, if used later. transaction: whether the recipe's statements run inside one. unless: run it only if
    that earlier step found or matched nothing. only_with: run it only where that has a value. must_match: what to say, and stop, where it matched nothing, and none of
    the earlier steps ``beside`` it did. must_miss: what to say, and stop, where it found something, or an aggregation a version that began after now, or an upsert inserted nothing. ends: where it found nothing, null is the answer of the whole recipe, or, where
    ends_empty, an empty list. each: run it for every document that this earlier step returned. answers: whether its result is that of the whole recipe, though
    others come behind it. chance: the share of calls that run it. retry: the parameter to increase after a duplicate key. only: for setup, whether the collection is "absent" or "present".
    written: the paths that its update, or its merge, writes as they stand in documents, each with what it does
    there. extra: whether no application needs its function, because another does its work. needs_all: whether its
    pipeline has no answer for a sample of its collection. leads: the parameters that its function takes first. due: how
    often somebody has to run its function, in words, "" where nobody has to. called: what its function is called, where its recipe does not tell what goes.
    names_at: by what it is called, the path in what it found that its refusal by must_miss names. falls_back: of a read of one document, the archive in which it looks where it finds none, "" where it looks in no other collection."""

    id: str
    subject: str
    purpose: str
    op: str
    collection: str
    script: str
    recipe: str = ""
    step: str = ""
    filter: Any = None
    update: Any = None
    pipeline: Any = None
    documents: Any = None
    keys: Any = None
    projection: Any = None
    sort: Any = None
    limit: Any = None
    options: Any = None
    writes: bool = False
    transaction: bool = False
    unless: str = ""
    only_with: Outcome | Param | None = None
    must_match: str = ""
    must_miss: str = ""
    beside: tuple[str, ...] = ()
    ends: bool = False
    ends_empty: bool = False
    each: str = ""
    answers: bool = False
    chance: float | None = None
    retry: str = ""
    only: str = ""
    written: tuple[tuple[str, str], ...] = ()
    comment: str = ""
    extra: bool = False
    needs_all: bool = False
    leads: tuple[str, ...] = ()
    due: str = ""
    called: str = ""
    names_at: tuple[str, str] = ("", "")
    falls_back: str = ""

    @property
    def has_to_run(self) -> bool:
        """Whether somebody has to run its function, or the worker that answers its stream."""
        return self.purpose == "watch" or (bool(self.due) and not self.extra)


def archives_in(statements: Iterable[Statement]) -> dict[str, str]:
    """Return, by collection, the archive that its old documents are moved to: merged into it, or inserted as they were
    read."""
    moving = [each for each in statements if each.purpose == "archive"]
    read = {(each.recipe, each.step): each.collection for each in moving if each.op == "find"}
    archives: dict[str, str] = {}
    for statement in moving:
        merge = statement.pipeline[-1].get("$merge") if statement.pipeline else None
        if isinstance(merge, dict):
            archives[statement.collection] = str(merge["into"])
        elif statement.op == "insertOne":
            archives[read[statement.recipe, statement.each]] = statement.collection
    return archives


class Unwritten(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A function that no script holds. reason: why, in a sentence. remedy: what the designer can change so that it is written, "" for nothing. behind: the places that may name what it deletes, or the tree whose functions do it."""

    recipe: str
    subject: str
    purpose: str
    script: str
    reason: str
    remedy: str = ""
    behind: tuple[str, ...] = ()


def markers(statement: Statement) -> tuple[Param | Outcome, ...]:
    """The parameters and earlier outcomes that a statement names, which documents and elements first; looked for once."""
    if "markers" not in statement.__dict__:
        _look_through(statement)
    markers_of_it: tuple[Param | Outcome, ...] = statement.__dict__["markers"]
    return markers_of_it


def built_kinds(statement: Statement) -> frozenset[str]:
    """The kinds of values that a statement's script puts together, anywhere in it; looked for once."""
    if "built_kinds" not in statement.__dict__:
        _look_through(statement)
    kinds: frozenset[str] = statement.__dict__["built_kinds"]
    return kinds


def _look_through(statement: Statement) -> None:
    marked: list[Param | Outcome] = []
    kinds: set[str] = set()
    for value in (
        statement.filter, statement.options, statement.update, statement.pipeline, statement.documents,
        statement.keys, statement.projection, statement.sort, statement.limit, statement.only_with,
    ):  # fmt: skip
        if value is not None:
            _mark(value, marked, kinds)
    statement.__dict__["markers"] = tuple(marked)
    statement.__dict__["built_kinds"] = frozenset(kinds)


def parameters_in(value: Any) -> list[Param]:
    """Return the parameters in a value, as often as it names them."""
    marked: list[Param | Outcome] = []
    _mark(value, marked, set())
    return [marker for marker in marked if type(marker) is Param]


def relabelled(statement: Statement, **words: Any) -> Statement:
    """Return the statement with other words that name nothing, as its id or comment; what it names needs no other look."""
    other = msgspec.structs.replace(statement, **words)
    if "markers" in statement.__dict__:
        other.__dict__["markers"] = statement.__dict__["markers"]
        other.__dict__["built_kinds"] = statement.__dict__["built_kinds"]
    return other


def parameters(statements: Sequence[Statement]) -> list[Param]:
    """Return the parameters: those that lead, then in the order in which the statements name them, ``now`` and optional ones
    last. The parts of an object are one."""
    if not statements:
        return []
    attributes = statements[0].__dict__
    others, params = attributes.get("parameters", (None, ()))
    if others is None or len(others) != len(statements) - 1 or not all(map(is_, others, statements[1:])):
        params = tuple(_parameters(statements))
        attributes["parameters"] = tuple(statements[1:]), params  # not itself: a ring lasts too long
    return [*params]


def _parameters(statements: Sequence[Statement]) -> list[Param]:
    params: dict[str, Param] = {}
    parts: dict[str, dict[str, Param]] = {}
    for statement in statements:
        for marker in markers(statement):
            if type(marker) is not Param:
                continue
            params.setdefault(marker.name, marker)
            if marker.part:
                parts.setdefault(marker.name, {}).setdefault(marker.part, marker)
    leads = [name for statement in statements for name in statement.leads if name in params]
    ordered = sorted(dict.fromkeys([*leads, *params]), key=lambda it: (params[it].optional, it == "now"))
    return [Param(name=name, value=parts[name]) if name in parts else params[name] for name in ordered]


def content_of(statement: Statement) -> Any:
    """What tells a statement from others; looked for once."""
    if "content" not in (attributes := statement.__dict__):
        attributes["content"] = key_of(statement) or statement
    return attributes["content"]


def _mark(value: Any, marked: list[Param | Outcome], kinds: set[str]) -> None:
    """Add the markers in a value to those that are marked, and the kinds of what is put together to those kinds."""
    kind = type(value)
    if kind is dict:
        value = value.values()
    elif kind is BuiltValue:
        kinds.add(value.kind)
        value = value.parts
    elif kind is Param or kind is Outcome:
        marked.append(value)
        return
    elif kind is not list and kind is not tuple:
        return
    for inner in value:
        if type(inner) not in _BARE:
            _mark(inner, marked, kinds)


# --- which statements change the keys of an index ----------------------------------------------

_WRITING = ("insert", "update", "delete", "findOneAnd", "bulk", "replace")
_WHOLE = ("insert", "delete", "replace", "findOneAndDelete", "findOneAndReplace")
_JOINING = ("$and", "$or", "$nor")


def is_of_documents(statement: Statement) -> bool:
    """Return whether a statement stores or takes away whole documents, and so an entry in each index of them."""
    return statement.op.startswith(_WHOLE)


def keys_changed(statement: Statement, index: PlannedIndex) -> list[str]:
    """Return the keys of an index, and the paths that say which documents it holds, that a statement changes: all where
    whole documents come or go."""
    if not statement.writes and not statement.op.startswith(_WRITING):
        return []
    held = [path for path, _ in index.keys]
    held += conditions_on(index.options.get("partialFilterExpression"))
    if is_of_documents(statement):
        return held
    return [path for path in held if any(overlap(path, written) for written, _ in statement.written)]


def overlap(path: str, other: str) -> bool:
    """Return whether one path is the other, or stands in it."""
    return path == other or path.startswith(f"{other}.") or other.startswith(f"{path}.")


def conditions_on(conditions: Any, prefix: str = "") -> Iterator[str]:
    """Yield the paths that a filter names, those within its elements too."""
    if not isinstance(conditions, dict):
        return
    for path, value in conditions.items():
        if path in _JOINING and isinstance(value, list):
            for part in value:
                yield from conditions_on(part, prefix)
        elif path == "$text" or not path.startswith("$"):
            inner = value.get("$elemMatch") if isinstance(value, dict) else None
            alternatives = value.get("$all") if isinstance(value, dict) else None
            yield prefix + path
            for element in [inner, *(alternatives if isinstance(alternatives, list) else [])]:
                parts = element.get("$elemMatch", element) if isinstance(element, dict) else None
                yield from conditions_on(parts, f"{prefix}{path}.")
