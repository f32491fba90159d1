//! The session as a state machine.

mod receive;
mod state;

use alloc::vec::Vec;
use core::{ops::Range, time::Duration};

use tezos_encoding::stream::Framer;

use crate::{
    identity::{CryptoBoxPublicKey, CryptoBoxSecretKey, Identity},
    session::{
        Budget, Config, EventOf, Role, SessionError, SessionEvent, SessionStep,
        assembly::{Assembler, SIZE_BYTES},
        chunk::{FrameBuffer, frame},
        cipher::{ChannelKey, Opener, Sealer},
        nonce::Nonces,
        record::Record,
    },
};

/// Tag of the ack that accepts a connection.
const ACCEPT: u8 = 0x00;
/// Tag of the nack without a list of points.
const NACK_V_0: u8 = 0xff;
/// Tag of the nack.
const NACK: u8 = 0x01;

/// One side of a session.
///
/// Write the bytes that the sending methods return to the connection, in that order. Pass the bytes that arrive from it to [`Session::feed`], in
/// portions of any size; then call [`Session::next_event`] until it returns `None`.
///
/// In the examples of the methods, `alice` and `bob` are the sessions of two peers, and `hello(1)` is the connection message of Alice.
#[derive(Debug)]
pub struct Session {
    role: Role,
    secret: CryptoBoxSecretKey,
    public: CryptoBoxPublicKey,
    config: Config,
    /// The next message that we send.
    sending: SessionStep,
    /// The next message that the peer sends.
    receiving: SessionStep,
    our_frame: Option<Vec<u8>>,
    peer: Option<(CryptoBoxPublicKey, Vec<u8>)>,
    channel: Option<(Sealer, Opener)>,
    input: FrameBuffer,
    messages: Assembler,
    budget: Option<Budget>,
    /// True if the cost of the next message has been charged.
    is_paid: bool,
    /// Walks over a message that takes several chunks while they arrive.
    walk: Option<Framer>,
    /// The number of chunks in a row that contain nothing.
    empty_chunks: u8,
    record: Record,
    failure: Option<SessionError>,
}

/// An event with the range of its bytes.
type Found = EventOf<Range<usize>>;

impl Session {
    /// Returns a session at its start.
    ///
    /// ```
    /// use tezos_messages::{identity::{CryptoBoxSecretKey, Identity, Stamp}, session::{Config, Role, Session, SessionStep}};
    /// let identity = Identity::new(CryptoBoxSecretKey::new([1; 32]), Stamp([7; 24])); // a real one has a proof of work
    /// let session = Session::new(Role::Initiator, &identity, Config::default());
    /// assert_eq!((session.sending(), session.receiving()), (SessionStep::Connection, SessionStep::Connection));
    /// ```
    #[must_use]
    pub fn new(role: Role, identity: &Identity, config: Config) -> Self {
        let messages = Assembler::new(config.message_max_bytes);
        let budget = config.allowance.map(Budget::new);
        Self {
            role,
            secret: identity.secret_key().clone(),
            public: *identity.public_key(),
            config,
            sending: SessionStep::Connection,
            receiving: SessionStep::Connection,
            our_frame: None,
            peer: None,
            channel: None,
            input: FrameBuffer::new(),
            messages,
            budget,
            is_paid: false,
            walk: None,
            empty_chunks: 0,
            record: Record::new(role),
            failure: None,
        }
    }

    /// Refills the peer's budget. Call it before [`Session::next_event`], with the time since the last call.
    ///
    /// ```
    /// # use tezos_messages::{identity::*, session::*};
    /// # let identity = |seed| Identity::new(CryptoBoxSecretKey::new([seed; 32]), Stamp([seed; 24]));
    /// # let hello = |seed| [&[38, 4][..], identity(seed).public_key().as_ref(), &[0; 24], &[seed; 24], &[0, 0]].concat();
    /// let allowance = Allowance { burst: chunk_cost(18), per_second: chunk_cost(18) }; // one chunk a second
    /// # let config = Config { allowance: Some(allowance), target: PowTarget::from_bits(0), ..Config::default() };
    /// # let mut alice = Session::new(Role::Initiator, &identity(1), config.clone());
    /// # let mut bob = Session::new(Role::Responder, &identity(2), config);
    /// # bob.feed(&alice.connection(&hello(1))?);
    /// # alice.feed(&bob.connection(&hello(2))?);
    /// # (alice.next_event()?, bob.next_event()?);
    /// bob.feed(&[alice.metadata(&[0, 0])?, alice.ack(&[0])?].concat());
    /// assert_eq!(bob.next_event()?, Some(SessionEvent::Metadata(&[0, 0])));
    /// assert!(matches!(bob.next_event(), Err(SessionError::OverBudget(_))));
    /// bob.refill(std::time::Duration::from_secs(1));
    /// assert_eq!(bob.next_event()?, Some(SessionEvent::Ack(&[0])));
    /// # Ok::<(), SessionError>(())
    /// ```
    pub fn refill(&mut self, elapsed: Duration) {
        if let Some(budget) = &mut self.budget {
            budget.refill(elapsed);
        }
    }

    /// Returns the connection message as bytes to write.
    ///
    /// ```
    /// # use tezos_messages::{identity::*, session::*};
    /// # let identity = |seed| Identity::new(CryptoBoxSecretKey::new([seed; 32]), Stamp([seed; 24]));
    /// # let hello = |seed| [&[38, 4][..], identity(seed).public_key().as_ref(), &[0; 24], &[seed; 24], &[0, 0]].concat();
    /// # let config = Config { target: PowTarget::from_bits(0), ..Config::default() };
    /// # let mut alice = Session::new(Role::Initiator, &identity(1), config.clone());
    /// # let mut bob = Session::new(Role::Responder, &identity(2), config);
    /// let bytes = alice.connection(&hello(1))?;
    /// assert_eq!(bytes[..2], 84_u16.to_be_bytes()); // the length, then the message in the clear
    /// assert_eq!(bytes[2..], hello(1));
    /// assert!(alice.connection(&hello(1)).is_err(), "it is sent once");
    /// # Ok::<(), SessionError>(())
    /// ```
    ///
    /// # Errors
    /// If it was already sent, or does not fit into a chunk.
    pub fn connection(&mut self, message: &[u8]) -> Result<Vec<u8>, SessionError> {
        self.check_turn(SessionStep::Connection)?;
        let frame = frame(message)?;
        self.our_frame = Some(frame.clone());
        self.record.sent(SessionStep::Connection, 1, frame.len());
        self.sending = SessionStep::Metadata;
        self.establish()?;
        Ok(frame)
    }

    /// Returns the metadata as bytes to write.
    ///
    /// ```
    /// # use tezos_messages::{identity::*, session::*};
    /// # let identity = |seed| Identity::new(CryptoBoxSecretKey::new([seed; 32]), Stamp([seed; 24]));
    /// # let hello = |seed| [&[38, 4][..], identity(seed).public_key().as_ref(), &[0; 24], &[seed; 24], &[0, 0]].concat();
    /// # let config = Config { target: PowTarget::from_bits(0), ..Config::default() };
    /// # let mut alice = Session::new(Role::Initiator, &identity(1), config.clone());
    /// # let mut bob = Session::new(Role::Responder, &identity(2), config);
    /// # bob.feed(&alice.connection(&hello(1))?);
    /// # alice.feed(&bob.connection(&hello(2))?);
    /// # (alice.next_event()?, bob.next_event()?);
    /// let bytes = alice.metadata(&[0, 0])?; // neither private nor without a mempool
    /// assert_eq!(bytes.len(), 2 + 16 + 2); // the length, a MAC, the metadata
    /// bob.feed(&bytes);
    /// assert_eq!(bob.next_event()?, Some(SessionEvent::Metadata(&[0, 0])));
    /// # Ok::<(), SessionError>(())
    /// ```
    ///
    /// # Errors
    /// If it is not the metadata's turn, before the peer's connection message has arrived, or if the length is not that of metadata.
    pub fn metadata(&mut self, metadata: &[u8]) -> Result<Vec<u8>, SessionError> {
        let (length, expected) = (metadata.len(), &self.config.metadata_bytes);
        if !expected.contains(&length) {
            return Err(SessionError::OurMetadata { length, expected: expected.clone() });
        }
        let bytes = self.seal(SessionStep::Metadata, metadata)?;
        self.sending = SessionStep::Ack;
        Ok(bytes)
    }

    /// Returns the ack, or the nack, as bytes to write. Nothing can be sent after a nack.
    ///
    /// ```
    /// # use tezos_messages::{identity::*, session::*};
    /// # let identity = |seed| Identity::new(CryptoBoxSecretKey::new([seed; 32]), Stamp([seed; 24]));
    /// # let hello = |seed| [&[38, 4][..], identity(seed).public_key().as_ref(), &[0; 24], &[seed; 24], &[0, 0]].concat();
    /// # let config = Config { target: PowTarget::from_bits(0), ..Config::default() };
    /// # let mut alice = Session::new(Role::Initiator, &identity(1), config.clone());
    /// # let mut bob = Session::new(Role::Responder, &identity(2), config);
    /// # bob.feed(&alice.connection(&hello(1))?);
    /// # alice.feed(&bob.connection(&hello(2))?);
    /// # (alice.next_event()?, bob.next_event()?);
    /// bob.feed(&[alice.metadata(&[0, 0])?, alice.ack(&[0xff])?].concat()); // a nack
    /// bob.next_event()?;
    /// assert_eq!(bob.next_event()?, Some(SessionEvent::Ack(&[0xff])));
    /// assert_eq!((alice.sending(), bob.receiving()), (SessionStep::Closed, SessionStep::Closed));
    /// # Ok::<(), SessionError>(())
    /// ```
    ///
    /// # Errors
    /// If it is not the ack's turn, if the ack is too long for a chunk, or if its tag is unknown.
    pub fn ack(&mut self, ack: &[u8]) -> Result<Vec<u8>, SessionError> {
        let next = after_ack(ack).map_err(|tag| SessionError::OurAck { tag })?;
        let bytes = self.seal(SessionStep::Ack, ack)?;
        self.sending = next;
        Ok(bytes)
    }

    /// Returns a message as bytes to write: one chunk or several. The message includes its 4-byte size prefix.
    ///
    /// ```
    /// # use tezos_messages::{identity::*, session::*};
    /// # let identity = |seed| Identity::new(CryptoBoxSecretKey::new([seed; 32]), Stamp([seed; 24]));
    /// # let hello = |seed| [&[38, 4][..], identity(seed).public_key().as_ref(), &[0; 24], &[seed; 24], &[0, 0]].concat();
    /// # let config = Config { target: PowTarget::from_bits(0), ..Config::default() };
    /// # let mut alice = Session::new(Role::Initiator, &identity(1), config.clone());
    /// # let mut bob = Session::new(Role::Responder, &identity(2), config);
    /// # bob.feed(&alice.connection(&hello(1))?);
    /// # alice.feed(&bob.connection(&hello(2))?);
    /// # (alice.next_event()?, bob.next_event()?);
    /// # bob.feed(&[alice.metadata(&[0, 0])?, alice.ack(&[0])?].concat());
    /// # bob.next_event()?;
    /// # bob.next_event()?;
    /// bob.feed(&alice.message(&[0, 0, 0, 2, 0, 2])?); // `Bootstrap`
    /// assert_eq!(bob.next_event()?, Some(SessionEvent::Message(&[0, 0, 0, 2, 0, 2])));
    /// assert!(alice.message(&[0, 2]).is_err(), "without its size");
    /// # Ok::<(), SessionError>(())
    /// ```
    ///
    /// # Errors
    /// Before the handshake is complete, if the size prefix is not the size of the message, or if it is above the limit.
    pub fn message(&mut self, message: &[u8]) -> Result<Vec<u8>, SessionError> {
        let size = message.split_first_chunk::<SIZE_BYTES>().map(|(size, body)| (u32::from_be_bytes(*size), body));
        match size {
            Some((size, _)) if size > self.config.message_max_bytes => {
                Err(SessionError::MessageTooLong { size, limit: self.config.message_max_bytes })
            }
            Some((size, body)) if usize::try_from(size) == Ok(body.len()) => self.seal(SessionStep::Message, message),
            _ => Err(SessionError::MessageSize { announced: size.map(|(size, _)| size), length: message.len() }),
        }
    }

    /// Appends bytes that arrived from the peer. After a failure they are dropped.
    ///
    /// ```
    /// # use tezos_messages::{identity::*, session::*};
    /// # let identity = |seed| Identity::new(CryptoBoxSecretKey::new([seed; 32]), Stamp([seed; 24]));
    /// # let hello = |seed| [&[38, 4][..], identity(seed).public_key().as_ref(), &[0; 24], &[seed; 24], &[0, 0]].concat();
    /// # let config = Config { target: PowTarget::from_bits(0), ..Config::default() };
    /// # let mut alice = Session::new(Role::Initiator, &identity(1), config.clone());
    /// # let mut bob = Session::new(Role::Responder, &identity(2), config);
    /// for byte in alice.connection(&hello(1))? {
    ///     assert_eq!(bob.next_event()?, None);
    ///     bob.feed(&[byte]);
    /// }
    /// assert_eq!(bob.next_event()?, Some(SessionEvent::Connection(&hello(1))));
    /// # Ok::<(), SessionError>(())
    /// ```
    pub fn feed(&mut self, bytes: &[u8]) {
        if self.failure.is_none() {
            self.input.push(bytes);
        }
    }

    /// Returns the next event in the bytes fed so far, or `None` if more are needed or our connection message has to be sent first.
    ///
    /// With an allowance, the cost of a chunk is charged before it is decrypted, and the cost of a message as soon as its size and tag have arrived.
    ///
    /// ```
    /// # use tezos_messages::{identity::*, session::*};
    /// # let identity = |seed| Identity::new(CryptoBoxSecretKey::new([seed; 32]), Stamp([seed; 24]));
    /// # let hello = |seed| [&[38, 4][..], identity(seed).public_key().as_ref(), &[0; 24], &[seed; 24], &[0, 0]].concat();
    /// # let config = Config { target: PowTarget::from_bits(0), ..Config::default() };
    /// # let mut alice = Session::new(Role::Initiator, &identity(1), config.clone());
    /// # let mut bob = Session::new(Role::Responder, &identity(2), config);
    /// bob.feed(&alice.connection(&hello(1))?);
    /// while let Some(event) = bob.next_event()? {
    ///     assert_eq!(event, SessionEvent::Connection(&hello(1)));
    /// }
    /// bob.feed(&[0, 1, 7]); // a chunk without a MAC
    /// bob.connection(&hello(2))?;
    /// assert!(bob.next_event().unwrap_err().to_string().contains("chunk 0"));
    /// # Ok::<(), SessionError>(())
    /// ```
    ///
    /// # Errors
    /// If the peer's bytes are refused. The session is over then, and every later call returns the same error, except after
    /// [`SessionError::OverBudget`]: the session continues once [`Session::refill`] has refilled the budget.
    pub fn next_event(&mut self) -> Result<Option<SessionEvent<'_>>, SessionError> {
        if let Some(error) = &self.failure {
            return Err(error.clone());
        }
        let found = self.find().inspect_err(|error| {
            self.record.failed(error);
            self.failure = Some(error.clone()).filter(|error| !matches!(error, SessionError::OverBudget(_)));
        })?;
        Ok(found.map(|found| {
            let is_message = matches!(found, Found::Message(_));
            found.map(|range| if is_message { self.messages.get(range) } else { self.input.get(range) })
        }))
    }

    /// Takes the bytes of the message that [`Session::next_event`] returned last, without copying them: a message that is refused can be kept
    /// until somebody asks why. They are at the end of the buffer. Call it before anything else is received.
    ///
    /// ```
    /// # use tezos_messages::{identity::*, session::*};
    /// # let identity = |seed| Identity::new(CryptoBoxSecretKey::new([seed; 32]), Stamp([seed; 24]));
    /// # let hello = |seed| [&[38, 4][..], identity(seed).public_key().as_ref(), &[0; 24], &[seed; 24], &[0, 0]].concat();
    /// # let config = Config { target: PowTarget::from_bits(0), ..Config::default() };
    /// # let mut alice = Session::new(Role::Initiator, &identity(1), config.clone());
    /// # let mut bob = Session::new(Role::Responder, &identity(2), config);
    /// # bob.feed(&alice.connection(&hello(1))?);
    /// # alice.feed(&bob.connection(&hello(2))?);
    /// # (alice.next_event()?, bob.next_event()?);
    /// # bob.feed(&[alice.metadata(&[0, 0])?, alice.ack(&[0])?].concat());
    /// # bob.next_event()?;
    /// # bob.next_event()?;
    /// bob.feed(&[alice.message(&[0, 0, 0, 2, 0, 2])?, alice.message(&[0, 0, 0, 2, 0, 2])?].concat());
    /// let length = match bob.next_event()? {
    ///     Some(SessionEvent::Message(message)) => message.len(),
    ///     _ => unreachable!(),
    /// };
    /// assert!(bob.take_message().ends_with(&[0, 0, 0, 2, 0, 2]) && length == 6);
    /// assert!(bob.next_event()?.is_some(), "the next message is still there");
    /// # Ok::<(), SessionError>(())
    /// ```
    pub fn take_message(&mut self) -> Vec<u8> {
        self.messages.take_last()
    }

    /// Checks that the peer closed the connection between two messages.
    ///
    /// ```
    /// # use tezos_messages::{identity::*, session::*};
    /// # let identity = |seed| Identity::new(CryptoBoxSecretKey::new([seed; 32]), Stamp([seed; 24]));
    /// # let hello = |seed| [&[38, 4][..], identity(seed).public_key().as_ref(), &[0; 24], &[seed; 24], &[0, 0]].concat();
    /// # let config = Config { target: PowTarget::from_bits(0), ..Config::default() };
    /// # let mut alice = Session::new(Role::Initiator, &identity(1), config.clone());
    /// # let mut bob = Session::new(Role::Responder, &identity(2), config);
    /// bob.feed(&alice.connection(&hello(1))?);
    /// bob.next_event()?;
    /// // The connection ends before the metadata.
    /// assert_eq!(bob.finish(), Err(SessionError::Truncated { offset: 86, expected: SessionStep::Metadata }));
    /// # Ok::<(), SessionError>(())
    /// ```
    ///
    /// # Errors
    /// [`SessionError::Truncated`] inside a chunk, a message or the handshake; or the earlier failure.
    pub fn finish(&self) -> Result<(), SessionError> {
        if let Some(error) = &self.failure {
            return Err(error.clone());
        }
        let pending = self.input.pending().saturating_add(self.messages.pending());
        if pending == 0 && matches!(self.receiving, SessionStep::Message | SessionStep::Closed) {
            return Ok(());
        }
        let offset = u64::try_from(self.input.pending()).unwrap_or(u64::MAX).saturating_add(self.input.position());
        Err(SessionError::Truncated { offset, expected: self.receiving })
    }

    fn check_turn(&self, sending: SessionStep) -> Result<(), SessionError> {
        if sending == self.sending {
            return Ok(());
        }
        Err(SessionError::OutOfTurn { sending, expected: self.sending })
    }

    fn seal(&mut self, step: SessionStep, plaintext: &[u8]) -> Result<Vec<u8>, SessionError> {
        self.check_turn(step)?;
        let (sealer, _) = self.channel.as_mut().ok_or(SessionError::NoKeyYet)?;
        let (mut out, before) = (Vec::new(), sealer.chunks());
        let sealed = match step {
            SessionStep::Message => sealer.seal_all(plaintext, self.config.chunk_max_bytes, &mut out),
            _ => sealer.seal(plaintext, &mut out),
        };
        sealed.map_err(SessionError::Seal)?;
        self.record.sent(step, sealer.chunks().saturating_sub(before), out.len());
        Ok(out)
    }

    /// Computes the keys when both connection messages are known.
    fn establish(&mut self) -> Result<(), SessionError> {
        let (Some(ours), Some((peer, theirs))) = (&self.our_frame, &self.peer) else { return Ok(()) };
        let nonces = match self.role {
            Role::Initiator => Nonces::derive(ours, theirs),
            Role::Responder => Nonces::derive(theirs, ours),
        };
        let key = ChannelKey::new(&self.secret, peer)?;
        let sealer = Sealer::new(key.clone(), nonces.sending(self.role));
        self.channel = Some((sealer, Opener::new(key, nonces.receiving(self.role))));
        Ok(())
    }
}

/// Returns the step after an ack, or its tag if that is unknown.
fn after_ack(ack: &[u8]) -> Result<SessionStep, Option<u8>> {
    match ack.first().copied() {
        Some(ACCEPT) => Ok(SessionStep::Message),
        Some(NACK | NACK_V_0) => Ok(SessionStep::Closed),
        tag => Err(tag),
    }
}
