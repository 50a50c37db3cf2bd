"""Cards in columns: as many as let a drawing be largest on a sheet, and no two linked ones in one."""

from __future__ import annotations

from itertools import pairwise

from designs.compiler.emit.dot import Cell, Table, TextRun, size_of
from designs.compiler.emit.flow import MOST_CARDS, columns, is_readable, parts_in_columns

GAP = 200.0


def sizes(nodes: list[str], width: float = 200, height: float = 150) -> dict[str, tuple[float, float]]:
    return dict.fromkeys(nodes, (width, height))


def test_a_long_chain_stands_in_few_columns() -> None:
    nodes = [f"n{number}" for number in range(12)]
    links = list(pairwise(nodes))
    column = columns(nodes, links, sizes(nodes), GAP)
    assert column is not None and max(column.values()) < 5
    assert all(column[tail] != column[head] for tail, head in links)
    assert is_readable(nodes, links, column, sizes(nodes), GAP)
    assert not is_readable(nodes, links, {node: place for place, node in enumerate(nodes)}, sizes(nodes), GAP)


def test_most_links_lead_on_and_a_loop_stays() -> None:
    nodes = ["a", "b", "c"]
    column = columns(nodes, [("a", "b"), ("a", "c"), ("a", "a")], sizes(nodes), GAP)
    assert column == {"a": 0, "b": 1, "c": 1}


def test_what_is_too_much_for_any_sheet_is_left_alone() -> None:
    nodes = [f"n{number}" for number in range(MOST_CARDS + 1)]
    assert columns(nodes, [], sizes(nodes), GAP) is None
    assert columns(nodes[:MOST_CARDS], [], sizes(nodes), GAP) is not None
    assert columns(nodes[:1], [], sizes(nodes), GAP) is None


def test_parts_that_nothing_joins_are_held_in_their_columns() -> None:
    column = {"a": 0, "b": 1, "c": 0, "d": 2}
    joints = parts_in_columns(["a", "b", "c", "d"], [("a", "b")], column)
    assert (("b", "d"), 1) in joints
    assert all(column[head] - column[tail] == span for (tail, head), span in joints)


def test_a_table_is_as_wide_as_its_widest_row_and_as_high_as_all() -> None:
    row = (Cell(runs=(TextRun(text="0123456789", size=10),)),)
    width, height = size_of(Table(rows=(row, row), padding=3))
    assert (round(width), height) == (64, 37.0)
    assert size_of(Table(rows=((Cell(table=Table(rows=(row, row), padding=3)),),))) == (width, height)
