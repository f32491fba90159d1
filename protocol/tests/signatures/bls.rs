//! The messages that bakers and accounts with BLS keys sign in each protocol.

use blst::min_pk::{self, AggregateSignature, SecretKey};
use tezos_encoding::Z;
use tezos_hashes::hash::{BlockHash, ChainId};
use tezos_hashes::keys::verify::VerifyError;
use tezos_hashes::keys::{BlsPublicKey, BlsSignature, Ed25519Signature, GenericSignature, PublicKey, Signature};
use tezos_hashes::protocol::BlockPayloadHash;
use tezos_protocols::Protocol;
use tezos_protocols::operation::{
    AggregateContent, AttestationWithDal, AttestationsAggregate, Attester, BlsModeContents, BlsModeUnsigned,
    ConsensusContent, Contents, DalAttestation, FailingNoop, Operation, PreattestationsAggregate, ProtocolData,
    Unsigned,
};
use tezos_protocols::verify::SignatureError;

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
    let protocol_data = ProtocolData { contents: vec![contents], signature: signature.into() };
    Operation { branch: BRANCH, protocol_data }
}

/// Returns the block that all attestations of these tests are for.
fn content() -> AggregateContent {
    AggregateContent { level: 5, round: 1, block_payload_hash: BlockPayloadHash([8; 32]) }
}

/// Returns attestations of one baker.
fn attestations() -> [Contents; 3] {
    let AggregateContent { level, round, block_payload_hash } = content();
    let content = ConsensusContent { slot: 3, level, round, block_payload_hash };
    let dal_attestation = Z::from(1_i64);
    let with_dal = AttestationWithDal { slot: 3, level, round, block_payload_hash, dal_attestation };
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
    let dal = |slot| Attester { slot, dal_attestation: None };
    let aggregate = |committee: [u16; 3]| AttestationsAggregate {
        consensus_content: content(),
        slots: None,
        committee: Some(committee.map(dal).to_vec()),
    };
    let pre = PreattestationsAggregate { consensus_content: content(), committee: vec![1, 2, 3] };
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
    let contents = Contents::FailingNoop(FailingNoop { arbitrary: Some(vec![]), text: None });
    let protocol_data = |signature| ProtocolData { contents: vec![contents.clone()], signature };
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
    let contents = Contents::FailingNoop(FailingNoop { arbitrary: Some(b"hi".to_vec()), text: None });
    let message = [&[3][..], &[9; 32], &[17, 0, 0, 0, 2], b"hi"].concat();
    let plain = operation(contents.clone(), BlsSignature(secret.sign(&message, POP, &[]).compress()));
    let augmented = operation(contents, BlsSignature(secret.sign(&message, AUG, &key.0).compress()));
    for number in 16..=26_u8 {
        let protocol: Protocol = number.to_string().parse().unwrap();
        let (good, bad) = if number < 23 { (&augmented, &plain) } else { (&plain, &augmented) };
        assert_eq!(good.verify(protocol, CHAIN, &key.into()), Ok(()), "{protocol}");
        assert_eq!(bad.verify(protocol, CHAIN, &key.into()), MISMATCH, "{protocol}");
    }
    let refused = plain.verify(Protocol::Lima, CHAIN, &key.into());
    assert!(matches!(refused, Err(SignatureError::Encode(_))), "the message is a text in this protocol: {refused:?}");
}

#[test]
fn other_contents_are_signed_unchanged() {
    let contents = Contents::FailingNoop(FailingNoop { arbitrary: Some(vec![1]), text: None });
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
