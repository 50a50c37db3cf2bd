"""Paths and names of fields, which have no spaces at which a line could end."""

from __future__ import annotations

from django import template

from designs.delivery.output.breakable import breakable

register = template.Library()
register.filter("breakable", breakable)
