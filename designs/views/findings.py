"""What the rules found in a design, the gravest first, each with a link to what it is about."""

from __future__ import annotations

from collections import Counter

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from designs.access import design_or_404
from designs.delivery.addresses import Addresses
from designs.delivery.compiled import opened

GRAVITY = ("error", "warning", "info")


def findings_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    result = opened(design.text)
    addresses = Addresses(slug, result)
    found = [
        finding | {"number": number, "place": addresses.subject(number, finding["subject"])}
        for number, finding in enumerate(result.plan["findings"], 1)
    ]
    found.sort(key=lambda finding: GRAVITY.index(finding["severity"]))
    counts = Counter(finding["severity"] for finding in found)
    context = {
        "design": design,
        "groups": [(severity, counts[severity], [one for one in found if one["severity"] == severity])
                   for severity in GRAVITY if counts[severity]],
    }  # fmt: skip
    return render(request, "designs/findings.html", context)
