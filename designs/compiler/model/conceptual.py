"""What people draw: a design as typed, immutable values, exactly as its file states it.

Absent keys are ``UNSET``, never a default: decisions must be able to say "assumed". Struct
fields stand in the schema's key order, which is the canonical order on the way out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

T = TypeVar("T")

Bson = Literal[
    "double", "string", "object", "array", "binData", "uuid", "objectId", "bool", "date", "null",
    "regex", "javascript", "int", "timestamp", "long", "decimal", "number", "minKey", "maxKey",
]  # fmt: skip
Name = Annotated[str, Meta(min_length=1, max_length=64)]
Label = Annotated[str, Meta(max_length=255)]
Path = Annotated[str, Meta(max_length=2_000)]
Prose = Annotated[str, Meta(max_length=10_000)]
Pattern = Annotated[str, Meta(max_length=1_000)]
Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,32}\Z")]
Absent = Literal["missing", "either"]
Number = int | float
Amount = Annotated[int, Meta(ge=0)] | Annotated[float, Meta(ge=0)]
Share = Annotated[int, Meta(ge=0, le=1)] | Annotated[float, Meta(ge=0, le=1)]
Whole = Annotated[int, Meta(ge=-(10**15), le=10**15)]
Positive = Annotated[int, Meta(ge=1, le=10**15)]
GridSize = Annotated[int, Meta(ge=1, le=1_000)]
Natural = Annotated[int, Meta(ge=0, le=10**15)]
Version = Annotated[int, Meta(ge=-1_000, le=1_000)]
Collation = Annotated[dict[str, Any], Meta(max_length=100)]
Json = Annotated[dict[str, Any], Meta(max_length=1_000)]
Tuned = Annotated[int, Meta(ge=-(10**15), le=10**15)] | Annotated[float, Meta(ge=-1e15, le=1e15)]
NumberMap = Annotated[dict[str, Tuned], Meta(max_length=1_000)]
PathList = Annotated[list[Path], Meta(max_length=1_000)]


def given(value: T | UnsetType | None, default: T) -> T:
    """The value where the file states one, else the default (null counts as absent)."""
    return default if value is UNSET or value is None else value


def stated(value: object) -> bool:
    """Whether the file states a value (null counts as absent)."""
    return value is not UNSET and value is not None


class Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a design file: closed to unknown keys, absent keys left out again on writing."""


FieldList = Annotated[list["Field"], Meta(max_length=2_000)]


class Computed(Strict, frozen=True, kw_only=True):
    """A formula over conceptual paths and how its value is kept fresh."""

    formula: Annotated[str, Meta(max_length=2_000)]
    sources: PathList | UnsetType = UNSET
    refresh: Literal["on-write", "periodic", "approximate"] | UnsetType = UNSET
    every_seconds: Number | UnsetType = UNSET


class Item(Strict, frozen=True, kw_only=True):
    """One element of an array field."""

    type: Bson
    fields: FieldList | UnsetType = UNSET
    items: Item | UnsetType = UNSET
    enum: Annotated[list[Any], Meta(max_length=5_000)] | UnsetType = UNSET
    minimum: Number | UnsetType = UNSET
    maximum: Number | UnsetType = UNSET
    pattern: Pattern | UnsetType = UNSET
    max_length: Whole | UnsetType = UNSET
    average_bytes: Number | UnsetType = UNSET
    example: Any = UNSET


class Field(Strict, frozen=True, kw_only=True):
    """A field of an entity or of an object; nested ones in ``fields`` or ``items``."""

    id: Id | UnsetType = UNSET
    name: Annotated[str, Meta(min_length=1, max_length=2_000)]
    type: Bson
    types: Annotated[list[Bson], Meta(min_length=1, max_length=20)] | UnsetType = UNSET
    immutable: bool | UnsetType = UNSET
    description: Prose | UnsetType = UNSET
    required: bool | UnsetType = UNSET
    nullable: bool | UnsetType = UNSET
    absent: Absent | UnsetType = UNSET
    fields: FieldList | UnsetType = UNSET
    items: Item | UnsetType = UNSET
    min_items: Natural | UnsetType = UNSET
    max_items: Natural | UnsetType = UNSET
    enum: Annotated[list[Any], Meta(min_length=1, max_length=5_000)] | UnsetType = UNSET
    minimum: Number | UnsetType = UNSET
    maximum: Number | UnsetType = UNSET
    pattern: Pattern | UnsetType = UNSET
    max_length: Natural | UnsetType = UNSET
    unique: bool | UnsetType = UNSET
    example: Any = UNSET
    average_bytes: Amount | UnsetType = UNSET
    updates_per_day: Amount | UnsetType = UNSET
    sensitive: bool | UnsetType = UNSET
    money: bool | UnsetType = UNSET
    computed: Computed | UnsetType = UNSET
    variant_group: Label | UnsetType = UNSET
    grid: Annotated[list[GridSize], Meta(min_length=2, max_length=2)] | UnsetType = UNSET
    since_version: Version | UnsetType = UNSET
    until_version: Version | UnsetType = UNSET

    @property
    def has_versions(self) -> bool:
        """Whether only some versions of the shape have it."""
        since, until = self.since_version, self.until_version
        return (since is not UNSET and since is not None) or (until is not UNSET and until is not None)

    @property
    def all_types(self) -> tuple[str, ...]:
        """Every type that a value may have, the main one first, ``null`` last if nullable."""
        if self.types is UNSET and self.nullable is not True:
            return (self.type,)
        more = [] if self.types is UNSET else self.types
        null = ["null"] if self.nullable is True else []
        return tuple(dict.fromkeys([self.type, *more, *null]))


class Retention(Strict, frozen=True, kw_only=True):
    """How long documents are kept, and by what means."""

    policy: Literal["keep", "ttl", "capped", "archive", "rolling"]
    field: Path | UnsetType = UNSET
    seconds: Natural | UnsetType = UNSET
    bytes: Positive | UnsetType = UNSET
    documents: Positive | UnsetType = UNSET
    after_days: Amount | UnsetType = UNSET
    period: Literal["day", "week", "month", "year"] | UnsetType = UNSET


class Index(Strict, frozen=True, kw_only=True):
    """An index that the designer declares; keys are pairs of path and kind."""

    keys: Annotated[
        list[tuple[Path, Literal[1, -1, "text", "hashed", "2dsphere", "2d"]]],
        Meta(min_length=1, max_length=100),
    ]
    name: Label | UnsetType = UNSET
    unique: bool | UnsetType = UNSET
    sparse: bool | UnsetType = UNSET
    expire_after_seconds: Whole | UnsetType = UNSET
    partial: Json | UnsetType = UNSET
    collation: Collation | UnsetType = UNSET
    weights: Json | UnsetType = UNSET


class Validation(Strict, frozen=True, kw_only=True):
    """How strictly the server applies the validator."""

    level: Literal["strict", "moderate", "off"] | UnsetType = UNSET
    action: Literal["error", "warn"] | UnsetType = UNSET


class Entity(Strict, frozen=True, kw_only=True):
    """A thing of the domain, singular as people say it."""

    id: Id | UnsetType = UNSET
    name: Name
    collection: Label | UnsetType = UNSET
    description: Prose | UnsetType = UNSET
    kind: Literal["entity", "weak", "event", "measurement", "lookup"] | UnsetType = UNSET
    count: Amount | UnsetType = UNSET
    inserts_per_day: Amount | UnsetType = UNSET
    schema_version: Annotated[int, Meta(ge=1, le=1_000)] | UnsetType = UNSET
    fields: FieldList | UnsetType = UNSET
    retention: Retention | UnsetType = UNSET
    history: Literal["none", "revisions", "point-in-time"] | UnsetType = UNSET
    indexes: Annotated[list[Index], Meta(max_length=500)] | UnsetType = UNSET
    validation: Validation | UnsetType = UNSET
    needs: (
        Annotated[
            list[Literal["change-streams", "transactions", "unique", "text", "validation"]],
            Meta(max_length=20),
        ]
        | UnsetType
    ) = UNSET
    collation: Collation | UnsetType = UNSET
    # A list of pairs; an object is read too and keeps its order and its form on the way out.
    shard_key: (
        Annotated[list[tuple[Path, Literal[1, "hashed"]]], Meta(min_length=1, max_length=100)]
        | Annotated[dict[str, Literal[1, "hashed"]], Meta(min_length=1, max_length=100)]
        | UnsetType
    ) = UNSET

    @property
    def own_fields(self) -> list[Field]:
        """The declared fields, an empty list where the file states none."""
        return [] if self.fields is UNSET else self.fields

    @property
    def kind_or_default(self) -> str:
        """The kind, ``entity`` where absent."""
        return self.kind or "entity"

    @property
    def shard_pairs(self) -> tuple[tuple[str, int | str], ...]:
        """The shard key as pairs in order, empty where there is none."""
        if self.shard_key is UNSET:
            return ()
        return tuple(self.shard_key.items() if isinstance(self.shard_key, dict) else self.shard_key)

    def collation_of(self, asked: Iterable[str]) -> dict[str, Any]:
        """The collation of a unique index that folds case and has all the free text that is asked for, else nothing."""
        fields = [each for each in self.own_fields if "string" in each.all_types and not given(each.enum, [])]
        texts = {each.name for each in fields}
        wanted = texts.intersection(asked)
        for index in given(self.indexes, []):
            keys, collation = {path for path, _ in index.keys}, given(index.collation, {})
            is_whole = (
                index.unique is True and not stated(index.partial) and collation.get("strength") in (1, 2)
            )
            if is_whole and wanted and wanted == texts & keys:
                return collation
        return {}


class Count(Strict, frozen=True, kw_only=True):
    """How many documents of the other end one document of this end has."""

    min: Amount | UnsetType = UNSET
    average: Amount | UnsetType = UNSET
    p95: Amount | UnsetType = UNSET
    max: Amount | UnsetType | None = UNSET
    growth: Literal["bounded", "unbounded"] | UnsetType = UNSET
    adds_per_day: Amount | UnsetType = UNSET
    share_over: Share | UnsetType = UNSET


class End(Strict, frozen=True, kw_only=True):
    """One end of a relationship: whose it is, what it calls the other side, how many it has."""

    entity: Name
    field: Path | UnsetType = UNSET
    has: Count | UnsetType = UNSET

    @property
    def count(self) -> Count:
        """The declared counts, all absent where the file states none."""
        return NO_COUNT if self.has is UNSET else self.has


NO_COUNT = Count()


class Recent(Strict, frozen=True, kw_only=True):
    """The slice of the other side that the common screen shows."""

    count: Positive | UnsetType = UNSET
    sort: Path | UnsetType = UNSET
    direction: Literal[1, -1] | UnsetType = UNSET
    fields: Annotated[list[Path], Meta(max_length=2_000)] | UnsetType = UNSET


class Navigation(Strict, frozen=True, kw_only=True):
    """Reads a day in each direction."""

    from_to_per_day: Amount | UnsetType = UNSET
    to_from_per_day: Amount | UnsetType = UNSET


class Copy(Strict, frozen=True, kw_only=True):
    """A field of one end that is copied into the other, and how the copy stays true."""

    field: Path
    of: Literal["from", "to"]
    name: Path | UnsetType = msgspec.field(name="as", default=UNSET)
    reads_per_day: Number | UnsetType = UNSET
    updates_per_day: Number | UnsetType = UNSET
    policy: Literal["immutable", "snapshot", "strong", "eventual", "batch"] | UnsetType = UNSET


class Discriminator(Strict, frozen=True, kw_only=True):
    """Of an is-a: which field tells the kinds apart, and this kind's value."""

    field: Path
    value: Path | UnsetType = UNSET


class Tree(Strict, frozen=True, kw_only=True):
    """How a tree is shaped and read."""

    depth: Whole | UnsetType = UNSET
    static: bool | UnsetType = UNSET
    reads: Literal["whole", "children", "descendants", "ancestors", "path", "subtree"] | UnsetType = UNSET
    ordered: bool | UnsetType = UNSET


class Relationship(Strict, frozen=True, kw_only=True):
    """An association of two entities with all that is known of its numbers and its use."""

    id: Id | UnsetType = UNSET
    name: Name
    description: Prose | UnsetType = UNSET
    kind: Literal["one-to-one", "one-to-many", "many-to-many", "tree", "graph", "is-a"]
    from_: End = msgspec.field(name="from")
    to: End
    exclusive_owner: bool | UnsetType = UNSET
    independent_access: Share | UnsetType = UNSET
    accessed_together: Share | UnsetType = UNSET
    together_needs: Literal["all", "page", "recent", "summary", "ids", "nothing"] | UnsetType = UNSET
    recent: Recent | UnsetType = UNSET
    navigation: Navigation | UnsetType = UNSET
    reassigned_per_day: Amount | UnsetType = UNSET
    atomic: bool | UnsetType = UNSET
    pagination: Literal["none", "sequential", "arbitrary"] | UnsetType = UNSET
    page_size: Positive | UnsetType = UNSET
    child_updates_per_day: Amount | UnsetType = UNSET
    same_lifecycle: bool | UnsetType = UNSET
    time_window: Literal["hour", "day", "week", "month"] | UnsetType = UNSET
    link_fields: FieldList | UnsetType = UNSET
    link_owner: Literal["from", "to"] | UnsetType = UNSET
    link_accessed_alone: bool | UnsetType = UNSET
    copies: Annotated[list[Copy], Meta(max_length=1_000)] | UnsetType = UNSET
    discriminator: Discriminator | UnsetType = UNSET
    tree: Tree | UnsetType = UNSET
    strategy: Annotated[str, Meta(max_length=64)] | UnsetType = UNSET

    def end(self, side: str) -> End:
        """The end called ``from`` or ``to``."""
        return self.from_ if side == "from" else self.to


class TurnedRelationship(Relationship, frozen=True, kw_only=True):
    """A one-to-one that is read from its other end: its ``from`` is the ``to`` of the design file."""


class Match(Strict, frozen=True, kw_only=True):
    """One condition of an operation's filter."""

    field: Path
    match: Literal["eq", "in", "range", "prefix", "regex", "exists", "text", "near"] | UnsetType = UNSET
    values: Whole | UnsetType = UNSET
    value: Any = UNSET
    at_least: Any = UNSET
    at_most: Any = UNSET

    @property
    def how(self) -> str:
        """The kind of match, ``eq`` where absent."""
        return given(self.match, "eq")


class Sort(Strict, frozen=True, kw_only=True):
    """One key of an operation's sort."""

    field: Path
    direction: Literal[1, -1] | UnsetType = UNSET


class Effect(Strict, frozen=True, kw_only=True):
    """What an update does to one path."""

    field: Path
    do: Literal[
        "set", "unset", "increment", "multiply", "minimum", "maximum", "push", "add-to-set", "pull", "current-date",
    ]  # fmt: skip
    by: Number | UnsetType = UNSET
    value: Any = UNSET


class OneDocument(list[Match]):
    """The filter of an update or delete that states none: one document, by its ``_id``."""


class Operation(Strict, frozen=True, kw_only=True):
    """One access pattern of the workload."""

    id: Id | UnsetType = UNSET
    name: Label
    kind: Literal["read", "insert", "update", "delete"]
    entity: Name
    filter: Annotated[list[Match], Meta(max_length=500)] | UnsetType = UNSET
    sort: Annotated[list[Sort], Meta(max_length=100)] | UnsetType = UNSET
    projection: PathList | UnsetType = UNSET
    changes: PathList | UnsetType = UNSET
    effects: Annotated[list[Effect], Meta(max_length=1_000)] | UnsetType = UNSET
    returns: Literal["nothing", "before", "after"] | UnsetType = UNSET
    limit: Positive | UnsetType = UNSET
    includes: PathList | UnsetType = UNSET
    per_day: Amount | UnsetType = UNSET
    priority: Annotated[int, Meta(ge=1, le=5)] | UnsetType = UNSET
    latency_ms: Number | UnsetType = UNSET
    always_filter: Json | UnsetType = UNSET
    case_insensitive: bool | UnsetType = UNSET

    @property
    def written(self) -> list[str]:
        """The paths that an update changes, as it says or by its effects."""
        return [*given(self.changes, []), *(effect.field for effect in given(self.effects, []))]

    @property
    def finds_unsaid(self) -> bool:
        """Whether it changes or deletes, and nothing says what."""
        said = (self.filter, self.always_filter, self.sort, self.limit)
        return self.kind in ("update", "delete") and all(each is UNSET or each is None for each in said)


class Naming(Strict, frozen=True, kw_only=True):
    """How derived references and arrays are named."""

    references: Literal["x_id", "role", "_id"] | UnsetType = UNSET
    arrays: Literal["plural", "x_ids"] | UnsetType = UNSET


class Note(Strict, frozen=True, kw_only=True):
    """A free text on the canvas."""

    id: Id | UnsetType = UNSET
    text: Prose
    x: Number | UnsetType = UNSET
    y: Number | UnsetType = UNSET


class Group(Strict, frozen=True, kw_only=True):
    """A coloured group of entities on the canvas."""

    id: Id | UnsetType = UNSET
    name: Label
    colour: Annotated[str, Meta(pattern=r"^#[0-9a-f]{6}\Z")] | UnsetType = UNSET
    entities: Annotated[list[Label], Meta(max_length=5_000)] | UnsetType = UNSET


class Ignored(Strict, frozen=True, kw_only=True):
    """A finding set aside, with the reason."""

    code: Label
    subject: Path
    reason: Prose


class Place(Strict, frozen=True, kw_only=True):
    """Where an entity stands on the canvas."""

    x: Number
    y: Number
    folded: bool | UnsetType = UNSET


class Model(Strict, frozen=True, kw_only=True):
    """A whole design."""

    format: Literal["nestlink/1"]
    name: Annotated[str, Meta(min_length=1, max_length=120)]
    description: Prose | UnsetType = UNSET
    database: Annotated[str, Meta(min_length=1, max_length=63)]
    server_version: Literal["5.0", "6.0", "7.0", "8.0"] | UnsetType = UNSET
    topology: Literal["standalone", "replica-set", "sharded"] | UnsetType = UNSET
    workload_profile: Literal["read-heavy", "write-heavy", "mixed"] | UnsetType = UNSET
    absent: Absent | UnsetType = UNSET
    exact: bool | UnsetType = UNSET
    constants: NumberMap | UnsetType = UNSET
    entities: Annotated[list[Entity], Meta(max_length=5_000)]
    relationships: Annotated[list[Relationship], Meta(max_length=10_000)] | UnsetType = UNSET
    operations: Annotated[list[Operation], Meta(max_length=10_000)] | UnsetType = UNSET
    naming: Naming | UnsetType = UNSET
    weights: NumberMap | UnsetType = UNSET
    tags: Annotated[list[Label], Meta(max_length=100)] | UnsetType = UNSET
    notes: Annotated[list[Note], Meta(max_length=1_000)] | UnsetType = UNSET
    groups: Annotated[list[Group], Meta(max_length=1_000)] | UnsetType = UNSET
    ignored: Annotated[list[Ignored], Meta(max_length=5_000)] | UnsetType = UNSET
    layout: Annotated[dict[str, Place], Meta(max_length=5_000)] | UnsetType = UNSET

    @property
    def links(self) -> list[Relationship]:
        """The relationships, an empty list where the file states none."""
        return [] if self.relationships is UNSET else self.relationships

    @property
    def has_frequencies(self) -> bool:
        """Whether the file states how often anything happens; without that, nothing has a cost."""
        rates = [operation.per_day for operation in self.workload]
        rates += [entity.inserts_per_day for entity in self.entities]
        for link in self.links:
            navigation = given(link.navigation, Navigation())
            rates += [link.from_.count.adds_per_day, link.reassigned_per_day, link.child_updates_per_day]
            rates += [navigation.from_to_per_day, navigation.to_from_per_day]
        return any(map(stated, rates))

    @property
    def workload(self) -> list[Operation]:
        """The operations, an empty list where the file states none."""
        return [] if self.operations is UNSET else self.operations


# Two threads that ask msgspec (0.22) for a new type at once crash the process: the one that imports learns all.
msgspec.json.Decoder(Model)
