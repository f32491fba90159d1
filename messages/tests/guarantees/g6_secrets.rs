//! Guarantee 6: secrets are cleared and never printed.

use std::fmt::Debug;

use tezos_messages::identity::{Identity, IdentityText, SecretKey, Stamp};
use tezos_messages::session::cipher::ChannelKey;
use tezos_messages::session::salvage::Salvager;
use tezos_messages::session::{Role, Session};
use zeroize::{ZeroizeOnDrop, Zeroizing};

use crate::common::peers::{config, connection_message, identity, opener, sealer};

/// No four bytes of a secret are in a text, in hexadecimal or in decimal.
fn hides(secret: &[u8; 32], what: &str, text: &str) {
    let text = text.to_lowercase();
    for bytes in secret.windows(4) {
        let decimal: Vec<String> = bytes.iter().map(u8::to_string).collect();
        let shown = [hex::encode(bytes), decimal.join(", "), decimal.join(",\n    ")];
        assert!(shown.iter().all(|shown| !text.contains(shown)), "{what} shows the secret: {text}");
    }
}

fn hidden(secret: &[u8; 32], what: &str, value: &impl Debug) {
    hides(secret, what, &format!("{value:?}"));
    hides(secret, what, &format!("{value:#?}"));
}

#[test]
fn secrets_are_never_printed() {
    let secret: [u8; 32] = std::array::from_fn(|at| 0xa1_u8.wrapping_add(at as u8 * 7));
    let key = SecretKey::new(secret);
    hidden(&secret, "SecretKey", &key);
    let one = Identity::new(key.clone(), Stamp([3; 24]));
    hidden(&secret, "Identity", &one);
    hidden(&secret, "IdentityText", &one.text());

    // A session at each step.
    let two = identity(2);
    let mut session = Session::new(Role::Initiator, &one, config());
    let mut peer = Session::new(Role::Responder, &two, config());
    hidden(&secret, "Session", &session);
    peer.feed(&session.connection(&connection_message(&one)).unwrap());
    session.feed(&peer.connection(&connection_message(&two)).unwrap());
    assert!(session.next_event().unwrap().is_some() && peer.next_event().unwrap().is_some());
    hidden(&secret, "Session", &session);
    hidden(&secret, "the peer's Session", &peer);

    // What a channel is made of has the key that both share.
    hidden(&secret, "ChannelKey", &ChannelKey::new(&key, two.public_key()).unwrap());
    let shown = [format!("{:?}", sealer()), format!("{:?}", opener()), format!("{:?}", Salvager::new(opener(), 1))];
    assert!(shown.iter().all(|shown| shown.contains("ChannelKey(..)")), "{shown:?}");
}

/// A file that cannot be read is not repeated: what is wrong in it may be most of a secret.
#[test]
fn refusals_do_not_repeat_a_secret() {
    let secret: [u8; 32] = std::array::from_fn(|at| 0x91_u8.wrapping_add(at as u8 * 5));
    let digits = hex::encode(secret);
    for mistyped in [&digits[1..], &digits.replace("91", "9g"), &[&digits[..], "00"].concat()] {
        let error = SecretKey::from_hex(mistyped).unwrap_err();
        hidden(&secret, "IdentityError", &error);
        hides(&secret, "IdentityError", &error.to_string());
        let error = Identity::from_text(None, &digits, mistyped, &"00".repeat(24)).unwrap_err();
        hides(&secret, "IdentityError", &error.to_string());
    }
}

/// That a type clears itself is said by a trait; `identity/keys.rs` and `session/cipher.rs` test that it is true of the fields.
#[test]
fn secrets_are_cleared() {
    fn is_cleared<T: ZeroizeOnDrop>() {}
    is_cleared::<SecretKey>();
    is_cleared::<Zeroizing<String>>();
    // The text of an identity has its secret in such a string.
    let _: fn(IdentityText) -> Zeroizing<String> = |text| text.secret_key;
}
