//! Guarantee 6: secrets are cleared and never printed.

use std::fmt::Debug;

use tezos_messages::identity::{CryptoBoxSecretKey, Identity, IdentityText, Stamp};
use tezos_messages::session::cipher::ChannelKey;
use tezos_messages::session::salvage::Salvager;
use tezos_messages::session::{Role, Session};
use zeroize::{ZeroizeOnDrop, Zeroizing};

use crate::common::peers::{config, connection_message, identity, opener, sealer};

/// Checks that a text contains no four consecutive bytes of a secret, in hexadecimal or in decimal.
fn check_text(secret: &[u8; 32], what: &str, text: &str) {
    let text = text.to_lowercase();
    for bytes in secret.windows(4) {
        let decimal: Vec<String> = bytes.iter().map(u8::to_string).collect();
        let shown = [hex::encode(bytes), decimal.join(", "), decimal.join(",\n    ")];
        assert!(shown.iter().all(|shown| !text.contains(shown)), "{what} shows the secret: {text}");
    }
}

/// Checks both `Debug` texts of a value.
fn check_debug(secret: &[u8; 32], what: &str, value: &impl Debug) {
    check_text(secret, what, &format!("{value:?}"));
    check_text(secret, what, &format!("{value:#?}"));
}

#[test]
fn secrets_are_never_printed() {
    let secret: [u8; 32] = std::array::from_fn(|at| 0xa1_u8.wrapping_add(at as u8 * 7));
    let key = CryptoBoxSecretKey::new(secret);
    check_debug(&secret, "SecretKey", &key);
    let one = Identity::new(key.clone(), Stamp([3; 24]));
    check_debug(&secret, "Identity", &one);
    check_debug(&secret, "IdentityText", &one.text());

    // A session at each step.
    let two = identity(2);
    let mut session = Session::new(Role::Initiator, &one, config());
    let mut peer = Session::new(Role::Responder, &two, config());
    check_debug(&secret, "Session", &session);
    peer.feed(&session.connection(&connection_message(&one)).unwrap());
    session.feed(&peer.connection(&connection_message(&two)).unwrap());
    assert!(session.next_event().unwrap().is_some() && peer.next_event().unwrap().is_some());
    check_debug(&secret, "Session", &session);
    check_debug(&secret, "the peer's Session", &peer);

    // The types of a channel contain the shared key.
    check_debug(&secret, "ChannelKey", &ChannelKey::new(&key, two.public_key()).unwrap());
    let shown = [format!("{:?}", sealer()), format!("{:?}", opener()), format!("{:?}", Salvager::new(opener(), 1))];
    assert!(shown.iter().all(|shown| shown.contains("ChannelKey(..)")), "{shown:?}");
}

/// Errors do not repeat invalid text, because most of it may be a secret.
#[test]
fn errors_do_not_repeat_a_secret() {
    let secret: [u8; 32] = std::array::from_fn(|at| 0x91_u8.wrapping_add(at as u8 * 5));
    let digits = hex::encode(secret);
    for mistyped in [&digits[1..], &digits.replace("91", "9g"), &[&digits[..], "00"].concat()] {
        let error = CryptoBoxSecretKey::from_hex(mistyped).unwrap_err();
        check_debug(&secret, "IdentityError", &error);
        check_text(&secret, "IdentityError", &error.to_string());
        let error = Identity::from_text(None, &digits, mistyped, &"00".repeat(24)).unwrap_err();
        check_text(&secret, "IdentityError", &error.to_string());
    }
}

/// Checks that types implement `ZeroizeOnDrop`; `identity/keys.rs` and `session/cipher.rs` test that the fields are cleared.
#[test]
fn secrets_are_cleared() {
    fn is_cleared<T: ZeroizeOnDrop>() {}
    is_cleared::<CryptoBoxSecretKey>();
    is_cleared::<Zeroizing<String>>();
    // The text of an identity has its secret key in a string that is cleared.
    let _: fn(IdentityText) -> Zeroizing<String> = |text| text.secret_key;
}
