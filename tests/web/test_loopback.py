"""Local mode answers to its own machine alone."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.test import Client

from modeler.loopback import LoopbackOnly, is_loopback


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1", "localhost", ""])
def test_this_machine(address: str) -> None:
    assert is_loopback(address)


@pytest.mark.parametrize(
    "address", ["0.0.0.0", "::", "10.0.0.1", "fe80::1%eth0", "::ffff:10.0.0.1", "nestlink.example"]
)
def test_other_machines(address: str) -> None:
    assert not is_loopback(address)


def test_a_visitor_from_elsewhere_is_refused(client: Client) -> None:
    answer = client.get("/handbook/", REMOTE_ADDR="192.168.1.7")
    assert answer.status_code == 403
    assert "NESTLINK_LOCAL=0" in answer.content.decode()
    assert client.get("/handbook/").status_code == 200


def test_a_published_container_sees_only_its_gateway(settings: Any) -> None:
    settings.PUBLISHED_ON_LOOPBACK = True
    with pytest.raises(MiddlewareNotUsed):
        LoopbackOnly(lambda request: None)  # type: ignore[arg-type,return-value]
