"""Which elements of arrays a filter means: what it says of one element holds of the same one, and an
update or a removal reaches every element of which it holds, in no other."""

from __future__ import annotations

from typing import Any

from ..context import OperationContext
from ..ir.changes import ArrayElement, EveryElement, FirstElement, NamedElement, UpdatePath
from ..read.conditions import also

Json = dict[str, Any]


def split(filter: Json, array: str) -> tuple[Json, Json]:
    """What a filter says of the elements of an array, by paths in an element, and the rest of it."""
    own: Json = {}
    rest: Json = {}
    for key, condition in filter.items():
        if key.startswith(array + "."):
            own[key[len(array) + 1 :]] = condition
        elif key == "$and":
            pairs = [split(one, array) for one in condition]
            own |= {key: said} if (said := [one for one, _ in pairs if one]) else {}
            rest |= {key: said} if (said := [one for _, one in pairs if one]) else {}
        elif key == "$or" and not any(other for _, other in (split(one, array) for one in condition)):
            own[key] = [split(one, array)[0] for one in condition]
        else:
            rest[key] = condition
    return own, rest


def mixed(filter: Json, array: str) -> list[Json]:
    """The alternatives of a filter ($or) that are about elements of an array and about what is around them:
    arrayFilters can't say them, since each asks of one element alone."""
    found = [each for one in filter.get("$and", []) for each in mixed(one, array)]
    either = filter.get("$or", [])
    if any(_asks(one, array) for one in either) and not split({"$or": either}, array)[0]:
        found.append({"$or": either})
    return found


def _asks(filter: Json, array: str) -> bool:
    """Whether a filter says anything of the elements of an array."""
    return any(
        any(_asks(one, array) for one in said) if key in ("$and", "$or") else key.startswith(f"{array}.")
        for key, said in filter.items()
    )


def together(filter: Json, arrays: tuple[str, ...]) -> Json:
    """The filter with its conditions on one element joined ($elemMatch). Without it each may hold of
    another element of the array. arrays: from the outermost in."""
    for array in reversed(arrays):
        filter = _joined(filter, array)
    return filter


def _joined(filter: Json, array: str) -> Json:
    if "$or" in filter and mixed({"$or": filter["$or"]}, array):  # each alternative is of one element as well
        own = {path: said for path, said in filter.items() if path.startswith(f"{array}.")}
        rest = {key: said for key, said in filter.items() if key not in own}
        return {**rest, "$or": [_joined(_also_all(one, own), array) for one in filter["$or"]]}
    own, rest = split(filter, array)
    return {**rest, array: {"$elemMatch": own}} if own and not _is_one(own) else filter


def _also_all(filter: Json, more: Json) -> Json:
    for path, said in more.items():
        filter = also(filter, path, said)
    return filter


def _is_one(own: Json) -> bool:
    """Whether it makes no difference: one condition that one element meets by itself."""
    ((path, condition), *more) = own.items()
    if more or path.startswith("$"):
        return False
    denies = isinstance(condition, dict) and (condition.get("$exists") is False or "$not" in condition)
    return not isinstance(condition, dict) or (len(condition) == 1 and not denies)


class Meant:
    """The elements that a filter means, as the paths of an update name them. One that its key tells is
    the positional ``$``, the first that matches; any others have names, with arrayFilters."""

    def __init__(self, world: OperationContext, collection: str, filter: Json) -> None:
        self.world, self.collection, self.filter = world, collection, filter
        self._names: dict[tuple[str, str], NamedElement] = {}
        self._whole: list[str] = []

    def path(self, place: str, arrays: tuple[str, ...]) -> UpdatePath:
        """A place of the update. arrays: those on the way that it leads into, from the outermost in;
        of those that the filter says nothing of, all elements are meant."""
        return UpdatePath(place, tuple(self._element(arrays, number) for number in range(len(arrays))))

    def own(self, arrays: tuple[str, ...], number: int) -> Json:
        """What the filter says of the elements of one of these arrays, not of those deeper in."""
        array = arrays[number]
        own = split(self.filter, array)[0]
        return split(own, arrays[number + 1][len(array) + 1 :])[1] if number + 1 < len(arrays) else own

    def _element(self, arrays: tuple[str, ...], number: int) -> ArrayElement:
        array = arrays[number]
        own, rest = self.own(arrays, number), split(self.filter, array)[1]
        into = arrays[number + 1] if number + 1 < len(arrays) else ""
        into = "" if not into or self._is_there(array, into) else into
        if not own and number == 0:
            self._whole.append(array)
        if not own and not into:
            return EveryElement(array)
        if len(arrays) == 1 and is_key(self.world, self.collection, array, own) and self._is_plain(rest):
            return FirstElement(array)
        return self._named(array, into, own, "found" if number + 1 == len(arrays) else "within")

    def _named(self, array: str, into: str, own: Json, wish: str) -> NamedElement:
        """The elements of which something holds. into: an array that they must have too."""
        if (array, into) not in self._names:
            count = sum(element.name.startswith(wish) for element in self._names.values()) + 1
            has = {into[len(array) + 1 :]: {"$exists": True}} if into else {}
            condition = {**has, **own} if set(has) & set(own) else {**own, **has}
            name = wish if count == 1 else f"{wish}{count}"
            self._names[array, into] = NamedElement(array, name, condition)
        return self._names[array, into]

    def _is_there(self, array: str, into: str) -> bool:
        """Whether each element of an array has another array: the server refuses to go into one that lacks it."""
        steps = into[len(array) + 1 :].split(".")
        ends = [".".join((array, *steps[:count])) for count in range(1, len(steps) + 1)]
        found = [self.world.field(self.collection, end) for end in ends]
        return all(one is not None and one.required and "null" not in one.types for one in found)

    def there(self, filter: Json) -> Json:
        """The filter of the documents that have the arrays whose elements are meant, whatever is in them."""
        missing = [
            array
            for array in dict.fromkeys(self._whole)
            if not self.world.always(self.collection, array)
            and not any(key == array or key.startswith(f"{array}.") for key in filter)
        ]
        return {**filter, **{array: {"$exists": True} for array in missing}}

    def _is_plain(self, rest: Json) -> bool:
        """Whether no other array is asked for, whose place ``$`` could be instead."""
        return not any(path.startswith("$") or self._leads_through_array(path) for path in rest)

    def _leads_through_array(self, path: str) -> bool:
        steps = path.split(".")
        found = (self.world.field(self.collection, ".".join(steps[: end + 1])) for end in range(len(steps)))
        return any(one is not None and "array" in one.types for one in found)


def is_key(world: OperationContext, collection: str, array: str, own: Json, *, deep: bool = False) -> bool:
    """Whether the conditions are one equality with what tells elements apart. deep: or the elements of
    arrays inside of them, which a projection may be asked by, an update not."""
    ((path, condition), *more) = own.items()
    if more or isinstance(condition, dict) or path.startswith("$"):
        return False
    known = world.collections.get(collection)
    unique = {tuple(one.keys) for one in known.indexes if one.options.get("unique")} if known else set()
    return path == "_id" or (deep and path.endswith("._id")) or ((f"{array}.{path}", 1),) in unique


def under(name: str, own: Json) -> Json:
    """Conditions on an element as one on a name for it."""
    return {
        key if key.startswith("$") else f"{name}.{key}": [under(name, one) for one in value]
        if key.startswith("$")
        else value
        for key, value in own.items()
    }
