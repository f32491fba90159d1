//! The messages of a remote signer, their frames and their results. Bytes were derived by hand from the definitions of Octez that are named.

use tezos_encoding::{
    Decode, Encode, FromJson, ToJson,
    stream::{StreamSettings, ValueDecoder},
};
use tezos_hashes::secret::{Mldsa44SecretKey, SecretKey};
use tezos_protocols::{
    keys::{
        BlsPublicKeyHash, Ed25519PublicKeyHash, Mldsa44PublicKeyHash, P256PublicKeyHash, PublicKeyHash,
        Secp256k1PublicKeyHash, Sign, Signature,
    },
    signer::{
        AuthorizedKeysResponse, BlsProvePossessionRequest, DeterministicNonceHashRequest, DeterministicNonceRequest,
        PublicKeyRequest, PublicKeyResponse, Request, SignRequest, SignResponse, SignatureVersion, SigningKeyHash,
        SupportsDeterministicNoncesRequest, SupportsDeterministicNoncesResponse,
        socket::{Answer, AuthorizedKeysRequest, Call, Frame, KnownKeysRequest, Trace, TzResult},
    },
};

/// A hash of an Ed25519 key.
const PKH: PublicKeyHash = PublicKeyHash::Ed25519(Ed25519PublicKeyHash([7; 20]));

/// `handler.ml`, `check_authorization`, and `socket.ml`, `maybe_authenticate`, call `Sign.Request.to_sign` for all three requests.
#[test]
fn preimages_of_authorizations_are_those_of_requests_to_sign() {
    let (data, signature) = (vec![9], None);
    let sign = |pkh: PublicKeyHash| Request::from(SignRequest { pkh: pkh.into(), data: data.clone(), signature: None });
    let expected = |tag: u8| Some([&[4, 1, tag], [7; 20].as_slice(), &[9]].concat());
    for (request, expected) in [
        (sign(PKH), expected(0)),
        (sign(Secp256k1PublicKeyHash([7; 20]).into()), expected(1)),
        (sign(P256PublicKeyHash([7; 20]).into()), expected(2)),
        (sign(BlsPublicKeyHash([7; 20]).into()), expected(3)),
        (sign(Mldsa44PublicKeyHash([7; 20]).into()), expected(4)),
        (DeterministicNonceRequest { pkh: PKH, data: data.clone(), signature: signature.clone() }.into(), expected(0)),
        (DeterministicNonceHashRequest { pkh: PKH, data: data.clone(), signature }.into(), expected(0)),
        (PublicKeyRequest { pkh: PKH }.into(), None),
        (SupportsDeterministicNoncesRequest { pkh: PKH }.into(), None),
        (BlsProvePossessionRequest { pkh: PKH, override_pk: None }.into(), None),
        (AuthorizedKeysRequest.into(), None),
        (KnownKeysRequest.into(), None),
    ] {
        assert_eq!(request.preimage().unwrap(), expected, "{request:?}");
    }
}

/// The answer to a request for authorized keys, which Octez does not register.
#[test]
fn keys_are_authorized_or_need_no_authentication() {
    let keys_of =
        |count: usize| [&[1, 0, 0, 0, 21 * count as u8][..], &[&[0][..], &[7; 20]].concat().repeat(count)].concat();
    for (answer, bytes, json) in [
        (AuthorizedKeysResponse::NoAuthentication, vec![0], r#""no_authentication_required""#.to_owned()),
        (AuthorizedKeysResponse::AuthorizedKeys(vec![]), keys_of(0), "[]".into()),
        (AuthorizedKeysResponse::AuthorizedKeys(vec![PKH; 2]), keys_of(2), format!(r#"["{PKH}","{PKH}"]"#)),
    ] {
        assert_eq!((answer.to_bytes().as_ref(), answer.to_json().as_ref()), (Ok(&bytes), Ok(&json)));
        assert_eq!(AuthorizedKeysResponse::from_bytes(&bytes).as_ref(), Ok(&answer));
        assert_eq!(AuthorizedKeysResponse::from_json(&json), Ok(answer));
    }
}

/// Checks both ways that an answer to the request `C` has these bytes, as hexadecimal digits, and this JSON.
fn check_answer<C: Call>(result: Result<C::Response, Trace>, bytes: &str, json: &str)
where
    C::Response: Clone + PartialEq + std::fmt::Debug,
{
    let bytes = hex::decode(bytes.replace(' ', "")).unwrap();
    let answer = Frame(TzResult::from(result.clone()));
    assert_eq!(answer.to_bytes().as_ref(), Ok(&bytes));
    assert_eq!(answer.to_json().as_deref(), Ok(json));
    let read: Answer<C> = Frame::from_bytes(&bytes).unwrap();
    assert_eq!(read, Frame::from_json(json).unwrap());
    assert_eq!(read.0.into_result(), result);
}

/// `monad_maker.ml`, `result_encoding`: a union of the tags 0 and 1; `error_monad.ml`, `Exn`: the JSON of a failure, as BSON with a size;
/// `base/unix/socket.ml`, `send`: the size of the message in 2 bytes.
#[test]
fn answers_are_results_in_frames() {
    check_answer::<SupportsDeterministicNoncesRequest>(
        Ok(SupportsDeterministicNoncesResponse { is_supported: true }),
        "0002 00 ff",
        r#"{"result":{"bool":true}}"#,
    );
    check_answer::<AuthorizedKeysRequest>(
        Ok(AuthorizedKeysResponse::NoAuthentication),
        "0002 00 00",
        r#"{"result":"no_authentication_required"}"#,
    );
    check_answer::<AuthorizedKeysRequest>(
        Ok(AuthorizedKeysResponse::AuthorizedKeys(vec![PKH])),
        &format!("001b 00 01 00000015 00{}", "07".repeat(20)),
        &format!(r#"{{"result":["{PKH}"]}}"#),
    );
    let signature = Signature::from_bytes(&[1; 64]).unwrap();
    check_answer::<SignRequest>(
        Ok(SignResponse { signature: signature.clone() }),
        &format!("0041 00 {}", "01".repeat(64)),
        &format!(r#"{{"result":{{"signature":"{signature}"}}}}"#),
    );
    let kind = format!("02 {} 0a000000 {}", hex::encode("kind\0"), hex::encode("temporary\0"));
    let id = format!("02 {} 08000000 {}", hex::encode("id\0"), hex::encode("failure\0"));
    let message = format!("02 {} 03000000 {}", hex::encode("msg\0"), hex::encode("no\0"));
    check_answer::<SignRequest>(
        Err(Trace::failure("no")),
        &format!("003e 01 00000039 00000035 35000000 {kind} {id} {message} 00"),
        r#"{"error":[{"kind":"temporary","id":"failure","msg":"no"}]}"#,
    );
    check_answer::<KnownKeysRequest>(Err(Trace(vec![])), "0005 01 00000000", r#"{"error":[]}"#);
    let quoted = Trace::failure("\"\\\n\u{1}é");
    assert_eq!(quoted.to_string(), r#"{"kind":"temporary","id":"failure","msg":"\"\\\n\u0001é"}"#);
    let several = Trace([quoted.0.clone(), Trace::failure("b").0].concat());
    assert_eq!(several.to_string(), format!("{quoted}, {}", Trace::failure("b")));
}

/// `socket.ml`, `recv`: bytes that are left in a frame are an error, and so is an unknown tag.
#[test]
fn malformed_frames_are_refused() {
    let error = |bytes: &[u8]| Answer::<KnownKeysRequest>::from_bytes(bytes).unwrap_err().kind().name();
    assert_eq!(error(&[0, 1, 2]), "Unexpected_tag");
    assert_eq!(error(&[0, 6, 0, 0, 0, 0, 0, 9]), "Extra_bytes");
    assert_eq!(error(&[0, 5, 0, 0, 0, 0, 0, 9]), "Extra_bytes");
    assert_eq!(error(&[0, 4, 0, 0, 0, 0]), "Not_enough_data");
    assert_eq!(error(&[0, 0]), "Not_enough_data");
    assert_eq!(error(&[0, 9, 1, 0, 0, 0, 4, 0, 0, 0, 0]), "Exception_raised_in_user_function");
}

/// `socket.ml`, `maximum_length_of_message_payload`.
#[test]
fn messages_have_at_most_65535_bytes() {
    // The tag, the hash of the key and the size of the data precede the data, and no signature follows.
    let request = |size: usize| SignRequest { pkh: PKH.into(), data: vec![3; size - 1 - 21 - 4], signature: None };
    let longest = request(0xffff);
    let frame = longest.clone().to_frame().unwrap();
    assert_eq!((frame.len(), &frame[..2]), (2 + 0xffff, &[0xff, 0xff][..]));
    assert_eq!(Frame::from_bytes(&frame), Ok(Frame(Request::Sign(longest))));
    assert_eq!(request(0x1_0000).to_frame().unwrap_err().kind().name(), "Size_limit_exceeded");
    let longest = Trace::failure(&"x".repeat(0x1_0000));
    assert_eq!(KnownKeysRequest.respond(Err(longest)).unwrap_err().kind().name(), "Size_limit_exceeded");
}

/// The number of missing bytes is known as soon as the size has arrived, and nothing is allocated for them.
#[test]
fn frames_are_read_while_they_arrive() {
    let requests = [
        Request::KnownKeys,
        SignRequest { pkh: PKH.into(), data: vec![3; 300], signature: Some(Signature::from_bytes(&[1; 96]).unwrap()) }
            .into(),
        PublicKeyRequest { pkh: PKH }.into(),
    ];
    let frames: Vec<_> = requests.iter().map(|request| Frame(request.clone()).to_bytes().unwrap()).collect();
    for frame in &frames {
        for cut in 0..frame.len() {
            let missing = if cut < 2 { 2 - cut } else { frame.len() - cut };
            let error = Frame::<Request>::from_prefix(&frame[..cut]).unwrap_err();
            assert_eq!(error.missing().map(|bytes| bytes.get()), Some(missing), "{cut} of {}", frame.len());
        }
    }
    let (bytes, mut decoder) = (frames.concat(), ValueDecoder::<Frame<Request>>::new(StreamSettings::default()));
    let (mut start, mut read) = (0, vec![]);
    for end in 0..=bytes.len() {
        if let Some((Frame(request), size)) = decoder.decode(&bytes[start..end], false).unwrap() {
            start += size;
            read.push(request);
        }
    }
    assert_eq!(read, requests);
    let allocated = allocation_counter::measure(|| {
        assert!(Frame::<Request>::from_bytes(&[0xff, 0xff, 0, 0]).unwrap_err().is_incomplete());
    });
    assert!(allocated.bytes_max < 4096, "{}", allocated.bytes_max);
}

/// `signer_messages.ml`, `pkh_encoding`: a hash of an ML-DSA-44 key is read with the tag 3, behind which any hash may be; `V_latest` is 3.
#[test]
fn keys_of_mldsa44_sign() {
    let secret = SecretKey::try_from(Mldsa44SecretKey::from_entropy(&[7; 32])).unwrap();
    let pkh = secret.public_key_hash();
    assert!(pkh.to_string().starts_with("tz5"));
    let request = SignRequest { pkh: pkh.into(), data: vec![3, 9], signature: None };
    assert_eq!(request.pkh, SigningKeyHash::Bls { pkh, version: SignatureVersion::V3 });
    let sent = request.to_frame().unwrap();
    let PublicKeyHash::Mldsa44(Mldsa44PublicKeyHash(hash)) = pkh else { panic!("{pkh}") };
    let expected = [&[0, 30, 0, 3, 4][..], &hash, &[3, 0, 0, 0, 2, 3, 9]].concat();
    assert_eq!(hex::encode(&sent), hex::encode(expected));
    let Frame(Request::Sign(request)) = Frame::from_bytes(&sent).unwrap() else { panic!("{sent:?}") };
    assert_eq!(PublicKeyHash::from(request.pkh), pkh);

    let signature = secret.sign(&request.data);
    let sent = request.respond(Ok(SignResponse { signature: signature.clone() })).unwrap();
    assert_eq!((sent.len(), &sent[..3]), (2 + 1 + 2420, &[9, 0x75, 0][..]));
    let Frame(answer) = Answer::<SignRequest>::from_bytes(&sent).unwrap();
    assert_eq!(answer.into_result(), Ok(SignResponse { signature: signature.clone() }));

    let request = PublicKeyRequest { pkh };
    let sent = request.respond(Ok(PublicKeyResponse { pubkey: secret.public_key() })).unwrap();
    assert_eq!((sent.len(), &sent[..4]), (2 + 1 + 1 + 1312, &[5, 0x22, 0, 4][..]));
    let Frame(answer) = Answer::<PublicKeyRequest>::from_bytes(&sent).unwrap();
    let PublicKeyResponse { pubkey } = answer.into_result().unwrap();
    assert_eq!((pubkey.hash(), pubkey.verify(&[3, 9], &signature)), (pkh, Ok(())));

    // A key of another algorithm has no version, except BLS.
    let versions = |pkh: PublicKeyHash| SigningKeyHash::new(pkh, SignatureVersion::V1).version();
    assert_eq!(versions(PKH), None);
    assert_eq!(versions(BlsPublicKeyHash([7; 20]).into()), Some(SignatureVersion::V1));
}

/// Each request is read as it was written, and its response has its type.
#[test]
fn requests_round_trip() {
    let bls = PublicKeyHash::from(BlsPublicKeyHash([7; 20]));
    let signature = Some(Signature::from_bytes(&[1; 64]).unwrap());
    let requests: [(u8, Request); 8] = [
        (0, SignRequest { pkh: bls.into(), data: vec![3], signature: signature.clone() }.into()),
        (1, PublicKeyRequest { pkh: PKH }.into()),
        (2, AuthorizedKeysRequest.into()),
        (3, DeterministicNonceRequest { pkh: PKH, data: vec![], signature: signature.clone() }.into()),
        (4, DeterministicNonceHashRequest { pkh: PKH, data: vec![4], signature }.into()),
        (5, SupportsDeterministicNoncesRequest { pkh: PKH }.into()),
        (6, KnownKeysRequest.into()),
        (
            7,
            BlsProvePossessionRequest { pkh: bls, override_pk: Some(tezos_protocols::keys::BlsPublicKey([2; 48])) }
                .into(),
        ),
    ];
    for (tag, request) in requests {
        let bytes = Frame(request.clone()).to_bytes().unwrap();
        assert_eq!(bytes[2], tag);
        assert_eq!(Frame::from_bytes(&bytes), Ok(Frame(request.clone())));
        assert_eq!(Request::from_json(&request.to_json().unwrap()), Ok(request));
    }
}
