//! The fields that all manager operations have.

use tezos_encoding::N;

use super::{ContractManager, Manager};
use crate::contract::ContractId;
use crate::numbers::Mutez;

/// The fields that all manager operations have, borrowed from an operation of any kind.
///
/// ```
/// use tezos_protocols::{Protocol, operation::Unsigned};
/// let json = r#"{"branch":"BKpbfCvh777DQHnXjU2sqHvVUNZ7dBAdqEfKkdw8EGSkD9LSYXb","contents":[{"kind":"delegation",
///     "source":"tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx","fee":"300","counter":"7","gas_limit":"1000","storage_limit":"0"}]}"#;
/// let mut operation: Unsigned = Protocol::Seoul.from_json(json).unwrap();
/// let delegation = &mut operation.contents[0];
/// assert_eq!(delegation.kind(), "delegation");
/// let head = delegation.manager().unwrap();
/// assert_eq!((Ok(head.source), head.fee), ("tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse(), 300.into()));
///
/// *delegation.manager_mut().unwrap().gas_limit = 169.into();
/// assert_eq!(delegation.manager().unwrap().gas_limit, &169.into());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "no protocol changed it")]
pub struct ManagerHead<'a> {
    /// The account that signs and pays for the operation; up to protocol 004 it may be a contract.
    pub source: ContractId,
    /// The fee for the baker.
    pub fee: Mutez,
    /// The counter of the account.
    pub counter: &'a N,
    /// Maximum gas, in units.
    pub gas_limit: &'a N,
    /// Maximum number of bytes of storage that may be allocated and paid for.
    pub storage_limit: &'a N,
}

/// Mutable access to the fields that all manager operations have, except for the source.
#[derive(Debug, PartialEq, Eq)]
#[allow(clippy::exhaustive_structs, reason = "no protocol changed it")]
pub struct ManagerHeadMut<'a> {
    /// The fee for the baker.
    pub fee: &'a mut Mutez,
    /// The counter of the account.
    pub counter: &'a mut N,
    /// Maximum gas, in units.
    pub gas_limit: &'a mut N,
    /// Maximum number of bytes of storage that may be allocated and paid for.
    pub storage_limit: &'a mut N,
}

/// Implements access to the fields of both types of manager operations.
macro_rules! head {
    ($($name:ident),+) => { $(
        impl<T> $name<T> {
            /// Returns the fields that all manager operations have.
            ///
            /// ```
            /// # use tezos_protocols::{keys::PublicKeyHash, numbers::Mutez, operation::{Manager, Transaction}};
            /// # let account: PublicKeyHash = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse()?;
            /// let transfer = Transaction::transfer(account, Mutez::from(1));
            /// let operation = Manager::new(account, 8, transfer).fee(Mutez::from(400));
            /// let head = operation.head();
            /// assert_eq!((head.source.to_string(), head.fee), (account.to_string(), Mutez::from(400)));
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn head(&self) -> ManagerHead<'_> {
                let Self { source, fee, counter, gas_limit, storage_limit, operation: _ } = self;
                ManagerHead { source: (*source).into(), fee: *fee, counter, gas_limit, storage_limit }
            }

            /// Returns mutable access to the fields that all manager operations have, except for the source.
            ///
            /// ```
            /// # use tezos_protocols::{keys::PublicKeyHash, numbers::Mutez, operation::{Manager, Transaction}};
            /// # let account: PublicKeyHash = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse()?;
            /// let transfer = Transaction::transfer(account, Mutez::from(1));
            /// let mut operation = Manager::new(account, 8, transfer);
            /// *operation.head_mut().counter += 1;
            /// assert_eq!(operation.counter, 9.into());
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn head_mut(&mut self) -> ManagerHeadMut<'_> {
                let Self { source: _, fee, counter, gas_limit, storage_limit, operation: _ } = self;
                ManagerHeadMut { fee, counter, gas_limit, storage_limit }
            }
        }
    )+ };
}
head!(Manager, ContractManager);
