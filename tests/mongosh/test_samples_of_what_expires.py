"""No sample document has expired when it is inserted: dates move to the day of the script, by as many weeks, but for births and what is years old."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from bson import json_util

from designs.compiler.exporters.mongosh.scripts import ttl_of
from designs.compiler.sampling.answers import values_on
from tests.mongosh.cases import Built, build, source
from tests.mongosh.shell import AS_WRITTEN, run, sources

TODAY = datetime(2031, 5, 14, 10, tzinfo=UTC)
EXPIRING = ["log_hosts", "template_cart", "template_queue", "web_shop"]
Json = dict[str, Any]


def _inserted(name: str, built: Built, today: str, folder: Path) -> dict[str, list[Json]]:
    """The sample documents as they stand in the collections, and what the reads print, on a day."""
    paths = sources(built.scripts, f"{name} on a day")
    steps: list[Json] = []
    for day, scripts in ((today, ("setup", "03_sample_data", "04_queries")), (AS_WRITTEN, ())):
        setting = folder / f"{day}.js"
        setting.write_text(f'process.env.NESTLINK_TODAY = "{day}";\n', encoding="utf-8")
        steps += [{"load": str(setting)}, *({"load": paths[script]} for script in scripts)]
        steps += [{"call": "showReads"}] if scripts else []
    (journal,) = run([{"id": name, "live": True, "direct": True, "steps": steps}]).values()
    assert journal["error"] is None, journal["error"]
    stored = json_util.loads(
        json_util.dumps(journal["documents"]),
        json_options=json_util.CANONICAL_JSON_OPTIONS.with_options(tz_aware=True),
    )
    return {**stored, "printed": [len(line) for line in journal["printed"]]}


def _dates(value: Any) -> Iterator[datetime]:
    if isinstance(value, datetime):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _dates(inner)


@pytest.mark.parametrize("name", EXPIRING)
def test_nothing_has_expired_a_day_later_and_all_dates_that_move_do_so_alike(
    name: str, tmp_path: Path
) -> None:
    built = build(source(name))
    before, after = (
        _inserted(name, built, day, tmp_path)
        for day in (AS_WRITTEN, TODAY.isoformat().replace("+00:00", "Z"))
    )
    for collection in built.compilation.plan.collections:
        for path, seconds in ttl_of(collection):
            dates = [date for each in after[collection.name] for date in values_on(each, path.split("."))]
            assert dates and min(dates) + timedelta(seconds=seconds) >= TODAY + timedelta(days=1)
            stale = [date for each in before[collection.name] for date in values_on(each, path.split("."))]
            assert min(stale) + timedelta(seconds=seconds) < TODAY
    assert before.keys() == after.keys() and before["printed"] == after["printed"]
    steps = {
        new - old
        for collection in built.samples
        for old, new in zip(_dates(before[collection]), _dates(after[collection]), strict=True)
    }
    assert len(steps - {timedelta(0)}) == 1 and all(not step % timedelta(days=7) for step in steps)


def test_scripts_of_designs_that_keep_everything_move_nothing() -> None:
    texts = build(source("university")).scripts
    assert all("recent(" not in text for text in texts.values())
