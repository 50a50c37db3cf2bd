"""What placing gives and steps through: a copy with its places, and where a walk has come to."""

from __future__ import annotations

import msgspec

from ..model.conceptual import Copy
from .doc_path import DocPath


class PlacedCopy(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A copy that is kept. owner: the entity whose field it is; holder: the entity whose
    documents hold it; spots: where; name: its last name there."""

    relationship: str
    copy: Copy
    policy: str
    owner: str
    holder: str
    name: str
    spots: tuple[DocPath, ...]


class Locus(msgspec.Struct, frozen=True):
    """Where a walk along a route has come to. folded: field names of a parent that was folded
    into the document here. key: what stands here is the other side's id or value itself. away: the walk has
    left the document where it began, though it may have come to the same collection again."""

    spot: DocPath
    folded: dict[str, str] | None = None
    key: bool = False
    away: bool = False
