"""A server takes no $merge, $out or $unionWith in a transaction: no function of any design has one there."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler.model.conceptual import Model
from designs.compiler.operations import atomic
from designs.compiler.plan_model.physical import Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design
from tests.compiler.library import built_of
from tests.compiler.recorder import RANDOM_SHARED, texts

Json = dict[str, Any]
REFUSED = ("$merge", "$out", "$unionWith")
MANY = {"has": {"min": 0, "max": None, "growth": "unbounded"}}
FEW = {"has": {"min": 0, "max": 5, "growth": "bounded"}}


def refused(statements: tuple[Statement, ...]) -> list[tuple[str, str]]:
    """Return the statements in a transaction that a server refuses there, each with its stage."""
    return [
        (statement.id, stage)
        for statement in statements
        if statement.transaction and statement.pipeline
        for stage in REFUSED
        if f'"{stage}":' in json.dumps(statement.pipeline, default=repr)
    ]


def _letters() -> Model:
    """Deletes that are transactions since lists at both ends follow them, with a minimum to recount."""
    earliest = {"formula": "min(letters.dated)", "sources": ["letters.dated"], "refresh": "on-write"}
    entities = [
        entity("Person", field("name", required=True), field("earliest", "date", computed=earliest)),
        entity("Letter", field("dated", "date", required=True)),
        entity("Subject", field("label", required=True)),
    ]
    links = [
        link(
            "wrote", "one-to-many", ("Person", {"field": "letters", **MANY}),
            ("Letter", {"field": "writer_id", "has": {"min": 0, "max": 1}}), strategy="PARENT_REF",
        ),
        link("about", "many-to-many", ("Letter", FEW), ("Subject", FEW), strategy="TWO_WAY_EMBED"),
    ]  # fmt: skip
    operations = [{"name": "catalogue", "kind": "insert", "entity": "Letter"}]
    return design(entities, links, operations=operations)


def test_no_function_of_any_design_has_one() -> None:
    """Of the random ones, those that other tests compile, too; 500 with NESTLINK_SOAK=1."""
    made = ((name, built_of(text)) for name, text in texts(RANDOM_SHARED))
    of_designs = [
        (name, refused(each.compilation.plan.statements)) for name, each in made if each is not None
    ]
    assert len(of_designs) > RANDOM_SHARED
    assert not {name: statements for name, statements in of_designs if statements}


def test_a_transaction_reads_what_it_recounts() -> None:
    assert refused(compile_design(_letters()).plan.statements) == []


def test_a_merge_in_a_transaction_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atomic, "_without_merges", lambda world, recipe: recipe)
    assert ("wrote.remove.3", "$merge") in refused(compile_design(_letters()).plan.statements)
