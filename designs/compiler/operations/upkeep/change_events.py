"""What a change stream tells about a path of a document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ...plan.validators import is_versioned
from ..context import OperationContext

Json = dict[str, Any]


def changed(world: OperationContext, collection: str, path: str) -> Iterator[Json]:
    """What tells that an update wrote a value, or took it away. A change of a part is told under one
    name with dots ("name.first"), which no path reaches: then the names themselves are looked at."""
    parts = path.split(".")
    shapes = [one for one in world.fields(collection) if one.name == path]
    if shapes and not any({"object", "array"} & set(one.types) for one in shapes):
        yield {f"updateDescription.updatedFields.{path}": {"$exists": True}}
        if not all(one.required and not is_versioned(one) for one in shapes):
            yield {"updateDescription.removedFields": path}
        return
    ends = [_STEP.join(map(re.escape, parts[:count])) for count in range(1, len(parts) + 1)]
    pattern = "^(" + "|".join(f"{end}$" for end in ends) + f"|{ends[-1]}\\.)"
    names: Json = {"$objectToArray": {"$ifNull": ["$updateDescription.updatedFields", {}]}}
    told = {"$regexMatch": {"input": "$$one.k", "regex": pattern}}
    yield {"$expr": {"$anyElementTrue": [{"$map": {"input": names, "as": "one", "in": told}}]}}
    yield {"updateDescription.removedFields": {"$regex": pattern}}


_STEP = r"(\.\d+)?\."  # elements are named by their place
