"""How soon an edit is seen: stored, its advice and documents, and all text outputs, of a design of 50 entities.

    python -m bench.live [--json] [--rounds N] [--size 50]

Milliseconds of the server over Django's own client and a database of its own (no network): medians, the most, and
the median of the processor's time, which a busy machine disturbs less. "advice" and "outputs" count from the
sending of the edit.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from typing import Any

from bench import in_process

AIMS = {"advice": 150, "outputs": 400}


def _editor(size: int) -> tuple[Any, str, dict[str, Any]]:
    """A signed-in client, the address of a stored design, and the design."""
    from django.contrib.auth import get_user_model
    from django.test import Client

    from bench.workload import design
    from designs import store

    user = get_user_model().objects.create_user("bench")
    stored = store.create(design(size), user)
    client = Client(HTTP_HOST="localhost")
    client.force_login(user)
    return client, f"/designs/{stored.slug}/edits/", json.loads(stored.text)


def _edits(raw: dict[str, Any], rounds: int) -> list[dict[str, Any]]:
    """What people do while they draw, one after the other."""
    found: list[dict[str, Any]] = []
    for number in range(rounds):
        entity = raw["entities"][number * 7 % len(raw["entities"])]
        link = raw["relationships"][number * 5 % len(raw["relationships"])]
        field = {"id": f"benchfield{number}", "name": f"added_{number}", "type": "string"}
        found += [
            {"edit": "set", "id": link["id"], "path": ["from", "has", "max"], "value": 2000 + number},
            {"edit": "add", "holder": entity["id"], "path": ["fields"], "index": 0, "value": field},
            {"edit": "rename", "id": entity["id"], "name": f"Renamed{number}"},
            {"edit": "set", "id": "design", "path": ["layout", "Thing1"], "value": {"x": number, "y": 1}},
        ]
    return found


Spans = dict[str, list[tuple[float, float]]]


def _since(began: tuple[float, float]) -> tuple[float, float]:
    return (time.perf_counter() - began[0]) * 1000, (time.process_time() - began[1]) * 1000


def _measure(size: int, rounds: int) -> Spans:
    client, address, raw = _editor(size)
    spans: Spans = {"stored": [], "advice": [], "outputs": [], "since": []}
    base = 1
    for number, edit in enumerate(_edits(raw, rounds)):
        body = json.dumps({"op": f"bench-edit-{number}", "base": base, "edit": edit})
        began = time.perf_counter(), time.process_time()
        answer = client.post(address, body, "application/json")
        assert answer.status_code == 200, answer.content
        base = answer.json()["revision"]
        for name, path in (
            ("stored", ""),
            ("advice", "live/?part=advice"),
            ("outputs", "live/?part=results"),
        ):
            if path:
                assert client.get(address + path).status_code == 200
            spans[name].append(_since(began))
        began = time.perf_counter(), time.process_time()
        client.get(f"{address}since/?revision={base}")
        spans["since"].append(_since(began))
    return spans


def _row(spans: list[tuple[float, float]]) -> dict[str, float]:
    whole, processor = zip(*spans, strict=True)
    return {
        "median": round(statistics.median(whole), 1),
        "most": round(max(whole), 1),
        "processor": round(statistics.median(processor), 1),
    }


def main() -> None:
    """Measure and print a table, or JSON for programs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=8, help="of four edits each")
    parser.add_argument("--size", type=int, default=50)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        in_process.start(folder)
        spans = _measure(options.size, options.rounds)
    rows = {name: _row(one) for name, one in spans.items()}
    if options.json:
        print(
            json.dumps({"entities": options.size, "edits": len(spans["stored"]), "rows": rows, "aims": AIMS})
        )
        return
    print(f"milliseconds after an edit, {options.size} entities, {len(spans['stored'])} edits")
    for name, row in rows.items():
        aim = f"   aim {AIMS[name]}" if name in AIMS else ""
        print(
            f"{name:>8} {row['median']:>8} median {row['most']:>8} most {row['processor']:>8} processor{aim}"
        )


if __name__ == "__main__":
    main()
