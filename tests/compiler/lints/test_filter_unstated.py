"""FILTER_UNSTATED: updates and deletes that do not say which documents they find."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import Compilation
from designs.compiler.lints.workload.filter_unstated import LINT
from designs.compiler.plan_model.physical import Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

BY_ID = [{"field": "_id"}]


def compiled(kind: str = "update", of: str = "LongOrder", **more: Any) -> Compilation:
    """Orders with notes and an address inside them, and a write of one of the three."""
    parts = [
        entity("LongOrder", field("state"), field("at", "date")),
        entity("Note", field("text")),
        entity("Address", field("city")),
    ]
    links = [
        link("notes", "one-to-many", ("LongOrder", {"has": {"max": 20}}), "Note", strategy="EMBED_ARRAY"),
        link("ship_to", "one-to-one", "LongOrder", "Address", strategy="EMBED_ONE"),
    ]
    written = {"LongOrder": "state", "Note": "text", "Address": "city"}[of]
    changes = {"changes": [written]} if kind == "update" else {}
    work = {"id": "operation1", "name": "do", "kind": kind, "entity": of, **changes, **more}
    return compile_design(design(parts, links, operations=[work]))


def codes(compilation: Compilation) -> list[str]:
    return [each.code for each in compilation.findings if each.code in (LINT.code, "EVERY_DOCUMENT")]


def statements(compilation: Compilation) -> list[Statement]:
    return [each for each in compilation.plan.statements if each.subject == "operation:do"]


@pytest.mark.parametrize("kind", ["update", "delete"])
@pytest.mark.parametrize("of", ["LongOrder", "Note", "Address"])
def test_what_states_no_filter_takes_one_document(kind: str, of: str) -> None:
    """It updated or deleted every document, and each element inside every one."""
    unstated, by_id = compiled(kind, of), compiled(kind, of, filter=BY_ID)
    assert statements(unstated) == statements(by_id)
    assert all(each.filter for each in statements(unstated))
    assert codes(unstated) == [LINT.code] and codes(by_id) == []


def test_the_finding_says_what_is_assumed_and_writes_it_down() -> None:
    (found,) = [each for each in compiled("delete").findings if each.code == LINT.code]
    assert (found.subject, found.severity) == ("do", "info")
    assert found.message == "It has no filter for the long order it deletes, so its function takes an _id."
    assert found.fix == {"edit": "set", "id": "operation1", "path": ["filter"], "value": BY_ID}


def test_several_are_told_in_one_line_and_settled_by_one_fix() -> None:
    parts = [entity("Order", field("state"), field("at", "date"))]
    work = [
        {
            "id": f"operation{name}",
            "name": name,
            "kind": "update",
            "entity": "Order",
            "changes": ["state"],
            **more,
        }
        for name, more in (("pay", {}), ("send", {}), ("close", {"filter": [{"field": "at"}]}))
    ]
    (told,) = [
        each for each in compile_design(design(parts, [], operations=work)).findings if each.code == LINT.code
    ]
    assert told.message.endswith('so each of their functions takes an _id: "pay", "send".')
    assert told.severity == "info" and told.fix is not None
    assert [(each["id"], each["value"]) for each in told.fix["edits"]] == [
        ("operationpay", BY_ID), ("operationsend", BY_ID)
    ]  # fmt: skip


@pytest.mark.parametrize(
    "said",
    [
        {"filter": [{"field": "state"}]},
        {"always_filter": {"state": "open"}},
        {"sort": [{"field": "at"}], "limit": 1, "returns": "before"},
    ],
)
def test_what_says_something_of_what_it_finds_is_left_as_it_is(said: dict[str, Any]) -> None:
    assert codes(compiled("update", **said)) == []


def test_what_has_no_function_takes_no_id() -> None:
    """A push onto links of runners among one another: the function of the relationship does it."""
    many = {"has": {"min": 0, "average": 900, "growth": "unbounded"}}
    ends = ("Runner", {"field": "likers", **many}), ("Runner", {"field": "liked", **many})
    likes = link("likes", "graph", *ends, strategy="LINK_COLL")
    like = {
        "name": "like",
        "kind": "update",
        "entity": "Runner",
        "effects": [{"field": "likers", "do": "push"}],
    }
    found = compile_design(design([entity("Runner", field("handle"))], [likes], operations=[like]))
    assert codes(found) == [] and not any(each.recipe == "like" for each in found.plan.statements)


def test_reads_and_inserts_need_no_filter() -> None:
    assert codes(compiled("read")) == codes(compiled("insert")) == []
