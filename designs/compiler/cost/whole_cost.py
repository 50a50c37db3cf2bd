"""What a whole design costs a day, its decisions taken together: documents hold what is embedded in
them at any depth, a read of a part is a read of its whole, and what is read together is read once.

It is the cost model's columns (rulebook 4) with the sizes of composed documents. An operation pays for
reading or writing the document that it is addressed at, and for each relationship that it uses what
the strategy adds to that. For two entities with one relationship it is the relationship's price.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from msgspec.structs import astuple, replace

from ..strategies.table import STRATEGIES, traits_of
from ..workload.inputs import Survey
from .columns import COLUMNS
from .demands import Demand, Hop, demands, touched
from .model import Column, Effort, Sizes, score
from .pricing import holder_of, sizes_of

Assignment = Mapping[str, str]
"""By relationship, its strategy; one that is absent costs nothing and moves nothing."""
_WRITES = {"insert": "ADD", "update": "UPD", "delete": "DEL"}


class Whole:
    """A design's workload, ready to be costed under one assignment after another."""

    def __init__(self, survey: Survey, weights: Mapping[str, float]) -> None:
        self.survey, self.weights = survey, weights
        self.demands = demands(survey)
        self.links = {link.name: link for link in survey.model.links}
        self.near: defaultdict[str, list[int]] = defaultdict(list)
        for place, demand in enumerate(self.demands):
            for entity in touched(demand, self.links):
                self.near[entity].append(place)
        self.towards: defaultdict[str, list[str]] = defaultdict(list)
        self.along: defaultdict[str, list[str]] = defaultdict(list)
        for name, link in self.links.items():
            if link.to.entity != link.from_.entity:
                self.towards[link.to.entity].append(name)
            self.along[link.from_.entity].append(name)
        self._alone: dict[tuple[str, str], tuple[str, Sizes]] = {}

    def costs(self, assignment: Assignment, places: Iterable[int] | None = None) -> dict[int, float]:
        """The score of a day of each demand, by its place; of some of them only, where they are named."""
        shape = _Shape(self, assignment)
        wanted = range(len(self.demands)) if places is None else places
        return {place: shape.score(self.demands[place]) for place in wanted}

    def efforts(self, assignment: Assignment) -> list[Effort]:
        """What one of each demand takes, in their order."""
        shape = _Shape(self, assignment)
        return [shape.effort(demand) for demand in self.demands]

    def total(self, assignment: Assignment) -> float:
        """The score of a day of everything."""
        return sum(self.costs(assignment).values())

    def alone(self, name: str, strategy: str) -> tuple[str, Sizes]:
        """P's end and the sizes of a relationship with a strategy, each document by itself."""
        if (name, strategy) not in self._alone:
            case = self.survey.case(name)
            side = holder_of(case, strategy)
            self._alone[name, strategy] = side, sizes_of(case, strategy, side)
        return self._alone[name, strategy]

    def affected(self, name: str, *assignments: Assignment) -> set[int]:
        """The places of the demands whose cost may differ between assignments that differ in one
        relationship: those near its ends, what holds them and what they hold."""
        link, entities = self.links[name], set[str]()
        for assignment in assignments:
            shape = _Shape(self, assignment)
            entities |= shape.around(link.from_.entity) | shape.around(link.to.entity)
        return {place for entity in entities for place in self.near[entity]}


class _Shape:
    """The documents of one assignment, made as they are asked for."""

    def __init__(self, whole: Whole, assignment: Assignment) -> None:
        self.whole, self.assignment = whole, assignment
        self._homes: dict[str, str] = {}
        self._documents: dict[str, float] = {}
        self._columns: dict[str, Column] = {}

    # --- documents ------------------------------------------------------------------------------

    def home(self, entity: str) -> str:
        """The relationship that puts an entity into another's documents, "" where none does."""
        if entity not in self._homes:
            assigned = self.assignment
            towards = (
                name for name in self.whole.towards[entity] if traits_of(assigned.get(name, "")).moves_child
            )
            self._homes[entity] = next(towards, "")
        return self._homes[entity]

    def root(self, entity: str) -> str:
        """The entity whose documents hold an entity in the end."""
        seen = {entity}
        while (name := self.home(entity)) and STRATEGIES[self.assignment[name]].inside_holder:
            entity = self.whole.links[name].from_.entity
            if entity in seen:  # a ring, which composing refuses
                break
            seen.add(entity)
        return entity

    def document(self, entity: str) -> float:
        """Bytes of an entity's own document or element, with all that is embedded in it."""
        if entity not in self._documents:
            self._documents[entity] = self.whole.survey.own_bytes(entity)  # where a ring comes back
            held = (self._held(link.name, entity) for link in self.whole.survey.ends[entity])
            self._documents[entity] += sum(held)
        return self._documents[entity]

    def _held(self, name: str, entity: str) -> float:
        """Bytes that a relationship adds to a document of one of its ends."""
        strategy = self.assignment.get(name, "")
        if strategy not in COLUMNS:
            return 0.0
        traits = STRATEGIES[strategy]
        side, sizes = self.whole.alone(name, strategy)
        if self.whole.links[name].end(side).entity != entity:
            refers = not (traits.moves_child or traits.copies_content)
            return sizes.child - self.whole.survey.own_bytes(entity) if refers else 0.0
        if traits.is_slice:
            return sizes.shown * sizes.copied
        if traits.copies_content:
            return sizes.children * sizes.element
        if traits.inside_holder:
            return sizes.children * self._element(name, sizes)
        return sizes.children * sizes.reference if traits.lists_other_end else 0.0

    def _element(self, name: str, sizes: Sizes) -> float:
        """Bytes of an embedded child with what is embedded in it."""
        child = self.whole.links[name].to.entity
        if self.whole.links[name].from_.entity == child and STRATEGIES[self.assignment[name]].inside_holder:
            return sizes.element  # of one level: what is embedded in itself has no end
        inner = self.document(child) - self.whole.survey.own_bytes(child)
        return sizes.element + inner

    def around(self, entity: str) -> set[str]:
        """An entity, what holds it, and what all of these hold."""
        reached, waiting = set[str](), [self.root(entity), entity]
        while waiting:
            current = waiting.pop()
            if current not in reached:
                reached.add(current)
                for link in self.whole.survey.ends[current]:
                    if link.from_.entity == current and self.home(link.to.entity) == link.name:
                        waiting.append(link.to.entity)
        return reached

    # --- columns --------------------------------------------------------------------------------

    def column(self, name: str) -> Column:
        """A relationship's column, with documents as they are composed."""
        if name not in self._columns:
            strategy = self.assignment[name]
            case = self.whole.survey.case(name)
            side, sizes = self.whole.alone(name, strategy)
            holder, member = self._ends(name, side)
            whole = self.document(self.root(holder))
            sizes = replace(
                sizes,
                parent=max(sizes.parent, whole - self._held(name, holder)),
                child=self.document(self.root(member)),
                element=self._element(name, sizes) if STRATEGIES[strategy].moves_child else sizes.element,
            )
            self._columns[name] = COLUMNS[strategy](case, sizes)
        return self._columns[name]

    def _ends(self, name: str, side: str) -> tuple[str, str]:
        link = self.whole.links[name]
        ends = link.from_.entity, link.to.entity
        return ends if side == "from" else (ends[1], ends[0])

    # --- operations -----------------------------------------------------------------------------

    def score(self, demand: Demand) -> float:
        """The score of a day of a demand."""
        return demand.per_day * score(self.effort(demand), self.whole.weights)

    def effort(self, demand: Demand) -> Effort:
        """What a demand takes once."""
        return self._read(demand) if demand.kind == "read" else self._write(demand)

    def _read(self, demand: Demand) -> Effort:
        """The document that is asked for, and what each relationship adds to it."""
        home = self.home(demand.entity)
        effort = Effort(R=1, D=1, B=self.document(self.root(demand.entity)), I=1)
        if home and STRATEGIES[self.assignment[home]].is_bucketed:
            effort = self.column(home)["C"]
        if self._nowhere(demand.entity):
            effort = Effort()
        many = {demand.entity: 1.0}
        for hop in demand.hops:
            if self.assignment.get(hop.relationship, "") in COLUMNS:
                effort = effort.plus(self._hop(hop, many))
        return effort

    def _nowhere(self, entity: str) -> bool:
        """Whether an entity is folded into its children, so that nothing reads it apart."""
        return any(traits_of(self.assignment.get(name, "")).folds_parent for name in self.whole.along[entity])

    def _hop(self, hop: Hop, many: dict[str, float]) -> Effort:
        """What going along a relationship adds; many: how many documents of each entity are read."""
        name, strategy = hop.relationship, self.assignment[hop.relationship]
        side, sizes = self.whole.alone(name, strategy)
        holder, member = self._ends(name, side)
        column = self.column(name)
        if hop.forward == (side == "from"):
            times = many.get(holder, 1.0)
            many[member] = max(1.0, times * (sizes.shown if hop.paged else sizes.children))
            return _more(column["PN" if hop.paged else "PA"], column["P"], times)
        times = many.setdefault(holder, many.get(member, 1.0))
        if self.root(holder) == self.root(member) or STRATEGIES[strategy].folds_parent:
            return Effort()
        trips = 2.0 if STRATEGIES[strategy].has_link_documents else 1.0
        return Effort(R=trips, D=times * trips, B=times * self.document(self.root(holder)), I=1)

    def _write(self, demand: Demand) -> Effort:
        if demand.kind == "move":
            return self.column(demand.moved)["REASSIGN"] if demand.moved in self.assignment else Effort()
        operation, home = _WRITES[demand.kind], self.home(demand.entity)
        effort = self.column(home)[operation] if home else self._alone(demand.entity, operation)
        for link in self.whole.survey.ends[demand.entity]:
            strategy = self.assignment.get(link.name, "")
            copied = traits_of(strategy).copies_content and operation != "ADD"  # a copy keeps its value
            if link.name != home and strategy in COLUMNS and not copied:
                side, sizes = self.whole.alone(link.name, strategy)
                if self._ends(link.name, side)[1] == demand.entity:
                    alone = self._alone(demand.entity, operation, sizes.entries)
                    effort = effort.plus(_more(self.column(link.name)[operation], alone))
        return effort

    def _alone(self, entity: str, operation: str, entries: float = 0) -> Effort:
        """A write of a document by itself."""
        size = self.document(self.root(entity))
        if operation == "ADD":
            return Effort(R=1, W=1, WB=size, X=1 + entries)
        if operation == "UPD":
            return Effort(R=1, I=1, W=1, WB=size)
        return Effort(R=1, I=1, W=1, X=1 + entries)


def _more(effort: Effort, than: Effort, times: float = 1.0) -> Effort:
    """What an effort has over another; reading it for several documents takes no more trips."""
    over = Effort(
        *(max(0.0, mine - theirs) for mine, theirs in zip(astuple(effort), astuple(than), strict=True))
    )
    return replace(over, D=over.D * times, B=over.B * times)
