"""What has happened to a thing, as its state says: nothing is closed that is open, and nothing paid that is not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...content_cache import of_a_short_text
from ...model.conceptual import Field, given, stated
from ...names.inflection import snake
from ..values.pools import words_in

_STATES = words_in("status state stage phase")
_OVER = words_in("done completed finished closed resolved ended")
_UNDONE = words_in("cancelled canceled withdrawn rejected refused failed void aborted abandoned revoked")
OVER_OR_UNDONE = _OVER | _UNDONE
_DONE = OVER_OR_UNDONE | words_in(
    "started delivered shipped arrived returned paid published approved refunded discharged collected archived deleted expired released launched"
)  # fmt: skip
_BEFORE = words_in(
    "started paid published approved issued sent granted confirmed accepted"
)  # and then undone
_RARE = words_in(
    "refunded edited disputed left died deceased death deleted archived withdrawn decommissioned retired revoked suspended"
)
_NOT_YET = words_in(
    "proposed pending open draft new queued waiting planned scheduled requested submitted reported announced expected created "
    "placed reserved held booked quoted todo unpaid uploaded processing review"
)
_NOUNS = {
    "stop": "stopped", "cancellation": "cancelled", "cancel": "cancelled", "rejection": "rejected", "refusal": "refused",
    "refund": "refunded", "failure": "failed", "termination": "terminated", "suspension": "suspended", "withdrawal": "withdrawn",
    "closure": "closed", "discontinuation": "discontinued", "return": "returned", "deferral": "deferred", "hold": "held",
}  # fmt: skip
_OUT = words_in("released launched live published")  # one happening in several words
_RUNNING = words_in("active running started live current processing")


class Life:
    """What the fields of an entity tell about how far its things have come.

    states: the fields that say it. ends: by path-less name, the words of optional dates of what happens at some time.
    flags: by the same names, the fields that say yes or no to it. rare: those of what happens to few, where no field
    says to whom.
    """

    def __init__(self, fields: Iterable[Field]) -> None:
        fields = list(fields)
        self.states = [
            field for field in fields if field.type == "string" and _STATES.intersection(_words(field.name))
        ]
        optional = [field for field in fields if field.required is not True and not given(field.enum, [])]
        said = [field for field in optional if field.type == "string" and not stated(field.example)]
        dates = [field for field in optional if field.type == "date"]
        listed = {
            word for field in self.states for option in given(field.enum, []) for word in _words(str(option))
        }
        happenings = {
            field.name: _words(field.name) & (_DONE | (listed - _NOT_YET - _RUNNING))
            for field in (*dates, *(field for field in said if snake(field.name).endswith("_by")))
        }
        for field in said:  # why something was done: said where it was done
            word = _NOUNS.get(snake(field.name).partition("_")[0])
            if word in listed and snake(field.name).endswith(("reason", "note", "comment")):
                happenings[field.name] = frozenset((word,))
        self.ends = {name: words for name, words in happenings.items() if words}
        self.flags = {
            name: [field.name for field in fields if field.type == "bool" and words & _words(field.name)]
            for name, words in self.ends.items()
        }
        self.rare = [
            field.name
            for field in dates
            if _words(field.name) & _RARE
            and not (stated(field.example) or self.states or self.flags.get(field.name))
        ]

    def contradicted(self, record: dict[str, Any], number: int) -> list[str]:
        """The dates of what has not happened to a thing with these values. number: of the thing; of what happens to few
        the second one is the example."""
        rare = [name for name in self.rare if number != 1 and name in record]
        states = [(field, record.get(field.name)) for field in self.states]
        return rare + [
            name
            for name, words in self.ends.items()
            if name in record
            and name not in rare
            and (
                any(record.get(flag) is False for flag in self.flags[name])
                or any(isinstance(state, str) and not _allows(field, state, words) for field, state in states)
            )
        ]

    def state(self, field: Field, number: int, value: Any) -> Any:
        """The value of a field of a thing, the furthest state for the first that the designer gives no example of: some
        sample has what happens last."""
        if not self.ends or field not in self.states or not given(field.enum, []):
            return value
        furthest = self.furthest(field)
        is_first = number == (1 if stated(field.example) and field.example != furthest else 0)
        return furthest if is_first else value

    def furthest(self, field: Field) -> Any:
        """The state in which most of the dates may be there, of those that a field lists."""
        options = given(field.enum, [])
        return max(
            options,
            key=lambda option: sum(_allows(field, str(option), words) for words in self.ends.values()),
        )


def _allows(field: Field, state: str, happening: frozenset[str]) -> bool:
    """Whether something can have happened to a thing in this state: states are listed in the order of a life."""
    now, options = _words(state), [_words(str(option)) for option in given(field.enum, [])]
    if now & happening or (now & _OUT and happening & _OUT):
        return True
    if now & _UNDONE or happening & _UNDONE:
        return bool(now & _UNDONE and happening & _BEFORE)
    at = _first(options, happening) if options else None
    if at is None and happening & _OVER and options:
        at = _first(options, _OVER)
    if at is None and happening & _OUT and options:
        at = _first(options, _OUT)
    if at is not None and now in options:
        return options.index(now) >= at
    return not (
        now & _NOT_YET or (now & _RUNNING and happening & (_OVER | {"returned", "delivered", "arrived"}))
    )


def _first(options: Sequence[frozenset[str]], words: frozenset[str]) -> int | None:
    return next((at for at, option in enumerate(options) if option & words), None)


@of_a_short_text(4096)
def _words(text: str) -> frozenset[str]:
    return frozenset(snake(text).split("_"))
