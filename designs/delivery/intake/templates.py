"""The templates: designs of the library that people begin with, offered by name. No rule ever chooses one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Template:
    """A template by its names and sentences, all of them to be translated. slug: the address of its design
    in the library. shows: what the handbook calls the patterns in it. larger: the address of a larger
    example with the same at its heart, "" for none."""

    slug: str
    name: Any
    what: Any
    when: Any
    when_not: Any
    shows: tuple[str, ...]
    larger: str = ""

    def says(self, words: Collection[str]) -> bool:
        """Whether each of these words, in lower case, stands somewhere in it."""
        text = " ".join(map(str, (self.slug, self.name, self.what, self.when, self.when_not, *self.shows)))
        return all(word in text.casefold() for word in words)


def matching(words: Collection[str]) -> tuple[Template, ...]:
    """The templates in which every word occurs, in their order."""
    return tuple(template for template in TEMPLATES if template.says(words))


def showing(names: Collection[str]) -> tuple[Template, ...]:
    """The templates that show one of these patterns."""
    return tuple(template for template in TEMPLATES if set(names) & set(template.shows))


TEMPLATES = (
    Template(
        "template-metadata",
        _("Metadata"),
        _("Name/value pairs in one array, served by one index."),
        _("Many optional attributes that people filter by, with new ones arriving."),
        _("A few attributes that are always present. Plain indexed fields are simpler and sortable."),
        ("ATTRIBUTE",),
        "city-theatre",
    ),
    Template(
        "template-queue",
        _("Work queue"),
        _("One atomic update hands each waiting job to one worker: highest priority first, then oldest."),
        _("Background work you want to keep in the same database as the data."),
        _("Fan-out to many consumers, or 100,000+ messages per second. Use a message broker."),
        ("TTL",),
    ),
    Template(
        "template-account-transactions",
        _("Account transactions"),
        _("A transfer updates both balances in one transaction, or not at all."),
        _("Several documents that must always agree."),
        _("Data that fits in one document. A single-document update is already atomic, and faster."),
        ("COMPUTED", "PARENT_REF"),
    ),
    Template(
        "template-cart",
        _("Shopping cart without reservation"),
        _("A cart is one document with its items. Stock decreases at checkout."),
        _("Plenty of stock and many abandoned carts."),
        _("Scarce items. Use the cart with reservation."),
        ("EMBED_LINK", "EXT_REF", "TTL"),
    ),
    Template(
        "template-cart-with-reservation",
        _("Shopping cart with reservation"),
        _("Items in a cart are held until paid for, returned, or expired."),
        _("Few units, many buyers: tickets, one-off items, flash sales."),
        _("Plenty of stock. Each item costs a transaction, and abandoned carts hold stock."),
        ("COMPUTED", "PARENT_REF", "EXT_REF"),
        "web-shop",
    ),
    Template(
        "template-theater-seats",
        _("Theatre seats"),
        _("All seats of a show in one grid. Adjacent seats are booked in one atomic update."),
        _("A fixed layout sold seat by seat: a venue, a train, time slots."),
        _("Unnumbered seats (a counter is enough), or grids with many thousands of cells."),
        ("PREALLOC",),
        "city-theatre",
    ),
    Template(
        "template-array-slice-cache",
        _("Array-slice cache"),
        _("The ten latest comments are in the article; all comments are in their own collection."),
        _("A busy page that shows the newest few items of an ever-growing list."),
        _("Lists written more than read, or usually read in full."),
        ("SUBSET",),
        "log-hosts",
    ),
    Template(
        "template-nested-categories",
        _("Nested categories"),
        _("Each category stores its full path; a prefix query finds everything under it."),
        _("Trees read branch by branch, in order, that rarely change."),
        _(
            "Trees whose branches move often (store only the parent ID), or small trees read whole (use one document)."
        ),
        ("TREE_PATH",),
        "department-store",
    ),
    Template(
        "template-i18n",
        _("Texts in several languages (i18n)"),
        _("Short texts are keyed by language code; long texts get one document per language."),
        _("Content shown in a few languages, one at a time."),
        _("Languages with content of their own: those are different documents, not translations."),
        ("PARENT_REF",),
    ),
)
"""In the order in which they are offered."""
TEMPLATE_SLUGS = tuple(template.slug for template in TEMPLATES)
