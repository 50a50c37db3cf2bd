"""A fault of a script is none of the refusals that a finding foretells: those are a server's, or the script's own."""

from __future__ import annotations

import msgspec
import pytest

from designs.compiler.plan_model.findings import Finding
from tests.compiler.compiled import design_of
from tests.compiler.in_parts import compile_design
from tests.mongosh.shell import run
from tests.oracle.judging import Judge, Verdict

FUNCTION = "reserveAUnit"
LOADED = "(script)"
REFUSAL = 'throw new Error("nobody has one")'
FAULTS = {
    "TypeError": "undefined.name",
    "ReferenceError": "nobodyDeclaredThis",
    "SyntaxError": 'new Function("(")',
    "RangeError": "[].length = -1",
}


def _verdict(planted: str) -> Verdict:
    """Return what the oracle says of a function whose refusal an error of its design foretells."""
    compilation = compile_design(design_of("web_shop").model)
    subject = next(each.name for each in compilation.model.operations if each.name == "reserve a unit")
    foretold = Finding(severity="error", code="L14", subject=subject, message="It is refused.")
    said = (*compilation.findings, foretold)
    compilation.with_findings = msgspec.structs.replace(compilation.with_findings, findings=said)
    judge = Judge("web_shop", compilation, tries=1, direct=True)
    judge.functions = [each for each in judge.functions if each.name == FUNCTION]
    judge.planted = planted
    (verdict,) = judge.verdicts(run([judge.job("faults")])["faults"])
    return verdict


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_a_function_is_told(fault: str) -> None:
    verdict = _verdict(f"function {FUNCTION}() {{ {FAULTS[fault]}; }}")
    assert verdict.judged and fault in verdict.why


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_a_script_that_loads_is_told(fault: str) -> None:
    verdict = _verdict(f"{FAULTS[fault]};")
    assert (verdict.function, verdict.judged) == (LOADED, True) and fault in verdict.why


def test_a_refusal_that_an_error_foretold_is_none() -> None:
    assert not _verdict(f"function {FUNCTION}() {{ {REFUSAL}; }}").judged
    assert not _verdict(f"{REFUSAL};").judged
