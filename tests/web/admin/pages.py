"""A page of the admin as a browser would fill it in: what its form holds, with some of it changed."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse


def address(name: str, *args: Any, **query: Any) -> str:
    found = reverse(f"admin:designs_{name}", args=args)
    return found + ("?" + "&".join(f"{key}={value}" for key, value in query.items()) if query else "")


def filled(client: Client, page: str) -> dict[str, Any]:
    """What a browser would send of the page's form, were nothing changed."""
    answer = client.get(page)
    assert answer.status_code == 200, answer.content.decode()[:2000]
    reader = _Form()
    reader.feed(answer.content.decode())
    return reader.data


def save(client: Client, page: str, **changes: Any) -> HttpResponse:
    """Open the page, change some of its form, send it."""
    return send(client, page, filled(client, page), **changes)


def send(client: Client, page: str, data: dict[str, Any], **changes: Any) -> HttpResponse:
    """Send what a page held, with some of it changed; None stands for a box left empty."""
    unknown = set(changes) - set(data) - {"_continue", "_addanother", "in_library", "featured", "needs"}
    assert not unknown, unknown
    wanted = {key: value for key, value in (data | changes).items() if value is not None}
    return client.post(page, wanted)


def errors(answer: HttpResponse) -> dict[str, list[str]]:
    """The errors of the form that came back."""
    assert answer.status_code == 200, answer.headers
    form = answer.context["adminform"].form
    return {name: list(found) for name, found in form.errors.items()}


class _Form(HTMLParser):
    """The boxes of the page's own form: it posts to the page itself."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.data: dict[str, Any] = {}
        self.form = ""
        self.area = self.select = ""

    def handle_starttag(self, tag: str, attributes: Any) -> None:
        found = dict(attributes)
        if tag == "form":
            self.form = found.get("id") or "other"
        if not self.form.endswith("_form") or not (found.get("name") or self.select):
            return
        name = found.get("name") or ""
        if tag == "textarea":
            self.area, self.data[name] = name, ""
        elif tag == "select":
            self.select = name
            self.data[name] = ""
        elif tag == "option" and "selected" in found:
            self.data[self.select] = found.get("value") or ""
        elif tag == "input":
            self._box(name, found)

    def _box(self, name: str, found: dict[str, Any]) -> None:
        kind = found.get("type", "text")
        if kind == "submit":
            return
        if kind in ("checkbox", "radio"):
            if "checked" in found:
                self.data.setdefault(name, []).append(found.get("value") or "on")
            return
        self.data[name] = found.get("value") or ""

    def handle_data(self, text: str) -> None:
        if self.area:
            self.data[self.area] += text

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self.area:
            # a browser drops the first break of a textarea, and sends the others as CR LF
            self.data[self.area] = (
                self.data[self.area].removeprefix("\n").removeprefix("\r\n").replace("\n", "\r\n")
            )
            self.area = ""
        if tag == "select":
            self.select = ""
        if tag == "form":
            self.form = ""
