//! What can be read of receipts of any kind.

use core::fmt;

use super::*;
use crate::chain::ProtocolError;
use crate::keys::PublicKeyHash;
use crate::operation::ContentsRef;

/// What became of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(clippy::exhaustive_enums, reason = "no protocol changed it")]
pub enum Status {
    /// The operation was applied.
    Applied,
    /// The operation failed.
    Failed,
    /// The operation was skipped because a previous operation failed.
    Skipped,
    /// The operation was applied, then reverted because a later operation failed.
    Backtracked,
}

impl Status {
    /// Returns the name of the status in JSON, such as `applied`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Applied => "applied",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
            Self::Backtracked => "backtracked",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl<T> OperationResult<T> {
    /// Returns what became of the operation.
    ///
    /// ```
    /// use tezos_protocols::{Protocol, receipt::{GasEffects, OperationResult, Status}};
    /// let result: OperationResult<GasEffects> = Protocol::Seoul.from_json(r#"{"status":"skipped"}"#)?;
    /// assert_eq!(result.status(), Status::Skipped);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn status(&self) -> Status {
        match self {
            Self::Applied { .. } => Status::Applied,
            Self::Failed { .. } => Status::Failed,
            Self::Skipped { .. } => Status::Skipped,
            Self::Backtracked { .. } => Status::Backtracked,
        }
    }

    /// Returns the effects of an operation that was applied or backtracked. Those of a backtracked operation were reverted.
    ///
    /// ```
    /// use tezos_protocols::{Protocol, receipt::{Effects, GasEffects, OperationResult}};
    /// let json = r#"{"status":"applied","consumed_milligas":"169000"}"#;
    /// let result: OperationResult<GasEffects> = Protocol::Seoul.from_json(json)?;
    /// assert_eq!(result.effects().unwrap().consumed_milligas().unwrap().0, 169_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn effects(&self) -> Option<&T> {
        match self {
            Self::Applied { effects, .. } | Self::Backtracked { effects, .. } => Some(effects),
            Self::Failed { .. } | Self::Skipped { .. } => None,
        }
    }
}

/// The result of an operation, borrowed from an [`OperationResult`] with effects of any type.
#[derive(Debug, Clone, Copy)]
#[allow(clippy::exhaustive_structs, reason = "a pair")]
pub struct ResultRef<'a> {
    /// What became of the operation.
    pub status: Status,
    /// The errors of an operation that failed or was backtracked; the cause is last.
    pub errors: &'a [ProtocolError],
    /// The effects of an operation that was applied or backtracked. Those of a backtracked operation were reverted.
    pub effects: Option<&'a dyn Effects>,
}

impl<'a, E: Effects> From<&'a OperationResult<E>> for ResultRef<'a> {
    fn from(result: &'a OperationResult<E>) -> Self {
        let effects = result.effects().map(|effects| -> &dyn Effects { effects });
        Self { status: result.status(), errors: result.errors(), effects }
    }
}

/// The receipt of an operation, borrowed from the metadata of any kind: what receipts of several kinds have in common. What single kinds have
/// besides is in the cases of [`ContentsAndResult`]. The block of the examples is that of [`BlockInfo`](crate::block::BlockInfo).
#[derive(Debug, Clone, Copy, Default)]
#[allow(clippy::exhaustive_structs, reason = "a pair")]
pub struct ReceiptRef<'a> {
    /// The changes of balances that do not depend on the result: for a manager operation its fee.
    pub balance_updates: &'a [BalanceUpdate],
    /// The baker of an attestation, or of another operation of consensus by one baker.
    pub delegate: Option<PublicKeyHash>,
    /// The result of a manager operation. Other operations have none: they are in a block only if they were applied.
    pub result: Option<ResultRef<'a>>,
    /// The internal operations of a manager operation, with their results.
    pub internal_operations: &'a [InternalOperationResult],
}

impl<'a> ReceiptRef<'a> {
    /// Returns what became of a manager operation; `None` for other kinds, which are in a block only if they were applied.
    ///
    /// ```
    /// use tezos_protocols::{Protocol, block::BlockAnswer, receipt::Status};
    /// # let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/block.bin"));
    /// let BlockAnswer(block): BlockAnswer = Protocol::Nairobi.decode(bytes)?;
    /// let receipts: Vec<_> = block.operations().filter_map(|contents| contents.receipt).collect();
    /// assert_eq!((receipts[0].status(), receipts[1].status()), (None, Some(Status::Applied)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn status(self) -> Option<Status> {
        self.result.map(|result| result.status)
    }

    /// Returns the errors of a manager operation that failed or was backtracked; the cause is last.
    ///
    /// ```
    /// use tezos_protocols::{Protocol, block::BlockAnswer};
    /// # let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/block.bin"));
    /// let BlockAnswer(block): BlockAnswer = Protocol::Nairobi.decode(bytes)?;
    /// let delegation = block.operations().nth(2).unwrap().receipt.unwrap();
    /// assert!(delegation.errors()[0].0.to_string().contains("unregistered_delegate"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn errors(self) -> &'a [ProtocolError] {
        self.result.map_or(&[], |result| result.errors)
    }

    /// Returns the effects of a manager operation that was applied or backtracked, without those of its internal operations.
    ///
    /// ```
    /// use tezos_protocols::{Protocol, block::BlockAnswer, micheline::Micheline};
    /// # let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/block.bin"));
    /// let BlockAnswer(block): BlockAnswer = Protocol::Nairobi.decode(bytes)?;
    /// let effects = block.operations().nth(1).unwrap().receipt.unwrap().effects().unwrap();
    /// assert_eq!(effects.consumed_milligas().unwrap().0, 2_100_000);
    /// assert_eq!(effects.storage(), Some(&Micheline::int(4)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn effects(self) -> Option<&'a dyn Effects> {
        self.result?.effects
    }
}

impl OperationDataAndMetadata {
    /// Returns the contents of the operation, each with its receipt, if there is one.
    pub fn contents(&self) -> impl Iterator<Item = (ContentsRef<'_>, Option<ReceiptRef<'_>>)> {
        let (with_receipt, bare, renamed) = match self {
            Self::WithMetadata { contents, .. } => (&contents[..], None, None),
            Self::WithoutMetadata { early_contents, renamed_contents, contents, .. } => {
                (&[][..], early_contents.as_ref().or(contents.as_ref()), renamed_contents.as_ref())
            }
        };
        let with_receipt = with_receipt.iter().map(|both| (both.contents(), Some(both.receipt())));
        let bare = bare.into_iter().flatten().chain(renamed.into_iter().flatten().map(|RenamedContents(it)| it));
        with_receipt.chain(bare.map(|contents| (contents.into(), None)))
    }
}

/// Metadata of some kind.
pub(super) trait Metadata {
    fn receipt(&self) -> ReceiptRef<'_>;
}

impl<E: Effects> Metadata for ManagerMetadata<E> {
    fn receipt(&self) -> ReceiptRef<'_> {
        ReceiptRef {
            balance_updates: &self.balance_updates.0,
            delegate: None,
            result: Some(ResultRef::from(&self.operation_result)),
            internal_operations: &self.internal_operation_results,
        }
    }
}

/// Implements [`Metadata`] for types with the listed fields of a [`ReceiptRef`].
macro_rules! metadata {
    (@ $self:ident balance_updates) => { &$self.balance_updates.0 };
    (@ $self:ident delegate) => { Some($self.delegate) };
    ($($name:ident { $($field:ident),* })+) => { $(
        impl Metadata for $name {
            fn receipt(&self) -> ReceiptRef<'_> {
                ReceiptRef { $($field: metadata!(@ self $field),)* ..ReceiptRef::default() }
            }
        }
    )+ };
}
metadata! {
    NoMetadata {}
    BalanceMetadata { balance_updates }
    DelegateMetadata { delegate }
    DrainMetadata { balance_updates }
    ForbiddenMetadata { balance_updates }
    PunishmentMetadata {}
    EmmyMetadata { balance_updates, delegate }
    PreendorsementMetadata { balance_updates, delegate }
    EndorsementMetadata { balance_updates, delegate }
    ConsensusMetadata { balance_updates, delegate }
    AggregateMetadata { balance_updates }
}
