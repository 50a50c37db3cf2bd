"""Types are offered while a field is typed, and an operation takes names as they stand on the canvas."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .drawing import BLANK, Board, board_of, each_put_back
from .watched import Watched

Json = dict[str, Any]


@pytest.fixture
def board(watched: Watched, live_server: Any) -> Board:
    entities: list[Json] = [
        {"name": name, "fields": [{"name": "name", "type": "string"}]} for name in ("Vet", "Visit")
    ]
    entities[0]["inserts_per_day"] = 6
    ends = {
        "from": {"entity": "Vet", "has": {"min": 0, "max": None}},
        "to": {"entity": "Visit", "has": {"min": 1, "max": 1}},
    }
    design = {
        **BLANK,
        "entities": entities,
        "layout": {"Vet": {"x": 700, "y": 80}, "Visit": {"x": 100, "y": 80}},
        "relationships": [{"name": "visits", "kind": "one-to-many", **ends}],
        "operations": [
            {"name": "see visits", "kind": "read", "entity": "Visit", "filter": [{"field": "_id"}]}
        ],
    }
    return board_of(watched, live_server.url, design, "?bench")


def types_are_offered_behind_a_colon_and_enter_stays_the_fields(board: Board) -> None:
    board.card("Vet").locator("header").click()
    board.press("Escape")
    board.card("Vet").locator("header").click()
    board.press("Enter")
    types = board.page.locator("#types")
    board.page.keyboard.type("fee")
    expect(types).to_be_hidden()
    board.page.keyboard.type(": ")
    expect(types.locator("[role=option]").first).to_contain_text("string")
    board.page.keyboard.type("de")
    expect(types.locator("[role=option]").first).to_contain_text("decimal")
    board.press("ArrowDown", "Enter", "Enter")
    board.page.keyboard.type("phones: list of string")
    board.press("Enter")
    board.page.keyboard.type("at: int")
    board.press("Enter")
    expect(types).to_be_hidden()
    fields = next(one["fields"] for one in board.saved()["entities"] if one["name"] == "Vet")
    assert [(one["name"], one["type"]) for one in fields[1:]] == [
        ("fee", "decimal"),
        ("phones", "array"),
        ("at", "int"),
    ]


def a_name_of_several_words_is_written_as_one_and_typing_goes_on(board: Board) -> None:
    board.card("Vet").locator("header").click()
    board.press("Enter")
    board.page.keyboard.type("call time: string")
    board.press("Enter")
    expect(board.page.locator("#live")).to_contain_text("Added as call_time: names can’t contain spaces")
    board.page.keyboard.type("wrap: date")
    board.press("Enter")
    expect(board.page.locator("#live")).to_contain_text("wrap added")
    fields = next(one["fields"] for one in board.saved()["entities"] if one["name"] == "Vet")
    assert [one["name"] for one in fields[1:]] == ["call_time", "wrap"]


def a_number_that_is_offered_is_typed_over(board: Board) -> None:
    if board.page.locator("#workload").is_hidden():
        board.press("w")
    board.page.get_by_role("button", name="+ add vet").click()
    board.page.keyboard.type("300/h")
    board.press("Enter")
    (added,) = [one for one in board.saved()["operations"] if one["name"] == "add vet"]
    assert added["per_day"] == 7200


def what_is_wrong_in_an_object_says_where(board: Board) -> None:
    board.card("Vet").locator("header").click()
    board.press("Enter")
    board.page.keyboard.type("home: { pos: { lat: doubl } }")
    board.press("Enter")
    expect(board.card("Vet").locator(".trouble")).to_contain_text("home.pos")


def an_operation_takes_the_names_of_entities(board: Board) -> None:
    board.press("w")
    row = board.page.locator("#workload tbody tr").first
    for key, text, kept in (
        ("with", "Vet", "vet"),
        ("filter", "Vet", "vet_id"),
        ("per_day", "5000 a day", "5000"),
    ):
        cell = row.locator(f"[data-cell={key}]")
        cell.fill(text)
        cell.press("Enter")
        expect(cell).to_have_value(kept)
    (work,) = board.saved()["operations"]
    assert (work["includes"], work["filter"], work["per_day"]) == (["visits"], [{"field": "vet_id"}], 5000)
    cell = row.locator("[data-cell=with]")
    cell.fill("something that nobody has drawn")
    cell.press("Enter")
    problem = row.locator("td .problem", has_text="something")
    box, height = problem.bounding_box(), row.bounding_box()
    assert box and height and box["height"] < 60 and height["height"] < 120, (
        "said in a line or two, not in a column"
    )


def a_name_says_what_is_included_and_by_what_it_finds(board: Board) -> None:
    board.press("w")
    board.page.locator("#workload .new [data-cell=name]").fill("find vet by name with visits")
    board.page.locator("#workload .new [data-cell=name]").press("Enter")
    expect(board.page.locator("#live")).to_have_text("find vet by name with visits added")
    work = board.saved()["operations"][1]
    assert (work["kind"], work["entity"]) == ("read", "Vet")
    assert (work["filter"], work["includes"]) == ([{"field": "name"}], ["visits"])


def the_fields_of_a_pair_are_on_its_line_and_at_hand(board: Board) -> None:
    board.card("Vet").locator("header").click()
    board.page.locator("#tree [title=visits]").click()
    kind = board.page.locator("#inspector select[data-part=kind]")
    kind.select_option(label="Many to many")
    fields = board.page.locator("#inspector [data-part=link_fields]")
    fields.fill("dose_mg: int\nquantity: int\nnote: string")
    fields.blur()
    expect(board.page.locator(".line .badge title").first).to_contain_text("dose_mg, quantity +1")
    # Never its fields alone: the badge says the strategy, once both have the new one.
    board.page.wait_for_function(
        """() => {
          const told = document.querySelector("#inspector .decision .strategy bdi")?.textContent;
          return told && document.querySelector(".line .badge text")?.textContent.includes(told);
        }"""
    )
    (link,) = board.saved()["relationships"]
    assert [one["name"] for one in link["link_fields"]] == ["dose_mg", "quantity", "note"]


def the_view_is_as_before_once_nothing_more_is_typed(board: Board) -> None:
    camera = "() => { const { x, y, k } = nestlink.editor.stage.camera; return [x, y, k]; }"
    board.page.locator("#stage").focus()
    board.page.evaluate("() => nestlink.editor.stage.zoom(0.4 / nestlink.editor.stage.camera.k)")
    before = board.page.evaluate(camera)
    board.press("e")
    board.type("Track")
    assert board.page.evaluate(camera)[2] > before[2]  # near enough to be read
    board.press("Escape")
    assert board.page.evaluate(camera) == before
    board.press("F2")
    board.type("Trail")
    expect(board.page.get_by_label("Entity name")).to_have_count(0)
    board.press("Enter")
    board.type("length: int")
    board.press("Escape", "F2")
    board.type("Way")
    expect(board.card("Way").get_by_label("New field")).to_have_count(0)  # what has fields was only renamed


def a_word_typed_on_a_card_is_its_next_field(board: Board) -> None:
    board.card("Vet").locator("header").click()
    board.page.keyboard.type("phone: string")
    board.press("Enter", "Escape")
    # also where its first letter is a command
    board.page.keyboard.type("days: int")
    board.press("Enter", "Escape")
    fields = next(one["fields"] for one in board.saved()["entities"] if one["name"] == "Vet")
    assert [(one["name"], one["type"]) for one in fields] == [
        ("name", "string"),
        ("phone", "string"),
        ("days", "int"),
    ]
    expect(board.page.locator("#drawer-body")).to_be_hidden()


def what_is_refused_is_there_again_when_it_is_opened(board: Board) -> None:
    board.card("Vet").locator("header").click()
    board.press("Enter")
    field = board.card("Vet").get_by_label("New field")
    for leave in (
        lambda: board.press("Escape"),
        lambda: board.page.locator("#stage").click(position={"x": 9, "y": 9}),
    ):
        field.fill("fee: monney")
        board.press("Enter")
        expect(board.card("Vet").get_by_role("alert")).to_contain_text("Unknown type")
        leave()
        expect(field).to_have_count(0)
        expect(board.page.locator("#live")).to_contain_text("“fee: monney” wasn’t added")
        board.card("Vet").locator("header").click()
        board.press("Enter")
        expect(field).to_have_value("fee: monney")
    field.fill("fee: money")
    board.press("Enter", "Escape")
    assert board.saved()["entities"][0]["fields"][1]["name"] == "fee"
    board.press("Enter")
    expect(field).to_have_value("")


ACTS = (
    a_word_typed_on_a_card_is_its_next_field,
    what_is_refused_is_there_again_when_it_is_opened,
    types_are_offered_behind_a_colon_and_enter_stays_the_fields,
    a_name_of_several_words_is_written_as_one_and_typing_goes_on,
    what_is_wrong_in_an_object_says_where,
    an_operation_takes_the_names_of_entities,
    a_name_says_what_is_included_and_by_what_it_finds,
    the_fields_of_a_pair_are_on_its_line_and_at_hand,
    the_view_is_as_before_once_nothing_more_is_typed,
    a_number_that_is_offered_is_typed_over,
)


def test_what_is_typed(board: Board, subtests: pytest.Subtests) -> None:
    """On one page: what each did is put back before the next."""
    each_put_back(ACTS, board, subtests)
