//! The two sides of a recorded session: keys and nonces.

use std::{collections::VecDeque, mem::take};

use tezos_encoding::Decode;
use tezos_messages::{
    handshake::ConnectionMessage,
    identity::{CryptoBoxPublicKey, Identity},
    session::{
        Role,
        chunk::{LENGTH_BYTES, split_frame},
        cipher::{ChannelKey, Opener},
        nonce::{Nonce, Nonces},
    },
};

use crate::{
    error::Error,
    output::grouped,
    session::{Direction, Row, role_words},
};

/// The maximum number of bytes of rows that are kept until the handshake is complete: the limit of a message.
const WAITING_MAX_BYTES: usize = 0x0100_0000;

/// The two sides of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sides {
    /// Key of the side that sent.
    pub(crate) sender: CryptoBoxPublicKey,
    /// Key of the other side.
    pub(crate) receiver: CryptoBoxPublicKey,
    /// The role of the side that sent.
    pub(crate) sent_by: Role,
}

impl Sides {
    /// Formats one line for each side.
    pub(crate) fn lines(&self) -> String {
        let line = |direction: Direction, key: &CryptoBoxPublicKey, role: Role| {
            format!("  {:<9} {} ({})\n", format!("{direction}:"), key.peer_id(), role_words(role))
        };
        let sent = line(Direction::Sent, &self.sender, self.sent_by);
        sent + &line(Direction::Received, &self.receiver, self.sent_by.other())
    }
}

/// The data needed to decrypt a session.
#[derive(Debug)]
pub(crate) struct Shared {
    /// The two sides.
    pub(crate) sides: Sides,
    /// The key of the session.
    pub(crate) key: ChannelKey,
    /// The first nonces.
    nonces: Nonces,
    /// The rows read so far.
    pub(crate) read: VecDeque<Portion>,
}

impl Shared {
    /// Returns the first nonce of a direction.
    pub(crate) const fn first_nonce(&self, direction: Direction) -> Nonce {
        match direction {
            Direction::Sent => self.nonces.sending(self.sides.sent_by),
            Direction::Received => self.nonces.receiving(self.sides.sent_by),
        }
    }
}

/// The contents of a row, or of a piece of it.
#[derive(Debug)]
pub(crate) enum Portion {
    /// The end of a connection message, in `bytes` with its 2-byte length.
    Connection(Row),
    /// Encrypted bytes.
    Encrypted(Row),
}

/// The start of a session, up to both connection messages and a chunk that shows which side opened the connection.
#[derive(Debug, Default)]
pub(crate) struct Handshake {
    starts: [Start; 2],
    /// The direction of the first row.
    first: Option<Direction>,
    waiting: VecDeque<Portion>,
    waiting_bytes: usize,
}

/// The start of a direction.
#[derive(Debug, Default)]
struct Start {
    /// The connection message with its 2-byte length, and the line in which it ends.
    connection: Option<(Vec<u8>, u64)>,
    /// The incomplete bytes: of the connection message, then of the first chunk.
    bytes: Vec<u8>,
}

impl Start {
    /// Takes the next row, and appends its contents to `portions`.
    fn push(&mut self, row: Row, portions: &mut VecDeque<Portion>) {
        if self.connection.is_some() {
            if split_frame(&self.bytes).is_none() {
                self.bytes.extend_from_slice(&row.bytes);
            }
            portions.push_back(Portion::Encrypted(row));
            return;
        }
        self.bytes.extend_from_slice(&row.bytes);
        let Some((connection, after)) = split_frame(&self.bytes) else { return };
        let (connection, after) = (connection.to_vec(), after.to_vec());
        self.connection = Some((connection.clone(), row.line));
        portions.push_back(Portion::Connection(Row { bytes: connection, ..row }));
        if !after.is_empty() {
            portions.push_back(Portion::Encrypted(Row { bytes: after.clone(), ..row }));
        }
        self.bytes = after;
    }

    fn connection(&self, source: &str, direction: Direction) -> Result<&(Vec<u8>, u64), Error> {
        let name = direction.name();
        self.connection.as_ref().ok_or_else(|| {
            Error::in_file(source, format_args!("the session has no complete connection message in its {name} rows"))
        })
    }

    /// Returns true if the first chunk can be decrypted with this nonce; `None` while it is incomplete.
    fn first_chunk_opens(&self, key: &ChannelKey, first: Nonce) -> Option<bool> {
        let (frame, _) = split_frame(&self.bytes)?;
        let mut content = frame.get(LENGTH_BYTES..).unwrap_or_default().to_vec();
        Some(Opener::new(key.clone(), first).open(&mut content).is_ok())
    }
}

impl Handshake {
    /// Takes the next row. Returns `None` while more rows are needed. `identity` is that of either side.
    ///
    /// The side whose row comes first is assumed to have opened the connection. If no first chunk can be decrypted under this assumption,
    /// and one can be with the sides exchanged, it was the other. Either side may send first.
    pub(crate) fn push(&mut self, source: &str, row: Row, identity: &Identity) -> Result<Option<Shared>, Error> {
        self.first.get_or_insert(row.direction);
        self.waiting_bytes = self.waiting_bytes.saturating_add(row.bytes.len());
        let before = self.complete();
        row.direction.of(&mut self.starts).push(row, &mut self.waiting);
        let is_full = self.waiting_bytes > WAITING_MAX_BYTES;
        let [connections, _] = self.complete();
        if connections == 2 && (is_full || self.complete() != before) {
            return self.agree(source, identity, is_full);
        }
        if connections < 2 && is_full {
            let bytes = grouped(self.waiting_bytes);
            let sentence =
                format!("the first {bytes} bytes of a session have no complete connection message of each side");
            return Err(Error::in_file(source, sentence));
        }
        Ok(None)
    }

    /// Ends the session, which has no more rows.
    pub(crate) fn finish(&mut self, source: &str, identity: &Identity) -> Result<Option<Shared>, Error> {
        self.agree(source, identity, true)
    }

    /// Returns the number of complete connection messages and first chunks.
    fn complete(&self) -> [usize; 2] {
        let connections = self.starts.iter().filter(|start| start.connection.is_some());
        let chunks = connections.clone().filter(|start| split_frame(&start.bytes).is_some());
        [connections.count(), chunks.count()]
    }

    /// Determines the two sides; `None` if the first chunks are needed and incomplete, unless these rows are the `last`.
    fn agree(&mut self, source: &str, identity: &Identity, last: bool) -> Result<Option<Shared>, Error> {
        let [sent, received] = &self.starts;
        let at_start = (sent.connection(source, Direction::Sent)?, received.connection(source, Direction::Received)?);
        let sender = public_key(source, Direction::Sent, at_start.0)?;
        let receiver = public_key(source, Direction::Received, at_start.1)?;
        let other = match *identity.public_key() {
            ours if ours == sender => receiver,
            ours if ours == receiver => sender,
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
        let key = ChannelKey::new(identity.secret_key(), &other).map_err(|error| Error::in_file(source, error))?;
        let nonces_if = |sent_by| match sent_by {
            Role::Initiator => Nonces::derive(&at_start.0.0, &at_start.1.0),
            Role::Responder => Nonces::derive(&at_start.1.0, &at_start.0.0),
        };
        let opens = |sent_by: Role| {
            let nonces = nonces_if(sent_by);
            let sent = sent.first_chunk_opens(&key, nonces.sending(sent_by));
            let received = received.first_chunk_opens(&key, nonces.receiving(sent_by));
            if sent == Some(true) { sent } else { received.and_then(|opens| if opens { received } else { sent }) }
        };
        let guess = if self.first == Some(Direction::Received) { Role::Responder } else { Role::Initiator };
        let sent_by = match (opens(guess), opens(guess.other())) {
            (Some(true), _) => guess,
            (_, Some(true)) => guess.other(),
            (None, _) if !last => return Ok(None),
            _ => guess,
        };
        let sides = Sides { sender, receiver, sent_by };
        Ok(Some(Shared { sides, key, nonces: nonces_if(sent_by), read: take(&mut self.waiting) }))
    }
}

fn public_key(
    source: &str,
    direction: Direction,
    (connection, line): &(Vec<u8>, u64),
) -> Result<CryptoBoxPublicKey, Error> {
    let content = connection.get(LENGTH_BYTES..).unwrap_or_default();
    let message = ConnectionMessage::from_bytes(content).map_err(|error| {
        let sentence = format!("what was {direction} first is not a connection message: {error}");
        Error::in_file(source, sentence).at_line(*line)
    })?;
    Ok(message.public_key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::sample;

    /// Without a chunk that shows which side opened the connection, it is assumed to be the one that sent first.
    #[test]
    fn the_side_that_comes_first_is_assumed_to_have_opened_the_connection() {
        let identity = sample::identity().unwrap();
        let connection = |direction: Direction| {
            let rows = sample::SESSION.lines().filter_map(|line| line.strip_prefix(&format!("{},", direction.name())));
            let bytes = hex::decode(rows.take(2).collect::<String>()).unwrap();
            Row { line: 2, direction, bytes: split_frame(&bytes).unwrap().0.to_vec() }
        };
        let (sent, received) = (connection(Direction::Sent), connection(Direction::Received));
        for (rows, role) in [([&sent, &received], Role::Initiator), ([&received, &sent], Role::Responder)] {
            let mut handshake = Handshake::default();
            for row in rows {
                assert!(handshake.push("x.csv", row.clone(), &identity).is_ok_and(|shared| shared.is_none()));
            }
            let shared = handshake.finish("x.csv", &identity).unwrap().unwrap();
            assert_eq!((shared.sides.sent_by, shared.read.len()), (role, 2));
        }
    }

    /// The first rows that wait for the other direction have at most 16 MiB.
    #[test]
    fn the_rows_that_wait_are_limited() {
        let (mut handshake, identity) = (Handshake::default(), sample::identity().unwrap());
        let mut push = |bytes: usize| {
            let row = Row { line: 2, direction: Direction::Received, bytes: vec![0xff; bytes] };
            handshake.push("x.csv", row, &identity).map(|shared| shared.is_some())
        };
        assert_eq!(push(WAITING_MAX_BYTES - 1), Ok(false));
        assert_eq!(push(1), Ok(false));
        let sentence = "the first 16,777,217 bytes of a session have no complete connection message of each side";
        assert_eq!(push(1), Err(Error::in_file("x.csv", sentence)));
        let mut empty = Handshake::default();
        let error = empty.finish("x.csv", &identity).unwrap_err().to_string();
        assert_eq!(error, "x.csv: the session has no complete connection message in its Sent rows");
        let row = Row { line: 2, direction: Direction::Sent, bytes: vec![0, 1, 7] };
        assert!(empty.push("x.csv", row, &identity).is_ok_and(|shared| shared.is_none()));
        let error = empty.finish("x.csv", &identity).unwrap_err().to_string();
        assert_eq!(error, "x.csv: the session has no complete connection message in its Received rows");
    }
}
