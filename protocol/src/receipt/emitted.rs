//! What can be read of internal operations of any kind.

use tezos_encoding::Tagged;

use super::*;
use crate::chain::ProtocolError;
use crate::contract::ContractId;
use crate::kind;
use crate::operation::Transfer;

impl InternalOperation {
    /// Returns the kind, as JSON names it, such as `transaction`.
    ///
    /// ```
    /// use tezos_protocols::{Protocol, receipt::InternalOperation};
    /// let json = r#"{"source":"KT1NgXQ6Mwu3XKFDcKdYFS6dkkY3iNKdBKEc","nonce":0,"kind":"transaction","amount":"250000",
    ///     "destination":"tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx"}"#;
    /// let internal: InternalOperation = Protocol::Seoul.from_json(json)?;
    /// assert_eq!(internal.kind(), "transaction");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn kind(&self) -> &'static str {
        kind::kind(self.operation.case())
    }

    /// Returns the contract or the rollup that emitted the operation. Every protocol has it; `None` is for values that no protocol encodes.
    ///
    /// ```
    /// use tezos_protocols::{Protocol, receipt::InternalOperation};
    /// let json = r#"{"source":"KT1NgXQ6Mwu3XKFDcKdYFS6dkkY3iNKdBKEc","nonce":0,"kind":"transaction","amount":"250000",
    ///     "destination":"tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx"}"#;
    /// let internal: InternalOperation = Protocol::Seoul.from_json(json)?;
    /// assert_eq!(internal.source().unwrap().to_string(), "KT1NgXQ6Mwu3XKFDcKdYFS6dkkY3iNKdBKEc");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn source(&self) -> Option<AnyDestination> {
        emitter(self.contract, self.source)
    }

    /// Returns what a transaction transfers and calls; `None` for other kinds.
    ///
    /// ```
    /// use tezos_protocols::{Protocol, receipt::InternalOperation};
    /// let json = r#"{"source":"KT1NgXQ6Mwu3XKFDcKdYFS6dkkY3iNKdBKEc","nonce":0,"kind":"transaction","amount":"250000",
    ///     "destination":"tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx"}"#;
    /// let internal: InternalOperation = Protocol::Seoul.from_json(json)?;
    /// let transfer = internal.transfer().unwrap();
    /// assert_eq!(transfer.amount.to_string(), "0.25");
    /// assert_eq!(transfer.destination.to_string(), "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn transfer(&self) -> Option<Transfer<'_>> {
        match &self.operation {
            InternalContents::EarlyTransaction(transaction) => Some(Transfer::early(self.source()?, transaction)),
            InternalContents::Transaction(transaction) => Some(Transfer::internal(self.source()?, transaction)),
            _ => None,
        }
    }
}

/// Returns the source of the field that the protocol has.
fn emitter(contract: Option<ContractId>, source: Option<AnyDestination>) -> Option<AnyDestination> {
    source.or(contract.map(ContractId::into))
}

/// Evaluates an expression with the [`Internal`] of each kind.
macro_rules! each {
    ($result:expr, $internal:ident => $value:expr) => {
        match $result {
            InternalOperationResult::EarlyReveal($internal) => $value,
            InternalOperationResult::EarlyTransaction($internal) => $value,
            InternalOperationResult::EarlyOrigination($internal) => $value,
            InternalOperationResult::EarlyDelegation($internal) => $value,
            InternalOperationResult::Reveal($internal) => $value,
            InternalOperationResult::ContractTransaction($internal) => $value,
            InternalOperationResult::Transaction($internal) => $value,
            InternalOperationResult::Origination($internal) => $value,
            InternalOperationResult::Delegation($internal) => $value,
            InternalOperationResult::RegisterGlobalConstant($internal) => $value,
            InternalOperationResult::SetDepositsLimit($internal) => $value,
            InternalOperationResult::Event($internal) => $value,
        }
    };
}

impl InternalOperationResult {
    /// Returns the kind, as JSON names it, such as `transaction`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        kind::kind(self.case())
    }

    /// Returns the contract or the rollup that emitted the operation. Every protocol has it; `None` is for values that no protocol encodes.
    #[must_use]
    pub fn source(&self) -> Option<AnyDestination> {
        each!(self, internal => emitter(internal.contract, internal.source))
    }

    /// Returns the number of this internal operation within its operation.
    #[must_use]
    pub fn nonce(&self) -> u16 {
        each!(self, internal => internal.nonce)
    }

    /// Returns the result.
    #[must_use]
    pub fn result(&self) -> ResultRef<'_> {
        each!(self, internal => ResultRef::from(&internal.result))
    }

    /// Returns what became of the operation.
    #[must_use]
    pub fn status(&self) -> Status {
        self.result().status
    }

    /// Returns the errors of an operation that failed or was backtracked; the cause is last.
    #[must_use]
    pub fn errors(&self) -> &[ProtocolError] {
        self.result().errors
    }

    /// Returns the effects of an operation that was applied or backtracked.
    #[must_use]
    pub fn effects(&self) -> Option<&dyn Effects> {
        self.result().effects
    }

    /// Returns what a transaction transfers and calls; `None` for other kinds.
    #[must_use]
    pub fn transfer(&self) -> Option<Transfer<'_>> {
        match self {
            Self::EarlyTransaction(internal) => Some(Transfer::early(self.source()?, &internal.contents)),
            Self::ContractTransaction(internal) => Some(Transfer::of(self.source()?, &internal.contents)),
            Self::Transaction(internal) => Some(Transfer::internal(self.source()?, &internal.contents)),
            _ => None,
        }
    }

    /// Returns the event that a script emitted; `None` for other kinds.
    #[must_use]
    pub const fn event(&self) -> Option<&Event> {
        match self {
            Self::Event(internal) => Some(&internal.contents),
            _ => None,
        }
    }
}
