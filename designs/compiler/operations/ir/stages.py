"""The stages of pipelines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from .conditions import Filter
from .node import OperationNode


class Stage(OperationNode, frozen=True):
    """One step of a pipeline: what it makes of the documents that the step before it gives."""


class MatchStage(Stage, frozen=True):
    """Those of which a condition holds."""

    condition: Filter


class ProjectStage(Stage, frozen=True):
    """Some of the fields, and what is worked out. fields: 1, or an expression, by path."""

    fields: Any


class SetStage(Stage, frozen=True):
    """What is worked out, beside all that is there. fields: expressions by path."""

    fields: Any


class UnsetStage(Stage, frozen=True):
    """All but some fields. paths: of one, or a list."""

    paths: Any


class GroupStage(Stage, frozen=True):
    """One document for each key. fields: the key as ``_id``, and what is gathered."""

    fields: Any


class SortStage(Stage, frozen=True):
    """In an order. order: 1 or -1 by path."""

    order: Any


class LimitStage(Stage, frozen=True):
    """The first ones."""

    count: Any


class UnwindStage(Stage, frozen=True):
    """One document for each element of an array. index: the field that gets its place; keeps_empty: also where there
    is no element."""

    path: str
    index: str = ""
    keeps_empty: bool = False


class ReplaceStage(Stage, frozen=True):
    """What an expression says, in the place of the document."""

    expression: Any


class RootStage(Stage, frozen=True):
    """A sub-document in the place of the document."""

    expression: Any


class SortByCountStage(Stage, frozen=True):
    """Each value with how often it is there, the most frequent first."""

    expression: Any


class BucketAutoStage(Stage, frozen=True):
    """The documents in so many ranges of a value, each about as full."""

    value: Any
    count: int


class NearStage(Stage, frozen=True):
    """Those near a point, the nearest first. point: GeoJSON, or what gives it; path: of their places; distance: the
    field that gets how far each is away; among: a condition on them; metres: how far at most, None for no end."""

    point: Any
    path: str
    distance: str
    among: Filter
    metres: Any = None


class WindowStage(Stage, frozen=True):
    """What is worked out over neighbours. options: of $setWindowFields."""

    options: Any


class IndexStatsStage(Stage, frozen=True):
    """How often each index of the collection is used. options: none is known to a server."""

    options: Any = msgspec.field(default_factory=dict)


class LookupStage(Stage, frozen=True):
    """Documents of another collection in an array. source: that collection; local and foreign: the paths that are
    equal; name: of the array; variables: expressions on the document that ``stages`` name; stages: what is made of
    those that are found, None where they are as they are; stages_last: whether they are written behind the name."""

    source: str
    local: str
    foreign: str
    name: str
    stages: tuple[Any, ...] | None = None
    variables: Any = None
    stages_last: bool = False

    def of(self, source: str, name: str) -> LookupStage:
        """Return the same from another collection, under another name."""
        return replace(self, source=source, name=name)

    def with_first(self, stage: Stage) -> LookupStage:
        """Return it with one stage more at the beginning of what is made of those that are found."""
        last = self.stages_last or self.stages is None
        return replace(self, stages=(stage, *(self.stages or ())), stages_last=last)


class WalkStage(Stage, frozen=True):
    """All documents that a walk reaches, in an array. start: the expression where it begins; onward: the path that a
    document goes on by; arrive: the path that this leads to; level: the field that counts the steps; most: how many
    steps; among: a condition on those that it reaches."""

    source: str
    start: Any
    onward: str
    arrive: str
    name: str
    level: str
    most: int | None = None
    among: Filter | None = None


class UnionStage(Stage, frozen=True):
    """Those of another collection, too."""

    collection: str
    stages: tuple[Any, ...]


class MergeStage(Stage, frozen=True):
    """Written into a collection. on: the fields that find the document there, ``_id`` where it is empty; matched: what
    becomes of a document that is there: merge, replace, keepExisting, the paths that are set in it, or stages;
    unmatched: discard or insert, "" for what a server does by itself."""

    into: str
    matched: Any
    unmatched: str = "discard"
    on: Any = None


def merges(pipeline: Iterable[Any] | None) -> bool:
    """Return whether a pipeline writes."""
    return pipeline is not None and any(isinstance(stage, MergeStage) for stage in pipeline)


_OVER_ALL = (GroupStage, SortByCountStage, WindowStage, UnionStage, IndexStatsStage)


def needs_all(pipeline: Iterable[Any] | None) -> bool:
    """Return whether a pipeline compares documents, so that its answer for a sample says nothing of the collection."""
    return pipeline is not None and any(isinstance(stage, _OVER_ALL) for stage in pipeline)
