"""What the scripts of one job declare is not there for the next, which runs in the same process."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.mongosh.shell import run, script_of

DECLARES = "var ownNumber = 7;\nfunction ownFunction() { return ownNumber; }\n"
TELLS = (
    "print(EJSON.stringify([typeof ownNumber, typeof ownFunction,"
    " Object.getOwnPropertyNames(globalThis).filter((name) => name.startsWith('own'))]));\n"
)


def told_by_next(**how: Any) -> Any:
    """What the job behind one that declares something says of it."""
    done = run([script_of("declares", DECLARES, **how), script_of("tells", TELLS, **how)])
    assert [each["error"] for each in done.values()] == [None, None]
    ((line,),) = done["tells"]["printed"]
    return json.loads(line)


@pytest.mark.parametrize("direct", [True, False])
def test_the_next_job_has_none_of_it(direct: bool) -> None:
    of_number, of_function, _ = told_by_next(direct=direct)
    assert (of_number, of_function) == ("undefined", "undefined")


def test_nor_the_names_of_functions_that_were_evaluated_as_they_are() -> None:
    """To clear the names of all functions of hundreds of jobs took an eighth of the process's time."""
    assert "ownFunction" not in told_by_next(direct=True)[2]
