"""Where ``changes`` and an effect name one field, the caller's value is set, and the effect changes that."""

from __future__ import annotations

from typing import Any

import pytest
from bson import Decimal128

from designs.compiler.model.conceptual import Effect
from tests.mongosh.odd import entity, field
from tests.oracle.effects import changed
from tests.oracle.scenario import NotJudged
from tests.oracle.test_declared_operations import _script
from tests.oracle.test_reads import judged

Json = dict[str, Any]
SHELF = entity(
    "Shelf",
    field("label", required=True, unique=True),
    field("uses", "int", required=True),
    field("best", "int", required=True),
    field("weight", "decimal"),
    field("note"),
    field("seen", "date"),
    field("tags", "array", items={"type": "string"}),
    field("box", "object", fields=[field("n", "int")]),
)


def _update(name: str, path: str, do: str, **more: Any) -> Json:
    return {
        "name": name, "kind": "update", "entity": "Shelf", "filter": [{"field": "label"}], "changes": [path],
        "effects": [{"field": path, "do": do, **more}],
    }  # fmt: skip


OPERATIONS = [
    _update("use again", "uses", "increment", by=1),
    _update("use more", "uses", "increment"),
    _update("weigh", "weight", "multiply", by=2),
    _update("best of", "best", "maximum", by=40),
    _update("best asked", "best", "maximum"),
    _update("worst asked", "best", "minimum"),
    _update("tag", "tags", "push"),
    _update("tag once", "tags", "add-to-set", value="new"),
    _update("untag", "tags", "pull"),
    _update("fill", "box.n", "increment", by=2),
    _update("see", "seen", "current-date"),
    _update("forget", "note", "unset"),
    _update("note", "note", "set"),
]
DESIGN: Json = {
    "format": "nestlink/1", "name": "Shelves", "database": "shelves", "entities": [SHELF], "relationships": [],
    "operations": OPERATIONS,
}  # fmt: skip
FUNCTIONS = (
    "useAgain", "useMore", "weigh", "bestOf", "bestAsked", "worstAsked", "tag", "tagOnce", "untag", "fill", "see",
    "forget", "note",
)  # fmt: skip


def test_the_value_is_set_and_the_effect_follows() -> None:
    assert judged(DESIGN, *FUNCTIONS) == dict.fromkeys(FUNCTIONS, "")


@pytest.mark.parametrize(
    "said",
    [
        "function useMore(label, newUses, addedUses)",
        "function bestAsked(label, newBest, leastBest)",
        "function worstAsked(label, newBest, mostBest)",
        "function tag(label, newTags, addedTag)",
        "function untag(label, newTags, removedTag)",
        "function see(label)",
        "function note(label, newNote)",
    ],
)
def test_each_value_is_called_what_it_is(said: str) -> None:
    """What an effect leaves nothing of is no parameter."""
    assert said in _script(DESIGN)


def test_the_least_of_truth_values_is_no_number() -> None:
    """What an effect says by is for numbers: the lesser of two truth values is false, whatever it says."""
    shelf = entity("Shelf", field("label", required=True, unique=True), field("open", "bool", required=True))
    close = {
        "name": "close", "kind": "update", "entity": "Shelf", "filter": [{"field": "label"}],
        "effects": [{"field": "open", "do": "minimum", "by": 2.5}],
    }  # fmt: skip
    assert judged(DESIGN | {"entities": [shelf], "operations": [close]}, "close") == {"close": ""}


def test_one_object_that_is_added_to_a_list_is_the_one_that_the_caller_gives() -> None:
    """The list has others in front of it already: its first element is not what is added."""
    mark = {"type": "object", "fields": [field("grade"), field("at", "date")]}
    shelf = entity("Shelf", field("label", required=True, unique=True), field("marks", "array", items=mark))
    add = {
        "name": "mark", "kind": "update", "entity": "Shelf", "filter": [{"field": "label"}],
        "effects": [{"field": "marks", "do": "push"}],
    }  # fmt: skip
    assert judged(DESIGN | {"entities": [shelf], "operations": [add]}, "mark") == {"mark": ""}


@pytest.mark.parametrize("do", ["minimum", "maximum"])
@pytest.mark.parametrize(("old", "brought"), [({"n": 1}, {"n": 2}), ([{"n": 1}], [{"n": 2}]), ([1], ["a"])])
def test_which_of_two_objects_is_less_is_not_judged(do: Any, old: Any, brought: Any) -> None:
    with pytest.raises(NotJudged):
        changed(Effect(field="box", do=do), old, brought)


def test_the_less_of_two_decimals_is_judged() -> None:
    assert changed(Effect(field="box", do="minimum"), Decimal128("2"), Decimal128("10")) == Decimal128("2")
