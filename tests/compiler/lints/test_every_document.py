"""EVERY_DOCUMENT: updates and deletes of whatever is there."""

from __future__ import annotations

import pytest

from designs.compiler.lints.lifecycle.every_document import LINT
from tests.compiler.lints.test_filter_unstated import BY_ID, compiled, statements


@pytest.mark.parametrize("kind", ["update", "delete"])
def test_an_empty_filter_is_every_document_and_is_warned_of(kind: str) -> None:
    made = compiled(kind, filter=[])
    assert [each.filter for each in statements(made)] == [{}]
    (found,) = [each for each in made.findings if each.code == LINT.code]
    assert (found.subject, found.severity) == ("do", "warning")
    assert found.message == f"{kind.capitalize()}s every long order: its filter is empty."
    assert found.fix == {"edit": "set", "id": "operation1", "path": ["filter"], "value": BY_ID}


@pytest.mark.parametrize("said", [{"always_filter": {"state": "open"}}, {"limit": 10}])
def test_what_is_limited_in_another_way_is_no_write_of_every_document(said: dict[str, object]) -> None:
    made = compiled("delete", filter=[], **said)
    assert not [each for each in made.findings if each.code == LINT.code]
