"""What a third thing refers to together is linked: the report of an artwork on a loan is of one that is on the loan."""

from __future__ import annotations

import json
from typing import Any

from designs.compiler import read
from designs.compiler.sampling import samples
from tests.compiler.in_parts import laid_out

Documents = dict[str, list[dict[str, Any]]]


def documents_of(*links: dict[str, Any]) -> Documents:
    names = dict.fromkeys(link[side]["entity"] for link in links for side in ("from", "to"))
    entities = [{"name": name, "fields": [{"name": "text", "type": "string"}]} for name in names]
    source = {
        "format": "nestlink/1",
        "name": "T",
        "database": "t",
        "entities": entities,
        "relationships": [*links],
    }
    model = read(json.dumps(source)).value
    assert model is not None
    return samples(laid_out(model))


def of_one(parent: str, child: str) -> dict[str, Any]:
    return {"name": f"{parent} {child}", "kind": "one-to-many", "strategy": "PARENT_REF", "from": {"entity": parent, "has": {"average": 900}},
            "to": {"entity": child, "field": parent.lower(), "has": {"min": 1, "max": 1}}}  # fmt: skip


def objects(name: str = "objects", most: int = 60) -> dict[str, Any]:
    """On loan is an artwork seldom, and once at a time."""
    return {"name": name, "kind": "many-to-many", "link_owner": "from", "from": {"entity": "Loan", "field": name, "has": {"max": 9}},
            "to": {"entity": "Artwork", "field": f"{name} of", "has": {"average": 0.3, "max": most}}}  # fmt: skip


def pairs_of(documents: Documents, name: str = "objects") -> set[tuple[Any, Any]]:
    return {(loan["_id"], artwork["artwork_id"]) for loan in documents["loans"] for artwork in loan[name]}


def test_a_report_is_of_an_artwork_that_is_on_its_loan() -> None:
    documents = documents_of(objects(), of_one("Artwork", "Report"), of_one("Loan", "Report"))
    pairs = {(report["loan"], report["artwork"]) for report in documents["reports"]}
    assert len(pairs) > 1 and pairs <= pairs_of(documents)


def test_so_is_the_report_of_a_crate_of_the_loan() -> None:
    documents = documents_of(
        objects(), of_one("Artwork", "Report"), of_one("Crate", "Report"), of_one("Loan", "Crate")
    )
    loans = {crate["_id"]: crate["loan"] for crate in documents["crates"]}
    pairs = {(loans[report["crate"]], report["artwork"]) for report in documents["reports"]}
    assert len(pairs) > 1 and pairs <= pairs_of(documents)


def test_but_not_where_the_relationship_keeps_them_apart() -> None:
    documents = documents_of(objects("excluded"), of_one("Artwork", "Report"), of_one("Loan", "Report"))
    pairs = {(report["loan"], report["artwork"]) for report in documents["reports"]}
    assert not pairs <= pairs_of(documents, "excluded")
