"""A copy that is not stored is read where its source stands, which is in another document of the same collection."""

from __future__ import annotations

import json
from typing import Any

from designs.compiler import read
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged

Json = dict[str, Any]


def _design(kind: str, **more: Any) -> Json:
    """Employees, who are people, mentor people. A copy of their level in the links changes far more often than it is read."""
    rare = {"field": "level", "of": "from", "updates_per_day": 100000, "reads_per_day": 1}
    return {
        "format": "nestlink/1", "name": "Mentors", "database": "mentors",
        "entities": [entity("Person", field("name", required=True), field("seen", "date")), entity("Employee", field("level", "int"))],
        "relationships": [
            link("is", "is-a", {"entity": "Person"}, {"entity": "Employee"}, strategy="POLY_SINGLE"),
            link("mentors", "many-to-many", end("Employee", 50, field="mentees"), end("Person", 50, field="mentors"),
                 strategy="LINK_COLL", copies=[rare]),
        ],
        "operations": [
            {"name": "meet", "kind": kind, "entity": "Person", "filter": [{"field": "mentors.level"}, {"field": "mentors"}], **more},
        ],
    }  # fmt: skip


def test_no_update_asks_a_person_for_the_level_of_a_mentor() -> None:
    design = read(json.dumps(_design("update", changes=["seen"]))).value
    assert design is not None
    compilation = compile_design(design)
    assert not any(one.recipe == "meet" for one in compilation.plan.statements)
    assert any(
        "meet: No script generated" in str(one) and "mentors.level" in str(one)
        for one in compilation.findings
    )


def test_an_update_by_what_links_alone_say_is_right() -> None:
    design = _design("update", changes=["seen"])
    design["operations"][0]["filter"] = [{"field": "mentors"}]
    assert judged(design, "meet") == {"meet": ""}
