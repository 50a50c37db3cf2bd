"""No output of the library, the handbook or the first random designs changes unseen."""

from __future__ import annotations

from tests.compiler import recorder

RANDOM_IN_SHORT = 40
"""Of the random designs, those compared at each run; ``python -m tests.compiler.recorder`` compares all."""


def in_short() -> list[tuple[str, str]]:
    """The designs compared at each run."""
    chosen = {f"random/{number}" for number in range(RANDOM_IN_SHORT)}
    return [one for one in recorder.texts() if one[0] in chosen or one[0].startswith("handbook/")]


def test_outputs_are_those_recorded() -> None:
    designs = in_short()
    names = [name for name, _ in designs]
    known = {name: mark for name, mark in recorder.recorded().items() if name in names}
    # Where this fails on purpose: python -m tests.compiler.recorder --write, in the commit that says what was wrong.
    assert recorder.differing(known, recorder.fingerprints(designs, processes=1)) == []


def test_a_changed_output_is_seen() -> None:
    name, text = in_short()[0]
    _, mark = recorder.fingerprint((name, text))
    _, other = recorder.fingerprint((name, text.replace('"name": "', '"name": "x', 1)))
    assert recorder.differing({name: mark}, {name: other}) == [name]
    assert recorder.differing({name: mark}, {name: mark}) == []
    assert recorder.differing({name: mark}, {}) == [name]
