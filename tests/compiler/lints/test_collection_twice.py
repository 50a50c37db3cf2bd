"""COLLECTION_TWICE: two entities with one collection."""

from __future__ import annotations

from designs.compiler.lints.names.collection_twice import LINT
from tests.compiler.composed import design, entity, field, link
from tests.compiler.planned import MANY, UP_TO, found, planned


def test_two_entities_that_declare_one_collection() -> None:
    parts = [entity("Cat", collection="pets"), entity("Dog", collection="pets"), entity("Fish")]
    assert found(LINT, planned(design(parts, []))) == [("pets", "error")]
    assert found(LINT, planned(design([parts[0], entity("Dog")], []))) == []


def test_an_embedded_entity_wants_none() -> None:
    parts = [entity("Cat", field("name")), entity("Kitten", field("name"), collection="cats")]
    kittens = link("kittens", MANY, ("Cat", UP_TO(9)), ("Kitten", UP_TO(1)))
    model = design(parts, [kittens])
    assert found(LINT, planned(model, kittens="EMBED_ARRAY")) == []
    assert found(LINT, planned(model, kittens=("PARENT_REF", "to"))) == [("cats", "error")]
