"""How large an average document of a collection is today and at the horizon, and how long it
takes to reach 16 MiB: the sums of ``sizes`` over finished document trees."""

from __future__ import annotations

import math

from .cases import DAYS_A_YEAR, Survey
from .physical import Bytes, Collection, DocField, Element
from .sizes import array_bytes, element_bytes, field_bytes, item_bytes, named

_TEXT = 25.0  # bytes of a string of which nothing is known
_SIZES = {
    "objectId": 12.0,
    "int": 4.0,
    "bool": 1.0,
    "null": 0.0,
    "decimal": 16.0,
    "uuid": 21.0,
    "string": _TEXT,
}
_NUMBER = 8.0


def bytes_of(collection: Collection, survey: Survey) -> Bytes:
    """Today's and the projected size of a document, and the days until it is too large."""
    now = _Sum(survey, projected=False)
    later = _Sum(survey, projected=True)
    today = now.document(collection.fields)
    room = survey.constants.doc_max - today
    days = max(0.0, room) / now.growth if now.growth else None
    return Bytes(
        today=round(today),
        at_horizon=round(later.document(collection.fields)),
        days_to_16_mib=None if days is None else round(days, 1),
    )


class _Sum:
    """One walk through a document tree. growth: bytes that its unbounded arrays add a day."""

    def __init__(self, survey: Survey, *, projected: bool) -> None:
        self.survey, self.projected, self.growth = survey, projected, 0.0

    def document(self, fields: tuple[DocField, ...]) -> float:
        """Bytes of a document of these fields."""
        return 5 + sum(named(field.name, self._value(field)) for field in fields)

    def _value(self, field: DocField) -> float:
        if field.items is not None:
            return self._array(field, field.items)
        if field.types[0] == "object" and field.fields:
            return self.document(field.fields)
        if field.source is not None:
            return field_bytes(field.source)
        return _SIZES.get(field.types[0], _NUMBER)

    def _array(self, field: DocField, items: Element) -> float:
        if field.relationship is None or field.source is not None:
            return field_bytes(field.source) if field.source is not None else array_bytes(5, _TEXT)
        element = self._element(items)
        count, adds = self._count(field)
        self.growth += adds * element_bytes(element, count)
        return array_bytes(count, element)

    def _element(self, items: Element) -> float:
        if items.fields:
            return self.document(items.fields)
        if items.source is not None and hasattr(items.source, "fields"):
            return item_bytes(items.source)  # type: ignore[arg-type]
        return _SIZES.get(items.types[0], _NUMBER)

    def _count(self, field: DocField) -> tuple[float, float]:
        """Elements on average, and how many a day come without end."""
        case = self.survey.case(str(field.relationship))
        side = "from" if case.child.name == field.entity else "to"
        average = float(case.look("average" if side == "from" else "to.average"))
        most = float(case.look(f"{side}.max"))
        adds = float(case.look("adds_per_day")) if side == "from" else 0.0
        if self.projected:
            average += adds * DAYS_A_YEAR * self.survey.constants.horizon
        if field.origin in ("subset", "bucket", "outlier") or field.max_items is not None:
            return min(average, most, field.max_items or most), 0.0
        return min(average, most), adds if math.isinf(most) else 0.0
