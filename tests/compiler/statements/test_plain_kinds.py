"""Things of none of the kinds that share their collection: counts or the discriminator's enum say that there are some,
the validator takes them, and sample documents show them."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.sampling import samples
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

KINDS = [
    link(value, "is-a", ("Person", {}), (value.title(), {}), discriminator={"field": "role", "value": value})
    for value in ("reviewer", "editor")
]


def compiled(
    people: int | None, enum: list[str] | None = None, editors: int | None = 45, inserted: str = ""
) -> Compilation:
    counts = {"Person": people, "Reviewer": 6500, "Editor": editors}
    more = {name: {"count": count} if count is not None else {} for name, count in counts.items()}
    role = [field("role", enum=enum)] if enum else []
    parts = [
        entity("Person", field("name", required=True), *role, **more["Person"]),
        entity("Reviewer", field("keywords", "array", items={"type": "string"}), **more["Reviewer"]),
        entity("Editor", field("term_ends_on", "date", required=True), **more["Editor"]),
    ]
    inserts = [{"name": f"add {name}", "kind": "insert", "entity": name} for name in inserted.split()]
    return compile_design(design(parts, KINDS, operations=inserts))


def rules(compilation: Compilation) -> dict[str, Any]:
    (people,) = compilation.plan.collections
    assert people.validator is not None
    schema: dict[str, Any] = people.validator["$jsonSchema"]
    return schema


def values(compilation: Compilation) -> list[str]:
    listed: list[str] = rules(compilation)["properties"]["role"]["enum"]
    return listed


@pytest.mark.parametrize(
    ("people", "editors", "stored"),
    [
        (24000, 45, ["person", "reviewer", "editor"]),
        (6545, 45, ["reviewer", "editor"]),
        (6600, 45, ["reviewer", "editor"]),  # counts are rounded
        (None, 45, ["person", "reviewer", "editor"]),  # nobody says that these are all
        (24000, None, ["person", "reviewer", "editor"]),
    ],
)
def test_counts_tell_of_plain_ones(people: int | None, editors: int | None, stored: list[str]) -> None:
    assert values(compiled(people, editors=editors)) == stored


@pytest.mark.parametrize(
    ("inserted", "enum", "is_stored", "is_asked"),
    [
        ("", None, True, True),
        ("Reviewer", None, True, True),
        ("Reviewer Editor", None, False, False),
        ("", ["reviewer", "editor"], False, False),
        ("Person", None, True, False),
    ],
)
def test_a_person_of_no_kind_is_stored_unless_the_design_says_that_there_is_none(
    inserted: str, enum: list[str] | None, is_stored: bool, is_asked: bool
) -> None:
    """An ordinary one could not be stored where no operation inserted one, and nothing said so."""
    compilation = compiled(None, enum, None, inserted)
    assert ("person" in values(compilation)) is is_stored
    asked = [each for each in compilation.findings if each.code == "SUBTYPES_ASSUMED"]
    assert [each.message for each in asked] == [
        "Assumed: a person can be neither reviewer nor editor."
    ] * is_asked
    assert all('gets the role "person".' in each.hint for each in asked)


def test_further_values_of_the_enum_are_kept() -> None:
    compilation = compiled(6545, ["reviewer", "editor", "author", "guest"])
    assert sorted(values(compilation)) == ["author", "editor", "guest", "reviewer"]
    plain = rules(compilation)["oneOf"][0]
    assert plain["properties"]["role"] == {"enum": ["author", "guest"]}, "one branch for those without rules"
    assert plain["properties"]["keywords"] == {"not": {}}
    assert {"author", "guest"} <= {document["role"] for document in samples(compilation)["people"]}


def test_a_plain_one_needs_nothing_of_the_kinds() -> None:
    plain, _, editor = rules(compiled(24000))["oneOf"]
    assert plain["required"] == ["role"]
    assert "term_ends_on" in editor["required"]


def test_an_element_moves_to_a_document_of_its_parents_kind_alone() -> None:
    """The validator refused it in one of another kind, in words that tell nobody why."""
    people = [entity("Person", field("name", required=True)), entity("Reviewer", field("since", type="date")),
              entity("Editor", field("term_ends_on", type="date")), entity("Report", field("text", required=True))]  # fmt: skip
    reports = link(
        "reports",
        "one-to-many",
        ("Reviewer", {"has": {"min": 0, "max": 9}}),
        ("Report", {"has": {"min": 1, "max": 1}}),
        strategy="EMBED_ARRAY",
    )
    plan = compile_design(design(people, [*KINDS, reports])).plan
    *_, given = [each for each in plan.statements if each.recipe == "reports.reassign"]
    assert given.filter["role"] == "reviewer"
