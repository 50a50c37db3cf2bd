"""The storage map: for every fact of a design, each place where it is stored.

Takes a compiled plan and walks its document trees once. Gives facts (that a thing exists, the value of a field, a
link) and their storages: the path, the role (home, reference, copy, slice, result ...), how the place is found and
when it is fresh. It is data. It must not know any operation, nor a word of MongoDB's update language.
"""

from __future__ import annotations

from .facts import ExistsFact, Fact, FieldFact, LinkFact, Locator, Storage, StoragePath
from .storage_map import StorageMap

__all__ = ["ExistsFact", "Fact", "FieldFact", "LinkFact", "Locator", "Storage", "StorageMap", "StoragePath"]
