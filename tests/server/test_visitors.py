"""Whom a request counts for: nobody gets more by naming another address or session."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from modeler.server import visitors


@pytest.fixture(autouse=True)
def _unknown() -> None:
    visitors._known.clear()


def test_an_address_counts_as_it_is(settings: Any) -> None:
    told = {"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": "1.1.1.1, 2.2.2.2"}
    settings.BEHIND_TLS = False
    assert visitors.network(told) == "10.0.0.1"
    settings.BEHIND_TLS = True
    assert visitors.network(told) == "2.2.2.2"


def test_a_network_of_ipv6_is_one_visitor() -> None:
    one, other = ({"REMOTE_ADDR": f"2001:db8:1:2::{end}"} for end in ("1", "ffff:1"))
    assert visitors.network(one) == visitors.network(other) == "2001:db8:1:2::/64"


@pytest.mark.django_db
def test_a_session_counts_for_its_account(django_user_model: Any, settings: Any) -> None:
    user = django_user_model.objects.create_user("ann")
    client = Client()
    client.force_login(user)
    cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    told = {"REMOTE_ADDR": "10.0.0.1", "HTTP_COOKIE": cookie}
    assert visitors.remembered(told) is None
    assert visitors.looked_up(told) == visitors.remembered(told) == f"account {user.pk}"
    assert visitors.is_known(f"account {user.pk}")


@pytest.mark.django_db
def test_a_session_that_is_none_counts_for_its_address(settings: Any) -> None:
    told = {"REMOTE_ADDR": "10.0.0.1", "HTTP_COOKIE": f"{settings.SESSION_COOKIE_NAME}=made-up"}
    assert visitors.looked_up(told) == visitors.remembered(told) == "address 10.0.0.1"
