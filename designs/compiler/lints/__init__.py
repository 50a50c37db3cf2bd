"""Checks of a finished plan, one rule a module. The order is the order of findings."""

from __future__ import annotations

from ..compilation import Compilation
from ..findings import Finding
from ..placing import Placement
from .attr_candidate import LINT as ATTR_CANDIDATE
from .bad_number import LINT as BAD_NUMBER
from .base import Inspection, Lint
from .bloated import LINT as BLOATED
from .bucket_bounds import LINT as BUCKET_BOUNDS
from .bucket_no_unique import LINT as BUCKET_NO_UNIQUE
from .capped import LINT as CAPPED
from .cold_embed import LINT as COLD_EMBED
from .coll_count import LINT as COLL_COUNT
from .collection_twice import LINT as COLLECTION_TWICE
from .computed_choice import LINT as COMPUTED_CHOICE
from .computed_invariant import LINT as COMPUTED_INVARIANT
from .copy_dropped import LINT as COPY_DROPPED
from .copy_fanout_unindexed import LINT as COPY_FANOUT_UNINDEXED
from .copy_hot import LINT as COPY_HOT
from .copy_no_policy import LINT as COPY_NO_POLICY
from .date_order import LINT as DATE_ORDER
from .date_string import LINT as DATE_STRING
from .doc_size import LINT as DOC_SIZE
from .eleven_questions import LINT as ELEVEN_QUESTIONS
from .embed_independent import LINT as EMBED_INDEPENDENT
from .embed_shared import LINT as EMBED_SHARED
from .embed_too_many import LINT as EMBED_TOO_MANY
from .esr_order import LINT as ESR_ORDER
from .flag_mismatch import LINT as FLAG_MISMATCH
from .formula_prose import LINT as FORMULA_PROSE
from .formula_unkept import LINT as FORMULA_UNKEPT
from .growth_and_max import LINT as GROWTH_AND_MAX
from .history_lost import LINT as HISTORY_LOST
from .id_type import LINT as ID_TYPE
from .idx_field_unknown import LINT as IDX_FIELD_UNKNOWN
from .idx_limits import LINT as IDX_LIMITS
from .idx_missing import LINT as IDX_MISSING
from .idx_prefix_redundant import LINT as IDX_PREFIX_REDUNDANT
from .idx_text_on_object import LINT as IDX_TEXT_ON_OBJECT
from .idx_unused import LINT as IDX_UNUSED
from .impossible_number import LINT as IMPOSSIBLE_NUMBER
from .in_large import LINT as IN_LARGE
from .kind_suspect import LINT as KIND_SUSPECT
from .legacy_api import LINT as LEGACY_API
from .lookup_heavy import LINT as LOOKUP_HEAVY
from .money_double import LINT as MONEY_DOUBLE
from .multi_write_no_tx import LINT as MULTI_WRITE_NO_TX
from .name_db_coll import LINT as NAME_DB_COLL
from .name_field import LINT as NAME_FIELD
from .nesting import LINT as NESTING
from .operation_unwritten import LINT as OPERATION_UNWRITTEN
from .outdated_advice import LINT as OUTDATED_ADVICE
from .partial_mismatch import LINT as PARTIAL_MISMATCH
from .poly_no_discrim import LINT as POLY_NO_DISCRIM
from .ref_no_index import LINT as REF_NO_INDEX
from .ref_target import LINT as REF_TARGET
from .ref_type import LINT as REF_TYPE
from .refs_too_many import LINT as REFS_TOO_MANY
from .regex_scan import LINT as REGEX_SCAN
from .ring_needed import LINT as RING_NEEDED
from .sensitive import LINT as SENSITIVE
from .shape_stays import LINT as SHAPE_STAYS
from .shard_key import LINT as SHARD_KEY
from .split_together import LINT as SPLIT_TOGETHER
from .subset_no_id import LINT as SUBSET_NO_ID
from .subset_uncapped import LINT as SUBSET_UNCAPPED
from .subset_write_heavy import LINT as SUBSET_WRITE_HEAVY
from .tree_cycle import LINT as TREE_CYCLE
from .ts_rules import LINT as TS_RULES
from .ttl_embed import LINT as TTL_EMBED
from .ttl_field import LINT as TTL_FIELD
from .two_way_mismatch import LINT as TWO_WAY_MISMATCH
from .two_way_unbalanced import LINT as TWO_WAY_UNBALANCED
from .unbounded_embed import LINT as UNBOUNDED_EMBED
from .unbounded_refs import LINT as UNBOUNDED_REFS
from .unique_few import LINT as UNIQUE_FEW
from .validator_id import LINT as VALIDATOR_ID
from .validator_keyword import LINT as VALIDATOR_KEYWORD
from .validator_sample import LINT as VALIDATOR_SAMPLE
from .version_gaps import LINT as VERSION_GAPS

LINTS: tuple[Lint, ...] = (
    UNBOUNDED_EMBED,
    UNBOUNDED_REFS,
    EMBED_TOO_MANY,
    REFS_TOO_MANY,
    DOC_SIZE,
    BLOATED,
    NESTING,
    EMBED_SHARED,
    EMBED_INDEPENDENT,
    COLD_EMBED,
    SPLIT_TOGETHER,
    REF_NO_INDEX,
    REF_TYPE,
    REF_TARGET,
    TWO_WAY_MISMATCH,
    TWO_WAY_UNBALANCED,
    MULTI_WRITE_NO_TX,
    COPY_NO_POLICY,
    COPY_HOT,
    COPY_DROPPED,
    COPY_FANOUT_UNINDEXED,
    SUBSET_UNCAPPED,
    SUBSET_NO_ID,
    SUBSET_WRITE_HEAVY,
    BUCKET_BOUNDS,
    BUCKET_NO_UNIQUE,
    COMPUTED_INVARIANT,
    IDX_LIMITS,
    IDX_PREFIX_REDUNDANT,
    IDX_UNUSED,
    IDX_MISSING,
    IDX_FIELD_UNKNOWN,
    FORMULA_PROSE,
    FORMULA_UNKEPT,
    COMPUTED_CHOICE,
    IDX_TEXT_ON_OBJECT,
    PARTIAL_MISMATCH,
    ESR_ORDER,
    REGEX_SCAN,
    IN_LARGE,
    LOOKUP_HEAVY,
    COLL_COUNT,
    NAME_DB_COLL,
    COLLECTION_TWICE,
    NAME_FIELD,
    ID_TYPE,
    VALIDATOR_KEYWORD,
    VALIDATOR_ID,
    VALIDATOR_SAMPLE,
    MONEY_DOUBLE,
    DATE_STRING,
    DATE_ORDER,
    TTL_FIELD,
    TTL_EMBED,
    HISTORY_LOST,
    CAPPED,
    TS_RULES,
    SHARD_KEY,
    VERSION_GAPS,
    SHAPE_STAYS,
    POLY_NO_DISCRIM,
    ATTR_CANDIDATE,
    TREE_CYCLE,
    KIND_SUSPECT,
    RING_NEEDED,
    UNIQUE_FEW,
    SENSITIVE,
    LEGACY_API,
    OUTDATED_ADVICE,
    FLAG_MISMATCH,
    GROWTH_AND_MAX,
    BAD_NUMBER,
    IMPOSSIBLE_NUMBER,
    ELEVEN_QUESTIONS,
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
