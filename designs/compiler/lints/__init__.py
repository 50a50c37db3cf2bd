"""Checks of a finished plan, one rule a module. The order is the order of findings."""

from __future__ import annotations

from ..placement.path_locator import Placement
from ..plan_model.compilation import Compilation
from ..plan_model.findings import Finding
from .base import Inspection, Lint
from .copies.computed_choice import LINT as COMPUTED_CHOICE
from .copies.computed_invariant import LINT as COMPUTED_INVARIANT
from .copies.copy_dropped import LINT as COPY_DROPPED
from .copies.copy_fanout_unindexed import LINT as COPY_FANOUT_UNINDEXED
from .copies.copy_hot import LINT as COPY_HOT
from .copies.copy_no_policy import LINT as COPY_NO_POLICY
from .copies.formula_prose import LINT as FORMULA_PROSE
from .copies.formula_unkept import LINT as FORMULA_UNKEPT
from .copies.result_expires import LINT as RESULT_EXPIRES
from .copies.subset_no_id import LINT as SUBSET_NO_ID
from .copies.subset_uncapped import LINT as SUBSET_UNCAPPED
from .copies.subset_write_heavy import LINT as SUBSET_WRITE_HEAVY
from .embedding.bloated import LINT as BLOATED
from .embedding.cold_embed import LINT as COLD_EMBED
from .embedding.doc_size import LINT as DOC_SIZE
from .embedding.embed_independent import LINT as EMBED_INDEPENDENT
from .embedding.embed_shared import LINT as EMBED_SHARED
from .embedding.embed_too_many import LINT as EMBED_TOO_MANY
from .embedding.nesting import LINT as NESTING
from .embedding.split_together import LINT as SPLIT_TOGETHER
from .embedding.unbounded_embed import LINT as UNBOUNDED_EMBED
from .indexes.esr_order import LINT as ESR_ORDER
from .indexes.idx_field_unknown import LINT as IDX_FIELD_UNKNOWN
from .indexes.idx_limits import LINT as IDX_LIMITS
from .indexes.idx_missing import LINT as IDX_MISSING
from .indexes.idx_prefix_redundant import LINT as IDX_PREFIX_REDUNDANT
from .indexes.idx_text_on_object import LINT as IDX_TEXT_ON_OBJECT
from .indexes.idx_unused import LINT as IDX_UNUSED
from .indexes.no_point import LINT as NO_POINT
from .indexes.partial_key import LINT as PARTIAL_KEY
from .indexes.partial_mismatch import LINT as PARTIAL_MISMATCH
from .indexes.read_all import LINT as READ_ALL
from .indexes.regex_scan import LINT as REGEX_SCAN
from .indexes.shard_key import LINT as SHARD_KEY
from .indexes.unique_few import LINT as UNIQUE_FEW
from .lifecycle.archived_early import LINT as ARCHIVED_EARLY
from .lifecycle.bucket_bounds import LINT as BUCKET_BOUNDS
from .lifecycle.bucket_no_unique import LINT as BUCKET_NO_UNIQUE
from .lifecycle.capped import LINT as CAPPED
from .lifecycle.every_document import LINT as EVERY_DOCUMENT
from .lifecycle.history_lost import LINT as HISTORY_LOST
from .lifecycle.legacy_api import LINT as LEGACY_API
from .lifecycle.outdated_advice import LINT as OUTDATED_ADVICE
from .lifecycle.shape_stays import LINT as SHAPE_STAYS
from .lifecycle.ts_rules import LINT as TS_RULES
from .lifecycle.ttl_embed import LINT as TTL_EMBED
from .lifecycle.ttl_field import LINT as TTL_FIELD
from .lifecycle.version_gaps import LINT as VERSION_GAPS
from .lifecycle.versions_often import LINT as VERSIONS_OFTEN
from .names.collection_twice import LINT as COLLECTION_TWICE
from .names.must_agree import LINT as MUST_AGREE
from .names.name_db_coll import LINT as NAME_DB_COLL
from .names.name_field import LINT as NAME_FIELD
from .names.poly_no_discrim import ASSUMED as SUBTYPES_ASSUMED
from .names.poly_no_discrim import LINT as POLY_NO_DISCRIM
from .names.tree_ends import LINT as TREE_ENDS
from .references.delete_refused import CLEARED as DELETE_CLEARS
from .references.delete_refused import LINT as DELETE_REFUSED
from .references.kind_suspect import LINT as KIND_SUSPECT
from .references.owner_unnamed import LINT as OWNER_UNNAMED
from .references.ref_no_index import LINT as REF_NO_INDEX
from .references.ref_target import LINT as REF_TARGET
from .references.ref_type import LINT as REF_TYPE
from .references.reference_expires import LINT as REFERENCE_EXPIRES
from .references.refs_too_many import LINT as REFS_TOO_MANY
from .references.ring_needed import LINT as RING_NEEDED
from .references.tenant_unnamed import LINT as TENANT_UNNAMED
from .references.tree_cycle import LINT as TREE_CYCLE
from .references.two_way_mismatch import LINT as TWO_WAY_MISMATCH
from .references.two_way_unbalanced import LINT as TWO_WAY_UNBALANCED
from .references.unbounded_refs import LINT as UNBOUNDED_REFS
from .types.attr_candidate import LINT as ATTR_CANDIDATE
from .types.bad_field import LINT as BAD_FIELD
from .types.bad_number import LINT as BAD_NUMBER
from .types.bad_operation import LINT as BAD_OPERATION
from .types.date_order import LINT as DATE_ORDER
from .types.date_string import LINT as DATE_STRING
from .types.id_type import LINT as ID_TYPE
from .types.impossible_number import LINT as IMPOSSIBLE_NUMBER
from .types.money_double import LINT as MONEY_DOUBLE
from .types.never_inserted import LINT as NEVER_INSERTED
from .types.sensitive import LINT as SENSITIVE
from .types.validator_id import LINT as VALIDATOR_ID
from .types.validator_keyword import LINT as VALIDATOR_KEYWORD
from .types.validator_sample import LINT as VALIDATOR_SAMPLE
from .workload.coll_count import LINT as COLL_COUNT
from .workload.data_size import LINT as DATA_SIZE
from .workload.eleven_questions import LINT as ELEVEN_QUESTIONS
from .workload.filter_unstated import LINT as FILTER_UNSTATED
from .workload.flag_mismatch import LINT as FLAG_MISMATCH
from .workload.growth_and_max import LINT as GROWTH_AND_MAX
from .workload.in_large import LINT as IN_LARGE
from .workload.link_unnamed import LINT as LINK_UNNAMED
from .workload.lookup_heavy import LINT as LOOKUP_HEAVY
from .workload.multi_write_no_tx import LINT as MULTI_WRITE_NO_TX
from .workload.never_set import LINT as NEVER_SET
from .workload.operation_unwritten import LINT as OPERATION_UNWRITTEN
from .workload.search_heavy import LINT as SEARCH_HEAVY
from .workload.shard_missing import LINT as SHARD_MISSING

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
    RESULT_EXPIRES,
    REFERENCE_EXPIRES,
    IDX_LIMITS,
    IDX_PREFIX_REDUNDANT,
    IDX_UNUSED,
    IDX_MISSING,
    IDX_FIELD_UNKNOWN,
    FORMULA_PROSE,
    FORMULA_UNKEPT,
    COMPUTED_CHOICE,
    IDX_TEXT_ON_OBJECT,
    NO_POINT,
    PARTIAL_MISMATCH,
    ESR_ORDER,
    REGEX_SCAN,
    READ_ALL,
    IN_LARGE,
    LOOKUP_HEAVY,
    COLL_COUNT,
    NAME_DB_COLL,
    COLLECTION_TWICE,
    NAME_FIELD,
    TREE_ENDS,
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
    VERSIONS_OFTEN,
    CAPPED,
    TS_RULES,
    SHARD_KEY,
    SHARD_MISSING,
    DATA_SIZE,
    SEARCH_HEAVY,
    VERSION_GAPS,
    SHAPE_STAYS,
    POLY_NO_DISCRIM,
    SUBTYPES_ASSUMED,
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
    BAD_FIELD,
    BAD_NUMBER,
    BAD_OPERATION,
    IMPOSSIBLE_NUMBER,
    ELEVEN_QUESTIONS,
    OPERATION_UNWRITTEN,
    TENANT_UNNAMED,
    MUST_AGREE,
    DELETE_REFUSED,
    DELETE_CLEARS,
    OWNER_UNNAMED,
    LINK_UNNAMED,
    EVERY_DOCUMENT,
    FILTER_UNSTATED,
    PARTIAL_KEY,
    NEVER_INSERTED,
    NEVER_SET,
    ARCHIVED_EARLY,
)


def run(compilation: Compilation, placement: Placement) -> tuple[Finding, ...]:
    """All findings of a compilation, in the order of LINTS and then of the design file, without
    those that the design sets aside."""
    seen = Inspection(compilation, placement)
    findings = tuple(finding for lint in LINTS for finding in lint.check(seen))
    return without_ignored(compilation, findings)


def without_ignored(compilation: Compilation, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The findings that the design's ``ignored`` list does not name by code and subject."""
    ignored = {(entry.code, entry.subject) for entry in compilation.model.ignored or ()}
    return tuple(finding for finding in findings if (finding.code, finding.subject) not in ignored)
