"""The documents diagram: nesting, bounds, references as arrows, copies dashed from their source."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from designs.compiler.emit.palette import BLOCK, COLOURS
from designs.compiler.exporters.conceptual_diagram import dot as conceptual_dot
from designs.compiler.exporters.documents_diagram import dot, mermaid_text, plain_documents
from designs.compiler.model.conceptual import Field
from designs.compiler.plan_model.compilation import Plan
from designs.compiler.plan_model.decisions import Decision
from designs.compiler.plan_model.physical import Collection, DocField, Element, PlannedIndex
from tests.compiler.library import built, built_of
from tests.compiler.lines import as_delivered

SVG = "{http://www.w3.org/2000/svg}"
LIBRARY = sorted((Path(__file__).parents[2] / "designs" / "library").glob("*.json"))
STRANGERS = sorted((Path(__file__).parents[1] / "oracle" / "designs").glob("*.json"))
NAME, SUBJECT = Field(name="last_name", type="string"), Field(name="subject", type="string")


def field(name: str, kind: str = "string", **more: Any) -> DocField:
    return DocField(name=name, types=(kind,), **more)


def array(name: str, *fields: DocField, **more: Any) -> DocField:
    return field(name, "array", items=Element(types=("object",), fields=fields), **more)


def collection(name: str, entity: str, *fields: DocField, **more: Any) -> Collection:
    more = {"kind": "standard"} | more
    return Collection(name=name, file=name, entity=entity, fields=(field("_id", "objectId"), *fields), **more)


STUDENTS = collection(
    "students", "Student", field("last_name", source=NAME),
    array("emails", field("email"), origin="embedded", entity="Email", relationship="emails", min_items=1, max_items=10),
    field("courses", "array", origin="reference", relationship="courses", items=Element(types=("objectId",), target="courses")),
    array(
        "latest", field("subject", origin="copy", entity="Message", source=SUBJECT, policy="eventual"),
        origin="subset", entity="Message", relationship="messages",
    ),
    indexes=(PlannedIndex(keys=(("emails.email", 1),), options={"unique": True}),),
)  # fmt: skip
COURSES = collection("courses", "Course", field("name"))
AUTHOR = field(
    "posted_by", "object", origin="reference",
    fields=(
        field("_id", "objectId", origin="reference", target="students"),
        field("last_name", origin="copy", entity="Student", source=NAME, policy="snapshot"),
    ),
)  # fmt: skip
MESSAGES = collection(
    "messages", "Message", field("subject", source=SUBJECT), AUTHOR,
    field("in_reply_to", "objectId", origin="reference", target="messages"), kind="capped",
)  # fmt: skip
SUBSET = Decision(
    relationship="messages", kind="one-to-many", rule="B3", strategy="SUBSET", side="from", reason="", bound=5
)
PLAN = Plan(design="U", database="u", collections=(STUDENTS, COURSES, MESSAGES), decisions=(SUBSET,))


def drawn(text: str) -> ElementTree.Element:
    made = subprocess.run(["dot", "-Tsvg"], input=text.encode(), capture_output=True, check=True, timeout=60)
    assert not made.stderr, made.stderr
    return ElementTree.fromstring(made.stdout)


def arrows(plan: Plan) -> set[tuple[str, str, str]]:
    """(kind, from, to) of every arrow as drawn, rows by their names."""
    text = dot(plan)
    found = set()
    for line in text.splitlines():
        edge = re.match(r"  (\w+):(\w+):[ew] -> (\w+):(\w+):[ew] \[class=\"edge-(\w+)\"(.*)\]", line)
        if edge:
            tail, head = row(text, edge[1], edge[2]), row(text, edge[3], edge[4])
            assert ('style="dashed"' in edge[6]) == (edge[5] == "copy")
            found.add((edge[5], head, tail) if 'dir="back"' in edge[6] else (edge[5], tail, head))
    return found


def row(text: str, node: str, port: str) -> str:
    """The first words of the row where a port is, its card's title in front."""
    card = next(line for line in text.splitlines() if line.startswith(f"  {node} ["))
    title = re.search(r"<B>([^<]*)</B>", card)
    cell = re.search(rf'PORT="{port.removesuffix("r") if port != "r" else port}"[^>]*>(.*?)</TD>', card)
    assert title and cell
    names = re.sub(r"<[^>]*>", " ", cell[1]).split()
    return f"{title[1]}.{names[1]}" if port != "h" else title[1]


def test_references_lead_from_their_row_and_copies_come_from_their_source() -> None:
    assert arrows(PLAN) == {
        ("reference", "students.courses", "courses"),
        ("reference", "messages._id", "students"),
        ("reference", "messages.in_reply_to", "messages"),
        ("copy", "messages.subject", "students.subject"),
        ("copy", "students.last_name", "messages.last_name"),
    }


def test_a_collections_arrow_to_itself_ends_at_a_small_card() -> None:
    cards = [g for g in drawn(dot(PLAN)).iter(f"{SVG}g") if "itself" in g.get("class", "").split()]
    assert [[t.text.strip() for t in g.iter(f"{SVG}text") if t.text] for g in cards] == [
        ["messages", "itself"]
    ]


def boxes(
    group: ElementTree.Element, colour: str, by: str = "fill"
) -> list[tuple[float, float, float, float]]:
    found = []
    for shape in group.iter(f"{SVG}polygon"):
        if shape.get(by) == colour:
            pairs = [tuple(map(float, pair.split(","))) for pair in shape.get("points", "").split()]
            xs, ys = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
            found.append((min(xs), min(ys), max(xs), max(ys)))
    return found


def test_embedded_documents_stand_inside_a_block_of_their_holder() -> None:
    group = next(g for g in drawn(dot(PLAN)).iter(f"{SVG}g") if g.findtext(f"{SVG}title") == "c1")
    (left, top, right, bottom), *_ = boxes(group, BLOCK["embedded"][0])
    inside = [
        (text.text or "").strip()
        for text in group.iter(f"{SVG}text")
        if left < float(text.get("x", "")) < right and top < float(text.get("y", "")) < bottom
    ]
    assert [word for word in inside if word] == [
        "[]",
        "emails",
        "[\u00a0]",
        "1..10",
        "Aa",
        "email",
        "unique",
        "string",
    ]
    outer = max(boxes(group, "#ffffff"), key=lambda box: box[3] - box[1])
    assert outer[0] < left and right < outer[2] and outer[1] < top and bottom < outer[3]


def test_capped_arrays_name_their_bound() -> None:
    text = dot(PLAN)
    assert "max 5" in text and "1..10" in text and "0..*" in text


def test_a_field_says_which_kinds_have_it_or_which_attributes_it_is_the_value_of() -> None:
    text = dot(built("city_theatre").compilation.plan)
    assert re.search(r"acts\b.{0,120}only play<", text) and re.search(r"director\b.{0,120}only film<", text)
    assert "of language or subtitles<" in text and "of age_from<" in text
    many = field("phone", kinds=("guest", "member", "guide", "clerk"))
    assert "only 4 kinds" in dot(
        Plan(design="U", database="u", collections=(collection("people", "Person", many),))
    )


def test_rows_line_up_on_both_sides_at_every_depth() -> None:
    group = next(g for g in drawn(dot(PLAN)).iter(f"{SVG}g") if g.findtext(f"{SVG}title") == "c1")
    glyphs = [float(t.get("x", "")) for t in group.iter(f"{SVG}text") if "Mono" in t.get("font-family", "")]
    outer, inner = sorted(set(glyphs))
    assert 3 < inner - outer < 12


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_every_library_design_is_drawn(path: Path) -> None:
    plan = built(path.stem).compilation.plan
    text = dot(plan)
    groups = [g for g in drawn(text).iter(f"{SVG}g") if "card" in g.get("class", "").split()]
    titles = [
        next(t.text for t in g.iter(f"{SVG}text")) for g in groups if "itself" not in g.get("class", "")
    ]
    assert sorted(titles) == sorted(found.name for found in plan.collections)
    assert set(re.findall(r'"(#[0-9a-f]{6})"', text)) <= set(COLOURS)
    assert mermaid_text(plan) == mermaid_text(plan) and dot(plan) == text


def test_two_collections_of_one_name_are_two_cards() -> None:
    twice = msgspec.structs.replace(PLAN, collections=(COURSES, COURSES))
    assert len([line for line in dot(twice).splitlines() if re.match(r"  c\d+ \[class=", line)]) == 2


def test_all_copies_between_two_collections_share_one_arrow() -> None:
    for name in ("cms", "electronics_store", "web_shop"):
        text = dot(built(name).compilation.plan)
        pairs = re.findall(r"^  (c\d+s?):.* -> (c\d+s?):.*edge-copy(.*)", text, re.MULTILINE)
        ways = [(tail, head, "dir=" in more) for tail, head, more in pairs]
        assert ways and len(set(ways)) == len(ways), (name, ways)
    text = dot(built("cms").compilation.plan)
    place = re.search(r'PORT="(f\d+)"[^\n]*?author', text.partition("author")[0][-400:] + "author")
    (own,) = re.findall(r"c1:(f\d+)r:e -> c2:h:w \[.*edge-copy", text)
    assert place and own == place[1]


def test_copies_that_nothing_holds_end_at_the_head() -> None:
    text = dot(built("city_theatre").compilation.plan)
    assert len(re.findall("edge-copy", text)) == 1
    assert re.search(r"c\d+:h:e -> c\d+:h:w \[.*edge-copy", text)


def test_mermaid_tells_the_copies_of_one_arrow() -> None:
    text = mermaid_text(built("cms").compilation.plan)
    assert '"copies#58; author.name, author.avatar, author.bio"' in text
    assert text.count("copies#58; ") == 2


def test_revisions_and_overflow_can_be_left_out() -> None:
    plan = built("city_theatre").compilation.with_statements.plan
    assert "contract_revisions" in dot(plan) and "contract_revisions" not in plain_documents(plan)
    assert "contracts" in plain_documents(plan)
    assert plain_documents(built("university").compilation.with_statements.plan) == ""


def box(polygon: Any) -> tuple[float, float, float, float]:
    """The least and greatest x and y of an SVG's polygon."""
    across, down = zip(*(map(float, pair.split(",")) for pair in polygon.get("points").split()), strict=True)
    return min(across), min(down), max(across), max(down)


def meet(one: tuple[float, ...], other: tuple[float, ...], more_than: float) -> bool:
    """Whether two boxes share more than so many points in both directions."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    return wide > more_than and min(one[3], other[3]) - max(one[1], other[1]) > more_than


def collisions(svg: bytes) -> list[str]:
    """The labels of edges that stand on another label, or on a card."""
    labels: list[tuple[str, tuple[float, ...]]] = []
    cards: list[tuple[float, ...]] = []
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        polygons = list(group.iter(f"{SVG}polygon"))
        kind, name = group.get("class") or "", group.findtext(f"{SVG}title") or ""
        if kind.startswith("edge"):
            labels += [(name, box(one)) for one in polygons if one.get("stroke") in ("transparent", "none")]
        elif kind.startswith("node") and polygons:
            boxes = [box(one) for one in polygons]
            cards.append(
                tuple(
                    pick(side)
                    for pick, side in zip((min, min, max, max), zip(*boxes, strict=True), strict=True)
                )
            )
    pairs = [
        (a, b)
        for place, (a, one) in enumerate(labels)
        for b, other in labels[:place]
        if meet(one, other, 0.5)
    ]
    return [f"{a} on {b}" for a, b in pairs] + [
        a for a, one in labels for card in cards if meet(one, card, 1.5)
    ]


def test_a_collision_is_seen() -> None:
    label = '<polygon stroke="transparent" points="{0},0 {0},9 {1},9 {1},0"/>'
    edges = "".join(
        f'<g class="edge"><title>{name}</title>{label.format(left, left + 20)}</g>'
        for name, left in (("a", 0), ("b", 19), ("c", 60))
    )
    card = '<g class="node"><title>n</title><polygon stroke="black" points="70,0 70,50 90,50 90,0"/></g>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg">{edges}{card}</svg>'.encode()
    assert collisions(svg) == ["b on a", "c"]


def clipped(svg: bytes) -> list[str]:
    """The texts that begin outside of the drawing."""
    root = ElementTree.fromstring(svg)
    left, top, width, height = map(float, (root.get("viewBox") or "").split())
    graph = next(group for group in root.iter(f"{SVG}g") if (group.get("class") or "").startswith("graph"))
    move = re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", graph.get("transform") or "")
    assert move is not None
    return [
        text.text or ""
        for text in root.iter(f"{SVG}text")
        if not (
            left <= float(text.get("x", 0)) + float(move[1]) <= left + width
            and top <= float(text.get("y", 0)) + float(move[2]) <= top + height
        )
    ]


READABLE = 0.6
"""The scale on A3 at which fields of 11 points are printed in almost 7."""


def scale_on_sheet(svg: bytes) -> float:
    """How large a drawing is printed on A3, lying or standing; 1 is its own size."""
    width, height = (float(size) for size in re.findall(rb'(?:width|height)="([\d.]+)pt"', svg)[:2])
    return max(min(1191 / width, 842 / height), min(842 / width, 1191 / height))


def test_what_is_cut_off_is_seen() -> None:
    text = '<text x="{}" y="-5">{}</text>'
    inside = f'<g class="graph" transform="scale(1 1) rotate(0) translate(4 46)">{text.format(0, "in")}{text.format(99, "out")}</g>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0.00 0.00 90.00 50.00">{inside}</svg>'.encode()
    assert clipped(svg) == ["out"]


@pytest.mark.parametrize("path", [*LIBRARY, *STRANGERS], ids=lambda path: path.stem)
def test_labels_never_collide_and_all_fits_on_a_sheet_with_its_title_on_top(path: Path) -> None:
    made = built_of(path.read_text(encoding="utf-8"))
    assert made is not None
    for text in (dot(made.compilation.plan), conceptual_dot(made.compilation.model)):
        svg = as_delivered(text)
        assert collisions(svg) == [] and clipped(svg) == []
        assert scale_on_sheet(svg) >= READABLE
        root = ElementTree.fromstring(svg)
        cards = [
            float(one.get("y", 0))
            for g in root.iter(f"{SVG}g")
            if (g.get("class") or "").startswith("node")
            for one in g.iter(f"{SVG}text")
        ]
        graph = next(g for g in root.iter(f"{SVG}g") if (g.get("class") or "").startswith("graph"))
        title = [float(one.get("y", 0)) for one in graph.findall(f"{SVG}text")]
        assert title and max(title) < min(cards)


def test_mermaid_names_paths_and_draws_copies_dotted() -> None:
    text = mermaid_text(PLAN)
    assert 'string f4 UK "emails.email"' in text
    assert 'c3 }o..o| c1 : "copy#58; posted#95;by.last#95;name"' in text
    assert 'c1 }o--o{ c2 : "courses"' in text


def test_arrays_of_arrays_say_how_deep_they_are() -> None:
    inner = Element(types=("array",), items=Element(types=("int",)))
    grids = collection("grids", "Grid", DocField(name="cells", types=("array",), items=inner))
    plan = msgspec.structs.replace(PLAN, collections=(grids,), decisions=())
    assert ">int\u00a0&#91;\u00a0&#93;&#91;\u00a0&#93;<" in dot(plan)
    assert 'int[][] f2 "cells"' in mermaid_text(plan)


def test_mermaid_says_how_many_references_a_document_holds() -> None:
    """Several where they stand in elements of an array, and none where it may be empty or what holds them may be absent."""
    to = {"origin": "reference", "target": "drivers"}
    driver = field("driver_id", "objectId", required=True, **to)
    owner = field("owner", "object", fields=(driver,))
    drivers, crew = (
        array(name, driver, required=True, min_items=least)
        for name, least in (("drivers", None), ("crew", 1))
    )
    plan = Plan(
        design="D",
        database="d",
        collections=(
            collection("policies", "Policy", owner, drivers, crew, driver),
            collection("drivers", "Driver"),
        ),
    )
    text = mermaid_text(plan)
    for ends, path in (
        ("o--o|", "owner.driver_id"),
        ("o--o{", "drivers.driver_id"),
        ("o--|{", "crew.driver_id"),
        ("o--||", "driver_id"),
    ):
        assert f'c1 }}{ends} c2 : "{path.replace("_", "#95;")}"' in text


def test_a_field_of_a_parent_without_a_collection_says_whose_it_is() -> None:
    folded = field("host_name", relationship="r", entity="Host")
    plan = Plan(design="D", database="d", collections=(collection("log_lines", "LogLine", folded),))
    assert 'host#95;name, of Host"' in mermaid_text(plan)
    assert "of Host" in dot(plan)
