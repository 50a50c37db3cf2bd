"""ASGI's description of a request as the environ of WSGI, which Django's handler takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote_to_bytes

Environ = dict[str, str]
_PLAIN = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}


def environ_of(scope: Mapping[str, Any], length: int) -> Environ:
    """Return the environ of a request whose body has been read. length: of the body, in bytes."""
    raw = scope.get("raw_path") or scope["path"].encode()
    host, port = scope.get("server") or ("localhost", 80)
    client = scope.get("client") or ("", 0)
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(raw.partition(b"?")[0]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": str(host),
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope.get('http_version', '1.1')}",
        "REMOTE_ADDR": str(client[0]),
        "wsgi.url_scheme": scope.get("scheme", "http"),
    }
    for name, value in headers_of(scope):
        key = _PLAIN.get(name) or f"HTTP_{name.upper().replace('-', '_')}"
        joint = "; " if name == "cookie" else ","
        environ[key] = f"{environ[key]}{joint}{value}" if key in environ else value
    return environ | {"CONTENT_LENGTH": str(length)}


def headers_of(scope: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the headers by lower-case name. One with an underscore is left out: in an environ it would
    pass for the one with a hyphen, which a proxy may have checked."""
    named = ((name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in scope["headers"])
    return [(name, value) for name, value in named if "_" not in name]


def header(scope: Mapping[str, Any], name: str) -> str:
    """Return the first header of this lower-case name, "" where there is none."""
    return next((value for key, value in headers_of(scope) if key == name), "")
