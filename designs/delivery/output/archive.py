"""A ZIP of output files: same files, same bytes, on every machine."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

_EARLIEST = (1980, 1, 1, 0, 0, 0)
_PLAIN_FILE = 0o100644 << 16


def archive(files: Mapping[str, bytes]) -> bytes:
    """The files in the order of their paths, with one fixed time.

    Stored, not deflated: builds of zlib differ in the bytes that they make.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as bundle:
        for path in sorted(files):
            member = zipfile.ZipInfo(path, _EARLIEST)
            member.create_system = 3
            member.external_attr = _PLAIN_FILE
            bundle.writestr(member, files[path])
    return buffer.getvalue()
