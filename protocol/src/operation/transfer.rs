//! Transfers of tez by transactions of any kind.

use super::{EarlyTransaction, Parameters, Transaction};
use crate::micheline::LazyExpr;
use crate::numbers::Mutez;
use crate::receipt::{AnyDestination, InternalTransaction};

/// What a transaction transfers and calls, borrowed from a transaction of any protocol, of an account or of a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Transfer<'a> {
    /// The account that signed the transaction, or the contract or rollup that emitted it.
    pub source: AnyDestination,
    /// The recipient.
    pub destination: AnyDestination,
    /// The amount; zero for a mere call.
    pub amount: Mutez,
    /// The name of the entrypoint: `default` without parameters and, because there were no others, up to protocol 004. It is text only if the
    /// transaction is to a contract that exists: an operation may have any bytes.
    pub entrypoint: &'a [u8],
    /// The argument; `None` stands for unit.
    pub parameters: Option<&'a LazyExpr>,
}

/// The name of the entrypoint that a transaction without parameters calls.
const DEFAULT: &[u8] = b"default";

impl<'a> Transfer<'a> {
    pub(crate) fn early(source: AnyDestination, transaction: &'a EarlyTransaction) -> Self {
        let EarlyTransaction { amount, destination, parameters } = transaction;
        let parameters = parameters.as_ref();
        Self { source, destination: (*destination).into(), amount: *amount, entrypoint: DEFAULT, parameters }
    }

    pub(crate) fn of(source: AnyDestination, transaction: &'a Transaction) -> Self {
        let Transaction { amount, destination, parameters } = transaction;
        Self::calling(source, (*destination).into(), *amount, parameters.as_ref())
    }

    pub(crate) fn internal(source: AnyDestination, transaction: &'a InternalTransaction) -> Self {
        let InternalTransaction { amount, destination, parameters } = transaction;
        Self::calling(source, *destination, *amount, parameters.as_ref())
    }

    fn calling(
        source: AnyDestination,
        destination: AnyDestination,
        amount: Mutez,
        parameters: Option<&'a Parameters>,
    ) -> Self {
        let entrypoint = parameters.map_or(DEFAULT, |call| call.entrypoint.name());
        Self { source, destination, amount, entrypoint, parameters: parameters.map(|call| &call.value) }
    }
}
