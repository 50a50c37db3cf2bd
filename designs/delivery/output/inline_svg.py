"""Graphviz's SVG made fit to stand inside a page: an allow-list of elements and attributes.

Whatever is not listed is left out, so no text of a design can become markup that does something.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from xml.etree import ElementTree

from django.utils.safestring import SafeString, mark_safe

from designs.compiler import OutputFile

from . import dot
from .pictures import FORMATS

_INLINE = ("svg",)
_MOST_AT_ONCE = 150_000
"""Bytes of a drawing that may come with the page; a larger one is always asked for apart."""
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


SMALLEST = (320.0, 270.0)
"""Points of a slide's half, below which a drawing would be blown up."""
_SIZES = ((6_000, "small"), (12_000, "medium"))


@dataclass(frozen=True)
class Diagram:
    """A diagram for a page. view: conceptual or documents. paths: of the pictures that may be kept
    instead. size: of the frame that it gets, drawn or not: small, medium or large. svg: safe to stand
    in HTML; "" while it is not drawn. texts: (path, text) of its DOT and Mermaid. warning: why it
    could not be drawn."""

    view: str
    title: str
    paths: tuple[str, ...]
    size: str
    texts: tuple[tuple[str, str], ...]
    svg: str = ""
    warning: str = ""


def diagrams(files: Iterable[OutputFile]) -> tuple[Diagram, ...]:
    """The diagrams among these files; small ones that were drawn a while ago are drawn."""
    every = tuple(files)
    return tuple(_diagram(file, every) for file in every if file.path.endswith(".dot"))


def drawn(diagram: Diagram, least: tuple[float, float] = (0, 0)) -> Diagram:
    """The diagram with its drawing, or with the reason why there is none. least: as in `inline_svg`."""
    drawing = dot.draw(diagram.texts[0][1], _INLINE)
    return (
        _with_svg(diagram, drawing.files.get("svg", b""), least)
        if drawing.files
        else replace(diagram, warning=drawing.warning)
    )


def on_slide(files: Iterable[OutputFile]) -> tuple[Diagram, ...]:
    """The diagrams drawn for a slide: those of few cards no larger than others."""
    return tuple(drawn(_diagram(file, (file,)), SMALLEST) for file in files)


def inline_svg(content: bytes, prefix: str, title: str, least: tuple[float, float] = (0, 0)) -> SafeString:
    """The drawing as an element of a page. prefix: keeps its ids apart from another's. least: width and height in
    points of the canvas, in whose middle a smaller drawing stands."""
    root = ElementTree.fromstring(content)  # noqa: S314  (made by our own Graphviz from escaped text)
    _clean(root, prefix)
    _widen(root, least)
    root.set("role", "img")
    root.set("aria-label", title)
    ElementTree.register_namespace("", _SVG)
    return mark_safe(ElementTree.tostring(root, encoding="unicode"))  # noqa: S308  (allow-listed above)


def _diagram(file: OutputFile, every: tuple[OutputFile, ...]) -> Diagram:
    stem = file.path.removesuffix(".dot")
    view = stem.rpartition("/")[2]
    length = len(file.text)
    diagram = Diagram(
        view=view,
        title=_TITLES.get(view, view),
        paths=tuple(f"{stem}.{kind}" for kind in FORMATS),
        size=next((size for most, size in _SIZES if length < most), "large"),
        texts=(
            (file.path, file.text),
            *((other.path, other.text) for other in every if other.path == f"{stem}.mmd"),
        ),
    )
    kept = dot.kept(file.text, _INLINE)
    is_light = kept is not None and len(kept["svg"]) <= _MOST_AT_ONCE
    return _with_svg(diagram, kept["svg"]) if kept and is_light else diagram


def _with_svg(diagram: Diagram, content: bytes, least: tuple[float, float] = (0, 0)) -> Diagram:
    return replace(diagram, svg=inline_svg(content, diagram.view, diagram.title, least))


def _widen(root: ElementTree.Element, least: tuple[float, float]) -> None:
    left, top, width, height = map(float, (root.get("viewBox") or "0 0 0 0").split())
    across, down = max(width, least[0]), max(height, least[1])
    if (across, down) != (width, height):
        place = (left - (across - width) / 2, top - (down - height) / 2, across, down)
        root.set("viewBox", " ".join(f"{number:.2f}" for number in place))
        root.set("width", f"{across:.0f}pt")
        root.set("height", f"{down:.0f}pt")


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
