"""What can be done with several designs at once. Each goes through the store or only reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext, gettext_lazy, ngettext

from designs import store
from designs.access import may_change, may_delete
from designs.compiler import Finding
from designs.delivery.compiled.compiled_design import Refused, compile_text, outputs
from designs.delivery.output.archive import archive
from designs.models import Design
from designs.outcomes import keep

Chosen = QuerySet[Design]


def _mark(
    request: HttpRequest,
    chosen: Chosen,
    change: Callable[[Design, Any], Any],
    allowed: Callable[[Any, Design], bool] = may_change,
) -> None:
    """Set a flag of each: of all, or of none where one of them is not this person's to change."""
    designs = list(chosen)
    barred = [design.name for design in designs if not allowed(request.user, design)]
    if barred:
        message = gettext("Nothing changed: you don't have permission to do this to %(names)s.") % {
            "names": ", ".join(barred)
        }
        messages.error(request, message)
        return
    with transaction.atomic():
        marked = [change(design, request.user) for design in designs]
    _report_done(request, len(marked))


def _report_done(request: HttpRequest, number: int) -> None:
    message = ngettext("%(number)s design updated.", "%(number)s designs updated.", number) % {
        "number": number
    }
    messages.success(request, message)


@admin.action(description=gettext_lazy("Publish to library"), permissions=("change",))
def publish(page: Any, request: HttpRequest, chosen: Chosen) -> None:
    """Show them in the library."""
    _mark(request, chosen, store.publish)


@admin.action(description=gettext_lazy("Remove from library"), permissions=("change",))
def withdraw(page: Any, request: HttpRequest, chosen: Chosen) -> None:
    """Leave them to their owners."""
    _mark(request, chosen, store.withdraw)


@admin.action(description=gettext_lazy("Feature"), permissions=("change",))
def feature(page: Any, request: HttpRequest, chosen: Chosen) -> None:
    """Show them among the first."""
    _mark(request, chosen, store.feature)


@admin.action(description=gettext_lazy("Unfeature"), permissions=("change",))
def unfeature(page: Any, request: HttpRequest, chosen: Chosen) -> None:
    """Show them in their turn."""
    _mark(request, chosen, store.unfeature)


@admin.action(description=gettext_lazy("Duplicate"), permissions=("add",))
def duplicate(page: Any, request: HttpRequest, chosen: Chosen) -> None:
    """A copy of each, with ids and a history of its own: who sees a design may copy it."""
    _report_done(request, len([store.duplicate(design, request.user) for design in chosen]))


@admin.action(description=gettext_lazy("Restore"), permissions=("delete",))
def undelete(page: Any, request: HttpRequest, chosen: Chosen) -> None:
    """Restore deleted designs."""
    _mark(request, chosen, store.undelete, may_delete)


@admin.action(description=gettext_lazy("Export design files (ZIP)"), permissions=("view",))
def export(page: Any, request: HttpRequest, chosen: Chosen) -> HttpResponse:
    """A ZIP with the design file of each, as its author would write it."""
    files = {f"{design.slug}.json": store.text(design, for_download=True).encode() for design in chosen}
    response = HttpResponse(archive(files), content_type="application/zip")
    response.headers["Content-Disposition"] = 'attachment; filename="designs.zip"'
    return response


@dataclass(frozen=True)
class Outcome:
    """What compiling a design came to. milliseconds: of reading, compiling and writing every file."""

    design: Design
    faults: tuple[Finding, ...]
    severities: Counter[str]
    collections: int
    milliseconds: float


@admin.action(description=gettext_lazy("Compile"), permissions=("view",))
def compile_all(page: Any, request: HttpRequest, chosen: Chosen) -> HttpResponse:
    """A report: does each compile, with how many findings, in what time?"""
    outcomes = [outcome(design) for design in chosen]
    context = page.admin_site.each_context(request) | {
        "title": gettext("Compiled designs"),
        "outcomes": outcomes,
        "opts": page.opts,
        "failed": sum(1 for outcome_of_design in outcomes if outcome_of_design.faults),
        "milliseconds": sum(outcome_of_design.milliseconds for outcome_of_design in outcomes),
    }
    return TemplateResponse(request, "admin/designs/compiled.html", context)


def outcome(design: Design) -> Outcome:
    """Compile it anew, whatever was compiled before."""
    start = perf_counter()
    result = compile_text(design.text.encode(), outputs())
    took = (perf_counter() - start) * 1000
    keep(design, result)
    if isinstance(result, Refused):
        return Outcome(design, result.faults, Counter(), 0, took)
    severities = Counter(str(finding.severity) for finding in result.compilation.findings)
    return Outcome(design, (), severities, len(result.plan["collections"]), took)


ACTIONS = (publish, withdraw, feature, unfeature, duplicate, export, compile_all, undelete)
