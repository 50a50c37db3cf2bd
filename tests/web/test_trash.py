"""Designs in Trash are deleted for good by their owner alone, who is asked once more."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import User
from django.test import Client

from designs import store
from designs.models import Design, Entity, Revision

from .conftest import small_design

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann(client: Client) -> User:
    user = User.objects.create_user("ann")
    client.force_login(user)
    return user


def deleted(owner: User, name: str) -> str:
    return str(store.delete(store.create(json.dumps(small_design(name=name)), owner), owner).slug)


def test_a_design_is_deleted_for_good_once_its_owner_is_sure(client: Client, ann: User) -> None:
    slug = deleted(ann, "Old")
    assert f"/designs/{slug}/erase/" in client.get("/trash/").content.decode()
    asked = client.get(f"/designs/{slug}/erase/").content.decode()
    assert "Delete “Old” for good?" in asked and "You can’t undo this." in asked
    assert client.post(f"/designs/{slug}/erase/").status_code == 200
    assert Design.objects.filter(slug=slug).exists()
    answer = client.post(f"/designs/{slug}/erase/", {"sure": "yes"}, follow=True)
    assert "“Old” deleted for good." in answer.content.decode()
    assert not Design.objects.exists() and not Revision.objects.exists() and not Entity.objects.exists()


def test_trash_is_emptied_of_ones_own_designs(client: Client, ann: User) -> None:
    other = User.objects.create_user("ben")
    theirs = deleted(other, "Theirs")
    deleted(ann, "One")
    deleted(ann, "Two")
    kept = store.create(json.dumps(small_design(name="Kept")), ann).slug
    assert "2 designs and their histories" in client.get("/trash/empty/").content.decode()
    client.post("/trash/empty/", {"sure": "yes"})
    assert set(Design.objects.values_list("slug", flat=True)) == {theirs, kept}


def test_nobody_deletes_what_is_not_in_their_own_trash(client: Client, ann: User) -> None:
    other = User.objects.create_user("ben")
    in_use = store.create(json.dumps(small_design(name="Mine")), ann)
    for slug in (in_use.slug, deleted(other, "Theirs")):
        assert client.post(f"/designs/{slug}/erase/", {"sure": "yes"}).status_code == 404
    with pytest.raises(ValueError, match="isn't in Trash"):
        store.erase(in_use, ann)
    assert Design.objects.count() == 2
