"""The validators: one file for each collection, as ``collMod`` and ``createCollection`` take them."""

from __future__ import annotations

from ..emit import json
from ..plan_model.compilation import Compilation
from .base import Exporter, OutputFile


def render(compilation: Compilation) -> tuple[OutputFile, ...]:
    """The ``$jsonSchema`` of each collection that can have one (a time series can't)."""
    return tuple(
        OutputFile(
            path=f"schemas/{one.file}.json",
            text=json.text(json.relaxed(one.validator)),
            media_type="application/json",
        )
        for one in compilation.plan.collections
        if one.validator is not None
    )


EXPORTER = Exporter(
    slug="schemas",
    output="schemas",
    title="Validators",
    help="The $jsonSchema of each collection, as the server checks it. A time series can't have one.",
    render=render,
)
