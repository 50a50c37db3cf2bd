"""How long the report is: page one is read, the reference is looked up, and neither says a thing twice."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bench.workload import design
from designs.compiler import Compilation, read
from designs.compiler.exporters import report
from tests.compiler.in_parts import compile_design
from tests.compiler.library import LIBRARY, built, built_of, names

DESIGNS = [
    *sorted(LIBRARY.glob("*.json")),
    *sorted((Path(__file__).parents[2] / "oracle" / "designs").glob("*.json")),
]
"""The library's, and those of strangers."""
PAGE_ONE, WHOLE, ENTITIES = 1_200, 4_000, 12
AT_LENGTH, RELATIONSHIPS = Path(__file__).parents[2] / "oracle" / "designs" / "at_length", 14
LONG_ONES = (
    "broker",
    "court_docket",
    "freelance_marketplace",
    "helpdesk_multi_tenant",
    "language_school",
    "metered_billing",
    "music",
)
"""Of businesses in full: relationships, operations and what their authors write of them are many."""
REFERENCE = "\n# Reference\n"


def words(text: str) -> int:
    """The one rule, for prose and tables alike: what stands between spaces and holds a letter or a digit is a word.
    So a table's bars, dashes and marks are none, and a path or a number is one."""
    return sum(any(sign.isalnum() for sign in piece) for piece in text.split())


def front(text: str) -> str:
    """Page one."""
    before, _, after = text.partition(REFERENCE)
    assert after and REFERENCE not in after
    return before


def test_what_a_word_is() -> None:
    assert words("| `a.b` | one-to-one | – | 1,200 KiB |\n| --- | :-: |\n\n- **It ends** ● ↓ ✓ 5 %") == 7
    assert front("# A\n\nx\n\n# Reference\n\ny\n") == "# A\n\nx\n"


def compiled(path: Path) -> Compilation:
    made = built_of(path.read_text(encoding="utf-8"))
    assert made is not None
    compilation: Compilation = made.compilation
    return compilation


@pytest.mark.parametrize("path", DESIGNS, ids=lambda path: path.stem)
def test_it_is_as_short_as_it_is_meant_to_be(path: Path) -> None:
    compilation = compiled(path)
    (file,) = report.render(compilation)
    assert words(front(file.text)) <= PAGE_ONE
    assert words(file.text) <= WHOLE * max(1, len(compilation.model.entities) / ENTITIES)


@pytest.mark.parametrize("name", LONG_ONES)
def test_a_business_in_full_is_told_in_proportion(name: str) -> None:
    """Each decision takes its words, and the design's own descriptions are none of ours."""
    raw = (AT_LENGTH / f"{name}.json").read_text(encoding="utf-8")
    model = read(raw).value
    assert model is not None
    (file,) = report.render(compile_design(model))
    share = max(len(model.entities) / ENTITIES, len(model.relationships) / RELATIONSHIPS)
    assert words(front(file.text)) <= PAGE_ONE
    assert words(file.text) - described(json.loads(raw)) <= WHOLE * share


def described(part: object) -> int:
    """The words of all descriptions in a design."""
    if isinstance(part, list):
        return sum(map(described, part))
    if not isinstance(part, dict):
        return 0
    own = part.get("description")
    return (words(own) if isinstance(own, str) else 0) + sum(map(described, part.values()))


def test_page_one_of_a_large_design_is_no_longer() -> None:
    made = built_of(design(100))
    assert made is not None
    text = front(report.render(made.compilation)[0].text)
    assert words(text) <= PAGE_ONE
    assert re.search(r"^\d+ smaller, less used collections? (is|are) under Reference\.$", text, re.MULTILINE)
    assert re.search(r"^\d+ less frequent operations? (is|are) under Reference\.$", text, re.MULTILINE)


def test_each_operation_is_in_the_report() -> None:
    made = built_of(design(100))
    assert made is not None
    compilation = made.compilation
    text = report.render(compilation)[0].text
    first = {line.split("|")[1].strip() for line in text.splitlines() if line.startswith("|")}
    subjects = {each.subject for each in compilation.plan.statements}
    written = [each.name for each in compilation.model.workload if f"operation:{each.name}" in subjects]
    assert len(written) > 20
    assert [name for name in written if name not in first] == []
    rare = text.partition("\n## Less frequent operations\n")[2].partition("\n## ")[0]
    assert "| Indexes used" in rare and "`_id`" in rare


@pytest.mark.parametrize("name", names())
def test_the_order_is_that_of_a_lead(name: str) -> None:
    (file,) = report.render(built(name).compilation)
    sections = re.findall(r"^##? (.*)$", file.text, re.MULTILINE)[1:]
    order = [
        "Summary", "Largest risks", "Open questions", "Collections", "Operations and indexes", "Recommendations and lowest cost", "Reference",
        "Decisions", "Less frequent operations", "Data dictionary", "Where is it stored?", "Forecast", "Jobs", "Findings", "Sources",
    ]  # fmt: skip
    assert sections == [section for section in order if section in sections]
    assert {"Largest risks", "Collections", "Reference", "Data dictionary"} <= {*sections}


def test_no_source_and_no_remedy_is_told_twice() -> None:
    (file,) = report.render(built("web_shop").compilation)
    findings = json.dumps(file.text.partition("## Findings")[2])
    assert findings.count("name it in the projection of the operation") == 1
    assert file.text.count("6 Rules of Thumb for MongoDB Schema Design, parts 1 and 3") == 1
