"""Design files in: JSON text to a Model, or every fault with its place and remedy.

The fast way is the parser and the typed decoder. Only what that refuses is walked again by the
schema, so that people see all faults of a file at once.
"""

from __future__ import annotations

import json
from itertools import chain, islice
from typing import Any

import msgspec

from ..model.conceptual import Model
from ..names.suggestions import Guesses
from ..plan_model.findings import Finding, Report, fault
from .examples import example_faults
from .grammar import grammar_faults
from .json_text import MOST_FAULTS, parse, with_names
from .names import name_faults, names_hold
from .references import reference_faults

FORMAT = "nestlink/1"
_LONG = 1e18
_MOST_MENDED = 1024 * 1024  # of a larger file the faults behind the grammar's wait until those are mended


def read(text: bytes | str) -> Report[Model]:
    """The design that a file's text holds, or None with all its faults.

    text: at most 10 MiB of UTF-8 JSON, nested at most 100 levels. Never raises for bad input.
    """
    raw, faults = parse(text)
    if raw is None and faults:
        return Report(None, tuple(faults))
    if foreign := _of_another_format(raw):
        return Report(None, (foreign,))
    guesses = Guesses()
    model, refusals = decode(raw, guesses)
    behind = _behind(raw, guesses) if model is None and len(text) <= _MOST_MENDED else []
    faults += [*refusals, *behind] if model is None else meaning_faults(model, guesses)
    return Report(None if faults else model, _named(faults, raw))


def _named(faults: list[Finding], raw: Any) -> tuple[Finding, ...]:
    """Each fault once, its place with names."""
    return tuple(with_names(each, raw) for each in {str(each): each for each in faults}.values())


def _of_another_format(raw: Any) -> Finding | None:
    """A file of another program or version: what it lacks of ours is not its fault."""
    stated = raw.get("format") if isinstance(raw, dict) else None
    if not isinstance(stated, str) or stated == FORMAT:
        return None
    ours, _, version = stated.partition("/")
    if ours == FORMAT.partition("/")[0] and version.isdigit():
        remedy = f'Update Nestlink, or use the version that wrote the file. This version reads "{FORMAT}".'
        return fault("format", f'Unsupported design format version "{stated}".', remedy)
    remedy = f'Set "format": "{FORMAT}".'
    return fault("format", f"Unsupported format {json.dumps(stated)}.", remedy)


def text_faults(text: bytes | str) -> tuple[Finding, ...]:
    """What `read` refuses of a text before it looks at the design: its size, its depth, characters
    that no file may hold. What edits make is held against it too."""
    return tuple(parse(text)[1])


def _behind(raw: Any, guesses: Guesses) -> list[Finding]:
    """The faults that stand behind those of the grammar, where the file can be read all the same."""
    from .mending import mended  # only a file that is refused needs it

    meant = mended(raw)
    model = None if meant is None else decode(meant)[0]
    return [] if model is None else meaning_faults(model, guesses)


def decode(raw: Any, guesses: Guesses | None = None) -> tuple[Model | None, list[Finding]]:
    """A Model of JSON values, or every place where they break the grammar."""
    try:
        return msgspec.convert(raw, Model, strict=True), []
    except msgspec.ValidationError as error:
        faults = grammar_faults(raw, guesses)
        if faults:
            return None, faults
        try:  # a whole number too large to have been read as one, where one is wanted
            return msgspec.convert(_whole(raw), Model, strict=True), []
        except msgspec.ValidationError:
            return None, [fault("file", str(error), "Correct the file there.")]


def meaning_faults(model: Model, guesses: Guesses | None = None) -> list[Finding]:
    """The faults that no grammar can state. Paths are looked at only where every relationship has
    its two ends: one that has lost an end would make good paths look unknown."""
    guesses = guesses or Guesses()
    paths = reference_faults(model, guesses) if names_hold(model) else iter(())
    every = chain(name_faults(model, guesses), example_faults(model), paths)
    return list(islice(every, MOST_FAULTS))


def _whole(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _whole(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_whole(element) for element in value]
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < _LONG else value
