"""What is said of the years ahead: how many documents a collection has, and how large it is."""

from __future__ import annotations

import msgspec

COUNT_OF = "count of"
"""With what an assumption begins that is the number of an entity's documents."""
ITEMS_OF = "items of"
"""With what an assumption begins that is the length of a list."""
TIME_OF, SHARE_OF = "duration of", "share of"
"""With what an assumption begins that says how many documents a partial index holds."""
OF_LIFETIME, OF_PARENTS = "from its inserts and retention", "from the counts of its parents"
OF_OTHERS = "from related counts"
FOLLOWS = (OF_LIFETIME, OF_PARENTS, OF_OTHERS)
"""What a count follows from that the design does not state."""


class Moment(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A collection some months ahead, all in bytes but ``documents``. document, document_p95: one
    document, None where no 95th percentile is known. data: all of them. data_p95: if each were as
    large as the 95th percentile: a bound, not an expectation. working: the documents that a day
    touches, and the indexes."""

    month: int
    documents: float
    document: float
    document_p95: float | None
    data: float
    data_p95: float | None
    indexes: float
    working: float


class Forecast(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """How a collection grows over three years. days_to_16_mib: of an average document, and of one of
    the 95th percentile; None if never. hot: documents that a day touches, None where no operation is
    stated. assumed: what was not stated and is taken as it says."""

    collection: str
    file: str
    moments: tuple[Moment, ...]
    days_to_16_mib: float | None = None
    days_to_16_mib_p95: float | None = None
    hot: float | None = None
    assumed: tuple[str, ...] = ()

    @property
    def has_assumed_count(self) -> bool:
        """Whether nobody states how many documents there are, so that all its sums are a guess."""
        counts = [words for words in self.assumed if words.startswith(COUNT_OF)]
        return any(not words.endswith(FOLLOWS) for words in counts)

    @property
    def assumed_lists(self) -> tuple[str, ...]:
        """The lists that make up much of a document, and of which nobody states how long they are."""
        begins = f"{ITEMS_OF} "
        words = [each for each in self.assumed if each.startswith(begins)]
        return tuple(each.removeprefix(begins).partition(": ")[0] for each in words)

    def assumed_states(self, *of: str) -> tuple[str, ...]:
        """Return the documents of partial indexes of which nobody states how many there are."""
        words = [each for each in self.assumed if each.startswith(tuple(f"{begins} " for begins in of))]
        return tuple(each.partition(" of ")[2].partition(": ")[0] for each in words)
