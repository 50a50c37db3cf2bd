"""The editor's canvas, measured in headless Chromium: opening, dragging, panning, zooming, heap, export.

    python -m bench.canvas [--sizes 20,100,300,500,1000] [--json FILE]

N entities of 8 to 12 fields and 1.3 N relationships on a grid (340 x 540 px a place), 1600 x 900. Opening: from the
start of the navigation, with a warm cache, to the second frame after everything is drawn. Dragging: the card nearest
the middle, 60 moves of 3 x 1.5 px at 60 Hz, at fit and at 100 %; zooming and panning: 60 turns of the wheel at 60 Hz,
at rest; "pan_early" is panning at once after opening, while the server on the same machine works out what follows.
Frames by requestAnimationFrame; work is the main thread's own time a frame, by the browser's count. A line's drift is
how far the card is from the place under the cursor where it was taken. Pictures: real SVG and a PNG of the same, of
everything and of what is seen at 100 %; before them, the ways of lines that nobody has looked at are waited for.
First load: what the server of `make run` sends to an empty cache until the page is ready, as it is sent.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from bench.workload import design
from tests.browser import chromium
from tests.browser.first_load import first_load

ROOT = Path(__file__).resolve().parent.parent
MOVES = 60
_FRAMES = """() => { const times = window.benchFrames = []; let last = 0; const mine = window.benchRun = {};
  const tick = (now) => { if (window.benchRun !== mine) return; if (last) times.push(now - last); last = now;
    requestAnimationFrame(tick); }; requestAnimationFrame(tick); }"""
_STOP = "() => { window.benchRun = null; return window.benchFrames; }"
_SEED = """
import json, os, sys
import django; django.setup()
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from designs import store
from modeler import preparing
from modeler.management.commands import serve
preparing.static_files()
call_command("migrate", verbosity=0)
ann = User.objects.create_user("ann")
for path in sys.argv[2:]:
    store.create(open(path, encoding="utf-8").read(), ann, slug=os.path.basename(path).removesuffix(".json"))
client = Client(); client.force_login(ann)
cookie = [settings.SESSION_COOKIE_NAME, client.cookies[settings.SESSION_COOKIE_NAME].value]
print(json.dumps([cookie, serve.server(serve.HOST, int(sys.argv[1]))]))
"""


def placed(size: int) -> dict[str, Any]:
    """The workload with every entity on the grid."""
    raw: dict[str, Any] = json.loads(design(size))
    columns = math.ceil(math.sqrt(2.06 * size))
    raw["layout"] = {
        one["name"]: {"x": number % columns * 340, "y": number // columns * 540}
        for number, one in enumerate(raw["entities"])
    }
    return raw


@contextmanager
def served(sizes: list[int]) -> Iterator[tuple[str, list[str]]]:
    """The address of a server that holds the designs, and a session's cookie."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        paths = [Path(folder) / f"bench{size}.json" for size in sizes]
        for path, size in zip(paths, sizes, strict=True):
            path.write_text(json.dumps(placed(size)), encoding="utf-8")
        own = {
            "NESTLINK_LOCAL": "1", "NESTLINK_HOME": folder, "SECRET_KEY": "a key of this measurement alone " * 2,
            "SQLITE_PATH": str(Path(folder) / "db.sqlite3"), "DJANGO_SETTINGS_MODULE": "modeler.settings",
        }  # fmt: skip
        env = {**os.environ, **own}
        seeded = subprocess.run(
            [sys.executable, "-c", _SEED, str(port), *map(str, paths)],
            cwd=ROOT,
            env=env,
            capture_output=True,
            text=True,
            check=True,
        )
        cookie, command = json.loads(seeded.stdout.splitlines()[-1])
        server = subprocess.Popen(
            command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            _wait(f"http://127.0.0.1:{port}/handbook/")
            yield f"http://127.0.0.1:{port}", cookie
        finally:
            server.terminate()
            server.wait()


def _wait(address: str) -> None:
    for _ in range(100):
        try:
            urllib.request.urlopen(address).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server did not start")


class Canvas:
    """One open design."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.devtools: CDPSession = page.context.new_cdp_session(page)
        self.devtools.send(
            "Performance.enable", {"timeDomain": "threadTicks"}
        )  # its own time, whatever else runs

    def open(self) -> float:
        """Milliseconds from the start of the navigation until everything is painted."""
        self.page.goto(self.address)
        self.page.wait_for_selector("html[data-ready]", state="attached")
        return float(self.page.evaluate("performance.getEntriesByName('painted')[0].startTime"))

    def rest(self) -> None:
        """Wait until the server has told all that follows and the ways of what is seen are found."""
        self.page.wait_for_load_state("networkidle", timeout=60_000)
        self.page.wait_for_timeout(400)
        while self.page.evaluate("window.nestlink.editor.scene.router.asked.size"):
            self.page.wait_for_timeout(200)
        self.page.wait_for_timeout(400)

    def busy(self) -> float:
        """Seconds that the main thread has worked so far."""
        metrics = self.devtools.send("Performance.getMetrics")["metrics"]
        return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))

    def heap(self) -> float:
        """Megabytes held after a collection."""
        self.devtools.send("HeapProfiler.collectGarbage")
        return float(self.devtools.send("Runtime.getHeapUsage")["usedSize"]) / 1e6

    def watched(self, act: Any) -> dict[str, float]:
        """Frames and work while something is done 60 times at 60 Hz."""
        self.page.evaluate(_FRAMES)
        before, start = self.busy(), time.perf_counter()
        for number in range(MOVES):
            act(number)
            time.sleep(max(0.0, start + (number + 1) / 60 - time.perf_counter()))
        self.page.wait_for_timeout(120)
        worked = self.busy() - before
        frames = sorted(self.page.evaluate(_STOP))
        return {
            "median": statistics.median(frames), "p95": frames[int(len(frames) * 0.95)],
            "work": 1000 * worked / len(frames),
        }  # fmt: skip

    def drag(self) -> dict[str, float]:
        """The card nearest the middle, along 180 x 90 px."""
        x, y = self.page.evaluate(_NEAREST)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        found = self.watched(lambda n: self.page.mouse.move(x + 3 * (n + 1), y + 1.5 * (n + 1)))
        drift = self.page.evaluate(_DRIFT, [x, y, 3 * MOVES, 1.5 * MOVES])
        self.page.keyboard.press("Escape")
        self.page.mouse.up()
        return found | {"drift": drift}

    def pan(self) -> dict[str, float]:
        self.page.mouse.move(800, 450)
        return self.watched(lambda n: self.page.mouse.wheel(12 if n < 30 else -12, 8))

    def zoom(self) -> dict[str, float]:
        """Closer and further again, over the border between cards and the picture from far."""
        self.page.mouse.move(800, 450)
        self.page.keyboard.down("Control")
        found = self.watched(lambda n: self.page.mouse.wheel(0, -30 if n < 30 else 30))
        self.page.keyboard.up("Control")
        return found


_NEAREST = """() => { const { editor } = window.nestlink; const { stage, scene } = editor; const middle = stage.middle();
  const off = (card) => Math.hypot(card.x + 124 - middle.x, card.y + 18 - middle.y);
  const card = [...scene.cards.values()].reduce((best, one) => off(one) < off(best) ? one : best);
  window.benchCard = { key: card.key, x: card.x, y: card.y };
  const { x, y, k } = stage.camera;
  return [(card.x + 60) * k + x + stage.screen.left, (card.y + 18) * k + y + stage.screen.top]; }"""
_DRIFT = """([x, y, dx, dy]) => { const { editor } = window.nestlink; const { k } = editor.stage.camera;
  const now = editor.scene.cards.get(window.benchCard.key);
  return Math.max(Math.abs((now.x - window.benchCard.x) * k - dx), Math.abs((now.y - window.benchCard.y) * k - dy)); }"""
_EXPORT = """async () => { const { editor } = window.nestlink; const { scene } = editor;
  const timed = async (act) => { const start = performance.now(); return [await act(), performance.now() - start]; };
  const [, ways] = await timed(() => scene.router.known([...scene.lines.keys()], 1500));
  await editor.pictures();
  const [all, svg] = await timed(() => editor.picture());
  const [seen, part] = await timed(() => editor.picture(editor.stage.area()));
  const [picture, png] = await timed(() => editor.png(all));
  return { ways, svg, part, png, svg_mb: all.text.length / 1e6, part_mb: seen.text.length / 1e6,
    png_mb: picture.size / 1e6, html: /foreignObject|<html/.test(all.text) }; }"""


def measured(browser: Browser, address: str, cookie: list[str], size: int) -> dict[str, Any]:
    """Everything for one size."""
    context = browser.new_context(viewport={"width": 1600, "height": 900})
    context.add_cookies([{"name": cookie[0], "value": cookie[1], "url": address}])
    canvas = Canvas(context.new_page(), f"{address}/designs/bench{size}/edit/?bench=1")
    sent = sum(one.sent for one in first_load(canvas.page, canvas.address)) / 1000
    found: dict[str, Any] = {
        "size": size,
        "sent": sent,
        "open": statistics.median(canvas.open() for _ in range(3)),
    }
    found["pan_early"] = canvas.pan()  # while the server works and its answers come
    canvas.rest()
    canvas.page.keyboard.press("0")
    canvas.page.wait_for_timeout(400)
    found |= {"pan_fit": canvas.pan(), "drag_fit": canvas.drag(), "zoom": canvas.zoom()}
    canvas.page.keyboard.press("0")
    while canvas.page.evaluate("window.nestlink.editor.stage.camera.k") < 0.99:
        canvas.page.keyboard.press("+")
    canvas.rest()
    found |= {"pan": canvas.pan(), "drag": canvas.drag()}
    found["export"] = canvas.page.evaluate(_EXPORT)
    found["heap"] = canvas.heap()
    found["nodes"] = canvas.page.evaluate("document.querySelectorAll('*').length")
    context.close()
    return found


def table(rows: list[dict[str, Any]]) -> str:
    """The figures as Markdown: milliseconds, megabytes, pixels."""
    lines = ["| | " + " | ".join(str(row["size"]) for row in rows) + " |", "|---" * (len(rows) + 1) + "|"]
    lines.append("| open, ms | " + " | ".join(f"{row['open']:.0f}" for row in rows) + " |")
    lines.append("| first load, KB as sent | " + " | ".join(f"{row['sent']:.0f}" for row in rows) + " |")
    for name in ("drag_fit", "drag", "pan_fit", "pan", "zoom", "pan_early"):
        cells = [
            f"{row[name]['median']:.0f} / {row[name]['p95']:.0f} / {row[name]['work']:.1f}" for row in rows
        ]
        lines.append(f"| {name}: median / p95 / work, ms | " + " | ".join(cells) + " |")
    lines.append(
        "| drift of the card, px | " + " | ".join(f"{row['drag']['drift']:.1f}" for row in rows) + " |"
    )
    for title, key in (
        ("SVG of everything", "svg"),
        ("SVG of what is seen", "part"),
        ("PNG of everything", "png"),
    ):
        cells = [f"{row['export'][key]:.0f}, {row['export'][f'{key}_mb']:.2f}" for row in rows]
        lines.append(f"| {title}, ms, MB | " + " | ".join(cells) + " |")
    lines.append(
        "| ways still to be found for it, ms | "
        + " | ".join(f"{row['export']['ways']:.0f}" for row in rows)
        + " |"
    )
    lines.append(
        "| heap, MB; nodes | " + " | ".join(f"{row['heap']:.0f}; {row['nodes']}" for row in rows) + " |"
    )
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", default="20,100,300,500,1000")
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    sizes = [int(one) for one in options.sizes.split(",")]
    # What people use draws its frames otherwise than one without a window, which setup-test brings.
    program = chromium.find(chromium.WHOLE) or chromium.find()
    if program is None:
        raise SystemExit(chromium.MISSING)
    with served(sizes) as (address, cookie), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=chromium.FLAGS)
        rows = [measured(browser, address, cookie, size) for size in sizes]
        browser.close()
    sys.stdout.write(table(rows))
    if options.json:
        Path(options.json).write_text(json.dumps(rows, indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()
