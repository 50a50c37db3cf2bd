"""Nobody decides beside the policy: views, endpoints and the admin ask `designs.access` and `designs.past`."""

from __future__ import annotations

import re
from pathlib import Path

import designs

ROOT = Path(designs.__file__).parent
ASKING = ("views", "admin", "api.py", "conflicts.py", "forms.py")
_OPINION = re.compile(
    r"has_perm\(|is_superuser|is_staff|\bowner(_id)? (==|!=|is)|public_from"
    r"|store\.(history|at_revision|text_at|changes_after)\b"
)


def opinions(text: str) -> list[str]:
    """Return what decides by itself who may, or reaches the history past the policy."""
    return [found[0] for found in _OPINION.finditer(text)]


def test_nobody_else_decides_who_may() -> None:
    files = [
        file
        for name in ASKING
        for file in ((ROOT / name).rglob("*.py") if "." not in name else [ROOT / name])
    ]
    assert len(files) > 40
    assert {file.name: found for file in files if (found := opinions(file.read_text(encoding="utf-8")))} == {}


def test_planted_opinions_are_seen() -> None:
    assert opinions("if design.owner_id == request.user.pk:")
    assert opinions("if not request.user.has_perm('designs.change_design'):")
    assert opinions("rows = store.history(design)")
    assert not opinions("owner = wanted['owner']; store.restore(design, 1, None)")
