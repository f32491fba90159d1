//! What is known of a session.

use super::Session;
use crate::{
    identity::CryptoBoxPublicKey,
    session::{Budget, Consumed, Counters, SessionStep},
};

impl Session {
    /// Returns what has to be sent next.
    ///
    /// ```
    /// # use tezos_messages::{identity::{CryptoBoxSecretKey, Identity, Stamp}, session::{Config, Role, Session, SessionStep}};
    /// # let identity = Identity::new(CryptoBoxSecretKey::new([1; 32]), Stamp([7; 24]));
    /// # let mut session = Session::new(Role::Initiator, &identity, Config::default());
    /// assert_eq!(session.sending(), SessionStep::Connection);
    /// session.connection(&[0; 84])?;
    /// assert_eq!(session.sending(), SessionStep::Metadata);
    /// # Ok::<(), tezos_messages::session::SessionError>(())
    /// ```
    #[must_use]
    pub const fn sending(&self) -> SessionStep {
        self.sending
    }

    /// Returns what the peer has to send next.
    ///
    /// ```
    /// # use tezos_messages::{identity::*, session::*};
    /// # let identity = |seed| Identity::new(CryptoBoxSecretKey::new([seed; 32]), Stamp([seed; 24]));
    /// # let hello = |seed| [&[38, 4][..], identity(seed).public_key().as_ref(), &[0; 24], &[seed; 24], &[0, 0]].concat();
    /// # let config = Config { target: PowTarget::from_bits(0), ..Config::default() };
    /// # let mut alice = Session::new(Role::Initiator, &identity(1), config.clone());
    /// # let mut bob = Session::new(Role::Responder, &identity(2), config);
    /// alice.feed(&bob.connection(&hello(2))?);
    /// assert!(alice.next_event()?.is_some());
    /// assert_eq!(alice.receiving(), SessionStep::Metadata);
    /// # Ok::<(), SessionError>(())
    /// ```
    #[must_use]
    pub const fn receiving(&self) -> SessionStep {
        self.receiving
    }

    /// Returns the peer's public key, once its connection message has arrived.
    ///
    /// ```
    /// # use tezos_messages::{identity::*, session::*};
    /// # let identity = |seed| Identity::new(CryptoBoxSecretKey::new([seed; 32]), Stamp([seed; 24]));
    /// # let hello = |seed| [&[38, 4][..], identity(seed).public_key().as_ref(), &[0; 24], &[seed; 24], &[0, 0]].concat();
    /// # let config = Config { target: PowTarget::from_bits(0), ..Config::default() };
    /// # let mut alice = Session::new(Role::Initiator, &identity(1), config.clone());
    /// # let mut bob = Session::new(Role::Responder, &identity(2), config);
    /// assert_eq!(alice.peer(), None);
    /// alice.feed(&bob.connection(&hello(2))?);
    /// alice.next_event()?;
    /// assert_eq!(alice.peer(), Some(identity(2).public_key()));
    /// # Ok::<(), SessionError>(())
    /// ```
    #[must_use]
    pub fn peer(&self) -> Option<&CryptoBoxPublicKey> {
        self.peer.as_ref().map(|(key, _)| key)
    }

    /// Returns the peer's budget; `None` without an allowance.
    ///
    /// ```
    /// # use tezos_messages::{identity::{CryptoBoxSecretKey, Identity, Stamp}, session::{Config, Role, Session}};
    /// use tezos_encoding::cost::Cost;
    /// use tezos_messages::session::Allowance;
    /// # let identity = Identity::new(CryptoBoxSecretKey::new([1; 32]), Stamp([7; 24]));
    /// let allowance = Allowance { burst: Cost(5_000_000), per_second: Cost(1_000_000) };
    /// let session = Session::new(Role::Responder, &identity, Config { allowance: Some(allowance), ..Config::default() });
    /// assert_eq!(session.budget().unwrap().left(), Cost(5_000_000));
    /// ```
    #[must_use]
    pub const fn budget(&self) -> Option<&Budget> {
        self.budget.as_ref()
    }

    /// Returns what passed through the session since its start.
    ///
    /// ```
    /// # use tezos_messages::{identity::*, session::*};
    /// # let identity = |seed| Identity::new(CryptoBoxSecretKey::new([seed; 32]), Stamp([seed; 24]));
    /// # let hello = |seed| [&[38, 4][..], identity(seed).public_key().as_ref(), &[0; 24], &[seed; 24], &[0, 0]].concat();
    /// # let config = Config { target: PowTarget::from_bits(0), ..Config::default() };
    /// # let mut alice = Session::new(Role::Initiator, &identity(1), config.clone());
    /// # let mut bob = Session::new(Role::Responder, &identity(2), config);
    /// let bytes = alice.connection(&hello(1))?;
    /// let sent = alice.counters().sent;
    /// assert_eq!((sent.bytes, sent.frames, sent.messages), (bytes.len() as u64, 1, 0));
    /// # Ok::<(), SessionError>(())
    /// ```
    #[must_use]
    pub const fn counters(&self) -> &Counters {
        self.record.counters()
    }

    /// Returns how much of the peer's stream is in the events returned so far; after a failure, in those before it.
    ///
    /// ```
    /// # use tezos_messages::{identity::*, session::*};
    /// # let identity = |seed| Identity::new(CryptoBoxSecretKey::new([seed; 32]), Stamp([seed; 24]));
    /// # let hello = |seed| [&[38, 4][..], identity(seed).public_key().as_ref(), &[0; 24], &[seed; 24], &[0, 0]].concat();
    /// # let config = Config { target: PowTarget::from_bits(0), ..Config::default() };
    /// # let mut alice = Session::new(Role::Initiator, &identity(1), config.clone());
    /// # let mut bob = Session::new(Role::Responder, &identity(2), config);
    /// bob.feed(&alice.connection(&hello(1))?);
    /// assert_eq!(bob.consumed().bytes, 0);
    /// bob.next_event()?;
    /// assert_eq!(bob.consumed().bytes, 2 + 84);
    /// # Ok::<(), SessionError>(())
    /// ```
    #[must_use]
    pub fn consumed(&self) -> Consumed {
        Consumed { bytes: self.counters().received.bytes, pending: self.messages.pending() }
    }

    /// Returns the size of the incomplete message, without its size prefix, if it is larger than the 256 KiB that a session keeps for messages.
    ///
    /// ```
    /// # use tezos_messages::{identity::*, session::*};
    /// # let identity = Identity::new(CryptoBoxSecretKey::new([1; 32]), Stamp([1; 24]));
    /// let session = Session::new(Role::Initiator, &identity, Config::default());
    /// assert_eq!(session.large_message(), None);
    /// ```
    #[must_use]
    pub fn large_message(&self) -> Option<u32> {
        self.messages.large().unwrap_or_default()
    }
}
