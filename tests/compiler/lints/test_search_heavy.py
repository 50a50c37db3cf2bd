"""L68: many searches for words on a text index."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.exporters import EXPORTERS
from designs.compiler.lints.workload.search_heavy import LINT
from designs.compiler.model.conceptual import Model
from designs.compiler.plan_model.findings import Finding
from tests.compiler.composed import design, entity, field
from tests.compiler.in_parts import compile_design
from tests.compiler.planned import findings, planned


def shop(often: float | None, **more: Any) -> Model:
    """Goods of a kind that are searched by words of their name and text, so often a day."""
    text = field("text", "object", fields=[field("long")])
    search = {
        "name": "search", "kind": "read", "entity": "Good",
        "filter": [{"field": "kind"}, {"field": "name", "match": "text"}, {"field": "text", "match": "text"}],
        **({} if often is None else {"per_day": often}), **more,
    }  # fmt: skip
    return design([entity("Good", field("kind"), field("name"), text)], [], operations=[search])


def told(often: float | None, **more: Any) -> list[Finding]:
    return findings(LINT, planned(shop(often, **more)))


@pytest.mark.parametrize(("often", "count"), [(100_000, 0), (100_001, 1), (None, 0)])
def test_past_a_hundred_thousand_a_day(often: float | None, count: int) -> None:
    assert len(told(often)) == count


def test_the_definition_has_what_is_searched_and_what_stands_in_front() -> None:
    (finding,) = told(900_000)
    assert finding.subject == "goods" and "900,000 text searches" in finding.message
    assert finding.params["definition"] == {"mappings": {"dynamic": False, "fields": {
        "kind": {"type": "token"}, "name": {"type": "string"},
        "text": {"type": "document", "fields": {"long": {"type": "string"}}},
    }}}  # fmt: skip
    assert "Atlas Search" in finding.hint


@pytest.mark.parametrize("asked", [("text", "text.long"), ("text.long", "text")])
def test_an_object_in_front_of_what_is_searched_in_it_is_mapped_twice(asked: tuple[str, str]) -> None:
    searched = [{"field": path, **({"match": "text"} if path == "text.long" else {})} for path in asked]
    (finding,) = told(900_000, filter=searched)
    inside = {"type": "document", "fields": {"long": {"type": "string"}}}
    assert finding.params["definition"]["mappings"]["fields"] == {"text": [{"type": "token"}, inside]}


@pytest.mark.parametrize("often", [900_000, 9])
def test_the_script_has_it_beside_the_text_index(often: float) -> None:
    files = next(one for one in EXPORTERS if one.output == "mongosh").render(compile_design(shop(often)))
    texts = {file.path: file.text for file in files}
    for path in ("mongosh/02_indexes.js", "mongosh/setup.js"):
        assert ("// db.goods.createSearchIndex(" in texts[path]) == (often > 9)
        assert "kind_1_name_text_text.long_text" in texts[path]
