"""The compiler's door: a design file becomes a plan, and a plan becomes files. Pure: no Django, no
clock, no network, no process. Rooms are opened when first asked for, so importing this is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import edits, field_grammar
    from .content_cache import Memory, key_of, lending, weight
    from .cost.variants import Load, Ways
    from .cost.whole_search import SEARCH_ROUNDS, Cheapest
    from .emit import growth
    from .emit.dot import is_in_columns, numbered
    from .emit.routing import placed
    from .exporters import EXPORTERS
    from .exporters.base import Exporter, OutputFile
    from .exporters.conceptual_diagram import entity_names
    from .exporters.documents_diagram import collection_names, plain_documents
    from .exporters.documents_diagram.pages import diagram_pages, needs_pages
    from .lints import LINTS
    from .model.conceptual import Model
    from .model.constants import WEIGHTS, Constants, weights_of
    from .model.field_types import FIELD_TYPES
    from .names.naming import Names
    from .names.paths import ends_of
    from .pipeline import (
        Planned,
        advise,
        cheapest,
        clashing,
        compile_design,
        complete,
        loads,
        open_questions,
        opinions,
        plan_design,
        ways_of,
        with_advice,
    )
    from .plan.patterns import PATTERNS
    from .plan_model.compilation import Compilation, with_all_functions
    from .plan_model.decisions import TELLING, Turn, relationship_titles
    from .plan_model.explain_answers import ForecastRow, PasteRefused, compared_forecasts, forecast_rows
    from .plan_model.findings import About, Finding, Report, fault
    from .plan_model.forecast_types import Forecast
    from .plan_model.gate_catalog import GATES
    from .plan_model.number_format import byte_size, daily, grouped, is_long
    from .plan_model.open_questions import OpenQuestion
    from .plan_model.sources import written_out
    from .reading import read, text_faults
    from .reading.grammar import schema
    from .reading.offsets import offsets
    from .reading.writing import text_of, write
    from .rules.guidelines import GUIDELINES
    from .sensitivity.advice import Advice
    from .storage import StorageMap
    from .storage.table import StorageGroup, StorageRow, storage_groups, storage_rows
    from .strategies.table import STRATEGIES

_ROOMS = {
    "Advice": "sensitivity.advice",
    "Cheapest": "cost.whole_search",
    "Compilation": "plan_model.compilation",
    "Constants": "model.constants",
    "EXPORTERS": "exporters",
    "FIELD_TYPES": "model.field_types",
    "Exporter": "exporters.base",
    "About": "plan_model.findings",
    "Finding": "plan_model.findings",
    "ForecastRow": "plan_model.explain_answers",
    "PasteRefused": "plan_model.explain_answers",
    "compared_forecasts": "plan_model.explain_answers",
    "is_in_columns": "emit.dot",
    "numbered": "emit.dot",
    "placed": "emit.routing",
    "forecast_rows": "plan_model.explain_answers",
    "GATES": "plan_model.gate_catalog",
    "Forecast": "plan_model.forecast_types",
    "GUIDELINES": "rules.guidelines",
    "LINTS": "lints",
    "Load": "cost.variants",
    "Memory": "content_cache",
    "Model": "model.conceptual",
    "Names": "names.naming",
    "OutputFile": "exporters.base",
    "PATTERNS": "plan.patterns",
    "Planned": "pipeline",
    "Report": "plan_model.findings",
    "TELLING": "plan_model.decisions",
    "Turn": "plan_model.decisions",
    "SEARCH_ROUNDS": "cost.whole_search",
    "STRATEGIES": "strategies.table",
    "StorageGroup": "storage.table",
    "StorageMap": "storage",
    "StorageRow": "storage.table",
    "WEIGHTS": "model.constants",
    "Ways": "cost.variants",
    "advise": "pipeline",
    "compile_design": "pipeline",
    "cheapest": "pipeline",
    "clashing": "pipeline",
    "collection_names": "exporters.documents_diagram",
    "diagram_pages": "exporters.documents_diagram.pages",
    "complete": "pipeline",
    "ends_of": "names.paths",
    "entity_names": "exporters.conceptual_diagram",
    "fault": "plan_model.findings",
    "byte_size": "plan_model.number_format",
    "daily": "plan_model.number_format",
    "grouped": "plan_model.number_format",
    "is_long": "plan_model.number_format",
    "key_of": "content_cache",
    "lending": "content_cache",
    "weight": "content_cache",
    "loads": "pipeline",
    "offsets": "reading.offsets",
    "OpenQuestion": "plan_model.open_questions",
    "needs_pages": "exporters.documents_diagram.pages",
    "open_questions": "pipeline",
    "opinions": "pipeline",
    "plain_documents": "exporters.documents_diagram",
    "plan_design": "pipeline",
    "read": "reading",
    "relationship_titles": "plan_model.decisions",
    "schema": "reading.grammar",
    "storage_groups": "storage.table",
    "storage_rows": "storage.table",
    "text_faults": "reading",
    "text_of": "reading.writing",
    "ways_of": "pipeline",
    "weights_of": "model.constants",
    "with_advice": "pipeline",
    "with_all_functions": "plan_model.compilation",
    "write": "reading.writing",
    "written_out": "plan_model.sources",
}

__all__ = [
    "EXPORTERS",
    "FIELD_TYPES",
    "GATES",
    "GUIDELINES",
    "LINTS",
    "PATTERNS",
    "SEARCH_ROUNDS",
    "STRATEGIES",
    "TELLING",
    "WEIGHTS",
    "About",
    "Advice",
    "Cheapest",
    "Compilation",
    "Constants",
    "Exporter",
    "Finding",
    "Forecast",
    "ForecastRow",
    "Load",
    "Memory",
    "Model",
    "Names",
    "OpenQuestion",
    "OutputFile",
    "PasteRefused",
    "Planned",
    "Report",
    "StorageGroup",
    "StorageMap",
    "StorageRow",
    "Turn",
    "Ways",
    "advise",
    "byte_size",
    "cheapest",
    "clashing",
    "collection_names",
    "compared_forecasts",
    "compile_design",
    "complete",
    "daily",
    "diagram_pages",
    "edits",
    "ends_of",
    "entity_names",
    "fault",
    "field_grammar",
    "forecast_rows",
    "grouped",
    "growth",
    "is_in_columns",
    "is_long",
    "key_of",
    "lending",
    "loads",
    "needs_pages",
    "numbered",
    "offsets",
    "open_questions",
    "opinions",
    "placed",
    "plain_documents",
    "plan_design",
    "read",
    "relationship_titles",
    "schema",
    "storage_groups",
    "storage_rows",
    "text_faults",
    "text_of",
    "ways_of",
    "weight",
    "weights_of",
    "with_advice",
    "with_all_functions",
    "write",
    "written_out",
]


def __getattr__(name: str) -> Any:
    """The public name, from the room that makes it."""
    if name in ("edits", "field_grammar"):  # whole rooms are public
        return import_module(f".{name}", __name__)
    if name == "growth":
        return import_module(".emit.growth", __name__)
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with import_module(".content_cache", __name__).collector_paused():
        value = globals()[name] = getattr(import_module(f".{_ROOMS[name]}", __name__), name)
    return value
