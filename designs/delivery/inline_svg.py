"""Graphviz's SVG made fit to stand inside a page: an allow-list of elements and attributes.

Whatever is not listed is left out, so no text of a design can become markup that does something.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from xml.etree import ElementTree

from django.utils.safestring import SafeString, mark_safe

from designs.compiler import OutputFile

from .pictures import FORMATS, pictures

_SVG = "http://www.w3.org/2000/svg"
_ELEMENTS = frozenset({"svg", "g", "path", "polygon", "polyline", "ellipse", "text", "line", "rect"})
_ATTRIBUTES = frozenset(
    "viewBox class id transform fill stroke stroke-width stroke-dasharray stroke-opacity fill-opacity points d x y"
    " cx cy rx ry x1 y1 x2 y2 width height text-anchor font-family font-size font-weight font-style opacity"
    " textLength".split()
)
_TITLES = {
    "conceptual": "Entities and relationships",
    "documents": "Documents: what is embedded, what is referenced",
}


@dataclass(frozen=True)
class Diagram:
    """A diagram for a page. svg: safe to stand in HTML. view: conceptual or documents.
    paths: of the files that may be kept instead."""

    view: str
    title: str
    paths: tuple[str, ...]
    svg: SafeString


@dataclass(frozen=True)
class Shown:
    """The diagrams that could be drawn, and why others could not."""

    diagrams: tuple[Diagram, ...]
    warnings: tuple[str, ...]


def diagrams(files: Iterable[OutputFile]) -> Shown:
    """The diagrams among these files, drawn."""
    drawn = pictures(files, ("svg",))
    found = [_diagram(path, content) for path, content in drawn.files.items() if path.endswith(".svg")]
    return Shown(tuple(found), drawn.warnings)


def inline_svg(content: bytes, prefix: str, title: str) -> SafeString:
    """The drawing as an element of a page. prefix: keeps its ids apart from another's."""
    root = ElementTree.fromstring(content)  # noqa: S314  (made by our own Graphviz from escaped text)
    _clean(root, prefix)
    root.set("role", "img")
    root.set("aria-label", title)
    ElementTree.register_namespace("", _SVG)
    return mark_safe(ElementTree.tostring(root, encoding="unicode"))  # noqa: S308  (allow-listed above)


def _diagram(path: str, content: bytes) -> Diagram:
    view = path.rpartition("/")[2].removesuffix(".svg")
    title = _TITLES.get(view, view)
    paths = tuple(path[:-3] + kind for kind in FORMATS)
    return Diagram(view, title, paths, inline_svg(content, view, title))


def _clean(element: ElementTree.Element, prefix: str) -> None:
    for name in [name for name in element.attrib if name not in _ATTRIBUTES]:
        del element.attrib[name]
    if "id" in element.attrib:
        element.set("id", re.sub(r"[^\w-]", "_", f"{prefix}-{element.get('id')}"))
    for child in list(element):
        if _name(child) in _ELEMENTS:
            _clean(child, prefix)
        else:
            _replace(element, child, prefix)


def _replace(parent: ElementTree.Element, child: ElementTree.Element, prefix: str) -> None:
    """A link's content stays without the link; anything else goes."""
    place = list(parent).index(child)
    parent.remove(child)
    if _name(child) == "a":
        group = ElementTree.Element(f"{{{_SVG}}}g")
        group.extend(list(child))
        _clean(group, prefix)
        parent.insert(place, group)


def _name(element: ElementTree.Element) -> str:
    tag = element.tag if isinstance(element.tag, str) else ""
    return tag.removeprefix(f"{{{_SVG}}}")
