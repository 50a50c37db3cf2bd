"""A rule, strategy, overlay or check as a link to its page of the handbook."""

from __future__ import annotations

import re

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from designs.compiler import STRATEGIES
from designs.delivery.handbook.entries import label_of, page_of

register = template.Library()
_CODE = re.compile(r"(`{1,2})(.+?)\1")


@register.simple_tag
def handbook_link(code: str, classes: str = "rule", called: str = "") -> SafeString:
    """The code as a link, a strategy by its label; as plain text where the handbook has no page of it. called:
    "label" for the title of any page instead of its code."""
    entry = page_of(code)
    if entry is None:
        return format_html('<span class="{}">{}</span>', classes, code)
    address = reverse("designs:handbook_entry", args=(entry.shelf, entry.slug))
    title, said = (code, entry.title) if called or code in STRATEGIES else (entry.title, code)
    return format_html('<a class="{}" href="{}" title="{}">{}</a>', classes, address, title, said)


@register.filter
def strategy_label(code: str) -> str:
    """Return what pages call a strategy; any other word as it is."""
    return label_of(code) if code in STRATEGIES else code


@register.filter
def severity(code: str) -> str:
    """Return what pages call the severity of a finding."""
    return {"error": _("error"), "warning": _("warning"), "info": _("suggestion")}.get(code, code)


@register.filter
def with_code(text: str) -> SafeString:
    """Return a text whose words between backticks, one or two, are shown as code."""
    parts = _CODE.split(text)  # in threes: text, the backticks, the code between them
    shown = (
        format_html("<code>{}</code>", part) if at % 3 == 2 else part
        for at, part in enumerate(parts)
        if at % 3 != 1
    )
    return format_html_join("", "{}", ((part,) for part in shown))
