"""The answer to an open question: one edit, on the page of the design, that can be undone."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from designs import store
from designs.access import changeable_or_404, design_or_404
from designs.delivery.findings.question_answers import BadAnswer, answer_to, edit_of
from designs.forms import op_id_of, undo_tag
from designs.http import compiles, signed_in
from designs.outcomes import opened


@compiles()
@require_POST
@signed_in("designs:design")
def answer_question(request: HttpRequest, slug: str) -> HttpResponse:
    """State what was asked. The place names the question; one that is answered meanwhile is not there any more."""
    design = changeable_or_404(request, slug)
    place, text = request.POST.get("place", "")[:300], request.POST.get("answer", "")[:100]
    questions = opened(design_or_404(request, slug)).compilation.questions
    question = next((each for each in questions if each.place == place), None)
    back = redirect(f"{reverse('designs:design', args=(slug,))}#questions")
    if question is None:
        messages.warning(request, _("This question is already answered."))
        return back
    try:
        answer = answer_to(question, text)
    except BadAnswer as bad:
        messages.warning(request, f"{question.ask} {bad}")
        return back
    edit = edit_of(store.model_of(design), question, answer)
    if edit is None:
        messages.warning(request, _("This question is already answered."))
        return back
    words = _("Answered: %s") % f"{question.ask} {text.strip()}"
    try:
        done = store.commit(design, design.revision, edit, request.user, op_id_of(request), words[:200])
    except store.Conflict:
        messages.warning(request, _("Someone else changed this. Review the question and try again."))
    except store.Refused as refused:
        messages.warning(request, _("Couldn’t save the answer: %s") % " ".join(map(str, refused.faults)))
    else:
        messages.success(request, _("Answered."), extra_tags=undo_tag(slug, done.revision, "design"))
    return back
