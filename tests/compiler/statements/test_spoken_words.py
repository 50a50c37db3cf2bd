"""Comments and refusals call a thing by the words that people say, not by the names of variables."""

from __future__ import annotations

import re
from time import process_time
from types import SimpleNamespace
from typing import Any

import pytest

from designs.compiler.operations.identifiers import in_spoken_words, spoken_words
from designs.compiler.plan_model.physical import Statement, parameters
from tests.compiler.composed import entity, field
from tests.compiler.in_parts import compile_design
from tests.compiler.library import Json
from tests.compiler.planned import design
from tests.mongosh.odd import end, link


def functions() -> dict[str, list[str]]:
    """By recipe: comments, what its statements refuse, and the names of its parameters."""
    entities = [
        entity("ClassType", field("title")),
        entity("Session", field("room"), count=10),
        entity("Member", field("name")),
        entity("Inspection", field("passed", "bool")),
    ]
    inspect: Json = {
        "name": "inspect", "kind": "update", "entity": "Session", "per_day": 4, "filter": [{"field": "_id"}],
        "effects": [{"field": "inspections", "do": "push"}],
    }  # fmt: skip
    links = [
        link("types", "one-to-many", end("ClassType"), end("Session", 1, field="class_type"), strategy="PARENT_REF"),
        link("referrals", "tree", end("Member", field="referred"), end("Member", 1, field="referred_by")),
        link("inspections", "one-to-many", end("Session", 9), end("Inspection", 1), strategy="EMBED_ARRAY"),
    ]  # fmt: skip
    made = compile_design(design(entities, links, operations=[inspect]))
    texts: dict[str, list[str]] = {}
    for each in made.plan.statements:
        names = [param.name for param in parameters([each])]
        texts.setdefault(each.recipe, []).extend([each.comment, each.must_match, *names])
    return texts


def test_a_thing_is_called_by_its_words() -> None:
    texts = functions()
    assert "class type not found" in texts["types.reassign"]
    assert texts["types.reassign"][0].startswith("Moves a session to another class type.")
    spoken = [text for lines in texts.values() for text in lines if " " in text]
    assert not [text for text in spoken if re.search(r"\b(classType|sessionValue|referred by)\b", text)]


def test_another_of_the_same_kind_is_an_other_one() -> None:
    made = compile_design(
        design(
            [entity("Tutor", field("name")), entity("aerial_lift", field("height", "int"))],
            [
                link(
                    "recommends",
                    "graph",
                    end("Tutor", 9, field="recommended"),
                    end("Tutor", 9, field="recommended_by"),
                )
            ],
        )
    )
    texts = [text for each in made.plan.statements for text in (each.comment, each.must_match)]
    assert any("another tutor" in text for text in texts) and "other tutor not found" in texts
    assert not [text for text in texts if "otherTutor" in text]


@pytest.mark.parametrize(
    "strategy",
    ["TREE_PARENT", "TREE_CHILD", "TREE_ANCESTORS", "TREE_PATH", "TREE_NESTED"],
)
def test_the_node_that_moves_is_named_before_its_new_place(strategy: str) -> None:
    tree = link("tree", "tree", end("Node"), end("Node", 1, field="parent"), strategy=strategy)
    made = compile_design(design([entity("Node", field("name", required=True))], [tree]))
    moving = [each for each in made.plan.statements if each.recipe == "tree.reassign"]
    assert [param.name for param in parameters(moving)] == ["nodeId", "newParentId"]


def test_who_is_named_by_no_noun_is_the_parent() -> None:
    assert "parent not found" in functions()["referrals.reassign"]


def test_a_whole_element_is_not_called_an_id() -> None:
    assert "newInspection" in functions()["inspect"]


def said(comment: str, entities: int = 10, times: int = 1) -> list[str]:
    """Return the comment of several statements as a design of so many entities says it."""
    names: Any = SimpleNamespace(
        entities={f"order_line_{number}": None for number in range(entities)}, relationships={}, word=str
    )
    world: Any = SimpleNamespace(spoken=dict(spoken_words(names)))
    statement = Statement(
        id="s", subject="x", script="queries", purpose="read", op="find", collection="c", comment=comment
    )
    return [each.comment for each in in_spoken_words(world, [statement] * times)]


def test_a_variable_is_said_in_words_where_it_stands_alone() -> None:
    assert said("Moves orderLine3 to otherOrderLine7.") == ["Moves order line 3 to other order line 7."]
    longer = "orderLine33, xorderLine3, orderLine3_id"
    assert said(longer) == [longer]


def test_a_thousand_names_take_no_longer_than_ten() -> None:
    """0.1 s, where comparing each word with each name takes 7 s."""
    began = process_time()
    assert said("only other lines of an order " * 20, 3000, 3000)[-1].startswith("only other lines")
    assert process_time() - began < 2
