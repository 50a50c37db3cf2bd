"""What a process keeps stays within its bound, and what it says of a result's size is true."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.utils.safestring import SafeString

from bench.workload import design as large_design
from designs import store
from designs.compiler import Model, advise, cheapest, complete, plan_design, read, ways_of, with_advice
from designs.delivery.compiled import compiled_design
from designs.delivery.intake.examples import examples
from designs.delivery.pages import advised, listing, live, report_page, variants
from designs.delivery.pages import cheapest as cheapest_page
from designs.delivery.pages.input_words import ends_in
from designs.delivery.pages.listing import Mark
from designs.kept import MEMORY, Kept, keeping
from designs.store.tables import reading
from modeler.environment import env_whole

from .conftest import small_design

ROOT = Path(__file__).resolve().parent.parent.parent
MIB = 2**20


@pytest.fixture(autouse=True)
def _empty() -> Iterator[None]:
    MEMORY.clear()
    yield
    MEMORY.clear()


def text_of(slug: str) -> bytes:
    return next(one.text for one in examples() if one.slug == slug)


def wordy() -> bytes:
    """Few parts, long words, in letters of four bytes."""
    raw = small_design(description="🧮" * 9_900)
    raw["entities"][0]["description"] = "\n".join(["🧮 abacus"] * 1100)
    return json.dumps(raw, ensure_ascii=False).encode()


TEXTS: dict[str, Callable[[], bytes]] = {
    "small": lambda: json.dumps(small_design()).encode(),
    "university": lambda: text_of("university"),
    "wordy": wordy,
}
"""The smallest, one of many parts, one of long words; to trace what each holds takes ten times as long as to make it."""
if os.environ.get("NESTLINK_SOAK"):
    TEXTS["web-shop"] = lambda: text_of("web-shop")
    TEXTS["company-wiki"] = lambda: text_of("company-wiki")
    TEXTS["large"] = lambda: large_design(40).encode()


def taken(make: Callable[[], Any], size: Callable[[Any], int]) -> tuple[int, int]:
    """Return how many bytes the size says that a result takes, and how many Python allocated that are still held.
    Made once before, so that what is imported or cached for every design is not counted; and up to three times
    until the size is enough, since threads that other tests left behind allocate too."""
    make()
    gc.collect()
    gc.freeze()  # or each collection would go through all that earlier tests left
    try:
        for _ in range(3):
            tracemalloc.start()
            made = make()
            gc.collect()
            held = tracemalloc.get_traced_memory()[0]
            tracemalloc.stop()
            said = size(made)
            del made
            if enough(said, held):
                break
    finally:
        gc.unfreeze()
    return said, held


def enough(said: int, held: int) -> bool:
    """Whether a size is not too small, or the bound would not hold."""
    return 0.95 * held <= said


def honest(name: str, said: int, held: int) -> bool:
    """Enough, and not so much that little is kept. Only long words, which are overrated, may be: a result shares
    them with the text."""
    return enough(said, held) and (said <= 8 * held + 20_000 or name == "wordy")


def model_in(text: bytes) -> Model:
    model = read(text).value
    assert model is not None
    return model


@pytest.mark.parametrize("name", TEXTS)
class TestSizes:
    def test_of_a_compilation(self, name: str) -> None:
        text = TEXTS[name]()

        def make() -> compiled_design.Compiled | compiled_design.Refused:
            made = compiled_design.compile_text(text, compiled_design.outputs())
            assert isinstance(made, compiled_design.Compiled) and made.plan
            return made

        said, held = taken(make, compiled_design.size_of)
        assert honest(name, said, held), (said, held)

    def test_of_a_plan_alone(self, name: str) -> None:
        text = TEXTS[name]()

        def make() -> compiled_design.Compiled | compiled_design.Refused:
            made = compiled_design.compile_text(text, ("plan",))
            assert isinstance(made, compiled_design.Compiled) and made.plan
            return made

        said, held = taken(make, compiled_design.size_of)
        assert honest(name, said, held), (said, held)

    def test_of_a_model(self, name: str) -> None:
        text = TEXTS[name]()
        said, held = taken(lambda: model_in(text), lambda made: reading._known._size(made, text.decode()))
        assert honest(name, said, held), (said, held)

    def test_of_a_design_half_way(self, name: str) -> None:
        text = TEXTS[name]()
        model = model_in(text)

        def make() -> Any:
            planned = plan_design(model)
            with_advice(complete(planned), planned.composer)
            return planned

        said, held = taken(make, lambda made: live._planned._size(made, text))
        assert honest(name, said, held), (said, held)

    def test_of_advice_searches_and_ways(self, name: str) -> None:
        text = TEXTS[name]()
        model = model_in(text)
        links = tuple(one.name for one in model.links)[:20]
        for make, size in (
            (lambda: (advise(model, links), ends_in(model)), advised._size_of),
            (lambda: ways_of(model), variants.size_of_ways),
        ):
            said, held = taken(make, lambda made, size=size: size(made, text))  # type: ignore[misc]
            assert enough(said, held), (said, held)
        if len(model.links) <= 40:
            assert enough(
                *taken(lambda: cheapest(model), lambda made: cheapest_page.size_of_search(made, text))
            )

    def test_of_what_pages_show(self, name: str) -> None:
        made = compiled_design.compile_text(TEXTS[name](), compiled_design.outputs())
        assert isinstance(made, compiled_design.Compiled)
        report = next(file.text for file in made.files if file.path == "report.md")
        said, held = taken(lambda: report_page.blocks.__wrapped__(report), report_page.size_of_blocks)  # type: ignore[attr-defined]
        assert honest(name, said, held), (said, held)


class TestKeeping:
    def test_what_is_asked_for_twice_is_made_once(self) -> None:
        made: list[Any] = []

        @keeping(lambda result, *_: 10)
        def double(*given: Any) -> None:
            made.append(given)

        for given in (("a",), ("a",), (b"a",), ("a", 1), ("a", True), (("a", 1),), ("a",)):
            assert double(*given) is None
        assert len(made) == 5

    def test_another_program_begins_anew(self, settings: Any) -> None:
        own: Kept[str] = Kept("own", lambda *_: 10)
        own.keep("one", "content")
        assert own.find("content") == "one"
        settings.VERSION = "99"
        assert own.find("content") is None

    def test_kinds_share_a_bound_and_nothing_else(self, monkeypatch: pytest.MonkeyPatch) -> None:
        one: Kept[str] = Kept("one", lambda *_: 1000)
        two: Kept[str] = Kept("two", lambda *_: 1000)
        one.keep("first", "content")
        two.keep("second", "content")
        assert (one.find("content"), two.find("content")) == ("first", "second")
        monkeypatch.setattr(MEMORY, "most", MEMORY.size)
        two.keep("third", "more")
        assert one.find("content") is None  # used longest ago, by whichever kind
        assert MEMORY.size <= MEMORY.most

    def test_threads_keep_within_the_bound(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(MEMORY, "most", 20_000)
        own: Kept[int] = Kept("own", lambda *_: 700)
        wrong: list[int] = []

        def work(start: int) -> None:
            for number in range(start, start + 400):
                wrong.extend({own.get_or_make(lambda given: given, (number % 50,))} - {number % 50})

        threads = [threading.Thread(target=work, args=(start,)) for start in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert wrong == []
        assert 0 < MEMORY.size <= 20_000

    def test_html_that_a_page_marks_up_is_kept(self) -> None:
        """Words that are safe markup are texts, too."""
        marks = (Mark("name", "f1", "/x/", SafeString("why")),)
        first = listing.annotated("{\n  name: 1\n}", "a.js", marks)
        assert listing.annotated("{\n  name: 1\n}", "a.js", marks) is first


@pytest.mark.django_db
class TestPages:
    def test_every_page_keeps_within_a_tight_bound(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(MEMORY, "most", 3 * MIB)
        for number in range(3):
            raw = small_design(name=f"Small {number}")
            slug = store.create(json.dumps(raw), in_library=True).slug
            for page in ("", "documents/", "report/", "decisions/", "scripts/", "edits/live/?part=results"):
                assert client.get(f"/designs/{slug}/{page}").status_code == 200
                assert 0 < MEMORY.size <= 3 * MIB

    def test_a_bound_that_holds_nothing_only_costs_time(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(MEMORY, "most", 0)
        slug = store.create(json.dumps(small_design()), in_library=True).slug
        for page in ("", "documents/", "edits/live/?part=advice", "edits/live/?part=results"):
            assert client.get(f"/designs/{slug}/{page}").status_code == 200
        assert MEMORY.size == 0


@pytest.mark.at_length
def test_designs_opened_one_after_the_other_take_no_more_memory_than_the_bound() -> None:
    """In a process of its own, in resident bytes. If all were kept, each design would take six MiB, twelve at length,
    so that these would go beyond."""
    designs, entities, bound, grown = (7, 30, 12, 25) if os.environ.get("NESTLINK_SOAK") else (4, 16, 5, 10)
    command = [sys.executable, "-m", "bench.memory", "--one"]
    command += ["--designs", str(designs), "--entities", str(entities)]
    environment = {"PATH": "/usr/bin:/bin", "NESTLINK_CACHE_MB": str(bound)}
    environment |= {name: os.environ[name] for name in ("PYTHONPYCACHEPREFIX",) if name in os.environ}
    said = json.loads(
        subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True).stdout
    )
    assert max(said["kept"]) <= bound
    assert said["mib"][-1] - said["mib"][1] <= grown, said


class TestSetting:
    @pytest.mark.parametrize(("said", "number"), [("", 200), ("40", 40), (" 1 ", 1)])
    def test_a_number(self, monkeypatch: pytest.MonkeyPatch, said: str, number: int) -> None:
        monkeypatch.setenv("NESTLINK_CACHE_MB", said)
        assert env_whole("NESTLINK_CACHE_MB", 200, least=1) == number

    @pytest.mark.parametrize("said", ["0", "-1", "1.5", "much", "9" * 12, "²"])
    def test_no_number_stops_the_start(self, monkeypatch: pytest.MonkeyPatch, said: str) -> None:
        monkeypatch.setenv("NESTLINK_CACHE_MB", said)
        with pytest.raises(ImproperlyConfigured, match="NESTLINK_CACHE_MB"):
            env_whole("NESTLINK_CACHE_MB", 200, least=1)
