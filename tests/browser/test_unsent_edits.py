"""Nothing unacknowledged is lost, and the save state tells the truth: a dead server, a closed tab, an expired
session, another release, another editor. The editor's own modules, on a page without a canvas."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from playwright.sync_api import BrowserContext, Route

from designs import store
from designs.models import Design, Revision
from tests.web.conftest import small_design
from tests.web.editors import Editor, described, ids, raw_of

from .opened import BROKEN, LATE, Opened


@pytest.fixture
def ann(transactional_db: None) -> User:
    user: User = User.objects.create_superuser("ann")
    return user


@pytest.fixture
def design(ann: User) -> Design:
    return store.create(json.dumps(small_design()), ann)


@pytest.fixture
def opened(context: BrowserContext, design: Design, ann: User, base_url: str) -> Opened:
    sign_in(context, ann, base_url)
    return Opened(context.new_page(), base_url, design.slug)


def sign_in(context: BrowserContext, user: User, address: str) -> None:
    client = Client()
    client.force_login(user)
    context.add_cookies(
        [{"name": name, "value": one.value, "url": address} for name, one in client.cookies.items()]
    )


def away(route: Route) -> None:
    route.abort()


def leave(opened: Opened, design: Design, text: str) -> None:
    """Describe Student where nothing is sent, and close the tab once the browser keeps it."""
    opened.page.route("**/edits/", away)
    opened.describe(student(design), text)
    opened.until("unsaved", "away")
    opened.kept()
    opened.page.close()


def student(design: Design) -> str:
    return ids(design)["Student"]


def test_saved_is_said_after_the_servers_answer_only(opened: Opened, design: Design) -> None:
    opened.describe(student(design), "Who learns")
    opened.until("saved")
    states = [one["state"] for one in opened.page.evaluate("open_.seen")]
    said = states[states.index("saving") :]
    assert said.count("saved") == 1 and said[-1] == "saved"
    assert raw_of(design)["entities"][0]["description"] == "Who learns"
    assert opened.tree() == raw_of(design)


def test_a_silent_server_is_not_saved_within_five_seconds(opened: Opened, design: Design) -> None:
    opened.page.route("**/edits/", lambda route: None)  # asked, never answered
    opened.describe(student(design), "Who learns")
    opened.until("unsaved", "late")
    assert opened.took("unsaved") < 5000
    assert "description" not in raw_of(design)["entities"][0]


def test_a_dead_server_loses_nothing(opened: Opened, design: Design) -> None:
    opened.page.route("**/edits/**", away)
    for number in range(5):
        opened.describe(student(design), f"text {number}")
    assert opened.until("unsaved", "away")["waiting"] == 5
    assert opened.took("unsaved") < 5000
    opened.page.unroute("**/edits/**")
    opened.until("saved")
    texts = Revision.objects.filter(design=design).order_by("number").values_list("edits", flat=True)
    assert [f"text {number}" in text for number, text in enumerate(list(texts)[1:])] == [True] * 5


def test_a_closed_tab_sends_the_rest_when_opened_again(opened: Opened, design: Design) -> None:
    context = opened.page.context
    opened.page.route("**/edits/", away)
    field = {"id": "fresh", "name": "born", "type": "date"}
    add = {"edit": "add", "holder": student(design), "path": ["fields"], "index": 1, "value": field}
    opened.page.evaluate("(edit) => { open_.state.edit(edit); }", add)
    opened.describe("fresh", "said of a field that the server has not seen")
    opened.page.evaluate("open_.journal.draft('name of Email', 'addr')")
    opened.until("unsaved", "away")
    opened.kept()
    opened.page.close()
    assert len(raw_of(design)["entities"][0]["fields"]) == 1
    again = Opened(context.new_page(), opened.address, design.slug)
    again.until("saved")
    born = raw_of(design)["entities"][0]["fields"][1]
    assert (born["name"], "has not seen" in born["description"]) == ("born", True)
    assert again.tree() == raw_of(design)
    drafts = "async () => [...await open_.journal.drafts()]"
    assert again.page.evaluate(drafts) == [["name of Email", "addr"]]
    again.page.close()
    third = Opened(context.new_page(), opened.address, design.slug)
    assert third.page.evaluate("open_.state.pending.length") == 0


def test_a_tab_closed_in_the_midst_of_sending_asks_nothing_about_its_own_edits(
    opened: Opened, design: Design
) -> None:
    """The journal keeps anew only the next edit after each answer; those behind it had seen as much."""
    context = opened.page.context
    opened.page.route("**/edits/", away)
    for number in range(5):
        opened.describe(student(design), f"text {number}")
    opened.until("unsaved", "away")
    heard: list[int] = []

    def two(route: Route) -> None:
        heard.append(1)
        route.continue_() if len(heard) <= 2 else route.abort()

    opened.page.unroute("**/edits/")
    opened.page.route("**/edits/", two)
    opened.page.wait_for_function("() => open_.state.pending.length === 3")
    opened.kept()
    opened.page.close()
    again = Opened(context.new_page(), opened.address, design.slug)
    again.until("saved")
    assert raw_of(design)["entities"][0]["description"] == "text 4"
    assert Revision.objects.filter(design=design).count() == 6


def test_what_yesterday_left_goes_before_what_is_made_today(opened: Opened, design: Design) -> None:
    """Else the newer one comes upon the server first, and its maker is asked which of the two to keep."""
    context = opened.page.context
    leave(opened, design, "yesterday")
    page = context.new_page()
    page.add_init_script(LATE)
    again = Opened(page, opened.address, design.slug, ready="() => 'go' in window")
    again.describe(student(design), "today")
    page.wait_for_timeout(300)
    page.evaluate("() => go()")
    again.until("saved")
    assert raw_of(design)["entities"][0]["description"] == "today"
    texts = Revision.objects.filter(design=design).order_by("number").values_list("edits", flat=True)
    assert ["yesterday" in text for text in list(texts)[1:]] == [True, False]


@pytest.mark.parametrize("broken", BROKEN)
def test_a_browser_that_cannot_tell_what_was_left_saves_what_is_made(
    opened: Opened, design: Design, broken: str
) -> None:
    page = opened.page.context.new_page()
    page.add_init_script(BROKEN[broken])
    again = Opened(page, opened.address, design.slug)
    again.describe(student(design), "today")
    again.until("saved")
    assert raw_of(design)["entities"][0]["description"] == "today"


def test_an_answer_that_is_lost_is_asked_for_again_not_applied_again(opened: Opened, design: Design) -> None:
    lost: list[int] = []

    def lose(route: Route) -> None:
        route.fetch()
        lost.append(1)
        route.abort() if len(lost) < 3 else route.continue_()

    opened.page.route("**/edits/", lose)
    opened.describe(student(design), "once")
    opened.until("saved")
    assert len(lost) >= 1
    assert Revision.objects.filter(design=design).count() == 2


def test_an_expired_session_keeps_edits_until_signed_in(opened: Opened, design: Design, ann: User) -> None:
    Session.objects.all().delete()
    opened.describe(student(design), "Who learns")
    told = opened.until("unsaved", "signed-out")
    assert (told["waiting"], bool(told["remedy"])) == (1, True)
    sign_in(opened.page.context, ann, opened.address)
    opened.page.evaluate("open_.link.again()")
    opened.until("saved")
    assert raw_of(design)["entities"][0]["description"] == "Who learns"


def test_what_one_person_left_is_not_sent_as_another(opened: Opened, design: Design) -> None:
    context = opened.page.context
    leave(opened, design, "Ann's")
    sign_in(context, User.objects.create_superuser("bob"), opened.address)
    other = Opened(context.new_page(), opened.address, design.slug)
    assert other.page.evaluate("open_.state.pending.length") == 0
    assert other.page.evaluate("open_.journal.others()") == 1
    assert "description" not in raw_of(design)["entities"][0]


def test_another_release_is_told_and_nothing_is_lost(opened: Opened, design: Design) -> None:
    def older(route: Route) -> None:
        body = json.loads(route.request.post_data or "{}") | {"protocol": 0}
        route.continue_(post_data=json.dumps(body))

    context = opened.page.context
    opened.page.route("**/edits/", older)
    opened.describe(student(design), "Who learns")
    opened.until("unsaved", "reload")
    opened.kept()
    opened.page.close()
    Opened(context.new_page(), opened.address, design.slug).until("saved")
    assert raw_of(design)["entities"][0]["description"] == "Who learns"


_OFTEN = """() => performance.getEntriesByType("resource").filter(({ name }) => name.includes("/since/"))
  .some((one, number, all) => number && one.startTime - all[number - 1].startTime < 2500)"""


def test_other_peoples_changes_arrive_within_two_seconds(opened: Opened, design: Design) -> None:
    """That is, by one of the next two answers, for the page asks every other second."""
    asked: list[str] = []
    bob = User.objects.create_superuser("bob")
    opened.page.evaluate(
        "() => { open_.state.subscribe(({ why, theirs }) => why === 'theirs' && (open_.who = theirs.map((one) => one.who))); }"
    )
    Editor(design, bob).send(described(student(design), "Bob's"))
    opened.page.on("request", lambda request: asked.append(request.url) if "/since/" in request.url else None)
    opened.page.wait_for_function("() => open_.who")
    assert len(asked) <= 2
    assert opened.page.evaluate("open_.who") == ["bob"]
    assert opened.tree() == raw_of(design)
    opened.page.wait_for_function(_OFTEN)


@pytest.mark.parametrize(("mine", "left"), [([0], "Ann's"), ([], "Bob's")])
def test_the_same_changed_twice_asks(opened: Opened, design: Design, mine: list[int], left: str) -> None:
    bob = Editor(design, User.objects.create_superuser("bob"))
    opened.page.route("**/edits/**", away)
    opened.describe(student(design), "Ann's")
    opened.until("unsaved", "away")
    bob.send(described(student(design), "Bob's"))
    opened.page.unroute("**/edits/**")
    opened.until("unsaved", "conflict")
    opened.page.evaluate("(mine) => open_.state.settle(open_.state.pending[0].op, mine)", mine)
    opened.until("saved")
    assert raw_of(design)["entities"][0]["description"] == left
    assert opened.tree() == raw_of(design)


def test_undo_goes_on_after_a_reload(opened: Opened, design: Design) -> None:
    context = opened.page.context
    for text in ("one", "two"):
        opened.describe(student(design), text)
    opened.page.evaluate("() => { open_.state.undo(); }")
    assert opened.tree()["entities"][0]["description"] == "one"  # before the server says so
    opened.until("saved")
    opened.page.close()
    again = Opened(context.new_page(), opened.address, design.slug)
    assert again.data["redo"]
    again.page.evaluate("() => { open_.state.undo(); }")
    again.until("saved")
    assert "description" not in again.tree()["entities"][0]
    assert again.tree() == raw_of(design)


def test_a_refused_edit_is_told_and_taken_out_of_the_picture(opened: Opened, design: Design) -> None:
    opened.page.evaluate(
        "() => { open_.state.subscribe(({ why, answer }) => why === 'refused' && (open_.refused = answer)); }"
    )
    opened.page.evaluate(
        "(id) => { open_.state.edit({ edit: 'set', id, path: ['count'], value: 'many' }); }", student(design)
    )
    assert opened.page.wait_for_function("() => open_.refused").json_value()["faults"][0]["remedy"]
    opened.until("saved")
    assert opened.tree() == raw_of(design)
