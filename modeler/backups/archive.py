"""The file of a backup: a ZIP with a manifest and a member for each table, a row a line.

Its comment, the last 64 bytes, is the SHA-256 of all bytes before it: no byte can change, or be missing,
unnoticed. The manifest says besides how many rows each member has and what their hash is.
"""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

FORMAT = 1
_MANIFEST, _MEMBER = "manifest.json", "rows/{}.jsonl"
_DIGEST = 64
_CHUNK = 1024 * 1024
_OLDEST = (1980, 1, 1, 0, 0, 0)  # a ZIP's: the same rows give the same bytes


class Damaged(Exception):
    """A file that is no whole backup, or one of a newer format, in words for the person who chose it."""


class Table(msgspec.Struct, frozen=True):
    """A member. columns: of each of its rows, in order."""

    columns: list[str]
    rows: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True):
    """What a backup holds. made_at: ISO 8601, UTC. database: django's name of its kind. migrations: each
    app with those that were applied. tables: by model label. designs: SHA-256 of texts, by slug."""

    format: int
    nestlink: str
    made_at: str
    database: str
    migrations: dict[str, list[str]]
    tables: dict[str, Table]
    designs: dict[str, str]


def write(
    path: Path, tables: Iterable[tuple[str, list[str], Iterable[list[Any]]]], about: dict[str, Any]
) -> Manifest:
    """Write a backup to a path that must not exist, readable by its owner alone, and flush it to the disk.

    tables: label, columns and rows of each. about: the manifest's other parts. Raise OSError.
    """
    place = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(place, "w+b") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            written = {name: _write_table(archive, name, names, rows) for name, names, rows in tables}
            manifest = Manifest(format=FORMAT, tables=written, **about)
            with archive.open(_info(_MANIFEST), "w") as member:
                member.write(msgspec.json.format(msgspec.json.encode(manifest), indent=1))
            archive.comment = b"0" * _DIGEST
        digest = _digest_but_the_last(file)
        file.seek(-_DIGEST, os.SEEK_END)
        file.write(digest)
        file.flush()
        os.fsync(file.fileno())
    return manifest


def _write_table(archive: zipfile.ZipFile, name: str, columns: list[str], rows: Iterable[list[Any]]) -> Table:
    with archive.open(_info(_MEMBER.format(name)), "w", force_zip64=True) as member:
        return _counted(columns, (line for line in map(_line, rows) if member.write(line)))


def table_of(columns: list[str], rows: Iterable[list[Any]]) -> Table:
    """Return what the manifest of a backup of these rows would say of them."""
    return _counted(columns, map(_line, rows))


def _line(row: list[Any]) -> bytes:
    return json.dumps(row, separators=(",", ":")).encode() + b"\n"


def _counted(columns: list[str], lines: Iterable[bytes]) -> Table:
    digest, number = hashlib.sha256(), 0
    for line in lines:
        digest.update(line)
        number += 1
    return Table(columns, number, digest.hexdigest())


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _OLDEST)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o600 << 16
    return info


def _digest_but_the_last(file: BinaryIO) -> bytes:
    """Return the hexadecimal SHA-256 of an open file without its last 64 bytes."""
    left, digest = file.seek(0, os.SEEK_END) - _DIGEST, hashlib.sha256()
    file.seek(0)
    while left > 0 and (chunk := file.read(min(_CHUNK, left))):
        digest.update(chunk)
        left -= len(chunk)
    return digest.hexdigest().encode()


def checked(path: Path) -> Manifest:
    """Return the manifest of a backup whose every byte is as it was written. Raise Damaged, OSError."""
    whole = f"{path} is not a complete Nestlink backup"
    if not _as_it_was_written(path):
        raise Damaged(f"{whole}: its checksum does not match. Use another copy.")
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = _manifest(archive, path)
        stated = manifest.tables.items()
        wrong = [name for name, table in stated if _counted(table.columns, _lines(path, name)) != table]
    except (zipfile.BadZipFile, KeyError, ValueError) as error:
        raise Damaged(f"{whole}: {error}. Use another copy.") from error
    if wrong:
        raise Damaged(f"{whole}: {wrong[0]} doesn't match its manifest. Use another copy.")
    return manifest


def _as_it_was_written(path: Path) -> bool:
    with path.open("rb") as file:
        digest = _digest_but_the_last(file)
        return file.read() == digest


def _manifest(archive: zipfile.ZipFile, path: Path) -> Manifest:
    content = archive.read(_MANIFEST)
    stated = json.loads(content)["format"]
    if stated != FORMAT:
        raise Damaged(
            f"{path} has backup format {stated}, this Nestlink reads {FORMAT}. Use a newer Nestlink."
        )
    return msgspec.json.decode(content, type=Manifest)


def rows_in(path: Path, name: str) -> Iterator[list[Any]]:
    """Yield the rows of a table, by its label, of a backup that was checked."""
    return map(json.loads, _lines(path, name))


def _lines(path: Path, name: str) -> Iterator[bytes]:
    with zipfile.ZipFile(path) as archive, archive.open(_MEMBER.format(name)) as member:
        yield from member


def said(manifest: Manifest) -> str:
    """Return what a backup holds in words."""
    nouns = {"designs.design": "design", "designs.revision": "version", "auth.user": "account"}
    rows = {name: table.rows for name, table in manifest.tables.items()}
    return ", ".join(counted(rows[name], noun) for name, noun in nouns.items() if name in rows)


def counted(number: int, noun: str) -> str:
    """Return a number and its noun, such as 1 design or 1,200 designs."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
