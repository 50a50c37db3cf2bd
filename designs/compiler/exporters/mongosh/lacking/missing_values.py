"""What a function does with a value that its caller does not have: a field is taken away, or null stored where the
validator takes it; what is added to a number must be given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ....plan_model.expected_scans import is_moment
from ....plan_model.physical import BuiltValue, Outcome, Param, Statement, markers, parameters_in
from .absences import (
    Rules,
    StoredParam,
    StoredParams,
    following,
    goes_with_none,
    inserted_as,
    written_by,
)  # fmt: skip
from .left_out import adding, cleared_where_null, with_absent_left_out
from .open_ranges import closed_ends, open_ended
from .set_values import SetValue, amounts, literal_of, name_of, set_in_new, set_in_updates

_UPDATES = frozenset({"updateOne", "updateMany", "findOneAndUpdate"})
_MOVING = frozenset({"reassign", "update"})
_BY_OMISSION = frozenset({"rename"})  # whose parameters are all that fields become


class MissingValues(NamedTuple):
    """How a function deals with values that its caller lacks. statements: as the script has them; stored: its parameters
    that are objects; given: the names of those that must have a value; cleared: of those that a caller may leave out, and whose
    field goes where they are null, each with that field; emptied: by parameter, the fields that its caller may change to null. identified: the parameters
    in which objects need an _id, each with their places: new documents whose _id other statements name, and what is stored inside of documents.
    needed: by what it is called, what a new document must have where no validator asks for it. said: groups of names, of
    each of which the caller must say one value, which may be null: without any the function would change nothing but what
    follows from a change. has_open_ends: whether it reads ranges whose ends the caller may leave out. fitting: by parameter, what
    holds of the values of a new document at which no validator looks. nulled: those whose fields store null. loose: of
    those that a caller may leave out, those whose field no document may go without, each with it."""

    statements: tuple[Statement, ...]
    stored: tuple[StoredParam, ...] = ()
    given: tuple[str, ...] = ()
    cleared: tuple[tuple[str, str], ...] = ()
    emptied: tuple[tuple[str, tuple[str, ...]], ...] = ()
    identified: tuple[tuple[str, tuple[str, ...]], ...] = ()
    needed: tuple[tuple[str, Outcome], ...] = ()
    said: tuple[tuple[str, ...], ...] = ()
    has_open_ends: bool = False
    fitting: tuple[tuple[str, Rules], ...] = ()
    nulled: frozenset[str] = frozenset()
    loose: tuple[tuple[str, str], ...] = ()

    @property
    def kept(self) -> list[str]:
        """The parameters that a caller may leave out, but not say null for."""
        return [name for name, _ in self.loose if name not in self.nulled and name not in self.given]


def missing_values(validators: StoredParams, statements: Sequence[Statement]) -> MissingValues:
    """Return how the function of some statements deals with values that its caller lacks."""
    statements = [with_absent_left_out(validators, each) for each in statements]
    dealt, writes = _of_closed(validators, statements), any(each.writes for each in statements)
    closed = closed_ends(statements)
    opened = tuple(open_ended(each, closed, is_writing=writes) for each in dealt.statements)
    finding = _finding_documents(validators, statements) if writes else ()
    given = tuple(dict.fromkeys((*dealt.given, *closed, *finding)))
    return dealt._replace(statements=opened, given=given, has_open_ends=opened != dealt.statements)


def _finding_documents(validators: StoredParams, statements: Sequence[Statement]) -> Iterator[str]:
    """Yield the parameters by which an operation that writes finds its documents, where some documents have no such value:
    without one it would delete, or change, all of those."""
    for each in statements if statements[0].subject.startswith("operation:") else ():
        is_open = each.only_with is not None or type(each.filter) is not dict or "_id" in each.filter
        for path, asked in () if is_open else each.filter.items():
            value = asked.get("$eq") if type(asked) is dict else asked
            if type(value) is Param and not value.part and not validators.is_always(each.collection, path):
                yield value.name


def _of_closed(validators: StoredParams, statements: Sequence[Statement]) -> MissingValues:
    """Return how it deals with all but the ends of ranges."""
    writing = [each for each in statements if each.op in _UPDATES]
    stored, identified = validators.of(statements), _identified(validators, statements)
    needed = tuple(dict(pair for each in statements for pair in _needed(validators, each)).items())
    new = [each for statement in statements for each in set_in_new(validators, statement)]
    if not writing:
        asked = [param.name for each in statements for param in parameters_in(each.filter) if param.needed]
        required = tuple(dict.fromkeys([*asked, *_required(statements, new, {})]))
        fitting = tuple(dict(pair for each in statements for pair in _fitting(validators, each)).items())
        return MissingValues(
            tuple(statements), stored, required, identified=identified, needed=needed, fitting=fitting
        )
    sets = [each for statement in writing for each in set_in_updates(validators, statement)]
    free, loose = _free(statements, sets), _free(statements, sets, are_needed=True)
    given = [each.param.name for each in sets if each.param.needed]
    given += [name for statement in writing for name in amounts(validators, statement)]
    given += [param.name for each in statements for param in parameters_in(each.filter) if param.needed]
    given += [param.name for each in writing for param in parameters_in(each.update) if is_moment(param)]
    gone = {name_of(each.param) for each in sets if _is_cleared(each, free)}
    living = tuple(
        cleared_where_null(adding(validators, statement), sets, gone, loose)
        if statement.op in _UPDATES
        else statement
        for statement in statements
    )
    left = _left_as_they_are(sets, loose, living) if statements[0].subject.startswith("operation:") else {}
    given += _required(statements, [*sets, *new], left)
    return MissingValues(
        tuple(following(living, set(given))),
        stored,
        tuple(dict.fromkeys(given)),
        cleared := _cleared(sets, free),
        _emptied(sets, free),
        identified,
        needed,
        said=tuple(_said(validators, statements, dict(cleared) | left, given)),
        loose=tuple(left.items()),
        nulled=frozenset(each.param.name for each in sets if each.place.nullable and not each.is_staged),
    )


def _identified(
    validators: StoredParams, statements: Sequence[Statement]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the parameters in which objects need an ``_id`` that the function makes, each with the places of these."""
    places = dict.fromkeys(_named_by_others(validators, statements), ("",))
    for name, inside in validators.without_ids(statements):
        places[name] = (*places.get(name, ()), *inside)
    return tuple(places.items())


def _named_by_others(validators: StoredParams, statements: Sequence[Statement]) -> Iterator[str]:
    """Yield the parameters that are inserted as they are, and by whose ``_id``, which the server would make, other
    statements refer to them."""
    named = {
        each.step for statement in statements for each in markers(statement)
        if isinstance(each, Outcome) and each.path == "_id"
    }  # fmt: skip
    for statement in statements if named else ():
        name, _ = inserted_as(statement)
        if name in named and validators.makes_ids(statement.collection):
            yield name


def _left_as_they_are(
    sets: list[SetValue], loose: set[tuple[str, str]], statements: Sequence[Statement]
) -> dict[str, str]:
    """Return the parameters that a caller may leave out of an update, each with the field that no document goes without."""
    updates = [each.update for each in statements if isinstance(each.update, BuiltValue)]
    living = [param for update in updates for param in parameters_in(update) if update.kind == "set_or_clear"]
    stages = (stage.get("$set") for each in statements if type(each.update) is list for stage in each.update)
    living += [param for fields in stages if type(fields) is BuiltValue for param in parameters_in(fields)]
    asked = [each for each in sets if each.place.required and name_of(each.param) in loose]
    first = {each.param.name: each.path for each in reversed(asked) if each.param in living}
    return dict(reversed(first.items()))


def _required(statements: Sequence[Statement], sets: list[SetValue], left: dict[str, str]) -> Iterator[str]:
    """Yield the names of what is stored where no document, or element, goes without a value: null would be, where a validator
    only warns. left: what a caller may leave out. What is looked for needs no more; a sync takes what there is."""
    if statements[0].purpose == "sync" and not statements[0].transaction:
        return
    reads = [each for each in statements if each.op == "findOne" and each.must_match and not each.only_with]
    free = {*left, *(name for each in reads for name in _names_of(each.filter))}
    for each in sets:
        if each.place.required and not (each.place.nullable or each.param.part or each.param.name in free):
            yield each.param.name


def _free(
    statements: Sequence[Statement], sets: list[SetValue], *, are_needed: bool = False
) -> set[tuple[str, str]]:
    """Return the parameters, and parts of them, that nothing needs: each field that they are set to may go without a
    value, and nothing is compared with them or made of them. are_needed: whether the fields may be those that no document
    goes without."""
    demanding = _run_only_with(statements)
    uses = [
        name_of(param)
        for statement in statements
        for param in parameters_in(_all_of(statement))
        if name_of(param) not in demanding or param in parameters_in(statement.update)
    ]
    free = {name_of(each.param) for each in sets}
    first = statements[0]
    may_be_left_out = first.subject.startswith("operation:") or first.purpose in _BY_OMISSION
    bound = {
        name_of(each.param) for each in sets
        if (each.place.required and not are_needed) or each.param.needed or not (each.param.part or may_be_left_out or name_of(each.param) in demanding)
    }  # fmt: skip
    counted = [name_of(each.param) for each in sets]
    return {name for name in free - bound if uses.count(name) == counted.count(name)}


def _run_only_with(statements: Sequence[Statement]) -> set[tuple[str, str]]:
    """Return the parameters without which some statement is not run: by one that has no value, others find nothing."""
    return {name_of(each.only_with) for each in statements if isinstance(each.only_with, Param)}


def _all_of(statement: Statement) -> Any:
    return statement.filter, statement.update, statement.documents, statement.pipeline, statement.options


def _is_cleared(each: SetValue, free: set[tuple[str, str]]) -> bool:
    return name_of(each.param) in free and not (each.place.nullable and each.is_staged)


def _cleared(sets: list[SetValue], free: set[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    cleared: dict[str, str] = {}
    for each in sets:
        if not each.param.part and _is_cleared(each, free):
            cleared.setdefault(each.param.name, each.path)
    return tuple(cleared.items())


def _emptied(sets: list[SetValue], free: set[tuple[str, str]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    emptied: dict[str, dict[str, None]] = {}
    for each in sets:
        if each.param.part and name_of(each.param) in free:
            emptied.setdefault(each.param.name, {})[each.param.part] = None
    return tuple((name, tuple(parts)) for name, parts in emptied.items())


# --- what changes nothing -----------------------------------------------------------------------------


def _said(
    validators: StoredParams, statements: Sequence[Statement], cleared: dict[str, str], given: list[str]
) -> Iterator[tuple[str, ...]]:
    """Yield groups of parameters, of each of which the caller must say one: to whom something moves, who goes with a state
    that an update always sets, and the new values of an update that would count a revision up for nothing. A date that it
    always sets is something to write."""
    if statements[0].purpose not in _MOVING:
        return
    destinations = {name for each in statements for name in _names_of(each.only_with, whole=True)}
    asking = (each for each in statements if each.must_match and not each.writes and each.only_with is None)
    looked_for = {name for each in asking for name in _names_of(each.filter)}
    asked = destinations if any(map(_sets_a_constant, statements)) else destinations.difference(cleared)
    yield from ((name,) for name in sorted(asked.difference(given)))
    changed: dict[str, None] = {}
    is_hidden = False
    for statement in (each for each in statements if each.op in _UPDATES):
        names, is_beside = _changed(validators, statement)
        if names is None:
            return
        changed |= dict.fromkeys(names)
        is_hidden = is_hidden or (is_beside and not cleared.keys().isdisjoint(names))
    if is_hidden and looked_for.union(destinations.difference(cleared)).isdisjoint(changed):
        yield tuple(changed)


def _sets_a_constant(statement: Statement) -> bool:
    """Whether an update sets a field to a value that the design states, whatever its caller gives."""
    if statement.op not in _UPDATES:
        return False
    values = [value for operator, path, value in written_by(statement.update) if operator == "$set" and path]
    return any(isinstance(value, str | bool | int) and value != "$$NOW" for value in values)


def _names_of(value: Any, *, whole: bool = False) -> list[str]:
    """Return the names of parameters in a value. whole: of those that are no field of an object."""
    return [param.name for param in parameters_in(value) if not (whole and param.part)]


def _changed(validators: StoredParams, statement: Statement) -> tuple[list[str] | None, bool]:
    """Return the parameters that an update sets fields to, None where it changes more than these in any case; and whether
    something that follows from a change goes with them."""
    names: list[str] = []
    is_beside = type(statement.update) is not dict
    is_more = False
    sets = [
        (operator, path, value, _new_value(value) if operator == "$set" else None)
        for operator, path, value in written_by(statement.update)
    ]
    # The moment of a version dates other fields, too: it is given with every call.
    moments = {
        param.name for _, path, _, param in sets if param and validators.follows(statement.collection, path)
    }
    for _, path, value, param in sets:
        is_date = value == "$$NOW" or (param is not None and param.name in moments)
        if validators.follows(statement.collection, path):
            is_beside = True
        elif param is None or param.part or is_date:
            is_more = True
        else:
            names.append(param.name)
    return (None if names and is_more else names), is_beside


def _new_value(value: Any) -> Param | None:
    """Return the parameter that a field is set to, or is without where the caller has none."""
    if type(value) is dict and goes_with_none(value):
        value = value["$ifNull"][0]
    value = literal_of(value) if type(value) is dict else value
    return value if type(value) is Param and not value.optional else None


def _needed(validators: StoredParams, statement: Statement) -> Iterator[tuple[str, Outcome]]:
    """Yield what a new document must have, and its caller has to give."""
    name, own = inserted_as(statement)
    for path in validators.needed_in(statement.collection) if name else ():
        if path.partition(".")[0] not in own:
            yield path, Outcome(step=name, path=path)


def _fitting(validators: StoredParams, statement: Statement) -> Iterator[tuple[str, Rules]]:
    """Yield the parameter that a new document is, with what holds of its values, where no validator looks at them."""
    name, own = inserted_as(statement)
    rules = validators.rules_in(statement.collection) if name else ()
    if kept := tuple((path, rule) for path, rule in rules if path.partition(".")[0] not in own):
        yield name, kept
