"""The compiler's door: a design file becomes a plan, and a plan becomes files. Pure: no Django, no
clock, no network, no process. Rooms are opened when first asked for, so importing this is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import edits, field_grammar
    from .advice import Advice, advise, compile_design, with_advice
    from .compilation import Compilation
    from .conceptual import Model
    from .constants import WEIGHTS, Constants, weights_of
    from .decisions import STRATEGIES, Turn
    from .emit import growth
    from .exporters import EXPORTERS
    from .exporters.base import Exporter, OutputFile
    from .field_types import FIELD_TYPES
    from .findings import About, Finding, Report, fault
    from .gate_list import GATES
    from .growing import Forecast
    from .guidelines import GUIDELINES
    from .lints import LINTS
    from .naming import Names
    from .numerals import grouped, is_long
    from .paths import ends_of
    from .patterns import PATTERNS
    from .pipeline import Planned, complete, plan_design
    from .questions import opinions
    from .reading import read, text_faults
    from .reading.grammar import schema
    from .reading.offsets import offsets
    from .remembering import Memory, key_of, lending, weight
    from .sources import written_out
    from .storage import StorageMap
    from .storage.table import storage_groups, storage_rows
    from .variants import Load, Ways, clashing, loads, ways_of
    from .whole_search import SEARCH_ROUNDS, Cheapest, cheapest
    from .writing import text_of, write

_ROOMS = {
    "Advice": "advice",
    "Cheapest": "whole_search",
    "Compilation": "compilation",
    "Constants": "constants",
    "EXPORTERS": "exporters",
    "FIELD_TYPES": "field_types",
    "Exporter": "exporters.base",
    "About": "findings",
    "Finding": "findings",
    "GATES": "gate_list",
    "Forecast": "growing",
    "GUIDELINES": "guidelines",
    "LINTS": "lints",
    "Load": "variants",
    "Memory": "remembering",
    "Model": "conceptual",
    "Names": "naming",
    "OutputFile": "exporters.base",
    "PATTERNS": "patterns",
    "Planned": "pipeline",
    "Report": "findings",
    "Turn": "decisions",
    "SEARCH_ROUNDS": "whole_search",
    "STRATEGIES": "decisions",
    "StorageMap": "storage",
    "WEIGHTS": "constants",
    "Ways": "variants",
    "advise": "advice",
    "compile_design": "advice",
    "cheapest": "whole_search",
    "clashing": "variants",
    "complete": "pipeline",
    "ends_of": "paths",
    "fault": "findings",
    "grouped": "numerals",
    "is_long": "numerals",
    "key_of": "remembering",
    "lending": "remembering",
    "weight": "remembering",
    "loads": "variants",
    "offsets": "reading.offsets",
    "opinions": "questions",
    "plan_design": "pipeline",
    "read": "reading",
    "schema": "reading.grammar",
    "storage_groups": "storage.table",
    "storage_rows": "storage.table",
    "text_faults": "reading",
    "text_of": "writing",
    "ways_of": "variants",
    "weights_of": "constants",
    "with_advice": "advice",
    "write": "writing",
    "written_out": "sources",
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
    "WEIGHTS",
    "About",
    "Advice",
    "Cheapest",
    "Compilation",
    "Constants",
    "Exporter",
    "Finding",
    "Forecast",
    "Load",
    "Memory",
    "Model",
    "Names",
    "OutputFile",
    "Planned",
    "Report",
    "StorageMap",
    "Turn",
    "Ways",
    "advise",
    "cheapest",
    "clashing",
    "compile_design",
    "complete",
    "edits",
    "ends_of",
    "fault",
    "field_grammar",
    "grouped",
    "growth",
    "is_long",
    "key_of",
    "lending",
    "loads",
    "offsets",
    "opinions",
    "plan_design",
    "read",
    "schema",
    "storage_groups",
    "storage_rows",
    "text_faults",
    "text_of",
    "ways_of",
    "weight",
    "weights_of",
    "with_advice",
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
    value = globals()[name] = getattr(import_module(f".{_ROOMS[name]}", __name__), name)
    return value
