"""What people typed can't steer a terminal."""

from __future__ import annotations

from designs.delivery.output.console import plain, table


def test_control_and_direction_characters_become_escapes() -> None:
    assert plain("a\x1b[2Jb\x07") == "a\\u001b[2Jb\\u0007"
    assert plain("a\u202eb\u2066\u2028") == "a\\u202eb\\u2066\\u2028"
    assert plain("a\ud800") == "a\\ud800"


def test_letters_of_every_script_stay() -> None:
    assert plain("größe 名前 שם 🙂") == "größe 名前 שם 🙂"


def test_a_table_aligns_wide_characters() -> None:
    lines = table([("名前", "x"), ("name", "y")]).splitlines()
    assert lines == ["名前  x", "name  y"]


def test_a_long_cell_is_cut_but_the_last_is_not() -> None:
    line = table([("a" * 60, "b" * 60)])
    assert "a" * 47 + "…" in line
    assert line.endswith("b" * 60)


def test_a_line_break_in_a_name_makes_no_new_row() -> None:
    assert table([("a\nb", "c")]).count("\n") == 0
