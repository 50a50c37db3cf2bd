"""Lists of documents that stand in one another: what would find them in the root of a tree alone is not written."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import judge

Json = dict[str, Any]
MANY = ("ONE_WAY_EMBED", "TWO_WAY_EMBED")


def programme(strategy: str) -> Json:
    """Sections within sections, each of which lists films."""
    own = "sections" if strategy in MANY else "section"
    shows = link(
        "shows", "many-to-many" if strategy in MANY else "one-to-many", end("Section", 40, field="films"),
        end("Film", 20 if strategy in MANY else 1, field=own), strategy=strategy,
    )  # fmt: skip
    shows |= {"link_owner": "from"} if strategy == "ONE_WAY_EMBED" else {}
    parts = link(
        "parts", "tree", end("Section", 12, field="subsections"), end("Section", 1, field="parent"),
        strategy="EMBED_TREE", tree={"depth": 3, "reads": "whole"},
    )  # fmt: skip
    operations = [
        {"name": "bring", "kind": "insert", "entity": "Film"},
        {"name": "best", "kind": "read", "entity": "Film", "filter": [{"field": own}], "limit": 20},
        {"name": "withdraw", "kind": "delete", "entity": "Film", "filter": [{"field": "_id"}]},
    ]
    if strategy not in MANY:
        move = {
            "name": "move",
            "kind": "update",
            "filter": [{"field": "_id"}],
            "changes": [own],
            "entity": "Film",
        }
        operations.append(move)
    return {
        "format": "nestlink/1", "name": "programme", "database": "programme", "relationships": [parts, shows],
        "entities": [entity("Section", field("name", required=True)), entity("Film", field("title", required=True))],
        "operations": [{"per_day": 5, **operation} for operation in operations],
    }  # fmt: skip


@pytest.mark.parametrize("strategy", ["CHILD_REFS", "TWO_WAY_REFS", *MANY])
def test_no_function_knows_the_lists_of_roots_alone(strategy: str) -> None:
    verdicts = judge("programme", programme(strategy))
    assert [one for one in verdicts if one.why and one.judged] == []
    deletes = {one.function for one in verdicts if one.judged} & {"deleteFilm", "withdraw"}
    assert len(deletes) == 2


def test_the_report_says_which_operations_are_not_written() -> None:
    design = read(json.dumps(programme("CHILD_REFS"))).value
    assert design is not None
    findings = [one for one in compile_design(design).findings if one.code == "OPERATION_UNWRITTEN"]
    assert {one.subject for one in findings} == {"best", "move"}
    assert all("each section is embedded in another" in one.message for one in findings)


def test_what_refers_to_roots_alone_says_so_and_each_node_is_found_by_its_own_values() -> None:
    """Films name their section: a join begins at roots. An update finds a node below another by what it has."""
    design = programme("PARENT_REF")
    design["entities"][0]["fields"].append(field("code", "double"))
    filter = [{"field": "code"}, {"field": "_id", "match": "in"}]
    design["operations"] = [
        {
            "name": "recode",
            "kind": "update",
            "entity": "Section",
            "filter": filter,
            "changes": ["code"],
            "per_day": 1,
        }
    ]
    assert [one for one in judge("programme", design, tries=6) if one.why and one.judged] == []
    model = read(json.dumps(design)).value
    assert model is not None
    written = compile_design(model).plan.statements
    joins = [one.comment for one in written if one.recipe == "shows.join"]
    assert joins and "Covers only top-level sections" in joins[0]


def test_a_tree_in_one_document_has_no_versions() -> None:
    """Its nodes would need versions of their own: the finding says that there are none, and no document has any."""
    design = programme("PARENT_REF")
    design["entities"][0]["history"] = "point-in-time"
    some = {"name": "some", "kind": "read", "entity": "Section", "filter": [{"field": "_id", "match": "in"}]}
    design["operations"] = [{**some, "per_day": 5}]
    model = read(json.dumps(design)).value
    assert model is not None
    compilation = compile_design(model)
    assert "HISTORY_LOST" in {one.code for one in compilation.findings}
    assert not any(field.origin == "version" for one in compilation.plan.collections for field in one.fields)
    assert [one for one in judge("programme", design) if one.why and one.judged] == []
