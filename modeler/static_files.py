"""Static files under hashed names, so that browsers may keep them for ever."""

from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage


class RememberingAddresses:
    """A storage that works out a file's address once: each page asks for dozens, which are the same for every page."""

    _addresses: dict[str, str]

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._addresses = {}

    def url(self, name: str, *given: Any, **named: Any) -> str:
        """Return the address of a file of ours."""
        if given or named:  # as for the files that name others, while they are collected
            return str(super().url(name, *given, **named))  # type: ignore[misc]
        if name not in self._addresses:
            self._addresses[name] = str(super().url(name))  # type: ignore[misc]
        return self._addresses[name]


class ManifestStorage(RememberingAddresses, CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise is untyped
    """Hashed names, also inside ES modules' imports."""

    support_js_module_import_aggregation = True
    max_post_process_passes = (
        12  # as long as the longest chain of modules may be, in whatever order they are listed
    )

    def post_process(self, *given: Any, **named: Any) -> Any:
        """Give the files that were collected their hashed names, which addresses have from now on."""
        yield from super().post_process(*given, **named)
        self._addresses.clear()
