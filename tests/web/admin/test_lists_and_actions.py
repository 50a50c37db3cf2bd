"""Lists, filters, actions, versions, pictures, and what pages cost."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from designs import store
from designs.models import Design, Entity, Operation, Relationship, Revision
from tests.web.conftest import small_design

from .pages import address, save
from .test_editing import fresh, page_of


def many(number: int, name: str = "Small") -> list[Design]:
    return [store.create(json.dumps(small_design(name=f"{name} {one}"))) for one in range(number)]


def act(client: Client, action: str, *designs: Design, **more: Any) -> Any:
    data = {"action": action, "_selected_action": [one.pk for one in designs], **more}
    return client.post(address("design_changelist", trash="all"), data)


def queries(client: Client, page: str) -> int:
    client.get(page)
    with CaptureQueriesContext(
        connection,
    ) as seen:
        assert client.get(page).status_code == 200
    return len(seen)


LISTS = ("design", "entity", "relationship", "operation", "revision")


def test_a_list_costs_the_same_for_one_and_for_fifty(curator: Client, ann: User) -> None:
    raw = small_design()
    raw["operations"] = [{"name": "all", "kind": "read", "entity": "Student"}]
    store.create(json.dumps(raw), ann)
    one = {name: queries(curator, address(f"{name}_changelist")) for name in LISTS}
    for number in range(49):
        store.create(json.dumps(raw | {"name": f"Small {number}"}), ann)
    assert {name: queries(curator, address(f"{name}_changelist")) for name in LISTS} == one
    assert max(one.values()) <= 12


def test_a_list_reads_no_texts(curator: Client, design: Design) -> None:
    for name in LISTS:
        with CaptureQueriesContext(connection) as seen:
            curator.get(address(f"{name}_changelist"))
        read = [one["sql"] for one in seen if '"designs_design"."text"' in one["sql"]]
        assert read == [], name


def large(entities: int) -> dict[str, Any]:
    things = [{"name": f"Thing{n}", "fields": [{"name": "a", "type": "int"}]} for n in range(entities)]
    links = [
        {
            "name": f"link{n}",
            "kind": "one-to-many",
            "from": {"entity": f"Thing{n}"},
            "to": {"entity": f"Thing{n + 1}"},
        }
        for n in range(entities - 1)
    ]
    work = [{"name": f"read{n}", "kind": "read", "entity": f"Thing{n}"} for n in range(entities)]
    return small_design(entities=things, relationships=links, operations=work)


def test_a_design_of_a_hundred_entities_opens_with_few_queries(curator: Client) -> None:
    design = store.create(json.dumps(large(100)))
    assert queries(curator, address("design_change", design.pk)) <= 12
    for kind in (Entity, Relationship, Operation):
        row = kind.objects.filter(design=design).first()
        assert queries(curator, page_of(row)) <= 8


def test_it_is_found_by_any_of_its_names(curator: Client, design: Design) -> None:
    many(3, "Other")
    for words in ("emails student", "ADDRESS small"):
        found = curator.get(address("design_changelist", q=words.replace(" ", "+"))).context["cl"].queryset
        assert design in found
    found = curator.get(address("design_changelist", q="by+name")).context["cl"].queryset
    assert [one.name for one in found] == ["Small"]
    found = curator.get(address("entity_changelist", q="address")).context["cl"].queryset
    assert {one.name for one in found} == {"Email"}


def test_filters(curator: Client, ann: User) -> None:
    first, second, third = many(3)
    store.publish(first, ann)
    store.feature(second, ann)
    store.delete(third, ann)
    store.give(second, ann, ann)

    def shown(**query: Any) -> list[str]:
        found = curator.get(address("design_changelist", **query)).context["cl"].queryset
        return [one.name for one in found]

    assert shown() == ["Small 0", "Small 1"]
    assert shown(in_library__exact=1) == ["Small 0"]
    assert shown(featured__exact=1) == ["Small 1"]
    assert shown(owner__id__exact=ann.pk) == ["Small 1"]
    assert shown(trash="yes") == ["Small 2"]
    assert shown(trash="all") == ["Small 0", "Small 1", "Small 2"]
    assert shown(relationship__kind="one-to-many") == ["Small 0", "Small 1"]
    assert shown(relationship__strategy="EMBED_ARRAY") == []


def test_flags_are_set_for_several(curator: Client, ann: User) -> None:
    designs = many(2)
    for action, column, value in (
        ("publish", "in_library", True),
        ("feature", "featured", True),
        ("unfeature", "featured", False),
        ("withdraw", "in_library", False),
    ):
        assert act(curator, action, *designs).status_code == 302
        assert {getattr(fresh(one), column) for one in designs} == {value}
    assert store.history(designs[0])[0].actor == ann


def test_copies_belong_to_the_curator(curator: Client, design: Design, ann: User) -> None:
    act(curator, "duplicate", design)
    copy = Design.objects.get(name="Small (copy)")
    assert (copy.owner, copy.in_library) == (ann, False)


def test_design_files_come_as_a_zip(curator: Client, design: Design) -> None:
    designs = [design, *many(1)]
    answer = act(curator, "export", *designs)
    with zipfile.ZipFile(io.BytesIO(answer.content)) as bundle:
        held = {name: bundle.read(name).decode() for name in bundle.namelist()}
    assert held == {f"{one.slug}.json": store.text(one, for_download=True) for one in designs}
    assert act(curator, "export", *designs).content == answer.content


def test_compiling_reports_each_design(curator: Client, design: Design) -> None:
    broken = many(1)[0]
    Design.objects.filter(pk=broken.pk).update(text="{}")
    answer = act(curator, "compile_all", design, broken)
    good, bad = answer.context["outcomes"]
    assert (good.faults, good.collections > 0, good.milliseconds > 0) == ((), True, True)
    assert bad.faults
    page = answer.content.decode()
    assert "1 with errors" in page
    assert "compiled" in page


def test_a_deleted_design_is_restored(curator: Client, design: Design, ann: User) -> None:
    page = address("design_change", design.pk)
    answer = curator.post(
        address("design_delete", design.pk), {"post": "yes", "base_revision": 1}, follow=True
    )
    assert f'href="{page}"' in answer.content.decode().replace("'", '"')
    shown = curator.get(page).content.decode()
    assert "Restore" in shown
    assert 'name="name"' not in shown  # only looked at
    assert curator.get(address("design_undelete", design.pk)).status_code == 404  # only by POST
    curator.post(address("design_undelete", design.pk))
    assert fresh(design).deleted_at is None
    act(curator, "delete_selected", design, post="yes")
    assert fresh(design).deleted_at is not None
    act(curator, "undelete", design)
    assert [one.words for one in store.history(design)][:2] == ["Restored from Trash", "Moved to Trash"]


def test_an_entity_goes_with_what_hangs_on_it(curator: Client, design: Design) -> None:
    row = Entity.objects.get(design=design, name="Student")
    page = address("entity_delete", row.pk)
    shown = curator.get(page).content.decode()
    assert "relationship: emails" in shown
    assert "operation: by name" in shown
    assert 'name="base_revision" value="1"' in shown
    curator.post(page, {"post": "yes", "base_revision": "1"})
    assert [one.name for one in Entity.objects.filter(design=design)] == ["Email"]
    assert not Relationship.objects.filter(design=design).exists()
    assert list(store.differences()) == []


def test_a_stale_confirmation_removes_nothing(curator: Client, design: Design) -> None:
    row = Operation.objects.get(design=design)
    save(curator, page_of(row), per_day="11")
    answer = curator.post(
        address("operation_delete", row.pk), {"post": "yes", "base_revision": "1"}, follow=True
    )
    assert "the design is now at version 2" in answer.content.decode()
    assert Operation.objects.filter(pk=row.pk).exists()


def test_what_cannot_go_says_why(curator: Client, design: Design) -> None:
    student = Entity.objects.get(design=design, name="Student")
    link = Relationship.objects.get(design=design)
    operation = Operation.objects.get(design=design)
    save(curator, page_of(operation), includes="emails")
    answer = curator.post(address("relationship_delete", link.pk), {"post": "yes"}, follow=True)
    assert "emails" in answer.content.decode()
    assert "Not saved" in answer.content.decode()
    assert Relationship.objects.filter(pk=link.pk).exists()
    data = {"action": "delete_selected", "_selected_action": [link.pk], "post": "yes"}
    assert "Not saved" in curator.post(address("relationship_changelist"), data, follow=True).content.decode()
    assert Entity.objects.filter(pk=student.pk).exists()


def test_an_old_version_is_restored(curator: Client, design: Design) -> None:
    row = Operation.objects.get(design=design)
    save(curator, page_of(row), per_day="11")
    first = Revision.objects.get(design=design, number=1)
    shown = curator.get(address("revision_change", first.pk)).content.decode()
    assert "Restore" in shown
    restore = address("revision_restore", first.pk)
    assert curator.get(restore).status_code == 404  # only by POST
    curator.post(restore, {"base_revision": "1"})  # from a page that is out of date
    assert fresh(design).revision == 2
    curator.post(restore, {"base_revision": "2"})
    assert fresh(design).revision == 3
    assert Operation.objects.get(pk=row.pk).per_day == 10
    history = curator.get(address("design_history", design.pk))
    assert history.url == address("revision_changelist", design__id__exact=design.pk)
    assert curator.get(history.url).context["cl"].result_count == 3


def test_a_change_in_the_midst_of_restoring_stays(
    curator: Client, design: Design, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody commits after the page's revision was looked at and before the restoring."""
    row = Operation.objects.get(design=design)
    save(curator, page_of(row), per_day="11")
    restore = store.restore

    def later(*given: Any) -> Any:
        change = store.edits.Set(id=store.edits.DESIGN, path=("description",), value="theirs")
        store.commit(design, 2, change, None, "theirs")
        return restore(*given)

    monkeypatch.setattr(store, "restore", later)
    first = Revision.objects.get(design=design, number=1)
    curator.post(address("revision_restore", first.pk), {"base_revision": "2"})
    assert json.loads(fresh(design).text)["description"] == "theirs"


def test_pictures_are_kept_while_the_design_stays(curator: Client, design: Design) -> None:
    page = curator.get(address("design_changelist")).content.decode()
    address_of = address("design_sketch", design.pk, "light")
    versioned = page[page.index(address_of) :].partition('"')[0]
    answer = curator.get(versioned)
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert "immutable" in answer.headers["Cache-Control"]
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert "immutable" not in curator.get(address_of).headers.get("Cache-Control", "")
    assert curator.get(address("design_findings", design.pk)).content.decode() in page_summary(
        curator, design
    )
    large_one = curator.get(address("design_picture", design.pk))
    assert large_one.content.lstrip().startswith(b"<")
    assert Client().get(versioned).status_code == 302


def page_summary(curator: Client, design: Design) -> str:
    return curator.get(address("design_change", design.pk)).content.decode()


def test_a_design_shows_what_follows_from_it(curator: Client, design: Design) -> None:
    shown = curator.get(address("design_change", design.pk)).content.decode()
    assert "students.js" in shown
    assert "Generated output" in shown
    Design.objects.filter(pk=design.pk).update(text=fresh(design).text.replace('"one-to-many"', '"one-two"'))
    assert curator.get(address("design_picture", design.pk)).status_code == 200
