"""What the rules found in a design, the gravest first, each with a link to what it is about, the edit
that settles it, and a way to set it aside with a reason."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from designs import store
from designs.access import changeable_or_404, design_or_404
from designs.delivery.compiled.compiled_design import Compiled
from designs.delivery.findings.finding_edits import LONGEST_REASON, aside, fix_of, set_aside, taken_back
from designs.delivery.pages.change_words import fix_in_words, in_words, things
from designs.delivery.pages.page_anchors import Addresses
from designs.forms import new_op_id, op_id_of, undo_tag
from designs.http import compiles, signed_in
from designs.outcomes import opened
from designs.store import edits

GRAVITY = ("error", "warning", "info")


@compiles()
def findings_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    result = opened(design)
    addresses, called = Addresses(slug, result), things(edits.raw_of(result.compilation.model))
    findings = [
        finding
        | {"number": number, "place": addresses.subject(number, finding["subject"])}
        | {"does": fix_in_words(finding, called)}
        for number, finding in enumerate(result.plan["findings"], 1)
    ]
    findings.sort(key=lambda finding: GRAVITY.index(finding["severity"]))
    counts = Counter(finding["severity"] for finding in findings)
    context = {
        "design": design,
        "is_empty": not result.plan["collections"],
        "op_id": new_op_id(),
        "longest_reason": LONGEST_REASON,
        "set_aside": aside(result.compilation.model),
        "groups": [(severity, counts[severity], [finding for finding in findings if finding["severity"] == severity])
                   for severity in GRAVITY if counts[severity]],
    }  # fmt: skip
    return render(request, "designs/findings.html", context)


@compiles()
@require_POST
@signed_in("designs:findings")
def settle_finding(request: HttpRequest, slug: str) -> HttpResponse:
    """Carry a finding's fix out, set it aside, or take that back: each one edit that can be undone."""
    design = changeable_or_404(request, slug)
    code, subject = request.POST.get("code", "")[:64], request.POST.get("subject", "")[:2000]
    edit, words, said = _asked(request, opened(design_or_404(request, slug)), code, subject)
    if edit is None:
        messages.warning(request, said)
        return redirect("designs:findings", slug)
    try:
        done = store.commit(design, design.revision, edit, request.user, op_id_of(request), words)
    except store.Conflict:
        messages.warning(request, _("Someone else changed this. Review the finding and try again."))
    except store.Refused as refused:
        messages.warning(request, _("Couldn’t apply the fix: %s") % " ".join(map(str, refused.faults)))
    else:
        messages.success(request, said, extra_tags=undo_tag(slug, done.revision, "findings"))
    return redirect("designs:findings", slug)


def _asked(
    request: HttpRequest, result: Compiled, code: str, subject: str
) -> tuple[edits.Several | None, str, str]:
    """The edit, what history says of it, and what the page says; no edit where there is nothing to do."""
    model = result.compilation.model
    named: dict[str, Any] = {"code": code, "subject": subject}
    do = request.POST.get("do")
    if do == "fix":
        edit = fix_of(result.plan["findings"], code, subject)
        if edit is None:
            return None, "", _("This finding no longer exists or has no automatic fix.")
        named["does"] = in_words(edit, things(edits.raw_of(model)))
        return edit, _("Fixed %(code)s: %(does)s") % named, _("Fixed %(code)s: %(does)s.") % named
    if do == "back":
        words = _("Reopened %(code)s on %(subject)s") % named
        return taken_back(model, code, subject), words, _("Reopened %(code)s.") % named
    reason = request.POST.get("reason", "").strip()
    if do != "aside" or not reason or not code:
        return None, "", _("Enter a reason to ignore this finding.")
    words = _("Ignored %(code)s on %(subject)s") % named
    return set_aside(model, code, subject, reason), words, _("Ignored %(code)s.") % named
