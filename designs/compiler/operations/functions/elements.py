"""One element of an embedded array: changed where it stands, taken out, given to another holder.

An ``_id`` or a unique field tells one element from all others. Without one the whole element is
what the caller gives, and only what equals it in everything is touched: never another element
that shares a value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from ...attributes.attribute_groups import NAME, UNIT, VALUE, unit_of
from ...model.conceptual import given
from ...placement.doc_path import DocPath
from ...plan_model.physical import Outcome, Param
from ..context import RelationshipContext, ScriptFunction, outcome
from ..document_places import Address, bound_filter, element_key, toward, unlike_others, values_of
from ..ir.changes import NamedElement, Pull, PullAll, Push, Put, Unset, Update, UpdatePath
from ..ir.conditions import Filter, filter_of, where
from ..ir.expressions import (
    FieldPath,
    LiteralValue,
    OperatorCall,
    Variable,
    eq,
    filter_array,
    if_null,
    ne,
    size_of,
)
from ..ir.predicates import Ne
from ..read.conditions import of_kind_in_one_collection
from ..write.reference_updates import name_holder
from ..write.unlink import let_go_of_element
from ..write.written_paths import part_of


class Named(msgspec.Struct, frozen=True):
    """How a caller names elements. key: their field, "" for the whole element; path: of what is
    compared, in the document; sample: where an example of it stands."""

    key: str
    path: str
    sample: str

    def param(self, link: RelationshipContext, recipe: ScriptFunction, collection: str) -> Param:
        """The parameter: emailEmail, or email for the whole element."""
        child = link.words[1]
        words = f"{child}_{self.key.strip('_')}" if self.key else child
        return recipe.param(words, collection, self.sample)

    def note(self, child: str) -> str:
        """What to say about a removal: nothing where one element is meant."""
        together = "Identical items are removed together."
        return "" if self.key else f" Pass the whole {child} as it was read. {together}"

    def kept(self, array: str, which: Param) -> OperatorCall:
        """The array without what is named, as an expression. $literal: a text that begins with a
        dollar sign stays a text."""
        element = Variable("one", self.key) if self.key else Variable("one")
        left = ne(element, LiteralValue(which))
        return filter_array(FieldPath(array), "one", left)

    def pull(self, array: UpdatePath, which: Param) -> Pull | PullAll:
        """The change that takes out what is named. A document given to $pull would be a query,
        met by elements with more fields too; $pullAll takes equal ones only."""
        return Pull(array, filter_of({self.key: which})) if self.key else PullAll(array, [which])


def named_by(link: RelationshipContext, content: DocPath) -> Named:
    """How the elements of a relationship are named, where they stand."""
    entity = link.world.names.entities[link.child]
    key = element_key(entity, link.placement.has_element_id(link.child))
    if key:
        path = content.down(key).path
        return Named(key, path, path)
    return Named("", content.path, f"{content.path}.0")


def edit(link: RelationshipContext, content: DocPath) -> Iterator[ScriptFunction]:
    """Some fields of one element; of one of a subtype with fields of its own, these too."""
    address = Address(link.world, link.child, content)
    key = "" if address.is_told_whole else address.key.rpartition(".")[2]
    kinds, child = link.placement.kinds, link.words[1]
    is_of_several = kinds.is_special(link.child) or kinds.is_mixed(link.child)
    kept = {key, kinds.field(link.child)} if is_of_several else {key}  # a card never becomes a direct debit
    common = [field.name for field in values_of(link.world, link.child) if field.name not in kept]
    if common and address.arrays:
        recipe = link.recipe("edit", f"Updates fields of a {child} in place{_edited(address)}")
        yield _editing(link, recipe, address, common)
    for subtype in kinds.narrower(link.child) if address.arrays and not address.is_told_whole else ():
        own = [
            field.name
            for entity in (subtype, *link.placement.survey.families.above(subtype))
            if entity in kinds.narrower(link.child)
            for field in values_of(link.world, entity)
        ]
        if subtype == link.child or not own or len(kinds.values(subtype)) != 1:
            continue
        word = link.world.word(subtype)
        note = f"Updates fields of a {child} that is a {link.names.word(subtype)}. Validation rejects another subtype's."
        recipe = link.recipe("edit", note, name=f"edit.{word}")
        recipe.among = link.world.among(subtype)
        yield _editing(link, recipe, address, [*common, *own])


def _editing(
    link: RelationshipContext, recipe: ScriptFunction, address: Address, fields: list[str]
) -> ScriptFunction:
    """The function that changes some of these fields of one element."""
    match, place = (_within_its_holder if _has_equals_elsewhere(link, address) else _by_itself)(
        link, recipe, address
    )
    puts = [Put(place(name), recipe.change(name, address.collection, address.path(name))) for name in fields]
    return recipe.add("updateOne", address.collection, filter=match, update=Update.of(*puts))


_Finding = tuple[Filter, Callable[[str], UpdatePath]]
"""What finds an element, and where its fields are written."""


def _has_equals_elsewhere(link: RelationshipContext, address: Address) -> bool:
    """Whether an element may equal one of another holder in the same document, and only its holder tells them apart."""
    return (
        address.is_told_whole
        and len(address.arrays) > 1
        and not Address(link.world, link.parent).is_told_whole
    )


def _by_itself(link: RelationshipContext, recipe: ScriptFunction, address: Address) -> _Finding:
    which = address.id(recipe, link.words[1])
    match = address.match(which)
    if "_id" not in match:
        holder = filter_of({"_id": recipe.param(f"{link.words[0]}_id", address.collection, "_id")})
        match = holder.merged(match)
    return match, lambda name: address.update_path(name, which)


def _within_its_holder(link: RelationshipContext, recipe: ScriptFunction, address: Address) -> _Finding:
    holder, array = Address(link.world, link.parent), address.arrays[-1]
    pid, which = holder.id(recipe, link.words[0]), address.id(recipe, link.words[1])

    def place(name: str) -> UpdatePath:
        around = toward(address.arrays[:-1], address.path(name), holder.key, pid)
        return UpdatePath(
            around.path, (*around.elements, NamedElement(array, "found", filter_of({"": which})))
        )

    return holder.match(pid, {_name(link): which}), place


def _edited(address: Address) -> str:
    if not address.is_told_whole:
        return "; other items don't change."
    which = "the first" if len(address.arrays) == 1 else "each"
    return f". If items are identical, {which} is updated."


def set_attribute(link: RelationshipContext, content: DocPath) -> Iterator[ScriptFunction]:
    """One attribute of one element, as an example: changed where it is, else added."""
    attributes, address = link.placement.attributes, Address(link.world, link.child, content)
    group, fields = next(iter(attributes.of(link.child).items()), ("", []))
    if not fields or not address.arrays:
        return
    name, child = fields[0].name, link.words[1]
    recipe = link.recipe("attribute", f"Sets an attribute of a {child}, adding it if missing.")
    which = address.id(recipe, child)
    place = [member.name for member in attributes.members(link.child, group)].index(name)
    sample = f"{content.down(group).path}.{place}.{VALUE}"
    value = recipe.param(f"new {name}", content.collection, sample)
    holder = filter_of({"_id": recipe.param(f"{link.words[0]}_id", content.collection, "_id")})
    filter = holder.merged(address.match(which))
    has = address.update_path(group, which, named=True, more={f"{group}.{NAME}": name})
    there = has.element("attribute", filter_of({NAME: name})).down(VALUE)
    recipe.add("updateOne", content.collection, filter=filter, update=Update.of(Put(there, value)))
    lacks = address.update_path(group, which, named=True, more={f"{group}.{NAME}": Ne(name)})
    unit = unit_of(name)
    attribute = {NAME: name, VALUE: value} | ({UNIT: unit} if unit else {})
    yield recipe.add("updateOne", content.collection, filter=filter, update=Update.of(Push(lacks, attribute)))


def remove(link: RelationshipContext, holder: Address, content: DocPath) -> ScriptFunction:
    """One element out of the array."""
    parent, child = link.words
    named = named_by(link, content)
    recipe = link.recipe("remove", f"Removes a {child} from the array.{named.note(child)}")
    pid, which = holder.id(recipe, parent), named.param(link, recipe, content.collection)
    if named.key and holder.is_root:
        _forget(link, recipe, holder.match(pid), which)
    follow = let_go_of_element(link, recipe, content, which, whole_element=not named.key)
    pull = named.pull(holder.update_path(_name(link), pid), which)
    holder.write(recipe, pid, Update.of(pull))
    follow()
    return recipe


def _forget(link: RelationshipContext, recipe: ScriptFunction, filter: Filter, which: Param) -> None:
    """Take the id of an element out of the elements of the same document that refer to it, and may be without."""
    for end in link.world.paths.ends[link.child]:
        relationship = end.link
        within = end.side == "from" and link.placement.traits(relationship).within_document
        if not within or given(relationship.to.count.min, 0) >= 1:
            continue
        for reference in link.placement.references(relationship, "to"):
            path = toward(reference.arrays, reference.path, reference.path, which)
            held = filter.merged({reference.path: which})
            recipe.add("updateOne", reference.collection, filter=held, update=Update.of(Unset(path)))
            recipe.remark(f"First removes it from {reference.path}.")


_IDENTICAL = "Fails if two are identical, because both would be removed."


def reassign(link: RelationshipContext, holder: Address, content: DocPath) -> ScriptFunction:
    """One element from one document into another."""
    parent, child = link.words
    named = named_by(link, content)
    note = f"Moves a {child} to another {parent}, in a transaction because two documents change."
    if not named.key:
        note += f" Pass the whole {child} as it was read. {_IDENTICAL}"
    recipe = link.recipe("reassign", note, transaction=True)
    old, new = holder.id(recipe, f"old_{parent}"), holder.id(recipe, f"new_{parent}", document=1)
    which = named.param(link, recipe, content.collection)
    name, room = _name(link), f", or has reached its {child} limit" if link.decision.bound else ""
    there = filter_of({named.path: which}) if named.key else where(_alone(content, which))
    element: Param | Outcome = which
    if named.key:
        read = recipe.step(parent)
        recipe.add(
            "findOne", holder.collection, filter=holder.match(old).merged(there), step=read,
            projection={f"{content.path}.$": 1}, must_match=_refusal(named, child),
        )  # fmt: skip
        element = outcome(read, f"{content.path}.0")
    recipe.add(
        "updateOne", holder.collection, filter=holder.match(old).merged(there),
        update=Update.of(named.pull(UpdatePath(name), which)),
        step=recipe.step("taken"), must_match=_refusal(named, child),
    )  # fmt: skip
    unlike = unlike_others(link.world, content, element)
    # The validator of a document of another kind in the same collection would refuse the element.
    of_kind = (
        of_kind_in_one_collection(link.world, link.parent, holder.collection) if holder.is_root else None
    )
    room += f", or already has this {child}" if unlike else ""
    recipe.add(
        "updateOne", holder.collection,
        filter=holder.match(new, {**bound_filter(name, link.decision.bound), **unlike}).merged(of_kind),
        update=Update.of(Push(UpdatePath(name), element)), step=recipe.step("given"), must_match=f"{parent} not found{room}",
    )  # fmt: skip
    own = which if named.key == "_id" else part_of(element, "_id")
    return name_holder(recipe, link.world, content, {"_id": own}, element, new)


def _alone(content: DocPath, which: Param) -> OperatorCall:
    """That exactly one element equals the given one. $literal: texts that begin with a dollar
    sign stay texts."""
    equal = eq(Variable("one"), LiteralValue(which))
    elements = if_null(FieldPath(content.path), [])
    return eq(size_of(filter_array(elements, "one", equal)), 1)


def _refusal(named: Named, child: str) -> str:
    gone = f"{child} not found"
    return gone if named.key else f"{gone} as it was read, or an identical one exists"


def _name(link: RelationshipContext) -> str:
    return link.names.end(link.relationship, "from")
