"""Settings of a planted trouble: each SQLite connection obeys the statements that a file names, while it is there.

Asked at every query, so that it holds however long connections live and whichever process has them.
"""

import os
from pathlib import Path
from typing import Any

from django.db.backends.signals import connection_created

from modeler.settings import *  # noqa: F403

PLANTED = Path(os.environ["NESTLINK_HOME"]) / "planted.sql"


NOTHING = "PRAGMA max_page_count=1073741823; PRAGMA query_only=0; PRAGMA busy_timeout=20000;"


def _obey(execute: Any, sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    connection = context["connection"]
    wanted = _wanted()
    if getattr(connection, "planted", NOTHING) != wanted:
        with connection.wrap_database_errors:
            for statement in wanted.split(";"):
                connection.connection.execute(statement).close()
        connection.planted = wanted
    return execute(sql, params, many, context)


def _wanted() -> str:
    """What the file says; one read, since the file goes while servers ask."""
    try:
        return PLANTED.read_text()
    except FileNotFoundError:
        return NOTHING


def _plant(connection: Any, **kwargs: Any) -> None:
    connection.planted = NOTHING
    if _obey not in connection.execute_wrappers:
        connection.execute_wrappers.append(_obey)


connection_created.connect(_plant)
