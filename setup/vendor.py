"""Compare the files of static/vendor with MANIFEST.json; a difference or a stranger is an error."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

VENDOR = Path(__file__).resolve().parent.parent / "static" / "vendor"


def problems(folder: Path) -> list[str]:
    """What differs, one line each."""
    listed = json.loads((folder / "MANIFEST.json").read_text(encoding="utf-8"))
    found = [_problem(folder, name, entry) for name, entry in listed.items()]
    ours = {"MANIFEST.json", "README.md", *listed, *(entry["licence_file"] for entry in listed.values())}
    present = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    found += [f"{name}: not listed in MANIFEST.json" for name in sorted(present - ours)]
    return [line for line in found if line]


def _problem(folder: Path, name: str, entry: dict[str, str]) -> str:
    path = folder / name
    if not path.is_file():
        return f"{name}: missing"
    if not (folder / entry["licence_file"]).is_file():
        return f"{name}: its licence {entry['licence_file']} is missing"
    digest = hashlib.sha384(path.read_bytes()).hexdigest()
    return "" if digest == entry["sha384"] else f"{name}: changed (sha384 is {digest})"


if __name__ == "__main__":
    lines = problems(VENDOR)
    sys.stdout.write("".join(f"vendor: {line}\n" for line in lines) or "vendor: every file is what it was.\n")
    sys.exit(bool(lines))
