"""The pictures of the guide are taken here: NESTLINK_PICTURES=1 writes them into docs/pictures."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .watched import Watched

PICTURES = Path(__file__).resolve().parent.parent.parent / "docs" / "pictures"
SHOWN = {
    "library": "/",
    "design-page": "/designs/university/",
    "documents": "/designs/university/documents/",
    "decisions": "/designs/university/decisions/",
    "script": "/designs/university/scripts/",
}


@pytest.mark.parametrize("name", SHOWN)
def test_picture(watched: Watched, tmp_path: Path, name: str) -> None:
    folder = PICTURES if os.environ.get("NESTLINK_PICTURES") == "1" else tmp_path
    watched.page.set_viewport_size({"width": 1200, "height": 900})
    watched.page.goto(SHOWN[name])
    picture = watched.page.screenshot(path=folder / f"{name}.png", animations="disabled")
    assert picture.startswith(b"\x89PNG") and len(picture) > 20_000
