"""What of a sample world contradicts itself: ``python -m tests.compiler.sampling.coherence [FILE ... | --random FROM TO]``.

Its own reading of names and relationships, apart from the compiler's: ways that part and meet, times along
relationships and inside one thing, states, currencies, places, totals, series, persons, and what each design states of its
own. Without arguments it reads the
library and the designs beside the oracle. It prints how many contradictions of each class there are, and each one with
``--each``.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from designs.compiler import Compilation, read
from designs.compiler.model.conceptual import Relationship, given
from designs.compiler.names.inflection import snake
from designs.compiler.names.naming import Names
from designs.compiler.names.paths import Paths
from designs.compiler.sampling.records import Records
from designs.compiler.sampling.values.pools import is_person
from designs.compiler.sampling.world import Thing
from designs.compiler.sampling.world.linking import link_all
from designs.compiler.sampling.world.sample_data import SampleData
from designs.compiler.sampling.world.settling import build
from tests.compiler.in_parts import compile_design
from tests.compiler.random_wild import wild
from tests.compiler.sampling.coherent_laws import law_contradictions
from tests.compiler.sampling.coherent_stories import story_contradictions
from tests.compiler.sampling.coherent_trades import trade_contradictions
from tests.compiler.sampling.coherent_values import value_contradictions

ROOT = Path(__file__).resolve().parents[3]
VOICES = (
    "comment",
    "review",
    "reply",
    "answer",
    "like",
    "reaction",
    "vote",
    "rating",
    "bid",
    "feedback",
    "complaint",
    "message",
)
"""What a person says about what another one made."""
DEEPEST = 5
"""Steps of a way that is looked at."""


Ends = dict[tuple[str, str], set[Thing]]


class Contradiction(NamedTuple):
    """One contradiction: its class, and what it is about in words."""

    kind: str
    about: str


def world_of(compilation: Compilation) -> Records:
    """The sample world of a design, with the values of its things."""
    paths = Paths(Names(compilation.model))
    world = build(compilation.model, paths.names, compilation.composition)
    link_all(world)
    return Records(world, paths)


def contradictions(compilation: Compilation) -> list[Contradiction]:
    """All contradictions in the world of a design."""
    records = world_of(compilation)
    world = records.world
    everything = [thing for things in world.things.values() for thing in things]
    found = [Contradiction("diamond", about) for about in disagreeing(world, everything)]
    found += [Contradiction("pair", about) for about in _pairs_apart(world)]
    found += [Contradiction("triangle", about) for about in _open_triangles(world, everything)]
    found += [Contradiction("orphan", about) for about in _orphans(world)]
    found += [Contradiction(*one) for one in value_contradictions(records, everything)]
    found += [Contradiction(*one) for one in law_contradictions(records, everything)]
    found += [Contradiction(*one) for one in story_contradictions(records, everything)]
    found += [Contradiction(*one) for one in trade_contradictions(records, everything)]
    return found


# --- ways that part and meet -------------------------------------------------------------------


def single_ways(world: SampleData) -> list[Relationship]:
    """The relationships that lead from a thing to one other at most."""
    links = world.names.relationships.values()
    return [link for link in links if link.kind in ("one-to-many", "one-to-one", "tree")]


def role(world: SampleData, link: Relationship) -> str:
    """What the child calls the parent, one word for all that call it by its entity's name."""
    said = snake(link.to.entity).endswith(VOICES) and is_person(link.from_.entity)
    if said or link.from_.entity == link.to.entity:
        return f"its own {link.name}"
    name = world.names.end(link, "to").removesuffix("._id").removesuffix("_id").rpartition(".")[2]
    word = world.names.word(link.from_.entity)
    return link.from_.entity if name == word or word.endswith(f"_{name}") else name


def disagreeing(world: SampleData, things: list[Thing]) -> Iterator[str]:
    links = single_ways(world)
    for thing in things:
        ends: dict[str, Ends] = {}
        first = [link for link in links if world.links(link.name, "to", thing)]
        for link in first:
            ends[link.name] = _reached(world, links, thing, link)
        for at, one in enumerate(first):
            for other in first[at + 1 :]:
                if (
                    one.from_.entity == other.from_.entity != thing.entity
                    and one.to.entity == other.to.entity
                ):
                    continue  # two of one kind on purpose: who sends and who receives
                own = [link for link in (one, other) if link.from_.entity == link.to.entity]
                for key in ends[one.name].keys() & ends[other.name].keys():
                    if own and (key[0] != key[1] or own[0].kind != "tree"):
                        continue  # an answer is written by somebody else than what it answers
                    if ends[one.name][key].isdisjoint(ends[other.name][key]):
                        yield (
                            f"{thing.entity} {thing.number}: {one.name} and {other.name} lead to another {key}"
                        )


def _reached(world: SampleData, links: list[Relationship], start: Thing, first: Relationship) -> Ends:
    """What ways that begin with a relationship reach, by entity and by what it is called there."""
    found: Ends = {}
    begun = (start.entity, *world.families.above(start.entity))
    row = [(first, pair.source, begun) for pair in world.links(first.name, "to", start)]
    for _ in range(DEEPEST):
        further = []
        for link, thing, passed in row:
            own = first.from_.entity == first.to.entity and thing.entity == start.entity
            if thing.entity in passed and not own:
                continue
            found.setdefault((link.from_.entity, role(world, link)), set()).add(thing)
            for following in links:
                if following.from_.entity == following.to.entity:
                    continue
                pairs = world.links(following.name, "to", thing)
                further += [(following, pair.source, (*passed, thing.entity)) for pair in pairs]
        row = further
    return found


def _pairs_apart(world: SampleData) -> Iterator[str]:
    """Things that are linked to one another although they belong to others, where some belong to the same and no
    minimum asks for more."""
    links = single_ways(world)
    for link in world.names.relationships.values():
        alike = link.from_.entity == link.to.entity
        if (
            alike
            or link.kind not in ("many-to-many", "graph")
            or any(given(end.count.min, 0) for end in (link.from_, link.to))
        ):
            continue
        ends = [
            {thing: _all_reached(world, links, thing) for thing in world.everywhere(end.entity)}
            for end in (link.from_, link.to)
        ]
        apart = {
            (one, other): _apart(ends[0][one], ends[1][other])
            for one in ends[0]
            for other in ends[1]
            if one is not other
        }
        pairs = [
            (pair.source, pair.target) for one in ends[0] for pair in world.links(link.name, "from", one)
        ]
        if all(apart.values()):
            continue
        for one, other in pairs:
            if apart.get((one, other)):
                yield f"{link.name}: {one.number} and {other.number} lead to another {apart[one, other]}"


APART = ("block", "exclu", "allerg", "conflict", "avoid", "in copy", "watchers")
"""Words of relationships that lead to others than those that something else refers to."""


def _open_triangles(world: SampleData, things: list[Thing]) -> Iterator[str]:
    """Two things that a third one refers to, and that aren't linked to one another where things of theirs are and one more is
    allowed at both."""
    for link in world.names.relationships.values():
        ends = (link.from_, link.to)
        words = " ".join(map(str, (link.name, link.from_.field, link.to.field))).lower()
        if link.kind not in ("many-to-many", "graph") or link.from_.entity == link.to.entity:
            continue
        if any(word in words for word in APART) or world.traits(link).within_document:
            continue
        for thing in things:
            rows: list[list[Thing]] = [[], []]
            for single in single_ways(world):
                if single.from_.entity == single.to.entity:
                    continue
                for pair in world.links(single.name, "to", thing):
                    for row, end in zip(rows, ends, strict=True):
                        row += [pair.source] * world.is_a(pair.source, end.entity)
            for source in rows[0]:
                for target in rows[1]:
                    forth, back = world.links(link.name, "from", source), world.links(link.name, "to", target)
                    room = all(
                        len(row) < given(end.count.max, len(row) + 1)
                        for row, end in zip((forth, back), ends, strict=True)
                    )
                    if room and all(pair.target is not target for pair in forth):
                        yield (
                            f"{thing.entity} {thing.number} leads to {source.entity} {source.number} and "
                            f"{target.entity} {target.number}, apart in {link.name}"
                        )


def _apart(one: Ends, other: Ends) -> list[tuple[str, str]]:
    return [key for key in one.keys() & other.keys() if one[key].isdisjoint(other[key])]


def _all_reached(world: SampleData, links: list[Relationship], thing: Thing) -> Ends:
    found: Ends = {}
    for link in links:
        if link.from_.entity != link.to.entity:
            for key, things in _reached(world, links, thing, link).items():
                found.setdefault(key, set()).update(things)
    return found


def _orphans(world: SampleData) -> Iterator[str]:
    """Things without a parent that each one of them must have, where there is one to be had."""
    for link in single_ways(world):
        least = world.names.relationships[link.name].to.count.min
        if link.kind == "tree" or not isinstance(least, int | float) or least < 1:
            continue
        if link.from_.entity == link.to.entity or not world.everywhere(link.from_.entity):
            continue
        for thing in world.everywhere(link.to.entity):
            if not world.links(link.name, "to", thing):
                yield f"{thing.entity} {thing.number} has nothing at {link.name}"


# --- from the command line ---------------------------------------------------------------------


def named_designs(files: list[str], numbers: list[int]) -> Iterator[tuple[str, str]]:
    """The designs to look at: name and text."""
    for number in range(*numbers or (0,)):
        yield f"random {number}", json.dumps(wild(number))
    if files or numbers:
        yield from ((Path(file).stem, Path(file).read_text(encoding="utf-8")) for file in files)
        return
    for folder in (ROOT / "designs" / "library", ROOT / "tests" / "oracle" / "designs"):
        yield from ((path.stem, path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json")))


def main() -> None:
    """Print the counts."""
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="*")
    parser.add_argument("--random", nargs=2, type=int, default=[])
    parser.add_argument("--each", action="store_true")
    asked = parser.parse_args()
    counts: Counter[str] = Counter()
    designs = 0
    for name, text in named_designs(asked.files, asked.random):
        model = read(text).value
        if model is None:
            continue
        designs += 1
        for one in contradictions(compile_design(model)):
            counts[one.kind] += 1
            if asked.each:
                print(f"{name}: {one.kind}: {one.about}")
    print(f"{designs} designs", dict(sorted(counts.items())))


if __name__ == "__main__":
    main()
