"""Database and collection names that cause problems in MongoDB or a shell.

Some are rejected, some work on one operating system only, and some make every line of a script more complicated.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import given
from ...plan_model.findings import Finding
from ..base import Inspection, Lint

_DATABASE_BYTES = 63
_NAMESPACE_BYTES = 255
_SHARDED_BYTES = 235
_BARRED = '/\\. "$*<>:|?\0'


def check(seen: Inspection) -> Iterator[Finding]:
    """Names that MongoDB doesn't allow, also on Windows; and names that start with a digit, which need `getCollection`
    in the shell."""
    database = seen.model.database
    for message in _database(database):
        yield LINT.finding(database, message, "Choose another database name.")
    sharded = given(seen.model.topology, "replica-set") == "sharded"
    limit = _SHARDED_BYTES if sharded else _NAMESPACE_BYTES
    for collection in seen.plan.collections:
        for message in _collection(database, collection.name, limit):
            yield LINT.finding(collection.name, message, "Choose another collection name.")
        if collection.name[:1].isdigit():
            message = "Starts with a digit, so mongosh needs db.getCollection(...)."
            yield LINT.finding(collection.name, message, "", "info")


def _database(name: str) -> Iterator[str]:
    if _size(name) > _DATABASE_BYTES:
        yield f"Database name too long: {_size(name)} bytes (limit {_DATABASE_BYTES})."
    barred = [char for char in _BARRED if char in name]
    if barred:
        yield (
            f"Database name contains {' '.join(ascii(char) for char in barred)}, which some servers reject."
        )


def _collection(database: str, name: str, limit: int) -> Iterator[str]:
    if not name:
        yield "Collection name is empty."
    if "$" in name or "\0" in name:
        yield "Collection names can't contain $ or NUL."
    if name.startswith("system.") or ".system." in name:
        yield "Names starting with system. are reserved."
    total = _size(f"{database}.{name}")
    if total > limit:
        yield f"Database and collection names together are {total} bytes (limit {limit})."


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


LINT = Lint(
    code="L39",
    slug="name-db-coll",
    name="NAME_DB_COLL",
    severity="error",
    title="Invalid database or collection name",
    source="MongoDB manual, naming restrictions",
    about="collection",
    check=check,
)
