"""Versions: what was done, by whom and when; an old one can become the newest."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy

from designs import store
from designs.access import may_change, revisions_for
from designs.models import Revision

from .parts import UNREAD, design_page
from .saving import StoreAdmin, trouble


class RevisionAdmin(StoreAdmin):
    """Read-only; restoring makes a new version and keeps all that came since."""

    list_display = ("number", "design_link", "words", "actor_name", "made_at")
    list_display_links = ("number", "words")
    list_filter = ("made_at",)
    list_select_related = ("design",)
    search_fields = ("words", "actor_name", "design__name")
    ordering = ("-made_at", "-number")
    list_per_page = 50
    fields = ("design_link", "number", "words", "actor_name", "made_at", "changes")
    readonly_fields = fields
    change_form_template = "admin/designs/revision_change_form.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Revision]:
        """The versions that this person may see, without whole texts."""
        rows = super().get_queryset(request).filter(revisions_for(request.user))
        return rows.select_related("design").defer("text", "undo", *UNREAD)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Versions come of commits."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """What happened stays."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """What happened stays."""
        return False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """A design's page leads to its versions."""
        return lookup == "design__id__exact" or super().lookup_allowed(lookup, value, request)

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **options: Any) -> Any:
        """With the button that restores it, for those who may."""
        row: Revision = context["original"]
        newer = row.number < row.design.revision
        more = {"may_restore": newer and may_change(request.user, row.design)}
        return super().render_change_form(request, context | more, *args, **options)

    @admin.display(description=gettext_lazy("design"), ordering="design__name")
    def design_link(self, row: Revision) -> str:
        """The design that it is a version of."""
        return format_html('<a href="{}">{}</a>', design_page(row.design_id), row.design.name)

    @admin.display(description=gettext_lazy("changes"))
    def changes(self, row: Revision) -> str:
        """The edits, as programs see them."""
        text = json.dumps(json.loads(row.edits).get("edits", []), ensure_ascii=False, indent=2)
        return format_html('<pre class="code" tabindex="0">{}</pre>', text)

    def get_urls(self) -> Any:
        """With the way to restore a version."""
        view = self.admin_site.admin_view(self.restore_view)
        return [path("<int:key>/restore/", view, name="designs_revision_restore"), *super().get_urls()]

    def restore_view(self, request: HttpRequest, key: int) -> HttpResponse:
        """Make this version the newest; only by POST."""
        row = self.get_object(request, str(key))
        if request.method != "POST" or not may_change(request.user, row.design):
            raise Http404("no such version")
        try:
            if self.stated_revision(request, row) != row.design.revision:
                raise store.Conflict((), row.design.revision)
            done = store.restore(row.design, row.number, request.user, row.design.revision)
        except (store.Conflict, store.Refused) as error:
            messages.error(request, trouble(error))
        else:
            numbers = {"number": row.number, "now": done.revision}
            messages.success(request, gettext("Restored version %(number)s as version %(now)s.") % numbers)
        return HttpResponseRedirect(design_page(row.design_id))
