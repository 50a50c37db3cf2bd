"""What those who deal with a business would notice: an order that goes to somebody else, a cancelled one that was delivered, a transfer with
the number of a card, the search words of other goods, a permit for a day."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....model.conceptual import Field
from ...world import Link
from ...world.sample_data import SampleData
from ..changes import goes_on, said_of_how_it_goes
from ..occasions import (
    as_long_as_its_days,
    is_counted_in_days,
    is_granted,
    is_scored,
    link_on_its_day,
    scored_alike,
    valid_for_years,
)
from ..stories import About, Law
from ..windows import RecordOf
from .goods import (
    has_codes_of_goods,
    has_words_of_goods,
    is_in_languages,
    is_part_of_tree,
    is_priced_by_class,
    less_than_all,
    link_with_its_code,
    numbered_like_its_name,
    priced_by_class,
    with_its_own_words,
    with_other_subtitles,
)
from .orders import (
    charged_once,
    counted_in_a_row,
    gives_back,
    half_of_what_came,
    has_card,
    has_dates_inside,
    is_charged_twice,
    is_in_a_row,
    is_sent,
    may_be_paid,
    paid_as_it_says,
    paid_on_a_day,
    sent_to_its_buyer,
    without_what_is_ahead,
)

__all__ = ["LAWS", "link_in_its_dealings"]

LAWS: tuple[tuple[About, Law], ...] = (
    (has_card, paid_as_it_says), (is_sent, sent_to_its_buyer), (has_dates_inside, without_what_is_ahead), (is_charged_twice, charged_once),
    (has_codes_of_goods, numbered_like_its_name), (has_words_of_goods, with_its_own_words), (is_in_languages, with_other_subtitles),
    (is_priced_by_class, priced_by_class), (is_part_of_tree, less_than_all), (is_in_a_row, counted_in_a_row), (may_be_paid, paid_on_a_day),
    (gives_back, half_of_what_came), (goes_on, said_of_how_it_goes), (is_counted_in_days, as_long_as_its_days), (is_scored, scored_alike), (is_granted, valid_for_years),
)  # fmt: skip


def link_in_its_dealings(
    world: SampleData, link: Link, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let a line of an order say the code of what it is of."""
    link_with_its_code(world, link, record, fields, of)
    link_on_its_day(world, link, record, fields, of)
