"""The paths of a design in the words of another that differs from it by names alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..model.conceptual import Model, given
from ..names.naming import Names
from ..names.path_steps import Step
from ..names.paths import Paths
from .tree import Node, model_of, walk

_PATH = re.compile(r"[^\W\d][\w$]*(?:\.[\w$]+)*")


class Speller:
    """Paths as the old design meant them, in the words of the new one."""

    def __init__(self, old: Model, new: Node) -> None:
        self.old, self.new = Names(old), Names(model_of(new))
        self.paths = Paths(self.old)
        self.field_names = {node["id"]: node["name"] for node in walk(new)}
        self.links = {link.id: link for link in self.new.model.links}
        pairs = zip(self.old.model.entities, self.new.model.entities, strict=True)
        self.entities = {entity.name: other.name for entity, other in pairs}
        pairs_of_links = zip(self.old.model.links, self.new.model.links, strict=True)
        self.link_names = {link.name: other.name for link, other in pairs_of_links}

    def spelt(self, entity: str, value: Any, includes: list[str]) -> Any:
        """A path, a list of paths, a filter's object, or a formula, in the new words."""
        if isinstance(value, list):
            return [self.spelt(entity, element, includes) for element in value]
        if isinstance(value, dict):
            return {
                self._condition_key(entity, key, includes): self._nested(entity, key, inner, includes)
                for key, inner in value.items()
            }
        return self.path(entity, value, includes) if isinstance(value, str) else value

    def _condition_key(self, entity: str, key: str, includes: list[str]) -> str:
        return key if key.startswith("$") else self.path(entity, key, includes)

    def _nested(self, entity: str, key: str, value: Any, includes: list[str]) -> Any:
        return self.spelt(entity, value, includes) if key in ("$and", "$or") else value

    def formula(self, entity: str, text: str) -> str:
        """Every name of a formula that is a path, in the new words."""
        return _PATH.sub(lambda hit: self.path(entity, hit[0], []), text)

    def included(self, item: str) -> str:
        """An item of ``includes``: a relationship, with the end's name where it is a loop."""
        if item in self.link_names:
            return self.link_names[item]
        name, _, field = item.partition(".")
        link = self.old.relationships.get(name)
        if link is None:
            return item
        sides = [side for side in ("from", "to") if self.old.end(link, side) == field]
        return f"{self.link_names[name]}.{self.new.end(self.links[link.id], sides[0]) if sides else field}"

    def path(self, entity: str, path: str, includes: list[str]) -> str:
        """One path; what the old design did not understand stays as it is."""
        route = self.paths.resolve(entity, path, includes)
        if route is None:
            return path
        segments, steps = path.split("."), list(route.steps)
        spelt: list[str] = []
        lead, _ = self.paths.reach(entity, includes)
        first = lead.get(segments[0])
        direct = self.paths.resolve(entity, path)
        if first is not None and direct is None and tuple(steps[: len(first)]) == first:
            spelt, segments, steps = [self.link_names[segments[0]]], segments[1:], steps[len(first) :]
        return ".".join([*spelt, *self._segments(segments, steps)])

    def _segments(self, segments: list[str], steps: list[Step]) -> Iterator[str]:
        for number, step in enumerate(steps):
            if not segments:
                return
            if len(segments) == 1 and number == len(steps) - 2 and step.kind == "end":
                yield self._folded(segments[0], step, steps[-1])
                return
            old_names, new_name = self._names(step, segments)
            yield new_name
            segments = segments[old_names:]

    def _names(self, step: Step, segments: list[str]) -> tuple[int, str]:
        """How many segments a step takes, and its name now."""
        if step.kind in ("field", "link") and step.field is not None:
            return 1, self.field_names[str(step.field.id)]
        link = step.relationship
        if step.kind == "id":
            derived = segments[0] == self.old.element_id(step.target) != "_id"
            return 1, self.new.element_id(self.entities[step.target]) if derived else segments[0]
        if link is None or step.kind == "tree":
            return 1, segments[0]
        now = self.links[link.id]
        if step.kind == "discriminator":
            return 1, self.new.discriminator(now)
        if step.kind == "copy" and step.copy is not None:
            copies = list(zip(given(link.copies, []), given(now.copies, []), strict=True))
            return len(step.name.split(".")), next(self.new.copy(now, b) for a, b in copies if a == step.copy)
        for spell_old, spell_new in ((self.old.end, self.new.end), (self.old.ids, self.new.ids)):
            own = spell_old(link, step.side).split(".")
            if segments[: len(own)] == own:
                return len(own), spell_new(now, step.side)
        return 1, segments[0]

    def _folded(self, written: str, end: Step, last: Step) -> str:
        """A field of a folded parent has a name of its own in the child; an end is followed by one."""
        link, name = end.relationship, last.name
        called = self.old.folded(link).get(name) if link is not None else None
        if link is None or called is None or written not in (called, name):
            return self._names(end, [written])[1]
        renamed = self.field_names[str(last.field.id)] if last.field else name
        return renamed if written != called else self.new.folded(self.links[link.id])[renamed]
