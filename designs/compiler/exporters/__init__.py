"""Outputs of a compilation, one a module. The order is the order on pages and of the command line."""

from __future__ import annotations

from . import conceptual_diagram, documents, documents_diagram, mongosh, plan, report, schemas
from .base import Exporter

EXPORTERS: tuple[Exporter, ...] = (
    plan.EXPORTER,
    report.EXPORTER,
    documents.EXPORTER,
    schemas.EXPORTER,
    mongosh.EXPORTER,
    conceptual_diagram.EXPORTER,
    documents_diagram.EXPORTER,
)
