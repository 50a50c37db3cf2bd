"""A reference to what stands in a page names the page too, as the sample documents have it."""

from __future__ import annotations

from designs.compiler import read
from designs.compiler.sampling import samples
from tests.compiler.in_parts import laid_out
from tests.compiler.test_fixes import HANDBOOK


def test_the_pair_names_the_page_that_holds_the_element() -> None:
    found = read((HANDBOOK / "ref-target.json").read_text(encoding="utf-8"))
    assert found.value is not None
    documents = samples(laid_out(found.value))
    pages = {element["_id"]: page["_id"] for page in documents["comments"] for element in page["comments"]}
    assert documents["reports"]
    for report in documents["reports"]:
        assert report["bucket_id"] == pages[report["comment"]]
