"""An edit that is sent again while the server is still at work on it is stored once."""

from __future__ import annotations

import threading
from typing import Any

from django.db import connections
from pytest import MonkeyPatch

from designs import store
from designs.models import Design, Revision
from designs.store.commits import landing


def test_an_edit_sent_twice_at_once_is_one_edit(
    live_server: Any, django_user_model: Any, monkeypatch: MonkeyPatch
) -> None:
    design = Design.objects.get(slug="university")
    ann = django_user_model.objects.create_user("ann")
    text = design.text.replace('"University', '"Our university')
    at_work, found, shared = threading.Event(), [], connections["default"]
    write = landing._write

    def slowly(*told: Any) -> None:
        at_work.set()
        threading.Event().wait(0.3)
        write(*told)

    def send() -> None:
        connections["default"] = shared  # as the live server's threads do
        found.append(store.commit(design, design.revision, text, ann, "the-same").again)

    monkeypatch.setattr(landing, "_write", slowly)
    threads = [threading.Thread(target=send) for _ in range(2)]
    threads[0].start()
    assert at_work.wait(10)
    threads[1].start()
    for thread in threads:
        thread.join(20)
    assert found == [False, True]
    assert Revision.objects.filter(design=design, op_id="the-same").count() == 1
