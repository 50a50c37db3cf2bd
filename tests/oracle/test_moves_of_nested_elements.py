"""An element of an array inside an object moves to another document whole: a projection may end with "$" behind a path of
several steps."""

from __future__ import annotations

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged


@pytest.mark.parametrize("array", ["tools", "kit.tools"])
def test_a_tool_moves_to_another_van(array: str) -> None:
    design = {
        "format": "nestlink/1", "name": "Vans", "database": "vans",
        "entities": [entity("Van", field("plate", required=True)), entity("Tool", field("_id", "int"), field("name", required=True))],
        "relationships": [
            link("tools", "one-to-many", end("Van", 50, field=array), end("Tool", 1, field="van"), strategy="EMBED_ARRAY",
                 exclusive_owner=True),
        ],
    }  # fmt: skip
    assert judged(design, "toolsReassign") == {"toolsReassign": ""}
