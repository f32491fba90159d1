//! What can be read of contents of any kind.

use tezos_encoding::Tagged;

use super::{Contents, ContentsRef, Human, ManagerHead, Transfer};
use crate::kind;

impl Contents {
    /// Returns the kind, as JSON names it, such as `transaction`. Several cases may have one name: those of different protocols.
    ///
    /// ```
    /// # use tezos_hashes::hash::BlockHash;
    /// use tezos_protocols::{keys::PublicKeyHash, operation::{Manager, Transaction, Unsigned}};
    /// # let branch: BlockHash = "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2".parse()?;
    /// # let account: PublicKeyHash = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse()?;
    /// # let recipient: PublicKeyHash = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb".parse()?;
    /// let transfer = Manager::new(account, 8, Transaction::transfer(recipient, "1.5".parse()?)).limits(1_500, 0);
    /// let unsigned = Unsigned::new(branch, transfer);
    /// assert_eq!(unsigned.contents[0].kind(), "transaction");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn kind(&self) -> &'static str {
        kind::kind(self.case())
    }

    /// Returns the fields that all manager operations have; `None` for other kinds.
    ///
    /// ```
    /// # use tezos_hashes::hash::BlockHash;
    /// use tezos_protocols::{keys::PublicKeyHash, operation::{Manager, Transaction, Unsigned}};
    /// # let branch: BlockHash = "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2".parse()?;
    /// # let account: PublicKeyHash = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse()?;
    /// # let recipient: PublicKeyHash = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb".parse()?;
    /// let transfer = Manager::new(account, 8, Transaction::transfer(recipient, "1.5".parse()?)).limits(1_500, 0);
    /// let unsigned = Unsigned::new(branch, transfer);
    /// let head = unsigned.contents[0].manager().unwrap();
    /// assert_eq!((head.source.to_string(), head.gas_limit), (account.to_string(), &1_500.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn manager(&self) -> Option<ManagerHead<'_>> {
        ContentsRef::from(self).manager()
    }

    /// Returns what a transaction transfers and calls; `None` for other kinds.
    ///
    /// ```
    /// # use tezos_hashes::hash::BlockHash;
    /// use tezos_protocols::{keys::PublicKeyHash, operation::{Manager, Transaction, Unsigned}};
    /// # let branch: BlockHash = "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2".parse()?;
    /// # let account: PublicKeyHash = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse()?;
    /// # let recipient: PublicKeyHash = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb".parse()?;
    /// let transfer = Manager::new(account, 8, Transaction::transfer(recipient, "1.5".parse()?)).limits(1_500, 0);
    /// let unsigned = Unsigned::new(branch, transfer);
    /// let transfer = unsigned.contents[0].transfer().unwrap();
    /// assert_eq!(transfer.destination.to_string(), "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb");
    /// assert_eq!((transfer.amount.mutez(), transfer.entrypoint), (1_500_000, &b"default"[..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn transfer(&self) -> Option<Transfer<'_>> {
        ContentsRef::from(self).transfer()
    }

    /// Displays the operation as one line of English, such as `transfer 1.5 ꜩ from tz1… to KT1…, calls mint`. See [`Human`].
    ///
    /// ```
    /// # use tezos_hashes::hash::BlockHash;
    /// use tezos_protocols::{keys::PublicKeyHash, operation::{Manager, Transaction, Unsigned}};
    /// # let branch: BlockHash = "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2".parse()?;
    /// # let account: PublicKeyHash = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse()?;
    /// # let recipient: PublicKeyHash = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb".parse()?;
    /// let transfer = Manager::new(account, 8, Transaction::transfer(recipient, "1.5".parse()?)).limits(1_500, 0);
    /// let unsigned = Unsigned::new(branch, transfer);
    /// let line = unsigned.contents[0].human().to_string();
    /// assert!(line.starts_with("transfer 1.5 ꜩ from tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx to"), "{line}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn human(&self) -> Human<'_> {
        ContentsRef::from(self).human()
    }
}

impl<'a> ContentsRef<'a> {
    /// Returns the kind, as JSON names it, such as `transaction`. Several cases may have one name: those of different protocols.
    ///
    /// ```
    /// use tezos_protocols::{Protocol, block::BlockAnswer};
    /// # let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/block.bin"));
    /// let BlockAnswer(block): BlockAnswer = Protocol::Nairobi.decode(bytes)?;
    /// let kinds: Vec<_> = block.operations().map(|operation| operation.contents.kind()).collect();
    /// assert_eq!(kinds, ["endorsement", "transaction", "delegation"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self {
            Self::OxfordAttestationEvidence(_) => "double_attestation_evidence",
            Self::OxfordPreattestationEvidence(_) => "double_preattestation_evidence",
            contents => contents.index().and_then(|index| Contents::CASES.get(index)).map_or("", kind::kind),
        }
    }

    /// Returns what a transaction transfers and calls; `None` for other kinds.
    ///
    /// ```
    /// use tezos_protocols::{Protocol, block::BlockAnswer};
    /// # let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/block.bin"));
    /// let BlockAnswer(block): BlockAnswer = Protocol::Nairobi.decode(bytes)?;
    /// let mut transfers = block.operations().filter_map(|operation| operation.contents.transfer());
    /// assert_eq!(transfers.next().unwrap().entrypoint, b"mint");
    /// assert_eq!(transfers.next(), None); // the others are no transactions
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn transfer(self) -> Option<Transfer<'a>> {
        match self {
            Self::EarlyTransaction(manager) => Some(Transfer::early(manager.source.into(), &manager.operation)),
            Self::Transaction(manager) => Some(Transfer::of(manager.source.into(), &manager.operation)),
            _ => None,
        }
    }

    /// Displays the operation as one line of English. See [`Human`].
    ///
    /// ```
    /// use tezos_protocols::{Protocol, block::BlockAnswer};
    /// # let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/block.bin"));
    /// let BlockAnswer(block): BlockAnswer = Protocol::Nairobi.decode(bytes)?;
    /// let first = block.operations().next().unwrap();
    /// assert_eq!(first.contents.human().to_string(), "endorse a block at level 10412, round 0, with slot 0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn human(self) -> Human<'a> {
        Human::of_contents(self)
    }
}
