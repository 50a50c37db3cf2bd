"""Every parameter is met, wherever it stands, and nothing else changes."""

from __future__ import annotations

from msgspec.structs import replace

from designs.compiler.operations.parameters import with_parameters
from designs.compiler.plan_model.physical import BuiltValue, Outcome, Param

ID, NAME = Param(name="id"), Param(name="name")


def louder(param: Param) -> Param:
    return replace(param, name=param.name.upper())


def test_those_in_objects_lists_and_what_a_script_puts_together() -> None:
    value = {
        "_id": ID,
        "$in": [NAME, 3],
        "made": BuiltValue("text", ("^", NAME)),
        "step": Outcome(step="found"),
    }
    assert with_parameters(value, louder) == {
        "_id": Param(name="ID"),
        "$in": [Param(name="NAME"), 3],
        "made": BuiltValue("text", ("^", Param(name="NAME"))),
        "step": Outcome(step="found"),
    }


def test_those_in_the_sample_of_another() -> None:
    outer = Param(name="items", value=[{"id": ID}])
    assert with_parameters(outer, louder) == Param(name="ITEMS", value=[{"id": Param(name="ID")}])


def test_what_is_told_instead_may_be_no_parameter() -> None:
    assert with_parameters([ID, NAME], lambda param: param.name if param == ID else param) == ["id", NAME]
