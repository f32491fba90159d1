//! The kinds of operations that each library knows.

use std::ops::RangeInclusive;

/// A kind, and the protocols whose layout the library writes.
type KnownKind = (&'static str, RangeInclusive<u64>);

/// Any protocol.
const ANY: RangeInclusive<u64> = 4..=26;

/// `@taquito/local-forging`: the layouts of 025, which some earlier protocols have too.
const LOCAL_FORGING: &[KnownKind] = &[
    ("activate_account", ANY),
    ("attestation", 19..=26),
    ("attestation_with_dal", 19..=26),
    ("ballot", ANY),
    ("dal_publish_commitment", 19..=26),
    ("delegation", 5..=26),
    ("drain_delegate", 15..=26),
    ("failing_noop", 16..=26),
    ("increase_paid_storage", 14..=26),
    ("micheline", ANY),
    ("origination", 5..=26),
    ("proposals", ANY),
    ("register_global_constant", 11..=26),
    ("reveal", 23..=26),
    ("seed_nonce_revelation", ANY),
    ("set_deposits_limit", 12..=26),
    ("smart_rollup_add_messages", 16..=26),
    ("smart_rollup_execute_outbox_message", 16..=26),
    ("smart_rollup_originate", 18..=26),
    ("transaction", 18..=26),
    ("transfer_ticket", 13..=26),
    ("update_companion_key", 23..=26),
    ("update_consensus_key", 23..=26),
];

/// `@taquito/michel-codec` has no operations.
const MICHEL_CODEC: &[KnownKind] = &[("micheline", ANY)];

/// `pytezos`.
const PYTEZOS: &[KnownKind] = &[
    ("activate_account", ANY),
    ("attestation", 19..=26),
    ("attestation_with_dal", 19..=26),
    ("attestations_aggregate", 23..=26),
    ("delegation", 5..=26),
    ("double_consensus_operation_evidence", 23..=26),
    ("endorsement", 4..=11),
    ("endorsement_with_slot", 9..=11),
    ("failing_noop", 9..=26),
    ("micheline", ANY),
    ("origination", 5..=26),
    ("preattestation", 19..=26),
    ("preattestations_aggregate", 23..=26),
    ("register_global_constant", 11..=26),
    ("reveal", 23..=26),
    ("smart_rollup_add_messages", 16..=26),
    ("smart_rollup_execute_outbox_message", 16..=26),
    ("transaction", 18..=26),
    ("transfer_ticket", 13..=26),
];

/// Returns the kinds that a library knows.
pub(crate) fn kinds(library: &str) -> &'static [KnownKind] {
    match library {
        "local-forging" => LOCAL_FORGING,
        "michel-codec" => MICHEL_CODEC,
        "pytezos" => PYTEZOS,
        _ => &[],
    }
}
