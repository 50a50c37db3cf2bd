"""FOLD_ONE: the fields of the parent, and no parent."""

from __future__ import annotations

from tests.compiler.composed import composed, design, entity, field, link, shapes

LINE = entity("LogLine", field("time", "date"), field("name"))


def test_the_fields_stand_in_each_child_under_free_names() -> None:
    model = design(
        [entity("Host", field("name"), field("ip")), LINE], [link("r", "one-to-many", "Host", "LogLine")]
    )
    shape = {"time": "date", "name": "string", "host_name": "string", "ip": "string"}
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
