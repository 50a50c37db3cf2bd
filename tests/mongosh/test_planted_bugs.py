"""The comparison itself: each kind of mistake in a script is noticed."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from tests.mongosh.cases import built
from tests.mongosh.expected import Differs, Reader, follow_demo, reads
from tests.mongosh.replay import Play, Played
from tests.mongosh.runs import calls, jobs
from tests.mongosh.shell import run

BUGS = {
    "a syntax error": (r"function demo\(\) \{", "function demo() { const = 1;"),
    "an unknown method": (r"\.findOne\(", ".findFirst("),
    "a method of long ago": (r"\.insertOne\(", ".insert("),
    "an undefined variable": (r"\{ _id: studentId \}", "{ _id: student_id }"),
    "a wrong value": (r"\$slice: \[skip, 10\]", "$slice: [skip, 11]"),
    "a wrong type": (r"\.limit\(50\)", '.limit(Long("50"))'),
    "a wrong field": (r"sort\(\{ posted_on: -1 \}", "sort({ postedOn: -1 }"),
    "another order of keys": (r"\{ (_id: \w+), (\"emails\.9\": \{ \$exists: false \}) \}", r"{ \2, \1 }"),
    "a wrong collection": (r"\b(db|inside)\.courses\b", r"\1.course"),
    "a wrong database": (r'getSiblingDB\("university"\)', 'getSiblingDB("universities")'),
    "an option that does not exist": (r"\.findOne\(\{ _id: studentId \}\)", ".findOne({ _id: studentId }, {}, { upser: true })"),
    "a write while loading": (r"\nshowReadsIfAsked", "\ndb.students.deleteMany({});\nshowReadsIfAsked"),
    "a missing call": (r'printed\("emails\.read".*\n', "\n"),
    "a doubled call": (r'(printed\("emails\.read".*\n)', r"\1\1"),
    "a call outside of its transaction": (r"inside\.students\b", "db.students"),
    "no argument": (r"emailsPage\(ObjectId\(.*?\), 0\)", "emailsPage()"),
}  # fmt: skip


def planted(bug: str) -> str:
    """The university's 04 with a bug in it."""
    pattern, wrong = BUGS[bug]
    broken, count = re.subn(pattern, wrong, built("university").scripts["mongosh/04_queries.js"])
    assert count, "the script has no such place"
    return broken


@cache
def journals() -> dict[str, Any]:
    """The journals of the script as it is and with each bug, from one process."""
    texts = {"none": built("university").scripts["mongosh/04_queries.js"]} | {
        bug: planted(bug) for bug in BUGS
    }
    found = []
    for name, text in texts.items():
        design = built("university")
        own = design._replace(scripts={**design.scripts, "mongosh/04_queries.js": text})
        found += [one for one in jobs(name, own) if one["id"] == f"{name}/queries"]
    return run(found)


def check(name: str) -> None:
    """Compares one journal with the plan."""
    design, journal = built("university"), journals()[f"{name}/queries"]
    if journal["error"] is not None:
        raise Differs(journal["error"])
    Reader(design, calls(journal, "04_queries")).end()
    reader = Reader(design, calls(journal, "showReads"))
    for recipe in reads(design, "04_queries"):
        reader.follow(recipe)
    reader.end()
    follow_demo(design, calls(journal, "demo"))


def test_the_script_as_it_is_passes() -> None:
    check("none")


@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_noticed(bug: str) -> None:
    with pytest.raises(Differs):
        check(bug)


def test_a_write_that_does_something_else_is_noticed() -> None:
    """The replays look at documents: a wrong operator leaves others behind."""
    design = built("university")
    queries = design.scripts["mongosh/04_queries.js"]
    broken = re.sub(r"\{ \$push: \{ emails: email \} \}", "{ $set: { emails: [email] } }", queries)
    assert broken != queries
    after = []
    for number, text in enumerate((queries, broken)):
        play = Play(
            f"planted-{number}", design._replace(scripts={**design.scripts, "mongosh/04_queries.js": text})
        )
        play.call("emails.add", email={"email": "new@example.com", "type": "work"})
        after.append(Played(run([play.job])[play.name]).one("students", play.first("students")["_id"]))
    assert after[0] and after[1] and len(after[0]["emails"]) == 3 and after[0] != after[1]
