"""The functions that are known to fail: ``python -m tests.oracle.known [--listed] [--add]``.

Judges the designs that the tests judge, or with ``--listed`` those alone of which a function is on the list
(``known_failures.txt``), and takes those off it that no longer fail. Functions that fail and are not on it are printed,
exit code 1; ``--add`` puts them on it.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path

from tests.oracle import judging
from tests.oracle.judging import Verdict
from tests.oracle.run import Named, loaded, random_designs, shipped, verdicts

FILE = Path(__file__).with_name("known_failures.txt")
RANDOM = 20
"""Random designs that are judged: all that is in the grammar stands in several of them."""
DESIGNS = Path(__file__).with_name("designs")
"""Designs of businesses that the library does not have, as users model them; larger ones in a folder of their own."""
BROUGHT_LONG = frozenset(
    {
        "chess_federation",
        "freight_forwarder",
        "opera_house",
        "smart_building",
        "timetable",
        "tournament",
        "vet_clinics",
        "vet_hospital",
    }
)
"""Those of them that are judged whole at length alone: each kind of function that they have, by its strategy and
purpose, stands in another design that every run judges."""
GROUPS: dict[str, Callable[[], Iterator[Named]]] = {
    "library": lambda: shipped("library"),
    "handbook": lambda: shipped("handbook"),
    "random": lambda: random_designs(range(RANDOM)),
    "brought": lambda: (one for one in brought(DESIGNS) if one[0] not in BROUGHT_LONG),
}
LONG: dict[str, Callable[[], Iterator[Named]]] = {
    "at length": lambda: brought(DESIGNS / "at_length"),
    "brought, at length": lambda: (one for one in brought(DESIGNS) if one[0] in BROUGHT_LONG),
}
"""Groups that soak alone judges whole. Of these, `make test` judges the functions that are on the list."""
if os.environ.get("NESTLINK_SOAK"):
    GROUPS |= LONG
REWRITTEN = frozenset(
    {
        "allotments",
        "city_library",
        "found_ahead",
        "native-time-series",
        "ref-target",
        "shard-key",
        "ski_school",
    }
)
"""Designs, beside those of the library, whose scripts mongosh rewrites in every run. It takes half of the time, and a
script that is run as it is leaves the same: `test_what_is_rewritten.py` says of which syntax that is known."""
AT_LENGTH = os.environ.get("NESTLINK_SOAK") == "1"
TRIES = 1
"""Facts on which each function is tried here: more find more, and take longer."""


def brought(folder: Path) -> Iterator[Named]:
    """Yield the designs that users brought."""
    for path in sorted(folder.glob("*.json")):
        yield path.stem, loaded(path)


def judged(
    group: str, designs: Collection[str] | None = None, processes: int = os.cpu_count() or 1
) -> list[Verdict]:
    """Return what came of each function of a group of designs. designs: those that are judged, by their names on the
    list, where that is not all."""
    named = (
        (name, source) for name, source in GROUPS[group]() if designs is None or f"{group}/{name}" in designs
    )
    direct = group == "random" or (group != "library" and not AT_LENGTH)
    tries = judging.TRIES if group in LONG else TRIES
    return list(verdicts(named, tries=tries, processes=processes, direct=direct, rewritten=REWRITTEN))


def judged_alone(name: str) -> list[Verdict]:
    """Return what came of one function on the list, on as many facts as `tests.oracle.run` takes."""
    group, _, rest = name.partition("/")
    design, _, function = rest.partition(": ")
    source = dict((GROUPS | LONG)[group]())[design]
    return list(judging.judge_all([(design, source)], tries=judging.TRIES, only=[function], direct=True))


def failing(group: str, results: Iterable[Verdict]) -> dict[str, str]:
    """Return the functions that fail, by their names on the list, and why."""
    return {f"{group}/{one.design}: {one.function}": one.why for one in results if one.judged and one.why}


def known(group: str) -> list[str]:
    """Return the names on the list of a group's functions."""
    return [one for one in listed(FILE.read_text(encoding="utf-8")) if one.startswith(f"{group}/")]


def listed(text: str) -> list[str]:
    """Return the names on a list. Raises ValueError where its first line counts otherwise."""
    first, *names = text.splitlines()
    if first.partition(" ")[0] != str(len(names)):
        raise ValueError(f"{FILE.name}: {first!r} over {len(names)} names; run python -m tests.oracle.known")
    return names


def written(names: Iterable[str]) -> str:
    """Return a list of these names as text."""
    own = sorted(set(names))
    return "\n".join([f"{len(own)} functions are known to fail", *own, ""])


def main(given: list[str] | None = None) -> int:
    """Bring the list up to date; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracle.known", description=__doc__)
    parser.add_argument("--add", action="store_true", help="put new failures on the list")
    parser.add_argument(
        "--listed", action="store_true", help="judge no design without a function on the list"
    )
    asked = parser.parse_args(given)
    before = FILE.read_text(encoding="utf-8").splitlines()[1:] if FILE.exists() else []
    designs = {name.partition(":")[0] for name in before} if asked.listed else None
    failures: dict[str, str] = {}
    for group in GROUPS:
        failures |= failing(group, judged(group, designs))
    new = [name for name in failures if name not in before]
    # Groups that are judged at length alone keep theirs.
    kept = [name for name in before if name in failures or name.partition("/")[0] not in GROUPS]
    FILE.write_text(written([*kept, *(new if asked.add else [])]), encoding="utf-8")
    for name in new:
        print(f"{name}: {failures[name]}")
    print(f"{len(before) - len(kept)} taken off, {len(new)} new, {len(kept)} as before", file=sys.stderr)
    return 1 if new and not asked.add else 0


if __name__ == "__main__":
    sys.exit(main())
