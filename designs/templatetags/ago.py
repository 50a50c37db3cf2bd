"""How long ago something was, in the words that people use."""

from __future__ import annotations

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

register = template.Library()

_RECENT = timedelta(days=7)


@register.filter
def ago(moment: datetime) -> str:
    """Return `5 minutes ago`; the date alone where that was a week ago or earlier."""
    now = timezone.now()
    if now - moment < timedelta(minutes=1):
        return _("just now")
    if now - moment >= _RECENT:
        return date_format(timezone.localtime(moment), "DATE_FORMAT")
    return _("%(time)s ago") % {"time": timesince(moment, now, depth=1)}
