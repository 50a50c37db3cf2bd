"""A parent that is folded into its children may have a document of its own too. What changes there alone is not what
its children say: no function does that."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.exporters.mongosh import render
from tests.compiler.compiled import compiled
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import judge

Json = dict[str, Any]


def _design(**more: Any) -> Json:
    producer = entity(
        "Producer", field("name", required=True, unique=True), field("fax", until_version=1), **more
    )
    return {
        "format": "nestlink/1", "name": "Wines", "database": "wines",
        "entities": [producer, entity("Wine", field("label", required=True)), entity("Fair", field("year", "int"))],
        "relationships": [
            link("wines", "one-to-many", end("Producer"), end("Wine", 1, field="producer"), strategy="FOLD_ONE"),
            link("stands", "many-to-many", end("Fair"), end("Producer"), strategy="LINK_COLL"),
        ],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("more", "gone"),
    [
        ({"schema_version": 2}, ["producerUpgrade1", "producerUpgradeAll1"]),
        ({"history": "revisions", "schema_version": 2}, ["producerChange"]),
    ],
)
def test_it_is_not_changed_alone(more: Json, gone: list[str]) -> None:
    verdicts = {
        verdict.function: verdict.why for verdict in judge("wines", _design(**more)) if verdict.judged
    }
    assert verdicts and not any(verdicts.values())
    assert not verdicts.keys() & set(gone)


def test_the_script_says_so() -> None:
    """The read of what is of an old shape tells where the rest of it stands."""
    scripts = {file.path: file.text for file in render(compiled(_design(schema_version=2)))}
    text = scripts["mongosh/04_queries.js"].replace("\n// ", " ")
    assert "No function migrates them: fax of each is also in wines" in text


def _changing(**of_name: Any) -> Json:
    source = _design()
    source["entities"][0] = entity("Producer", field("name", **of_name), field("town"))
    source["operations"] = [
        {"name": "move house", "kind": "update", "entity": "Producer", "per_day": 9, "filter": [{"field": "_id"}], "changes": ["town"]},
    ]  # fmt: skip
    return source


@pytest.mark.parametrize("of_name", [{}, {"required": True}, {"unique": True}])
def test_children_name_it_by_what_is_required_and_unique(of_name: Json) -> None:
    """A producer without a name changed alone, and one with the name of another changed the wines of both."""
    refused = [each for each in compiled(_changing(**of_name)).findings if each.code == "OPERATION_UNWRITTEN"]
    assert [(each.subject, each.hint) for each in refused] == [
        ("move house", "Make name required and unique, or choose another strategy for wines.")
    ]


def test_it_changes_with_its_children_by_that() -> None:
    (verdict,) = judge("wines", _changing(required=True, unique=True), only=["moveHouse"])
    assert verdict.judged and not verdict.why
