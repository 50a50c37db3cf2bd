"""EMBED_ONE, EMBED_ARRAY: what is read with its holder, and written inside it in one step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..conceptual import given
from ..homes import Spot
from .making import Link, Recipe
from .places import Address, element_key, scalars

PAGE = 10


def embed_one(link: Link) -> Iterator[Recipe]:
    """One read returns both; the sub-document is set and unset whole."""
    content = link.placement.content(link.relationship)
    if content is None:
        return
    holder = Address(link.world, link.parent)
    name = _last(content)
    yield _read(link, holder)
    parent, child = link.words
    add = link.recipe("add", f"Set the {child} of one {parent}: one atomic write.")
    pid, part = holder.id(add, parent), add.param(child, content.collection, content.path)
    update: dict[str, Any] = {"$set": {holder.update_path(name): part}}
    yield add.add(
        "updateOne", holder.collection, filter=holder.match(pid), update=update, options=holder.options(pid)
    )
    if given(link.relationship.from_.count.min, 0) < 1:
        remove = link.recipe("remove", f"Take the {child} away; the {parent} stays.")
        pid = holder.id(remove, parent)
        update = {"$unset": {holder.update_path(name): ""}}
        yield remove.add(
            "updateOne",
            holder.collection,
            filter=holder.match(pid),
            update=update,
            options=holder.options(pid),
        )


def embed_array(link: Link) -> Iterator[Recipe]:
    """Everything in one read; elements are added up to the maximum, changed and pulled in place."""
    content = link.placement.content(link.relationship)
    if content is None:
        return
    holder = Address(link.world, link.parent)
    yield _read(link, holder)
    if holder.is_root:
        yield _page(link, holder, content)
    yield _add(link, holder, content)
    yield from _edit(link, content)
    yield _remove(link, holder, content)
    if holder.is_root:
        yield _reassign(link, holder, content)


def _last(content: Spot) -> str:
    return content.path.rpartition(".")[2]


def _name(link: Link) -> str:
    return link.names.end(link.relationship, "from")


def _read(link: Link, holder: Address) -> Recipe:
    parent, _ = link.words
    recipe = link.recipe("read", f"Everything in one read: the {parent} and all that is embedded in it.")
    return recipe.add("findOne", holder.collection, filter=holder.match(holder.id(recipe, parent)))


def _page(link: Link, holder: Address, content: Spot) -> Recipe:
    parent, _ = link.words
    recipe = link.recipe("page", "One page of the array. The server still loads the whole document.")
    pid = holder.id(recipe, parent)
    size = given(link.relationship.page_size, PAGE)
    skip = recipe.param("skip", value=0)
    projection = {content.path: {"$slice": [skip, size]}}
    return recipe.add("findOne", holder.collection, filter=holder.match(pid), projection=projection)


def bound_filter(name: str, most: int | None) -> dict[str, Any]:
    """What holds only while the array has room: its last allowed place is free."""
    return {f"{name}.{most - 1}": {"$exists": False}} if most else {}


def _add(link: Link, holder: Address, content: Spot) -> Recipe:
    parent, child = link.words
    most = link.decision.bound
    note = f"Add one {child}, only while there are fewer than {most}." if most else f"Add one {child}."
    recipe = link.recipe("add", note)
    pid, element = holder.id(recipe, parent), recipe.param(child, content.collection, f"{content.path}.0")
    name = _name(link)
    return recipe.add(
        "updateOne",
        holder.collection,
        filter=holder.match(pid, bound_filter(name, most)),
        update={"$push": {holder.update_path(name): element}},
        options=holder.options(pid),
        step=recipe.step("added"),
    )


def _edit(link: Link, content: Spot) -> Iterator[Recipe]:
    entity = link.world.names.entities[link.child]
    address = Address(link.world, link.child, content)
    key = address.key.rpartition(".")[2]
    field = next((one for one in scalars(entity) if one.name != key), None)
    if field is None or not address.arrays:
        return
    _, child = link.words
    recipe = link.recipe(
        "edit", f"Change one field of one {child} where it stands; no other element is touched."
    )
    holder = recipe.param(f"{link.words[0]}_id", content.collection, "_id")
    which = address.id(recipe, child)
    value = recipe.param(field.name, content.collection, address.path(field.name))
    match = {"_id": holder, **address.match(which)}
    update = {"$set": {address.update_path(field.name): value}}
    yield recipe.add(
        "updateOne", content.collection, filter=match, update=update, options=address.options(which)
    )


def _key(link: Link, content: Spot) -> tuple[str, str]:
    """The field that tells the elements apart, and its document path."""
    key = element_key(link.world.names.entities[link.child], link.placement.has_element_id(link.child))
    return key, content.down(key).path


def _remove(link: Link, holder: Address, content: Spot) -> Recipe:
    parent, child = link.words
    recipe = link.recipe("remove", f"Take one {child} out of the array.")
    pid = holder.id(recipe, parent)
    key, path = _key(link, content)
    which = recipe.param(f"{child}_{key.strip('_')}", content.collection, path)
    update = {"$pull": {holder.update_path(_name(link)): {key: which}}}
    return recipe.add(
        "updateOne", holder.collection, filter=holder.match(pid), update=update, options=holder.options(pid)
    )


def _reassign(link: Link, holder: Address, content: Spot) -> Recipe:
    parent, child = link.words
    recipe = link.recipe(
        "reassign", f"Move one {child} to another {parent}: two documents, so both writes stand in a transaction.",
        transaction=True,
    )  # fmt: skip
    old, new = holder.id(recipe, f"old_{parent}"), holder.id(recipe, f"new_{parent}", document=1)
    element = recipe.param(child, content.collection, f"{content.path}.0")
    key, path = _key(link, content)
    which = recipe.param(f"{child}_{key.strip('_')}", content.collection, path)
    name = _name(link)
    recipe.add(
        "updateOne", holder.collection, filter={**holder.match(old), content.down(key).path: which},
        update={"$pull": {name: {key: which}}}, step=recipe.step("taken"), must_match=f"this {child} is not there any more",
    )  # fmt: skip
    return recipe.add(
        "updateOne", holder.collection, filter=holder.match(new, bound_filter(name, link.decision.bound)),
        update={"$push": {name: element}}, step=recipe.step("given"), must_match=f"there is no room for another {child}",
    )  # fmt: skip
