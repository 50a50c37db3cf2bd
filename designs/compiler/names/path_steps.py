"""The steps of a conceptual path: what paths come to, before placing says where things stand."""

from __future__ import annotations

import msgspec

from ..model.conceptual import Copy, Field, Relationship, given


class Step(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One step of a path.

    kind: id, field, end, link (a field of the relationship itself), copy, tree or
    discriminator. name: as written, several segments for a dotted end or copy. entity: where the
    step starts; target: where it arrives (of an end, the other entity; else the same).
    relationship and side: of an end, seen from ``side``; of a link field, copy or tree field,
    its relationship. array: whether the step enters an array of the conceptual design.
    """

    kind: str
    name: str
    entity: str
    target: str
    relationship: Relationship | None = None
    side: str = ""
    field: Field | None = None
    copy: Copy | None = None
    array: bool = False


class Route(msgspec.Struct, frozen=True):
    """A path that was understood. An ``included`` path (``relationship.field``) comes with the
    ends that lead there in front, as if it had been written out."""

    steps: tuple[Step, ...]

    @property
    def last(self) -> Step:
        """Where the path arrives."""
        return self.steps[-1]

    @property
    def field(self) -> Field | None:
        """The declared field that the path names, None for ids, ends and generated fields."""
        return self.last.field

    @property
    def is_always(self) -> bool:
        """Whether every document has a value there: each field on the way is required, or the ``_id``."""
        if [step.name for step in self.steps] == ["_id"]:
            return True
        return all(step.field is None or step.field.required is True for step in self.steps)

    @property
    def target(self) -> str:
        """The entity that the last step belongs to or arrives at."""
        return self.last.target


class PathEnd(msgspec.Struct, frozen=True):
    """One end of a relationship as an entity sees it. segments: of its name."""

    link: Relationship
    side: str
    names: tuple[tuple[str, ...], ...]
    target: str


Found = tuple[Step, ...]


def is_of_itself(link: Relationship) -> bool:
    """Whether a relationship links an entity with itself, each of them with several."""
    return link.kind in ("many-to-many", "graph") and link.from_.entity == link.to.entity


def is_mutual(link: Relationship) -> bool:
    """Whether a pair of an entity with itself holds both ways: its two ends have one name, as friends are friends."""
    ends = [given(end.field, "") for end in (link.from_, link.to)]
    return is_of_itself(link) and bool(ends[0]) and ends[0] == ends[1]


_READ_AS_A_WHOLE = {"ancestors": "to", "descendants": "from", "subtree": "from"}


def side_of_all(link: Relationship) -> str:
    """The end from which an include that names a tree alone leads to all nodes above or below, since the design says that
    these are read of it; "" where it means the children."""
    tree = given(link.tree, None)
    if link.kind != "tree" or tree is None:
        return ""
    return _READ_AS_A_WHOLE.get(given(tree.reads, ""), "")


def end_step(end: PathEnd) -> Step:
    """The step through an end, to the other entity."""
    link = end.link
    many = link.kind in ("many-to-many", "graph") or (
        end.side == "from" and link.kind in ("one-to-many", "tree")
    )
    return Step(
        kind="end", name=".".join(end.names[0]), entity=link.end(end.side).entity, target=end.target,
        relationship=link, side=end.side, array=many,
    )  # fmt: skip


def include_of(step: Step) -> str:
    """Return the include that leads along the step through an end: from an entity to another of its kind, its end with
    the relationship."""
    link = step.relationship
    if link is None:
        return ""
    return f"{link.name}.{step.name}" if link.from_.entity == link.to.entity else link.name


def usable(segment: str) -> bool:
    """Whether a segment can stand in a path at all."""
    return bool(segment) and not segment.startswith("$")
