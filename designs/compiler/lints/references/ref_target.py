"""References to data that can't be referenced.

An ID finds a document in its collection. Items of a bucket, a time series, or an embedded array have no document of
their own.

If subtypes have separate collections, an ID doesn't say which one to query, so all are queried. This is an error
only if two subtypes can have the same ID. A tree across several collections has no functions that walk it, because
``$graphLookup`` reads one collection.

A reference to a supertype that is embedded leads to no subtype that has a collection of its own.

A page stores its parent's ID, so its parent can't be an item inside these pages. No functions are generated for
such pages.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...composition.embedding_graph import stored_entities
from ...model.conceptual import Relationship
from ...plan_model.decisions import INSIDE, ring_of
from ...plan_model.findings import Finding
from ...plan_model.number_format import listed
from ...workload.subtypes import ONCE
from ..base import Inspection, Lint, in_one_collection, to_the_rules

_NOWHERE = frozenset({"bucket", "timeseries", "nowhere"})


def check(seen: Inspection) -> Iterator[Finding]:
    """References to an entity that is stored in buckets or a time series, was merged into its children, or
    has a collection per subtype. References to array items aren't reported if they store both the parent's ID
    and the item's."""
    homes, pages_of_pages = seen.compilation.composition.homes, seen.placement.pages_of_pages()
    for relationship, decision in seen.decided():
        if relationship in pages_of_pages:
            yield _in_its_own_pages(seen, relationship)
            continue
        if relationship.kind == "tree":
            yield from _walked(seen, relationship)
        if relationship.name in seen.placement.locations.beside_themselves:
            yield _beside_itself(seen, relationship)
            continue
        for entity in stored_entities(relationship, decision):
            kinds = {home.kind for home in homes.get(entity, ())}
            side = "to" if entity == relationship.from_.entity else "from"
            apart = _collections(seen, entity)
            if kinds == {"nowhere"} and len(apart) > 1:
                yield _apart(seen, relationship, entity, side)
            yield from _not_led_to(seen, relationship, entity, side)
            if not kinds or not kinds <= _NOWHERE or (seen.placement.spots(entity) and kinds == {"nowhere"}):
                continue
            message = f"References {entity}, which has no collection ({', '.join(sorted(kinds))})."
            hint = f"Reference its parent, or give {entity} its own collection."
            fix = to_the_rules(relationship, decision)
            yield LINT.finding(seen.place(relationship, side), message, hint, fix=fix)


def _not_led_to(seen: Inspection, relationship: Relationship, general: str, side: str) -> Iterator[Finding]:
    """A reference to a supertype that the designer's strategy puts into other documents, while subtypes keep collections of
    their own: it leads to none of these."""
    where, back = seen.placement, seen.compilation.composition.back
    home, kinds = where.homes(general)[0], seen.survey.families.specials.get(general, [])
    near = [link for link in kinds if where.kinds.is_joined(link) or where.is_split(link)]
    apart = [link.to.entity for link in kinds if link not in near and link.name not in back]
    if home.kind not in INSIDE or not home.relationship or not apart:
        return
    embedding = seen.names.relationships[home.relationship]
    several = len(apart) > 1
    own = "subtypes {} have their own collections" if several else "subtype {} has its own collection"
    message = (
        f"References {general}, stored inside {embedding.from_.entity}. Its {own.format(listed(apart))}, "
        "which this reference never finds."
    )
    hint = f'Change the strategy of "{embedding.name}", or use auto; or keep all subtypes of {general} in one collection.'
    fix = to_the_rules(embedding, where.decision(embedding))
    yield LINT.finding(seen.place(relationship, side), message, hint, fix=fix)


def _beside_itself(seen: Inspection, relationship: Relationship) -> Finding:
    """What is stored inside of documents of several collections, by the designer's own strategies, and refers to its like: a
    reference doesn't say in which of them that is."""
    entity = relationship.to.entity
    homes = seen.compilation.composition.homes[seen.placement.kinds.base(entity)]
    around = [seen.names.relationships[home.relationship] for home in homes if home.relationship]
    message = (
        f"References {entity}, stored inside {listed([link.from_.entity for link in around])}. A reference from one "
        f"{entity} to another doesn't say which of their documents has it. No functions are generated for it."
    )
    ways = " or ".join(f'"{link.name}"' for link in around)
    hint = f"Store {entity} in one place: change the strategy of {ways}, or use auto."
    fix = to_the_rules(around[-1], seen.placement.decision(around[-1]))
    return LINT.finding(seen.place(relationship, "from"), message, hint, fix=fix)


def _in_its_own_pages(seen: Inspection, pages: Relationship) -> Finding:
    """Pages whose parents stand inside of them, by the designer's own strategies: where all of these do, no
    document can be the first."""
    parent, child, base = pages.from_.entity, pages.to.entity, seen.placement.kinds.base
    links = seen.names.relationships
    homes = [home for places in seen.compilation.composition.homes.values() for home in places]
    around = [links[home.relationship] for home in homes if home.relationship]
    inside = [link for link in around if link is not pages and seen.placement.traits(link).inside_holder]
    edges = [(base(link.to.entity), base(link.from_.entity), link) for link in (*inside, pages)]
    ring = [link for link in ring_of(edges) if link is not pages]
    holders = "".join(f" inside {link.from_.entity}" for link in ring)
    roots = [seen.placement.homes(root) for root in seen.placement.root_entities(parent)]
    is_all = all(home.kind == "bucket" for places in roots for home in places)
    rest = (
        "is stored{} in such a page, so there can't be a first one."
        if is_all
        else ("can be stored{} in such a page, so a page's _id doesn't identify its owner.")
    )
    message = f"A page of {child} belongs to one {parent}, which {rest.format(holders)}"
    ways = " or ".join(f'"{link.name}"' for link in (pages, *ring))
    hint = f"Give {parent} its own collection: change the strategy of {ways}, or use auto."
    fix = to_the_rules(pages, seen.placement.decision(pages))
    return LINT.finding(seen.place(pages, "from"), message, hint, fix=fix)


def _apart(seen: Inspection, relationship: Relationship, entity: str, side: str) -> Finding:
    """An id that may be of either of several collections: the functions ask each, which is right where no two
    of their documents have the same id."""
    where = f"References {entity}, stored in {' or '.join(_collections(seen, entity))}"
    subject = seen.place(relationship, side)
    if set(seen.placement.key_types(entity)) <= ONCE:
        message = f"{where}. The functions query each one."
        return LINT.finding(
            subject, message, f"Reference a single subtype of {entity} if it's always the same one.", "info"
        )
    message = f"{where}, where two subtypes of {entity} can share an ID. The functions query each one."
    hint = f"Use an objectId or uuid _id for {entity}, or keep its subtypes in one collection."
    return LINT.finding(subject, message, hint, fix=in_one_collection(seen, entity))


def _walked(seen: Inspection, tree: Relationship) -> Iterator[Finding]:
    """A tree whose nodes are in a collection for each of their kinds: $graphLookup walks through one."""
    entity, apart = tree.to.entity, _collections(seen, tree.to.entity)
    kinds = {home.kind for home in seen.compilation.composition.homes[entity]}
    if len(apart) > 1 and kinds <= {"nowhere", "collection"}:
        message = f"Nodes are in {' or '.join(apart)}, but the functions query only the first."
        hint = f"Keep the subtypes of {entity} in one collection."
        yield LINT.finding(seen.place(tree, "to"), message, hint, fix=in_one_collection(seen, entity))


def _collections(seen: Inspection, entity: str) -> list[str]:
    return list(dict.fromkeys(spot.collection for spot in seen.placement.spots(entity)))


LINT = Lint(
    code="L14",
    slug="ref-target",
    name="REF_TARGET",
    severity="error",
    title="Reference without a target collection",
    source="MongoDB practice",
    check=check,
)
