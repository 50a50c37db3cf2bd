"""Documents of one entity that refer to those of another, which is a kind of the same collection."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import scripts_of
from tests.oracle.test_declared_operations import _compiled
from tests.oracle.test_reads import judged

Json = dict[str, Any]


def staff(led: str) -> Json:
    """Return a design in which a manager, who is a person, leads people, or clerks alone."""
    people = [entity("Person", field("name", required=True))]
    people += [entity(name, field("desk", "int", required=True)) for name in ("Manager", "Clerk")]
    kinds = [
        link(f"{name} is a person", "is-a", {"entity": "Person"}, {"entity": name}, strategy="POLY_SINGLE")
        for name in ("Manager", "Clerk")
    ]
    leads = link(
        "leads", "one-to-many", end("Manager", 500), end(led, 1, field="leader"), strategy="PARENT_REF"
    )
    return {
        "format": "nestlink/1", "name": "Staff", "database": "staff", "entities": people,
        "relationships": [*kinds, leads], "operations": [],
    }  # fmt: skip


@pytest.mark.parametrize(("led", "kind"), [("Person", ""), ("Clerk", "clerk")])
def test_a_new_document_is_of_its_own_kind_not_of_that_of_whom_it_refers_to(led: str, kind: str) -> None:
    design = staff(led)
    assert judged(design, "leadsAdd", "leadsRemove", "leadsReassign") == {
        "leadsAdd": "",
        "leadsRemove": "",
        "leadsReassign": "",
    }
    script = "".join(scripts_of(_compiled(design)).values())
    stored = script.partition("function leadsAdd(")[2].partition("insertOne(")[2].partition("\n")[0]
    assert stored == (f'{{ ...clerk, person_type: "{kind}" }});' if kind else "person);")


def test_nothing_is_led_by_itself() -> None:
    """A manager is a person, whom another one leads: deleted with all whom he leads, he is not among these."""
    design = staff("Person")
    people = design["relationships"][-1]
    people |= {"exclusive_owner": True}
    assert judged(design, "leadsCascade") == {"leadsCascade": ""}
