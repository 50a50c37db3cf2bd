"""One statement as a call: the method's arguments in their order, cursors to their end."""

from __future__ import annotations

import re

from ...content_cache import of_short_texts
from ...emit.javascript import CallExpression, Expression, Fixed, Ident, Literal
from ...plan_model.physical import Statement

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
