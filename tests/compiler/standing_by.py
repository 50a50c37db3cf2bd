"""Which tests stand by each module of the compiler, the likeliest to notice a change of it first."""

from __future__ import annotations

WIDE = (
    "test_rules_matter.py",
    "test_thresholds.py",
    "test_conflicts.py",
    "test_fixtures.py",
    "test_golden.py",
)
SIDES = WIDE[:3]
JUDGING = (
    "test_gates.py",
    "test_composing.py",
    "test_composing_sizes.py",
    "test_composing_references.py",
    "test_composing_kinds.py",
)
FOLDERS = {
    "guidelines": "rules/guidelines/*.py",
    "lints": "lints/**/*.py",
    "patterns": "plan/patterns/*.py",
    "indexes": "plan/indexes/*.py",
}
AREAS = {
    "guidelines": ("test_deciding.py", "test_unfit.py", *SIDES),
    "lints": ("lints/test_registry.py", "test_fixes.py", "test_conflicts.py"),
    "patterns": ("test_sample_documents.py", *SIDES),
    "indexes": (
        "test_indexes.py",
        "test_indexes_of_strategies.py",
        "test_indexes_not_made.py",
        "test_indexes_declared.py",
        "test_indexes_of_measurements.py",
        "test_id_arrays.py",
        "test_narrowing.py",
        "patterns/test_poly_single.py",
        "patterns/test_attribute.py",
        "patterns/test_history.py",
        "patterns/test_retention.py",
        "test_known_by.py",
        "lints/test_idx_missing.py",
        "lints/test_idx_prefix_redundant.py",
        "lints/test_idx_limits.py",
        "lints/test_ttl_field.py",
        "lints/test_shard_key.py",
    ),
}
_ATTRIBUTES = (
    "patterns/test_attribute.py",
    "patterns/test_attribute_in_lists.py",
    "patterns/test_attribute_in_objects.py",
    "patterns/test_attribute_on_links.py",
    "patterns/test_attribute_sizes.py",
    "lints/test_attr_candidate.py",
)
_KINDS = (
    "test_kinds.py",
    "test_composing_kinds.py",
    "patterns/test_poly_single.py",
    "patterns/test_poly_split.py",
    "test_kinds_inside_themselves.py",
)
# What rules are asked with and what their answers become.
DERIVING = {
    "strategies/__init__": ("strategies/test_questions.py", "strategies/test_table.py"),
    "attributes/attribute_groups": _ATTRIBUTES,
    "rules/deciding": ("test_deciding.py",),
    "composition/composed_size": JUDGING[1:],
    "composition/element_identity": ("test_element_ids.py", *JUDGING[1:]),
    "workload/subtypes": _KINDS,
    "placement/inherited_computed": ("test_inherited.py", *_KINDS),
    "placement/views": ("test_narrowing.py", *_KINDS),
    "placement/retention_scope": (
        "patterns/test_retention.py",
        "test_left_behind.py",
        "lints/test_ttl_embed.py",
    ),
    "workload/document_history": (
        "test_histories.py",
        "patterns/test_history.py",
        "test_known_by.py",
        "lints/test_history_lost.py",
    ),
    "composition/reference_array_size": (
        "test_id_arrays.py",
        "lints/test_refs_too_many.py",
        "test_composing_sizes.py",
    ),
    "plan/document_counts": ("test_crowds.py", "test_forecast.py"),
    "plan/validators": (
        "test_validators.py",
        "test_validators_hold.py",
        "lints/test_validator_sample.py",
        "patterns/test_schema_version.py",
        "patterns/test_poly_single.py",
    ),
    "rules/choices": (
        "test_choices.py",
        "test_indexes_of_strategies.py",
        "test_offers.py",
        "test_deciding.py",
        "lints/test_ring_needed.py",
    ),
    "workload/input_derivations": ("test_measures.py", "test_traffic.py", "test_pricing.py"),
    "workload/traffic": ("test_traffic.py", "test_measures.py"),
    "attributes/declared_groups": _ATTRIBUTES,
    "workload/expiry": (
        "test_gates.py",
        "test_composing_sizes.py",
        "guidelines/test_kinds_together.py",
        "lints/test_ttl_embed.py",
        "guidelines/test_page_or_window.py",
    ),
    "placement/schema_versions": (
        "test_shapes.py",
        "lints/test_version_gaps.py",
        "lints/test_shape_stays.py",
        "statements/test_versions.py",
    ),
    "attributes/computed_refresh": ("lints/test_computed_choice.py",),
    "workload/time_series": ("guidelines/test_native_time_series.py", "lints/test_ts_rules.py"),
    "cost/pricing": ("test_pricing.py", "test_cost.py"),
    "cost/columns": ("test_pricing.py", "test_cost.py"),
    "composition/embedding_graph": (
        "test_composing.py",
        "test_composing_kinds.py",
        "test_composing_references.py",
        "test_composing_sizes.py",
        "guidelines/test_kinds_together.py",
        "lints/test_ttl_embed.py",
    ),
    "rules/copies": (
        "test_copying.py",
        "patterns/test_extended_reference.py",
        "lints/test_copy_no_policy.py",
    ),
}
WITH_OTHERS = {  # modules that have several tests
    "composing": ("test_wild_designs.py",),
    "patterns.attribute": _ATTRIBUTES,
    "patterns.poly_split": ("test_kinds_inside_themselves.py",),
    "lints.formula_unkept": ("test_kinds_inside_themselves.py",),
}
ELSEWHERE = {  # modules that are tested under another name
    "computed_refresh": "lints/test_computed_choice.py",
    "conflicts": "test_composing.py",
    "copies": "test_copying.py",
    "document_counts": "test_crowds.py",
    "input_derivations": "test_measures.py",
    "reference_array_size": "test_id_arrays.py",
}
