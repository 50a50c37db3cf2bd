"""The example designs that come with the program: canonical files, read once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True)
class Example:
    """An example's file. slug: the address that it gets in the library."""

    slug: str
    text: bytes


@cache
def examples() -> tuple[Example, ...]:
    """All of them, by address."""
    folder = resources.files("designs") / "library"
    files = sorted(
        (item for item in folder.iterdir() if item.name.endswith(".json")), key=lambda item: item.name
    )
    return tuple(Example(_slug(item.name), item.read_bytes()) for item in files)


def _slug(file_name: str) -> str:
    return file_name.removesuffix(".json").replace("_", "-")
