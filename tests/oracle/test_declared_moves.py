"""An operation that changes whom something is linked to moves the link: nothing of the old one stays, and what the new
one knows comes along."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged

Json = dict[str, Any]
BY_CODE = [{"field": "isbn"}]


def update(name: str, *changes: str, of: str = "Book", filter: list[Json] | None = None, **more: Any) -> Json:
    """Return an update of a book by its number."""
    own = {"changes": list(changes)} if changes else {}
    return {
        "name": name, "kind": "update", "entity": of, "per_day": 5, "filter": filter or BY_CODE, **own, **more,
    }  # fmt: skip


def shop() -> Json:
    """Return a design in which books are on shelves that count them, in rooms without documents, and by authors."""
    single = {"min": 1, "max": 1}
    shelf = entity(
        "Shelf", field("label", required=True), field("colour"),
        field("books_here", "int", computed={"formula": "count(books)", "refresh": "on-write"}),
        field("pages_here", "int", computed={"formula": "sum(books.pages)", "refresh": "on-write"}),
    )  # fmt: skip
    return {
        "format": "nestlink/1", "name": "Shop", "database": "shop",
        "entities": [
            shelf,
            entity("Room", field("name", required=True, unique=True), field("seats", "int", required=True), field("floor")),
            entity("Author", field("name", required=True)),
            entity("Book", field("isbn", required=True, unique=True), field("title", required=True),
                   field("pages", "int", required=True)),
            entity("Talk", field("code", required=True, unique=True)),
            entity("Ticket", field("isbn", required=True, unique=True), field("row", "int", required=True)),
        ],
        "relationships": [
            link("shelving", "one-to-many", end("Shelf", field="books"), {"entity": "Book", "field": "shelf", "has": single},
                 strategy="PARENT_REF", copies=[
                     {"field": name, "of": "from", "as": f"shelf_{name}", "reads_per_day": 1e6, "updates_per_day": 1}
                     for name in ("label", "colour")]),
            link("rooms", "one-to-many", end("Room", field="talks"), {"entity": "Talk", "field": "room", "has": single},
                 strategy="FOLD_ONE"),
            link("sales", "one-to-many", end("Book", field="tickets"), {"entity": "Ticket", "field": "book", "has": single},
                 strategy="PARENT_REF"),
            link("writing", "many-to-many", end("Book", 9, field="authors"), end("Author", field="written"),
                 strategy="ONE_WAY_EMBED", link_owner="from", link_fields=[field("share", "int", required=True)]),
        ],
        "operations": [
            update("reshelve", "shelf"),
            update("reshelve and retitle", "shelf", "title"),
            update("rebind", "shelf", "pages"),
            update("move talk", "room", of="Talk", filter=[{"field": "code"}]),
            update("sell another", "book", "row", of="Ticket"),
            update("replace authors", "authors"),
        ],
    }  # fmt: skip


MOVES = (
    "reshelve", "reshelveAndRetitle", "rebind", "moveTalk", "sellAnother", "replaceAuthors",
)  # fmt: skip


def test_links_move() -> None:
    """Results, copies and all that is known of a folded parent follow, and the links of others stay."""
    assert judged(shop(), *MOVES) == dict.fromkeys(MOVES, "")


WRONG = {
    "the old shelf keeps its count": (
        "reshelve(isbn, to)",
        """const shelf = own.shelves.findOne({ _id: to });
        const book = own.books.findOneAndUpdate({ isbn }, [{ $set: { shelf: to, shelf_label: shelf.label,
          shelf_colour: { $ifNull: [{ $literal: shelf.colour }, "$$REMOVE"] } } }]);
        own.shelves.updateOne({ _id: to }, { $inc: { books_here: 1, pages_here: book.pages } });""",
        "books_here",
    ),
    "the copies of the old shelf stay": (
        "reshelve(isbn, to)",
        """const book = own.books.findOneAndUpdate({ isbn }, { $set: { shelf: to } });
        own.shelves.updateOne({ _id: book.shelf }, { $inc: { books_here: -1, pages_here: -book.pages } });
        own.shelves.updateOne({ _id: to }, { $inc: { books_here: 1, pages_here: book.pages } });""",
        "shelf_",
    ),
    "half of the old room stays": (
        "moveTalk(code, name)",
        "own.talks.updateOne({ code }, { $set: { room_name: name, name } });",
        "talks.",
    ),
    "one author for all": (
        "replaceAuthors(isbn, list)",
        'own.books.updateOne({ isbn }, { $set: { "authors.$[].author_id": list[0].author_id } });',
        "authors",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_move_that_forgets_something_is_found(name: str) -> None:
    """Each is a way in which such functions were wrong."""
    head, does, seen = WRONG[name]
    planted = f'function {head} {{ const own = db.getSiblingDB("shop"); {does} }}'
    function = head.partition("(")[0]
    assert seen in judged(shop(), function, planted=planted)[function]


@pytest.mark.parametrize(
    ("operation", "parent"),
    [("reshelve", "shelf"), ("reshelve and retitle", "shelf"), ("rebind", "shelf"), ("sell another", "book")],
)
def test_a_move_to_what_is_not_there_is_refused(operation: str, parent: str) -> None:
    """The new parent is read before anything is written."""
    design = read(json.dumps(shop())).value
    assert design is not None
    statements = [
        one for one in compile_design(design).plan.statements if one.subject == f"operation:{operation}"
    ]
    first_write = next(number for number, one in enumerate(statements) if one.writes)
    assert f"{parent} not found" in [one.must_match for one in statements[:first_write]]


def test_a_node_moves_below_another() -> None:
    """The link that comes stands in the facts after alone, and its ends are of one entity."""
    account = entity("Account", field("isbn", required=True, unique=True))
    ends = end("Account", field="subsidiaries"), end("Account", 1, field="parent")
    source = {
        "format": "nestlink/1", "name": "Bills", "database": "shop", "entities": [account],
        "relationships": [link("corporate tree", "tree", *ends, strategy="TREE_PARENT", tree={"depth": 4})],
        "operations": [update("move below", "parent", of="Account", filter=[{"field": "_id"}])],
    }  # fmt: skip
    assert judged(source, "moveBelow") == {"moveBelow": ""}


def rescue(**more: Any) -> Json:
    """Return a design in which an incident is dispatched: a state is left, and somebody is sent, whose name is copied."""
    effects = [
        {"field": "state", "do": "set", "value": "dispatched"},
        {"field": "at", "do": "current-date"},
        {"field": "responders", "do": more.pop("do", "push")},
    ]
    state = field("state", required=True, enum=["reported", "dispatched"])
    count = field("sent", "int", computed={"formula": "count(responders)", "refresh": "on-write"})
    minutes = field(
        "minutes_here", "int", computed={"formula": "sum(responders.minutes)", "refresh": "on-write"}
    )
    filter = [{"field": "_id"}, {"field": "state", "value": "reported"}]
    dispatch = update("dispatch", of="Incident", filter=filter, **({"effects": effects} | more))
    return {
        "format": "nestlink/1", "name": "Rescue", "database": "shop",
        "entities": [
            entity("Incident", field("code", required=True, unique=True), state, field("at", "date"), count, minutes),
            entity("Patroller", field("name", required=True)),
        ],
        "relationships": [
            link("sent", "many-to-many", end("Incident", 9, field="responders"), end("Patroller", field="incidents"),
                 strategy="ONE_WAY_EMBED", link_owner="from", link_fields=[field("minutes", "int", required=True)],
                 copies=[{"field": "name", "of": "to", "policy": "snapshot"}]),
        ],
        "operations": [dispatch],
    }  # fmt: skip


@pytest.mark.parametrize("returns", ["nothing", "after", "before"])
@pytest.mark.parametrize("do", ["push", "pull"])
def test_a_state_changes_with_the_link_that_it_brings(do: str, returns: str) -> None:
    """The link was left out where the operation asked for a state, or gave the document back."""
    assert judged(rescue(do=do, returns=returns), "dispatch") == {"dispatch": ""}


def test_a_state_that_changes_without_its_link_is_found() -> None:
    planted = (
        'function dispatch(id) { db.getSiblingDB("shop").incidents.updateOne({ _id: id, state: "reported" }, '
        '{ $set: { state: "dispatched" }, $currentDate: { at: true } }); }'
    )
    assert "responders" in judged(rescue(), "dispatch", planted=planted)["dispatch"]


def test_a_whole_list_of_links_with_copies_is_refused() -> None:
    """Nothing is written then, and a finding says why: the state alone was written once, without a word."""
    design = read(json.dumps(rescue(effects=[], changes=["responders", "at"]))).value
    assert design is not None
    compilation = compile_design(design)
    assert not [each for each in compilation.plan.statements if each.subject == "operation:dispatch"]
    (told,) = (
        each
        for each in compilation.findings
        if each.code == "OPERATION_UNWRITTEN" and each.subject == "dispatch"
    )
    assert "push or pull one link of responders" in told.hint.lower()
