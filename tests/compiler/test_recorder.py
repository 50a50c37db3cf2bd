"""No output of the library, the handbook or the first random designs changes unseen."""

from __future__ import annotations

from tests.compiler import recorder


def in_short() -> list[tuple[str, str]]:
    """The designs compared at each run, beside the library, whose outputs are golden files; ``python -m
    tests.compiler.recorder`` compares all."""
    return [one for one in recorder.texts(recorder.RANDOM_SHARED) if not one[0].startswith("library/")]


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
