"""Graphviz at work: DOT text becomes pictures in a child process with limits, and is kept for a while.

A missing, slow or failing ``dot`` is a warning, never an exception: everything else of a
compilation goes its way without pictures.
"""

from __future__ import annotations

import hashlib
import math
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import BoundedSemaphore

import graphviz

from designs import limits
from designs.compiler import is_in_columns, numbered, placed, weight
from designs.kept import Kept

SECONDS = 20.0
"""How long one layout may take."""
PIXELS_PER_INCH = 144
"""Of a PNG; a large drawing gets fewer, so that its picture stays at about 40 million pixels."""
_FEWEST_PIXELS_PER_INCH = 48
_LENGTH_AT_FULL_RESOLUTION = 87_000
_PATIENCE = 60.0
_LEAST = 0.5
"""A layout that has less than this is not begun."""
_ENDS = {"svg": b"</svg>", "pdf": b"%%EOF", "png": b"IEND\xaeB`\x82"}
"""How a whole file of each format ends; what takes longest comes last."""
_AT_ONCE = 2
_LONGEST_TEXT = 8_000_000
_LIMITS = 'ulimit -c 0; ulimit -t "$1"; ulimit -f 400000; ulimit -v 1000000 2>/dev/null; shift; exec "$@"'
"""Of the child: no core file, processor seconds, blocks of a file, kilobytes of memory."""
MISSING = (
    "Diagrams weren't drawn because Graphviz isn't installed. DOT and Mermaid sources are available."
    " Run apt install graphviz, or brew install graphviz."
)


@dataclass(frozen=True)
class Drawing:
    """files: format -> content, without those that could not be drawn. warning: why not, "" if all went well."""

    files: dict[str, bytes]
    warning: str = ""


_drawings: Kept[dict[str, bytes]] = Kept("drawing", lambda files, _: weight([*files.values()]))
_too_slow: dict[str, tuple[float, Drawing]] = {}
_turns = BoundedSemaphore(_AT_ONCE)


def draw(
    dot_text: str, formats: tuple[str, ...] = ("svg", "png", "pdf"), seconds: float = math.inf
) -> Drawing:
    """Render all formats from one layout. Raise ValueError for anything but svg, png, or pdf.

    seconds: what a shared budget has left for it; up to SECONDS are used.
    """
    if not _ENDS.keys() >= set(formats):
        raise ValueError(f"formats are {', '.join(_ENDS)}, not {formats}")
    version = installed()
    if version is None:
        return Drawing({}, MISSING)
    key = _key(version, dot_text, formats)
    kept = _drawings.find(key)
    if kept:
        return Drawing(dict(kept))
    drawing = _recently_too_slow(key) or _drawn(key, dot_text, formats, min(seconds, limits.left(), SECONDS))
    if not drawing.warning:
        _drawings.keep(drawing.files, key)
    return drawing


def kept(dot_text: str, formats: tuple[str, ...]) -> dict[str, bytes] | None:
    """The files of a layout that was made a while ago, None where it would have to be made now."""
    version = installed()
    return None if version is None else _drawings.find(_key(version, dot_text, formats))


def _key(version: str, dot_text: str, formats: tuple[str, ...]) -> str:
    return hashlib.sha256("\0".join([version, *formats, dot_text]).encode()).hexdigest()


def installed() -> str | None:
    """The version of the ``dot`` on this machine, None where there is none."""
    program = shutil.which("dot")
    try:
        return _version(program, Path(program).stat().st_mtime_ns) if program else None
    except (graphviz.ExecutableNotFound, subprocess.CalledProcessError, RuntimeError, OSError):
        return None


@lru_cache(maxsize=4)
def _version(program: str, changed: int) -> str:
    """Asked once for each program and its age: a page must not start a process to learn it again."""
    return ".".join(map(str, graphviz.version()))


class Undrawn(Exception):
    """Graphviz made no picture; the message says why, for people."""


class TooSlow(Undrawn):
    """The layout or its pictures took longer than they may."""


def _recently_too_slow(key: str) -> Drawing | None:
    """What came of a layout that was too slow a moment ago: it is not begun anew for every reader."""
    now = time.monotonic()
    for slow in [slow for slow, (when, _) in _too_slow.copy().items() if now - when > _PATIENCE]:
        _too_slow.pop(slow, None)
    return _too_slow[key][1] if key in _too_slow else None


def _drawn(key: str, dot_text: str, formats: tuple[str, ...], seconds: float) -> Drawing:
    if seconds < _LEAST:
        return Drawing({}, "Diagrams weren't drawn: no time was left")
    if len(dot_text) > _LONGEST_TEXT:
        return Drawing({}, f"Diagrams weren't drawn: too large ({len(dot_text):,} characters)")
    if not _turns.acquire(timeout=SECONDS):
        return Drawing({}, "Diagrams weren't drawn: Graphviz is busy. Try again.")
    try:
        with tempfile.TemporaryDirectory(prefix="nestlink-dot-") as folder:
            return _laid_out(key, Path(folder), dot_text, formats, seconds)
    except OSError as error:
        return Drawing({}, f"Diagrams weren't drawn: {error.strerror or error}")
    finally:
        _turns.release()


def _laid_out(key: str, folder: Path, dot_text: str, formats: tuple[str, ...], seconds: float) -> Drawing:
    ordered = [kind for kind in _ENDS if kind in formats]
    outputs = [part for kind in ordered for part in (f"-T{kind}", "-o", f"out.{kind}")]
    reason, slow = "", False
    try:
        began = time.monotonic()
        options = _to_be_drawn(folder, dot_text, seconds)
        _run([*options, *outputs, "in.dot"], folder, seconds - (time.monotonic() - began))
    except Undrawn as error:
        reason, slow = str(error), isinstance(error, TooSlow)
    files = {kind: content for kind in ordered if (content := _whole(folder / f"out.{kind}", kind))}
    missing = ", ".join(kind for kind in ordered if kind not in files)
    if not missing:
        return Drawing(files)
    drawing = Drawing(files, f"Diagrams weren't drawn as {missing}: {reason or 'Graphviz wrote none'}")
    if slow:
        _too_slow[key] = time.monotonic(), drawing
    return drawing


def _to_be_drawn(folder: Path, dot_text: str, seconds: float) -> list[str]:
    """Write the text that is drawn, and return the command for it: in columns with lines and labels where we set them, else
    all where Graphviz does."""
    place, options = (
        folder / "in.dot",
        [str(graphviz.backend.DOT_BINARY), f"-Gdpi={_resolution(len(dot_text))}"],
    )
    as_set = None
    if is_in_columns(dot_text):
        place.write_text(numbered(dot_text), encoding="utf-8")
        _run([str(graphviz.backend.DOT_BINARY), "-Tjson", "-o", "out.json", "in.dot"], folder, seconds)
        as_set = placed(dot_text, (folder / "out.json").read_bytes())
    place.write_text(as_set or dot_text, encoding="utf-8")
    return [*options, "-Knop2"] if as_set else options


def _resolution(length: int) -> int:
    """Pixels per inch for a DOT text of this length, to which the drawing's area is about proportional."""
    share = min(1.0, _LENGTH_AT_FULL_RESOLUTION / max(length, 1))
    return max(_FEWEST_PIXELS_PER_INCH, round(PIXELS_PER_INCH * math.sqrt(share)))


def _whole(path: Path, kind: str) -> bytes | None:
    """The finished file, None where it is missing or was cut off."""
    content = path.read_bytes() if path.is_file() else b""
    return _finished(kind, content) if content.rstrip().endswith(_ENDS[kind]) else None


def _run(command: list[str], folder: Path, seconds: float) -> None:
    """Run it in a process group of its own, and end the whole group when its time is up."""
    shell = shutil.which("sh")
    limited = [shell, "-c", _LIMITS, "sh", str(math.ceil(seconds)), *command] if shell else command
    process = subprocess.Popen(  # noqa: S603  (our own command, no text of a design in it)
        limited, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        process_group=0,  # in the session of a worker, which is ended as a whole
    )  # fmt: skip
    try:
        _, said = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        raise TooSlow(f"the layout takes longer than {seconds:.2g} s") from None
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
    head = re.search(
        rb'<svg width="([\d.]+)pt" height="([\d.]+)pt"\s+viewBox="\S+ \S+ ([\d.]+) \S+"', content
    )
    scale = re.search(rb'transform="scale\(([\d.]+) [\d.]+\)', content)
    if not head or not scale:
        return content
    width, height = (f"{float(size) / float(scale[1]):.6g}".encode() for size in head.group(1, 2))
    if abs(float(head[3]) - float(width)) < abs(float(head[3]) - float(head[1])):
        content = content.replace(scale[0], b'transform="scale(1 1)', 1)
    sized = (
        head[0]
        .replace(b'width="' + head[1], b'width="' + width)
        .replace(b'height="' + head[2], b'height="' + height)
    )
    return content.replace(head[0], sized, 1)
