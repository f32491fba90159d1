//! Several operations of one account.

use alloc::vec::Vec;
use core::{error, fmt, mem};

use tezos_encoding::N;
use tezos_hashes::hash::BlockHash;

use super::{Contents, Manager, Unsigned};
use crate::contract::ContractId;
use crate::keys::PublicKeyHash;

/// Operations of one account with consecutive counters, which become one operation of the shell.
///
/// ```
/// use tezos_hashes::{hash::BlockHash, keys::Sign, secret::SecretKey};
/// use tezos_protocols::{numbers::Mutez, operation::{Batch, Reveal, Transaction}};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let key: SecretKey = "edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh".parse()?;
/// let account = key.public_key_hash();
/// let branch: BlockHash = "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2".parse()?;
/// let unsigned = Batch::new(account, 8)
///     .add(Reveal::new(key.public_key()), 200, 0)
///     .add(Transaction::transfer(account, Mutez::from(1)), 1_500, 0)
///     .unsigned(branch)?;
/// assert_eq!(unsigned.contents[1].manager().unwrap().counter.to_string(), "9");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    source: PublicKeyHash,
    /// The counter of the next operation.
    counter: N,
    contents: Vec<Contents>,
}

impl Batch {
    /// Starts a batch of an account. `counter` is that of its first operation: one more than the counter of the account.
    #[must_use]
    pub fn new(source: impl Into<PublicKeyHash>, counter: impl Into<N>) -> Self {
        Self { source: source.into(), counter: counter.into(), contents: Vec::new() }
    }

    /// Adds an operation with its limits of gas and of storage, in bytes. Its fee is 0 until
    /// [`Unsigned::with_minimal_fee`] sets those of all.
    #[must_use]
    pub fn add<T>(mut self, operation: T, gas: impl Into<N>, storage: impl Into<N>) -> Self
    where
        Manager<T>: Into<Contents>,
    {
        let next = [self.counter.clone(), N::from(1)].into_iter().sum();
        let counter = mem::replace(&mut self.counter, next);
        self.contents.push(Manager::new(self.source, counter, operation).limits(gas, storage).into());
        self
    }

    /// Returns the operation that is to be signed. `branch` is the hash of a recent block.
    ///
    /// # Errors
    /// If there is no operation; if another than the first one reveals a key, or the first one a key that is not the account's.
    pub fn unsigned(self, branch: BlockHash) -> Result<Unsigned, BatchError> {
        Unsigned::batch(branch, self.contents)
    }
}

/// Why a node refuses the contents of an operation in any state of the chain.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BatchError {
    /// There are no contents.
    Empty,
    /// One of several items is not a manager operation.
    NotManager {
        /// Its position.
        index: usize,
    },
    /// An item is of another account than those before.
    Source {
        /// Its position.
        index: usize,
        /// The account of the items before.
        expected: ContractId,
        /// Its account.
        found: ContractId,
    },
    /// The counter of an item is not one more than that before.
    Counter {
        /// Its position.
        index: usize,
        /// One more than the counter before.
        expected: N,
        /// Its counter.
        found: N,
    },
    /// An item that is not the first one reveals a key.
    LateReveal {
        /// Its position.
        index: usize,
    },
    /// The key that is revealed is not that of the account.
    Reveal {
        /// The account.
        source: PublicKeyHash,
        /// The hash of the key.
        found: PublicKeyHash,
    },
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("an operation has at least one of the contents"),
            Self::NotManager { index } => write!(
                f,
                "contents[{index}]: an operation with several contents has manager operations only: make this an operation of its own"
            ),
            Self::Source { index, expected, found } => {
                write!(f, "contents[{index}]: expected an operation of {expected}, found one of {found}")
            }
            Self::Counter { index, expected, found } => {
                write!(f, "contents[{index}]: expected the counter {expected}, found {found}")
            }
            Self::LateReveal { index } => {
                write!(f, "contents[{index}]: only the first of the contents can reveal a key")
            }
            Self::Reveal { source, found } => {
                write!(f, "contents[0]: expected the key of {source}, found that of {found}")
            }
        }
    }
}

impl error::Error for BatchError {}
