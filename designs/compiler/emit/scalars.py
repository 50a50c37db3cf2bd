"""The texts of decimals and dates, which the driver makes slowly and every output asks for."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache

from bson import Decimal128


def decimal(value: Decimal128) -> str:
    """The digits of a decimal, as the driver writes them."""
    return _decimal(value.bid)


@lru_cache(maxsize=4096)
def _decimal(bid: bytes) -> str:
    return str(Decimal128.from_bid(bid))


@lru_cache(maxsize=4096)
def iso(value: datetime) -> str:
    """A date in UTC as ISO 8601 says it, milliseconds where there are any; without a zone it is
    UTC already."""
    moment = value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
    text = moment.replace(tzinfo=None).isoformat(timespec="milliseconds").removesuffix(".000")
    return f"{text}Z"
