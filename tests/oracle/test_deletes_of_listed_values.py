"""A document goes, and its value with it out of every list that holds it; a new one enters every list."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from tests.compiler.composed import field
from tests.compiler.in_parts import compile_design
from tests.oracle.growing import random_state
from tests.oracle.judging import judge

Json = dict[str, Any]


def _design(operations: list[Json], *relationships: Json) -> Json:
    names = dict.fromkeys(each[side]["entity"] for each in relationships for side in ("from", "to"))
    fields = [field("label", required=True, unique=True)]
    return {
        "format": "nestlink/1", "name": "Topics", "database": "topics",
        "entities": [{"name": name, "fields": fields} for name in names],
        "relationships": list(relationships), "operations": operations,
    }  # fmt: skip


def _relationship(parent: str, strategy: str, kind: str = "one-to-many") -> Json:
    ends = {"from": {"entity": parent, "field": "topics"}, "to": {"entity": "Topic", "field": parent.lower()}}
    return {"name": f"{parent.lower()}s", "kind": kind, "strategy": strategy, **ends}


def _assert_right(design: Json, *names: str) -> None:
    verdicts = {verdict.function: verdict for verdict in judge("topics", design, only=names)}
    for name in names:
        assert verdicts[name].judged and not verdicts[name].why, verdicts[name]


def test_a_deleted_value_leaves_every_list() -> None:
    drop = {
        "name": "drop topic",
        "kind": "delete",
        "entity": "Topic",
        "filter": [{"field": "label"}],
        "per_day": 1,
    }
    articles = _relationship("Article", "VALUE_ARRAY", "many-to-many")
    _assert_right(_design([drop], articles, _relationship("Desk", "PARENT_REF")), "deleteTopic", "dropTopic")


def test_a_new_document_enters_the_lists_of_all_its_parents() -> None:
    lists = [_relationship(parent, "TWO_WAY_REFS") for parent in ("Desk", "Editor")]
    _assert_right(_design([], *lists, _relationship("Owner", "PARENT_REF")), "ownersAdd")


def test_a_changed_value_changes_in_every_list() -> None:
    change = {"name": "change topic", "kind": "update", "entity": "Topic", "per_day": 1}
    change |= {"filter": [{"field": "_id"}], "changes": ["label"]}
    articles = _relationship("Article", "VALUE_ARRAY", "many-to-many")
    _assert_right(_design([change], articles, _relationship("Desk", "PARENT_REF")), "changeTopic")


def _changing(topology: str, **more: Any) -> Json:
    """Return a design whose topics have a colour beside the label that articles list."""
    change = {"name": "change topic", "kind": "update", "entity": "Topic", "per_day": 1}
    change |= {"filter": [{"field": "_id"}], "changes": ["label", "colour"]}
    articles = _relationship("Article", "VALUE_ARRAY", "many-to-many")
    design = _design([change], articles, _relationship("Desk", "PARENT_REF"))
    for entity in design["entities"]:
        entity["fields"] = [*entity["fields"], field("colour")]
        entity |= more
    return design | {"topology": topology}


@pytest.mark.parametrize("topology", ["replica-set", "standalone"])
@pytest.mark.parametrize("history", ["revisions", "point-in-time"])
def test_a_change_of_something_else_leaves_the_lists(topology: str, history: str) -> None:
    """The function of versions takes some of the fields: where the listed one is not among them, lists stay."""
    _assert_right(_changing(topology, history=history), "topicChange", "changeTopic")


def test_a_second_call_completes_the_lists_of_a_changed_value() -> None:
    """Lists are changed before what they list: a second call still finds the old value there."""
    _assert_right(_changing("standalone"), "changeTopic")


def test_a_second_call_completes_the_lists_of_its_own_entity() -> None:
    """Topics list topics: the lists stand in the collection of what they list."""
    design = _changing("standalone", history="revisions")
    again = _relationship("Topic", "VALUE_ARRAY", "many-to-many") | {
        "from": {"entity": "Topic", "field": "nearby"}, "to": {"entity": "Topic", "field": "near"}
    }  # fmt: skip
    design["relationships"] = [again]
    _assert_right(design, "topicChange", "changeTopic")


def test_facts_keep_each_value_that_is_listed() -> None:
    """Who has no value is in no list: samples give each one, and no fact takes it away."""
    source = _design([], _relationship("Article", "VALUE_ARRAY", "many-to-many"))
    source["entities"][1]["fields"] = [field("mark", unique=True)]
    model = read(json.dumps(source)).value
    assert model is not None
    compilation = compile_design(model)
    facts = [random_state(compilation, seed) for seed in range(1, 9)]
    assert all(one.values[topic].get("mark") for one in facts for topic in one.things("Topic"))


def test_a_renamed_value_changes_in_the_lists_of_other_relationships_too() -> None:
    """The topic itself was renamed, and the articles of the other relationship went on listing a topic that was no more."""
    lists = [_relationship(parent, "VALUE_ARRAY", "many-to-many") for parent in ("Article", "Video")]
    _assert_right(_design([], *lists, _relationship("Desk", "PARENT_REF")), "articlesRename", "videosRename")
