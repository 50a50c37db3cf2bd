"""What if: a design beside a variant of it, and a way to keep either."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from designs import store
from designs.access import changeable_or_404, design_or_404
from designs.delivery.compiled import Compiled, opened
from designs.delivery.what_if import LETTERS, NoSuchVariant, choices, compared, variant, wish
from designs.forms import new_op_id, number_of, op_id_of
from designs.http import signed_in


@require_http_methods(["GET", "HEAD"])
def what_if_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    now = opened(design.text)
    asked = (request.GET.get("relationship", ""), request.GET.get("strategy", ""))
    context: dict[str, Any] = {"design": design, "choices": choices(now), "letters": LETTERS}
    context |= {"relationship": asked[0], "strategy": asked[1]}
    if any(asked):
        try:
            then = variant(design.text, *asked)
        except NoSuchVariant:
            raise Http404("the design has no such variant") from None
        faults = () if isinstance(then, Compiled) else then.faults
        context |= {"faults": faults, "compared": compared(now, then) if isinstance(then, Compiled) else None}
        context |= {"base_revision": design.revision, "op_id": new_op_id()}
    return render(request, "designs/what_if.html", context)


@require_POST
@signed_in()
def keep_variant(request: HttpRequest, slug: str) -> HttpResponse:
    """Store the variant as an edit of the version that it was shown beside."""
    design = changeable_or_404(request, slug)
    asked = (request.POST.get("relationship", ""), request.POST.get("strategy", ""))
    try:
        change = wish(design.text, *asked)
        words = _("Stored %(relationship)s as %(strategy)s") % {
            "relationship": asked[0],
            "strategy": asked[1],
        }
        base = number_of(request, "base_revision") or 0
        store.commit(design, base, change, request.user, op_id_of(request), words)
    except NoSuchVariant:
        raise Http404("the design has no such variant") from None
    except store.Conflict:
        messages.error(request, _("Nothing was stored: somebody changed the same meanwhile. Compare again."))
    except store.Refused as refusal:
        messages.error(request, _("Nothing was stored: %(reason)s") % {"reason": refusal})
    else:
        messages.success(request, _("The variant is kept; undo or the history bring the other one back."))
    return redirect("designs:decisions", slug)
