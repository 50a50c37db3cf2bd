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
        _("Names and values in one array, found by one index, whatever the names are."),
        _(
            "The documents of a collection have many optional traits that people filter by, and new ones keep coming."
        ),
        _(
            "The traits are few and always there: plain fields with an index each are simpler, and give an order."
        ),
        ("ATTRIBUTE",),
        "city-theatre",
    ),
    Template(
        "template-queue",
        _("Work queue"),
        _(
            "One atomic statement gives each waiting job to one worker, the most urgent first and the oldest of these."
        ),
        _("Work is done later or elsewhere, and the database that holds the data should hold the jobs too."),
        _(
            "Every message has many readers, or hundreds of thousands a second pass through: take a message broker."
        ),
        ("TTL",),
    ),
    Template(
        "template-account-transactions",
        _("Account transactions"),
        _("A transfer and both balances change in one transaction, or nothing does."),
        _("Several documents must agree at every moment, and nobody may see one without the other."),
        _("What has to agree fits into one document: one update of it is atomic by itself, and quicker."),
        ("COMPUTED", "PARENT_REF"),
    ),
    Template(
        "template-cart",
        _("Shopping cart without reservation"),
        _("A cart is one document with its lines; the stock goes down when people pay."),
        _("There is enough of everything, and many carts are left behind."),
        _("People compete for the last ones: take the cart with reservation."),
        ("EMBED_LINK", "EXT_REF", "TTL"),
    ),
    Template(
        "template-cart-with-reservation",
        _("Shopping cart with reservation"),
        _("What somebody puts into the cart is nobody else's until it is paid, given back or runs out."),
        _("There are few units and many buyers: tickets, single pieces, a sale that begins at noon."),
        _("There is plenty: each line costs a transaction, and carts that are left behind hold units back."),
        ("COMPUTED", "PARENT_REF", "EXT_REF"),
        "web-shop",
    ),
    Template(
        "template-theater-seats",
        _("Theater seats"),
        _("All seats of an evening stand in one grid; seats side by side are taken in one atomic update."),
        _("Places of a known shape are sold one by one: a hall, a train, the hours of a day."),
        _(
            "Any seat will do, so that a number of free ones is enough; or there are many thousands in one grid."
        ),
        ("PREALLOC",),
        "city-theatre",
    ),
    Template(
        "template-array-slice-cache",
        _("Array-slice cache"),
        _("The last ten comments stand beside the article, and all of them in a collection of their own."),
        _("A page that is opened all the time shows the newest few of a list that only grows."),
        _("The list is written more often than it is looked at, or people mostly want all of it."),
        ("SUBSET",),
        "log-hosts",
    ),
    Template(
        "template-nested-categories",
        _("Nested categories"),
        _("Each category holds its whole path, and a prefix of it finds everything below."),
        _("A tree is read branch by branch and in its order, and seldom changes."),
        _(
            "Branches move all the time: a parent's id alone is cheaper. A small tree that is read whole: one document."
        ),
        ("TREE_PATH",),
        "department-store",
    ),
    Template(
        "template-i18n",
        _("Texts in several languages (i18n)"),
        _(
            "Short texts stand by their language code in the document, long ones in a document for each language."
        ),
        _("One thing is shown in a handful of languages, one of them at a time."),
        _("Each language has content of its own: those are different documents, not translations."),
        ("PARENT_REF",),
    ),
)
"""In the order in which they are offered."""
