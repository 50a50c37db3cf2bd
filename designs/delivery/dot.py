"""Graphviz at work: DOT text becomes pictures in a child process with limits, and is kept for a while.

A missing, slow or failing ``dot`` is a warning, never an exception: everything else of a
compilation goes its way without pictures.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from threading import BoundedSemaphore, Lock

import graphviz

SECONDS = 20.0
"""How long one layout may take."""
PIXELS_PER_INCH = 144
_PATIENCE = 60.0
_SLOW = f"the layout takes longer than {SECONDS:g} s"
_POINTS_PER_INCH = 72
_FORMATS = frozenset({"svg", "png", "pdf"})
_AT_ONCE = 2
_KEPT_BYTES = 64_000_000
_LONGEST_TEXT = 8_000_000
_LIMITS = 'ulimit -c 0; ulimit -t 30; ulimit -f 400000; ulimit -v 2000000 2>/dev/null; exec "$@"'
"""Of the child: no core file, processor seconds, blocks of a file, kilobytes of memory."""
_MISSING = (
    "Graphviz is not installed, so the diagrams were not drawn (their DOT and Mermaid text is there);"
    " get it with: apt install graphviz, or: brew install graphviz"
)


@dataclass(frozen=True)
class Drawing:
    """files: format -> content, empty where it could not be drawn. warning: why, "" if all went well."""

    files: dict[str, bytes]
    warning: str = ""


class Kept:
    """The drawings of this process, those unused for longest forgotten first."""

    def __init__(self, most: int = _KEPT_BYTES) -> None:
        self._most, self._bytes = most, 0
        self._drawings: OrderedDict[str, dict[str, bytes]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: str) -> dict[str, bytes] | None:
        """The files kept under this key."""
        with self._lock:
            found = self._drawings.get(key)
            if found is not None:
                self._drawings.move_to_end(key)
            return found

    def put(self, key: str, files: dict[str, bytes]) -> None:
        """Keep these files, within the bounds of the whole."""
        with self._lock:
            self._bytes += _size(files) - _size(self._drawings.pop(key, {}))
            self._drawings[key] = files
            while self._bytes > self._most:
                self._bytes -= _size(self._drawings.popitem(last=False)[1])


KEPT = Kept()
_too_slow: dict[str, float] = {}
_turns = BoundedSemaphore(_AT_ONCE)


def draw(dot_text: str, formats: tuple[str, ...] = ("svg", "png", "pdf")) -> Drawing:
    """All the formats from one layout. Formats other than svg, png and pdf are a mistake (ValueError)."""
    if not _FORMATS.issuperset(formats):
        raise ValueError(f"formats are {', '.join(sorted(_FORMATS))}, not {formats}")
    version = installed()
    if version is None:
        return Drawing({}, _MISSING)
    key = hashlib.sha256("\0".join([version, *formats, dot_text]).encode()).hexdigest()
    files = KEPT.get(key)
    try:
        files = files or _drawn_once(key, dot_text, formats)
    except Undrawn as reason:
        return Drawing({}, f"The diagrams were not drawn: {reason}")
    KEPT.put(key, files)
    return Drawing(dict(files))


def installed() -> str | None:
    """The version of the ``dot`` on this machine, None where there is none."""
    try:
        return ".".join(map(str, graphviz.version()))
    except (graphviz.ExecutableNotFound, subprocess.CalledProcessError, RuntimeError, OSError):
        return None


class Undrawn(Exception):
    """Graphviz made no picture; the message says why, for people."""


class TooSlow(Undrawn):
    """The layout took longer than it may."""


def _drawn_once(key: str, dot_text: str, formats: tuple[str, ...]) -> dict[str, bytes]:
    """The files; a layout that was too slow a moment ago is not begun anew for every reader."""
    now = time.monotonic()
    for slow in [slow for slow, when in _too_slow.copy().items() if now - when > _PATIENCE]:
        _too_slow.pop(slow, None)
    if key in _too_slow:
        raise TooSlow(_SLOW)
    try:
        return _drawn(dot_text, formats)
    except TooSlow:
        _too_slow[key] = time.monotonic()
        raise


def _drawn(dot_text: str, formats: tuple[str, ...]) -> dict[str, bytes]:
    if len(dot_text) > _LONGEST_TEXT:
        raise Undrawn(f"the diagram is too large ({len(dot_text):,} characters)")
    if not _turns.acquire(timeout=SECONDS):
        raise Undrawn("Graphviz is busy with other diagrams; try again")
    try:
        with tempfile.TemporaryDirectory(prefix="nestlink-dot-") as folder:
            return _laid_out(Path(folder), dot_text, formats)
    except OSError as error:
        raise Undrawn(f"{error.strerror or error}") from error
    finally:
        _turns.release()


def _laid_out(folder: Path, dot_text: str, formats: tuple[str, ...]) -> dict[str, bytes]:
    (folder / "in.dot").write_text(dot_text, encoding="utf-8")
    command = [str(graphviz.backend.DOT_BINARY), f"-Gdpi={PIXELS_PER_INCH}"]
    command += [part for kind in formats for part in (f"-T{kind}", "-o", f"out.{kind}")]
    _run([*command, "in.dot"], folder)
    made = {kind: (folder / f"out.{kind}") for kind in formats}
    missing = [kind for kind, path in made.items() if not path.is_file() or not path.stat().st_size]
    if missing:
        raise Undrawn(f"Graphviz made no {', '.join(missing)}")
    return {kind: _finished(kind, path.read_bytes()) for kind, path in made.items()}


def _run(command: list[str], folder: Path) -> None:
    """Run it in a process group of its own, and end the whole group when its time is up."""
    shell = shutil.which("sh")
    limited = [shell, "-c", _LIMITS, "sh", *command] if shell else command
    process = subprocess.Popen(  # noqa: S603  (our own command, no text of a design in it)
        limited, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        start_new_session=True,
    )  # fmt: skip
    try:
        _, said = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        raise TooSlow(_SLOW) from None
    finally:
        _end(process)
    if process.returncode:
        raise Undrawn(f"Graphviz failed ({_last_line(said) or process.returncode})")


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
        process.wait()
    if process.stderr:
        process.stderr.close()


def _last_line(said: bytes) -> str:
    lines = said.decode("utf-8", "replace").strip().splitlines()
    return "".join(letter if letter.isprintable() else " " for letter in lines[-1])[:200] if lines else ""


def _finished(kind: str, content: bytes) -> bytes:
    return {"svg": _sized_in_points, "pdf": _undated}.get(kind, bytes)(content)


def _undated(content: bytes) -> bytes:
    """A PDF whose dates are all the same: the same drawing is the same file."""
    pattern = rb"(/(?:Creation|Mod)Date\s*\(D:)(\d{4,14})"
    return re.sub(pattern, lambda hit: hit[1] + b"20200101000000"[: len(hit[2])], content)


def _sized_in_points(content: bytes) -> bytes:
    """An SVG of natural size. The resolution is meant for the PNG alone: Graphviz enlarges the
    SVG by it, and older releases forget to enlarge its view box as well."""
    factor = PIXELS_PER_INCH / _POINTS_PER_INCH
    size = re.search(
        rb'<svg width="([\d.]+)pt" height="([\d.]+)pt"\s+viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"', content
    )
    if not size:
        return content
    width, height, box_width = float(size[1]) / factor, float(size[2]) / factor, float(size[3])
    head = (
        size[0]
        .replace(size[1] + b'pt"', f'{width:g}pt"'.encode(), 1)
        .replace(size[2] + b'pt"', f'{height:g}pt"'.encode(), 1)
    )
    content = content.replace(size[0], head, 1)
    if box_width > 1.5 * width:
        return content
    return re.sub(rb'transform="scale\([\d.]+ [\d.]+\)', b'transform="scale(1 1)', content, count=1)


def _size(files: dict[str, bytes]) -> int:
    return sum(map(len, files.values()))
