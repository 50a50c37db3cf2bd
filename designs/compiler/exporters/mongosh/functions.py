"""A recipe as a function: results by name, guards as branches, transactions around the whole; and one statement of it as
a call."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise, takewhile
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from ...content_cache import of_short_texts
from ...emit.javascript import (  # fmt: skip
    AnyOf,
    Assign,
    Break,
    CallExpression,
    Const,
    Each,
    Equals,
    Expression,
    Fixed,
    Function,
    Get,
    Ident,
    If,
    IsGiven,
    Less,
    Let,
    Literal,
    Node,
    Otherwise,
    Retry,
    Return,
    Run,
    Throw,
    Transaction,
)
from ...plan_model.expected_scans import is_moment
from ...plan_model.physical import BuiltValue, Outcome, Param, Statement, markers, parameters

if TYPE_CHECKING:
    from .lacking.missing_values import MissingValues

LUCKY = "lucky"


def function(name: str, statements: list[Statement], missing: MissingValues | None = None) -> Function:
    """The function of one recipe. missing: how it deals with values that its caller lacks."""
    from .lacking.absences import comparing_with_null  # not for a plan
    from .lacking.guards import guards, left_out

    given = parameters(statements)  # in the order of the plan, by which the function is called
    statements = _checked_once([*missing.statements] if missing else statements)
    statements = [comparing_with_null(statement) for statement in statements]
    names = tuple(param.name for param in given if not param.optional)
    chance = next((statement.chance for statement in statements if statement.chance is not None), None)
    defaults: dict[str, Expression] = (
        {LUCKY: Less(CallExpression("random", (), Ident("Math")), Literal(chance))}
        if chance is not None
        else {}
    )
    defaults |= {param.name: Literal(param.value) for param in given if param.optional}
    moments = [param.name for param in given if is_moment(param)] if _is_made_at_once(statements) else []
    defaults |= dict.fromkeys(moments, Fixed("new Date()"))
    body = _transaction(statements) if statements[0].transaction else _body(statements, "db")
    return Function(
        name,
        names,
        (*guards(given, missing), *body),
        "".join(
            [
                statements[0].comment,
                left_out(missing, statements[0].purpose),
                *(f" {name} defaults to the current time." for name in moments),
            ]
        ),
        defaults,
    )


def _is_made_at_once(statements: list[Statement]) -> bool:
    """Whether a function writes all or nothing. One that does not is called again with the moment of the first call."""
    return statements[0].transaction or sum(each.writes for each in statements) == 1


_PARTS = ("filter", "update", "pipeline", "documents", "options", "only_with")


def _checked_once(statements: list[Statement]) -> list[Statement]:
    """Return the statements, which don't ask again whether a document is there that an earlier line has checked."""
    checked = {
        statement.step
        for statement in statements
        if statement.op.startswith("findOne")
        and (statement.ends or (statement.must_match and not statement.beside))
        and statement.only_with is None
    }
    checked |= {each.unless for each in statements if _is_asked_why(each) and each.only_with is None}
    if any(statement.each for statement in statements):
        checked.add("each")
    if not checked:
        return statements
    return [
        replace(statement, **{part: _present(getattr(statement, part), checked) for part in _PARTS})
        if any(isinstance(marker, Outcome) and marker.step in checked for marker in markers(statement))
        else statement
        for statement in statements
    ]


def _present(value: Any, steps: set[str]) -> Any:
    if isinstance(value, dict):
        return {name: _present(inner, steps) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_present(inner, steps) for inner in value]
    if isinstance(value, BuiltValue):
        return replace(value, parts=tuple(_present(part, steps) for part in value.parts))
    return replace(value, present=True) if isinstance(value, Outcome) and value.step in steps else value


def given_places(given: list[Param]) -> list[Param]:
    """The parameters that are places in a grid."""
    return [param for param in given if param.below]


def changed_objects(given: list[Param]) -> list[Param]:
    """Return the parameters that are objects of the fields to change."""
    return [param for param in given if param.parts]


def _transaction(statements: list[Statement]) -> list[Node]:
    """A duplicate key ends a transaction: all of it is tried again."""
    transaction = Transaction(tuple(_guarded(statements, statements, "inside")))
    again = next((statement for statement in statements if statement.retry), None)
    nodes: list[Node] = [_retried(again, (transaction, Break())) if again is not None else transaction]
    answer = _answer(statements)
    return [Let(answer), *nodes, Return(Ident(answer))] if answer else nodes


def _retried(statement: Statement, body: tuple[Node, ...]) -> Retry:
    """Return the body, repeated while the field that the statement counts on meets a duplicate key."""
    field = next(param.path for param in parameters([statement]) if param.name == statement.retry)
    return Retry(statement.retry, field, body)


def _answer(statements: list[Statement]) -> str:
    """The step whose result is that of the whole recipe, "" where that is what the last one returns, if anything."""
    return next((statement.step for statement in statements if statement.answers), "")


def _body(statements: list[Statement], base: str) -> list[Node]:
    if answer := _answer(statements):
        return [*_guarded(statements, statements, base), Return(Ident(answer))]
    if len(statements) == 1:
        return _last(statements, base)
    if statements[-1].unless and statements[-1].only_with is not None:
        return _guarded(statements, statements, base)
    nodes = _guarded(statements[:-1], statements, base)
    return _joined(nodes, _last(statements, base), statements[-1].unless)


def _guarded(some: list[Statement], statements: list[Statement], base: str) -> list[Node]:
    """Some of the statements of a recipe, those that are only for a case inside a branch."""
    nodes: list[Node] = []
    kept = _kept(statements)
    shared = kept - _looped_over(statements) - _asked_in_their_branch(statements)
    around: tuple[Any, set[str]] = None, set()  # what the last branch runs with, and the steps inside of it
    for (unless, given), group in groupby(some, lambda each: (each.unless, _needed_to_run(each, shared))):
        members = list(group)
        inner = [
            node for each in members for node in _where_given(each, statements, _plain(each, base, kept))
        ]
        branch = nodes[-1] if nodes and unless in around[1] and given == around[0] else None
        if given is not None and isinstance(branch, If):
            nodes[-1] = If(branch.test, (*branch.body, If(_nothing(unless, statements), tuple(inner))))
            continue
        around = (None, set()) if unless else (given, {each.step for each in members})
        if given is not None:
            inner = [If(IsGiven(Literal(given)), tuple(inner))]
        nodes += [If(_nothing(unless, statements), tuple(inner))] if unless else inner
    return nodes


def _where_given(statement: Statement, statements: list[Statement], nodes: Iterator[Node]) -> Iterable[Node]:
    """What a statement is written as, inside a branch where it may have nothing to set."""
    from .lacking.absences import wanted_for

    wanted = tuple(map(Literal, wanted_for(statement, statements)))
    return [If(AnyOf(wanted), tuple(nodes))] if wanted else nodes


def _needed_to_run(statement: Statement, kept: set[str]) -> Outcome | Param | None:
    """What has to have a value for a statement to run. A read whose answer others use runs without it all the same, and
    finds nothing: its name is there for what comes behind."""
    return None if _is_named_behind(statement, kept) else statement.only_with


def _looped_over(statements: list[Statement]) -> set[str]:
    """The steps that the next statement alone asks for, to write each of what was read, and only where this was read."""
    pairs = [(read, write) for read, write in pairwise(statements) if read.step and write.each == read.step]
    alike = {read.step for read, write in pairs if read.only_with == write.only_with and not read.must_match}
    asked = [
        each.step for statement in statements for each in markers(statement) if isinstance(each, Outcome)
    ]
    asked += [each.unless for each in statements]
    return {
        step for step in alike if step not in asked and sum(each.each == step for each in statements) == 1
    }


def _asked_in_their_branch(statements: list[Statement]) -> set[str]:
    """The steps of which others only ask whether they found anything, and run with the same value alone."""
    named = {
        each.step for statement in statements for each in markers(statement) if isinstance(each, Outcome)
    }
    behind = {each.unless: each.only_with for each in statements if each.only_with is not None}
    others = {each.unless for each in statements if each.only_with is None}
    needing = (
        each for each in statements if each.only_with is not None and each.only_with == behind.get(each.step)
    )
    return {each.step for each in needing} - named - others


def _is_named_behind(statement: Statement, kept: set[str]) -> bool:
    """Whether other statements use what this one reads, or locks: a document by the id without which it is not meant."""
    filter, given = statement.filter, statement.only_with
    asked = filter.get("_id") if isinstance(filter, dict) else None
    asked = asked.get("$eq") if isinstance(asked, dict) else asked  # and isn't another one
    if isinstance(asked, Outcome) and isinstance(given, Outcome):
        asked, given = replace(asked, or_null=False), replace(given, or_null=False)
    locks = statement.op == "findOneAndUpdate" and asked is not None and asked == given
    return statement.step in kept and (locks or not statement.writes)


def _joined(nodes: list[Node], last: list[Node], unless: str) -> list[Node]:
    """Two branches of the same condition, one behind the other, are one."""
    before, behind = nodes[-1] if nodes else None, last[0]
    if unless and isinstance(before, If) and isinstance(behind, If) and before.test == behind.test:
        return [*nodes[:-1], If(before.test, (*before.body, *behind.body)), *last[1:]]
    return [*nodes, *last]


def _kept(statements: list[Statement]) -> set[str]:
    """The steps whose results something asks for; all of them where a recipe only reads."""
    asked = {
        each.step for statement in statements for each in markers(statement) if isinstance(each, Outcome)
    }
    asked |= {statement.unless for statement in statements} | {statement.each for statement in statements}
    asked |= {statement.step for statement in _alike(statements)} | {
        step for statement in statements for step in statement.beside
    }
    return (
        asked
        if any(statement.writes for statement in statements)
        else {statement.step for statement in statements}
    )


def _plain(statement: Statement, base: str, kept: set[str]) -> Iterator[Node]:
    """A statement whose result is kept, checked or dropped."""
    expression = call(statement, base)
    is_asked = statement.must_match or statement.must_miss or statement.ends or statement.step in kept
    if statement.retry and not statement.transaction:
        yield _retried(statement, (Run(expression), Break()))
    elif many := all_at_once(statement):
        some = Equals(Get(Ident(statement.each), "length"), Literal(0), negated=True)
        yield If(some, (Run(call(many, base)),))
    elif statement.each:
        yield Each("each", Ident(statement.each), (Run(expression),))
    elif statement.answers and statement.transaction:
        yield Assign(statement.step, expression)
    elif statement.answers or (statement.step and is_asked):
        yield Const(statement.step, expression)
    else:
        yield Run(expression)
    if (now := moment_of_end(statement)) is not None:
        yield Assign(now.name, CallExpression("momentAfter", (Ident(statement.step), Ident(now.name))))
    if statement.must_match:
        refused: Node = If(_missed(statement.step, statement.op), (Throw(statement.must_match),))
        for other in statement.beside:
            refused = If(_missed(other, statement.op), (refused,))
        if statement.only_with is not None and _is_named_behind(statement, kept):
            refused = If(IsGiven(Literal(statement.only_with)), (refused,))
        yield refused
    if statement.must_miss and _is_asked_why(statement):
        yield Throw(statement.must_miss)  # it is there: what changes it did not find it as it asks for it
    elif statement.must_miss:
        yield If(_met(statement), (_refusing(statement),))
    if statement.ends:
        nothing = Literal([] if statement.ends_empty else None)
        yield If(_missed(statement.step, statement.op), (Return(nothing),))


def _refusing(statement: Statement) -> Throw:
    """What refuses what was found, and names it where several may be meant."""
    word, path = statement.names_at
    value = Literal(Outcome(step=statement.step, path=path, present=True))
    return Throw(statement.must_miss, (word, value) if path else None)


def all_at_once(statement: Statement) -> Statement | None:
    """Return the statement that inserts all that was read, for one that inserts each of it as it is; None for others."""
    each = statement.documents if statement.each and statement.op == "insertOne" else None
    if not isinstance(each, Outcome) or each.step != "each" or each.path:
        return None
    return replace(statement, op="insertMany", documents=Outcome(step=statement.each), each="")


def _is_asked_why(statement: Statement) -> bool:
    """Whether a statement ends the function whatever it finds: it looks for what another one has not found."""
    return bool(statement.unless and statement.must_match and statement.must_miss and not statement.beside)


def _missed(step: str, op: str) -> Expression:
    """Whether a statement found, matched or deleted nothing."""
    result = Ident(step)
    if op.startswith("findOne"):
        return Equals(result, Literal(None))
    return Equals(Get(result, "deletedCount" if op.startswith("delete") else "matchedCount"), Literal(0))


def _met(statement: Statement) -> Expression:
    """Whether a statement found something, or an upsert inserted nothing."""
    result = Ident(statement.step)
    if statement.op.startswith("findOne"):
        return Equals(result, Literal(None), negated=True)
    return Equals(Get(result, "upsertedCount"), Literal(0))


def moment_of_end(statement: Statement) -> Param | None:
    """Return the moment at which the versions end that a statement reads inside a transaction; None for others."""
    stages = statement.pipeline if statement.op == "aggregate" and not statement.writes else None
    ends = (stage["$set"].get("valid_to") for stage in stages or () if isinstance(stage.get("$set"), dict))
    return next((each for each in ends if isinstance(each, Param) and is_moment(each)), None)


def _nothing(step: str, statements: list[Statement]) -> Expression:
    return _missed(step, next(statement.op for statement in statements if statement.step == step))


def _all_answer(statements: list[Statement]) -> bool:
    """Whether a recipe is a write in each of several collections, none of which waits for another."""
    free = [statement for statement in statements if statement.step and statement.writes]
    tied = any(
        each.unless or each.must_match or each.must_miss or each.each or each.ends for each in statements
    )
    several = len({statement.collection for statement in statements}) > 1
    return len(free) == len(statements) and not tied and several


def _alike(statements: list[Statement]) -> list[Statement]:
    """The writes at the end of a recipe that say the same to several collections, each with a name for
    its answer: all of them are the recipe's."""
    last = statements[-1]
    if not last.step or not last.writes or (last.must_match and not last.beside):
        return []
    if _all_answer(statements):
        return statements
    said = (last.op, last.filter, last.update, last.options)
    before = takewhile(
        lambda each: each.step and (each.op, each.filter, each.update, each.options) == said,
        reversed(statements),
    )
    alike = list(before)[::-1]
    return alike if len({statement.collection for statement in alike}) > 1 else []


def _last(statements: list[Statement], base: str) -> list[Node]:
    last = statements[-1]
    expression = call(last, base)
    if last.only_with is not None:
        return _guarded([last], statements, base)
    if alike := _alike(statements):
        answers = Literal({statement.step: Outcome(step=statement.step) for statement in alike})
        return [*_plain(last, base, {last.step}), Return(answers)]
    if last.retry:
        # mongosh awaits a value before it is named, yet not one that is returned from a try block.
        result = (
            "stored" if all(param.name != "stored" for param in parameters(statements)) else "storedResult"
        )
        return [_retried(last, (Const(result, expression), Return(Ident(result))))]
    if last.chance is not None:
        return [If(Ident(LUCKY), (Run(expression),))]
    if last.unless:
        # One with a name of its own is the same elsewhere: its answer is the recipe's then.
        instead: list[Node] = [Return(expression) if last.step else Run(expression)]
        if last.step and last.must_match:
            instead = [*_plain(last, base, {last.step}), Return(Ident(last.step))]
        return [If(_nothing(last.unless, statements), tuple(instead)), Return(Ident(last.unless))]
    if last.each or last.must_match or last.must_miss:
        return list(_plain(last, base, set()))
    steps = [each.step for each in statements if each.step and not each.unless]
    if not any(statement.writes for statement in statements) and len(statements) > 1 and last.step:
        whole = Literal({step: Outcome(step=step) for step in steps})
        return [Const(last.step, expression), Return(whole)]
    return [Return(expression)]


# --- one statement as a call ---

# What each method takes, in order; what is absent at the end is left out.
_ARGUMENTS: dict[str, tuple[str, ...]] = {
    "find": ("filter", "projection"),
    "findOne": ("filter", "projection", "options"),
    "aggregate": ("pipeline", "options"),
    "countDocuments": ("filter", "options"),
    "estimatedDocumentCount": ("options",),
    "insertOne": ("documents", "options"),
    "insertMany": ("documents", "options"),
    "updateOne": ("filter", "update", "options"),
    "updateMany": ("filter", "update", "options"),
    "replaceOne": ("filter", "update", "options"),
    "deleteOne": ("filter", "options"),
    "deleteMany": ("filter", "options"),
    "findOneAndUpdate": ("filter", "update", "options"),
    "findOneAndDelete": ("filter", "options"),
}

_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
# All that mongosh's Database answers itself; and what await and JSON look for on any object.
MEMBERS = frozenset(
    """
    adminCommand aggregate auth changeUserPassword checkMetadataConsistency cloneCollection cloneDatabase commandHelp
    constructor copyDatabase createCollection createEncryptedCollection createRole createUser createView currentOp
    dropAllRoles dropAllUsers dropDatabase dropRole dropUser fsyncLock fsyncUnlock getCollection getCollectionInfos
    getCollectionNames getLastError getLastErrorObj getLogComponents getMongo getName getProfilingStatus
    getReplicationInfo getRole getRoles getSiblingDB getUser getUsers grantPrivilegesToRole grantRolesToRole
    grantRolesToUser hasOwnProperty hello help hostInfo isMaster isPrototypeOf killOp listCommands logout
    printCollectionStats printReplicationInfo printSecondaryReplicationInfo printShardingStatus
    printSlaveReplicationInfo propertyIsEnumerable revokePrivilegesFromRole revokeRolesFromRole revokeRolesFromUser
    rotateCertificates runCommand serverBits serverBuildInfo serverCmdLineOpts serverStatus setLogLevel
    setProfilingLevel setSecondaryOk shutdownServer sql stats toLocaleString toString updateRole updateUser valueOf
    version watch
    then toJSON inspect session
    """.split()
)


def call(statement: Statement, database: str = "db") -> Expression:
    """The statement's call on a collection of the database of that name."""
    expression = CallExpression(
        statement.op, _arguments(statement), named_collection(database, statement.collection)
    )
    if statement.falls_back:
        archived = replace(statement, collection=statement.falls_back, falls_back="")
        return Otherwise(expression, call(archived, database))
    if statement.op == "find":
        expression = _cursor(statement, expression)
    return CallExpression("toArray", (), expression) if statement.op in ("find", "aggregate") else expression


@of_short_texts(4096)
def named_collection(database: str, name: str) -> Fixed:
    """Return ``db.orders``, or ``db.getCollection("order items")`` where the name can't be a property."""
    if is_property(name):
        return Fixed(f"{database}.{name}")
    return Fixed(CallExpression("getCollection", (Literal(name),), Ident(database)).text(0))


def is_property(name: str) -> bool:
    """Return whether ``db.name`` is the collection of that name."""
    return name not in MEMBERS and _IDENTIFIER.match(name) is not None


def _arguments(statement: Statement) -> tuple[Expression, ...]:
    values = [getattr(statement, name) for name in _ARGUMENTS[statement.op]]
    while values and values[-1] is None:
        values.pop()
    return tuple(Literal({} if value is None else value) for value in values)


def _cursor(statement: Statement, expression: CallExpression) -> CallExpression:
    collation = (statement.options or {}).get("collation")
    for name, value in (("sort", statement.sort), ("collation", collation), ("limit", statement.limit)):
        expression = CallExpression(name, (Literal(value),), expression) if value is not None else expression
    return expression
