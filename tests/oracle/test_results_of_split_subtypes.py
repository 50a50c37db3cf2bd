"""Results over documents whose subtypes have a collection each, where some parents have none of one subtype."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.shell import run
from tests.oracle.judging import Judge, judge

Json = dict[str, Any]
KINDS = ("feature", "short", "documentary")


def films(topology: str) -> Json:
    results = [
        field(
            "mean_score", "double", computed={"formula": "round(avg(films.score), 2)", "refresh": "on-write"}
        ),
        field("film_count", "int", computed={"formula": "count(films)", "refresh": "on-write"}),
    ]
    return {
        "format": "nestlink/1", "name": "films", "database": "films", "topology": topology,
        "entities": [
            entity("Edition", field("year", "int", required=True), *results),
            entity("Film", field("title", required=True), field("score", "double")),
            *(entity(kind.capitalize(), field(f"{kind}_note")) for kind in KINDS),
        ],
        "relationships": [
            link("films", "one-to-many", end("Edition", field="films"), end("Film", 1, field="edition"),
                 strategy="PARENT_REF"),
            *(link(f"{kind}s", "is-a", end("Film"), end(kind.capitalize()),
                   discriminator={"field": "format", "value": kind}, strategy="POLY_SPLIT") for kind in KINDS),
        ],
        "operations": [],
    }  # fmt: skip


@pytest.mark.parametrize("topology", ["standalone", "replica-set"])
def test_each_document_counts_once_whatever_subtypes_a_parent_has(topology: str) -> None:
    assert [one for one in judge("films", films(topology)) if one.why and one.judged] == []


WRONG = """function filmsReassignDocumentary(filmId, newEditionId) {
  const own = db.getSiblingDB("films");
  const old = own.documentaries.findOne({ _id: filmId });
  own.documentaries.updateOne({ _id: filmId }, { $set: { edition: newEditionId } });
  for (const edition of [old.edition, newEditionId]) {
    const of = [own.features, own.shorts, own.documentaries].map((kind) => kind.find({ edition }).toArray());
    const first = of[0].length ? of[0] : of[1].length ? of[1] : of[2];
    const counted = [first, of[1], of[2]].flat();
    const scores = counted.map((film) => film.score).filter((score) => typeof score === "number");
    const mean = scores.length ? scores.reduce((sum, score) => sum + score, 0) / scores.length : null;
    const mean_score = mean === null ? null : Math.round(mean * 100) / 100;
    own.editions.updateOne({ _id: edition }, { $set: { mean_score, film_count: of.flat().length } });
  }
}
"""


def test_what_counts_twice_where_a_parent_lacks_the_first_subtype_is_found() -> None:
    design = read(json.dumps(films("standalone"))).value
    assert design is not None
    planted = Judge("films", compile_design(design))
    planted.functions = [one for one in planted.functions if one.name == "filmsReassignDocumentary"]
    planted.planted = WRONG
    verdicts = list(planted.verdicts(run([planted.job("films")])["films"]))
    assert "mean_score" in verdicts[0].why
