"""DATABASE_URL: what it means, and what is said of a wrong one."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from modeler.database import settings_of


def test_without_it_there_is_a_file() -> None:
    found = settings_of("", "here/db.sqlite3")
    assert found["ENGINE"].endswith("sqlite3")
    assert found["NAME"] == "here/db.sqlite3"


def test_every_part_is_read_and_decoded() -> None:
    found = settings_of("postgresql://ann%40home:p%2Fw%3A%23@db:5433/nest%20link?sslmode=require", "")
    parts = [found[name] for name in ("USER", "PASSWORD", "HOST", "PORT", "NAME")]
    assert parts == ["ann@home", "p/w:#", "db", "5433", "nest link"]
    assert found["OPTIONS"] == {"sslmode": "require"}
    assert found["CONN_HEALTH_CHECKS"]


def test_what_is_left_out_is_the_clients_default() -> None:
    found = settings_of("postgres:///nestlink", "")
    assert [found[name] for name in ("USER", "PASSWORD", "HOST", "PORT")] == ["", "", "", ""]


@pytest.mark.parametrize(
    "url",
    [
        "mysql://a:b@c/d",
        "postgresql://a:b@c",
        "postgresql://a:b@c/d/e",
        "postgresql://a:b@c:port/d",
        "nestlink",
        "postgresql://u:a:b/x@c/d",
    ],
)
def test_a_wrong_one_stops_the_start_without_showing_the_password(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL is not postgresql://") as error:
        settings_of(url, "")
    assert "a:b" not in str(error.value)
