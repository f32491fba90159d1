//! The messages that bakers and accounts with BLS keys sign in each protocol.

use blst::min_pk::{self, AggregatePublicKey, AggregateSignature, SecretKey};
use tezos_encoding::Z;
use tezos_hashes::hash::{BlockHash, ChainId, blake2b_256_of};
use tezos_hashes::keys::verify::VerifyError;
use tezos_hashes::keys::{BlsPublicKey, BlsSignature, Ed25519Signature, GenericSignature, PublicKey, Signature};
use tezos_hashes::protocol::BlockPayloadHash;
use tezos_protocols::Protocol;
use tezos_protocols::operation::{
    AggregateContent, AttestationWithDal, AttestationsAggregate, Attester, BlsModeContents, BlsModeUnsigned,
    ConsensusContent, Contents, DalAttestation, FailingNoop, Operation, OperationProtocolData,
    PreattestationsAggregate, Unsigned,
};
use tezos_protocols::verify::{AttestingKeys, SignatureError, dal_weight};

use crate::samples::{ALPHA, protocols};

const POP: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
const AUG: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_AUG_";
const CHAIN: ChainId = ChainId([1, 2, 3, 4]);
const BRANCH: BlockHash = BlockHash([9; 32]);
const MISMATCH: Result<(), SignatureError> = Err(SignatureError::Verify(VerifyError::Mismatch));

fn secret(seed: u8) -> SecretKey {
    SecretKey::key_gen(&[seed; 32], &[]).unwrap()
}

fn public(secret: &SecretKey) -> BlsPublicKey {
    BlsPublicKey(secret.sk_to_pk().compress())
}

fn operation(contents: Contents, signature: BlsSignature) -> Operation {
    let protocol_data = OperationProtocolData { contents: vec![contents], signature: signature.into() };
    Operation { branch: BRANCH, protocol_data }
}

/// Returns the block that all attestations of these tests are for.
fn content() -> AggregateContent {
    AggregateContent::new(5, 1, BlockPayloadHash([8; 32]))
}

/// Returns attestations of one baker.
fn attestations() -> [Contents; 3] {
    let AggregateContent { level, round, block_payload_hash, .. } = content();
    let content = ConsensusContent::new(3, level, round, block_payload_hash);
    let dal_attestation = Z::from(1_i64);
    let with_dal = AttestationWithDal::new(3, level, round, block_payload_hash, dal_attestation);
    [Contents::Preattestation(content), Contents::Attestation(content), Contents::AttestationWithDal(with_dal)]
}

/// Returns the bytes that a baker signs, written by hand: watermark, branch, tag, level, round, payload.
fn signed_by_hand(watermark: u8, tag: u8) -> Vec<u8> {
    [&[watermark, 1, 2, 3, 4][..], &[9; 32], &[tag], &[0, 0, 0, 5], &[0, 0, 0, 1], &[8; 32]].concat()
}

#[test]
fn attestations_are_signed_without_the_fields_of_one_baker() {
    let secret = secret(1);
    let key = PublicKey::from(public(&secret));
    for (contents, (watermark, tag)) in attestations().into_iter().zip([(0x12, 40), (0x13, 41), (0x13, 41)]) {
        let message = signed_by_hand(watermark, tag);
        let unsigned = Unsigned { branch: BRANCH, contents: vec![contents.clone()] };
        assert_eq!(unsigned.bls_mode().preimage(Protocol::Seoul, CHAIN).unwrap(), message);
        let signature = BlsSignature(secret.sign(&message, POP, &[]).compress());
        let operation = operation(contents, signature);
        for protocol in [Protocol::Seoul, Protocol::Tallinn, Protocol::Alpha] {
            assert_eq!(operation.verify(protocol, CHAIN, &key), Ok(()));
            assert_eq!(operation.verify(protocol, ChainId([7; 4]), &key), MISMATCH);
        }
    }
}

#[test]
fn aggregates_are_verified_with_the_keys_of_all_bakers() {
    let secrets = [1, 2, 3].map(secret);
    let publics = secrets.each_ref().map(public);
    let dal = |slot| Attester::new(slot, None);
    let aggregate = |committee: [u16; 3]| AttestationsAggregate::new(content(), committee.map(dal).to_vec());
    let pre = PreattestationsAggregate::new(content(), vec![1, 2, 3]);
    for (contents, message) in [
        (Contents::PreattestationsAggregate(pre), signed_by_hand(0x12, 40)),
        (Contents::AttestationsAggregate(aggregate([1, 2, 3])), signed_by_hand(0x13, 41)),
    ] {
        let signatures = secrets.each_ref().map(|secret| secret.sign(&message, POP, &[]));
        let sum = AggregateSignature::aggregate(&signatures.each_ref(), true).unwrap().to_signature();
        let operation = operation(contents, BlsSignature(sum.compress()));
        let committee = PublicKey::from(BlsPublicKey::aggregate(&publics).unwrap());
        assert_eq!(operation.verify(Protocol::Seoul, CHAIN, &committee), Ok(()));
        let two = PublicKey::from(BlsPublicKey::aggregate(&publics[..2]).unwrap());
        assert_eq!(operation.verify(Protocol::Seoul, CHAIN, &two), MISMATCH);
        assert_eq!(operation.verify(Protocol::Seoul, CHAIN, &publics[0].into()), MISMATCH);
    }
}

#[test]
fn keys_are_aggregated() {
    let key = public(&secret(1));
    assert_eq!(BlsPublicKey::aggregate([&key]), Ok(key));
    assert_eq!(BlsPublicKey::aggregate([]), Err(VerifyError::NoKeys));
    let malformed = BlsPublicKey([7; 48]);
    assert_eq!(BlsPublicKey::aggregate([&key, &malformed]), Err(VerifyError::Key(BlsPublicKey::KIND)));
}

/// Nearly every point of the curve is outside of the group in which keys and signatures are.
#[test]
fn points_outside_of_the_group_are_refused() {
    let point = |size: usize, is_point: &dyn Fn(&[u8]) -> bool| {
        let candidate = |x| [&[0x80][..], &vec![0; size - 2], &[x]].concat();
        (1..=u8::MAX).map(candidate).find(|bytes| is_point(bytes)).unwrap()
    };
    let key = point(48, &|bytes| min_pk::PublicKey::uncompress(bytes).is_ok());
    let key = BlsPublicKey(key.try_into().unwrap());
    let signature = point(96, &|bytes| min_pk::Signature::uncompress(bytes).is_ok());
    let signature = BlsSignature(signature.try_into().unwrap());
    let secret = secret(1);
    let (good, signed) = (public(&secret), BlsSignature(secret.sign(b"", POP, &[]).compress()));
    let refused = Err(VerifyError::Key(BlsPublicKey::KIND));
    assert_eq!(key.verify(b"", &signed), refused);
    assert_eq!(key.verify_augmented(b"", &signed), refused);
    assert_eq!(key.verify_possession(&signed), refused);
    for keys in [[&key, &good], [&good, &key]] {
        assert_eq!(BlsPublicKey::aggregate(keys), Err(VerifyError::Key(BlsPublicKey::KIND)));
    }
    let refused = Err(VerifyError::Signature(BlsSignature::KIND));
    assert_eq!(good.verify(b"", &signature), refused);
    assert_eq!(good.verify_augmented(b"", &signature), refused);
    assert_eq!(good.verify_possession(&signature), refused);
    assert_eq!(good.verify(b"", &signed), Ok(()));
}

#[test]
fn errors_of_verification_have_a_text() {
    for (error, text) in [
        (VerifyError::Key(BlsPublicKey::KIND), "the bytes of the bls12_381_public_key are not a valid key"),
        (VerifyError::Signature(BlsSignature::KIND), "the bytes of the bls12_381_signature are not a valid signature"),
        (VerifyError::Mismatch, "the signature is of other bytes, or by another key"),
        (VerifyError::NoKeys, "expected at least one key"),
    ] {
        assert_eq!((error.to_string(), SignatureError::from(error).to_string()), (text.into(), text.into()));
    }
    assert_eq!(SignatureError::Missing.to_string(), "there is no signature: its bytes are zero");
}

/// Zeros of any other length than 64 bytes are a malformed signature. Those of 64 bytes are the absent one, whatever the key.
#[test]
fn zeros_are_a_missing_signature() {
    let key = PublicKey::from(public(&secret(1)));
    let contents = Contents::FailingNoop(FailingNoop::new(vec![]));
    let protocol_data = |signature| OperationProtocolData { contents: vec![contents.clone()], signature };
    for (signature, expected) in [
        (Signature::from(GenericSignature([0; 64])), SignatureError::Missing),
        (
            Ed25519Signature([0; 64]).into(),
            SignatureError::Verify(VerifyError::Algorithm { key: key.kind(), signature: Ed25519Signature::KIND }),
        ),
        (BlsSignature([0; 96]).into(), SignatureError::Verify(VerifyError::Signature(BlsSignature::KIND))),
    ] {
        let operation = Operation { branch: BRANCH, protocol_data: protocol_data(signature) };
        assert_eq!(operation.verify(Protocol::Seoul, CHAIN, &key), Err(expected));
    }
}

/// From protocol 023 on, messages are signed unchanged. In earlier protocols, the key precedes the message.
#[test]
fn other_operations_are_signed_with_the_scheme_of_their_protocol() {
    let secret = secret(4);
    let key = public(&secret);
    let contents = Contents::FailingNoop(FailingNoop::new(b"hi".to_vec()));
    let message = [&[3][..], &[9; 32], &[17, 0, 0, 0, 2], b"hi"].concat();
    let plain = operation(contents.clone(), BlsSignature(secret.sign(&message, POP, &[]).compress()));
    let augmented = operation(contents, BlsSignature(secret.sign(&message, AUG, &key.0).compress()));
    for protocol in protocols(16..=ALPHA) {
        let (good, bad) = if protocol < Protocol::Seoul { (&augmented, &plain) } else { (&plain, &augmented) };
        assert_eq!(good.verify(protocol, CHAIN, &key.into()), Ok(()), "{protocol}");
        assert_eq!(bad.verify(protocol, CHAIN, &key.into()), MISMATCH, "{protocol}");
    }
    let refused = plain.verify(Protocol::Lima, CHAIN, &key.into());
    assert!(matches!(refused, Err(SignatureError::Encode(_))), "the message is a text in this protocol: {refused:?}");
}

#[test]
fn other_contents_are_signed_unchanged() {
    let contents = Contents::FailingNoop(FailingNoop::new(vec![1]));
    let unsigned = Unsigned { branch: BRANCH, contents: vec![contents.clone()] };
    let expected = BlsModeUnsigned { branch: BRANCH, contents: vec![BlsModeContents::Other(Box::new(contents))] };
    assert_eq!(unsigned.bls_mode(), expected);
    let preimage = expected.preimage(Protocol::Seoul, CHAIN);
    assert_eq!(preimage, unsigned.preimage(Protocol::Seoul, CHAIN));
}

/// DAL attestations have their own watermark in protocol 018. Before, they share that of endorsements.
#[test]
fn watermarks_of_dal_attestations_depend_on_the_protocol() {
    for (protocol, watermark) in [(Protocol::Nairobi, 0x13), (Protocol::Oxford, 0x14)] {
        let old = protocol == Protocol::Nairobi;
        let attestor = old.then(|| "tz1Ke2h7sDdakHJQh8WX4Z372du1KChsksyU".parse().unwrap());
        let slots = DalAttestation { attestor, attestation: Z::from(1_i64), level: 5, slot: (!old).then_some(3) };
        let unsigned = Unsigned { branch: BRANCH, contents: vec![Contents::DalAttestation(slots)] };
        assert_eq!(unsigned.preimage(protocol, CHAIN).unwrap()[..5], [watermark, 1, 2, 3, 4]);
    }
}

/// A baker of the tests of companion keys.
struct Baker {
    consensus: SecretKey,
    companion: SecretKey,
    /// What it attests of the data availability layer.
    slots: Option<Z>,
}

impl Baker {
    fn new(seed: u8, slots: Option<&str>) -> Self {
        let slots = slots.map(|slots| slots.parse().unwrap());
        Self { consensus: secret(seed), companion: secret(seed + 100), slots }
    }

    fn keys(&self) -> AttestingKeys {
        AttestingKeys { consensus: public(&self.consensus), companion: Some(public(&self.companion)) }
    }

    /// Returns the attestation's weight, computed from bytes that are written by hand.
    fn weight(&self, bits: &[u8]) -> [u8; 32] {
        let keys = self.keys();
        let (consensus, companion) = (keys.consensus.hash(), keys.companion.unwrap().hash());
        blake2b_256_of(&[consensus.as_ref(), companion.as_ref(), &signed_by_hand(0x13, 41)[5..], bits])
    }

    /// Signs with both keys, as `signed_by_both` of Octez does. The multiplication is doubling and adding: not that of the code.
    fn sign(&self, bits: &[u8]) -> min_pk::Signature {
        let message = signed_by_hand(0x13, 41);
        let consensus = self.consensus.sign(&message, POP, &[]);
        if self.slots.is_none() {
            return consensus;
        }
        let companion = self.companion.sign(&message, POP, &[]);
        let mut sum = AggregateSignature::from_signature(&consensus);
        let mut doubled = AggregateSignature::from_signature(&companion);
        for byte in self.weight(bits) {
            for bit in 0..8 {
                if byte >> bit & 1 == 1 {
                    sum.add_aggregate(&doubled);
                }
                doubled.add_aggregate(&doubled.clone());
            }
        }
        sum.to_signature()
    }
}

/// The bytes of a bit set in its weight: those of `Z.to_bits`, by hand.
const BIT_SETS: &[(&str, &[u8])] = &[
    ("0", &[]),
    ("1", &[1, 0, 0, 0, 0, 0, 0, 0]),
    ("63", &[63, 0, 0, 0, 0, 0, 0, 0]),
    ("64", &[64, 0, 0, 0, 0, 0, 0, 0]),
    ("300", &[0x2c, 1, 0, 0, 0, 0, 0, 0]),
    ("18446744073709551615", &[0xff; 8]),
    ("18446744073709551616", &[0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]),
    ("1208925819614629174706175", &[255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0]),
];

#[test]
fn weights_are_of_both_keys_the_attestation_and_its_slots() {
    for (slots, bits) in BIT_SETS {
        let baker = Baker::new(1, Some(slots));
        let keys = baker.keys();
        let attestation = &signed_by_hand(0x13, 41)[5..];
        let weight = dal_weight(&keys.consensus, &keys.companion.unwrap(), attestation, &slots.parse().unwrap());
        assert_eq!(weight.0, baker.weight(bits), "{slots}");
    }
}

#[test]
fn companions_are_added_as_often_as_their_weight() {
    let [base, companion] = [1, 2].map(secret);
    for weight in [[0xff; 32], [1; 32], [&[0; 31][..], &[0x80]].concat().try_into().unwrap(), {
        let mut one = [0; 32];
        one[0] = 1;
        one
    }] {
        let mut sum = AggregatePublicKey::from_public_key(&base.sk_to_pk());
        let mut doubled = AggregatePublicKey::from_public_key(&companion.sk_to_pk());
        for bit in (0..256).map(|bit| weight[bit / 8] >> (bit % 8) & 1) {
            if bit == 1 {
                sum.add_aggregate(&doubled);
            }
            doubled.add_aggregate(&doubled.clone());
        }
        let key = public(&base).with_companion(&public(&companion), &weight).unwrap();
        assert_eq!(key.0, sum.to_public_key().compress());

        let [one, other] = [&base, &companion].map(|key| BlsSignature(key.sign(b"same", POP, &[]).compress()));
        assert_eq!(key.verify(b"same", &one.with_companion(&other, &weight).unwrap()), Ok(()));
        assert_eq!(key.verify(b"same", &one), Err(VerifyError::Mismatch));
        assert!(key.with_companion(&BlsPublicKey([7; 48]), &weight).is_err());
        assert!(one.with_companion(&BlsSignature([7; 96]), &weight).is_err());
    }
}

#[test]
fn attested_slots_are_signed_by_the_companion_key() {
    let with_dal = |slots: &Z| match attestations() {
        [.., Contents::AttestationWithDal(mut attestation)] => {
            attestation.dal_attestation = slots.clone();
            Contents::AttestationWithDal(attestation)
        }
        other => panic!("{other:?}"),
    };
    for (slots, bits) in BIT_SETS {
        let baker = Baker::new(7, Some(slots));
        let signature = BlsSignature(baker.sign(bits).compress());
        let signed = operation(with_dal(baker.slots.as_ref().unwrap()), signature);
        for protocol in [Protocol::Seoul, Protocol::Tallinn, Protocol::Ushuaia, Protocol::Alpha] {
            let key = signed.attesting_key(protocol, &[baker.keys()]).unwrap();
            assert_eq!(signed.verify(protocol, CHAIN, &key.into()), Ok(()), "{slots}");
            assert_eq!(signed.verify(protocol, CHAIN, &public(&baker.consensus).into()), MISMATCH);

            let changed = operation(with_dal(&Z::from(77_i64)), signature);
            let key = changed.attesting_key(protocol, &[baker.keys()]).unwrap();
            assert_eq!(changed.verify(protocol, CHAIN, &key.into()), MISMATCH, "a slot more");
        }
    }
}

#[test]
fn aggregates_have_bakers_with_and_without_slots() {
    let bakers = [Baker::new(1, None), Baker::new(2, Some("1")), Baker::new(3, Some("300")), Baker::new(4, Some("0"))];
    let bits: [&[u8]; 4] = [&[], &[1, 0, 0, 0, 0, 0, 0, 0], &[0x2c, 1, 0, 0, 0, 0, 0, 0], &[]];
    let signatures: Vec<_> = bakers.iter().zip(bits).map(|(baker, bits)| baker.sign(bits)).collect();
    let sum = AggregateSignature::aggregate(&signatures.iter().collect::<Vec<_>>(), true).unwrap().to_signature();
    let attester = |(slot, baker): (u16, &Baker)| Attester::new(slot, baker.slots.clone());
    let aggregate = |bakers: &[Baker]| {
        let contents = AttestationsAggregate::new(content(), (0..).zip(bakers).map(attester).collect());
        operation(Contents::AttestationsAggregate(contents), BlsSignature(sum.compress()))
    };
    let (signed, mut keys) = (aggregate(&bakers), bakers.each_ref().map(Baker::keys));
    let key = signed.attesting_key(Protocol::Tallinn, &keys).unwrap();
    assert_eq!(signed.verify(Protocol::Tallinn, CHAIN, &key.into()), Ok(()));
    let found = signed.attesting_key(Protocol::Tallinn, &keys[1..]);
    assert_eq!(found, Err(SignatureError::Bakers { expected: 4, found: 3 }));
    keys[0].companion = None;
    assert_eq!(signed.attesting_key(Protocol::Tallinn, &keys), Ok(key), "it attests no slots");
    keys[3].companion = None;
    assert_eq!(
        signed.attesting_key(Protocol::Tallinn, &keys),
        Err(SignatureError::NoCompanion),
        "it attests none of them"
    );
    keys[3] = bakers[3].keys();
    keys.swap(1, 2);
    let key = signed.attesting_key(Protocol::Tallinn, &keys).unwrap();
    assert_eq!(signed.verify(Protocol::Tallinn, CHAIN, &key.into()), MISMATCH, "the slots are of other bakers");
}

#[test]
fn attestations_without_slots_need_the_consensus_key_only() {
    let keys = AttestingKeys { consensus: public(&secret(1)), companion: None };
    let pre = PreattestationsAggregate::new(content(), vec![1, 2]);
    let none = BlsSignature([0; 96]);
    for contents in attestations().into_iter().take(2) {
        assert_eq!(operation(contents, none).attesting_key(Protocol::Seoul, &[keys]), Ok(keys.consensus));
    }
    let operation_of_two = operation(Contents::PreattestationsAggregate(pre), none);
    let sum = BlsPublicKey::aggregate([&keys.consensus, &keys.consensus]).unwrap();
    assert_eq!(operation_of_two.attesting_key(Protocol::Seoul, &[keys, keys]), Ok(sum));

    let [_, attestation, _] = attestations();
    let refused = operation(attestation, none).attesting_key(Protocol::Rio, &[keys]);
    assert_eq!(refused, Err(SignatureError::NoAttestation));
    let noop = Contents::FailingNoop(FailingNoop::new(vec![]));
    assert_eq!(operation(noop, none).attesting_key(Protocol::Seoul, &[keys]), Err(SignatureError::NoAttestation));
    for (error, text) in [
        (SignatureError::NoAttestation, "expected attestations of protocol 023 or later"),
        (SignatureError::NoCompanion, "a baker that attests slots of data has no companion key"),
        (SignatureError::Bakers { expected: 4, found: 3 }, "expected the keys of 4 bakers, found 3"),
    ] {
        assert_eq!(error.to_string(), text);
    }
}
