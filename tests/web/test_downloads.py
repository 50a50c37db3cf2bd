"""Downloads: each file as it is written by the command, and all in a ZIP."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from django.test import Client

from designs import store
from designs.delivery.compiled.compiled_design import opened
from designs.models import Design

from .conftest import LIBRARY

pytestmark = pytest.mark.usefixtures("library")

TEXT = (LIBRARY / "university.json").read_bytes()
ADDRESS = "/designs/university"


def members(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as bundle:
        return {name: bundle.read(name) for name in bundle.namelist()}


def files() -> dict[str, bytes]:
    """The files of the command, but for the plan: the fixes of a stored design name its objects by their ids."""
    stored = Design.objects.get(slug="university").text.encode()
    written = {file.path: file.text.encode() for file in opened(TEXT).files}
    (plan,) = (file.text.encode() for file in opened(stored).files if file.path == "plan.json")
    without, of_ids = json.loads(written["plan.json"]), json.loads(plan)
    of_ids["findings"] = [finding | {"fix": None} for finding in of_ids["findings"]]
    assert of_ids == without  # nothing else differs
    return written | {"plan.json": plan}


def test_every_text_file_comes_as_it_is(client: Client) -> None:
    for path, content in files().items():
        response = client.get(f"{ADDRESS}/files/{path}")
        assert response.content == content
        assert response.headers["Content-Disposition"].startswith("attachment; ")


@pytest.mark.parametrize(("kind", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_pictures_come_in_each_format(client: Client, kind: str, start: bytes) -> None:
    response = client.get(f"{ADDRESS}/files/diagrams/documents.{kind}")
    assert response.content.startswith(start)
    assert response.headers["Content-Disposition"] == f'attachment; filename="documents.{kind}"'


def test_the_design_file_comes_back_byte_for_byte(client: Client) -> None:
    assert client.get(f"{ADDRESS}/files/design.json").content == TEXT


def test_the_archive_of_texts_is_the_same_every_time(client: Client) -> None:
    first = client.get(f"{ADDRESS}/university-text.zip").content
    assert first == client.get(f"{ADDRESS}/university-text.zip").content
    assert members(first) == files()


def test_the_archive_of_all_has_the_pictures_too(client: Client) -> None:
    names = members(client.get(f"{ADDRESS}/university.zip").content).keys()
    assert {
        f"diagrams/{view}.{kind}" for view in ("conceptual", "documents") for kind in ("svg", "png", "pdf")
    } < names
    assert "design.json" in names, "the one file that can be imported again"


@pytest.mark.parametrize(
    "path", ["nothing.js", "diagrams/nothing.svg", "../../manage.py", "documents/..%2f..%2fplan.json", ".env"]
)
def test_what_the_design_does_not_make_is_not_found(client: Client, path: str) -> None:
    assert client.get(f"{ADDRESS}/files/{path}").status_code == 404


def test_an_archive_of_another_name_is_not_found(client: Client) -> None:
    assert client.get(f"{ADDRESS}/blog.zip").status_code == 404


def test_the_page_lists_every_file(client: Client) -> None:
    page = client.get(f"{ADDRESS}/downloads/").content.decode()
    assert "run this first" in page and "?save=svg" in page
    assert all(f'href="{ADDRESS}/files/{file.path}"' in page for file in opened(TEXT).files)


FAULTY = LIBRARY.parent / "handbook" / "unbounded-embed.json"
"""Compiles, with an error among its findings."""


@pytest.fixture
def _with_an_error(library: None) -> None:
    store.create(FAULTY.read_text(), slug="wrong", in_library=True)


@pytest.mark.usefixtures("_with_an_error")
def test_errors_stand_first_in_the_archive_and_files_stay_as_they_are(client: Client) -> None:
    plan = opened(FAULTY.read_bytes()).plan
    errors = [one for one in plan["findings"] if one["severity"] == "error"]
    for name in ("wrong", "wrong-text"):
        content = client.get(f"/designs/wrong/{name}.zip").content
        found = members(content)
        assert next(iter(found)) == "ERRORS.txt"
        assert errors and all(one["message"] in found["ERRORS.txt"].decode() for one in errors)
        stored = Design.objects.get(slug="wrong").text.encode()  # with the ids that fixes name
        made = {file.path: file.text.encode() for file in opened(stored).files}
        assert made.items() <= found.items()
    setup = client.get("/designs/wrong/files/mongosh/setup.js").content
    assert setup == made["mongosh/setup.js"]


@pytest.mark.usefixtures("_with_an_error")
def test_errors_stand_above_all_on_the_page(client: Client) -> None:
    page = client.get("/designs/wrong/downloads/").content.decode()
    assert page.index("This design has an error") < page.index("Download all (ZIP)")
    assert 'href="/handbook/checks/unbounded-embed/"' in page and "ERRORS.txt" in page
    assert "has an error" not in client.get(f"{ADDRESS}/downloads/").content.decode()


@pytest.mark.parametrize("text", ['{"format": "nestlink/1"', '{"format": "nestlink/1", "name": "Refused"}'])
def test_a_refused_text_can_still_be_fetched(client: Client, text: str) -> None:
    Design.objects.create(slug="refused", name="Refused", text=text, more="{}", in_library=True)
    page = client.get("/designs/refused/downloads/")
    assert page.status_code == 422
    assert "/designs/refused/files/design.json" in page.content.decode()
    assert client.get("/designs/refused/files/design.json").content == text.encode()
    bundle = members(client.get("/designs/refused/refused.zip").content)
    assert list(bundle) == ["ERRORS.txt", "design.json"]
    assert bundle["design.json"] == text.encode() and b"couldn't be compiled" in bundle["ERRORS.txt"]
    assert client.get("/designs/refused/files/plan.json").status_code == 422
