//! Two peers and their sessions.

pub(crate) use tezos_messages::session::OwnedEvent as Owned;
use tezos_messages::{
    identity::{CryptoBoxSecretKey, Identity, PowTarget, Stamp},
    session::{
        Config, Role, Session, SessionError,
        chunk::frame,
        cipher::{ChannelKey, Opener, Sealer},
        nonce::Nonces,
    },
};

/// Returns a configuration with messages of at most one mebibyte and without proof of work.
pub(crate) fn config() -> Config {
    Config { target: PowTarget::from_bits(0), message_max_bytes: 1 << 20, ..Config::default() }
}

/// Returns the identity of a peer.
pub(crate) fn identity(seed: u8) -> Identity {
    Identity::new(CryptoBoxSecretKey::new([seed; 32]), Stamp([seed; 24]))
}

/// Returns the connection message of a peer.
pub(crate) fn connection_message(identity: &Identity) -> Vec<u8> {
    [&[0x26, 0x04], identity.public_key().as_ref(), &[0; 24], &[9; 24], &[0, 0, 0, 0, 0, 0, 0, 1]].concat()
}

/// Returns a message with its size prefix.
pub(crate) fn message(body: &[u8]) -> Vec<u8> {
    [&(body.len() as u32).to_be_bytes(), body].concat()
}

/// Returns a message of the kind that may be the longest, `Current_head`, with this size. Its body is not valid.
pub(crate) fn long(byte: u8, size: usize) -> Vec<u8> {
    message(&[&[0, 0x14][..], &vec![byte; size - 2]].concat())
}

/// Returns all available events.
pub(crate) fn events(session: &mut Session) -> Result<Vec<Owned>, SessionError> {
    let mut events = Vec::new();
    while let Some(event) = session.next_event()? {
        events.push(event.into_owned());
    }
    Ok(events)
}

/// Returns both sides after the exchange of connection messages.
pub(crate) fn connected(config: Config) -> (Session, Session) {
    let (one, two) = (identity(1), identity(2));
    let mut initiator = Session::new(Role::Initiator, &one, config.clone());
    let mut responder = Session::new(Role::Responder, &two, config);
    let from_initiator = initiator.connection(&connection_message(&one)).unwrap();
    let from_responder = responder.connection(&connection_message(&two)).unwrap();
    responder.feed(&from_initiator);
    initiator.feed(&from_responder);
    assert_eq!(events(&mut responder), Ok(vec![Owned::Connection(connection_message(&one))]));
    assert_eq!(events(&mut initiator), Ok(vec![Owned::Connection(connection_message(&two))]));
    (initiator, responder)
}

/// Returns both sides after the handshake.
pub(crate) fn accepted(config: Config) -> (Session, Session) {
    let (mut initiator, mut responder) = connected(config);
    for (from, to) in [(true, false), (false, true)] {
        let (sender, receiver) = if from { (&mut initiator, &mut responder) } else { (&mut responder, &mut initiator) };
        let bytes = [sender.metadata(&[0, to.into()]).unwrap(), sender.ack(&[0]).unwrap()].concat();
        receiver.feed(&bytes);
        assert_eq!(events(receiver), Ok(vec![Owned::Metadata(vec![0, to.into()]), Owned::Ack(vec![0])]));
    }
    (initiator, responder)
}

/// Returns the sealer of the initiator, which can make chunks of any plaintext at any time.
pub(crate) fn sealer() -> Sealer {
    let (key, nonces) = channel();
    Sealer::new(key, nonces.sending(Role::Initiator))
}

/// Returns the opener for the chunks of [`sealer`].
pub(crate) fn opener() -> Opener {
    let (key, nonces) = channel();
    Opener::new(key, nonces.receiving(Role::Responder))
}

fn channel() -> (ChannelKey, Nonces) {
    let (one, two) = (identity(1), identity(2));
    let [from, to] = [&one, &two].map(|peer| frame(&connection_message(peer)).unwrap());
    (ChannelKey::new(one.secret_key(), two.public_key()).unwrap(), Nonces::derive(&from, &to))
}

/// Returns one chunk with this plaintext.
pub(crate) fn sealed(sealer: &mut Sealer, plaintext: &[u8]) -> Vec<u8> {
    let mut chunk = Vec::new();
    sealer.seal(plaintext, &mut chunk).unwrap();
    chunk
}

/// Returns a responder that waits for messages, and the sealer of the chunks that it expects.
pub(crate) fn waiting(config: Config) -> (Sealer, Session) {
    let (_, mut responder) = connected(config);
    let mut sealer = sealer();
    responder.feed(&[sealed(&mut sealer, &[0, 0]), sealed(&mut sealer, &[0])].concat());
    assert_eq!(events(&mut responder).unwrap().len(), 2);
    (sealer, responder)
}
