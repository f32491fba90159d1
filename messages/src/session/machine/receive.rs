//! Receiving: frames are opened, checked and counted.

use core::ops::Range;

use tezos_encoding::{
    cost::Cost,
    stream::{Framer, StreamError, StreamSettings},
};

use super::{Found, Session, after_ack};
use crate::{
    identity::{CryptoBoxPublicKey, Stamp},
    session::{
        ChunkError, SessionError, SessionStep,
        budget::chunk_cost,
        chunk::{EMPTY_CHUNKS_MAX, LENGTH_BYTES, MAC_BYTES},
    },
};

/// How many times the bound for reading a message a walk over it costs, at most. 4.8 was measured, for operations without data, as the least of 20
/// times; the bounds are above the slowest times: `cargo bench -p tezos-codec-benches --bench session`.
const WALK_COST: u64 = 8;

impl Session {
    pub(super) fn find(&mut self) -> Result<Option<Found>, SessionError> {
        loop {
            match self.receiving {
                SessionStep::Connection => {
                    let Some(range) = self.input.next_range() else { return Ok(None) };
                    let content = range.start.saturating_add(LENGTH_BYTES)..range.end;
                    let peer = self.check_peer(self.input.get(content.clone()))?;
                    self.record.peer(&peer);
                    self.peer = Some((peer, self.input.get(range).to_vec()));
                    self.took(SessionStep::Metadata);
                    self.establish()?;
                    return Ok(Some(Found::Connection(content)));
                }
                SessionStep::Metadata => {
                    let Some(range) = self.open_next()? else { return Ok(None) };
                    let (length, expected) = (range.len(), &self.config.metadata_bytes);
                    if !expected.contains(&length) {
                        return Err(SessionError::MetadataLength { length, expected: expected.clone() });
                    }
                    // Only now: before it, anyone could have sent our key.
                    if let Some(key) = self.peer().filter(|key| **key == self.public) {
                        return Err(SessionError::Myself { peer: key.peer_id() });
                    }
                    self.took(SessionStep::Ack);
                    return Ok(Some(Found::Metadata(range)));
                }
                SessionStep::Ack => {
                    let Some(range) = self.open_next()? else { return Ok(None) };
                    let next =
                        after_ack(self.input.get(range.clone())).map_err(|tag| SessionError::UnknownAck { tag })?;
                    self.took(next);
                    return Ok(Some(Found::Ack(range)));
                }
                SessionStep::Message => {
                    self.pay_for_message()?;
                    if let Some(range) = self.messages.next_range()? {
                        self.is_paid = false;
                        self.walk = None;
                        self.record.received_message(range.len());
                        return Ok(Some(Found::Message(range)));
                    }
                    self.check_size()?;
                    self.check_start()?;
                    let Some(range) = self.open_next()? else { return Ok(None) };
                    self.empty_chunks = if range.is_empty() { self.empty_chunks.saturating_add(1) } else { 0 };
                    if self.empty_chunks > EMPTY_CHUNKS_MAX {
                        return Err(SessionError::EmptyChunks);
                    }
                    self.messages.push(self.input.get(range));
                    self.took(SessionStep::Message);
                }
                SessionStep::Closed if self.input.pending() > 0 => return Err(SessionError::AfterNack),
                SessionStep::Closed => return Ok(None),
            }
        }
    }

    /// Charges the cost of the next message as soon as its size and tag have arrived.
    fn pay_for_message(&mut self) -> Result<(), SessionError> {
        self.messages.announced()?;
        let Some(budget) = self.budget.as_mut().filter(|_| !self.is_paid) else { return Ok(()) };
        let Some(cost) = self.config.network.message_cost(self.messages.rest()) else { return Ok(()) };
        budget.spend(cost).map_err(SessionError::OverBudget)?;
        self.is_paid = true;
        Ok(())
    }

    /// Refuses an incomplete message that is larger than any with its tag.
    fn check_size(&self) -> Result<(), SessionError> {
        let [a, b, c, d, e, f, ..] = *self.messages.rest() else { return Ok(()) };
        let (size, tag) = (u32::from_be_bytes([a, b, c, d]), u16::from_be_bytes([e, f]));
        let most = self.config.network.message_max_bytes(tag);
        match most.is_some_and(|most| usize::try_from(size).is_ok_and(|size| size <= most)) {
            true => Ok(()),
            false => Err(SessionError::KindTooLong { tag, size, most }),
        }
    }

    /// Refuses a long message as soon as no further bytes can complete it. The walk is charged before it begins.
    fn check_start(&mut self) -> Result<(), SessionError> {
        if self.messages.large()?.is_none() {
            return Ok(());
        }
        let start = self.messages.rest();
        let walk = match &mut self.walk {
            Some(walk) => walk,
            None => {
                let cost = self.config.network.message_cost(start);
                let cost = cost.map(|reading| Cost(reading.0.saturating_mul(WALK_COST)));
                if let (Some(budget), Some(cost)) = (&mut self.budget, cost) {
                    budget.spend(cost).map_err(SessionError::OverBudget)?;
                }
                let settings = StreamSettings::new().with_value_max_bytes(usize::MAX);
                let Ok(walk) = Framer::new(self.config.network.message_encoding(), settings) else { return Ok(()) };
                self.walk.insert(walk)
            }
        };
        match walk.check(start) {
            Err(StreamError::Decode { error, .. }) => Err(SessionError::Message { received: start.len(), error }),
            _ => Ok(()),
        }
    }

    /// Accepts the last frame.
    fn took(&mut self, next: SessionStep) {
        self.record.received_frame(self.receiving, self.input.position());
        self.receiving = next;
    }

    /// Checks a connection message and returns its key: 2 bytes of port, 32 of public key, 24 of proof of work, and more.
    fn check_peer(&self, message: &[u8]) -> Result<CryptoBoxPublicKey, SessionError> {
        let too_short = || SessionError::ConnectionTooShort { length: message.len() };
        let (_port, rest) = message.split_first_chunk::<2>().ok_or_else(too_short)?;
        let (key, rest) = rest.split_first_chunk().ok_or_else(too_short)?;
        let (stamp, _) = rest.split_first_chunk().ok_or_else(too_short)?;
        let key = CryptoBoxPublicKey(*key);
        if key.has_low_order() {
            return Err(SessionError::LowOrderKey { peer: key.peer_id() });
        }
        if !self.config.target.is_met(&key, &Stamp(*stamp)) {
            return Err(SessionError::NotEnoughWork { peer: key.peer_id() });
        }
        Ok(key)
    }

    /// Decrypts the next chunk in place and returns the range of its plaintext.
    fn open_next(&mut self) -> Result<Option<Range<usize>>, SessionError> {
        let Some((_, opener)) = &mut self.channel else { return Ok(None) };
        let offset = self.input.position();
        let announced = self.input.announced().map(usize::from);
        if let Some(length) = announced.filter(|length| *length < MAC_BYTES) {
            return Err(SessionError::Chunk { offset, error: ChunkError::Short { chunk: opener.chunks(), length } });
        }
        let Some(length) = self.input.complete() else { return Ok(None) };
        if let Some(budget) = &mut self.budget {
            budget.spend(chunk_cost(length)).map_err(SessionError::OverBudget)?;
        }
        let Some(range) = self.input.next_range() else { return Ok(None) };
        let content = range.start.saturating_add(LENGTH_BYTES);
        opener.open(self.input.get_mut(content..range.end)).map_err(|error| SessionError::Chunk { offset, error })?;
        Ok(Some(content.saturating_add(MAC_BYTES)..range.end))
    }
}
