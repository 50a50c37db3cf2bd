"""Share a design with a link, and open a design by one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from designs import store
from designs.access import SHARED, design_or_404, followed_link_or_404, shareable_or_404
from designs.http import in_place


@require_safe
@never_cache
def open_link(request: HttpRequest, key: str) -> HttpResponse:
    slug = followed_link_or_404(request, key).slug
    return redirect(reverse("designs:edit", args=[slug], query={SHARED: key}))


@require_POST
def share(request: HttpRequest, slug: str) -> HttpResponse:
    """Share the design, or stop sharing it; answer with what the dialog shows then."""
    design = shareable_or_404(request, slug)
    change = store.unshare if request.POST.get("share") == "no" else store.share
    change(design, request.user)
    if not in_place(request):
        return redirect("designs:edit", slug)
    return render(request, "designs/_share_link.html", {"design": design_or_404(request, slug)})
