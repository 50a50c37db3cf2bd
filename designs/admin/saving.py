"""How the admin saves: every change of a design is a commit of the store, made from a known revision."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Model as Row
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext

from designs import store
from designs.compiler import edits
from designs.models import Design

if TYPE_CHECKING:
    Base = admin.ModelAdmin[Any]
else:
    Base = admin.ModelAdmin


def commit(
    design: Design,
    base_revision: int,
    change: edits.Several,
    actor: Any,
    words: str,
    made: Iterable[str] = (),
) -> Design:
    """The design after the change; nothing newer than the revision is merged with it. made: new ids."""
    op_id, ids = secrets.token_hex(16), frozenset(made)
    return store.commit(design, base_revision, change, actor, op_id, words, merge=False, made=ids).design


def trouble(error: Exception) -> str:
    """What the store refused, in words."""
    if isinstance(error, store.Conflict):
        return gettext("Not saved: the design is at version %(now)s by now. Look at it and try again.") % {
            "now": error.revision
        }
    return gettext("Not saved: %(reason)s") % {"reason": error}


class StoreAdmin(Base):
    """A page whose rows only the store writes. Pages that don't say how they save can't."""

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: Any) -> None:
        """Nothing: a page that saves says how."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: Any) -> None:
        """Nothing: the lists of a page are read-only."""

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Nothing: a page that deletes says how."""

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Each row as its own page would delete it."""
        for row in queryset:
            self.delete_model(request, row)

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        """The form; what the store refuses at the last moment comes back as a message."""
        return self._told(
            request,
            lambda: super(StoreAdmin, self).changeform_view(request, object_id, form_url, extra_context),
        )

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """The list under its own name."""
        title = str(self.opts.verbose_name_plural).capitalize()
        return super().changelist_view(request, {"title": title, **(extra_context or {})})

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> Any:
        """The confirmation, which carries the revision that it speaks of."""
        row = self.get_object(request, object_id)
        more = {"base_revision": self.revision_of(row) if row is not None else None, **(extra_context or {})}
        there = reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_change", args=(object_id,))
        return self._told(
            request, lambda: super(StoreAdmin, self).delete_view(request, object_id, more), there
        )

    def response_action(self, request: HttpRequest, queryset: QuerySet[Any], *args: Any) -> Any:
        """An action on several rows: all of it, or none of it."""

        def act() -> Any:
            with transaction.atomic():
                return super(StoreAdmin, self).response_action(request, queryset, *args)

        return self._told(request, act)

    def _told(self, request: HttpRequest, do: Callable[[], Any], there: str = "") -> Any:
        try:
            return do()
        except (store.Conflict, store.Refused) as error:
            messages.error(request, trouble(error))
            return HttpResponseRedirect(there or request.get_full_path())

    def revision_of(self, row: Any) -> int:
        """The revision of the design that a row belongs to."""
        return int(row.revision if isinstance(row, Design) else row.design.revision)

    def stated_revision(self, request: HttpRequest, row: Any) -> int:
        """The revision that a confirmation was made from; of a row of a list, the one of now."""
        stated = request.POST.get("base_revision", "")
        return int(stated) if stated.isdecimal() and len(stated) < 10 else self.revision_of(row)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The versions of the design that the row belongs to."""
        row = self.get_object(request, object_id)
        if row is None:
            return HttpResponseRedirect(reverse("admin:designs_design_changelist"))
        design = row.pk if isinstance(row, Design) else row.design_id
        return HttpResponseRedirect(
            f"{reverse('admin:designs_revision_changelist')}?design__id__exact={design}"
        )


def refresh(obj: Row, row: Row) -> None:
    """Make an object say what the stored row says."""
    obj.__dict__.update(row.__dict__)
