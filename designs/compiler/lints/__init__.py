"""Checks of a finished plan, one rule a module. The order is the order of findings."""

from __future__ import annotations

from ..findings import Finding
from ..physical import Compilation
from ..placing import Placement
from .base import Inspection, Lint
from .bucket_no_unique import LINT as BUCKET_NO_UNIQUE
from .capped import LINT as CAPPED
from .collection_twice import LINT as COLLECTION_TWICE
from .copy_dropped import LINT as COPY_DROPPED
from .copy_fanout_unindexed import LINT as COPY_FANOUT_UNINDEXED
from .copy_hot import LINT as COPY_HOT
from .copy_no_policy import LINT as COPY_NO_POLICY
from .date_string import LINT as DATE_STRING
from .doc_size import LINT as DOC_SIZE
from .embed_too_many import LINT as EMBED_TOO_MANY
from .formula_prose import LINT as FORMULA_PROSE
from .formula_unkept import LINT as FORMULA_UNKEPT
from .id_type import LINT as ID_TYPE
from .idx_field_unknown import LINT as IDX_FIELD_UNKNOWN
from .idx_limits import LINT as IDX_LIMITS
from .idx_prefix_redundant import LINT as IDX_PREFIX_REDUNDANT
from .money_double import LINT as MONEY_DOUBLE
from .multi_write_no_tx import LINT as MULTI_WRITE_NO_TX
from .name_db_coll import LINT as NAME_DB_COLL
from .name_field import LINT as NAME_FIELD
from .nesting import LINT as NESTING
from .operation_unwritten import LINT as OPERATION_UNWRITTEN
from .ref_no_index import LINT as REF_NO_INDEX
from .ref_target import LINT as REF_TARGET
from .ref_type import LINT as REF_TYPE
from .refs_too_many import LINT as REFS_TOO_MANY
from .subset_uncapped import LINT as SUBSET_UNCAPPED
from .ttl_embed import LINT as TTL_EMBED
from .ttl_field import LINT as TTL_FIELD
from .two_way_unbalanced import LINT as TWO_WAY_UNBALANCED
from .unbounded_embed import LINT as UNBOUNDED_EMBED
from .unbounded_refs import LINT as UNBOUNDED_REFS
from .validator_id import LINT as VALIDATOR_ID
from .validator_keyword import LINT as VALIDATOR_KEYWORD
from .validator_sample import LINT as VALIDATOR_SAMPLE

LINTS: tuple[Lint, ...] = (
    UNBOUNDED_EMBED,
    UNBOUNDED_REFS,
    EMBED_TOO_MANY,
    REFS_TOO_MANY,
    DOC_SIZE,
    NESTING,
    REF_NO_INDEX,
    REF_TYPE,
    REF_TARGET,
    TWO_WAY_UNBALANCED,
    MULTI_WRITE_NO_TX,
    COPY_NO_POLICY,
    COPY_HOT,
    COPY_DROPPED,
    COPY_FANOUT_UNINDEXED,
    SUBSET_UNCAPPED,
    BUCKET_NO_UNIQUE,
    IDX_LIMITS,
    IDX_PREFIX_REDUNDANT,
    IDX_FIELD_UNKNOWN,
    FORMULA_PROSE,
    FORMULA_UNKEPT,
    NAME_DB_COLL,
    COLLECTION_TWICE,
    NAME_FIELD,
    ID_TYPE,
    VALIDATOR_KEYWORD,
    VALIDATOR_ID,
    VALIDATOR_SAMPLE,
    MONEY_DOUBLE,
    DATE_STRING,
    TTL_FIELD,
    TTL_EMBED,
    CAPPED,
    OPERATION_UNWRITTEN,
)


def run(compilation: Compilation, made_from: Placement | None = None) -> tuple[Finding, ...]:
    """All findings of a compilation, in the order of LINTS and then of the design file, without
    those that the design sets aside."""
    seen = Inspection(compilation, made_from)
    found = tuple(finding for lint in LINTS for finding in lint.check(seen))
    return without_ignored(compilation, found)


def without_ignored(compilation: Compilation, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The findings that the design's ``ignored`` list does not name by code and subject."""
    ignored = {(one.code, one.subject) for one in compilation.model.ignored or ()}
    return tuple(one for one in findings if (one.code, one.subject) not in ignored)
