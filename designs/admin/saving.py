"""How the admin saves: every change of a design is a commit of the store, made from a known revision."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db import transaction
from django.db.models import Model as Row
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext

from designs import store
from designs.access import may_change
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
    given_ids: Iterable[str] = (),
) -> Design:
    """The design after the change; nothing newer than the revision is merged with it. given_ids: new ones."""
    op_id, ids = secrets.token_hex(16), frozenset(given_ids)
    return store.commit(design, base_revision, change, actor, op_id, words, merge=False, given_ids=ids).design


def commit_all(changes: Iterable[tuple[Design, edits.Several, str]], actor: Any) -> None:
    """One change of each design, with what history says of it: all of them, or none."""
    store.commit_all(
        [
            (design, store.Asked(design.revision, change, words, merge=False), secrets.token_hex(16))
            for design, change, words in changes
        ],
        actor,
    )


def trouble(error: Exception) -> str:
    """What the store refused, in words."""
    if isinstance(error, store.Conflict):
        return gettext("Not saved: the design is now at version %(now)s. Review it and try again.") % {
            "now": error.revision
        }
    return gettext("Not saved: %(reason)s") % {"reason": error}


class StoreAdmin(Base):
    """A page whose rows only the store writes. Pages that don't say how they save can't.

    Django's permissions open the page; `designs.access` says which rows it has and what may be done to each.
    """

    change_list_template = "admin/designs/change_list.html"

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        """The row. One that this person may not see is as absent as one that never was."""
        row = super().get_object(request, object_id, from_field)
        if row is None:
            raise Http404(f"no such {self.opts.verbose_name}")
        return row

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A row is changed by who may change its design."""
        return super().has_change_permission(request, obj) and (
            obj is None or may_change(request.user, design_of(obj))
        )

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Names, counts, and what may not be deleted."""
        kept = {obj.name for obj in objs if not self.has_delete_permission(request, obj)}
        names = [obj.name for obj in objs]
        return names, {str(self.opts.verbose_name_plural): len(names)}, kept, []

    if TYPE_CHECKING:  # of Django, without its transaction; forms are checked by the CSRF middleware
        _changeform_view: Callable[..., Any]
        _delete_view: Callable[..., Any]

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: Any) -> None:
        """Nothing: a page that saves says how."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: Any) -> None:
        """Nothing: the lists of a page are read-only."""

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Nothing: a page that deletes says how."""

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Delete each row as its own page would: all of them, or none."""
        with transaction.atomic():
            for row in queryset:
                self.delete_model(request, row)

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        """Return the form; what the store refuses at the last moment comes back as a message.

        Django would hold a transaction around all of it, and with SQLite the lock that all writers wait
        for: the store takes its own, once a change is worked out.
        """
        return self._reporting(
            request, lambda: self._changeform_view(request, object_id, form_url, extra_context)
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
        more = {"base_revision": self.revision_of(row), **(extra_context or {})}
        there = reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_change", args=(object_id,))
        return self._reporting(request, lambda: self._delete_view(request, object_id, more), there)

    def response_action(self, request: HttpRequest, queryset: QuerySet[Any], *args: Any) -> Any:
        """An action on several rows: all of it, or none of it, also where one of them is not in the list."""
        chosen = set(request.POST.getlist(ACTION_CHECKBOX_NAME))
        if len(chosen) != queryset.filter(pk__in=chosen).count():
            messages.error(
                request, gettext("Nothing changed: some of these aren't in the list. Choose again.")
            )
            return HttpResponseRedirect(request.get_full_path())
        return self._reporting(
            request, lambda: super(StoreAdmin, self).response_action(request, queryset, *args)
        )

    def _reporting(self, request: HttpRequest, do: Callable[[], Any], there: str = "") -> Any:
        try:
            return do()
        except (store.Conflict, store.Refused) as error:
            messages.error(request, trouble(error))
            return HttpResponseRedirect(there or request.get_full_path())

    def revision_of(self, row: Any) -> int:
        """The revision of the design that a row belongs to."""
        return int(design_of(row).revision)

    def stated_revision(self, request: HttpRequest, row: Any) -> int:
        """The revision that a confirmation was made from; of a row of a list, the one of now."""
        stated = request.POST.get("base_revision", "")
        return int(stated) if stated.isdecimal() and len(stated) < 10 else self.revision_of(row)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The versions of the design that the row belongs to."""
        design = design_of(self.get_object(request, object_id)).pk
        return HttpResponseRedirect(
            f"{reverse('admin:designs_revision_changelist')}?design__id__exact={design}"
        )


def design_of(row: Any) -> Design:
    """Return the design that a row of the admin is about: itself, or the one that it belongs to."""
    design: Design = row if isinstance(row, Design) else row.design
    return design


def refresh(obj: Row, row: Row) -> None:
    """Make an object say what the stored row says."""
    obj.__dict__.update(row.__dict__)
