"""Where a request comes from: the visitor's address, and the network that one visitor has for themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings

_PORT = re.compile(r"^(?:\[([0-9A-Fa-f:.]+)\](?::\d+)?|([0-9.]+):\d+)$", re.ASCII)
"""An address with a port, as some proxies write it: `1.2.3.4:5678`, `[2001:db8::1]:5678`."""


def address_of(environ: Mapping[str, Any]) -> str:
    """Return the visitor's address; behind a proxy the one that the proxy itself saw, which comes last."""
    forwarded = environ.get("HTTP_X_FORWARDED_FOR", "") if settings.BEHIND_TLS else ""
    return str(forwarded).rpartition(",")[2].strip() or str(environ.get("REMOTE_ADDR", ""))


def network_of(address: str) -> str:
    """Return what one visitor can choose addresses from: for IPv6 a /64, which every household has."""
    bare = _PORT.sub(r"\1\2", address.partition("%")[0].strip())
    try:
        parsed = ip_address(bare)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or ip_network((int(parsed), 64), strict=False))
