"""The ZIP: readable, and the same bytes every time."""

from __future__ import annotations

import io
import zipfile

from designs.delivery.output.archive import archive


def test_it_holds_the_files() -> None:
    with zipfile.ZipFile(io.BytesIO(archive({"b/ä.js": b"[]", "a.json": b"{}"}))) as bundle:
        assert bundle.namelist() == ["a.json", "b/ä.js"]
        assert bundle.read("b/ä.js") == b"[]"
        assert bundle.testzip() is None


def test_order_of_files_and_time_of_day_do_not_matter() -> None:
    files = {"b": b"2", "a": b"1"}
    assert archive(files) == archive(dict(reversed(files.items())))
    with zipfile.ZipFile(io.BytesIO(archive(files))) as bundle:
        assert {member.date_time for member in bundle.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert {member.compress_type for member in bundle.infolist()} == {zipfile.ZIP_STORED}
