"""Compare alternatives: two variants of a design under one workload, and a way to keep either.

The page of a large design opens before they are compared and asks for the comparison apart; without scripts a
link leads to a page that is sent with it.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest, ObjectDoesNotExist
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from designs import store
from designs.access import Opened, changeable_or_404, design_or_404
from designs.compiler import write
from designs.conflicts import Wish, conflict_page, decided
from designs.delivery.compiled.compiled_design import Compiled
from designs.delivery.pages import variants
from designs.delivery.pages.change_words import steps
from designs.delivery.pages.cheapest import AT_ONCE, MOST_SEARCHED
from designs.delivery.pages.choosing import chosen_rows
from designs.delivery.pages.input_words import titles
from designs.delivery.pages.variants import NoSuchVariant, Side, Variant
from designs.delivery.pages.what_if import METRICS, WIDE, broken, compared
from designs.forms import new_op_id, number_of, undo_tag
from designs.http import compiles, in_place, may_wait, signed_in
from designs.outcomes import opened
from designs.past import Past

A_PAGE = 40
MOST_OTHERS = 20
VERSIONS, LOOKED_AT = 20, 200


@compiles("search")
@require_safe
def what_if_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    sides = _sides(request.GET)
    if any(value == "" for value in request.GET.values()):  # a form sends what it leaves as it is, too
        same = ("same=yes",) if sides[0] == sides[1] else ()  # in the address: reading a page stores nothing
        query = "&".join((*filter(None, (variants.query_of(sides),)), *same))
        return redirect(reverse("designs:what_if", args=(slug,)) + (f"?{query}" if query else ""))
    current = opened(design)
    many = len(current.plan["decisions"])
    context: dict[str, Any] = {"design": design, "many": many, "query": variants.query_of(sides)}
    if sides[0] != sides[1] and many > AT_ONCE and may_wait(request):
        return render(
            request, "designs/what_if.html", context | {"awaited": True, "asked": request.GET.urlencode()}
        )
    past = Past(request.user, design.row)
    shown = [_worked_out(design, past, side) for side in sides]
    context["same"] = request.GET.get("same") == "yes" and sides[0] == sides[1]
    context |= {"metrics": METRICS, "wide": WIDE, "shown": _named(shown, current)}
    if sides[0] != sides[1] or any(variant.refused for variant in shown):
        context |= _compared(shown)
    page = Paginator(chosen_rows(*shown, titles=titles(current.compilation.model)), A_PAGE).get_page(
        request.GET.get("page")
    )
    on_page = {row.key for row in page}
    context |= {
        "page": page,
        "bases": _bases(design, past, sides),
        "elsewhere": [(name, value) for name, value in variants.parameters(sides) if "." in name and name[2:] not in on_page],
        "fields": variants.parameters(sides),
        "base_revision": design.revision,
        "op_id": new_op_id(),
    }  # fmt: skip
    return render(request, "designs/_what_if.html" if in_place(request) else "designs/what_if.html", context)


def _compared(shown: list[Variant]) -> dict[str, Any]:
    faults = [variant.result.faults for variant in shown if not isinstance(variant.result, Compiled)]
    if faults:
        return {"faults": faults[0]}
    results = [variant.result for variant in shown if isinstance(variant.result, Compiled)]
    others = variants.other_changes(*shown) if shown[0].base != shown[1].base else ()
    comparison = compared(results[0], results[1], (shown[0].without, shown[1].without))
    called = titles(results[1].compilation.model) | titles(results[0].compilation.model)
    return {
        "compared": comparison,
        "turned": [(called[name], now, then) for name, now, then in comparison.turned],
        "others": others[:MOST_OTHERS],
        "more_others": max(0, len(others) - MOST_OTHERS),
    }


def _named(shown: list[Variant], current: Compiled) -> list[tuple[str, Variant, tuple[tuple[str, str], ...]]]:
    """The sides by their letters, each with what applying it breaks."""
    results = (variant.result for variant in shown)
    breaks = (broken(current, result) if isinstance(result, Compiled) else () for result in results)
    return list(zip(variants.LETTERS, shown, breaks, strict=True))


def _sides(query: Any) -> tuple[Side, Side]:
    try:
        return variants.side_of(query, "a"), variants.side_of(query, "b")
    except NoSuchVariant:
        raise Http404("the address names no variant") from None


def _worked_out(design: Opened, past: Past, side: Side) -> Variant:
    """A side; earlier versions are for those who may see the history."""
    try:
        if side.version is None:
            return variants.variant(side, design.text)
        if not design.sees_history:
            raise NoSuchVariant("a history that is not shown")
        return variants.variant(side, design.text, write(past.at(side.version)).encode())
    except (NoSuchVariant, ObjectDoesNotExist):
        raise Http404("the design has no such variant") from None


def _bases(design: Opened, past: Past, sides: tuple[Side, Side]) -> list[tuple[str, int | None, str]]:
    """What a side may start from, as (name, number of the version, what it did): versions that may have changed a
    strategy, and those that are chosen."""
    bases: list[tuple[str, int | None, str]] = [(variants.NOW, None, "")]
    if len(store.model_of(design.row).links) <= MOST_SEARCHED:
        bases.append((variants.CHEAPEST, None, ""))
    if design.sees_history:
        rows = past.rows().filter(number__lt=design.revision)
        chosen = {side.version for side in sides if side.version}
        telling = steps(rows.exclude(words__startswith="Moved ").defer("text", "edits", "undo")[:LOOKED_AT])
        words = {step.newest.number: step.words for step in telling[:VERSIONS]} | dict(
            rows.filter(number__in=chosen).values_list("number", "words")
        )
        bases += [(f"version-{number}", number, words[number]) for number in sorted(words, reverse=True)]
    return bases


@compiles("search")
@require_POST
@signed_in("designs:what_if")
def keep_variant(request: HttpRequest, slug: str) -> HttpResponse:
    """Store the strategies of a side as one edit of the version that it was shown beside."""
    design = changeable_or_404(request, slug)
    letter, base = request.POST.get("keep", ""), number_of(request, "base_revision")
    sides = dict(zip(variants.LETTERS, _sides(request.POST), strict=True))
    if letter not in sides:
        raise Http404("the design has no such side")
    if base is None:
        raise BadRequest("the form has no base version")
    wish = _wish(Past(request.user, design), sides[letter], base)
    if not wish.change.edits:  # type: ignore[union-attr]
        messages.info(request, _("Nothing to apply. The design already uses these strategies."))
        return redirect("designs:decisions", slug)
    carried = (("keep", letter), *variants.parameters(sides.values()))
    if request.POST.get("sure") != "yes" and _breaks(Past(request.user, design), sides[letter], base):
        messages.warning(
            request, _("Not applied: this variant breaks a limit. Read what it breaks, then confirm.")
        )
        query = variants.query_of(sides.values())
        return redirect(reverse("designs:what_if", args=(slug,)) + (f"?{query}" if query else ""))
    if request.POST.get("sure") == "yes":
        carried = (*carried, ("sure", "yes"))
    outcome = decided(request, Wish(design, base, wish.change, wish.words, carried))
    if outcome.stored is None:
        return conflict_page(request, Wish(design, base, wish.change, wish.words, carried), outcome)
    tag = undo_tag(slug, outcome.stored.revision, "decisions")
    messages.success(request, _("Variant applied."), extra_tags=tag)
    return redirect("designs:decisions", slug)


def _breaks(past: Past, side: Side, base: int) -> bool:
    """Whether a side breaks a limit that the version that was looked at doesn't."""
    now, shown = _looked_at(past, side, base)
    today, result = variants.variant(Side(), now).result, shown.result
    return isinstance(today, Compiled) and isinstance(result, Compiled) and bool(broken(today, result))


def _looked_at(past: Past, side: Side, base: int) -> tuple[bytes, Variant]:
    """The text of the version that was looked at, and this side of it. Raises Http404, BadRequest."""
    try:
        now = write(past.at(base)).encode()
        version = side.version and write(past.at(side.version)).encode()
        return now, variants.variant(side, now, version or None)
    except ObjectDoesNotExist:
        raise BadRequest("the form's base version doesn't exist") from None
    except NoSuchVariant:
        raise Http404("the design has no such variant") from None


def _wish(past: Past, side: Side, base: int) -> Wish:
    """The edits that make of the version that was looked at this side of it. Raises Http404, BadRequest."""
    now, shown = _looked_at(past, side, base)
    ways = variants.kept_ways(shown, now)
    names = {offer.key: offer.relationship for offer in variants.offered(now)}
    return Wish(past.design, base, variants.wish(now, ways), _words({names[key]: ways[key] for key in ways}))


def _words(ways: dict[str, str]) -> str:
    """What history says: the first few, and how many more."""
    first_ways = [
        _("%(name)s as %(way)s") % {"name": name[:40], "way": way} for name, way in list(ways.items())[:2]
    ]
    more = len(ways) - len(first_ways)
    words = _("Applied a variant: %(ways)s") % {"ways": ", ".join(first_ways)}
    return words + (_(" and %(more)d more") % {"more": more} if more else "")
