"""What an update or delete means that states no filter: one document, which the caller names by its ``_id``."""

from __future__ import annotations

from msgspec.structs import replace

from .conceptual import Match, Model, OneDocument, Operation


def with_one_document_each(model: Model) -> Model:
    """Return the design with a filter by ``_id`` on each update and delete that says nothing of what it finds. An empty
    filter, a fixed one, a sort or a limit say something."""
    return replace(model, operations=[_of_one(operation) for operation in model.workload])


def _of_one(operation: Operation) -> Operation:
    return (
        replace(operation, filter=OneDocument([Match(field="_id")])) if operation.finds_unsaid else operation
    )
