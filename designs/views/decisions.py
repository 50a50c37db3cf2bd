"""Every decision with its reason, its numbers and what was rejected."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from designs import store
from designs.access import design_or_404
from designs.compiler import Ways, opinions
from designs.delivery.pages.advised import advice_on, cheaper
from designs.delivery.pages.decision_rows import with_rows
from designs.delivery.pages.input_words import Ends, ends_in, titles
from designs.delivery.pages.page_anchors import DECISIONS_A_PAGE, Addresses
from designs.delivery.pages.variants import offered, query_of_way
from designs.forms import WeightsForm, new_op_id
from designs.http import compiles
from designs.outcomes import opened
from designs.store import edits


@compiles()
def decisions_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    result = opened(design)
    addresses = Addresses(slug, result)
    decisions = result.plan["decisions"]
    page = Paginator(decisions, DECISIONS_A_PAGE).get_page(request.GET.get("page"))
    ends, called = ends_in(result.compilation.model), titles(result.compilation.model)
    asked = opinions(result.compilation.model)
    ways = {offer.relationship: offer for offer in offered(design.text)}
    advice = advice_on(design.text, tuple(decision["relationship"] for decision in page))
    context = {
        "design": design,
        "page": page,
        "contents": [
            (called[name], addresses.decision(number)) for name, number in addresses.decisions.items()
        ],
        "decisions": [
            _shown(
                decision, number, addresses, ways[decision["relationship"]], ends[decision["relationship"]]
            )
            | {
                "title": called[decision["relationship"]],
                "advice": _weighed(advice.get(decision["relationship"]), decision),
                "opinion": asked.get(decision["relationship"], ()),
            }
            for number, decision in enumerate(page, page.start_index() if decisions else 1)
        ],
        "entity_overlays": result.plan["entity_overlays"],
        "open_ones": [
            (called[name], addresses.decision(addresses.decisions[name]))
            for name in result.compilation.open_decisions
        ],
    }
    if design.may_change and decisions:
        context |= _weighing(design)
    return render(request, "designs/decisions.html", context)


def _weighed(advice: dict[str, Any] | None, decision: dict[str, Any]) -> dict[str, Any] | None:
    """The advice, and whether the rules and the lowest cost agree, where the rules decided: not where limits rule out what
    would cost less."""
    if advice is None or not advice["bars"] or decision["chosen_by"] != "rulebook":
        return advice
    instead = cheaper(advice, decision["rejected"])
    return advice | {"cheaper": instead, "agrees": instead is None and not advice["gated"]}


def _weighing(design: Any) -> dict[str, Any]:
    """The form for the weights, for those who may change the design."""
    raw = edits.raw_of(store.model_of(design.row))
    form = WeightsForm(initial=raw.get("weights", {}), profile=raw.get("workload_profile", "mixed"))
    return {"form": form, "base_revision": design.revision, "op_id": new_op_id()}


def _by_reason(rejected: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Alternatives that one rule turns down for one reason, said once."""
    groups: dict[tuple[str, str], dict[str, Any]] = {}
    for each in rejected:
        by, because = each["by"], each["because"]
        groups.setdefault((by, because), {"by": by, "because": because, "ways": []})["ways"].append(each)
    return list(groups.values())


def _shown(
    decision: dict[str, Any], number: int, addresses: Addresses, ways: Ways, ends: Ends
) -> dict[str, Any]:
    """The decision with rows, and with an address on the page of documents for each of its places."""
    holders = [
        holder | {"address": addresses.holder(holder["collection"], holder["path"])}
        for holder in decision["holders"]
    ]
    queries = addresses.queries(f"relationship:{decision['relationship']}")
    rejected = _by_reason(
        alternative | {"compares": query_of_way(ways, alternative["strategy"])}
        for alternative in decision["rejected"]
    )
    uncosted = sum(alternative["cost"] is None for alternative in decision["rejected"])
    shown = {"number": number, "holders": holders, "queries": queries, "rejected": rejected, "ends": ends}
    return with_rows(decision, ends) | shown | {"uncosted": uncosted}
