"""Writes the golden files: every text output of every library design. `python -m tests.compiler.golden` refreshes them."""

import sys
from pathlib import Path

from tests.compiler.library import ROOT, built, names

GOLDEN = ROOT / "tests" / "golden"


def outputs(name: str) -> dict[str, bytes]:
    """Path below the design's golden folder to the bytes that belong there."""
    return {path: text.encode("utf-8") for path, text in built(name).files.items()}


def stored(name: str, root: Path = GOLDEN) -> dict[str, bytes]:
    """What the golden folder of a design holds now."""
    folder = root / name
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def refresh(name: str, root: Path = GOLDEN) -> list[str]:
    """Makes the folder equal to the outputs; says what changed, in order."""
    wanted, present = outputs(name), stored(name, root)
    changed = sorted(p for p in wanted.keys() | present.keys() if wanted.get(p) != present.get(p))
    for path in changed:
        target = root / name / path
        if path in wanted:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(wanted[path])
        else:
            target.unlink()
    return changed


def main() -> int:
    """Refreshes all library designs and lists what changed."""
    for name in names():
        changed = refresh(name)
        print(f"{name}: {len(changed)} changed")
        for path in changed:
            print(f"  {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
