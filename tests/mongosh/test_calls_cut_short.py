"""Functions whose process ends after one of their statements: a second call leaves what one call means."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from tests.compiler.library import text_of
from tests.mongosh.shell import run, script_of
from tests.oracle.judging import judge

FUNCTIONS = {
    "activity_stream": ["activitiesAdd", "track"],
    "electronics_store": ["reviewsAdd", "reviewsRemove", "reviewsReassign", "writeReview"],
    "log_hosts": ["logsAdd", "deleteLogmsg", "logsReassign", "log"],
    "template_array_slice_cache": ["commentsAdd", "commentsRemove", "commentsReassign", "comment"],
    "web_shop": ["ordersAdd", "ordersRemove", "ordersReassign", "placeOrder"],
}
OTHERS = {"web_shop": ["itemsAdd", "itemsRemove"], "task_tracker": ["newTask"]}
"""What else the oracle is asked about."""
ALONE = [
    pytest.param(name, function)
    for name, functions in FUNCTIONS.items()
    if name != "activity_stream"
    for function in functions
]


@cache
def came(name: str, **more: Any) -> dict[str, str | None]:
    """By function of a design of the library what it left otherwise, None where it was not judged."""
    only = [*FUNCTIONS.get(name, ()), *OTHERS.get(name, ())]
    verdicts = judge(name, {**json.loads(text_of(name)), **more}, tries=2, only=only)
    return {one.function: one.why if one.judged else None for one in verdicts}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_second_call_completes_the_first(name: str) -> None:
    found = came(name)
    assert {function: found[function] for function in FUNCTIONS[name]} == dict.fromkeys(FUNCTIONS[name], "")


@pytest.mark.parametrize(("name", "function"), ALONE)
def test_so_it_does_where_the_server_has_no_transactions(name: str, function: str) -> None:
    """Each write may be made again: a document is inserted unless it is there, an element unless the slice has it,
    and what a change is found by goes last."""
    assert came(name, topology="standalone")[function] == ""


def test_a_stage_that_asks_for_what_is_not_there_returns_nothing() -> None:
    """As a server does: what was read is then compared with what is stored."""
    program = """
    db = db.getSiblingDB("shop");
    function again() {
      const read = db.getCollection("a").aggregate([{ $project: { _id: 0, x: "$x", y: "$y" } }]).toArray();
      const changed = db.getCollection("b").updateOne({ _id: 1, kept: { $ne: read } }, { $set: { kept: read } });
      return { names: Object.keys(read[0]), changed: changed.matchedCount };
    }
    """
    documents = {"a": [{"_id": 1, "x": 10}], "b": [{"_id": 1, "kept": [{"x": 10}]}]}
    job = script_of("absent", program, live=True, documents=documents)
    journal = run([{**job, "steps": [*job["steps"], {"call": "again"}]}])["absent"]
    assert journal["error"] is None
    assert journal["returned"][-1] == {"names": ["x"], "changed": {"$numberInt": "0"}}


@pytest.mark.parametrize(("name", "functions"), OTHERS.items())
def test_the_oracle_tells_a_copy_that_stays_and_an_id_beside_a_document(
    name: str, functions: list[str]
) -> None:
    """A slice keeps the total of the day, policy snapshot; a new task goes to the person that it refers to."""
    found = came(name)
    assert {one: found[one] for one in functions} == dict.fromkeys(functions, "")
