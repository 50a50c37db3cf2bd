"""A backup holds one moment of all rows; restored, each is as it was. A file that changed is refused."""

from __future__ import annotations

import hashlib
import json
import os
import random
import stat
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.utils import timezone

from designs import store
from designs.models import Design, Revision
from modeler import backups
from modeler.backups import archive, making, restoring, tables
from modeler.sign_in import throttle, tokens
from modeler.sign_in.models import FailedSignIn, SignInToken

from .conftest import small_design

pytestmark = pytest.mark.django_db(transaction=True)
POSITIONS = 50


@pytest.fixture
def seeded() -> Design:
    """A design with history, an undo among it, one in the trash, people, and rows that pass."""
    ann = User.objects.create_user("ann", password="a long one, this")
    design = store.create(json.dumps(small_design()), ann)
    for number in range(4):
        text = json.dumps(small_design(description=f"Nº {number} \u2028 \U0001f600"))
        design = store.commit(design, design.revision, text, ann, f"op-{number}").design
    store.take_back(design, "undo", ann, "op-undo")
    store.delete(store.create(json.dumps(small_design(name="Gone")), ann), ann)
    tokens.issue(ann)
    throttle.reserve(throttle.keys_of(None, "ann"))
    Session.objects.create(session_key="k" * 32, session_data="secret", expire_date=timezone.now())
    return Design.objects.get(pk=design.pk)


def everything() -> dict[str, list[list[Any]]]:
    """All rows that a backup is to hold."""
    apps = tables.models_at(tables.applied("default"))
    return {tables.label(one): list(tables.rows(one, "default")) for one in tables.kept(apps)}


def test_all_rows_come_back_as_they_were(tmp_path: Path, seeded: Design) -> None:
    made, rows = backups.back_up(tmp_path / "a.zip"), everything()
    with making.instead(tmp_path / "other.sqlite3"):
        assert backups.restore(tmp_path / "a.zip", None) == restoring.Restored(made, None)
        assert everything() == rows
        assert list(store.differences()) == []
        assert Design.objects.get(slug=seeded.slug).changed_at == seeded.changed_at
        assert User.objects.get().check_password("a long one, this")
        assert not Session.objects.exists()
        assert not SignInToken.objects.exists()
        assert not FailedSignIn.objects.exists()
        assert User.objects.create(username="next").pk > User.objects.get(username="ann").pk


def test_the_manifest_has_the_hash_of_each_text(tmp_path: Path, seeded: Design) -> None:
    texts = dict(Design.objects.values_list("slug", "text"))
    hashes = {slug: hashlib.sha256(text.encode()).hexdigest() for slug, text in texts.items()}
    assert backups.back_up(tmp_path / "a.zip").designs == hashes
    assert len(hashes) == 2


def test_every_table_is_in_it_or_left_out_on_purpose() -> None:
    apps = tables.models_at(tables.applied("default"))
    left = {tables.label(one) for one in tables.managed(apps)} - {
        tables.label(one) for one in tables.kept(apps)
    }
    assert left >= {"sessions.session", "sign_in.signintoken", "sign_in.failedsignin"}
    assert {name.partition(".")[0] for name in left - tables.COMPUTED} == {"sessions", "sign_in"}


def test_it_is_one_file_of_its_owner(tmp_path: Path, seeded: Design) -> None:
    path = tmp_path / "a.zip"
    made = backups.back_up(path)
    assert [one.name for one in tmp_path.iterdir()] == ["a.zip"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert backups.checked(path) == made
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        assert not any(
            word in archive.read(name) for name in archive.namelist() for word in (b"secret", b"kkkk")
        )


def test_the_same_rows_give_the_same_members(tmp_path: Path, seeded: Design) -> None:
    first, second = (backups.back_up(tmp_path / name) for name in ("a.zip", "b.zip"))
    assert msgspec.structs.replace(first, made_at="") == msgspec.structs.replace(second, made_at="")


def test_a_name_that_is_taken_is_left_alone(tmp_path: Path, seeded: Design) -> None:
    (tmp_path / "a.zip").write_text("mine")
    with pytest.raises(backups.NotMade, match="already exists"):
        backups.back_up(tmp_path / "a.zip")
    assert (tmp_path / "a.zip").read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 1


def test_what_a_killed_backup_left_goes_after_a_day(tmp_path: Path, seeded: Design) -> None:
    old, running = tmp_path / ".backup-old", tmp_path / ".backup-running"
    for folder in (old, running):
        folder.mkdir()
        (folder / "copy.sqlite3").touch()
    os.utime(old, (0, 0))
    backups.back_up(tmp_path / "a.zip")
    assert sorted(tmp_path.iterdir()) == [running, tmp_path / "a.zip"]


class TestDamage:
    @pytest.fixture
    def path(self, tmp_path: Path, seeded: Design) -> Path:
        backups.back_up(tmp_path / "a.zip")
        return tmp_path / "a.zip"

    @staticmethod
    def changed(path: Path) -> Iterator[bytes]:
        """The file with a byte changed at many places, cut short, or longer."""
        whole, dice = path.read_bytes(), random.Random(1)
        ends = [0, 1, 30, len(whole) - 1, len(whole) - 64, len(whole) - 65, len(whole) - 66]
        for place in [*ends, *dice.sample(range(len(whole)), POSITIONS)]:
            yield whole[:place] + bytes([whole[place] ^ (1 << dice.randrange(8))]) + whole[place + 1 :]
        yield from (whole[:-1], whole[: len(whole) // 2], b"", whole + b"\0", b"PK" * 100, whole[1:])

    @staticmethod
    def accepted(path: Path, *refusals: type[Exception]) -> int:
        """How many changed files are taken for a backup."""
        number = 0
        for content in TestDamage.changed(path):
            path.with_name("changed.zip").write_bytes(content)
            with suppress(*refusals):
                backups.checked(path.with_name("changed.zip"))
                number += 1
        return number

    def test_no_byte_changes_unnoticed(self, path: Path) -> None:
        assert self.accepted(path, backups.Damaged) == 0

    def test_without_the_checksum_some_would(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(archive, "_as_it_was_written", lambda path: True)
        assert self.accepted(path, Exception) > 0

    def test_it_is_refused_before_anything_is_touched(self, path: Path) -> None:
        before = everything()
        path.write_bytes(path.read_bytes()[:-200])
        with pytest.raises(backups.Damaged, match="Use another copy"):
            backups.restore(path, lambda: pytest.fail("a copy was made"))
        assert everything() == before


def rewritten(path: Path, **changes: Any) -> Path:
    """The backup with another manifest, and a checksum that fits."""
    manifest = backups.checked(path)
    found = [(name, one.columns, list(archive.rows_in(path, name))) for name, one in manifest.tables.items()]
    about = msgspec.structs.asdict(manifest) | changes
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(archive, "FORMAT", about.pop("format"))
        del about["tables"]
        archive.write(path.with_name("b.zip"), found, about)
    return path.with_name("b.zip")


class TestRefusals:
    @pytest.fixture
    def path(self, tmp_path: Path, seeded: Design) -> Path:
        backups.back_up(tmp_path / "a.zip")
        return tmp_path / "a.zip"

    def test_another_format(self, path: Path) -> None:
        with pytest.raises(backups.Damaged, match=r"backup format 2, this Nestlink reads 1\. Use a newer"):
            backups.checked(rewritten(path, format=2))

    def test_a_newer_program(self, path: Path) -> None:
        migrations = backups.checked(path).migrations
        newer = rewritten(path, migrations=migrations | {"designs": [*migrations["designs"], "9999_next"]})
        with pytest.raises(
            backups.Refused, match=r"designs\.9999_next is unknown here\)\. Install that version"
        ):
            backups.restore(newer, None)

    def test_texts_that_are_not_those_of_the_manifest(self, path: Path) -> None:
        before = everything()
        designs = backups.checked(path).designs | {"small": "0" * 64}
        with pytest.raises(backups.Refused, match="weren't restored"):
            backups.restore(rewritten(path, designs=designs), lambda: path.with_name("copy.zip"))
        assert everything() == before

    def test_a_database_that_holds_designs(self, path: Path) -> None:
        with pytest.raises(backups.Refused, match=r"2 designs and 1 account\. Add --replace"):
            backups.restore(path, None)

    def test_replacing_copies_what_was_there(self, path: Path, seeded: Design) -> None:
        kept = everything()
        store.commit(seeded, seeded.revision, json.dumps(small_design(description="later")), None, "op-later")
        later = everything()
        copy = path.with_name("copy.zip")
        assert backups.restore(path, lambda: copy).copy == copy
        assert everything() == kept
        backups.restore(copy, lambda: path.with_name("second.zip"))
        assert everything() == later
        assert list(store.differences()) == []

    @pytest.mark.parametrize("at", ["_load", "_leaves", "emit_post_migrate_signal"])
    def test_all_or_nothing(self, path: Path, monkeypatch: pytest.MonkeyPatch, at: str) -> None:
        before = everything()

        def failing(*args: Any, **options: Any) -> None:
            raise OSError("No space left on device")

        monkeypatch.setattr(restoring, at, failing)
        with pytest.raises(OSError, match="No space"):
            backups.restore(path, lambda: path.with_name("copy.zip"))
        assert everything() == before
        assert Revision.objects.count() == len(before["designs.revision"])
