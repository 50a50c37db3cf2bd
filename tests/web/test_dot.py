"""Graphviz in a child process: one layout, limits, a cache, and warnings in place of exceptions."""

from __future__ import annotations

import os
import re
import struct
import threading
import time
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from designs.compiler import Model
from designs.compiler.exporters.conceptual_diagram import dot as conceptual_dot
from designs.delivery.output import dot
from designs.kept import MEMORY
from tests.compiler.lines import misplaced

TEXT = 'digraph g { a [label="Ünï 日本語"]; a -> b [class="edge-copy"]; }'
LIBRARY = Path(__file__).parents[2] / "designs" / "library"
WHOLE_SVG = "echo '</svg>' > out.svg"


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    MEMORY.clear()
    monkeypatch.setattr(dot, "_too_slow", {})


def pretend(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> Path:
    """A ``dot`` that tells its version and then does what the script says; its calls are counted."""
    log = folder / "calls"
    program = folder / "dot"
    program.write_text(
        f'#!/bin/sh\nif [ "$1" = -V ]; then echo "dot - graphviz version 9.9.9 (0)" >&2; exit 0; fi\n'
        f'echo "$$" >> {log}\n{script}\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return log


def test_all_formats_come_from_one_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = pretend(
        tmp_path, monkeypatch, f"{WHOLE_SVG}; echo %%EOF > out.pdf; printf 'IEND\\256B`\\202' > out.png"
    )
    assert set(dot.draw(TEXT).files) == {"svg", "png", "pdf"}
    assert len(log.read_text().split()) == 1


def test_the_real_thing() -> None:
    drawing = dot.draw(TEXT)
    assert drawing.warning == ""
    root = ElementTree.fromstring(drawing.files["svg"])
    assert "Ünï 日本語" in [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert drawing.files["png"].startswith(b"\x89PNG") and drawing.files["pdf"].startswith(b"%PDF")


def test_the_svg_has_natural_size_and_the_png_is_sharp() -> None:
    drawing = dot.draw(TEXT, ("svg", "png"))
    root = ElementTree.fromstring(drawing.files["svg"])
    width, box = float(root.get("width", "").removesuffix("pt")), float(root.get("viewBox", "").split()[2])
    (pixels,) = struct.unpack(">I", drawing.files["png"][16:20])
    scale = re.search(r"scale\(([\d.]+)", drawing.files["svg"].decode())
    assert scale and box / float(scale[1]) == pytest.approx(width, abs=1)
    assert pixels == pytest.approx(width * 2, abs=3)


def test_a_pdf_is_the_same_at_another_time(monkeypatch: pytest.MonkeyPatch) -> None:
    first = dot.draw(TEXT, ("pdf",)).files["pdf"]
    time.sleep(1.1)
    MEMORY.clear()
    assert dot.draw(TEXT, ("pdf",)).files["pdf"] == first


def test_a_second_drawing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = pretend(tmp_path, monkeypatch, WHOLE_SVG)
    assert [dot.draw(text, ("svg",)).warning for text in (TEXT, TEXT, "digraph { b }")] == ["", "", ""]
    assert len(log.read_text().split()) == 2


def test_a_missing_dot_is_a_warning_that_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    drawing = dot.draw(TEXT)
    assert drawing.files == {}
    assert "apt install graphviz" in drawing.warning and "brew install graphviz" in drawing.warning


def test_a_slow_dot_is_ended_with_its_children_and_not_begun_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = pretend(tmp_path, monkeypatch, "sleep 300 & echo $! >> ${0%dot}calls; wait")
    monkeypatch.setattr(dot, "SECONDS", 0.5)
    assert "takes longer" in dot.draw(TEXT).warning
    assert "takes longer" in dot.draw(TEXT).warning
    processes = [int(line) for line in log.read_text().split()]
    assert len(processes) == 2
    assert not [process for process in processes if alive(process)]


def alive(process: int) -> bool:
    for _ in range(50):
        state = Path(f"/proc/{process}/stat")
        if not state.exists() or state.read_text().rpartition(")")[2].split()[0] == "Z":
            return False
        time.sleep(0.02)
    return True


def test_a_failing_dot_is_a_warning_with_its_last_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(tmp_path, monkeypatch, "echo first >&2; printf 'syntax \\033[31merror' >&2; exit 1")
    assert "syntax  [31merror" in dot.draw(TEXT).warning


def test_broken_text_is_a_warning() -> None:
    drawing = dot.draw("digraph {")
    assert drawing.files == {} and "Graphviz failed" in drawing.warning


def test_a_dot_that_writes_nothing_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(tmp_path, monkeypatch, "true")
    assert "weren't drawn as svg, pdf, png" in dot.draw(TEXT).warning


def test_what_was_finished_before_time_was_up_is_kept_and_what_was_cut_off_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(tmp_path, monkeypatch, f"{WHOLE_SVG}; echo '%PDF half' > out.pdf; sleep 30")
    monkeypatch.setattr(dot, "SECONDS", 0.5)
    for _ in range(2):
        drawing = dot.draw(TEXT)
        assert set(drawing.files) == {"svg"}
        assert "weren't drawn as pdf, png: the layout takes longer" in drawing.warning


def test_a_large_drawing_gets_a_coarser_png() -> None:
    assert [dot._resolution(length) for length in (0, 87_000, 4 * 87_000, 10**8)] == [144, 144, 72, 48]


def test_only_two_layouts_run_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = f"mkdir {tmp_path}/run.$$; ls -d {tmp_path}/run.* | wc -l >> {tmp_path}/most; sleep 0.3; rmdir {tmp_path}/run.$$; {WHOLE_SVG}"
    pretend(tmp_path, monkeypatch, script)
    threads = [threading.Thread(target=dot.draw, args=(f"digraph {{ n{n} }}", ("svg",))) for n in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    counts = [int(line) for line in (tmp_path / "most").read_text().split()]
    assert len(counts) == 5 and max(counts) == 2


def test_other_formats_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="formats are"):
        dot.draw(TEXT, ("svg", "exe"))


def test_the_version_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    dot._version.cache_clear()
    asked: list[int] = []
    real = dot.graphviz.version
    monkeypatch.setattr(dot.graphviz, "version", lambda: asked.append(1) or real())
    assert dot.installed() == dot.installed() is not None
    assert len(asked) == 1


def test_lines_of_a_drawing_in_columns_are_set_by_us(monkeypatch: pytest.MonkeyPatch) -> None:
    text = conceptual_dot(msgspec.json.decode((LIBRARY / "web_shop.json").read_bytes(), type=Model))
    assert misplaced(dot.draw(text, ("svg",)).files["svg"]) == []
    MEMORY.clear()
    monkeypatch.setattr(dot, "placed", lambda *_: None)
    assert misplaced(dot.draw(text, ("svg",)).files["svg"])
