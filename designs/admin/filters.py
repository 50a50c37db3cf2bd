"""Filters of the list of designs that no column gives by itself."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from designs.access import seen_by
from designs.models import Design


class OfSeenDesigns(admin.AllValuesFieldListFilter):
    """Filter by a value of a part; offers the values of designs that this person sees."""

    def __init__(
        self, field: Any, request: HttpRequest, params: Any, model: Any, model_admin: Any, field_path: str
    ) -> None:
        super().__init__(field, request, params, model, model_admin, field_path)
        rows = field.model.objects.filter(seen_by(request.user, "design__"))
        self.lookup_choices = rows.order_by(field.name).values_list(field.name, flat=True).distinct()


class PutAway(admin.SimpleListFilter):
    """Designs that were deleted can be restored; the list leaves them out until asked."""

    title = gettext_lazy("trash")
    parameter_name = "trash"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Any:
        """The choice beside the usual one."""
        return (("yes", gettext_lazy("In Trash")), ("all", gettext_lazy("All")))

    def choices(self, changelist: Any) -> Any:
        """The first is the usual one, which leaves them out."""
        offered = list(super().choices(changelist))
        offered[0]["display"] = gettext_lazy("Active")
        return offered

    def queryset(self, request: HttpRequest, queryset: QuerySet[Design]) -> QuerySet[Design]:
        """The designs of the choice."""
        if self.value() == "all":
            return queryset
        return queryset.filter(deleted_at__isnull=self.value() != "yes")
