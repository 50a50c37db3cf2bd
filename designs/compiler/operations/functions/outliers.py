"""OUTLIER: an array up to its bound, a flag, and an overflow collection for the few large ones."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ...attributes.attribute_groups import NAME, VALUE
from ...placement.doc_path import ITEM, DocPath
from ...plan_model.physical import Statement
from ..context import RelationshipContext, ScriptFunction
from ..document_places import Address, bound_filter
from ..ir.changes import FirstElement, Push, Put, Unset, Update, UpdatePath
from ..ir.conditions import Filter, filter_of
from ..ir.predicates import Ne
from ..write.unlink import let_go_of_element
from .elements import edit, named_by, set_attribute

FLAG = "has_extras"


def outlier(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """Every read and write has a branch for what did not fit."""
    content = link.placement.content(link.relationship)
    if content is None:
        return
    holder = Address(link.world, link.parent)
    extra, reference = (
        link.placement.collection_made_by(link.relationship),
        link.placement.reference(link.relationship, "to"),
    )
    back = reference.path if reference is not None else link.names.end(link.relationship, "to")
    yield _read(link, holder, extra, back)
    yield _add(link, holder, content, extra, back)
    if holder.is_root:
        yield from _edit(link, content, extra, back)
        yield from _attribute(link, content, extra, back)
    yield _remove(link, holder, content, extra, back)


def _read(link: RelationshipContext, holder: Address, extra: str, back: str) -> ScriptFunction:
    parent, _ = link.words
    recipe = link.recipe("read", f"Returns a {parent} with its overflow items.")
    pid = holder.id(recipe, parent)
    recipe.add("findOne", holder.collection, filter=holder.match(pid), step=recipe.step(parent))
    return recipe.add("find", extra, filter={back: pid}, sort={"_id": 1}, step=recipe.step("extras"))


def _add(
    link: RelationshipContext, holder: Address, content: DocPath, extra: str, back: str
) -> ScriptFunction:
    parent, child = link.words
    name = link.names.end(link.relationship, "from")
    recipe = link.recipe("add", f"Adds a {child} to the array, or to the overflow collection if it's full.")
    pid, element = holder.id(recipe, parent), recipe.param(child, content.collection, f"{content.path}.0")
    added = recipe.step("added")
    push, room = Push(holder.update_path(name, pid), element), bound_filter(name, link.decision.bound)
    holder.write(recipe, pid, Update.of(push), more=room, step=added)
    recipe.add(
        "findOne", holder.collection, filter=holder.match(pid), projection={"_id": 1}, unless=added,
        step=recipe.step(parent), must_match=f"{parent} not found",
    )  # fmt: skip
    recipe.add("insertOne", extra, documents={back: pid, ITEM: element}, unless=added)
    flag = Update.of(Put(holder.update_path(FLAG, pid), True))
    return holder.write(recipe, pid, flag, unless=added)


def _edit(link: RelationshipContext, content: DocPath, extra: str, back: str) -> Iterator[ScriptFunction]:
    """One field of one element, in the array or else in the overflow."""
    for recipe in edit(link, content):
        recipe.remark(f"Items not in the array are in {extra}.")
        (first,) = recipe.statements
        changed = recipe.step("changed")
        recipe.statements = [replace(first, step=changed)]
        beyond = _beyond(link, content, first, back)
        puts = [replace(put, place=put.place.moved(content.path, ITEM)) for put in first.update.puts()]
        yield recipe.add(
            "updateOne",
            extra,
            filter=beyond,
            update=Update.of(*puts),
            unless=changed,
            step=recipe.step("overflow"),
        )


def _attribute(
    link: RelationshipContext, content: DocPath, extra: str, back: str
) -> Iterator[ScriptFunction]:
    """One attribute of one element: changed where it is, else added, in both places."""
    for recipe in set_attribute(link, content):
        recipe.remark(f"Items not in the array are in {extra}.")
        there, lacking = recipe.statements
        beyond = _beyond(link, content, there, back)
        (put,), (push,) = there.update.changes, lacking.update.changes
        value, attribute = put.value, push.element
        group = f"{ITEM}.{put.place.below(content.path).partition('.')[0]}"
        name, put_at = f"{group}.{NAME}", UpdatePath(f"{group}.{VALUE}", (FirstElement(group),))
        has, lacks = beyond.merged({name: attribute[NAME]}), beyond.merged({name: Ne(attribute[NAME])})
        recipe.add("updateOne", extra, filter=has, update=Update.of(Put(put_at, value)))
        yield recipe.add(
            "updateOne", extra, filter=lacks, update=Update.of(Push(UpdatePath(group), attribute))
        )


def _beyond(link: RelationshipContext, content: DocPath, first: Statement, back: str) -> Filter:
    """The element that a statement means, where it is in the overflow."""
    named = named_by(link, content)
    inside = ".".join((ITEM, named.key)).rstrip(".")
    return filter_of({back: first.filter.value("_id"), inside: first.filter.value(named.path)})


def _remove(
    link: RelationshipContext, holder: Address, content: DocPath, extra: str, back: str
) -> ScriptFunction:
    parent, child = link.words
    name = link.names.end(link.relationship, "from")
    named = named_by(link, content)
    recipe = link.recipe(
        "remove", (f"Removes a {child} from the array or the overflow collection.{named.note(child)}")
    )
    pid, which = holder.id(recipe, parent), named.param(link, recipe, content.collection)
    pulled, left = recipe.step("pulled"), recipe.step("left")
    follow = let_go_of_element(link, recipe, content, which, whole_element=not named.key)
    own = ".".join((name, named.key)).rstrip(".")
    # Of one element of an array both are said: what is around the child, and that it is in it.
    pull = Update.of(named.pull(holder.update_path(name, pid), which))
    holder.write(recipe, pid, pull, more={own: which}, step=pulled)
    recipe.add(
        "deleteOne",
        extra,
        filter={back: pid, ".".join((ITEM, named.key)).rstrip("."): which},
        unless=pulled,
    )
    recipe.add("findOne", extra, filter={back: pid}, projection={"_id": 1}, step=left)
    flag = Update.of(Unset(holder.update_path(FLAG, pid)))
    holder.write(recipe, pid, flag, unless=left)
    follow()
    return recipe
