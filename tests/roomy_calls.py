"""Run all tests with room for the calls that they lead to, as requests have it (a pytest plugin of `make test`)."""

from __future__ import annotations

import sys
from functools import partial

import pytest

from modeler.roomy_calls import with_room


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> object:
    """Run the loop over all tests as pytest does, from a call that has room; called by pytest."""
    plugin = session.config.pluginmanager
    loop = plugin.subset_hook_caller("pytest_runtestloop", [sys.modules[__name__]])
    return with_room(partial(loop, session=session))
