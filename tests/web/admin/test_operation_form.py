"""How an operation finds, sorts and changes its documents: text as in the editor, with trouble told where it is."""

from __future__ import annotations

import json

from django.test import Client

from designs.admin.forms.grammar_forms import form_fields
from designs.models import Design, Entity, Operation

from .pages import errors, save
from .test_editing import fresh, page_of, text_of


def test_how_an_operation_finds_its_documents_is_not_folded_away(curator: Client, design: Design) -> None:
    page = curator.get(page_of(Operation.objects.get(design=design))).content.decode()
    shown, _, folded = page.partition("Advanced")
    assert all(f'name="{name}"' in shown for name in ("filter", "sort", "everything_else"))
    assert "already included. One per line." in shown
    assert 'name="everything_else"' not in folded
    folded = curator.get(page_of(Entity.objects.filter(design=design)[0])).content.decode()
    assert 'name="everything_else"' in folded.partition("Advanced")[2]


def test_filter_and_sort_are_text_as_in_the_editor(curator: Client, design: Design) -> None:
    row = Operation.objects.get(design=design)
    page = curator.get(page_of(row)).content.decode()
    assert ">\nname</textarea>" in page.partition('name="filter"')[2].partition("</div>")[0]
    typed = 'name = "7", _id range,\r\n_id >= 18'
    answer = save(curator, page_of(row), filter=typed, sort="_id desc, name")
    assert answer.status_code == 302, errors(answer)
    operation = text_of(design)["operations"][0]
    assert operation["filter"] == [
        {"field": "name", "value": "7"},
        {"field": "_id", "match": "range"},
        {"field": "_id", "match": "range", "at_least": 18},
    ]
    assert operation["sort"] == [{"field": "_id", "direction": -1}, {"field": "name"}]
    before = fresh(design).revision
    assert save(curator, page_of(row)).status_code == 302 and fresh(design).revision == before
    wanted = [{"field": "name", "match": "in", "values": 3, "value": "x"}]  # no text says this
    answer = save(curator, page_of(row), filter=json.dumps(wanted), sort="")
    assert answer.status_code == 302, errors(answer)
    assert (
        text_of(design)["operations"][0]["filter"] == wanted
        and "sort" not in text_of(design)["operations"][0]
    )
    assert "&quot;values&quot;: 3" in curator.get(page_of(row)).content.decode()


def test_what_is_wrong_in_an_operation_is_told_with_place_and_remedy(curator: Client, design: Design) -> None:
    page = page_of(Operation.objects.get(design=design))
    found = errors(
        save(curator, page, filter="name, age > 3", sort="name up", everything_else='{"effects": [}')
    )
    assert found["filter"] == ["Condition 2, “age > 3”: only >= and <= are supported. Write age >= 3"]
    assert "Condition 1, “name up”" in found["sort"][0] and "posted_on desc" in found["sort"][0]
    assert "Line 1, character 14: this is not JSON" in found["everything_else"][0]
    assert "put a comma between items" in found["everything_else"][0]
    assert "this is not JSON" in errors(save(curator, page, filter='[{"field": }]'))["filter"][0]
    assert "invalid condition" not in str(errors(save(curator, page, filter="nowhere")))
    assert errors(save(curator, page, filter="nowhere"))["filter"]
    assert fresh(design).revision == 1


def test_examples_of_a_help_text_are_true() -> None:
    form = form_fields("operation")
    for name in ("filter", "sort", "everything_else"):
        example = str(form[name].help_text).partition("For example: ")[2]
        assert form[name].clean(example.rstrip(".")), name
