"""The command that shows where each fact of a design is stored."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).resolve().parents[2]
CMS = ROOT / "designs" / "library" / "cms.json"


def shown(*given: str) -> str:
    """Return what the command prints."""
    output = StringIO()
    call_command("show_storage", *given, stdout=output)
    return output.getvalue()


def test_each_fact_has_its_places() -> None:
    lines = shown(str(CMS)).splitlines()
    at = next(
        place for place, line in enumerate(lines) if line.startswith("name  ") and "authors.name" in line
    )
    assert lines[at + 1].split() == [
        "articles.author.name", "copy", "by", "the", "reference", "author._id", "by", "a", "change", "stream",
    ]  # fmt: skip


def test_programs_get_json() -> None:
    assert {"fact", "collection", "path", "role", "locate", "freshness"} <= json.loads(
        shown(str(CMS), "--json")
    )[0].keys()


def test_a_design_without_entities_says_so(tmp_path: Path) -> None:
    path = tmp_path / "empty.json"
    path.write_text('{"format": "nestlink/1", "name": "Empty", "database": "empty", "entities": []}')
    assert shown(str(path)) == "nothing is stored: the design has no entities\n"


def test_a_faulty_file_is_refused_with_its_faults(tmp_path: Path) -> None:
    path = tmp_path / "faulty.json"
    path.write_text('{"format": "nestlink/1", "name": "Faulty", "database": "d"}')
    errors = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("show_storage", str(path), stderr=errors)
    assert ended.value.code == 2
    assert "entities" in errors.getvalue()
