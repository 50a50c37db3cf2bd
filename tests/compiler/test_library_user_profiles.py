"""User profiles: two shapes in one collection (F19)."""

from tests.compiler.library import built


def test_f19_the_entity_carries_its_version() -> None:
    plan = built("user_profiles")
    overlay = plan.entity_overlay("User", "SCHEMA_VERSION")
    assert (overlay["collection"], overlay["path"]) == ("users", "schema_version")
    assert "schema_version:int" in plan.shape("users")


def test_f19_the_validator_knows_both_shapes() -> None:
    branches = built("user_profiles").schema("users")["oneOf"]
    versions = [branch["properties"]["schema_version"]["enum"] for branch in branches]
    assert versions == [[1], [2]]
    first, second = branches
    assert first["properties"]["name"]["bsonType"] == "string"
    assert second["properties"]["name"]["bsonType"] == "object"


def test_f19_the_examples_are_of_both_versions() -> None:
    documents = built("user_profiles").documents("users")
    assert {document["schema_version"] for document in documents} == {1, 2}
    for document in documents:
        assert isinstance(document["name"], str) == (document["schema_version"] == 1)
        assert ("phone_numbers" in document) <= (document["schema_version"] == 2)


def test_f19_upgrades_are_guarded_by_the_old_version() -> None:
    guarded = [
        s
        for s in built("user_profiles").statements(collection="users", writes=True)
        if (s["filter"] or {}).get("schema_version") == 1
    ]
    both, upgrade = guarded
    assert both["op"] == upgrade["op"] == "updateOne"
    assert upgrade["update"]["$set"]["schema_version"] == 2
    assert set(both["update"]["$set"]) == {"address", "phone", "addresses", "phone_numbers"}


def test_f19_questions_keep_their_indexes() -> None:
    assert built("user_profiles").indexes("users") == {"email:1 unique", "phone_numbers.number:1"}
