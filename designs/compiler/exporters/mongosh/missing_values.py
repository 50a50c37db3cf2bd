"""What a function does with a value that its caller does not have: a field is taken away, or null stored where the
validator takes it; what is added to a number must be given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from ...plan_model.physical import BuiltValue, Outcome, Param, Statement, markers, parameters_in
from .absences import (
    Rules,
    StoredField,
    StoredParam,
    StoredParams,
    following,
    goes_with_none,
    inserted_as,
    instead_of_given,
    open_ended,
    plain_fields,
    range_ends,
    written_by,
)  # fmt: skip

_UPDATES = frozenset({"updateOne", "updateMany", "findOneAndUpdate"})
_AMOUNTS = ("$inc", "$mul", "$min", "$max")
_ADDING = frozenset({"$push", "$addToSet"})
_BESIDE = frozenset({"$currentDate"})  # what goes with a change, and is none by itself
_MOVING = frozenset({"reassign", "update"})
_BY_OMISSION = frozenset({"rename"})  # whose parameters are all that fields become


class _Set(NamedTuple):
    """A parameter that a field is set to as it is. path: as the update writes it; place: what the validator says there. is_staged:
    whether stages set it, where null can't be told from what is left out."""

    param: Param
    path: str
    place: StoredField
    is_staged: bool


class MissingValues(NamedTuple):
    """How a function deals with values that its caller lacks. statements: as the script has them; stored: its parameters
    that are objects; given: the names of those that must have a value; cleared: of those that a caller may leave out, and whose
    field goes where they are null, each with that field; emptied: by parameter, the fields that its caller may change to null. identified: the parameters
    in which objects need an _id, each with their places: new documents whose _id other statements name, and what is stored inside of documents.
    needed: by what it is called, what a new document must have where no validator asks for it. said: groups of names, of
    each of which the caller must say one value, which may be null: without any the function would change nothing but what
    goes with a change. has_open_ends: whether it reads ranges whose ends the caller may leave out. fitting: by parameter, what
    holds of the values of a new document at which no validator looks. nulled: those of cleared whose fields store null. loose: of
    those that a caller may leave out, the fields that no document may go without."""

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
    loose: tuple[str, ...] = ()


def missing_values(validators: StoredParams, statements: Sequence[Statement]) -> MissingValues:
    """Return how the function of some statements deals with values that its caller lacks."""
    statements = [_inserted(validators, each) for each in statements]
    dealt, writes = _of_closed(validators, statements), any(each.writes for each in statements)
    if any("elete" in each.op for each in statements):  # of what goes, both ends are said
        ends = (end.name for each in statements for end in range_ends(each.filter))
        return dealt._replace(given=tuple(dict.fromkeys((*dealt.given, *ends))))
    opened = tuple(open_ended(each, is_writing=writes) for each in dealt.statements)
    return dealt._replace(statements=opened, has_open_ends=opened != dealt.statements)


def _of_closed(validators: StoredParams, statements: Sequence[Statement]) -> MissingValues:
    """Return how it deals with all but the ends of ranges."""
    writing = [each for each in statements if each.op in _UPDATES]
    stored, identified = validators.of(statements), _identified(validators, statements)
    needed = tuple(dict(pair for each in statements for pair in _needed(validators, each)).items())
    if not writing:
        fitting = tuple(dict(pair for each in statements for pair in _fitting(validators, each)).items())
        return MissingValues(tuple(statements), stored, identified=identified, needed=needed, fitting=fitting)
    sets = [each for statement in writing for each in _sets(validators, statement)]
    free, loose = _free(statements, sets), _free(statements, sets, are_needed=True)
    given = [each.param.name for each in sets if each.param.needed]
    given += [name for statement in writing for name in _amounts(validators, statement)]
    living = tuple(
        _living(_adding(validators, statement), sets, free, loose) if statement.op in _UPDATES else statement
        for statement in statements
    )
    left = _left_as_they_are(sets, loose, living) if statements[0].subject.startswith("operation:") else {}
    pushed = [each for statement in writing for each in _pushed(validators, statement)]
    given += _required(statements, [*sets, *pushed], left)
    return MissingValues(
        tuple(following(living, set(given))),
        stored,
        tuple(dict.fromkeys(given)),
        cleared := _cleared(sets, free),
        _emptied(sets, free),
        identified,
        needed,
        said=tuple(_said(validators, statements, dict(cleared) | left, given)),
        loose=tuple(left.values()),
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
    sets: list[_Set], loose: set[tuple[str, str]], statements: Sequence[Statement]
) -> dict[str, str]:
    """Return the parameters that a caller may leave out of an update, each with the field that no document goes without."""
    updates = [each.update for each in statements if isinstance(each.update, BuiltValue)]
    living = [param for update in updates for param in parameters_in(update) if update.kind == "set_or_clear"]
    stages = (stage.get("$set") for each in statements if type(each.update) is list for stage in each.update)
    living += [param for fields in stages if type(fields) is BuiltValue for param in parameters_in(fields)]
    asked = [each for each in sets if each.place.required and _name(each.param) in loose]
    first = {each.param.name: each.path for each in reversed(asked) if each.param in living}
    return dict(reversed(first.items()))


def _required(statements: Sequence[Statement], sets: list[_Set], left: dict[str, str]) -> Iterator[str]:
    """Yield the names of what is stored where no document, or element, goes without a value: null would be, where a validator
    only warns. left: what a caller may leave out. What is looked for needs no more; a sync and an upgrade take what there is."""
    if (first := statements[0]).purpose == "upgrade" or (first.purpose == "sync" and not first.transaction):
        return
    reads = [each for each in statements if each.op == "findOne" and each.must_match and not each.only_with]
    free = {*left, *(name for each in reads for name in _names_of(each.filter))}
    for each in sets:
        if each.place.required and not (each.place.nullable or each.param.part or each.param.name in free):
            yield each.param.name


def _free(
    statements: Sequence[Statement], sets: list[_Set], *, are_needed: bool = False
) -> set[tuple[str, str]]:
    """Return the parameters, and parts of them, that nothing needs: each field that they are set to may go without a
    value, and nothing is compared with them or made of them. are_needed: whether the fields may be those that no document
    goes without."""
    demanding = _run_only_with(statements)
    uses = [
        _name(param)
        for statement in statements
        for param in parameters_in(_all_of(statement))
        if _name(param) not in demanding or param in parameters_in(statement.update)
    ]
    free = {_name(each.param) for each in sets}
    first = statements[0]
    may_be_left_out = first.subject.startswith("operation:") or first.purpose in _BY_OMISSION
    bound = {
        _name(each.param) for each in sets
        if (each.place.required and not are_needed) or each.param.needed or not (each.param.part or may_be_left_out or _name(each.param) in demanding)
    }  # fmt: skip
    counted = [_name(each.param) for each in sets]
    return {name for name in free - bound if uses.count(name) == counted.count(name)}


def _run_only_with(statements: Sequence[Statement]) -> set[tuple[str, str]]:
    """Return the parameters without which some statement is not run: by one that has no value, others find nothing."""
    return {_name(each.only_with) for each in statements if isinstance(each.only_with, Param)}


def _all_of(statement: Statement) -> Any:
    return statement.filter, statement.update, statement.documents, statement.pipeline, statement.options


def _name(param: Param) -> tuple[str, str]:
    return param.name, param.part


def _is_cleared(each: _Set, free: set[tuple[str, str]]) -> bool:
    return _name(each.param) in free and not (each.place.nullable and each.is_staged)


def _cleared(sets: list[_Set], free: set[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    cleared: dict[str, str] = {}
    for each in sets:
        if not each.param.part and _is_cleared(each, free):
            cleared.setdefault(each.param.name, each.path)
    return tuple(cleared.items())


def _emptied(sets: list[_Set], free: set[tuple[str, str]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    emptied: dict[str, dict[str, None]] = {}
    for each in sets:
        if each.param.part and _name(each.param) in free:
            emptied.setdefault(each.param.name, {})[each.param.part] = None
    return tuple((name, tuple(parts)) for name, parts in emptied.items())


# --- what an update sets ----------------------------------------------------------------------------


def _sets(validators: StoredParams, statement: Statement) -> Iterator[_Set]:
    for fields in _set_fields(statement.update):
        for path, value in fields.items():
            param = value.get("$literal") if type(value) is dict and len(value) == 1 else value
            if type(param) is not Param or param.optional:
                continue
            place = validators.place(statement.collection, path)
            if place is not None:
                yield _Set(param, path, place, type(statement.update) is not dict)


def _pushed(validators: StoredParams, statement: Statement) -> Iterator[_Set]:
    """Yield what is set in new elements."""
    for operator, path, value in written_by(statement.update):
        is_many = type(value) is dict and type(value.get("$each")) in (list, tuple)
        for element in (value["$each"] if is_many else [value]) if operator in _ADDING else ():
            for name, param in (plain_fields(element) or {}).items():
                place = validators.place(statement.collection, f"{path}.{name}")
                if type(param) is Param and not param.optional and place:
                    yield _Set(param, path, place, False)


def _set_fields(update: Any) -> Iterator[dict[str, Any]]:
    """Yield the fields that an update sets, of operators and of each stage."""
    for step in update if isinstance(update, list | tuple) else [update]:
        fields = plain_fields(step.get("$set")) if type(step) is dict else None
        if fields is not None:
            yield fields


def _amounts(validators: StoredParams, statement: Statement) -> Iterator[str]:
    """Yield the names of what is added to a number, or made part of a new one: else null would be stored, or refused by the
    server alone, and not where a validator only warns."""
    update = statement.update
    if type(update) is dict:
        pairs = [pair for operator in _AMOUNTS for pair in (plain_fields(update.get(operator)) or {}).items()]
    else:
        pairs = [
            (path, value)
            for fields in _set_fields(update)
            for path, value in fields.items()
            if not (type(value) is dict and ("$literal" in value or goes_with_none(value)))
        ]
    for path, value in pairs:
        place = validators.place(statement.collection, path)
        if place is not None and place.is_number:
            added = (each for each in parameters_in(value) if not (each.part or each.optional or each.below))
            yield from (param.name for param in added)  # a place in a grid is looked at by itself


# --- what changes nothing -----------------------------------------------------------------------------


def _said(
    validators: StoredParams, statements: Sequence[Statement], cleared: dict[str, str], given: list[str]
) -> Iterator[tuple[str, ...]]:
    """Yield groups of parameters, of each of which the caller must say one: to whom something moves, who goes with a state
    that an update always sets, and the new values of an update that would count a revision up, or note the time of a
    change, for nothing."""
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
    something that is no change by itself goes with them."""
    names: list[str] = []
    is_beside = type(statement.update) is not dict
    is_more = False
    for operator, path, value in written_by(statement.update):
        param = _new_value(value) if operator == "$set" else None
        if operator in _BESIDE or value == "$$NOW" or validators.follows(statement.collection, path):
            is_beside = True
        elif param is None or param.part:
            is_more = True
        else:
            names.append(param.name)
    return (None if names and is_more else names), is_beside


def _new_value(value: Any) -> Param | None:
    """Return the parameter that a field is set to, or is without where the caller has none."""
    if type(value) is dict and goes_with_none(value):
        value = value["$ifNull"][0]
    value = _literal(value) if type(value) is dict else value
    return value if type(value) is Param and not value.optional else None


# --- the update as the script has it ------------------------------------------------------------------


def _living(
    statement: Statement, sets: list[_Set], free: set[tuple[str, str]], loose: set[tuple[str, str]]
) -> Statement:
    """Return the statement with an update that takes away the fields whose values the caller does not have, and leaves
    those as they are that no document goes without, where it sets several."""
    cleared = {_name(each.param) for each in sets if _is_cleared(each, free)}
    update = statement.update
    own = [_name(param) for fields in _set_fields(update) for param in parameters_in(list(fields.values()))]
    fields = plain_fields(update.get("$set")) if type(update) is dict else None
    several = len(own) > 1 and len(own) == len(fields or ()) and loose.issuperset(own)
    is_asked = statement.subject.startswith("operation:")
    if type(update) is list or type(update) is tuple:
        left = cleared | loose if is_asked and len(own) > 1 else cleared
        staged = [_stage(stage, cleared, left) for stage in update]
        return statement if staged == [*update] else replace(statement, update=staged)
    if not (cleared.intersection(own) or (several and is_asked)):
        return statement
    return replace(statement, update=_set_or_clear(update, sets))


def _set_or_clear(update: dict[str, Any], sets: list[_Set]) -> BuiltValue:
    fields = plain_fields(update["$set"]) or {}
    nullable = [each.path for each in sets if each.path in fields and each.place.nullable]
    others = {operator: operand for operator, operand in update.items() if operator != "$set"}
    more = [nullable, others] if others else [nullable] if nullable else []
    return BuiltValue("set_or_clear", (fields, *more))


def _stage(stage: Any, cleared: set[tuple[str, str]], left: set[tuple[str, str]]) -> Any:
    """Return a stage of an update. left: what it sets no field to where the caller says nothing of it."""
    fields = plain_fields(stage.get("$set")) if type(stage) is dict else None
    if fields is None:
        return stage
    set_to = {path: _or_remove(value, cleared) for path, value in fields.items()}
    may_lack = type(stage["$set"]) is BuiltValue or any(
        type(param := _literal(value)) is Param and _name(param) in left for value in fields.values()
    )
    return {"$set": BuiltValue("given", (set_to,)) if may_lack else set_to}


def _or_remove(value: Any, cleared: set[tuple[str, str]]) -> Any:
    param = _literal(value)
    is_cleared = type(param) is Param and _name(param) in cleared
    return BuiltValue("literal_or_remove", (param,)) if is_cleared else value


def _literal(value: Any) -> Any:
    return value.get("$literal") if type(value) is dict and len(value) == 1 else None


# --- new elements and documents -----------------------------------------------------------------------


def _inserted(validators: StoredParams, statement: Statement) -> Statement:
    """Return an insert whose new document lacks a field that the caller may have given, and the function takes away."""
    document = statement.documents if statement.op == "insertOne" else None
    if not isinstance(document, BuiltValue) or document.kind != "document":
        return statement
    emptied = [*_emptied_paths(document)]
    above = validators.tree_fields(statement.collection).intersection(emptied)  # a root has none
    places = [validators.place(statement.collection, path) for path in emptied]
    instead = instead_of_given(document)
    if instead == document and not above and not any(place is None or _may_lack(place) for place in places):
        return statement
    document = instead
    nullable = [path for path in validators.nullable(statement.collection, "") or () if path not in above]
    stored = BuiltValue("without_absent", (document, nullable) if nullable else (document,))
    field, kinds = validators.kinds(statement.collection)
    own = {name for part in document.parts if type(part) is dict for name in part}
    objects = {name: values for name, values in kinds.items() if name in own}
    if objects and field and field not in own:
        stored = BuiltValue("without_empty", (stored, field, objects))
    return replace(statement, documents=stored)


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


def _emptied_paths(document: BuiltValue, above: str = "") -> Iterator[str]:
    """Yield the paths at which a function takes away what its caller may have given, in objects of a document too."""
    for part in document.parts:
        for name, value in part.items() if type(part) is dict else ():
            if value is None:
                yield above + name
            elif isinstance(value, BuiltValue) and value.kind == "document":
                yield from _emptied_paths(value, f"{above}{name}.")


def _adding(validators: StoredParams, statement: Statement) -> Statement:
    """Return the statement whose new elements, and new documents of an upsert, lack the fields that have no value."""
    added = _with_added(validators, statement.collection, statement.update)
    return statement if added == statement.update else replace(statement, update=added)


def _with_added(validators: StoredParams, collection: str, value: Any) -> Any:
    if type(value) is dict:
        return {name: _operand(validators, collection, name, inner) for name, inner in value.items()}
    if type(value) is list or type(value) is tuple:
        return type(value)(_with_added(validators, collection, each) for each in value)
    if type(value) is BuiltValue:
        return replace(value, parts=tuple(_with_added(validators, collection, part) for part in value.parts))
    return value


def _operand(validators: StoredParams, collection: str, operator: str, operand: Any) -> Any:
    if operator == "$setOnInsert":
        return _without_absent(validators, collection, "", operand)
    if operator == "$literal":
        return _without_absent(validators, collection, _place_of(operand), operand)
    if operator in _ADDING and type(operand) is dict:
        return {path: _elements(validators, collection, path, each) for path, each in operand.items()}
    return _with_added(validators, collection, operand)


def _elements(validators: StoredParams, collection: str, path: str, added: Any) -> Any:
    if type(added) is dict and type(added.get("$each")) in (list, tuple):
        each = [_without_absent(validators, collection, path, element) for element in added["$each"]]
        return added | {"$each": each}
    return _without_absent(validators, collection, path, added)


def _place_of(element: Any) -> str:
    """Return where an element of an expression stands, as its parameters tell."""
    for name, value in (plain_fields(element) or {}).items():
        if type(value) is Param and value.path.endswith(f".{name}"):
            return value.path.removesuffix(f".{name}")
    return ""


def _without_absent(validators: StoredParams, collection: str, place: str, value: Any) -> Any:
    """Return an object that leaves out what its caller lacks, where a field may be absent and not null."""
    fields, above = plain_fields(value), f"{place}." if place else ""
    if fields is None or not any(
        type(param) is Param and not param.optional and _may_lack(validators.place(collection, above + name))
        for name, param in fields.items()
    ):
        return value
    nullable = [
        path
        for path in validators.nullable(collection, place) or ()
        if any(f"{path}.".startswith(f"{name}.") for name in fields)
    ]
    return BuiltValue("without_absent", (fields, nullable) if nullable else (fields,))


def _may_lack(place: StoredField | None) -> bool:
    return place is not None and not place.required and not place.nullable
