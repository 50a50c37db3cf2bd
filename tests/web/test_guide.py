"""The guide in docs/ is true where a program can tell: its links, pictures, commands, outputs and tabs."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from django.core.management import get_commands
from django.test import Client

from designs.delivery.compiled.compiled_design import outputs
from modeler.command import VERBS

ROOT = Path(__file__).resolve().parent.parent.parent
GUIDE = ROOT / "docs"
PAGES = sorted([*GUIDE.glob("*.md"), ROOT / "README.md"])
PICTURES = GUIDE / "pictures"


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name if page.parent == GUIDE else "front")
def test_every_link_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)", text_of(page))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


REFERENCES = {"design-format.md", "glossary.md"}
"""Pages to look something up in, with a row for each key of the grammar, or for each word."""


def test_every_page_is_in_the_list_and_short() -> None:
    listed = text_of(GUIDE / "README.md")
    pages = [page for page in GUIDE.glob("*.md") if page.name != "README.md"]
    assert len(pages) >= 8 and all(f"({page.name})" in listed for page in pages)
    tasks = [page for page in pages if page.name not in REFERENCES]
    assert all(len(text_of(page).splitlines()) <= 80 for page in tasks)
    assert "(docs/README.md)" in text_of(ROOT / "README.md")


def test_every_picture_is_shown() -> None:
    texts = "\n".join(map(text_of, PAGES))
    assert {path.name for path in PICTURES.glob("*.png") if f"pictures/{path.name})" not in texts} == set()


def test_every_command_exists() -> None:
    texts = "\n".join(map(text_of, PAGES))
    named = set(re.findall(r"manage\.py (\w+)", texts))
    assert {"compile_design", "check_design", "sign_in"} <= named <= set(get_commands())
    assert set(re.findall(r"`?nestlink (run|sign-in|compile|check|[a-z-]+) (?:--|[A-Za-z])", texts)) <= set(
        VERBS
    )
    verbs = set(re.findall(r"^([a-z-]+):.*##", text_of(ROOT / "Makefile"), re.MULTILINE))
    assert set(re.findall(r"^make ([a-z-]+)", texts, re.MULTILINE)) <= verbs
    assert set(re.findall(r"--only (\w+)", texts)) <= set(outputs())


def test_make_run_takes_a_port() -> None:
    dry = ["make", "--dry-run", "run"]
    said = [
        subprocess.run([*dry, *more], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for more in ([], ["PORT=8123"])
    ]
    assert [line.strip() for text in said for line in text.splitlines() if "serve" in line] == [
        ".venv/bin/python manage.py serve",
        ".venv/bin/python manage.py serve --port 8123",
    ]


@pytest.mark.usefixtures("library")
def test_every_tab_is_told(client: Client) -> None:
    names = []
    for group in ("documents/", "scripts/", "decisions/"):
        page = client.get(f"/designs/university/{group}").content.decode()
        tabs = re.search(r'<nav class="tabs".*?</nav>', page, re.DOTALL)
        assert tabs is not None
        names += re.findall(r">(\w+)</a>", tabs[0])
    told = text_of(GUIDE / "read-a-design.md")
    assert len(names) >= 14 and [name for name in names if f"**{name}**" not in told] == []


def test_a_release_is_told_in_a_screen() -> None:
    releases = re.split(r"^## ", text_of(ROOT / "CHANGELOG.md"), flags=re.MULTILINE)[1:]
    assert len(releases) >= 2 and [text for text in releases if len(text.splitlines()) > 60] == []
