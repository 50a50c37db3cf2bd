"""What an open editor shows beside the canvas, in two halves: first the decisions, the collections and
their documents; then the findings and every text output.

What decisions cost and what would flip them takes longer than the decisions themselves. Nothing
here waits for it, unless a file that tells it is to be shown.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from typing import Any

import msgspec
from django.conf import settings

from designs.compiler import (
    EXPORTERS,
    STRATEGIES,
    Model,
    Planned,
    complete,
    edits,
    ends_of,
    lending,
    plan_design,
)
from designs.kept import Kept

from ..compiled.compiled_design import PARTS, Compiled, finished, outputs, remember, remembered, rendered
from ..findings.finding_places import Places
from ..handbook.entries import address_of, label_of, page_of
from ..output.code import highlighted
from .change_words import fix_in_words, things
from .decision_rows import numbers
from .input_words import ends_in

_ADVICE = ("decisions", "entity_overlays", "collections")
_ADVISED = frozenset(exporter.advised for exporter in EXPORTERS if exporter.advised)
_RAW = msgspec.json.Decoder(dict[str, msgspec.Raw])

_OF_TEXT, _LEAST = 25, 20_000
"""Bytes of a design half way, with all that was found out about it since: for each byte of its text, and of any."""
_planned: Kept[Planned] = Kept("planned", lambda _, text: _LEAST + _OF_TEXT * len(text))


@lending(PARTS)
def advice(text: bytes, model: Model, show: Collection[str] = ()) -> dict[str, Any]:
    """plan.json's decisions, overlays and collections as JSON, as yet without costs and flips, each
    collection's documents as text; those to show coloured too; and the ends that paths may step
    through. numbers: by relationship, what its decision looked at, in the words of its page. pages: of the
    handbook, by what decisions name. model: what the text holds."""
    planned = _plan_of(text, model)
    plan, documents = (_files(planned, output) for output in ("plan", "documents"))
    raw = _RAW.decode(plan[0].text)
    shown = [{"path": file.path, "text": file.text} for file in documents]
    more = {"documents": shown, "shown": _shown(documents, show), "ends": ends_of(planned.paths)}
    return {key: raw[key] for key in _ADVICE} | more | _in_words(raw["decisions"], model)


def _in_words(decisions: msgspec.Raw, model: Model) -> dict[str, Any]:
    rows: list[dict[str, Any]] = msgspec.json.decode(decisions)
    ends = ends_in(model)
    named = {decision[key] for decision in rows for key in ("rule", "strategy")}
    named |= {other[key] for decision in rows for other in decision["rejected"] for key in ("by", "strategy")}
    pages = {name: entry for name in sorted(named) if (entry := page_of(name)) is not None}
    return {
        "numbers": {
            decision["relationship"]: numbers(decision, ends[decision["relationship"]]) for decision in rows
        },
        "pages": {name: _page(name, page.title) for name, page in pages.items()},
    }


def _page(name: str, title: str) -> dict[str, str]:
    """Return a page of the handbook; of a strategy with the form in which it stores, too."""
    page = {"address": address_of(name), "title": title}
    return page | ({"form": STRATEGIES[name].form} if name in STRATEGIES else {})


@lending(PARTS)
def results(text: bytes, model: Model, show: Collection[str]) -> dict[str, Any]:
    """The findings, and every output file by its path, its size and its hash, which are None where
    nobody has asked for the advice that it tells; with the text of those to show. forecast: another
    word whenever the forecast says another thing."""
    compiled = _compiled(text, model, finish=bool(_ADVISED & set(show)))
    unknown = frozenset() if compiled.advised else _ADVISED
    plan = next(file for file in compiled.files if file.path == "plan.json")
    return {
        "findings": _findings(compiled, plan.text),
        "forecast": _hash(repr(compiled.compilation.forecasts).encode()),
        "files": [
            {"path": file.path, "bytes": None, "hash": None}
            if file.path in unknown
            else _listed(file.path, file.text.encode())
            for file in compiled.files
        ],
        "shown": _shown(compiled.files, show),
    }


def _findings(compiled: Compiled, plan: str) -> list[dict[str, Any]]:
    """The plan's findings, each with the ids of what it is about, its page of the handbook and that page's title."""
    places = Places(compiled.compilation)
    findings: list[dict[str, Any]] = msgspec.json.decode(_RAW.decode(plan)["findings"])
    mends = any(row["fix"] for row in findings)
    called = things(edits.raw_of(compiled.compilation.model)) if mends else {}
    return [
        row
        | {
            "does": fix_in_words(row, called),
            "about": places.of(row["subject"], finding.about),
            "page": address_of(row["code"]),
            "title": label_of(row["code"]),
        }
        for row, finding in zip(findings, compiled.compilation.findings, strict=True)
    ]


def tag(text: bytes, *asked: str) -> str:
    """What the answer depends on, as an ETag."""
    digest = hashlib.sha256("\0".join((settings.VERSION, *asked)).encode() + b"\0" + text)
    return f'"{digest.hexdigest()[:32]}"'


def _plan_of(text: bytes, model: Model) -> Planned:
    return _planned.find(text) or _planned.keep(plan_design(model), text)


def _compiled(text: bytes, model: Model, *, finish: bool) -> Compiled:
    """From where the first half stopped, if it was made in this process; advice only to ``finish``."""
    cached = remembered(text)
    compiled = cached if isinstance(cached, Compiled) else None
    if compiled is None:
        compiled = rendered(complete(_plan_of(text, model)), outputs(), advised=False)
    if finish and not compiled.advised:
        compiled = finished(compiled)
    if compiled is not cached:
        remember(text, compiled)
    return compiled


def _files(planned: Planned, output: str) -> tuple[Any, ...]:
    return next(exporter for exporter in EXPORTERS if exporter.output == output).render(planned.compilation)


def _shown(files: Iterable[Any], show: Collection[str]) -> list[dict[str, str]]:
    """Texts to look at: as they are, and as HTML with their colours."""
    wanted = (file for file in files if file.path in show)
    # Added to a plain string, a safe one becomes plain: the encoder knows no other.
    return [
        {"path": file.path, "text": file.text, "html": highlighted(file.text, file.path) + ""}
        for file in wanted
    ]


def _listed(path: str, content: bytes) -> dict[str, Any]:
    return {"path": path, "bytes": len(content), "hash": _hash(content)}


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
