"""The in-memory engine refuses what a server refuses, and takes what a server takes.

With NESTLINK_TEST_MONGODB_URI (a replica set that may be written to) the same table is tried on that server first.
"""

from __future__ import annotations

import json
import os
import subprocess
from functools import cache
from typing import Any

import pytest

from tests.mongosh.refusals import REFUSALS, THING, Refusal
from tests.mongosh.shell import MONGOSH, node, run, script_of, written

Json = dict[str, Any]
URI = os.environ.get("NESTLINK_TEST_MONGODB_URI", "")
DATABASE = "nestlink_refusals"
TRIED = """
(function () {{
  const database = db.getSiblingDB("{database}");
  const things = database.getCollection("{name}");
  things.insertOne({thing});
  {before};
  const before = EJSON.stringify(things.find({{}}).toArray());
  let answer = {{}};
  try {{
    {statement};
  }} catch (error) {{
    answer = {{ refused: true, code: error.code ?? null, words: error.message }};
  }}
  const isKept = EJSON.stringify(things.find({{}}).toArray()) === before;
  print("tried " + JSON.stringify({{ ...answer, isKept, name: "{name}" }}));
}})();
"""
CASES = [(f"c{place}", case) for place, case in enumerate(REFUSALS)]


def program(name: str, case: Refusal, statement: str) -> str:
    """The script that tries a statement and prints what came of it."""
    return TRIED.format(
        database=DATABASE, name=name, thing=THING, before=case.before or "0", statement=statement
    )


def programs() -> dict[str, tuple[Refusal, str]]:
    """Every script by the name of its collection: of what is refused, and of what is taken instead."""
    refused = {name: (case, program(name, case, case.statement)) for name, case in CASES}
    taken = {
        f"{name}i": (case, program(f"{name}i", case, case.instead)) for name, case in CASES if case.instead
    }
    return refused | taken


def answered(line: str) -> Json:
    answer: Json = json.loads(line.removeprefix("tried "))
    return answer


@cache
def engine() -> dict[str, Json]:
    """What the engine answers, by the name of the collection."""
    jobs = [
        script_of(name, text, live=True, **({"version": case.server} if case.server else {}))
        for name, (case, text) in programs().items()
    ]
    found = {}
    for name, journal in run(jobs).items():
        assert journal["error"] is None, (name, journal["error"])
        found[name] = answered(journal["printed"][-1][0])
    return found


@cache
def server() -> tuple[str, dict[str, Json]]:
    """The version of the server that is named, and what it answers."""
    drop = f'db.getSiblingDB("{DATABASE}").dropDatabase();\n'
    texts = [text for case, text in programs().values() if not case.is_sharded]
    path = written(
        "refusals.js", drop + 'print("version " + db.version());\n' + "".join(texts) + drop.replace("\n", "")
    )
    command = [node(), str(MONGOSH), URI, "--quiet", "--norc", "--file", path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    lines = done.stdout.splitlines()
    version = next((line for line in lines if line.startswith("version ")), "")
    assert version, f"no server at NESTLINK_TEST_MONGODB_URI: {done.stdout}{done.stderr}"
    answers = [answered(line) for line in lines if line.startswith("tried ")]
    return version.removeprefix("version "), {answer["name"]: answer for answer in answers}


def check(answer: Json, case: Refusal) -> None:
    """Compare an answer with what the table says of the refused statement."""
    assert answer.get("refused"), f"taken, where the manual ({case.section}) says it is refused"
    assert (answer["code"], case.words in answer["words"]) == (case.code, True), answer["words"]


if URI:  # the table is of no use unless a server answers as it says

    @pytest.mark.parametrize(("name", "case"), CASES, ids=[case.name for _, case in CASES])
    def test_the_server_answers_as_the_table_says(name: str, case: Refusal) -> None:
        version, answers = server()
        if case.is_sharded:
            pytest.skip("of a sharded cluster alone")
        if case.server and not version.startswith(case.server):
            pytest.skip(f"of {case.server} alone")
        check(answers[name], case)
        if case.instead:
            assert "refused" not in answers[f"{name}i"], answers[f"{name}i"]["words"]


@pytest.mark.parametrize(("name", "case"), CASES, ids=[case.name for _, case in CASES])
def test_a_statement_is_refused(name: str, case: Refusal) -> None:
    check(engine()[name], case)


REPEATED = [
    (name, case) for name, case in CASES if "inside" not in case.statement and "server" not in case.statement
]


@pytest.mark.parametrize(("name", "case"), REPEATED, ids=[case.name for _, case in REPEATED])
def test_a_refused_statement_changes_nothing(name: str, case: Refusal) -> None:
    assert engine()[name]["isKept"]


INSTEAD = [(name, case) for name, case in CASES if case.instead]


@pytest.mark.parametrize(("name", "case"), INSTEAD, ids=[case.name for _, case in INSTEAD])
def test_a_statement_close_to_it_is_taken(name: str, case: Refusal) -> None:
    answer = engine()[f"{name}i"]
    assert "refused" not in answer, answer["words"]
