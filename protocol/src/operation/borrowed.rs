//! What can be read of contents of any kind.

use tezos_encoding::Tagged;

use super::{Contents, ContentsRef, Human, ManagerHead, Transfer};
use crate::kind;

impl Contents {
    /// Returns the kind, as JSON names it, such as `transaction`. Several cases may have one name: those of different protocols.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        kind::kind(self.case())
    }

    /// Returns the fields that all manager operations have; `None` for other kinds.
    #[must_use]
    pub fn manager(&self) -> Option<ManagerHead<'_>> {
        ContentsRef::from(self).manager()
    }

    /// Returns what a transaction transfers and calls; `None` for other kinds.
    #[must_use]
    pub fn transfer(&self) -> Option<Transfer<'_>> {
        ContentsRef::from(self).transfer()
    }

    /// Displays the operation as one line of English, such as `transfer 1.5 ꜩ from tz1… to KT1…, calls mint`. See [`Human`].
    #[must_use]
    pub fn human(&self) -> Human<'_> {
        ContentsRef::from(self).human()
    }
}

impl<'a> ContentsRef<'a> {
    /// Returns the kind, as JSON names it, such as `transaction`. Several cases may have one name: those of different protocols.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self {
            Self::OxfordAttestationEvidence(_) => "double_attestation_evidence",
            Self::OxfordPreattestationEvidence(_) => "double_preattestation_evidence",
            contents => contents.index().and_then(|index| Contents::CASES.get(index)).map_or("", kind::kind),
        }
    }

    /// Returns what a transaction transfers and calls; `None` for other kinds.
    #[must_use]
    pub fn transfer(self) -> Option<Transfer<'a>> {
        match self {
            Self::EarlyTransaction(manager) => Some(Transfer::early(manager.source.into(), &manager.operation)),
            Self::Transaction(manager) => Some(Transfer::of(manager.source.into(), &manager.operation)),
            _ => None,
        }
    }

    /// Displays the operation as one line of English. See [`Human`].
    #[must_use]
    pub fn human(self) -> Human<'a> {
        Human::of_contents(self)
    }
}
