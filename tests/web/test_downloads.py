"""Downloads: each file as it is written by the command, and all in a ZIP."""

from __future__ import annotations

import io
import zipfile

import pytest
from django.test import Client

from designs.delivery.compiled import opened

from .conftest import LIBRARY

pytestmark = pytest.mark.usefixtures("library")

TEXT = (LIBRARY / "university.json").read_bytes()
ADDRESS = "/designs/university"


def members(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as bundle:
        return {name: bundle.read(name) for name in bundle.namelist()}


def test_every_text_file_comes_as_it_is(client: Client) -> None:
    for file in opened(TEXT).files:
        response = client.get(f"{ADDRESS}/files/{file.path}")
        assert response.content == file.text.encode()
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
    assert members(first) == {file.path: file.text.encode() for file in opened(TEXT).files}


def test_the_archive_of_all_has_the_pictures_too(client: Client) -> None:
    names = members(client.get(f"{ADDRESS}/university.zip").content).keys()
    assert {
        f"diagrams/{view}.{kind}" for view in ("conceptual", "documents") for kind in ("svg", "png", "pdf")
    } < names


@pytest.mark.parametrize(
    "path", ["nothing.js", "diagrams/nothing.svg", "../../manage.py", "documents/..%2f..%2fplan.json", ".env"]
)
def test_what_the_design_does_not_make_is_not_found(client: Client, path: str) -> None:
    assert client.get(f"{ADDRESS}/files/{path}").status_code == 404


def test_an_archive_of_another_name_is_not_found(client: Client) -> None:
    assert client.get(f"{ADDRESS}/blog.zip").status_code == 404


def test_the_page_lists_every_file(client: Client) -> None:
    page = client.get(f"{ADDRESS}/downloads/").content.decode()
    assert all(f'href="{ADDRESS}/files/{file.path}"' in page for file in opened(TEXT).files)
