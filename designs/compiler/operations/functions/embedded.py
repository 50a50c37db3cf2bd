"""EMBED_ONE, EMBED_ARRAY: what is read with its holder, and written inside it in one step."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ...model.conceptual import given
from ...placement.doc_path import DocPath
from ...plan_model.decisions import opposite
from ..context import RelationshipContext, ScriptFunction, Unsupported
from ..document_places import Address, bound_filter, unlike_others
from ..ir.changes import Push, Put, PutNew, Unset, Update
from ..ir.predicates import Ne, Vacant
from ..read.paging import SLICE, page_of
from .elements import edit, reassign, remove, set_attribute


def embed_one(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """One read returns both; the sub-document comes and goes whole."""
    content = link.placement.content(link.relationship)
    if content is None:
        return
    holder = Address(link.world, link.parent)
    name = content.path[len(holder.spot.path) + 1 :] if holder.spot.path else content.path
    yield _read(link, holder)
    parent, child = link.words
    is_lasting = given(link.relationship.from_.count.min, 0) >= 1
    how = f"Replaces a {parent}'s {child}" if is_lasting else f"Sets the {child} of a {parent} that has none"
    add = link.recipe("add", f"{how} in one atomic write.")
    pid, part = holder.id(add, parent), add.param(child, content.collection, content.path)
    part = replace(part, needed=True)
    change = (Put if is_lasting else PutNew)(holder.update_path(name, pid), part)
    add.unsupported = _named_elsewhere(link) if is_lasting else None
    yield holder.write(add, pid, Update.of(change), more={} if is_lasting else {name: Vacant()})
    if not is_lasting:
        remove = link.recipe("remove", f"Removes the {child} from its {parent}.")
        pid = holder.id(remove, parent)
        gone = Unset(holder.update_path(name, pid))
        yield holder.write(remove, pid, Update.of(gone), more={name: Ne(None)})


def _named_elsewhere(link: RelationshipContext) -> Unsupported | None:
    """Return why nothing puts another part in the place of one, None where no document names it: the other would take
    over what was said of the one, as both are known by the id of what holds them."""
    placement, others = link.placement, link.names.relationships.values()
    naming = (
        each.name
        for each in others
        for side in ("from", "to")
        if each.name != link.relationship.name
        and each.end(side).entity == link.child
        and placement.references(each, opposite(side))
    )
    name = next(naming, "")
    return (
        Unsupported(
            (
                f"A new {link.child} would inherit what {name} stores about the old one: both use their "
                f"{link.parent}'s ID."
            ),
            f"store each {link.child} as a separate document",
        )
        if name and not placement.has_element_id(link.child)
        else None
    )


def embed_array(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """Everything in one read; elements are added up to the maximum, changed and pulled in place."""
    content = link.placement.content(link.relationship)
    if content is None:
        return
    holder = Address(link.world, link.parent)
    yield _read(link, holder)
    if holder.is_root:
        yield _page(link, holder, content)
    yield _add(link, holder, content)
    yield from edit(link, content)
    yield from set_attribute(link, content)
    yield remove(link, holder, content)
    if holder.is_root:
        yield reassign(link, holder, content)


def _name(link: RelationshipContext) -> str:
    return link.names.end(link.relationship, "from")


def _read(link: RelationshipContext, holder: Address) -> ScriptFunction:
    parent, _ = link.words
    around = link.world.word(link.placement.root_entity(link.parent))
    whole = f"the {parent}" if holder.is_root else f"the whole {around} that contains the {parent},"
    recipe = link.recipe("read", f"Returns {whole} with everything embedded in it.")
    return recipe.add("findOne", holder.collection, filter=holder.match(holder.id(recipe, parent)))


def _page(link: RelationshipContext, holder: Address, content: DocPath) -> ScriptFunction:
    parent, _ = link.words
    recipe = link.recipe(
        "page", ("Returns one page of the array. The server still loads the whole document.")
    )
    pid = holder.id(recipe, parent)
    projection = page_of(content.path, recipe, given(link.relationship.page_size, SLICE))
    return recipe.add("findOne", holder.collection, filter=holder.match(pid), projection=projection)


def _add(link: RelationshipContext, holder: Address, content: DocPath) -> ScriptFunction:
    parent, child = link.words
    most = link.decision.bound
    note = f"Adds a {child} if there are fewer than {most}." if most else f"Adds a {child}."
    recipe = link.recipe("add", note)
    pid, element = holder.id(recipe, parent), recipe.param(child, content.collection, f"{content.path}.0")
    name = _name(link)
    update = Update.of(Push(holder.update_path(name, pid), element))
    unlike = unlike_others(link.world, content, element) if holder.is_root else {}
    more = {**bound_filter(name, most), **unlike}
    return holder.write(recipe, pid, update, more=more, step=recipe.step("added"))
