"""Example documents of random designs: made without a crash, storable, and valid."""

from __future__ import annotations

import json
from typing import Any

import bson
from hypothesis import given

from designs.compiler import read
from designs.compiler.exporters import documents
from designs.compiler.sampling import samples
from tests.compiler.bson_schema import complaints
from tests.compiler.in_parts import compile_design
from tests.compiler.random_designs import designs, examples
from tests.compiler.random_groups import grouped_designs


@examples
@given(designs())
def test_examples_of_any_design_are_stored_and_pass_their_validator(source: dict[str, Any]) -> None:
    _pass(source)


@examples
@given(grouped_designs())
def test_so_do_those_with_groups_of_fields(source: dict[str, Any]) -> None:
    _pass(source)


def _pass(source: dict[str, Any]) -> None:
    model = read(json.dumps(source)).value
    if model is None:
        return
    compilation = compile_design(model)
    found = samples(compilation)
    for collection in compilation.plan.collections:
        assert found[collection.name], collection.kind
        for document in found[collection.name]:
            bson.encode(document)
            schema = (collection.validator or {}).get("$jsonSchema", {})
            assert not complaints(schema, document)
    assert len(documents.render(compilation)) == len(compilation.plan.collections)
