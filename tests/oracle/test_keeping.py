"""What a server refuses is no fact to try a function on."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan_model.physical import PlannedIndex
from tests.oracle.keeping import has_parallel_arrays

DOCUMENTS = [
    ({"tags": [1, 2], "towns": ["a"]}, ("tags", "towns"), True),
    ({"tags": [1, 2], "towns": "a"}, ("tags", "towns"), False),
    ({"parts": [{"tags": [1], "towns": "a"}]}, ("parts.tags", "parts.towns"), False),
    ({"parts": [{"tags": [1], "towns": ["a"]}]}, ("parts.tags", "parts.towns"), True),
    ({"tags": [1, 2]}, ("tags",), False),
]


@pytest.mark.parametrize(("document", "paths", "is_refused"), DOCUMENTS)
def test_one_array_alone_of_a_document_may_be_in_an_index(
    document: dict[str, Any], paths: tuple[str, ...], is_refused: bool
) -> None:
    index = PlannedIndex(keys=tuple((path, 1) for path in paths), reason="", serves=())
    assert has_parallel_arrays(index, document) is is_refused


def test_an_index_of_some_documents_refuses_no_others() -> None:
    options = {"partialFilterExpression": {"town": {"$exists": True}}}
    index = PlannedIndex(keys=(("tags", 1), ("towns", 1)), options=options, reason="", serves=())
    assert not has_parallel_arrays(index, {"tags": [1], "towns": ["a"]})
