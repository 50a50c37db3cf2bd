"""The seven files: what each says about itself, what it defines, what it runs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from functools import cache, partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

from bson import Binary, ObjectId
from msgspec import UNSET
from msgspec.structs import replace

from ...content_cache import once
from ...emit.javascript import (  # fmt: skip
    Assign,
    CallExpression,
    CodeNote,
    Expression,
    Function,
    Ident,
    Lambda,
    Literal,
    Node,
    Ready,
    Run,
    script,
)
from ...plan_model.compilation import Compilation
from ...plan_model.expected_scans import is_moment
from ...plan_model.findings import Finding
from ...plan_model.function_names import EXCLUDES, function_names
from ...plan_model.physical import (
    Collection,
    Param,
    Statement,
    Unwritten,
    built_kinds,
    content_of,
    parameters,
)
from ...sampling import resolve
from ...sampling.answers import Contents, Samples
from .functions import call, changed_objects, function, given_places, moment_of_end

if TYPE_CHECKING:
    from .expiring import Clock

_HERE = Path(__file__).parent
Part = Node | str


# The helpers that put updates together, by what they make.
_NAMED = ("set_or_clear", "literal_or_remove", "with_copies", "open_ended", "without_empty")
_BUILDERS = {"set_or_unset": "absent"} | {name: name for name in _NAMED}
_PROPOSALS = frozenset({"searched", "shards"})


class Source:
    """What the seven scripts are made from: a compilation, its sample documents, its statements
    by script and by what they do to which collection."""

    def __init__(self, compilation: Compilation, samples: Samples) -> None:
        self.compilation, self.samples = compilation, samples
        self.contents = Contents(samples)
        self.notes = given_by_people(samples) is not None
        self.clock: Clock | None = None
        if any(map(ttl_of, compilation.plan.collections)):
            from .expiring import clock_of  # not where everything is kept

            self.clock = clock_of(compilation.plan.collections, samples)
        self._written: dict[tuple[str, str], list[Part]] = {}
        self.by_script: defaultdict[str, list[Statement]] = defaultdict(list)
        self._by_call: defaultdict[tuple[str, str], list[Statement]] = defaultdict(list)
        for statement in compilation.plan.statements:
            self.by_script[statement.script].append(statement)
            self._by_call[statement.op, statement.collection].append(statement)
        self._proposing: defaultdict[tuple[str, str], list[Finding]] = defaultdict(list)
        for finding in compilation.findings:
            for kind in _PROPOSALS.intersection(finding.params):
                self._proposing[kind, str(finding.params[kind])].append(finding)

    def literal(self, value: Any, name: str = "") -> Literal:
        """A value of sample documents, whose dates move where some of them expire. name: of the field that has it."""
        return Literal(value if self.clock is None else self.clock.moving(value, name))

    def moving(self) -> Iterator[Part]:
        """What moves the dates of sample documents, where some of them expire."""
        if self.clock is not None:
            yield from (fragment("recent"), self.clock.function())

    def calls(self, op: str, collection: str) -> list[Statement]:
        """The calls of a method on a collection, in the plan's order."""
        return self._by_call.get((op, collection), [])

    def proposals(self, kind: str, collection: str) -> list[Finding]:
        """The findings that propose something for a collection. kind: the param that names it, searched or shards."""
        return self._proposing.get((kind, collection), [])

    def once(
        self, kind: str, collection: str, calls: list[Statement], make: Callable[[], Iterable[Part]]
    ) -> list[Part]:
        """Parts that more than one script holds: what runs is written the first time. calls: all that
        they are made of, beside the collection's name."""

        def written() -> list[Part]:
            return [Ready(tuple(part.lines(0))) if isinstance(part, Run) else part for part in make()]

        if (kind, collection) not in self._written:
            of = partial(_named, collection, calls)
            self._written[kind, collection] = once(kind, of, written, lambda parts: 1000 * len(parts))
        return self._written[kind, collection]

    def recipes(self, script: str) -> list[list[Statement]]:
        """The recipes of a script, each a list of its statements."""
        return [
            list(group) for _, group in groupby(self.by_script[script], lambda statement: statement.recipe)
        ]


def _named(collection: str, calls: list[Statement]) -> Any:
    return collection, [content_of(statement) for statement in calls]


def ttl_of(collection: Collection) -> list[tuple[str, float]]:
    """Return the fields by which documents of a collection expire, each with how many seconds after it."""
    indexes = [index for index in collection.indexes if "expireAfterSeconds" in index.options]
    ttl = [(index.keys[0][0], index.options["expireAfterSeconds"]) for index in indexes]
    if "timeseries" in collection.options and "expireAfterSeconds" in collection.options:
        ttl.append((collection.options["timeseries"]["timeField"], collection.options["expireAfterSeconds"]))
    return ttl


@cache
def fragment(name: str) -> str:
    """A helper of the scripts, kept as a file of JavaScript beside this module."""
    return (_HERE / f"{name}.js").read_text(encoding="utf-8")


def value_builders(statements: Iterable[Statement]) -> Iterator[str]:
    """The helpers that put together the values by which statements find documents."""
    built = frozenset().union(*map(built_kinds, statements))
    yield from (fragment(kind) for kind in ("prefix", "start_of") if kind in built)


def head(title: str, compilation: Compilation, *lines: str) -> list[Part]:
    """What a script is for, how to run it, what it changes; and the database that it works on."""
    plan = compilation.plan
    words = [f"{quoted(plan.design)}: {title}", *lines]
    database = CallExpression("getSiblingDB", (Literal(plan.database),), Ident("db"))
    return [CodeNote("\n".join(words)), Assign("db", database)]


def given_by_people(samples: Samples) -> Any:
    """Return an id of a sample that a document of users may have, too; None where all are ids that nobody makes twice."""
    ids = (document["_id"] for documents in samples.values() for document in documents)
    return next((each for each in ids if not _is_made_once(each)), None)


def _is_made_once(value: Any) -> bool:
    """Whether a value is an ObjectId or UUID, or has one."""
    parts = value.values() if isinstance(value, dict) else ()
    return isinstance(value, ObjectId | UUID | Binary) or any(map(_is_made_once, parts))


def caution(samples: Samples, words: str) -> tuple[str, ...]:
    """Say what becomes of documents of users that have the ids of samples. words: that, behind the one of them."""
    taken = given_by_people(samples)
    if taken is None:
        return ()
    named = f", such as {taken}," if isinstance(taken, str | int) else ""
    return (f"Your own document with the _id of a sample{named} {words}",)


def quoted(text: str) -> str:
    """A name that a person gave, on one line of a comment."""
    return '"' + text.replace("\n", " ") + '"'


def section(subject: str, compilation: Compilation) -> CodeNote:
    """The comment above the functions of a relationship, an operation, an entity or a collection."""
    kind, _, name = subject.partition(":")
    line = f"--- {kind} {quoted(name)}"
    decision = compilation.composition.decisions.get(name) if kind == "relationship" else None
    if decision is None:
        return CodeNote(f"{line} ---")
    return CodeNote(f"{line}: {decision.label} ({decision.cited}) ---\n{decision.reason}")


def _why_unwritten(function: Unwritten) -> CodeNote:
    return CodeNote(f"Not generated: {quoted(function.recipe)}. {function.reason}")


class Library:
    """The functions of one script, by the name of their recipe."""

    def __init__(self, source: Source, script: str) -> None:
        self.compilation, self.samples, self.contents = source.compilation, source.samples, source.contents
        self.literal, self._clock = source.literal, source.clock
        every = source.recipes(script)
        self._literals: dict[tuple[str, str, int], Literal] = {}
        # By recipe, how long after the first change the demonstration calls it.
        self.minutes: dict[str, int] = {}
        self.names = function_names(source.by_script[script], script)
        self.recipes = [statements for statements in every if not statements[0].extra]
        from .lacking.absences import StoredParams  # not for a plan
        from .lacking.missing_values import missing_values

        validators = StoredParams(source.compilation)
        self._missing = {
            recipe[0].recipe: missing_values(validators, recipe)
            for recipe in self.recipes
            if recipe[0].recipe in self.names
        }
        self.unwritten: defaultdict[str, list[Unwritten]] = defaultdict(list)
        for each in source.compilation.plan.unwritten:
            if each.script == script:
                self.unwritten[each.subject].append(each)

    @property
    def must_be_given(self) -> dict[str, tuple[str, ...]]:
        """By recipe, the parameters that must have a value."""
        return {recipe: missing.given for recipe, missing in self._missing.items()}

    def functions(self) -> Iterator[Part]:
        """All functions, under a comment for each subject."""
        shown = [recipe for recipe in self.recipes if recipe[0].recipe in self.names]
        for subject, group in groupby(shown, lambda recipe: recipe[0].subject):
            yield self._of_subject(section(subject, self.compilation), list(group))
            yield from map(_why_unwritten, self.unwritten.get(subject, ()))
        with_functions = {recipe[0].subject for recipe in shown}
        for subject, missing in self.unwritten.items():
            if subject not in with_functions:
                yield section(subject, self.compilation)
                yield from map(_why_unwritten, missing)

    def missing_fragments(self) -> Iterator[str]:
        """The helpers of functions whose callers may lack values, or that write what they read of documents that do."""
        every = self._missing.values()
        built = frozenset().union(*(built_kinds(each) for own in every for each in own.statements))
        if "given" in built:
            yield fragment("given")
        if "without_absent" in built or any(each.stored for each in every):
            yield fragment("stored")
        if any(each.given or each.needed for each in every):
            yield fragment("must_be_given")
        if any(each.kept for each in every):
            yield fragment("must_not_be_null")
        if any(each.fitting for each in every):
            yield fragment("must_fit")
        if any(each.said for each in every):
            yield fragment("must_change_some")
        if any(each.identified for each in every):
            yield fragment("identified")
        if any(moment_of_end(each) for own in every for each in own.statements):
            yield fragment("moment_after")
        yield from (fragment(name) for kind, name in _BUILDERS.items() if kind in built)

    def _of_subject(self, title: CodeNote, recipes: list[list[Statement]]) -> str:
        names = [self.names[recipe[0].recipe] for recipe in recipes]

        missing = [self._missing[recipe[0].recipe] for recipe in recipes]

        def of() -> Any:
            contents = [[content_of(each) for each in own.statements] for own in missing]
            given = [[param.name for param in parameters(recipe)] for recipe in recipes]
            return title, names, given, [own[1:] for own in missing], contents

        def written() -> str:
            parts = (function(*each) for each in zip(names, recipes, missing, strict=True))
            return script([title, *parts])

        return once("functions", of, written)

    def written(
        self,
        kind: str,
        recipes: list[list[Statement]],
        make: Callable[[list[Statement]], Iterable[Node]],
        depth: int,
    ) -> Iterator[Ready]:
        """What is made of each recipe on the sample documents, written subject by subject."""
        for _, group in groupby(recipes, lambda recipe: recipe[0].subject):
            yield self._ready(kind, list(group), make, depth)

    def _ready(
        self,
        kind: str,
        recipes: list[list[Statement]],
        make: Callable[[list[Statement]], Iterable[Node]],
        depth: int,
    ) -> Ready:
        def of() -> Any:
            called = [each[0].recipe for each in recipes]
            names = [(self.names.get(each), self.minutes.get(each)) for each in called]
            return (
                names,
                self._clock.old if self._clock is not None else None,
                self.contents.around(each for recipe in recipes for each in recipe),
            )

        def written() -> tuple[str, ...]:
            return tuple(line for recipe in recipes for node in make(recipe) for line in node.lines(depth))

        return Ready(once(kind, of, written))

    def call(self, statements: list[Statement]) -> CallExpression:
        """The call of a recipe's function with the values of the sample documents."""
        later = timedelta(minutes=self.minutes.get(statements[0].recipe, 0))
        values: list[Expression] = [
            Literal(param.value + later) if is_moment(param) else self._sample(param)
            for param in parameters(statements)
            if not param.optional
        ]
        if any(statement.chance is not None for statement in statements):
            values.append(Literal(True))
        return CallExpression(self.names[statements[0].recipe], tuple(values))

    def prepared(self, statement: Statement) -> Statement:
        """The statement with the values of the sample documents."""
        values = (resolve(getattr(statement, part), self.samples, {}) for part in ("filter", "update"))
        filter, update = map(self._clock.moving, values) if self._clock is not None else values
        return replace(statement, filter=filter, update=update)

    def _sample(self, param: Param) -> Literal:
        """The value of a parameter, made and written once for all calls that take it."""
        place = param.place
        if param.parts:
            parts = resolve(param, self.samples, {})
            return self.literal({name: value for name, value in parts.items() if value is not None})
        if param.value is not UNSET:
            return self.literal(resolve(param, self.samples, {}), param.path)
        if place not in self._literals:
            self._literals[place] = self.literal(resolve(param, self.samples, {}), param.path)
        return self._literals[place]


def queries(source: Source) -> Iterator[Part]:
    """Functions; the reads run inside showReads(), the writes inside demo()."""
    library = Library(source, "04_queries")
    yield from head(
        "Reads and writes", source.compilation,
        "Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.",
        "Loading it only defines functions, so a job can load it: nothing is read or changed.",
        "showReads() runs the reads on sample data, as does loading it with NESTLINK_READS=1.",
        ('demo() runs the writes on sample data. To restore the data before and after, it needs '
        'load("03_sample_data.js") first.'),
        *_what_stays_out(library.recipes),
        *_what_slips_through(library.recipes),
        *caution(source.samples, ("stops demo() if 03_sample_data.js is loaded; otherwise, it could be "
                                 "changed or deleted.")),
    )  # fmt: skip
    yield fragment("demo")
    yield from source.moving()
    yield from value_builders(source.by_script["04_queries"])
    given = [parameters(recipe) for recipe in library.recipes]
    if any(map(given_places, given)):
        yield fragment("places")
    if any(map(changed_objects, given)):
        yield fragment("changes")
    yield from library.missing_fragments()
    yield from library.functions()
    yield _shown_reads(library)
    yield _demo(library)
    yield Run(CallExpression("showReadsIfAsked", ()))


def _what_stays_out(recipes: list[list[Statement]]) -> Iterator[str]:
    """Yield how to read the sensitive fields that reads leave out: once, and not with each read."""
    if any(EXCLUDES in recipe[0].comment for recipe in recipes):
        yield "Reads exclude sensitive fields. To read one, name it in the projection of an operation."


def _what_slips_through(recipes: list[list[Statement]]) -> Iterator[str]:
    """Yield what no function can refuse that looks for other documents before it writes: a transaction conflicts with what it
    writes, too, and not with what it only reads."""
    writing = (each for recipe in recipes if any(statement.writes for statement in recipe) for each in recipe)
    if any(each.op == "findOne" and (each.must_match or each.must_miss) for each in writing):
        yield (
            "Functions check other documents before they write, and can miss a concurrent change: "
            "06_audit.js finds such errors."
        )


def _shown_reads(library: Library) -> Function:
    reads = [recipe for recipe in library.recipes if not any(each.writes for each in recipe)]
    body = library.written("printed", reads, lambda recipe: _printed(library, recipe), 1)
    words = "Runs every read once on sample data. Reads without an index scan the whole collection."
    return Function("showReads", (), (*body,), words)


def _printed(library: Library, statements: list[Statement]) -> Iterator[Run]:
    from .demonstrating import with_values  # not for a plan
    from .showing import values_that_find

    shown = with_values(statements, values_that_find(statements, library.samples))
    yield Run(CallExpression("printed", (Literal(statements[0].recipe), library.call(shown))))


def _demo(library: Library) -> Function:
    from .demonstrating import contradictions, demonstrated  # not for a plan

    every = [recipe for recipe in library.recipes if any(each.writes for each in recipe)]
    collections = library.compilation.plan.collections
    wrong = contradictions(library.compilation.findings)
    writes, hidden = demonstrated(every, collections, library.samples, wrong, library.must_be_given)
    changes = [recipe for recipe in writes if any(map(is_moment, parameters(recipe)))]
    library.minutes = {recipe[0].recipe: minute for minute, recipe in enumerate(changes)}
    body = library.written("demo", writes, lambda recipe: _demonstrated(library, recipe), 1)
    notes = (CodeNote(f"Not called: {quoted(name)}, because {reason}.") for name, reason in hidden.items())
    begin, end = (Run(CallExpression(name, ())) for name in ("beginWithSamples", "endWithSamples"))
    return Function(
        "demo",
        (),
        (begin, *body, *notes, end),
        "Runs every write once on sample data. Not called automatically.",
    )


def _demonstrated(library: Library, statements: list[Statement]) -> Iterator[Run]:
    first = statements[0]
    if first.purpose == "prepare":
        yield from (Run(call(library.prepared(each))) for each in statements)
    else:
        yield Run(CallExpression("attempt", (Literal(first.recipe), Lambda((), library.call(statements)))))
