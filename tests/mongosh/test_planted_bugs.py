"""The comparison itself: each kind of mistake in a script is noticed."""

from __future__ import annotations

import re

import pytest

from tests.mongosh.cases import built
from tests.mongosh.expected import Differs, Reader, reads, writes
from tests.mongosh.runs import calls, jobs
from tests.mongosh.shell import run

BUGS = {
    "a syntax error": (r"function demo\(\) \{", "function demo() { const = 1;"),
    "an unknown method": (r"\.findOne\(", ".findFirst("),
    "a method of long ago": (r"\.insertOne\(", ".insert("),
    "an undefined variable": (r"\{ _id: studentId \}", "{ _id: student_id }"),
    "a wrong value": (r"\$slice: \[skip, 10\]", "$slice: [skip, 11]"),
    "a wrong type": (r"\.limit\(50\)", '.limit(Long("50"))'),
    "a wrong field": (r"\{ posted_on: -1, _id: -1 \}", "{ postedOn: -1, _id: -1 }"),
    "another order of keys": (r"\{ posted_on: -1, _id: -1 \}", "{ _id: -1, posted_on: -1 }"),
    "a wrong collection": (r'getCollection\("courses"\)', 'getCollection("course")'),
    "a wrong database": (r'getSiblingDB\("university"\)', 'getSiblingDB("universities")'),
    "an option that does not exist": (r"\.findOne\(\{ _id: studentId \}\)", ".findOne({ _id: studentId }, {}, { upser: true })"),
    "a write while loading": (r"// --- the reads", 'target.getCollection("students").deleteMany({});\n// --- the reads'),
    "a missing call": (r'printed\("emails\.read".*\n', "\n"),
    "a doubled call": (r'(printed\("emails\.read".*\n)', r"\1\1"),
    "a call outside of its transaction": (r'inside\.getCollection\("students"\)', 'target.getCollection("students")'),
    "no argument": (r"emailsPage\(ObjectId\(.*?\), 0\)", "emailsPage()"),
}  # fmt: skip


def checked(queries: str) -> None:
    """Runs the university's 04 with this text and compares it with the plan."""
    design = built("university")
    scripts = {**design.scripts, "mongosh/04_queries.js": queries}
    (job,) = [one for one in jobs("planted", design._replace(scripts=scripts)) if one["id"] == "planted/queries"]
    journal = run([job])["planted/queries"]
    if journal["error"] is not None:
        raise Differs(journal["error"])
    for step, recipes in (("04_queries", reads), ("demo", writes)):
        reader = Reader(design, calls(journal, step))
        for recipe in recipes(design, "04_queries"):
            reader.follow(recipe)
        reader.end()


def test_the_script_as_it_is_passes() -> None:
    checked(built("university").scripts["mongosh/04_queries.js"])


@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_noticed(bug: str) -> None:
    pattern, wrong = BUGS[bug]
    broken, count = re.subn(pattern, wrong, built("university").scripts["mongosh/04_queries.js"])
    assert count, "the script has no such place"
    with pytest.raises(Differs):
        checked(broken)
