"""The data dictionary: a row for each field."""

from designs.compiler.emit.dictionary import row
from designs.compiler.plan_model.physical import Collection, DocField, Located


def told(**more: object) -> tuple[str, ...]:
    field = DocField(name="licence", types=("string",), **more)  # type: ignore[arg-type]
    collection = Collection(name="drivers", file="drivers", entity="Driver", kind="standard", fields=(field,))
    cells = row(Located(path="licence", field=field), collection)
    return tuple(str(getattr(cell, "markdown", cell)) for cell in cells)


def test_a_kinds_field_that_its_validator_demands_is_required_and_says_whose_it_is() -> None:
    """It looked optional, and a reference named no kind."""
    demanded = told(kinds=("surgeon",), needed=True, origin="reference", target="specialties")
    assert demanded[2] == "✓" and demanded[-1] == "only for surgeon"
    assert told(kinds=("surgeon",))[2] == "–"
    assert told(required=True)[2] == "✓"
