"""What follows from a design, on its page: diagram, findings, documents; and what lists show of it,
which is stored."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext

from designs import store
from designs.delivery.compiled.compiled_design import Compiled, Refused, compiled
from designs.delivery.output.code import highlighted
from designs.delivery.output.pictures import pictures
from designs.delivery.output.thumbnail import EMPTY, thumbnail
from designs.http import to_worker
from designs.models import Design, Outcome
from designs.outcomes import facts_of, glance, keep

_DIAGRAM = "diagrams/documents"
_A_YEAR = 31_536_000


def sketch_element(design: Design) -> str:
    """Asks for the sketch when it comes into view; the list itself compiles nothing."""
    return format_html(
        '<picture><source data-dark media="(prefers-color-scheme: dark)" srcset="{}">'
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
    """Leads to the findings, with their stored number. Where none is stored of the newest version, a script
    asks for it when it comes into view."""
    there = reverse("admin:designs_design_change", args=(design.pk,))
    outcome = store.outcome_of(design)
    words = gettext("look") if outcome is None else _summary(outcome)
    if store.is_current(design):
        return format_html('<a href="{}#preview-heading">{}</a>', there, words)
    if outcome is not None:
        words = gettext("%(words)s in version %(n)s") % {"words": words, "n": outcome.revision}
    address = _address("findings", design)
    return format_html('<a href="{}#preview-heading" data-findings="{}">{}</a>', there, address, words)


def findings(request: HttpRequest, design: Design) -> HttpResponse:
    """How many findings of which severity, in words."""
    if not (store.is_current(design) or store.has_failed(design)) and (there := to_worker(request, "sketch")):
        return there
    shown = glance(design)
    words = gettext("not compiled") if shown.facts is None else _summary(shown.facts)
    return _kept(request, design, words.encode(), "text/plain; charset=utf-8", lasting=shown.current)


def sketch(request: HttpRequest, design: Design, dark: bool) -> HttpResponse:
    """The documents as a small sketch, without Graphviz."""
    if not (store.is_current(design) or store.has_failed(design)) and (there := to_worker(request, "sketch")):
        return there
    shown = glance(design)
    facts = shown.facts
    picture = thumbnail(EMPTY, dark) if facts is None else facts.dark if dark else facts.light
    return _kept(request, design, picture.encode(), lasting=shown.current)


def picture(request: HttpRequest, design: Design) -> HttpResponse:
    """The documents diagram as SVG."""
    result = _compiled(design)
    files: tuple[Any, ...] = () if isinstance(result, Refused) else result.files
    dot = [file for file in files if file.path == f"{_DIAGRAM}.dot"]
    drawn = pictures(dot, ("svg",)).files.get(f"{_DIAGRAM}.svg")
    shown = drawn or facts_of(result).light.encode()  # without Graphviz, for now
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
    result = _compiled(design)
    if isinstance(result, Refused):
        return {"faults": result.faults}
    return {
        "findings": result.plan["findings"],
        "summary": _summary(facts_of(result)),
        "picture": _address("picture", design),
        "alt": gettext("Documents diagram of %(name)s") % {"name": design.name},
        "documents": [
            (file.path.rpartition("/")[2], highlighted(file.text, file.path))
            for file in result.within("documents")
        ],
    }


def _compiled(design: Design) -> Compiled | Refused:
    result = compiled(design.text.encode())
    keep(design, result)
    return result


def _summary(outcome: store.Facts | Outcome) -> str:
    if outcome.faults:
        return gettext("faults")
    numbers = (
        (outcome.errors, ngettext("%(n)s error", "%(n)s errors", outcome.errors)),
        (outcome.warnings, ngettext("%(n)s warning", "%(n)s warnings", outcome.warnings)),
        (outcome.remarks, ngettext("%(n)s suggestion", "%(n)s suggestions", outcome.remarks)),
    )
    words = [words % {"n": number} for number, words in numbers if number]
    return ", ".join(words) or gettext("No findings")
