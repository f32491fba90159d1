//! Who is who in a recorded session: its keys and its nonces.

use tezos_encoding::Decode;
use tezos_messages::{
    handshake::ConnectionMessage,
    identity::{Identity, PublicKey},
    session::{
        Role,
        chunk::{LENGTH_BYTES, split_frame},
        cipher::{ChannelKey, Opener},
        nonce::Nonces,
    },
};

use crate::{
    error::Error,
    session::{Direction, Row, role_words},
};

/// The bytes that went one way, cut after the connection message.
#[derive(Debug, Clone)]
pub(crate) struct Stream {
    /// Which way.
    pub(crate) direction: Direction,
    /// The connection message with its 2-byte length.
    pub(crate) connection: Vec<u8>,
    /// Line in which it ends.
    pub(crate) connection_line: u64,
    /// What follows it, row by row, with the line of each.
    pub(crate) rows: Vec<(u64, Vec<u8>)>,
}

/// The two sides of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sides {
    /// Key of the side that sent.
    pub(crate) sender: PublicKey,
    /// Key of the side from which was received.
    pub(crate) receiver: PublicKey,
    /// What the side that sent did.
    pub(crate) sent_by: Role,
}

/// What it takes to open a session.
#[derive(Debug)]
pub(crate) struct Shared {
    /// Who is who.
    pub(crate) sides: Sides,
    /// The key of the session.
    pub(crate) key: ChannelKey,
    /// The first nonces.
    pub(crate) nonces: Nonces,
    /// Both directions, sent first.
    pub(crate) streams: [Stream; 2],
}

/// Finds out who is who. `identity` is that of either side.
///
/// The side whose row comes first is taken for the one that opened the connection; when no first chunk opens that
/// way and one opens the other way round, it is the other. Either may send first.
pub(crate) fn establish(source: &str, rows: &[Row], identity: &Identity) -> Result<Shared, Error> {
    let streams = [stream(source, rows, Direction::Sent)?, stream(source, rows, Direction::Received)?];
    let [sent, received] = &streams;
    let (sender, receiver) = (public_key(source, sent)?, public_key(source, received)?);
    let ours = *identity.public_key();
    let other = match ours {
        key if key == sender => receiver,
        key if key == receiver => sender,
        _ => {
            return Err(Error::in_file(
                source,
                format_args!(
                    "the identity {} is neither side of this session, which is between {} (sent) and {} (received): \
                     give the identity of one of them",
                    identity.peer_id(),
                    sender.peer_id(),
                    receiver.peer_id(),
                ),
            ));
        }
    };
    let key = ChannelKey::new(identity.secret_key(), &other);
    let guess = match rows.first() {
        Some(Row { direction: Direction::Received, .. }) => Role::Responder,
        _ => Role::Initiator,
    };
    let nonces_if = |sent_by| match sent_by {
        Role::Initiator => Nonces::derive(&sent.connection, &received.connection),
        Role::Responder => Nonces::derive(&received.connection, &sent.connection),
    };
    let opens = |sent_by: Role| {
        let nonces = nonces_if(sent_by);
        first_chunk_opens(sent, &key, nonces.sending(sent_by))
            || first_chunk_opens(received, &key, nonces.receiving(sent_by))
    };
    let sent_by = if !opens(guess) && opens(guess.other()) { guess.other() } else { guess };
    Ok(Shared { sides: Sides { sender, receiver, sent_by }, key, nonces: nonces_if(sent_by), streams })
}

impl Sides {
    /// One line for each side.
    pub(crate) fn lines(&self) -> String {
        let line = |direction: Direction, key: &PublicKey, role: Role| {
            format!("  {:<9} {} ({})\n", format!("{direction}:"), key.peer_id(), role_words(role))
        };
        let sent = line(Direction::Sent, &self.sender, self.sent_by);
        sent + &line(Direction::Received, &self.receiver, self.sent_by.other())
    }
}

fn stream(source: &str, rows: &[Row], direction: Direction) -> Result<Stream, Error> {
    let mut start = Vec::new();
    let mut rows = rows.iter().filter(|row| row.direction == direction);
    while let Some(row) = rows.next() {
        start.extend_from_slice(&row.bytes);
        let Some((connection, after)) = split_frame(&start) else { continue };
        let after = (!after.is_empty()).then(|| (row.line, after.to_vec()));
        return Ok(Stream {
            direction,
            connection: connection.to_vec(),
            connection_line: row.line,
            rows: after.into_iter().chain(rows.map(|row| (row.line, row.bytes.clone()))).collect(),
        });
    }
    let name = direction.name();
    Err(Error::in_file(source, format_args!("the session has no complete connection message in its {name} rows")))
}

fn public_key(source: &str, stream: &Stream) -> Result<PublicKey, Error> {
    let content = stream.connection.get(LENGTH_BYTES..).unwrap_or_default();
    let message = ConnectionMessage::from_bytes(content).map_err(|error| {
        let sentence = format!("what was {} first is not a connection message: {error}", stream.direction);
        Error::in_file(source, sentence).at_line(stream.connection_line)
    })?;
    Ok(message.public_key)
}

/// Whether the first encrypted chunk of a direction opens with this nonce.
fn first_chunk_opens(stream: &Stream, key: &ChannelKey, first: tezos_messages::session::nonce::Nonce) -> bool {
    let mut start = Vec::new();
    for (_, bytes) in &stream.rows {
        start.extend_from_slice(bytes);
        if let Some((frame, _)) = split_frame(&start) {
            let mut content = frame.get(LENGTH_BYTES..).unwrap_or_default().to_vec();
            return Opener::new(key.clone(), first).open(&mut content).is_ok();
        }
    }
    false
}
