"""What the oracle itself does wrong is seen where it is run: a function that isn't judged for it may be wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from designs.compiler.model.formulas import parse
from tests.mongosh.odd import entity, field
from tests.oracle import operations, run
from tests.oracle.arithmetic import Tie, evaluate


def _fails(*_: object) -> None:
    raise ZeroDivisionError("so much")


def test_errors_of_the_oracle_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    design = {
        "format": "nestlink/1", "name": "Notes", "database": "notes",
        "entities": [entity("Note", field("text", required=True))], "relationships": [],
        "operations": [{"name": "write", "kind": "update", "entity": "Note", "filter": [{"field": "_id"}], "changes": ["text"]}],
    }  # fmt: skip
    file = tmp_path / "notes.json"
    file.write_text(json.dumps(design), encoding="utf-8")
    assert run.main([str(file)]) == 0
    assert "error of the oracle" not in capsys.readouterr().err
    monkeypatch.setattr(operations, "meaning", _fails)
    assert run.main([str(file)]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert [
        line for line in lines if line.startswith("notes: write: an error of the oracle: ZeroDivisionError")
    ]
    assert not [line for line in lines if "  not judged:" in line]


@pytest.mark.parametrize(
    ("values", "right", "wrong"),
    [([4.31, 4.68], (4.5, 4.49), 4.48), ([-4.31, -4.68], (-4.5, -4.49), -4.51), ([4.31, 4.71], (4.51,), 4.5), ([0.25], (0.25,), 0.26)],
)  # fmt: skip
def test_the_middle_between_two_rounded_doubles_is_either(
    values: list[float], right: tuple[float, ...], wrong: float
) -> None:
    formula = parse("round(avg(marks), 2)")
    assert formula is not None
    found = evaluate(formula, lambda _: values)
    assert all(found == each and each == found for each in right)
    assert found != wrong and wrong != found


def test_what_is_made_of_such_a_number_is_an_ordinary_one() -> None:
    """The recomputation of stored results is tried on results that are wrong by one."""
    tie = Tie(4.5, 4.49)
    more = type(tie)(tie + 1)
    assert more == 5.5 and more not in (4.49, 4.5)
