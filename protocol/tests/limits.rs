//! Limits of values: the last good and the first bad value of each, read by the type and its schema, and written.

use std::fmt::Debug;

use tezos_encoding::schema;
use tezos_encoding::{BinWriter, Decode, Encode, HasEncoding, N, NomReader, Z};
use tezos_hashes::hash::{ContextHash, ProtocolHash};
use tezos_hashes::keys::{Ed25519PublicKeyHash, PublicKeyHash};
use tezos_hashes::protocol::{BlockPayloadHash, ContractHash, SmartRollupCommitmentHash, SmartRollupStateHash};
use tezos_protocols::Protocol::{
    self, Alpha, Athens, Babylon, Edo, Florence, Granada, Hangzhou, Ithaca, Jakarta, Kathmandu, Lima, Nairobi, Oxford,
    Seoul,
};
use tezos_protocols::chain::{
    ConsumedMilligas, Location, Milligas, OldBalance, OldBalanceUpdate, Period, RawLevel, Round, RoundFitness,
};
use tezos_protocols::contract::OriginatedContract;
use tezos_protocols::micheline::Micheline;
use tezos_protocols::numbers::Mutez;
use tezos_protocols::operation::{
    AggregateContent, AttestationWithDal, ConsensusContent, ContractManager, DalAttestation, Delegation,
    EarlyDelegation, EmmyEndorsement, EntrypointName, Manager, Proposals, SeedNonceRevelation, Shard,
};
use tezos_protocols::receipt::{Balance, BalanceUpdate, BalanceUpdates, UpdateOrigin};
use tezos_protocols::rollup::merkle::{self, ProofValue, v1, v2_2, v2_32};
use tezos_protocols::rollup::{sc, smart, tx};
use tezos_protocols::sapling;
use tezos_protocols::signer::SignatureVersion;

const GUARD: &str = "User_invariant_guard";
const RAISED: &str = "Exception_raised_in_user_function";
const SIZE: &str = "Size_limit_exceeded";

const PKH: PublicKeyHash = PublicKeyHash::Ed25519(Ed25519PublicKeyHash([7; 20]));

/// Checks that good values are written and read as themselves, and that bad ones are refused by the writer with this error. What a bad
/// value would be written as is `bytes`, which the reader and the schema refuse with the same error.
#[track_caller]
fn limit<T>(protocol: Protocol, kind: &str, good: &[T], bad: &[(T, &[u8])])
where
    T: HasEncoding + BinWriter + for<'a> NomReader<'a> + Debug + PartialEq,
{
    let encoding = schema::at(T::ENCODING, protocol.revision());
    for value in good {
        let bytes = protocol.encode(value).unwrap_or_else(|error| panic!("{error}: {value:?}"));
        assert_eq!(protocol.decode::<T>(&bytes).as_ref(), Ok(value));
        assert!(schema::decode(encoding, &bytes).is_ok(), "{value:?}");
        let json = protocol.to_json(value).unwrap();
        assert_eq!(schema::from_json(encoding, &json).as_ref(), Ok(&bytes), "{json}");
    }
    for (value, bytes) in bad {
        let written = protocol.encode(value).map_err(|error| error.kind().name().to_owned());
        assert_eq!(written, Err(kind.to_owned()), "{value:?}");
        let read = protocol.decode::<T>(bytes).map_err(|error| error.kind().name().to_owned());
        assert_eq!(read, Err(kind.to_owned()), "{value:?}");
        let walked = schema::decode(encoding, bytes).map_err(|error| error.kind().name().to_owned());
        assert_eq!(walked.map(drop), Err(kind.to_owned()), "{value:?}");
    }
}

#[test]
fn numbers_have_limits() {
    let tez = |bytes: &[u8]| [bytes, &[0x80; 8], &[1]].concat();
    limit(Seoul, RAISED, &[Mutez::ZERO, Mutez::MAX], &[]);
    // Larger amounts cannot be made, only read.
    assert_eq!((Mutez::new(1 << 63), Mutez::new(u64::MAX)), (None, None));
    for bytes in [tez(&[0x80]), [[0xff; 9].as_slice(), &[1]].concat()] {
        assert_eq!(Seoul.decode::<Mutez>(&bytes).unwrap_err().kind().name(), RAISED);
        assert_eq!(schema::decode(Mutez::ENCODING, &bytes).unwrap_err().kind().name(), RAISED);
    }
    let max = (1 << 62) - 2;
    let beyond = [[0xbf].as_slice(), &[0xff; 7], &[0x7f]].concat();
    limit(Seoul, RAISED, &[Milligas(0), Milligas(max)], &[(Milligas(-1), &[0x41]), (Milligas(max + 1), &beyond)]);
    let consumed = [[0xff; 8].as_slice(), &[0x3f]].concat();
    let max = max.unsigned_abs();
    let milligas = ConsumedMilligas;
    limit(Seoul, RAISED, &[milligas(0), milligas(max)], &[(milligas(max + 1), &consumed)]);
    assert_eq!(
        Seoul.decode::<ConsumedMilligas>(&[[0x80; 9].as_slice(), &[1]].concat()).unwrap_err().kind().name(),
        SIZE
    );
    // A guard holds from the protocol on whose source has it.
    limit(Granada, GUARD, &[RawLevel(-1), RawLevel(i32::MIN)], &[]);
    limit(Hangzhou, GUARD, &[Period(-1), Period(i64::MIN)], &[]);
    for protocol in [Hangzhou, Alpha] {
        limit(protocol, GUARD, &[RawLevel(0), RawLevel(i32::MAX)], &[(RawLevel(-1), &[0xff; 4])]);
    }
    limit(Ithaca, GUARD, &[], &[(Period(-1), &[0xff; 8])]);
    let revelation = |level| SeedNonceRevelation::new(RawLevel(level), [7; 32]);
    limit(Granada, GUARD, &[revelation(-1)], &[]);
    limit(Hangzhou, GUARD, &[revelation(0)], &[(revelation(-1), &[[0xff; 4].as_slice(), &[7; 32]].concat())]);
    limit(Seoul, GUARD, &[Round(0), Round(i32::MAX)], &[(Round(-1), &[0xff; 4])]);
    limit(Seoul, GUARD, &[Period(0), Period(i64::MAX)], &[(Period(-1), &[0xff; 8])]);
    limit(
        Seoul,
        "Invalid_int",
        &[Location((1 << 30) - 1), Location(-1 << 30)],
        &[(Location(1 << 30), &[0x40, 0, 0, 0]), (Location((-1 << 30) - 1), &[0xbf, 0xff, 0xff, 0xff])],
    );
    let messages = sc::NumberOfMessages;
    limit(
        Jakarta,
        GUARD,
        &[messages(0), messages(4096)],
        &[(messages(-1), &[0xff; 4]), (messages(4097), &[0, 0, 16, 1])],
    );
    limit(Jakarta, GUARD, &[sc::FewTicks(0), sc::FewTicks(i32::MAX)], &[(sc::FewTicks(-1), &[0xff; 4])]);
    limit(Lima, GUARD, &[sc::NumberOfTicks(0), sc::NumberOfTicks(i64::MAX)], &[(sc::NumberOfTicks(-1), &[0xff; 8])]);
    let commitment = |number_of_ticks| {
        smart::SmartRollupCommitment::new(
            SmartRollupStateHash([7; 32]),
            RawLevel(0),
            SmartRollupCommitmentHash([7; 32]),
            number_of_ticks,
        )
    };
    let refused = [&[7; 32][..], &[0; 4], &[7; 32], &[0xff; 8]].concat();
    limit(Seoul, GUARD, &[commitment(0), commitment(i64::MAX)], &[(commitment(-1), &refused)]);
    for number in -1..=4_i8 {
        let read = SignatureVersion::from_bytes(&number.to_be_bytes()).map(SignatureVersion::number).ok();
        assert_eq!(read, (0..=3).contains(&number).then_some(number));
    }
    let versions = [SignatureVersion::V0, SignatureVersion::V1, SignatureVersion::V2, SignatureVersion::V3];
    assert_eq!(versions.map(SignatureVersion::number), [0, 1, 2, 3]);
    assert_eq!(tx::TxRollupAmount::new(i64::MAX.unsigned_abs()).map(tx::TxRollupAmount::get), Some(i64::MAX));
    assert_eq!(tx::TxRollupAmount::new(1 << 63), None);
    limit(
        Jakarta,
        "Invalid_int",
        &[Shard((1 << 30) - 1, vec![[7; 32]])],
        &[(Shard(1 << 30, vec![]), &[0x40, 0, 0, 0, 0, 0, 0, 0])],
    );
}

#[test]
fn a_locked_round_is_below_the_round() {
    let fitness = |locked_round: Option<i32>, round| RoundFitness {
        level: RawLevel(1),
        locked_round: locked_round.map(Round),
        predecessor_round: Round(9),
        round: Round(round),
    };
    let bytes = |locked: i32, round: i32| {
        [&[0, 0, 0, 1, 1][..], &locked.to_be_bytes(), &[0, 0, 0, 9], &round.to_be_bytes()].concat()
    };
    let good = [fitness(Some(2), 3), fitness(Some(0), 1), fitness(None, 0)];
    limit(Seoul, GUARD, &good, &[(fitness(Some(3), 3), &bytes(3, 3)), (fitness(Some(4), 3), &bytes(4, 3))]);
}

/// Each level and each round of an attestation is checked.
#[test]
fn levels_and_rounds_of_attestations_are_not_negative() {
    let hash = BlockPayloadHash([7; 32]);
    let content = |level, round| ConsensusContent::new(1, level, round, hash);
    let bytes = |slot: &[u8], level: i32, round: i32, after: &[u8]| {
        [slot, &level.to_be_bytes(), &round.to_be_bytes(), &[7; 32], after].concat()
    };
    limit(
        Seoul,
        GUARD,
        &[content(0, 0), content(i32::MAX, i32::MAX)],
        &[(content(-1, 0), &bytes(&[0, 1], -1, 0, &[])), (content(0, -1), &bytes(&[0, 1], 0, -1, &[]))],
    );
    let dal = |level, round| AttestationWithDal::new(1, level, round, hash, Z::from(5_i64));
    limit(
        Seoul,
        GUARD,
        &[dal(0, 0), dal(i32::MAX, i32::MAX)],
        &[(dal(-1, 0), &bytes(&[0, 1], -1, 0, &[5])), (dal(0, -1), &bytes(&[0, 1], 0, -1, &[5]))],
    );
    let aggregate = |level, round| AggregateContent::new(level, round, hash);
    limit(
        Seoul,
        GUARD,
        &[aggregate(0, 0), aggregate(i32::MAX, i32::MAX)],
        &[(aggregate(-1, 0), &bytes(&[], -1, 0, &[])), (aggregate(0, -1), &bytes(&[], 0, -1, &[]))],
    );
    let emmy = |level| EmmyEndorsement { level };
    limit(Granada, GUARD, &[emmy(-1), emmy(0), emmy(i32::MAX)], &[]);
    limit(Hangzhou, GUARD, &[emmy(0), emmy(i32::MAX)], &[(emmy(-1), &[0xff; 4])]);
    let slots = |level| DalAttestation { attestor: None, attestation: Z::from(5_i64), level, slot: Some(1) };
    limit(Oxford, GUARD, &[slots(0), slots(i32::MAX)], &[(slots(-1), &[5, 0xff, 0xff, 0xff, 0xff, 0, 1])]);
}

#[test]
fn changes_of_balances_are_above_the_least_number() {
    let account = [&[0, 0, 0][..], &[7; 20]].concat();
    let least = i64::MIN.to_be_bytes();
    let old = |change| OldBalanceUpdate { balance: OldBalance::Contract { contract: PKH.into() }, change };
    limit(Babylon, RAISED, &[old(i64::MIN + 1), old(i64::MAX)], &[(old(i64::MIN), &[&account[..], &least].concat())]);
    // The change is a field behind the balance before protocol 018, and a field of each case since.
    for protocol in [Hangzhou, Nairobi, Oxford, Alpha] {
        let update = |change| {
            let balance = Balance::Contract { contract: PKH.into() };
            let mut update = BalanceUpdate::new(balance, change);
            update.origin = Some(UpdateOrigin::Block);
            BalanceUpdates(vec![update])
        };
        let refused = [&[0, 0, 0, 32][..], &account, &least, &[0]].concat();
        let least = update(i64::MIN);
        match protocol < Oxford {
            true => limit(protocol, RAISED, &[update(i64::MIN + 1), update(i64::MAX)], &[(least, &refused)]),
            false => limit(protocol, RAISED, &[least, update(i64::MAX)], &[]),
        }
    }
}

#[test]
fn fees_and_limits_of_manager_operations_have_ten_bytes() {
    let number = |bytes: usize| [vec![0x80; bytes - 1], vec![1]].concat();
    let source = [&[0][..], &[7; 20], &[0]].concat();
    for at in 0..3 {
        for (size, is_accepted) in [(10, true), (11, false)] {
            let numbers: Vec<u8> = (0..3).flat_map(|field| if field == at { number(size) } else { vec![0] }).collect();
            let check = |result: Result<(), _>| {
                let name = result.map_err(|error: tezos_encoding::DecodeError| error.kind().name());
                assert_eq!(name, if is_accepted { Ok(()) } else { Err(SIZE) }, "{at}: {size}");
            };
            let bytes = [&source[..], &numbers, &[0]].concat();
            if at == 1 && is_accepted {
                // Gas is limited more from Florence on.
                let name =
                    |protocol: Protocol| protocol.decode::<Manager<Delegation>>(&bytes).map_err(|e| e.kind().name());
                assert_eq!((name(Edo).map(drop), name(Florence).map(drop)), (Ok(()), Err(RAISED)));
                continue;
            }
            check(Seoul.decode::<Manager<Delegation>>(&bytes).map(drop));
            check(Athens.decode::<ContractManager<EarlyDelegation>>(&[&[0][..], &bytes].concat()).map(drop));
        }
    }
    let manager = |counter: &[u8]| Manager::new(PKH, N::from_bytes(counter).unwrap(), Delegation::new(None));
    assert!(Seoul.encode(&manager(&number(10))).is_ok());
    let gas = |gas: u64| manager(&[1]).limits(gas, 0);
    let bytes = |limit: &Manager<_>| Edo.encode(limit).unwrap();
    let (max, beyond) = (gas(4_611_686_018_427_387), gas(4_611_686_018_427_388));
    let refused = bytes(&beyond);
    for protocol in [Florence, Seoul, Alpha] {
        limit(protocol, RAISED, std::slice::from_ref(&max), &[(beyond.clone(), &refused)]);
    }
    assert_eq!(Seoul.encode(&manager(&number(11))).unwrap_err().kind().name(), SIZE);
}

/// Checks a value by its length: written, read and walked up to `max`, refused with this error for one more.
#[track_caller]
fn length<T>(
    protocol: Protocol,
    max: usize,
    kinds: [&str; 2],
    value: impl Fn(usize) -> T,
    bytes: impl Fn(usize) -> Vec<u8>,
) where
    T: HasEncoding + BinWriter + for<'a> NomReader<'a> + Debug + PartialEq,
{
    let good = value(max);
    assert!(protocol.encode(&good).as_ref() == Ok(&bytes(max)));
    assert!(protocol.decode::<T>(&bytes(max)).as_ref() == Ok(&good));
    let encoding = schema::at(T::ENCODING, protocol.revision());
    assert!(schema::decode(encoding, &bytes(max)).is_ok());
    let (written, read) = (protocol.encode(&value(max + 1)), protocol.decode::<T>(&bytes(max + 1)));
    let walked = schema::decode(encoding, &bytes(max + 1));
    let names = [read.unwrap_err().kind().name(), walked.unwrap_err().kind().name()];
    assert_eq!((written.unwrap_err().kind().name(), names), (kinds[0], [kinds[1]; 2]));
}

fn sized(bytes: &[u8]) -> Vec<u8> {
    [&u32::try_from(bytes.len()).unwrap().to_be_bytes(), bytes].concat()
}

#[test]
fn lists_and_texts_have_limits() {
    let proposals = |count: usize| Proposals::new(PKH, 1, vec![ProtocolHash([7; 32]); count]);
    let bytes = |count: usize| [&[0][..], &[7; 20], &[0, 0, 0, 1], &sized(&vec![7; 32 * count])].concat();
    length(Lima, 20, ["List_invalid_length", "List_too_long"], proposals, bytes);
    let any = |count| {
        let mut proposals = proposals(count);
        proposals.any_proposals = proposals.proposals.take();
        proposals
    };
    assert_eq!(Kathmandu.encode(&any(21)).as_ref(), Ok(&bytes(21)));
    assert_eq!(Kathmandu.decode(&bytes(21)), Ok(any(21)));

    let inbox = |bytes| smart::InboxMessage::External(vec![7; bytes]);
    length(Seoul, 4095, [SIZE; 2], inbox, |bytes| [&[1][..], &vec![7; bytes]].concat());
    let outbox = |bytes: usize| smart::OutboxMessage::AtomicTransactionBatch {
        transactions: vec![smart::OutboxTransaction::new(
            Micheline::bytes(vec![7; bytes]),
            OriginatedContract::Originated(ContractHash([7; 20])),
            EntrypointName::default(),
        )],
    };
    let transaction =
        |bytes: usize| [&[10][..], &sized(&vec![7; bytes]), &[1], &[7; 20], &[0, 0, 0, 0, 7], b"default"].concat();
    length(Seoul, 4096 - 5 - 38, [SIZE; 2], outbox, |bytes| [&[0][..], &sized(&transaction(bytes))].concat());
    let (entrypoint, destination) = ("a".repeat(31), OriginatedContract::Originated(ContractHash([7; 20])));
    let entrypoint: EntrypointName = entrypoint.parse().unwrap();
    let named = |bytes: usize| [&[0, 5, 1][..], &[7; 20], &[0], &sized(&vec![b'a'; bytes])].concat();
    let typed = |bytes: usize| [&[0, 5][..], &named(bytes)].concat();
    let (parameters, parameters_ty) = (Micheline::int(5), Micheline::int(5));
    let call = smart::OutboxTransaction::new(parameters, destination, entrypoint);
    assert_eq!((Seoul.encode(&call), Seoul.decode(&named(31)).as_ref()), (Ok(named(31)), Ok(&call)));
    let smart::OutboxTransaction { parameters, destination, entrypoint, .. } = call;
    let call = smart::TypedOutboxTransaction::new(parameters, parameters_ty, destination, entrypoint);
    assert_eq!((Seoul.encode(&call), Seoul.decode(&typed(31)).as_ref()), (Ok(typed(31)), Ok(&call)));
    // A longer name cannot be made, only read.
    assert_eq!(Seoul.decode::<smart::OutboxTransaction>(&named(32)).unwrap_err().kind().name(), GUARD);
    assert_eq!(Seoul.decode::<smart::TypedOutboxTransaction>(&typed(32)).unwrap_err().kind().name(), GUARD);

    let page = |bytes| smart::PreimagePage::Contents(vec![7; bytes]);
    length(Seoul, 4091, [SIZE; 2], page, |bytes| [&[0][..], &sized(&vec![7; bytes])].concat());
    let raw = |bytes| smart::RevealProof::RawData { raw_data: vec![7; bytes] };
    let short = |bytes: usize| [&[0][..], &u16::try_from(bytes).unwrap().to_be_bytes(), &vec![7; bytes]].concat();
    length(Seoul, 4096, [SIZE; 2], raw, short);
    let lima = |bytes| sc::LimaRevealProof::RawData { raw_data: vec![7; bytes] };
    length(Lima, 4092, [SIZE; 2], lima, |bytes| [&[0][..], &sized(&vec![7; bytes])].concat());
    let reveal = |publishers: usize| smart::RevealRequest::RequestAdaptiveDalPage {
        page_id: smart::DalPageId { published_level: RawLevel(1), slot_index: 2, page_index: 3 },
        attestation_threshold_percent: 50,
        restricted_commitments_publishers: Some(vec![PKH.into(); publishers]),
    };
    let publishers = |count: usize| {
        let account = [&[0, 0][..], &[7; 20]].concat();
        [&[4, 0, 0, 0, 1, 2, 0, 3, 50, 1][..], &sized(&account.repeat(count))].concat()
    };
    length(Seoul, 10, ["List_invalid_length", "List_too_long"], reveal, publishers);
    let whitelist = |count| smart::Whitelist(vec![PKH; count]);
    let key = [&[0][..], &[7; 20]].concat();
    length(Seoul, 194, [SIZE; 2], whitelist, |count| sized(&key.repeat(count)));
}

#[test]
fn notes_of_a_sapling_transaction_have_limits() {
    let input = sapling::SaplingInput {
        cv: sapling::CommitmentValue([7; 32]),
        nf: sapling::Nullifier([7; 32]),
        rk: [7; 32],
        proof_i: [7; 192],
        signature: [7; 64],
    };
    let output = sapling::SaplingOutput {
        cm: sapling::Commitment([7; 32]),
        proof_o: [7; 192],
        ciphertext: sapling::Ciphertext {
            cv: sapling::CommitmentValue([7; 32]),
            epk: sapling::EphemeralKey([7; 32]),
            payload_enc: vec![],
            nonce_enc: [7; 24],
            payload_out: [7; 80],
            nonce_out: [7; 24],
        },
    };
    let transaction = |inputs, outputs| sapling::SaplingTransaction {
        inputs: vec![input; inputs],
        outputs: vec![output.clone(); outputs],
        binding_sig: sapling::BindingSignature([0; 64]),
        balance: 0,
        root: sapling::CommitmentHash([0; 32]),
        bound_data: vec![],
    };
    let after = [0; 64 + 8 + 32 + 4];
    let one = [&[7; 288][..], &[0; 4], &[7; 128]].concat();
    let inputs = |count: usize| [&sized(&vec![7; 352 * count])[..], &[0; 4], &after].concat();
    length(Seoul, 5208, ["List_invalid_length", "List_too_long"], |count| transaction(count, 0), inputs);
    let outputs = |count: usize| [&[0; 4][..], &sized(&one.repeat(count)), &after].concat();
    length(Seoul, 2019, ["List_invalid_length", "List_too_long"], |count| transaction(0, count), outputs);
}

/// A value in a proof has the shortest of three size prefixes.
#[test]
fn values_of_proofs_have_the_shortest_prefix() {
    let long = |bytes: usize| vec![7; bytes];
    for (value, bytes) in [
        (ProofValue::Short(long(0)), 0),
        (ProofValue::Short(long(255)), 255),
        (ProofValue::Medium(long(256)), 256),
        (ProofValue::Medium(long(65_535)), 65_535),
        (ProofValue::Unlimited(long(65_536)), 65_536),
    ] {
        assert!(ProofValue::from(long(bytes)) == value, "{bytes}");
        assert_eq!(value.as_bytes().len(), bytes);
        let written = value.to_bytes().unwrap();
        assert!(ProofValue::from_bytes(&written).as_ref() == Ok(&value), "{bytes}");
    }
    for (tag, prefix, bytes) in [(1, 2, 255), (1, 2, 0), (3, 4, 65_535), (3, 4, 256)] {
        let size = u32::try_from(bytes).unwrap().to_be_bytes();
        let malformed = [&[tag][..], &size[4 - prefix..], &long(bytes)].concat();
        assert_eq!(ProofValue::from_bytes(&malformed).unwrap_err().kind().name(), GUARD, "{tag}: {bytes}");
    }
    for value in [ProofValue::Medium(long(255)), ProofValue::Unlimited(long(65_535))] {
        assert_eq!(value.to_bytes().unwrap_err().kind().name(), GUARD);
    }
}

/// The last bit of a segment ends it: steps of one bit in 2-ary trees, of five bits in 32-ary trees.
#[test]
fn segments_of_proofs_are_padded() {
    let proof = [0xc0; 1];
    let v2 =
        |segment: &[u8]| [&[0, 5][..], &[u8::try_from(segment.len()).unwrap()], segment, &proof, &[7; 32]].concat();
    for (segment, binary, five_bits) in [
        (&[][..], false, false),
        (&[0], false, false),
        (&[1, 0], false, false),
        (&[0x80], true, true),
        (&[0x04], true, true),
        (&[0x08], true, false),
        (&[0x02], true, false),
        (&[0, 0x20], true, true),
        (&[0, 0x01], true, true),
        (&[0, 0x02], true, false),
        (&[0; 2], false, false),
    ] {
        let bytes = v2(segment);
        assert_eq!(v2_2::InodeExtender::from_bytes(&bytes).is_ok(), binary, "{segment:?}");
        assert_eq!(v2_32::InodeExtender::from_bytes(&bytes).is_ok(), five_bits, "{segment:?}");
        let size = [u8::try_from(segment.len()).unwrap()];
        let v1 = [&[0, 0, 0, 0, 0, 0, 0, 5][..], &size, segment, &[0], &[7; 32]].concat();
        assert_eq!(v1::InodeExtender::from_bytes(&v1).is_ok(), five_bits, "{segment:?}");
    }
}

/// A tree that is absent stands for half of a large node only, and not for both.
#[test]
fn proofs_without_a_tree_are_refused() {
    let hash = [7; 32];
    let long = |tree: &[u8]| [&[0, 0, 0, 0, 0, 0, 0, 5][..], tree].concat();
    // In the first version a tree is absent with the tag 6, or 4 below a large node.
    let proof = |state: &[u8]| [&[0, 1, 0][..], &hash, &[0], &hash, state].concat();
    let inode = |tree: &[u8]| [&[4][..], &long(&[0]), &sized(&[&[3], tree].concat())].concat();
    let extender = |end: &[u8]| [&[5][..], &long(&[1, 0x80]), end].concat();
    for (state, is_accepted) in [
        (vec![6], false),
        ([&[3][..], &hash].concat(), true),
        ([&[2][..], &sized(&[0, 6])].concat(), false),
        ([&[2][..], &sized(&[0, 2, 0, 0, 0, 0])].concat(), true),
        (inode(&[4]), false),
        (inode(&[&[0][..], &hash].concat()), true),
        (extender(&[4]), false),
        (extender(&[&[0][..], &hash].concat()), true),
        ([&[4][..], &long(&[1]), &[4; 32]].concat(), true),
    ] {
        let read = v1::TreeProof::from_bytes(&proof(&state)).map(drop).map_err(|error| error.kind().name());
        assert_eq!(read, if is_accepted { Ok(()) } else { Err(GUARD) }, "{state:02x?}");
    }
    // In later versions it is one byte: 0xe0, or 0xd8 for a whole tree.
    let proof = |state: &[u8]| [&[0, 0, 1][..], &hash, &hash, state].concat();
    let (part, none) = ([&[0xc0][..], &hash].concat(), vec![0xe0]);
    let half = |left: &[u8], right: &[u8]| [&[0, 5], left, right].concat();
    for (state, is_accepted) in [
        (half(&part, &part), true),
        (half(&none, &part), true),
        (half(&part, &none), true),
        (half(&none, &none), false),
        (half(&half(&none, &none), &part), false),
        (half(&part, &half(&none, &none)), false),
    ] {
        let read = v2_2::TreeProof::from_bytes(&proof(&state)).map(drop).map_err(|error| error.kind().name());
        assert_eq!(read, if is_accepted { Ok(()) } else { Err(GUARD) }, "{state:02x?}");
    }
    // In a stream, a large node has one of its halves at least.
    let inode = |proofs: (Option<ContextHash>, Option<ContextHash>)| merkle::StreamProof {
        version: 1,
        before: merkle::KindedHash::Value { value: ContextHash(hash) },
        after: merkle::KindedHash::Value { value: ContextHash(hash) },
        state: vec![merkle::Element::Inode { inode: merkle::StreamInode { length: 5, proofs } }],
    };
    let half = Some(ContextHash(hash));
    for proofs in [(half, half), (half, None), (None, half)] {
        let bytes = inode(proofs).to_bytes().unwrap();
        assert_eq!(merkle::StreamProof::from_bytes(&bytes), Ok(inode(proofs)));
    }
    assert_eq!(inode((None, None)).to_bytes().unwrap_err().kind().name(), GUARD);
}

/// The step of a machine has 30,000 bytes at most, and not the tag 255.
#[test]
fn steps_of_machines_have_limits() {
    let hash = ContextHash([7; 32]);
    let kinded = merkle::KindedHash::Value { value: hash };
    let lima = |bytes: usize| {
        use v2_32::{AnyTree, LeafTree, OtherTree, Tree, TreeProof};
        let value = ProofValue::from(vec![7; bytes]);
        let other = OtherTree::Other { other: LeafTree::Value { value } };
        let state = Tree(AnyTree::Other { other });
        let proof = TreeProof { version: 1, before: kinded, after: kinded, state };
        sc::LimaProof { pvm_step: sc::LimaMachineStep::Arith { proof }, input_proof: None }
    };
    // A value of a size in the range of the largest has a prefix of two bytes.
    let others = Lima.encode(&lima(1_000)).unwrap().len() - 1_000 - 1;
    let read = |proof: &sc::LimaProof| Lima.encode(proof).map(|bytes| Lima.decode::<sc::LimaProof>(&bytes).is_ok());
    assert_eq!(read(&lima(30_000 - others)), Ok(true));
    assert_eq!(Lima.encode(&lima(30_001 - others)).unwrap_err().kind().name(), SIZE);
    let kathmandu = |bytes: usize| {
        let hash = v1::KindedHash::Value { value: hash };
        let tree_proof =
            v1::TreeProof { version: 1, before: hash, after: hash, state: v1::Tree::Value { value: vec![7; bytes] } };
        let requested = sc::KathmanduInputRequest::Initial { initial: () };
        let proof = sc::KathmanduMachineProof { tree_proof, given: None, requested };
        sc::KathmanduProof { pvm_step: sc::KathmanduMachineStep::Arith(proof), inbox: None }
    };
    let most = 30_001 - Kathmandu.encode(&kathmandu(0)).unwrap().len();
    assert!(Kathmandu.decode::<sc::KathmanduProof>(&Kathmandu.encode(&kathmandu(most)).unwrap()).is_ok());
    assert_eq!(Kathmandu.encode(&kathmandu(most + 1)).unwrap_err().kind().name(), SIZE);
    let unencodable = sc::LimaProof { pvm_step: sc::LimaMachineStep::Unencodable, input_proof: None };
    limit(Lima, RAISED, &[], &[(unencodable, &[255, 0])]);
}

/// Checks a proof of nested levels: the reader, the writer and the schema accept 128 and refuse one more.
#[track_caller]
fn levels<T>(protocol: Protocol, value: impl Fn(u32) -> T, bytes: impl Fn(u32) -> Vec<u8>)
where
    T: HasEncoding + BinWriter + for<'a> NomReader<'a> + Debug + PartialEq,
{
    assert_eq!(merkle::MAX_LEVELS, 128);
    let encoding = schema::at(T::ENCODING, protocol.revision());
    assert!(protocol.encode(&value(128)).as_ref() == Ok(&bytes(128)));
    assert!(protocol.decode::<T>(&bytes(128)).as_ref() == Ok(&value(128)));
    assert!(schema::decode(encoding, &bytes(128)).is_ok());
    let (written, read) = (protocol.encode(&value(129)).unwrap_err(), protocol.decode::<T>(&bytes(129)).unwrap_err());
    let walked = schema::decode(encoding, &bytes(129)).unwrap_err();
    assert_eq!([written.kind().name(), read.kind().name(), walked.kind().name()], ["Too_deep"; 3]);
}

#[test]
fn trees_of_proofs_have_a_depth_limit() {
    let hash = ContextHash([7; 32]);
    let leaf = [&[1][..], &[7; 32]].concat();
    levels(
        Kathmandu,
        |levels| {
            let leaf = v1::Tree::BlindedValue { blinded_value: hash };
            (1..levels).fold(leaf, |tree, _| v1::Tree::Node { node: vec![v1::Entry(vec![], tree)] })
        },
        |levels| (1..levels).fold(leaf.clone(), |tree, _| [&[2][..], &sized(&[&[0][..], &tree].concat())].concat()),
    );
    levels(
        Kathmandu,
        |levels| {
            let inode = |tree| v1::Inode {
                length: 5,
                proofs: v1::InodeProofs::Sparse { sparse_proof: vec![v1::Indexed(3, tree)] },
            };
            let leaf = v1::InodeTree::BlindedInode { blinded_inode: hash };
            (1..levels).fold(leaf, |tree, _| v1::InodeTree::InodeTree { inode_tree: inode(tree) })
        },
        |levels| {
            let leaf = [&[0][..], &[7; 32]].concat();
            let inode = |tree: &[u8]| [&[2, 0, 0, 0, 0, 0, 0, 0, 5, 0][..], &sized(&[&[3], tree].concat())].concat();
            (1..levels).fold(leaf, |tree, _| inode(&tree))
        },
    );
    macro_rules! compact {
        ($protocol:expr, $module:ident, $bits:literal) => {
            // A node of one entry without a name, and at the end a blinded value.
            levels(
                $protocol,
                |levels| {
                    use $module::{AnyTree, Entry, LeafTree, OtherTree, Tree};
                    let leaf = OtherTree::Other { other: LeafTree::BlindedValue { blinded_value: hash } };
                    let tree = |other| Tree(AnyTree::Other { other });
                    (1..levels).fold(tree(leaf), |inner, _| tree(OtherTree::Node { node: vec![Entry(vec![], inner)] }))
                },
                |levels| {
                    let leaf = [&[0xc8][..], &[7; 32]].concat();
                    (1..levels).fold(leaf, |tree, _| [&[0x81, 0][..], &tree].concat())
                },
            );
        };
    }
    compact!(Alpha, v2_2, 2);
    compact!(Lima, v2_32, 6);
    // Half of a large node, whose other half is omitted.
    levels(
        Alpha,
        |levels| {
            use v2_2::{AnyInodeTree, Inode, InodePart, InodeProofs, InodeTree, LeafInodeTree, OtherInodeTree};
            let other = |other| InodeTree(AnyInodeTree::Other { other: OtherInodeTree::Other { other } });
            let none = || Box::new(InodePart(other(LeafInodeTree::None { none: () })));
            let inode = |tree| Inode { length: 5, proofs: InodeProofs(Box::new(InodePart(tree)), none()) };
            let leaf = other(LeafInodeTree::BlindedInode { blinded_inode: hash });
            (1..levels).fold(leaf, |tree, _| InodeTree(AnyInodeTree::InodeTree { inode_tree: inode(tree) }))
        },
        |levels| {
            let leaf = [&[0xc0][..], &[7; 32]].concat();
            (1..levels).fold(leaf, |tree, _| [&[0, 5][..], &tree, &[0xe0]].concat())
        },
    );
}
