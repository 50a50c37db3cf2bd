"""What the pages of a design show: the university of the first seed, and hostile or faulty designs."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from designs import store
from designs.delivery.compiled.compiled_design import opened
from designs.delivery.output import dot
from designs.delivery.pages.report_page import blocks
from designs.kept import MEMORY
from designs.models import Design
from designs.views.decisions import _by_reason

from .conftest import LIBRARY, small_design

pytestmark = pytest.mark.usefixtures("library")

HOSTILE = "</bdi><script>alert(1)</script><img src=x onerror=alert(1)>\"'\u202e"


def text_of(response: Any) -> str:
    return response.content.decode()


@pytest.fixture
def shown(client: Client, db: None) -> Any:
    """Gets a page of a design whose row holds this text, valid or not."""

    def show(page: str, design: dict[str, Any]) -> Any:
        Design.objects.filter(slug="tried").delete()
        text = json.dumps(design)
        Design.objects.create(slug="tried", name=design["name"], text=text, more="{}", in_library=True)
        return client.get(f"/designs/tried/{page}")

    return show


def test_the_overview_names_every_decision_and_collection(client: Client) -> None:
    page = text_of(client.get("/designs/university/"))
    plan = opened((LIBRARY / "university.json").read_bytes()).plan
    assert plan["decisions"] and plan["collections"]
    for decision in plan["decisions"]:
        assert decision["strategy"] in page and f'<bdi title="{decision["relationship"]}">' in page
    for collection in plan["collections"]:
        assert f"<bdi>{collection['name']}</bdi>" in page
    for of in ("documents", "decisions"):
        assert f'<dt><a href="/designs/university/{of}/">' in page


def test_documents_are_shown_with_their_comments(client: Client) -> None:
    page = text_of(client.get("/designs/university/documents/"))
    assert re.search(r'<span class="k-c1">//[^<]*Embedded', page)
    assert "$jsonSchema" in page


def drawings(page: str) -> int:
    """How many diagrams a page shows: the icons of its buttons are none."""
    return len(re.findall(r'<svg (?!class="icon")', page))


@pytest.fixture
def _nothing_drawn_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    MEMORY.clear()


@pytest.mark.usefixtures("_nothing_drawn_yet")
def test_a_page_opens_before_its_diagrams_are_drawn(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(text: str, formats: Any) -> Any:
        raise AssertionError("drawn while the page was made")

    monkeypatch.setattr(dot, "draw", never)
    for page, frames in (("", 1), ("diagrams/", 2), ("downloads/", 0)):
        shown = text_of(client.get(f"/designs/university/{page}"))
        assert shown.count('hx-trigger="load"') == frames and not drawings(shown)
        assert shown.count('<a href="/designs/university/diagrams/documents/">') == min(frames, 1)


@pytest.mark.usefixtures("_nothing_drawn_yet")
@pytest.mark.parametrize("view", ["conceptual", "documents"])
def test_a_diagram_is_asked_for_apart(client: Client, view: str) -> None:
    address = f"/designs/university/diagrams/{view}/"
    piece = text_of(client.get(address, headers={"HX-Request": "true"}))
    whole = text_of(client.get(address))
    assert drawings(piece) == drawings(whole) == 1
    assert "<html" not in piece and "<h1" in whole
    assert client.get("/designs/university/diagrams/nothing/").status_code == 404


@pytest.mark.usefixtures("_nothing_drawn_yet")
def test_a_diagram_once_drawn_comes_with_the_page(client: Client) -> None:
    awaited = re.search('class="diagram (\\w+) awaited"', text_of(client.get("/designs/university/")))
    client.get("/designs/university/diagrams/documents/")
    page = text_of(client.get("/designs/university/"))
    assert drawings(page) and awaited and f'class="diagram {awaited[1]}"' in page


def test_diagrams_are_there_as_text_too(client: Client) -> None:
    page = unescape(text_of(client.get("/designs/university/diagrams/")))
    for file in opened((LIBRARY / "university.json").read_bytes()).within("diagrams"):
        assert file.text.strip() in page


def test_revisions_and_overflow_can_be_left_out_of_the_drawing(client: Client) -> None:
    address = "/designs/city-theatre/diagrams/"
    whole, plain = (unescape(text_of(client.get(address + query))) for query in ("", "?plain=yes"))
    assert "contract_revisions" in whole and f'href="{address}?plain=yes"' in whole
    drawing = re.search(r'<h2 id="documents">.*?DOT source.*?</pre>', plain, re.DOTALL)
    assert drawing and "contract_revisions" not in drawing[0] and "contracts" in drawing[0]
    assert f'href="{address}">Show all</a>' in plain
    piece = text_of(client.get(f"{address}documents/?plain=yes", headers={"HX-Request": "true"}))
    assert "contract_revisions" not in piece
    university = text_of(client.get("/designs/university/diagrams/?plain=yes"))
    assert "Leave out revision" not in university and "Show all" not in university


def test_documents_that_no_sheet_holds_are_shown_in_pages(client: Client) -> None:
    brought = LIBRARY.parents[1] / "tests" / "oracle" / "designs" / "at_length" / "pharmacy.json"
    store.create(brought.read_text(encoding="utf-8"), slug="pharmacy", in_library=True)
    address = "/designs/pharmacy/diagrams/"
    assert f'href="{address}?pages=yes">Split the documents diagram into pages to print</a>' in text_of(
        client.get(address)
    )
    page = text_of(client.get(f"{address}?pages=yes"))
    titles = re.findall(r'<h2 id="documents-(\d)">[a-z_]+ and \d+ more \(\d of (\d)\)</h2>', page)
    assert titles == [("1", "2"), ("2", "2")]
    assert "data-print" in page and "/files/diagrams/" not in page
    piece = text_of(client.get(f"{address}documents-2/", headers={"HX-Request": "true"}))
    assert "on another page" in piece and drawings(piece)
    assert client.get(f"{address}documents-3/").status_code == 404
    small = text_of(client.get("/designs/university/diagrams/?pages=yes"))
    assert "into pages" not in small and 'id="conceptual"' in small
    assert client.get("/designs/university/diagrams/documents-1/").status_code == 404


def test_the_setup_script_stands_first_and_open(client: Client) -> None:
    page = text_of(client.get("/designs/university/scripts/"))
    files = re.findall(r'<a href="\?file=([^"]+)"( aria-current="page")?>', page)
    assert files[0] == ("mongosh/setup.js", ' aria-current="page"')
    assert len([path for path, _ in files if path.startswith("mongosh/")]) == 8
    assert [path for path, current in files if current] == ["mongosh/setup.js"]
    assert files[-1][0] == "report.md"


def test_any_file_of_a_design_is_shown_and_no_other(client: Client) -> None:
    address = "/designs/university/scripts/?file="
    assert "<bdi>plan.json</bdi></h2>" in text_of(client.get(f"{address}plan.json"))
    for other in ("../plan.json", "mongosh/none.js", "<b>"):
        page = text_of(client.get(address + other))
        assert "<bdi>mongosh/setup.js</bdi></h2>" in page and "<b>" not in page


def test_the_scripts_say_that_functions_write_when_called(client: Client) -> None:
    lead = (
        text_of(client.get("/designs/web-shop/scripts/")).partition('class="lead">')[2].partition("</p>")[0]
    )
    assert "write only when you call them" in lead


def test_decisions_show_reason_rule_and_what_was_rejected(client: Client) -> None:
    page = text_of(client.get("/designs/university/decisions/"))
    for decision in opened((LIBRARY / "university.json").read_bytes()).plan["decisions"]:
        assert decision["rule"] in page
        assert all(other["strategy"] in page for other in decision["rejected"])


def test_decisions_say_once_why_several_alternatives_are_out() -> None:
    """Six lines said that another relationship stores the id of a clerk."""
    out = [
        {"strategy": strategy, "by": by, "because": because}
        for strategy, by, because in (
            ("SUBSET", "B3", "few"),
            ("EMBED_ARRAY", "G9", "ids"),
            ("OUTLIER", "G9", "ids"),
        )
    ]
    groups = _by_reason(out)
    assert [(each["by"], [way["strategy"] for way in each["ways"]]) for each in groups] == [
        ("B3", ["SUBSET"]),
        ("G9", ["EMBED_ARRAY", "OUTLIER"]),
    ]


def test_the_report_is_shown_whole(client: Client) -> None:
    page = text_of(client.get("/designs/university/report/"))
    article = page.partition("<main")[2].partition("</article>")[0]
    made = opened((LIBRARY / "university.json").read_bytes()).files
    found = blocks(next(file.text for file in made if file.path == "report.md"))
    pieces = [block.html for block in found[1:]] + [
        cell for block in found for row in block.rows for cell in row
    ]
    told = article.replace('<a href="/designs/university/findings/">Findings</a>', "Findings")
    assert told != article  # the report only names them; its page leads there
    assert len(pieces) > 200 and [piece for piece in pieces if piece not in told] == []


def test_a_missing_dot_is_a_warning_and_all_else_is_shown(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dot, "installed", lambda: None)
    for page in ("diagrams/documents/", "downloads/"):
        shown = text_of(client.get(f"/designs/university/{page}"))
        assert "apt install graphviz" in shown and "brew install graphviz" in shown
        assert not drawings(shown) and "documents.mmd" in shown
    assert "documents.dot" in shown and "documents.png" not in shown
    assert "Decisions" in text_of(client.get("/designs/university/"))
    assert client.get("/designs/university/files/diagrams/documents.png").status_code == 503


def test_a_slow_dot_is_said_in_place_of_its_diagram(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = dot.Drawing({}, "The diagrams were not drawn as svg: the layout takes longer than 20 s")
    MEMORY.clear()
    monkeypatch.setattr(dot, "draw", lambda *args: slow)
    piece = text_of(client.get("/designs/university/diagrams/documents/", headers={"HX-Request": "true"}))
    assert "longer than 20 s" in piece and "documents.dot" in piece
    undrawn = client.get("/designs/university/files/diagrams/documents.png")
    assert undrawn.status_code == 503 and "longer than 20 s" in text_of(undrawn)


@pytest.mark.parametrize(
    "page", ["", "documents/", "diagrams/", "diagrams/documents/", "scripts/", "queries/", "decisions/", "findings/", "report/", "downloads/"],
)  # fmt: skip
def test_hostile_names_stay_text(shown: Any, page: str) -> None:
    design = small_design(name=HOSTILE, description=HOSTILE, database="small")
    design["entities"][0] |= {"name": HOSTILE, "description": HOSTILE}
    design["entities"][0]["fields"].append({"name": HOSTILE, "type": "string", "description": HOSTILE})
    design["relationships"][0] |= {"name": HOSTILE}
    design["relationships"][0]["from"] |= {"entity": HOSTILE, "field": "emails"}
    response = shown(page, design)
    assert response.status_code == 200, text_of(response)
    assert "<script>" not in text_of(response)
    ours = re.findall('<script [^>]*src="/static/', text_of(response))
    assert text_of(response).count("<script") == len(ours)
    assert "<img src=x" not in text_of(response)


def test_a_design_with_faults_is_a_page_that_lists_them(shown: Any) -> None:
    design = small_design()
    design["relationships"][0]["to"]["entity"] = "Emial"
    response = shown("", design)
    assert response.status_code == 422
    assert "Emial" in text_of(response) and "to.entity" in text_of(response)


def test_a_design_without_relationships_says_so(shown: Any) -> None:
    design = small_design(relationships=[])
    assert "No decisions yet" in text_of(shown("", design))
    assert "No decisions yet" in text_of(shown("decisions/", design))
