//! What can be read of the operations of a block of any protocol: one loop for all of them.

use core::fmt;

use tezos_hashes::hash::OperationHash;

use super::{BlockInfo, BlockMetadata, BlockOperation, ImplicitResult, OperationReceipt};
use crate::operation::{ContentsRef, Human, ManagerHead, Transfer};
use crate::receipt::{
    AnyDestination, BalanceUpdate, BigMapChange, Effects, Event, InternalOperationResult, OperationDataAndMetadata,
    ReceiptRef, Status,
};

/// A position in a block. Positions are ordered as in the bytes and in the JSON of the block.
///
/// [`Display`](fmt::Display) writes the path in the JSON of the block, such as
/// `operations[3][0].contents[1].metadata.internal_operation_results[2]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(clippy::exhaustive_enums, reason = "the places of a block")]
pub enum Place {
    /// The metadata of the block.
    Metadata,
    /// The result of an operation that the protocol made, such as the subsidy of liquidity baking, in the metadata of the block.
    Implicit {
        /// Its index in `implicit_operations_results`.
        index: usize,
    },
    /// One of the contents of an operation.
    Contents {
        /// The validation pass: 0 (consensus), 1 (votes), 2 (anonymous operations), 3 (manager operations).
        pass: usize,
        /// The index of the operation in its validation pass.
        operation: usize,
        /// The index of the contents in the operation.
        contents: usize,
        /// The index in `internal_operation_results` of an internal operation; `None` for the contents themselves.
        internal: Option<usize>,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Metadata => f.write_str("metadata"),
            Self::Implicit { index } => write!(f, "metadata.implicit_operations_results[{index}]"),
            Self::Contents { pass, operation, contents, internal } => {
                write!(f, "operations[{pass}][{operation}].contents[{contents}]")?;
                internal.map_or(Ok(()), |index| write!(f, ".metadata.internal_operation_results[{index}]"))
            }
        }
    }
}

/// A value in a block, with its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "a wrapper")]
pub struct Located<'a, T> {
    /// The position.
    pub place: Place,
    /// The hash of the operation; `None` in the metadata of the block.
    pub hash: Option<&'a OperationHash>,
    /// What became of the operation that has the value. `None` for what does not depend on a result: the metadata of the block, fees, operations
    /// of other kinds than those of accounts; and if the block has no receipt of the operation.
    pub status: Option<Status>,
    /// The value.
    pub value: T,
}

impl<T> Located<'_, T> {
    /// Returns true if the operation failed, was skipped, or was reverted, so that the value has no effect.
    #[must_use]
    pub const fn is_void(&self) -> bool {
        matches!(self.status, Some(Status::Failed | Status::Skipped | Status::Backtracked))
    }
}

/// One of the contents of an operation in a block, with its receipt. The block of the examples is that of [`BlockInfo`].
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct BlockContents<'a> {
    /// The position: always [`Place::Contents`].
    pub place: Place,
    /// The operation, with its hash and its branch.
    pub operation: &'a BlockOperation,
    /// The contents.
    pub contents: ContentsRef<'a>,
    /// The receipt, if the block has it.
    pub receipt: Option<ReceiptRef<'a>>,
}

impl<'a> BlockContents<'a> {
    /// Returns the hash of the operation.
    ///
    /// ```
    /// use tezos_protocols::{Protocol, block::BlockAnswer};
    /// # let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/block.bin"));
    /// let BlockAnswer(block): BlockAnswer = Protocol::Nairobi.decode(bytes)?;
    /// let call = block.operations().nth(1).unwrap();
    /// assert_eq!(call.hash().to_string(), "ook3Ry9NBiqauiB4s8sbtxh1QvAUj8XbsKJ29a4o6H5U3JxeoNq");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn hash(&self) -> &'a OperationHash {
        &self.operation.hash
    }

    /// Returns the kind, as JSON names it, such as `transaction`.
    ///
    /// ```
    /// use tezos_protocols::{Protocol, block::BlockAnswer};
    /// # let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/block.bin"));
    /// let BlockAnswer(block): BlockAnswer = Protocol::Nairobi.decode(bytes)?;
    /// let kinds: Vec<_> = block.operations().map(|contents| contents.kind()).collect();
    /// assert_eq!(kinds, ["endorsement", "transaction", "delegation"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.contents.kind()
    }

    /// Returns the fields that all manager operations have; `None` for other kinds.
    ///
    /// ```
    /// use tezos_protocols::{Protocol, block::BlockAnswer, numbers::Mutez};
    /// # let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/block.bin"));
    /// let BlockAnswer(block): BlockAnswer = Protocol::Nairobi.decode(bytes)?;
    /// let fees = block.operations().filter_map(|contents| Some(contents.manager()?.fee));
    /// assert_eq!(Mutez::checked_sum(fees), Some(Mutez::from(700 + 300)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn manager(&self) -> Option<ManagerHead<'a>> {
        self.contents.manager()
    }

    /// Returns what became of a manager operation; `None` for other kinds, and without a receipt.
    ///
    /// ```
    /// use tezos_protocols::{Protocol, block::BlockAnswer, receipt::Status};
    /// # let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/block.bin"));
    /// let BlockAnswer(block): BlockAnswer = Protocol::Nairobi.decode(bytes)?;
    /// let results: Vec<_> = block.operations().map(|contents| contents.status()).collect();
    /// assert_eq!(results, [None, Some(Status::Applied), Some(Status::Failed)]); // that of an attestation is none
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn status(&self) -> Option<Status> {
        self.receipt?.status()
    }

    /// Returns the internal operations in the order of their execution, each with its position and status; none without a receipt.
    ///
    /// ```
    /// use tezos_protocols::{Protocol, block::BlockAnswer, receipt::Status};
    /// # let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/block.bin"));
    /// let BlockAnswer(block): BlockAnswer = Protocol::Nairobi.decode(bytes)?;
    /// let call = block.operations().nth(1).unwrap();
    /// let payment = call.internal_operations().find(|internal| internal.value.kind() == "transaction").unwrap();
    /// assert_eq!(payment.place.to_string(), "operations[3][0].contents[0].metadata.internal_operation_results[1]");
    /// assert_eq!(payment.status, Some(Status::Applied));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn internal_operations(&self) -> impl Iterator<Item = Located<'a, &'a InternalOperationResult>> + use<'a> {
        let this = *self;
        let internals = this.receipt.map_or(&[][..], |receipt| receipt.internal_operations);
        internals.iter().enumerate().map(move |(index, internal)| {
            let place = match this.place {
                Place::Contents { pass, operation, contents, internal: _ } => {
                    Place::Contents { pass, operation, contents, internal: Some(index) }
                }
                place => place,
            };
            Located { place, hash: Some(this.hash()), status: Some(internal.status()), value: internal }
        })
    }

    /// Displays the contents as one line of English. See [`Human`].
    ///
    /// ```
    /// use tezos_protocols::{Protocol, block::BlockAnswer};
    /// # let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/block.bin"));
    /// let BlockAnswer(block): BlockAnswer = Protocol::Nairobi.decode(bytes)?;
    /// let call = block.operations().nth(1).unwrap();
    /// let line = "transfer 1.5 ꜩ from tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx to KT1NgXQ6Mwu3XKFDcKdYFS6dkkY3iNKdBKEc, calls `mint`";
    /// assert_eq!(call.human().to_string(), line);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn human(&self) -> Human<'a> {
        self.contents.human()
    }

    /// Returns a value of the contents with their position.
    fn located<T>(&self, status: Option<Status>, value: T) -> Located<'a, T> {
        Located { place: self.place, hash: Some(self.hash()), status, value }
    }

    /// Returns the effects of the contents and of their internal operations, in order, with position and status.
    fn effects(self) -> impl Iterator<Item = Located<'a, &'a dyn Effects>> {
        let own = self.receipt.and_then(ReceiptRef::effects).map(|effects| self.located(self.status(), effects));
        let internal = self.internal_operations().filter_map(|Located { place, hash, status, value }| {
            Some(Located { place, hash, status, value: value.effects()? })
        });
        own.into_iter().chain(internal)
    }
}

/// An event of a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "a pair")]
pub struct Emitted<'a> {
    /// The contract.
    pub source: AnyDestination,
    /// The type, the tag and the payload.
    pub event: &'a Event,
}

impl BlockOperation {
    /// Returns the contents of the operation, each with its receipt, if there is one.
    pub fn contents(&self) -> impl Iterator<Item = (ContentsRef<'_>, Option<ReceiptRef<'_>>)> {
        self.receipt.contents()
    }
}

impl OperationReceipt {
    /// Returns the contents of the operation, each with its receipt, if there is one.
    pub fn contents(&self) -> impl Iterator<Item = (ContentsRef<'_>, Option<ReceiptRef<'_>>)> {
        let (bare, with_receipt) = match self {
            Self::TooLarge { protocol_data, .. } | Self::WithoutReceipt(protocol_data) => (Some(protocol_data), None),
            Self::WithReceipt(operation) => (None, Some(operation)),
        };
        let bare = bare.into_iter().flat_map(|data| &data.contents).map(|contents| (contents.into(), None));
        bare.chain(with_receipt.into_iter().flat_map(OperationDataAndMetadata::contents))
    }
}

impl<H, M> BlockInfo<H, M> {
    /// Returns the contents of all operations with their receipts, in the order of the block: by validation pass, operation, and position in the
    /// operation. The internal operations of each are [`BlockContents::internal_operations`].
    ///
    /// Blocks of all protocols have this form, so an indexer is one loop. Nothing is allocated or copied.
    ///
    /// ```
    /// use tezos_protocols::{Protocol, block::BlockAnswer, receipt::Status};
    /// # let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/block.bin"));
    /// let BlockAnswer(block): BlockAnswer = Protocol::Nairobi.decode(bytes)?;
    /// for contents in block.operations().filter(|contents| contents.status() == Some(Status::Failed)) {
    ///     assert_eq!((contents.place.to_string(), contents.kind()), ("operations[3][1].contents[0]".into(), "delegation"));
    /// }
    /// assert_eq!(block.operations().count(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn operations(&self) -> impl Iterator<Item = BlockContents<'_>> {
        self.operations.iter().enumerate().flat_map(|(pass, operations)| {
            operations.iter().enumerate().flat_map(move |(index, operation)| {
                operation.contents().enumerate().map(move |(position, (contents, receipt))| {
                    let place = Place::Contents { pass, operation: index, contents: position, internal: None };
                    BlockContents { place, operation, contents, receipt }
                })
            })
        })
    }

    /// Returns the transfers of all transactions, in the order of the block: each transaction of an account is followed by those that scripts
    /// emitted while it was executed.
    ///
    /// Failed, skipped and reverted transactions are among them: see [`Located::is_void`]. Other operations that move tez are not: they are
    /// among the [balance updates](BlockInfo::balance_updates).
    ///
    /// ```
    /// use tezos_protocols::{Protocol, block::BlockAnswer};
    /// # let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/block.bin"));
    /// let BlockAnswer(block): BlockAnswer = Protocol::Nairobi.decode(bytes)?;
    /// let transfers = block.transfers().filter(|transfer| !transfer.is_void());
    /// let amounts: Vec<_> = transfers.map(|transfer| transfer.value.amount.to_string()).collect();
    /// assert_eq!(amounts, ["1.5", "0.25"]); // of the account, then of the contract that it calls
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn transfers(&self) -> impl Iterator<Item = Located<'_, Transfer<'_>>> {
        self.operations().flat_map(|contents| {
            let own = contents.contents.transfer().map(|transfer| contents.located(contents.status(), transfer));
            let internal = contents.internal_operations().filter_map(|Located { place, hash, status, value }| {
                Some(Located { place, hash, status, value: value.transfer()? })
            });
            own.into_iter().chain(internal)
        })
    }

    /// Returns the events that scripts emitted, in the order of the block, from protocol 014 on. Those of failed, skipped and reverted operations
    /// are among them: see [`Located::is_void`].
    ///
    /// ```
    /// use tezos_protocols::{Protocol, block::BlockAnswer, micheline::Micheline};
    /// # let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/block.bin"));
    /// let BlockAnswer(block): BlockAnswer = Protocol::Nairobi.decode(bytes)?;
    /// let event = block.events().find(|event| !event.is_void()).unwrap().value;
    /// assert_eq!(event.source.to_string(), "KT1NgXQ6Mwu3XKFDcKdYFS6dkkY3iNKdBKEc");
    /// assert_eq!(event.event.payload, Some(Micheline::int(5)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn events(&self) -> impl Iterator<Item = Located<'_, Emitted<'_>>> {
        self.operations().flat_map(|contents| {
            contents.internal_operations().filter_map(|Located { place, hash, status, value }| {
                let emitted = Emitted { source: value.source()?, event: value.event()? };
                Some(Located { place, hash, status, value: emitted })
            })
        })
    }
}

impl<H> BlockInfo<H, BlockMetadata> {
    /// Returns the changes of balances, in the order of the block: those in its metadata, those of each operation that the protocol made, then
    /// for each of the contents of operations its fee, or what an operation without a result changes, its effects, and the effects of its
    /// internal operations.
    ///
    /// Changes that were reverted are among them: see [`Located::is_void`]. Fees are paid in any case.
    ///
    /// ```
    /// use tezos_protocols::{Protocol, block::BlockAnswer, receipt::Balance};
    /// # let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/block.bin"));
    /// let BlockAnswer(block): BlockAnswer = Protocol::Nairobi.decode(bytes)?;
    /// let account = Balance::Contract { contract: "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse()? };
    /// let updates = block.balance_updates().filter(|update| !update.is_void() && update.value.balance == account);
    /// let changes: Vec<_> = updates.map(|update| update.value.change).collect();
    /// assert_eq!(changes, [-700, -1_500_000, 250_000]); // a fee, a payment, and one by the contract
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn balance_updates(&self) -> impl Iterator<Item = Located<'_, &BalanceUpdate>> {
        let metadata = self.metadata.iter().flat_map(|metadata| &metadata.metadata.balance_updates.0);
        let metadata =
            metadata.map(|update| Located { place: Place::Metadata, hash: None, status: None, value: update });
        let operations = self.operations().flat_map(|contents| {
            let own = contents.receipt.map_or(&[][..], |receipt| receipt.balance_updates);
            own.iter().map(move |update| contents.located(None, update)).chain(contents.effects().flat_map(updates))
        });
        metadata.chain(self.implicit_effects().flat_map(updates)).chain(operations)
    }

    /// Returns the changes of big maps, in the order of the block: those of operations that the protocol made, then for each of the contents of
    /// operations its own, and those of its internal operations. See [`BigMapDiffs`](crate::receipt::BigMapDiffs) for the order within one of
    /// them.
    ///
    /// Changes that were reverted are among them: see [`Located::is_void`].
    ///
    /// ```
    /// use tezos_protocols::{Protocol, block::BlockAnswer, micheline::Micheline, receipt::BigMapAction};
    /// # let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/block.bin"));
    /// let BlockAnswer(block): BlockAnswer = Protocol::Nairobi.decode(bytes)?;
    /// let change = block.big_map_diffs().find(|change| !change.is_void()).unwrap().value;
    /// assert_eq!(change.big_map, Some(&4.into()));
    /// let BigMapAction::Update { key, value, .. } = change.action else { panic!("an update") };
    /// assert_eq!((key, value), (&Micheline::string("minted"), Some(&Micheline::int(5))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn big_map_diffs(&self) -> impl Iterator<Item = Located<'_, BigMapChange<'_>>> {
        let effects = self.implicit_effects().chain(self.operations().flat_map(BlockContents::effects));
        effects.flat_map(|Located { place, hash, status, value }| {
            value.big_map_diffs().map(move |value| Located { place, hash, status, value })
        })
    }

    /// Returns the effects of the operations that the protocol made.
    fn implicit_effects(&self) -> impl Iterator<Item = Located<'_, &dyn Effects>> {
        let results = self.metadata.iter().flat_map(|metadata| metadata.metadata.implicit_operations_results.iter());
        results.flatten().enumerate().map(|(index, result)| Located {
            place: Place::Implicit { index },
            hash: None,
            status: None,
            value: result.effects(),
        })
    }
}

/// Returns the changes of balances of effects.
fn updates<'a>(effects: Located<'a, &'a dyn Effects>) -> impl Iterator<Item = Located<'a, &'a BalanceUpdate>> {
    let Located { place, hash, status, value } = effects;
    value.balance_updates().iter().map(move |value| Located { place, hash, status, value })
}

impl ImplicitResult {
    /// Returns the kind, as JSON names it, such as `transaction`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        crate::kind::kind(tezos_encoding::Tagged::case(self))
    }

    /// Returns the effects.
    #[must_use]
    pub fn effects(&self) -> &dyn Effects {
        match self {
            Self::Reveal(effects) | Self::SetDepositsLimit(effects) => effects,
            Self::ContractTransaction(effects) => effects,
            Self::Transaction(effects) => effects,
            Self::Origination(effects) => effects,
            Self::Delegation(effects) => effects,
            Self::UpdateConsensusKey(effects) => effects,
            Self::IncreasePaidStorage(effects) => effects,
            Self::ScRollupOriginate(effects) => effects,
            Self::SmartRollupOriginate(effects) => effects,
        }
    }
}
