"""The editor comes quickly over a slow line: all that it needs, compressed, within a budget."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext

from .first_load import first_load, served

MOST = 350_000
"""Bytes of the page and of all that it loads before it is ready."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("served"), 9480) as found:
        yield found


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_the_editor_comes_compressed_and_within_its_budget(
    new_context: Callable[[], BrowserContext], address: str, size: tuple[int, int]
) -> None:
    page = new_context().new_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    found = first_load(page, f"{address}/designs/web-shop/edit/")
    page.close()
    static = [one for one in found if one.path.startswith("static/")]
    modules = [one.path for one in static if one.path.endswith(".js")]
    assert any("/main." in path for path in modules) and any("/route_worker." in path for path in modules)
    assert any("/layout." in path for path in modules) and len(modules) > 50
    plain = [one.path for one in static if one.encoding not in ("gzip", "br") and one.sent > 1500]
    assert plain == []
    assert all("immutable" in one.cached for one in static)
    assert sum(one.sent for one in found) <= MOST, sorted(found, key=lambda one: -one.sent)[:10]
