"""Where the engines differ, each gap with the page of MongoDB's manual that says which is right, and whose it is.

The list may only get shorter: what differs and is not on it fails, and so does a gap that nothing differs by any more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, NamedTuple

from tests.second_engine.jobs import Difference

MANUAL = "https://www.mongodb.com/docs/manual"
"""What every page is below."""


class Gap(NamedTuple):
    """A difference that is understood. where, what: patterns of the whole place and of the whole difference.
    whose: "theirs" and "ours" are engines, "scripts" what Nestlink generates. page: of the manual."""

    where: str
    what: str
    whose: Literal["theirs", "ours", "scripts"]
    page: str
    why: str

    def covers(self, difference: Difference) -> bool:
        """Return whether a difference is this one."""
        patterns = ((self.where, difference.place), (self.what, difference.what))
        return all(re.fullmatch(pattern, text, re.DOTALL) is not None for pattern, text in patterns)


UNSUPPORTED = (
    Gap(
        ".*",
        r"theirs alone refuses: Unrecognized expression '\$not'",
        "theirs",
        "/reference/operator/aggregation/not/",
        "the expression is not there",
    ),
    Gap(
        ".*",
        r"theirs alone refuses: Unsupported aggregation stage: \$graphLookup",
        "theirs",
        "/reference/operator/aggregation/graphLookup/",
        "the stage is not there",
    ),
    Gap(
        ".*",
        r"theirs alone refuses: \$bsonSize cannot encode value of type Decimal128",
        "theirs",
        "/reference/operator/aggregation/bsonSize/",
        "the size of a document with a Decimal128",
    ),
    Gap(
        ".*",
        r"theirs alone refuses: \$not necesita una expresion de operador",
        "theirs",
        "/reference/operator/query/not/",
        "$not takes a regular expression too",
    ),
)
ANSWERS = (
    Gap(
        r".* 02_indexes, again",
        r"ours prints 0 lines, theirs \d+",
        "theirs",
        "/reference/command/listIndexes/",
        "an index that is not unique comes back with unique: false",
    ),
    Gap(
        r".* demo(, again)? .*",
        r"modifiedCount: ours 0\.0, theirs 1\.0",
        "theirs",
        "/reference/method/db.collection.updateOne/",
        "an object or array that is set to what it is counts as modified",
    ),
    Gap(
        r".* audit(, again)? .*\.unused",
        r"all: ours \[\], theirs \[.*",
        "ours",
        "/reference/operator/aggregation/indexStats/",
        "the stage answers nothing",
    ),
    Gap(
        r".* (showReads|trial \w+Page)",
        r"(\[\])?\.?[^:]*: ours \"\(absent\)\", theirs .*",
        "theirs",
        "/reference/operator/projection/slice/",
        "a projection with _id: 1 and a $slice returns the whole document besides",
    ),
    Gap(
        r".* trial \w+",
        r"\[\]\.[^:]*\[\][^:]*: ours \"\(absent\)\", theirs .*",
        "theirs",
        "/reference/operator/aggregation/unset/",
        "$unset leaves the fields of an array's elements",
    ),
    Gap(
        r"library/activity_stream trial activities(Read|OfSomeDays)",
        r"all: ours \[.*, theirs \[\]",
        "theirs",
        "/reference/bson-type-comparison-order/",
        "a range between two objects finds nothing",
    ),
    Gap(
        r"(library/cms|handbook/search-heavy) showReads",
        r"\[\]: ours \[\], theirs \[.*",
        "ours",
        "/reference/operator/query/text/",
        "a search for words finds nothing",
    ),
    Gap(
        r"handbook/id-type reset",
        r"theirs alone refuses: The '_id' value cannot be of type array",
        "ours",
        "/reference/bson-types/",
        "the documents that a test begins with are not checked; the design is a faulty one",
    ),
    Gap(
        r"handbook/name-db-coll reset",
        r"theirs alone refuses: \[COMMON-10001\] Invalid collection name: \$orders",
        "ours",
        "/reference/limits/",
        "the documents that a test begins with are not checked; the design is a faulty one",
    ),
    Gap(
        r"handbook/no-point .*",
        r"ours alone refuses: Can't extract geo keys.*|all: ours \[\], theirs \[.*",
        "theirs",
        "/core/indexes/index-types/geospatial/2dsphere/",
        "what is no place is stored under an index of places",
    ),
    Gap(
        r"library/web_shop 02_indexes(, again)?",
        r"theirs alone refuses: Conflicting index definition.*",
        "theirs",
        "/core/index-partial/",
        "a partial index and a full one have the same keys, which a server allows since 5.0",
    ),
)
# A server deletes sample documents that are older than their TTL within a minute, and then the demonstration of their
# functions finds none, and refuses. Ours deletes none, theirs at once.
OLDER_THAN_THEIR_TTL = (
    r".*theirs (\[\]|null|0\.0|\".*: about 0 documents.*)|theirs alone refuses: \w+ not found"
)
EXPIRED = (
    *(
        Gap(
            where,
            OLDER_THAN_THEIR_TTL,
            "scripts",
            "/core/index-ttl/",
            "sample documents are older than their TTL",
        )
        for where in (
            r"library/log_hosts .*",
            r"library/template_cart .*",
            r"library/template_queue .*",
            r"handbook/coll-count .*",
            r"handbook/kept-differently .*",
            r"handbook/retention .*",
            r"handbook/result-expires .*",
        )
    ),
    Gap(
        r"handbook/result-expires (demo codes\.reassign|audit(, again)? Device\.results)",
        r"theirs alone refuses: code not found|all: ours \[\], theirs \[.*",
        "scripts",
        "/core/index-ttl/",
        "sample documents are older than their TTL: the count of what expired differs, as the check says",
    ),
)
GAPS = (*UNSUPPORTED, *ANSWERS, *EXPIRED)


def not_listed(differences: Iterable[Difference], gaps: Iterable[Gap] = GAPS) -> list[Difference]:
    """Return the differences that no gap covers."""
    own = list(gaps)
    return [difference for difference in differences if not any(gap.covers(difference) for gap in own)]


def mended(differences: Iterable[Difference], gaps: Iterable[Gap] = GAPS) -> list[Gap]:
    """Return the gaps that cover no difference any more."""
    own = list(differences)
    return [gap for gap in gaps if not any(gap.covers(difference) for difference in own)]
