//! The kinds of operations that each library knows.

use std::ops::RangeInclusive;

use tezos_protocols::Protocol;

/// A kind, and the protocols whose layout the library writes.
type KnownKind = (&'static str, RangeInclusive<u64>);

/// The number of the protocol in development.
const LAST: u64 = Protocol::Alpha.number() as u64;

/// Any protocol.
const ANY: RangeInclusive<u64> = 4..=LAST;

/// `@taquito/local-forging`: the layouts of 025, which some earlier protocols have too.
const LOCAL_FORGING: &[KnownKind] = &[
    ("activate_account", ANY),
    ("attestation", 19..=LAST),
    ("attestation_with_dal", 19..=LAST),
    ("ballot", ANY),
    ("dal_publish_commitment", 19..=LAST),
    ("delegation", 5..=LAST),
    ("drain_delegate", 15..=LAST),
    ("failing_noop", 16..=LAST),
    ("increase_paid_storage", 14..=LAST),
    ("micheline", ANY),
    ("origination", 5..=LAST),
    ("proposals", ANY),
    ("register_global_constant", 11..=LAST),
    ("reveal", 23..=LAST),
    ("seed_nonce_revelation", ANY),
    ("set_deposits_limit", 12..=LAST),
    ("smart_rollup_add_messages", 16..=LAST),
    ("smart_rollup_execute_outbox_message", 16..=LAST),
    ("smart_rollup_originate", 18..=LAST),
    ("transaction", 18..=LAST),
    ("transfer_ticket", 13..=LAST),
    ("update_companion_key", 23..=LAST),
    ("update_consensus_key", 23..=LAST),
];

/// `@taquito/michel-codec` has no operations.
const MICHEL_CODEC: &[KnownKind] = &[("micheline", ANY)];

/// `pytezos`.
const PYTEZOS: &[KnownKind] = &[
    ("activate_account", ANY),
    ("attestation", 19..=LAST),
    ("attestation_with_dal", 19..=LAST),
    ("attestations_aggregate", 23..=LAST),
    ("delegation", 5..=LAST),
    ("double_consensus_operation_evidence", 23..=LAST),
    ("endorsement", 4..=11),
    ("endorsement_with_slot", 9..=11),
    ("failing_noop", 9..=LAST),
    ("micheline", ANY),
    ("origination", 5..=LAST),
    ("preattestation", 19..=LAST),
    ("preattestations_aggregate", 23..=LAST),
    ("register_global_constant", 11..=LAST),
    ("reveal", 23..=LAST),
    ("smart_rollup_add_messages", 16..=LAST),
    ("smart_rollup_execute_outbox_message", 16..=LAST),
    ("transaction", 18..=LAST),
    ("transfer_ticket", 13..=LAST),
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
