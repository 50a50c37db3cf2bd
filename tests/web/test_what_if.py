"""What if: two variants of a whole design under one workload."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from designs import store
from designs.delivery.compiled.compiled_design import Compiled
from designs.delivery.pages.variants import AUTO, kept_ways, other_changes, side_of, wish
from designs.delivery.pages.what_if import Beside, compared
from designs.models import Design
from designs.store import edits

from .conftest import small_design
from .variants import KEEP, OP, PAGE, asked, beside, key, side, two_relationships, worked

pytestmark = pytest.mark.django_db


@pytest.fixture
def small(ann: User) -> Design:
    return store.create(json.dumps(two_relationships()), ann, slug="small")


# --- comparing -----------------------------------------------------------------------------------


def test_several_otherwise_are_one_design(small: Design) -> None:
    found = beside(worked(small), worked(small, emails="PARENT_REF", home="LINK_ONE"))
    assert found.turned == (("emails", "EMBED_ARRAY", "PARENT_REF"), ("home", "EMBED_ONE", "LINK_ONE"))
    page = next(one for one in found.operations if one.name == "page")
    assert page.of == "operation" and page.per_day == Beside("100", "100", "same")
    assert page.counts[0] == Beside("1", "3", "more", "+2")  # a round trip for each
    assert [count.change for count in page.counts[2:]] == ["same", "same"]
    assert page.indexes[0] == ("students", "_id_", "")
    assert {(name, which) for name, _, which in page.indexes[1:]} == {("emails", "b"), ("homes", "b")}
    shelves = {one.name: one.numbers for one in found.shelves}
    assert shelves["students"][1].change == "less"
    assert (shelves["emails"][0].now, shelves["emails"][0].then) == ("–", "25,000")
    assert [len(one) for one in found.indexes] == [0, 2, 0]
    assert found.bars[0] < found.bars[1] == 240


def test_totals_are_what_each_takes_times_how_often(small: Design) -> None:
    found = beside(worked(small), worked(small, emails="PARENT_REF"))
    trips = [(one.per_day, one.counts[0]) for one in found.operations]
    sums = [
        sum(float(often.now) * float(getattr(count, which)) for often, count in trips)
        for which in ("now", "then")
    ]
    assert [found.totals[0].now, found.totals[0].then] == [f"{one:,.1f}".removesuffix(".0") for one in sums]


def test_an_operation_without_a_script_says_why_and_small_scores_have_tenths(ann: User) -> None:
    raw = two_relationships()
    vague = {"name": "mark", "kind": "update", "entity": "Student", "filter": [{"field": "_id"}]}
    raw["operations"].append(vague | {"per_day": 0.5})
    small = store.create(json.dumps(raw), ann, slug="vague")
    found = {one.name: one for one in beside(worked(small), worked(small, emails="PARENT_REF")).operations}
    assert found["mark"].missing == (
        ("a", "the operation doesn't say what it changes"),
        ("b", "the operation doesn't say what it changes"),
    )
    assert found["mark"].score.now == "0.7"


def test_rare_operations_are_counted_by_the_week_or_month(ann: User) -> None:
    raw = two_relationships()
    raw["operations"].append(raw["operations"][0] | {"name": "seldom", "per_day": 1 / 7})
    design = store.create(json.dumps(raw), ann, slug="seldom")
    shown = {one.name: one for one in beside(worked(design), worked(design, emails="PARENT_REF")).operations}
    assert shown["seldom"].per_day == Beside("1/week", "1/week", "same")


def test_what_relationships_state_is_told_apart_from_operations(ann: User) -> None:
    raw = small_design()
    raw["relationships"][0]["navigation"] = {"from_to_per_day": 50, "to_from_per_day": 3}
    raw["relationships"][0]["child_updates_per_day"] = 7
    design = store.create(json.dumps(raw), ann, slug="small")
    found = beside(worked(design), worked(design, emails="PARENT_REF"))
    implied = {(one.of, one.kind, one.entity): one.per_day.now for one in found.operations}
    assert implied[("relationship", "read", "Student")] == "50"
    assert implied[("relationship", "read", "Email")] == "3"
    assert implied[("relationship", "update", "Email")] == "7"


def test_there_and_back_are_mirrored(small: Design) -> None:
    pair = worked(small), worked(small, emails="PARENT_REF")
    there, back = beside(*pair), beside(*pair[::-1])
    assert {(one["code"], one["subject"]) for one in back.gone} == {
        (one["code"], one["subject"]) for one in there.added
    }
    assert back.turned == (("emails", "PARENT_REF", "EMBED_ARRAY"),)
    assert back.totals[0].by == there.totals[0].by.replace("+", "−")
    assert back.indexes == (there.indexes[1], there.indexes[0], there.indexes[2])
    assert {which for one in back.operations for *_, which in one.indexes} == {"", "a"}


def test_the_same_differs_in_nothing(small: Design) -> None:
    found = beside(worked(small), worked(small, emails="EMBED_ARRAY"))
    assert (found.turned, found.shelves, found.indexes[:2]) == ((), (), ((), ()))
    assert found.alike > 0 and found.score.change == "same"


def test_a_scan_is_said_on_the_side_that_scans(ann: User) -> None:
    by_street = {"name": "street", "kind": "read", "entity": "Home", "per_day": 1}
    raw = two_relationships()
    raw["operations"].append(by_street | {"filter": [{"field": "street", "match": "regex", "value": "x$"}]})
    design = store.create(json.dumps(raw), ann, slug="small")
    pair = worked(design), worked(design, home="LINK_ONE")
    operations = {one.name: one for one in beside(*pair).operations}
    assert operations["page"].scans == ()
    for made in pair:  # an index for it on either side: without it the collection is named
        assert isinstance(made.result, Compiled)
    stripped = [made.result for made in pair if isinstance(made.result, Compiled)]
    for one in stripped:
        one.__dict__["plan"] = one.plan | {
            "collections": [shelf | {"indexes": []} for shelf in one.plan["collections"]]
        }
    found = {one.name: one for one in compared(*stripped).operations}
    assert found["street"].scans == (("a", "students"), ("b", "homes"))


# --- variants ------------------------------------------------------------------------------------


def test_the_cheapest_is_a_variant(client: Client, library: None) -> None:
    design = store.load("blog")
    found = beside(worked(design), worked(design, "cheapest"))
    assert found.turned == (("comments", "BUCKET", "SUBSET"),)
    assert found.score.change == "less"
    assert set(kept_ways(worked(design, "cheapest"), design.text.encode()).values()) == {"SUBSET"}
    page = client.get("/designs/blog/what-if/?b=cheapest").content.decode()
    assert "Lowest-cost design" in page and "Cost score per day" in page
    assert "/designs/blog/what-if/?b=cheapest" in client.get("/designs/blog/cheapest/").content.decode()


def test_an_earlier_version_under_the_workload_of_today(small: Design, ann: User, client: Client) -> None:
    note = {"id": "noteofstuden", "name": "note", "type": "string"}
    student = json.loads(small.text)["entities"][0]["id"]
    store.commit(
        small, 1, edits.Add(holder=student, path=("fields",), index=1, value=note), ann, "note-added"
    )
    by_note = {"id": "readsbynote1", "name": "by note", "kind": "read", "entity": "Student", "per_day": 9}
    by_note |= {"filter": [{"field": "note", "match": "eq"}]}
    store.commit(
        small,
        2,
        edits.Add(holder=edits.DESIGN, path=("operations",), index=1, value=by_note),
        ann,
        "asked-by",
    )
    small.refresh_from_db()
    old = store.edits.raw_of(store.at_revision(small, 1))
    found = beside(worked(small), worked(small, "version-1", json.dumps(old).encode()))
    told = {one.name: one for one in found.operations}
    assert [letter for letter, _ in told["by note"].missing] == ["b"] and "note" in told["by note"].missing[
        0
    ][1]
    assert told["page"].missing == () and told["page"].per_day.then == "100"
    client.force_login(ann)
    page = client.get(PAGE, {"b": "version-1"}).content.decode()
    assert "No script in B" in page and "Open version" in page and "aren’t comparable" in page
    assert "version 2" in page  # to choose


def test_an_earlier_version_is_compared_under_the_names_of_today(small: Design, ann: User) -> None:
    """Else what reads an entity that has another name by now would cost nothing in it."""
    old = json.dumps(store.edits.raw_of(store.at_revision(small, 1))).encode()
    student = json.loads(small.text)["entities"][0]["id"]
    store.commit(small, 1, edits.Rename(id=student, name="Pupil"), ann, "renamed")
    small.refresh_from_db()
    now, then = worked(small), worked(small, "version-1", old)
    assert [one.missing for one in beside(now, then).operations] == [()]
    assert then.without == () and other_changes(then, now) == ()
    assert not beside(now, then).is_uneven


def test_what_differs_beside_strategies_is_listed(small: Design, ann: User, client: Client) -> None:
    student = json.loads(small.text)["entities"][0]["id"]
    link = json.loads(small.text)["relationships"][0]["id"]
    each = (
        edits.Set(id=student, path=("count",), value=77_000),
        edits.Set(id=link, path=("strategy",), value="PARENT_REF"),
        edits.Set(id=edits.DESIGN, path=("layout", "Student"), value={"x": 3, "y": 4}),
    )
    for number, edit in enumerate(each, start=1):
        store.commit(small, number, edit, ann, f"op-{number}")
    client.force_login(ann)
    page = client.get(PAGE, {"a": "version-1"}).content.decode()
    _, _, listed = page.partition('id="others"')
    listed = listed.partition("</section>")[0]
    assert "Student" in listed and "77000" in listed.replace(",", "")
    assert listed.count("<li") == 1
    assert 'id="others"' not in client.get(PAGE, {"a": "version-2"}).content.decode()


def test_histories_are_not_for_everybody(small: Design, bob: User, client: Client) -> None:
    store.publish(small, bob)
    assert client.get(PAGE).status_code == 200
    assert client.get(PAGE, {"b": "version-1"}).status_code == 404
    client.force_login(bob)
    assert client.get(PAGE, {"b": "version-1"}).status_code == 200
    assert client.get(PAGE, {"b": "version-9"}).status_code == 404


def test_what_a_gate_bars_is_listed_and_not_taken(ann: User, client: Client) -> None:
    raw = small_design()
    raw["relationships"][0]["from"]["has"] = {"min": 0, "max": None, "growth": "unbounded"}
    design = store.create(json.dumps(raw), ann, slug="small")
    page = client.get(PAGE).status_code
    client.force_login(ann)
    page = client.get(PAGE).content.decode()
    assert '<option value="PARENT_REF"' not in page  # it is so
    assert '<option value="EMBED_ARRAY"' not in page
    barred = re.search(r"<details>.*?</details>", page, re.S)
    assert barred and "EMBED_ARRAY" in barred[0] and "G1" in barred[0]
    found = worked(design, emails="EMBED_ARRAY")
    assert found.stored == () and found.refused[0][:3] == ("emails", "EMBED_ARRAY", "G1")
    told = client.get(PAGE, asked(design, emails="EMBED_ARRAY")).content.decode()
    assert "Unavailable" in told and "Apply variant" not in told


def test_a_choice_may_be_left_to_the_rules_again(small: Design, ann: User, client: Client) -> None:
    now = small.text.encode()
    store.commit(small, 1, wish(now, {key(small, "emails"): "PARENT_REF"}), ann, "parent-ref")
    small.refresh_from_db()
    found = beside(worked(small), worked(small, emails=AUTO))
    assert found.turned == (("emails", "PARENT_REF", "EMBED_ARRAY"),)
    (only,) = wish(small.text.encode(), {key(small, "emails"): AUTO}).edits
    assert isinstance(only, edits.Set) and only.value is edits.ABSENT


def test_an_address_says_no_more_than_was_chosen(small: Design, client: Client, ann: User) -> None:
    client.force_login(ann)
    emails, home = key(small, "emails"), key(small, "home")
    sent = {"a": "now", "b": "now", f"a.{emails}": "", f"b.{emails}": "PARENT_REF", f"b.{home}": ""}
    answer = client.get(PAGE, sent)
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"{PAGE}?b.{emails}=PARENT_REF"
    assert side_of({f"b.{emails}": "PARENT_REF"}, "b") == side(small, emails="PARENT_REF")
    assert client.get(PAGE, {"a": "now", f"a.{emails}": ""}).headers["Location"] == f"{PAGE}?same=yes"


def test_it_leads_back_to_the_decisions_and_to_the_cheapest(small: Design, client: Client, ann: User) -> None:
    client.force_login(ann)
    shown = client.get(PAGE).content.decode().partition("</nav>")[2].partition("</main>")[0]
    before = shown.partition("Compare two variants")[0]
    assert 'href="/designs/small/decisions/"' in before and 'href="/designs/small/cheapest/"' in before


def test_to_compare_the_same_says_what_to_choose(small: Design, client: Client, ann: User) -> None:
    client.force_login(ann)
    usual = {"a": "now", f"b.{key(small, 'emails')}": ""}
    sent = client.get(PAGE, usual, follow=True)
    assert (
        sent.redirect_chain == [(f"{PAGE}?same=yes", 302)]
        and "Both variants are the same." in sent.content.decode()
    )
    sent = client.get(PAGE, usual | {"b": "cheapest"}, follow=True)
    assert sent.redirect_chain == [(f"{PAGE}?b=cheapest", 302)]
    assert "Both variants are the same." not in sent.content.decode()


def test_choices_on_other_pages_are_kept(small: Design, client: Client, ann: User, monkeypatch: Any) -> None:
    monkeypatch.setattr("designs.views.what_if.A_PAGE", 1)
    client.force_login(ann)
    page = client.get(PAGE, asked(small, home="LINK_ONE")).content.decode()
    assert (
        f'<input type="hidden" name="b.{key(small, "home")}" value="LINK_ONE">'
        in page.split('class="choose"')[1]
    )
    assert f'href="?b.{key(small, "home")}=LINK_ONE&amp;page=2"' in page


@pytest.mark.parametrize(
    "query",
    [
        "b=never",
        "b=version-0",
        "b=version-x",
        "b.nothing=PARENT_REF",
        "b.KEY=LINK_COLL",
        "b.KEY=x",
        "a.KEY=x",
    ],
)
def test_what_is_no_variant_is_not_found(small: Design, ann: User, client: Client, query: str) -> None:
    client.force_login(ann)
    told = query.replace("KEY", key(small, "emails"))
    assert client.get(f"{PAGE}?{told}").status_code == 404
    name, value = told.split("=")
    sent = {name: value, "keep": name[0], "base_revision": 1, "op_id": OP}
    assert client.post(KEEP, sent).status_code == 404


def test_rejected_ways_that_are_open_lead_here(client: Client, library: None) -> None:
    page = client.get("/designs/university/decisions/").content.decode()
    found = re.findall(r'href="(/designs/university/what-if/\?b\.[^"]+)"', page)
    assert found
    for address in found:
        told = client.get(address.replace("&amp;", "&")).content.decode()
        assert "Changed strategies" in told and "Unavailable:" not in told


def test_a_version_to_start_from_says_what_it_did(client: Client, ann: User, small: Design) -> None:
    """Nothing stood there but its number; and what only moved cards has no strategies of its own."""
    student = json.loads(small.text)["entities"][0]["id"]
    for number, edit in enumerate(
        (
            edits.Set(id=student, path=("description",), value="x"),
            edits.Set(id=edits.DESIGN, path=("layout", "Student"), value={"x": 2, "y": 1}),
            edits.Set(id=student, path=("description",), value="y"),
        ),
        start=1,
    ):
        store.commit(small, number, edit, ann, f"op-{number}")
    client.force_login(ann)
    page = client.get(PAGE).content.decode()
    assert ">version 2: Set description of Student</option>" in page and "version 1: Created" in page
    assert "version 3" not in page


def test_what_is_unavailable_is_counted_with_its_noun(small: Design, ann: User, client: Client) -> None:
    client.force_login(ann)
    assert re.search(r"<summary>\d+ strateg(y|ies)<span", client.get(PAGE).content.decode())
    trash = client.get("/trash/").content.decode()
    assert "until you delete them for good" in trash
    assert "The Library has whole applications" in client.get("/new/templates/").content.decode()
