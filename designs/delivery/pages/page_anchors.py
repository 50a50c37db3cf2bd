"""Where the things of a design stand on its pages: one place that knows their anchors.

Collections and decisions are numbered from 1 in the plan's order, and so are the pages that they
fill, so that a link goes to the page that holds its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from designs.compiler import About

from ..compiled.compiled_design import Compiled
from .decision_rows import anchors

COLLECTIONS_A_PAGE = 24
DECISIONS_A_PAGE = 24
Plan = dict[str, Any]


@dataclass(frozen=True)
class Place:
    """What a finding is about, as a link. kind: decision, field, index, collection or operation."""

    kind: str
    name: str
    address: str
    collection: str = ""
    path: str = ""


class Addresses:
    """The addresses of one design's things. slug: the design's own."""

    def __init__(self, slug: str, compiled: Compiled) -> None:
        self.slug, self.plan, self.model = slug, compiled.plan, compiled.compilation.model
        self.findings = compiled.compilation.findings

    def __contains__(self, collection: str) -> bool:
        """Whether the plan has a collection of this name: an archive is none of its own."""
        return collection in self._collections

    def decision(self, number: int) -> str:
        """Of the decision of this number."""
        return self._page("decisions", number, DECISIONS_A_PAGE, f"decision-{number}")

    def collection(self, name: str, anchor: str = "") -> str:
        """Of a collection's documents, or of an anchor among them."""
        number = self._collections[name]
        return self._page("documents", number, COLLECTIONS_A_PAGE, anchor or f"collection-{number}")

    def holder(self, collection: str, path: str) -> str:
        """Of the field that a decision shaped."""
        _, anchor = self._anchors.get((collection, path), (0, ""))
        return self.collection(collection, anchor)

    def index(self, collection: str, name: str) -> str:
        """Of an index on the page of documents."""
        number = self._index_numbers[collection, name]
        return self.collection(collection, f"index-{self._collections[collection]}-{number}")

    def queries(self, subject: str) -> str:
        """Of the statements of a subject: ``relationship:NAME``, ``operation:NAME``; "" if it has none."""
        if subject not in self._subjects:
            return ""
        return f"{reverse('designs:queries', args=(self.slug,))}?{urlencode({'of': subject})}"

    def finding(self, number: int) -> str:
        """Of the finding of this number."""
        return f"{reverse('designs:findings', args=(self.slug,))}#finding-{number}"

    def subject(self, number: int, subject: str) -> Place | None:
        """What the finding of this number is about; None where no page shows it."""
        return next(self._candidates(number, subject), None)

    @cached_property
    def decisions(self) -> dict[str, int]:
        """The number of each relationship's decision."""
        return {decision["relationship"]: number for number, decision in enumerate(self.plan["decisions"], 1)}

    # --- what a subject may be -----------------------------------------------------------------

    def _candidates(self, number: int, subject: str) -> Iterator[Place]:
        about = self.findings[number - 1].about
        named = sorted(self._named(subject), key=lambda pair: pair[0] != about)
        yield from (place for _, place in named)
        for head, rest in _cuts(subject):
            yield from self._within(number, head, rest)

    def _named(self, subject: str) -> Iterator[tuple[About, Place]]:
        """What a bare name may name, by kind."""
        if subject in self.decisions:
            yield "relationship", Place("decision", subject, self.decision(self.decisions[subject]))
        if subject in self._collections:
            yield "collection", Place("collection", subject, self.collection(subject), subject)
        if subject in self._entities:
            yield from (("entity", place) for place in self._of_entity(subject))
        if f"operation:{subject}" in self._subjects:
            yield "operation", Place("operation", subject, self.queries(f"operation:{subject}"))

    def _within(self, number: int, head: str, rest: str) -> Iterator[Place]:
        """An index, a relationship's end or a field of a collection or an entity; else the whole."""
        if (head, rest) in self._index_numbers:
            yield Place("index", rest, self.index(head, rest), head)
        if head in self._entities:
            yield from self._of_end(head, rest)
        paths = self._trees.get(head, frozenset())
        spots = [(head, rest)] if rest in paths else self._of_entity_field(head, rest)
        for collection, path in spots:
            yield Place("field", path, self.collection(collection, f"about-{number}"), collection, path)
        if head in self._entities:
            yield from self._of_entity(head)
        if head in self._collections:
            yield Place("collection", head, self.collection(head), head)

    def _of_end(self, entity: str, field: str) -> Iterator[Place]:
        for link in self.model.links:
            for side in ("from", "to"):
                end = link.end(side)
                if end.entity == entity and field in (end.field, link.name) and link.name in self.decisions:
                    yield Place("decision", link.name, self.decision(self.decisions[link.name]))

    def _of_entity(self, entity: str) -> Iterator[Place]:
        """Its collection, or the decision that put it inside another's documents."""
        for collection in self.plan["collections"]:
            if collection["entity"] == entity:
                yield Place(
                    "collection", collection["name"], self.collection(collection["name"]), collection["name"]
                )
        for link in self.model.links:
            if entity in (link.to.entity, link.from_.entity) and link.name in self.decisions:
                yield Place("decision", link.name, self.decision(self.decisions[link.name]))

    def _of_entity_field(self, entity: str, path: str) -> list[tuple[str, str]]:
        """The documents' fields that a field of an entity became."""
        own = [
            (collection["name"], path)
            for collection in self.plan["collections"]
            if collection["entity"] == entity
        ]
        links = {link.name for link in self.model.links if entity in (link.to.entity, link.from_.entity)}
        inside = [
            (holder["collection"], f"{holder['path']}.{path}")
            for decision in self.plan["decisions"]
            if decision["relationship"] in links
            for holder in decision["holders"]
        ]
        return [(name, spot) for name, spot in (*own, *inside) if spot in self._trees.get(name, frozenset())]

    # --- what is looked up --------------------------------------------------------------------

    def _page(self, name: str, number: int, a_page: int, anchor: str) -> str:
        address = reverse(f"designs:{name}", args=(self.slug,))
        page = (number - 1) // a_page + 1
        return f"{address}{f'?page={page}' if page > 1 else ''}#{anchor}"

    @cached_property
    def _collections(self) -> dict[str, int]:
        return {collection["name"]: number for number, collection in enumerate(self.plan["collections"], 1)}

    @cached_property
    def _anchors(self) -> dict[tuple[str, str], tuple[int, str]]:
        return anchors(self.plan)

    @cached_property
    def _index_numbers(self) -> dict[tuple[str, str], int]:
        return {
            (collection["name"], index["name"]): number
            for collection in self.plan["collections"]
            for number, index in enumerate(collection["indexes"], 1)
        }

    @cached_property
    def _trees(self) -> dict[str, frozenset[str]]:
        return {
            collection["name"]: frozenset(_paths(collection["fields"]))
            for collection in self.plan["collections"]
        }

    @cached_property
    def _entities(self) -> frozenset[str]:
        return frozenset(entity.name for entity in self.model.entities)

    @cached_property
    def _subjects(self) -> frozenset[str]:
        return frozenset(statement["subject"] for statement in self.plan["statements"])


def _cuts(subject: str) -> Iterator[tuple[str, str]]:
    """Both sides of each dot, the first dot first: names may hold dots themselves."""
    for place, letter in enumerate(subject):
        if letter == ".":
            yield subject[:place], subject[place + 1 :]


def _paths(fields: Iterable[dict[str, Any]], prefix: str = "") -> Iterator[str]:
    """The dotted path of every field of a document tree, elements' fields included."""
    for field in fields:
        path = f"{prefix}{field['name']}"
        yield path
        yield from _paths(field["fields"], f"{path}.")
        items = field["items"]
        while items is not None:
            yield from _paths(items["fields"], f"{path}.")
            items = items["items"]
