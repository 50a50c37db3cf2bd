"""What a design has errors about that leave nothing to mean: its functions are not judged."""

from __future__ import annotations

from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.physical import walk
from designs.compiler.workload.subtypes import Families


def scattered_trees(compilation: Compilation) -> dict[str, set[str]]:
    """Return the trees whose nodes are in several collections, which is an error of the design, with these."""
    errors = {
        one.subject.partition(".")[0]
        for one in compilation.findings
        if one.code == "L14" and "the functions query only the first" in one.message
    }
    families = Families(compilation.model.links)
    return {
        tree.name: {
            one.name
            for one in compilation.plan.collections
            if one.entity and tree.to.entity in (one.entity, *families.above(one.entity))
        }
        for tree in compilation.model.links
        if tree.kind == "tree" and tree.to.entity in errors
    }


def leading_to_some(compilation: Compilation) -> set[str]:
    """Return the relationships of what stands inside of others while some of its subtypes stand apart, which no reference
    leads to: an error."""
    told = [one for one in compilation.findings if one.code == "L14" and "never leads to" in one.message]
    generals = {one.message.partition("References ")[2].partition(",")[0] for one in told}
    return {one.name for one in compilation.model.links if generals & {one.from_.entity, one.to.entity}}


def shared_copies(compilation: Compilation) -> set[str]:
    """Return the collections in which two copies are to stand under one name, of two relationships, or one that is followed
    and one that isn't, which is an error."""
    places = [
        one.message.partition("Copies to ")[2]
        for one in compilation.findings
        if one.code == "L40" and one.message.startswith("Copies to ")
    ]
    return {
        each.partition(".")[0]
        for each in places
        if "like relationship" in each or ("snapshot" in each) + ("immutable" in each) == 1
    }


def meaningless_lists(compilation: Compilation) -> dict[str, set[str]]:
    """Return the relationships whose lists hold values that name no document, with the collections of these lists and of
    what they would name."""
    errors = {
        one.subject for one in compilation.findings if (one.code, one.severity) == ("BAD_FIELD", "error")
    }
    families, lists = Families(compilation.model.links), dict[str, set[str]]()
    for collection in compilation.plan.collections:
        for field in (node.field for node in walk(collection.fields) if node.field.items is not None):
            source = getattr(field.items.source if field.items else None, "name", None)
            listed = f"{field.entity}.{source}" if source else field.entity
            if field.relationship and field.origin == "embedded" and listed in errors:
                line = (field.entity, *families.below(field.entity)) if field.entity else ()
                named = {one.name for one in compilation.plan.collections if one.entity in line}
                lists.setdefault(str(field.relationship), {collection.name}).update(named)
    return lists
