"""Lists of values follow the field that their values are of, whichever function changes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from ...model.conceptual import Field
from ...plan_model.decisions import opposite
from ...plan_model.physical import Param, Statement
from ..context import OperationContext, RelationshipContext, ScriptFunction, outcome, remembered
from ..document_places import Address
from ..functions.links.listing import lists_of_nodes
from ..functions.split_subtypes import collections_of, everywhere
from ..ir.changes import AddToSet, Pull, Put, Update
from ..ir.conditions import filter_of
from ..ir.expressions import (
    FieldPath,
    LiteralValue,
    Variable,
    concat_arrays,
    eq,
    filter_array,
    in_,
    not_,
    or_,
)
from ..ir.predicates import AllOf, In, Ne
from .placement_variants import links_at_each

_UPDATES = ("updateOne", "updateMany")


class ValueList(NamedTuple):
    """An array of values. source: where the field that they are of stands, by collection and path."""

    holder: Address
    path: str
    sources: frozenset[tuple[str, str]]

    @property
    def name(self) -> str:
        """What its holder calls it."""
        return self.path[len(self.holder.spot.path) + 1 :] if self.holder.spot.path else self.path


def with_lists(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe with the lists of values that its updates change. world: the one in which every place counts."""
    statements = list[Statement]()
    own = recipe.statements
    for statement in own:
        recipe.statements = []
        for listed, put in _changed(world, statement):
            _follow(world, recipe, statement, listed, put)
        statements += [*recipe.statements, statement]
    recipe.statements = statements
    if len(statements) > len(own):
        recipe.statements = [replace(statement, comment="") for statement in statements]
        recipe.numbered()
        recipe.remark("Also replaces the old value in lists.")
    return recipe


def _changed(world: OperationContext, statement: Statement) -> Iterator[tuple[ValueList, Put]]:
    """Yield what an update sets that lists hold the value of."""
    if statement.op not in _UPDATES or statement.update is None or statement.update.is_computed:
        return
    for put in statement.update.puts():
        if put.place.elements or not isinstance(put.value, Param) or "." in put.place.path:
            continue
        for listed in value_lists(world):
            if (statement.collection, put.place.path) in listed.sources:
                yield listed, put


@remembered
def value_lists(world: OperationContext) -> list[ValueList]:
    """The lists of values of what has documents, outside of arrays."""
    links = (RelationshipContext(world, relationship) for relationship in world.names.relationships.values())
    return [listed for link in links if link.traits.holds_values for listed in _lists(world, link)]


def _lists(world: OperationContext, link: RelationshipContext) -> Iterator[ValueList]:
    for _, placed in links_at_each(link):
        spot = placed.placement.reference(placed.relationship, placed.side)
        array = world.field(spot.collection, spot.path) if spot is not None else None
        source = array.items.source if array is not None and array.items is not None else None
        holder = placed.entity(placed.side)
        if spot is None or not isinstance(source, Field) or placed.world.spot(holder) is None:
            continue
        at, child = Address(placed.world, holder), placed.entity(opposite(placed.side))
        sources = frozenset(
            (place.collection, source.name) for place in world.placement.spots(child) if not place.path
        )
        if at.arrays:
            continue
        yield ValueList(at, spot.path, sources)
        for node, listed in lists_of_nodes(placed.placement, link.relationship, placed.side):
            yield ValueList(Address(placed.world, holder, node), listed.path, sources)


def _follow(
    world: OperationContext, recipe: ScriptFunction, statement: Statement, listed: ValueList, put: Put
) -> None:
    """Put the new value where a list has the old one, once; what a caller may leave out of an object of changes, and
    does, changes no list."""
    field = put.place.path
    step = _read_before(recipe, statement, field)
    old, new = outcome(step, many=True, each=field), LiteralValue(put.value)
    is_old = or_(in_(Variable("value"), LiteralValue(old)), eq(Variable("value"), new))
    kept = filter_array(FieldPath(listed.path), "value", not_(is_old))
    updates = [Update.computing({listed.path: concat_arrays(kept, [new])})]
    if listed.holder.arrays:
        place = listed.holder.everywhere(listed.name, listed.path, In(old))
        updates = [
            Update.of(AddToSet(place, put.value)),
            Update.of(Pull(place, AllOf((In(old), Ne(put.value))))),
        ]
    start = len(recipe.statements)
    for update in updates:
        recipe.add(
            "updateMany", listed.holder.collection, filter=filter_of({listed.path: In(old)}), update=update,
            only_with=new.value if new.value.part else None,
        )  # fmt: skip
    if names := collections_of(world.placement, listed.holder.entity):
        asked = recipe.statements[start:]
        recipe.statements[start:] = [each for more in asked for each in everywhere(world, more, names)]


def _read_before(recipe: ScriptFunction, statement: Statement, field: str) -> str:
    """Read what the documents of an update have in a field, once for all lists; return the step that does."""
    there = filter_of(statement.filter).filled(filter_of({field: Ne(None)}))
    finds = (each for each in recipe.statements if each.op == "find" and each.filter == there)
    already = next((each.step for each in finds if each.projection == {field: 1}), None)
    if already:
        return already
    step, collation = recipe.step(f"old {field}"), (statement.options or {}).get("collation")
    recipe.add(
        "find", statement.collection, filter=there, projection={field: 1},
        limit=1 if statement.op == "updateOne" else None, options={"collation": collation} if collation else {}, step=step,
    )  # fmt: skip
    return step
