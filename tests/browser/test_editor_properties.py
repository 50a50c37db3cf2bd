"""The inspector: every property in its group, what the server refuses told at its place, sliders with their flips."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from .drawing import LIBRARY, Board, board_of, each, each_put_back, listed, shop_board
from .watched import SIZES, Watched


@pytest.fixture
def board(watched: Watched, live_server: Any) -> Board:
    """The web shop of a signed-in person, open in the editor."""
    return shop_board(watched, live_server.url, "?bench")


def choose(board: Board, kind: str, name: str) -> None:
    listed(board.page, kind, name).click()
    expect(board.page.locator("#inspector h2")).to_have_text(name)


def part(board: Board, name: str) -> Locator:
    """A control, its group opened."""
    place = board.page.locator(f'#inspector [data-part="{name}"]')
    if not place.is_visible():
        inside = board.page.locator(f'[data-part="{name}"]')
        board.page.locator("#inspector details", has=inside).locator("summary").click()
    return place


def stored(board: Board, kind: str, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in board.saved()[kind] if one["name"] == name)
    return found


def what_stands_in_groups_is_set_and_taken_back(board: Board) -> None:
    choose(board, "entities", "Session")
    part(board, "retention.policy").select_option("ttl")
    seconds = part(board, "retention.seconds")
    seconds.fill("3600")
    seconds.press("Enter")
    assert stored(board, "entities", "Session")["retention"]["seconds"] == 3600
    part(board, "retention.policy").select_option("")
    seconds.wait_for(state="detached")
    assert "retention" not in stored(board, "entities", "Session")


def a_list_of_rows_is_kept_once_it_has_what_it_needs(board: Board) -> None:
    choose(board, "entities", "Session")
    before = stored(board, "entities", "Session").get("indexes", [])
    part(board, "indexes.more").click()
    keys = part(board, f"indexes.{len(before)}.keys")
    part(board, f"indexes.{len(before)}.unique").select_option("0")
    assert stored(board, "entities", "Session").get("indexes", []) == before
    keys.fill("_id 1")
    keys.press("Tab")
    made = stored(board, "entities", "Session")["indexes"][-1]
    assert made == {"keys": [["_id", 1]], "unique": True}
    board.page.get_by_role("button", name=f"Remove Custom indexes {len(before) + 1}").click()
    assert stored(board, "entities", "Session").get("indexes", []) == before


_CUT = """(rows) => rows.flatMap((row) => [...row.querySelectorAll("select")]).filter((one) => {
  const said = document.createElement("span"), { fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(one);
  said.style.cssText = `position: fixed; white-space: nowrap; font: ${fontSize} ${fontFamily}`;
  said.textContent = one.selectedOptions[0].textContent;
  document.body.append(said);
  const wide = said.offsetWidth + parseFloat(paddingLeft) + parseFloat(paddingRight) + 18;  // 18: the arrow
  said.remove();
  return wide > one.clientWidth;
}).map((one) => one.selectedOptions[0].textContent)"""


def what_a_row_of_a_list_chooses_is_read_whole(board: Board) -> None:
    choose(board, "operations", "oldest order to pack")
    part(board, "filter.more").click()
    part(board, "sort.more").click()
    assert board.page.locator("#inspector .columns").evaluate_all(_CUT) == []


def nested_conditions_are_typed_and_told_at_their_place(board: Board) -> None:
    name = next(one["name"] for one in board.saved()["operations"] if "always_filter" in one)
    choose(board, "operations", name)
    asked = part(board, "always_filter")
    expect(asked).to_have_value("status = processing")
    asked.fill("status = processing, (order_number exists or (order_number = A1")
    asked.press("Tab")
    board.page.get_by_text("Unclosed parenthesis at character 46: (order_number = A1").wait_for()
    text = "status = processing, (order_number exists or order_number = A1)"
    asked.fill(text)
    asked.press("Tab")
    wanted = {"status": "processing", "$or": [{"order_number": {"$exists": True}}, {"order_number": "A1"}]}
    assert stored(board, "operations", name)["always_filter"] == wanted
    priority = part(board, "priority")
    priority.fill("2")
    priority.press("Tab")
    found = stored(board, "operations", name)
    assert found["priority"] == 2 and found["always_filter"] == wanted
    expect(asked).to_have_value(text)


def what_cannot_be_read_is_told_at_once_and_nothing_is_sent(board: Board) -> None:
    choose(board, "entities", "Session")
    count = part(board, "count")
    before = stored(board, "entities", "Session").get("count")
    count.fill("a lot")
    count.press("Tab")
    board.page.locator("#inspector label", has_text="Documents").get_by_text("Enter a number").wait_for()
    assert stored(board, "entities", "Session").get("count") == before
    count.fill("2e4")
    count.press("Tab")
    assert stored(board, "entities", "Session")["count"] == 20_000


def test_what_the_server_refuses_stands_in_its_place_with_why(board: Board, watched: Watched) -> None:
    watched.expected.add(422)
    choose(board, "relationships", "images")
    average = part(board, "from.has.p95")
    average.fill("900000")
    average.press("Tab")
    wrong = board.page.locator("#inspector .problem", has_text="Couldn’t save")
    wrong.wait_for()
    again = part(board, "from.has.p95")
    expect(again).to_have_value("900000")
    expect(again).to_have_attribute("aria-invalid", "true")
    assert "p95" not in stored(board, "relationships", "images")["from"]["has"]
    # Another one does not take its place.
    average = part(board, "from.has.average")
    average.fill("800000")
    average.press("Tab")
    board.page.locator("#inspector .problem", has_text="Couldn’t save 800000").wait_for()
    expect(part(board, "from.has.p95")).to_have_value("900000")
    expect(wrong).to_have_count(2)
    for name in ("from.has.average", "from.has.p95"):
        part(board, name).fill("")
        part(board, name).press("Tab")
    wrong.first.wait_for(state="detached")


def tab_goes_from_one_property_to_the_next_though_each_is_kept(board: Board) -> None:
    choose(board, "entities", "Session")
    part(board, "count").select_text()
    board.page.keyboard.type("5000")
    board.press("Tab")
    board.page.keyboard.type("20/h")
    board.press("Tab", "Control+a")
    board.page.keyboard.type("Who is here")
    board.press("Tab")
    found = stored(board, "entities", "Session")
    assert (found["count"], found["inserts_per_day"], found["description"]) == (5000, 480, "Who is here")


def slid(board: Board) -> str:
    """One step further: what the slider says then, for where it rests the rules answer soon."""
    step = "() => new Promise((done) => addEventListener('input', ({ target }) => done(target.ariaValueText), { once: true }))"
    with_step = board.page.evaluate_handle(f"() => ({{ said: ({step})() }})")
    board.press("ArrowRight")
    return str(with_step.evaluate("(one) => one.said"))


def sliding_says_what_it_becomes_and_only_apply_keeps_it(board: Board) -> None:
    choose(board, "relationships", "images")
    board.tab("Why")
    mark = board.page.locator("#inspector .thresholds .mark", has_text=">").first
    mark.wait_for()
    edge, strategy = mark.inner_text().removeprefix("≥ ").removeprefix("> ").split(" → ")
    slider = board.page.get_by_role("slider", name="Maximum per Product")
    beyond = str(int(edge) + (0 if "≥" in mark.inner_text() else 1))
    before = board.saved()
    slider.focus()
    said = ""
    for _ in range(60):
        if strategy in said:
            break
        said = slid(board)
    assert said.startswith(f"{beyond}: switches to")
    board.press("Tab")
    assert board.saved() == before  # so far it was only tried
    board.page.get_by_role("button", name="Apply").click()
    board.page.get_by_text(f"Product → Image is now {strategy}").wait_for()
    assert stored(board, "relationships", "images")["from"]["has"]["max"] > int(edge) - 1


def a_mark_takes_one_there(board: Board) -> None:
    choose(board, "relationships", "images")
    board.tab("Why")
    mark = board.page.locator("#inspector .turns .mark").first
    mark.wait_for()
    strategy = mark.inner_text().split(" → ")[1]
    before = board.saved()
    mark.click()
    apply = board.page.locator("#inspector .turns").get_by_role("button", name="Apply")
    expect(mark).to_have_attribute("aria-pressed", "true")
    assert board.saved() == before  # so far it was only tried, as with a slider
    apply.click()
    board.page.get_by_text(f"Product → Image is now {strategy}").wait_for()


def test_a_flip_to_the_other_holder_says_so(watched: Watched, live_server: Any) -> None:
    """The array stays one of references: only the end that holds it would be another."""
    raw = json.loads((LIBRARY / "parts_catalogue.json").read_bytes())
    board = board_of(watched, live_server.url, raw)
    choose(board, "relationships", "parts")
    board.tab("Why")
    other = "One-way references, stored in Part instead of Product"
    board.page.locator("#inspector .thresholds .mark", has_text=f"≥ 1,000 → {other}").wait_for()
    assert other in board.page.locator("#inspector .turns .mark", has_text="no limit").inner_text()
    slider = board.page.get_by_role("slider", name="Maximum per Product")
    said = board.page.locator(".slider", has=slider).locator(".becomes").inner_text()
    slider.focus()
    for _ in range(200):
        if said.startswith("1,000:"):
            break
        assert "switches to" not in said
        said = slid(board)
    assert said == f"1,000: switches to {other}"
    board.page.set_viewport_size({"width": 390, "height": 844})
    assert watched.too_wide() == []


def test_a_slider_tells_a_number_that_nobody_stated_from_one_without_bound(
    watched: Watched, live_server: Any
) -> None:
    raw = json.loads((LIBRARY / "parts_catalogue.json").read_bytes())
    for one in raw["relationships"]:
        for key in ("navigation", "copies"):  # each of them says which side holds the links
            one.pop(key, None)
    board = board_of(watched, live_server.url, raw | {"operations": []})
    choose(board, "relationships", "parts")
    board.tab("Why")
    board.page.wait_for_selector('#inspector .thresholds[data-told]:not([data-told=""])', state="attached")
    sliders = board.page.locator("#inspector .slider")
    reads = sliders.filter(has_text="reads per day").first
    expect(reads.locator(".becomes")).to_have_text(re.compile("^Not set: "))
    expect(reads.locator("input")).to_have_value("0")
    assert "No limit" not in reads.inner_text()


# Values of one word that stand on two lines.
_BROKEN = """(values) => values.filter((one) => !/\\s/.test(one.textContent) && one.getClientRects().length > 1)
  .map((one) => one.textContent)"""


def advice_speaks_as_the_page_of_decisions_and_leads_to_the_handbook(board: Board) -> None:
    choose(board, "relationships", "orders")
    decision = board.page.locator("#inspector .decision")
    expect(decision.locator("dd")).to_have_text(["No limit", "78%", "20,000"])
    expect(decision.locator(".strategy")).to_have_text("Subset")
    board.tab("Alternatives")
    advice = board.page.locator("#inspector-alternatives")
    expect(advice.get_by_role("link", name="G1").first).to_have_attribute("title", "No unbounded arrays")
    out = ["Ruled out" in one for one in advice.locator(".other").all_inner_texts()]
    assert out == sorted(out) and True in out and False in out  # what is possible first
    expect(advice.get_by_role("button", name="Use this")).to_have_count(out.count(False))
    assert "_" not in advice.inner_text()
    board.tab("Why")
    advice = board.page.locator("#inspector .said-why")
    expect(advice.get_by_role("row", name="share of customer reads that need orders")).to_contain_text(
        "workload"
    )
    expect(advice.get_by_role("row", name="maximum orders per customer")).to_contain_text("no limit")
    expect(decision.locator("a", has_text="B3")).to_have_attribute("href", "/handbook/rules/common-slice/")
    expect(advice.get_by_role("link", name="SUBSET")).to_have_attribute("href", "/handbook/patterns/subset/")
    turns = board.page.locator("#inspector .turns")
    expect(turns).to_contain_text("growth of orders per customer: limited → Parent reference")
    assert "_" not in re.sub(r"[A-Z_]+", "", advice.inner_text())
    assert advice.locator("td bdi").evaluate_all(_BROKEN) == []
    with board.page.expect_popup() as opened:  # beside the drawing
        decision.locator("a", has_text="B3").click()
    expect(opened.value.get_by_role("heading", level=1)).to_be_visible()


def a_finding_of_what_is_selected_leads_to_the_handbook(board: Board) -> None:
    choose(board, "entities", "Customer")
    board.tab("Findings")
    finding = board.page.locator("#inspector .finding").first
    expect(finding.locator("a")).to_have_attribute("href", re.compile("^/handbook/checks/"))


LOOKS = (
    a_finding_of_what_is_selected_leads_to_the_handbook,
    advice_speaks_as_the_page_of_decisions_and_leads_to_the_handbook,
)


def test_what_is_told_leads_to_the_handbook(board: Board, subtests: pytest.Subtests) -> None:
    each(LOOKS, board, subtests)


def what_operations_say_stands_beside_what_is_stated(board: Board) -> None:
    choose(board, "relationships", "images")
    share = part(board, "accessed_together")
    told = board.page.locator("[data-derived=accessed_together]")
    told.get_by_text("Workload: ").wait_for()
    value = float(told.inner_text().split()[-1])
    other = 0.01 if value > 0.5 else 0.99
    share.fill(str(other))
    share.press("Tab")
    told.get_by_text(f"you entered {other}").wait_for()
    told.get_by_role("button", name="Use workload value").click()
    told.get_by_text("you entered").wait_for(state="detached")
    assert "accessed_together" not in stored(board, "relationships", "images")


OPENED = {"entities": "Session", "relationships": "images", "operations": "visitor seen", "fields": "url"}


@pytest.mark.at_length
def test_all_of_it_open_is_accessible(board: Board, watched: Watched, subtests: pytest.Subtests) -> None:
    """On a desk and on a phone."""
    for kind, name in OPENED.items():
        with subtests.test(kind):
            is_accessible_open(board, watched, kind, name)
        board.rest()


def is_accessible_open(board: Board, watched: Watched, kind: str, name: str) -> None:
    if kind == "fields":
        board.card("Image").locator("li", has_text=name).click()
        # Not the parts of what was shown before.
        expect(board.page.locator("#inspector h2")).to_contain_text(name)
    else:
        choose(board, kind, name)
    closed = board.page.locator("#inspector details:not([open]) > summary")
    while closed.count():
        closed.first.click()
    for more in board.page.locator('#inspector [data-part$=".more"]').all():
        more.click()
    opened = board.page.locator("#inspector details[open]").count()
    assert opened > 1
    for width, height in SIZES.values():
        board.page.set_viewport_size({"width": width, "height": height})
        panel = board.page.locator("#inspector")
        if not panel.is_visible():  # on a phone, until it was opened once
            board.page.locator(".bar [data-do=show_inspector]").click()
        expect(panel).to_be_visible()
        expect(panel.locator("details[open]")).to_have_count(opened)
        assert [*watched.inaccessible("#inspector"), *watched.too_wide()] == []
        assert panel.evaluate("(one) => one.scrollWidth <= one.clientWidth + 1")


def test_what_another_decision_rules_out_has_no_button(watched: Watched, live_server: Any) -> None:
    """What one's own choice replaces is named without a rule."""
    entities = [{"name": name} for name in ("Owner", "Pet", "Visit")]
    owns = ("pets", "Owner", "Pet", 30), ("visits", "Pet", "Visit", 500)
    relationships = [
        {
            "name": name,
            "kind": "one-to-many",
            "from": {"entity": one, "has": {"max": most}},
            "to": {"entity": many, "has": {"min": 1, "max": 1}},
        }
        for name, one, many, most in owns
    ]
    design = {"format": "nestlink/1", "name": "Vets", "database": "vets"}
    board = board_of(
        watched, live_server.url, design | {"entities": entities, "relationships": relationships}
    )
    choose(board, "relationships", "pets")
    board.tab("Alternatives")
    ways = board.page.locator("#inspector-alternatives li")
    embedded = ways.filter(has_text="Embedded array")
    expect(embedded).to_contain_text("Ruled out")
    expect(embedded.get_by_role("link", name="G9")).to_be_visible()
    expect(embedded.get_by_role("button")).to_have_count(0)
    board.tab("Properties")
    embedded_option = part(board, "strategy").locator("option", has_text="Embedded array:")
    expect(embedded_option).to_be_disabled()
    expect(embedded_option).to_contain_text("needs a collection")
    choose(board, "entities", "Pet")
    assert [one for one in part(board, "kind").locator("option").all_inner_texts() if "Entity" in one] == [
        "Entity (default)"
    ]
    choose(board, "relationships", "visits")
    board.tab("Alternatives")
    ways.filter(has_text="Child references").get_by_role("button", name="Use this").click()
    recommended = ways.filter(has_text="Recommended by")
    expect(recommended).to_have_count(1)
    expect(recommended).not_to_contain_text("forced")


def test_the_ends_of_a_link_are_told_by_their_entities(watched: Watched, live_server: Any) -> None:
    """Of one entity alone, by what each end calls the other."""
    board = board_of(watched, live_server.url, linked("Student", "Course"))
    choose(board, "relationships", "links")
    owner = part(board, "link_owner")
    assert owner.locator("option").all_text_contents()[-2:] == ["Student", "Course"]
    owner.select_option(label="Course")
    expect(owner).to_have_value("1")
    assert stored(board, "relationships", "links")["link_owner"] == "to"


def test_the_ends_of_one_entity_are_told_by_their_names(watched: Watched, live_server: Any) -> None:
    raw = linked("Person", "Person")
    raw["relationships"][0] |= {"kind": "graph"}
    for side, field in (("from", "follows"), ("to", "followers")):
        raw["relationships"][0][side]["field"] = field
    board = board_of(watched, live_server.url, raw)
    choose(board, "relationships", "links")
    options = part(board, "link_owner").locator("option").all_text_contents()
    assert options[-2:] == ["Person · follows", "Person · followers"]


def linked(one: str, other: str) -> dict[str, Any]:
    """Two entities, or one, with a relationship whose links have a field of their own."""
    return {
        "format": "nestlink/1",
        "name": "Links",
        "database": "links",
        "entities": [
            {"name": name, "fields": [{"name": "name", "type": "string"}]}
            for name in dict.fromkeys((one, other))
        ],
        "relationships": [
            {
                "name": "links",
                "kind": "many-to-many",
                "from": {"entity": one, "has": {"min": 0, "max": 10}},
                "to": {"entity": other, "has": {"min": 0, "max": 10}},
                "link_fields": [{"name": "since", "type": "date"}],
            }
        ],
    }


ACTS = (
    what_stands_in_groups_is_set_and_taken_back,
    a_list_of_rows_is_kept_once_it_has_what_it_needs,
    what_a_row_of_a_list_chooses_is_read_whole,
    nested_conditions_are_typed_and_told_at_their_place,
    what_cannot_be_read_is_told_at_once_and_nothing_is_sent,
    tab_goes_from_one_property_to_the_next_though_each_is_kept,
    what_operations_say_stands_beside_what_is_stated,
    sliding_says_what_it_becomes_and_only_apply_keeps_it,
    a_mark_takes_one_there,
)


def test_what_is_stated_is_kept(board: Board, subtests: pytest.Subtests) -> None:
    """On one page: what each did is put back before the next."""
    each_put_back(ACTS, board, subtests)
