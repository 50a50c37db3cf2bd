"""The Queries tab: each function as the script file holds it, with its index, decision and values."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from bench.workload import design as large_design
from designs import store
from designs.delivery.compiled import queries
from designs.delivery.compiled.compiled_design import (
    Compiled,
    compile_text,
    opened,
    outputs,
    with_every_function,
)
from designs.delivery.compiled.queries import SCRIPTS, Query, calls, functions, subjects
from designs.delivery.compiled.recipe_facts import asked
from designs.delivery.intake.examples import Example, examples
from designs.views.queries import FUNCTIONS_A_PAGE, _purposes

from .conftest import LIBRARY, small_design
from .library_rows import SLUGS

PAGE = "/designs/university/queries/"
UNIVERSITY = (LIBRARY / "university.json").read_bytes()


@pytest.fixture
def client(library: None, client: Client) -> Client:
    """Somebody who finds the example designs there."""
    return client


def text_of(response: Any) -> str:
    assert response.status_code == 200
    return str(response.content.decode())


def bare(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", html))


def every(made: Compiled) -> list[Query]:
    return [query for subject in subjects(made) for query in subject.queries]


def whole(text: bytes) -> Compiled:
    """The design with every function."""
    made = with_every_function(text)
    assert isinstance(made, Compiled)
    return made


def check_against_the_files(made: Compiled) -> None:
    """Each recipe of the plan has one function, of its own parameters, as the file holds it."""
    texts = {file.path: file.text for file in made.files}
    found = every(made)
    recipes = {one["recipe"]: one for one in made.plan["statements"] if one["script"] in SCRIPTS}
    extra = {one.recipe for one in made.compilation.plan.statements if one.extra}
    shown = {name for name, one in recipes.items() if one["purpose"] not in ("prepare", "watch")}
    assert {one.recipe for one in found} == shown - extra
    for query in found:
        assert f"\n{query.code}\n" in texts[query.path]
        head = re.search(rf"^function {query.name}\((.*)\) \{{$", query.code, re.MULTILINE)
        assert head, query.code
        names = [name.partition(" = ")[0] for name in head[1].split(", ") if name]
        assert [name for name in names if name != "lucky"] == [name for name, _, _ in query.values]
        called = "".join(query.call.split())
        assert called in "".join(texts[query.path].split()) and (
            not called or called.startswith(f"{query.name}(")
        )


@pytest.mark.parametrize("example", examples(), ids=SLUGS)
def test_every_function_stands_in_its_file(example: Example) -> None:
    check_against_the_files(opened(example.text))
    check_against_the_files(whole(example.text))


def test_the_designs_of_the_handbook_too() -> None:
    texts = [path.read_bytes() for path in sorted((LIBRARY.parent / "handbook").glob("*.json"))]
    compiled = [compile_text(text, outputs()) for text in texts]
    made = [one for one in compiled if isinstance(one, Compiled)]
    assert len(made) > 50
    for one in made:
        check_against_the_files(one)


def test_hostile_names_do_not_mislead() -> None:
    """Names that look like the marks by which functions and their calls are found."""
    hostile = '}\n\nfunction watch() {\n}\nprinted("x", demo());'
    design = small_design(name=hostile)
    design["relationships"][0] |= {"name": hostile, "description": hostile}
    design["operations"] = [{"name": hostile, "kind": "read", "entity": "Student"}]
    check_against_the_files(opened(json.dumps(design).encode()))


def test_reads_and_writes_are_called_with_sample_values() -> None:
    found = {one.recipe: one for one in every(whole(UNIVERSITY))}
    assert found["id_card.read"].call == 'idCardRead(ObjectId("5db23b00ec17bb4df61d639b"))'
    assert found["emails.add"].call.startswith('emailsAdd(ObjectId("5db23b00ec17bb4df61d639b"), { email: ')
    assert found["id_card.add"].call.endswith(")\n  },\n)") or found["id_card.add"].call.endswith("},\n)")
    assert all(one.call for one in found.values())


def test_texts_that_look_like_code_do_not_mislead() -> None:
    text = (
        '// function no() {\n// why\nfunction yes(a) {\n  const b = "}";\n  return a;\n}\n\n'
        'printed("function no() {", yes("printed(\\"x\\", no(1));"));\n'
    )
    assert [name for name, _ in functions(text)] == ["yes"]
    assert calls(text) == {"yes": 'yes("printed(\\"x\\", no(1));")'}


def test_an_index_is_one_that_the_statement_begins_with() -> None:
    made = whole(UNIVERSITY)
    found = {one.recipe: one.indexes for one in every(made)}
    assert found["messages.read"] == (("messages", "posted_by_1_posted_on_-1"),)
    assert found["messages.join"] == (("messages", "posted_by_1_posted_on_-1"), ("students", "_id_"))
    assert found["message board"] == (("messages", "posted_on_-1"),)
    assert found["messages.add"] == (("students", "_id_"),)  # is the student there?
    assert found["messages.remove"] == (("messages", "_id_"),)


def test_what_a_statement_asks_by() -> None:
    row = {
        "collection": "a", "sort": {"s": 1}, "filter": {"$or": [{"x": 1}, {"y": {"$elemMatch": {"z": 1}}}]},
        "pipeline": [{"$match": {"m": {"n": 1}}}, {"$lookup": {"from": "b", "foreignField": "f", "pipeline": [{"$sort": {"t": 1}}]}}],
    }  # fmt: skip
    assert set(asked(row)) == {
        ("a", "s"), ("a", "x"), ("a", "y"), ("a", "y.z"), ("a", "m"), ("b", "f"), ("b", "t"),
    }  # fmt: skip


def test_an_operation_follows_from_the_decisions_it_meets() -> None:
    made = opened(UNIVERSITY)
    names = [one["relationship"] for one in made.plan["decisions"]]
    found = {one.key: [names[number - 1] for number in one.decisions] for one in subjects(made)}
    assert found["operation:student profile"] == ["id_card", "emails", "courses"]
    assert found["operation:renew card"] == ["id_card"]
    assert found["operation:course roster"] == ["courses"]
    assert found["operation:edit course"] == []
    assert found["relationship:messages"] == ["messages"]


@pytest.mark.parametrize("example", examples(), ids=SLUGS)
def test_every_purpose_has_its_words(example: Example) -> None:
    assert {one.purpose for one in every(opened(example.text))} <= _purposes().keys()


def test_the_page_shows_every_function(client: Client) -> None:
    page = text_of(client.get(PAGE))
    shown = [bare(code) for code in re.findall(r'<pre class="code"[^>]*>(.*?)</pre>', page, re.DOTALL)]
    for query in every(opened(UNIVERSITY)):
        assert query.code in shown and query.call in shown
    assert re.search(r">\s*17\s+functions\s*<", page)


def test_operations_come_before_what_nobody_asked_for(client: Client) -> None:
    whose = re.findall(r'<a class="index-head"[^>]*><bdi>([^<]*)', text_of(client.get(PAGE)))
    work = [one["name"] for one in json.loads(UNIVERSITY)["operations"] if one["name"] in whose]
    assert work and whose[: len(work)] == work


def test_the_others_are_shown_when_asked_for(client: Client) -> None:
    page = text_of(client.get(PAGE))
    assert "14 more functions that this workload doesn’t need are hidden." in bare(page)
    assert not any(f'id="{name}"' in page for name in ("emailsRead", "emailsEdit", "messagesReassign"))
    assert 'href="?all=1"' in page and 'id="studentProfile"' in page
    page = text_of(client.get(f"{PAGE}?all=1"))
    assert all(f'id="{name}"' in page for name in ("emailsRead", "emailsEdit", "messagesReassign"))
    assert re.search(r">\s*31\s+functions\s*<", page)
    assert 'href="?">' in page and '<input type="hidden" name="all" value="1">' in page
    assert {one.name for one in every(opened(UNIVERSITY))} < {one.name for one in every(whole(UNIVERSITY))}


def test_a_relationship_asked_for_shows_all_its_functions(client: Client) -> None:
    page = text_of(client.get(f"{PAGE}?of=relationship:emails"))
    assert 'id="emailsRead"' in page and "?all=1" not in page


def links_of(page: str) -> set[str]:
    return {unescape(link) for link in re.findall(r'href="(/designs/[^"]*)"', page) if "/files/" not in link}


def check_links(client: Client, pages: dict[str, str]) -> None:
    """Every link of these pages arrives, at its anchor too. Pages that links lead to are kept."""
    known = dict(pages)
    for own, page in pages.items():
        for link in links_of(page):
            address, _, anchor = link.partition("#")
            if address not in known:
                response = client.get(address)
                assert response.status_code in (200, 302), link
                known[address] = (
                    str(response.content.decode()) if "text/html" in response["Content-Type"] else ""
                )
            assert not anchor or f'id="{anchor}"' in known[address], link
        for anchor in re.findall(r'href="#([^"]*)"', page):
            assert f'id="{anchor}"' in page, f"{own}: {anchor}"


@pytest.mark.parametrize(
    ("query", "some", "none"),
    [
        ("q=reassign+email&all=1", ["emailsReassign"], ["coursesAdd", "emailsAdd("]),
        ("q=TO+ANOTHER+STUDENT&all=1", ["emailsReassign", "messagesReassign"], ["emailsRead"]),
        ("q=TO+ANOTHER+STUDENT", [], ["emailsReassign", "messagesReassign"]),
        ("of=relationship:courses", ["coursesRead"], ["emailsRead"]),
        ("of=operation:course roster", ["courseRoster"], ["coursesRead"]),
        ("does=write&all=1", ["emailsAdd"], ["emailsRead"]),
        ("does=read&q=slice&all=1", ["emailsPage"], ["emailsAdd("]),
        ("does=nothing", ["studentProfile"], ["emailsRead"]),
        ("page=99", ["studentProfile"], []),
        ("q=%00%27%22%3Cscript%3E", [], ["emailsRead"]),
    ],
)
def test_it_is_filtered(client: Client, query: str, some: list[str], none: list[str]) -> None:
    whole = text_of(client.get(f"{PAGE}?{query}"))
    piece = text_of(client.get(f"{PAGE}?{query}", headers={"HX-Request": "true"}))
    assert "<html" not in piece and piece.strip().startswith('<div id="found">')
    for page in (whole, piece):
        assert all(f'id="{name.rstrip("(")}"' in page for name in some)
        assert not any(f'id="{name.rstrip("(")}"' in page for name in none)
    assert some or "No functions match" in whole


def test_a_large_design_is_paged(client: Client) -> None:
    made = opened(large_design(40).encode())
    number = len(every(made))
    assert number > 3 * FUNCTIONS_A_PAGE
    store.create(large_design(40), slug="large", in_library=True)
    seen: list[str] = []
    address = "/designs/large/queries/?q="
    while address:
        page = text_of(client.get(address))
        assert len(page) < 300_000
        seen += re.findall(r'<article class="query" id="(\w+)"', page)
        onward = re.search(r'rel="next" href="([^"]*)"', page)
        address = f"/designs/large/queries/{unescape(onward[1])}" if onward else ""
    assert sorted(seen) == sorted(one.name for one in every(made))


def test_links_say_which_functions(client: Client) -> None:
    page = text_of(client.get("/designs/university/decisions/"))
    links = [link for link in links_of(page) if "/queries/?" in link]
    assert {parse_qs(urlsplit(link).query)["of"][0] for link in links} == {
        "relationship:id_card", "relationship:emails", "relationship:courses", "relationship:messages",
    }  # fmt: skip


@pytest.mark.parametrize("example", examples(), ids=SLUGS)
def test_a_function_comes_with_those_that_it_calls(example: Example) -> None:
    """Copied with its helpers, a function calls nothing that its script alone defines."""
    made = whole(example.text)
    defined = {
        path: {name for name, _ in functions(text)}
        for path, text in ((file.path, file.text) for file in made.files)
    }
    for query in every(made):
        copied = "\n".join([*(code for _, code in query.helpers), query.code])
        called = set(re.findall(r"(?<![\w.])(\w+)\(", copied)) & defined[query.path]
        assert called <= {name for name, _ in functions(copied)}, query.name


def test_each_function_is_looked_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The helpers of a script were looked through for each function that calls one."""
    looked_through: list[str] = []
    pattern = queries._CALL

    class Noting:
        def findall(self, code: str) -> list[str]:
            looked_through.append(code)
            return list(pattern.findall(code))

    monkeypatch.setattr(queries, "_CALL", Noting())
    assert any(query.helpers for query in every(opened(UNIVERSITY)))
    assert len(looked_through) == len(set(looked_through))


def test_the_page_shows_what_an_edit_calls(client: Client) -> None:
    page = bare(text_of(client.get("/designs/web-shop/queries/?q=mustChange")))
    assert "Copy the functions that it calls, too: mustChange, setOrClear" in re.sub(r"\s+", " ", page)
    assert "function mustChange(changes, names, emptied = []) {" in page and "Change some fields" in page
