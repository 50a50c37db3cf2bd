"""A drawing inside a page: only what is allowed gets in."""

from __future__ import annotations

from xml.etree import ElementTree

from designs.delivery.output.inline_svg import inline_svg

DRAWING = b"""<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
 width="10pt" height="10pt" viewBox="0 0 10 10" onload="alert(1)" style="color:red">
<script>alert(1)</script><style>*{color:red}</style>
<g id="node1" class="node collection" onclick="alert(1)"><title>a</title>
<a xlink:href="javascript:alert(1)"><text x="1" y="2" font-family="DejaVu Sans">A &lt;b&gt; &amp;</text></a>
<image xlink:href="http://example.org/x.png"/><foreignObject><p>x</p></foreignObject>
<polygon fill="#fff" points="0,0 1,1"/></g></svg>"""


def test_only_drawing_is_left() -> None:
    svg = inline_svg(DRAWING, "documents", 'The "title"')
    for word in (
        "script",
        "style",
        "onload",
        "onclick",
        "href",
        "image",
        "foreignObject",
        "javascript",
        "alert",
    ):
        assert word not in svg
    tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(svg).iter()}
    assert tags == {"svg", "g", "text", "polygon"}


def test_text_classes_and_size_stay() -> None:
    svg = inline_svg(DRAWING, "documents", "t")
    assert "A &lt;b&gt; &amp;" in svg
    assert 'class="node collection"' in svg
    assert 'viewBox="0 0 10 10"' in svg
    assert svg.startswith("<svg")


def test_ids_of_two_drawings_do_not_meet() -> None:
    assert 'id="documents-node1"' in inline_svg(DRAWING, "documents", "t")
    assert 'id="conceptual-node1"' in inline_svg(DRAWING, "conceptual", "t")


def test_it_has_a_name_for_those_who_do_not_see_it() -> None:
    root = ElementTree.fromstring(inline_svg(DRAWING, "documents", 'The "title"'))
    assert (root.get("role"), root.get("aria-label")) == ("img", 'The "title"')


def test_a_small_drawing_stands_in_the_middle_of_the_least_canvas() -> None:
    svg = inline_svg(DRAWING, "documents", "t", (30, 5))
    assert 'viewBox="-10.00 0.00 30.00 10.00"' in svg
    assert 'width="30pt"' in svg and 'height="10pt"' in svg
    assert 'viewBox="0 0 10 10"' in inline_svg(DRAWING, "documents", "t", (10, 10))
