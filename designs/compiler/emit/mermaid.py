"""Mermaid's erDiagram: entities with attributes and their relationships, and the only place where
its text is escaped. Identifiers are ours; text of a design stands in quotes, encoded."""

from __future__ import annotations

import re

import msgspec

from ..content_cache import of_a_short_text

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_TYPE = re.compile(r"[A-Za-z][A-Za-z0-9]*(\[\])*\Z")
# The colon too: Mermaid cuts the last entity of a line that holds "style", a colon and an entity.
_SPECIAL = re.compile(r"""["#<>&%`*_~\\\[\]{}()|;:$]""")
# A line that holds "direction LR" is one for Mermaid, even inside quotes: its first letter goes.
_DIRECTION = re.compile(r"d(?=irection\s+(?:TB|BT|RL|LR))", re.IGNORECASE)
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class MermaidAttribute(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One line of an entity. id: an identifier of ours. type: a BSON type, ``[]`` behind it for
    arrays. comment: its true name and remarks. key: PK, FK, UK or nothing."""

    id: str
    type: str
    comment: str
    key: str = ""


class Box(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """An entity. id: an identifier of ours. title: its true name."""

    id: str
    title: str
    attributes: tuple[MermaidAttribute, ...] = ()


class Tie(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A relationship of two boxes. tail, head: (least, many) of the documents at that end.
    dashed: not an association but a copy."""

    tail_id: str
    head_id: str
    tail: tuple[int, bool]
    head: tuple[int, bool]
    label: str
    dashed: bool = False


def write(boxes: tuple[Box, ...], ties: tuple[Tie, ...]) -> str:
    """An erDiagram, one statement a line."""
    lines = ["erDiagram"]
    for box in boxes:
        lines.append(f"    {_identifier(box.id)}[{quoted(box.title)}]" + (" {" if box.attributes else ""))
        lines += [f"        {_attribute(attribute)}" for attribute in box.attributes]
        lines += ["    }"] if box.attributes else []
    lines += [f"    {_tie(tie)}" for tie in ties]
    return "\n".join([*lines, ""])


@of_a_short_text(4096)  # the same fields stand in many boxes
def quoted(text: str) -> str:
    """Text in quotes: whatever Mermaid reads as syntax or markup becomes a decimal entity."""
    text = " ".join(_NOT_XML.sub("\ufffd", text).split()) or "\u00a0"
    text = _SPECIAL.sub(_entity, text)
    return f'"{_DIRECTION.sub(_entity, text)}"'


def _entity(hit: re.Match[str]) -> str:
    return f"#{ord(hit[0])};"


def _identifier(text: str) -> str:
    if not _IDENTIFIER.match(text):
        raise ValueError(f"not an identifier of ours: {text!r}")
    return text


def _attribute(attribute: MermaidAttribute) -> str:
    if not _TYPE.match(attribute.type):
        raise ValueError(f"not a type: {attribute.type!r}")
    said = quoted(attribute.comment)
    kind = f"{attribute.type} {_identifier(attribute.id)}"
    return f"{kind} {attribute.key} {said}" if attribute.key else f"{kind} {said}"


def _tie(tie: Tie) -> str:
    left = {(0, False): "|o", (1, False): "||", (0, True): "}o", (1, True): "}|"}
    right = {(0, False): "o|", (1, False): "||", (0, True): "o{", (1, True): "|{"}
    (least, many), (head_least, head_many) = tie.tail, tie.head
    line = ".." if tie.dashed else "--"
    ends = f"{left[min(least, 1), many]}{line}{right[min(head_least, 1), head_many]}"
    return f"{_identifier(tie.tail_id)} {ends} {_identifier(tie.head_id)} : {quoted(tie.label)}"
