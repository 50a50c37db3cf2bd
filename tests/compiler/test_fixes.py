"""Every offered fix settles its finding, and nothing else goes wrong by it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import msgspec
import pytest

from designs import compiler
from designs.compiler import Compilation, Finding, read
from designs.compiler.edits import Edit, Several, apply, edits_from_json, edits_to_json, identified, inverse
from designs.compiler.lints import LINTS
from tests.compiler.in_parts import compile_design
from tests.compiler.library import LIBRARY

HANDBOOK = Path(compiler.__file__).parents[1] / "handbook"
FILES = [*sorted(HANDBOOK.glob("*.json")), *sorted(LIBRARY.glob("*.json"))]
DRAWN = [path for path in FILES if path.stem != "sides"]
OTHERS = Path(__file__).parent / "fixable.json"
_EDIT = msgspec.json.Decoder(Edit)


Offer = tuple[Compilation, Finding, Edit]


def stored(text: str) -> Compilation:
    """A design as the store keeps it, with ids, compiled."""
    report = read(text)
    assert report.value is not None, report.findings
    return compile_design(identified(report.value, iter(f"id{number:06}" for number in range(10**6)))[0])


PLANS = {path.stem: path.read_text() for path in DRAWN}
PLANS |= {name: json.dumps(raw) for name, raw in json.loads(OTHERS.read_text()).items()}


@cache
def offers(name: str) -> list[Offer]:
    """Every finding with a fix of a design."""
    made = stored(PLANS[name])
    return [(made, one, _EDIT.decode(msgspec.json.encode(one.fix))) for one in made.findings if one.fix]


@pytest.mark.parametrize("name", PLANS)
def test_a_fix_settles_its_finding_and_breaks_nothing(name: str) -> None:
    for made, finding, edit in offers(name):
        after = compile_design(apply(made.model, edit))
        known = {(one.code, one.subject) for one in made.findings}
        assert (finding.code, finding.subject) not in {(one.code, one.subject) for one in after.findings}
        new = [one for one in after.findings if (one.code, one.subject) not in known]
        assert [one for one in new if one.severity == "error"] == []


@pytest.mark.parametrize("name", PLANS)
def test_a_fix_can_be_taken_back(name: str) -> None:
    for made, _, edit in offers(name):
        assert apply(apply(made.model, edit), inverse(made.model, edit)) == made.model
        assert edits_from_json(edits_to_json(Several(edits=(edit,)))).edits == (edit,)


def test_many_checks_offer_one() -> None:
    offering = {finding.code for name in PLANS for _, finding, _ in offers(name)}
    assert len(offering & {one.code for one in LINTS}) >= 20, sorted(offering)


def test_without_ids_there_is_none() -> None:
    """Edits speak ids; a file that has none yet gets its findings without fixes."""
    model = read((HANDBOOK / "money-double.json").read_text()).value
    assert model is not None
    (found,) = compile_design(model).findings
    assert found.code == "L45" and found.fix is None


def test_a_wrong_fix_would_be_noticed() -> None:
    made, finding, edit = offers("money-double")[0]
    wrong = msgspec.structs.replace(edit, path=("description",))
    after = compile_design(apply(made.model, wrong))
    assert (finding.code, finding.subject) in {(one.code, one.subject) for one in after.findings}
