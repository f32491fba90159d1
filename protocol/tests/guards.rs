//! The guards of the reference: for each, the protocols that have it, the OCaml source, and a value on each side of its boundary.
//!
//! `protocol/tests/limits.rs` has more values of each, and the limits of sizes.

use std::collections::{BTreeMap, BTreeSet};

use tezos_encoding::schema::{self, CheckKind, Encoding, Rule};
use tezos_encoding::{Encode, HasEncoding, N, Z};
use tezos_hashes::hash::ContextHash;
use tezos_protocols::Protocol::{self, Hangzhou, Lima, Mumbai};
use tezos_protocols::block::VotesEma;
use tezos_protocols::chain::{
    BallotVote, ConsumedMilligas, Milligas, OldBalanceUpdate, Period, RawLevel, Round, RoundFitness, TokenTransfer,
};
use tezos_protocols::constants::{
    BelowOne, CacheSize, MaxBonus, NonNegative, Percentage, Positive, Ratio, UpToOne, WholePercentage,
};
use tezos_protocols::header::FullHeader;
use tezos_protocols::keys::Signature;
use tezos_protocols::micheline::Micheline;
use tezos_protocols::numbers::Mutez;
use tezos_protocols::operation::{
    ConsensusContent, ContentsList, Delegation, EntrypointName, Manager, Operation, TransferTicket,
};
use tezos_protocols::receipt::ConsumedGas;
use tezos_protocols::registry;
use tezos_protocols::rollup::merkle::{self, ProofValue, StreamProof, v1, v2_2, v2_32};
use tezos_protocols::rollup::{sc, smart, tx, zk};

use crate::samples::protocols;

/// A guard, or a conversion that raises.
struct Guard {
    /// The name of the check in the schema.
    name: &'static str,
    /// Whether it guards, which determines the name of the error.
    kind: CheckKind,
    /// The first and the last protocol that has it.
    since: Protocol,
    until: Protocol,
    /// The OCaml file in `src` of tezos-mirror, without `proto_*/lib_protocol` for a file of protocols, and the definition.
    source: &'static str,
    /// The encoding with which the values are read.
    encoding: &'static Encoding,
    /// The value next to the boundary that is accepted, and the one that is refused; none if no value is.
    good: Vec<u8>,
    bad: Vec<u8>,
}

fn sized(bytes: &[u8]) -> Vec<u8> {
    [&u32::try_from(bytes.len()).unwrap().to_be_bytes(), bytes].concat()
}

fn n(number: u128) -> Vec<u8> {
    N::new(number).to_bytes().unwrap()
}

fn z(number: i128) -> Vec<u8> {
    Z::from(number).to_bytes().unwrap()
}

/// Defines guards by rows: `Kind "name", since..=until, "source" Type: good => bad;`.
macro_rules! guards {
    ($($kind:ident $name:literal, $since:ident..=$until:ident, $source:literal $type:ty: $good:expr => $bad:expr;)+) => {
        vec![$(Guard {
            name: $name,
            kind: CheckKind::$kind,
            since: Protocol::$since,
            until: Protocol::$until,
            source: $source,
            encoding: <$type>::ENCODING,
            good: $good.to_vec(),
            bad: $bad.to_vec(),
        }),+]
    };
}

/// All guards.
fn table() -> Vec<Guard> {
    let hash = [7; 32];
    // Gas, with all other fields of an operation, of a result and of a file.
    let manager = |gas: u128| [&[0][..], &[7; 20], &[0, 0], &n(gas), &[0, 0]].concat();
    let consumed = |gas: u128, milligas: u128| [n(gas), n(milligas)].concat();
    let token = |gas: u128| [&[0; 8][..], &[0, 0, 0, 0xff], &n(gas), &[0]].concat();
    let change = |change: i64| [&[0, 0, 0][..], &[7; 20], &change.to_be_bytes()].concat();
    // Several contents, with two manager operations or two votes.
    let delegation = [&[110][..], &manager(0)].concat();
    let ballot = |vote| [&[6, 0][..], &[7; 20], &[0; 4], &hash, &[vote]].concat();
    let signed = |contents: &[u8], prefix: &[u8], after: &[u8]| [&hash[..], contents, prefix, after, &[7; 64]].concat();
    let attestation = |level: i32| [&[0, 1][..], &level.to_be_bytes(), &[0; 4], &hash].concat();
    let fitness =
        |locked: i32| [&[0, 0, 0, 1, 1][..], &locked.to_be_bytes(), &[0, 0, 0, 9], &3_i32.to_be_bytes()].concat();
    let ticket = |amount: u128, entrypoint: usize| {
        let expression = sized(&[3, 11]);
        let contract = [&[1][..], &[4; 20], &[0]].concat();
        let entrypoint = sized(&vec![b'a'; entrypoint]);
        [&expression[..], &expression, &contract, &n(amount), &contract, &entrypoint].concat()
    };
    let annotated = |annotation: &[u8]| [&[4, 3][..], &sized(annotation)].concat();
    let fraction = |numerator: i128, denominator: i128| [z(numerator), z(denominator)].concat();
    let circuit = |name: u8| [&sized(&[name])[..], &[0]].concat();
    let order: [u8; 32] =
        hex::decode("01000000fffffffffe5bfeff02a4bd5305d8a10908d83933487d9d2953a7ed73").unwrap().try_into().unwrap();
    let mut below_order = order;
    below_order[0] = 0;
    let address = |text: &str| sized(text.as_bytes());
    let rollup = tezos_hashes::protocol::ScRollupHash([7; 20]).to_string();
    let header = |vote: u8| {
        let shell = [&[0; 4 + 1 + 32 + 8 + 1][..], &[0; 32], &sized(&[]), &hash].concat();
        [&shell[..], &hash, &[0; 4], &[0; 8], &[0, vote], &[7; 64]].concat()
    };
    // Proofs.
    let commitment = |ticks: i64| [&hash[..], &[0; 4], &hash, &ticks.to_be_bytes()].concat();
    let value = |tag: u8, prefix: usize, bytes: usize| {
        let size = u32::try_from(bytes).unwrap().to_be_bytes();
        [&[tag][..], &size[4 - prefix..], &vec![7; bytes]].concat()
    };
    let first = |state: &[u8]| [&[0, 1, 0][..], &hash, &[0], &hash, state].concat();
    let first_entry = |tree: &[u8]| [&[2][..], &sized(&[&[0], tree].concat())].concat();
    let first_inode = |tree: &[u8]| [&[4, 0, 0, 0, 0, 0, 0, 0, 5, 0][..], &sized(&[&[3], tree].concat())].concat();
    let first_extender = |segment: u8| [&[0, 0, 0, 0, 0, 0, 0, 5, 1, segment][..], &[0], &hash].concat();
    let later = |state: &[u8]| [&[0, 0, 1][..], &hash, &hash, state].concat();
    let part = [&[0xc0][..], &hash].concat();
    let halves = |left: &[u8], right: &[u8]| [&[0, 5][..], left, right].concat();
    let extender = |segment: u8| [&[0, 5, 1, segment, 0xc0][..], &hash].concat();
    let stream_inode = |proofs: (Option<ContextHash>, Option<ContextHash>)| StreamProof {
        version: 1,
        before: merkle::KindedHash::Value { value: ContextHash(hash) },
        after: merkle::KindedHash::Value { value: ContextHash(hash) },
        state: vec![merkle::Element::Inode { inode: merkle::StreamInode { length: 5, proofs } }],
    };
    let half = stream_inode((Some(ContextHash(hash)), None)).to_bytes().unwrap();
    let no_half = [&half[..67], &sized(&[0, 5])].concat();
    let dense = {
        use v2_32::{AnyInodeTree, AnyTree, Inode, InodeProofs, InodeTree, LeafInodeTree, OtherInodeTree, Tree};
        let blinded = LeafInodeTree::BlindedInode { blinded_inode: ContextHash(hash) };
        let child = InodeTree(AnyInodeTree::Other { other: OtherInodeTree::Other { other: blinded } });
        let inode = Inode { length: 5, proofs: InodeProofs::Dense { dense_proof: vec![child; 32].into() } };
        let kinded = merkle::KindedHash::Value { value: ContextHash(hash) };
        v2_32::TreeProof { version: 1, before: kinded, after: kinded, state: Tree(AnyTree::Inode { inode }) }
    };
    let step = sc::LimaProof { pvm_step: sc::LimaMachineStep::Arith { proof: dense.clone() }, input_proof: None };
    let (dense, step) = (dense.to_bytes().unwrap(), Lima.encode(&step).unwrap());
    let stream_extender =
        |segment: u8| [&[0, 0, 1][..], &hash, &hash, &sized(&[&[0xe0, 5, 1, segment][..], &hash].concat())].concat();

    guards! {
        Conversion "Mutez::is_amount", PtCJ7pwo..=Alpha, "tez_repr.ml, encoding"
            Mutez: n((1 << 63) - 1) => n(1 << 63);
        Conversion "Milligas::is_amount", Florence..=Alpha, "saturation_repr.ml, z_encoding"
            Milligas: z((1 << 62) - 2) => z((1 << 62) - 1);
        Conversion "ConsumedMilligas::is_amount", Florence..=Alpha, "saturation_repr.ml, n_encoding"
            ConsumedMilligas: n((1 << 62) - 2) => n((1 << 62) - 1);
        Conversion "ConsumedGas::is_rounded", Delphi..=Jakarta, "apply_results.ml, Manager_result.make"
            ConsumedGas: consumed(2, 1001) => consumed(1, 1001);
        Conversion "is_gas", Florence..=Alpha, "gas_limit_repr.ml, Arith.n_integral_encoding"
            Manager<Delegation>: manager(4_611_686_018_427_387) => manager(4_611_686_018_427_388);
        Conversion "is_gas_limit", Edo..=Alpha, "client_proto_fa12.ml, token_transfer_encoding"
            TokenTransfer: token(4_611_686_018_427_387) => token(4_611_686_018_427_388);
        Conversion "is_change", PtCJ7pwo..=Nairobi, "receipt_repr.ml (delegate_storage.ml until 008), balance_update_encoding"
            OldBalanceUpdate: change(i64::MIN + 1) => change(i64::MIN);
        Conversion "TryFrom<BallotNumber>", PtCJ7pwo..=Alpha, "vote_repr.ml, ballot_encoding"
            BallotVote: [2] => [3];
        Guard "BallotNumber::is_ballot", Hangzhou..=Alpha, "vote_repr.ml, ballot_encoding"
            BallotVote: [2] => [3];
        Conversion "annotations", PtCJ7pwo..=Granada, "lib_micheline/micheline_encoding.ml, annots_encoding"
            Micheline: annotated(&[b'%'; 255]) => annotated(&[b'%'; 256]);
        Guard "annotations", Hangzhou..=Alpha, "lib_micheline/micheline_encoding.ml, annots_encoding"
            Micheline: annotated(b"%a") => annotated(b"a");
        Conversion "can_stand_together", PtCJ7pwo..=Granada, "operation_repr.ml, contents_list_encoding"
            ContentsList: ballot(0) => [ballot(0), ballot(0)].concat();
        Guard "can_stand_together", Hangzhou..=Alpha, "operation_repr.ml, contents_list_encoding"
            ContentsList: &[&delegation[..], &delegation].concat() => [ballot(0), ballot(0)].concat();
        Conversion "of_contents_and_signature_prefix", PtCJ7pwo..=Granada, "operation_repr.ml, protocol_data_encoding"
            Operation: signed(&ballot(0), &[], &[]) => signed(&ballot(0), &ballot(0), &[]);
        Guard "of_contents_and_signature_prefix", Hangzhou..=Alpha, "operation_repr.ml, protocol_data_encoding"
            Operation: signed(&ballot(0), &[], &[]) => signed(&ballot(0), &ballot(0), &[]);
        Conversion "TryFrom<SignatureBytes>", PtCJ7pwo..=Alpha, "lib_crypto/signature_v3.ml, encoding"
            Signature: [7; 64] => [7; 63];
        Guard "RawLevel::is_level", Hangzhou..=Alpha, "raw_level_repr.ml, encoding"
            RawLevel: [0; 4] => [0xff; 4];
        Guard "is_level", Hangzhou..=Alpha, "operation_repr.ml, consensus_content_encoding"
            ConsensusContent: attestation(0) => attestation(-1);
        Guard "Round::is_round", Ithaca..=Alpha, "round_repr.ml, encoding"
            Round: [0; 4] => [0xff; 4];
        Guard "RoundFitness::is_locked_below", Ithaca..=Alpha, "fitness_repr.ml, encoding"
            RoundFitness: fitness(2) => fitness(3);
        Guard "Period::is_period", Ithaca..=Alpha, "period_repr.ml, encoding"
            Period: [0; 8] => [0xff; 8];
        Guard "VotesEma::is_in_bounds", Jakarta..=Alpha, "votes_EMA_repr.ml (liquidity_baking_repr.ml until 017), encoding"
            VotesEma: 2_000_000_000_i32.to_be_bytes() => 2_000_000_001_i32.to_be_bytes();
        Guard "ToggleNumber::is_vote", Jakarta..=Nairobi, "liquidity_baking_repr.ml, liquidity_baking_toggle_vote_encoding"
            FullHeader: header(2) => header(3);
        Conversion "TryFrom<ToggleNumber>", Jakarta..=Nairobi, "liquidity_baking_repr.ml, liquidity_baking_toggle_vote_encoding"
            FullHeader: header(2) => header(3);
        Guard "EntrypointName::is_short", Jakarta..=Alpha, "entrypoint_repr.ml, simple_encoding"
            EntrypointName: sized(&[b'a'; 31]) => sized(&[b'a'; 32]);
        Guard "is_positive", Lima..=Alpha, "ticket_amount.ml, encoding"
            TransferTicket: ticket(1, 3) => ticket(0, 3);
        Guard "CacheSize::is_size", Hangzhou..=Ithaca, "constants_repr.ml, fixed_encoding"
            CacheSize: ((1_i64 << 62) - 1).to_be_bytes() => (1_i64 << 62).to_be_bytes();
        Guard "Ratio::is_ratio", Ithaca..=Alpha, "ratio_repr.ml (constants_repr.ml in 012), encoding"
            Ratio: [0, 1, 0, 1] => [0, 1, 0, 0];
        Guard "WholePercentage::is_percentage", Oxford..=Oxford, "int_percentage.ml, encoding"
            WholePercentage: [100] => [101];
        Guard "Percentage::is_percentage", ParisB..=Alpha, "percentage.ml, encoding"
            Percentage: 10_000_u16.to_be_bytes() => 10_001_u16.to_be_bytes();
        Guard "MaxBonus::is_bonus", Oxford..=Alpha, "issuance_bonus_repr.ml, max_bonus_encoding"
            MaxBonus: 1_000_000_000_000_000_i64.to_be_bytes() => 1_000_000_000_000_001_i64.to_be_bytes();
        Guard "Positive::is_allowed", Oxford..=Alpha, "constants_parametric_repr.ml, q_encoding"
            Positive: fraction(1, 1) => fraction(0, 1);
        Guard "NonNegative::is_allowed", Oxford..=Alpha, "constants_parametric_repr.ml, q_encoding"
            NonNegative: fraction(0, 1) => fraction(-1, 1);
        Guard "UpToOne::is_allowed", Oxford..=Alpha, "constants_parametric_repr.ml, q_encoding"
            UpToOne: fraction(2, 2) => fraction(3, 2);
        Guard "BelowOne::is_allowed", Rio..=Alpha, "constants_parametric_repr.ml, q_encoding"
            BelowOne: fraction(1, 2) => fraction(2, 2);
        Conversion "TryFrom<CompactAmount>", Jakarta..=Mumbai, "tx_rollup_l2_qty.ml, compact_encoding"
            tx::TxRollupAmount: &[&[3, 0x7f][..], &[0xff; 7]].concat() => &[&[3][..], &[0xff; 8]].concat();
        Guard "AddressText::is_address", Jakarta..=Lima, "sc_rollup_repr.ml, encoding"
            sc::ScRollupAddress: address(&rollup) => address(&rollup[1..]);
        Conversion "TryFrom<AddressText>", Jakarta..=Lima, "sc_rollup_repr.ml, encoding"
            sc::ScRollupAddress: address(&rollup) => address(&rollup[1..]);
        Guard "NumberOfMessages::is_in_bounds", Jakarta..=Kathmandu, "sc_rollup_repr.ml, Number_of_messages"
            sc::NumberOfMessages: [0, 0, 16, 0] => [0, 0, 16, 1];
        Guard "FewTicks::is_in_bounds", Jakarta..=Kathmandu, "sc_rollup_repr.ml, Number_of_ticks"
            sc::FewTicks: [0; 4] => [0xff; 4];
        Guard "is_number_of_ticks", Lima..=Alpha, "sc_rollup_repr.ml, Number_of_ticks"
            smart::SmartRollupCommitment: commitment(0) => commitment(-1);
        Conversion "LimaMachineStep::is_encodable", Lima..=Lima, "sc_rollups.ml, wrapped_proof_encoding"
            sc::LimaProof: step => [255, 0];
        Guard "have_own_names", Lima..=Alpha, "zk_rollup_account_repr.ml, circuits_info_encoding"
            zk::ZkCircuits: sized(&[circuit(1), circuit(2)].concat()) => sized(&[circuit(1), circuit(1)].concat());
        Conversion "ZkScalar::is_reduced", Lima..=Alpha, "lib_plonk/main_protocol.ml, scalar_encoding"
            zk::ZkScalar: below_order => order;
        Guard "is_medium", Jakarta..=Alpha, "lib_context/merkle_proof_encoding/merkle_proof_encoding.ml, value_encoding"
            ProofValue: value(1, 2, 256) => value(1, 2, 255);
        Guard "is_unlimited", Jakarta..=Alpha, "lib_context/merkle_proof_encoding/merkle_proof_encoding.ml, value_encoding"
            ProofValue: value(3, 4, 65_536) => value(3, 4, 65_535);
        Guard "is_binary_segment", Jakarta..=Kathmandu, "lib_context/merkle_proof_encoding/merkle_proof_encoding.ml, segment_encoding"
            StreamProof: stream_extender(1) => stream_extender(0);
        Guard "is_well_formed", Jakarta..=Kathmandu, "lib_context/merkle_proof_encoding/merkle_proof_encoding.ml, inode_proofs_encoding"
            StreamProof: half => no_half;
        Guard "is_tree", Kathmandu..=Kathmandu, "lib_context/merkle_proof_encoding/merkle_proof_encoding.ml, Make_V1"
            v1::TreeProof: first(&first_entry(&[2, 0, 0, 0, 0])) => first(&first_entry(&[6]));
        Guard "is_part", Kathmandu..=Kathmandu, "lib_context/merkle_proof_encoding/merkle_proof_encoding.ml, Make_V1"
            v1::TreeProof: first(&first_inode(&[&[0][..], &hash].concat())) => first(&first_inode(&[4]));
        Guard "is_segment_of_5_bits", Kathmandu..=Kathmandu, "lib_context/merkle_proof_encoding/merkle_proof_encoding.ml, Make_V1"
            v1::InodeExtender: first_extender(0x04) => first_extender(0x02);
        Guard "is_compact_tree", Lima..=Alpha, "lib_context/merkle_proof_encoding/merkle_proof_encoding.ml, Make_V2"
            v2_2::TreeProof: later(&halves(&part, &[0xe0])) => later(&halves(&[0xe0], &[0xe0]));
        Guard "is_compact_part", Lima..=Alpha, "lib_context/merkle_proof_encoding/merkle_proof_encoding.ml, Make_V2"
            v2_2::InodeExtender: extender(0x80) => [0, 5, 1, 0x80, 0xe0];
        Guard "is_segment", Lima..=Alpha, "lib_context/merkle_proof_encoding/merkle_proof_encoding.ml, Make_V2"
            v2_2::InodeExtender: extender(0x80) => extender(0);
        Guard "InodeTree::is_well_formed", Nairobi..=Alpha, "lib_context/merkle_proof_encoding/merkle_proof_encoding.ml, Make_V2"
            v2_2::TreeProof: later(&halves(&part, &part)) => later(&halves(&part, &halves(&[0xe0], &[0xe0])));
        Guard "are_well_formed", Lima..=Lima, "lib_context/merkle_proof_encoding/merkle_proof_encoding.ml, Make_V2"
            v2_32::TreeProof: dense => [];
    }
}

/// Returns the protocols whose encodings have a check, by its kind and name.
fn found() -> BTreeMap<(bool, String), BTreeSet<Protocol>> {
    let mut found: BTreeMap<_, BTreeSet<Protocol>> = BTreeMap::new();
    for encoding in registry::of_protocols() {
        // The block of protocol 000 has no operations.
        for protocol in encoding.protocols().filter(|protocol| *protocol != Protocol::Genesis) {
            let constraints = schema::describe(encoding.at(protocol).encoding).constraints;
            for rule in constraints.unwrap_or_default().into_iter().map(|constraint| constraint.rule) {
                let Rule::Function { kind, name } = rule else { continue };
                found.entry((kind == CheckKind::Guard, name.into_owned())).or_default().insert(protocol);
            }
        }
    }
    found
}

/// The schemas have the guards of the table, and each in the protocols of the table.
#[test]
fn the_guards_of_all_protocols_are_in_the_table() {
    let mut wrong = Vec::new();
    let mut found = found();
    for Guard { name, kind, since, until, .. } in table() {
        match found.remove(&(kind == CheckKind::Guard, name.to_owned())) {
            Some(protocols) if protocols.first() == Some(&since) && protocols.last() == Some(&until) => {}
            other => wrong.push(format!("{name}: {since} to {until} in the table, found {other:?}")),
        }
    }
    wrong.extend(
        found.into_iter().map(|((_, name), protocols)| format!("{name}: not in the table, found {protocols:?}")),
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A value on each side of the boundary, in each protocol that has the guard.
#[test]
fn guards_have_their_boundaries() {
    let mut wrong = Vec::new();
    for Guard { name, kind, since, until, source, encoding, good, bad } in table() {
        let expected = match kind {
            CheckKind::Guard => "User_invariant_guard",
            CheckKind::Conversion => "Exception_raised_in_user_function",
        };
        // Conversions of what a guard refuses before, and signatures of one size.
        let is_other = |protocol: Protocol| match name {
            "TryFrom<BallotNumber>" => protocol >= Hangzhou,
            "TryFrom<ToggleNumber>" | "TryFrom<AddressText>" => true,
            "TryFrom<SignatureBytes>" => protocol < Mumbai,
            _ => false,
        };
        for protocol in protocols(since as u8..=until as u8) {
            let encoding = schema::at(encoding, protocol.revision());
            let read = |bytes: &[u8]| {
                schema::decode(encoding, bytes).map(drop).map_err(|error| error.kind().name().to_owned())
            };
            match (read(&good), read(&bad)) {
                (Ok(()), Err(error)) if error == expected || is_other(protocol) => {}
                (Ok(()), _) if bad.is_empty() => {}
                verdicts => wrong.push(format!("{name} ({source}) in {protocol}: {verdicts:?}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
