//! Two peers and their sessions.

pub(crate) use tezos_messages::session::OwnedEvent as Owned;
use tezos_messages::{
    identity::{Identity, SecretKey, Stamp, Target},
    session::{
        Config, Role, Session, SessionError,
        chunk::frame,
        cipher::{ChannelKey, Opener, Sealer},
        nonce::Nonces,
    },
};

/// Messages of at most a mebibyte, and no work.
pub(crate) fn config() -> Config {
    Config { target: Target::from_bits(0), message_max_bytes: 1 << 20, ..Config::default() }
}

/// That of a peer.
pub(crate) fn identity(seed: u8) -> Identity {
    Identity::new(SecretKey::new([seed; 32]), Stamp([seed; 24]))
}

/// Its connection message.
pub(crate) fn connection_message(identity: &Identity) -> Vec<u8> {
    [&[0x26, 0x04], identity.public_key().as_ref(), &[0; 24], &[9; 24], &[0, 0, 0, 0, 0, 0, 0, 1]].concat()
}

/// A message with its size.
pub(crate) fn message(body: &[u8]) -> Vec<u8> {
    [&(body.len() as u32).to_be_bytes(), body].concat()
}

/// All events that are there.
pub(crate) fn events(session: &mut Session) -> Result<Vec<Owned>, SessionError> {
    let mut events = Vec::new();
    while let Some(event) = session.next_event()? {
        events.push(event.into_owned());
    }
    Ok(events)
}

/// Both sides after the exchange of connection messages.
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

/// Both sides after the handshake.
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

/// What the initiator makes chunks with: of anything, in turn or not.
pub(crate) fn sealer() -> Sealer {
    let (key, nonces) = channel();
    Sealer::new(key, nonces.sending(Role::Initiator))
}

/// What opens them.
pub(crate) fn opener() -> Opener {
    let (key, nonces) = channel();
    Opener::new(key, nonces.receiving(Role::Responder))
}

fn channel() -> (ChannelKey, Nonces) {
    let (one, two) = (identity(1), identity(2));
    let [from, to] = [&one, &two].map(|peer| frame(&connection_message(peer)).unwrap());
    (ChannelKey::new(one.secret_key(), two.public_key()).unwrap(), Nonces::derive(&from, &to))
}

/// One chunk.
pub(crate) fn sealed(sealer: &mut Sealer, plaintext: &[u8]) -> Vec<u8> {
    let mut chunk = Vec::new();
    sealer.seal(plaintext, &mut chunk).unwrap();
    chunk
}

/// A responder that waits for messages, and what makes the chunks that it expects.
pub(crate) fn waiting(config: Config) -> (Sealer, Session) {
    let (_, mut responder) = connected(config);
    let mut sealer = sealer();
    responder.feed(&[sealed(&mut sealer, &[0, 0]), sealed(&mut sealer, &[0])].concat());
    assert_eq!(events(&mut responder).unwrap().len(), 2);
    (sealer, responder)
}
