"""Where a design begins: blank, from a template, from an example, or from a file."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from designs import store
from designs.access import Wanted, designs_for, home_tabs, library_at
from designs.delivery.intake.templates import TEMPLATE_SLUGS, TEMPLATES, Template, matching
from designs.forms import LONGEST_NAME, BlankForm, new_op_id, op_id_of
from designs.http import in_place, sign_in_address

EXAMPLES = 6
MOST_LETTERS = 200


@require_safe
def new_page(request: HttpRequest) -> HttpResponse:
    name = request.GET.get("name", "")[:LONGEST_NAME]
    if in_place(request):
        return render(request, "designs/_derived.html", {"derived": store.database_of(name)})
    form = BlankForm(initial={"name": name, "database": request.GET.get("database", "")[:63]})
    return _page(request, form, {"op_id": new_op_id(), "derived": store.database_of(name) if name else ""})


@require_safe
def templates_page(request: HttpRequest) -> HttpResponse:
    asked = request.GET.get("q", "")[:MOST_LETTERS]
    offered = _offered(matching(asked.casefold().split()))
    shown = {"templates": offered, "asked": asked, "tabs": home_tabs(request.user, TEMPLATE_SLUGS)}
    name = "designs/_template_list.html" if in_place(request) else "designs/templates.html"
    return render(request, name, shown)


@require_POST
def blank(request: HttpRequest) -> HttpResponse:
    form = BlankForm(request.POST)
    if not form.is_valid():
        return _page(request, form, {"op_id": op_id_of(request)}, 422)
    if not request.user.is_authenticated:
        query = urlencode({key: request.POST.get(key, "") for key in ("name", "database")})
        return redirect(sign_in_address(f"{reverse('designs:new')}?{query}"))
    try:
        design = store.create(form.file(), request.user, op_id=op_id_of(request))
    except store.Refused as refusal:  # a rule of the file that the form does not know
        for fault in refusal.faults:
            form.add_error(None, str(fault))
        return _page(request, form, {"op_id": op_id_of(request)}, 422)
    return redirect("designs:edit", design.slug)


def _page(request: HttpRequest, form: BlankForm, more: dict[str, Any], status: int = 200) -> HttpResponse:
    """Blank, file, templates and the first examples that are none."""
    offered = _offered(TEMPLATES)
    examples = designs_for(request.user, Wanted()).exclude(slug__in=TEMPLATE_SLUGS)
    shown = {"form": form, "examples": examples[:EXAMPLES], "templates": offered} | more
    return render(request, "designs/new.html", shown, status=status)


def _offered(templates: tuple[Template, ...]) -> list[dict[str, Any]]:
    """Those of the templates whose designs are in the library, each with its larger example."""
    there = library_at(slug for template in templates for slug in (template.slug, template.larger))
    return [
        {"template": template, "larger": there.get(template.larger)}
        for template in templates
        if template.slug in there
    ]
