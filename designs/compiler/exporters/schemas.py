"""The validators: one file for each collection, as ``collMod`` and ``createCollection`` take them."""

from __future__ import annotations

from ..emit import json
from ..plan_model.compilation import Compilation
from .base import Exporter, OutputFile, installed_validators


def render(compilation: Compilation) -> tuple[OutputFile, ...]:
    """The validator of each collection that can have one (a time series can't), as setup installs it."""
    validators = installed_validators(compilation)
    return tuple(
        OutputFile(
            path=f"schemas/{collection.file}.json",
            text=json.text(json.relaxed(validators[collection.name])),
            media_type="application/json",
        )
        for collection in compilation.plan.collections
        if collection.name in validators
    )


EXPORTER = Exporter(
    slug="schemas",
    output="schemas",
    title="Validators",
    help="The $jsonSchema validator of each collection. Time series collections can't have one.",
    make=render,
)
