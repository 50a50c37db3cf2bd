"""FOLD_ONE: the fields of the parent, and no parent."""

from __future__ import annotations

import pytest

from tests.compiler.composed import collections, composed, design, entity, field, link, shapes

LINE = entity("LogLine", field("time", "date"), field("name"))


def test_the_fields_stand_in_each_child_with_the_name_of_their_parent() -> None:
    model = design(
        [entity("Host", field("name"), field("ip")), LINE], [link("r", "one-to-many", "Host", "LogLine")]
    )
    shape = {"time": "date", "name": "string", "host_name": "string", "host_ip": "string"}
    assert shapes(model, composed(model, r="FOLD_ONE")) == {"log_lines": shape}


def test_a_copy_names_the_field_and_one_field_takes_the_role() -> None:
    copies = [{"field": "name", "of": "from", "as": "hostname"}]
    two = [entity("Host", field("name"), field("ip")), LINE]
    model = design(two, [link("r", "one-to-many", "Host", "LogLine", copies=copies)])
    assert shapes(model, composed(model, r="FOLD_ONE"))["log_lines"]["hostname"] == "string"
    model = design(
        [entity("Host", field("name")), LINE],
        [link("r", "one-to-many", "Host", ("LogLine", {"field": "host"}))],
    )
    assert shapes(model, composed(model, r="FOLD_ONE"))["log_lines"]["host"] == "string"


@pytest.mark.parametrize(("least", "always"), [(0, True), (1, False), (1, True)])
def test_a_field_is_required_where_every_child_has_a_parent_and_every_parent_the_field(
    least: int, always: bool
) -> None:
    ends = "Host", ("LogLine", {"has": {"min": least}})
    model = design([entity("Host", field("ip", required=always)), LINE], [link("r", "one-to-many", *ends)])
    (made,) = collections(model, composed(model, r="FOLD_ONE")).values()
    assert next(one for one in made.fields if one.relationship == "r").required is bool(least and always)
