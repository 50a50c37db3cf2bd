"""Who waits for a worker sees their place, keeps it, and gets their own answer."""

from __future__ import annotations

import json
import threading

from .demanding import LARGE, Asked, busy, followed
from .running import Copy, Visitor


def test_what_is_asked_for_once_more_waits_with_its_place(strict: Copy) -> None:
    first = Asked(lambda: strict.visitor().check(LARGE))
    busy(strict)
    visitor = strict.visitor()
    waits = visitor.check(LARGE)
    assert waits.status == 503
    assert waits.title == "Number 1 in the queue"
    assert waits.headers["retry-after"] == "1"
    there = waits.headers["refresh"].partition("url=")[2]
    assert there.startswith("/waiting/")
    answer = followed(visitor, there)
    assert first.wait().status == 422
    assert answer.title == "This took too long to compile"
    assert visitor.get("/waiting/guessed/").title == "This result is no longer available"


def test_nobody_else_gets_what_waits(strict: Copy) -> None:
    first = Asked(lambda: strict.visitor().check(LARGE))
    busy(strict)
    waits = strict.visitor().check('{"format": "nestlink/1"}')
    there = waits.headers["refresh"].partition("url=")[2]
    assert strict.owner.get(there).status == 410
    first.wait()


def test_programs_wait_without_a_page(strict: Copy) -> None:
    first = Asked(lambda: strict.visitor().check(LARGE))
    busy(strict)
    program = Visitor(strict.port, accept="*/*")
    answer = program.check('{"format": "nestlink/1"}')
    assert answer.status == 422 and "queue" not in answer.title
    first.wait()


def test_a_piece_of_a_page_says_so_above_what_was_typed(strict: Copy) -> None:
    """htmx puts only what succeeded into a page, and a form must not be replaced by a place in a queue."""
    htmx = {"Hx_Request": "true", "Hx_Target": "importing"}
    first = Asked(lambda: strict.visitor().check(LARGE))
    busy(strict)
    visitor = strict.visitor()
    waits = visitor.check(LARGE, **htmx)
    assert waits.status == 200 and "Number 1 in the queue" in waits.text
    assert waits.headers["hx-reswap"] == "afterbegin"
    there = waits.text.partition('hx-get="')[2].partition('"')[0]
    assert 'hx-target="#importing"' in waits.text
    again = visitor.get(there, **htmx)
    assert again.headers["hx-retarget"] == "#waiting-for-compiler"
    again = followed(visitor, there, **htmx)
    first.wait()
    assert again.status == 200 and "3 seconds of processor time" in again.text


def test_everybody_gets_their_own_answer(copy: Copy) -> None:
    """Requests that come at the same moment go to workers of their own, or wait."""
    pages = {"university": "University", "web-shop": "Web shop", "blog": "Blog", "cms": "Content management"}
    own = (
        copy.owner.post("/new/file/", {"text": secret(), "do": "store"})
        .headers["location"]
        .removesuffix("edit/")
    )
    wrong: list[str] = []

    def read(visitor: Visitor, path: str, title: str) -> None:
        for _ in range(25):
            answer = visitor.get(path)
            if answer.status == 200 and f"· {title}" not in answer.text.partition("<title>")[2][:200]:
                wrong.append(f"{path}: {answer.text.partition('<title>')[2][:60]}")
            if answer.status not in (200, 503):
                wrong.append(f"{path}: {answer.status} {answer.title}")

    program = {"accept": "*/*"}
    readers = [(Visitor(copy.port, **program), f"/designs/{slug}/", name) for slug, name in pages.items()]
    readers += [
        (Visitor(copy.port, **program), f"/designs/{slug}/documents/", name) for slug, name in pages.items()
    ]
    readers += [(Visitor(copy.port, dict(copy.owner.cookies), **program), own, "Secret")] * 2
    threads = [threading.Thread(target=read, args=one) for one in readers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def secret() -> str:
    told = {"format": "nestlink/1", "name": "Secret", "database": "secret"}
    return json.dumps(told | {"entities": [{"name": "A", "fields": [{"name": "a", "type": "string"}]}]})
