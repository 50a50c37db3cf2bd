"""The storage map: for every fact of a design, where it is stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from msgspec.structs import replace

from ..model.conceptual import given
from ..plan_model.compilation import Compilation
from .facts import ExistsFact, Fact, Role, Storage
from .walk import Walk

_WITHOUT_TRANSACTIONS = frozenset({"timeseries", "capped"})
_FROM_OTHERS = frozenset({"copy", "slice", "aggregate"})
_BROUGHT = frozenset({"transaction", "function", "stream", "job"})
FIRST: dict[Role, int] = {"home": 0, "reference": 1, "aggregate": 2}


class StorageMap:
    """Where each fact of a compiled design is stored. storages_in_order: all of them, collection by collection."""

    def __init__(self, compilation: Compilation) -> None:
        walk = Walk(compilation.model, _streamed(compilation), _worked_out_by_jobs(compilation))
        self.is_standalone = given(compilation.model.topology, "replica-set") == "standalone"
        storages = [storage for collection in compilation.plan.collections for storage in walk.of(collection)]
        apart = {each.name for each in compilation.plan.collections if each.kind in _WITHOUT_TRANSACTIONS}
        self.storages_in_order: tuple[Storage, ...] = tuple(_settled(_once_each(storages), apart))
        self._by_fact: defaultdict[Fact, list[Storage]] = defaultdict(list)
        self._following: defaultdict[Fact, list[Storage]] = defaultdict(list)
        for storage in self.storages_in_order:
            self._by_fact[storage.fact].append(storage)
            for fact in storage.follows:
                self._following[fact].append(storage)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts that are stored anywhere, in the order in which they first stand."""
        return tuple(self._by_fact)

    def storages(self, fact: Fact) -> tuple[Storage, ...]:
        """Return every place where a fact is stored, its home first, or the reference or result that it is."""
        return tuple(sorted(self._by_fact.get(fact, ()), key=_rank))

    def facts_in(self, collection: str) -> tuple[Storage, ...]:
        """Return what the documents of a collection store, in the order of their fields."""
        return tuple(storage for storage in self.storages_in_order if storage.path.collection == collection)

    def home(self, entity: str) -> tuple[Storage, ...]:
        """Return the places where an entity's things have their identity, several where it has several homes."""
        return tuple(
            storage for storage in self._by_fact.get(ExistsFact(entity), ()) if storage.role == "home"
        )

    def following(self, fact: Fact) -> tuple[Storage, ...]:
        """Return the copies, slices and results that follow from a fact itself."""
        return tuple(self._following.get(fact, ()))

    def depends(self, fact: Fact) -> tuple[Storage, ...]:
        """Return the copies, slices and results that follow from a fact, at any remove."""
        dependents: list[Storage] = []
        waiting: list[Fact] = [fact]
        seen = {fact}
        while waiting:
            for storage in self._following.get(waiting.pop(0), ()):
                if storage not in dependents:
                    dependents.append(storage)
                if storage.fact not in seen:
                    seen.add(storage.fact)
                    waiting.append(storage.fact)
        return tuple(dependents)

    def changed_in_place(self, collection: str) -> tuple[str, ...]:
        """Return what documents with versions beside them store that follows from other documents: it changes in the
        current version, and begins no new one."""
        return tuple(
            dict.fromkeys(
                storage.path.path
                for storage in self.facts_in(collection)
                if storage.role in _FROM_OTHERS and storage.freshness in _BROUGHT
            )
        )


def _streamed(compilation: Compilation) -> frozenset[str]:
    """Return the relationships whose slices a change stream keeps true: it follows what their elements repeat."""
    watched = {each.recipe for each in compilation.plan.statements if each.purpose == "watch"}
    return frozenset(
        link.name
        for link in compilation.model.links
        if any(recipe.startswith(f"{link.name}.sync.from") for recipe in watched)
    )


def _worked_out_by_jobs(compilation: Compilation) -> frozenset[tuple[str, str]]:
    """Return the entities and formulas of the results that no write keeps true, as declared or as the numbers speak for."""
    return frozenset(
        (str(overlay.entity), formula)
        for overlay in compilation.plan.entity_overlays
        for formula in overlay.details.get("by_job", ())
    )


def _rank(storage: Storage) -> int:
    return FIRST.get(storage.role, len(FIRST))


def _settled(storages: list[Storage], apart: set[str]) -> Iterator[Storage]:
    """Say of a result that it is written with what it follows from, where all of that is in its own document; that its
    function writes it behind, where a collection of these takes no part in a transaction. apart: these collections."""
    held = {
        (storage.fact, storage.path.collection)
        for storage in storages
        if storage.role in ("home", "reference", "copy")
    }
    for storage in storages:
        if storage.role == "aggregate" and storage.freshness == "transaction":
            beside = all((fact, storage.path.collection) in held for fact in storage.follows)
            behind = any((fact, name) in held for fact in storage.follows for name in apart)
            yield replace(
                storage, freshness="same_write" if beside else "function" if behind else "transaction"
            )
        else:
            yield storage


def _once_each(storages: list[Storage]) -> list[Storage]:
    """Return the storages, once each: a field that versions of a shape declare anew stands at one place."""
    by_key: dict[tuple[Fact, str, str, str, str], Storage] = {}
    for storage in storages:
        key = (storage.fact, storage.path.collection, storage.path.path, storage.role, storage.named)
        earlier = by_key.get(key)
        by_key[key] = storage if earlier is None else replace(earlier, subtypes=_either(earlier, storage))
    return list(by_key.values())


def _either(storage: Storage, other: Storage) -> tuple[str, ...]:
    """Return the subtypes that have either, none where all have."""
    if not storage.subtypes or not other.subtypes:
        return ()
    return tuple(dict.fromkeys(storage.subtypes + other.subtypes))
