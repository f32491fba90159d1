//! The names of the tables, and what of a receipt is a table of its own.

/// The kinds of operations, with the table of each. A kind that was renamed is in the table of the new name, whose column `kind` has the name
/// of the protocol.
pub(crate) const KINDS: &[(&str, &str)] = &[
    ("activate_account", "activations"),
    ("attestation", "attestations"),
    ("attestation_with_dal", "attestations"),
    ("endorsement", "attestations"),
    ("endorsement_with_slot", "attestations"),
    ("attestations_aggregate", "attestations_aggregates"),
    ("ballot", "ballots"),
    ("dal_attestation", "dal_attestations"),
    ("dal_slot_availability", "dal_attestations"),
    ("dal_entrapment_evidence", "dal_entrapment_evidences"),
    ("dal_publish_commitment", "dal_publish_commitments"),
    ("dal_publish_slot_header", "dal_publish_commitments"),
    ("delegation", "delegations"),
    ("double_attestation_evidence", "double_attestation_evidences"),
    ("double_endorsement_evidence", "double_attestation_evidences"),
    ("double_baking_evidence", "double_baking_evidences"),
    ("double_consensus_operation_evidence", "double_consensus_operation_evidences"),
    ("double_preattestation_evidence", "double_preattestation_evidences"),
    ("double_preendorsement_evidence", "double_preattestation_evidences"),
    ("drain_delegate", "drain_delegates"),
    ("failing_noop", "failing_noops"),
    ("increase_paid_storage", "increase_paid_storages"),
    ("origination", "originations"),
    ("preattestation", "preattestations"),
    ("preendorsement", "preattestations"),
    ("preattestations_aggregate", "preattestations_aggregates"),
    ("proposals", "proposals"),
    ("register_global_constant", "register_global_constants"),
    ("reveal", "reveals"),
    ("sc_rollup_add_messages", "smart_rollup_add_messages"),
    ("sc_rollup_cement", "smart_rollup_cements"),
    ("sc_rollup_dal_slot_subscribe", "smart_rollup_dal_slot_subscribes"),
    ("sc_rollup_execute_outbox_message", "smart_rollup_execute_outbox_messages"),
    ("sc_rollup_originate", "smart_rollup_originations"),
    ("sc_rollup_publish", "smart_rollup_publishes"),
    ("sc_rollup_recover_bond", "smart_rollup_recover_bonds"),
    ("sc_rollup_refute", "smart_rollup_refutes"),
    ("sc_rollup_timeout", "smart_rollup_timeouts"),
    ("seed_nonce_revelation", "seed_nonce_revelations"),
    ("set_deposits_limit", "set_deposits_limits"),
    ("smart_rollup_add_messages", "smart_rollup_add_messages"),
    ("smart_rollup_cement", "smart_rollup_cements"),
    ("smart_rollup_execute_outbox_message", "smart_rollup_execute_outbox_messages"),
    ("smart_rollup_originate", "smart_rollup_originations"),
    ("smart_rollup_publish", "smart_rollup_publishes"),
    ("smart_rollup_recover_bond", "smart_rollup_recover_bonds"),
    ("smart_rollup_refute", "smart_rollup_refutes"),
    ("smart_rollup_timeout", "smart_rollup_timeouts"),
    ("transaction", "transactions"),
    ("transfer_ticket", "transfer_tickets"),
    ("tx_rollup_commit", "tx_rollup_commits"),
    ("tx_rollup_dispatch_tickets", "tx_rollup_dispatch_tickets"),
    ("tx_rollup_finalize_commitment", "tx_rollup_finalize_commitments"),
    ("tx_rollup_origination", "tx_rollup_originations"),
    ("tx_rollup_rejection", "tx_rollup_rejections"),
    ("tx_rollup_remove_commitment", "tx_rollup_remove_commitments"),
    ("tx_rollup_return_bond", "tx_rollup_return_bonds"),
    ("tx_rollup_submit_batch", "tx_rollup_submit_batches"),
    ("update_companion_key", "update_companion_keys"),
    ("update_consensus_key", "update_consensus_keys"),
    ("vdf_revelation", "vdf_revelations"),
    ("zk_rollup_origination", "zk_rollup_originations"),
    ("zk_rollup_publish", "zk_rollup_publishes"),
    ("zk_rollup_update", "zk_rollup_updates"),
];

/// Fields that are tables of their own, whatever contains them, with the table. A list has a row for each element.
pub(crate) const SIDE: &[(&str, &str)] = &[
    ("balance_updates", "balance_updates"),
    // Receipts of protocols 008 to 012 have both fields, with the same changes.
    ("big_map_diff", "early_big_map_diffs"),
    ("implicit_operations_results", "implicit_operations"),
    ("internal_operation_results", "internal_operations"),
    ("lazy_storage_diff", "big_map_diffs"),
    ("message", "rollup_messages"),
    ("storage", "storage"),
];

/// The field with the proof of a message of a rollup, and the table of the messages. The operation does not tell of which kind the rollup is: of a
/// proof of another kind, no message is known.
pub(crate) const PROOF: (&str, &str) = ("output_proof", "outbox_messages");

/// The field of a proof with the message.
pub(crate) const PROVED: &str = "output_proof_output";

/// The kind of internal operations that has a table of its own, and the table.
pub(crate) const EVENT: (&str, &str) = ("event", "events");

/// Returns true for the tables inside others whose rows are operations: they have an index among the internal operations, and a receipt.
pub(crate) fn is_operation(table: &str) -> bool {
    matches!(table, "internal_operations" | "events" | "implicit_operations")
}

/// Objects whose fields are columns of the row that contains them.
pub(crate) const FLAT: &[&str] = &["metadata", "operation_result", "result", "diff"];

/// The results among them, whose status concerns all that is inside.
pub(crate) const RESULTS: &[&str] = &["operation_result", "result"];

/// The fields with the contents of an operation.
pub(crate) const CONTENTS: &[&str] = &["contents", "contents_and_signature_prefix"];

/// Columns that were renamed: the old and the new name. The table has the new one.
pub(crate) const RENAMED: &[(&str, &str)] = &[
    ("endorsement", "attestation"),
    ("endorsement_power", "consensus_power"),
    ("preendorsement_power", "consensus_power"),
    ("signature_suffix", "signature"),
];

/// Returns the table of a kind of operations.
///
/// ```
/// use tezos_archive_tables::table_of;
/// assert_eq!(table_of("endorsement"), Some("attestations"));
/// ```
#[must_use]
pub fn table_of(kind: &str) -> Option<&'static str> {
    KINDS.iter().find(|(known, _)| *known == kind).map(|(_, table)| *table)
}

/// Returns the table of a field that is one.
pub(crate) fn side_table(field: &str) -> Option<&'static str> {
    SIDE.iter().find(|(name, _)| *name == field).map(|(_, table)| *table)
}

/// Returns the name of the column of a field.
pub(crate) fn column(field: &str) -> &str {
    RENAMED.iter().find(|(old, _)| *old == field).map_or(field, |(_, new)| new)
}
