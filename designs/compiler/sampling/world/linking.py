"""Who is linked to whom: every relationship of the world that is not already a matter of living inside."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from ...model.conceptual import Count, Relationship, Tree, given
from ...rules.choices import needs_ring
from ..languages import snake
from . import SINGLE, FirstStep, Thing, elders_at, is_mother, limits, settled_late
from .lives import may_have
from .parents import Ancestry, give_parents, run_forward
from .sample_data import INSIDE, SampleData
from .settling import children_of_one

_ORDER = re.compile(
    r"requir|depend|block|preced|supersed|replac|prior|part|component|contain|consist|before|predecess|success|previous|referr|mentor|vouch"
)
"""What leads from one thing to another and never back to it: a module requires those that come before it, and whom
somebody referred has not referred that one."""
_BACK = re.compile(r"repeat|duplicat|follow_?up|renew|correct|revers|amend|continu|reopen|extends|cite")
"""What leads from a later thing to an earlier one, and never back to it."""
_NEVER = re.compile(
    r"block|exclu|allerg|intoleran|forbid|banned|avoid|conflict|incompat|hidden|mute|dislike|unavailab"
)
"""What keeps two things apart: nobody is prescribed what they are allergic to."""
_LINKS = 3  # documents of a link collection


class _Tie(NamedTuple):
    """A relationship to join, and the things at its two ends."""

    link: Relationship
    ones: list[Thing]
    others: list[Thing]


def link_all(world: SampleData) -> None:
    """Join the things of every relationship, within its declared minimum and maximum, so that ways which part meet
    again: those of a family when what they refer to has its own parents, what lists the other end at last. Then time
    runs forward along them."""
    ways = Ancestry(world)
    ties = list(_ties(world))
    ties_by_family: defaultdict[str, list[_Tie]] = defaultdict(list)
    for tie in ties:
        ties_by_family[world.family(tie.link.to.entity)].append(tie)
    for tie in ties:
        if world.traits(tie.link).within_document:
            _within_documents(world, *tie)
    late = settled_late(world.names)
    for family in world.generations:
        own = [
            tie
            for tie in ties_by_family[family]
            if tie.link.kind in SINGLE
            and not world.traits(tie.link).within_document
            and tie.link.name not in late
        ]
        give_parents(ways, [tie for tie in own if not _is_among_its_own(tie.link)])
        for link, ones, others in filter(lambda tie: _is_among_its_own(tie.link), own):
            if link.kind == "tree":
                plant(ways, link, nodes_of(world, link.to.entity))
            else:
                _to_their_own(world, link, ones, others)
        ways.settled.add(family)
    give_parents(
        ways, [tie for tie in ties if tie.link.name in late and not world.traits(tie.link).within_document]
    )
    ways.settled.update(world.generations)
    referring = _Referring(ways)
    for tie in ties:
        if tie.link.kind not in SINGLE and not world.traits(tie.link).within_document:
            _across(ways, tie, referring)
    run_forward(ways)


def _is_among_its_own(link: Relationship) -> bool:
    return link.kind == "tree" or link.from_.entity == link.to.entity


def _ties(world: SampleData) -> Iterator[_Tie]:
    """The relationships that are not already a matter of living inside. A second reference between the same two
    begins with the next: who sends is not who receives."""
    turns: Counter[tuple[str, str]] = Counter()
    for relationship in world.names.relationships.values():
        ends = relationship.from_.entity, relationship.to.entity
        if relationship.kind == "is-a" or _is_home(world, relationship):
            turns[ends] += relationship.kind in ("one-to-many", "one-to-one")
            continue
        ones, others = (_linked(world, relationship, end) for end in ends)
        others = _in_its_pages(world, relationship, others)
        if len(others) > 2 and _is_asked_without(world, relationship):
            others = others[:-1]
        referring = (
            relationship.kind in ("one-to-many", "one-to-one")
            and not world.traits(relationship).within_document
        )
        if referring and ends[0] != ends[1]:
            turn = turns[ends] % max(1, len(ones))
            ones, turns[ends] = ones[turn:] + ones[:turn], turns[ends] + 1
        if relationship.kind in ("one-to-many", "one-to-one"):
            ones = _having(world, relationship, ones, others)
        if ones and others:
            yield _Tie(relationship, ones, others)


def _is_asked_without(world: SampleData, relationship: Relationship) -> bool:
    """Whether an operation asks for things that this relationship leads from nowhere: hours that are on no invoice."""
    if relationship.kind not in SINGLE or given(relationship.to.count.min, 0):
        return False
    name = world.names.end(relationship, "to").removesuffix("._id")
    return any(
        match.field == name and match.match == "exists" and match.value is False
        for operation in world.operations_on(relationship.to.entity)
        for match in given(operation.filter, [])
    )


def _having(
    world: SampleData, relationship: Relationship, ones: list[Thing], others: list[Thing]
) -> list[Thing]:
    """Those of these things that get what they have in one of their states; all, where too few of them do."""
    having = [thing for thing in ones if may_have(world, relationship, thing.entity, thing.number)]
    is_each = relationship.kind == "one-to-one" and bool(given(relationship.to.count.min, 0))
    return having if having and not (is_each and len(having) < len(others)) else ones


def _linked(world: SampleData, relationship: Relationship, entity: str) -> list[Thing]:
    """The things of an entity that links lead to and from: where documents name one another, those of kinds that are
    apart too. Of what is a sub-document in several places those in the first, whose ids are the ids of all."""
    things, home = world.of(entity), world.homes(entity)[0]
    if home.kind == "object" and home.holder is not None:
        return [thing for thing in things if thing.holder and world.is_a(thing.holder, home.holder)] or things
    return world.everywhere(entity) if world.traits(relationship).names_documents else things


def _in_its_pages(world: SampleData, relationship: Relationship, things: list[Thing]) -> list[Thing]:
    """Those of these things that stand in pages of the relationship, all where it has none: each stands in one place, and
    no page has what is in another document, or in pages of another relationship, unless nothing else is there."""
    pages = [home.relationship for home in world.homes(relationship.to.entity) if home.kind == "bucket"]
    if relationship.name not in pages:
        return things
    free = [thing for thing in things if thing.holder is None]
    return free[pages.index(relationship.name) :: len(pages)] or things


def _is_home(world: SampleData, relationship: Relationship) -> bool:
    if world.traits(relationship).nests_tree:
        return True
    homes = world.homes(relationship.to.entity)
    return any(home.relationship == relationship.name and home.kind in INSIDE for home in homes)


def _within_documents(
    world: SampleData, relationship: Relationship, ones: list[Thing], others: list[Thing]
) -> None:
    """The first thing of the other kind in the same document."""
    first: dict[Thing, Thing] = {}
    for thing in ones:
        first.setdefault(thing.root, thing)
    for other in others:
        if other.root in first:
            world.join(relationship, first[other.root], other)


def _to_their_own(
    world: SampleData, relationship: Relationship, ones: list[Thing], others: list[Thing]
) -> None:
    """The first one has nothing above it; where each needs one, or stands in a page of one, what is last stands above
    it, in a ring."""
    single = relationship.kind == "one-to-one"
    mother = is_mother(world.names, relationship)
    if mother is not None and not needs_ring(relationship):
        for number, elder in enumerate(ones[1 + mother :: 2]):
            world.join(relationship, elder, others[number])
        return
    for number, thing in enumerate(others[1:]):
        world.join(relationship, ones[number // (1 if single else 2)], thing)
    homes = world.homes(relationship.to.entity)
    is_paged = any(home.relationship == relationship.name and home.kind == "bucket" for home in homes)
    if needs_ring(relationship) or is_paged:
        world.join(relationship, ones[-1], others[0])


class _Referring:
    """The things that refer to several others, once their parents are settled: what each leads to, and which of them
    lead to a thing."""

    def __init__(self, ways: Ancestry) -> None:
        several = [
            thing for things in ways.world.things.values() for thing in things if len(ways.steps(thing)) > 1
        ]
        self.led: list[tuple[list[Thing], list[Thing]]] = []
        """In turn, what a thing refers to, and what that refers to."""
        self._leading: defaultdict[Thing, list[int]] = defaultdict(list)
        for place, thing in enumerate(several):
            first = _led_to(ways, thing)
            second = [further for each in first for further in _led_to(ways, each)]
            self.led.append((first, second))
            for reached in {*first, *second}:
                self._leading[reached].append(place)

    def between(
        self, ones: Iterable[Thing], others: Iterable[Thing]
    ) -> Iterator[tuple[list[Thing], list[Thing]]]:
        """What those lead to, in turn, that lead to things of both rows."""
        for place in sorted(self._places(ones) & self._places(others)):
            yield self.led[place]

    def _places(self, things: Iterable[Thing]) -> set[int]:
        return {place for thing in things for place in self._leading.get(thing, ())}


def _across(ways: Ancestry, tie: _Tie, referring: _Referring) -> None:
    """Pairs that a third thing refers to, and of what belongs to the same, as far as the declared minimum lets them be; where
    there are none, any. Two of one entity, as articles that are related, may belong to others."""
    relationship, ones, others = tie
    world = ways.world
    alike = relationship.from_.entity == relationship.to.entity
    between = [] if alike else _referred_to(tie, referring)
    partners = _Partners(world, None if alike else ways, relationship, ones, others, between)
    pairs = partners.pairs() or _Partners(world, None, relationship, ones, others).pairs()
    scarce = world.traits(relationship).has_link_documents
    chosen = _few(pairs, frozenset(between)) if scarce and len(pairs) > _LINKS else pairs
    if world.is_mutual(relationship):
        chosen = _mutual(pairs, max(partners.least, min(2, partners.most, partners.back_most)))
    for index, other in chosen:
        world.join(relationship, ones[index], others[other])


def _few(pairs: list[tuple[int, int]], between: frozenset[tuple[int, int]]) -> list[tuple[int, int]]:
    """The pairs that something refers to, and so many others that there are three."""
    own = [pair for pair in pairs if pair in between]
    rest = [pair for pair in [pairs[0], pairs[1], pairs[-1], *pairs[2:]] if pair not in between]
    few = {*own, *rest[: max(0, _LINKS - len(own))]}
    return [pair for pair in dict.fromkeys(pairs) if pair in few]


def _referred_to(tie: _Tie, referring: _Referring) -> list[tuple[int, int]]:
    """Which things of two rows a third one leads to, nearest first: the report of an artwork on a loan is of one that is on it."""
    link, ones, others = tie
    words = " ".join(
        snake(name) for name in (link.name, given(link.from_.field, ""), given(link.to.field, ""))
    )
    if _NEVER.search(words) or words_of_others(words):
        return []
    forth, back = ({thing: at for at, thing in enumerate(row)} for row in (ones, others))
    near: list[tuple[int, int]] = []
    far: list[tuple[int, int]] = []
    for first, second in referring.between(forth, back):
        for pairs, sources, targets in ((near, first, first), (far, first, second), (far, second, first)):
            pairs += [
                (forth[source], back[target])
                for source in sources
                if source in forth
                for target in targets
                if target in back
            ]
    return [*dict.fromkeys([*near, *far])]


def _led_to(ways: Ancestry, thing: Thing) -> list[Thing]:
    """What a thing refers to, but for others of its own entity: who works on a part of a task needs not work on the task."""
    return [step.parent for step in ways.steps(thing) if not _is_among_its_own(step.link)]


_EITHER_WAY = re.compile(
    r"relat|similar|alike|see_also|follow|friend|like|know|contact|connect|neighbo|adjac|partner|alternativ|compar|match|pair|recommend"
)
"""What may lead back to where it came from: of two that follow each other each follows the other."""


def _usual(count: Count, everything: int) -> tuple[int, int]:
    """How many at least, and at most: no more than the average where that is one or less, so that a thing is in one of those that it
    can be in one after another."""
    least, most = limits(count, everything)
    average = given(count.average, math.inf)
    return least, most if average > 1 else max(least, min(most, 1))


def _mutual(pairs: list[tuple[int, int]], most: int) -> list[tuple[int, int]]:
    """Those of these pairs that leave each thing with no more than so many others, each pair from both of its ends."""
    held: Counter[int] = Counter()
    both: dict[tuple[int, int], None] = {}
    for index, other in pairs:
        if (index, other) not in both and held[index] < most and held[other] < most:
            held.update((index, other))
            both |= {(index, other): None, (other, index): None}
    return sorted(both)


def _leads_back(link: Relationship, words: str) -> bool:
    """Whether a relationship between things of one entity leads from a later to an earlier one: repeats, but not repeated_by."""
    return _BACK.search(words) is not None and not snake(given(link.from_.field, "")).endswith("_by")


_OTHERS = frozenset(
    "cc copy copies follower followers watcher watchers additional other others guest guests invited substitute substitutes "
    "deputy deputies witness witnesses companion companions".split()
)


def words_of_others(words: str) -> bool:
    """Whether a relationship leads to others than the one that a thing is of: those in copy."""
    return not _OTHERS.isdisjoint(re.split(r"[ _]", words))


class _Partners:
    """Who of two rows of things may be linked to whom. ways: where those that share what they lead to come first. between: the pairs
    that come before all others, as far as the declared maximum lets them."""

    def __init__(
        self,
        around: SampleData,
        ways: Ancestry | None,
        link: Relationship,
        ones: list[Thing],
        others: list[Thing],
        between: Sequence[tuple[int, int]] = (),
    ) -> None:
        self.ways, self.ones, self.others = ways, ones, others
        self.between = between
        self.same = link.from_.entity == link.to.entity
        self._bound(link, _usual)
        words = " ".join(
            snake(name) for name in (link.name, given(link.from_.field, ""), given(link.to.field, ""))
        )
        is_free = not (self.least or self.back_least)
        ends = (link.from_.entity, link.to.entity)
        self.world = ways.world if ways is not None else None
        self.own = [
            (each.name, side)
            for each in (
                self.world.names.relationships.values() if self.world and words_of_others(words) else ()
            )
            for side, pair in (("to", ends[::-1]), ("from", ends))
            if each.kind in SINGLE and (each.from_.entity, each.to.entity) == pair
        ]
        self.elders = elders_at(around.names, link) if self.same and is_free else ""
        is_told = self.same and is_free and _ORDER.search(words) is not None
        self.is_back = self.same and is_free and not is_told and _leads_back(link, words)
        is_one_way = _EITHER_WAY.search(words) is None and not around.is_mutual(link)
        self.is_order = is_told or (self.same and is_free and not self.is_back and is_one_way)

    def pairs(self) -> list[tuple[int, int]]:
        """``max(least, 2)`` partners for every one, starting one further each time, and further pairs for the
        partners that have fewer than their minimum. As many as usual, where that leaves each with its minimum."""
        pairs = self._chosen()
        if not self._is_enough(pairs):
            self._bound(self.link, limits)
            pairs = self._chosen()
        return pairs

    def _bound(self, link: Relationship, bounds: Callable[[Count, int], tuple[int, int]]) -> None:
        self.link = link
        self.least, self.most = bounds(link.from_.count, len(self.others) - self.same)
        self.back_least, self.back_most = bounds(link.to.count, len(self.ones) - self.same)

    def _chosen(self) -> list[tuple[int, int]]:
        pairs = list(self._pedigree() if self.elders else self._forth())
        return pairs + self._missing(pairs)

    def _is_enough(self, pairs: list[tuple[int, int]]) -> bool:
        """Whether each of both rows has its minimum."""
        held, back = Counter(index for index, _ in pairs), Counter(other for _, other in pairs)
        return all(held[n] >= self.least for n in range(len(self.ones))) and all(
            back[n] >= self.back_least for n in range(len(self.others))
        )

    def _pedigree(self) -> Iterator[tuple[int, int]]:
        """Two elders for each thing while there are any, each of one younger thing: nobody is their own ancestor."""
        most = self.most if self.elders == "to" else self.back_most
        for elder in range(1, len(self.others)):
            younger, place = (elder - 1) // 2, (elder - 1) % 2
            if place < most:
                yield (younger, elder) if self.elders == "to" else (elder, younger)

    def _fit(self, index: int, other: int) -> bool:
        if self.world is not None and any(
            self.others[other] in (pair.source, pair.target)
            for name, side in self.own
            for pair in self.world.links(name, side, self.ones[index])
        ):
            return False  # nobody is in copy of a letter of one's own
        return self.ways is None or self.ways.share(self.ones[index], self.others[other])

    def _forth(self) -> Iterator[tuple[int, int]]:
        own = self._between()
        yield from sorted((index, other) for index, row in own.items() for other in row)
        taken = [0] * len(self.others)
        for other in (other for row in own.values() for other in row):
            taken[other] += 1
        for index in range(len(self.ones)):
            each = max(self.least, min(2, self.most)) - len(own[index])
            steps = (
                range(1, len(self.others) - index)
                if self.is_order
                else range(-1, -index - 1, -1)
                if self.is_back
                else range(self.same, len(self.others))
            )
            near = ((index + step) % len(self.others) for step in steps)
            free = [
                at
                for at in near
                if taken[at] < self.back_most
                and self.ones[index] is not self.others[at]
                and at not in own[index]
            ]
            fitting = list(islice((at for at in free if self._fit(index, at)), max(0, each)))
            needed = (at for at in free if at not in fitting)
            lacking = self.least - len(own[index]) - len(fitting)
            for other in sorted([*fitting, *islice(needed, max(0, lacking))]):
                taken[other] += 1
                yield index, other

    def _between(self) -> defaultdict[int, list[int]]:
        """The pairs that come before all others, by the thing of the first row."""
        most = limits(self.link.from_.count, len(self.others))[1]
        back_most = limits(self.link.to.count, len(self.ones))[1]
        own: defaultdict[int, list[int]] = defaultdict(list)
        back: Counter[int] = Counter()
        for index, other in self.between:
            if len(own[index]) < most and back[other] < back_most:
                own[index].append(other)
                back[other] += 1
        return own

    def _missing(self, pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
        held = Counter(index for index, _ in pairs)
        has: list[set[int]] = [set() for _ in self.others]
        for index, other in pairs:
            has[other].add(index)
        missing: list[tuple[int, int]] = []
        for at, partners in enumerate(has):
            lacking = self.back_least - len(partners)
            if lacking <= 0:
                continue
            able = [
                n
                for n in range(len(self.ones))
                if n not in partners and held[n] < self.most and self.ones[n] is not self.others[at]
            ]
            able.sort(key=lambda n: not self._fit(n, at))
            held.update(able[:lacking])
            missing += [(index, at) for index in able[:lacking]]
        return missing


# --- trees ----------------------------------------------------------------------------------


def nodes_of(world: SampleData, entity: str) -> list[Thing]:
    """The things that have a place in documents: of an entity that lives in its kinds alone, theirs."""
    kinds = [link.to.entity for link in world.families.specials.get(entity, ())]
    if kinds and world.homes(entity)[0].kind == "nowhere":
        return [thing for kind in kinds for thing in nodes_of(world, kind)]
    return world.of(entity)


def plant(ways: Ancestry, tree: Relationship, nodes: Sequence[Thing]) -> None:
    """Join the nodes of each document into trees: the first is a root, each gets two children, as
    far as the declared numbers allow, under what belongs to the same; what finds no place is another root."""
    gardens: defaultdict[Thing | None, list[Thing]] = defaultdict(list)
    for node in nodes:
        gardens[node.root if node.holder is not None else None].append(node)
    for garden in gardens.values():
        _plant(ways, tree, garden)


def _plant(ways: Ancestry, tree: Relationship, nodes: list[Thing]) -> None:
    depth = given(given(tree.tree, Tree()).depth, len(nodes))
    open_places: list[tuple[Thing, int]] = []
    for node in nodes:
        level, steps = 1, ways.steps(node)
        place = next((place for place in open_places if ways.agree(FirstStep(tree, place[0]), steps)), None)
        if place is not None:
            open_places.remove(place)
            ways.world.join(tree, place[0], node)
            level = place[1] + 1
        if level < depth:
            open_places += [(node, level)] * children_of_one(tree)
