"""A design whose every text tries to be code: in the browser nothing of it runs."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs import store
from tests.web.conftest import small_design

from .watched import SIZES, Watched

NAME = "\"'></bdi></pre><img src=x onerror='window.ran=1'>\u202e"
TEXT = f"{NAME}</script><script>window.ran=1</script><svg onload='window.ran=1'>{{{{constructor}}}} `${{x}}`"
PAGES = (
    "",
    "documents/",
    "diagrams/",
    "scripts/",
    "queries/",
    "decisions/",
    "findings/",
    "report/",
    "downloads/",
)
_RAN = "() => 'ran' in window || document.querySelector('img[src=\"x\"], svg[onload], [onerror]') !== null"


def hostile_design() -> dict[str, Any]:
    design = small_design(name=NAME, description=TEXT, database="small")
    student, email = design["entities"]
    student |= {"name": NAME, "description": TEXT}
    student["fields"].append({"name": NAME, "type": "string", "description": TEXT, "enum": [TEXT]})
    email |= {"description": TEXT}
    relationship = design["relationships"][0]
    relationship |= {"name": NAME, "description": TEXT}
    relationship["from"] |= {"entity": NAME}
    read = {"name": NAME, "kind": "read", "entity": NAME}
    return design | {"operations": [read]}


@pytest.fixture
def _hostile_library(library: None) -> None:
    """The server's library holds this design too."""
    store.create(json.dumps(hostile_design()), slug="hostile", in_library=True)


@pytest.mark.usefixtures("_hostile_library")
def test_nothing_runs(watched: Watched) -> None:
    width, height = SIZES["phone"]
    found: list[str] = []
    watched.page.set_viewport_size({"width": width, "height": height})
    for address in ("/", *(f"/designs/hostile/{page}" for page in PAGES)):
        watched.page.goto(address)
        watched.page.wait_for_load_state("networkidle")
        assert "onerror" in watched.page.inner_text("body") or address.endswith("findings/"), address
        assert not watched.page.evaluate(_RAN), address
        found += [f"{address}: {fault}" for fault in (*watched.too_wide(), *watched.inaccessible())]
    assert not found, "\n".join(found)


def test_what_would_run_is_seen(watched: Watched) -> None:
    """The same text, put into a page as it is, does run where no policy stops it."""
    watched.page.route("**/open", lambda route: route.fulfill(body=f"<p>{TEXT}", content_type="text/html"))
    watched.page.goto("/open")
    watched.page.wait_for_load_state("networkidle")
    assert watched.page.evaluate(_RAN)
    assert watched.complaints
    watched.complaints.clear()
