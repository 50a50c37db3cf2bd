"""What functions leave behind: nothing in the designs that we ship, and a maker that forgets a place is noticed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from designs.compiler import read
from designs.compiler.operations.effects.entering import Entering
from designs.compiler.operations.effects.letting_go import LettingGo
from designs.compiler.operations.functions import subsets
from designs.compiler.operations.functions.links import arrays, dropping, two_way
from designs.compiler.operations.passes import cross_document_results, same_document_results
from designs.compiler.operations.results import counting
from designs.compiler.operations.write import unlink
from tests.compiler.library import ROOT
from tests.compiler.write_effects import left_behind

SHIPPED = sorted((ROOT / "designs").glob("library/*.json")) + sorted(
    (ROOT / "designs").glob("handbook/*.json")
)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_no_function_leaves_a_stored_place_behind(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if read(text).value is not None:  # the handbook's list of sides is no design
        assert list(map(str, left_behind(text))) == []


class Forgetful(NamedTuple):
    """A bug to plant. places: the modules and names of what is replaced, each with what it becomes; design: of the
    library; seen: what must be said of it."""

    places: tuple[tuple[ModuleType | type, str, Callable[..., Any]], ...]
    design: str
    seen: str


def _same(recipe: Any, *_: Any, **__: Any) -> Any:
    return recipe


def _nothing(*_: Any, **__: Any) -> list[Any]:
    return []


def _forgets_one_end(recipe: Any, listing: Any, *rest: Any, **more: Any) -> Any:
    return recipe if listing.side == "to" else arrays.put_id(recipe, listing, *rest, **more)


FORGETFUL = {
    "a slice": Forgetful(
        ((subsets, "fill", _same), (Entering, "added", _nothing)), "electronics_store", "left: products.recent_reviews[]"
    ),
    "a sum of others": Forgetful(
        ((counting, "shift", _nothing), (cross_document_results, "_groups", _nothing)),
        "template_account_transactions", "left: accounts.sent",
    ),
    "a result in the same document": Forgetful(
        ((same_document_results, "results_of", _nothing),), "web_shop", "left: orders.totals.subtotal"
    ),
    "the other end of a link": Forgetful(
        ((two_way, "put_id", _forgets_one_end),), "bookshop", "left: books.authors[]"
    ),
    "a list of what is deleted": Forgetful(
        ((dropping, "take_out", _same), (unlink, "take_out", _same), (LettingGo, "added", _nothing)),
        "task_tracker", "left: people.tasks[]",
    ),
}  # fmt: skip


@pytest.mark.parametrize("forgotten", FORGETFUL)
def test_what_a_maker_forgets_is_noticed(forgotten: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bug = FORGETFUL[forgotten]
    for module, name, planted in bug.places:
        monkeypatch.setattr(module, name, planted)
    text = (ROOT / "designs" / "library" / f"{bug.design}.json").read_text(encoding="utf-8")
    lines = list(map(str, left_behind(text)))
    assert any(bug.seen in line for line in lines), lines


def test_a_list_that_a_maker_forgets_is_written_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "designs" / "library" / "task_tracker.json").read_text(encoding="utf-8")
    for module in (dropping, unlink):
        monkeypatch.setattr(module, "take_out", _same)
    assert not left_behind(text)
