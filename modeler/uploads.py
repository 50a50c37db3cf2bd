"""A cap on uploads before anything of them is kept: Django limits the fields of a form, not its files."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler


class SizeGuard(FileUploadHandler):
    """Refuses a form that is larger than a design file and a text of the same length."""

    def handle_raw_input(
        self,
        input_data: Any,
        META: dict[str, Any],
        content_length: int,
        boundary: str,
        encoding: str | None = None,
    ) -> None:
        if content_length > 2 * settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise RequestDataTooBig("the form is larger than a design file may be")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """On to the handlers that keep it."""
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """The next handler has the file."""
