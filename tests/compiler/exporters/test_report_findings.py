"""The findings of the report: a line each, and one for those that say the same of several places."""

from __future__ import annotations

from designs.compiler.emit.markdown import Document
from designs.compiler.exporters.report.findings_table import findings
from designs.compiler.plan_model.findings import Finding


def told(*found: Finding) -> list[list[str]]:
    """The cells of the rows."""
    page = Document()
    findings(page, found)
    rows = [line for line in page.text().splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def of(subject: str, message: str, hint: str = "", code: str = "L12", severity: str = "info") -> Finding:
    return Finding(severity=severity, code=code, subject=subject, message=message, hint=hint)


def test_what_is_said_of_several_places_is_one_line_and_the_first_is_told_whole() -> None:
    hint = "state the operation that needs it"
    (row,) = told(
        of("Room.clinic", "no operation finds rooms by clinic", hint),
        of("Order.room", "no operation finds orders by room", hint),
    )
    assert row[2:] == [
        "`Room.clinic`, `Order.room`", "no operation finds rooms by clinic. The other one is similar.",
        "State the operation that needs it",
    ]  # fmt: skip


def test_no_sentence_has_gaps_and_each_finding_has_its_place() -> None:
    stated = "{} is stated as {}%, and the operations come to {}%"
    rows = told(
        of("tracks", stated.format("accessed_together (read together)", 90, 0), "correct it"),
        of("statements", stated.format("accessed_together (read together)", 70, 17), "correct it"),
        of("statements", stated.format("navigation (read from A)", 60, 99), "correct it"),
    )
    assert [row[2] for row in rows] == ["`tracks`, `statements`", "`statements`"]
    assert [row[3] for row in rows] == [
        "accessed_together (read together) is stated as 90%, and the operations come to 0%. The other one is similar.",
        "navigation (read from A) is stated as 60%, and the operations come to 99%",
    ]


def test_a_long_one_never_ends_within_a_clause() -> None:
    message = (
        f"it doesn't say what the index on item, starts asks {'of the state of a loan ' * 6}of its order"
    )
    (row,) = told(of("a", message))
    assert row[3] == message


def test_what_says_something_else_stays_apart() -> None:
    rows = told(
        of("a", "the index takes more than its documents", "drop it"),
        of("b", "a day's reads need 80 GiB of memory", "drop it"),
        of("c", "the index takes more than its documents", "drop it", severity="warning"),
    )
    assert [(row[0], row[2]) for row in rows] == [
        ("warning", "`c`"),
        ("suggestion", "`a`"),
        ("suggestion", "`b`"),
    ]
    assert [row[4] for row in rows] == ["Drop it", "Drop it", "as above"]


def test_a_remedy_that_one_would_type_is_never_left_out() -> None:
    rows = told(
        of("a", "all of it stays on one shard", "or {channel: 1}, which spreads values evenly"),
        of("b", "all of it stays on one shard", "or {message: 1}, which spreads values evenly"),
    )
    assert [row[4][:15] for row in rows] == ["Or {channel: 1}", "Or {message: 1}"]


def test_a_long_one_ends_with_a_whole_sentence() -> None:
    """What stood behind a colon or a comma was left out, and the rest said nothing: "The count is 72,000"."""
    long = "but 58 per day, kept for 730 days, gives 42,340 " * 3
    (row,) = told(of("a", f"it stays on one shard. A field has values: {'many of them, ' * 9}"))
    assert row[3] == "it stays on one shard."
    (row,) = told(
        of("a", f"the count is 72,000, {long}.", f"give it a number, and sum that: {long}. Or don't.")
    )
    assert row[3] == f"the count is 72,000, {long}."
    assert row[4] == f"Give it a number, and sum that: {long}."
    (row,) = told(of("a", f"9 checks favour embedding: {long}, 1.5 on average"))
    assert row[3].endswith("1.5 on average")


def test_nothing_found_has_no_section() -> None:
    page = Document()
    findings(page, ())
    assert "Findings" not in page.text()


def test_what_is_about_another_input_stands_apart() -> None:
    """Shares of two kinds were told as one, by the name of the first."""

    def share(subject: str, name: str) -> Finding:
        message = f"{name} is stated as 30%, and the operations come to 80%"
        return Finding(
            severity="warning",
            code="L61",
            subject=subject,
            message=message,
            hint="correct it",
            params={"input": name},
        )

    names = ("accessed_together", "independent_access", "accessed_together")
    rows = told(*(share(subject, name) for subject, name in zip("abc", names, strict=True)))
    assert [row[2] for row in rows] == ["`a`, `c`", "`b`"]
    assert rows[1][3].startswith("independent_access is stated")


def test_what_half_of_the_words_say_otherwise_is_told_in_a_line_of_its_own() -> None:
    early = (
        'Archives by collected_at, also while state is "tested", which "release" still updates.',
        'Archives by expires_at, also while state is "available" or "reserved", which "reserve" and "issue" still update.',
    )
    hint = "Archive by the date on which it ends"
    rows = told(*(of(name, said, hint) for name, said in zip(("Donation", "Component"), early, strict=True)))
    assert [row[3] for row in rows] == list(early)
