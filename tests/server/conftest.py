"""Copies that all tests of this folder share: a start takes seconds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .running import Copy, running


@pytest.fixture(scope="session")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Copy]:
    with running(tmp_path_factory.mktemp("copy")) as made:
        yield made


@pytest.fixture(scope="session")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Copy]:
    """A copy whose requests get three seconds of the processor, however busy the machine is."""
    home: Path = tmp_path_factory.mktemp("strict")
    with running(home, NESTLINK_COMPILE_SECONDS="3", NESTLINK_COMPILE_PATIENCE="30") as made:
        yield made
