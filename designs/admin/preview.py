"""What follows from a design, on its page: diagram, findings, documents; and its picture for lists."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext

from designs.delivery.code import highlighted
from designs.delivery.compiled import Refused, compiled
from designs.delivery.pictures import pictures
from designs.delivery.thumbnail import thumbnail
from designs.models import Design

_DIAGRAM = "diagrams/documents"
_A_YEAR = 31_536_000


def sketch_element(design: Design) -> str:
    """Asks for the sketch when it comes into view; the list itself compiles nothing."""
    return format_html(
        '<picture><source media="(prefers-color-scheme: dark)" srcset="{}">'
        '<img class="thumbnail" src="{}" alt="" loading="lazy" decoding="async" width="128" height="72"></picture>',
        _address("sketch", design, "dark"),
        _address("sketch", design, "light"),
    )


def _address(name: str, design: Design, *more: str) -> str:
    """Of a picture; it changes whenever the picture may."""
    return f"{reverse(f'admin:designs_design_{name}', args=(design.pk, *more))}?v={_version(design)}"


def _version(design: Design) -> str:
    return f"{design.revision}-{settings.VERSION}"


def findings_element(design: Design) -> str:
    """Leads to the findings; a script writes their number there when it comes into view."""
    there = reverse("admin:designs_design_change", args=(design.pk,))
    words, address = gettext("look"), _address("findings", design)
    return format_html('<a href="{}#preview-heading" data-findings="{}">{}</a>', there, address, words)


def findings(request: HttpRequest, design: Design) -> HttpResponse:
    """How many findings of which severity, in words."""
    words = preview(design).get("summary") or gettext("faults")
    return _kept(request, design, words.encode(), "text/plain; charset=utf-8")


def sketch(request: HttpRequest, design: Design, dark: bool) -> HttpResponse:
    """The documents as a small sketch, without Graphviz."""
    return _kept(request, design, thumbnail(design.text.encode(), dark))


def picture(request: HttpRequest, design: Design) -> HttpResponse:
    """The documents diagram as SVG."""
    result = compiled(design.text.encode())
    files: tuple[Any, ...] = () if isinstance(result, Refused) else result.files
    dot = [file for file in files if file.path == f"{_DIAGRAM}.dot"]
    drawn = pictures(dot, ("svg",)).files.get(f"{_DIAGRAM}.svg")
    shown = drawn or thumbnail(design.text.encode(), dark=False)  # without Graphviz, for now
    return _kept(request, design, shown, lasting=bool(drawn))


def _kept(
    request: HttpRequest, design: Design, content: bytes, kind: str = "image/svg+xml", *, lasting: bool = True
) -> HttpResponse:
    """The browser keeps it as long as the design stays as it is; opened alone, it can do nothing."""
    response = HttpResponse(content, content_type=kind)
    if lasting and request.GET.get("v") == _version(design):
        response.headers["Cache-Control"] = f"private, max-age={_A_YEAR}, immutable"
    response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    return response


def preview(design: Design) -> dict[str, Any]:
    """What a design's page shows of its compilation; where it can't be compiled, why."""
    result = compiled(design.text.encode())
    if isinstance(result, Refused):
        return {"faults": result.faults}
    plan = result.plan
    counts = Counter(finding["severity"] for finding in plan["findings"])
    return {
        "findings": plan["findings"],
        "summary": _summary(counts),
        "picture": _address("picture", design),
        "alt": gettext("Documents diagram of %(name)s") % {"name": design.name},
        "documents": [
            (file.path.rpartition("/")[2], highlighted(file.text, file.path))
            for file in result.within("documents")
        ],
    }


def _summary(counts: Counter[str]) -> str:
    numbers = {
        "error": ngettext("%(n)s error", "%(n)s errors", counts["error"]),
        "warning": ngettext("%(n)s warning", "%(n)s warnings", counts["warning"]),
        "info": ngettext("%(n)s remark", "%(n)s remarks", counts["info"]),
    }
    told = [words % {"n": counts[kind]} for kind, words in numbers.items() if counts[kind]]
    return ", ".join(told) or gettext("no findings")
