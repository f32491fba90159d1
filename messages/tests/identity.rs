//! Identities from text: what is refused and why, and the texts of keys.

use std::error::Error as _;

use tezos_messages::identity::{
    CryptoBoxPublicKey, CryptoBoxSecretKey, DifficultyError, Identity, IdentityError, PowTarget, Stamp,
};

// An identity of a real node.
const PEER: &str = "idqjq34sB6uHWdFzJDB97zwXAdHASb";
const PUBLIC: &str = "40a2c1e551c1e48b89e2a13bb58114f613801439ec6c4fc3396799768a748b6e";
const SECRET: &str = "66adf08839c350109d8955a92c6561f966d6a048968763d12b7026c7e368fbe1";
const STAMP: &str = "ff6d772406b595e2ae0fd5c640a62a47212f21cbbcaac6b4";

/// Each field of `identity.json`, wrong in each way. Of several wrong fields, the first in this order is named: secret key, proof of work,
/// public key, peer id.
#[test]
fn wrong_fields_of_an_identity_are_refused() {
    let upper = PUBLIC.to_uppercase();
    for (peer, public, secret, stamp, expected) in [
        (Some(PEER), PUBLIC, SECRET, STAMP, None),
        (None, PUBLIC, SECRET, STAMP, None),
        (None, upper.as_str(), SECRET, STAMP, None),
        (None, "", "", "", Some("expected 64 hex digits for the secret key, found 0 characters")),
        (None, "", SECRET, "", Some("expected 48 hex digits for the Stamp, found 0 characters")),
        (Some("id"), "", SECRET, STAMP, Some("expected 64 hex digits for the CryptoBoxPublicKey, found 0 characters")),
        (
            None,
            &PUBLIC[1..],
            SECRET,
            STAMP,
            Some("expected 64 hex digits for the CryptoBoxPublicKey, found 63 characters"),
        ),
        (
            None,
            &PUBLIC[2..],
            SECRET,
            STAMP,
            Some("expected 64 hex digits for the CryptoBoxPublicKey, found 62 characters"),
        ),
        (None, PUBLIC, &SECRET[2..], STAMP, Some("expected 64 hex digits for the secret key, found 62 characters")),
        (None, PUBLIC, SECRET, &STAMP[2..], Some("expected 48 hex digits for the Stamp, found 46 characters")),
        (None, PUBLIC, SECRET, PUBLIC, Some("expected 48 hex digits for the Stamp, found 64 characters")),
        (
            None,
            &PUBLIC.replace('4', "g"),
            SECRET,
            STAMP,
            Some("expected 64 hex digits for the CryptoBoxPublicKey, found another character among them"),
        ),
        (
            None,
            PUBLIC,
            &SECRET.replace('6', " "),
            STAMP,
            Some("expected 64 hex digits for the secret key, found another character among them"),
        ),
        (
            None,
            PUBLIC,
            SECRET,
            &format!("0x{}", &STAMP[2..]),
            Some("expected 48 hex digits for the Stamp, found another character among them"),
        ),
        (
            None,
            &format!("{} ", &PUBLIC[1..]),
            SECRET,
            STAMP,
            Some("expected 64 hex digits for the CryptoBoxPublicKey, found another character among them"),
        ),
        (Some(""), PUBLIC, SECRET, STAMP, Some("")),
        (Some(&PEER.replace('q', "r")), PUBLIC, SECRET, STAMP, Some("")),
        (Some("NetXdQprcVkpaWU"), PUBLIC, SECRET, STAMP, Some("")),
        (Some(&format!("{PEER} ")), PUBLIC, SECRET, STAMP, Some("")),
    ] {
        match (Identity::from_text(peer, public, secret, stamp), expected) {
            (Ok(identity), None) => {
                assert_eq!(*identity.secret_key(), CryptoBoxSecretKey::from_hex(SECRET).unwrap());
                let text = identity.text();
                assert_eq!((text.public_key.as_str(), text.proof_of_work_stamp.as_str()), (PUBLIC, STAMP));
                assert_eq!((text.secret_key.as_str(), text.peer_id.as_str()), (SECRET, PEER));
            }
            // The text of an error of base58check is that of `tezos_hashes`.
            (Err(IdentityError::PeerId(inner)), Some("")) => {
                assert_eq!(IdentityError::PeerId(inner.clone()).to_string(), inner.to_string());
            }
            (Err(error), Some(text)) => assert_eq!(error.to_string(), text),
            (other, _) => panic!("{peer:?} {public} {stamp}: {other:?}"),
        }
    }
}

#[test]
fn keys_that_do_not_belong_together_are_refused() {
    let other = CryptoBoxSecretKey::new([7; 32]).public_key();
    let error = Identity::from_text(Some(PEER), &other.to_string(), SECRET, STAMP).unwrap_err();
    let expected = PUBLIC.parse().unwrap();
    assert_eq!(error, IdentityError::OtherPublicKey { expected, found: other });
    assert_eq!(error.to_string(), format!("the secret key has the public key {PUBLIC}, not {other}"));
    // One bit of each byte.
    for at in 0..32 {
        let mut key = expected;
        key.0[at] ^= 0x10;
        assert!(Identity::from_text(None, &key.to_string(), SECRET, STAMP).is_err(), "byte {at}");
    }
    let peer = other.peer_id();
    let error = Identity::from_text(Some(&peer.to_string()), PUBLIC, SECRET, STAMP).unwrap_err();
    assert_eq!(error, IdentityError::OtherPeerId { expected: PEER.parse().unwrap(), found: peer });
    assert_eq!(error.to_string(), format!("the public key has the peer id {PEER}, not {peer}"));
    assert_eq!(IdentityError::NoRandomness.to_string(), "the system gave no random bytes");
    assert!(IdentityError::NoRandomness.source().is_none());
}

#[test]
fn keys_have_a_text() {
    let identity = Identity::from_text(None, PUBLIC, SECRET, STAMP).unwrap();
    assert_eq!(format!("{:?}", identity.secret_key()), "SecretKey(..)");
    assert_eq!((identity.public_key().to_string(), identity.peer_id().to_string()), (PUBLIC.into(), PEER.into()));
    assert_eq!(identity.proof_of_work_stamp().to_string(), STAMP);
    let bytes: [u8; 32] = hex::decode(PUBLIC).unwrap().try_into().unwrap();
    assert_eq!(
        (CryptoBoxPublicKey::from(bytes), identity.public_key().as_ref()),
        (*identity.public_key(), bytes.as_slice())
    );
    let text = format!("{:?}", identity.text());
    for shown in [PEER, PUBLIC, STAMP] {
        assert!(text.contains(shown), "{text}");
    }
    assert!(text.starts_with("IdentityText {") && text.ends_with(", .. }"), "{text}");
    let zero = CryptoBoxPublicKey([0; 32]);
    assert!(zero.has_low_order() && !identity.public_key().has_low_order());
    let mut secrets = [CryptoBoxSecretKey::new([0; 32]), CryptoBoxSecretKey::new([0; 32])];
    assert!(secrets[0] == secrets[1]);
    secrets[0] = CryptoBoxSecretKey::from_hex(&format!("{}01", "00".repeat(31))).unwrap();
    assert!(secrets[0] != secrets[1], "the last byte differs");
    assert_eq!(Stamp([1; 24]).to_string(), "01".repeat(24));
}

/// `make_pow_target` of `crypto_box.ml` raises for the difficulties that are refused here.
#[test]
fn difficulties_are_from_0_to_256() {
    for (difficulty, first_bytes) in [
        (0.0, "ffff"),
        (-0.0, "ffff"),
        (0.5, "b504"),
        (1.0, "7fff"),
        // The fraction is lost in the power of 2.
        (2.0_f64.next_up(), "4000"),
        (9.0_f64.next_up(), "0080"),
        (15.0, "0001"),
        (16.0, "0000"),
        (255.0, "0000"),
        (256.0, "0000"),
    ] {
        let target = PowTarget::new(difficulty).unwrap();
        assert_eq!(format!("{target:?}")[..11], format!("Target({first_bytes}"));
        assert_eq!(format!("{target:?}").len(), "Target()".len() + 64);
    }
    let last_byte = |difficulty| format!("{:?}", PowTarget::new(difficulty).unwrap())[69..].to_owned();
    assert_eq!([248.0, 252.0, 255.0, 256.0].map(last_byte), ["ff)", "0f)", "01)", "00)"]);
    for refused in [-f64::MIN_POSITIVE, -1.0, 256.0_f64.next_up(), 257.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(PowTarget::new(refused), Err(DifficultyError), "{refused}");
    }
    assert_eq!(DifficultyError.to_string(), "expected a difficulty from 0 to 256");
}
