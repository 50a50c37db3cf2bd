"""Which module makes the statements of which strategy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module

from msgspec.structs import replace

from ...plan_model.physical import Param, Statement
from ...strategies.table import STRATEGIES
from ..context import RelationshipContext, ScriptFunction, Unsupported, loaded
from ..document_places import Address
from ..parameters import retold
from ..passes.placement_variants import links_at_each, told_apart
from ..passes.same_document_results import followed
from ..write.unlink import letting_go_of_deleted, letting_go_of_parts
from .links.arriving import arriving
from .links.listing import is_in_nodes
from .links.whole_lists import listed_back
from .own_subtypes import spread

Maker = Callable[[RelationshipContext], Iterator[ScriptFunction]]


@cache
def maker_of(strategy: str) -> Maker | None:
    """Return what makes the functions of a strategy, None of a strategy without any (an is-a's). Its module is
    loaded for the first design that needs it."""
    module, _, name = STRATEGIES[strategy].functions.rpartition(".")
    if not module:
        return None
    maker: Maker = getattr(import_module(f".{module}", __package__), name)
    return maker


def functions_of(link: RelationshipContext) -> list[ScriptFunction]:
    """The recipes of one relationship, for each place of its ends; none for a strategy without any (an
    is-a's). Asked again, the same ones."""
    functions_by_subject: dict[str, list[ScriptFunction]] = link.world.functions_by_subject
    maker = maker_of(link.strategy)
    if link.relationship.name not in functions_by_subject:
        variants = (
            [(choice, context, _of(maker, context)) for choice, context in links_at_each(link)]
            if maker
            else []
        )
        functions = told_apart(variants) if variants else []
        if link.placement.survey.families.specials:
            refused = loaded("effects.kinds_in_kinds.refusal")(link.world, link.parent, link.child)
            apart = _refusal_of_links(link)
            for function in functions:
                function.unsupported = function.unsupported or refused
                if function.purpose == "add":
                    function.unsupported = function.unsupported or apart
        functions_by_subject[link.relationship.name] = functions
    return functions_by_subject[link.relationship.name]


def _refusal_of_links(link: RelationshipContext) -> Unsupported | None:
    if not link.traits.has_link_documents:
        return None
    refused: Unsupported | None = loaded("effects.kinds_in_kinds.refusal_of_links")(link)
    return refused


def _of(maker: Maker, link: RelationshipContext) -> list[ScriptFunction]:
    extra, functions = _overflow(link), _without_nodes(link, list(maker(link)))
    also_beyond = loaded("passes.nested_overflow.also_beyond") if extra else None
    left = [each for each in functions if not also_beyond(link, each, extra)] if also_beyond else []
    for recipe in left:
        recipe.remark(f"Excludes overflow items in {extra}.")
    deletes = (letting_go_of_deleted(link, each) for function in functions for each in spread(link, function))
    spreads = (letting_go_of_parts(link.world, each) for each in deletes)
    own = link.relationship.name
    entered = (arriving(link.world, link.child, each, own) for each in spreads)
    return [followed(link, listed_back(link.world, link.child, each)) for each in entered]


def _without_nodes(link: RelationshipContext, functions: list[ScriptFunction]) -> list[ScriptFunction]:
    """Leave out what would look for a list in the root of a tree alone, though nodes below it in the same document have
    lists too. What deletes a listed document lets go of it at every level."""
    for side in ("from", "to"):
        if not is_in_nodes(link.placement, link.relationship, side):
            continue
        holders, listed = Address(link.world, link.entity(side)).collection, link.other(side)
        other = Address(link.world, listed) if link.world.spot(listed) is not None else None
        functions = [
            each
            for each in functions
            if not any(statement.collection == holders for statement in each.statements)
            or any(
                statement.op == "deleteOne" and other is not None and statement.collection == other.collection
                for statement in each.statements
            )
        ]
        for each in functions:
            each.statements = [_of_listed(statement, holders, other) for statement in each.statements]
            each.remark(
                f"One {link.word(side)} is embedded in another, at any level: functions that read or "
                "change its list aren't generated."
            )
    return functions


def _of_listed(statement: Statement, holders: str, other: Address | None) -> Statement:
    """A statement whose parameter is the id of a listed document itself, not the first one of some list. other: where
    these documents are; None where nothing but a list has a value of them."""

    def of_document(param: Param) -> Param:
        return (
            replace(param, collection=other.collection, path=other.key)
            if other is not None and param.collection == holders
            else param
        )

    return retold(statement, of_document)


def _overflow(link: RelationshipContext) -> str:
    """Where else elements of an end stand that is in an array with an overflow collection: the functions of
    that array look there, those of other relationships do not."""
    own = link.traits.overflows  # its functions look into its overflow
    ends = (link.parent,) if own else (link.parent, link.child)
    spots = [spot for end in ends for spot in link.placement.spots(end)]
    names = [spot.collection for spot in spots if spot.path and spot.collection in link.world.collections]
    return next((name for name in names if link.world.collections[name].kind == "overflow"), "")
